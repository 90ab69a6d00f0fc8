//! A small referee: one bot, one or more evenings, cards from a script, and every line written down.

use std::fmt::Write as _;
use std::io::{BufRead, BufReader, Read, Write};
use std::path::Path;
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};

use croupier_rules::blackjack::{Action, Choices, Evening, News, Rules, Script};
use croupier_rules::game::{Acts, Game, Node, Step};
use croupier_rules::seat::Seat;
use serde_json::{Value, json};

/// What came of a session.
#[derive(Debug)]
pub(crate) struct Session {
    /// Every line, `>` to the bot and `<` from it.
    pub(crate) lines: String,
    /// How it ended.
    pub(crate) end: End,
    /// What the bot wrote to its standard error.
    pub(crate) log: String,
    /// The money after the last hand.
    pub(crate) money: i64,
}

/// How a session ended.
#[derive(Debug, PartialEq)]
pub(crate) enum End {
    /// The script was played to its end, and the bot ended with code 0.
    Bye,
    /// The bot's adapter reported a broken rule, in the place of the answer with this id if any.
    Illegal(Option<u64>, String),
    /// The rules refused the answer.
    Refused(String),
    /// The bot closed its output.
    Closed,
}

/// A session to be played.
#[derive(Clone)]
pub(crate) struct Table<'a> {
    pub(crate) rules: Rules,
    pub(crate) order: &'a str,
    pub(crate) evenings: u32,
    /// The cards of each evening; it is broken off where they end before a hand,
    pub(crate) shoe: &'a str,
    /// or after so many hands.
    pub(crate) hands: u32,
    pub(crate) env: Vec<(&'a str, String)>,
}

impl Default for Table<'_> {
    fn default() -> Self {
        Self {
            rules: Rules::default(),
            order: "strict",
            evenings: 1,
            shoe: "",
            hands: u32::MAX,
            env: Vec::new(),
        }
    }
}

impl Table<'_> {
    /// Plays the session.
    pub(crate) fn play(&self, program: &Path) -> Session {
        let mut command = Command::new(program);
        command.env_clear().envs(self.env.iter().map(|(name, value)| (name, value)));
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        let mut child = command.spawn().unwrap();
        let mut errors = child.stderr.take().unwrap();
        let log = std::thread::spawn(move || {
            let mut log = Vec::new();
            errors.read_to_end(&mut log).unwrap();
            String::from_utf8_lossy(&log).into_owned()
        });
        let mut wire = Bot::new(&mut child);
        let (mut end, money) = self.session(&mut wire);
        let lines = std::mem::take(&mut wire.lines);
        drop(wire);
        let status = child.wait().unwrap();
        if !status.success() && end == End::Bye {
            end = End::Closed;
        }
        Session { lines, end, log: log.join().unwrap(), money }
    }

    fn session(&self, wire: &mut Bot) -> (End, i64) {
        let mut money = self.rules.money;
        let hello = json!({"hello": 1, "game": "blackjack", "seat": 0, "seats": 1, "order": self.order});
        wire.tell(&hello);
        if let Err(end) = wire.exchange() {
            return (end, money);
        }
        for _ in 0..self.evenings {
            let (end, left) = self.evening(wire);
            money = left;
            if let Some(end) = end {
                return (end, money);
            }
        }
        wire.tell(&json!({"bye": {}}));
        // The bot's adapter says goodbye, or reports a call.
        match wire.exchange() {
            Err(end) => (end, money),
            Ok(line) if line == json!({"bye": true}) => match wire.exchange() {
                Err(End::Closed) => (End::Bye, money),
                Err(end) => (end, money),
                Ok(line) => panic!("after the farewell came {line}"),
            },
            Ok(line) => panic!("after the end came {line}"),
        }
    }

    fn evening(&self, wire: &mut Bot) -> (Option<End>, i64) {
        let mut script = Script::parse(self.shoe).unwrap();
        let mut evening = self.rules.start();
        self.rules.opening(&evening, Seat(0), &mut |news| wire.news(&news));
        loop {
            let step = match self.rules.node(&evening) {
                Node::Over => return (None, evening.money()),
                Node::Chance => Step::Draw(script.draw().unwrap()),
                Node::Decide(_) => {
                    let choices = self.rules.choices(&evening, Seat(0));
                    let enough = script.is_empty() || evening.hands() == self.hands;
                    if enough && matches!(choices, Choices::Bet { .. }) {
                        return (None, evening.money());
                    }
                    match wire.ask(&choices, &evening) {
                        Ok(action) => Step::Act(Acts::from_iter([(Seat(0), action)])),
                        Err(end) => return (Some(end), evening.money()),
                    }
                }
            };
            if let Err(illegal) = self.rules.apply(&mut evening, &step) {
                return (Some(End::Refused(illegal.to_string())), evening.money());
            }
            self.rules.news(&evening, &step, Seat(0), &mut |news| wire.news(&news));
        }
    }
}

