//! The verbs, one file each.

pub(crate) mod camicia;
pub(crate) mod rullete;
