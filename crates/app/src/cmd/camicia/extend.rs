//! `croupier camicia extend`: the family of a deal.

use std::ffi::OsString;

use clap::Args;
use croupier_solve::camicia::{Family, Reach};

use super::deals;
use super::family::Wanted;
use crate::exit::Exit;
use crate::failure::Failure;

/// `croupier camicia extend`
#[derive(Debug, Args)]
#[command(after_help = "Examples:
  croupier camicia extend ---JQ---K-A----A-J-K---QK-/-J-----------AJQA----K---Q
  croupier camicia extend --top 5 --json d52-3x5rr7bdtrqt2h8

Prints every deal with the wanted hands that leads into the deal's game, the longest first, and says whether the list \
is complete and whether the deal is the longest of its family. The deal may as well be the middle of a longer game: \
write the hands as they are when the pile is empty, the player who leads first.")]
pub(crate) struct Extend {
    /// A deal, or its name; it may begin with `-`. `-` or nothing: standard input
    #[arg(value_name = "DEAL")]
    deal: Vec<OsString>,
    /// Look backwards only from the part of the game in which at most so many cards are down
    #[arg(long, value_name = "CARDS")]
    depth: Option<u32>,
    #[command(flatten)]
    wanted: Wanted,
}

impl Extend {
    pub(super) fn run(&self) -> Result<Exit, Failure> {
        let start = deals::one(&self.deal)?;
        let reach = Reach {
            hands: self.wanted.hands(&start)?,
            depth_cards: self.depth.unwrap_or(u32::MAX),
            states_max: self.wanted.states_max(),
        };
        self.wanted.print(&Family::of(&start, &reach), &start)?;
        Ok(Exit::Done)
    }
}
