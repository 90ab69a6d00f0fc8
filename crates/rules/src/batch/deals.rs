//! Deals of Camicia made for tests: whole packs, small deals, and deals that repeat themselves.

use crate::camicia::{Card, Deal, Options, Simulation, StateKey, Status};
use crate::card::Rank;
use crate::chance::Stream;

/// How many kinds take turns.
const KINDS: u64 = 4;

/// The most cards of a small deal.
const SMALL_MAX: u32 = 12;

/// How many deals are tried for one that repeats itself; about one in a hundred does.
const TRIES: u32 = 100_000;

/// A deal of kind `number % 4`.
pub(super) fn deal(stream: &mut Stream, number: u64) -> Deal {
    match number % KINDS {
        // Small, of any cards and any split, but for an empty deal.
        1 => {
            let count = 1 + stream.below(SMALL_MAX);
            let cards = (0..count).map(|_| any_card(stream, &Rank::ALL)).collect();
            let a = stream.below(count + 1);
            split(cards, a)
        }
        // Without end.
        2 => search(stream, |simulation, deal| repeats(simulation, deal, StateKey::Leader)),
        // With an end, though the decks alone repeat themselves (ruling 14).
        3 => search(stream, |simulation, deal| {
            repeats(simulation, deal, StateKey::Decks) && !repeats(simulation, deal, StateKey::Leader)
        }),
        // A pack of 52, dealt in halves.
        _ => {
            let mut pack: Vec<Card> = Rank::ALL.iter().flat_map(|&rank| [Card::of(rank); 4]).collect();
            stream.shuffle(&mut pack);
            split(pack, 26)
        }
    }
}

/// The first small deal of two payment cards, jacks and queens, that fits; the last one if none does.
fn search(stream: &mut Stream, fits: impl Fn(&mut Simulation, &Deal) -> bool) -> Deal {
    let numbers = &Rank::ALL[..9];
    let mut simulation = Simulation::default();
    let draw = |stream: &mut Stream| {
        let count = 6 + stream.below(3);
        let mut cards: Vec<Card> = (2..count).map(|_| any_card(stream, numbers)).collect();
        cards.extend((0..2).map(|_| any_card(stream, &[Rank::Jack, Rank::Queen])));
        stream.shuffle(&mut cards);
        let a = count / 2 - 1 + stream.below(3);
        split(cards, a)
    };
    for _ in 1..TRIES {
        let deal = draw(stream);
        if fits(&mut simulation, &deal) {
            return deal;
        }
    }
    draw(stream)
}

fn repeats(simulation: &mut Simulation, deal: &Deal, state: StateKey) -> bool {
    matches!(simulation.play(deal, Options { state, max_cards: None }).status, Status::Loop(_))
}

fn any_card(stream: &mut Stream, ranks: &[Rank]) -> Card {
    let count = u32::try_from(ranks.len()).expect("there are 13 ranks");
    Card::of(ranks[stream.below(count) as usize])
}

fn split(mut cards: Vec<Card>, a: u32) -> Deal {
    let b = cards.split_off(a as usize);
    Deal::new(cards, b).expect("a deal of at least one card")
}
