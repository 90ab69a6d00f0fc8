//! The store: what is kept, what comes back, and which databases are refused.

use std::fs;
use std::io::Write;
use std::os::unix::fs::{PermissionsExt, symlink};
use std::path::Path;

use croupier_arena::contest::Contest;
use croupier_arena::entrant::Field;
use croupier_arena::game_kind::GameKind;
use croupier_arena::log::Log;
use croupier_arena::run_key::RunKey;
use croupier_arena::sandbox::Layer;
use croupier_arena::standings::Share;
use croupier_arena::store::{
    Archive, Begin, EntrantRow, FindRow, FinishedMatch, NewRun, Run, RunState, SeatRow, Store, StoreError,
};
use croupier_rules::chips::Chips;
use croupier_rules::verdict::Verdict;
use tempfile::TempDir;

fn data() -> TempDir {
    tempfile::tempdir().expect("a temporary folder can be made")
}

/// The run of a folder of that name; another seed is another run.
fn begin(store: &mut Store, folder: &str, seed: u64, begin: Begin) -> Run {
    let text = format!("name = 'Night'\ngame = 'poker'\nseed = {seed}\n");
    let contest = Contest::parse(Path::new("contest.toml"), text.as_bytes(), |_| &[]).expect("it is right");
    let wanted = NewRun {
        folder: Path::new(folder),
        contest: &contest.name,
        game: contest.game(),
        key: RunKey::new(&contest, 1, &Field::default()),
        settings: &contest.settings.canonical(),
        seed,
    };
    store.run_for(&wanted, begin).expect("a run can be begun")
}

fn finished(number: u32) -> FinishedMatch {
    let seat = |entrant: &str, halves, verdict, reason: Option<&str>| SeatRow {
        entrant: entrant.to_owned(),
        share: Share {
            score: Chips::from_halves(halves),
            fouls: 2,
            absent: 3,
            verdict,
            reason: reason.map(str::to_owned),
        },
        fuel: Some(1 << 40),
    };
    FinishedMatch {
        number,
        label: "anna, bela, cyril".to_owned(),
        result: serde_json::json!({"deals": 1000}),
        record_hash: format!("hash {number}"),
        seats: vec![
            seat("anna", -41, Verdict::Ok, None),
            seat("bela", 40, Verdict::Late, Some("asked bet1")),
            seat("cyril", 1, Verdict::Ok, None),
        ],
    }
}

/// Stores match `number` with a record that holds the text.
fn store_match(store: &mut Store, run: &Run, number: u32, text: &str) -> bool {
    let mut record = store.records(run).begin(number).expect("a record can be begun");
    record.write_all(text.as_bytes()).expect("a record can be written");
    let logs = [Log { kept: b"hello".to_vec(), dropped: 7 }, Log::default()];
    store.finish_match(run, &finished(number), record, &logs).expect("a match can be stored")
}

/// The names in a folder, sorted.
fn names(folder: &Path) -> Vec<String> {
    let entries = fs::read_dir(folder).expect("the folder is there");
    let mut names: Vec<String> = entries
        .map(|entry| entry.expect("it can be read").file_name().to_string_lossy().into_owned())
        .collect();
    names.sort();
    names
}

#[test]
fn what_was_stored_comes_back() {
    let data = data();
    let mut store = Store::open(data.path()).unwrap();
    let run = begin(&mut store, "Poker League", 7, Begin::Resume);
    let entrant = EntrantRow {
        name: "anna".to_owned(),
        kind: "player".to_owned(),
        hash: "abc".to_owned(),
        runtime: "Python 3.11.7".to_owned(),
        sandbox: Some(Layer::BubblewrapCgroup),
        verdict: Verdict::Ok,
        reason: None,
    };
    store.note_entrant(&run, &EntrantRow { verdict: Verdict::Compile, ..entrant.clone() }).unwrap();
    store.note_entrant(&run, &entrant).unwrap();
    assert!(store_match(&mut store, &run, 17, "record 17"));
    drop(store);

    let archive = Archive::open(data.path()).unwrap();
    assert_eq!(archive.runs().unwrap(), std::slice::from_ref(&run));
    assert_eq!((run.label.as_str(), run.game, run.seed), ("poker-league", GameKind::Poker, 7));
    assert!(run.created > 1_700_000_000, "{}", run.created);
    assert_eq!(archive.entrants(&run).unwrap(), [entrant]);
    let matches = archive.finished(&run).unwrap();
    assert_eq!(matches.into_iter().collect::<Vec<_>>(), [(17, finished(17))]);
    assert_eq!(archive.log(&run, 17, 0).unwrap(), Log { kept: b"hello".to_vec(), dropped: 7 });
    assert_eq!(archive.log(&run, 17, 1).unwrap(), Log::default());
    let record = archive.find_match("poker-league/17").unwrap();
    assert_eq!(record.path, data.path().join("matches/poker-league/17.match"));
    assert_eq!(record.hash, "hash 17");
    assert_eq!(fs::read_to_string(record.path).unwrap(), "record 17");
}

