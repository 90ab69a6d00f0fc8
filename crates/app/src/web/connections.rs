//! Connections: how many there are, and how long each may keep us waiting.
//!
//! Where all places are taken, the connection that has asked for nothing for the longest time gives its place up to a new
//! one: whoever opens many and asks for nothing keeps nobody out.

use std::collections::BTreeMap;
use std::io;
use std::net::IpAddr;
use std::pin::Pin;
use std::sync::{Arc, Mutex};
use std::task::{Context, Poll};
use std::time::{Duration, Instant};

use axum::Router;
use axum::http::Request;
use hyper::body::Incoming;
use hyper::server::conn::http1;
use hyper::service::Service;
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::service::TowerToHyperService;
use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};
use tokio::net::TcpStream;
use tokio::sync::Notify;
use tokio::time::{Sleep, sleep};

use super::site::locked;

/// Connections at a time: spectators hold theirs.
const CONNECTIONS_MAX: usize = 1_024;
/// How long the head of a request may take, and a connection may wait for the next one.
const HEAD_TIME: Duration = Duration::from_secs(20);
/// How long nothing of an answer may be taken.
const UNREAD_TIME: Duration = Duration::from_secs(20);

/// All connections.
#[derive(Debug, Default)]
pub(super) struct Connections {
    lines: Mutex<Lines>,
}

#[derive(Debug, Default)]
struct Lines {
    next: u64,
    /// The oldest first.
    open: BTreeMap<u64, Arc<Line>>,
}

/// A connection.
#[derive(Debug)]
struct Line {
    busy: Arc<Busy>,
    /// When it was opened, or asked last.
    since: Mutex<Instant>,
    /// Rung when it gives its place up.
    close: Notify,
}

/// Held by each request of a connection until it is answered.
#[derive(Debug)]
pub(super) struct Busy;

/// The other end of the connection that a request came by.
#[derive(Clone, Debug)]
pub(super) struct Peer {
    pub(super) address: IpAddr,
    pub(super) busy: Arc<Busy>,
}

/// The place of a connection, until it is dropped.
#[derive(Debug)]
pub(super) struct Held {
    connections: Arc<Connections>,
    number: u64,
    line: Arc<Line>,
}

impl Connections {
    /// A place for a new connection. None, where all places are taken by those that are being answered.
    pub(super) fn enter(self: &Arc<Self>) -> Option<Held> {
        self.enter_among(CONNECTIONS_MAX)
    }

    fn enter_among(self: &Arc<Self>, most: usize) -> Option<Held> {
        let mut lines = locked(&self.lines);
        if lines.open.len() >= most {
            let idle = lines.open.iter().filter(|(_, line)| line.is_idle());
            let longest = idle.min_by_key(|(_, line)| *locked(&line.since)).map(|(number, _)| *number)?;
            lines.open.remove(&longest)?.close.notify_one();
        }
        let (since, close) = (Mutex::new(Instant::now()), Notify::new());
        let line = Arc::new(Line { busy: Arc::new(Busy), since, close });
        let number = lines.next;
        lines.next += 1;
        lines.open.insert(number, Arc::clone(&line));
        drop(lines);
        Some(Held { connections: Arc::clone(self), number, line })
    }
}

impl Line {
    fn is_idle(&self) -> bool {
        Arc::strong_count(&self.busy) == 1
    }
}

impl Drop for Held {
    fn drop(&mut self) {
        locked(&self.connections.lines).open.remove(&self.number);
    }
}

impl Held {
    /// Answers what comes by a connection, until it ends or gives its place up.
    pub(super) async fn answer(self, stream: TcpStream, address: IpAddr, router: Router) {
        let _slower = stream.set_nodelay(true);
        let service = TowerToHyperService::new(router);
        let front = Front { line: Arc::clone(&self.line), address, service };
        let stream = Patient { stream, most: UNREAD_TIME, waits: None };
        let served = http1::Builder::new()
            .timer(TokioTimer::new())
            .header_read_timeout(HEAD_TIME)
            .serve_connection(TokioIo::new(stream), front);
        tokio::select! {
            // Whoever asked has gone, or was too slow.
            _ended = served => {}
            () = self.line.close.notified() => {}
        }
    }
}

/// Says of each request by which connection it came.
struct Front {
    line: Arc<Line>,
    address: IpAddr,
    service: TowerToHyperService<Router>,
}

impl Service<Request<Incoming>> for Front {
    type Response = <TowerToHyperService<Router> as Service<Request<Incoming>>>::Response;
    type Error = <TowerToHyperService<Router> as Service<Request<Incoming>>>::Error;
    type Future = <TowerToHyperService<Router> as Service<Request<Incoming>>>::Future;

