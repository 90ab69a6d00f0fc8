//! Runs that are stopped in the middle, by kill -9 and by Ctrl-C, and gone on with.

use std::collections::BTreeMap;
use std::fs;
use std::process::{Child, Command, Stdio};
use std::sync::LazyLock;
use std::thread;
use std::time::{Duration, Instant};

use croupier_trial::python3;

use crate::night::{Done, Night, POKER};

/// Ten triples of three slow bots and two house players.
const CONTEST: &str = "name = \"Night\"\ngame = \"poker\"\nseed = 7\ntrust = true\n\
                       house = [\"odds\", \"random\"]\n[rules]\ndeals = 10\n";
const MATCHES: u64 = 10;

/// A bot that takes its time, and notes its process and the seed that each match gives it.
const SLOW: &str = "import json, os, sys, time
for line in sys.stdin:
    message = json.loads(line)
    if 'hello' in message:
        with open(NOTES, 'a') as notes: notes.write('%d %d\\n' % (os.getpid(), message['bot_seed']))
        answer = {'ready': 1, 'name': 'slow'}
    elif 'ask' in message:
        time.sleep(0.004)
        answer = {'id': message['id'], **({'call': True} if 'level' in message else {'bet': message['min']})}
    else: continue
    print(json.dumps(answer), flush=True)
";

/// How long anything may take that does not depend on the bots' pauses.
const SOON: Duration = Duration::from_secs(30);

fn slow_night() -> Night {
    let night = Night::new(CONTEST, &[]);
    let notes = format!("{:?}", night.path("notes.txt").to_str().unwrap());
    for name in ["a.py", "b.py", "c.py"] {
        night.enter(name, &SLOW.replace("NOTES", &notes));
    }
    night
}

/// Waits until it holds.
fn wait_until(what: &str, mut holds: impl FnMut() -> bool) {
    let started = Instant::now();
    while !holds() {
        assert!(started.elapsed() < SOON, "waited too long: {what}");
        thread::sleep(Duration::from_millis(2));
    }
}

/// Starts the contest, one match at a time, and lets it play some matches and part of the next.
fn begun(night: &Night, matches: usize) -> Child {
    let mut command = night.command(&["run", "night", "--json", "--jobs", "1"]);
    let mut child = command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    wait_until("the first matches", || {
        assert!(child.try_wait().unwrap().is_none(), "the contest is over before it was stopped");
        finished(night) >= matches
    });
    let seated = night.lines("notes.txt").len();
    wait_until("bots of the next match", || night.lines("notes.txt").len() > seated);
    child
}

fn finished(night: &Night) -> usize {
    night.records("croupier-data", "night").keys().filter(|name| !name.starts_with('.')).count()
}

/// The names in a folder.
fn entries(night: &Night, folder: &str) -> Vec<String> {
    let entries = fs::read_dir(night.path(folder)).unwrap();
    entries.map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect()
}

/// Processes of bots that are still there; one that has ended and waits to be collected is not.
fn alive(night: &Night) -> Vec<String> {
    let is_alive = |pid: &String| {
        let stat = fs::read_to_string(format!("/proc/{pid}/stat")).unwrap_or_default();
        !stat.is_empty() && !stat.contains(") Z ")
    };
    let pids = night.lines("notes.txt").into_iter().map(|line| line.split(' ').next().unwrap().to_owned());
    pids.filter(is_alive).collect()
}

/// How often each bot was seated with each seed: a seed belongs to one seat of one match.
fn seatings(night: &Night) -> BTreeMap<String, u32> {
    let mut seatings = BTreeMap::new();
    for line in night.lines("notes.txt") {
        *seatings.entry(line.split(' ').nth(1).unwrap().to_owned()).or_default() += 1;
    }
    seatings
}

/// The standings and records of the same contest when nobody disturbs it. The bots' own files name
/// another folder: their hashes differ, and nothing else.
static UNDISTURBED: LazyLock<(String, BTreeMap<String, Vec<u8>>)> = LazyLock::new(|| {
    let night = slow_night();
    let done = night.play(&[]);
    assert_eq!(done.code, 0, "{done:?}");
    (done.out, plain_records(&night))
});

