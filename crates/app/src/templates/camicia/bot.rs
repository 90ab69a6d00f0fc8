//! Camicia. In: two lines with the hands from the top, such as 2 A 7 8 Q 10. Out: how the game ends, cards
//! played and tricks, such as finished 13 1.

use std::collections::{BTreeSet, VecDeque};
use std::io;

/// The penalty of each card, from the top; 0 for a number card.
type Hand = VecDeque<u8>;

fn hand(text: &str) -> Hand {
    let penalty = |card: &str| match card {
        "J" => 1,
        "Q" => 2,
        "K" => 3,
        "A" => 4,
        _ => 0,
    };
    text.split_whitespace().map(penalty).collect()
}

fn main() -> io::Result<()> {
    let mut lines = [String::new(), String::new()];
    for line in &mut lines {
        io::stdin().read_line(line)?;
    }
    let mut hands = lines.map(|line| hand(&line));
    if hands.iter().any(|hand| hand.is_empty()) {
        println!("finished 0 1");
        return Ok(());
    }
    let (mut turn, mut played, mut tricks) = (0, 0, 0);
    // Number cards are all alike, and who leads is part of the state.
    let mut seen = BTreeSet::new();
    while seen.insert((turn, hands.clone())) {
        let mut pile = Hand::new();
        let mut owed = 0;
        while let Some(penalty) = hands[turn].pop_front() {
            pile.push_back(penalty);
            played += 1;
            if penalty > 0 {
                owed = penalty;
                turn = 1 - turn;
            } else if owed == 0 {
                turn = 1 - turn;
            } else {
                owed -= 1;
                if owed == 0 {
                    break;
                }
            }
        }
        // The other takes the pile: the penalty is paid, or there is no card to play.
        turn = 1 - turn;
        hands[turn].append(&mut pile);
        tricks += 1;
        if hands[1 - turn].is_empty() {
            println!("finished {played} {tricks}");
            return Ok(());
        }
    }
    println!("loop {played} {tricks}");
    Ok(())
}
