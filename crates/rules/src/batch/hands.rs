//! Hands of Rullete made for tests: each kind brings rules that a hand drawn at random rarely meets.

use crate::card::{Card, Rank, Suit};
use crate::chance::Stream;
use crate::rullete::{self, Allowed, Hand, Rule6};

/// What a card of a hand must be.
type Wanted = fn(&Card) -> bool;

/// How many kinds take turns.
const KINDS: u64 = 8;

/// How many hands are drawn for one that fits; one in five does.
const TRIES: u32 = 1_000;

/// A hand of kind `number % 8`: cards of a shuffled pack, in any order.
pub(super) fn hand(stream: &mut Stream, number: u64) -> Hand {
    match number % KINDS {
        // Rule 9: three diamonds, and a rank that is swapped.
        1 => draw(stream, &[is_swapped, is_diamond, is_diamond, is_diamond]),
        // Rule 10: a straight, in turn with an ace, with a 2 (where rule 12 must pass over it), and any.
        2 => {
            let lowest = match number / KINDS % 3 {
                0 => 8,
                1 => 0,
                _ => stream.below(9) as usize,
            };
            // With three diamonds rule 9 would break it.
            let is_kept = |hand: &Hand| hand.iter().filter(|card| is_diamond(card)).count() < 3;
            first(|| of_ranks(stream, &Rank::ALL[lowest..lowest + 5]), is_kept)
        }
        // Rule 6: four 7s.
        3 => of_ranks(stream, &[Rank::Seven; 4]),
        // No straight: an ace is no 1 (ruling 20).
        4 => of_ranks(stream, &[Rank::Ace, Rank::Two, Rank::Three, Rank::Four, Rank::Five]),
        // Rule 13: a 2, and a value of which a prime is a factor twice.
        5 => {
            // The value before rule 13 doubled it.
            let before = |hand: &Hand| rullete::value(hand, Rule6::default()) / 2;
            first(|| draw(stream, &[is_two]), |hand| has_square(before(hand)))
        }
        // Rule 12 repeats rule 9: a 5 becomes a 2, and a 5 again.
        6 => draw(stream, &[is_five, is_other_diamond, is_other_diamond, is_other_diamond, is_other]),
        // Rule 1: jacks count the first card.
        7 => of_ranks(stream, &[Rank::Jack; 2]),
        // Any hand.
        _ => draw(stream, &[]),
    }
}

/// The first hand that fits, or the last that is tried.
fn first(mut draw: impl FnMut() -> Hand, fits: impl Fn(&Hand) -> bool) -> Hand {
    let mut hand = draw();
    for _ in 1..TRIES {
        if fits(&hand) {
            break;
        }
        hand = draw();
    }
    hand
}

/// A hand with these cards in it; the other cards are any.
fn draw(stream: &mut Stream, wanted: &[Wanted]) -> Hand {
    let mut pack = shuffled(stream);
    let cards = wanted.iter().map(|is_wanted| take(&mut pack, is_wanted)).collect();
    filled(stream, cards, pack)
}

/// A hand with cards of these ranks in it; the other cards are any.
fn of_ranks(stream: &mut Stream, ranks: &[Rank]) -> Hand {
    let mut pack = shuffled(stream);
    let cards = ranks.iter().map(|&rank| take(&mut pack, |card| card.rank == rank)).collect();
    filled(stream, cards, pack)
}

fn shuffled(stream: &mut Stream) -> Vec<Card> {
    let mut pack: Vec<Card> = Card::pack().collect();
    stream.shuffle(&mut pack);
    pack
}

fn take(pack: &mut Vec<Card>, is_wanted: impl Fn(&Card) -> bool) -> Card {
    let place = pack.iter().position(is_wanted).expect("a kind asks for cards of the pack");
    pack.remove(place)
}

fn filled(stream: &mut Stream, mut cards: Vec<Card>, pack: Vec<Card>) -> Hand {
    let missing = 5 - cards.len();
    cards.extend(pack.into_iter().take(missing));
    stream.shuffle(&mut cards);
    Hand::new(&cards, Allowed::FiveDifferent).expect("five cards of one pack")
}

fn is_swapped(card: &Card) -> bool {
    matches!(card.rank, Rank::Two | Rank::Five | Rank::Six | Rank::Nine)
}

fn is_diamond(card: &Card) -> bool {
    card.suit == Suit::Diamonds
}

fn is_two(card: &Card) -> bool {
    card.rank == Rank::Two
}

fn is_five(card: &Card) -> bool {
    card.rank == Rank::Five
}

fn is_other(card: &Card) -> bool {
    !is_two(card)
}

fn is_other_diamond(card: &Card) -> bool {
    is_diamond(card) && is_other(card)
}

/// Whether a prime is a factor twice; values stay below 1,000.
fn has_square(value: i64) -> bool {
    (2..32).any(|factor| value % (factor * factor) == 0)
}
