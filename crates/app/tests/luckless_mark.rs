//! The interval of the mark without luck: how often it holds the mark that was to be expected.

use std::collections::BTreeMap;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::thread;

use croupier_arena::run::{Evenings, TestMark};
use croupier_arena::standings::Share;
use croupier_arena::store::{FinishedMatch, SeatRow};
use croupier_rules::blackjack::{Evening, News, Rules};
use croupier_rules::chance::Key;
use croupier_rules::chips::Chips;
use croupier_rules::game::{Acts, Game, Node, Step};
use croupier_rules::seat::Seat;
use croupier_rules::verdict::Verdict;
use croupier_solve::bankroll::{Bets, Gambler, Linear, Luckless, Style};

const SEED: u64 = 33;

/// Known players.
#[derive(Clone, Copy)]
enum Who {
    /// By the table, a hundredth of the first money on each hand.
    Flat,
    /// By the table, one Kelly.
    Table,
    /// By the very cards, one Kelly.
    Exact,
}

/// Evenings of forty shoes of ten packs.
fn rules() -> Rules {
    Rules { shuffles: 41, ..Rules::default() }
}

/// Ten evenings of a player, on shoes that the contest and their name decide.
fn test(who: Who, linear: &Arc<Linear>, contest: u64, shoes: &str) -> Evenings {
    let (rules, key) = (rules(), Key::new(SEED, &format!("contest {contest}, shoes of {shoes}")));
    let (style, bets) = match who {
        Who::Flat => (Style::Table(Arc::clone(linear)), Bets::Flat),
        Who::Table => (Style::Table(Arc::clone(linear)), Bets::Kelly(1.0)),
        Who::Exact => (Style::exact(), Bets::Kelly(1.0)),
    };
    let (mut gambler, mut luck) = (Gambler::betting(style, bets, &rules), Luckless::default());
    let (mut money, mut luckless) = (Vec::new(), Vec::new());
    for number in 0..10 {
        let mut stream = key.stream(number);
        let mut state: Evening = rules.start();
        let mut tell: Vec<News> = Vec::new();
        rules.opening(&state, Seat(0), &mut |said| tell.push(said));
        loop {
            tell.drain(..).for_each(|news| gambler.learn(&news));
            let step = match rules.node(&state) {
                Node::Over => break,
                Node::Chance => Step::Draw(rules.drawn(&state, stream.pick(&rules.weights(&state)))),
                Node::Decide(_) => {
                    let action = gambler.choose(&rules.choices(&state, Seat(0)));
                    Step::Act(Acts::from_iter([(Seat(0), action)]))
                }
            };
            luck.step(&state, &step);
            rules.apply(&mut state, &step).expect("the step is lawful");
            rules.news(&state, &step, Seat(0), &mut |said| tell.push(said));
        }
        money.push(u64::try_from(state.money()).expect("money is never below 0"));
        luckless.push(luck.take());
    }
    Evenings { money, full: false, luckless: Some(luckless) }
}

/// A match as a run stores it.
fn finished(number: u32, entrant: &str, shoes: &str, evenings: &Evenings) -> FinishedMatch {
    let share = Share { score: Chips::whole(0), fouls: 0, absent: 0, verdict: Verdict::Ok, reason: None };
    FinishedMatch {
        number,
        label: shoes.to_owned(),
        result: serde_json::to_value(evenings).expect("evenings are plain numbers"),
        record_hash: String::new(),
        seats: vec![SeatRow { entrant: entrant.to_owned(), share, fuel: None }],
    }
}

/// The mark of an entrant against a committee, with what is told beside it.
fn mark(contest: u64, entrant: &Evenings, committee: &Evenings, is_common: bool) -> TestMark {
    let of_entrant = if is_common { "all" } else { "its own" };
    let matches = BTreeMap::from([
        (1, finished(1, "committee:known", "all", committee)),
        (2, finished(2, &format!("entrant {contest}"), of_entrant, entrant)),
    ]);
    let start = u32::try_from(rules().money).expect("a small sum");
    TestMark::of(&matches, 2, start).expect("it is readable").expect("there is a committee")
}