/// The lines of the games of each record: without the header, which holds the hashes of the bots.
fn plain_records(night: &Night) -> BTreeMap<String, Vec<u8>> {
    let games = |record: Vec<u8>| {
        let text = String::from_utf8(record).unwrap();
        let lines: Vec<&str> = text.lines().filter(|line| !line.starts_with('{')).collect();
        lines.join("\n").into_bytes()
    };
    night.records("croupier-data", "night").into_iter().map(|(name, record)| (name, games(record))).collect()
}

/// Goes on with a run that was stopped after so many matches, and compares it with one that was not.
fn goes_on(night: &Night, before: usize) {
    let done = night.play(&["--jobs", "1"]);
    assert_eq!(done.code, 0, "{done:?}");
    assert_eq!(done.err, format!("{before} of {MATCHES} matches were played before\n"));
    assert_eq!(done.json()["played"], MATCHES);
    let (standings, records) = &*UNDISTURBED;
    assert_eq!(done.out, *standings);
    assert!(plain_records(night) == *records, "the records are those of an undisturbed run");
    // Six triples hold a given bot; only the match in play at the stop was begun twice.
    let seatings = seatings(night);
    assert_eq!(seatings.len(), 3 * 6);
    let twice: Vec<u32> = seatings.into_values().filter(|&times| times > 1).collect();
    assert!(!twice.is_empty() && twice.len() <= 3 && twice.iter().all(|&times| times == 2), "{twice:?}");
}

#[test]
fn after_kill_9_the_same_command_goes_on() {
    let Some(_) = python3() else { return };
    let night = slow_night();
    let mut child = begun(&night, 3);
    child.kill().unwrap();
    child.wait().unwrap();
    let before = finished(&night);
    // Nobody is left to end them: bots end when their input does.
    wait_until("the bots' end", || alive(&night).is_empty());
    assert!(night.records("croupier-data", "night").keys().any(|name| name.starts_with(".unfinished-")));
    assert!(!entries(&night, "croupier-data/work").is_empty(), "builds and seats had their folders there");
    goes_on(&night, before);
    assert_eq!(entries(&night, "croupier-data/work"), Vec::<String>::new());
    assert_eq!(entries(&night, "temporary"), Vec::<String>::new(), "nothing lies elsewhere");
    assert_eq!(night.records("croupier-data", "night").len(), 10, "nothing unfinished is left");
}

#[test]
fn ctrl_c_prints_the_partial_table_and_says_how_to_go_on() {
    let Some(_) = python3() else { return };
    let night = slow_night();
    let child = begun(&night, 2);
    let sent = Command::new("sh").args(["-c", &format!("kill -INT {}", child.id())]).status().unwrap();
    assert!(sent.success());
    let asked = Instant::now();
    let out = child.wait_with_output().unwrap();
    assert!(asked.elapsed() < SOON);
    assert_eq!(alive(&night), Vec::<String>::new(), "no bot outlives the program");
    let before = finished(&night);
    let text = |bytes| String::from_utf8(bytes).unwrap();
    let done = Done { code: out.status.code().unwrap(), out: text(out.stdout), err: text(out.stderr) };
    assert_eq!(done.code, 130);
    assert_eq!(done.err, format!("stopped after {before} of {MATCHES} matches; the same command goes on\n"));
    assert_eq!((&done.json()["played"], &done.json()["matches"]), (&before.into(), &MATCHES.into()));
    assert_eq!(night.records("croupier-data", "night").len(), before, "nothing unfinished is left");
    goes_on(&night, before);
}

#[test]
fn the_partial_table_says_that_it_is_one() {
    let Some(_) = python3() else { return };
    let night = slow_night();
    let mut child = night.command(&["run", "night"]);
    let child = child.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    wait_until("a first match", || finished(&night) > 0);
    Command::new("sh").args(["-c", &format!("kill -INT {}", child.id())]).status().unwrap();
    let out = child.wait_with_output().unwrap();
    let table = String::from_utf8(out.stdout).unwrap();
    let partial = format!("\nPARTIAL: {} of {MATCHES} matches\n", finished(&night));
    assert!(out.status.code() == Some(130) && table.contains(&partial), "{table}");
}

