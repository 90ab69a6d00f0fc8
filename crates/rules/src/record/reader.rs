//! Reading a record, checking its hash, and replaying it by the rules alone.

use std::num::NonZeroUsize;

use super::claims::Claims;
use super::{FORMAT, FaultLine, Header, Totals};
use crate::chips::Chips;
use crate::game::{Game, Nets, Node, Step, rules_of};
use crate::text::Cursor;
use crate::unseen::written_out;

/// A record whose hash fits and whose header is understood.
#[derive(Clone, Debug)]
pub struct Record {
    /// What the match is.
    pub header: Header,
    /// What it came to.
    pub totals: Totals,
    /// The hash, in hexadecimal.
    pub hash: String,
    lines: String,
}

/// Why a record is not believed. Lines and columns count from 1.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum RecordError {
    /// The bytes are no UTF-8.
    #[error("byte {at} is not UTF-8: this is no record, or a damaged one")]
    NotText {
        /// The first bad byte, counted from 0.
        at: usize,
    },
    /// The last line does not hold a hash: the record was cut, or the match never ended.
    #[error("the last line holds no hash: the record is cut short")]
    Unfinished,
    /// The bytes are not those that were written.
    #[error("the hash of the lines is {found}, but the last line says {written}: the record was changed")]
    WrongHash {
        /// The hash of the bytes.
        found: String,
        /// The hash in the last line.
        written: String,
    },
    /// A line is not what it should be.
    #[error("line {line}, column {column}: {what}")]
    BadLine {
        /// The line.
        line: usize,
        /// The column.
        column: usize,
        /// What is wrong with it.
        what: String,
    },
    /// The record is of another version.
    #[error("the record has {what} {}; this program knows {known}", written_out(.found.escape_debug()))]
    OtherVersion {
        /// Format, game or rules.
        what: &'static str,
        /// What the record says.
        found: String,
        /// What is known here.
        known: String,
    },
}

/// What a replay passes through.
#[derive(Debug)]
pub enum Event<'a, G: Game> {
    /// A game begins.
    Start {
        /// Its number, from 0.
        game: u32,
    },
    /// A step is taken.
    Step {
        /// The state before it.
        before: &'a G::State,
        /// The step.
        step: &'a Step<G>,
        /// The state after it.
        after: &'a G::State,
    },
    /// A bot failed in the game that has just ended, or was broken off.
    Fault(&'a FaultLine),
    /// A game is over.
    Over {
        /// What each seat has won or lost.
        net: &'a Nets,
        /// The state at its end.
        end: &'a G::State,
    },
}

impl Header {
    /// The rules the match was played by: at least one set, each for as many seats as the match has.
    ///
    /// # Errors
    /// When the record is of another game or another version of its rules, when a parameter is out of
    /// its range, or when the seats do not fit.
    pub fn rules_of<G: Game>(&self) -> Result<Vec<G>, RecordError> {
        if self.game != G::NAME {
            return Err(other_version("game", &self.game, G::NAME));
        }
        if self.rules != G::VERSION {
            return Err(other_version("rules version", self.rules, G::VERSION));
        }
        let params = self.params.clone();
        let rules = if params.is_array() {
            serde_json::from_value(params)
        } else {
            serde_json::from_value(params).map(|rules| vec![rules])
        };
        let wrong = |what: String| bad(1, 1, format!("parameters of {}: {what}", G::NAME));
        let rules: Vec<G> = rules.map_err(|error| wrong(error.to_string()))?;
        if rules.is_empty() {
            return Err(wrong("the list is empty".into()));
        }
        for rules in &rules {
            rules.check().map_err(wrong)?;
            let (due, found) = (rules.seats(), self.seats.len());
            if due != found {
                return Err(bad(1, 1, format!("expected {due} seats at {}, found {found}", G::NAME)));
            }
        }
        Ok(rules)
    }
}

impl Record {
    /// Reads a record and checks its hash.
    ///
    /// # Errors
    /// See [`RecordError`].
    pub fn parse(bytes: Vec<u8>) -> Result<Self, RecordError> {
        let (lines, written) = checked_body(bytes)?;
        let header: Header = json_line(lines.lines().next().unwrap_or_default(), 1, 0)?;
        if header.record != FORMAT {
            return Err(other_version("format", header.record, FORMAT));
        }
        let last = lines.lines().count();
        let totals: Totals = json_line(lines.lines().next_back().unwrap_or_default(), last, 0)?;
        check_seats(&totals, header.seats.len()).map_err(|what| bad(last, 1, what))?;
        Ok(Self { header, totals, hash: written, lines })
    }

