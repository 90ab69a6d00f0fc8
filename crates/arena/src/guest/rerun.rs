//! A seat of a recorded match once more: its bot is told what it was told, and its answers are compared.
//!
//! All that a bot learns follows from the record, and a bot in WebAssembly has nothing else to go by: not
//! even its clock is another. So it has to give the same answers again, break the same rules at the same
//! step, and use the same fuel.

use std::collections::BTreeMap;
use std::fmt;

use croupier_rules::game::{Node, Step};
use croupier_rules::record::{Event, FaultLine, Record, RecordError};
use croupier_rules::seat::Seat;
use croupier_rules::verdict::{Fault, Verdict};

use super::{Chair, Module, seat};
use crate::bot::{Clock, Greeting};
use crate::feed::seed_of_bot;
use crate::limits::Limits;
use crate::player::Player;
use crate::protocol::Wire;

/// What came of running a bot again.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Rerun {
    /// Questions whose answers were the recorded ones.
    pub answers: u64,
    /// The first answer that was not; the bot was not asked any further.
    pub difference: Option<Difference>,
    /// The fuel that it used, in units.
    pub fuel: u64,
}

/// An answer that is not the recorded one. Games and steps are counted from 0.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Difference {
    /// The game.
    pub game: u32,
    /// The step.
    pub step: u32,
    /// What the record has.
    pub recorded: String,
    /// What came now.
    pub came: String,
}

impl fmt::Display for Difference {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (game, step) = (self.game + 1, self.step + 1);
        write!(f, "game {game}, step {step}: the record has {}; now came {}", self.recorded, self.came)
    }
}

/// Runs the bot at a seat again, until an answer differs.
///
/// # Errors
/// When the record is of another game, or the rules do not bear it out.
///
/// # Panics
/// When the match has no such seat.
pub fn rerun<G: Wire>(record: &Record, at: Seat, module: &Module) -> Result<Rerun, RecordError> {
    let rules = record.rules::<G>()?;
    let header = &record.header;
    let limits = Limits::of_record(&header.limits);
    let greeting = Greeting {
        seat: at,
        seats: header.seats.len(),
        games: header.games,
        bot_seed: seed_of_bot(record, at),
        more: header.seats[at.index()].hello.clone(),
    };
    let clock = Clock::of(&limits);
    let chair = Chair { greeting: &greeting, limits: &limits, clock };
    let faults = record.faults()?.into_iter().filter(|line| line.seat == at.0);
    let mut again = Again {
        rules: &rules,
        seat: at,
        player: seat(module, &rules[0], &chair),
        faults: faults.map(|line| ((line.game, line.step), line)).collect(),
        game: 0,
        step: 0,
        state: None,
        out: false,
        answers: 0,
        difference: None,
    };
    record.replay(&rules, &mut |event| again.event(event))?;
    again.broken_off();
    if again.is_present() {
        again.finish();
    }
    let fuel = again.player.fuel().unwrap_or_default();
    Ok(Rerun { answers: again.answers, difference: again.difference, fuel })
}

/// A match as far as it has come.
struct Again<'a, G: Wire> {
    rules: &'a [G],
    seat: Seat,
    player: Box<dyn Player<G>>,
    /// The seat's faults that have not come up yet, by game and step.
    faults: BTreeMap<(u32, u32), FaultLine>,
    game: u32,
    step: u32,
    /// The state of the game in play.
    state: Option<G::State>,
    /// Whether the seat is asked no more.
    out: bool,
    answers: u64,
    difference: Option<Difference>,
}

impl<'a, G: Wire> Again<'a, G> {
    fn event(&mut self, event: Event<'_, G>) {
        match event {
            Event::Start { game } => self.start(game),
            Event::Step { before, step, after } => {
                let own = match step {
                    Step::Act(acts) => acts.iter().find(|(seat, _)| *seat == self.seat),
                    Step::Draw(_) => None,
                };
                if let Some((_, action)) = own {
                    self.ask(before, Some(action));
                }
                let (rules, seat) = (self.rules(), self.seat);
                if self.is_present() {
                    let player = &mut self.player;
                    rules.news(after, step, seat, &mut |news| player.learn(&news));
                }
                self.step += 1;
                self.state = Some(after.clone());
            }
            Event::Over { .. } => self.state = None,
            Event::Fault(_) => {}
        }
    }

