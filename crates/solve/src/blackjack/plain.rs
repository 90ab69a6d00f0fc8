//! The plain solver: rounds played out card by card, by no more than the rules. It judges the fast one, on shoes of
//! a few cards.

use std::collections::BTreeMap;

use croupier_rules::blackjack::{Card, Hand, Outcome, Total};

use super::{BothBust, Spread, Switches, Unseen};

/// What a bet of 1 comes to by the best play, the slow way: seconds for a dozen cards of few values, ages for a
/// pack.
///
/// ```
/// use croupier_solve::blackjack::{Switches, Unseen, plain_spread, spread};
/// let few = Unseen::new([2, 0, 0, 1, 0, 0, 0, 0, 0, 6])?;
/// let (plain, fast) = (plain_spread(&few, &Switches::default()), spread(&few, &Switches::default())?);
/// assert!((plain.ev() - fast.ev()).abs() < 1e-14);
/// # Ok::<(), croupier_solve::blackjack::Refused>(())
/// ```
///
/// # Panics
/// When a round runs out of cards: ask [`Unseen`] no less than the fast solver takes.
pub fn plain_spread(unseen: &Unseen, switches: &Switches) -> Spread {
    Plain { switches: *switches, known: BTreeMap::new() }.round(unseen.counts())
}

/// A round from a few cards.
struct Plain {
    switches: Switches,
    /// What a hand is worth with a shoe left, against an upcard.
    known: BTreeMap<(Vec<Card>, Card), Spread>,
}

type Left = [u32; 10];

impl Plain {
    fn round(&mut self, left: Left) -> Spread {
        each(left, |up, left| self.worth(left, up, &mut Vec::new()))
    }

    /// What a hand is worth by the best play. The first two cards are dealt.
    fn worth(&mut self, left: Left, up: Card, hand: &mut Vec<Card>) -> Spread {
        let mut key = (hand.clone(), up);
        key.0.sort_unstable();
        if let Some(&known) = self.known.get(&key) {
            return known;
        }
        let total = self.total(hand);
        let worth = if total.is_bust() {
            self.dealer(left, vec![up], total)
        } else {
            let hit = each(left, |card, left| {
                hand.push(card);
                let worth = self.worth(left, up, hand);
                hand.pop();
                worth
            });
            let stand = self.dealer(left, vec![up], total);
            if hand.len() < 2 || hit.ev() > stand.ev() { hit } else { stand }
        };
        self.known.insert(key, worth);
        worth
    }

    /// How the dealer's draws end, against a player's total.
    fn dealer(&self, left: Left, held: Vec<Card>, player: Total) -> Spread {
        let total = self.total(&held);
        if total.points < 17 {
            return each(left, |card, left| self.dealer(left, [&held[..], &[card]].concat(), player));
        }
        let outcome = match (player.is_bust(), self.switches.both_bust) {
            (true, BothBust::Lose) => Outcome::Lose,
            _ => Outcome::of(player, total),
        };
        match outcome {
            Outcome::Win => Spread { win: 1.0, ..Spread::default() },
            Outcome::Push => Spread { push: 1.0, ..Spread::default() },
            Outcome::Lose => Spread { lose: 1.0, ..Spread::default() },
        }
    }

    fn total(&self, cards: &[Card]) -> Total {
        cards.iter().copied().collect::<Hand>().total_with(self.switches.ace)
    }
}

/// The mean over the next card.
fn each(left: Left, mut worth: impl FnMut(Card, Left) -> Spread) -> Spread {
    let all: u32 = left.iter().sum();
    assert!(all > 0, "the shoe ran dry");
    let mut mean = Spread::default();
    for card in Card::ALL.into_iter().filter(|card| left[card.index()] > 0) {
        let mut rest = left;
        rest[card.index()] -= 1;
        let worth = worth(card, rest);
        let chance = f64::from(left[card.index()]) / f64::from(all);
        mean.win += worth.win * chance;
        mean.push += worth.push * chance;
        mean.lose += worth.lose * chance;
    }
    mean
}
