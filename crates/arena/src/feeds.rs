//! Who feeds whom: what passed between each two contestants of a poker contest.
//!
//! The winners of a deal take what the losers lose. At a table of three there is one winner, who takes all of it, or one
//! loser, whose loss the winners share as they win: so what one takes from another is exact, and what one takes from
//! all is what it has won. (With `odd_chip = "floor"` nobody takes the chips that vanish.)

use std::collections::BTreeSet;

use croupier_rules::chips::Chips;
use serde::Serialize;

use crate::estimate::Estimate;

/// What one contestant has taken from another.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Feed {
    /// Who has taken.
    pub to: String,
    /// From whom; what it has taken itself counts against it.
    pub from: String,
    /// How much, in all matches of the two.
    pub chips: Chips,
    /// The deals of these matches.
    pub deals: u64,
    /// Chips a deal without the luck of the cards.
    pub mean: Option<Estimate>,
    /// Whether the second has fed the first beyond noise, and not the first the second: in 95 of a hundred contests, nobody is said to feed
    /// another who does not.
    pub beyond_noise: bool,
}

/// What `to` has taken from `from`.
pub fn of<'a>(feeds: &'a [Feed], to: &str, from: &str) -> Option<&'a Feed> {
    feeds.iter().find(|feed| feed.to == to && feed.from == from)
}

/// How many cycles are told at most.
pub const CYCLES_MAX: usize = 1_000;

/// Three of whom each feeds the next beyond noise, and the last the first: no order of strength tells that. The first
/// [`CYCLES_MAX`] of them, by name.
///
/// ```
/// use croupier_arena::feeds::{Feed, cycles};
/// use croupier_rules::chips::Chips;
/// let fed = |to: &str, from: &str| Feed {
///     to: to.into(), from: from.into(), chips: Chips::whole(9), deals: 3, mean: None, beyond_noise: true,
/// };
/// assert_eq!(cycles(&[fed("a", "b"), fed("c", "a"), fed("b", "c")]), [["a", "c", "b"]]);
/// ```
pub fn cycles(feeds: &[Feed]) -> Vec<[&str; 3]> {
    let sure: BTreeSet<(&str, &str)> = feeds
        .iter()
        .filter(|feed| feed.beyond_noise)
        .map(|feed| (feed.from.as_str(), feed.to.as_str()))
        .collect();
    let mut cycles = Vec::new();
    for &(first, second) in &sure {
        let thirds =
            sure.range((second, "")..).take_while(|(from, _)| *from == second).map(|(_, third)| *third);
        // Each cycle is told once, from its first name on.
        let closed = thirds.filter(|&third| first < second.min(third) && sure.contains(&(third, first)));
        cycles.extend(closed.map(|third| [first, second, third]).take(CYCLES_MAX - cycles.len()));
    }
    cycles
}

#[cfg(test)]
mod tests {
    use croupier_rules::chips::Chips;

    use super::{Feed, cycles};

    fn feed(to: &str, from: &str, beyond_noise: bool) -> Feed {
        Feed { to: to.into(), from: from.into(), chips: Chips::ZERO, deals: 1, mean: None, beyond_noise }
    }

    #[test]
    fn only_what_is_beyond_noise_makes_a_cycle() {
        let mut feeds =
            vec![feed("b", "a", true), feed("c", "b", true), feed("a", "c", false), feed("d", "c", true)];
        assert!(cycles(&feeds).is_empty());
        feeds.push(feed("a", "d", true));
        assert!(cycles(&feeds).is_empty(), "four in a ring are not three");
        feeds[2].beyond_noise = true;
        assert_eq!(cycles(&feeds), [["a", "b", "c"]]);
    }
}
