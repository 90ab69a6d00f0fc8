//! What a bot wrote to its standard error.

/// A bot's log, cut at a bound.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Log {
    /// The first bytes.
    pub kept: Vec<u8>,
    /// How many bytes came after them.
    pub dropped: u64,
}

impl Log {
    /// Whether nothing was written.
    pub fn is_empty(&self) -> bool {
        self.kept.is_empty() && self.dropped == 0
    }
}

#[cfg(feature = "wasm")]
impl From<croupier_wasm::Log> for Log {
    fn from(croupier_wasm::Log { kept, dropped }: croupier_wasm::Log) -> Self {
        Self { kept, dropped }
    }
}
