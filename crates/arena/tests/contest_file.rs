//! `contest.toml`: what each setting means, and what is said about a wrong one.

use std::fmt::Write;
use std::path::Path;

use croupier_arena::compat::Compat;
use croupier_arena::contest::{Contest, ContestError, ContestRules, Ending, Schedule, Seatings};
use croupier_arena::dealing::Dealing;
use croupier_arena::game_kind::GameKind;
use croupier_arena::limits::Limits;
use croupier_rules::batch::{AnswerBy, Task};
use croupier_rules::camicia::StateKey;
use croupier_rules::poker::OddChip;
use croupier_rules::rullete::Rule6;

/// Blocks of a contest file and the messages about it; `UPDATE=1` writes the messages anew.
const GOLDEN: &str = "tests/testdata/contest_problems.txt";
const MESSAGES: &str = "--> contest.toml\n";
const END: &str = "====\n";

fn house(game: GameKind) -> &'static [&'static str] {
    match game {
        GameKind::Blackjack => &["flat", "mimic", "table"],
        GameKind::Poker => &["odds", "random"],
        GameKind::Camicia | GameKind::Rullete => &[],
    }
}

fn parse(text: &str) -> Contest {
    Contest::parse(Path::new("night/contest.toml"), text.as_bytes(), house).expect("the file is right")
}

fn problems(text: &[u8]) -> String {
    Contest::parse(Path::new("contest.toml"), text, house).expect_err("the file is wrong").to_string()
}

#[test]
fn every_wrong_setting_is_named_with_its_line() {
    let golden = std::fs::read_to_string(GOLDEN).unwrap();
    let mut fresh = String::new();
    for block in golden.split_inclusive(END) {
        let (text, _) = block.split_once(MESSAGES).expect("a block has a contest file and messages");
        writeln!(fresh, "{text}{MESSAGES}{}\n{}", problems(text.as_bytes()), END.trim_end()).unwrap();
    }
    if std::env::var_os("UPDATE").is_some() {
        std::fs::write(GOLDEN, &fresh).unwrap();
    }
    assert_eq!(fresh, std::fs::read_to_string(GOLDEN).unwrap());
}

#[test]
fn a_short_poker_contest_has_the_statements_values() {
    let contest = parse("name = 'Friday night'\ngame = 'poker'");
    assert_eq!(contest.name, "Friday night");
    assert_eq!(contest.folder, Path::new("night"));
    assert_eq!(contest.entrants, Path::new("night/entrants"));
    assert_eq!((contest.seed, contest.settings.trust), (0, false));
    assert_eq!(contest.settings.limits, Limits::default());
    assert_eq!(
        contest.settings.canonical(),
        "{\"game\":\"poker\",\"rules\":{\"rules\":{\"min_bid\":10,\"max_bid\":300,\"odd_chip\":\"exact\"},\
         \"deals\":1000,\"seatings\":\"fixed\",\"schedule\":\"all\",\"compat\":null},\"house\":[],\
         \"limits\":{\"move_ms\":1000,\"hard_ms\":2000,\"strikes\":2,\"bank_ms\":30000,\"start_ms\":30000,\"memory_bytes\":268435456,\
         \"line_bytes\":65536,\"output_bytes\":16777216,\"log_bytes\":524288,\"compile_ms\":30000}}"
    );
}

#[test]
fn every_setting_of_a_poker_contest_is_read() {
    let contest = parse(
        "name = 'Liga älö'\ngame = 'poker'\nseed = 9223372036854775807\nentrants = '../bots'\n\
         house = ['random', 'odds']\ntrust = true\n\
         [rules]\nodd_chip = 'floor'\nmin_bid = 5\nmax_bid = 100\ndeals = 50\nseatings = 'all'\n\
         schedule = { per_bot = 12 }\ndealing = 'stratified'\nrounds = 4\nstop = { decided = 99 }\ncompat = 'strict'\n\
         [limits]\nmove = 0.25\nhard = 1\nstrikes = 0\nbank = '2 min'\nstart = '500ms'\nmemory = '1 GiB'\nline = 4096\n\
         output = '1MiB'\nlog = 0\ncompile = 90\n",
    );
    assert_eq!((contest.name.as_str(), contest.seed), ("Liga älö", i64::MAX as u64));
    assert_eq!(contest.entrants, Path::new("night/../bots"));
    assert_eq!(contest.settings.house, ["random", "odds"]);
    assert!(contest.settings.trust);
    assert!(!contest.settings.canonical().contains("trust"), "no result follows from it");
    let ContestRules::Poker(poker) = &contest.settings.rules else { panic!("not poker: {contest:?}") };
    assert_eq!((poker.rules.min_bid, poker.rules.max_bid), (5, 100));
    assert_eq!((poker.rules.odd_chip, poker.deals), (OddChip::Floor, 50));
    assert_eq!((poker.seatings, poker.schedule), (Seatings::All, Schedule::PerBot(12)));
    assert_eq!((poker.dealing, poker.compat), (Dealing::Stratified, Some(Compat::Strict)));
    assert_eq!((poker.rounds, poker.stop), (4, Ending::Decided(99)));
    let rules = ",\"dealing\":\"stratified\",\"rounds\":4,\"stop\":{\"decided\":99},";
    assert!(contest.settings.canonical().contains(rules), "results follow from them");
    let limits = Limits {
        move_ms: 250,
        hard_ms: 1_000,
        strikes: 0,
        bank_ms: 120_000,
        start_ms: 500,
        memory_bytes: 1 << 30,
        line_bytes: 4096,
        output_bytes: 1 << 20,
        log_bytes: 0,
        compile_ms: 90_000,
    };
    assert_eq!(contest.settings.limits, limits);
}

