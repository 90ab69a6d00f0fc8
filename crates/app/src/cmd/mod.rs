//! The verbs, one file each.

mod confinement;
mod playing;
mod table;

pub(crate) mod blackjack;
pub(crate) mod camicia;
pub(crate) mod check;
pub(crate) mod doctor;
pub(crate) mod feed;
pub(crate) mod list;
pub(crate) mod log;
pub(crate) mod match_bots;
pub(crate) mod merge;
pub(crate) mod new;
pub(crate) mod pages;
pub(crate) mod poker;
pub(crate) mod problem;
pub(crate) mod replay;
#[cfg(feature = "wasm")]
mod rerun;
pub(crate) mod rullete;
pub(crate) mod run;
pub(crate) mod seal;
pub(crate) mod serve;
mod wasm_offer;
pub(crate) mod work;
