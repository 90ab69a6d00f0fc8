//! The three streams of a guest.

use std::collections::VecDeque;

/// What a guest wrote to its log, cut at a bound.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Log {
    /// The first bytes.
    pub kept: Vec<u8>,
    /// How many bytes came after them.
    pub dropped: u64,
}

/// Standard input, output and error, on the owner's side.
#[derive(Debug, Default)]
pub(crate) struct Streams {
    pub(crate) input: VecDeque<u8>,
    pub(crate) input_closed: bool,
    pub(crate) output: Vec<u8>,
    pub(crate) output_closed: bool,
    pub(crate) log: Log,
}

impl Streams {
    /// Keeps the first bytes of a log, and counts the rest.
    pub(crate) fn log(&mut self, bytes: &[u8], bound: usize) {
        let kept = bytes.len().min(bound.saturating_sub(self.log.kept.len()));
        self.log.kept.extend_from_slice(&bytes[..kept]);
        self.log.dropped += (bytes.len() - kept) as u64;
    }

    /// Whether a read has to wait for the owner.
    pub(crate) fn is_waiting(&self) -> bool {
        self.input.is_empty() && !self.input_closed
    }

    /// Takes bytes of the input.
    pub(crate) fn read(&mut self, most: usize) -> Vec<u8> {
        let count = most.min(self.input.len());
        self.input.drain(..count).collect()
    }
}
