//! Chromium, driven through chromedriver: the protocol of `WebDriver` is a request for each command, and the driver passes on
//! what only Chromium's own tools know: the console, the size of the screen, the colours.

use std::fs;
use std::io::{BufRead as _, BufReader, Read as _, Write as _};
use std::net::{SocketAddr, TcpStream};
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use croupier_trial::chromium;
use serde_json::{Value, json};

/// A browser with one window, which ends when it is dropped.
pub(crate) struct Browser {
    driver: Child,
    address: SocketAddr,
    session: String,
}

/// Keys as the protocol writes them.
pub(crate) const RIGHT: &str = "\u{e014}";
pub(crate) const LEFT: &str = "\u{e012}";
pub(crate) const DOWN: &str = "\u{e015}";
pub(crate) const TAB: &str = "\u{e004}";
pub(crate) const ENTER: &str = "\u{e007}";

/// How long something may take to appear.
const PATIENCE: Duration = Duration::from_secs(60);

impl Browser {
    /// Starts driver and browser; `None` where there are none.
    pub(crate) fn open() -> Option<Self> {
        chromium()?;
        let mut driver = Command::new("chromedriver")
            .arg("--port=0")
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .unwrap();
        let port = port(&mut driver);
        let address = (std::net::Ipv4Addr::LOCALHOST, port).into();
        let mut browser = Self { driver, address, session: String::new() };
        let options = ["--headless=new", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage"];
        let wanted = json!({ "capabilities": { "alwaysMatch": {
            "goog:chromeOptions": { "args": options },
            "goog:loggingPrefs": { "browser": "ALL" },
        }}});
        let session = browser.request("POST", "/session", &wanted);
        browser.session = session["sessionId"].as_str().unwrap_or_else(|| panic!("{session}")).to_owned();
        Some(browser)
    }

    pub(crate) fn goto(&self, url: &str) {
        self.command("url", &json!({ "url": url }));
    }

    /// Runs a script in the page and returns what it returns.
    pub(crate) fn script(&self, script: &str) -> Value {
        self.command("execute/sync", &json!({ "script": script, "args": [] }))
    }

    /// The text of what a selector finds first.
    pub(crate) fn text(&self, selector: &str) -> String {
        let text = self.script(&format!("return document.querySelector('{selector}')?.textContent"));
        text.as_str().unwrap_or_else(|| panic!("nothing is {selector}")).to_owned()
    }

    /// Strikes keys, one after the other, wherever the focus is.
    pub(crate) fn keys(&self, keys: &str) {
        let strokes = keys.chars().flat_map(|key| {
            ["keyDown", "keyUp"].map(|kind| json!({ "type": kind, "value": key.to_string() }))
        });
        let actions: Vec<Value> = strokes.collect();
        self.command("actions", &json!({ "actions": [{ "type": "key", "id": "keys", "actions": actions }] }));
    }

    /// Waits until a script returns true.
    pub(crate) fn wait(&self, script: &str) {
        let begun = Instant::now();
        while self.script(script) != true {
            assert!(
                begun.elapsed() < PATIENCE,
                "it never came: {script}; the page says {}",
                self.text("main")
            );
            thread::sleep(Duration::from_millis(20));
        }
    }

    /// Errors in the console since the last look.
    pub(crate) fn errors(&self) -> Vec<String> {
        let entries = self.command("se/log", &json!({ "type": "browser" }));
        let is_bad = |entry: &&Value| entry["level"] == "SEVERE" || entry["level"] == "WARNING";
        entries.as_array().unwrap().iter().filter(is_bad).map(|entry| entry["message"].to_string()).collect()
    }

    /// Takes on a screen of this width, as high as the page or at least this, and a scheme of colours.
    pub(crate) fn screen(&self, width: u32, height: u32, scheme: &str) {
        let size = json!({ "width": width, "height": height, "deviceScaleFactor": 1, "mobile": false });
        self.tools("Emulation.setDeviceMetricsOverride", &size);
        let colours = json!({ "features": [{ "name": "prefers-color-scheme", "value": scheme }] });
        self.tools("Emulation.setEmulatedMedia", &colours);
    }

    /// Writes a picture of the whole page to a file.
    pub(crate) fn picture(&self, file: &Path) {
        let taken = self.tools("Page.captureScreenshot", &json!({ "captureBeyondViewport": true }));
        fs::write(file, from_base64(taken["data"].as_str().unwrap())).unwrap();
    }

    /// A command of Chromium's own tools.
    fn tools(&self, name: &str, parameters: &Value) -> Value {
        self.command("goog/cdp/execute", &json!({ "cmd": name, "params": parameters }))
    }

    fn command(&self, name: &str, body: &Value) -> Value {
        let value = self.request("POST", &format!("/session/{}/{name}", self.session), body);
        assert!(value.get("error").is_none(), "{name}: {value}");
        value
    }

    /// A request to the driver, and the value of its answer.
    fn request(&self, method: &str, path: &str, body: &Value) -> Value {
        let (host, body) = (self.address, body.to_string());
        let mut stream = TcpStream::connect(host).unwrap();
        stream.set_read_timeout(Some(PATIENCE * 2)).unwrap();
        write!(
            stream,
            "{method} {path} HTTP/1.1\r\nHost: {host}\r\nContent-Length: {}\r\n\r\n{body}",
            body.len()
        )
        .unwrap();
        let mut answer = BufReader::new(stream);
        let mut length = 0;
        loop {
            let mut line = String::new();
            answer.read_line(&mut line).unwrap();
            match line.trim_end().split_once(": ") {
                Some((name, value)) if name.eq_ignore_ascii_case("content-length") => {
                    length = value.parse().unwrap()
                }
                None if line.trim_end().is_empty() => break,
                Some(_) | None => {}
            }
        }
        let mut bytes = vec![0; length];
        answer.read_exact(&mut bytes).unwrap();
        let mut answer: Value = serde_json::from_slice(&bytes).unwrap();
        answer["value"].take()
    }
}

impl Drop for Browser {
    fn drop(&mut self) {
        // The driver ends the browser that it has started; then it is ended itself.
        if !self.session.is_empty() && !thread::panicking() {
            self.request("DELETE", &format!("/session/{}", self.session), &json!({}));
        }
        let terminate = format!("kill -TERM {}", self.driver.id());
        let _asked = Command::new("sh").args(["-c", &terminate]).status();
        let begun = Instant::now();
        while begun.elapsed() < Duration::from_secs(5) {
            if self.driver.try_wait().is_ok_and(|ended| ended.is_some()) {
                return;
            }
            thread::sleep(Duration::from_millis(20));
        }
        let _gone = self.driver.kill();
        let _collected = self.driver.wait();
    }
}

/// The port that the driver says it listens on.
fn port(driver: &mut Child) -> u16 {
    let mut lines = BufReader::new(driver.stdout.take().unwrap());
    loop {
        let mut line = String::new();
        assert!(lines.read_line(&mut line).unwrap() > 0, "chromedriver names its port");
        if let Some((_, port)) = line.trim_end().trim_end_matches('.').rsplit_once("successfully on port ") {
            return port.parse().unwrap();
        }
    }
}

fn from_base64(text: &str) -> Vec<u8> {
    const DIGITS: &[u8] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    let (mut bytes, mut bits, mut held) = (Vec::new(), 0_u32, 0_u32);
    for letter in text.bytes().filter(|&letter| letter != b'=') {
        let digit = DIGITS.iter().position(|&digit| digit == letter).expect("a digit of base 64");
        bits = bits << 6 | u32::try_from(digit).unwrap();
        held += 6;
        if held >= 8 {
            held -= 8;
            bytes.push(u8::try_from(bits >> held & 0xff).unwrap());
        }
    }
    bytes
}
