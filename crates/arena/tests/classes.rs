//! The sample contests of programs: each entrant gets the verdicts that are expected of it.
#![expect(clippy::unwrap_used, reason = "a test fails by panicking")]

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};

use croupier_arena::contest::Contest;
use croupier_arena::house::Houses;
use croupier_arena::run::{Options, Outcome, run};
use croupier_arena::sandbox::{Layer, Sandbox, Usher};
use croupier_arena::stop::Stop;
use croupier_arena::store::Begin;
use croupier_arena::tools::{Compiler, Tools};
use croupier_rules::batch::RunRecord;
use croupier_rules::verdict::Verdict;
use tempfile::TempDir;

fn contest(folder: &Path) -> Contest {
    Contest::open(folder, |_| &[]).unwrap()
}

/// Whether the programs can be confined by the layer whose verdicts are those of a run without any.
fn bubblewrap_works() -> bool {
    let layers = [Layer::BubblewrapCgroup, Layer::Bubblewrap];
    layers.into_iter().any(|layer| Sandbox::of_layer(layer, &std::env::temp_dir()).is_ok())
}

fn play(contest: &Contest, data: &Path, jobs: usize) -> Outcome {
    let options = Options {
        data: data.into(),
        begin: Begin::Resume,
        trust: !bubblewrap_works(),
        jobs,
        houses: Houses::OWN,
        luck: None,
        usher: Usher::at(env!("CARGO_BIN_EXE_croupier-usher").as_ref()).ok(),
    };
    run(contest, &options, &Stop::default(), &mut |_| {}).unwrap()
}

/// The records of a data folder's only run, by name.
fn records(data: &Path) -> BTreeMap<String, Vec<u8>> {
    let run = fs::read_dir(data.join("matches")).unwrap().next().unwrap().unwrap().path();
    let record =
        |entry: fs::DirEntry| (entry.file_name().into_string().unwrap(), fs::read(entry.path()).unwrap());
    fs::read_dir(run).unwrap().map(|entry| record(entry.unwrap())).collect()
}

/// A line an entrant: points, verdict, and a letter for each test in the order of the file.
fn summary(contest: &Contest, outcome: &Outcome) -> String {
    let mut text = format!("# {}: points, verdict, tests; {} runs\n", contest.name, outcome.runs.len());
    for row in &outcome.rows {
        let runs = outcome.runs.iter().filter(|run| run.name == row.name);
        let letters: String = runs
            .map(|run| if run.verdict == Verdict::Ok { '.' } else { first_letter(run.verdict) })
            .collect();
        let line = format!("{:<16} {:>3} {:<8} {letters}", row.name, row.score, row.verdict);
        writeln!(text, "{}", line.trim_end()).unwrap();
    }
    text
}

fn first_letter(verdict: Verdict) -> char {
    verdict.name().chars().next().unwrap().to_ascii_uppercase()
}

fn check(name: &str, actual: &str) {
    let golden = PathBuf::from("tests/testdata/classes").join(name);
    if std::env::var_os("UPDATE").is_some() {
        fs::write(&golden, actual).unwrap();
    }
    assert_eq!(actual, fs::read_to_string(golden).unwrap());
}

/// What is missing of the five languages.
fn missing_language() -> Option<String> {
    let tools = Tools::of_system();
    let compilers = [Compiler::C, Compiler::Cpp, Compiler::Rust].map(|compiler| tools.compiler(compiler));
    let others = [tools.python("python3"), tools.java(), tools.java_compiler()];
    compilers.into_iter().chain(others).find_map(Result::err).map(|missing| missing.to_string())
}

/// A contest of rullete with entrants in the shell.
fn contest_of_scripts(settings: &str, scripts: &[(&str, &str)]) -> TempDir {
    let folder = tempfile::tempdir().unwrap();
    let entrants = folder.path().join("entrants");
    fs::create_dir(&entrants).unwrap();
    fs::write(folder.path().join("contest.toml"), settings).unwrap();
    for (name, script) in scripts {
        let file = entrants.join(name).with_extension("sh");
        fs::write(&file, format!("#!/bin/sh\n{script}\n")).unwrap();
        fs::set_permissions(&file, fs::Permissions::from_mode(0o755)).unwrap();
    }
    folder
}

