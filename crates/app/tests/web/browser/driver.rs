//! Chromium, driven through chromedriver: the commands of `WebDriver`, and those that only Chromium's own tools know: the
//! console, the size of the screen, the colours.

use std::fs;
use std::io::{BufRead as _, BufReader};
use std::net::Ipv4Addr;
use std::path::Path;
use std::process::{Child, ChildStdout, Command, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use croupier_trial::chromium;
use fantoccini::actions::{
    InputSource as _, KeyAction, KeyActions, MOUSE_BUTTON_LEFT, MouseActions, PointerAction,
};
use fantoccini::wd::WebDriverCompatibleCommand;
use fantoccini::{Client, ClientBuilder, Locator};
use http::Method;
use hyper_util::client::legacy::connect::HttpConnector;
use serde_json::{Value, json};
use tokio::runtime::{self, Runtime};
use url::{ParseError, Url};

/// A browser with one window, which ends when it is dropped.
pub(crate) struct Browser {
    runtime: Runtime,
    client: Client,
    driver: Child,
    /// Held open: the driver may write more.
    _lines: BufReader<ChildStdout>,
}

/// Keys as the protocol writes them.
pub(crate) const RIGHT: &str = "\u{e014}";
pub(crate) const LEFT: &str = "\u{e012}";
pub(crate) const DOWN: &str = "\u{e015}";
pub(crate) const TAB: &str = "\u{e004}";
pub(crate) const ENTER: &str = "\u{e007}";

/// How long something may take to appear.
const PATIENCE: Duration = Duration::from_mins(3);

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
        let mut lines = BufReader::new(driver.stdout.take().unwrap());
        let address = format!("http://{}:{}", Ipv4Addr::LOCALHOST, port(&mut lines));
        let options = ["--headless=new", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage"];
        let Value::Object(wanted) = json!({
            "goog:chromeOptions": { "args": options },
            "goog:loggingPrefs": { "browser": "ALL" },
        }) else {
            unreachable!("it is written as an object")
        };
        let runtime = runtime::Builder::new_current_thread().enable_all().build().unwrap();
        let connecting =
            async { ClientBuilder::new(HttpConnector::new()).capabilities(wanted).connect(&address).await };
        let client = runtime.block_on(connecting).unwrap();
        Some(Self { runtime, client, driver, _lines: lines })
    }

    pub(crate) fn goto(&self, url: &str) {
        self.runtime.block_on(self.client.goto(url)).unwrap();
    }

    /// Runs a script in the page and returns what it returns.
    pub(crate) fn script(&self, script: &str) -> Value {
        self.runtime.block_on(self.client.execute(script, Vec::new())).unwrap()
    }

    /// The text of what a selector finds first.
    pub(crate) fn text(&self, selector: &str) -> String {
        let text = self.script(&format!("return document.querySelector('{selector}')?.textContent"));
        text.as_str().unwrap_or_else(|| panic!("nothing is {selector}")).to_owned()
    }

    /// Strikes keys, one after the other, wherever the focus is.
    pub(crate) fn keys(&self, keys: &str) {
        let strokes = keys.chars().fold(KeyActions::new("keys".to_owned()), |strokes, value| {
            strokes.then(KeyAction::Down { value }).then(KeyAction::Up { value })
        });
        self.runtime.block_on(self.client.perform_actions(strokes)).unwrap();
    }

    /// Clicks on what a selector finds first.
    pub(crate) fn click(&self, selector: &str) {
        let clicking = async { self.client.find(Locator::Css(selector)).await?.click().await };
        self.runtime.block_on(clicking).unwrap_or_else(|why| panic!("{selector}: {why}"));
    }

    /// Holds the mouse down on what a selector finds first.
    pub(crate) fn press(&self, selector: &str, time: Duration) {
        let pressing = async {
            let element = self.client.find(Locator::Css(selector)).await?;
            let actions = MouseActions::new("mouse".to_owned())
                .then(PointerAction::MoveToElement { element, duration: None, x: 0.0, y: 0.0 })
                .then(PointerAction::Down { button: MOUSE_BUTTON_LEFT })
                .then(PointerAction::Pause { duration: time })
                .then(PointerAction::Up { button: MOUSE_BUTTON_LEFT });
            self.client.perform_actions(actions).await
        };
        self.runtime.block_on(pressing).unwrap_or_else(|why| panic!("{selector}: {why}"));
    }

    /// Writes into a field, or names a file for one that takes files.
    pub(crate) fn fill(&self, selector: &str, text: &str) {
        let filling = async { self.client.find(Locator::Css(selector)).await?.send_keys(text).await };
        self.runtime.block_on(filling).unwrap_or_else(|why| panic!("{selector}: {why}"));
    }

    /// Waits until a script returns true.
    pub(crate) fn wait(&self, script: &str) {
        let begun = Instant::now();
        while self.script(script) != true {
            assert!(
                begun.elapsed() < PATIENCE,
                "it never came: {script}; at {}, the page says {}",
                self.script("return location.href"),
                self.text("main")
            );
            thread::sleep(Duration::from_millis(20));
        }
    }

    /// Errors in the console since the last look.
    pub(crate) fn errors(&self) -> Vec<String> {
        let entries = self.command("se/log", json!({ "type": "browser" }));
        let is_bad = |entry: &&Value| entry["level"] == "SEVERE" || entry["level"] == "WARNING";
        entries.as_array().unwrap().iter().filter(is_bad).map(|entry| entry["message"].to_string()).collect()
    }

    /// Takes on a screen of this width, as high as the page or at least this, and a scheme of colours.
    pub(crate) fn screen(&self, width: u32, height: u32, scheme: &str) {
        let size = json!({ "width": width, "height": height, "deviceScaleFactor": 1, "mobile": false });
        self.tools("Emulation.setDeviceMetricsOverride", size);
        let colours = json!({ "features": [{ "name": "prefers-color-scheme", "value": scheme }] });
        self.tools("Emulation.setEmulatedMedia", colours);
    }

    /// Writes a picture of the whole page to a file.
    pub(crate) fn picture(&self, file: &Path) {
        let taken = self.tools("Page.captureScreenshot", json!({ "captureBeyondViewport": true }));
        fs::write(file, STANDARD.decode(taken["data"].as_str().unwrap()).unwrap()).unwrap();
    }

    /// A command of Chromium's own tools.
    fn tools(&self, name: &str, parameters: Value) -> Value {
        self.command("goog/cdp/execute", json!({ "cmd": name, "params": parameters }))
    }

    /// A command that the protocol leaves to the driver.
    fn command(&self, name: &'static str, body: Value) -> Value {
        self.runtime.block_on(self.client.issue_cmd(Own { name, body })).unwrap()
    }
}

impl Drop for Browser {
    fn drop(&mut self) {
        // The driver ends the browser that it has started; then it is ended itself.
        let _ended = self.runtime.block_on(self.client.clone().close());
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

/// A command of the driver's own.
#[derive(Debug)]
struct Own {
    name: &'static str,
    body: Value,
}

impl WebDriverCompatibleCommand for Own {
    fn endpoint(&self, base: &Url, session: Option<&str>) -> Result<Url, ParseError> {
        base.join(&format!("session/{}/{}", session.unwrap_or_default(), self.name))
    }

    fn method_and_body(&self, _: &Url) -> (Method, Option<String>) {
        (Method::POST, Some(self.body.to_string()))
    }
}

/// The port that the driver says it listens on.
fn port(lines: &mut BufReader<ChildStdout>) -> u16 {
    loop {
        let mut line = String::new();
        assert!(lines.read_line(&mut line).unwrap() > 0, "chromedriver names its port");
        if let Some((_, port)) = line.trim_end().trim_end_matches('.').rsplit_once("successfully on port ") {
            return port.parse().unwrap();
        }
    }
}
