//! `croupier replay MATCH`: a recorded match as text or JSON, or its verification.

use std::fmt;
use std::io::Write;
use std::path::{Path, PathBuf};

use clap::Args;
use croupier_rules::batch::{self, RunRecord};
use croupier_rules::record::Record;
use croupier_rules::seat::Seat;

#[cfg(feature = "wasm")]
use super::rerun::Again;
use crate::exit::Exit;
use crate::failure::Failure;
use crate::narration::{self, Manner, NotTold};
use crate::output;
use crate::recorded::{Recorded, warn};

/// Prints a recorded match, or checks it.
#[derive(Debug, Args)]
pub(crate) struct Replay {
    /// A match such as `poker-league/17`, the path of a record, or `-` for a record on standard input.
    #[arg(value_name = "MATCH")]
    name: String,
    /// Tell only what this seat knew.
    #[arg(long, value_name = "N")]
    seat: Option<u8>,
    /// Tell only this game of the match, counted from 1.
    #[arg(long, value_name = "N")]
    game: Option<u32>,
    /// Replay by the rules alone and compare every result and the hash; exit 1 if any differs.
    #[arg(long)]
    verify: bool,
    /// Run this bot again, which ran in WebAssembly, at the seat that --seat names (0 if none), and compare
    /// its answers and its fuel; exit 1 if any differs.
    #[cfg(feature = "wasm")]
    #[arg(long, value_name = "BOT", conflicts_with_all = ["verify", "game"])]
    rerun: Option<PathBuf>,
    /// The bot is your own: build it without a sandbox.
    #[cfg(feature = "wasm")]
    #[arg(long, requires = "rerun")]
    trust: bool,
    /// JSON Lines: the match, a line a deal or hand, faults, totals, hash.
    #[arg(long)]
    json: bool,
    /// The data folder.
    #[arg(long, value_name = "DIR", default_value = "croupier-data")]
    data: PathBuf,
}

impl Replay {
    pub(crate) fn run(&self) -> Result<Exit, Failure> {
        let recorded = Recorded::find(&self.name, &self.data)?;
        let path = recorded.path.as_path();
        let bytes = recorded.read()?;
        if batch::is_record(&bytes) {
            return self.tell_run(&recorded, bytes);
        }
        let record = match Record::parse(bytes) {
            Ok(record) => record,
            Err(error) if self.verify => return Ok(differs(path, &error)),
            Err(error) => return Err(Failure::bad_input(format!("{}: {error}", path.display()))),
        };
        let misplaced = recorded.misplaced(&record.hash);
        if let Some(said) = misplaced.as_ref().filter(|_| !self.verify) {
            warn(path, said);
        }
        #[cfg(feature = "wasm")]
        if let Some(bot) = &self.rerun {
            let seat = Seat(self.seat.unwrap_or(0));
            let (name, data) = (self.name.as_str(), self.data.as_path());
            let (trust, json) = (self.trust, self.json);
            return Again { name, data, record: &record, seat, bot, trust, json }.run();
        }
        if self.verify {
            return match narration::verify(&record) {
                Ok(()) if let Some(said) = misplaced => Ok(differs(path, &said)),
                Ok(()) => {
                    let mut out = output::answer();
                    if self.json {
                        writeln!(out, "{}", serde_json::json!({ "verified": true, "blake3": record.hash }))?;
                    } else {
                        writeln!(
                            out,
                            "{} games replayed, every result fits; hash {}",
                            record.totals.games, record.hash
                        )?;
                    }
                    out.flush()?;
                    Ok(Exit::Done)
                }
                Err(error) => Ok(differs(path, &error)),
            };
        }
        let mut out = output::answer();
        let manner = Manner { json: self.json, seat: self.seat.map(Seat), game: self.game };
        match narration::tell(&record, manner, &mut out) {
            Ok(()) => {
                out.flush()?;
                Ok(Exit::Done)
            }
            Err(NotTold::Output(error)) => Err(error.into()),
            Err(error @ (NotTold::NoSeat { .. } | NotTold::NoGame { .. })) => Err(Failure::usage(error)),
            Err(error) => Err(Failure::bad_input(format!("{}: {error}", path.display()))),
        }
    }

    /// Tells, or verifies, one run of a program of a batch game.
    fn tell_run(&self, recorded: &Recorded, bytes: Vec<u8>) -> Result<Exit, Failure> {
        let path = recorded.path.as_path();
        let told = RunRecord::parse(bytes)
            .and_then(|(run, hash)| if self.verify { run.verify() } else { Ok(()) }.map(|()| (run, hash)));
        let (run, hash) = match told {
            Ok(told) => told,
            Err(error) if self.verify => return Ok(differs(path, &error)),
            Err(error) => return Err(Failure::bad_input(format!("{}: {error}", path.display()))),
        };
        if let Some(said) = recorded.misplaced(&hash) {
            if self.verify {
                return Ok(differs(path, &said));
            }
            warn(path, &said);
        }
        let mut out = output::answer();
        match (self.verify, self.json) {
            (true, true) => writeln!(out, "{}", serde_json::json!({ "verified": true, "blake3": hash }))?,
            (true, false) => writeln!(out, "answer and verdict fit; hash {hash}")?,
            (false, true) => narration::batch::json(&run, &hash, &mut out)?,
            (false, false) => narration::batch::text(&run, &hash, &mut out)?,
        }
        out.flush()?;
        Ok(Exit::Done)
    }
}

/// Says how a record differs from what the rules give.
fn differs(path: &Path, error: &dyn fmt::Display) -> Exit {
    output::say(format_args!("{}: {error}", path.display()));
    Exit::No
}
