//! Visitors who ask for much: they keep nobody out.

use std::io::{Read as _, Write as _};
use std::net::TcpStream;
use std::thread;
use std::time::{Duration, Instant};

use crate::client::ask;
use crate::played::poker;
use crate::server::Server;

/// More connections than there are places, none of which asks for anything.
#[test]
fn connections_that_ask_for_nothing_keep_nobody_out() {
    let night = poker();
    let server = Server::start(&night, &[]);
    let opened: Vec<TcpStream> = (0..1_100).map_while(|_| TcpStream::connect(server.address).ok()).collect();
    assert!(opened.len() > 1_024, "this machine gives {} open files", opened.len());
    let asked = Instant::now();
    for _ in 0..5 {
        server.page("/run/night");
    }
    assert!(asked.elapsed() < Duration::from_secs(10), "{:?}", asked.elapsed());
}

#[test]
fn a_visitor_behind_a_proxy_has_his_share_and_others_theirs() {
    let night = poker();
    let server = Server::start_at(&night, "0.0.0.0:0", &["--public-behind-proxy"]);
    let here = (std::net::Ipv4Addr::LOCALHOST, server.address.port()).into();
    let head = |path: &str, visitor: &str| {
        format!("GET {path} HTTP/1.1\r\nHost: contest.example\r\nX-Forwarded-For: {visitor}\r\n")
    };
    let streams = (0..48).map(|_| {
        let mut stream = TcpStream::connect(here).unwrap();
        stream.set_read_timeout(Some(Duration::from_secs(20))).unwrap();
        write!(stream, "{}\r\n", head("/run/night/events", "203.0.113.7")).unwrap();
        // It is answered: the place is taken.
        stream.read_exact(&mut [0; 15]).unwrap();
        stream
    });
    let streams: Vec<TcpStream> = streams.collect();
    let status =
        |visitor: &str| ask(here, &format!("{}Connection: close\r\n\r\n", head("/", visitor))).status;
    assert_eq!(status("203.0.113.7"), 429);
    assert_eq!(status("203.0.113.7, 198.51.100.9"), 200, "the proxy's own word is the last");
    drop(streams);
    let begun = Instant::now();
    while status("203.0.113.7") != 200 {
        assert!(begun.elapsed() < Duration::from_secs(20), "the places are free again");
        thread::sleep(Duration::from_millis(50));
    }
}
