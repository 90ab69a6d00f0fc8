//! Work that is done on other machines: what goes through the queue, who hands it out, and who does it.

mod access;
mod crew;
mod grain;
mod sweep;
mod task;

pub(crate) use access::{Organising, OrganisingOptions, QueueAddress, queue_failure};
pub(crate) use crew::ContestCrew;
pub(crate) use sweep::{Goes, PieceAudit, Pieces, sweep};
pub(crate) use task::{Task, bundle_object, make};
