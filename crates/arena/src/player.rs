//! A player as the referee sees one: it learns, and it chooses.

use croupier_rules::game::Game;
use croupier_rules::verdict::Fault;

use crate::log::Log;

/// Who sits at a seat: a house player, or a bot behind a wire.
pub trait Player<G: Game>: Send {
    /// Another game of the match begins.
    fn game_starts(&mut self) {}

    /// Takes notice. A bot that fails here is found out at its next choice.
    fn learn(&mut self, news: &G::News);

    /// Answers a question.
    ///
    /// # Errors
    /// What the player did wrong instead.
    fn choose(&mut self, choices: &G::Choices) -> Result<G::Action, Fault>;

    /// What the last answer was drawn from, each action once with a weight, if the player has drawn it. Of bots it is not
    /// known.
    fn chances(&self) -> &[(G::Action, u32)] {
        &[]
    }

    /// The seat is out: the player is told and asked nothing more, and what runs for it ends.
    fn leave(&mut self) {}

    /// The last answer as it came, for the record of a fault.
    fn came(&self) -> Option<String> {
        None
    }

    /// What the player has logged: bots only.
    fn log(&mut self) -> Log {
        Log::default()
    }

    /// The fuel that it has used, in units, if it runs in WebAssembly.
    fn fuel(&self) -> Option<u64> {
        None
    }

    /// The match is over. A bot's adapter may still report a rule that its bot broke at the end.
    ///
    /// # Errors
    /// That report.
    fn finish(&mut self) -> Result<(), Fault> {
        Ok(())
    }
}

/// A bot that could not be started: its fault is told when it is first asked.
#[derive(Debug)]
pub struct Absent {
    /// Why it is absent.
    pub fault: Fault,
    /// What it logged before it failed.
    pub log: Log,
}

impl<G: Game> Player<G> for Absent {
    fn learn(&mut self, _: &G::News) {}

    fn choose(&mut self, choices: &G::Choices) -> Result<G::Action, Fault> {
        Err(Fault { asked: choices.to_string(), out: true, ..self.fault.clone() })
    }

    fn log(&mut self) -> Log {
        self.log.clone()
    }
}