#[test]
fn a_blackjack_contest_has_tests() {
    let contest = parse(
        "name = 'Night'\ngame = 'blackjack'\nhouse = ['mimic']\n[rules]\norder = 'lenient'\n\
         first_shuffle_counts = false\ncommon_shuffles = false\ncommittee = 'flat'\n\
         [[test]]\nmoney = 20000\npacks = 10\nshuffles = 200\n\
         [[test]]\nname = 'mixed'\nmoney = 100000\npacks = 20\nseed = 5\n\
         shuffles = [200, 210, 220, 230, 240, 250, 260, 270, 280, 500]\n",
    );
    assert_eq!(
        contest.settings.canonical().split_once(",\"house\"").unwrap().0,
        "{\"game\":\"blackjack\",\"rules\":{\"order\":\"lenient\",\"free_limits\":false,\
         \"first_shuffle_counts\":false,\"common_shuffles\":false,\"committee\":\"flat\",\"tests\":[\
         {\"name\":\"1\",\"money\":20000,\"packs\":10,\"shuffles\":[200,200,200,200,200,200,200,200,200,200],\
         \"seed\":null},\
         {\"name\":\"mixed\",\"money\":100000,\"packs\":20,\"shuffles\":[200,210,220,230,240,250,260,270,280,500],\
         \"seed\":5}]}"
    );
}

#[test]
fn free_limits_take_the_statements_example() {
    let contest = parse(
        "name = 'Night'\ngame = 'blackjack'\n[rules]\nfree_limits = true\n\
         [[test]]\nmoney = 2000\npacks = 1\nshuffles = 2\n",
    );
    let ContestRules::Blackjack(blackjack) = &contest.settings.rules else { panic!("{contest:?}") };
    assert_eq!((blackjack.tests[0].money, blackjack.tests[0].packs), (2_000, 1));
}

#[test]
fn a_short_batch_contest_has_the_usual_values() {
    let contest = parse("name = 'Class'\ngame = 'rullete'\ntest = [ { generate = 2 } ]");
    let ContestRules::Batch(batch) = &contest.settings.rules else { panic!("rullete is a batch game") };
    assert_eq!((batch.task, batch.run_ms), (Task::Rullete(Rule6::Takes121), 2_000));
    let limits = contest.settings.limits;
    assert_eq!(limits, Limits { output_bytes: 1 << 20, ..Limits::default() });
    let names: Vec<&str> = batch.tests.iter().map(|case| case.name.as_str()).collect();
    assert_eq!(names, ["1 1", "1 2"]);
    let case = &batch.tests[0];
    assert_eq!((case.points, &case.group, case.answer_by), (1, &None, AnswerBy::Rules));
    assert_eq!(batch.task.answer(&case.input).as_ref(), Ok(&case.answer));
}

#[test]
fn every_setting_of_a_batch_contest_is_read() {
    let folder = tempfile::tempdir().unwrap();
    std::fs::write(folder.path().join("1.in"), "- J -\n- - J -\n").unwrap();
    std::fs::write(folder.path().join("1.out"), "loop 7 2\n").unwrap();
    let text = "name = 'Class'\ngame = 'camicia'\nseed = 5\n[rules]\nstate = 'decks'\n\
                [limits]\nrun = '500 ms'\nmemory = '64 MiB'\noutput = 2048\nlog = 0\ncompile = 60\n\
                [[test]]\nname = 'near'\ngroup = 'loops'\npoints = 3\ninput = '1.in'\nanswer = '1.out'\n\
                [[test]]\ninput = '1.in'\n[[test]]\nname = 'made'\ngenerate = 4\nseed = 9\n";
    let contest = Contest::parse(&folder.path().join("contest.toml"), text.as_bytes(), house).unwrap();
    let ContestRules::Batch(batch) = &contest.settings.rules else { panic!("camicia is a batch game") };
    assert_eq!((contest.game(), batch.task), (GameKind::Camicia, Task::Camicia(StateKey::Decks)));
    let limits = contest.settings.limits;
    let sizes = (limits.memory_bytes, limits.output_bytes, limits.log_bytes);
    assert_eq!((batch.run_ms, limits.compile_ms, sizes), (500, 60_000, (64 << 20, 2_048, 0)));
    let [near, ours, made, ..] = &batch.tests[..] else { panic!("six tests") };
    assert_eq!((near.name.as_str(), near.group.as_deref(), near.points), ("near", Some("loops"), 3));
    assert_eq!((near.answer.as_str(), near.answer_by), ("loop 7 2\n", AnswerBy::File));
    assert_eq!(
        (ours.name.as_str(), ours.answer.as_str(), ours.answer_by),
        ("2", "loop 7 2\n", AnswerBy::Rules)
    );
    // A section's tests follow from seed and name alone, wherever it stands.
    let other = parse("name = 'Other'\ngame = 'camicia'\n[[test]]\nname = 'made'\ngenerate = 1\nseed = 9\n");
    let ContestRules::Batch(other) = other.settings.rules else { panic!("camicia is a batch game") };
    assert_eq!(made.input, other.tests[0].input);
    // The settings name the tests by what is in their files.
    let before = contest.settings.canonical();
    std::fs::write(folder.path().join("1.out"), "loop 7 3\n").unwrap();
    let after = Contest::parse(&folder.path().join("contest.toml"), text.as_bytes(), house).unwrap();
    assert_ne!(before, after.settings.canonical());
    assert!(!before.contains("loop 7"), "{before}");
}

