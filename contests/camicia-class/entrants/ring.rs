//! Right: decks as queues of penalties.

use std::collections::{HashSet, VecDeque};
use std::io;

type Deck = VecDeque<u8>;

/// What the other player owes for each card: 0 for a number card.
fn read() -> Deck {
    let mut line = String::new();
    io::stdin().read_line(&mut line).unwrap();
    let penalty = |card: &str| ["J", "Q", "K", "A"].iter().position(|&other| other == card).map_or(0, |at| at as u8 + 1);
    line.split_whitespace().map(penalty).collect()
}

/// Plays one round; returns who takes the pile.
fn round(decks: &mut [Deck; 2], leader: usize, cards: &mut u64) -> usize {
    let (mut pile, mut turn, mut debt) = (Deck::new(), leader, 0);
    while let Some(card) = decks[turn].pop_front() {
        pile.push_back(card);
        *cards += 1;
        match (card, debt) {
            (1.., _) => (turn, debt) = (1 - turn, card),
            (0, 0) => turn = 1 - turn,
            (0, 1) => break,
            (0, _) => debt -= 1,
        }
    }
    decks[1 - turn].append(&mut pile);
    1 - turn
}

fn main() {
    let mut decks = [read(), read()];
    let (mut cards, mut tricks, mut leader) = (0, 0, 0);
    let mut seen = HashSet::new();
    let status = loop {
        if !seen.insert((decks.clone(), leader)) {
            break "loop";
        }
        leader = round(&mut decks, leader, &mut cards);
        tricks += 1;
        if decks[1 - leader].is_empty() {
            break "finished";
        }
    };
    println!("{status} {cards} {tricks}");
}
