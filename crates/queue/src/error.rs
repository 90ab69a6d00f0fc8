//! Why a queue cannot be used.

use std::path::PathBuf;

use crate::access::Address;

/// Why a queue cannot be used.
#[derive(Debug, thiserror::Error)]
pub enum QueueError {
    /// The text names no server.
    #[error("`{}` is no address of a queue: expected nats://HOST:PORT or tls://HOST:PORT", .0.escape_debug())]
    NotAnAddress(String),
    /// The server is on another machine, and others could read or write what goes there.
    #[error("{address} is another machine, and would be used without {missing}")]
    Exposed {
        /// The server.
        address: Address,
        /// What is missing.
        missing: &'static str,
    },
    /// A file of credentials or certificates.
    #[error("{}: cannot be used: {why}", path.display())]
    File {
        /// The file.
        path: PathBuf,
        /// What is wrong with it.
        why: String,
    },
    /// Nobody is there.
    #[error("no NATS server answers at {address}: {why}")]
    NoServer {
        /// Where one was expected.
        address: Address,
        /// What the system says.
        why: String,
    },
    /// The server does not let us in.
    #[error("the server at {address} lets nobody in with these credentials")]
    Refused {
        /// The server.
        address: Address,
    },
    /// There is no safe connection.
    #[error("no TLS with the server at {address}: {why}")]
    Tls {
        /// The server.
        address: Address,
        /// What is wrong.
        why: String,
    },
    /// The server keeps nothing.
    #[error("the server at {address} runs without JetStream, and keeps no queue")]
    NoJetStream {
        /// The server.
        address: Address,
    },
    /// Pieces of what jobs need are longer than the server's messages.
    #[error(
        "the server at {address} takes messages of {found} bytes at most (max_payload): expected {expected} or more"
    )]
    Small {
        /// The server.
        address: Address,
        /// Its longest message, in bytes.
        found: usize,
        /// The longest that is needed, in bytes.
        expected: usize,
    },
    /// There is a stream of that name, and it is not ours.
    #[error(
        "the stream {name} on the server is another program's or another version's: expected {expected}, found {found}"
    )]
    Foreign {
        /// The stream.
        name: &'static str,
        /// What it should be.
        expected: &'static str,
        /// What it is.
        found: String,
    },
    /// No organiser has opened a queue on the server.
    #[error("nobody has opened a queue on the server at {address} yet")]
    NotOpened {
        /// The server.
        address: Address,
    },
    /// The server was there and does not answer now, or cannot do what it is asked: the same may be tried again.
    #[error("the server at {address} does not do it now: {why}")]
    Away {
        /// The server.
        address: Address,
        /// What is known of it.
        why: String,
    },
    /// The system gives no threads.
    #[error("no thread for the connection: {0}")]
    System(#[from] std::io::Error),
}

impl QueueError {
    /// Whether the same may go well a moment later.
    pub fn is_passing(&self) -> bool {
        matches!(self, Self::Away { .. } | Self::NotOpened { .. } | Self::NoServer { .. })
    }
}
