//! Many machines, as processes on this one: a queue with a real server, workers that are killed or lie, parts of a contest.
#![expect(clippy::unwrap_used, reason = "a test fails by panicking")]

#[path = "../night/mod.rs"]
#[expect(dead_code, reason = "other tests use the rest")]
mod night;

#[path = "../web/client.rs"]
#[expect(dead_code, reason = "other tests use the rest")]
mod client;
#[path = "../web/server.rs"]
#[expect(dead_code, reason = "other tests use the rest")]
mod server;

mod crew;
mod faults;
mod liars;
mod parts;
mod same;
mod searches;
mod strange;
mod watched;
