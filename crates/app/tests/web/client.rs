//! A small client of HTTP over the loopback.

use std::io::{BufRead as _, BufReader, Read as _, Write as _};
use std::net::{SocketAddr, TcpStream};
use std::time::Duration;

use serde_json::Value;

/// What the server said.
#[derive(Debug)]
pub(crate) struct Answer {
    pub(crate) status: u16,
    pub(crate) head: String,
    pub(crate) body: String,
}

impl Answer {
    /// The body as JSON.
    pub(crate) fn json(&self) -> Value {
        serde_json::from_str(&self.body).unwrap_or_else(|why| panic!("{why}: {}", self.body))
    }

    /// The value of a header.
    pub(crate) fn header(&self, name: &str) -> Option<&str> {
        self.head.lines().find_map(|line| {
            let (found, value) = line.split_once(": ")?;
            found.eq_ignore_ascii_case(name).then_some(value)
        })
    }

    /// The sentence of a page that says why there is none.
    pub(crate) fn sentence(&self) -> &str {
        let (_, rest) = self.body.split_once("<p class=\"lead\">").unwrap_or_else(|| panic!("{self:?}"));
        rest.split_once("</p>").unwrap().0
    }
}

/// The addresses of a page's links that begin so.
pub(crate) fn links(page: &str, begin: &str) -> Vec<String> {
    let all = page.split("href=\"").skip(1).map(|rest| rest.split('"').next().unwrap_or_default());
    all.filter(|link| link.starts_with(begin)).map(|link| link.replace("&#38;", "&")).collect()
}

/// Asks for a page as a browser would.
pub(crate) fn get(address: SocketAddr, path: &str) -> Answer {
    ask(address, &format!("GET {path} HTTP/1.1\r\nHost: {address}\r\nConnection: close\r\n\r\n"))
}

/// Sends a request as it stands.
pub(crate) fn ask(address: SocketAddr, request: &str) -> Answer {
    ask_bytes(address, request.as_bytes())
}

/// Sends a request as it stands, whatever its body is.
pub(crate) fn ask_bytes(address: SocketAddr, request: &[u8]) -> Answer {
    let mut stream = TcpStream::connect(address).unwrap();
    stream.set_read_timeout(Some(Duration::from_mins(1))).unwrap();
    stream.write_all(request).unwrap();
    let mut bytes = Vec::new();
    stream.read_to_end(&mut bytes).unwrap();
    let text = String::from_utf8(bytes).unwrap();
    let (head, body) = text.split_once("\r\n\r\n").unwrap_or_else(|| panic!("no answer: {text:?}"));
    let status = head.split(' ').nth(1).unwrap().parse().unwrap();
    Answer { status, head: head.to_owned(), body: body.to_owned() }
}

/// A stream of events: each as JSON.
pub(crate) struct Events(BufReader<TcpStream>);

impl Events {
    pub(crate) fn open(address: SocketAddr, path: &str) -> Self {
        let mut stream = TcpStream::connect(address).unwrap();
        stream.set_read_timeout(Some(Duration::from_mins(1))).unwrap();
        write!(stream, "GET {path} HTTP/1.1\r\nHost: {address}\r\nAccept: text/event-stream\r\n\r\n")
            .unwrap();
        Self(BufReader::new(stream))
    }

    /// The next event.
    pub(crate) fn next(&mut self) -> Value {
        loop {
            let mut line = String::new();
            assert!(self.0.read_line(&mut line).unwrap() > 0, "the stream has ended");
            if let Some(data) = line.strip_prefix("data: ") {
                return serde_json::from_str(data).unwrap();
            }
        }
    }
}
