//! A value that carries every total of a hand (statement 004, ruling 12).

use std::fmt;
use std::iter::Sum;
use std::ops::{Add, AddAssign};

use super::Card;
use super::total::BEST;

/// The set of totals that a hand can have while each ace is both 1 and 11.
///
/// Adding two scores adds every total of one to every total of the other. Totals of a hand differ
/// by tens, one more for each ace, so the set is kept as its least total and the number of aces:
/// nothing is held twice, and there is no total that no reading of the cards gives.
///
/// ```
/// use croupier_rules::blackjack::Score;
/// let mut score = Score::of(3);
/// assert_eq!(score.to_string(), "{3}");
/// score += Score::of(1);
/// assert_eq!(score.to_string(), "{4, 14}");
/// score += Score::of(5);
/// assert_eq!(score.to_string(), "{9, 19}");
/// score += Score::of(1);
/// assert_eq!(score.to_string(), "{10, 20, 30}");
/// ```
///
/// The total of a hand is a sum, without a word about aces:
///
/// ```
/// use croupier_rules::blackjack::Score;
/// let hand = [3, 1, 5, 1];
/// let total: Score = hand.into_iter().map(Score::of).sum();
/// assert!(total.totals().eq([10, 20, 30]));
/// assert!([].into_iter().map(Score::of).sum::<Score>().totals().eq([0]));
/// ```
///
/// Scores are compared by named questions. `<` would hide which totals are meant, so there is none:
///
/// ```compile_fail,E0369
/// use croupier_rules::blackjack::Score;
/// Score::of(3) < Score::of(5);
/// ```
#[derive(Clone, Copy, Default, PartialEq, Eq, Hash)]
pub struct Score {
    least: u32,
    aces: u32,
}

impl Score {
    /// The score of one card: 1 is {1, 11}, 10 and above {10}, 0 {0}.
    ///
    /// ```
    /// use croupier_rules::blackjack::Score;
    /// let printed = [0, 1, 9, 10, 13].map(|value| Score::of(value).to_string());
    /// assert_eq!(printed, ["{0}", "{1, 11}", "{9}", "{10}", "{10}"]);
    /// ```
    pub const fn of(value: u32) -> Self {
        Self { least: if value > 10 { 10 } else { value }, aces: (value == 1) as u32 }
    }

    /// The totals in ascending order: at least one.
    pub fn totals(self) -> impl Iterator<Item = u32> {
        (0..=self.aces).map(move |elevens| self.least + 10 * elevens)
    }

    /// Whether all totals fit.
    ///
    /// ```
    /// use croupier_rules::blackjack::Score;
    /// assert!((Score::of(1) + Score::of(3)).all(|total| total % 10 == 4));
    /// ```
    pub fn all(self, fits: impl FnMut(u32) -> bool) -> bool {
        self.totals().all(fits)
    }

    /// Whether at least one total fits.
    pub fn any(self, fits: impl FnMut(u32) -> bool) -> bool {
        self.totals().any(fits)
    }

    /// Whether all totals are less than the number.
    pub fn all_less_than(self, number: u32) -> bool {
        self.all(|total| total < number)
    }

    /// Whether all totals are greater than the number: `all_greater_than(21)` is a bust.
    pub fn all_greater_than(self, number: u32) -> bool {
        self.all(|total| total > number)
    }

    /// Whether at least one total is less than the number.
    pub fn exists_less_than(self, number: u32) -> bool {
        self.any(|total| total < number)
    }

    /// Whether at least one total is greater than the number.
    pub fn exists_greater_than(self, number: u32) -> bool {
        self.any(|total| total > number)
    }

    /// Whether at least one total is greater than at least one total of the other score.
    ///
    /// Totals over 21 take part, so both of two scores can say yes. [`beats`](Self::beats) decides
    /// a game.
    ///
    /// ```
    /// use croupier_rules::blackjack::Score;
    /// let (soft, hard) = (Score::of(1) + Score::of(6), Score::of(10) + Score::of(5));
    /// assert!(soft.exists_greater_than_score(hard) && hard.exists_greater_than_score(soft));
    /// ```
    pub fn exists_greater_than_score(self, other: Self) -> bool {
        other.any(|total| self.exists_greater_than(total))
    }

    /// The greatest total that is not over 21; none for a bust.
    pub fn best(self) -> Option<u32> {
        self.totals().take_while(|&total| total <= BEST).last()
    }

