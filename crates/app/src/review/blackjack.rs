//! What the decisions of a test of blackjack cost, by the exact values of the cards that were left.

use croupier_rules::blackjack::{Card, Hand};
use croupier_solve::bankroll::{Mistake, OfEvening, Wrong};
use croupier_solve::blackjack::Choice;
use serde::Serialize;

/// An evening; see [`OfEvening`].
#[derive(Clone, Copy, Debug, Default, Serialize)]
pub(crate) struct EveningRow {
    pub(crate) hands: u32,
    pub(crate) decisions: u32,
    pub(crate) mistakes: u32,
    /// In bets of 1.
    pub(crate) lost_bets: f64,
    /// In nats, as all that follows.
    pub(crate) lost_by_play: f64,
    pub(crate) lost_by_bets: f64,
    /// The sum of all bets, each as a share of the money, and of what one Kelly would have bet.
    pub(crate) bet: f64,
    pub(crate) kelly: f64,
    pub(crate) growth: f64,
    pub(crate) luckless: f64,
}

impl From<&OfEvening> for EveningRow {
    fn from(evening: &OfEvening) -> Self {
        Self {
            hands: evening.hands,
            decisions: evening.decisions,
            mistakes: evening.mistakes,
            lost_bets: evening.lost_bets,
            lost_by_play: evening.lost_by_play,
            lost_by_bets: evening.lost_by_bets,
            bet: evening.bet,
            kelly: evening.kelly,
            growth: evening.growth,
            luckless: evening.luckless,
        }
    }
}

impl EveningRow {
    pub(crate) fn plus(self, other: &Self) -> Self {
        Self {
            hands: self.hands + other.hands,
            decisions: self.decisions + other.decisions,
            mistakes: self.mistakes + other.mistakes,
            lost_bets: self.lost_bets + other.lost_bets,
            lost_by_play: self.lost_by_play + other.lost_by_play,
            lost_by_bets: self.lost_by_bets + other.lost_by_bets,
            bet: self.bet + other.bet,
            kelly: self.kelly + other.kelly,
            growth: self.growth + other.growth,
            luckless: self.luckless + other.luckless,
        }
    }
}

/// A mistake in numbers and in a sentence.
#[derive(Clone, Debug, Serialize)]
pub(crate) struct Told {
    /// From 1, as the hand.
    pub(crate) evening: usize,
    pub(crate) hand: u32,
    pub(crate) nats: f64,
    money: i64,
    bet: i64,
    #[serde(flatten)]
    wrong: What,
    pub(crate) sentence: String,
}

#[derive(Clone, Debug, Serialize)]
#[serde(untagged)]
enum What {
    Play { up: Card, cards: Hand, chosen: &'static str, stand: f64, hit: f64 },
    Bet { edge: f64, kelly: i64 },
}

impl From<&Mistake> for Told {
    fn from(mistake: &Mistake) -> Self {
        let wrong = match &mistake.wrong {
            Wrong::Play { up, hand, chosen, worth } => {
                let (stand, hit) = (worth.stand.ev(), worth.hit.ev());
                What::Play { up: *up, cards: *hand, chosen: name(*chosen), stand, hit }
            }
            Wrong::Bet { edge, kelly } => What::Bet { edge: *edge, kelly: *kelly },
        };
        let (evening, hand) = (mistake.evening + 1, mistake.hand + 1);
        let sentence = format!("evening {evening}, hand {hand}: {}", why(mistake));
        let Mistake { nats, money, bet, .. } = mistake;
        Self { evening, hand, nats: *nats, money: *money, bet: *bet, wrong, sentence }
    }
}

/// What was done, and what would have been better.
pub(crate) fn why(mistake: &Mistake) -> String {
    let Mistake { money, bet, left, wrong, .. } = mistake;
    match wrong {
        Wrong::Play { up, hand, chosen, worth } => {
            let (stand, hit) = (worth.stand.ev(), worth.hit.ev());
            let [did, other] = match chosen {
                Choice::Stand => ["stood", "hit"],
                Choice::Hit => ["hit", "stand"],
            };
            let gain = worth.of(*chosen).ev() - stand.min(hit);
            let lost = (hit - stand).abs();
            #[expect(clippy::cast_precision_loss, reason = "money is far below 2^53")]
            let cost = lost * *bet as f64;
            let total = hand.total();
            let what = if gain > 0.0 {
                format!("the better, by {lost:.4} of the bet")
            } else {
                format!("to {other} gains {lost:.4} of the bet more: {cost:.0} at a bet of {bet}")
            };
            format!("{did} with {hand} ({total}) against {up}, {left} cards left in the shoe: {what}")
        }
        Wrong::Bet { edge, kelly } => {
            format!("bet {bet} of {money} with an edge of {:+.3} %: one Kelly is {kelly}", edge * 100.0)
        }
    }
}

/// A choice in a word.
pub(crate) const fn name(choice: Choice) -> &'static str {
    match choice {
        Choice::Hit => "hit",
        Choice::Stand => "stand",
    }
}
