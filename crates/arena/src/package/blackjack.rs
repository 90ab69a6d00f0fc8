//! Test data of blackjack for other judges: ten evenings, and what the committee took home from them.
//!
//! The cards are those of a match here: see `docs/problems-interactive.md`.

use std::ops::ControlFlow;
use std::sync::atomic::AtomicBool;
use std::sync::mpsc::channel;

use croupier_rules::blackjack::mark::EVENINGS;
use croupier_rules::blackjack::{Action, Evening, Rules};
use croupier_rules::chance::Key;
use croupier_rules::seat::Seat;

use super::transcript::{LEFT_MS, Scribe};
use super::{Package, Test};
use crate::contestant::{bot_seed, own_key};
use crate::dealer::Seeded;
use crate::glue;
use crate::house;
use crate::player::Player;
use crate::referee::{Match, NoRecord};

/// The committee's player. It needs no chance.
const COMMITTEE: &str = "table";

/// The mark that is asked of a submission.
const LEAST_MARK: u8 = 4;

/// Evenings of a test: money, packs, and shuffles of each.
struct Night {
    money: i64,
    packs: u32,
    shuffles: u32,
}

/// One shoe of one pack: a hand or two an evening, so that a person reads it all.
const SAMPLES: [Night; 1] = [Night { money: 20_000, packs: 1, shuffles: 2 }];

/// The last is of the statement's own length; the others find most mistakes in a tenth of its time.
const SECRET: [Night; 4] = [
    Night { money: 20_000, packs: 10, shuffles: 20 },
    Night { money: 100_000, packs: 20, shuffles: 12 },
    Night { money: 50_000, packs: 13, shuffles: 30 },
    Night { money: 20_000, packs: 10, shuffles: 200 },
];

/// The tests, samples first. The seed of each is the given one and its place among all, counted from 0.
pub(super) fn tests(seed: u64) -> Vec<Test> {
    let nights = SAMPLES.iter().map(|night| (true, night)).chain(SECRET.iter().map(|night| (false, night)));
    nights
        .zip(0..)
        .map(|((is_sample, night), place)| {
            let number = if is_sample { place } else { place - SAMPLES.len() as u64 } + 1;
            night.test(seed.wrapping_add(place), is_sample, number.to_string())
        })
        .collect()
}

/// Puts the glue into a package, so that a source in C or C++ with the statement's three functions is a
/// submission as it is.
pub(super) fn put_glue(package: &mut Package) {
    for (folder, ending) in [("c", "c"), ("cpp", "cpp")] {
        package.put(format!("include/{folder}/{}", glue::HEADER_FILE), glue::HEADER);
        package.put(format!("include/{folder}/croupier_glue.{ending}"), glue::GLUE);
    }
}

impl Night {
    fn rules(&self) -> Rules {
        let Self { money, packs, shuffles } = *self;
        Rules { money, packs, shuffles, ..Rules::default() }
    }

    fn test(&self, seed: u64, is_sample: bool, name: String) -> Test {
        let (money, interaction) = self.play(seed);
        let sums: Vec<String> = money.iter().map(i64::to_string).collect();
        Test {
            is_sample,
            name,
            input: self.input(seed),
            answer: format!("committee {}\nleast {LEAST_MARK}\n", sums.join(" ")),
            interaction: is_sample.then_some(interaction),
        }
    }

    /// What the judge reads.
    fn input(&self, seed: u64) -> String {
        let Rules { money, packs, shuffles, max_money, .. } = self.rules();
        let shuffles = vec![shuffles.to_string(); EVENINGS].join(" ");
        format!(
            "blackjack 1\norder strict\nmoney {money}\npacks {packs}\nshuffles {shuffles}\nmax_money {max_money}\n\
             left_ms {LEFT_MS}\nbot_seed {}\ncards {}\n",
            told_seed(seed),
            cards(seed).hex(),
        )
    }

    /// Plays the ten evenings with the committee's player: its money after each, and what was said.
    fn play(&self, seed: u64) -> (Vec<i64>, String) {
        let rules = self.rules();
        let (to, said) = channel();
        let player = house::blackjack::named(COMMITTEE).expect("a house player");
        let mut players: Vec<Box<dyn Player<Rules>>> =
            vec![Box::new(Scribe::new(player, words, &self.hello(seed), to))];
        let mut money = Vec::new();
        let games = u32::try_from(EVENINGS).expect("a test has ten evenings");
        Match { rules: &[rules], games, players: &mut players, stop: &AtomicBool::new(false) }
            .play(&mut Seeded::new(cards(seed)), &mut NoRecord, &mut |evening: &Evening| {
                money.push(evening.money());
                ControlFlow::Continue(())
            })
            .expect("a house player fails in nothing");
        drop(players);
        (money, said.iter().collect())
    }

    fn hello(&self, seed: u64) -> String {
        let Rules { packs, max_money, .. } = self.rules();
        format!(
            r#"{{"hello":1,"game":"blackjack","seat":0,"seats":1,"games":{EVENINGS},"packs":{packs},"max_money":{max_money},"bot_seed":{},"order":"strict","committee":"{COMMITTEE}","common_shuffles":true}}"#,
            told_seed(seed),
        )
    }
}

/// The label of a test in a match here.
const LABEL: &str = "blackjack/test match";

fn cards(seed: u64) -> Key {
    Key::new(seed, &format!("{LABEL}/deal"))
}

/// The seed for a submission's own generator.
fn told_seed(seed: u64) -> u64 {
    bot_seed(&own_key(seed, LABEL, Seat(0), "submission"))
}

/// An action in an answer.
fn words(action: &Action) -> String {
    match action {
        Action::Bet(bet) => format!("\"bet\":{bet}"),
        Action::Hit => "\"move\":\"hit\"".into(),
        Action::Stand => "\"move\":\"stand\"".into(),
    }
}

#[cfg(test)]
mod tests {
    use super::Night;

    #[test]
    fn a_test_follows_from_its_seed() {
        let night = Night { money: 20_000, packs: 1, shuffles: 3 };
        let test = |seed| night.test(seed, true, "1".into());
        assert_eq!(test(7), test(7));
        assert_ne!(test(7).input, test(8).input);
        assert_ne!(test(7).answer, test(8).answer);
    }
}
