//! Start and end of a Python program, on each layer that works here: what a sandbox costs a seat.
//!
//! The page on security has what was measured.

use std::env;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use croupier_arena::batch::{self, Bounds};
use croupier_arena::python;
use croupier_arena::sandbox::{Allowance, Freedom, Layer, Sandbox};
use croupier_arena::tools::{PYTHON, Tools};
use divan::Bencher;

fn main() {
    divan::main();
}

const BOUNDS: Bounds =
    Bounds { time: Duration::from_secs(10), memory: 256 << 20, output: 1 << 20, log: 1 << 16 };

fn interpreter(sandbox: &Sandbox) -> Option<PathBuf> {
    let tools = Tools::of_system();
    let usual = tools.python(PYTHON).ok()?.program;
    if sandbox.reaches(&usual).is_ok() {
        Some(usual)
    } else {
        Some(tools.python("/usr/bin/python3").ok()?.program)
    }
}

#[divan::bench(args = ["none", "bubblewrap+cgroup", "bubblewrap", "landlock"], sample_count = 50)]
fn python_start(bencher: Bencher<'_, '_>, layer: &str) {
    let layer = Layer::of_name(layer).expect("the names are those of layers");
    let Ok(sandbox) = Sandbox::of_layer(layer, &env::temp_dir()) else { return };
    let Some(interpreter) = interpreter(&sandbox) else { return };
    let folder = tempfile::tempdir().expect("a temporary folder can be made");
    let folder = folder.path().canonicalize().expect("it was just made");
    fs::write(folder.join("bot.py"), "import json\nprint(json.dumps(1))\n").expect("it may be written to");
    bencher.bench(|| start(&sandbox, &interpreter, &folder));
}

fn start(sandbox: &Sandbox, interpreter: &Path, folder: &Path) {
    let mut launch = python::program(interpreter, Path::new("bot.py"), folder, 1);
    launch.freedom = Freedom::Threads;
    let launch = sandbox.confine(launch, Allowance::bot(BOUNDS.memory)).expect("the layer works");
    let run = batch::run(&launch, b"", &BOUNDS, &AtomicBool::new(false)).expect("the layer works");
    assert_eq!(run.expect("nobody stops it").output, b"1\n");
}
