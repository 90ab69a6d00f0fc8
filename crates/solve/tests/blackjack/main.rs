//! The odds of blackjack against values of others, and against slow twins.

mod estimate;
mod luck;
mod monte_carlo;
mod reference;
mod twin;
