//! Test data of poker for other judges: seats, keys, and how much is to be won.
//!
//! The cards and the house players are those of a match here in which a bot called `submission` plays: see
//! `docs/problems-interactive.md`.

use std::fmt::Write as _;
use std::ops::ControlFlow;
use std::sync::atomic::AtomicBool;
use std::sync::mpsc::channel;

use croupier_rules::chance::Key;
use croupier_rules::chips::Chips;
use croupier_rules::poker::{Action, CARDS, Rules, SEATS};
use croupier_rules::seat::Seat;

use super::Test;
use super::transcript::{LEFT_MS, Scribe};
use crate::contestant::{bot_seed, own_key};
use crate::dealer::Seeded;
use crate::house;
use crate::player::Player;
use crate::referee::{Match, NoRecord};

/// The name of the submission in the labels of chance.
const SUBMISSION: &str = "submission";

/// The house player whose winnings measure a test.
const MEASURE: &str = "odds";

/// The line-ups of the tests, by seat; `None` is the submission's.
type LineUp = [Option<&'static str>; SEATS];

const SAMPLES: [LineUp; 2] = [[None, Some("odds"), Some("random")], [Some("maniac"), None, Some("rock")]];

const SECRET: [LineUp; 6] = [
    [None, Some("random"), Some("maniac")],
    [Some("odds"), None, Some("random")],
    [Some("rock"), Some("maniac"), None],
    [Some("random"), None, Some("rock")],
    [None, Some("rock"), Some("random")],
    [Some("odds"), Some("maniac"), None],
];

/// Deals of a sample, and of a secret test.
const SAMPLE_DEALS: u32 = 4;
const SECRET_DEALS: u32 = 1_000;

/// The tests, samples first. The seed of each is the given one and its place among all, counted from 0.
pub(super) fn tests(seed: u64) -> Vec<Test> {
    let samples = SAMPLES.into_iter().map(|line_up| (true, line_up));
    let all = samples.chain(SECRET.into_iter().map(|line_up| (false, line_up)));
    all.zip(0..)
        .map(|((is_sample, line_up), place)| {
            let number = if is_sample { place } else { place - SAMPLES.len() as u64 } + 1;
            Sitting::new(seed.wrapping_add(place), line_up).test(is_sample, number.to_string())
        })
        .collect()
}

/// A line-up with its chance.
struct Sitting {
    seed: u64,
    line_up: LineUp,
    label: String,
    ours: Seat,
}

impl Sitting {
    fn new(seed: u64, line_up: LineUp) -> Self {
        let mut names: Vec<String> = line_up.iter().map(|name| full_name(*name)).collect();
        names.sort_unstable();
        let seats = (0..).map(Seat).zip(line_up);
        let (ours, _) = seats.into_iter().find(|(_, name)| name.is_none()).expect("one seat is free");
        Self { seed, line_up, label: format!("poker/{}", names.join(" + ")), ours }
    }

    fn test(&self, is_sample: bool, name: String) -> Test {
        let deals = if is_sample { SAMPLE_DEALS } else { SECRET_DEALS };
        let (won, interaction) = self.play(deals);
        // A sample is for the form only: whoever plays by the rules has passed it.
        let stakes = i64::from(Rules::default().max_bid) * i64::from(deals);
        let least = if is_sample { -stakes } else { half(won) };
        Test {
            is_sample,
            name,
            input: self.input(deals),
            answer: format!("least {least}\n"),
            interaction: is_sample.then_some(interaction),
        }
    }

    /// What the judge reads.
    fn input(&self, deals: u32) -> String {
        let Rules { min_bid, max_bid, .. } = Rules::default();
        let mut input = format!(
            "poker 1\nseat {}\ndeals {deals}\nmin {min_bid}\nmax {max_bid}\nleft_ms {LEFT_MS}\nbot_seed {}\ncards {}\n",
            self.ours,
            bot_seed(&self.key(self.ours, None)),
            self.cards().hex(),
        );
        for (seat, name) in (0..).map(Seat).zip(self.line_up) {
            if let Some(name) = name {
                let key = self.key(seat, Some(name));
                writeln!(input, "house {seat} {name} {}", key.hex()).expect("a text takes any text");
            }
        }
        input
    }

    /// Plays the deals with the measure at the free seat: what it wins, and what was said to it and by it.
    fn play(&self, deals: u32) -> (Chips, String) {
        let rules = Rules::default();
        let (to, said) = channel();
        let mut players: Vec<Box<dyn Player<Rules>>> = Vec::new();
        for (seat, name) in (0..).map(Seat).zip(self.line_up) {
            let chance = self.key(seat, name).stream(0);
            let player = house::poker::named(name.unwrap_or(MEASURE), seat, chance).expect("a house player");
            players.push(match name {
                Some(_) => player,
                None => Box::new(Scribe::new(player, words, &self.hello(deals), to.clone())),
            });
        }
        let end =
            Match { rules: &[rules], games: deals, players: &mut players, stop: &AtomicBool::new(false) }
                .play(&mut Seeded::new(self.cards()), &mut NoRecord, &mut |_| ControlFlow::Continue(()))
                .expect("house players fail in nothing");
        drop((players, to));
        (end.totals.net[self.ours.index()], said.iter().collect())
    }

    fn hello(&self, deals: u32) -> String {
        let Rules { min_bid, max_bid, .. } = Rules::default();
        format!(
            r#"{{"hello":1,"game":"poker","seat":{},"seats":{SEATS},"games":{deals},"min":{min_bid},"max":{max_bid},"cards":{CARDS},"bot_seed":{}}}"#,
            self.ours,
            bot_seed(&self.key(self.ours, None)),
        )
    }

    fn cards(&self) -> Key {
        Key::new(self.seed, &format!("{}/deal", self.label))
    }

    fn key(&self, seat: Seat, name: Option<&str>) -> Key {
        own_key(self.seed, &self.label, seat, &full_name(name))
    }
}

/// The name of who sits at a seat, as in a match here.
fn full_name(name: Option<&str>) -> String {
    name.map_or_else(|| SUBMISSION.to_owned(), |name| format!("{}{name}", house::PREFIX))
}

/// Half of what the measure wins, or twice what it loses, in whole chips.
fn half(won: Chips) -> i64 {
    if won > Chips::ZERO { won.halves().div_euclid(4) } else { won.halves() }
}

/// An action in an answer.
fn words(action: &Action) -> String {
    match action {
        Action::Bid(total) => format!("\"bet\":{total}"),
        Action::Call(call) => format!("\"call\":{call}"),
        Action::Foul => unreachable!("a house player commits no foul"),
    }
}

#[cfg(test)]
mod tests {
    use super::tests;

    #[test]
    fn tests_follow_from_the_seed_and_are_all_different() {
        let all = tests(7);
        assert_eq!(all, tests(7));
        for (place, test) in all.iter().enumerate() {
            assert!(all[..place].iter().all(|other| other.input != test.input), "{}", test.name);
            assert_eq!(test.interaction.is_some(), test.is_sample);
        }
        assert_ne!(all[0].input, tests(8)[0].input);
    }

    /// A bot that folds each time loses 10 chips a deal: it fails each secret test, and the measure passes each.
    #[test]
    fn each_secret_test_asks_for_more_than_folding_brings() {
        for seed in [7, 8, 9] {
            for test in tests(seed).iter().filter(|test| !test.is_sample) {
                let least: i64 = test.answer.trim().strip_prefix("least ").unwrap().parse().unwrap();
                assert!(least > 0, "seed {seed}, {}: {least}", test.name);
            }
        }
    }
}
