//! Plain players: the rules of some house players, written again for tests.

use croupier_rules::chance::{Key, Stream};
use croupier_rules::game::Choices as _;
use croupier_rules::poker::{Action, Choices, News, Round};
use croupier_solve::poker::{Counter, Equilibrium, Exploiter, Policy};

use crate::table::Player;

/// A player by the name of the house player that it follows.
pub(crate) fn named(name: &str, seat: usize, seed: u64) -> Box<dyn Player> {
    let chance = Key::new(seed, name).stream(seat.try_into().unwrap());
    match name {
        "odds" => Box::new(Odds { seat, card: 0, stakes: [0; 3], rivals: 2 }),
        "random" => Box::new(Random(chance)),
        "maniac" => Box::new(Maniac(chance)),
        "ladder" => Box::new(Ladder { seat, card: 0, stakes: [0; 3] }),
        "equilibrium" => Box::new(Equilibrium::new(Policy::shipped(), seat, chance)),
        "exploiter" => Box::new(Exploiter::new(Policy::shipped(), seat, chance)),
        _ => unreachable!("there is no {name}"),
    }
}

struct Odds {
    seat: usize,
    card: u8,
    stakes: [u16; 3],
    rivals: i32,
}

impl Player for Odds {
    fn learn(&mut self, news: &News) {
        match news {
            News::Hand(card) => (self.card, self.rivals) = (*card, 2),
            News::Bets(_, stakes) => self.stakes = *stakes,
            News::Live(_, live) => self.rivals = i32::try_from(live.len()).unwrap() - 1,
            News::Showdown(_) | News::Result(_) => {}
        }
    }

    fn choose(&mut self, choices: &Choices) -> Action {
        let win = ((f64::from(self.card) + 0.5) / 10.0).powi(self.rivals);
        match *choices {
            Choices::Bid { round, min, max } => {
                let edge = (2.0 * win - 1.0).max(0.0);
                let share = if round == Round::First { edge * edge / 2.0 } else { edge * edge };
                Action::Bid(min + (share * f64::from(max - min)) as u16)
            }
            Choices::Call { level, .. } => {
                let pot: u16 = self.stakes.iter().sum();
                let price = f64::from(level - self.stakes[self.seat]);
                Action::Call(win * (f64::from(pot) + price) >= price)
            }
        }
    }
}

struct Random(Stream);

impl Player for Random {
    fn learn(&mut self, _: &News) {}

    fn choose(&mut self, choices: &Choices) -> Action {
        choices.nth(self.0.below(u32::try_from(choices.count()).unwrap()).into())
    }
}

/// Bids much with anything, and pays mostly.
struct Maniac(Stream);

impl Player for Maniac {
    fn learn(&mut self, _: &News) {}

    fn choose(&mut self, choices: &Choices) -> Action {
        match *choices {
            Choices::Bid { min, max, .. } => {
                let room = u32::from(max - min);
                Action::Bid(max - u16::try_from(self.0.below(room / 2 + 1)).unwrap())
            }
            Choices::Call { .. } => Action::Call(self.0.below(10) > 0),
        }
    }
}

/// The higher the card, the higher the bid.
struct Ladder {
    seat: usize,
    card: usize,
    stakes: [u16; 3],
}

impl Player for Ladder {
    fn learn(&mut self, news: &News) {
        match news {
            News::Hand(card) => self.card = usize::from(*card),
            News::Bets(_, stakes) => self.stakes = *stakes,
            News::Live(..) | News::Showdown(_) | News::Result(_) => {}
        }
    }

    fn choose(&mut self, choices: &Choices) -> Action {
        match *choices {
            Choices::Bid { round: Round::First, min, .. } => {
                Action::Bid(min.max([10, 10, 10, 10, 10, 10, 12, 15, 20, 30][self.card]))
            }
            Choices::Bid { min, max, .. } => {
                Action::Bid(max.min(min + [0, 0, 0, 0, 0, 5, 10, 20, 40, 90][self.card]))
            }
            Choices::Call { round, level } => {
                let price = usize::from(level - self.stakes[self.seat]);
                Action::Call(match round {
                    Round::First => price <= 4 * self.card.saturating_sub(4),
                    Round::Second => self.card == 9 || price <= 15 * self.card.saturating_sub(5),
                })
            }
        }
    }
}

impl Player for Equilibrium<'_> {
    fn learn(&mut self, news: &News) {
        Equilibrium::learn(self, news);
    }

    fn choose(&mut self, choices: &Choices) -> Action {
        Equilibrium::choose(self, choices)
    }
}

impl Player for Exploiter<'_> {
    fn learn(&mut self, news: &News) {
        Exploiter::learn(self, news);
    }

    fn choose(&mut self, choices: &Choices) -> Action {
        Exploiter::choose(self, choices)
    }
}

impl Player for Counter {
    fn learn(&mut self, news: &News) {
        Counter::learn(self, news);
    }

    fn choose(&mut self, choices: &Choices) -> Action {
        Counter::choose(self, choices)
    }
}

/// Bids any size and pays at random, so that rare decisions of the others are seen.
pub(crate) struct Prober(pub(crate) croupier_solve::poker::Prober);

impl Player for Prober {
    fn learn(&mut self, news: &News) {
        self.0.learn(news);
    }

    fn choose(&mut self, choices: &Choices) -> Action {
        self.0.choose(choices)
    }
}
