//! What stands in for WebAssembly where this program was built without an engine for it.

use std::path::Path;

use super::bench::Bench;
use super::{Start, Unbuilt};
use crate::entrant::{CFamily, Entrant, Language, Runtime};
use crate::tools::MissingTool;

impl Bench<'_> {
    /// Builds functions for this machine, unless their `bot.toml` names another.
    pub(super) fn function_for(
        &self,
        entrant: &Entrant,
        language: CFamily,
        source: &Path,
    ) -> Result<(Start, String), Unbuilt> {
        if entrant.runtime == Some(Runtime::Wasm) {
            return Err(without_wasm());
        }
        self.function(language, source)
    }

    #[expect(clippy::unused_self, reason = "the twin of the method that builds")]
    pub(super) fn program_for_wasm(&self, _: Language, _: &Path) -> Result<(Start, String), Unbuilt> {
        Err(without_wasm())
    }

    #[expect(clippy::unused_self, reason = "the twin of the method that builds")]
    pub(super) fn module(&self, _: &Path) -> Result<(Start, String), Unbuilt> {
        Err(without_wasm())
    }
}

/// This program has no engine for WebAssembly.
fn without_wasm() -> Unbuilt {
    let what = "the engine for WebAssembly, which this croupier was built without,".to_owned();
    Unbuilt::MissingTool(MissingTool { what, package: None, tried: Vec::new() })
}
