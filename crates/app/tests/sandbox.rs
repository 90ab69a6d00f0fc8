//! Contests of bots that nobody trusts: the layer is named, hostile bots reach nothing, and nothing is
//! left of them, however the referee ends.
#![expect(clippy::unwrap_used, reason = "a test fails by panicking")]

use std::fs;
use std::os::unix::fs::{MetadataExt, PermissionsExt, symlink};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Output, Stdio};
use std::time::{Duration, Instant};

use croupier_trial::{python3, skip};
use serde_json::Value;
use tempfile::TempDir;

/// A folder that every user may enter: a bot may run as any.
struct Desk {
    top: TempDir,
    path: PathBuf,
}

/// What stands on the search path.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Bubblewrap {
    There,
    Missing,
}

const CONTEST: &str =
    "name = 'Night'\ngame = 'poker'\nseed = 7\nhouse = ['odds', 'random']\n[rules]\ndeals = 20\n";

impl Desk {
    /// `None` counts the test as skipped.
    fn new(bubblewrap: Bubblewrap) -> Option<Self> {
        let python = python3()?;
        let of_system = PathBuf::from("/usr/bin/python3");
        let python = if of_system.is_file() { of_system } else { python };
        let top = tempfile::tempdir().unwrap();
        fs::set_permissions(top.path(), fs::Permissions::from_mode(0o755)).unwrap();
        let path = top.path().join("path");
        fs::create_dir(&path).unwrap();
        symlink(python, path.join("python3")).unwrap();
        if bubblewrap == Bubblewrap::There {
            for tool in ["bwrap", "setpriv", "prlimit"] {
                let found = ["/usr/bin", "/bin"].map(|folder| Path::new(folder).join(tool));
                match found.into_iter().find(|found| found.is_file()) {
                    Some(found) => symlink(found, path.join(tool)).unwrap(),
                    None => return skip(&format!("{tool} is not installed")),
                }
            }
        }
        fs::create_dir_all(top.path().join("night/entrants")).unwrap();
        fs::write(top.path().join("night/contest.toml"), CONTEST).unwrap();
        Some(Self { top, path })
    }

    fn entrant(&self, name: &str, text: &str) {
        fs::write(self.top.path().join("night/entrants").join(name), text).unwrap();
    }

    fn command(&self) -> Command {
        self.verb("run night --json --quiet")
    }

    /// Another verb, whose own folders lie on the desk as well.
    fn verb(&self, line: &str) -> Command {
        let mut command = Command::new(env!("CARGO_BIN_EXE_croupier"));
        command
            .args(line.split(' '))
            .current_dir(self.top.path())
            .env("TMPDIR", self.top.path())
            .env("PATH", &self.path);
        command
    }

    /// All files on the desk, by their paths from it.
    fn files(&self) -> Vec<PathBuf> {
        let mut files = Vec::new();
        let mut folders = vec![self.top.path().to_owned()];
        while let Some(folder) = folders.pop() {
            for entry in fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()) {
                if entry.is_dir() && !entry.is_symlink() {
                    folders.push(entry.clone());
                }
                files.push(entry.strip_prefix(self.top.path()).unwrap().to_owned());
            }
        }
        files.sort();
        files
    }

    /// The records of all runs of matches of these three.
    fn records_of(&self, names: [&str; 3]) -> Vec<Vec<u8>> {
        let matches = self.top.path().join("croupier-data/matches");
        let runs = fs::read_dir(matches).unwrap().map(|run| run.unwrap().path());
        let files = runs
            .flat_map(|run| fs::read_dir(run).unwrap().map(|file| fs::read(file.unwrap().path()).unwrap()));
        let is_theirs = |record: &Vec<u8>| {
            let header: Value =
                serde_json::from_slice(record.split(|&byte| byte == b'\n').next().unwrap()).unwrap();
            let seats = header["seats"].as_array().unwrap();
            names.iter().all(|name| seats.iter().any(|seat| seat["name"] == *name))
        };
        files.filter(is_theirs).collect()
    }

    /// Runs the contest; the rows of its standings. `None`: the layer does not work here, and the test is
    /// skipped.
    fn standings(&self) -> Option<Vec<Value>> {
        let done = self.command().output().unwrap();
        if let Some(why) = no_sandbox(&done) {
            return skip(&why);
        }
        assert_eq!(done.status.code(), Some(0), "{}", String::from_utf8_lossy(&done.stderr));
        let line: Value = serde_json::from_slice(&done.stdout).unwrap();
        Some(line["standings"].as_array().unwrap().clone())
    }
}

