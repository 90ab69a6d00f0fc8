//! The seat of a blackjack bot whose functions call the referee.

use std::time::Duration;

use croupier_rules::blackjack::{Action, Choices, News, Order, Rules};
use croupier_rules::verdict::{Fault, Verdict};
use croupier_wasm::{End, Guest, Output, Pause, Program};

use super::desk::{Desk, Said};
use super::seat::{Chair, GOODBYE, ended, fuel};
use crate::bot::{Clock, NoLine, Taken, answer, fault, readable, shown};
use crate::log::Log;
use crate::player::{Absent, Player};

/// A seated bot.
#[derive(Debug)]
pub(crate) struct Functions {
    guest: Option<Guest<Desk>>,
    clock: Clock,
    /// The number that the question would have on a wire.
    id: u64,
    /// The last bet: the only answer that the rules may refuse.
    bet: i64,
    fuel: u64,
    log: Log,
    /// What the referee has to say to the bot's author.
    remarks: Vec<String>,
}

/// Why a bot has no answer.
enum NoAnswer {
    Broken(String),
    Late,
    Ended(End),
}

impl Functions {
    /// Starts the bot: what is done before its first evening is the constructors of its globals.
    ///
    /// # Errors
    /// The bot's fault, with what it logged: its seat is absent.
    pub(crate) fn start(program: &Program<Desk>, chair: &Chair<'_>) -> Result<Self, Absent> {
        let order = match chair.greeting.more.get("order").and_then(serde_json::Value::as_str) {
            Some("lenient") => Order::Lenient,
            _ => Order::Strict,
        };
        let mut guest = Guest::start(program, Desk::new(order), chair.settings(Output::Log));
        guest.close_input();
        let mut bot = Self {
            guest: Some(guest),
            clock: chair.clock,
            id: 0,
            bet: 0,
            fuel: 0,
            log: Log::default(),
            remarks: Vec::new(),
        };
        let asked = &"hello";
        let expected = &answer::READY;
        let fault = match bot.run(fuel(bot.clock.start)) {
            Ok(_) => return Ok(bot),
            Err(NoAnswer::Broken(what)) => {
                bot.wind_up();
                answer::not_still(&what)
            }
            Err(NoAnswer::Late) => answer::none(NoLine::Late(Vec::new()), asked, expected),
            Err(NoAnswer::Ended(end)) => ended(&end, asked, expected, &mut bot.remarks),
        };
        Player::<Rules>::leave(&mut bot);
        Err(Absent { fault: Fault { out: true, ..fault }, log: bot.log.with_remarks(&bot.remarks) })
    }

    /// Runs the bot until it has said something, or has nothing to do.
    fn run(&mut self, allowance: u64) -> Result<Option<Said>, NoAnswer> {
        let guest = self.guest.as_mut().ok_or(NoAnswer::Ended(End::Exit(0)))?;
        match guest.run(allowance) {
            Pause::Ended(end) => Err(NoAnswer::Ended(end)),
            Pause::Spent => Err(NoAnswer::Late),
            Pause::Asks | Pause::Wrote | Pause::Reads | Pause::Slice => match guest.host().take_said() {
                Some(Said::Broken(what)) => Err(NoAnswer::Broken(what)),
                said => Ok(said),
            },
        }
    }

    /// The answer to a question, with the time charged.
    fn ask(&mut self, choices: &Choices) -> Result<Said, Fault> {
        let mut started = 0;
        if let Some(guest) = &mut self.guest {
            started = guest.time();
            guest.host().ask(choices);
        }
        let said = self.run(fuel(self.clock.left()));
        let used = self.guest.as_ref().map_or(0, |guest| guest.time() - started);
        let time = Duration::from_nanos(used);
        let taken = self.clock.take(time);
        let fault = match said {
            Ok(Some(said)) => {
                if let Taken::Strike(left) = taken {
                    self.remarks.push(answer::strike(self.id, time, left));
                }
                return Ok(said);
            }
            Ok(None) => fault(Verdict::Protocol, choices, "nothing".into(), choices),
            Err(NoAnswer::Broken(what)) => {
                self.wind_up();
                fault(Verdict::Illegal, choices, shown(what.as_bytes()), choices)
            }
            Err(NoAnswer::Late) => {
                let late = answer::none(NoLine::Late(Vec::new()), choices, choices);
                answer::with_bank(late, &self.clock)
            }
            Err(NoAnswer::Ended(end)) => ended(&end, choices, choices, &mut self.remarks),
        };
        Err(fault)
    }

    /// Lets the bot write out what it has buffered, and ends it.
    fn wind_up(&mut self) {
        let Some(mut guest) = self.guest.take() else { return };
        let _ended = guest.run(fuel(GOODBYE));
        self.keep(&guest);
    }

    fn keep(&mut self, guest: &Guest<Desk>) {
        self.fuel = guest.time();
        self.log = guest.log().into();
    }
}

impl Player<Rules> for Functions {
    fn game_starts(&mut self) {
        self.clock.refill();
    }

    fn learn(&mut self, news: &News) {
        if let Some(guest) = &mut self.guest {
            guest.host().learn(news);
        }
    }

    fn choose(&mut self, choices: &Choices) -> Result<Action, Fault> {
        self.id += 1;
        Ok(match self.ask(choices)? {
            Said::Bet(bet) => {
                self.bet = bet;
                Action::Bet(bet)
            }
            Said::Hit => Action::Hit,
            Said::Stand => Action::Stand,
            Said::Broken(_) => unreachable!("a broken rule is no answer"),
        })
    }

    fn leave(&mut self) {
        if let Some(guest) = self.guest.take() {
            self.keep(&guest);
        }
    }

    /// As the line would read.
    fn came(&self) -> Option<String> {
        Some(readable(format!("{{\"id\":{},\"bet\":{}}}", self.id, self.bet).as_bytes()))
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
        guest.host().close();
        let said = self.run(fuel(GOODBYE));
        let has_left = self.guest.as_mut().is_some_and(|guest| !guest.host().has_said_bye());
        self.wind_up();
        match said {
            Err(NoAnswer::Ended(end)) if has_left => {
                Err(ended(&end, &"bye", &answer::FAREWELL, &mut self.remarks))
            }
            Err(NoAnswer::Broken(what)) => {
                Err(fault(Verdict::Illegal, &"bye", shown(what.as_bytes()), &"nothing"))
            }
            Ok(_) | Err(NoAnswer::Late | NoAnswer::Ended(_)) => Ok(()),
        }
    }
}
