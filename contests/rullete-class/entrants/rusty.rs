//! Right: the rules as a list, applied to a position.

use std::io::{self, Read};

const RANKS: [&str; 13] = ["2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A"];

struct Position {
    ranks: Vec<usize>,
    suits: Vec<char>,
    value: i64,
}

fn score(rank: usize) -> i64 {
    (rank as i64 + 2).min(10)
}

impl Position {
    fn of(line: &str) -> Self {
        let cards = line.split_whitespace().map(|card| card.split_at(card.len() - 1));
        let (ranks, suits): (Vec<usize>, Vec<char>) = cards
            .map(|(rank, suit)| (RANKS.iter().position(|&other| other == rank).unwrap(), suit.chars().next().unwrap()))
            .unzip();
        let value = ranks.iter().map(|&rank| score(rank)).sum();
        Position { ranks, suits, value }
    }

    fn count(&self, rank: usize) -> i64 {
        self.ranks.iter().filter(|&&other| other == rank).count() as i64
    }

    fn suit(&self, suit: char) -> i64 {
        self.suits.iter().filter(|&&other| other == suit).count() as i64
    }

    fn apply(&mut self, rule: u32) {
        match rule {
            1 => self.value += 1 + self.count(9) * score(self.ranks[0]),
            2 => self.value *= 2,
            3 if "CDHS".chars().all(|suit| self.suit(suit) > 0) => self.value *= 2,
            4 => self.value += (2 * (self.suit('C') + self.suit('S')) - 5).abs(),
            5 if self.value % 2 == 0 => self.value += (1..=self.value).filter(|d| self.value % d == 0).sum::<i64>(),
            6 if self.count(5) == 4 => self.value -= 121,
            7 if self.value >= 0 => self.value += self.ranks.iter().map(|&rank| score(rank)).min().unwrap(),
            8 => self.value = self.value.abs(),
            9 if self.suit('D') >= 3 => {
                self.value += 1;
                for rank in &mut self.ranks {
                    *rank = [3, 1, 2, 0, 7, 5, 6, 4, 8, 9, 10, 11, 12][*rank];
                }
            }
            10 => {
                let lowest = *self.ranks.iter().min().unwrap();
                if (lowest..lowest + 5).all(|rank| self.count(rank) == 1) {
                    self.value += 5 * self.count(12);
                }
            }
            13 if self.count(0) > 0 => self.value *= 2,
            _ => {}
        }
    }
}

fn main() {
    let mut line = String::new();
    io::stdin().read_to_string(&mut line).unwrap();
    let mut position = Position::of(&line);
    let mut last = None;
    let mut changes = 0;
    for rule in 1..=13 {
        let before = position.value;
        match (rule, last) {
            (11, _) if changes > 8 => position.value += i64::from(position.value.count_ones()),
            (12, Some(last)) if position.count(0) > 0 => position.apply(last),
            _ => position.apply(rule),
        }
        if position.value != before {
            changes += 1;
            last = Some(rule);
        }
    }
    println!("{}", position.value);
}
