//! Problem packages, which other judges read too: the format of Kattis and the ICPC.
//!
//! A package is a folder: `problem.yaml`, a statement, test data, validators, and example submissions in
//! folders by the verdict that is expected of them. The kit of a game holds all of it but the data and
//! the settings; [`export()`] makes these from a seed. What a judge runs is in the package: no judge needs
//! Croupier. `import` goes the other way: it reads anybody's package and runs its submissions here.
//!
//! The format: "Problem Package Format", version `legacy`, which Kattis and `DOMjudge` read.

mod amalgamation;
mod blackjack;
mod data;
mod export;
mod files;
pub mod import;
mod interactive;
mod kit;
mod poker;
mod settings;
mod transcript;

pub use data::{Test, batch_tests, put_test, suite_tests};
pub use export::{Export, export};
pub use files::{NotWritten, Package};
pub use interactive::interactive_tests;
