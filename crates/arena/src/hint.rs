//! How to mend a fault: one sentence for the author of a bot, by its verdict and what came.

use croupier_rules::verdict::{Fault, Verdict};

use crate::bot::BANK_SPENT;
use crate::workshop::{STEP, STOPPED};

/// What to do about a fault.
///
/// ```
/// use croupier_arena::hint::hint;
/// use croupier_rules::verdict::{Fault, Verdict};
/// let fault = Fault {
///     verdict: Verdict::Late,
///     asked: "bet1".into(),
///     came: "nothing within the time".into(),
///     expected: "bet1".into(),
///     out: false,
/// };
/// assert!(hint(&fault).starts_with("did you flush standard output"));
/// ```
pub fn hint(fault: &Fault) -> &'static str {
    match fault.verdict {
        Verdict::Ok => "nothing to mend",
        Verdict::Wrong => {
            "go through the test by hand: croupier rullete score --explain HAND, croupier camicia play DEAL"
        }
        Verdict::Illegal => illegal(fault),
        Verdict::Protocol => protocol(fault),
        Verdict::Late => late(fault),
        Verdict::Memory => "keep less: the limit is on resident memory",
        Verdict::Output => {
            "one answer a question, one line an answer: is there a loop that prints, or a line without end?"
        }
        Verdict::Crashed => crashed(fault),
        Verdict::Compile => compile(fault),
        Verdict::Referee => "install what is named, then run the same command again",
    }
}

/// How a source is told that lacks one of the functions.
const UNDEFINED: &str = "the source does not define ";

/// What to do about a fault of a bot of this kind, as the store names kinds: functions print nothing that is read.
///
/// ```
/// use croupier_arena::hint::{hint, hint_for};
/// use croupier_rules::verdict::{Fault, Verdict};
/// let fault = Fault {
///     verdict: Verdict::Illegal,
///     asked: "bet: a whole number from 0 to 2000".into(),
///     came: "playHand returned before cashIn".into(),
///     expected: "bet: a whole number from 0 to 2000".into(),
///     out: true,
/// };
/// assert!(hint_for("function", &fault).starts_with("call the referee's functions in their order"));
/// assert_eq!(hint_for("program", &fault), hint(&fault));
/// let lacks = Fault { came: "the source does not define startGame(int, int)".into(), ..fault };
/// assert!(hint_for("function", &lacks).starts_with("write void startGame(int, int)"));
/// ```
pub fn hint_for(kind: &str, fault: &Fault) -> &'static str {
    if kind != FUNCTION {
        hint(fault)
    } else if fault.verdict == Verdict::Illegal && fault.came.starts_with(UNDEFINED) {
        "write void startGame(int, int), void playHand() and void reshuffle() with these very types, as croupier.h has \
         them: with others C++ takes them for other functions"
    } else if fault.verdict == Verdict::Illegal && !fault.came.starts_with('`') {
        "call the referee's functions in their order, each as often as the rules say: placeBet, getDealerCard, \
         getCard twice, getCard for each hit, stand, getOutcome until it returns 0, cashIn"
    } else if fault.verdict == Verdict::Late && fault.came == NOTHING {
        "think less, or look for a loop without an end: the time is from one call of the referee's functions to \
         the next, in startGame and reshuffle too"
    } else {
        hint(fault)
    }
}

/// The kind of functions that the referee calls.
const FUNCTION: &str = "function";

/// What came of a bot that was late.
const NOTHING: &str = "nothing within the time";

fn illegal(fault: &Fault) -> &'static str {
    if fault.came.contains(" raised ") {
        "the bot raised an exception: the traceback is in its log"
    } else if fault.came.starts_with("class Player has no") {
        "write the methods that are named: bet1, call1, bet2 and call2 answer; name, hand, bet1_info, \
         call1_info, bet2_info, call2_info, showdown and result are told, and may do nothing"
    } else if fault.expected.contains("whole number") {
        "send a whole number that the question allows: no quotes, no fraction, no true or false"
    } else if fault.expected.contains("true or false") || fault.expected.contains("True or False") {
        "send true or false, not a number or a word"
    } else {
        "keep to what the question offers: its own fields say what is allowed"
    }
}

fn protocol(fault: &Fault) -> &'static str {
    if fault.asked == "hello" {
        r#"answer hello first of all by a line {"ready":1,"name":"…"}; print all else to standard error"#
    } else if fault.came.starts_with(r"`\u{feff}") {
        "the line begins with a byte order mark: write UTF-8 without one"
    } else if fault.expected.starts_with("an answer with id") || fault.expected.contains("`id`") {
        "copy the number `id` of the question into the answer, and answer each question once"
    } else if fault.expected.starts_with("a field") {
        "the answer lacks the field of this question: docs/protocol.md lists it"
    } else if fault.came.trim_start_matches('`').trim_start().starts_with(['{', '[']) {
        "the line is no JSON object: build it with a JSON library, or compare it with docs/protocol.md"
    } else {
        "print to standard error what is no answer: standard output is for answers alone"
    }
}

fn late(fault: &Fault) -> &'static str {
    if fault.came.ends_with(BANK_SPENT) {
        "the bank is the time for all answers together: think less for each, the question says left_ms"
    } else if fault.came.contains("\\r` without the end of a line") {
        "end each answer with a newline (\\n): a carriage return alone is none"
    } else if fault.came.ends_with("without the end of a line") {
        "end each answer with a newline, then flush standard output"
    } else if fault.came.starts_with("more than") {
        "look for a loop without an end, then for a faster way: [limits] of a contest says the time of a run"
    } else if fault.asked == "hello" {
        r#"the first line to print is {"ready":1,"name":"…"}, flushed; do long preparations within the start limit"#
    } else {
        "did you flush standard output? print(…, flush=True), fflush(stdout), std::endl, stdout().flush(); \
         if you did, think less: the question says left_ms"
    }
}

