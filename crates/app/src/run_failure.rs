//! Why a contest is not run, as the error of a command.

use std::error::Error;

use croupier_arena::contest::ContestError;
use croupier_arena::entrant::BundleError;
use croupier_arena::referee::RefereeError;
use croupier_arena::run::RunError;
use croupier_arena::sandbox::NoSandbox;
use croupier_queue::QueueError;

use crate::failure::Failure;
use crate::queue::queue_failure;

pub(crate) fn contest_failure(error: ContestError) -> Failure {
    Failure::bad_input(error)
}

/// No layer works on this machine, and the bots are not said to be trusted.
pub(crate) fn no_sandbox(why: NoSandbox) -> Failure {
    let cure = why.cure();
    Failure::bad_input(why).hint(cure)
}

pub(crate) fn run_failure(error: RunError) -> Failure {
    match error {
        RunError::NoSandbox(why) => no_sandbox(why),
        RunError::Stopped => Failure::interrupted(error).hint("the same command goes on"),
        RunError::TooFew { .. } => {
            Failure::bad_input(error).hint("add entrants, or list house players in contest.toml")
        }
        RunError::NoParts(_) => {
            Failure::usage(error).hint("croupier run plays it as a whole, with --queue on many machines")
        }
        RunError::Crew(why) => crew_failure(why),
        RunError::Entrants(_) | RunError::Store(_) | RunError::Files(_) => Failure::bad_input(error),
        RunError::Referee(RefereeError::Record(_)) => {
            Failure::bad_input(error).hint("what was stored is kept, and the same command goes on")
        }
        RunError::Referee(RefereeError::Dealer(_) | RefereeError::Rules(_) | RefereeError::Stopped) => {
            Failure::bug(error)
        }
    }
}

fn crew_failure(why: Box<dyn Error + Send + Sync>) -> Failure {
    let why = match why.downcast::<QueueError>() {
        Ok(why) => return queue_failure(*why),
        Err(why) => why,
    };
    match why.downcast_ref::<BundleError>() {
        Some(BundleError::Changed { .. }) => Failure::bad_input(why).hint(
            "put the files back, and the same command goes on; with the files as they are, it begins another run",
        ),
        Some(BundleError::Damaged(_) | BundleError::System(_)) | None => Failure::bad_input(why),
    }
}
