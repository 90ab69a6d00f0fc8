//! Same seed, same bytes: whatever the number of threads, and whoever else takes part.

use croupier_trial::python3;

use crate::night::{BLACKJACK, LADDER, Night, POKER, WATCHER, label};

/// A player that bids and calls by Python's own generator.
const RANDOM: &str = "import random
class Player:
    def hand(self, card): pass
    def bet1(self, minimum): return random.randint(minimum, 40)
    def call1(self, level): return random.random() < 0.5
    def bet2(self, minimum): return random.randint(minimum, 300)
    def call2(self, level): return random.random() < 0.5
";

/// Plays with 1, 2 and 3 matches at a time, each in a data folder of its own.
fn assert_same_for_any_jobs(night: &Night, matches: usize) {
    let play = |jobs: &str| {
        let done = night.play(&["--jobs", jobs, "--data", jobs]);
        assert_eq!(done.code, 0, "{done:?}");
        (done.out, night.records(jobs, "night"))
    };
    let one = play("1");
    assert_eq!(one.1.len(), matches);
    for jobs in ["2", "3"] {
        let (standings, records) = play(jobs);
        assert_eq!(standings, one.0, "{jobs} at a time");
        assert!(records == one.1, "{jobs} at a time: {:?}", records.keys());
    }
}

#[test]
fn a_poker_contest_is_the_same_for_any_number_of_threads() {
    let Some(_) = python3() else { return };
    let night = Night::new(POKER, &[("ladder.py", LADDER), ("random.py", RANDOM), ("watcher.py", WATCHER)]);
    assert_same_for_any_jobs(&night, 10);
}

#[test]
fn a_blackjack_contest_is_the_same_for_any_number_of_threads() {
    let night = Night::new(&BLACKJACK.replace("\"mimic\"]", "\"mimic\", \"flat\"]"), &[]);
    assert_same_for_any_jobs(&night, 8);
}

#[test]
fn the_record_of_a_triple_is_the_same_whoever_else_takes_part() {
    let Some(_) = python3() else { return };
    let three =
        Night::new(&POKER.replace(", \"random\"]", "]"), &[("ladder.py", LADDER), ("random.py", RANDOM)]);
    assert_eq!(three.play(&[]).code, 0);
    let alone = &three.records("croupier-data", "night")["1.match"];
    let more = Night::new(
        POKER,
        &[("aladdin.py", WATCHER), ("ladder.py", LADDER), ("random.py", RANDOM), ("zorro.py", WATCHER)],
    );
    assert_eq!(more.play(&[]).code, 0);
    let records = more.records("croupier-data", "night");
    assert_eq!(records.len(), 20);
    let among: Vec<_> = records.values().filter(|record| label(record) == label(alone)).collect();
    assert_eq!(label(alone), "poker/house:odds + ladder + random");
    assert!(among == [alone], "the record of the triple has changed");
}
