//! What only some processors can do, chosen at run time.
//!
//! With `blackjack/lanes.rs` the only place of the crate with `unsafe`: calls of functions that need features of the processor, made
//! after asking it, and loads from arrays that are longer than any load.
#![expect(
    unsafe_code,
    reason = "features of the processor are asked for at run time, and lanes load from arrays"
)]

#[cfg(target_arch = "x86_64")]
pub(super) mod avx2;
#[cfg(target_arch = "x86_64")]
pub(super) mod avx512;
mod bits;

pub(super) use bits::{BitTask, Bits, run};
