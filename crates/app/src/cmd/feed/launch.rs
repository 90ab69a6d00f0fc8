//! How the bot that is fed is started: as in a match, or by a command of the user's own.

use std::env;
use std::fs;
use std::path::Path;

use croupier_arena::bot::Launch;
use croupier_arena::contestant::Part;
use croupier_arena::entrant::{Entrant, Kind, Program, find_one};
use croupier_arena::hint::hint;
use croupier_arena::run::build_bot;
use croupier_arena::sandbox::{Allowance, Sandbox};
use croupier_arena::tools::Tools;
#[cfg(feature = "wasm")]
use croupier_arena::workshop::Start;

use crate::failure::Failure;

/// The bot of a file or a folder, unless it is a program that is started by its own name.
pub(super) fn bot_at(path: &Path, game: &str) -> Option<Entrant> {
    let entrant = find_one(path, game.parse().ok()?).ok()?;
    match entrant.kind {
        Kind::Program(Program::Command(_)) if path.is_file() => None,
        Kind::Function { .. } | Kind::Player { .. } | Kind::Program(_) => Some(entrant),
        Kind::Simulation { .. } => None,
    }
}

/// Builds a bot in a folder, and says how it is started there: in the sandbox, with this many bytes of memory.
pub(super) fn seated(
    entrant: &Entrant,
    folder: &Path,
    sandbox: &Sandbox,
    bot_seed: u64,
    memory: u64,
) -> Result<Launch, Failure> {
    let seat = folder.join("seat");
    fs::create_dir(&seat)?;
    let contestant = build_bot(entrant, folder, sandbox, &Tools::of_system())?;
    match &contestant.part {
        #[cfg(feature = "wasm")]
        Part::Bot(plan) if matches!(plan.built.start, Start::Guest(_)) => {
            Err(Failure::usage(format!("{} runs in WebAssembly and is no process", entrant.name))
                .hint("croupier replay MATCH --rerun BOT runs it again and compares its answers"))
        }
        Part::Bot(plan) => Ok(sandbox.confine(plan.settle(&seat, bot_seed)?, Allowance::bot(memory))?),
        Part::Out(fault) => {
            Err(Failure::bad_input(format!("{}: {}", entrant.name, fault.came)).hint(hint(fault)))
        }
        Part::House(_) | Part::Noted => unreachable!("an entrant is built, or is not seated"),
    }
}

/// A command with the environment and the folder of this process.
pub(super) fn by_hand(program: &str, args: &[String]) -> Result<Launch, Failure> {
    let env = env::vars_os().filter_map(|(name, value)| Some((name.into_string().ok()?, value)));
    let args = args.iter().map(Into::into).collect();
    Ok(Launch::of_environment(program.into(), args, env.collect(), &env::current_dir()?))
}
