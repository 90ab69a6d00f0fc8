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
    /// The log with what the referee has to say to the bot's author below it.
    pub(crate) fn with_remarks(mut self, remarks: &[String]) -> Self {
        for remark in remarks {
            self.kept.extend_from_slice(format!("croupier: {remark}\n").as_bytes());
        }
        self
    }

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