#[test]
fn a_second_run_on_the_same_data_folder_is_refused() {
    let Some(_) = python3() else { return };
    let night = slow_night();
    let mut child = begun(&night, 1);
    let second = night.play(&[]);
    assert_eq!((second.code, second.out.as_str()), (3, ""));
    let said = format!(
        "another croupier uses the data folder croupier-data: process {} plays run night",
        child.id()
    );
    assert!(second.err.contains(&said), "{}", second.err);
    child.kill().unwrap();
    child.wait().unwrap();
}

/// How long the end of a run may take that somebody waits for.
const AT_ONCE: Duration = Duration::from_secs(10);

/// Starts a command, waits until it holds, and sends Ctrl-C: what the program did, within a moment.
fn stopped(night: &Night, args: &[&str], holds: impl FnMut() -> bool) -> Done {
    stopped_by(&["INT"], night, args, holds)
}

/// The same with these signals, one right after the other.
fn stopped_by(signals: &[&str], night: &Night, args: &[&str], holds: impl FnMut() -> bool) -> Done {
    let mut command = after("--default-signal=HUP,QUIT", &night.command(args));
    let child = command.spawn().unwrap();
    wait_until("the moment to stop", holds);
    send(signals, &child);
    let asked = Instant::now();
    let out = child.wait_with_output().unwrap();
    assert!(asked.elapsed() < AT_ONCE, "it took {:?}", asked.elapsed());
    let text = |bytes| String::from_utf8(bytes).unwrap();
    Done { code: out.status.code().unwrap(), out: text(out.stdout), err: text(out.stderr) }
}

/// A command, started with what is to be done on some signals: whoever runs the tests may pass them over.
fn after(signals: &str, command: &Command) -> Command {
    let mut outer = Command::new("env");
    outer.arg(signals).arg(command.get_program()).args(command.get_args());
    outer.current_dir(command.get_current_dir().unwrap());
    outer.envs(command.get_envs().filter_map(|(name, value)| Some((name, value?))));
    outer.stdout(Stdio::piped()).stderr(Stdio::piped());
    outer
}

fn send(signals: &[&str], child: &Child) {
    let kills: Vec<String> = signals.iter().map(|signal| format!("kill -{signal} {}", child.id())).collect();
    assert!(Command::new("sh").args(["-c", &kills.join(" && ")]).status().unwrap().success());
}

#[test]
fn a_hangup_and_sigquit_end_a_run_as_ctrl_c_does() {
    let Some(_) = python3() else { return };
    for signal in ["HUP", "QUIT", "TERM"] {
        let night = slow_night();
        let done = stopped_by(&[signal], &night, &["run", "night", "--json"], || finished(&night) > 0);
        assert_eq!(done.code, 130, "{signal}: {done:?}");
        assert!(done.err.ends_with("the same command goes on\n"), "{signal}: {done:?}");
        assert_eq!(alive(&night), Vec::<String>::new(), "{signal}: no bot outlives the program");
        assert_eq!(entries(&night, "croupier-data/work"), Vec::<String>::new(), "{signal}");
    }
}

#[test]
fn under_nohup_a_hangup_is_passed_over() {
    let Some(_) = python3() else { return };
    let night = slow_night();
    let mut command = after("--ignore-signal=HUP", &night.command(&["run", "night", "--json"]));
    let child = command.spawn().unwrap();
    wait_until("a first match", || finished(&night) > 0);
    send(&["HUP"], &child);
    let out = child.wait_with_output().unwrap();
    assert_eq!((out.status.code(), finished(&night) as u64), (Some(0), MATCHES), "{out:?}");
}