    /// How many games were begun: those played to their end, and the one that a fault broke off.
    ///
    /// ```
    /// # use croupier_rules::record::Record;
    /// # fn games(record: &Record) {
    /// assert!(record.games_begun() >= record.totals.games);
    /// # }
    /// ```
    pub fn games_begun(&self) -> u32 {
        let finished = self.totals.games;
        let is_open = self.lines.lines().rev().nth(1).is_some_and(|last| match last.strip_prefix('!') {
            Some(fault) => serde_json::from_str(fault).is_ok_and(|line: FaultLine| line.game == finished),
            None => !last.starts_with('{') && !last.contains('='),
        });
        finished.saturating_add(u32::from(is_open))
    }

    /// The rules the match was played by: those of its [header](Header::rules_of).
    ///
    /// # Errors
    /// See there.
    pub fn rules<G: Game>(&self) -> Result<Vec<G>, RecordError> {
        self.header.rules_of()
    }

    /// All faults, in the order of the record.
    ///
    /// # Errors
    /// A line of a fault that is not to be read.
    pub fn faults(&self) -> Result<Vec<FaultLine>, RecordError> {
        let lines = self.lines.lines().zip(1..);
        let faults = lines.filter_map(|(line, number)| Some((line.strip_prefix('!')?, number)));
        faults.map(|(fault, number)| json_line(fault, number, 1)).collect()
    }

    /// Replays every game by the rules and checks each result, each fault's place, what was played for
    /// seats that failed, and all that the header and the totals count.
    ///
    /// # Errors
    /// The first line that the rules do not bear out.
    ///
    /// # Panics
    /// When the list of rules is empty; that of [`rules`](Self::rules) never is.
    pub fn replay<G: Game>(
        &self,
        rules: &[G],
        visit: &mut dyn FnMut(Event<'_, G>),
    ) -> Result<(), RecordError> {
        let net = vec![Chips::ZERO; rules[0].seats()];
        let claims = Claims::new(&self.faults()?, net.len());
        let mut replay = Replay { rules, game: None, next: 0, net, may_end: false, claims, visit };
        let count = self.lines.lines().count();
        for (index, line) in self.lines.lines().enumerate().skip(1) {
            if index + 1 < count {
                replay.line(line, index + 1)?;
            }
        }
        let played = replay.next - u32::from(replay.game.is_some());
        replay.fits(&self.header, &self.totals, played).map_err(|what| bad(count, 1, what))
    }
}

/// A replay in progress.
struct Replay<'a, G: Game> {
    rules: &'a [G],
    game: Option<G::State>,
    next: u32,
    net: Vec<Chips>,
    /// Whether the last game that is over may end the match.
    may_end: bool,
    claims: Claims,
    visit: &'a mut dyn FnMut(Event<'_, G>),
}

