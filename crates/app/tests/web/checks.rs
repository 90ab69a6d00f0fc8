//! Checks of submissions: confined, ended, and never lost.

use std::fs;
use std::os::unix::fs::PermissionsExt as _;
use std::path::PathBuf;
use std::time::{Duration, Instant};

use croupier_trial::python3;

use crate::night::{LADDER, Night};
use crate::office::{CRASHES, night, only_folder, start};
use crate::server::Server;
use crate::visitor::Visitor;

/// A bot that is never ready.
const SLEEPS: &str = "import time\ntime.sleep(600)\n";

/// The folders that checks work in.
fn scratches(night: &Night) -> Vec<PathBuf> {
    let entries = fs::read_dir(night.path("temporary")).unwrap().map(|entry| entry.unwrap().path());
    entries
        .filter(|path| path.file_name().unwrap().to_string_lossy().starts_with("croupier-scratch-"))
        .collect()
}

/// Waits until something is so, for as long as a page of the organiser would be looked at.
#[track_caller]
fn soon(is_so: impl Fn() -> bool) {
    let begun = Instant::now();
    while !is_so() {
        assert!(begun.elapsed() < Duration::from_mins(1));
        std::thread::sleep(Duration::from_millis(20));
    }
}

#[test]
fn a_strangers_source_is_closed_to_other_users_and_swept_after_a_kill() {
    let Some(_) = python3() else { return };
    let Some(night) = night() else { return };
    let (server, organiser) = start(&night);
    let anna = Visitor::of(&server, &organiser.invite("anna"));
    anna.upload("anna.py", SLEEPS.as_bytes());
    soon(|| !scratches(&night).is_empty());
    let left = scratches(&night);
    for folder in &left {
        let mode = fs::metadata(folder).unwrap().permissions().mode();
        assert_eq!(mode & 0o007, 0, "{} {mode:o}", folder.display());
    }
    server.signal("KILL");
    assert!(left.iter().all(|folder| folder.exists()), "a kill runs no destructor");
    let _server = Server::start(&night, &["night"]);
    soon(|| left.iter().all(|folder| !folder.exists()));
}

#[test]
fn the_organiser_ends_a_check_and_the_next_begins() {
    let Some(_) = python3() else { return };
    let Some(night) = night() else { return };
    let (server, organiser) = start(&night);
    let [anna, bob] = ["anna", "bob"].map(|name| Visitor::of(&server, &organiser.invite(name)));
    anna.upload("anna.py", SLEEPS.as_bytes());
    anna.wait("/submit", "is checked");
    bob.upload("bob.py", LADDER.as_bytes());
    assert_eq!(organiser.change("do=end-check&number=7").status, 409);
    let asked = Instant::now();
    assert_eq!(organiser.change("do=end-check&number=1").status, 303);
    anna.wait("/submit", "The organiser has ended the check.");
    assert!(asked.elapsed() < Duration::from_secs(10), "{:?}", asked.elapsed());
    bob.wait("/submit", "accepted");
    assert_eq!(organiser.change("do=end-check&number=1").status, 409);
}

#[test]
fn a_link_that_is_withdrawn_ends_its_check_and_leaves_nothing_in_quarantine() {
    let Some(_) = python3() else { return };
    let Some(night) = night() else { return };
    let (server, organiser) = start(&night);
    let [anna, bob] = ["anna", "bob"].map(|name| Visitor::of(&server, &organiser.invite(name)));
    anna.upload("anna.py", SLEEPS.as_bytes());
    anna.wait("/submit", "is checked");
    bob.upload("bob.py", LADDER.as_bytes());
    // Bob's waits, and goes with his link as well.
    for name in ["bob", "anna"] {
        assert_eq!(organiser.withdraw(name).status, 303);
    }
    organiser.wait("/organise", "The link was withdrawn meanwhile.");
    let quarantine = only_folder(&night, "croupier-data/submissions", "quarantine");
    soon(|| fs::read_dir(&quarantine).unwrap().count() == 0);
    assert!(!night.path("night/entrants/bob.py").exists());
}

/// A folder stands where the register is to be written: that is how a full disk looks to it.
#[test]
fn what_cannot_be_written_down_waits_and_is_not_lost() {
    let Some(_) = python3() else { return };
    let Some(night) = night() else { return };
    let (server, organiser) = start(&night);
    let anna = Visitor::of(&server, &organiser.invite("anna"));
    anna.upload("anna.py", format!("import time\ntime.sleep(1)\n{LADDER}").as_bytes());
    anna.wait("/submit", "is checked");
    let full = only_folder(&night, "croupier-data/submissions", "register.new");
    fs::create_dir(&full).unwrap();
    let page = anna.wait("/submit", "cannot be written down");
    assert!(page.contains("Nothing is lost") && page.contains("waits"), "{page}");
    let list = organiser.page("/organise");
    assert!(list.contains("cannot be written down"), "{list}");
    let kept = only_folder(&night, "croupier-data/submissions", "quarantine/1/anna.py");
    assert!(kept.exists());
    // An upload that cannot be noted is refused, and leaves nothing.
    let refused = anna.upload("anna.py", b"class Player: x = (");
    assert_eq!(refused.status, 500);
    assert!(refused.sentence().starts_with("Nothing can be noted in the data folder"), "{refused:?}");
    fs::remove_dir(&full).unwrap();
    anna.wait("/submit", "accepted");
    soon(|| !kept.exists());
}

#[test]
fn a_check_that_fails_by_no_fault_of_the_bot_is_made_again() {
    let Some(_) = python3() else { return };
    let Some(night) = night() else { return };
    let (server, organiser) = start(&night);
    let anna = Visitor::of(&server, &organiser.invite("anna"));
    fs::remove_dir_all(night.path("temporary")).unwrap();
    anna.upload("anna.py", LADDER.as_bytes());
    let page = anna.wait("/submit", "It cannot be checked yet");
    assert!(page.contains("nothing is lost") && !page.contains("temporary"), "{page}");
    fs::create_dir(night.path("temporary")).unwrap();
    anna.wait("/submit", "accepted");
}

/// The main story where nobody is trusted.
#[test]
fn strangers_submit_are_checked_and_play_confined() {
    let Some(_) = python3() else { return };
    let Some(night) = night() else { return };
    let (server, organiser) = start(&night);
    let [anna, bob, mallory] =
        ["anna", "bob", "mallory"].map(|name| Visitor::of(&server, &organiser.invite(name)));
    anna.upload("anna.py", LADDER.as_bytes());
    bob.upload("bob.py", CRASHES.as_bytes());
    let secrets = night.path("croupier-data/submissions");
    let entrants = night.path("night/entrants");
    let spies = format!(
        "import os\nfor folder in [{secrets:?}, {entrants:?}]:\n    try:\n        os.listdir(folder)\n    except OSError:\n        \
         continue\n    raise SystemExit(4)\n{LADDER}"
    );
    mallory.upload("mallory.py", spies.as_bytes());
    let page = anna.wait("/submit", "accepted");
    assert!(page.contains("ok: no fault"), "{page}");
    bob.wait("/submit", "refused: crashed");
    mallory.wait("/submit", "accepted");
    assert_eq!(organiser.change("do=start").status, 303);
    organiser.wait("/organise", "Run night is finished");
    let run = organiser.page("/run/night");
    assert!(!run.contains("without a sandbox") && run.contains("mallory"), "{run}");
    anna.wait("/submit", "Rank <strong>");
    let bot = organiser.page("/bot/night/anna");
    assert!(["bubblewrap", "landlock"].iter().any(|layer| bot.contains(layer)), "{bot}");
}
