//! A queue of jobs between machines, over NATS `JetStream`. It knows no game and no bot: a job is a key and bytes, and so is
//! its answer.
//!
//! ```text
//! Organiser ── put ──▶ CROUPIER_JOBS ──── take ──▶ Worker
//!     ▲                                              │ keeps its job by a sign of life, or gives it back
//!     └──── answer ◀── CROUPIER_ANSWERS ◀── answer ──┘
//!                      croupier (objects): what is too large for a message, and what many jobs need
//! ```
//!
//! | stream | subjects | a message lives until |
//! |---|---|---|
//! | `CROUPIER_JOBS` | `croupier.jobs.MAKE.RUN.KEY`, one at a time | its worker has delivered the answer |
//! | `CROUPIER_ANSWERS` | `croupier.answers.RUN.KEY` | the organiser has stored it |
//!
//! **What is promised.** A job is played at least once, as long as its organiser puts again what is [not there any more](Organiser::keys).
//! It may be played twice; whoever takes answers goes by their keys. A worker that falls silent loses its job after the
//! [lease](Organiser::open) and no earlier: it gives a sign of life several times within it.
//!
//! **Who fits whom.** The subject of a job names the [`Make`] of the program that put it, so a worker of another make never gets it.
//!
//! All that is public waits for its answer; what is asynchronous stays inside.

mod access;
mod connection;
mod error;
mod job;
mod make;
mod organiser;
mod presence;
mod streams;
mod worker;

pub use access::{Access, Address};
pub use error::QueueError;
pub use job::{Answer, Job, Outcome, TRIES};
pub use make::Make;
pub use organiser::Organiser;
pub use presence::{Notice, Presence};
pub use worker::{Worker, name_of};
