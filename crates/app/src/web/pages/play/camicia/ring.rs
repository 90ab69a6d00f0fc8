//! A loop as a picture: a line that leads into a circle.

use std::f64::consts::TAU;
use std::fmt::Write as _;

use croupier_rules::camicia::Cycle;

use super::number::{cards, real, tricks};

/// Tricks of a cycle that have a dot of their own.
const DOTS_MAX: u64 = 400;

/// A loop as a line that leads into a circle.
pub(super) struct Ring {
    pub(super) said: String,
    pub(super) tail: bool,
    pub(super) dots: String,
    pub(super) x: String,
    pub(super) y: String,
}

/// Where the line ends and the circle begins, in units of the picture.
const MIDDLE: (f64, f64, f64) = (150.0, 80.0, 60.0);
const TAIL: (f64, f64) = (10.0, 90.0);

impl Ring {
    pub(super) fn new(cycle: &Cycle, trick: usize) -> Self {
        let Cycle { lead_in_tricks, cycle_tricks, cycle_cards } = *cycle;
        let place = |trick: u64| {
            let (x, y, radius) = MIDDLE;
            if trick < lead_in_tricks {
                let part = real(trick) / real(lead_in_tricks);
                return (TAIL.0 + (TAIL.1 - TAIL.0) * part, y);
            }
            // The circle begins where the line meets it, and goes round clockwise.
            let angle = TAU / 2.0 + TAU * real((trick - lead_in_tricks) % cycle_tricks) / real(cycle_tricks);
            (x + radius * angle.cos(), y + radius * angle.sin())
        };
        let mut dots = String::new();
        let lead = if lead_in_tricks <= DOTS_MAX { 0..lead_in_tricks } else { 0..0 };
        let round =
            if cycle_tricks <= DOTS_MAX { lead_in_tricks..lead_in_tricks + cycle_tricks } else { 0..0 };
        for (x, y) in lead.chain(round).map(place) {
            let _infallible = write!(dots, "M{x:.1} {y:.1}h0");
        }
        let (x, y) = place(u64::try_from(trick).unwrap_or(0));
        let lead = if lead_in_tricks == 0 {
            String::new()
        } else {
            format!("{} lead into it; ", tricks(lead_in_tricks))
        };
        Self {
            said: format!("{lead}{} and {} go round for ever", tricks(cycle_tricks), cards(cycle_cards)),
            tail: lead_in_tricks > 0,
            dots,
            x: format!("{x:.1}"),
            y: format!("{y:.1}"),
        }
    }
}
