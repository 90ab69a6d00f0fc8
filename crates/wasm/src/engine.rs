//! The engine, with the settings that a verdict rests on.

use std::sync::OnceLock;

use wasmtime::{Config, Engine, OptLevel};

/// The version of the engine: fuel is counted in the same way by the same version only.
pub const ENGINE_VERSION: &str = "wasmtime 48.0.8";

/// The stack that a compiler is told to lay out in a guest's memory, in bytes.
pub const STACK_BYTES: usize = 64 << 20;

/// The stack of a guest's calls, in bytes, which is not in its memory: a million calls of a small function
/// have room. Deep recursion of a bot ends at one of the two.
const CALL_STACK_BYTES: usize = 128 << 20;

/// Bytes of a fiber beyond the stack of the guest, for calls of its host.
const HOST_STACK_BYTES: usize = 1 << 20;

/// The one engine of this process.
pub(crate) fn engine() -> &'static Engine {
    static ENGINE: OnceLock<Engine> = OnceLock::new();
    ENGINE.get_or_init(|| Engine::new(&config()).expect("the settings of the engine go together"))
}

/// Numbers whose payload differs between processors are left alone: making them alike costs four times
/// the time of `exp` and `log`. What a guest could tell processors apart by otherwise is switched off.
fn config() -> Config {
    let mut config = Config::new();
    config
        .consume_fuel(true)
        .max_wasm_stack(CALL_STACK_BYTES)
        .async_stack_size(CALL_STACK_BYTES + HOST_STACK_BYTES)
        .cranelift_opt_level(OptLevel::Speed)
        .cranelift_nan_canonicalization(false)
        .wasm_relaxed_simd(false)
        .wasm_multi_memory(false)
        .wasm_memory64(false)
        .wasm_backtrace_max_frames(None);
    config
}
