//! House players by solvers, and the meter of luck: what the arena is handed, since it never sees a solver.

use croupier_arena::choice_luck::ChoiceMeter;
use croupier_arena::game_kind::GameKind;
use croupier_arena::house::habit::{Habit, Sight};
use croupier_arena::house::{House, Houses, Invitation};
use croupier_arena::luck::Meter;
use croupier_arena::player::Player;
use croupier_rules::blackjack::{Action, Choices, Evening, News, Rules};
use croupier_rules::game::{Acts, Step};
use croupier_rules::poker;
use croupier_rules::seat::Seat;
use croupier_rules::verdict::Fault;
use croupier_solve::bankroll::{Bets, Gambler, Luckless, Style};
use croupier_solve::poker::{Draws, Equilibrium, Exploiter, Flows, Limits, Manner, Policy, Rule, State};

/// All house players.
pub(crate) const HOUSES: Houses = Houses {
    blackjack: House { names: &BLACKJACK, seat: seat_at_blackjack },
    poker: House { names: &POKER, seat: seat_at_poker },
    choice_luck: Some(luck_of_choices),
};

/// Those of blackjack: the arena's own, then those by solvers.
const BLACKJACK: [&str; 11] = [
    "flat",
    "mimic",
    "table",
    "exact",
    "exact-0.5",
    "exact-0.75",
    "exact-1.25",
    "exact-1.5",
    "exact-2",
    "goal",
    "trim",
];

/// Those of poker: the arena's own, then those by solvers.
const POKER: [&str; 6] = ["odds", "random", "rock", "maniac", "equilibrium", "exploiter"];

/// The names of a game's house players.
pub(crate) fn names(game: GameKind) -> &'static [&'static str] {
    HOUSES.names(game)
}

/// A meter of luck for a test of blackjack.
pub(crate) fn luck() -> Box<dyn Meter> {
    Box::new(Watching(Luckless::default()))
}

fn seat_at_blackjack(guest: Invitation<'_, Rules>) -> Option<Box<dyn Player<Rules>>> {
    let gambler = match guest.name {
        "exact" => exact(1.0, guest.rules),
        "goal" => Gambler::betting(Style::exact(), Bets::Goal, guest.rules),
        "trim" => return Some(trim(guest)),
        name => match name.strip_prefix("exact-").and_then(|multiple| multiple.parse().ok()) {
            Some(multiple) => exact(multiple, guest.rules),
            None => return (Houses::OWN.blackjack.seat)(guest),
        },
    };
    Some(Box::new(Seated(gambler)))
}

/// Exact play, and so many times one Kelly.
fn exact(multiple: f64, rules: &Rules) -> Gambler {
    Gambler::betting(Style::exact(), Bets::Kelly(multiple), rules)
}

/// Plays for the mark. On the committee's own shoes nothing beats the committee's own play: each evening ends
/// with its money, and the ratio is 1, the full mark, as long as the committee has money. On others it plans its
/// evenings.
fn trim(guest: Invitation<'_, Rules>) -> Box<dyn Player<Rules>> {
    let is_common = guest.told.get("common_shuffles").and_then(serde_json::Value::as_bool).unwrap_or(false);
    let committee = guest.told.get("committee").and_then(serde_json::Value::as_str);
    match committee.filter(|_| is_common) {
        // A committee that plays for the mark has no committee above it; and of one that plays for the goal, which mostly
        // leaves nothing, any money has the full mark.
        Some("trim" | "goal") => Box::new(Seated(exact(1.0, guest.rules))),
        Some(name) if BLACKJACK.contains(&name) => {
            seat_at_blackjack(Invitation { name, ..guest }).expect("it is one of the names")
        }
        _ => Box::new(Seated(Gambler::for_the_mark(Style::exact(), guest.rules))),
    }
}

fn seat_at_poker(guest: Invitation<'_, poker::Rules>) -> Option<Box<dyn Player<poker::Rules>>> {
    match guest.name {
        "equilibrium" => {
            let policy = Policy::of_limits(Limits::of(guest.rules));
            Some(Box::new(AtEquilibrium(Equilibrium::new(policy, guest.seat.index(), guest.chance))))
        }
        "exploiter" => {
            let policy = Policy::of_limits(Limits::of(guest.rules));
            Some(Box::new(Exploits(Exploiter::new(policy, guest.seat.index(), guest.chance))))
        }
        _ => (Houses::OWN.poker.seat)(guest),
    }
}

