//! Bots in WebAssembly: the same records as over a process, and an end for every rude one.
#![cfg(feature = "wasm")]
#![expect(clippy::unwrap_used, reason = "a test fails by panicking")]

mod table;

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use croupier_arena::entrant::{Runtime, find_one};
use croupier_arena::game_kind::GameKind;
use croupier_arena::limits::Limits;
use croupier_rules::verdict::Verdict;

use table::{Played, Table};

fn repository(path: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..").join(path)
}

/// A bot of blackjack that plays hands by the book, with this in it.
fn bot(before: &str, in_hand: &str) -> String {
    format!(
        "#include <cassert>
#include <cstdio>
#include <cstdlib>
#include <unistd.h>
int placeBet(int); int getDealerCard(); int getCard(); void stand(); int getOutcome(); int cashIn();
static int money, bet = 100;
{before}
void startGame(int start, int) {{ money = start; }}
void reshuffle() {{}}
void playHand() {{
    {in_hand}
    placeBet(bet);
    getDealerCard();
    int total = getCard() + getCard();
    while (total < 15) total += getCard();
    stand();
    while (getOutcome()) {{}}
    money += cashIn() - bet;
}}
"
    )
}

fn both(table: &Table, bot: &Path) -> (Played, Played) {
    (table.blackjack(bot, Runtime::Wasm), table.blackjack(bot, Runtime::Native))
}

#[test]
fn the_record_of_a_blackjack_bot_does_not_tell_what_it_ran_in() {
    let Some(table) = Table::open() else { return };
    for (name, verdict) in [
        ("contests/blackjack-night/entrants/flat.cpp", Verdict::Ok),
        ("contests/blackjack-night/entrants/counter.cpp", Verdict::Ok),
        ("bots/ok/blackjack/prints_a_lot.c", Verdict::Ok),
        ("bots/illegal/blackjack/bets_in_start_game.c", Verdict::Illegal),
        ("bots/illegal/blackjack/draws_on_after_21.c", Verdict::Illegal),
        ("bots/illegal/blackjack/forgets_to_cash_in.c", Verdict::Illegal),
        ("bots/illegal/blackjack/stands_twice.cpp", Verdict::Illegal),
        ("bots/crashed/blackjack/leaves_by_exit.c", Verdict::Crashed),
        ("bots/late/blackjack/thinks_for_ever.cpp", Verdict::Late),
        ("crates/arena/tests/glue/bots/by_hand.c", Verdict::Ok),
        ("crates/arena/tests/glue/bots/by_header.cpp", Verdict::Ok),
    ] {
        let (guest, process) = both(&table, &repository(name));
        assert_eq!(guest.verdict(), verdict, "{name}: {:?}", guest.end);
        assert_eq!(guest.end, process.end, "{name}");
        assert!(guest.record == process.record, "{name}");
    }
}

