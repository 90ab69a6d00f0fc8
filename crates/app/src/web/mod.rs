//! The page: runs watched, matches stepped through, in a browser, over the same data folder as every other verb.
//!
//! ```text
//! server ── connections, and how long each may wait
//!    └ door ── who may ask, and how much at a time (crowd) ── pages ── site ── Archive, records
//!                                           │          │        └ film: the steps of a deal, for the table
//!                                           │          ├ desk: prices and reviews, in threads
//!                                           │          ├ flights: what many ask for at once is made once
//!                                           │          ├ glances: standings, made once for all who look
//!                                           │          ├ broadcast: one watcher for all spectators (live: of runs)
//!                                           │          └ office: links, submissions, and the organiser's run
//!                                           └ play: tables for a person, replayed from the moves of their address
//! ```
//!
//! The pages are read from the store when they are asked for; a server that is killed loses nothing. Everything a
//! page needs is in the binary.

mod assets;
mod bot_review;
mod broadcast;
mod cards;
mod connections;
mod crowd;
mod curve;
mod desk;
mod door;
mod film;
mod flights;
mod glances;
mod live;
pub(crate) mod office;
mod pages;
mod play;
mod prices;
mod refusal;
mod server;
mod site;
#[cfg(test)]
mod small_contest;

pub(crate) use door::Origin;
pub(crate) use server::{Listen, serve};
pub(crate) use site::Site;
