//! The sample bots that misbehave, and those that only look so: each gets the verdict that its folder is
//! named after. All of them are played one after the other.

use std::path::{Path, PathBuf};

use croupier_arena::contest::{
    BatchContest, BlackjackContest, Case, Contest, ContestRules, PokerContest, Settings, Test,
};
use croupier_arena::entrant::Field;
use croupier_arena::game_kind::GameKind;
use croupier_arena::house::Houses;
use croupier_arena::limits::Limits;
use croupier_arena::run::{Options, RunError, run_field};
use croupier_arena::stop::Stop;
use croupier_arena::store::{Archive, Begin};
use croupier_rules::batch::{AnswerBy, Task};
use croupier_rules::blackjack::mark::EVENINGS;
use croupier_rules::camicia::StateKey;
use croupier_rules::chance::Key;
use croupier_rules::rullete::Rule6;
use croupier_rules::verdict::Verdict;

/// The folder of the samples: `VERDICT/GAME/BOT`.
fn samples() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../bots")
}

/// A contest that is long enough for each sample to show what it does.
fn contest(game: GameKind, trust: bool) -> Contest {
    let (rules, house) = match game {
        GameKind::Poker => {
            let poker = PokerContest { deals: 12, ..PokerContest::default() };
            (ContestRules::Poker(poker), vec!["odds".to_owned(), "random".to_owned()])
        }
        GameKind::Camicia => (programs(Task::Camicia(StateKey::default())), Vec::new()),
        GameKind::Rullete => (programs(Task::Rullete(Rule6::default())), Vec::new()),
        GameKind::Blackjack => {
            let test =
                Test { name: "1".into(), money: 1_000, packs: 1, shuffles: [20; EVENINGS], seed: None };
            let blackjack = BlackjackContest {
                free_limits: true,
                committee: "table".to_owned(),
                tests: vec![test],
                ..BlackjackContest::default()
            };
            (ContestRules::Blackjack(blackjack), Vec::new())
        }
    };
    // A slow machine keeps these limits, and a test can wait for them.
    let limits = Limits { move_ms: 1_000, start_ms: 10_000, ..Limits::default() };
    let settings = Settings { rules, house, trust, limits };
    Contest { name: "samples".into(), folder: "samples".into(), entrants: PathBuf::new(), seed: 5, settings }
}

/// A dozen inputs reach every rule that can be reached.
fn programs(task: Task) -> ContestRules {
    let key = Key::new(5, "samples");
    let case = |number: u64| {
        let input = task.generate(key, number);
        let answer = task.answer(&input).expect("an input of our own");
        Case { name: number.to_string(), group: None, points: 1, input, answer, answer_by: AnswerBy::Rules }
    };
    ContestRules::Batch(BatchContest { task, run_ms: 2_000, tests: (0..12).map(case).collect() })
}

/// The verdict that the only entrant of the field gets, with the reason.
fn verdict(game: GameKind, field: Field, trust: bool) -> (Verdict, String) {
    let data = tempfile::tempdir().expect("a temporary folder can be made");
    let options = Options {
        data: data.path().into(),
        begin: Begin::Fresh,
        trust,
        jobs: 1,
        houses: Houses::OWN,
        luck: None,
        usher: None,
    };
    let outcome = run_field(&contest(game, trust), field, &options, &Stop::default(), &mut |_| {});
    match outcome {
        Ok(outcome) => {
            let row = outcome.rows.into_iter().find(|row| !row.name.starts_with("house:"));
            let row = row.expect("the entrant is in the standings");
            (row.verdict, row.reason.unwrap_or_default())
        }
        Err(RunError::TooFew { .. }) => {
            let archive = Archive::open(data.path()).expect("the run was begun");
            let run = archive.runs().expect("the store is whole").remove(0);
            let rows = archive.entrants(&run).expect("the store is whole");
            let row = rows.into_iter().find(|row| row.kind != "house").expect("the entrant was noted");
            (row.verdict, row.reason.unwrap_or_default())
        }
        Err(error) => panic!("{error}"),
    }
}

/// The late ones take their time.
mod clocks {
    use std::fs;

    use croupier_arena::entrant::{Field, find_all};
    use croupier_arena::game_kind::GameKind;
    use croupier_arena::sandbox::Sandbox;
    use croupier_rules::verdict::Verdict;
    use croupier_trial::{answers, compilers, python3, skip};

    use super::{samples, verdict};

    #[test]
    fn each_sample_gets_the_verdict_of_its_folder() {
        let (Some(_), Some(())) = (python3(), compilers()) else { return };
        if !answers("rustc") {
            return skip("no `rustc` answers").unwrap_or_default();
        }
        let mut wrong = Vec::new();
        let mut played = 0;
        for folder in fs::read_dir(samples()).expect("the samples are there").filter_map(Result::ok) {
            let Ok(expected) = folder.file_name().to_string_lossy().parse::<Verdict>() else { continue };
            // Only a sandbox holds bots to their memory.
            let trust = expected != Verdict::Memory;
            if !trust && Sandbox::choose(&std::env::temp_dir()).is_err() {
                return skip("no sandbox works").unwrap_or_default();
            }
            for game in [GameKind::Poker, GameKind::Blackjack, GameKind::Camicia, GameKind::Rullete] {
                let entrants = folder.path().join(game.name());
                if !entrants.is_dir() {
                    continue;
                }
                let field = find_all(&entrants, game).expect("the samples have names");
                let alone = field
                    .entrants
                    .into_iter()
                    .map(|entrant| Field { entrants: vec![entrant], unfit: vec![] });
                let unfit =
                    field.unfit.into_iter().map(|unfit| Field { entrants: vec![], unfit: vec![unfit] });
                for field in alone.chain(unfit) {
                    let name = field
                        .entrants
                        .first()
                        .map_or_else(|| field.unfit[0].name.clone(), |bot| bot.name.clone());
                    let (found, reason) = verdict(game, field, trust);
                    played += 1;
                    if found != expected {
                        wrong.push(format!("{expected}/{game}/{name}: {found}: {reason}"));
                    }
                }
            }
        }
        assert!(wrong.is_empty(), "{}", wrong.join("\n"));
        assert!(played >= 70, "only {played} samples were found");
    }
}
