//! The value of a hand at Rullete. In: five cards on a line, such as 2D 5D JD KC AC. Out: the value.
//!
//! This much is done: the sum of the scores, and rule 2. The other rules are yours, in their order.

use std::collections::BTreeSet;
use std::io;

fn score(card: &str) -> i64 {
    card[..card.len() - 1].parse().unwrap_or(10)
}

fn value(hand: &[&str]) -> i64 {
    let mut total: i64 = hand.iter().map(|card| score(card)).sum();
    let suits: BTreeSet<char> = hand.iter().filter_map(|card| card.chars().last()).collect();
    // Rule 1 comes here.
    if suits.len() < hand.len() {
        total *= 2; // Rule 2.
    }
    // Rules 3 to 14 come here.
    total
}

fn main() -> io::Result<()> {
    for line in io::stdin().lines() {
        let line = line?;
        let hand: Vec<&str> = line.split_whitespace().collect();
        if !hand.is_empty() {
            println!("{}", value(&hand));
        }
    }
    Ok(())
}
