//! A contest in parts, without a queue.

use std::fs;

use croupier_trial::python3;

use crate::night::{LADDER, Night, POKER};

#[test]
fn parts_that_are_joined_are_the_same_as_the_whole() {
    let Some(_) = python3() else { return };
    let rounds = POKER.replace("deals = 50", "deals = 50\nrounds = 2");
    let night = Night::new(&rounds, &[("ladder.py", LADDER), ("second.py", LADDER)]);
    let here = night.play(&["--data", "here"]);
    assert_eq!(here.code, 0, "{here:?}");
    for part in ["1/3", "3/3"] {
        let done = night.croupier(&["run", "night", "--shard", part]);
        assert_eq!(done.code, 0, "{done:?}");
        assert!(done.out.starts_with(&format!("part {}: ", part.replace('/', "-of-"))), "{done:?}");
    }
    let merge = |more: &[&str]| night.croupier(&[&["merge", "night", "--json"], more].concat());
    let early = merge(&[]);
    assert_eq!(early.code, 1, "{early:?}");
    // The first round is not whole, so the second is not looked at.
    assert!(early.err.contains("are in no file: 2;"), "{early:?}");
    assert_eq!(night.croupier(&["run", "night", "--shard", "2/3"]).code, 0);
    // Again, nothing is played: the file is written again.
    assert_eq!(night.croupier(&["run", "night", "--shard", "2/3"]).code, 0);
    let whole = merge(&[]);
    assert_eq!((whole.code, whole.out.as_str()), (0, here.out.as_str()), "{}", whole.err);
    assert!(night.records("here", "night") == night.records("croupier-data", "night"));
}

#[test]
fn a_file_that_is_not_of_the_contest_is_refused() {
    let night = Night::new(&POKER.replace("\"random\"]", "\"random\", \"rock\"]"), &[]);
    let none = night.croupier(&["merge", "night"]);
    assert_eq!(none.code, 3, "{none:?}");
    assert!(none.err.contains("no file of a part is there"), "{none:?}");
    assert_eq!(night.croupier(&["run", "night", "--shard", "1/1"]).code, 0);
    let file = night.path("croupier-data/shards/night/1-of-1.matches");
    let whole = fs::read(&file).unwrap();
    let refused = |bytes: &[u8]| {
        fs::write(&file, bytes).unwrap();
        let done = night.croupier(&["merge", "night", "--data", "other", file.to_str().unwrap()]);
        assert_eq!(done.code, 3, "{done:?}");
        done.err
    };
    assert!(refused(b"standings\n").contains("no file of a part"));
    assert!(refused(&whole[..whole.len() - 1]).contains("they are cut"));
    let mut other = whole.clone();
    let at = whole.len() - 300;
    other[at] ^= 1;
    assert!(refused(&other).contains("is not believed"));
    let seed = POKER.replace("\"random\"]", "\"random\", \"rock\"]").replace("seed = 7", "seed = 8");
    night.write("night/contest.toml", &seed);
    assert!(refused(&whole).contains("another seed"));
    let bad = night.croupier(&["run", "night", "--shard", "3/2"]);
    assert_eq!(bad.code, 2, "{bad:?}");
}

#[test]
fn parts_of_other_bots_are_passed_over_and_those_of_other_contests_are_apart() {
    let night = Night::new(&POKER.replace("\"random\"]", "\"random\", \"rock\"]"), &[]);
    assert_eq!(night.croupier(&["run", "night", "--shard", "1/1"]).code, 0);
    // Another contest in the same data folder.
    fs::create_dir_all(night.path("other/entrants")).unwrap();
    night.write("other/contest.toml", &POKER.replace("\"random\"]", "\"maniac\", \"rock\"]"));
    assert_eq!(night.croupier(&["run", "other", "--shard", "1/1"]).code, 0);
    // The first has other settings now, and one part more.
    night.write("night/contest.toml", &POKER.replace("\"random\"]", "\"maniac\", \"random\"]"));
    for part in ["1/2", "2/2"] {
        assert_eq!(night.croupier(&["run", "night", "--shard", part]).code, 0);
    }
    let merged = night.croupier(&["merge", "night", "--json"]);
    assert_eq!(merged.code, 0, "{merged:?}");
    assert!(merged.err.contains("1-of-1.matches: passed over"), "{merged:?}");
    let here = night.play(&["--data", "here"]);
    assert_eq!(merged.out, here.out);
    assert_eq!(night.croupier(&["merge", "other", "--json"]).code, 0);
}