#[test]
fn a_match_that_is_stored_twice_stays_as_it_was() {
    let data = data();
    let mut store = Store::open(data.path()).unwrap();
    let run = begin(&mut store, "night", 7, Begin::Resume);
    assert!(store_match(&mut store, &run, 1, "first"));
    assert!(!store_match(&mut store, &run, 1, "second"));
    assert_eq!(store.archive().finished(&run).unwrap().len(), 1);
    assert_eq!(fs::read_to_string(data.path().join("matches/night/1.match")).unwrap(), "first");
    assert_eq!(names(&data.path().join("matches/night")), ["1.match"]);
}

#[test]
fn the_same_key_goes_on_with_the_same_run() {
    let data = data();
    let mut store = Store::open(data.path()).unwrap();
    let mut first = begin(&mut store, "night", 7, Begin::Resume);
    store_match(&mut store, &first, 1, "one");
    assert_eq!(begin(&mut store, "night", 8, Begin::Resume).label, "night-2");
    assert_eq!(begin(&mut store, "other", 7, Begin::Resume).label, "other");
    drop(store);

    let mut store = Store::open(data.path()).unwrap();
    assert_eq!(begin(&mut store, "night", 7, Begin::Resume), first);
    store.close_run(&mut first).unwrap();
    assert_eq!(first.state, RunState::Finished);
    assert_eq!(begin(&mut store, "night", 7, Begin::Resume), first);

    let fresh = begin(&mut store, "night", 7, Begin::Fresh);
    assert_eq!((fresh.label.as_str(), fresh.state), ("night-3", RunState::Open));
    assert!(store.archive().finished(&fresh).unwrap().is_empty());
    assert_eq!(begin(&mut store, "night", 7, Begin::Resume), fresh);
    assert_eq!(begin(&mut store, "night", 7, Begin::Unfinished), fresh);
    // Of what is finished, nothing is left to go on with.
    assert_eq!(begin(&mut store, "night", 8, Begin::Unfinished).label, "night-2");
    let mut other = begin(&mut store, "other", 7, Begin::Unfinished);
    assert_eq!(other.label, "other");
    store.close_run(&mut other).unwrap();
    assert_eq!(begin(&mut store, "other", 7, Begin::Unfinished).label, "other-2");
    assert_eq!(store.archive().finished(&first).unwrap().len(), 1);
}

#[test]
fn matches_whose_records_are_lost_are_played_again() {
    let data = data();
    let mut store = Store::open(data.path()).unwrap();
    let mut run = begin(&mut store, "night", 7, Begin::Resume);
    for number in 1..=3 {
        store_match(&mut store, &run, number, "a whole record");
    }
    let records = data.path().join("matches/night");
    fs::write(records.join("1.match"), "a wh").unwrap();
    fs::remove_file(records.join("2.match")).unwrap();
    run = begin(&mut store, "night", 7, Begin::Resume);
    let left: Vec<u32> = store.archive().finished(&run).unwrap().into_keys().collect();
    assert_eq!(left, [3]);
    assert!(store_match(&mut store, &run, 1, "again"));

    // What is finished is finished, also when its records were moved away.
    store.close_run(&mut run).unwrap();
    fs::remove_file(records.join("3.match")).unwrap();
    run = begin(&mut store, "night", 7, Begin::Resume);
    assert_eq!(store.archive().finished(&run).unwrap().len(), 2);
}

