//! Problem packages, which other judges read too: the format of Kattis and the ICPC.

mod blackjack;
mod data;
mod files;
mod interactive;
mod poker;
mod transcript;

pub use data::Test;
pub use files::{NotWritten, Package};
pub use interactive::{interactive_tests, put_includes};
