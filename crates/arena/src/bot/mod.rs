//! A bot behind a wire: a process that speaks JSON Lines on its standard input and output.

pub(crate) mod answer;
mod child;
mod clock;
mod company;
mod launch;
mod meter;

pub(crate) use answer::BANK_SPENT;
pub use child::{Bounds, Child, Exit, Farewell, NoLine};
pub use clock::Clock;
pub(crate) use clock::Taken;
pub use company::Company;
use company::{MOMENT, Place};
pub use launch::Launch;
pub(crate) use launch::{is_programs_own, not_started};
use meter::Meter;

use std::collections::BTreeSet;
use std::fmt::Display;
use std::io;
use std::time::{Duration, Instant};

use croupier_rules::seat::Seat;
use croupier_rules::unseen::written_out;
use croupier_rules::verdict::{Fault, Verdict};

use crate::log::Log;
use crate::player::{Absent, Player};
use crate::protocol::{self, Message, Object, Wire};
use crate::stop::Stop;

/// Characters of an answer that a record keeps.
const CAME_CHARS_MAX: usize = 200;

/// How long the referee looks again for an answer that is overdue: by how much the machine held it up is
/// known only afterwards.
const SECOND_LOOK: Duration = Duration::from_millis(10);

/// However loaded the machine is, nobody waits longer than so many times the limit.
const PATIENCE: u32 = 10;

/// A seated bot.
#[derive(Debug)]
pub struct Bot {
    child: Option<Child>,
    clock: Clock,
    meter: Meter,
    place: Option<Place>,
    /// What the referee has to say to the bot's author.
    remarks: Vec<String>,
    id: u64,
    /// Questions that ended in a fault: an answer that still arrives is passed over.
    passed_over: BTreeSet<u64>,
    outgoing: Vec<u8>,
    /// The last line that came.
    came: Vec<u8>,
    /// Whether it has promised to answer the end of the match.
    says_bye: bool,
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
    /// Starts the process and waits for its `ready`, at a table of its own: see [`start_among`](Self::start_among).
    ///
    /// # Errors
    /// When the system fails us: the program may be a good one.
    pub fn start<G: Wire>(
        launch: &Launch,
        rules: &G,
        greeting: &Greeting,
        clock: Clock,
        bounds: Bounds,
        stop: &Stop,
    ) -> io::Result<Result<Self, Absent>> {
        Self::start_among(&Company::default(), launch, rules, greeting, clock, bounds, stop)
    }

    /// Starts the process and waits for its `ready`. The others of the company stand still while it thinks.
    ///
    /// The inner error is the bot's fault, with what it logged: its seat is absent. Once `stop` is set, no
    /// wait for it goes on; its fault then means nothing, and the match is not stored.
    ///
    /// # Errors
    /// When the system fails us: the program may be a good one.
    pub fn start_among<G: Wire>(
        company: &Company,
        launch: &Launch,
        rules: &G,
        greeting: &Greeting,
        clock: Clock,
        bounds: Bounds,
        stop: &Stop,
    ) -> io::Result<Result<Self, Absent>> {
        let asked = &"hello";
        let expected = &answer::READY;
        let child = match Child::start(launch, bounds, stop) {
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
            meter: Meter::new(child.id()),
            place: Some(company.join(child.id(), launch.cage.as_ref())),
            remarks: Vec::new(),
            child: Some(child),
            clock,
            id: 0,
            passed_over: BTreeSet::new(),
            outgoing: hello(rules, greeting, &clock),
            came: Vec::new(),
            says_bye: false,
            log: Log::default(),
        };
        let deadline = Instant::now() + bot.clock.start;
        let fault = match bot.exchange(deadline) {
            Ok(()) => match answer::to_hello(&bot.came) {
                Ok(says_bye) => {
                    // The start has a limit of its own.
                    bot.meter.look();
                    bot.says_bye = says_bye;
                    return Ok(Ok(bot));
                }
                Err(fault) => fault,
            },
            Err(no_line) => {
                if let Some(why) = bot.child.as_mut().and_then(Child::not_started) {
                    return Err(why);
                }
                answer::none(no_line, asked, expected)
            }
        };
        let _said = bot.end(Vec::new());
        Ok(Err(Absent { fault: Fault { out: true, ..fault }, log: bot.log }))
    }

    /// Sends what waits and reads a line into `came`.
    fn exchange(&mut self, deadline: Instant) -> Result<(), NoLine> {
        self.send(deadline)?;
        self.receive(deadline)
    }

    fn send(&mut self, deadline: Instant) -> Result<(), NoLine> {
        let child = self.child.as_mut().ok_or(NoLine::Closed(None))?;
        child.send(&mut self.outgoing, deadline)
    }