/// The bot's end of the table.
struct Bot {
    input: ChildStdin,
    output: BufReader<ChildStdout>,
    waiting: String,
    lines: String,
    id: u64,
}

impl Bot {
    fn new(child: &mut Child) -> Self {
        let output = BufReader::new(child.stdout.take().unwrap());
        let input = child.stdin.take().unwrap();
        Self { input, output, waiting: String::new(), lines: String::new(), id: 0 }
    }

    fn tell(&mut self, line: &Value) {
        writeln!(self.waiting, "{line}").unwrap();
    }

    fn news(&mut self, news: &News) {
        let line = match news {
            News::Start { money, packs } => json!({"tell": "start", "money": money, "packs": packs}),
            News::Shuffled => json!({"tell": "shuffle"}),
            News::Upcard(_) | News::Card(_) => return,
            News::Dealer { dealer, hand } => json!({
                "tell": "dealer", "cards": news.drawn(), "hand": hand,
                "total": dealer.total().points, "yours": hand.total().points,
            }),
            News::Pay { payout, money } => json!({"tell": "pay", "payout": payout, "money": money}),
        };
        self.tell(&line);
    }

    /// Sends what waits, with a question if there is one, and reads a line.
    fn exchange(&mut self) -> Result<Value, End> {
        for line in self.waiting.lines() {
            writeln!(self.lines, "> {line}").unwrap();
        }
        // A bot that is gone shows at the reading.
        let _gone = self.input.write_all(self.waiting.as_bytes()).and_then(|()| self.input.flush());
        self.waiting.clear();
        let mut line = String::new();
        self.output.read_line(&mut line).unwrap();
        if line.is_empty() {
            return Err(End::Closed);
        }
        write!(self.lines, "< {line}").unwrap();
        let answer: Value = serde_json::from_str(&line).unwrap_or_else(|error| panic!("{line}: {error}"));
        match answer["illegal"].as_str() {
            Some(what) => Err(End::Illegal(answer["id"].as_u64(), what.into())),
            None => Ok(answer),
        }
    }

    fn ask(&mut self, choices: &Choices, evening: &Evening) -> Result<Action, End> {
        self.id += 1;
        let question = match choices {
            Choices::Bet { money, reshuffled } => {
                json!({"ask": "bet", "money": money, "reshuffled": reshuffled, "id": self.id, "left_ms": 1000})
            }
            Choices::Play { up, hand, total, money } => json!({
                "ask": "play", "up": up, "cards": hand, "total": total.points, "soft": total.soft,
                "money": money, "id": self.id, "left_ms": 1000,
            }),
        };
        assert!(evening.bet() >= 0);
        self.tell(&question);
        let answer = self.exchange()?;
        assert_eq!(answer["id"], self.id, "{}", self.lines);
        Ok(match (choices, answer["move"].as_str()) {
            (Choices::Bet { .. }, _) => Action::Bet(answer["bet"].as_i64().unwrap()),
            (Choices::Play { .. }, Some("hit")) => Action::Hit,
            (Choices::Play { .. }, Some("stand")) => Action::Stand,
            (Choices::Play { .. }, other) => panic!("{other:?} is no move"),
        })
    }
}