#[test]
fn an_unfinished_record_leaves_nothing() {
    let data = data();
    let mut store = Store::open(data.path()).unwrap();
    let run = begin(&mut store, "night", 7, Begin::Resume);
    let records = data.path().join("matches/night");
    let mut record = store.records(&run).begin(1).unwrap();
    record.write_all(b"half").unwrap();
    assert_eq!(names(&records).len(), 1);
    assert!(!records.join("1.match").exists());
    drop(record);
    assert!(names(&records).is_empty());
    // As after a kill, which runs no destructor.
    fs::write(records.join(".unfinished-x"), "half").unwrap();
    begin(&mut store, "night", 7, Begin::Resume);
    assert!(names(&records).is_empty());
}

#[test]
fn a_second_writer_is_told_who_the_first_is() {
    let data = data();
    let mut store = Store::open(data.path()).unwrap();
    begin(&mut store, "night", 7, Begin::Resume);
    let busy = Store::open(data.path()).unwrap_err();
    assert_eq!(
        busy.to_string(),
        format!(
            "another croupier uses the data folder {}: process {} plays run night",
            data.path().display(),
            std::process::id()
        )
    );
    assert_eq!(Archive::open(data.path()).unwrap().runs().unwrap().len(), 1);
    drop(store);
    assert!(Store::open(data.path()).is_ok());
}

#[test]
fn ids_that_name_no_match_are_said() {
    let data = data();
    let mut store = Store::open(data.path()).unwrap();
    let run = begin(&mut store, "poker-league", 7, Begin::Resume);
    store_match(&mut store, &run, 1, "one");
    let said = |id: &str| store.archive().find_match(id).unwrap_err().to_string();
    assert_eq!(said("poker-leage/1"), "no run is called `poker-leage`; did you mean `poker-league`?");
    assert_eq!(said("blackjack/1"), "no run is called `blackjack`");
    assert_eq!(said("poker-league/2"), "run `poker-league` has no finished match 2");
    for id in ["17", "poker-league/x", "poker-league/", "poker-league/-1"] {
        assert_eq!(
            said(id),
            format!("`{id}` names no match: expected a run and a number, such as `poker-league/17`")
        );
    }
}

#[test]
fn a_folder_without_results_is_not_made_by_reading_it() {
    let data = data();
    let folder = data.path().join("results");
    assert!(matches!(Archive::open(&folder), Err(StoreError::Missing(_))));
    assert!(!folder.exists());
}

#[test]
fn results_that_cannot_be_read_are_not_told_as_absent() {
    let data = data();
    let file = data.path().join("croupier.db");
    // A link to itself: as unreadable for an administrator as for anybody else.
    symlink(&file, &file).expect("a link can be made");
    let said = Archive::open(data.path()).expect_err("it leads nowhere").to_string();
    assert!(said.starts_with(&format!("{}: ", file.display())) && !said.contains("no results"), "{said}");
}

/// What is said about a data folder whose database was changed behind our back; it must then be the same.
fn refused(change: impl FnOnce(&Path)) -> StoreError {
    let data = data();
    let mut store = Store::open(data.path()).expect("a store can be made");
    let run = begin(&mut store, "night", 7, Begin::Resume);
    store_match(&mut store, &run, 1, "one");
    drop(store);
    let file = data.path().join("croupier.db");
    change(&file);
    let before = fs::read(&file).expect("the database is there");
    let by_reader = Archive::open(data.path()).and_then(|archive| archive.runs()).expect_err("it is refused");
    let by_writer =
        Store::open(data.path()).and_then(|store| store.archive().runs()).expect_err("it is refused");
    assert_eq!(by_reader.to_string(), by_writer.to_string());
    assert_eq!(fs::read(&file).expect("the database is there"), before);
    by_writer
}

fn sql(file: &Path, statements: &str) {
    let database = rusqlite::Connection::open(file).expect("SQLite opens it");
    database.execute_batch(statements).expect("the statements are right");
}

#[test]
fn the_database_of_a_newer_version_is_refused() {
    let error = refused(|file| sql(file, "pragma user_version = 99"));
    assert!(matches!(error, StoreError::Newer { found: 99, .. }), "{error}");
}