    fn start(&mut self, game: u32) {
        (self.game, self.step) = (game, 0);
        let (rules, seat) = (self.rules(), self.seat);
        let state = rules.start();
        if self.is_present() {
            let player = &mut self.player;
            player.game_starts();
            rules.opening(&state, seat, &mut |news| player.learn(&news));
        }
        self.state = Some(state);
    }

    /// Asks the bot; `action` is what was taken for its seat, if play went on.
    fn ask(&mut self, state: &G::State, action: Option<&G::Action>) {
        if !self.is_present() {
            return;
        }
        let recorded = self.faults.remove(&(self.game, self.step)).map(|line| line.fault);
        let answer = self.answer(state);
        match (&answer, &recorded) {
            (Ok(came), None) if Some(came) == action => self.answers += 1,
            (Err(came), Some(recorded)) if is_same(came, recorded) => self.answers += 1,
            _ => {
                let shown = |answer: Result<&G::Action, &Fault>| {
                    answer.map_or_else(
                        |fault| format!("{}: {}", fault.verdict, fault.came),
                        ToString::to_string,
                    )
                };
                let had =
                    recorded.as_ref().map(|fault| shown(Err(fault))).or(action.map(|act| shown(Ok(act))));
                self.differs(had.unwrap_or_else(|| "nothing".into()), shown(answer.as_ref()));
            }
        }
        if recorded.is_some_and(|fault| fault.out) {
            self.out = true;
            self.player.leave();
        }
    }

    /// As the referee takes an answer.
    fn answer(&mut self, state: &G::State) -> Result<G::Action, Fault> {
        let choices = self.rules().choices(state, self.seat);
        let action = self.player.choose(&choices)?;
        self.rules().permits(state, self.seat, &action).map_err(|_| Fault {
            verdict: Verdict::Illegal,
            asked: choices.to_string(),
            came: self.player.came().unwrap_or_else(|| action.to_string()),
            expected: choices.to_string(),
            out: false,
        })?;
        Ok(action)
    }

    /// The question whose answer ended the match, which no step of the record follows.
    fn broken_off(&mut self) {
        let Some(&(game, _)) = self.faults.keys().next() else { return };
        let in_play = self.state.is_some();
        if !in_play && (game != self.game || self.step == 0) {
            self.start(game);
        }
        let Some(state) = self.state.take() else { return };
        if let Node::Decide(asked) = self.rules().node(&state)
            && asked.contains(self.seat)
        {
            self.ask(&state, None);
        }
    }

    /// The goodbye, at which a rule may still have been broken.
    fn finish(&mut self) {
        let said = self.player.finish();
        let recorded = self.faults.pop_first().map(|(_, line)| line.fault);
        let fits = match (&said, &recorded) {
            (Err(came), Some(recorded)) => is_same(came, recorded),
            (Ok(()), None) => true,
            (Err(_), None) | (Ok(()), Some(_)) => false,
        };
        if !fits {
            let shown = |fault: Option<&Fault>| fault.map_or("nothing".into(), |fault| fault.came.clone());
            self.differs(shown(recorded.as_ref()), shown(said.as_ref().err()));
        }
    }

    fn differs(&mut self, recorded: String, came: String) {
        let (game, step) = (self.game, self.step);
        self.difference.get_or_insert(Difference { game, step, recorded, came });
    }

    /// Whether the bot is still told and asked.
    fn is_present(&self) -> bool {
        !self.out && self.difference.is_none()
    }

    /// The rules of the game in play.
    fn rules(&self) -> &'a G {
        &self.rules[self.game as usize % self.rules.len()]
    }
}

/// Whether two faults are the same; what followed from the second is the referee's.
fn is_same(one: &Fault, other: &Fault) -> bool {
    (one.verdict, &one.asked, &one.came, &one.expected)
        == (other.verdict, &other.asked, &other.came, &other.expected)
}
