//! The verbs, one file each.

pub(crate) mod blackjack;
pub(crate) mod camicia;
pub(crate) mod poker;
pub(crate) mod replay;
pub(crate) mod rullete;
pub(crate) mod run;
