//! `croupier seal CONTEST`, and records that convict: cards that the seed does not give are found.
#![expect(clippy::unwrap_used, reason = "a test fails by panicking")]

#[expect(dead_code, reason = "the tests of `run` use the rest")]
mod night;

use std::fs;

use croupier_arena::contest::Contest;
use croupier_arena::house;
use croupier_arena::run::Audit;
use croupier_arena::store::Archive;
use night::{BLACKJACK, Night, POKER};

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

/// Also without a sandbox, where the run is refused.
#[test]
fn a_run_of_bots_that_nobody_trusts_warns_of_a_short_seed() {
    let untrusted = BLACKJACK.replace("trust = true", "trust = false");
    for (contest, args, is_warned) in [
        (untrusted.clone(), &[][..], true),
        (untrusted.clone(), &["--quiet"], false),
        (untrusted.clone(), &["--trust"], false),
        (untrusted.replace("seed = 7", LONG), &[], false),
        (BLACKJACK.to_owned(), &[], false),
    ] {
        let done = Night::new(&contest, &[]).play(args);
        assert_eq!(done.err.contains("warning: the seed 7 is short"), is_warned, "{args:?}: {done:?}");
    }
}

#[test]
fn a_seal_is_opened_after_the_contest() {
    let (night, seal) = sealed(BLACKJACK);
    assert_eq!(night.play(&[]).code, 0);
    let check = ["seal", "night", "--check", &seal, "--run", "night"];
    let done = night.croupier(&check);
    assert_eq!(
        (done.code, done.out.as_str(), done.err.as_str()),
        (0, "the contest that was sealed; all 6 records are as it gives them\n", "")
    );
    assert_eq!(night.croupier(&["seal", "night", "--check", "12"]).code, 2);
    assert_eq!(night.croupier(&[&check[..4], &["--run", "day"]].concat()).code, 3);

    let contest = fs::read_to_string(night.path("night/contest.toml")).unwrap();
    night.write("night/contest.toml", &contest.replace("seed = 7", "seed = 8"));
    let done = night.croupier(&check);
    assert!(done.code == 1 && done.err.starts_with("this is not the contest that was sealed"), "{done:?}");
}

/// A record whose text was changed, with its hash made anew.
fn forged(record: &str, from: &str, to: &str) -> String {
    let changed = record.replacen(from, to, 1);
    assert_ne!(changed, record, "{from}");
    let lines = &changed[..=changed.trim_end().rfind('\n').unwrap()];
    format!("{lines}{{\"blake3\":\"{}\"}}\n", blake3::hash(lines.as_bytes()))
}

/// Each is sound in itself: `replay --verify` finds nothing, and the store has its hash.
#[test]
fn records_of_another_contest_are_found() {
    let (night, seal) = sealed(BLACKJACK);
    assert_eq!(night.play(&[]).code, 0);
    let check = || night.croupier(&["seal", "night", "--check", &seal, "--run", "night"]);
    let path = "croupier-data/matches/night/1.match";
    let record = fs::read_to_string(night.path(path)).unwrap();
    let of_two = fs::read_to_string(night.path("croupier-data/matches/night/2.match")).unwrap();
    for (other, said) in [
        (of_two, "its player should be committee:"),
        (forged(&record, "\"move_ms\":60000", "\"move_ms\":90000"), "its limits should be {"),
        (
            forged(&record, "blackjack/test two packs", "blackjack/test one pack"),
            "its label should be blackjack/test two packs by the contest, found ",
        ),
        (
            forged(&record, "\"games\":10", "\"games\":11"),
            "its number of games should be 10 by the contest, found 11",
        ),
        (forged(&record, "\"money\":2000", "\"money\":2001"), "its rules should be "),
    ] {
        night.write(path, &other);
        let done = check();
        assert!(done.code == 1 && done.err.starts_with(&format!("night/1: {said}")), "{said}: {done:?}");
    }
    // The record is that of the contest, and not the one that was stored.
    night.write(path, &forged(&record, "\"game\":\"blackjack\"", "\"game\" :\"blackjack\""));
    let done = check();
    assert!(done.code == 1 && done.err.contains("was noted when it was played"), "{done:?}");
    night.write(path, &record);
    assert_eq!(check().code, 0);
}

#[test]
fn whoever_or_whatever_is_missing_is_missed() {
    let (night, seal) = sealed(BLACKJACK);
    assert_eq!(night.play(&[]).code, 0);
    let open = Contest::open(&night.path("night"), house::names).unwrap();
    let archive = Archive::open(&night.path("croupier-data")).unwrap();
    let rows = archive.entrants(&archive.run("night").unwrap()).unwrap();
    let audit =
        Audit::of(&open, &rows, &archive.finished(&archive.run("night").unwrap()).unwrap()).unwrap().unwrap();
    assert_eq!(
        (audit.matches(), audit.missing(|_| true), audit.missing(|number| number != 5)),
        (6, None, Some(5))
    );

    // The run of a contest with one house player less.
    let contest = fs::read_to_string(night.path("night/contest.toml")).unwrap();
    night.write("night/contest.toml", &contest.replace("[\"table\", \"mimic\"]", "[\"table\"]"));
    assert_eq!(night.play(&[]).code, 0);
    night.write("night/contest.toml", &contest);
    let done = night.croupier(&["seal", "night", "--check", &seal, "--run", "night-2"]);
    let said = "night-2: house:mimic is on the list of the contest, and did not take part\n";
    assert_eq!((done.code, done.err.as_str()), (1, said), "{done:?}");
}

