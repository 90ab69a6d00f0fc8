//! `class Player` bots behind the adapter, as the statement describes them.

#![expect(clippy::unwrap_used, reason = "a test says what failed by its line")]

mod seats;

use std::path::Path;

use croupier_arena::player::Player;
use croupier_arena::tools::Tools;
use croupier_rules::poker::Rules;
use croupier_rules::verdict::Verdict;
use croupier_trial::{python2, python3};
use seats::{class_player, house_player, play};

/// A player of twelve callbacks that notes them all in `calls.txt`; `{bet}` and `{call}` are bodies.
const PLAYER: &str = r#"
class Player:
    def note(self, *what):
        with open("calls.txt", "a") as calls:
            calls.write(" ".join(str(word) for word in what) + "\n")
    def name(self, i): self.note("name", i)
    def hand(self, card): self.note("hand", card)
    def bet1(self, min): self.note("bet1", min); {bet}
    def bet1_info(self, bets): self.note("bet1_info", bets)
    def call1(self, to_call): self.note("call1", to_call); {call}
    def call1_info(self, live): self.note("call1_info", live)
    def bet2(self, min): self.note("bet2", min); {bet}
    def bet2_info(self, bets): self.note("bet2_info", bets)
    def call2(self, to_call): self.note("call2", to_call); {call}
    def call2_info(self, live): self.note("call2_info", live)
    def showdown(self, cards): self.note("showdown", cards)
    def result(self, winnings): self.note("result", winnings)
"#;

fn player(bet: &str, call: &str) -> String {
    PLAYER.replace("{bet}", bet).replace("{call}", call)
}

/// Plays one class at seat 0 against house players.
fn match_of(
    interpreter: &Path,
    folder: &Path,
    main: &str,
    compat: &str,
    games: u32,
) -> croupier_arena::referee::MatchEnd {
    let bot: Box<dyn Player<Rules>> = Box::new(class_player(interpreter, folder, main, 0, compat).unwrap());
    play(&mut [bot, house_player(1), house_player(2)], games)
}

fn fouls_of(python: &Path, bet: &str, call: &str, compat: &str) -> (u32, Option<String>) {
    let folder = tempfile::tempdir().unwrap();
    std::fs::write(folder.path().join("bot.py"), player(bet, call)).unwrap();
    let end = match_of(python, folder.path(), "bot.py", compat, 1);
    (end.totals.fouls[0], end.faults[0].as_ref().map(|line| line.fault.came.clone()))
}

#[test]
fn the_twelve_callbacks_come_in_order() {
    let Some(python) = python3() else { return };
    let folder = tempfile::tempdir().unwrap();
    std::fs::write(folder.path().join("bot.py"), player("return min", "return True")).unwrap();
    let end = match_of(&python, folder.path(), "bot.py", "first", 2);
    assert_eq!(end.totals.verdicts[0], Verdict::Ok);
    let calls = std::fs::read_to_string(folder.path().join("calls.txt")).unwrap();
    let names: Vec<&str> = calls.lines().map(|line| line.split(' ').next().unwrap()).collect();
    let deal = [
        "hand",
        "bet1",
        "bet1_info",
        "call1",
        "call1_info",
        "bet2",
        "bet2_info",
        "call2",
        "call2_info",
        "showdown",
        "result",
    ];
    assert_eq!(names, [&["name"][..], &deal, &deal].concat(), "{calls}");
}

#[test]
fn answers_are_taken_as_the_first_arbiter_took_them() {
    let Some(python) = python3() else { return };
    for (bet, call) in [
        ("return float(min)", "return 'fold'"),
        ("import fractions; return fractions.Fraction(min)", "return 1"),
        ("import decimal; return decimal.Decimal(min)", "return []"),
    ] {
        assert_eq!(fouls_of(&python, bet, call, "first"), (0, None), "{bet}");
    }
}

#[test]
fn strict_compat_takes_whole_numbers_and_truth_values_only() {
    let Some(python) = python3() else { return };
    let (fouls, came) = fouls_of(&python, "return float(min)", "return True", "strict");
    assert_eq!((fouls, came.as_deref()), (1, Some("bet1 returned 10.0, not a whole number")));
    let (fouls, came) = fouls_of(&python, "return min", "return 1", "strict");
    assert_eq!((fouls, came.as_deref()), (1, Some("call1 returned 1, not True or False")));
    let (fouls, came) = fouls_of(&python, "return 10**5000", "return True", "strict");
    let beyond = "bet1 returned a number beyond 10**9, not a bid in range";
    assert_eq!((fouls, came.as_deref()), (1, Some(beyond)));
}

