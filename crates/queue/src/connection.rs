//! A connection to a server, and what both ends of the queue do with it.

use std::fmt::Display;
use std::future::Future;
use std::time::Duration;

use async_nats::header::HeaderMap;
use async_nats::jetstream::consumer::pull;
use async_nats::jetstream::{self, Context, ContextBuilder};
use async_nats::{Client, ConnectErrorKind, ConnectOptions};
use futures_util::StreamExt;
use tokio::io::AsyncReadExt;
use tokio::runtime::{Builder, Runtime};

use crate::access::{Access, Address};
use crate::error::QueueError;
use crate::streams::{self, Streams};

/// How long a server is waited for.
const PATIENCE: Duration = Duration::from_secs(5);

/// Names the object that holds the bytes, where a message would be too long.
const OBJECT: &str = "Croupier-Object";

/// Bytes that a message needs beside what it carries.
const HEAD_BYTES: usize = 4 << 10;

/// The longest message that is needed, in bytes: objects come in pieces of half of it. A server takes 1 MiB unless it is
/// told otherwise.
const PAYLOAD_LEAST: usize = 256 << 10;

/// A connection, with the thread that it runs on.
#[derive(Debug)]
pub(crate) struct Connection {
    runtime: Runtime,
    pub(crate) client: Client,
    pub(crate) context: Context,
    pub(crate) address: Address,
}

impl Connection {
    /// Connects.
    ///
    /// # Errors
    /// All of [`QueueError`] but what a queue on the server may be wrong with.
    pub(crate) fn open(access: &Access, name: &str) -> Result<Self, QueueError> {
        access.check()?;
        let runtime =
            Builder::new_multi_thread().worker_threads(1).thread_name("queue").enable_all().build()?;
        let address = access.address.clone();
        let client = runtime.block_on(async {
            let options = options(access, name).await?;
            options.connect(address.server()).await.map_err(|error| unconnected(&error, &address))
        })?;
        if !client.server_info().jetstream {
            return Err(QueueError::NoJetStream { address });
        }
        let found = client.server_info().max_payload;
        if found < PAYLOAD_LEAST {
            return Err(QueueError::Small { address, found, expected: PAYLOAD_LEAST });
        }
        // The client starts tasks of its own.
        let entered = runtime.enter();
        let context = ContextBuilder::new().timeout(PATIENCE).ack_timeout(PATIENCE).build(client.clone());
        drop(entered);
        Ok(Self { runtime, client, context, address })
    }

    /// Waits for what is asked of the server.
    pub(crate) fn wait<T>(&self, asked: impl Future<Output = T>) -> T {
        self.runtime.block_on(asked)
    }

    /// The messages of a pull that may last so long. A server that dies meanwhile never ends it.
    pub(crate) async fn pulled(
        &self,
        pull: impl Future<Output = Result<pull::Batch, pull::BatchError>>,
        wait: Duration,
    ) -> Result<Vec<jetstream::Message>, QueueError> {
        let pulled = async {
            let mut batch = pull.await.map_err(|why| self.away(&why))?;
            let mut messages = Vec::new();
            while let Some(message) = batch.next().await {
                messages.push(message.map_err(|why| self.away(&why))?);
            }
            Ok(messages)
        };
        let in_time = tokio::time::timeout(wait + PATIENCE, pulled).await;
        in_time.unwrap_or_else(|_| Err(self.away(&"it has not ended a pull")))
    }

    /// Does something beside what is waited for.
    pub(crate) fn spawn(&self, task: impl Future<Output = ()> + Send + 'static) -> Background {
        Background(self.runtime.spawn(task))
    }

    /// The server does not do it now.
    pub(crate) fn away(&self, why: &dyn Display) -> QueueError {
        streams::away(&self.address, why)
    }

    /// Publishes bytes, in an object of that name if they are too long for a message, and waits until the server has
    /// stored them.
    pub(crate) async fn publish(
        &self,
        streams: &Streams,
        subject: String,
        mut headers: HeaderMap,
        bytes: Vec<u8>,
        object: &str,
    ) -> Result<(), QueueError> {
        let payload = if bytes.len() + HEAD_BYTES > self.client.server_info().max_payload {
            self.put(streams, object, &bytes).await?;
            headers.insert(OBJECT, object);
            Vec::new()
        } else {
            bytes
        };
        let sent = self.context.publish_with_headers(subject, headers, payload.into()).await;
        let stored = sent.map_err(|why| self.away(&why))?.await;
        stored.map(drop).map_err(|why| self.away(&why))
    }

