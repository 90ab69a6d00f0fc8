//! A bot behind a wire: a process that speaks JSON Lines on its standard input and output.

pub(crate) mod answer;
mod child;
mod clock;
mod launch;

pub use child::{Bounds, Child, Exit, NoLine};
pub use clock::Clock;
pub use launch::Launch;
pub(crate) use launch::is_programs_own;

use std::collections::BTreeSet;
use std::fmt::Display;
use std::io;
use std::time::Instant;

use croupier_rules::seat::Seat;
use croupier_rules::verdict::{Fault, Verdict};

use crate::log::Log;
use crate::player::{Absent, Player};
use crate::protocol::{self, Message, Object, Wire};

/// Characters of an answer that a record keeps.
const CAME_CHARS_MAX: usize = 200;

/// A seated bot.
#[derive(Debug)]
pub struct Bot {
    child: Option<Child>,
    clock: Clock,
    id: u64,
    /// Questions that ended in a fault: an answer that still arrives is passed over.
    passed_over: BTreeSet<u64>,
    outgoing: Vec<u8>,
    /// The last line that came.
    came: Vec<u8>,
    log: Log,
}

/// What a bot is told at the start, besides the game's own fields.
#[derive(Clone, Debug)]
pub struct Greeting {
    /// Its seat.
    pub seat: Seat,
    /// How many seats play.
    pub seats: usize,
    /// How many games the match has.
    pub games: u32,
    /// The seed of the bot's own generator: it says nothing about the cards.
    pub bot_seed: u64,
    /// Further fields, for adapters.
    pub more: Object,
}

impl Bot {
    /// Starts the process and waits for its `ready`.
    ///
    /// The inner error is the bot's fault, with what it logged: its seat is absent.
    ///
    /// # Errors
    /// When the system fails us: the program may be a good one.
    pub fn start<G: Wire>(
        launch: &Launch,
        rules: &G,
        greeting: &Greeting,
        clock: Clock,
        bounds: Bounds,
    ) -> io::Result<Result<Self, Absent>> {
        let asked = &"hello";
        let expected = &answer::READY;
        let child = match Child::start(launch, bounds) {
            Ok(child) => child,
            Err(why) if is_programs_own(&why) => {
                let came = format!("the program does not start: {}", plain(&why));
                let fault = out(Verdict::Crashed, asked, came, expected);
                return Ok(Err(Absent { fault, log: Log::default() }));
            }
            Err(why) => {
                return Err(io::Error::new(why.kind(), format!("a bot cannot be started: {why}")));
            }
        };
        let mut bot = Self {
            child: Some(child),
            clock,
            id: 0,
            passed_over: BTreeSet::new(),
            outgoing: hello(rules, greeting, &clock),
            came: Vec::new(),
            log: Log::default(),
        };
        let deadline = Instant::now() + bot.clock.start;
        let fault = match bot.exchange(deadline) {
            Ok(()) => match answer::to_hello(&bot.came) {
                Ok(()) => return Ok(Ok(bot)),
                Err(fault) => fault,
            },
            Err(no_line) => bot.no_line(no_line, asked, expected),
        };
        bot.end(Vec::new());
        Ok(Err(Absent { fault: Fault { out: true, ..fault }, log: bot.log }))
    }

    /// Sends what waits and reads a line into `came`.
    fn exchange(&mut self, deadline: Instant) -> Result<(), NoLine> {
        let child = self.child.as_mut().ok_or(NoLine::Closed(None))?;
        child.send(&mut self.outgoing, deadline)?;
        self.came = child.line(deadline)?;
        Ok(())
    }

    /// The answer to the question that waits to be sent, with the time charged.
    fn ask(&mut self, asked: &dyn Display) -> Result<Object, Fault> {
        let deadline = Instant::now() + self.clock.left();
        loop {
            let started = Instant::now();
            let exchanged = self.exchange(deadline);
            self.clock.charge(started.elapsed());
            if let Err(no_line) = exchanged {
                return Err(self.no_line(no_line, asked, asked));
            }
            if let Some(answer) = answer::to_question(&self.came, self.id, &self.passed_over, asked) {
                return answer;
            }
        }
    }

    fn no_line(&self, no_line: NoLine, asked: &dyn Display, expected: &dyn Display) -> Fault {
        answer::none(no_line, self.clock.is_spent(), asked, expected)
    }

