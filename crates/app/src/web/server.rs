//! The server: where it listens, who may ask, and how long a request may take.
//!
//! Plain HTTP on the loopback. A browser sends the pages of other sites here too, so the name that it asked for
//! (`Host`) must be one of this machine, which DNS of others cannot fake, and a request that another page makes
//! (`Origin`) is refused. What changes something is sent by POST from our own pages alone: it must say so (`Origin`), and
//! carry what the form of a session carries.

use std::io::{self, Write as _};
use std::net::{IpAddr, SocketAddr};
use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::thread::JoinHandle;
use std::time::Duration;

use axum::extract::{Request, State};
use axum::http::header::{self, HeaderName};
use axum::http::{HeaderMap, HeaderValue, Method, StatusCode, Uri};
use axum::middleware::{self, Next};
use axum::response::{IntoResponse as _, Response};
use croupier_arena::stop::Stop;
use hyper::server::conn::http1;
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::service::TowerToHyperService;
use tokio::net::{TcpListener, TcpStream};
use tokio::runtime;
use tokio::sync::Semaphore;
use tokio::time::{sleep, timeout};

use super::office::Holder;
use super::pages;
use super::refusal::Refusal;
use super::site::Site;
use crate::failure::Failure;
use crate::output;

/// Where to listen.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Listen {
    pub(crate) address: SocketAddr,
    /// Whether a proxy stands before us, which knows who may ask and under which name.
    pub(crate) behind_proxy: bool,
    /// Whether the page is opened in a browser of this machine.
    pub(crate) opens: bool,
}

/// Connections at a time: spectators hold theirs.
const CONNECTIONS_MAX: usize = 1_024;
/// How long the head of a request may take, and a connection may wait for the next one.
const HEAD_TIME: Duration = Duration::from_secs(20);
/// How long what is being written may take after Ctrl-C.
const LAST_TIME: Duration = Duration::from_millis(300);
/// How often the flag of Ctrl-C is looked at.
const STOP_LOOK: Duration = Duration::from_millis(50);
/// Nothing is loaded from elsewhere, nothing inline is run, and no other page may frame ours.
const POLICY: &str = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; \
                      form-action 'self'; base-uri 'none'; frame-ancestors 'none'";

/// Serves the page until `stop` is set. The address is the answer of the command.
pub(crate) fn serve(site: Site, listen: Listen, stop: &Stop) -> Result<(), Failure> {
    let runtime = runtime::Builder::new_multi_thread().worker_threads(2).enable_all().build();
    let runtime = runtime.map_err(|why| Failure::bad_input(format!("the system gives no threads: {why}")))?;
    let listener =
        runtime.block_on(TcpListener::bind(listen.address)).map_err(|why| unbound(listen, &why))?;
    let address = listener.local_addr().map_err(|why| unbound(listen, &why))?;
    let invited = site.office().map(|office| office.invite(Holder::Organiser)).transpose();
    let secret = invited.map_err(|why| Failure::bad_input(format!("no link for the organiser: {why}")))?;
    let mut out = output::answer();
    let mut first = format!("http://{address}/");
    writeln!(out, "{first}")?;
    if let Some(secret) = secret {
        first = format!("http://{address}/organise/{}", secret.text());
        writeln!(out, "for the organiser: {first}")?;
    }
    out.flush()?;
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
    let watcher = site.live().watch(stop.clone()).map_err(|why| {
        Failure::bad_input(format!("the system gives no thread that watches the data folder: {why}"))
    })?;
    let door = Door {
        port: address.port(),
        behind_proxy: listen.behind_proxy,
        takes_forms: site.office().is_some(),
    };
    runtime.block_on(answer_all(listener, Arc::clone(&site), door, stop));
    runtime.shutdown_timeout(LAST_TIME);
    // They end by the same flag; a panic of theirs was told.
    let _ended = watcher.join();
    let _ended = office.map(JoinHandle::join);
    Ok(())
}

fn unbound(listen: Listen, why: &io::Error) -> Failure {
    let failure = Failure::bad_input(format!("cannot listen on {}: {why}", listen.address));
    if why.kind() == io::ErrorKind::AddrInUse {
        return failure.hint("--listen 127.0.0.1:0 takes a free port");
    }
    failure
}

async fn answer_all(listener: TcpListener, site: Arc<Site>, door: Door, stop: &Stop) {
    let router = pages::router(site).layer(middleware::from_fn_with_state(door, guarded));
    let places = Arc::new(Semaphore::new(CONNECTIONS_MAX));
    while !stop.load(Ordering::Relaxed) {
        let Ok(accepted) = timeout(STOP_LOOK, listener.accept()).await else { continue };
        let Ok((stream, _)) = accepted else {
            // Out of files, or the other side has gone: the next may find room.
            sleep(STOP_LOOK).await;
            continue;
        };
        let Ok(place) = Arc::clone(&places).try_acquire_owned() else { continue };
        let router = router.clone();
        tokio::spawn(async move {
            let _place = place;
            connection(stream, router).await;
        });
    }
}