#[test]
fn the_database_of_another_program_is_refused() {
    let error = refused(|file| sql(file, "pragma application_id = 5"));
    assert!(matches!(error, StoreError::Foreign(_)), "{error}");
    let error = refused(|file| {
        fs::remove_file(file).unwrap();
        sql(file, "create table songs (title text)");
    });
    assert!(matches!(error, StoreError::Foreign(_)), "{error}");
}

#[test]
fn a_damaged_database_is_said() {
    let error = refused(|file| fs::write(file, "no database at all, but long enough to be read").unwrap());
    assert!(matches!(error, StoreError::Damaged { .. }), "{error}");
    let error = refused(|file| {
        let mut bytes = fs::read(file).unwrap();
        bytes[4096..].fill(0xa5);
        fs::write(file, bytes).unwrap();
    });
    assert!(matches!(error, StoreError::Damaged { .. }), "{error}");
    let error = refused(|file| sql(file, "update runs set state = 'lost'"));
    assert!(error.to_string().contains("`lost` is no state of a run"), "{error}");
}

#[test]
fn the_database_of_an_older_version_is_brought_up_to_date() {
    let data = data();
    let mut store = Store::open(data.path()).unwrap();
    let run = begin(&mut store, "night", 7, Begin::Resume);
    store_match(&mut store, &run, 1, "one");
    drop(store);
    sql(
        &data.path().join("croupier.db"),
        "alter table seats drop column fuel; alter table entrants drop column sandbox; \
         drop table logs; drop table finds;
         drop table jobs; drop table workers; drop table queues; pragma user_version = 1",
    );
    let archive = Archive::open(data.path()).unwrap();
    assert_eq!(archive.finished(&run).unwrap().len(), 1);
    assert_eq!(archive.log(&run, 1, 0).unwrap(), Log::default());
    let mut store = Store::open(data.path()).unwrap();
    assert!(store_match(&mut store, &run, 2, "two"));
    assert_eq!(archive.log(&run, 2, 0).unwrap().dropped, 7);
}

#[test]
fn seats_and_matches_that_do_not_go_together_are_damage() {
    let said = |change: &str| {
        let data = data();
        let mut store = Store::open(data.path()).unwrap();
        let run = begin(&mut store, "night", 7, Begin::Resume);
        assert!(store_match(&mut store, &run, 3, "record"));
        drop(store);
        let database = rusqlite::Connection::open(data.path().join("croupier.db")).unwrap();
        database.execute_batch(&format!("pragma foreign_keys = off; {change}")).unwrap();
        let error = Archive::open(data.path()).unwrap().finished(&run).unwrap_err();
        let StoreError::Damaged { why, .. } = error else { panic!("{error}") };
        why
    };
    assert_eq!(said("delete from matches"), "a seat is of match 3, which is not there");
    assert_eq!(said("delete from seats"), "nobody sat at match 3");
    assert!(said("update matches set result = '{'").contains("EOF while parsing"));
}

/// A database that was lost leaves its records: a new run takes the next free name.
#[test]
fn records_without_a_database_are_never_written_over() {
    let data = data();
    let mut store = Store::open(data.path()).unwrap();
    let run = begin(&mut store, "night", 7, Begin::Resume);
    assert!(store_match(&mut store, &run, 1, "the old record"));
    drop(store);
    for file in ["croupier.db", "croupier.db-wal", "croupier.db-shm"] {
        let _absent = fs::remove_file(data.path().join(file));
    }
    let mut store = Store::open(data.path()).unwrap();
    let run = begin(&mut store, "night", 7, Begin::Resume);
    assert_eq!(run.label, "night-2");
    assert!(store_match(&mut store, &run, 1, "the new record"));
    assert_eq!(fs::read_to_string(data.path().join("matches/night/1.match")).unwrap(), "the old record");
}

