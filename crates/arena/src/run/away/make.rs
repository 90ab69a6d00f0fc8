//! What results hang on beside a contest and its bots: only machines that have all of it in common play alike.

use croupier_rules::blackjack::Rules as BlackjackRules;
use croupier_rules::game::Game;
use croupier_rules::poker::Rules as PokerRules;

use crate::house;
use crate::protocol;

/// The version of orders and parcels.
const FORMAT: u32 = 2;

/// Versions and settings of this program and this machine, in words: of rules, house players, protocol, the engine of
/// WebAssembly, and the architecture, whose floating point some house players and bots hang on.
///
/// ```
/// let make = croupier_arena::run::away::make();
/// assert!(make.contains("poker rules") && make.contains(std::env::consts::ARCH), "{make}");
/// ```
pub fn make() -> String {
    format!(
        "orders {FORMAT}, blackjack rules {}, poker rules {}, batch rules {}, {}, protocol {}, {}, {} {}{} {}-bit",
        BlackjackRules::VERSION,
        PokerRules::VERSION,
        croupier_rules::batch::VERSION,
        house::VERSION,
        protocol::VERSION,
        engine(),
        std::env::consts::ARCH,
        std::env::consts::OS,
        LIBC,
        usize::BITS,
    )
}

/// The library whose logarithms and powers some house players reckon with.
const LIBC: &str = if cfg!(target_env = "gnu") {
    " gnu"
} else if cfg!(target_env = "musl") {
    " musl"
} else {
    ""
};

#[cfg(feature = "wasm")]
fn engine() -> &'static str {
    croupier_wasm::ENGINE_VERSION
}

#[cfg(not(feature = "wasm"))]
fn engine() -> &'static str {
    "no WebAssembly"
}
