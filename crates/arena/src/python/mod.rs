//! Bots in Python: how an interpreter is launched, and the adapters of a `class Player` and of the
//! function form of Camicia.

use std::ffi::OsString;
use std::path::{Path, PathBuf};

use crate::bot::Launch;

/// The adapter's source: it speaks JSON Lines for a class with the statement's twelve callbacks.
pub const PLAYER_ADAPTER: &str = concat!(include_str!("loader.py"), include_str!("player_adapter.py"));

/// The name of the adapter's file in a workshop.
pub const PLAYER_ADAPTER_FILE: &str = "croupier_player_adapter.py";

/// The adapter's source: it calls the function form of Camicia.
pub const SIMULATION_ADAPTER: &str =
    concat!(include_str!("loader.py"), include_str!("simulation_adapter.py"));

/// The name of that adapter's file in a workshop.
pub const SIMULATION_ADAPTER_FILE: &str = "croupier_simulation_adapter.py";

/// The adapters in a workshop's folder.
pub(crate) fn adapters(workshop: &Path) -> [PathBuf; 2] {
    [PLAYER_ADAPTER_FILE, SIMULATION_ADAPTER_FILE].map(|file| workshop.join(file))
}

/// Launches the function form of Camicia in `main`, a file in the folder.
pub fn simulation(interpreter: &Path, adapter: &Path, folder: &Path, main: &Path, bot_seed: u64) -> Launch {
    let args = [adapter.as_os_str(), folder.as_os_str(), main.as_os_str()];
    launch(interpreter, args.map(OsString::from).into(), folder, bot_seed)
}

/// Launches a `class Player` in `main`, a file in the folder or a module path with dots.
pub fn player(interpreter: &Path, adapter: &Path, folder: &Path, main: &str, bot_seed: u64) -> Launch {
    let args = [adapter.as_os_str(), folder.as_os_str(), main.as_ref()];
    launch(interpreter, args.map(OsString::from).into(), folder, bot_seed)
}

/// Launches a Python program that needs no adapter.
pub fn program(interpreter: &Path, main: &Path, folder: &Path, bot_seed: u64) -> Launch {
    launch(interpreter, vec![main.into()], folder, bot_seed)
}

fn launch(interpreter: &Path, args: Vec<OsString>, folder: &Path, bot_seed: u64) -> Launch {
    let mut launch = Launch::new(PathBuf::from(interpreter), args, folder);
    // The order of sets and dictionaries follows from match and seat, as `random` does.
    let hash_seed = bot_seed & u64::from(u32::MAX);
    for (name, value) in [
        ("PYTHONHASHSEED", hash_seed.to_string()),
        ("PYTHONDONTWRITEBYTECODE", "1".into()),
        ("PYTHONUNBUFFERED", "1".into()),
        ("PYTHONIOENCODING", "utf-8".into()),
    ] {
        launch.env.push((name.into(), value.into()));
    }
    launch
}
