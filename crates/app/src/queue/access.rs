//! The options that name a queue.

use std::path::PathBuf;
use std::time::Duration;

use clap::Args;
use croupier_queue::{Access, Address, QueueError};

use crate::failure::Failure;

/// Where a queue is.
#[derive(Clone, Debug, Args)]
pub(crate) struct QueueAddress {
    /// The server of a queue that other machines work at: nats://HOST:PORT or tls://HOST:PORT.
    #[arg(long, value_name = "ADDRESS")]
    pub(crate) queue: Option<Address>,
    /// The file with the credentials for the server.
    #[arg(long, value_name = "FILE", requires = "queue")]
    queue_creds: Option<PathBuf>,
    /// The certificate of the authority that has signed the server's, in PEM: TLS or nothing.
    #[arg(long, value_name = "FILE", requires = "queue")]
    queue_ca: Option<PathBuf>,
    /// Use a server on another machine without credentials and TLS: anybody on the way can read and write.
    #[arg(long, requires = "queue")]
    insecure: bool,
}

impl QueueAddress {
    /// The way to the server, if one is named.
    pub(crate) fn access(&self) -> Option<Access> {
        let address = self.queue.clone()?;
        let (creds, ca) = (self.queue_creds.clone(), self.queue_ca.clone());
        Some(Access { address, creds, ca, insecure: self.insecure })
    }
}

/// How work is handed out, as options.
#[derive(Clone, Debug, Args)]
pub(crate) struct OrganisingOptions {
    /// With --queue: a worker that has been silent for so many seconds loses its job.
    #[arg(long, value_name = "SECONDS", default_value_t = 15, value_parser = clap::value_parser!(u64).range(1..=3600), requires = "queue")]
    lease: u64,
    /// With --queue: so many of a hundred are done again here and compared, and the first of each worker [default: 5 matches, of
    /// those at which nobody is a process; 2 pieces of a search]
    #[arg(long, value_name = "PERCENT", value_parser = clap::value_parser!(u8).range(0..=100), requires = "queue")]
    audit: Option<u8>,
}

/// How work is handed out.
pub(crate) struct Organising {
    /// The way to the server.
    pub(crate) access: Access,
    /// After so long, a worker that has fallen silent loses its job.
    pub(crate) lease: Duration,
    /// Matches or pieces of a hundred that are done again here, if it is said.
    pub(crate) audit_percent: Option<u8>,
}

impl OrganisingOptions {
    /// With the way to a server.
    pub(crate) fn with(&self, access: Access) -> Organising {
        Organising { access, lease: Duration::from_secs(self.lease), audit_percent: self.audit }
    }
}

/// What a person can do about a queue that cannot be used.
pub(crate) fn queue_failure(error: QueueError) -> Failure {
    let hint = match &error {
        QueueError::NotAnAddress(_) => return Failure::usage(error),
        QueueError::Exposed { .. } => {
            return Failure::usage(error).hint(
                "--queue-creds FILE and a tls:// address, or --queue-ca FILE; --insecure on a network of your own",
            );
        }
        QueueError::File { .. } | QueueError::System(_) => return Failure::bad_input(error),
        QueueError::NoServer { .. } | QueueError::Away { .. } | QueueError::NotOpened { .. } => {
            "start one: nats-server -a 127.0.0.1 --jetstream --store_dir DIR"
        }
        QueueError::Refused { .. } => "--queue-creds FILE names the credentials that the server knows",
        QueueError::Tls { .. } => {
            "--queue-ca FILE names the certificate of the authority that has signed the server's; a server takes TLS \
             with --tls, --tlscert and --tlskey; without, it is nats://HOST:PORT and no --queue-ca"
        }
        QueueError::Small { .. } => "max_payload: 1MB in its configuration is what a server has by itself",
        QueueError::NoJetStream { .. } => "start it with --jetstream --store_dir DIR",
        QueueError::Foreign { .. } => {
            "use another server or account, or remove the stream once nothing of it is needed: nats stream rm"
        }
    };
    Failure::bad_input(error).hint(hint)
}
