//! Random hands, the same for the same seed.

use croupier_rules::card::Card;
use croupier_rules::chance::{Key, Stream};
use croupier_rules::rullete::{Allowed, Hand};

/// A source of hands, by a seed.
pub(crate) struct Sample {
    pub(crate) stream: Stream,
    pack: Vec<Card>,
}

impl Sample {
    pub(crate) fn new(seed: u64) -> Self {
        Self { stream: Key::new(seed, "tests/rullete").stream(0), pack: Card::pack().collect() }
    }

    pub(crate) fn below(&mut self, end: usize) -> usize {
        usize::try_from(self.stream.next_u64() % end as u64).unwrap()
    }

    pub(crate) fn hand(&mut self) -> Hand {
        for place in 0..5 {
            let other = place + self.below(52 - place);
            self.pack.swap(place, other);
        }
        Hand::new(&self.pack[..5], Allowed::FiveDifferent).unwrap()
    }
}

/// Visits every class of hands, the first card and the set of the others, by one of its 24 orders.
pub(crate) fn each_class(mut visit: impl FnMut(&Hand)) {
    let pack: Vec<Card> = Card::pack().collect();
    for (place, &first) in pack.iter().enumerate() {
        let rest: Vec<Card> =
            pack.iter().enumerate().filter(|&(at, _)| at != place).map(|(_, &card)| card).collect();
        for (b, &second) in rest.iter().enumerate() {
            for (c, &third) in rest.iter().enumerate().skip(b + 1) {
                for (d, &fourth) in rest.iter().enumerate().skip(c + 1) {
                    for &fifth in &rest[d + 1..] {
                        let cards = [first, second, third, fourth, fifth];
                        visit(&Hand::new(&cards, Allowed::FiveDifferent).unwrap());
                    }
                }
            }
        }
    }
}