fn crashed(fault: &Fault) -> &'static str {
    // A program of a batch game `ended with` what is only named of a bot.
    let came = fault.came.strip_prefix("ended with ").unwrap_or(&fault.came);
    match came.split(" (").next().unwrap_or_default() {
        "exit status 0" => {
            "the bot ended by itself: read lines until one has \"bye\" in it, or until the end of input"
        }
        "signal 11" => {
            "a segmentation fault: memory that is not the bot's own, or recursion without an end, which uses up \
             the stack; compile with -g -fsanitize=address and give it the match again"
        }
        "signal 6" => {
            "the bot aborted itself: an assertion, or an exception that nothing caught; see its log"
        }
        "signal 8" => "an arithmetic error such as a division by 0",
        "the end of its output" => "keep standard output open until the end",
        came if came.starts_with("the program does not start") => {
            "start the program by hand: its format or its interpreter is not of this machine"
        }
        _ => "the reason is in the bot's log",
    }
}

fn compile(fault: &Fault) -> &'static str {
    if fault.came.contains(STOPPED) {
        "make the build shorter, or raise compile in [limits]"
    } else if fault.came.starts_with(STEP) {
        "run the step by hand in a copy of the bot's folder: what it says first is told above"
    } else if fault.came.contains('\n') {
        "mend the first error that the compiler names; the others often follow from it"
    } else {
        "mend what is named, then run the same command again"
    }
}

#[cfg(test)]
mod tests {
    use croupier_rules::verdict::{Fault, Verdict};

    use super::{hint, hint_for};
    use crate::errand::Cut;
    use crate::workshop::was_stopped;

    #[test]
    fn a_hint_names_the_likely_cause() {
        let [too_much, too_long] = [Cut::Processor, Cut::Clock]
            .map(|cut| format!("the build step `sh make.sh` {}", was_stopped(cut, 30_000)));
        for (verdict, asked, came, expected, word) in [
            (Verdict::Late, "bet1", "nothing within the time", "bet1", "flush"),
            (Verdict::Late, "bet1", "`{\"id\":1` without the end of a line", "bet1", "newline"),
            (Verdict::Late, "hello", "nothing within the time", "a line", "ready"),
            (Verdict::Protocol, "bet1", "`thinking...`", "one line of JSON (…)", "standard error"),
            (Verdict::Protocol, "bet1", r"`\u{feff}{}`", "one line of JSON (…)", "byte order mark"),
            (Verdict::Protocol, "bet1", "`{\"id\":2}` (id 2)", "an answer with id 1", "`id`"),
            (Verdict::Protocol, "bet1", "`{\"id\":1}`", "a field `bet`", "field"),
            (Verdict::Protocol, "hello", "`hello`", "a line", "ready"),
            (Verdict::Illegal, "bet1", "bet1 raised KeyError", "bet1", "traceback"),
            (
                Verdict::Illegal,
                "hello",
                "class Player has no bet1, hand",
                "a bot that is complete",
                "call1_info",
            ),
            (Verdict::Illegal, "bet1", "`{\"bet\":9}`", "a whole number from 10 to 300", "whole number"),
            (Verdict::Illegal, "call1", "`{\"call\":1}`", "true or false as `call`", "true or false"),
            (Verdict::Crashed, "bet1", "exit status 0", "bet1", "bye"),
            (Verdict::Crashed, "bet1", "signal 11", "bet1", "sanitize"),
            (Verdict::Crashed, "bet1", "signal 11", "bet1", "stack"),
            (Verdict::Crashed, "bet1", "exit status 1", "bet1", "log"),
            (Verdict::Crashed, "test 1: A / K", "ended with signal 8 (arithmetic)", "loop 1 1", "division"),
            (Verdict::Late, "test 1: A / K", "more than 1 s of processor time", "loop 1 1", "loop"),
            (Verdict::Wrong, "test 1: A / K", "line 1", "loop 1 1", "by hand"),
            (
                Verdict::Compile,
                "to be built",
                "gcc ended with exit status 1\na.c:1: error",
                "",
                "first error",
            ),
            (
                Verdict::Compile,
                "to be built",
                "the build step `sh make.sh` ended with exit status 1\na.c:1: error",
                "",
                "run the step by hand",
            ),
            (Verdict::Compile, "to be built", &too_much, "", "raise compile"),
            (Verdict::Compile, "to be built", &too_long, "", "raise compile"),
        ] {
            let [asked, came, expected] = [asked, came, expected].map(str::to_owned);
            let fault = Fault { verdict, asked, came, expected, out: false };
            assert!(hint(&fault).contains(word), "{fault}: {}", hint(&fault));
        }
    }

    #[test]
    fn functions_are_told_what_functions_can_mend() {
        for (verdict, came, word) in [
            (Verdict::Illegal, "placeBet twice", "in their order"),
            (Verdict::Illegal, "`{\"id\":3,\"bet\":20001}`", "whole number"),
            (Verdict::Late, "nothing within the time", "think less"),
            (Verdict::Crashed, "signal 8 (arithmetic)", "division"),
        ] {
            let expected = "bet: a whole number from 0 to 20000".to_owned();
            let fault = Fault { verdict, asked: expected.clone(), came: came.into(), expected, out: false };
            let said = hint_for("function", &fault);
            assert!(said.contains(word) && !said.contains("flush"), "{fault}: {said}");
        }
    }
}
