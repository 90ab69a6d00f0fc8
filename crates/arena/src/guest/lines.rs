//! The seat of a guest that speaks JSON Lines on its standard input and output.

use std::collections::BTreeSet;
use std::fmt::Display;
use std::time::Duration;

use croupier_rules::verdict::{Fault, Verdict};
use croupier_wasm::{End, Guest, NoHost, Output, Pause, Program};

use super::seat::{Chair, GOODBYE, ended, fuel};
use crate::bot::{Clock, NoLine, Taken, answer, fault, hello, is_farewell, readable, shown};
use crate::log::Log;
use crate::player::{Absent, Player};
use crate::protocol::{self, Message, Object, Wire};

/// A seated bot.
#[derive(Debug)]
pub(crate) struct Lines {
    guest: Option<Guest<NoHost>>,
    clock: Clock,
    bounds: Bounds,
    id: u64,
    /// Questions that ended in a fault: an answer that still arrives is passed over.
    passed_over: BTreeSet<u64>,
    outgoing: Vec<u8>,
    /// Output that has not been read as a line yet.
    pending: Vec<u8>,
    /// Bytes of output so far.
    received: u64,
    /// The last line that came.
    came: Vec<u8>,
    /// Whether it has promised to answer the end of the match.
    says_bye: bool,
    fuel: u64,
    log: Log,
    /// What the referee has to say to the bot's author.
    remarks: Vec<String>,
}

/// What a bot may write, in bytes.
#[derive(Clone, Copy, Debug)]
struct Bounds {
    line: usize,
    output: u64,
}

/// Why there is no line.
enum Silent {
    As(NoLine),
    Ended(End),
}

impl Lines {
    /// Starts the bot and waits for its `ready`.
    ///
    /// # Errors
    /// The bot's fault, with what it logged: its seat is absent.
    pub(crate) fn start<G: Wire>(
        program: &Program<NoHost>,
        rules: &G,
        chair: &Chair<'_>,
    ) -> Result<Self, Absent> {
        let limits = chair.limits;
        let mut bot = Self {
            guest: Some(Guest::start(program, NoHost, chair.settings(Output::Lines))),
            clock: chair.clock,
            bounds: Bounds {
                line: usize::try_from(limits.line_bytes).unwrap_or(usize::MAX),
                output: limits.output_bytes,
            },
            id: 0,
            passed_over: BTreeSet::new(),
            outgoing: hello(rules, chair.greeting, &chair.clock),
            pending: Vec::new(),
            received: 0,
            came: Vec::new(),
            says_bye: false,
            fuel: 0,
            log: Log::default(),
            remarks: Vec::new(),
        };
        let fault = match bot.exchange(bot.clock.start).0 {
            Ok(()) => match answer::to_hello(&bot.came) {
                Ok(says_bye) => {
                    bot.says_bye = says_bye;
                    return Ok(bot);
                }
                Err(fault) => fault,
            },
            Err(silent) => bot.silent(silent, &"hello", &answer::READY),
        };
        bot.stop();
        Err(Absent { fault: Fault { out: true, ..fault }, log: bot.log.with_remarks(&bot.remarks) })
    }

    /// Sends what waits and reads a line into `came`; with the time that the bot is charged.
    fn exchange(&mut self, left: Duration) -> (Result<(), Silent>, Duration) {
        let allowance = fuel(left);
        let Some(guest) = &mut self.guest else {
            return (Err(Silent::As(NoLine::Closed(None))), Duration::ZERO);
        };
        guest.send(&std::mem::take(&mut self.outgoing));
        let started = guest.time();
        loop {
            match self.take_line() {
                Ok(Some(line)) => {
                    self.came = line;
                    return (Ok(()), self.since(started));
                }
                Ok(None) => {}
                Err(no_line) => return (Err(Silent::As(no_line)), self.since(started)),
            }
            let used = fuel(self.since(started));
            match self.run(allowance.saturating_sub(used)) {
                // It waits for a line, and so do we: nothing will come within any time.
                Ok(Pause::Reads) if !self.has_line() => {
                    // All of the time, and a moment more: it is late, and that is no strike.
                    let late = left.saturating_add(Duration::from_nanos(1));
                    return (Err(Silent::As(NoLine::Late(self.pending.clone()))), late);
                }
                Ok(Pause::Spent) => {
                    return (Err(Silent::As(NoLine::Late(self.pending.clone()))), self.since(started));
                }
                Ok(Pause::Ended(end)) if !self.has_line() => {
                    return (Err(Silent::Ended(end)), self.since(started));
                }
                Ok(Pause::Wrote | Pause::Reads | Pause::Ended(_) | Pause::Asks | Pause::Slice) => {}
                Err(no_line) => return (Err(Silent::As(no_line)), self.since(started)),
            }
        }
    }