fn no_sandbox(done: &Output) -> Option<String> {
    let said = String::from_utf8_lossy(&done.stderr);
    said.contains("no sandbox works").then(|| said.lines().collect::<Vec<_>>().join(" "))
}

/// The layer that contests use with the helpers where the system has them.
fn layer_of_machine() -> Value {
    let mut doctor = Command::new(env!("CARGO_BIN_EXE_croupier"));
    let done = doctor.args(["doctor", "--json"]).env("PATH", "/usr/bin:/bin").output().unwrap();
    let line: Value = serde_json::from_slice(&done.stdout).unwrap();
    line["sandbox"]["used"].clone()
}

fn row<'a>(rows: &'a [Value], name: &str) -> &'a Value {
    rows.iter().find(|row| row["name"] == name).unwrap()
}

/// A player that does something when it is asked for a bid.
fn player(act: &str) -> String {
    let others: String = ["bet1_info", "call1_info", "bet2_info", "call2_info", "showdown", "result", "hand"]
        .map(|name| format!("    def {name}(self, *what): pass\n"))
        .concat();
    format!(
        "import os, sys, time\nclass Player:\n    def name(self, seat): pass\n{others}    def bet1(self, low):\n{act}        return low\n    \
         def bet2(self, low): return low\n    def call1(self, level): return False\n    def call2(self, level): return False\n"
    )
}

#[test]
fn the_standings_name_the_layer() {
    let Some(desk) = Desk::new(Bubblewrap::There) else { return };
    desk.entrant("anna.py", &player(""));
    let Some(rows) = desk.standings() else { return };
    // Links to the helpers, outside what a program is shown, are as good as the helpers.
    assert_eq!(row(&rows, "anna")["sandbox"], layer_of_machine());
    assert_eq!(row(&rows, "anna")["verdict"], "ok");
    assert!(row(&rows, "house:odds")["sandbox"].is_null());
    // A finished run prints the same again.
    assert_eq!(desk.standings().unwrap(), rows);
}

#[test]
fn a_missing_bubblewrap_alone_refuses_nobody() {
    let Some(desk) = Desk::new(Bubblewrap::Missing) else { return };
    desk.entrant("anna.py", &player(""));
    let Some(rows) = desk.standings() else { return };
    assert_eq!(
        (&row(&rows, "anna")["sandbox"], &row(&rows, "anna")["verdict"]),
        (&"landlock".into(), &"ok".into())
    );
}

#[test]
fn where_nothing_works_the_run_is_refused_and_says_why() {
    let Some(desk) = Desk::new(Bubblewrap::Missing) else { return };
    if fs::metadata("/proc/self").unwrap().uid() != 0 {
        let Some(()) = skip("only root runs bots as a user who may not reach a folder") else { return };
    }
    desk.entrant("anna.py", &player(""));
    fs::set_permissions(desk.top.path(), fs::Permissions::from_mode(0o700)).unwrap();
    let done = desk.command().output().unwrap();
    let said = String::from_utf8_lossy(&done.stderr);
    assert_eq!(done.status.code(), Some(3), "{said}");
    for part in [
        "no sandbox works",
        "bubblewrap+cgroup: bwrap is not installed",
        "landlock: ",
        "hint: install bubblewrap",
    ] {
        assert!(said.contains(part), "{part}: {said}");
    }
}

