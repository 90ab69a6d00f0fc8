//! Every hand that a player may hold and draw to, by composition.

use std::collections::BTreeSet;
use std::sync::OnceLock;

use croupier_rules::blackjack::{Ace, Card, Total};

/// A hand's place in the lattice.
pub(super) type Place = u16;

/// Where a card leads that takes the hand over 21.
pub(super) const BUST: Place = Place::MAX;

/// The hand without cards.
pub(super) const EMPTY: Place = 0;

/// The most that a hand may count and be drawn to, an ace as 1.
const LEAST_MAX: u32 = 21;

/// All 3,083 hands in the order of their least sums: a hand comes before all that it can become.
#[derive(Debug)]
pub(super) struct Lattice {
    pub(super) hands: Vec<Composition>,
    /// What each hand can become, itself first, in order: one list after another.
    under: Vec<Place>,
    /// Where the list of each hand begins, and where the last ends.
    begins: Vec<usize>,
}

/// A hand by the counts of its cards.
#[derive(Clone, Debug)]
pub(super) struct Composition {
    /// How many it has of each value.
    pub(super) counts: [u8; 10],
    /// All its cards.
    pub(super) size: u32,
    /// Its sum with each ace as 1.
    least: u32,
    /// The hand that a card of each value makes of it.
    pub(super) next: [Place; 10],
}

impl Lattice {
    /// The one lattice: it depends on no rule.
    pub(super) fn get() -> &'static Self {
        static LATTICE: OnceLock<Lattice> = OnceLock::new();
        LATTICE.get_or_init(Self::new)
    }

    fn new() -> Self {
        let mut hands = Vec::new();
        collect(&Composition { counts: [0; 10], size: 0, least: 0, next: [BUST; 10] }, 0, &mut hands);
        let order = |hand: &Composition| (hand.least, hand.counts);
        hands.sort_by_key(order);
        let linked = hands.iter().map(|hand| {
            let next = Card::ALL.map(|card| {
                let bigger = hand.with(card);
                let place = hands.binary_search_by_key(&order(&bigger), order).ok();
                place.map_or(BUST, |place| Place::try_from(place).expect("there are 3083 hands"))
            });
            Composition { next, ..hand.clone() }
        });
        let hands: Vec<Composition> = linked.collect();
        let (mut under, mut begins) = (Vec::new(), vec![0]);
        for place in (EMPTY..).take(hands.len()) {
            let mut found = BTreeSet::from([place]);
            let mut next = Some(place);
            while let Some(hand) = next {
                found.extend(hands[usize::from(hand)].next.iter().filter(|&&next| next != BUST));
                next = found.range(hand + 1..).next().copied();
            }
            under.extend(found);
            begins.push(under.len());
        }
        Self { hands, under, begins }
    }

    /// What a hand can become, itself first: each before what it can become.
    pub(super) fn under(&self, place: Place) -> &[Place] {
        let place = usize::from(place);
        &self.under[self.begins[place]..self.begins[place + 1]]
    }

    /// The place of a hand, if it may be drawn to.
    pub(super) fn find(&self, cards: &[Card]) -> Option<Place> {
        cards.iter().try_fold(EMPTY, |place, card| {
            let next = self.hands[usize::from(place)].next[card.index()];
            (next != BUST).then_some(next)
        })
    }
}

impl Composition {
    /// The total that counts.
    pub(super) fn total(&self, ace: Ace) -> Total {
        Total::from_least(self.least, self.counts[Card::ACE.index()] > 0 && ace == Ace::OneOrEleven)
    }

    /// Its sum with each ace as 1.
    pub(super) const fn least(&self) -> u32 {
        self.least
    }

    /// Whether no card takes it over 21, and it wins by the dealer's bust alone if it stands with its points.
    pub(super) fn is_safe(&self, points: u32) -> bool {
        self.least <= 11 && points < 17
    }

    /// Its cards, the aces first.
    pub(super) fn cards(&self) -> impl Iterator<Item = Card> + '_ {
        Card::ALL.into_iter().flat_map(|card| (0..self.counts[card.index()]).map(move |_| card))
    }

    fn with(&self, card: Card) -> Self {
        let mut bigger = self.clone();
        bigger.counts[card.index()] += 1;
        bigger.size += 1;
        bigger.least += card.points();
        bigger
    }
}

/// Collects a hand with all that it becomes by cards of a value or of later ones.
fn collect(hand: &Composition, from: usize, into: &mut Vec<Composition>) {
    into.push(hand.clone());
    for card in &Card::ALL[from..] {
        let bigger = hand.with(*card);
        if bigger.least <= LEAST_MAX {
            collect(&bigger, card.index(), into);
        }
    }
}

#[cfg(test)]
mod tests {
    use croupier_rules::blackjack::{Ace, Card, Hand};

    use super::{BUST, EMPTY, Lattice};

    #[test]
    fn every_hand_is_there_once_and_before_what_it_becomes() {
        let lattice = Lattice::get();
        assert_eq!(lattice.hands.len(), 3083);
        assert_eq!(lattice.hands[usize::from(EMPTY)].size, 0);
        for (place, hand) in lattice.hands.iter().enumerate() {
            let cards: Vec<Card> = hand.cards().collect();
            assert_eq!(lattice.find(&cards), Some(u16::try_from(place).unwrap()));
            let whole: Hand = cards.into_iter().collect();
            for ace in [Ace::One, Ace::OneOrEleven] {
                assert_eq!(hand.total(ace), whole.total_with(ace), "{whole}");
            }
            for card in Card::ALL {
                let next = hand.next[card.index()];
                assert_eq!(next == BUST, hand.total(Ace::One).points + card.points() > 21, "{whole} {card}");
                assert!(usize::from(next) > place);
            }
        }
    }
}