#[test]
fn no_valid_bid_is_a_foul_that_says_why() {
    let Some(python) = python3() else { return };
    for (bet, came) in [
        ("return None", "bet1 returned None, not a whole number"),
        ("return 'fold'", "bet1 returned 'fold', not a whole number"),
        ("return '20'", "bet1 returned '20', not a whole number"),
        ("return 20.5", "bet1 returned 20.5, not a whole number"),
        ("return float('nan')", "bet1 returned nan, not a whole number"),
        ("return 1 / 0", "bet1 raised ZeroDivisionError"),
        // Without its address, which differs from run to run.
        ("return object()", "bet1 returned <object object>, not a whole number"),
        ("return -1", r#"`{"id":1,"bet":-1}`"#),
        ("return 10**9", "`{\"id\":1,\"bet\":1000000000}`"),
        ("return 10**30", "bet1 returned a number beyond 10**9, not a bid in range"),
        ("return 10**5000", "bet1 returned a number beyond 10**9, not a bid in range"),
        ("return -10**5000", "bet1 returned a number beyond 10**9, not a bid in range"),
        ("return float('inf')", "bet1 returned inf, not a whole number"),
    ] {
        assert_eq!(fouls_of(&python, bet, "return True", "first"), (1, Some(came.into())), "{bet}");
    }
}

#[test]
fn files_beside_the_bot_modules_with_dots_and_prints_work() {
    let Some(python) = python3() else { return };
    let folder = tempfile::tempdir().unwrap();
    let package = folder.path().join("bots/deep");
    std::fs::create_dir_all(&package).unwrap();
    for init in ["bots/__init__.py", "bots/deep/__init__.py"] {
        std::fs::write(folder.path().join(init), "").unwrap();
    }
    std::fs::write(folder.path().join("weights.txt"), "25").unwrap();
    std::fs::write(package.join("helper.py"), "def bid(): return int(open('weights.txt').read())\n").unwrap();
    let source = player("print('deciding'); return max(min, helper.bid())", "return True");
    std::fs::write(
        package.join("bot.py"),
        format!("from bots.deep import helper\nprint('loading')\n{source}"),
    )
    .unwrap();
    let end = match_of(&python, folder.path(), "bots.deep.bot", "first", 3);
    assert_eq!(end.totals.verdicts[0], Verdict::Ok, "{:?}", end.faults);
}

#[test]
fn a_file_may_be_named_like_a_module_of_the_library() {
    let Some(python) = python3() else { return };
    let folder = tempfile::tempdir().unwrap();
    std::fs::write(folder.path().join("random.py"), player("return min", "return True")).unwrap();
    let end = match_of(&python, folder.path(), "random.py", "first", 1);
    assert_eq!(end.totals.verdicts[0], Verdict::Ok, "{:?}", end.faults);
}

#[test]
fn random_and_hash_seeds_come_from_match_and_seat() {
    let Some(python) = python3() else { return };
    let numbers = || {
        let folder = tempfile::tempdir().unwrap();
        let source =
            player("import random; self.note(random.random(), hash('a')); return min", "return True");
        std::fs::write(folder.path().join("bot.py"), source).unwrap();
        match_of(&python, folder.path(), "bot.py", "first", 1);
        std::fs::read_to_string(folder.path().join("calls.txt")).unwrap()
    };
    assert_eq!(numbers(), numbers());
}

#[test]
fn a_class_without_a_question_is_refused_at_the_start() {
    let Some(python) = python3() else { return };
    let folder = tempfile::tempdir().unwrap();
    std::fs::write(folder.path().join("bot.py"), "class Player:\n    def bet1(self, min): return min\n")
        .unwrap();
    let refused = class_player(&python, folder.path(), "bot.py", 0, "first").unwrap_err();
    assert!(refused.contains("class Player has no name, hand, bet1_info, call1, call1_info, bet2, bet2_info, call2, call2_info, showdown, result"), "{refused}");
    std::fs::write(folder.path().join("bot.py"), "import nothing_of_this_name\n").unwrap();
    let refused = class_player(&python, folder.path(), "bot.py", 0, "first").unwrap_err();
    assert!(refused.contains("ModuleNotFoundError"), "the log says why: {refused}");
}

#[test]
fn lists_given_to_a_bot_are_copies() {
    let Some(python) = python3() else { return };
    let spoil = |of: &str| format!("self.note(\"{of}\", {of}); {of}[:] = [None]");
    let mut source = player("return min", "return True");
    for (callback, list) in [
        ("bet1_info", "bets"),
        ("call1_info", "live"),
        ("bet2_info", "bets"),
        ("call2_info", "live"),
        ("showdown", "cards"),
        ("result", "winnings"),
    ] {
        source = source.replace(&format!("self.note(\"{callback}\", {list})"), &spoil(list));
    }
    let folder = tempfile::tempdir().unwrap();
    std::fs::write(folder.path().join("bot.py"), source).unwrap();
    let end = match_of(&python, folder.path(), "bot.py", "first", 3);
    assert_eq!(end.totals.verdicts[0], Verdict::Ok, "{:?}", end.faults);
    let calls = std::fs::read_to_string(folder.path().join("calls.txt")).unwrap();
    let lists = ["bets", "live", "cards", "winnings"];
    let told: Vec<&str> =
        calls.lines().filter(|line| lists.iter().any(|list| line.starts_with(list))).collect();
    assert_eq!(told.len(), 3 * 6, "{calls}");
    assert!(told.iter().all(|line| line.matches(',').count() == 2), "each has three seats: {calls}");
}

/// A player as the first arbiter ran them: `print` is a statement, `/` divides whole numbers, and a
/// dictionary has `iteritems`.
const PLAYER_OF_PYTHON_2: &str = r#"
class Player:
    def __init__(self):
        self.seen = {}
    def name(self, i):
        print "seat", i
    def hand(self, card):
        self.seen[card] = self.seen.get(card, 0L) + 1
    def bet1(self, min):
        often = sum(count for card, count in self.seen.iteritems())
        assert self.seen.has_key(max(self.seen)) and often > 0
        return min + 7 / 2
    def bet1_info(self, bets):
        assert bets[0] == 13, bets
        open("bids.txt", "a").write("%d\n" % bets[0])
    def call1(self, to_call): return 1L
    def call1_info(self, live): pass
    def bet2(self, min): return long(min)
    def bet2_info(self, bets): pass
    def call2(self, to_call): return u"yes"
    def call2_info(self, live): pass
    def showdown(self, cards): pass
    def result(self, winnings): pass
"#;

#[test]
fn a_class_player_runs_under_python_2() {
    let Some(python) = python2() else { return };
    let tool = Tools::of_system().python(python.to_str().unwrap()).unwrap();
    assert!(tool.version.starts_with("Python 2.7."), "{}", tool.version);
    let folder = tempfile::tempdir().unwrap();
    std::fs::write(folder.path().join("bot.py"), PLAYER_OF_PYTHON_2).unwrap();
    let end = match_of(&tool.program, folder.path(), "bot.py", "first", 50);
    assert_eq!(end.totals.verdicts[0], Verdict::Ok, "{:?}", end.faults);
    let bids = std::fs::read_to_string(folder.path().join("bids.txt")).unwrap();
    assert_eq!(bids, "13\n".repeat(50), "7 / 2 is 3");
}

#[test]
fn the_sample_players_play_a_match_without_a_fault() {
    let Some(python) = python3() else { return };
    let entrants = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../contests/poker-league/entrants");
    let folder = tempfile::tempdir().unwrap();
    let mut players: Vec<Box<dyn Player<Rules>>> = Vec::new();
    for (main, seat) in ["ladder.py", "bluffer.py", "watcher.py"].into_iter().zip(0..) {
        std::fs::copy(entrants.join(main), folder.path().join(main)).unwrap();
        players.push(Box::new(class_player(&python, folder.path(), main, seat, "strict").unwrap()));
    }
    let end = play(&mut players, 100);
    assert_eq!(end.totals.fouls, [0, 0, 0], "{:?}", end.faults);
}
