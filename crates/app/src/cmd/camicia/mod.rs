//! `croupier camicia`: how deals end, and the laboratory of long and endless games.

mod answer;
mod claims;
mod closure;
pub(crate) mod deals;
mod document;
mod exhaust;
mod extend;
mod family;
mod finds;
pub(crate) mod hunt;
mod name;
mod pack;
pub(crate) mod picture;
mod play;
mod repeat;
mod saves;
mod sealed;
mod units;
mod verify;

use clap::Subcommand;

pub(crate) use hunt::HuntTask;
pub(crate) use play::shield_deals;

use crate::exit::Exit;
use crate::failure::Failure;

/// The verbs of Camicia.
#[derive(Debug, Subcommand)]
#[expect(clippy::large_enum_variant, reason = "there is one")]
pub(crate) enum Verb {
    /// How deals end, after how many cards and tricks: one a line, from a file, standard input, or the command line
    Play(play::Play),
    /// Checks claimed deals by playing them: exit code 1 if a claim fails
    Verify(verify::Verify),
    /// The family of a deal: every deal that leads into its game, the longest first
    Extend(extend::Extend),
    /// All deals that reach the cycle of an endless deal
    Closure(closure::Closure),
    /// Searches for long games, for as long as you like
    Hunt(hunt::Hunt),
    /// The finds of all hunts in a data folder, the longest first
    Finds(finds::Finds),
    /// Plays every deal of a small pack: the whole distribution, the longest game, all cycles
    Exhaust(exhaust::Exhaust),
    /// A picture of a game, as SVG: how many cards A has after each trick
    Picture(picture::Picture),
    /// The short names of deals, or the deals of names
    Name(name::Name),
}

impl Verb {
    pub(crate) fn run(&self) -> Result<Exit, Failure> {
        match self {
            Self::Play(verb) => verb.run(),
            Self::Verify(verb) => verb.run(),
            Self::Extend(verb) => verb.run(),
            Self::Closure(verb) => verb.run(),
            Self::Hunt(verb) => verb.run(),
            Self::Finds(verb) => verb.run(),
            Self::Exhaust(verb) => verb.run(),
            Self::Picture(verb) => verb.run(),
            Self::Name(verb) => verb.run(),
        }
    }
}
