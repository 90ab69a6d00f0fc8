//! `croupier camicia closure`: all deals that reach a cycle.

use std::ffi::OsString;

use clap::Args;
use croupier_solve::camicia::Family;

use super::deals;
use super::family::Wanted;
use crate::exit::Exit;
use crate::failure::Failure;
use crate::output;

/// `croupier camicia closure`
#[derive(Debug, Args)]
#[command(after_help = "Example:
  croupier camicia closure ---K---Q-KQAJ-----AAJ--J--/----------Q----KQ-J-----KA

Takes an endless deal and prints all deals with the wanted hands that reach the same cycle, the longest way first.")]
pub(crate) struct Closure {
    /// An endless deal, or its name; it may begin with `-`. `-` or nothing: standard input
    #[arg(value_name = "DEAL")]
    deal: Vec<OsString>,
    #[command(flatten)]
    wanted: Wanted,
}

impl Closure {
    pub(super) fn run(&self) -> Result<Exit, Failure> {
        let start = deals::one(&self.deal)?;
        let hands = self.wanted.hands(&start)?;
        let Some(family) = Family::closure(&start, hands, self.wanted.states_max()) else {
            output::say("the deal ends: it reaches no cycle");
            return Ok(Exit::No);
        };
        self.wanted.print(&family, &start)?;
        Ok(Exit::Done)
    }
}
