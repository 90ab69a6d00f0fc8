//! The first process of a sandbox that lasts, alone: `croupier` is one itself, and the tests of this crate have
//! no `croupier`.

use std::process::ExitCode;

fn main() -> ExitCode {
    croupier_arena::sandbox::serve_if_asked().unwrap_or(ExitCode::FAILURE)
}