#[test]
fn a_rule_that_is_broken_anywhere_is_reported_in_the_same_words() {
    let Some(mut table) = Table::open() else { return };
    let hands = [
        "bet = -5;",
        "bet = money + 1;",
        "bet = 2147483647;",
        "getCard();",
        "stand();",
        "placeBet(1); placeBet(1);",
        "placeBet(1); getDealerCard(); getDealerCard();",
        "placeBet(1); getDealerCard(); getCard(); stand();",
        "placeBet(1); getDealerCard(); getCard(); getCard(); cashIn();",
        "placeBet(1); getDealerCard(); getCard(); getCard(); stand(); cashIn();",
        "placeBet(1); getDealerCard(); getCard(); getCard(); stand(); while (getOutcome()) {} getOutcome();",
        "placeBet(1); getDealerCard(); getCard(); getCard(); stand(); while (getOutcome()) {} return;",
        "placeBet(1); getDealerCard(); getCard(); getCard(); return;",
        "placeBet(1); getDealerCard(); for (;;) getCard();",
        "exit(3);",
        "std::exit(300);",
        "puts(\"bye\"); _Exit(1);",
        "return;",
    ];
    let at_once = ["bet = -5;", "bet = money + 1;", "getCard();", "placeBet(1); stand();"];
    let elsewhere = [
        "struct Early { Early() { getCard(); } } early;",
        "struct Late { ~Late() { getCard(); } } late_one;",
        "struct Both { ~Both() { getCard(); } } both; static int once = (bet = -7);",
        "struct Out { Out() { exit(4); } } out_at_once;",
    ];
    let sources = hands
        .iter()
        .map(|hand| bot("", &format!("static int hands = 0; if (++hands == 5) {{ {hand} }}")))
        .chain(at_once.iter().map(|hand| bot("", hand)))
        .chain(elsewhere.iter().map(|before| bot(before, "")));
    for (number, source) in sources.enumerate() {
        let path = table.file(&format!("{number}.cpp"), &source);
        let built = |runtime| table.build(&path, GameKind::Blackjack, runtime).unwrap();
        let (wasm, native) = (built(Runtime::Wasm), built(Runtime::Native));
        let mut verdicts = Vec::new();
        for order in ["strict", "lenient"] {
            table.order = order;
            let (guest, process) = (table.play_blackjack(&wasm), table.play_blackjack(&native));
            assert_eq!(guest.end, process.end, "{order}: {source}");
            assert!(guest.record == process.record, "{order}: {source}");
            verdicts.push(guest.verdict());
        }
        assert_ne!(verdicts[0], Verdict::Ok, "{source}");
    }
}

#[test]
fn what_a_bot_prints_is_its_log_and_its_input_is_empty() {
    let Some(table) = Table::open() else { return };
    let chatty = repository("crates/arena/tests/glue/bots/chatty.cpp");
    let (guest, process) = both(&table, &chatty);
    assert_eq!(guest.verdict(), Verdict::Ok, "{:?}", guest.end);
    let lines = |played: &Played| {
        let mut lines: Vec<String> = played.text().lines().map(str::to_owned).collect();
        lines.sort_unstable();
        lines
    };
    assert!(guest.text().contains("input is empty"), "{}", guest.text());
    assert_eq!(lines(&guest).len(), lines(&process).len());
}

#[test]
fn nothing_is_left_over_for_the_next_match() {
    let Some(table) = Table::open() else { return };
    let source = bot("static int played = 0;", "played += 10; bet = money < played ? money : played;");
    let counts = table.file("counts.cpp", source);
    let built = table.build(&counts, GameKind::Blackjack, Runtime::Wasm).unwrap();
    let first = table.play_blackjack(&built);
    assert_eq!(first.verdict(), Verdict::Ok);
    for _ in 0..3 {
        assert!(table.play_blackjack(&built) == first);
    }
}

#[test]
fn clock_and_chance_are_the_same_in_each_match() {
    let Some(table) = Table::open() else { return };
    let bets = "static std::random_device device; static std::mt19937 chance(device());
        bet = (chance() + time(nullptr) + clock() + std::chrono::steady_clock::now().time_since_epoch().count() / 1000)
            % (money + 1);";
    let gambles = table.file("gambles.cpp", bot("#include <bits/stdc++.h>", bets));
    let built = table.build(&gambles, GameKind::Blackjack, Runtime::Wasm).unwrap();
    let first = table.play_blackjack(&built);
    assert_eq!(first.verdict(), Verdict::Ok, "{:?}", first.end);
    assert!(table.play_blackjack(&built) == first);
}

