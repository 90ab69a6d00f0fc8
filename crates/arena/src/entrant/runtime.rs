//! What a source is built for.

use serde::{Deserialize, Serialize};

/// What C and C++ are built for. By default the three functions of blackjack are built for WebAssembly
/// where its compilers are, and programs for this machine.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Runtime {
    /// WebAssembly, inside the referee's process.
    Wasm,
    /// A process of this machine.
    Native,
}

impl Runtime {
    /// The words for it in `bot.toml`.
    pub(super) const NAMES: [(&str, Self); 2] = [("wasm", Self::Wasm), ("native", Self::Native)];
}
