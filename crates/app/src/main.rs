//! `croupier`: a referee, an arena and a laboratory for programs that play cards.
#![forbid(unsafe_code)]

mod answers;
mod cli;
mod cmd;
mod counted;
mod date;
mod duel;
mod exit;
mod export;
mod failure;
mod fan;
mod faults;
mod guard;
mod house;
mod input;
mod interrupt;
mod league;
mod line_chart;
mod narration;
mod output;
mod progress;
mod queue;
mod recorded;
mod review;
mod run_failure;
mod scratch;
mod seed;
mod session;
mod shell;
mod standings;
mod stream;
mod templates;
mod terminal;
mod web;

use std::process::ExitCode;

fn main() -> ExitCode {
    // This program is its own sandboxes' first process too.
    if let Some(served) = croupier_arena::sandbox::serve_if_asked() {
        return served;
    }
    interrupt::outlive_full_files();
    guard::guarded(cli::run).into()
}
