//! The page: runs watched, matches stepped through, in a browser, over the same data folder as every other verb.
//!
//! ```text
//! server ── who may ask, and how long it may take ── pages ── site ── Archive, records
//!                                           │          │        └ film: the steps of a deal, for the table
//!                                           │          ├ desk: prices and reviews, in threads
//!                                           │          ├ live: one watcher of the store for all spectators
//!                                           │          └ office: links, submissions, and the organiser's run
//!                                           └ play: tables for a person, replayed from the moves of their address
//! ```
//!
//! The pages are read from the store when they are asked for; a server that is killed loses nothing. Everything a
//! page needs is in the binary.

mod assets;
mod bot_review;
mod cards;
mod curve;
mod desk;
mod film;
mod live;
pub(crate) mod office;
mod pages;
mod play;
mod prices;
mod refusal;
mod server;
mod site;

pub(crate) use server::{Listen, serve};
pub(crate) use site::Site;
