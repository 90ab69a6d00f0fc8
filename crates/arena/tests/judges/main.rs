//! The judges of the interactive packages, against our referee: the same cards, lines, faults and sums.
#![expect(clippy::unwrap_used, reason = "a test fails by panicking")]

mod answers;
mod judge;
mod referee;
mod workshop;

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

use croupier_arena::game_kind::GameKind;
use croupier_arena::package::{Export, export, interactive_tests};
use croupier_arena::protocol::{self, Message, Misanswer, Wire};
use croupier_rules::chance::Key;
use croupier_rules::poker;
use croupier_rules::rullete::Rule6;
use croupier_rules::verdict::Verdict;
use judge::{RIGHT, Said, TROUBLE, WRONG};
use referee::Sitting;
use workshop::Workshop;

/// The games that have a judge.
const GAMES: [GameKind; 2] = [GameKind::Blackjack, GameKind::Poker];

/// A judge's source, as it is in a package: in one file, alone in a folder.
fn source(game: GameKind) -> PathBuf {
    let wanted = Export { game, rule6: Rule6::default(), seed: 0, tests: 0 };
    let package = export(&wanted);
    let folder = Path::new("output_validators/judge");
    let mut judge = package.files().filter(|(path, _)| path.starts_with(folder));
    let (path, content) = judge.next().unwrap();
    assert!(path.ends_with("judge.cpp") && judge.next().is_none(), "{}", path.display());
    let source = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("judge-{game}")).join("judge.cpp");
    fs::create_dir_all(source.parent().unwrap()).unwrap();
    fs::write(&source, content).unwrap();
    source
}

/// Scripts of each game.
fn scripts() -> u64 {
    if croupier_trial::is_long() { 5_000 } else { 500 }
}

/// The same script before both: every line that was sent, the verdict, the place of the fault, the sums, and whether
/// they suffice: by turns what was reached is asked for, and a little more.
fn compare(sitting: &Sitting, workshop: &Workshop) -> &'static str {
    let seed = sitting.seed;
    let ours = sitting.before_our_referee(&workshop.puppet);
    let is_too_much = seed % 2 == 1 && !sitting.is_most(ours.reached);
    let least = ours.reached + i64::from(is_too_much);
    let theirs = workshop.judge(sitting.game).before(sitting, least, &workshop.puppet);
    let verdict = ours.end.totals.verdicts[sitting.seat];
    let context = || format!("{} {seed}: {verdict}, {}", sitting.game, theirs.message);
    let Some(fault) = &ours.end.faults[sitting.seat] else {
        assert_eq!(verdict, Verdict::Ok, "{}", context());
        let (code, word) = if is_too_much { (WRONG, "too little") } else { (RIGHT, "accepted") };
        let sums = format!("{word}{}", ours.sums.replace('@', &least.to_string()));
        assert_eq!(theirs.code, Some(code), "{}", context());
        assert_eq!(ours.lines, theirs.lines, "{}", context());
        assert!(theirs.message.starts_with(&sums), "{sums} in {}", context());
        return if is_too_much { "too little" } else { "ok" };
    };
    assert_eq!(theirs.code, Some(WRONG), "{}", context());
    assert!(theirs.message.starts_with(verdict.name()), "{}", context());
    // Our referee plays on, or says goodbye; the judge has heard enough.
    assert!(ours.lines.starts_with(&theirs.lines), "{}", context());
    let place = format!("{} {} of", sitting.game_word(), fault.game + 1);
    let places = [place.as_str(), "before the first", "after the last"];
    assert!(places.iter().any(|place| theirs.message.contains(place)), "{place}: {}", context());
    verdict.name()
}

fn all_scripts(game: GameKind) {
    let Some(workshop) = Workshop::open() else { return };
    let mut verdicts = BTreeMap::new();
    for seed in 0..scripts() {
        *verdicts.entry(compare(&Sitting::of(game, seed), workshop)).or_insert(0) += 1;
    }
    let all = ["crashed", "illegal", "ok", "output", "protocol", "too little"];
    assert!(verdicts.keys().eq(all.iter()) && verdicts.values().all(|&count| count >= 5), "{verdicts:?}");
}

#[test]
fn every_script_of_poker_comes_out_as_before_our_referee() {
    all_scripts(GameKind::Poker);
}