#[test]
fn a_rude_bot_has_its_end() {
    let Some(mut table) = Table::open() else { return };
    table.limits.memory_bytes = 64 << 20;
    for (name, before, hand, verdict, came) in [
        (
            "recursion",
            "__attribute__((noinline, optnone)) int deep(int n) { volatile char place[100]; place[n % 100] = 1; return place[0] + deep(n + 1); }",
            "bet = deep(0);",
            Verdict::Crashed,
            "signal 11",
        ),
        (
            "bomb",
            "#include <string>\n#include <vector>\nstd::vector<std::string> all;",
            "for (;;) all.push_back(std::string(1 << 20, 'x'));",
            Verdict::Memory,
            "more memory than allowed",
        ),
        (
            "throws",
            "#include <stdexcept>",
            "try { throw std::runtime_error(\"no\"); } catch (...) { bet = 1; }",
            Verdict::Crashed,
            "signal 6",
        ),
        ("asserts", "", "assert(money < 0);", Verdict::Crashed, "signal 6"),
        ("floods", "", "for (;;) puts(\"and on and on and on\");", Verdict::Late, "nothing within the time"),
        (
            "sleeps",
            "",
            "sleep(3600);",
            Verdict::Late,
            "nothing within the time, and the bank of its time is spent",
        ),
        (
            "starts",
            "struct Slow { Slow() { for (volatile int i = 0;; i = i + 1) {} } } slow;",
            "",
            Verdict::Late,
            "nothing within the time",
        ),
    ] {
        let path = table.file(&format!("{name}.cpp"), bot(before, hand));
        let played = table.blackjack(&path, Runtime::Wasm);
        assert_eq!((played.verdict(), played.came()), (verdict, came), "{name}: {:?}", played.end);
        // The author is told what a process would not have.
        assert_eq!(played.text().contains("croupier: a trap: "), verdict == Verdict::Crashed, "{name}");
        if name == "throws" {
            assert!(played.text().contains("exceptions are not supported"), "{}", played.text());
        }
    }
}

#[test]
fn the_same_guest_gets_the_same_verdict_in_every_run() {
    let Some(mut table) = Table::open() else { return };
    table.limits.memory_bytes = 64 << 20;
    for (name, before, hand, verdict) in [
        (
            "memory",
            "#include <string>\n#include <vector>\nstd::vector<std::string> all;",
            "for (;;) all.push_back(std::string(1 << 20, 'x'));",
            Verdict::Memory,
        ),
        ("late", "", "for (volatile int i = 0;; i = i + 1) {}", Verdict::Late),
        ("aborts", "", "abort();", Verdict::Crashed),
        ("leaves", "", "exit(3);", Verdict::Crashed),
        ("bets", "", "bet = -1;", Verdict::Illegal),
    ] {
        let path = table.file(&format!("{name}.cpp"), bot(before, hand));
        let built = table.build(&path, GameKind::Blackjack, Runtime::Wasm).unwrap();
        let first = table.play_blackjack(&built);
        assert_eq!(first.verdict(), verdict, "{name}: {:?}", first.end);
        for run in 1..if croupier_trial::is_long() { 100 } else { 5 } {
            assert!(table.play_blackjack(&built) == first, "{name}, run {run}");
        }
    }
}

#[test]
fn a_million_calls_deep_is_in_order() {
    let Some(table) = Table::open() else { return };
    let deep = "__attribute__((noinline, optnone)) int deep(int n) { volatile int here = n; return n == 0 ? 0 : deep(n - 1) + (here - n) + 1; }";
    let path =
        table.file("deep.cpp", bot(deep, "static bool once = deep(1000000) == 1000000; if (!once) abort();"));
    let played = table.blackjack(&path, Runtime::Wasm);
    assert_eq!(played.verdict(), Verdict::Ok, "{:?}", played.end);
}

#[test]
fn a_source_that_webassembly_cannot_hold_is_told_where_it_can_be_built() {
    let Some(table) = Table::open() else { return };
    for source in [
        bot("#include <thread>\nstd::thread other([] {});", ""),
        bot("", "")
            .replace("void reshuffle()", "int reshuffle()")
            .replace("{}\nvoid playHand", "{ return 1; }\nvoid playHand"),
    ] {
        let path = table.file("cannot.cpp", &source);
        let said = table.build(&path, GameKind::Blackjack, Runtime::Wasm).unwrap_err().to_string();
        assert!(said.contains("clang++") && said.contains("runtime = \"native\""), "{said}");
        assert!(!said.contains("/usr"), "{said}");
    }
}

