//! Standings that are read from the store alone are those that the run has given.

use std::path::Path;
use std::sync::atomic::Ordering;

use croupier_arena::contest::{Contest, ContestRules, StoredContest, StoredRules};
use croupier_arena::entrant::Field;
use croupier_arena::game_kind::GameKind;
use croupier_arena::house::Houses;
use croupier_arena::run::{self, Options, Outcome, Progress};
use croupier_arena::stop::Stop;
use croupier_arena::store::{Archive, Begin};

const POKER: &str = "name = 'Night'\ngame = 'poker'\nseed = 7\nhouse = ['odds', 'random', 'rock', 'maniac']\n\
                     [rules]\ndeals = 40\nseatings = 'all'\nrounds = 3\nstop = { decided = 99 }\ndealing = 'stratified'\n";

const BLACKJACK: &str = "name = 'Night'\ngame = 'blackjack'\nseed = 7\nhouse = ['flat', 'mimic']\n\
    [rules]\nfree_limits = true\ncommittee = 'table'\n\
    [[test]]\nname = 'one'\nmoney = 500\npacks = 1\nshuffles = [2, 3, 4, 5, 6, 7, 8, 9, 10, 11]\n\
    [[test]]\nname = 'two'\nmoney = 2000\npacks = 2\nshuffles = 3\nseed = 5\n";

const RULLETE: &str =
    "name = 'Class'\ngame = 'rullete'\n[[test]]\nname = 'mixed'\ngroup = 'all'\npoints = 3\ngenerate = 4\n";

fn contest(text: &str) -> Contest {
    let names = |game: GameKind| Houses::OWN.names(game);
    Contest::parse(Path::new("night/contest.toml"), text.as_bytes(), names).expect("the file is right")
}

fn options(data: &Path) -> Options {
    Options {
        data: data.to_owned(),
        begin: Begin::Resume,
        trust: true,
        jobs: 1,
        houses: Houses::OWN,
        luck: None,
        usher: None,
    }
}

/// All that an outcome says but how far it is.
fn said(outcome: &Outcome) -> String {
    let Outcome { run, matches: _, done, first, rows, tests, runs, feeds, rounds } = outcome;
    format!("{:?}", (run, done, first, rows, tests, runs, feeds, rounds))
}

#[test]
fn the_rules_of_a_contest_come_back_from_the_text_that_is_stored() {
    for text in [
        POKER,
        BLACKJACK,
        RULLETE,
        "name = 'N'\ngame = 'poker'\n[rules]\nschedule = { per_bot = 9 }\ncompat = 'strict'\n",
    ] {
        let contest = contest(text);
        let stored: StoredContest = contest.settings.canonical().parse().unwrap();
        assert_eq!(stored.house, contest.settings.house);
        match (stored.rules, contest.settings.rules) {
            (StoredRules::Poker(stored), ContestRules::Poker(rules)) => assert_eq!(stored, rules),
            (StoredRules::Blackjack(stored), ContestRules::Blackjack(rules)) => assert_eq!(stored, rules),
            (StoredRules::Batch(stored), ContestRules::Batch(rules)) => {
                assert_eq!(stored.tests, rules.worths());
            }
            (stored, rules) => panic!("{stored:?} is of another game than {rules:?}"),
        }
    }
}

#[test]
fn a_glance_at_a_finished_run_says_what_the_run_has_said() {
    for text in [POKER, BLACKJACK] {
        let data = tempfile::tempdir().unwrap();
        let played = run::run_field(
            &contest(text),
            Field::default(),
            &options(data.path()),
            &Stop::default(),
            &mut |_| {},
        );
        let played = played.unwrap();
        let archive = Archive::open(data.path()).unwrap();
        let run = archive.run("night").unwrap();
        let glance = run::glance(&archive, &run).unwrap();
        assert_eq!(said(&glance), said(&played));
        assert_eq!((glance.matches, glance.done), (played.done, played.done));
    }
}

#[test]
fn a_glance_at_a_run_that_was_stopped_says_how_far_it_is() {
    for (text, matches) in [(POKER, 72), (BLACKJACK, 6)] {
        let data = tempfile::tempdir().unwrap();
        let stop = Stop::default();
        let mut version = None;
        let mut stop_after_two = |event: Progress| {
            if event == Progress::Played {
                let archive = Archive::open(data.path()).unwrap();
                let run = archive.run("night").unwrap();
                let glance = run::glance(&archive, &run).unwrap();
                assert_eq!((glance.matches, glance.run.as_str()), (matches, "night"));
                stop.store(glance.done >= 2, Ordering::Relaxed);
                version = Some(archive.version().unwrap());
            }
        };
        let played = run::run_field(
            &contest(text),
            Field::default(),
            &options(data.path()),
            &stop,
            &mut stop_after_two,
        );
        let played = played.unwrap();
        assert!(played.done >= 2 && played.done < matches, "{}", played.done);
        assert!(version.is_some());
        let archive = Archive::open(data.path()).unwrap();
        let run = archive.run("night").unwrap();
        assert_eq!(said(&run::glance(&archive, &run).unwrap()), said(&played));
    }
}

/// What another process writes is told by the version; looking again changes nothing.
#[test]
fn the_version_of_a_database_changes_with_what_others_write() {
    let data = tempfile::tempdir().unwrap();
    let play = || {
        run::run_field(
            &contest(BLACKJACK),
            Field::default(),
            &options(data.path()),
            &Stop::default(),
            &mut |_| {},
        )
    };
    play().unwrap();
    let archive = Archive::open(data.path()).unwrap();
    let before = archive.version().unwrap();
    assert_eq!(archive.version().unwrap(), before);
    let fresh = Options { begin: Begin::Fresh, ..options(data.path()) };
    run::run_field(&contest(BLACKJACK), Field::default(), &fresh, &Stop::default(), &mut |_| {}).unwrap();
    assert_ne!(archive.version().unwrap(), before);
    assert!(archive.logged(&archive.run("night").unwrap(), "house:flat").unwrap().is_empty());
}
