//! A bot of algorithmic poker in Rust. It speaks JSON Lines: docs/protocol.md.
//!
//! One message a line on standard input, one answer a line on standard output. What you print by
//! `eprintln!` is your log.

use std::io::{self, BufRead, Write};

/// A message of the referee: one line of compact JSON.
struct Message<'a>(&'a str);

impl Message<'_> {
    fn has(&self, text: &str) -> bool {
        self.0.contains(text)
    }

    /// The number behind a key, or of a list the one at that place; 0 if there is none.
    fn number(&self, key: &str, place: usize) -> i64 {
        let pattern = format!("\"{key}\":");
        let Some(at) = self.0.find(&pattern) else { return 0 };
        let rest = self.0[at + pattern.len()..].trim_start_matches('[');
        let field = rest.split(',').nth(place).unwrap_or_default();
        let end = field.find(|c: char| !(c.is_ascii_digit() || c == '-')).unwrap_or(field.len());
        field[..end].parse().unwrap_or(0)
    }
}

#[derive(Default)]
struct Player {
    seat: usize,
    card: i64,
    bets: [i64; 3],
}

impl Player {
    /// A bid from `min` to `max`.
    fn bid(&self, min: i64, max: i64) -> i64 {
        if self.card < 7 { min } else { max.min(min + 10) }
    }

    /// Whether to pay up to the level.
    fn pays(&self, level: i64) -> bool {
        level - self.bets[self.seat] <= 10 * (self.card - 4).max(0)
    }
}

fn main() -> io::Result<()> {
    let mut player = Player::default();
    let mut out = io::stdout().lock();
    for line in io::stdin().lock().lines() {
        let line = line?;
        let message = Message(&line);
        if message.has("\"hello\":") {
            player.seat = message.number("seat", 0) as usize;
            writeln!(out, "{{\"ready\":1,\"name\":\"rust\"}}")?;
        } else if message.has("\"tell\":\"hand\"") {
            player.card = message.number("card", 0);
            player.bets = [0; 3];
        } else if message.has("\"bets\":") {
            player.bets = [0, 1, 2].map(|place| message.number("bets", place));
        } else if message.has("\"ask\":\"bet") {
            let bid = player.bid(message.number("min", 0), message.number("max", 0));
            writeln!(out, "{{\"id\":{},\"bet\":{bid}}}", message.number("id", 0))?;
        } else if message.has("\"ask\":\"call") {
            let call = player.pays(message.number("level", 0));
            writeln!(out, "{{\"id\":{},\"call\":{call}}}", message.number("id", 0))?;
        } else if message.has("\"bye\":") {
            break;
        }
        // Without the flush the answer would wait in a buffer, and come too late.
        out.flush()?;
    }
    Ok(())
}