#[test]
fn working_folders_that_a_kill_has_left_are_removed_by_the_next_who_writes() {
    let data = data();
    let store = Store::open(data.path()).expect("it can be made");
    // As after a kill, which runs no destructor.
    let left = store.work().begin("seat").expect("a folder can be made").keep();
    fs::write(left.join("bot.py"), "").expect("a file can be written");
    let mode = fs::metadata(&left).expect("it is there").permissions().mode();
    assert!(left.is_absolute() && mode & 0o707 == 0o700, "{} {mode:o}", left.display());
    Store::open(data.path()).expect_err("another writes");
    Archive::open(data.path()).expect("it can be read");
    assert!(left.join("bot.py").exists(), "who may not write removes nothing");
    drop(store);
    let store = Store::open(data.path()).expect("it is free");
    assert!(names(&data.path().join("work")).is_empty());
    let own = store.work().begin("seat").expect("a folder can be made");
    assert_eq!(names(&data.path().join("work")).len(), 1);
    drop(own);
    assert!(names(&data.path().join("work")).is_empty());
}

/// A data folder with one match, as a process that was killed leaves it, or that closed it.
fn with_one_match(is_killed: bool) -> TempDir {
    let data = data();
    let mut store = Store::open(data.path()).expect("it can be made");
    let run = begin(&mut store, "night", 7, Begin::Resume);
    store_match(&mut store, &run, 1, "one");
    if is_killed {
        std::mem::forget(store);
    }
    data
}

#[test]
fn a_folder_that_may_not_be_written_to_is_read_and_left_as_it_is() {
    for (is_killed, without) in [(false, None), (true, None), (true, Some("croupier.db-shm"))] {
        let data = with_one_match(is_killed);
        if let Some(file) = without {
            fs::remove_file(data.path().join(file)).expect("it is there");
        }
        let before = names(data.path());
        assert_eq!(before.contains(&"croupier.db-wal".to_owned()), is_killed);
        let archive = Archive::open_read_only(data.path()).expect("it can be read");
        let run = archive.run("night").expect("it is there");
        assert_eq!(archive.finished(&run).expect("it can be read").len(), 1, "{is_killed} {without:?}");
        let record = archive.find_match("night/1").expect("it is there");
        assert_eq!(fs::read_to_string(record.path).expect("it can be read"), "one");
        assert_eq!(names(data.path()), before);
    }
}

#[test]
fn the_database_of_an_older_version_is_read_where_it_may_not_be_changed() {
    let data = with_one_match(false);
    let version = |database: &rusqlite::Connection| {
        database.pragma_query_value(None, "user_version", |row| row.get::<_, i64>(0)).expect("it has one")
    };
    let database = rusqlite::Connection::open(data.path().join("croupier.db")).expect("it is there");
    let back = "alter table seats drop column fuel; alter table entrants drop column sandbox; \
                drop table logs; drop table finds; drop table jobs; drop table workers; drop table queues; pragma user_version = 1;";
    database.execute_batch(back).expect("it can be changed");
    drop(database);
    let archive = Archive::open_read_only(data.path()).expect("it can be read");
    let run = archive.run("night").expect("it is there");
    assert_eq!(archive.log(&run, 1, 0).expect("the table is there"), Log::default());
    let database = rusqlite::Connection::open(data.path().join("croupier.db")).expect("it is there");
    assert_eq!(version(&database), 1);
}

#[test]
fn a_find_is_kept_once_and_as_it_was_first_found() {
    let data = data();
    let find = |name: &str, pack: &str, status: &str, cards, finder: &str| FindRow {
        name: name.to_owned(),
        pack: pack.to_owned(),
        status: status.to_owned(),
        cards,
        tricks: 7,
        record: format!("{{\"finder\":\"{finder}\"}}"),
    };
    let short = find("d26-a", "26", "finished", 300, "Anna");
    let long = find("d52-b", "52", "finished", 5000, "Anna");
    let endless = find("d52-c", "52", "loop", 474, "Anna");
    let mut store = Store::open(data.path()).unwrap();
    assert_eq!(store.keep_finds(&[short.clone(), long.clone()]).unwrap(), 2);
    let again = find("d52-b", "52", "finished", 5000, "Bruno");
    assert_eq!(store.keep_finds(&[again, endless.clone()]).unwrap(), 1);
    assert_eq!(store.keep_finds(&[]).unwrap(), 0);
    drop(store);
    let archive = Archive::open(data.path()).unwrap();
    assert_eq!(archive.finds(None).unwrap(), [endless.clone(), long.clone(), short]);
    assert_eq!(archive.finds(Some("52")).unwrap(), [endless, long]);
    assert_eq!(archive.finds(Some("40")).unwrap(), []);
}