/// Verbs that run one bot, each after a match was played.
const VERBS: [&str; 3] = [
    "check BOT --game poker",
    "feed match-poker/1 --seat 0 --quiet -- BOT",
    "replay match-poker/1 --rerun BOT",
];

/// A verb with a bot, and with `--trust` if it is one's own.
fn verb_with(verb: &str, bot: &str, trust: bool) -> String {
    let verb = verb.replace("BOT", bot);
    let Some((name, rest)) = verb.split_once(' ').filter(|_| trust) else { return verb };
    format!("{name} --trust {rest}")
}

#[test]
fn every_verb_refuses_where_nothing_works_unless_the_bots_are_trusted() {
    let Some(desk) = Desk::new(Bubblewrap::Missing) else { return };
    if fs::metadata("/proc/self").unwrap().uid() != 0 {
        let Some(()) = skip("only root runs bots as a user who may not reach a folder") else { return };
    }
    desk.entrant("anna.py", &player(""));
    let anna = "night/entrants/anna.py";
    assert!(desk.verb("match --game poker house:odds --deals 1").output().unwrap().status.success());
    fs::set_permissions(desk.top.path(), fs::Permissions::from_mode(0o700)).unwrap();
    for verb in VERBS.into_iter().chain(["match --game poker BOT --deals 1"]) {
        let done = desk.verb(&verb_with(verb, anna, false)).output().unwrap();
        let said = String::from_utf8_lossy(&done.stderr);
        assert_eq!(done.status.code(), Some(3), "{verb}: {said}");
        assert!(said.contains("no sandbox works") && said.contains("give --trust"), "{verb}: {said}");
        let trusted = desk.verb(&verb_with(verb, anna, true)).output().unwrap();
        let said = String::from_utf8_lossy(&trusted.stderr);
        assert!(!said.contains("sandbox"), "{verb}: {said}");
    }
}

/// What a stranger's build writes, and what his bot writes, when somebody looks at them with other verbs than
/// `run`.
#[test]
fn a_bot_that_is_looked_at_is_built_and_run_in_the_sandbox() {
    let Some(desk) = Desk::new(Bubblewrap::There) else { return };
    let harm = desk.top.path().join("harm");
    fs::create_dir(&harm).unwrap();
    fs::set_permissions(&harm, fs::Permissions::from_mode(0o777)).unwrap();
    let there = |name: &str| harm.join(name).display().to_string();
    let bot = desk.top.path().join("night/entrants/thief");
    fs::create_dir(&bot).unwrap();
    let built =
        format!("build = [[\"/bin/sh\", \"-c\", \"echo > {}; true\"]]\nmain = \"main.py\"\n", there("built"));
    fs::write(bot.join("bot.toml"), built).unwrap();
    let writes = format!("        open({:?}, 'w')\n", there("played"));
    fs::write(bot.join("main.py"), player(&writes)).unwrap();
    let before = desk.verb("match --game poker house:odds --deals 1").output().unwrap();
    assert!(before.status.success(), "{}", String::from_utf8_lossy(&before.stderr));
    let harmed = || ["built", "played"].map(|name| fs::remove_file(harm.join(name)).is_ok());
    for verb in VERBS {
        let done = desk.verb(&verb_with(verb, "night/entrants/thief", false)).output().unwrap();
        if let Some(why) = no_sandbox(&done) {
            return skip(&why).unwrap_or_default();
        }
        assert_eq!(harmed(), [false, false], "{verb}");
        // The same bot does harm when it is said to be one's own: the test would see it.
        let _done = desk.verb(&verb_with(verb, "night/entrants/thief", true)).output().unwrap();
        let is_played = !verb.contains("--rerun");
        assert_eq!(harmed(), [true, is_played], "{verb}");
    }
}

