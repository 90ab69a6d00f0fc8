//! The verbs, one file each.

pub(crate) mod blackjack;
pub(crate) mod replay;
pub(crate) mod run;