#[test]
fn a_second_signal_leaves_no_folder_and_no_bot() {
    let Some(_) = python3() else { return };
    let night = Night::new(CONTEST, &[]);
    let notes = format!("{:?}", night.path("notes.txt").to_str().unwrap());
    let sleeps = SLOW.replace("time.sleep(0.004)", &long_pause(&night)).replace("NOTES", &notes);
    night.enter("a.py", &sleeps);
    let check = ["check", "night/entrants/a.py", "--game", "poker", "--trust"];
    let done = stopped_by(&["TERM", "INT"], &night, &check, || !night.lines("pauses.txt").is_empty());
    assert_eq!(done.code, 130, "{done:?}");
    wait_until("the bot's end", || alive(&night).is_empty());
    assert_eq!(entries(&night, "temporary"), Vec::<String>::new());
}

/// A line of Python that says that a bot has come so far, and then takes a minute.
fn long_pause(night: &Night) -> String {
    format!("open({:?}, 'a').write('here\\n'); time.sleep(60)", night.path("pauses.txt").to_str().unwrap())
}

#[test]
fn ctrl_c_waits_for_no_answer_and_no_start() {
    let Some(_) = python3() else { return };
    for (place, count) in [("time.sleep(0.004)", 0), ("answer = {'ready': 1, 'name': 'slow'}", 1)] {
        let night = Night::new(CONTEST, &[]);
        let notes = format!("{:?}", night.path("notes.txt").to_str().unwrap());
        let thinks = SLOW.replace(place, &format!("{}; {place}", long_pause(&night)));
        assert_ne!(thinks, SLOW);
        night.enter("a.py", &thinks.replace("NOTES", &notes));
        let done = stopped(&night, &["run", "night", "--json"], || !night.lines("pauses.txt").is_empty());
        assert_eq!((done.code, &done.json()["played"]), (130, &0.into()), "{count}: {done:?}");
        assert_eq!(done.err, "stopped after 0 of 1 match; the same command goes on\n");
        assert_eq!(night.records("croupier-data", "night").len(), 0, "no match was stored");
        // What the bot did not answer is no fault of it: it plays the match from its start.
        night.enter("a.py", &thinks.replace("time.sleep(60)", "pass").replace("NOTES", &notes));
        assert_eq!(night.play(&[]).row("a")["fouls"], 0);
    }
}

#[test]
fn ctrl_c_waits_for_no_build() {
    let night = Night::new(POKER, &[("a/bot.toml", "build = \"sh slow.sh\"\ncommand = \"cat\"\n")]);
    let started = night.path("started");
    night.enter("a/slow.sh", &format!("touch {}; sleep 60\n", started.display()));
    let done = stopped(&night, &["run", "night"], || started.exists());
    assert_eq!((done.code, done.out.as_str()), (130, ""));
    assert_eq!(done.err, "error: stopped while bots were built\nhint: the same command goes on\n");
}

#[test]
fn a_match_that_was_stopped_goes_on_by_the_same_command() {
    let Some(_) = python3() else { return };
    let night = slow_night();
    let bots = ["a.py", "b.py", "c.py"].map(|name| format!("night/entrants/{name}"));
    let [a, b, c] = &bots;
    let words = ["match", "--game", "poker", a, b, c, "house:odds", "house:random"];
    let command = [&words[..], &["--deals", "10", "--trust", "--jobs", "1", "--json"]].concat();
    let played = |run| night.records("croupier-data", run);
    let done = stopped(&night, &command, || played("match-poker").contains_key("2.match"));
    let before = played("match-poker");
    let said = format!("stopped after {} of {MATCHES} matches; the same command goes on\n", before.len());
    assert_eq!((done.code, done.err), (130, said));
    let then = night.croupier(&command);
    assert_eq!(then.err, format!("{} of {MATCHES} matches were played before\n", before.len()));
    assert_eq!((then.code, &then.json()["run"]), (0, &"match-poker".into()));
    let whole = played("match-poker");
    assert!(before.iter().all(|(number, record)| whole[number] == *record), "what was played stays");
    // What is finished is played again, as a run of its own.
    let again = night.croupier(&command);
    assert_eq!((again.code, &again.json()["run"]), (0, &"match-poker-2".into()));
    assert!(played("match-poker-2") == whole, "the same seed, the same bytes");
}