    /// Whether this hand wins against the other, looking only at totals that are not over 21.
    ///
    /// ```
    /// use croupier_rules::blackjack::Score;
    /// let (soft_17, hard_15) = (Score::of(1) + Score::of(6), Score::of(10) + Score::of(5));
    /// assert!(soft_17.beats(hard_15) && !hard_15.beats(soft_17));
    /// let bust = Score::of(10) + Score::of(9) + Score::of(3);
    /// assert!(hard_15.beats(bust) && !bust.beats(hard_15) && !bust.beats(bust));
    /// ```
    pub fn beats(self, other: Self) -> bool {
        // A bust is `None`, below every `Some`.
        self.best() > other.best()
    }
}

impl From<Card> for Score {
    fn from(card: Card) -> Self {
        Self::of(card.points())
    }
}

impl Add for Score {
    type Output = Self;
    fn add(self, other: Self) -> Self {
        Self { least: self.least + other.least, aces: self.aces + other.aces }
    }
}

impl AddAssign for Score {
    fn add_assign(&mut self, other: Self) {
        *self = *self + other;
    }
}

impl Sum for Score {
    fn sum<I: Iterator<Item = Self>>(scores: I) -> Self {
        scores.fold(Self::default(), Add::add)
    }
}

impl fmt::Display for Score {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_set().entries(self.totals()).finish()
    }
}

impl fmt::Debug for Score {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::Score;
    use crate::chance::Key;

    /// The article's line of thought: draw 3, an ace, 5, an ace.
    #[test]
    fn the_four_lines_of_the_article() {
        let mut held = Score::default();
        let lines: Vec<String> = [3, 1, 5, 1]
            .map(|value| {
                held += Score::of(value);
                held.to_string()
            })
            .into();
        assert_eq!(lines, ["{3}", "{4, 14}", "{9, 19}", "{10, 20, 30}"]);
    }

    /// The slow twin: sets of totals, added element by element.
    #[test]
    fn a_score_is_the_set_of_all_sums() {
        let key = Key::new(12, "scores");
        for hand in 0..5_000 {
            let mut stream = key.stream(hand);
            let values: Vec<u32> = (0..stream.below(9)).map(|_| stream.below(14).saturating_sub(1)).collect();
            let mut expected = BTreeSet::from([0]);
            for &value in &values {
                let card: &[u32] = if value == 1 { &[1, 11] } else { &[value.min(10)] };
                expected = expected.iter().flat_map(|sum| card.iter().map(move |more| sum + more)).collect();
            }
            let score: Score = values.iter().map(|&value| Score::of(value)).sum();
            assert!(score.totals().eq(expected.iter().copied()), "{values:?}: {score}");
        }
    }

    #[test]
    fn adding_is_commutative_and_associative_with_the_empty_hand_as_zero() {
        let scores: Vec<Score> = (0..12).map(Score::of).collect();
        for &a in &scores {
            assert_eq!(a + Score::default(), a);
            for &b in &scores {
                assert_eq!(a + b, b + a);
                for &c in &scores {
                    assert_eq!((a + b) + c, a + (b + c));
                }
            }
        }
    }

    #[test]
    fn named_questions_look_at_all_totals() {
        let soft = Score::of(1) + Score::of(9);
        assert_eq!(soft.to_string(), "{10, 20}");
        assert!(soft.all_less_than(21) && !soft.all_less_than(20));
        assert!(soft.all_greater_than(9) && !soft.all_greater_than(10));
        assert!(soft.exists_less_than(11) && !soft.exists_less_than(10));
        assert!(soft.exists_greater_than(19) && !soft.exists_greater_than(20));
        assert!(soft.any(|total| total == 20) && soft.all(|total| total % 10 == 0));
        assert!(soft.exists_greater_than_score(Score::of(9)) && !soft.exists_greater_than_score(soft + soft));
    }

    /// Soft 17 against 15: the article's question says yes both ways, `beats` only one.
    #[test]
    fn beats_looks_only_at_totals_that_are_not_over_21() {
        let (soft_17, hard_15) = (Score::of(1) + Score::of(6), Score::of(10) + Score::of(5));
        assert!(soft_17.exists_greater_than_score(hard_15) && hard_15.exists_greater_than_score(soft_17));
        assert!(soft_17.beats(hard_15) && !hard_15.beats(soft_17));
        let bust = Score::of(10) + Score::of(9) + Score::of(3);
        assert!(hard_15.beats(bust) && !bust.beats(hard_15) && !bust.beats(bust) && !hard_15.beats(hard_15));
    }
}
