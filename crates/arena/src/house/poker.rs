//! House players of algorithmic poker.

use croupier_rules::chance::Stream;
use croupier_rules::game::Choices as _;
use croupier_rules::poker::{Action, Choices, News, Rules, SEATS};
use croupier_rules::seat::Seat;
use croupier_rules::verdict::Fault;

use super::habit::Sight;
use crate::player::Player;

/// The names that a contest may list.
pub const NAMES: [&str; 4] = ["odds", "random", "rock", "maniac"];

/// The house player of that name at a seat, playing with its own stream of chance.
pub fn named(name: &str, seat: Seat, chance: Stream) -> Option<Box<dyn Player<Rules>>> {
    match name {
        "odds" => Some(Box::new(Odds::new(seat))),
        "random" => Some(Box::new(Random { chance, drawn: Vec::new() })),
        "rock" => Some(Box::new(Rock { seat, card: 0, stack: 0 })),
        "maniac" => Some(Box::new(Maniac { card: 0, chance, drawn: Vec::new() })),
        _ => None,
    }
}

/// Takes any permitted action, all alike.
#[derive(Debug)]
pub struct Random {
    chance: Stream,
    drawn: Vec<(Action, u32)>,
}

impl Player<Rules> for Random {
    fn learn(&mut self, _: &News) {}

    fn choose(&mut self, choices: &Choices) -> Result<Action, Fault> {
        let count = u32::try_from(choices.count()).expect("bids are numbers of 16 bits");
        self.drawn.clear();
        self.drawn.extend((0..count).map(|index| (choices.nth(index.into()), 1)));
        Ok(choices.nth(self.chance.below(count).into()))
    }

    fn chances(&self) -> &[(Action, u32)] {
        &self.drawn
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
        let Self { seat, card, stakes, rivals } = *self;
        let sight = |level, max| Sight { seat, card, rivals, stakes, level, max };
        Ok(match *choices {
            Choices::Bid { round, min, max } => Action::Bid(odds::bid(round, &sight(min, max))),
            Choices::Call { level, .. } => Action::Call(odds::pays(&sight(level, level))),
        })
    }
}

/// What `odds` does.
pub(super) mod odds {
    use croupier_rules::poker::{CARDS, Round};

    use super::Sight;

    /// The minimum with an even chance or less; with a better one a share of the stack, half in round 1.
    pub(in super::super) fn bid(round: Round, sight: &Sight) -> u16 {
        let edge = (2.0 * win(sight) - 1.0).max(0.0);
        let share = match round {
            Round::First => edge * edge / 2.0,
            Round::Second => edge * edge,
        };
        #[expect(
            clippy::cast_possible_truncation,
            clippy::cast_sign_loss,
            reason = "a share of a stack that fits"
        )]
        let raise = (share * f64::from(sight.max - sight.level)) as u16;
        sight.level + raise
    }

    /// Whether the chance to win times the pot covers the price.
    pub(in super::super) fn pays(sight: &Sight) -> bool {
        let pot: u32 = sight.stakes.iter().map(|&stake| u32::from(stake)).sum();
        let price = f64::from(sight.level - sight.stakes[sight.seat.index()]);
        win(sight) * (f64::from(pot) + price) >= price
    }

    /// The chance to hold the best card; a tie counts half.
    fn win(sight: &Sight) -> f64 {
        let below = f64::from(sight.card) + 0.5;
        (below / f64::from(CARDS)).powi(i32::from(sight.rivals))
    }
}

/// Waits for the best cards: bids the minimum and folds, unless it holds one of the two highest.
///
/// The highest card pays any bid, and bids a quarter of what is left in round 2; the second highest pays up to half
/// of the stack.
#[derive(Debug)]
pub struct Rock {
    seat: Seat,
    card: u8,
    /// The greatest bid there is; a bid is asked before any call.
    stack: u16,
}

impl Player<Rules> for Rock {
    fn learn(&mut self, news: &News) {
        if let News::Hand(card) = news {
            self.card = *card;
        }
    }

    fn choose(&mut self, choices: &Choices) -> Result<Action, Fault> {
        if let Choices::Bid { max, .. } = *choices {
            self.stack = max;
        }
        let Self { seat, card, stack: max } = *self;
        let sight = |level| Sight { seat, card, rivals: 0, stakes: [0; SEATS], level, max };
        Ok(match *choices {
            Choices::Bid { round, min, .. } => Action::Bid(rock::bid(round, &sight(min))),
            Choices::Call { level, .. } => Action::Call(rock::pays(&sight(level))),
        })
    }
}

/// What `rock` does.
pub(super) mod rock {
    use croupier_rules::poker::{CARDS, Round};

    use super::Sight;

    /// The minimum; with the highest card a quarter of what is left in round 2.
    pub(in super::super) fn bid(round: Round, sight: &Sight) -> u16 {
        let presses = is_highest(sight) && round == Round::Second;
        if presses { sight.level + (sight.max - sight.level) / 4 } else { sight.level }
    }

    /// The highest card pays any bid, the second highest up to half of the stack.
    pub(in super::super) fn pays(sight: &Sight) -> bool {
        is_highest(sight) || sight.card + 2 == CARDS && sight.level <= sight.max / 2
    }

    fn is_highest(sight: &Sight) -> bool {
        sight.card + 1 == CARDS
    }
}

