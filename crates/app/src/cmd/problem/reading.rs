//! The options of the two verbs that make data: which reading of the rules, and how much.

use clap::Args;
use croupier_arena::game_kind::GameKind;
use croupier_rules::batch::Task;
use croupier_rules::camicia::StateKey;
use croupier_rules::rullete::Rule6;

use crate::cmd::rullete::rule6;
use crate::duel::SEED_MAX;
use crate::failure::Failure;

/// How test data are made.
#[derive(Clone, Copy, Debug, Args)]
pub(super) struct Reading {
    /// All chance of the data.
    #[arg(long, value_name = "S", default_value_t = 0, value_parser = clap::value_parser!(u64).range(..=SEED_MAX))]
    pub(super) seed: u64,
    /// The least number of secret tests of a batch game, 1 to 1000; more are made if it takes more to tell every misreading [default: 40].
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=1_000))]
    count: Option<u32>,
    /// Rullete: what rule 6 takes off for four 7s, 121 or 112 [default: 121].
    #[arg(long, value_name = "AMOUNT", value_parser = rule6)]
    rule6: Option<Rule6>,
}

impl Reading {
    /// The least number of secret tests.
    pub(super) fn least(&self, game: GameKind) -> Result<usize, Failure> {
        match game {
            GameKind::Blackjack | GameKind::Poker if self.count.is_some() => Err(Failure::usage(format!(
                "--count is an option of rullete and camicia: {game} has its own number of tests"
            ))),
            GameKind::Blackjack | GameKind::Poker | GameKind::Camicia | GameKind::Rullete => {
                Ok(self.count.unwrap_or(40) as usize)
            }
        }
    }

    /// What rule 6 takes off.
    pub(super) fn rule6(&self, game: GameKind) -> Result<Rule6, Failure> {
        if game != GameKind::Rullete && self.rule6.is_some() {
            return Err(Failure::usage(format!("--rule6 is an option of rullete: leave it out for {game}")));
        }
        Ok(self.rule6.unwrap_or_default())
    }

    /// The batch game's task.
    pub(super) fn task(&self, game: GameKind) -> Result<Task, Failure> {
        let rule6 = self.rule6(game)?;
        match game {
            GameKind::Rullete => Ok(Task::Rullete(rule6)),
            GameKind::Camicia => Ok(Task::Camicia(StateKey::Leader)),
            GameKind::Blackjack | GameKind::Poker => Err(Failure::usage(format!(
                "{game} is played move by move: its tests are made by croupier problem export {game} DIR"
            ))),
        }
    }
}
