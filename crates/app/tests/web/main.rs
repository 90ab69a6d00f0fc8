//! `croupier serve`: the built program asked by a small client, and by a browser.
#![expect(clippy::unwrap_used, reason = "a test fails by panicking")]

#[path = "../night/mod.rs"]
#[expect(dead_code, reason = "house players alone are seated here")]
mod night;

mod browser;
mod checks;
mod client;
mod crowd;
mod door;
mod lab;
mod links;
mod live;
mod office;
mod pages;
mod play;
mod played;
mod prices;
mod server;
mod trouble;
mod visitor;