    /// Ends the process and keeps its log. Returns what it still wrote.
    fn end(&mut self, bye: Vec<u8>) -> Vec<Vec<u8>> {
        let Some(child) = self.child.take() else { return Vec::new() };
        let (lines, log) = child.finish(bye);
        self.log = log;
        lines
    }
}

impl<G: Wire> Player<G> for Bot {
    fn game_starts(&mut self) {
        if G::LIMITS_PER_GAME {
            self.clock.refill();
            if let Some(child) = &mut self.child {
                child.refill_output();
            }
        }
    }

    fn learn(&mut self, news: &G::News) {
        G::tell(news, &mut self.outgoing);
    }

    fn choose(&mut self, choices: &G::Choices) -> Result<G::Action, Fault> {
        self.id += 1;
        protocol::push_question::<G>(&mut self.outgoing, choices, self.id, self.clock.left_ms());
        let action = self.ask(choices).and_then(|answer| answer::action::<G>(choices, &answer, &self.came));
        if action.is_err() {
            self.passed_over.insert(self.id);
        }
        action
    }

    fn leave(&mut self) {
        self.outgoing = Vec::new();
        self.passed_over.clear();
        if let Some(child) = self.child.take() {
            self.log = child.abandon();
        }
    }

    fn came(&self) -> Option<String> {
        Some(readable(&self.came))
    }

    fn log(&mut self) -> Log {
        if let Some(child) = &mut self.child {
            self.log.clone_from(child.log());
        }
        self.log.clone()
    }

    fn finish(&mut self) -> Result<(), Fault> {
        self.outgoing.extend_from_slice(protocol::BYE);
        let bye = std::mem::take(&mut self.outgoing);
        for line in self.end(bye) {
            if let Message::Illegal(_, what) = protocol::read(&line) {
                return Err(fault(Verdict::Illegal, &"bye", shown(what.as_bytes()), &"nothing"));
            }
        }
        Ok(())
    }
}

/// The first line that a bot is sent.
pub(crate) fn hello<G: Wire>(rules: &G, greeting: &Greeting, clock: &Clock) -> Vec<u8> {
    let mut fields = Object::new();
    fields.insert("hello".into(), protocol::VERSION.into());
    fields.insert("game".into(), G::NAME.into());
    fields.insert("seat".into(), greeting.seat.0.into());
    fields.insert("seats".into(), greeting.seats.into());
    fields.insert("games".into(), greeting.games.into());
    rules.hello(&mut fields);
    fields.insert("move_ms".into(), clock.move_ms().into());
    fields.insert("bank_ms".into(), clock.bank_ms().into());
    fields.insert("bot_seed".into(), greeting.bot_seed.into());
    fields.extend(greeting.more.clone());
    let mut line = serde_json::to_vec(&fields).expect("an object of plain values");
    line.push(b'\n');
    line
}

pub(crate) fn fault(verdict: Verdict, asked: &dyn Display, came: String, expected: &dyn Display) -> Fault {
    Fault { verdict, asked: asked.to_string(), came, expected: expected.to_string(), out: false }
}

/// A fault after which the bot is asked no more.
pub(crate) fn out(verdict: Verdict, asked: &dyn Display, came: String, expected: &dyn Display) -> Fault {
    Fault { out: true, ..fault(verdict, asked, came, expected) }
}

/// A bot's line for a person, in quotes.
pub(crate) fn readable(line: &[u8]) -> String {
    format!("`{}`", shown(line))
}

/// A bot's bytes for a person: cut to a length, with what cannot be seen escaped.
pub(crate) fn shown(bytes: &[u8]) -> String {
    let text = String::from_utf8_lossy(&bytes[..bytes.len().min(4 * CAME_CHARS_MAX)]);
    let mut shown: String = text
        .chars()
        .take(CAME_CHARS_MAX)
        .flat_map(|c| if c.is_control() { c.escape_default().collect::<Vec<_>>() } else { vec![c] })
        .collect();
    if text.chars().count() > CAME_CHARS_MAX || bytes.len() > 4 * CAME_CHARS_MAX {
        shown.push('…');
    }
    shown
}

/// A system error without the path or the number of this machine.
fn plain(error: &io::Error) -> String {
    error.kind().to_string()
}
