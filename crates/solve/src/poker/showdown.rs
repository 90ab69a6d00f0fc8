//! What a deal comes to, for all cards of a seat at once.
//!
//! Cards are independent (ruling 22), so what a seat wins by its card follows from sums over the others' ranges: no
//! deal is looked at.

use croupier_rules::poker::{CARDS, SEATS};

use crate::cfr::{Hands, Seated};

/// Cards of a seat.
pub const HANDS: usize = CARDS as usize;

/// A number for each card: the chance that a seat holds it and has done what it did, or what it wins by it.
pub type Range = Hands<HANDS>;

/// The same for each seat.
pub type Ranges = Seated<SEATS, HANDS>;

/// The end of a deal: what each seat has in, in chips, and who is live. Live seats stand at one level.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct End {
    stakes: [f32; SEATS],
    is_live: [bool; SEATS],
}

impl End {
    /// After a fold of all but one, or the last check.
    pub fn new(stakes: [u16; SEATS], is_live: [bool; SEATS]) -> Self {
        Self { stakes: stakes.map(f32::from), is_live }
    }

    /// What a seat wins by its card, times the chances of the others' cards.
    #[inline]
    pub fn worth_to(&self, seat: usize, ranges: &Ranges) -> Range {
        let (a, b) = ((seat + 1) % SEATS, (seat + 2) % SEATS);
        let own = self.stakes[seat];
        if !self.is_live[seat] {
            return [-own * total(&ranges[a]) * total(&ranges[b]); HANDS];
        }
        match (self.is_live[a], self.is_live[b]) {
            (false, false) => {
                [(self.stakes[a] + self.stakes[b]) * total(&ranges[a]) * total(&ranges[b]); HANDS]
            }
            (true, false) => self.against_one(seat, a, b, ranges),
            (false, true) => self.against_one(seat, b, a, ranges),
            (true, true) => against_two(own, &ranges[a], &ranges[b]),
        }
    }

    /// Against one live seat, with the stake of a folded one in the pot.
    #[inline]
    fn against_one(&self, seat: usize, live: usize, folded: usize, ranges: &Ranges) -> Range {
        let (own, dead) = (self.stakes[seat], self.stakes[folded]);
        let weaker = weaker(&ranges[live]);
        let all = total(&ranges[live]);
        let ways = total(&ranges[folded]);
        std::array::from_fn(|card| {
            let same = ranges[live][card];
            let stronger = all - weaker[card] - same;
            ways * ((own + dead) * weaker[card] + 0.5 * dead * same - own * stronger)
        })
    }

    /// What every seat wins by its card.
    #[inline]
    pub fn worth(&self, ranges: &Ranges) -> Ranges {
        std::array::from_fn(|seat| self.worth_to(seat, ranges))
    }
}

/// Three live seats that stand at one level: the best card takes two stakes, two equal ones half a stake each.
#[inline]
fn against_two(level: f32, a: &Range, b: &Range) -> Range {
    let (weaker_a, weaker_b) = (weaker(a), weaker(b));
    let all = total(a) * total(b);
    std::array::from_fn(|card| {
        let best = weaker_a[card] * weaker_b[card];
        let with_one = a[card] * weaker_b[card] + weaker_a[card] * b[card];
        let with_both = a[card] * b[card];
        level * (2.0 * best + 0.5 * with_one - (all - best - with_one - with_both))
    })
}

/// The chance of any card.
#[inline]
pub(super) fn total(range: &Range) -> f32 {
    range.iter().sum()
}

/// The chance of a weaker card, by card.
#[inline]
fn weaker(range: &Range) -> Range {
    let mut weaker = [0.0; HANDS];
    let mut sum = 0.0;
    for (card, chance) in range.iter().enumerate() {
        weaker[card] = sum;
        sum += chance;
    }
    weaker
}

#[cfg(test)]
mod tests {
    use croupier_rules::poker::{Entry, Rules, Script};

    use super::{End, HANDS, Ranges};

    /// Card by card, by the referee's own settlement.
    fn by_the_referee(stakes: [u16; 3], is_live: [bool; 3], ranges: &Ranges) -> [[f64; HANDS]; 3] {
        let level = *stakes.iter().max().unwrap();
        let bid = |seat: usize| Entry::Given(i64::from(stakes[seat]));
        let mut worth = [[0.0; HANDS]; 3];
        for deal in 0..1_000_usize {
            let cards = [deal % 10, deal / 10 % 10, deal / 100];
            // Who is live bids the level, who is not bids less and folds.
            let call = |seat: usize| {
                if stakes[seat] < level { Entry::Given(false) } else { Entry::Empty }
            };
            let second = |seat: usize| {
                if is_live[seat] && is_live.iter().filter(|live| **live).count() > 1 {
                    Entry::Given(i64::from(level))
                } else {
                    Entry::Empty
                }
            };
            let script = Script {
                cards: cards.map(|card| u8::try_from(card).unwrap()),
                bets: [[bid(0), bid(1), bid(2)], [second(0), second(1), second(2)]],
                calls: [[call(0), call(1), call(2)], [Entry::Empty; 3]],
            };
            let winnings = script.settle(&Rules::default()).unwrap().winnings;
            for seat in 0..3 {
                let others = (0..3).filter(|&other| other != seat);
                let chance: f32 = others.map(|other| ranges[other][cards[other]]).product();
                worth[seat][cards[seat]] += f64::from(chance) * winnings.as_slice()[seat].as_f64();
            }
        }
        worth
    }

    #[test]
    fn ranges_are_settled_as_the_referee_settles_deals() {
        let ranges: Ranges = std::array::from_fn(|seat| {
            std::array::from_fn(|card| f32::from(u8::try_from((seat * 31 + card * 17) % 23).unwrap()) / 100.0)
        });
        for (stakes, is_live) in [
            ([50, 50, 50], [true; 3]),
            ([300, 20, 300], [true, false, true]),
            ([11, 40, 40], [false, true, true]),
            ([70, 69, 10], [true, false, false]),
        ] {
            let fast = End::new(stakes, is_live).worth(&ranges);
            let plain = by_the_referee(stakes, is_live, &ranges);
            for (fast, plain) in fast.iter().flatten().zip(plain.iter().flatten()) {
                assert!((f64::from(*fast) - plain).abs() < 1e-3, "{stakes:?} {is_live:?}: {fast} {plain}");
            }
        }
    }
}
