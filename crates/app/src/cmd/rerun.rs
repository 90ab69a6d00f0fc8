//! `croupier replay MATCH --rerun BOT`: a bot in WebAssembly once more on what it was told in a match.

use std::io::Write;
use std::path::Path;

use croupier_arena::contestant::Part;
use croupier_arena::entrant::find_one;
use croupier_arena::guest::{Module, Rerun, rerun};
use croupier_arena::hint::hint;
use croupier_arena::run::build_guest;
use croupier_arena::store::Archive;
use croupier_arena::workshop::Start;
use croupier_rules::game::Game;
use croupier_rules::record::Record;
use croupier_rules::seat::Seat;
use croupier_rules::{blackjack, poker};
use serde_json::json;

use super::confinement;
use crate::exit::Exit;
use crate::failure::Failure;
use crate::output;
use crate::scratch::Scratch;

/// A match whose bot is run again.
pub(super) struct Again<'a> {
    /// The match, as it was named.
    pub(super) name: &'a str,
    /// The data folder.
    pub(super) data: &'a Path,
    pub(super) record: &'a Record,
    pub(super) seat: Seat,
    /// The bot's file or folder.
    pub(super) bot: &'a Path,
    /// Whether the bot is the user's own, and is built without a sandbox.
    pub(super) trust: bool,
    pub(super) json: bool,
}

impl Again<'_> {
    pub(super) fn run(&self) -> Result<Exit, Failure> {
        let seats = &self.record.header.seats;
        let Some(seat) = seats.get(self.seat.index()) else {
            let (seat, count) = (self.seat.0, seats.len());
            return Err(Failure::usage(format!("there is no seat {seat}: the match has {count} seats")));
        };
        let game = self.record.header.game.as_str();
        let entrant = find_one(self.bot, game.parse().map_err(Failure::bad_input)?);
        let entrant = entrant.map_err(Failure::bad_input)?;
        if entrant.hash.to_hex().as_str() != seat.hash {
            output::say(format_args!("note: these are not the files of {} in this match", seat.name));
        }
        let folder = Scratch::new()?;
        let sandbox = confinement::sandbox(self.trust, folder.path())?;
        let contestant = build_guest(&entrant, folder.path(), &sandbox)?;
        let name = &entrant.name;
        if let Some(fault) = contestant.fault() {
            return Err(Failure::bad_input(format!("{name}: {}", fault.came)).hint(hint(fault)));
        }
        let Part::Bot(plan) = &contestant.part else { unreachable!("an entrant is built, or is not seated") };
        let Start::Guest(module) = &plan.built.start else {
            let said = format!(
                "{name} runs in {}: only bots in WebAssembly do the same in each run",
                contestant.runtime
            );
            return Err(Failure::bad_input(said).hint("croupier feed gives any other bot its lines again"));
        };
        let again = self.again(game, module)?;
        self.tell(&again)
    }

    fn again(&self, game: &str, module: &Module) -> Result<Rerun, Failure> {
        let again = match game {
            poker::Rules::NAME => rerun::<poker::Rules>(self.record, self.seat, module),
            blackjack::Rules::NAME => rerun::<blackjack::Rules>(self.record, self.seat, module),
            other => return Err(Failure::bad_input(format!("nobody is asked in a match of {other}"))),
        };
        again.map_err(Failure::bad_input)
    }

    /// The fuel that was noted for the match; none for the path of a record, which holds no fuel.
    fn noted_fuel(&self) -> Option<u64> {
        let archive = Archive::open(self.data).ok()?;
        let (run, number) = archive.match_of(self.name).ok()?;
        archive.fuel(&run, number, self.seat.0).ok()?
    }

    fn tell(&self, again: &Rerun) -> Result<Exit, Failure> {
        let noted = self.noted_fuel();
        let Rerun { answers, difference, fuel } = again;
        let fuel_fits = noted.is_none_or(|noted| noted == *fuel);
        let same = difference.is_none() && fuel_fits;
        let mut out = output::answer();
        if self.json {
            let difference = difference.as_ref().map(ToString::to_string);
            let line = json!({
                "same": same, "answers": answers, "difference": difference, "fuel": fuel, "noted_fuel": noted,
            });
            writeln!(out, "{line}")?;
        } else if let Some(difference) = difference {
            writeln!(out, "{answers} answers fit, then one does not\n{difference}")?;
        } else {
            writeln!(out, "{answers} answers, all as recorded")?;
            match noted {
                Some(noted) if noted == *fuel => writeln!(out, "fuel {fuel}, as noted")?,
                Some(noted) => writeln!(out, "fuel {fuel}, and {noted} was noted")?,
                None => writeln!(out, "fuel {fuel}; none was noted")?,
            }
        }
        out.flush()?;
        Ok(if same { Exit::Done } else { Exit::No })
    }
}
