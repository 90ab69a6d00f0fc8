//! The poker laboratory from outside.

mod responder;
mod table;