/// Compiles a program of JSON Lines to a module, as its author would.
fn handed_in(table: &Table, name: &str, source: &Path) -> PathBuf {
    let module = table.file(&format!("{name}.wasm"), "");
    let compiler =
        if source.extension().is_some_and(|suffix| suffix == "c") { "clang-19" } else { "clang++-19" };
    let exceptions = table.file("exceptions.c", croupier_arena::glue::EXCEPTIONS);
    let mut command = Command::new("clang-19");
    command
        .args(["--target=wasm32-wasi", "-O2", "-c", "-o"])
        .args([&exceptions.with_extension("o"), &exceptions]);
    assert!(command.status().unwrap().success());
    let mut command = Command::new(compiler);
    command.args(["--target=wasm32-wasi", "-O2", "-o"]).args([
        &module,
        source,
        &exceptions.with_extension("o"),
    ]);
    let out = command.output().unwrap();
    assert!(out.status.success(), "{}", String::from_utf8_lossy(&out.stderr));
    module
}

#[test]
fn the_record_of_a_program_of_lines_does_not_tell_what_it_ran_in() {
    let Some(table) = Table::open() else { return };
    for name in ["poker/bot.c", "poker/bot.cpp"] {
        let source = repository("crates/app/src/templates").join(name);
        let process = table.poker(&source, Runtime::Native);
        assert_eq!(process.verdict(), Verdict::Ok, "{name}: {:?}", process.end);
        let guest = table.poker(&source, Runtime::Wasm);
        assert_eq!(guest.end, process.end, "{name}");
        assert!(guest.record == process.record, "{name}");
        let module = table.poker(&handed_in(&table, "handed-in", &source), Runtime::Wasm);
        assert!(module.record == process.record, "{name}");
    }
    let unflushed = repository("bots/late/poker/no_flush.c");
    let (guest, process) = (table.poker(&unflushed, Runtime::Wasm), table.poker(&unflushed, Runtime::Native));
    assert_eq!(guest.end, process.end);
}

