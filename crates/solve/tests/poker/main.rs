//! The poker laboratory from outside.
#![expect(clippy::unwrap_used, reason = "a test that cannot go on has failed")]

mod answers;
mod responder;
mod seats;
mod table;
