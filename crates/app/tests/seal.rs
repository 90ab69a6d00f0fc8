//! `croupier seal CONTEST`, and records that convict: cards that the seed does not give are found.
#![expect(clippy::unwrap_used, reason = "a test fails by panicking")]

#[expect(dead_code, reason = "the tests of `run` use the rest")]
mod night;

use std::fs;

use night::{BLACKJACK, Night};

/// A seed that nobody finds by trying.
const LONG: &str = "seed = 7301458811190054321";

fn sealed(contest: &str) -> (Night, String) {
    let night = Night::new(contest, &[]);
    let done = night.croupier(&["seal", "night"]);
    assert_eq!((done.code, done.out.len()), (0, 65), "{done:?}");
    let seal = done.out.trim_end().to_owned();
    (night, seal)
}

#[test]
fn a_seal_hangs_on_seeds_and_rules_and_on_nothing_else() {
    let contest = BLACKJACK.replace("seed = 7", LONG);
    let seal = |contest: &str| sealed(contest).1;
    let first = seal(&contest);
    assert_eq!(seal(&contest.replace("name = \"Night\"", "name = \"Day\"")), first);
    for (from, to) in [
        (LONG, "seed = 7301458811190054322"),
        ("packs = 2", "packs = 3"),
        ("packs = 2", "packs = 2\nseed = 1"),
        ("house = [\"table\", \"mimic\"]", "house = [\"table\", \"flat\"]"),
    ] {
        assert_ne!(seal(&contest.replace(from, to)), first, "{to}");
    }
}

#[test]
fn a_short_seed_is_said_to_be_found_by_trying() {
    let night = Night::new(BLACKJACK, &[]);
    let done = night.croupier(&["seal", "night"]);
    assert!(done.code == 0 && done.err.contains("the seed 7 is short"), "{done:?}");
    let night = Night::new(&BLACKJACK.replace("seed = 7", LONG), &[]);
    assert_eq!(night.croupier(&["seal", "night", "--json"]).err, "");
}

#[test]
fn a_seal_is_opened_after_the_contest() {
    let (night, seal) = sealed(BLACKJACK);
    assert_eq!(night.play(&[]).code, 0);
    let check = ["seal", "night", "--check", &seal, "--run", "night"];
    let done = night.croupier(&check);
    assert_eq!(
        (done.code, done.out.as_str(), done.err.as_str()),
        (0, "the contest that was sealed; 6 records were dealt from its seeds\n", "")
    );
    assert_eq!(night.croupier(&["seal", "night", "--check", "12"]).code, 2);
    assert_eq!(night.croupier(&[&check[..4], &["--run", "day"]].concat()).code, 3);

    let contest = fs::read_to_string(night.path("night/contest.toml")).unwrap();
    night.write("night/contest.toml", &contest.replace("seed = 7", "seed = 8"));
    let done = night.croupier(&check);
    assert!(done.code == 1 && done.err.starts_with("this is not the contest that was sealed"), "{done:?}");
}

/// The record is sound in itself: its hash is made anew, and the rules bear it out.
#[test]
fn cards_that_the_seed_does_not_give_are_found() {
    let night = Night::new(BLACKJACK, &[]);
    assert_eq!(night.play(&[]).code, 0);
    let record = fs::read_to_string(night.path("croupier-data/matches/night/1.match")).unwrap();
    let forged = record.replacen("\"seed\":7,", "\"seed\":8,", 1);
    assert_ne!(forged, record);
    let lines = &forged[..=forged.trim_end().rfind('\n').unwrap()];
    night.write("forged.match", &format!("{lines}{{\"blake3\":\"{}\"}}\n", blake3::hash(lines.as_bytes())));
    let done = night.croupier(&["replay", "forged.match", "--verify"]);
    assert_eq!(done.code, 1);
    let said = "forged.match: game 1, draw 1: the record has a card that the seed 8 does not give";
    assert!(done.err.starts_with(said), "{}", done.err);
}
