//! What makes a new run, and what does not.

use std::fs;
use std::path::Path;

use croupier_arena::contest::Contest;
use croupier_arena::entrant::{Field, find_all, find_each};
use croupier_arena::game_kind::GameKind;
use croupier_arena::run_key::RunKey;

const CONTEST: &str = "name = 'Night'\ngame = 'poker'\nseed = 7\n[rules]\ndeals = 100\n";

/// The key of a contest whose bots have this text.
fn key(contest: &str, bots: &[(&str, &str)]) -> String {
    let folder = tempfile::tempdir().expect("a temporary folder can be made");
    for (name, text) in bots {
        fs::write(folder.path().join(name), text).expect("a file can be written");
    }
    let field = find_all(folder.path(), GameKind::Poker).expect("the names are right");
    let contest =
        Contest::parse(Path::new("contest.toml"), contest.as_bytes(), |_| &[]).expect("it is right");
    RunKey::new(&contest, 1, &field).to_string()
}

#[test]
fn only_what_changes_results_makes_a_new_run() {
    let bots = [("anna.py", "class Player:\n"), ("bela.py", "class Player:\n")];
    let first = key(CONTEST, &bots);
    assert_eq!(first, "69e285fd748e306ac506588be8c57e7323de36b78d2f5eaf3af2b19761eeb57f");
    // A title, a comment, trust, and a default that is written out change no result.
    let same = CONTEST.replace("Night'", "Other'\ntrust = true") + "# said\nseatings = 'fixed'\n";
    assert_eq!(key(&same, &bots), first);
    assert_ne!(key(&CONTEST.replace("seed = 7", "seed = 8"), &bots), first);
    assert_ne!(key(&CONTEST.replace("deals = 100", "deals = 101"), &bots), first);
    assert_ne!(key(CONTEST, &[bots[0], ("bela.py", "class Player: # 2\n")]), first);
    assert_ne!(key(CONTEST, &[bots[0], bots[1], ("notes.txt", "no bot")]), first);
    assert_ne!(key(CONTEST, &[bots[0], ("cyril.py", "class Player:\n")]), first);
}

#[test]
fn the_order_in_which_bots_were_named_is_part_of_the_key() {
    let folder = tempfile::tempdir().expect("a temporary folder can be made");
    let paths = ["anna.py", "bela.py"].map(|name| folder.path().join(name));
    for path in &paths {
        fs::write(path, "class Player:\n").expect("a file can be written");
    }
    let contest =
        Contest::parse(Path::new("contest.toml"), CONTEST.as_bytes(), |_| &[]).expect("it is right");
    let key = |order: [usize; 2]| {
        let paths = order.map(|bot| paths[bot].clone());
        let entrants = find_each(&paths, GameKind::Poker).expect("they are bots");
        RunKey::new(&contest, 1, &Field { entrants, unfit: Vec::new() })
    };
    let found = find_all(folder.path(), GameKind::Poker).expect("the names are right");
    assert_eq!(key([0, 1]), RunKey::new(&contest, 1, &found));
    assert_ne!(key([0, 1]), key([1, 0]));
}
