//! Wrong addresses, damaged records, hostile names.

use std::fs;

use crate::client::ask;
use crate::played::{poker, strange};
use crate::server::Server;

#[test]
fn what_is_not_there_is_said_in_a_sentence() {
    let night = poker();
    let server = Server::start(&night, &[]);
    for (path, sentence) in [
        ("/run/nigth", "No run is called `nigth`; did you mean `night`?"),
        ("/match/night/99", "Run `night` has no finished match 99."),
        ("/match/other/1", "No run is called `other`."),
        ("/match/night/x", "There is no page at this address."),
        ("/match/night/-1", "There is no page at this address."),
        ("/match/night/99999999999999999999", "There is no page at this address."),
        ("/match/night/1?deal=51", "Match night/1 has deals 1 to 50: there is no deal 51."),
        ("/match/night/1?deal=0", "Match night/1 has deals 1 to 50: there is no deal 0."),
        ("/log/night/1/3", "There is no seat 3: match night/1 has seats 0 to 2."),
        ("/nothing", "There is no page at this address."),
    ] {
        let answer = server.get(path);
        let said = answer.sentence().replace("&#39;", "'").replace("&#34;", "\"");
        assert_eq!((answer.status, said.as_str()), (404, sentence), "{path}");
    }
    assert_eq!(server.get("/match/night/1?deal=two").status, 404);
}

#[test]
fn addresses_that_answer_scripts_refuse_in_json() {
    let night = poker();
    let server = Server::start(&night, &[]);
    for (path, said) in [
        ("/match/night/1/deals?from=51", "Match night/1 has deals 1 to 50: there is no deal 51."),
        ("/match/night/1/prices?deal=51", "Match night/1 has deals 1 to 50: there is no deal 51."),
        ("/match/night/99/dearest", "Run `night` has no finished match 99."),
    ] {
        let answer = server.get(path);
        assert_eq!((answer.status, answer.header("content-type")), (404, Some("application/json")), "{path}");
        assert_eq!(answer.json()["error"], said, "{path}");
    }
    let host = server.address;
    let foreign = format!(
        "GET /match/night/1/deals HTTP/1.1\r\nHost: {host}\r\nOrigin: http://other.example\r\nConnection: close\r\n\r\n"
    );
    let refused = ask(host, &foreign);
    assert_eq!((refused.status, refused.json()["error"].is_string()), (403, true));
}

#[test]
fn no_address_leads_out_of_the_data_folder() {
    let night = poker();
    night.write("secret.match", "secret");
    let server = Server::start(&night, &[]);
    for path in [
        "/../secret.match",
        "/match/../../secret.match",
        "/match/night/../../../secret.match/record",
        "/match/..%2F..%2Fsecret/1/record",
        "/assets/../../Cargo.toml",
        "/assets/%2e%2e/%2e%2e/secret.match",
        "/log/..%2F..%2Fsecret.match/1/0",
        "/rules/..%2Fpoker",
        "/bot/night/..%2F..%2Fsecret.match",
        "//secret.match",
    ] {
        let answer = server.get(path);
        assert_eq!(answer.status, 404, "{path}: {answer:?}");
        assert!(!answer.body.contains("secret</"), "{path}");
    }
}

#[test]
fn a_damaged_record_is_said_and_the_rest_works() {
    let night = poker();
    let path = night.path("croupier-data/matches/night/2.match");
    let mut bytes = fs::read(&path).unwrap();
    let at = bytes.len() / 2;
    bytes[at] ^= 1;
    fs::write(&path, &bytes).unwrap();
    fs::remove_file(night.path("croupier-data/matches/night/3.match")).unwrap();
    let stand_in = night.path("croupier-data/matches/night/4.match");
    fs::copy(night.path("croupier-data/matches/night/1.match"), stand_in).unwrap();
    let server = Server::start(&night, &[]);
    let damaged = server.get("/match/night/2");
    assert_eq!(damaged.status, 500);
    assert!(damaged.sentence().starts_with("The record of night/2 is damaged."), "{damaged:?}");
    let gone = server.get("/match/night/3");
    assert_eq!(gone.status, 500);
    assert!(gone.sentence().starts_with("The record of night/3 cannot be read"), "{gone:?}");
    assert!(!gone.body.contains("/matches/"), "no path of the machine: {gone:?}");
    assert!(server.page("/match/night/4").contains("This is the record of another match."));
    for path in ["/", "/run/night", "/match/night/1", "/bot/night/house%3Arock"] {
        server.page(path);
    }
}

#[test]
fn a_damaged_database_is_said() {
    let night = poker();
    let server = Server::start(&night, &[]);
    server.page("/run/night");
    for left in ["croupier.db-wal", "croupier.db-shm"] {
        // There may be none.
        let _gone = fs::remove_file(night.path("croupier-data").join(left));
    }
    fs::write(
        night.path("croupier-data/croupier.db"),
        "no database at all, but long enough to be read as one".repeat(99),
    )
    .unwrap();
    let answer = server.get("/run/night");
    assert_eq!(answer.status, 500);
    assert!(answer.sentence().starts_with("The database is damaged"), "{answer:?}");
}

#[test]
fn markup_in_names_is_shown_and_not_obeyed() {
    let night = strange();
    let server = Server::start(&night, &[]);
    let bot = "/bot/night/%3Cb%20onclick%3Dalert%281%29%3E";
    for path in ["/", "/run/night", "/run/night/matches", "/match/night/1", bot, "/log/night/1/0"] {
        let page = server.page(path);
        for markup in ["<b onclick", "<i>Night", "<script>alert"] {
            assert!(!page.contains(markup), "{path}: {markup}");
        }
    }
    assert!(server.page("/").contains("&#60;i&#62;Night&#60;/i&#62; &#38; more"));
    assert!(server.page(bot).contains("crashed"));
    let missing = server.get("/run/%3Cscript%3Ealert(3)%3C%2Fscript%3E");
    assert!(missing.status == 404 && !missing.body.contains("<script>alert"), "{missing:?}");
}

#[test]
fn garbled_requests_end_with_an_answer_or_the_connection_and_the_server_goes_on() {
    let night = poker();
    let server = Server::start(&night, &[]);
    let host = server.address;
    let long = "a".repeat(450_000);
    for request in [
        "GET\r\n\r\n".to_owned(),
        "\u{1}\u{2}\u{3}\r\n\r\n".to_owned(),
        format!("GET / HTTP/9.9\r\nHost: {host}\r\n\r\n"),
        format!("GET / HTTP/1.1\r\nHost: {host}\r\nHost: other\r\nX: \u{7}\r\n\r\n"),
    ] {
        let answer = ask(host, &request);
        assert!((400..600).contains(&answer.status), "{request:?}: {answer:?}");
    }
    let missing = server.get(&format!("/run/{}", "a".repeat(60_000)));
    assert_eq!((missing.status, missing.body.len() < 4_000), (404, true), "a made-up name is not read out");
    assert_eq!(server.get(&format!("/run/{long}")).status, 414);
    server.page("/");
}
