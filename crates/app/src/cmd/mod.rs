//! The verbs, one file each.

pub(crate) mod replay;
pub(crate) mod run;