    fn receive(&mut self, deadline: Instant) -> Result<(), NoLine> {
        let child = self.child.as_mut().ok_or(NoLine::Closed(None))?;
        let moment = Instant::now() + MOMENT;
        self.came = match child.line(moment.min(deadline)) {
            Err(NoLine::Late(_)) if moment < deadline => {
                let _silence = self.place.as_ref().map(Place::silence);
                child.line(deadline)?
            }
            came => came?,
        };
        Ok(())
    }

    /// The answer to the question that waits to be sent, with the time charged.
    fn ask(&mut self, asked: &dyn Display) -> Result<Object, Fault> {
        let started = Instant::now();
        let (started, answer) = match self.send(started + self.clock.left()) {
            // The bot's time begins when it has the question.
            Ok(()) => {
                let started = Instant::now();
                (started, self.await_answer(started, asked))
            }
            Err(no_line) => (started, Err(answer::none(no_line, asked, asked))),
        };
        let time = self.meter.charge(started.elapsed());
        match self.clock.take(time) {
            Taken::Late if answer.is_ok() => Err(self.overdue(asked)),
            Taken::Strike(left) if answer.is_ok() => {
                self.remarks.push(answer::strike(self.id, time, left));
                answer
            }
            Taken::InTime | Taken::Strike(_) | Taken::Late => {
                answer.map_err(|fault| answer::with_bank(fault, &self.clock))
            }
        }
    }

    /// An answer that came, but after its time.
    fn overdue(&self, asked: &dyn Display) -> Fault {
        let came = format!("{} after its time", readable(&self.came));
        answer::with_bank(fault(Verdict::Late, asked, came, asked), &self.clock)
    }

    /// Reads lines until the answer comes, or its time is over: that which the machine's load costs is
    /// given back, up to a bound.
    fn await_answer(&mut self, started: Instant, asked: &dyn Display) -> Result<Object, Fault> {
        let limit = self.clock.left();
        let mut deadline = started + limit;
        loop {
            if let Err(no_line) = self.receive(deadline) {
                let charged = self.meter.so_far(started.elapsed());
                let last = started + limit * PATIENCE;
                let is_due = deadline > started + limit && charged >= limit;
                if matches!(no_line, NoLine::Late(_)) && !is_due && deadline < last {
                    deadline = (Instant::now() + limit.saturating_sub(charged).max(SECOND_LOOK)).min(last);
                    continue;
                }
                return Err(answer::none(no_line, asked, asked));
            }
            if let Some(answer) = answer::to_question(&self.came, self.id, &self.passed_over, asked) {
                return answer;
            }
        }
    }

    /// Ends the process and keeps its log. Returns what it still wrote, and how that ended.
    fn end(&mut self, bye: Vec<u8>) -> Option<(Vec<Vec<u8>>, NoLine)> {
        self.place = None;
        let Farewell { lines, end, log } = self.child.take()?.finish(bye);
        self.log = log;
        Some((lines, end))
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
        self.place = None;
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
        self.log.clone().with_remarks(&self.remarks)
    }

    fn finish(&mut self) -> Result<(), Fault> {
        self.outgoing.extend_from_slice(protocol::BYE);
        let bye = std::mem::take(&mut self.outgoing);
        let Some((lines, end)) = self.end(bye) else { return Ok(()) };
        for line in &lines {
            if let Message::Illegal(_, what) = protocol::read(line) {
                return Err(fault(Verdict::Illegal, &"bye", shown(what.as_bytes()), &"nothing"));
            }
        }
        let has_left = matches!(end, NoLine::Closed(_)) && !lines.iter().any(|line| is_farewell(line));
        // One that has failed may have ended for that: it is told of once.
        if self.says_bye && has_left && self.passed_over.is_empty() {
            return Err(answer::none(end, &"bye", &answer::FAREWELL));
        }
        Ok(())
    }
}

/// Whether a line is the answer to the end of a match.
pub(crate) fn is_farewell(line: &[u8]) -> bool {
    serde_json::from_slice::<serde_json::Value>(line).is_ok_and(|answer| answer["bye"] == true)
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
    fields.insert("hard_ms".into(), clock.hard_ms().into());
    fields.insert("strikes".into(), clock.strikes().into());
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
    let mut shown = written_out(text.chars().take(CAME_CHARS_MAX));
    if text.chars().count() > CAME_CHARS_MAX || bytes.len() > 4 * CAME_CHARS_MAX {
        shown.push('…');
    }
    shown
}

/// A system error without the path or the number of this machine.
fn plain(error: &io::Error) -> String {
    error.kind().to_string()
}