impl<G: Game> Replay<'_, G> {
    fn line(&mut self, line: &str, number: usize) -> Result<(), RecordError> {
        if let Some(fault) = line.strip_prefix('!') {
            let fault: FaultLine = json_line(fault, number, 1)?;
            if usize::from(fault.seat) >= self.net.len() {
                return Err(bad(number, 1, format!("there is no seat {}", fault.seat)));
            }
            let rules = rules_of(self.rules, fault.game);
            if !self.claims.bear_out(&fault, rules, self.game.as_ref()) {
                let FaultLine { game, step, seat, .. } = fault;
                return Err(bad(number, 1, format!("seat {seat} was not asked at game {game}, step {step}")));
            }
            (self.visit)(Event::Fault(&fault));
            return Ok(());
        }
        let mut text = Cursor::new(line);
        let begins = self.game.is_none();
        if begins {
            (self.visit)(Event::Start { game: self.next });
            self.next += 1;
            self.claims.begin();
        }
        let rules = rules_of(self.rules, self.next - 1);
        let mut state = self.game.take().unwrap_or_else(|| rules.start());
        loop {
            if text.at_end() {
                self.game = Some(state);
                return Ok(());
            }
            if rules.node(&state) == Node::Over {
                return self.result(rules, &state, &mut text, number);
            }
            let column = text.column();
            let step = rules.read_step(&state, &mut text).map_err(|what| bad(number, column, what))?;
            match &step {
                Step::Draw(_) => self.claims.draw(),
                Step::Act(acts) => {
                    self.claims.act(rules, &state, acts).map_err(|what| bad(number, column, what))?;
                }
            }
            let before = state.clone();
            rules.apply(&mut state, &step).map_err(|illegal| bad(number, column, illegal.to_string()))?;
            (self.visit)(Event::Step { before: &before, step: &step, after: &state });
        }
    }

    fn result(
        &mut self,
        rules: &G,
        state: &G::State,
        text: &mut Cursor<'_>,
        line: usize,
    ) -> Result<(), RecordError> {
        let net = rules.net(state).expect("a game that is over has a result");
        let written = format!(" ={}", net.iter().fold(String::new(), |text, net| text + &format!(" {net}")));
        let column = text.column();
        if text.rest() != written {
            return Err(bad(line, column, format!("the rules give `{}`", written.trim_start())));
        }
        for (sum, net) in self.net.iter_mut().zip(&net) {
            *sum += *net;
        }
        self.claims.over();
        self.may_end = rules.may_end_match(state);
        (self.visit)(Event::Over { net: &net, end: state });
        Ok(())
    }

    /// Whether header and totals say what the games have given.
    fn fits(&self, header: &Header, totals: &Totals, played: u32) -> Result<(), String> {
        if played != totals.games {
            return Err(format!("the record holds {played} games, the totals say {}", totals.games));
        }
        let is_whole = played == header.games
            || played < header.games && (self.may_end || self.claims.failed_in(played));
        if !is_whole {
            return Err(format!("the record holds {played} games, the header says {}", header.games));
        }
        self.claims.contradiction(&self.net, totals).map_or(Ok(()), Err)
    }
}

/// Whether the totals speak of so many seats.
fn check_seats(totals: &Totals, seats: usize) -> Result<(), String> {
    let Totals { games: _, net, fouls, absent, verdicts } = totals;
    for (name, found) in
        [("net", net.len()), ("fouls", fouls.len()), ("absent", absent.len()), ("verdicts", verdicts.len())]
    {
        if found != seats {
            return Err(format!("expected `{name}` of {seats} seats, found {found}"));
        }
    }
    Ok(())
}

/// The lines of a record without its last, and the hash that this one holds, which is theirs.
pub(crate) fn checked_body(bytes: Vec<u8>) -> Result<(String, String), RecordError> {
    let text = String::from_utf8(bytes)
        .map_err(|error| RecordError::NotText { at: error.utf8_error().valid_up_to() })?;
    let body_end = text.trim_end_matches('\n').rfind('\n').map_or(0, |newline| newline + 1);
    let written = hash_in(&text[body_end..]).ok_or(RecordError::Unfinished)?;
    let found = blake3::hash(&text.as_bytes()[..body_end]).to_hex().to_string();
    if found != written {
        return Err(RecordError::WrongHash { found, written });
    }
    let mut lines = text;
    lines.truncate(body_end);
    Ok((lines, written))
}

fn hash_in(line: &str) -> Option<String> {
    #[derive(serde::Deserialize)]
    struct Footer {
        blake3: String,
    }
    serde_json::from_str::<Footer>(line).ok().map(|footer| footer.blake3)
}

pub(crate) fn json_line<T: serde::de::DeserializeOwned>(
    text: &str,
    line: usize,
    skipped: usize,
) -> Result<T, RecordError> {
    serde_json::from_str(text).map_err(|error| {
        let column = NonZeroUsize::new(error.column()).map_or(1, NonZeroUsize::get);
        bad(line, column + skipped, error.to_string())
    })
}

/// What is said of a line may quote it: a terminal is to show it, not to obey it.
pub(crate) fn bad(line: usize, column: usize, what: String) -> RecordError {
    RecordError::BadLine { line, column, what: written_out(what.chars()) }
}

pub(crate) fn other_version(what: &'static str, found: impl ToString, known: impl ToString) -> RecordError {
    RecordError::OtherVersion { what, found: found.to_string(), known: known.to_string() }
}