const SETTINGS: &str = "name = 'Scripts'\ngame = 'rullete'\ntrust = true\n[limits]\nrun = 20\n\
    [[test]]\nname = 'one'\ngroup = 'g'\npoints = 2\ninput = 'in'\nanswer = 'out'\n\
    [[test]]\nname = 'two'\ngroup = 'g'\npoints = 3\ninput = 'in'\nanswer = 'out2'\n\
    [[test]]\nname = 'three'\npoints = 4\ninput = 'in'\nanswer = 'out'\n";

fn scripts() -> TempDir {
    let folder = contest_of_scripts(
        SETTINGS,
        &[
            ("adder", "read a b; echo $((a + b))"),
            ("both", "echo 5 6; exit 0"),
            ("crash", "kill -ABRT $$"),
            ("noise", "yes"),
            ("writes", "echo x > here; echo y >> here; cat here >&2; echo 5"),
        ],
    );
    for (name, text) in [("in", "2 3\n"), ("out", "5\n"), ("out2", "6\n")] {
        fs::write(folder.path().join(name), text).unwrap();
    }
    folder
}

#[test]
fn a_group_gives_its_points_as_a_whole_and_a_test_without_group_its_own() {
    let folder = scripts();
    let data = tempfile::tempdir().unwrap();
    let outcome = play(&contest(folder.path()), data.path(), 2);
    let rows: Vec<_> = outcome
        .rows
        .iter()
        .map(|row| (row.rank, row.name.as_str(), row.score.to_string(), row.verdict))
        .collect();
    assert_eq!(
        rows,
        [
            (1, "adder", "4".into(), Verdict::Wrong),
            (1, "writes", "4".into(), Verdict::Wrong),
            (3, "both", "0".into(), Verdict::Wrong),
            (3, "crash", "0".into(), Verdict::Crashed),
            (3, "noise", "0".into(), Verdict::Output),
        ]
    );
    assert_eq!(outcome.rows[0].reason.as_deref(), Some("test two: line 1, token 1: expected `6`, found `5`"));
    assert_eq!((outcome.rows[0].matches, outcome.rows[0].fouls), (3, 1));
    assert_eq!((outcome.matches, outcome.done), (15, 15));
    // Nothing that a program writes is there at its next run.
    let archive = croupier_arena::store::Archive::open(data.path()).unwrap();
    let run = archive.run(&outcome.run).unwrap();
    assert_eq!(archive.log(&run, 15, 0).unwrap().kept, b"x\ny\n");
}

#[test]
fn the_same_contest_gives_the_same_bytes_for_any_number_of_jobs() {
    let folder = scripts();
    let contest = contest(folder.path());
    let (one, three) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
    let outcomes = [play(&contest, one.path(), 1), play(&contest, three.path(), 3)];
    assert_eq!(outcomes[0].rows, outcomes[1].rows);
    assert_eq!(outcomes[0].runs, outcomes[1].runs);
    assert_eq!(records(one.path()).len(), 15);
    assert_eq!(records(one.path()), records(three.path()));
}

#[test]
fn a_run_that_was_stopped_is_gone_on_with_and_nothing_is_run_twice() {
    let folder = scripts();
    let count = folder.path().join("count");
    fs::write(
        folder.path().join("entrants/adder.sh"),
        format!("#!/bin/sh\necho x >> {}\necho 5\n", count.display()),
    )
    .unwrap();
    let contest = contest(folder.path());
    let data = tempfile::tempdir().unwrap();
    let options = Options {
        data: data.path().into(),
        begin: Begin::Resume,
        trust: false,
        jobs: 1,
        houses: Houses::OWN,
        luck: None,
        usher: Usher::at(env!("CARGO_BIN_EXE_croupier-usher").as_ref()).ok(),
    };
    let stop = Stop::default();
    let mut played = 0;
    let partial = run(&contest, &options, &stop, &mut |event| {
        if event == croupier_arena::run::Progress::Played {
            played += 1;
            stop.store(played >= 4, std::sync::atomic::Ordering::Relaxed);
        }
    });
    let partial = partial.unwrap();
    assert!((4..15).contains(&partial.done), "{} runs", partial.done);
    let whole = play(&contest, data.path(), 1);
    assert_eq!((whole.run.as_str(), whole.done), (partial.run.as_str(), 15));
    // A run that was broken off is made again; no other is.
    let runs = fs::read_to_string(&count).unwrap().lines().count();
    assert!((3..=4).contains(&runs), "{runs} runs of three tests");
    let again = play(&contest, data.path(), 1);
    assert_eq!((again.rows, again.runs), (whole.rows, whole.runs));
    assert_eq!(fs::read_to_string(&count).unwrap().lines().count(), runs, "a finished run is not run again");
}

