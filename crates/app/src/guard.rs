//! A panic is a bug of ours: the program says so, and its exit code does too.

use std::panic::{self, UnwindSafe};

use crate::exit::Exit;
use crate::output;

/// Runs the program. A panic says its message on standard error as always, then this adds whose it is.
pub(crate) fn guarded(program: impl FnOnce() -> Exit + UnwindSafe) -> Exit {
    panic::catch_unwind(program).unwrap_or_else(|_| {
        output::say(
            "error: this is a bug of croupier, not of a bot or an input; \
             please report it with the lines above and the command",
        );
        Exit::Bug
    })
}

#[cfg(test)]
mod tests {
    use super::guarded;
    use crate::exit::Exit;

    #[test]
    fn a_panic_ends_with_the_code_of_a_bug_and_all_else_with_its_own() {
        assert_eq!(guarded(|| Exit::No), Exit::No);
        assert_eq!(guarded(|| panic!("a seat belongs to a match")), Exit::Bug);
    }
}
