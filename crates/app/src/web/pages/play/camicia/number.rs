//! Numbers as the page writes and draws them.

use super::super::super::figures::count;

pub(super) fn index(number: u64) -> usize {
    usize::try_from(number).unwrap_or(usize::MAX)
}

pub(super) fn cards(number: u64) -> String {
    if number == 1 { "1 card".to_owned() } else { format!("{} cards", count(number)) }
}

pub(super) fn tricks(number: u64) -> String {
    if number == 1 { "1 trick".to_owned() } else { format!("{} tricks", count(number)) }
}

#[expect(clippy::cast_precision_loss, reason = "a place in a picture")]
pub(super) fn size(number: usize) -> f64 {
    number as f64
}

#[expect(clippy::cast_precision_loss, reason = "a place in a picture")]
pub(super) fn real(number: u64) -> f64 {
    number as f64
}