#[test]
fn files_of_a_test_that_cannot_be_used_are_said() {
    let folder = tempfile::tempdir().unwrap();
    std::fs::create_dir(folder.path().join("folder")).unwrap();
    for (name, bytes) in
        [("four.in", &b"2D 5D JD KC\n"[..]), ("latin.in", b"\xff\n"), ("two.in", b"2D\n2D\n")]
    {
        std::fs::write(folder.path().join(name), bytes).unwrap();
    }
    std::fs::write(folder.path().join("long.in"), vec![b' '; (1 << 20) + 1]).unwrap();
    let inputs = ["none.in", "folder", "four.in", "latin.in", "two.in", "long.in"];
    let tests = inputs.map(|input| format!("[[test]]\ninput = '{input}'\n")).concat();
    let text = format!("name = 'Class'\ngame = 'rullete'\n{tests}");
    let problems = Contest::parse(&folder.path().join("contest.toml"), text.as_bytes(), house).unwrap_err();
    let said = problems.to_string().replace(&format!("{}/", folder.path().display()), "");
    assert_eq!(
        said.lines().collect::<Vec<_>>(),
        [
            "contest.toml:4: `input` in [[test]] 1: \"none.in\" is not there: expected a file beside the contest file",
            "contest.toml:6: `input` in [[test]] 2: \"folder\" is no file: expected one beside the contest file",
            "contest.toml:8: `input` in [[test]] 3: a hand has 5 cards, found 4; an `answer` of your own would stand for it",
            "contest.toml:10: `input` in [[test]] 4: \"latin.in\" is not UTF-8 text: byte 0 is none",
            "contest.toml:12: `input` in [[test]] 5: expected one line with a hand, found 2 lines; an `answer` of your own would stand for it",
            "contest.toml:14: `input` in [[test]] 6: \"long.in\" has 1048577 bytes: expected at most 1048576",
        ]
    );
}

#[test]
fn line_ends_and_a_byte_order_mark_change_nothing() {
    let text = "name = 'Night'\ngame = 'poker'\n\n[rules]\ndeals = 5";
    let with_marks = format!("\u{feff}{}", text.replace('\n', "\r\n"));
    assert_eq!(parse(text), parse(&with_marks));
}

#[test]
fn other_encodings_are_named() {
    let utf16: Vec<u8> =
        std::iter::once(0xfeff).chain("name".encode_utf16()).flat_map(u16::to_le_bytes).collect();
    assert_eq!(problems(&utf16), "contest.toml: this is UTF-16 text: save it as UTF-8");
    assert_eq!(
        problems(b"game = 'poker'\nname = '\xe9t\xe9'\n"),
        "contest.toml:2: this is not UTF-8 text: found the byte 0xE9; save it as UTF-8"
    );
}

#[test]
fn a_folder_without_a_contest_is_said() {
    let folder = tempfile::tempdir().unwrap();
    let missing = Contest::open(folder.path(), house).unwrap_err();
    assert!(matches!(missing, ContestError::Missing(_)), "{missing}");
    std::fs::write(folder.path().join("contest.toml"), "name = 'Night'\ngame = 'poker'\n").unwrap();
    let by_folder = Contest::open(folder.path(), house).unwrap();
    let by_file = Contest::open(&folder.path().join("contest.toml"), house).unwrap();
    assert_eq!(by_folder, by_file);
}

#[test]
fn a_pipe_in_place_of_a_contest_file_is_not_waited_for() {
    let folder = tempfile::tempdir().unwrap();
    let pipe = folder.path().join("contest.toml");
    assert!(std::process::Command::new("mkfifo").arg(&pipe).status().unwrap().success());
    let error = Contest::open(folder.path(), house).unwrap_err();
    assert!(error.to_string().contains("expected a file, found something else"), "{error}");
}
