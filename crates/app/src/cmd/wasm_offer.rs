//! What this machine offers for bots in WebAssembly, for `croupier doctor`.

use croupier_arena::entrant::CFamily;
use croupier_arena::tools::Tools;
use croupier_arena::wasm_tools::PACKAGES;

/// What was looked for.
pub(super) const WHAT: &str = "C and C++ for WebAssembly";

/// The compilers and the engine, or the line that installs what is missing.
///
/// # Errors
/// What to do about it.
pub(super) fn found(tools: &Tools) -> Result<String, String> {
    if cfg!(not(feature = "wasm")) {
        return Err("this croupier was built without it: cargo build --features wasm".into());
    }
    let tool = [CFamily::C, CFamily::Cpp].map(|language| tools.wasm_compiler(language));
    match tool {
        [Ok(_), Ok(cpp)] => Ok(format!("{}, blackjack functions run in it", cpp.version)),
        _ => Err(format!("they run natively; to install: apt-get install {PACKAGES}")),
    }
}
