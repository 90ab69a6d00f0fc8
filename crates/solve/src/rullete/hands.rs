//! The hands of a value.

use croupier_rules::card::Rank;
use croupier_rules::rullete::{Allowed, Hand, Rule6};

use super::Counters;
use super::closed_form::score;
use super::sets::{CARDS, Set, Sets};

/// Returns all hands with a value.
///
/// Order: sets of five cards ascend, card by card, from `2C 2D 2H 2S 3C` on (`2C 2D 2H 2S 3C … AS`: ranks first, then
/// suits); the orders of a set ascend in the same way.
///
/// ```
/// use croupier_rules::rullete::Rule6;
/// use croupier_solve::rullete::find;
///
/// let winner = find(674, Rule6::default()).next().expect("a hand that wins");
/// assert_eq!(winner.to_string(), "JC 2C JD JH JS");
/// assert_eq!(find(675, Rule6::default()).next(), None);
/// ```
pub fn find(value: u32, rule6: Rule6) -> Hands {
    Hands { value, rule6, sets: Sets::new(), class: None, order: 0 }
}

/// The hands of a value, by [`find`].
#[derive(Clone, Debug)]
pub struct Hands {
    value: u32,
    rule6: Rule6,
    sets: Sets,
    class: Option<Class>,
    /// The order of the rest that comes next.
    order: usize,
}

/// A set with one of its cards, by its place in the set, as the first: the 24 orders of the rest have one value.
#[derive(Clone, Copy, Debug)]
struct Class {
    set: Set,
    firsts: Firsts,
    first: usize,
}

/// Which cards of a set give it the value when they come first.
#[derive(Clone, Copy, Debug)]
enum Firsts {
    All,
    OfScore(u32),
}

/// The orders of four things, ascending.
const ORDERS: [[usize; 4]; 24] = {
    let mut orders = [[0; 4]; 24];
    let (mut number, mut found) = (0, 0);
    while number < 256 {
        let order = [number >> 6, number >> 4 & 3, number >> 2 & 3, number & 3];
        if 1 << order[0] | 1 << order[1] | 1 << order[2] | 1 << order[3] == 0b1111 {
            orders[found] = order;
            found += 1;
        }
        number += 1;
    }
    orders
};

impl Hands {
    /// Returns the first cards that give a set the value. With a jack, the value grows evenly with the first card's score.
    fn firsts(&self, counters: Counters) -> Option<Firsts> {
        let value = |first| counters.value_by_score(first, self.rule6);
        let missing = self.value.checked_sub(value(0))?;
        if counters.count_rank(Rank::Jack) == 0 {
            return (missing == 0).then_some(Firsts::All);
        }
        let step = value(1) - value(0);
        (missing % step == 0).then(|| Firsts::OfScore(missing / step))
    }

    /// Returns the next class of the value.
    fn next_class(&mut self) -> Option<Class> {
        let next = self.class.and_then(|class| class.following(class.first + 1));
        if next.is_some() {
            return next;
        }
        while let Some(set) = self.sets.next() {
            let firsts = self.firsts(set.counters);
            if let Some(class) = firsts.and_then(|firsts| Class { set, firsts, first: 0 }.following(0)) {
                return Some(class);
            }
        }
        None
    }
}

impl Class {
    /// Returns the class of the same set whose first card is the next that will do, from this place on.
    fn following(self, from: usize) -> Option<Self> {
        let will_do = |first: &usize| match self.firsts {
            Firsts::All => true,
            Firsts::OfScore(wanted) => score(CARDS[self.set.places[*first]].rank) == wanted,
        };
        (from..5).find(will_do).map(|first| Self { first, ..self })
    }

    fn hand(self, order: [usize; 4]) -> Hand {
        let Self { set: Set { places, .. }, first, .. } = self;
        // Those behind the first card close up.
        let rest = order.map(|card| places[card + usize::from(card >= first)]);
        let cards = [places[first], rest[0], rest[1], rest[2], rest[3]].map(|place| CARDS[place]);
        Hand::new(&cards, Allowed::FiveDifferent).expect("a set has five different cards")
    }
}

impl Iterator for Hands {
    type Item = Hand;

    fn next(&mut self) -> Option<Hand> {
        if self.class.is_none() || self.order == ORDERS.len() {
            self.class = Some(self.next_class()?);
            self.order = 0;
        }
        let order = ORDERS[self.order];
        self.order += 1;
        self.class.map(|class| class.hand(order))
    }

    /// Counts the orders of a class without going through them.
    fn count(mut self) -> usize {
        let mut hands = if self.class.is_some() { ORDERS.len() - self.order } else { 0 };
        while let Some(class) = self.next_class() {
            self.class = Some(class);
            hands += ORDERS.len();
        }
        hands
    }
}
