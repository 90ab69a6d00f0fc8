//! The one total of a hand that counts (ruling 4).

use std::fmt;

use serde::{Deserialize, Serialize};

use super::Card;

/// The greatest total that is no bust.
pub(super) const BEST: u32 = 21;

/// The total of a hand: the greatest sum not over 21, else the least sum.
///
/// At most one ace can count 11, so the least sum and whether there is an ace decide everything.
///
/// ```
/// use croupier_rules::blackjack::{Card, Total};
/// let total = |letters: &str| Total::of(letters.bytes().filter_map(Card::from_letter));
/// assert_eq!(total("AT").to_string(), "soft 21");
/// assert_eq!(total("AA").to_string(), "soft 12");
/// assert_eq!(total("A98").to_string(), "18");
/// assert_eq!(total("AT98").to_string(), "28");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Total {
    /// The points, from 0.
    pub points: u32,
    /// Whether an ace counts 11.
    pub soft: bool,
}

/// What an ace may count.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Ace {
    /// 1 or 11, whichever is better.
    #[default]
    OneOrEleven,
    /// Always 1: the exam as it was first set (ruling 13).
    One,
}

impl Total {
    /// The total of the cards.
    pub fn of(cards: impl IntoIterator<Item = Card>) -> Self {
        let (mut least, mut ace) = (0, false);
        for card in cards {
            least += card.points();
            ace |= card == Card::ACE;
        }
        Self::from_least(least, ace)
    }

    /// The total of a hand whose least sum is known, and whether it holds an ace that may count 11.
    pub const fn from_least(least: u32, ace: bool) -> Self {
        let soft = ace && least + 10 <= BEST;
        Self { points: least + 10 * soft as u32, soft }
    }

    /// Whether the total is over 21.
    pub const fn is_bust(self) -> bool {
        self.points > BEST
    }
}

impl fmt::Display for Total {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", if self.soft { "soft " } else { "" }, self.points)
    }
}

#[cfg(test)]
mod tests {
    use super::Total;
    use crate::blackjack::{Card, Score};

    fn total(letters: &str) -> String {
        Total::of(letters.bytes().filter_map(Card::from_letter)).to_string()
    }

    /// The four examples of statement 000, and the hands of the field reports on aces.
    #[test]
    fn a_total_is_the_greatest_sum_not_over_21_else_the_least() {
        assert_eq!(["AT", "AA", "A98", "AT98"].map(total), ["soft 21", "soft 12", "18", "28"]);
        assert_eq!(["", "A", "AA9", "AA9T", "5A49A"].map(total), ["0", "soft 11", "soft 21", "21", "20"]);
    }

    #[test]
    fn a_second_ace_never_busts() {
        assert_eq!(total("AA"), "soft 12");
        assert_eq!(total(&"A".repeat(11)), "soft 21");
        assert_eq!(total(&"A".repeat(12)), "12");
        assert_eq!(total(&"A".repeat(21)), "21");
    }

    /// The set of all totals (statement 004) is the slow twin.
    #[test]
    fn a_total_is_the_best_of_the_score_or_its_least() {
        let key = crate::chance::Key::new(4, "totals");
        for hand in 0..20_000 {
            let mut stream = key.stream(hand);
            let cards: Vec<Card> = (0..stream.below(12))
                .map(|_| Card::ALL[stream.below(10).min(stream.below(10)) as usize])
                .collect();
            let score: Score = cards.iter().map(|&card| Score::from(card)).sum();
            let expected = score.best().unwrap_or_else(|| score.totals().min().unwrap());
            assert_eq!(Total::of(cards.iter().copied()).points, expected, "{cards:?}");
        }
    }
}
