//! House players of algorithmic poker.

use croupier_rules::chance::Stream;
use croupier_rules::game::Choices as _;
use croupier_rules::poker::{Action, CARDS, Choices, News, Round, Rules, SEATS};
use croupier_rules::seat::Seat;
use croupier_rules::verdict::Fault;

use crate::player::Player;

/// The names that a contest may list.
pub const NAMES: [&str; 2] = ["odds", "random"];

/// The house player of that name at a seat, playing with its own stream of chance.
pub fn named(name: &str, seat: Seat, chance: Stream) -> Option<Box<dyn Player<Rules>>> {
    match name {
        "odds" => Some(Box::new(Odds::new(seat))),
        "random" => Some(Box::new(Random { chance })),
        _ => None,
    }
}

/// Takes any permitted action, all alike.
#[derive(Debug)]
pub struct Random {
    chance: Stream,
}

impl Player<Rules> for Random {
    fn learn(&mut self, _: &News) {}

    fn choose(&mut self, choices: &Choices) -> Result<Action, Fault> {
        let count = u32::try_from(choices.count()).expect("bids are numbers of 16 bits");
        Ok(choices.nth(self.chance.below(count).into()))
    }
}

/// Plays by the chance that its card is the best of the table, each other card as likely as any.
///
/// A seat that is better than even to win bids its fair share of the stack; calls are pot odds: it
/// pays when the chance to win times the pot covers the price.
#[derive(Debug)]
pub struct Odds {
    seat: Seat,
    card: u8,
    stakes: [u16; SEATS],
    rivals: u16,
}

impl Odds {
    fn new(seat: Seat) -> Self {
        Self { seat, card: 0, stakes: [0; SEATS], rivals: 0 }
    }

    /// The chance to hold the best card; a tie counts half.
    fn win(&self) -> f64 {
        let below = f64::from(self.card) + 0.5;
        (below / f64::from(CARDS)).powi(i32::from(self.rivals))
    }
}

impl Player<Rules> for Odds {
    fn learn(&mut self, news: &News) {
        match news {
            News::Hand(card) => (self.card, self.rivals) = (*card, 2),
            News::Bets(_, stakes) => self.stakes = *stakes,
            News::Live(_, live) => {
                self.rivals = u16::try_from(live.len().saturating_sub(1)).expect("a table has three seats");
            }
            News::Showdown(_) | News::Result(_) => {}
        }
    }

    fn choose(&mut self, choices: &Choices) -> Result<Action, Fault> {
        let win = self.win();
        Ok(match *choices {
            Choices::Bid { round, min, max } => Action::Bid(bid(win, round, min, max)),
            Choices::Call { level, .. } => {
                let pot: u32 = self.stakes.iter().map(|&stake| u32::from(stake)).sum();
                let price = f64::from(level - self.stakes[self.seat.index()]);
                Action::Call(win * (f64::from(pot) + price) >= price)
            }
        })
    }
}

/// The minimum with an even chance or less; with a better one a share of the stack, half in round 1.
fn bid(win: f64, round: Round, min: u16, max: u16) -> u16 {
    let edge = (2.0 * win - 1.0).max(0.0);
    let share = match round {
        Round::First => edge * edge / 2.0,
        Round::Second => edge * edge,
    };
    #[expect(
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        reason = "a share of a stack that fits"
    )]
    let raise = (share * f64::from(max - min)) as u16;
    min + raise
}

#[cfg(test)]
mod tests {
    use std::ops::ControlFlow;
    use std::sync::atomic::AtomicBool;

    use croupier_rules::chance::Key;
    use croupier_rules::chips::Chips;
    use croupier_rules::poker::Rules;
    use croupier_rules::seat::Seat;

    use super::named;
    use crate::dealer::Seeded;
    use crate::referee::{Match, NoRecord};

    /// The greatest stacks that a contest may set: three of them pass 16 bits.
    #[test]
    fn house_players_count_large_stacks() {
        let rules = Rules { max_bid: u16::MAX, ..Rules::default() };
        let mut players: Vec<_> = ["odds", "random", "random"]
            .into_iter()
            .zip(0..)
            .map(|(name, seat)| named(name, Seat(seat), Key::new(1, "stacks").stream(seat.into())).unwrap())
            .collect();
        let end = Match { rules: &[rules], games: 500, players: &mut players, stop: &AtomicBool::new(false) }
            .play(&mut Seeded::new(Key::new(1, "stacks")), &mut NoRecord, &mut |_| ControlFlow::Continue(()))
            .unwrap();
        assert_eq!(end.totals.net.iter().copied().sum::<Chips>(), Chips::ZERO);
        assert_eq!(end.totals.fouls, [0, 0, 0]);
    }
}
