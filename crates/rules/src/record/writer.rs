//! Writing a record while the match is played.

use std::io::{self, Write};

use super::{FaultLine, Header, Totals};
use crate::game::{Game, Nets, Step};
use crate::text::push_number;

/// Buffered bytes before they are hashed and passed on.
const CHUNK: usize = 1 << 16;

/// Writes a record to `out`, hashing as it goes.
#[derive(Debug)]
pub struct Writer<W: Write> {
    out: W,
    buffer: Vec<u8>,
    hasher: blake3::Hasher,
    line_open: bool,
    faults: Vec<FaultLine>,
}

impl<W: Write> Writer<W> {
    /// Starts a record with its header.
    ///
    /// # Errors
    /// When `out` cannot be written to.
    pub fn new(out: W, header: &Header) -> io::Result<Self> {
        let mut writer = Self {
            out,
            buffer: Vec::with_capacity(CHUNK + 4096),
            hasher: blake3::Hasher::new(),
            line_open: false,
            faults: Vec::new(),
        };
        writer.json_line(header);
        Ok(writer)
    }

    /// Records a step taken at `before`.
    ///
    /// # Errors
    /// When `out` cannot be written to.
    pub fn step<G: Game>(&mut self, game: &G, before: &G::State, step: &Step<G>) -> io::Result<()> {
        if self.line_open && game.begins_line(before) {
            self.close_line();
        }
        game.write_step(before, step, &mut self.buffer);
        self.line_open = true;
        self.pass_on(CHUNK)
    }

    /// Records a fault: its line stands after the line of the game.
    pub fn fault(&mut self, fault: FaultLine) {
        self.faults.push(fault);
    }

    /// Records the end of a game and what each seat won.
    ///
    /// # Errors
    /// When `out` cannot be written to.
    pub fn over(&mut self, net: &Nets) -> io::Result<()> {
        self.buffer.extend_from_slice(b" =");
        for amount in net {
            self.buffer.push(b' ');
            push_halves(&mut self.buffer, amount.halves());
        }
        self.line_open = true;
        self.close_line();
        self.pass_on(CHUNK)
    }

    /// Ends the record. Returns what it was written to, and its hash in hexadecimal.
    ///
    /// # Errors
    /// When `out` cannot be written to.
    pub fn finish(mut self, totals: &Totals) -> io::Result<(W, String)> {
        self.close_line();
        self.json_line(totals);
        self.pass_on(0)?;
        let hash = self.hasher.finalize().to_hex().to_string();
        let footer = format!("{{\"blake3\":\"{hash}\"}}\n");
        self.out.write_all(footer.as_bytes())?;
        self.out.flush()?;
        Ok((self.out, hash))
    }

    fn close_line(&mut self) {
        if self.line_open {
            self.buffer.push(b'\n');
            self.line_open = false;
        }
        for fault in std::mem::take(&mut self.faults) {
            self.buffer.push(b'!');
            self.json_line(&fault);
        }
    }

    fn json_line(&mut self, value: &impl serde::Serialize) {
        serde_json::to_writer(&mut self.buffer, value).expect("a record's own lines are plain JSON");
        self.buffer.push(b'\n');
    }

    fn pass_on(&mut self, above: usize) -> io::Result<()> {
        if self.buffer.len() > above {
            self.hasher.update(&self.buffer);
            self.out.write_all(&self.buffer)?;
            self.buffer.clear();
        }
        Ok(())
    }
}

/// An amount in chips, `.5` where it has a half.
fn push_halves(out: &mut Vec<u8>, halves: i64) {
    if halves < 0 {
        out.push(b'-');
    }
    push_number(out, halves.unsigned_abs() / 2);
    if halves % 2 != 0 {
        out.extend_from_slice(b".5");
    }
}
