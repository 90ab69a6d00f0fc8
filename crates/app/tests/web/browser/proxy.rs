//! A proxy before the server, which answers some requests itself.

use std::io::{BufRead as _, BufReader, Read as _, Write as _};
use std::net::{Ipv4Addr, SocketAddr, TcpListener, TcpStream};
use std::sync::Arc;
use std::thread;

use serde_json::Value;

/// It lasts as long as the tests.
pub(crate) struct Proxy {
    address: SocketAddr,
}

impl Proxy {
    /// Passes requests on to a server, but those that are answered by a whole answer of HTTP, by path and query.
    pub(crate) fn start(
        server: SocketAddr,
        answer: impl Fn(&str) -> Option<String> + Send + Sync + 'static,
    ) -> Self {
        let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).unwrap();
        let address = listener.local_addr().unwrap();
        let answer = Arc::new(answer);
        thread::spawn(move || {
            for asked in listener.incoming() {
                let (asked, answer) = (asked.unwrap(), Arc::clone(&answer));
                // Browsers open connections that they do not use, and leave others.
                thread::spawn(move || passed(asked, server, &*answer).ok());
            }
        });
        Self { address }
    }

    pub(crate) fn url(&self, path: &str) -> String {
        format!("http://{}{path}", self.address)
    }
}

fn passed(
    asked: TcpStream,
    server: SocketAddr,
    answer: &dyn Fn(&str) -> Option<String>,
) -> std::io::Result<()> {
    let mut out = asked.try_clone()?;
    let mut line = String::new();
    BufReader::new(asked).read_line(&mut line)?;
    let Some(path) = line.split(' ').nth(1) else { return Ok(()) };
    if let Some(answer) = answer(path) {
        return out.write_all(answer.as_bytes());
    }
    let mut there = TcpStream::connect(server)?;
    write!(there, "GET {path} HTTP/1.1\r\nHost: {server}\r\nConnection: close\r\n\r\n")?;
    let mut part = [0; 4096];
    loop {
        match there.read(&mut part)? {
            0 => return Ok(()),
            length => out.write_all(&part[..length])?,
        }
    }
}

/// An answer with a status and a body.
pub(crate) fn answer(status: &str, media: &str, body: &str) -> String {
    let length = body.len();
    format!(
        "HTTP/1.1 {status}\r\nContent-Type: {media}\r\nContent-Length: {length}\r\nConnection: close\r\n\r\n{body}"
    )
}

/// Some news, after which the page asks for more in a moment.
pub(crate) fn news(all: &[Value]) -> String {
    let events: Vec<String> = all.iter().map(|one| format!("data: {one}\n\n")).collect();
    answer("200 OK", "text/event-stream", &format!("retry: 200\n\n{}", events.concat()))
}