    fn call(&self, mut request: Request<Incoming>) -> Self::Future {
        *locked(&self.line.since) = Instant::now();
        request.extensions_mut().insert(Peer { address: self.address, busy: Arc::clone(&self.line.busy) });
        self.service.call(request)
    }
}

/// A stream whose other end takes what is written within some time.
struct Patient<S> {
    stream: S,
    most: Duration,
    /// Until when it waits for the other end.
    waits: Option<Pin<Box<Sleep>>>,
}

impl<S> Patient<S> {
    /// Gives up once too long nothing was taken.
    fn patience<T>(&mut self, context: &mut Context<'_>, done: Poll<io::Result<T>>) -> Poll<io::Result<T>> {
        if done.is_ready() {
            self.waits = None;
            return done;
        }
        let most = self.most;
        let waits = self.waits.get_or_insert_with(|| Box::pin(sleep(most)));
        match Future::poll(waits.as_mut(), context) {
            Poll::Ready(()) => Poll::Ready(Err(io::ErrorKind::TimedOut.into())),
            Poll::Pending => Poll::Pending,
        }
    }
}

impl<S: AsyncRead + Unpin> AsyncRead for Patient<S> {
    fn poll_read(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        into: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_read(context, into)
    }
}

impl<S: AsyncWrite + Unpin> AsyncWrite for Patient<S> {
    fn poll_write(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        bytes: &[u8],
    ) -> Poll<io::Result<usize>> {
        let done = Pin::new(&mut self.stream).poll_write(context, bytes);
        self.patience(context, done)
    }

    fn poll_write_vectored(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        parts: &[io::IoSlice<'_>],
    ) -> Poll<io::Result<usize>> {
        let done = Pin::new(&mut self.stream).poll_write_vectored(context, parts);
        self.patience(context, done)
    }

    fn is_write_vectored(&self) -> bool {
        self.stream.is_write_vectored()
    }

    fn poll_flush(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        let done = Pin::new(&mut self.stream).poll_flush(context);
        self.patience(context, done)
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        let done = Pin::new(&mut self.stream).poll_shutdown(context);
        self.patience(context, done)
    }
}

#[cfg(test)]
mod tests {
    use std::future::poll_fn;
    use std::io;
    use std::pin::Pin;
    use std::sync::Arc;
    use std::task::{Context, Poll};
    use std::time::{Duration, Instant};

    use tokio::io::AsyncWrite;
    use tokio::runtime;

    use super::{Connections, Patient};

    #[test]
    fn the_connection_that_has_asked_for_nothing_for_the_longest_time_gives_way() {
        let connections = Arc::new(Connections::default());
        let held: Vec<_> = (0..3).map(|_| connections.enter_among(3).unwrap()).collect();
        // The first is being answered.
        let busy = Arc::clone(&held[0].line.busy);
        let new = connections.enter_among(3).unwrap();
        let is_open = |number: u64| super::locked(&connections.lines).open.contains_key(&number);
        assert_eq!([0, 1, 2, new.number].map(is_open), [true, false, true, true]);
        let busy = [busy, Arc::clone(&held[2].line.busy), Arc::clone(&new.line.busy)];
        assert!(connections.enter_among(3).is_none(), "all are being answered");
        drop(busy);
        drop(held);
        assert!(connections.enter_among(2).is_some());
    }

    /// The other end takes so many writes, and then nothing.
    struct Takes(usize);

    impl AsyncWrite for Takes {
        fn poll_write(
            mut self: Pin<&mut Self>,
            _: &mut Context<'_>,
            bytes: &[u8],
        ) -> Poll<io::Result<usize>> {
            if self.0 == 0 {
                return Poll::Pending;
            }
            self.0 -= 1;
            Poll::Ready(Ok(bytes.len()))
        }

        fn poll_flush(self: Pin<&mut Self>, _: &mut Context<'_>) -> Poll<io::Result<()>> {
            Poll::Ready(Ok(()))
        }

        fn poll_shutdown(self: Pin<&mut Self>, _: &mut Context<'_>) -> Poll<io::Result<()>> {
            Poll::Ready(Ok(()))
        }
    }

    #[test]
    fn an_answer_that_nobody_takes_is_given_up() {
        let runtime = runtime::Builder::new_current_thread().enable_all().build().unwrap();
        runtime.block_on(async {
            let most = Duration::from_millis(50);
            let mut patient = Patient { stream: Takes(1), most, waits: None };
            let begun = Instant::now();
            let mut write =
                async || poll_fn(|context| Pin::new(&mut patient).poll_write(context, b"news")).await;
            assert_eq!(write().await.unwrap(), 4);
            assert_eq!(write().await.unwrap_err().kind(), io::ErrorKind::TimedOut);
            assert!(begun.elapsed() >= most);
        });
    }
}