/// A program of poker in C that greets, reads questions, and answers each by this.
fn lines(answer: &str) -> String {
    format!(
        "#include <stdio.h>
#include <stdlib.h>
#include <string.h>
static char line[65536];
int main(void) {{
    while (fgets(line, sizeof line, stdin)) {{
        char *id = strstr(line, \"\\\"id\\\":\");
        if (strstr(line, \"\\\"hello\\\"\")) {{ puts(\"{{\\\"ready\\\":1,\\\"name\\\":\\\"x\\\"}}\"); fflush(stdout); }}
        if (!id || !strstr(line, \"\\\"ask\\\"\")) continue;
        int number = atoi(id + 5), call = strstr(line, \"\\\"call\") != NULL;
        (void)call; (void)number;
        {answer}
        fflush(stdout);
    }}
}}
"
    )
}

#[test]
fn a_rude_program_of_lines_gets_the_verdict_of_a_process() {
    let Some(mut table) = Table::open() else { return };
    table.limits = Limits { output_bytes: 1 << 20, ..table.limits };
    for (name, answer, verdict) in [
        ("garbles", "puts(\"thinking...\");", Verdict::Protocol),
        (
            "other_id",
            "printf(\"{\\\"id\\\":%d,\\\"bet\\\":10,\\\"call\\\":true}\\n\", number + 1);",
            Verdict::Protocol,
        ),
        (
            "too_much",
            "printf(\"{\\\"id\\\":%d,\\\"bet\\\":301,\\\"call\\\":true}\\n\", number);",
            Verdict::Illegal,
        ),
        ("leaves", "exit(2);", Verdict::Crashed),
        ("closes", "fclose(stdout);", Verdict::Crashed),
        ("aborts", "abort();", Verdict::Crashed),
        ("divides", "volatile int zero = 0; printf(\"%d\", number / zero);", Verdict::Crashed),
        ("wild", "*(volatile int *)0xfffffff0u = 1;", Verdict::Crashed),
        ("no_newline", "printf(\"{\\\"id\\\":%d,\\\"bet\\\":10}\", number);", Verdict::Late),
        ("floods", "for (;;) puts(\"{\\\"id\\\":1,\\\"bet\\\":10}\");", Verdict::Protocol),
        ("long_line", "for (;;) fputs(\"1234567890\", stdout);", Verdict::Output),
        ("thinks", "for (volatile int i = 0;; i = i + 1) {}", Verdict::Late),
    ] {
        let source = table.file(&format!("{name}.c"), lines(answer));
        let guest = table.poker(&source, Runtime::Wasm);
        assert_eq!(guest.verdict(), verdict, "{name}: {:?}", guest.end.faults);
        let process = table.poker(&source, Runtime::Native);
        assert_eq!(guest.end.faults, process.end.faults, "{name}");
    }
}

/// An answer that is always lawful.
const POLITE: &str = "if (call) printf(\"{\\\"id\\\":%d,\\\"call\\\":true}\\n\", number);
        else printf(\"{\\\"id\\\":%d,\\\"bet\\\":%d}\\n\", number, atoi(strstr(line, \"\\\"min\\\":\") + 6));";

#[test]
fn a_bot_is_held_to_its_promise_of_a_farewell() {
    let Some(table) = Table::open() else { return };
    let promises = lines(POLITE).replace("\\\"x\\\"}", "\\\"x\\\",\\\"bye\\\":true}");
    let keeps = promises.replace(
        "if (!id ||",
        "if (strstr(line, \"\\\"bye\\\"\")) puts(\"{\\\"bye\\\":true}\");\n        if (!id ||",
    );
    for (name, source, verdict) in [("promises", &promises, Verdict::Crashed), ("keeps", &keeps, Verdict::Ok)]
    {
        let source = table.file(&format!("{name}.c"), source);
        let guest = table.poker(&source, Runtime::Wasm);
        assert_eq!(guest.verdict(), verdict, "{name}: {:?}", guest.end.faults);
        assert_eq!(guest.end, table.poker(&source, Runtime::Native).end, "{name}");
    }
}

/// It reads on instead of answering: late, and the one strike is left for its second answer.
#[test]
fn an_answer_that_never_comes_is_no_strike() {
    let Some(mut table) = Table::open() else { return };
    table.limits = Limits { move_ms: 20, hard_ms: 2_000, strikes: 1, ..table.limits };
    let slow = "static int turn = 0;
        if (++turn == 1) continue;
        if (turn == 2) for (volatile int i = 0; i < 20000000; i = i + 1) {}";
    let source = table.file("slow.c", lines(&format!("{slow} {POLITE}")));
    let guest = table.poker(&source, Runtime::Wasm);
    assert_eq!((guest.verdict(), guest.end.totals.fouls[0]), (Verdict::Late, 1), "{:?}", guest.end.faults);
    assert!(
        guest.text().contains("croupier: answer 2 took") && guest.text().contains("0 left"),
        "{}",
        guest.text()
    );
}

#[test]
fn a_source_may_be_called_as_an_option_is() {
    let Some(table) = Table::open() else { return };
    let path = table.file("-flat.cpp", bot("", ""));
    let (guest, process) = both(&table, &path);
    assert_eq!((guest.verdict(), guest.end), (Verdict::Ok, process.end));
}

#[test]
fn a_module_goes_with_games_that_ask_and_runtime_with_c() {
    let folder = tempfile::tempdir().unwrap();
    let module = folder.path().join("bot.wasm");
    fs::write(&module, "").unwrap();
    assert_eq!(find_one(&module, GameKind::Poker).unwrap().kind.name(), "program");
    let said = find_one(&module, GameKind::Rullete).unwrap_err().to_string();
    assert!(said.contains("a module in WebAssembly goes with blackjack and poker"), "{said}");
    for (toml, main, game, what) in [
        ("runtime = \"wasm\"", "main.py", GameKind::Poker, "`runtime` goes with a source in C or C++"),
        ("runtime = \"wasm\"", "main.c", GameKind::Rullete, "goes with blackjack and poker"),
        ("runtime = \"java\"", "main.c", GameKind::Poker, "wasm"),
        ("runtime = \"wasm\"\ncommand = \"./main.c\"", "main.c", GameKind::Poker, "do not go together"),
    ] {
        let folder = tempfile::Builder::new().prefix("bot-").tempdir().unwrap();
        fs::write(folder.path().join("bot.toml"), toml).unwrap();
        fs::write(folder.path().join(main), "int main() {}").unwrap();
        let said = find_one(folder.path(), game).unwrap_err().to_string();
        assert!(said.contains(what), "{toml}: {said}");
    }
}
