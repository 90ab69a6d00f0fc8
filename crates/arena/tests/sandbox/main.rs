//! The sandbox, layer by layer: every attack, every trap that was found by trying, and what a lawful bot
//! must still be able to do. Where this machine forbids a layer, its tests are skipped, and say why.
#![expect(clippy::unwrap_used, reason = "a test fails by panicking")]

mod attacks;
mod builds;
mod ground;
mod series;
mod traps;
