//! What workers and organisers tell of themselves, once a second. Nothing hangs on it but what is shown, and that a worker that
//! does not fit, or is shut out, stops.

use serde::{Deserialize, Serialize};

/// What a worker tells.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Presence {
    /// Its name.
    pub name: String,
    /// Its make, for people.
    pub make: String,
    /// Jobs at a time.
    pub slots: u32,
    /// Jobs that it plays now.
    pub busy: u32,
    /// Jobs that it has delivered since it was started.
    pub jobs: u64,
    /// Jobs that it could not do.
    pub failures: u64,
    /// The time that it has played, of all slots together, in milliseconds.
    pub busy_ms: u64,
    /// Whether it is about to stop.
    pub leaving: bool,
}

/// What an organiser tells.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Notice {
    /// The run, as its jobs name it.
    pub run: String,
    /// The run, for people.
    pub title: String,
    /// The token of its make.
    pub token: String,
    /// Its make, for people.
    pub make: String,
    /// The names of workers whose answers it does not take any more.
    pub shut_out: Vec<String>,
}

/// The subject of a worker's presence.
pub(crate) fn subject_of_worker(name: &str) -> String {
    format!("croupier.workers.{name}")
}

/// The subjects of all workers.
pub(crate) const WORKERS: &str = "croupier.workers.*";

/// The subject of an organiser's notices.
pub(crate) fn subject_of_run(run: &str) -> String {
    format!("croupier.organisers.{run}")
}

/// The subjects of all organisers.
pub(crate) const ORGANISERS: &str = "croupier.organisers.*";