async fn connection(stream: TcpStream, router: axum::Router) {
    let _slower = stream.set_nodelay(true);
    let served = http1::Builder::new()
        .timer(TokioTimer::new())
        .header_read_timeout(HEAD_TIME)
        .serve_connection(TokioIo::new(stream), TowerToHyperService::new(router));
    // Whoever asked has gone, or was too slow.
    let _ended = served.await;
}

/// Who is let in.
#[derive(Clone, Copy, Debug)]
struct Door {
    port: u16,
    behind_proxy: bool,
    /// Whether there is an office, which takes forms.
    takes_forms: bool,
}

/// Where forms are sent.
const FORMS: [&str; 3] = ["/organise", "/submit", "/submit/leave"];

async fn guarded(State(door): State<Door>, request: Request, next: Next) -> Response {
    let refused = door.refusal(request.method(), request.uri(), request.headers());
    let path = request.uri().path();
    let is_asset = path.starts_with("/assets/");
    // An address that is a secret is told to nobody. All others are told to this server alone: without that a browser
    // does not say which page a form is of.
    let is_secret = path.starts_with("/organise/") || path.starts_with("/submit/");
    let referrer = if is_secret { "no-referrer" } else { "same-origin" };
    let mut response = match refused {
        Some(refusal) => refusal.into_response(),
        None => next.run(request).await,
    };
    let fixed: [(HeaderName, &'static str); 5] = [
        (header::CONTENT_SECURITY_POLICY, POLICY),
        (header::X_CONTENT_TYPE_OPTIONS, "nosniff"),
        (header::REFERRER_POLICY, referrer),
        (HeaderName::from_static("cross-origin-opener-policy"), "same-origin"),
        (HeaderName::from_static("cross-origin-resource-policy"), "same-origin"),
    ];
    let headers = response.headers_mut();
    for (name, value) in fixed {
        headers.insert(name, HeaderValue::from_static(value));
    }
    // Another version of the program may listen here tomorrow.
    let kept = if is_asset { "no-cache" } else { "no-store" };
    headers.insert(header::CACHE_CONTROL, HeaderValue::from_static(kept));
    response
}

impl Door {
    fn refusal(self, method: &Method, uri: &Uri, headers: &HeaderMap) -> Option<Refusal> {
        let is_form = *method == Method::POST && self.takes_forms && FORMS.contains(&uri.path());
        if !is_form && !matches!(*method, Method::GET | Method::HEAD) {
            return Some(Refusal::new(StatusCode::METHOD_NOT_ALLOWED, "The pages are to be read only."));
        }
        let host = headers.get(header::HOST).and_then(|host| host.to_str().ok()).or(uri.host());
        let Some(host) = host else {
            return Some(Refusal::new(StatusCode::BAD_REQUEST, "The request names no host."));
        };
        if !self.behind_proxy && !self.is_ours(host) {
            let said = "This page answers to the addresses of this machine only.";
            return Some(Refusal::new(StatusCode::FORBIDDEN, said));
        }
        let origin = headers.get(header::ORIGIN);
        let is_own = |origin: &HeaderValue| {
            let origin = origin.to_str().unwrap_or_default();
            origin.strip_prefix("http://").or(origin.strip_prefix("https://")) == Some(host)
        };
        if is_form && origin.is_none() {
            return Some(Refusal::new(StatusCode::FORBIDDEN, "This form does not say which page it is of."));
        }
        if origin.is_some_and(|origin| !is_own(origin)) {
            return Some(Refusal::new(StatusCode::FORBIDDEN, "A page of another site may not ask here."));
        }
        None
    }

    /// Whether a `Host` names this machine and our port.
    fn is_ours(self, host: &str) -> bool {
        let (name, port) = match host.rsplit_once(':') {
            Some((name, port)) if !port.ends_with(']') => (name, port.parse().ok()),
            _ => (host, Some(80)),
        };
        let name = name.trim_start_matches('[').trim_end_matches(']');
        let is_here = name.eq_ignore_ascii_case("localhost")
            || name.parse::<IpAddr>().is_ok_and(|address| address.is_loopback());
        is_here && port == Some(self.port)
    }
}

#[cfg(test)]
mod tests {
    use super::Door;

    #[test]
    fn a_host_is_ours_by_its_name_and_its_port() {
        let door = Door { port: 8642, behind_proxy: false, takes_forms: false };
        for host in ["127.0.0.1:8642", "localhost:8642", "LOCALHOST:8642", "[::1]:8642", "127.8.0.1:8642"] {
            assert!(door.is_ours(host), "{host}");
        }
        for host in [
            "",
            "localhost",
            "127.0.0.1",
            "localhost:8643",
            "croupier.example:8642",
            "127.0.0.1.example:8642",
            "192.0.2.1:8642",
            "[::1]",
            "localhost:8642:8642",
        ] {
            assert!(!door.is_ours(host), "{host}");
        }
        assert!(Door { port: 80, ..door }.is_ours("localhost"));
    }
}
