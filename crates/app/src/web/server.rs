//! The server: where it listens, and how it ends. Plain HTTP on the loopback, or behind a proxy.

use std::io::{self, Write as _};
use std::net::SocketAddr;
use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::thread::JoinHandle;
use std::time::Duration;

use axum::middleware;
use croupier_arena::stop::Stop;
use tokio::net::{TcpListener, TcpSocket};
use tokio::runtime;
use tokio::time::{sleep, timeout};

use super::connections::Connections;
use super::crowd::Crowd;
use super::door::{Door, Origin, guarded};
use super::office::{Holder, LINK_DAYS};
use super::pages;
use super::site::Site;
use crate::failure::Failure;
use crate::output;
use crate::scratch;

/// Where to listen.
#[derive(Clone, Debug)]
pub(crate) struct Listen {
    pub(crate) address: SocketAddr,
    /// Whether a proxy stands before us, which knows who may ask and under which name.
    pub(crate) behind_proxy: bool,
    /// How that proxy is known outside.
    pub(crate) origin: Option<Origin>,
    /// Whether the page is opened in a browser of this machine.
    pub(crate) opens: bool,
}

/// How long what is being written may take after Ctrl-C.
const LAST_TIME: Duration = Duration::from_millis(300);
/// Connections that wait to be taken: a class that comes at once is not turned away.
const BACKLOG: u32 = 1_024;
/// How often it is looked for what processes that were killed have left. Those that die with them hold it for a moment yet.
const SWEEP: Duration = Duration::from_secs(20);
/// How often the flag of Ctrl-C is looked at.
const STOP_LOOK: Duration = Duration::from_millis(50);

/// Serves the page until `stop` is set. The address is the answer of the command.
pub(crate) fn serve(site: Site, listen: &Listen, stop: &Stop) -> Result<(), Failure> {
    scratch::sweep();
    let runtime = runtime::Builder::new_multi_thread().worker_threads(2).enable_all().build();
    let runtime = runtime.map_err(|why| Failure::bad_input(format!("the system gives no threads: {why}")))?;
    let listener = {
        let _within = runtime.enter();
        bound(listen.address).map_err(|why| unbound(listen, &why))?
    };
    let address = listener.local_addr().map_err(|why| unbound(listen, &why))?;
    let first = invitation(&site, listen, address)?;
    if listen.opens
        && let Err(why) = open::that_detached(&first)
    {
        output::say(format_args!("no browser opens ({why}): go to the address above"));
    }
    output::say("Ctrl-C ends it");
    let site = Arc::new(site);
    let office = site.office().map(|office| office.begin(stop.clone())).transpose().map_err(|why| {
        Failure::bad_input(format!("the system gives no thread that checks submissions: {why}"))
    })?;
    let door = Door {
        port: address.port(),
        behind_proxy: listen.behind_proxy,
        origin: listen.origin.clone(),
        takes_forms: site.office().is_some(),
        crowd: Arc::new(Crowd::default()),
    };
    runtime.spawn(async {
        loop {
            sleep(SWEEP).await;
            let _swept = tokio::task::spawn_blocking(scratch::sweep).await;
        }
    });
    runtime.block_on(answer_all(listener, Arc::clone(&site), door, stop));
    runtime.shutdown_timeout(LAST_TIME);
    // It ends by the same flag; a panic of its own was told.
    let _ended = office.map(JoinHandle::join);
    Ok(())
}

/// Prints where the page is, and the organiser's link. Returns the address to begin with.
fn invitation(site: &Site, listen: &Listen, address: SocketAddr) -> Result<String, Failure> {
    let secret = site.office().map(|office| office.invite(Holder::Organiser, LINK_DAYS)).transpose();
    let secret = secret.map_err(|why| Failure::bad_input(format!("no link for the organiser: {why}")))?;
    let inner = format!("http://{address}");
    let mut out = output::answer();
    writeln!(out, "{inner}/")?;
    let outer = listen.origin.as_ref().map(Origin::to_string);
    let mut first = format!("{}/", outer.as_ref().unwrap_or(&inner));
    if let Some(secret) = secret {
        let path = format!("/organise/{}", secret.text());
        if listen.behind_proxy && outer.is_none() {
            writeln!(out, "for the organiser, at the address of your proxy: {path}")?;
        } else {
            first = format!("{}{path}", outer.as_ref().unwrap_or(&inner));
            writeln!(out, "for the organiser: {first}")?;
        }
    }
    out.flush()?;
    if listen.behind_proxy && outer.is_none() {
        output::say("the name that visitors ask for is not checked: --origin https://… says which it is");
    }
    Ok(first)
}

fn bound(address: SocketAddr) -> io::Result<TcpListener> {
    let socket = if address.is_ipv4() { TcpSocket::new_v4()? } else { TcpSocket::new_v6()? };
    // A server that was killed starts again at the same address.
    socket.set_reuseaddr(true)?;
    socket.bind(address)?;
    socket.listen(BACKLOG)
}

fn unbound(listen: &Listen, why: &io::Error) -> Failure {
    let failure = Failure::bad_input(format!("cannot listen on {}: {why}", listen.address));
    if why.kind() == io::ErrorKind::AddrInUse {
        return failure.hint("--listen 127.0.0.1:0 takes a free port");
    }
    failure
}

async fn answer_all(listener: TcpListener, site: Arc<Site>, door: Door, stop: &Stop) {
    let router = pages::router(site).layer(middleware::from_fn_with_state(door, guarded));
    let connections = Arc::new(Connections::default());
    while !stop.load(Ordering::Relaxed) {
        let Ok(accepted) = timeout(STOP_LOOK, listener.accept()).await else { continue };
        let Ok((stream, other)) = accepted else {
            // Out of files, or the other side has gone: the next may find room.
            sleep(STOP_LOOK).await;
            continue;
        };
        if let Some(held) = connections.enter() {
            tokio::spawn(held.answer(stream, other.ip(), router.clone()));
        }
    }
}
