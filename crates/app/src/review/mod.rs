//! Reviews: what the decisions of a match cost, for the verbs that print it and the pages that show it.

pub(crate) mod blackjack;
pub(crate) mod poker;