#[test]
fn hostile_bots_are_judged_and_harm_nobody() {
    let Some(desk) = Desk::new(Bubblewrap::There) else { return };
    desk.entrant("honest.py", &player(""));
    let Some(alone) = desk.standings() else { return };
    assert_eq!(row(&alone, "honest")["verdict"], "ok");
    let before = desk.records_of(["honest", "house:odds", "house:random"]);
    assert_eq!(before.len(), 1);
    desk.entrant(
        "greedy.py",
        &player("        self.kept = bytearray(b'x') * (600 << 20)\n        time.sleep(2)\n"),
    );
    desk.entrant("thief.py", &player("        open('/etc/passwd').read(); sys.exit('stolen')\n"));
    desk.entrant("killer.py", &player("        os.kill(os.getppid(), 9)\n"));
    let rows = desk.standings().unwrap();
    assert_eq!(row(&rows, "greedy")["verdict"], "memory", "{:?}", row(&rows, "greedy"));
    let thief = row(&rows, "thief");
    assert!(!thief.to_string().contains("stolen") && thief["verdict"] != "ok", "{thief}");
    // Once more, among the hostile: byte by byte the same match.
    let both = desk.records_of(["honest", "house:odds", "house:random"]);
    assert_eq!(both.len(), 2);
    assert!(both.iter().all(|record| *record == before[0]), "{}", String::from_utf8_lossy(&both[1]));
}

#[test]
fn no_control_group_and_no_file_is_left() {
    let Some(desk) = Desk::new(Bubblewrap::There) else { return };
    desk.entrant("anna.py", &player("        open('mine', 'w').write('x')\n        time.sleep(0.05)\n"));
    let before = desk.files();
    let child = desk.command().stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    let prefix = format!("croupier-{}-", child.id());
    let mut referee = child;
    let mut seen = 0;
    while referee.try_wait().unwrap().is_none() {
        seen = seen.max(control_groups(&prefix));
        std::thread::sleep(Duration::from_millis(5));
    }
    let done = referee.wait_with_output().unwrap();
    if let Some(why) = no_sandbox(&done) {
        return skip(&why).unwrap_or_default();
    }
    let line: Value = serde_json::from_slice(&done.stdout).unwrap();
    let rows = line["standings"].as_array().unwrap();
    if row(rows, "anna")["sandbox"] == "bubblewrap+cgroup" {
        assert!(seen > 0, "the bot had a group");
    }
    assert_eq!(control_groups(&prefix), 0);
    // What the run keeps is in its data folder; what its bots had is gone.
    let after: Vec<PathBuf> =
        desk.files().into_iter().filter(|file| !file.starts_with("croupier-data")).collect();
    assert_eq!(after, before);
    let work = fs::read_dir(desk.top.path().join("croupier-data/work")).unwrap();
    assert_eq!(work.count(), 0);
}

/// Control groups of any kind below our own whose names begin so.
fn control_groups(prefix: &str) -> usize {
    let Ok(groups) = fs::read_to_string("/proc/self/cgroup") else { return 0 };
    let folders = groups.lines().filter_map(|line| {
        let mut parts = line.splitn(3, ':');
        let (_, kinds, own) = (parts.next()?, parts.next()?, parts.next()?);
        Some(Path::new("/sys/fs/cgroup").join(kinds).join(own.trim_start_matches('/')))
    });
    let entries = folders.flat_map(|folder| fs::read_dir(folder).into_iter().flatten().flatten());
    entries.filter(|entry| entry.file_name().to_string_lossy().starts_with(prefix)).count()
}

/// Whoever starts the referee may have files open, such as a script that reads a list of seeds.
#[test]
fn what_the_referee_was_started_with_reaches_no_bot() {
    let Some(desk) = Desk::new(Bubblewrap::There) else { return };
    let act =
        "        try: os.fstat(9)\n        except OSError: return low\n        sys.exit('it is open')\n";
    desk.entrant("curious.py", &player(act));
    fs::write(desk.top.path().join("seeds"), "7\n").unwrap();
    for trust in ["", "--trust --fresh"] {
        let mut command = Command::new("/bin/sh");
        let script = format!("exec \"$0\" run night --json --quiet {trust} 9<seeds");
        command.args(["-c", &script, env!("CARGO_BIN_EXE_croupier")]);
        let done = command.current_dir(desk.top.path()).env("PATH", &desk.path).output().unwrap();
        if let Some(why) = no_sandbox(&done) {
            let _: Option<()> = skip(&why);
            continue;
        }
        let line: Value = serde_json::from_slice(&done.stdout).unwrap();
        let rows = line["standings"].as_array().unwrap();
        assert_eq!(row(rows, "curious")["verdict"], "ok", "{trust}: {}", row(rows, "curious"));
    }
}

