//! Going on with a league of which 100,000 matches are stored: the time until the next match begins.

#![expect(clippy::print_stdout, reason = "a benchmark tells when matches begin")]

use std::io::Write;
use std::path::Path;
use std::sync::atomic::Ordering;

use croupier_arena::contest::Contest;
use croupier_arena::entrant;
use croupier_arena::house::{self, Houses};
use croupier_arena::run::{self, Options, Progress};
use croupier_arena::run_key::RunKey;
use croupier_arena::schedule::triples;
use croupier_arena::standings::Share;
use croupier_arena::stop::Stop;
use croupier_arena::store::{Begin, FinishedMatch, NewRun, SeatRow, Store};
use croupier_rules::game::Game;
use croupier_rules::poker::Rules;
use divan::Bencher;

fn main() {
    divan::main();
}

/// 86 entrants make 102,340 triples.
const ENTRANTS: usize = 86;
const STORED: usize = 100_000;

const PLAYER: &str = "class Player:\n    pass\n";

fn name(entrant: usize) -> String {
    format!("bot{entrant:02}")
}

/// The contest in a folder, and its stored matches in another.
fn prepare(folder: &Path, data: &Path) -> Contest {
    std::fs::create_dir(folder.join("entrants")).expect("a new folder");
    std::fs::write(folder.join("contest.toml"), "name = 'Large'\ngame = 'poker'\ntrust = true\n")
        .expect("a new file");
    for entrant in 0..ENTRANTS {
        std::fs::write(folder.join("entrants").join(name(entrant)).with_extension("py"), PLAYER)
            .expect("a new file");
    }
    let contest = Contest::open(folder, house::names).expect("it is right");
    let entrants = entrant::find_all(&contest.entrants, contest.game()).expect("they are right");
    let mut store = Store::open(data).expect("a new store");
    let wanted = NewRun {
        folder: &contest.folder,
        contest: &contest.name,
        game: contest.game(),
        key: RunKey::new(&contest, Rules::VERSION, &entrants),
        settings: &contest.settings.canonical(),
        seed: contest.seed,
    };
    let run = store.run_for(&wanted, Begin::Resume).expect("a new run");
    let records = store.records(&run);
    for (triple, number) in triples(ENTRANTS).into_iter().zip(1..).take(STORED) {
        let mut record = records.begin(number).expect("a new record");
        record.write_all(b"a record\n").expect("a new record");
        let seats =
            triple.map(|entrant| SeatRow { entrant: name(entrant), share: Share::default(), fuel: None });
        let finished = FinishedMatch {
            number,
            label: format!("poker/{}", triple.map(name).join(" + ")),
            result: serde_json::json!({ "blocks": vec![[10, -20, 10]; 20] }),
            record_hash: "0".repeat(64),
            seats: seats.to_vec(),
        };
        store.finish_match(&run, &finished, record, &[]).expect("it is stored");
    }
    contest
}

/// From the command to the first match: entrants read and built, 100,000 matches looked up.
#[divan::bench(sample_count = 3, sample_size = 1)]
fn league_of_100_000_stored_matches(bencher: Bencher<'_, '_>) {
    let (folder, data) = (tempfile::tempdir().expect("a folder"), tempfile::tempdir().expect("a folder"));
    let contest = prepare(folder.path(), data.path());
    let options = Options {
        data: data.path().into(),
        begin: Begin::Resume,
        trust: true,
        jobs: 1,
        houses: Houses::OWN,
        luck: None,
        usher: None,
    };
    bencher.bench_local(|| {
        let stop = Stop::default();
        let mut due = 0;
        let started = std::time::Instant::now();
        let outcome = run::run(&contest, &options, &stop, &mut |event| {
            if let Progress::Begins { matches, done, .. } = event {
                due = matches - done;
                println!("begins after {:.2?}", started.elapsed());
                stop.store(true, Ordering::Relaxed);
            }
        });
        assert!(due == 2_340 && outcome.is_ok(), "{due} due");
    });
}