/// Bids high whatever it holds: in three of four questions some amount of the upper half of what it may. It pays
/// every bid with all but the two lowest cards, and with those every other one.
#[derive(Debug)]
pub struct Maniac {
    card: u8,
    chance: Stream,
    drawn: Vec<(Action, u32)>,
}

/// The least card that a maniac always pays with.
pub(super) const MANIAC_PAYS: u8 = 2;

impl Player<Rules> for Maniac {
    fn learn(&mut self, news: &News) {
        if let News::Hand(card) = news {
            self.card = *card;
        }
    }

    fn choose(&mut self, choices: &Choices) -> Result<Action, Fault> {
        self.drawn.clear();
        Ok(match *choices {
            Choices::Bid { min, max, .. } => {
                let half = (max - min) / 2;
                let bids = u32::from(max - min - half) + 1;
                let rest = min.saturating_add(1).max(min + half)..=max;
                // A single least bid is as likely as a third of the upper half, which may hold the least bid itself.
                let least = if half == 0 { bids + 3 } else { bids };
                self.drawn.push((Action::Bid(min), least));
                self.drawn.extend(rest.map(|bid| (Action::Bid(bid), 3)));
                if self.chance.below(4) == 0 {
                    return Ok(Action::Bid(min));
                }
                let more = self.chance.below(bids);
                Action::Bid(min + half + u16::try_from(more).expect("a part of a stack"))
            }
            Choices::Call { .. } if self.card >= MANIAC_PAYS => Action::Call(true),
            Choices::Call { .. } => {
                self.drawn.extend([(Action::Call(false), 1), (Action::Call(true), 1)]);
                Action::Call(self.chance.below(2) == 0)
            }
        })
    }

    fn chances(&self) -> &[(Action, u32)] {
        &self.drawn
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;
    use std::ops::ControlFlow;
    use std::sync::atomic::AtomicBool;

    use croupier_rules::chance::Key;
    use croupier_rules::chips::Chips;
    use croupier_rules::poker::{Choices, News, Round, Rules};
    use croupier_rules::seat::Seat;

    use super::named;
    use crate::dealer::Seeded;
    use crate::referee::{Match, MatchEnd, NoRecord};

    /// The greatest stacks that a contest may set: three of them pass 16 bits.
    #[test]
    fn house_players_count_large_stacks() {
        let rules = Rules { max_bid: u16::MAX, ..Rules::default() };
        for names in [["odds", "random", "random"], ["rock", "maniac", "odds"]] {
            let end = play(rules, names, 500);
            assert_eq!(end.totals.net.iter().copied().sum::<Chips>(), Chips::ZERO);
            assert_eq!(end.totals.fouls, [0, 0, 0]);
        }
    }

    /// Chips a deal, to the tens: who is patient, and who is not.
    #[test]
    fn a_rock_waits_and_a_maniac_pays_for_it() {
        let end = play(Rules::default(), ["rock", "maniac", "odds"], 20_000);
        let per_deal = end.totals.net.iter().map(|net| net.as_f64() / 20_000.0);
        let [rock, maniac, odds] = per_deal.collect::<Vec<_>>()[..] else { panic!("three seats") };
        assert!(rock > 5.0 && odds > 5.0 && maniac < -20.0, "{rock} {maniac} {odds}");
    }

    /// A player's draws in 100,000 answers to a question, held against the chances that it told.
    fn draws_as_told(name: &str, card: u8, choices: Choices) {
        const COUNT: u32 = 100_000;
        let mut player = named(name, Seat(0), Key::new(7, name).stream(0)).unwrap();
        player.learn(&News::Hand(card));
        let mut drawn: BTreeMap<String, u32> = BTreeMap::new();
        for _ in 0..COUNT {
            *drawn.entry(player.choose(&choices).unwrap().to_string()).or_default() += 1;
        }
        let told = player.chances();
        let total: f64 = told.iter().map(|&(_, weight)| f64::from(weight)).sum();
        let mut seen = 0;
        for &(action, weight) in told {
            let due = f64::from(COUNT) * f64::from(weight) / total;
            let times = drawn.get(&action.to_string()).copied().unwrap_or_default();
            assert!(
                (f64::from(times) - due).abs() < 5.0 * due.sqrt(),
                "{name}: {action} {times} times, {due} due"
            );
            seen += times;
        }
        assert_eq!(seen, COUNT, "{name} does only what it told, each action once: {told:?}");
    }

    #[test]
    fn house_players_draw_by_the_chances_that_they_tell() {
        for (name, card) in [("random", 5), ("maniac", 5), ("maniac", 0)] {
            for (min, max) in [(10, 300), (299, 300), (20, 50)] {
                draws_as_told(name, card, Choices::Bid { round: Round::First, min, max });
            }
        }
        draws_as_told("random", 5, Choices::Call { round: Round::First, level: 20 });
        draws_as_told("maniac", 1, Choices::Call { round: Round::Second, level: 20 });
    }

    fn play(rules: Rules, names: [&str; 3], games: u32) -> MatchEnd {
        let mut players: Vec<_> = names
            .into_iter()
            .zip(0..)
            .map(|(name, seat)| named(name, Seat(seat), Key::new(1, "stacks").stream(seat.into())).unwrap())
            .collect();
        Match { rules: &[rules], games, players: &mut players, stop: &AtomicBool::new(false) }
            .play(&mut Seeded::new(Key::new(1, "stacks")), &mut NoRecord, &mut |_| ControlFlow::Continue(()))
            .unwrap()
    }
}
