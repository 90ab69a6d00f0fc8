//! Who is let in, and with which headers an answer goes out.

use std::env;
use std::fs::{self, Permissions};
use std::io::{BufRead as _, BufReader};
use std::net::TcpListener;
use std::os::unix::fs::PermissionsExt as _;
use std::process::Stdio;
use std::thread;
use std::time::{Duration, Instant};

use crate::client::ask;
use crate::night::{Night, POKER};
use crate::server::Server;

fn quiet() -> Night {
    Night::new(POKER, &[])
}

#[test]
fn only_the_names_of_this_machine_are_answered() {
    let night = quiet();
    let server = Server::start(&night, &[]);
    let port = server.address.port();
    let with_host = |host: &str| {
        ask(server.address, &format!("GET / HTTP/1.1\r\nHost: {host}\r\nConnection: close\r\n\r\n")).status
    };
    assert_eq!(with_host(&format!("localhost:{port}")), 200);
    assert_eq!(with_host(&format!("[::1]:{port}")), 200);
    for host in ["croupier.example".to_owned(), format!("croupier.example:{port}"), "127.0.0.1:1".to_owned()]
    {
        assert_eq!(with_host(&host), 403, "{host}");
    }
    let none = ask(server.address, "GET / HTTP/1.0\r\n\r\n");
    assert_eq!(none.status, 400, "{none:?}");
}

#[test]
fn a_page_of_another_site_may_not_ask() {
    let night = quiet();
    let server = Server::start(&night, &[]);
    let from = |origin: &str| {
        let host = server.address;
        ask(host, &format!("GET / HTTP/1.1\r\nHost: {host}\r\nOrigin: {origin}\r\nConnection: close\r\n\r\n"))
            .status
    };
    assert_eq!(from(&format!("http://{}", server.address)), 200);
    for origin in ["http://croupier.example", "null", "http://127.0.0.1:1"] {
        assert_eq!(from(origin), 403, "{origin}");
    }
}

#[test]
fn the_pages_are_to_be_read_only() {
    let night = quiet();
    let server = Server::start(&night, &[]);
    for method in ["POST", "PUT", "DELETE", "OPTIONS"] {
        let host = server.address;
        let request =
            format!("{method} / HTTP/1.1\r\nHost: {host}\r\nContent-Length: 0\r\nConnection: close\r\n\r\n");
        assert_eq!(ask(host, &request).status, 405, "{method}");
    }
}

#[test]
fn every_answer_carries_the_policy() {
    let night = quiet();
    let server = Server::start(&night, &[]);
    for path in
        ["/", "/nothing", "/assets/croupier.js", "/assets/croupier.css", "/run/none", "/%ff", "/match/a/b"]
    {
        let answer = server.get(path);
        let policy = answer.header("content-security-policy").unwrap_or_else(|| panic!("{path}: {answer:?}"));
        assert!(policy.starts_with("default-src 'none'; script-src 'self'"), "{policy}");
        assert!(!policy.contains("unsafe") && !policy.contains("http"), "{policy}");
        assert_eq!(answer.header("x-content-type-options"), Some("nosniff"));
        // The names of SVG and of the machine itself are no places to load from.
        let text = answer.body.replace("http://www.w3.org/", "");
        assert!(!text.contains("http://") && !text.contains("https://"), "{path} names another host");
    }
}

#[test]
fn another_address_than_the_loopback_needs_a_proxy() {
    let night = quiet();
    let done = night.croupier(&["serve", "--listen", "0.0.0.0:0"]);
    assert_eq!((done.code, done.out.as_str()), (2, ""));
    assert!(done.err.contains("--public-behind-proxy"), "{}", done.err);
    let server = Server::start_at(&night, "0.0.0.0:0", &["--public-behind-proxy"]);
    let here = (std::net::Ipv4Addr::LOCALHOST, server.address.port()).into();
    let request = "GET / HTTP/1.1\r\nHost: croupier.example\r\nOrigin: https://croupier.example\r\nConnection: close\r\n\r\n";
    assert_eq!(ask(here, request).status, 200);
    let foreign = request.replace("https://croupier", "https://other");
    assert_eq!(ask(here, &foreign).status, 403);
}

#[test]
fn a_data_folder_that_is_not_there_or_no_folder_is_refused() {
    let night = quiet();
    night.write("file", "");
    for (data, said) in [("croupier-dtaa", "there is no data folder croupier-dtaa"), ("file", "is no folder")]
    {
        let done = night.croupier(&["serve", "--data", data, "--listen", "127.0.0.1:0"]);
        assert_eq!((done.code, done.out.as_str()), (3, ""), "{data}");
        assert!(done.err.contains(said), "{}", done.err);
    }
    Server::start(&night, &[]);
    Server::start(&night, &["night", "--data", "made-by-the-contest"]);
}

#[test]
fn a_port_that_is_taken_is_said_with_a_way_out() {
    let night = quiet();
    let taken = TcpListener::bind("127.0.0.1:0").unwrap();
    let done = night.croupier(&["serve", "--listen", &taken.local_addr().unwrap().to_string()]);
    assert_eq!(done.code, 3);
    assert!(done.err.contains("hint: --listen 127.0.0.1:0"), "{}", done.err);
}

#[test]
fn ctrl_c_ends_it_at_once_and_well() {
    let night = quiet();
    for signal in ["INT", "TERM"] {
        let server = Server::start(&night, &[]);
        server.page("/");
        assert_eq!(server.signal(signal), Some(0), "{signal}");
    }
}

/// `xdg-open` stands for the desktop.
#[test]
fn the_page_opens_in_the_browser_of_the_desktop() {
    let night = quiet();
    night.write("desktop/xdg-open", "#!/bin/sh\necho \"$1\" > opened.part && mv opened.part opened\n");
    let desktop = night.path("desktop");
    fs::set_permissions(desktop.join("xdg-open"), Permissions::from_mode(0o755)).unwrap();
    let path = format!("{}:{}", desktop.display(), env::var("PATH").unwrap());
    let mut serve = night.command(&["serve", "--open", "--listen", "127.0.0.1:0"]);
    let mut serve = serve.env("PATH", path).stdout(Stdio::piped()).stderr(Stdio::null()).spawn().unwrap();
    let mut address = String::new();
    BufReader::new(serve.stdout.take().unwrap()).read_line(&mut address).unwrap();
    let begun = Instant::now();
    let opened = loop {
        if let Ok(opened) = fs::read_to_string(night.path("opened")) {
            break Some(opened);
        }
        if begun.elapsed() > Duration::from_mins(1) {
            break None;
        }
        thread::sleep(Duration::from_millis(20));
    };
    serve.kill().unwrap();
    serve.wait().unwrap();
    assert_eq!(opened, Some(address));
}