    /// The bytes of a message, wherever they are; and the name of their object, to be removed at the end. `None`: they are
    /// gone.
    pub(crate) async fn bytes_of(
        &self,
        streams: &Streams,
        message: &jetstream::Message,
    ) -> Result<Option<(Vec<u8>, Option<String>)>, QueueError> {
        let object = message.headers.as_ref().and_then(|headers| headers.get(OBJECT));
        let Some(object) = object else { return Ok(Some((message.payload.to_vec(), None))) };
        let bytes = self.get(streams, object.as_str()).await?;
        Ok(bytes.map(|bytes| (bytes, Some(object.as_str().to_owned()))))
    }

    /// Stores an object.
    pub(crate) async fn put(&self, streams: &Streams, name: &str, bytes: &[u8]) -> Result<(), QueueError> {
        let mut reader = bytes;
        let put = streams.objects.0.put(name, &mut reader).await;
        put.map(drop).map_err(|why| self.away(&why))
    }

    /// An object, if it is there.
    pub(crate) async fn get(&self, streams: &Streams, name: &str) -> Result<Option<Vec<u8>>, QueueError> {
        use async_nats::jetstream::object_store::GetErrorKind;
        let mut object = match streams.objects.0.get(name).await {
            Ok(object) => object,
            Err(why) if why.kind() == GetErrorKind::NotFound => return Ok(None),
            Err(why) => return Err(self.away(&why)),
        };
        let mut bytes = Vec::new();
        let read = tokio::time::timeout(PATIENCE * 12, object.read_to_end(&mut bytes)).await;
        read.map_err(|why| self.away(&why))?.map_err(|why| self.away(&why))?;
        Ok(Some(bytes))
    }

    /// Whether an object is there.
    pub(crate) async fn has(&self, streams: &Streams, name: &str) -> Result<bool, QueueError> {
        use async_nats::jetstream::object_store::InfoErrorKind;
        match streams.objects.0.info(name).await {
            Ok(info) => Ok(!info.deleted),
            Err(why) if why.kind() == InfoErrorKind::NotFound => Ok(false),
            Err(why) => Err(self.away(&why)),
        }
    }
}

/// Something that is done beside; dropped, it ends.
#[derive(Debug)]
pub(crate) struct Background(tokio::task::JoinHandle<()>);

impl Drop for Background {
    fn drop(&mut self) {
        self.0.abort();
    }
}

async fn options(access: &Access, name: &str) -> Result<ConnectOptions, QueueError> {
    let mut options = ConnectOptions::new()
        .name(name)
        .connection_timeout(PATIENCE)
        .request_timeout(Some(PATIENCE))
        // A server that comes back is used again soon.
        .reconnect_delay_callback(|attempts| match attempts {
            0 | 1 => Duration::ZERO,
            2..=20 => Duration::from_millis(100),
            _ => Duration::from_secs(1),
        });
    if let Some((user, password)) = access.address.user() {
        options = options.user_and_password(user, password);
    }
    if let Some(path) = access.authority()? {
        options = options.add_root_certificates(path.to_owned()).require_tls(true);
    }
    if let Some(path) = &access.creds {
        let unusable = |why: std::io::Error| QueueError::File { path: path.clone(), why: why.to_string() };
        options = options.credentials_file(path).await.map_err(unusable)?;
    }
    Ok(options)
}

fn unconnected(error: &async_nats::ConnectError, address: &Address) -> QueueError {
    let address = address.clone();
    let source = std::error::Error::source(error).map_or_else(|| error.to_string(), ToString::to_string);
    match error.kind() {
        ConnectErrorKind::Authentication | ConnectErrorKind::AuthorizationViolation => {
            QueueError::Refused { address }
        }
        ConnectErrorKind::Tls => QueueError::Tls { address, why: source },
        ConnectErrorKind::TimedOut => QueueError::NoServer { address, why: "it took too long".into() },
        // What the client's TLS says comes as an error of the network.
        ConnectErrorKind::Io if source.contains("InvalidContentType") => {
            QueueError::Tls { address, why: "it answers without TLS".into() }
        }
        ConnectErrorKind::Io if source.contains("certificate") => QueueError::Tls { address, why: source },
        ConnectErrorKind::ServerParse
        | ConnectErrorKind::Dns
        | ConnectErrorKind::Io
        | ConnectErrorKind::MaxReconnects => QueueError::NoServer { address, why: source },
    }
}
