//! The door: who may ask, from where, and how much at a time.
//!
//! A browser sends the pages of other sites here too, so the name that it asked for (`Host`) must be one of this machine,
//! which DNS of others cannot fake, or the one that the proxy before us is known by; and a request that another page
//! makes (`Origin`) is refused. What changes something is sent by POST from our own pages alone: it must say so, and carry
//! what the form of a session carries.

use std::fmt;
use std::net::IpAddr;
use std::str::FromStr;
use std::sync::Arc;

use axum::extract::{Request, State};
use axum::http::header::{self, HeaderName};
use axum::http::{HeaderMap, HeaderValue, Method, StatusCode, Uri};
use axum::middleware::Next;
use axum::response::{IntoResponse as _, Response};
use tokio::time::sleep;

use super::connections::{Busy, Peer};
use super::crowd::{Crowd, Listener, Seat, Visitor};
use super::office::DELAY;
use super::refusal::{Refusal, Told};

/// Nothing is loaded from elsewhere, nothing inline is run, and no other page may frame ours.
const POLICY: &str = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; \
                      form-action 'self'; base-uri 'none'; frame-ancestors 'none'";
/// Where forms are sent.
const FORMS: [&str; 3] = ["/organise", "/submit", "/submit/leave"];
/// Requests at a time, streams of spectators among them, of one address of this machine: whole classes come from one.
const OWN_MAX: usize = 640;
/// And of one visitor that a proxy tells from others.
const PROXIED_MAX: usize = 48;
/// The addresses that answer scripts, by their beginnings and ends: a refusal is JSON there as well.
const JSON: [(&str, &str); 4] =
    [("/match/", "/deals"), ("/match/", "/prices"), ("/match/", "/dearest"), ("/play/", "/part")];

/// Who is let in.
#[derive(Clone, Debug)]
pub(super) struct Door {
    pub(super) port: u16,
    /// Whether a proxy stands before us.
    pub(super) behind_proxy: bool,
    /// How the proxy is known outside, where that was said.
    pub(super) origin: Option<Origin>,
    /// Whether there is an office, which takes forms.
    pub(super) takes_forms: bool,
    pub(super) crowd: Arc<Crowd>,
}

/// How long a request lasts, its answer included: whoever streams keeps it.
#[derive(Clone, Debug)]
pub(super) struct Stay {
    _busy: Arc<Busy>,
    seat: Arc<Seat>,
}

impl Stay {
    /// A place among the spectators, unless there are too many.
    pub(super) fn listens(&self) -> Option<Listener> {
        self.seat.listens()
    }
}

/// A scheme, a host and maybe a port, as browsers write them.
///
/// ```text
/// https://contest.example
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Origin {
    scheme: &'static str,
    host: String,
}

/// What is wrong with an origin.
#[derive(Debug, thiserror::Error)]
#[error("expected a scheme and a host, such as https://contest.example, found {0}")]
pub(crate) struct NoOrigin(String);

impl FromStr for Origin {
    type Err = NoOrigin;

    fn from_str(text: &str) -> Result<Self, NoOrigin> {
        let wrong = || NoOrigin(text.to_owned());
        let uri: Uri = text.parse().map_err(|_| wrong())?;
        let scheme = match uri.scheme_str() {
            Some("https") => "https",
            Some("http") => "http",
            _ => return Err(wrong()),
        };
        let host = uri.authority().map(|host| host.as_str().to_ascii_lowercase()).ok_or_else(wrong)?;
        let is_bare = uri.path() == "/" && uri.query().is_none() && !host.contains('@');
        if is_bare { Ok(Self { scheme, host }) } else { Err(wrong()) }
    }
}

impl fmt::Display for Origin {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}://{}", self.scheme, self.host)
    }
}

