//! Hands of Rullete made for tests: each kind brings rules that a hand drawn at random rarely meets.

use crate::card::{Card, Rank, Suit};
use crate::chance::Stream;
use crate::rullete::{Allowed, Hand};

/// What a card of a hand must be.
type Wanted = Box<dyn Fn(&Card) -> bool>;

/// How many kinds take turns.
const KINDS: u64 = 8;

/// A hand of kind `number % 8`; all hands of a kind's construction are drawn from a shuffled pack, and
/// the cards come in any order.
pub(super) fn hand(stream: &mut Stream, number: u64) -> Hand {
    let wanted = wanted(stream, number % KINDS);
    let mut pack: Vec<Card> = Card::pack().collect();
    stream.shuffle(&mut pack);
    let mut cards = Vec::new();
    for is_wanted in wanted {
        let place = pack.iter().position(|card| is_wanted(card)).expect("a kind asks for cards of the pack");
        cards.push(pack.remove(place));
    }
    let missing = 5 - cards.len();
    cards.extend(pack.drain(..missing));
    stream.shuffle(&mut cards);
    Hand::new(&cards, Allowed::FiveDifferent).expect("five cards of one pack")
}

fn wanted(stream: &mut Stream, kind: u64) -> Vec<Wanted> {
    match kind {
        // Rule 9: three diamonds, and a rank that is swapped.
        1 => {
            let swapped = [Rank::Two, Rank::Five, Rank::Six, Rank::Nine];
            let is_swapped = move |card: &Card| swapped.contains(&card.rank);
            vec![Box::new(is_swapped), suit(Suit::Diamonds), suit(Suit::Diamonds), suit(Suit::Diamonds)]
        }
        // Rule 10: a straight, every second one with an ace.
        2 => straight(if stream.below(2) == 0 { 8 } else { stream.below(9) as usize }),
        // Rule 6: four 7s.
        3 => vec![rank(Rank::Seven), rank(Rank::Seven), rank(Rank::Seven), rank(Rank::Seven)],
        // No straight: an ace is no 1 (ruling 20).
        4 => [Rank::Ace, Rank::Two, Rank::Three, Rank::Four, Rank::Five].map(rank).into(),
        // Rules 12 and 13: a 2 repeats rule 7 and doubles the value.
        5 => vec![rank(Rank::Two)],
        // Rule 12 repeats rule 9, and the ranks are swapped back.
        6 => vec![
            rank(Rank::Five),
            rank(Rank::Two),
            suit(Suit::Diamonds),
            suit(Suit::Diamonds),
            suit(Suit::Diamonds),
        ],
        // Rule 1: jacks count the first card.
        7 => vec![rank(Rank::Jack), rank(Rank::Jack)],
        // Any hand.
        _ => Vec::new(),
    }
}

fn rank(rank: Rank) -> Wanted {
    Box::new(move |card| card.rank == rank)
}

fn suit(suit: Suit) -> Wanted {
    Box::new(move |card| card.suit == suit)
}

fn straight(lowest: usize) -> Vec<Wanted> {
    Rank::ALL[lowest..lowest + 5].iter().map(|&of| rank(of)).collect()
}
