//! A browser of its own for one person: it keeps cookies and sends forms.

use std::cell::RefCell;
use std::collections::BTreeMap;
use std::net::SocketAddr;
use std::thread;
use std::time::{Duration, Instant};

use crate::client::{Answer, ask_bytes};
use crate::server::Server;

/// Somebody who asks, with his cookies.
pub(crate) struct Visitor {
    address: SocketAddr,
    cookies: RefCell<BTreeMap<String, String>>,
}

impl Visitor {
    /// Somebody whom nobody knows.
    pub(crate) fn stranger(server: &Server) -> Self {
        Self { address: server.address, cookies: RefCell::default() }
    }

    /// Whoever opens a link, of which the path counts.
    pub(crate) fn of(server: &Server, link: &str) -> Self {
        let visitor = Self::stranger(server);
        let opened = visitor.get(link);
        assert_eq!(opened.status, 200, "{link}: {opened:?}");
        visitor
    }

    /// The same person at another server.
    pub(crate) fn at(&self, server: &Server) -> Self {
        Self { address: server.address, cookies: self.cookies.clone() }
    }

    pub(crate) fn get(&self, path: &str) -> Answer {
        self.send(&format!("GET {path} HTTP/1.1\r\nHost: {}\r\n", self.address), b"")
    }

    pub(crate) fn page(&self, path: &str) -> String {
        let answer = self.get(path);
        assert_eq!(answer.status, 200, "{path}: {answer:?}");
        answer.body
    }

    /// What the forms of a page carry.
    pub(crate) fn form(&self, path: &str) -> String {
        let page = self.page(path);
        let (_, rest) =
            page.split_once("name=\"form\" value=\"").unwrap_or_else(|| panic!("no form: {page}"));
        rest.split_once('"').unwrap().0.to_owned()
    }

    /// Sends the organiser's form.
    pub(crate) fn change(&self, fields: &str) -> Answer {
        let form = self.form("/organise");
        self.post(
            "/organise",
            "application/x-www-form-urlencoded",
            format!("form={form}&{fields}").as_bytes(),
        )
    }

    /// Makes an entrant's link, and returns its path.
    pub(crate) fn invite(&self, name: &str) -> String {
        let answer = self.change(&format!("do=invite&name={name}"));
        assert_eq!(answer.status, 200, "{answer:?}");
        let (_, rest) = answer.body.split_once(&format!("value=\"http://{}", self.address)).unwrap();
        rest.split_once('"').unwrap().0.to_owned()
    }

    /// Withdraws an entrant's link.
    pub(crate) fn withdraw(&self, name: &str) -> Answer {
        let page = self.page("/organise");
        let (before, _) = page.split_once(&format!("Withdraw the link of {name}")).unwrap();
        let (_, number) = before.rsplit_once("name=\"number\" value=\"").unwrap();
        self.change(&format!("do=withdraw&number={}", number.split_once('"').unwrap().0))
    }

    /// Uploads a file.
    pub(crate) fn upload(&self, file: &str, source: &[u8]) -> Answer {
        let form = self.form("/submit");
        let body = multipart(&form, file, source);
        self.post("/submit", "multipart/form-data; boundary=XX", &body)
    }

    pub(crate) fn post(&self, path: &str, media: &str, body: &[u8]) -> Answer {
        self.post_from(&format!("Origin: http://{}\r\n", self.address), path, media, body)
    }

    /// With a line that says which page sends it, or none.
    pub(crate) fn post_from(&self, origin: &str, path: &str, media: &str, body: &[u8]) -> Answer {
        let host = self.address;
        let head = format!(
            "POST {path} HTTP/1.1\r\nHost: {host}\r\n{origin}Content-Type: {media}\r\nContent-Length: {}\r\n",
            body.len()
        );
        self.send(&head, body)
    }

    /// Looks at a page until it says something.
    pub(crate) fn wait(&self, path: &str, said: &str) -> String {
        let begun = Instant::now();
        loop {
            let page = self.page(path);
            if page.contains(said) {
                return page;
            }
            assert!(begun.elapsed() < Duration::from_mins(2), "{path} never said {said}: {page}");
            thread::sleep(Duration::from_millis(50));
        }
    }

    /// The line of a request that brings the cookies.
    pub(crate) fn cookie_line(&self) -> String {
        let cookies: Vec<String> =
            self.cookies.borrow().iter().map(|(name, value)| format!("{name}={value}")).collect();
        if cookies.is_empty() { String::new() } else { format!("Cookie: {}\r\n", cookies.join("; ")) }
    }

    fn send(&self, head: &str, body: &[u8]) -> Answer {
        let cookie = self.cookie_line();
        let request = format!("{head}{cookie}Connection: close\r\n\r\n");
        let answer = ask_bytes(self.address, &[request.as_bytes(), body].concat());
        if let Some(set) = answer.header("set-cookie") {
            let (pair, _) = set.split_once(';').unwrap();
            let (name, value) = pair.split_once('=').unwrap();
            self.cookies.borrow_mut().insert(name.to_owned(), value.to_owned());
        }
        answer
    }
}

/// The body of an upload.
pub(crate) fn multipart(form: &str, file: &str, source: &[u8]) -> Vec<u8> {
    let head = format!(
        "--XX\r\nContent-Disposition: form-data; name=\"form\"\r\n\r\n{form}\r\n\
         --XX\r\nContent-Disposition: form-data; name=\"file\"; filename=\"{file}\"\r\n\
         Content-Type: application/octet-stream\r\n\r\n"
    );
    [head.as_bytes(), source, b"\r\n--XX--\r\n"].concat()
}
