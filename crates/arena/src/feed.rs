//! What a seat was sent in a recorded match, line for line, and what it answered then.
//!
//! All of it follows from the record: the greeting from its header, notices and questions from a
//! replay by the rules. Only `left_ms` does not, since a record holds no time: each question says the
//! whole time for a move.

use std::collections::BTreeMap;
use std::ops::ControlFlow;

use croupier_rules::game::{Node, Step, rules_of};
use croupier_rules::record::{Event, FaultLine, Record, RecordError};
use croupier_rules::seat::Seat;
use croupier_rules::verdict::Fault;

use crate::bot::{self, Clock, Greeting};
use crate::contestant::{bot_seed, own_key};
use crate::protocol::{self, Message, Wire};

/// A part of the conversation: the lines that went to the seat, and what is due then.
#[derive(Debug)]
pub enum Turn<'a, G: Wire> {
    /// The first line; `ready` is due.
    Hello(&'a [u8]),
    /// Notices and a question; an answer is due.
    Question(&'a [u8], Question<'a, G>),
    /// The last notices and the goodbye.
    Bye(&'a [u8]),
}

/// A question with the answer of the record.
#[derive(Debug)]
pub struct Question<'a, G: Wire> {
    /// The game, counted from 0.
    pub game: u32,
    /// Its number on the wire.
    pub id: u64,
    /// What was asked.
    pub choices: &'a G::Choices,
    /// What came.
    pub recorded: Recorded<G::Action>,
}

/// What a seat answered in the record.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Recorded<A> {
    /// An action that was taken.
    Action(A),
    /// A fault.
    Fault(Fault),
}

impl<G: Wire> Question<'_, G> {
    /// Whether a bot's line means what the record says.
    pub fn fits(&self, line: &[u8]) -> bool {
        match &self.recorded {
            Recorded::Fault(fault) => fault.came == bot::readable(line),
            Recorded::Action(action) => match protocol::read(line) {
                Message::Answer(id, answer) => {
                    id == self.id && G::answer(self.choices, &answer).is_ok_and(|given| given == *action)
                }
                Message::Illegal(..) | Message::Garbled(_) => false,
            },
        }
    }
}

/// The seed that the bot at a seat was told for its own generator.
///
/// # Panics
/// When the match has no such seat.
pub fn seed_of_bot(record: &Record, seat: Seat) -> u64 {
    let header = &record.header;
    bot_seed(&own_key(header.seed, &header.label, seat, &header.seats[seat.index()].name))
}

/// Goes through the conversation with a seat until `visit` ends it.
///
/// # Errors
/// When the record is of another game, or the rules do not bear it out.
///
/// # Panics
/// When the match has no such seat.
pub fn conversation<G: Wire>(
    record: &Record,
    seat: Seat,
    visit: &mut dyn FnMut(Turn<'_, G>) -> ControlFlow<()>,
) -> Result<(), RecordError> {
    let rules = record.rules::<G>()?;
    let header = &record.header;
    let limit = |name: &str| header.limits.get(name).and_then(serde_json::Value::as_u64).unwrap_or(0);
    let clock = Clock::new(limit("start_ms"), limit("move_ms"), limit("bank_ms"))
        .with_strikes(limit("hard_ms"), u32::try_from(limit("strikes")).unwrap_or(u32::MAX));
    let greeting = Greeting {
        seat,
        seats: header.seats.len(),
        games: header.games,
        bot_seed: seed_of_bot(record, seat),
        more: header.seats[seat.index()].hello.clone(),
    };
    let faults = record.faults()?.into_iter().filter(|line| line.seat == seat.0);
    let mut talk = Talk {
        rules: &rules,
        seat,
        left_ms: clock.left_ms(),
        faults: faults.map(|line| ((line.game, line.step), line)).collect(),
        flow: visit(Turn::Hello(&bot::hello(&rules[0], &greeting, &clock))),
        visit,
        waiting: Vec::new(),
        id: 0,
        game: 0,
        step: 0,
        state: None,
        out: false,
    };
    record.replay(&rules, &mut |event| talk.event(event))?;
    talk.broken_off();
    if talk.flow.is_continue() {
        talk.waiting.extend_from_slice(protocol::BYE);
        let _ended = (talk.visit)(Turn::Bye(&talk.waiting));
    }
    Ok(())
}

/// A conversation as far as it has come.
struct Talk<'a, G: Wire> {
    rules: &'a [G],
    seat: Seat,
    left_ms: u64,
    /// The seat's faults that have not come up yet, by game and step.
    faults: BTreeMap<(u32, u32), FaultLine>,
    visit: &'a mut dyn FnMut(Turn<'_, G>) -> ControlFlow<()>,
    flow: ControlFlow<()>,
    /// Notices that go with the next question.
    waiting: Vec<u8>,
    id: u64,
    game: u32,
    step: u32,
    /// The state of the game in play.
    state: Option<G::State>,
    /// Whether the seat is asked no more.
    out: bool,
}

impl<G: Wire> Talk<'_, G> {
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
                let waiting = &mut self.waiting;
                rules_of(self.rules, self.game)
                    .news(after, step, self.seat, &mut |news| G::tell(&news, waiting));
                self.step += 1;
                self.state = Some(after.clone());
            }
            Event::Over { .. } => self.state = None,
            Event::Fault(_) => {}
        }
    }

    fn start(&mut self, game: u32) {
        (self.game, self.step) = (game, 0);
        let rules = rules_of(self.rules, game);
        let state = rules.start();
        let waiting = &mut self.waiting;
        rules.opening(&state, self.seat, &mut |news| G::tell(&news, waiting));
        self.state = Some(state);
    }

    /// A question at this state; `action` is what was taken for the seat, if play went on.
    fn ask(&mut self, state: &G::State, action: Option<&G::Action>) {
        if self.out || self.flow.is_break() {
            return;
        }
        let fault = self.faults.remove(&(self.game, self.step)).map(|line| line.fault);
        self.out = fault.as_ref().is_some_and(|fault| fault.out);
        let Some(recorded) = fault.map(Recorded::Fault).or(action.cloned().map(Recorded::Action)) else {
            return;
        };
        self.id += 1;
        let choices = &rules_of(self.rules, self.game).choices(state, self.seat);
        protocol::push_question::<G>(&mut self.waiting, choices, self.id, self.left_ms);
        let question = Question { game: self.game, id: self.id, choices, recorded };
        self.flow = (self.visit)(Turn::Question(&self.waiting, question));
        self.waiting.clear();
    }

    /// The question whose answer ended the match, which no step of the record follows.
    fn broken_off(&mut self) {
        let Some(&(game, _)) = self.faults.keys().next() else { return };
        let in_play = self.state.is_some();
        // A game that is over has taken steps: none were taken of one that has not begun.
        if !in_play && (game != self.game || self.step == 0) {
            self.start(game);
        }
        let Some(state) = self.state.take() else { return };
        if let Node::Decide(asked) = rules_of(self.rules, self.game).node(&state)
            && asked.contains(self.seat)
        {
            self.ask(&state, None);
        }
    }
}