/// Runs of programs are compared as well: with their tests, which are made again.
#[test]
fn runs_of_programs_are_compared_with_the_tests_of_the_contest() {
    let Some(_) = croupier_trial::python3() else { return };
    let contest = "name = \"Night\"\ngame = \"rullete\"\nseed = 7301458811190054321\ntrust = true\n\
                   [limits]\nrun = 20\n[rules]\nrule6 = 121\n[[test]]\nname = \"ours\"\ngenerate = 3\n";
    let night = Night::with_limits(contest, "");
    night.enter("zero.py", "input()\nprint(0)\n");
    let seal = night.croupier(&["seal", "night"]).out.trim_end().to_owned();
    assert_eq!(night.play(&[]).code, 0);
    let check = || night.croupier(&["seal", "night", "--check", &seal, "--run", "night"]);
    let done = check();
    assert_eq!(
        (done.code, done.out.as_str()),
        (0, "the contest that was sealed; all 3 records are as it gives them\n")
    );
    let path = |number: u32| format!("croupier-data/matches/night/{number}.match");
    let second = fs::read_to_string(night.path(&path(2))).unwrap();
    night.write(&path(1), &second.replace("ours 2", "ours 1"));
    assert_eq!(check().code, 1);
    night.write(&path(1), &forged(&second, "\"ours 2\"", "\"ours 1\""));
    let done = check();
    assert!(
        done.code == 1 && done.err.starts_with("night/1: its input should be the one with the BLAKE3 hash"),
        "{done:?}"
    );
}

/// The record is sound in itself: its hash is made anew, and the rules bear it out.
#[test]
fn cards_that_the_seed_does_not_give_are_found() {
    let night = Night::new(BLACKJACK, &[]);
    assert_eq!(night.play(&[]).code, 0);
    let record = fs::read_to_string(night.path("croupier-data/matches/night/1.match")).unwrap();
    night.write("forged.match", &forged(&record, "\"seed\":7,", "\"seed\":8,"));
    let done = night.croupier(&["replay", "forged.match", "--verify"]);
    assert_eq!(done.code, 1);
    let said = "forged.match: game 1, draw 1: the record has a card that the seed 8 does not give";
    assert!(done.err.starts_with(said), "{}", done.err);
}

/// Poker in six orders of seats, its cards dealt in another way than the usual one.
fn dealt(dealing: &str) -> (Night, String) {
    let rules = format!("deals = 30\nseatings = \"all\"\ndealing = \"{dealing}\"");
    let (night, seal) = sealed(
        &POKER.replace("deals = 50", &rules).replace("\"random\"", "\"random\", \"rock\", \"maniac\""),
    );
    assert_eq!(night.play(&[]).code, 0);
    (night, seal)
}

#[test]
fn cards_of_every_way_of_dealing_are_drawn_again() {
    for (dealing, same) in [("common", true), ("stratified", false)] {
        let (night, seal) = dealt(dealing);
        let done = night.croupier(&["seal", "night", "--check", &seal, "--run", "night"]);
        assert!(done.code == 0 && done.out.contains("all 24 records are as it gives them"), "{done:?}");
        let records = night.records("croupier-data", "night");
        let cards = |record: &[u8]| -> Vec<String> {
            let text = String::from_utf8(record.to_vec()).unwrap();
            text.lines().filter(|line| line.contains(" = ")).map(|line| line[..3].to_owned()).collect()
        };
        let dealt: Vec<Vec<String>> = records.values().map(|record| cards(record)).collect();
        assert_eq!(dealt[0].len(), 30);
        assert_eq!(dealt.windows(2).all(|pair| pair[0] == pair[1]), same, "{dealing}");
        for number in records.keys().take(3) {
            let name = format!("night/{}", number.trim_end_matches(".match"));
            let done = night.croupier(&["replay", &name, "--verify"]);
            assert_eq!(done.code, 0, "{done:?}");
        }
    }
}

#[test]
fn a_record_of_another_way_of_dealing_is_found() {
    let (night, seal) = dealt("stratified");
    let path = "croupier-data/matches/night/1.match";
    let record = fs::read_to_string(night.path(path)).unwrap();
    for (to, said) in [
        ("common", "its dealing should be stratified by the contest, found common"),
        ("marked", "its dealing should be stratified by the contest, found marked"),
    ] {
        let other = forged(&record, "\"dealing\":\"stratified\"", &format!("\"dealing\":\"{to}\""));
        night.write(path, &other);
        let done = night.croupier(&["seal", "night", "--check", &seal, "--run", "night"]);
        assert!(done.code == 1 && done.err.contains(said), "{done:?}");
        let done = night.croupier(&["replay", "night/1", "--verify"]);
        let why = if to == "common" { "the seed 7 does not give" } else { "dealt by `marked`" };
        assert!(done.code == 1 && done.err.contains(why), "{done:?}");
    }
}