#[test]
fn every_script_of_blackjack_comes_out_as_before_our_referee() {
    all_scripts(GameKind::Blackjack);
}

#[test]
fn judges_compile_without_warnings() {
    let Some(_) = Workshop::open() else { return };
    for game in GAMES {
        for compiler in ["c++", "clang++-19"] {
            if croupier_trial::answers(compiler) {
                Workshop::compile_strictly(compiler, &source(game));
            }
        }
    }
}

/// What our referee makes of a first answer: the word for a fault, or `None`.
fn fault_of(line: &[u8]) -> Option<&'static str> {
    let choices = poker::Choices::Bid { round: poker::Round::First, min: 10, max: 300 };
    match protocol::read(line) {
        Message::Answer(1, answer) => match poker::Rules::answer(&choices, &answer) {
            Ok(poker::Action::Bid(10..=300)) => None,
            Ok(_) | Err(Misanswer::Forbidden(_)) => Some("illegal"),
            Err(Misanswer::Garbled(_)) => Some("protocol"),
        },
        Message::Illegal(..) => Some("illegal"),
        Message::Answer(..) | Message::Garbled(_) => Some("protocol"),
    }
}

#[test]
fn a_judge_reads_json_as_we_do() {
    const SEED: u64 = 8;
    let Some(workshop) = Workshop::open() else { return };
    println!("seed {SEED}");
    let mut chance = Key::new(SEED, "judges/answers").stream(0);
    let house = Key::new(SEED, "judges/house").hex();
    let input = format!(
        "poker 1\nseat 0\ndeals 1\nmin 10\nmax 300\nleft_ms 1000\nbot_seed 1\ncards {house}\n\
         house 1 rock {house}\nhouse 2 rock {house}\n"
    );
    let (mut taken, mut faults) = (0, 0);
    for _ in 0..if croupier_trial::is_long() { 5_000 } else { 500 } {
        let line = answers::answer(&mut chance);
        let lines = [b"{\"ready\":1}\n", &line[..], b"\n"].concat();
        let message = workshop.judge(GameKind::Poker).told(&input, "least -300\n", &lines).message;
        let is_as_here = match fault_of(&line) {
            // The next question, if there is one, has no answer.
            None => message.starts_with("accepted") || message.starts_with("crashed"),
            Some(word) => message.starts_with(word) && message.contains("question 1\n"),
        };
        assert!(is_as_here, "`{}`: {:?}, {message}", line.escape_ascii(), fault_of(&line));
        if fault_of(&line).is_none() { taken += 1 } else { faults += 1 }
    }
    assert!(taken > 100 && faults > 100, "{taken} {faults}");
}

/// Letters of one to four bytes, and the same ones escaped, are the same letters.
#[test]
fn escaped_letters_are_written_as_they_are() {
    let Some(workshop) = Workshop::open() else { return };
    let escaped = r#"{"illegal":"A \u00e9 \u20ac \uffff \ud834\udd1e"}"#;
    let plain = "{\"illegal\":\"\\u0041 \u{e9} \u{20ac} \u{ffff} \u{1d11e}\"}";
    let bytes = "A \u{e9} \u{20ac} \u{ffff} \u{1d11e}".as_bytes().escape_ascii();
    let expected = format!("came:     `{bytes}`\n");
    for game in GAMES {
        let test = &interactive_tests(game, 7)[0];
        for line in [escaped, plain] {
            let lines = format!("{line}\n");
            let message = workshop.judge(game).told(&test.input, &test.answer, lines.as_bytes()).message;
            assert!(message.contains(&expected), "{game}: `{expected}` in {message}");
        }
    }
}

/// The samples are what is said in truth: the judge, told the submission's lines, says its own, and waits for no end.
#[test]
fn a_judge_speaks_the_lines_of_the_samples() {
    let Some(workshop) = Workshop::open() else { return };
    for game in GAMES {
        for test in interactive_tests(game, 7).iter().filter(|test| test.is_sample) {
            let interaction = test.interaction.as_ref().unwrap();
            let lines = |mark: char| -> String {
                let lines = interaction.split_inclusive('\n').filter_map(|line| line.strip_prefix(mark));
                lines.collect()
            };
            let Said { code, output, message } =
                workshop.judge(game).told_without_end(&test.input, &test.answer, lines('>').as_bytes());
            assert_eq!((code, output), (Some(RIGHT), lines('<')), "{game} {}: {message}", test.name);
        }
    }
}