/// Lets requests through that may be, and closes all answers to others.
pub(super) async fn guarded(State(door): State<Door>, mut request: Request, next: Next) -> Response {
    let path = request.uri().path().to_owned();
    let let_in = match door.refusal(request.method(), request.uri(), request.headers()) {
        Some(refusal) => Err(refusal),
        None => door.admitted(&mut request),
    };
    let (stay, mut response) = match let_in {
        Err(refusal) => (None, refusal.into_response()),
        Ok(stay) => (Some(stay), next.run(request).await),
    };
    if let Some(told) = response.extensions_mut().remove::<Told>() {
        if told.is_late {
            sleep(DELAY).await;
        }
        if JSON.iter().any(|(begin, end)| path.starts_with(begin) && path.ends_with(end)) {
            response = told.json(response.status());
        }
    }
    // Whoever waits has his place till then.
    drop(stay);
    close(&path, response.headers_mut());
    response
}

/// The headers that all answers have.
fn close(path: &str, headers: &mut HeaderMap) {
    // An address that is a secret is told to nobody. All others are told to this server alone: without that a browser
    // does not say which page a form is of.
    let is_secret = path.starts_with("/organise/") || path.starts_with("/submit/");
    let referrer = if is_secret { "no-referrer" } else { "same-origin" };
    // Another version of the program may listen here tomorrow.
    let kept = if path.starts_with("/assets/") { "no-cache" } else { "no-store" };
    let fixed: [(HeaderName, &'static str); 6] = [
        (header::CONTENT_SECURITY_POLICY, POLICY),
        (header::X_CONTENT_TYPE_OPTIONS, "nosniff"),
        (header::REFERRER_POLICY, referrer),
        (header::CACHE_CONTROL, kept),
        (HeaderName::from_static("cross-origin-opener-policy"), "same-origin"),
        (HeaderName::from_static("cross-origin-resource-policy"), "same-origin"),
    ];
    for (name, value) in fixed {
        headers.insert(name, HeaderValue::from_static(value));
    }
}

impl Door {
    fn refusal(&self, method: &Method, uri: &Uri, headers: &HeaderMap) -> Option<Refusal> {
        let is_form = *method == Method::POST && self.takes_forms && FORMS.contains(&uri.path());
        if !is_form && !matches!(*method, Method::GET | Method::HEAD) {
            return Some(Refusal::new(StatusCode::METHOD_NOT_ALLOWED, "The pages are to be read only."));
        }
        let host = headers.get(header::HOST).and_then(|host| host.to_str().ok()).or(uri.host());
        let Some(host) = host else {
            return Some(Refusal::new(StatusCode::BAD_REQUEST, "The request names no host."));
        };
        if !self.answers_to(host) {
            let said = if self.behind_proxy {
                "This page answers to the name of its proxy only."
            } else {
                "This page answers to the addresses of this machine only."
            };
            return Some(Refusal::new(StatusCode::FORBIDDEN, said));
        }
        let origin = headers.get(header::ORIGIN);
        if is_form && origin.is_none() {
            return Some(Refusal::new(StatusCode::FORBIDDEN, "This form does not say which page it is of."));
        }
        if origin.is_some_and(|origin| !self.is_own(origin, host)) {
            return Some(Refusal::new(StatusCode::FORBIDDEN, "A page of another site may not ask here."));
        }
        None
    }

    fn answers_to(&self, host: &str) -> bool {
        match &self.origin {
            Some(origin) => host.eq_ignore_ascii_case(&origin.host),
            None => self.behind_proxy || self.is_ours(host),
        }
    }

    /// Whether an `Origin` is of our own pages.
    fn is_own(&self, origin: &HeaderValue, host: &str) -> bool {
        let origin = origin.to_str().unwrap_or_default();
        match &self.origin {
            Some(own) => origin == own.to_string(),
            None => origin.strip_prefix("http://").or(origin.strip_prefix("https://")) == Some(host),
        }
    }

    /// Whether a `Host` names this machine and our port.
    fn is_ours(&self, host: &str) -> bool {
        let (name, port) = match host.rsplit_once(':') {
            Some((name, port)) if !port.ends_with(']') => (name, port.parse().ok()),
            _ => (host, Some(80)),
        };
        let name = name.trim_start_matches('[').trim_end_matches(']');
        let is_here = name.eq_ignore_ascii_case("localhost")
            || name.parse::<IpAddr>().is_ok_and(|address| address.is_loopback());
        is_here && port == Some(self.port)
    }

    /// Gives a request its visitor's place in the crowd, until all that keep its stay are done.
    fn admitted(&self, request: &mut Request) -> Result<Stay, Refusal> {
        let peer = request.extensions_mut().remove::<Peer>().expect("each connection has another end");
        let (visitor, most) = self.visitor(&peer, request.headers());
        let Some(seat) = self.crowd.enter(visitor, most) else {
            let said = format!("You ask for more than {most} things at a time.");
            return Err(Refusal::new(StatusCode::TOO_MANY_REQUESTS, said)
                .hint("Close some pages of this server, and load this one again."));
        };
        let stay = Stay { _busy: peer.busy, seat: Arc::new(seat) };
        request.extensions_mut().insert(visitor);
        request.extensions_mut().insert(stay.clone());
        Ok(stay)
    }

    /// Who asks, and how much at a time he may.
    fn visitor(&self, peer: &Peer, headers: &HeaderMap) -> (Visitor, usize) {
        // The last is the one that our own proxy has written.
        let forwarded = headers.get_all("x-forwarded-for").iter().next_back();
        let last = forwarded.and_then(|value| value.to_str().ok()?.rsplit(',').next()?.trim().parse().ok());
        match last.filter(|_| self.behind_proxy) {
            Some(address) => (Visitor::of(address), PROXIED_MAX),
            None => (Visitor::of(peer.address), OWN_MAX),
        }
    }
}

#[cfg(test)]
mod tests {
    use std::net::IpAddr;
    use std::sync::Arc;

    use axum::http::{HeaderMap, HeaderValue, Method, Uri};

    use super::{Busy, Crowd, Door, OWN_MAX, Origin, PROXIED_MAX, Peer, Visitor};

    fn door() -> Door {
        let crowd = Arc::new(Crowd::default());
        Door { port: 8642, behind_proxy: false, origin: None, takes_forms: true, crowd }
    }

    #[test]
    fn a_host_is_ours_by_its_name_and_its_port() {
        let door = door();
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

    #[test]
    fn an_origin_is_a_scheme_and_a_host() {
        for (text, shown) in [
            ("https://contest.example", "https://contest.example"),
            ("https://Contest.Example:8443/", "https://contest.example:8443"),
            ("http://[2001:db8::1]:80", "http://[2001:db8::1]:80"),
        ] {
            assert_eq!(text.parse::<Origin>().unwrap().to_string(), shown);
        }
        for text in
            ["", "contest.example", "ftp://a.example", "https://", "https://a/b", "https://u@a.example"]
        {
            assert!(text.parse::<Origin>().is_err(), "{text}");
        }
    }

    #[test]
    fn behind_a_proxy_that_says_its_name_no_other_is_answered() {
        let origin = Some("https://contest.example".parse().unwrap());
        let door = Door { behind_proxy: true, origin, ..door() };
        let refused = |host: &'static str, origin: Option<&'static str>| {
            let mut headers = HeaderMap::new();
            headers.insert("host", HeaderValue::from_static(host));
            if let Some(origin) = origin {
                headers.insert("origin", HeaderValue::from_static(origin));
            }
            door.refusal(&Method::POST, &Uri::from_static("/submit"), &headers).is_some()
        };
        assert!(!refused("contest.example", Some("https://contest.example")));
        assert!(refused("evil.example", Some("https://evil.example")));
        assert!(refused("contest.example", Some("http://contest.example")));
        assert!(refused("contest.example", None));
    }

    #[test]
    fn the_proxys_word_tells_visitors_apart_and_nobody_elses_does() {
        let peer = Peer { address: IpAddr::from([127, 0, 0, 1]), busy: Arc::new(Busy) };
        let mut headers = HeaderMap::new();
        headers.insert("x-forwarded-for", HeaderValue::from_static("198.51.100.9, 203.0.113.7"));
        let own = (Visitor::of(peer.address), OWN_MAX);
        assert_eq!(door().visitor(&peer, &headers), own);
        let proxied = Door { behind_proxy: true, ..door() };
        let said = Visitor::of(IpAddr::from([203, 0, 113, 7]));
        assert_eq!(proxied.visitor(&peer, &headers), (said, PROXIED_MAX));
        assert_eq!(proxied.visitor(&peer, &HeaderMap::new()), own);
    }
}