#[test]
fn a_contest_of_programs_that_do_not_compile_has_a_table() {
    let folder = contest_of_scripts(SETTINGS, &[]);
    for name in ["in", "out", "out2"] {
        fs::write(folder.path().join(name), "5\n").unwrap();
    }
    fs::write(folder.path().join("entrants/bad.c"), "int main( {").unwrap();
    if let Err(missing) = Tools::of_system().compiler(Compiler::C) {
        return croupier_trial::skip(&missing.to_string()).unwrap_or_default();
    }
    let data = tempfile::tempdir().unwrap();
    let outcome = play(&contest(folder.path()), data.path(), 1);
    assert_eq!((outcome.rows[0].verdict, outcome.matches), (Verdict::Compile, 0));
}

#[test]
fn a_program_in_java_that_wants_too_much_memory_gets_that_verdict() {
    if let Err(missing) = Tools::of_system().java_compiler() {
        return croupier_trial::skip(&missing.to_string()).unwrap_or_default();
    }
    let folder = contest_of_scripts(SETTINGS, &[]);
    for (name, text) in [("in", "2 3\n"), ("out", "5\n"), ("out2", "5\n")] {
        fs::write(folder.path().join(name), text).unwrap();
    }
    let main =
        |body: &str| format!("public class A {{ public static void main(String[] args) {{ {body} }} }}");
    for (name, body) in [
        ("at_once", "System.out.println(new int[200_000_000].length);"),
        ("caught", "try { System.out.println(new int[200_000_000].length); } catch (Throwable e) { }"),
        (
            "slowly",
            "var all = new java.util.ArrayList<int[]>(); \
             while (true) all.add(new int[100_000]);",
        ),
        // Reserves far more than it uses, and leaves much garbage behind.
        (
            "modest",
            "int sum = 0; for (int i = 0; i < 3000; i++) sum += new int[100_000].length; System.out.println(sum / 60_000_000);",
        ),
        ("three", "System.exit(3);"),
    ] {
        fs::write(folder.path().join(format!("entrants/{name}.java")), main(body)).unwrap();
    }
    let data = tempfile::tempdir().unwrap();
    let outcome = play(&contest(folder.path()), data.path(), 2);
    let verdicts: BTreeMap<&str, Verdict> =
        outcome.rows.iter().map(|row| (row.name.as_str(), row.verdict)).collect();
    assert_eq!(
        Vec::from_iter(verdicts),
        [
            ("at_once", Verdict::Memory),
            ("caught", Verdict::Memory),
            ("modest", Verdict::Ok),
            ("slowly", Verdict::Memory),
            ("three", Verdict::Crashed),
        ]
    );
}

mod clocks {
    use super::*;

    fn sample(name: &str) {
        if let Some(missing) = missing_language() {
            return croupier_trial::skip(&missing).unwrap_or_default();
        }
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../contests").join(name);
        let contest = contest(&folder);
        let data = tempfile::tempdir().unwrap();
        if !bubblewrap_works() {
            let _: Option<()> =
                croupier_trial::skip("bubblewrap does not work here: the programs are trusted");
        }
        let outcome = play(&contest, data.path(), 2);
        check(&format!("{name}.txt"), &summary(&contest, &outcome));
        let records = records(data.path());
        assert_eq!(records.len(), outcome.matches);
        for (name, record) in records {
            let (run, _) = RunRecord::parse(record).unwrap();
            run.verify().unwrap_or_else(|error| panic!("{name}: {error}"));
        }
    }

    #[test]
    fn each_program_of_the_rullete_class_gets_its_verdicts() {
        sample("rullete-class");
    }

    #[test]
    fn each_program_of_the_camicia_class_gets_its_verdicts() {
        sample("camicia-class");
    }
}