/// Who plays whom, and how many in a hundred intervals hold the expected mark at least: `docs/intervals.md` has the numbers.
const PAIRS: [(&str, f64); 4] = [
    ("flat against table", 50.0),
    ("flat against exact", 83.0),
    ("table against exact", 95.0),
    ("table against table on other shoes", 95.0),
];

fn contest(contest: u64, linear: &Arc<Linear>) -> [TestMark; 4] {
    let [flat, table, exact] =
        [Who::Flat, Who::Table, Who::Exact].map(|who| test(who, linear, contest, "all"));
    let apart = test(Who::Table, linear, contest, "another");
    [
        mark(contest, &flat, &table, true),
        mark(contest, &flat, &exact, true),
        mark(contest, &table, &exact, true),
        mark(contest, &table, &apart, false),
    ]
}

/// Contests with other cards, on all cores.
fn contests(count: u64) -> Vec<[TestMark; 4]> {
    let linear = Arc::new(Linear::of_packs(10).expect("ten packs"));
    let next = AtomicU64::new(0);
    let worker = || -> Vec<(u64, [TestMark; 4])> {
        let numbers =
            std::iter::from_fn(|| Some(next.fetch_add(1, Ordering::Relaxed)).filter(|&n| n < count));
        numbers.map(|number| (number, contest(number, &linear))).collect()
    };
    let mut marks: BTreeMap<u64, [TestMark; 4]> = BTreeMap::new();
    thread::scope(|scope| {
        let cores = thread::available_parallelism().map_or(1, Into::into);
        let workers: Vec<_> = (0..cores).map(|_| scope.spawn(worker)).collect();
        for worker in workers {
            marks.extend(worker.join().expect("a contest is played to its end"));
        }
    });
    marks.into_values().collect()
}

/// How a test without luck compares with the mark as it fell.
struct Coverage {
    /// The mean mark of all contests: what was to be expected.
    expected: f64,
    /// The mean of the marks without luck.
    without_luck: f64,
    /// How many in a hundred intervals hold the expected mark, without luck and of the mark as it fell.
    held: [f64; 2],
    /// How wide they are in the mean.
    width: [f64; 2],
}

impl Coverage {
    fn of(marks: &[&TestMark]) -> Self {
        let count = f64::from(u32::try_from(marks.len()).expect("some hundreds"));
        let mean = |of: &dyn Fn(&TestMark) -> f64| marks.iter().map(|mark| of(mark)).sum::<f64>() / count;
        let without = |mark: &TestMark| mark.luckless.expect("it was measured in all evenings");
        let expected = mean(&|mark| mark.mark.into());
        let held = |low, high| if (low..=high).contains(&expected) { 100.0 } else { 0.0 };
        Self {
            expected,
            without_luck: mean(&|mark| without(mark).mark),
            held: [
                mean(&|mark| held(without(mark).low, without(mark).high)),
                mean(&|mark| held(mark.low, mark.high)),
            ],
            width: [mean(&|mark| without(mark).high - without(mark).low), mean(&|mark| mark.high - mark.low)],
        }
    }
}

/// Five hundred contests in the long run, forty in the short one, whose bounds are wider by what so few scatter.
#[test]
fn intervals_of_the_mark_without_luck_hold_what_is_told() {
    let is_long = croupier_trial::is_long();
    let (count, scatter) = if is_long { (500, 0.0) } else { (40, 20.0) };
    let contests = contests(count);
    for (pair, (what, least)) in PAIRS.iter().enumerate() {
        let marks: Vec<&TestMark> = contests.iter().map(|marks| &marks[pair]).collect();
        let Coverage { expected, without_luck, held: [held, raw], width: [width, raw_width] } =
            Coverage::of(&marks);
        println!(
            "{what}: {expected:.2} is expected, {without_luck:.2} is told; held by {held:.1} %, {width:.1} wide; as it fell \
             by {raw:.1} %, {raw_width:.1} wide"
        );
        assert!(held >= least - scatter, "seed {SEED}, {what}: {held} % of {count} hold {expected}");
        assert!(width < raw_width + 0.2, "seed {SEED}, {what}: {width} wide, {raw_width} as it fell");
    }
}
