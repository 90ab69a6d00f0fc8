//! A job that is being done, and an answer that has come.

use std::sync::Arc;

use async_nats::jetstream;

use crate::connection::Background;

/// How often a job is tried before it is set aside.
pub const TRIES: u64 = 5;

/// What names the worker in an answer.
pub(crate) const WORKER: &str = "Croupier-Worker";
/// What says how an answer is to be read.
pub(crate) const OUTCOME: &str = "Croupier-Outcome";
/// How often the job has been taken.
pub(crate) const TAKEN: &str = "Croupier-Taken";

/// A job that a worker has taken. As long as it is held, the server is told that somebody works on it; dropped, it goes to
/// somebody else after the lease.
#[derive(Debug)]
pub struct Job {
    /// The run that it belongs to.
    pub run: String,
    /// Its key, which names it among the jobs of the run.
    pub key: String,
    /// What is to be done.
    pub body: Vec<u8>,
    /// How often it has been taken, this time included.
    pub taken: u64,
    pub(crate) message: Arc<jetstream::Message>,
    pub(crate) object: Option<String>,
    pub(crate) _signs_of_life: Background,
}

/// How a job came out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// It was done: the body is its answer.
    Done,
    /// It could not be done and will be tried again: the body says why.
    Failed,
    /// It was tried [too often](TRIES) and is set aside: the body says why.
    Aside,
}

impl Outcome {
    pub(crate) const ALL: [Self; 3] = [Self::Done, Self::Failed, Self::Aside];

    pub(crate) const fn name(self) -> &'static str {
        match self {
            Self::Done => "done",
            Self::Failed => "failed",
            Self::Aside => "aside",
        }
    }
}

/// An answer that has come. It stays with the server until the organiser is [done with it](crate::Organiser::done).
#[derive(Debug)]
pub struct Answer {
    /// The key of the job.
    pub key: String,
    /// Who has answered.
    pub worker: String,
    /// How the job came out.
    pub outcome: Outcome,
    /// How often the job was taken.
    pub taken: u64,
    /// The answer, or the reason in words.
    pub body: Vec<u8>,
    pub(crate) message: jetstream::Message,
    pub(crate) object: Option<String>,
}
