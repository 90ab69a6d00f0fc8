//! A player of the betting contest of blackjack in Rust. It speaks JSON Lines: docs/protocol.md.
//!
//! One message a line on standard input, one answer a line on standard output. An ace is told as 11, and
//! a ten, jack, queen or king as 10. What you print by `eprintln!` is your log.

use std::io::{self, BufRead, Write};

/// A message of the referee: one line of compact JSON.
struct Message<'a>(&'a str);

impl Message<'_> {
    fn has(&self, text: &str) -> bool {
        self.0.contains(text)
    }

    /// The number behind a key; 0 if there is none.
    fn number(&self, key: &str) -> i64 {
        let pattern = format!("\"{key}\":");
        let Some(at) = self.0.find(&pattern) else { return 0 };
        let rest = &self.0[at + pattern.len()..];
        let end = rest.find(|c: char| !c.is_ascii_digit()).unwrap_or(rest.len());
        rest[..end].parse().unwrap_or(0)
    }
}

/// From 0 to all the money.
fn bet(money: i64) -> i64 {
    money.min(100)
}

/// Draws to 17, whatever the dealer shows.
fn hits(total: i64, _up: i64) -> bool {
    total < 17
}

fn main() -> io::Result<()> {
    let mut out = io::stdout().lock();
    for line in io::stdin().lock().lines() {
        let line = line?;
        let message = Message(&line);
        let id = message.number("id");
        if message.has("\"hello\":") {
            writeln!(out, "{{\"ready\":1,\"name\":\"rust\"}}")?;
        } else if message.has("\"ask\":\"bet\"") {
            writeln!(out, "{{\"id\":{id},\"bet\":{}}}", bet(message.number("money")))?;
        } else if message.has("\"ask\":\"play\"") {
            let hits = hits(message.number("total"), message.number("up"));
            writeln!(out, "{{\"id\":{id},\"move\":\"{}\"}}", if hits { "hit" } else { "stand" })?;
        } else if message.has("\"bye\":") {
            break;
        }
        // Without the flush the answer would wait in a buffer, and come too late.
        out.flush()?;
    }
    Ok(())
}