    /// Runs the guest and takes what it writes.
    fn run(&mut self, allowance: u64) -> Result<Pause, NoLine> {
        let guest = self.guest.as_mut().ok_or(NoLine::Closed(None))?;
        let pause = guest.run(allowance);
        let before = self.pending.len();
        let is_closed = guest.take_output(&mut self.pending);
        self.received += (self.pending.len() - before) as u64;
        if self.received > self.bounds.output {
            return Err(NoLine::TooMuchOutput);
        }
        if is_closed && !self.has_line() && !matches!(pause, Pause::Ended(_)) {
            return Err(NoLine::Closed(None));
        }
        Ok(pause)
    }

    fn since(&self, started: u64) -> Duration {
        let now = self.guest.as_ref().map_or(started, Guest::time);
        Duration::from_nanos(now - started)
    }

    fn has_line(&self) -> bool {
        self.pending.contains(&b'\n')
    }

    /// A complete line among the bytes that have come.
    fn take_line(&mut self) -> Result<Option<Vec<u8>>, NoLine> {
        let Some(end) = self.pending.iter().position(|&byte| byte == b'\n') else {
            return if self.pending.len() > self.bounds.line { Err(NoLine::LineTooLong) } else { Ok(None) };
        };
        let mut line: Vec<u8> = self.pending.drain(..=end).collect();
        line.pop();
        if line.last() == Some(&b'\r') {
            line.pop();
        }
        if line.len() > self.bounds.line { Err(NoLine::LineTooLong) } else { Ok(Some(line)) }
    }

    /// The answer to the question that waits to be sent, with the time charged.
    fn ask(&mut self, asked: &dyn Display) -> Result<Object, Fault> {
        let limit = self.clock.left();
        let mut time = Duration::ZERO;
        let answer = loop {
            let (exchanged, used) = self.exchange(limit.saturating_sub(time));
            time += used;
            if let Err(silent) = exchanged {
                break Err(self.silent(silent, asked, asked));
            }
            if let Some(answer) = answer::to_question(&self.came, self.id, &self.passed_over, asked) {
                break answer;
            }
        };
        if let Taken::Strike(left) = self.clock.take(time)
            && answer.is_ok()
        {
            self.remarks.push(answer::strike(self.id, time, left));
        }
        answer.map_err(|fault| answer::with_bank(fault, &self.clock))
    }

    fn silent(&mut self, silent: Silent, asked: &dyn Display, expected: &dyn Display) -> Fault {
        match silent {
            Silent::As(no_line) => answer::none(no_line, asked, expected),
            Silent::Ended(end) => ended(&end, asked, expected, &mut self.remarks),
        }
    }

    /// Ends the guest and keeps its log.
    fn stop(&mut self) {
        if let Some(guest) = self.guest.take() {
            self.fuel = guest.time();
            self.log = guest.log().into();
        }
    }
}

impl<G: Wire> Player<G> for Lines {
    fn game_starts(&mut self) {
        if G::LIMITS_PER_GAME {
            self.clock.refill();
            self.received = 0;
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
        self.stop();
    }

    fn came(&self) -> Option<String> {
        Some(readable(&self.came))
    }

    fn log(&mut self) -> Log {
        if let Some(guest) = &self.guest {
            self.log = guest.log().into();
        }
        self.log.clone().with_remarks(&self.remarks)
    }

    fn fuel(&self) -> Option<u64> {
        Some(self.guest.as_ref().map_or(self.fuel, Guest::time))
    }

    fn finish(&mut self) -> Result<(), Fault> {
        let Some(guest) = &mut self.guest else { return Ok(()) };
        self.outgoing.extend_from_slice(protocol::BYE);
        guest.send(&std::mem::take(&mut self.outgoing));
        guest.close_input();
        let last = guest.time() + fuel(GOODBYE);
        let mut judged = Ok(());
        let mut has_said_bye = false;
        loop {
            let left = self.guest.as_ref().map_or(0, |guest| last.saturating_sub(guest.time()));
            let pause = self.run(left);
            while let Ok(Some(line)) = self.take_line() {
                if let (Message::Illegal(_, what), Ok(())) = (protocol::read(&line), &judged) {
                    judged = Err(fault(Verdict::Illegal, &"bye", shown(what.as_bytes()), &"nothing"));
                }
                has_said_bye |= is_farewell(&line);
            }
            if pause == Ok(Pause::Wrote) {
                continue;
            }
            self.stop();
            let silent = match pause {
                Ok(Pause::Ended(end)) => Silent::Ended(end),
                Err(no_line @ NoLine::Closed(_)) => Silent::As(no_line),
                Ok(_) | Err(_) => return judged,
            };
            // One that has failed may have ended for that: it is told of once.
            if self.says_bye && !has_said_bye && self.passed_over.is_empty() && judged.is_ok() {
                return Err(self.silent(silent, &"bye", &answer::FAREWELL));
            }
            return judged;
        }
    }
}