/// An equilibrium at the referee's table.
struct AtEquilibrium(Equilibrium<'static>);

impl Player<poker::Rules> for AtEquilibrium {
    fn learn(&mut self, news: &poker::News) {
        self.0.learn(news);
    }

    fn chances(&self) -> &[(poker::Action, u32)] {
        self.0.chances()
    }

    fn choose(&mut self, choices: &poker::Choices) -> Result<poker::Action, Fault> {
        Ok(self.0.choose(choices))
    }
}

/// An exploiter at the referee's table.
struct Exploits(Exploiter<'static>);

impl Player<poker::Rules> for Exploits {
    fn learn(&mut self, news: &poker::News) {
        self.0.learn(news);
    }

    fn chances(&self) -> &[(poker::Action, u32)] {
        self.0.chances()
    }

    fn choose(&mut self, choices: &poker::Choices) -> Result<poker::Action, Fault> {
        Ok(self.0.choose(choices))
    }
}

/// Measures the luck of house players' choices; none where nobody draws, or where one learns: what an exploiter answers
/// is not foreseen.
fn luck_of_choices(names: [&str; poker::SEATS], rules: &poker::Rules) -> Option<Box<dyn ChoiceMeter>> {
    let limits = Limits::of(rules);
    if !names.iter().any(|name| ["equilibrium", "random", "maniac"].contains(name)) {
        return None;
    }
    let mut manners = Vec::new();
    for name in names {
        manners.push(if name == "equilibrium" {
            Manner::Policy
        } else {
            Manner::Rule(Box::new(Expected { habit: Habit::named(name)?, max: rules.max_bid }))
        });
    }
    let policy = names.contains(&"equilibrium").then(|| Policy::of_limits(limits));
    let manners = manners.try_into().unwrap_or_else(|_| unreachable!("each seat has a manner"));
    Some(Box::new(Drawing(Draws::new(manners, policy, limits))))
}

/// A meter of choices at the referee's table.
struct Drawing(Draws);

impl ChoiceMeter for Drawing {
    fn drawn(&mut self, seat: Seat, chances: &[(poker::Action, u32)]) {
        self.0.drawn(seat, chances);
    }

    fn step(&mut self, before: &poker::Deal, acts: &Acts<poker::Action>) {
        self.0.step(before, acts);
    }

    fn deal(&mut self) -> Flows {
        self.0.take()
    }
}

/// A seat that is expected to play as one of the arena's own house players.
#[derive(Debug)]
struct Expected {
    habit: Habit,
    /// The greatest bid.
    max: u16,
}

impl Expected {
    fn sight(&self, seat: usize, card: u8, state: &State) -> Sight {
        Sight {
            seat: Seat(u8::try_from(seat).expect("a table has three seats")),
            card,
            rivals: u16::try_from(state.live() - 1).expect("a table has three seats"),
            stakes: state.stakes,
            level: state.level(),
            max: self.max,
        }
    }
}

impl Rule for Expected {
    fn bid(&self, seat: usize, card: u8, state: &State) -> u16 {
        self.habit.bid(poker::Round::Second, &self.sight(seat, card, state))
    }

    fn pays(&self, seat: usize, card: u8, state: &State) -> f64 {
        self.habit.pays(&self.sight(seat, card, state))
    }
}

/// A gambler at the referee's table.
struct Seated(Gambler);

impl Player<Rules> for Seated {
    fn learn(&mut self, news: &News) {
        self.0.learn(news);
    }

    fn choose(&mut self, choices: &Choices) -> Result<Action, Fault> {
        Ok(self.0.choose(choices))
    }
}

/// A meter at the referee's table.
struct Watching(Luckless);

impl Meter for Watching {
    fn step(&mut self, _: &Rules, before: &Evening, step: &Step<Rules>) {
        self.0.step(before, step);
    }

    fn evening(&mut self) -> f64 {
        self.0.take()
    }
}

#[cfg(test)]
mod tests {
    use croupier_arena::house::{POLICY, VERSION};
    use croupier_solve::poker::Policy;

    #[test]
    fn another_policy_is_another_version_of_the_house_players() {
        assert_eq!(Policy::shipped_checksum(), POLICY, "the policy has changed: raise {VERSION} with it");
    }
}
