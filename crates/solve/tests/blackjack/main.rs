//! The odds of blackjack against values of others, and against slow twins.

mod estimate;
mod reference;
mod twin;