mod clocks {
    use super::{Bubblewrap, Child, Command, Desk, Duration, Instant, Stdio, fs, player, skip};

    /// Numbers of processes that have this word among their own.
    fn processes(word: &str) -> Vec<String> {
        let all = fs::read_dir("/proc").unwrap().flatten();
        let with_word = all.filter(|process| {
            fs::read(process.path().join("cmdline")).is_ok_and(|words| {
                words.split(|&byte| byte == 0).any(|found| String::from_utf8_lossy(found).ends_with(word))
            })
        });
        with_word.map(|process| process.file_name().to_string_lossy().into_owned()).collect()
    }

    fn until(what: &str, is_so: impl Fn() -> bool) {
        let end = Instant::now() + Duration::from_secs(20);
        while !is_so() {
            assert!(Instant::now() < end, "{what}");
            std::thread::sleep(Duration::from_millis(20));
        }
    }

    fn killed_referee_leaves_no_bot(bubblewrap: Bubblewrap) {
        let Some(desk) = Desk::new(bubblewrap) else { return };
        let name = format!("sleeper_{}_{}.py", std::process::id(), u8::from(bubblewrap == Bubblewrap::There));
        desk.entrant(&name, &player("        time.sleep(0.9)\n"));
        let mut referee: Child = Command::stdout(&mut desk.command(), Stdio::null()).spawn().unwrap();
        until("the bot starts", || !processes(&name).is_empty());
        referee.kill().unwrap();
        referee.wait().unwrap();
        until("the bot has ended", || processes(&name).is_empty());
    }

    /// Between two tests and within one: the sandboxes of all programs end with the referee.
    #[test]
    fn a_referee_that_is_killed_leaves_no_program_of_a_series() {
        const TESTS: &str = "name = 'Class'\ngame = 'rullete'\nseed = 1\n[[test]]\ngenerate = 40\n";
        let Some(desk) = Desk::new(Bubblewrap::There) else { return };
        fs::write(desk.top.path().join("night/contest.toml"), TESTS).unwrap();
        let name = format!("series_{}.py", std::process::id());
        desk.entrant(&name, "import time; time.sleep(0.1)\n");
        let mut referee: Child = Command::stdout(&mut desk.command(), Stdio::null()).spawn().unwrap();
        until("the program starts", || !processes(&name).is_empty());
        let id = referee.id().to_string();
        let mut ushers = processes("sandbox-usher");
        ushers.retain(|usher| {
            parent(usher).and_then(|bubblewrap| parent(&bubblewrap)).is_some_and(|top| top == id)
        });
        referee.kill().unwrap();
        referee.wait().unwrap();
        until("the program has ended", || processes(&name).is_empty());
        until("the sandboxes have ended", || {
            let left = processes("sandbox-usher");
            !ushers.iter().any(|usher| left.contains(usher))
        });
        if ushers.is_empty() {
            let _none: Option<()> = skip("no sandbox lasts here");
        }
    }

    fn parent(process: &str) -> Option<String> {
        let status = fs::read_to_string(format!("/proc/{process}/status")).ok()?;
        status.lines().find_map(|line| Some(line.strip_prefix("PPid:")?.trim().to_owned()))
    }

    #[test]
    fn a_referee_that_is_killed_leaves_no_bot_in_bubblewrap() {
        killed_referee_leaves_no_bot(Bubblewrap::There);
    }

    #[test]
    fn a_referee_that_is_killed_leaves_no_bot_under_landlock() {
        killed_referee_leaves_no_bot(Bubblewrap::Missing);
    }
}
