//! A player that shows others every situation.

use croupier_rules::chance::Stream;
use croupier_rules::poker::{Action, Choices, News};

/// Bids of all sizes with any card, the least half of the time, and pays half of what it is asked: so decisions of the others
/// are seen that hardly come in play.
#[derive(Debug)]
pub struct Prober(Stream);

impl Prober {
    /// With its own stream of chance.
    pub fn new(chance: Stream) -> Self {
        Self(chance)
    }

    /// Takes no notice.
    pub fn learn(&mut self, _: &News) {}

    /// Answers a question.
    pub fn choose(&mut self, choices: &Choices) -> Action {
        match *choices {
            Choices::Bid { min, max, .. } => Action::Bid(match self.0.below(4) {
                0 | 1 => min,
                // Up to a third of what there is: the sizes that are met in play.
                2 => min + self.up_to((max - min) / 3),
                _ => min + self.up_to(max - min),
            }),
            Choices::Call { .. } => Action::Call(self.0.below(2) == 0),
        }
    }

    fn up_to(&mut self, most: u16) -> u16 {
        u16::try_from(self.0.below(u32::from(most) + 1)).expect("a number below one of 16 bits")
    }
}
