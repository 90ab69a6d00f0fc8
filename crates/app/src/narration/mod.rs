//! A recorded match, told: as text for a person, or as JSON Lines for a program.

pub(crate) mod batch;
mod blackjack;
mod poker;

use std::io::{self, Write};

use croupier_arena::dealt::{self, NotDealt};
use croupier_rules::game::{Game, Step};
use croupier_rules::record::{Event, FaultLine, Header, Record, RecordError, Totals};
use croupier_rules::seat::Seat;
use croupier_rules::{blackjack as blackjack_rules, poker as poker_rules};
use serde_json::json;

use crate::terminal::one_line;

/// How a match is told.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Manner {
    pub(crate) json: bool,
    /// Only what this seat knew.
    pub(crate) seat: Option<Seat>,
    /// Only this game, counted from 1.
    pub(crate) game: Option<u32>,
}

impl Manner {
    /// Whether a fault is told: that of the seat and in the game that are asked for.
    fn tells(self, line: &FaultLine) -> bool {
        self.seat.is_none_or(|seat| seat.0 == line.seat)
            && self.game.is_none_or(|game| game.checked_sub(1) == Some(line.game))
    }
}

/// Why a match is not told.
#[derive(Debug, thiserror::Error)]
pub(crate) enum NotTold {
    #[error(transparent)]
    Record(#[from] RecordError),
    #[error(transparent)]
    Dealt(#[from] NotDealt),
    #[error("cannot write: {0}")]
    Output(#[from] io::Error),
    #[error("the record is of game `{0}`, which this program does not replay")]
    UnknownGame(String),
    #[error("there is no seat {seat}: the match has seats 0 to {last}")]
    NoSeat { seat: u8, last: usize },
    #[error("there is no game {game}: the match has games 1 to {last}")]
    NoGame { game: u32, last: u32 },
}

/// Tells a game's steps, one game after the other.
trait Teller<G: Game> {
    /// A game begins; games count from 1.
    fn start(&mut self, out: &mut dyn Write, game: u32) -> io::Result<()>;
    /// A step was taken.
    fn step(&mut self, out: &mut dyn Write, passage: Passage<'_, G>) -> io::Result<()>;
    /// A fault comes next: what was begun and is not told yet is told before it.
    fn before_fault(&mut self, _out: &mut dyn Write) -> io::Result<()> {
        Ok(())
    }
    /// The game is over; the last state was told with its last step.
    fn over(&mut self, out: &mut dyn Write) -> io::Result<()>;
}

/// A step with the states round it.
struct Passage<'a, G: Game> {
    before: &'a G::State,
    step: &'a Step<G>,
    after: &'a G::State,
}

/// Replays a record by the rules and tells it.
pub(crate) fn tell(record: &Record, manner: Manner, out: &mut dyn Write) -> Result<(), NotTold> {
    check(record, manner)?;
    match record.header.game.as_str() {
        poker_rules::Rules::NAME => {
            replay(record, manner, out, |rules: &[poker_rules::Rules]| poker::Poker::new(rules[0], manner))
        }
        blackjack_rules::Rules::NAME => {
            replay(record, manner, out, |_: &[blackjack_rules::Rules]| blackjack::Blackjack::new(manner))
        }
        other => Err(NotTold::UnknownGame(other.into())),
    }
}

/// Replays a record by the rules and tells nothing: its hash and every result fit, and its cards are those
/// that its seed gives.
pub(crate) fn verify(record: &Record) -> Result<(), NotTold> {
    match record.header.game.as_str() {
        poker_rules::Rules::NAME => dealt::check::<poker_rules::Rules>(record)?,
        blackjack_rules::Rules::NAME => dealt::check::<blackjack_rules::Rules>(record)?,
        other => return Err(NotTold::UnknownGame(other.into())),
    }
    Ok(())
}

fn check(record: &Record, manner: Manner) -> Result<(), NotTold> {
    let (seats, games) = (record.header.seats.len(), record.games_begun());
    match (manner.seat, manner.game) {
        (Some(seat), _) if seat.index() >= seats => {
            Err(NotTold::NoSeat { seat: seat.0, last: seats.saturating_sub(1) })
        }
        (_, Some(game)) if game == 0 || game > games => Err(NotTold::NoGame { game, last: games }),
        _ => Ok(()),
    }
}

fn replay<G: Game, T: Teller<G>>(
    record: &Record,
    manner: Manner,
    out: &mut dyn Write,
    teller: impl Fn(&[G]) -> T,
) -> Result<(), NotTold> {
    let rules = record.rules::<G>()?;
    let mut teller = teller(&rules);
    header(&record.header, manner, out)?;
    let mut written = Ok(());
    let mut told = false;
    record.replay(&rules, &mut |event| {
        if written.is_ok() {
            written = match event {
                Event::Start { game } => {
                    told = manner.game.is_none_or(|only| only == game + 1);
                    if told { teller.start(out, game + 1) } else { Ok(()) }
                }
                Event::Step { before, step, after } if told => {
                    teller.step(out, Passage { before, step, after })
                }
                Event::Over { .. } if told => teller.over(out),
                Event::Fault(line) if manner.tells(line) => {
                    teller.before_fault(out).and_then(|()| fault(line, &record.header, manner, out))
                }
                Event::Step { .. } | Event::Over { .. } | Event::Fault(_) => Ok(()),
            };
        }
    })?;
    written?;
    totals(record, manner, out)?;
    Ok(())
}

fn header(header: &Header, manner: Manner, out: &mut dyn Write) -> io::Result<()> {
    if manner.json {
        return writeln!(out, "{}", json!({ "match": header }));
    }
    writeln!(out, "{}, {} games, seed {}", one_line(&header.label), header.games, header.seed)?;
    for (seat, place) in header.seats.iter().enumerate() {
        writeln!(out, "seat {seat}: {}", one_line(&place.name))?;
    }
    writeln!(out)
}

fn fault(line: &FaultLine, header: &Header, manner: Manner, out: &mut dyn Write) -> io::Result<()> {
    if manner.json {
        return writeln!(out, "{}", json!({ "fault": line }));
    }
    let name =
        header.seats.get(usize::from(line.seat)).map_or_else(|| "?".into(), |seat| one_line(&seat.name));
    let out_now = if line.fault.out { "; asked no more" } else { "" };
    writeln!(
        out,
        "      ! seat {} ({name}), step {}: {}{out_now}",
        line.seat,
        u64::from(line.step) + 1,
        one_line(&line.fault.to_string())
    )
}

fn totals(record: &Record, manner: Manner, out: &mut dyn Write) -> io::Result<()> {
    let Totals { games, net, fouls, absent, verdicts } = &record.totals;
    if manner.json {
        writeln!(out, "{}", json!({ "totals": record.totals }))?;
        return writeln!(out, "{}", json!({ "blake3": record.hash }));
    }
    writeln!(out, "\n{games} games")?;
    for (seat, place) in record.header.seats.iter().enumerate() {
        writeln!(
            out,
            "seat {seat}: {:<20} {:>10}  fouls {}, absent {}, {}",
            one_line(&place.name),
            signed(net[seat]),
            fouls[seat],
            absent[seat],
            verdicts[seat]
        )?;
    }
    writeln!(out, "hash {}", record.hash)
}

/// An amount with its sign: `+140`, `-20`, `0`.
fn signed(amount: croupier_rules::chips::Chips) -> String {
    if amount.halves() > 0 { format!("+{amount}") } else { amount.to_string() }
}
