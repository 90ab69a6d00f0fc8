//! Who meets whom: triples of poker players, and the orders in which they sit down (ruling 28).

/// Three different players, by their place in the list of contestants, in ascending order.
pub type Triple = [usize; 3];

/// Every triple of `players` players, in lexicographic order.
///
/// ```
/// use croupier_arena::schedule::triples;
/// assert_eq!(triples(4), [[0, 1, 2], [0, 1, 3], [0, 2, 3], [1, 2, 3]]);
/// assert!(triples(2).is_empty());
/// ```
pub fn triples(players: usize) -> Vec<Triple> {
    let mut triples = Vec::new();
    for a in 0..players {
        for b in a + 1..players {
            triples.extend((b + 1..players).map(|c| [a, b, c]));
        }
    }
    triples
}

/// Triples such that every player sits in at least `per_player` of them, as evenly as can be: the
/// player with the fewest matches goes first, with those of the fewest matches that it has met least.
/// All triples, if there are no more than that.
///
/// The choice follows from the two numbers alone.
pub fn balanced(players: usize, per_player: u32) -> Vec<Triple> {
    let rivals = players.saturating_sub(1);
    let all_per_player = rivals * rivals.saturating_sub(1) / 2;
    if all_per_player <= per_player as usize {
        return triples(players);
    }
    let mut chosen = std::collections::BTreeSet::new();
    let mut played = vec![0_u32; players];
    let mut met = vec![vec![0_u32; players]; players];
    while let Some(first) = fewest(&played, per_player) {
        let triple = best_with(first, &played, &met, &chosen);
        chosen.insert(triple);
        for player in triple {
            played[player] += 1;
            for other in triple {
                met[player][other] += 1;
            }
        }
    }
    chosen.into_iter().collect()
}

/// The first player with the fewest matches, if it has fewer than asked for.
fn fewest(played: &[u32], per_player: u32) -> Option<usize> {
    let (player, &count) = played.iter().enumerate().min_by_key(|(_, count)| **count)?;
    (count < per_player).then_some(player)
}

/// The triple with `first` that is not chosen yet and adds the least unevenness.
fn best_with(
    first: usize,
    played: &[u32],
    met: &[Vec<u32>],
    chosen: &std::collections::BTreeSet<Triple>,
) -> Triple {
    let mut best: Option<((u32, u32, u32), Triple)> = None;
    for b in 0..played.len() {
        for c in b + 1..played.len() {
            if b == first || c == first {
                continue;
            }
            let mut triple = [first, b, c];
            triple.sort_unstable();
            if chosen.contains(&triple) {
                continue;
            }
            let meetings = met[first][b] + met[first][c] + met[b][c];
            let cost = (played[b].max(played[c]), played[b] + played[c], meetings);
            if best.is_none_or(|(least, _)| cost < least) {
                best = Some((cost, triple));
            }
        }
    }
    best.expect("a player below its matches has a triple left").1
}

/// The six orders in which three players may sit, the given one first.
pub const ORDERS: [[usize; 3]; 6] = [[0, 1, 2], [0, 2, 1], [1, 0, 2], [1, 2, 0], [2, 0, 1], [2, 1, 0]];

#[cfg(test)]
mod tests {
    use super::{balanced, triples};

    fn matches(players: usize, chosen: &[super::Triple]) -> Vec<usize> {
        (0..players).map(|player| chosen.iter().filter(|triple| triple.contains(&player)).count()).collect()
    }

    #[test]
    fn every_triple_meets_once() {
        assert_eq!(triples(10).len(), 120);
        assert!(matches(10, &triples(10)).iter().all(|&count| count == 36));
    }

    #[test]
    fn a_partial_schedule_is_even_and_meets_its_number() {
        for (players, per_player) in [(4, 1), (5, 3), (10, 7), (20, 12), (41, 5)] {
            let chosen = balanced(players, per_player);
            let counts = matches(players, &chosen);
            let (least, most) = (counts.iter().min().unwrap(), counts.iter().max().unwrap());
            assert!(*least >= per_player as usize && most - least <= 2, "{players}: {counts:?}");
        }
    }

    #[test]
    fn a_partial_schedule_never_exceeds_all_triples() {
        assert_eq!(balanced(6, 10), triples(6));
        assert_eq!(balanced(6, 1_000), triples(6));
        assert!(balanced(2, 5).is_empty());
    }
}
