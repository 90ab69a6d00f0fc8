//! Blackjack: what the tests of a bot came to, with and without luck, and what its bank did.

use super::bank::Bank;
use super::{MISTAKES, Opened};
use crate::review::blackjack::EveningRow;
use crate::terminal::one_line;
use crate::web::desk::Work;
use crate::web::pages::figures::{count, signed};
use crate::web::prices::{Dear, of_test};

/// The tests of a bot so far.
#[derive(Debug, Default)]
pub(super) struct Review {
    tests: Vec<Test>,
}

#[derive(Debug)]
struct Test {
    number: u32,
    label: String,
    all: EveningRow,
    bank: Option<Bank>,
}

/// What is told of them.
pub(super) struct Told {
    pub(super) tests: Vec<Line>,
    pub(super) pictures: Vec<String>,
}

pub(super) struct Line {
    pub(super) number: u32,
    pub(super) label: String,
    pub(super) hands: String,
    pub(super) decisions: String,
    pub(super) mistakes: String,
    pub(super) by_play: String,
    pub(super) by_bets: String,
    pub(super) growth: String,
    pub(super) luckless: String,
    pub(super) kelly: String,
}

impl Review {
    /// Adds a test. Its dearest mistakes come back, the dearest first.
    pub(super) fn add(&mut self, opened: &Opened<'_>, work: &Work) -> Vec<Dear> {
        let test = of_test(opened.film, work, MISTAKES, opened.what);
        self.tests.push(Test {
            number: opened.number,
            label: one_line(opened.label),
            all: test.evenings.iter().fold(EveningRow::default(), EveningRow::plus),
            bank: opened.film.blackjack_rules().map(|rules| Bank::new(rules, test.money)),
        });
        test.dearest
    }

    pub(super) fn told(&self, work: &Work) -> Told {
        let line = |test: &Test| {
            let all = &test.all;
            Line {
                number: test.number,
                label: test.label.clone(),
                hands: count(all.hands),
                decisions: count(all.decisions),
                mistakes: count(all.mistakes),
                by_play: format!("{:.4}", all.lost_by_play),
                by_bets: format!("{:.4}", all.lost_by_bets),
                growth: signed(all.growth, 3),
                luckless: signed(all.luckless, 3),
                kelly: if all.kelly > 0.0 { format!("{:.2}", all.bet / all.kelly) } else { "–".to_owned() },
            }
        };
        let picture = |test: &Test| {
            let bank = test.bank.as_ref()?;
            work.say(format!("the fan of match {}", test.number));
            bank.picture(&format!("match {}, {}", test.number, test.label))
        };
        Told {
            tests: self.tests.iter().map(line).collect(),
            pictures: self.tests.iter().filter_map(picture).collect(),
        }
    }
}
