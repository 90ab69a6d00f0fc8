//! Exact odds, best responses and searches of Croupier: never sees a bot, opens no file, prints nothing.

pub mod bankroll;
pub mod blackjack;
pub mod camicia;
pub mod cfr;
pub mod poker;
pub mod rullete;
