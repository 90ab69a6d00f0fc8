//! Many machines, as processes on this one: a queue with a real server, workers that are killed or lie, parts of a contest.
#![expect(clippy::unwrap_used, reason = "a test fails by panicking")]

#[path = "../night/mod.rs"]
#[expect(dead_code, reason = "other tests use the rest")]
mod night;

mod crew;
mod faults;
mod liars;
mod parts;
mod same;
mod searches;
mod strange;
