//! An endless shoe: as if every card came back, so that totals are all that matters.

use croupier_rules::blackjack::Ace;

/// Least sums that are drawn to, an ace as 1: 0 to 21.
pub(crate) const SUMS: usize = 22;

/// The chances of the dealer's 17, 18, 19, 20, 21 and of more.
pub(crate) type Law = [f64; 6];

/// What the dealer ends with, from each sum at which he draws.
#[derive(Debug)]
pub(crate) struct Dealer {
    /// By the least sum, without and with an ace.
    laws: [[Law; 2]; SUMS],
    ace: Ace,
}

impl Dealer {
    /// By the chances of the cards, ace first.
    pub(crate) fn new(chances: &[f64; 10], ace: Ace) -> Self {
        // From each sum that draws, the greatest first: a card only adds to it.
        let mut laws = [[[0.0; 6]; 2]; SUMS];
        for least in (0..17).rev() {
            for has_ace in [false, true] {
                if kept(least, has_ace, ace).is_some() {
                    continue;
                }
                let mut law = [0.0; 6];
                for (card, &chance) in chances.iter().enumerate() {
                    let (next, next_ace) = (least + card + 1, has_ace || card == 0);
                    if let Some(place) = kept(next, next_ace, ace) {
                        law[place] += chance;
                    } else {
                        let further = &laws[next][usize::from(next_ace)];
                        law.iter_mut().zip(further).for_each(|(sum, part)| *sum += chance * part);
                    }
                }
                laws[least][usize::from(has_ace)] = law;
            }
        }
        Self { laws, ace }
    }

    /// From a sum: what he keeps is certain.
    pub(crate) fn from(&self, least: usize, has_ace: bool) -> Law {
        match kept(least, has_ace, self.ace) {
            None => self.laws[least][usize::from(has_ace)],
            Some(place) => {
                let mut law = [0.0; 6];
                law[place] = 1.0;
                law
            }
        }
    }

    /// From each upcard, the ace first.
    pub(crate) fn of_upcards(&self) -> [Law; 10] {
        std::array::from_fn(|up| self.laws[up + 1][usize::from(up == 0)])
    }
}

/// What a hand is worth against each upcard, in whatever is counted.
pub(crate) trait Worth: Copy {
    /// Worth nothing against any.
    const NOTHING: Self;

    /// Adds what a hand is worth that it becomes with a chance.
    fn add(&mut self, chance: f64, further: &Self);

    /// Stands where that is better.
    fn stand(&mut self, stand: &Self);
}

impl Worth for [f64; 10] {
    const NOTHING: Self = [0.0; 10];

    fn add(&mut self, chance: f64, further: &Self) {
        self.iter_mut().zip(further).for_each(|(sum, worth)| *sum += chance * worth);
    }

    fn stand(&mut self, stand: &Self) {
        self.iter_mut().zip(stand).for_each(|(hit, &stand)| *hit = hit.max(stand));
    }
}

/// What hands are worth by the best play, by their least sums, without and with an ace: from what each total is worth
/// that stands, and what is over 21.
pub(crate) fn best_play<W: Worth>(
    chances: &[f64; 10],
    ace: Ace,
    stand: &[W; SUMS],
    bust: &W,
) -> [[W; 2]; SUMS] {
    let mut worths = [[W::NOTHING; 2]; SUMS];
    for least in (0..SUMS).rev() {
        for has_ace in [false, true] {
            let mut worth = W::NOTHING;
            for (card, &chance) in chances.iter().enumerate() {
                let further = worths.get(least + card + 1);
                worth.add(chance, further.map_or(bust, |of_sum| &of_sum[usize::from(has_ace || card == 0)]));
            }
            // Up to 11 a card can do no harm, and of one card a hand cannot stand.
            let points = total(least, has_ace, ace);
            if points > 11 {
                worth.stand(&stand[points]);
            }
            worths[least][usize::from(has_ace)] = worth;
        }
    }
    worths
}

/// The place of a total that the dealer keeps, if he keeps it: 0 for 17, 5 for more than 21.
fn kept(least: usize, has_ace: bool, ace: Ace) -> Option<usize> {
    match total(least, has_ace, ace) {
        ..17 => None,
        points @ 17..=21 => Some(points - 17),
        _ => Some(5),
    }
}

/// The total that counts.
pub(crate) fn total(least: usize, has_ace: bool, ace: Ace) -> usize {
    let soft = has_ace && ace == Ace::OneOrEleven && least + 10 <= 21;
    least + if soft { 10 } else { 0 }
}
