//! `croupier camicia`: the binary's verbs.

#[path = "../croupier/mod.rs"]
mod croupier;
mod exhaust;
mod hunt;
mod lab;
mod play;
mod search;