/// What is wrong with a test is never the submission's fault.
#[test]
fn a_broken_test_or_a_place_without_feedback_is_a_judge_error() {
    let Some(workshop) = Workshop::open() else { return };
    for game in GAMES {
        let judge = workshop.judge(game);
        let test = &interactive_tests(game, 7)[0];
        let lines: Vec<&str> = test.input.lines().collect();
        for broken in 0..lines.len() {
            let with = |line: Option<&str>| -> String {
                let changed = lines
                    .iter()
                    .enumerate()
                    .filter_map(|(number, whole)| if number == broken { line } else { Some(*whole) });
                changed.flat_map(|line| [line, "\n"]).collect()
            };
            let word = lines[broken].split(' ').next().unwrap();
            for line in [
                None,
                Some(""),
                Some(word),
                Some("x 1"),
                Some(&*format!("{word} -1")),
                Some(&*format!("{word} 1x")),
            ] {
                let said = judge.told(&with(line), &test.answer, b"");
                assert_eq!(
                    (said.code, &*said.message),
                    (Some(TROUBLE), ""),
                    "{game}: {line:?} for {}",
                    lines[broken]
                );
            }
        }
        for answer in ["", "least\n", "least ten\n", "least 4\nleast 4\n", "\0\0\0\n"] {
            assert_eq!(judge.told(&test.input, answer, b"").code, Some(TROUBLE), "{game}: {answer:?}");
        }
        assert_eq!(judge.without_feedback(&test.input, &test.answer), Some(TROUBLE), "{game}");
    }
}

/// Whatever a submission does with its channels, the judge has a word on it.
#[test]
fn no_submission_brings_a_judge_to_another_exit_code() {
    let Some(workshop) = Workshop::open() else { return };
    for game in GAMES {
        let test = &interactive_tests(game, 7)[0];
        for script in [
            "true",
            "exec <&- >&-",
            "exec >&-; cat >/dev/null",
            "kill -9 $$",
            "yes",
            "cat /dev/zero",
            "head -c 70000 /dev/zero",
            "head -c 300000 /dev/urandom",
            "echo '{\"ready\":1}'; exec <&-; yes '{\"id\":1,\"bet\":10}'",
            "echo '{\"ready\":1}'; exec <&-; cat /dev/zero",
            "echo '{\"ready\":1}'; exec <&-; yes ''",
            "echo '{\"ready\":1,\"bye\":true}'",
            "cat",
        ] {
            let code = workshop.judge(game).before_command(test, script);
            assert_eq!(code, Some(WRONG), "{game}: {script}");
        }
    }
}

/// `ChaCha` with 8 rounds, the draws and the picks are ours: the first cards of many keys. The scripts draw from few.
#[test]
fn the_cards_of_a_judge_are_those_of_our_streams() {
    let Some(workshop) = Workshop::open() else { return };
    for seed in 0..20 {
        let key = Key::new(seed, "judges/cards");
        let house = Key::new(seed, "judges/house").hex();
        let input = format!(
            "poker 1\nseat 1\ndeals 1000\nmin 10\nmax 300\nleft_ms 1000\nbot_seed 1\ncards {}\nhouse 0 rock {house}\nhouse 2 rock {house}\n",
            key.hex()
        );
        let answers: Vec<String> =
            (1..=3_000).map(|id| format!("{{\"id\":{id},\"bet\":10,\"call\":true}}\n")).collect();
        let answers = answers.concat();
        let said = workshop.judge(GameKind::Poker).told(
            &input,
            "least -300000\n",
            format!("{{\"ready\":1}}\n{answers}").as_bytes(),
        );
        let cards: Vec<u32> = said
            .output
            .lines()
            .filter_map(|line| {
                line.strip_prefix("{\"tell\":\"hand\",\"card\":")?.strip_suffix('}')?.parse().ok()
            })
            .collect();
        let expected: Vec<u32> = (0..cards.len() as u64)
            .map(|deal| {
                let mut stream = key.stream(deal << 32);
                stream.below(10);
                stream.below(10)
            })
            .collect();
        assert!(cards.len() > 500, "{}", said.message);
        assert_eq!(cards, expected, "{seed}");
    }
}
