//! Wrong: tells number cards apart, so that a loop is seen only when the very same cards come again.

use std::collections::{HashSet, VecDeque};
use std::io;

type Deck = VecDeque<String>;

fn read() -> Deck {
    let mut line = String::new();
    io::stdin().read_line(&mut line).unwrap();
    line.split_whitespace().map(str::to_owned).collect()
}

fn penalty(card: &str) -> u8 {
    match card {
        "J" => 1,
        "Q" => 2,
        "K" => 3,
        "A" => 4,
        _ => 0,
    }
}

fn main() {
    let mut decks = [read(), read()];
    let (mut cards, mut tricks, mut leader) = (0, 0, 0);
    let mut seen = HashSet::new();
    let status = loop {
        if !seen.insert((decks.clone(), leader)) {
            break "loop";
        }
        let (mut pile, mut turn, mut debt) = (Deck::new(), leader, 0);
        while let Some(card) = decks[turn].pop_front() {
            let owed = penalty(&card);
            pile.push_back(card);
            cards += 1;
            match (owed, debt) {
                (1.., _) => (turn, debt) = (1 - turn, owed),
                (0, 0) => turn = 1 - turn,
                (0, 1) => break,
                (0, _) => debt -= 1,
            }
        }
        leader = 1 - turn;
        decks[leader].append(&mut pile);
        tricks += 1;
        if decks[turn].is_empty() {
            break "finished";
        }
    };
    println!("{status} {cards} {tricks}");
}
