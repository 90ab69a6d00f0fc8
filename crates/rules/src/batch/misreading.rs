//! The known misreadings of a task, by name.

use super::{InputError, Task};
use crate::camicia::{self, Deal, StateKey};
use crate::rullete::{self, Allowed, Hand};

/// A known way to read a task wrongly.
///
/// ```
/// use croupier_rules::batch::{Misreading, Task};
/// use croupier_rules::rullete::Rule6;
///
/// let task = Task::Rullete(Rule6::default());
/// let ace_low = Misreading::of(task).find(|misreading| misreading.name() == "ace_low").unwrap();
/// assert!(ace_low.is_told_by(task, "AS 2H 3C 4D 5C\n")?);
/// assert!(!ace_low.is_told_by(task, "2D 5D JD KC AC\n")?);
/// # Ok::<(), croupier_rules::batch::InputError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Misreading {
    /// Of Rullete.
    Rullete(rullete::Misreading),
    /// Of Camicia.
    Camicia(camicia::Misreading),
}

impl Misreading {
    /// All misreadings of a task.
    pub fn of(task: Task) -> impl Iterator<Item = Self> {
        let rullete = rullete::Misreading::ALL.map(Self::Rullete);
        let camicia = camicia::Misreading::ALL.map(Self::Camicia);
        let all: Vec<Self> = match task {
            Task::Rullete(_) => rullete.into(),
            Task::Camicia(_) => camicia.into(),
        };
        all.into_iter()
    }

    /// Its name: that of the program which shows it, without its ending.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Rullete(misreading) => match misreading {
                rullete::Misreading::OtherRule6 => "other_rule_6",
                rullete::Misreading::NoSwap => "no_swap",
                rullete::Misreading::ChainedSwap => "chained_swap",
                rullete::Misreading::AceLow => "ace_low",
                rullete::Misreading::ZeroCounts => "zero_counts",
                rullete::Misreading::NoSwapOnRepeat => "no_swap_on_repeat",
                rullete::Misreading::PlainPrimes => "plain_primes",
            },
            Self::Camicia(misreading) => match misreading {
                camicia::Misreading::OtherState => "other_state",
                camicia::Misreading::NoLoopTest => "no_loop_test",
                camicia::Misreading::NumbersCount => "numbers_count",
                camicia::Misreading::OneCard => "one_card",
                camicia::Misreading::CardsShort => "cards_short",
                camicia::Misreading::TricksShort => "tricks_short",
                camicia::Misreading::LoopLate => "loop_late",
                camicia::Misreading::TenIsTwo => "ten_is_two",
            },
        }
    }

    /// What it does wrong, in a sentence.
    pub const fn what(self) -> &'static str {
        match self {
            Self::Rullete(misreading) => match misreading {
                rullete::Misreading::OtherRule6 => "rule 6 takes 112 off where 121 is right, or 121 for 112",
                rullete::Misreading::NoSwap => "rule 9 does not swap ranks",
                rullete::Misreading::ChainedSwap => "rule 9 swaps one rank after the other",
                rullete::Misreading::AceLow => "rule 10 takes A 2 3 4 5 for a straight",
                rullete::Misreading::ZeroCounts => "rule 10 counts as a change though it adds 0",
                rullete::Misreading::NoSwapOnRepeat => "rule 12 repeats rule 9 without its swap",
                rullete::Misreading::PlainPrimes => "rule 13 multiplies primes, not their highest powers",
            },
            Self::Camicia(misreading) => match misreading {
                camicia::Misreading::OtherState => {
                    "who leads is forgotten in a repeated state, or remembered where decks alone count"
                }
                camicia::Misreading::NoLoopTest => "no state is remembered: plays a loop for ever",
                camicia::Misreading::NumbersCount => "number cards are told apart in a repeated state",
                camicia::Misreading::OneCard => "the game ends when a player has one card left",
                camicia::Misreading::CardsShort => "the cards of an unpaid last trick are forgotten",
                camicia::Misreading::TricksShort => "the pile that ends the game is no trick",
                camicia::Misreading::LoopLate => "a loop is seen one trick too late",
                camicia::Misreading::TenIsTwo => "a 10 is read as two cards",
            },
        }
    }

    /// Whether a program that reads the task so gives another answer than ours to an input, or none.
    ///
    /// # Errors
    /// [`InputError`], when the text is no input of the task.
    ///
    /// # Panics
    /// When the misreading is one of the other game.
    pub fn is_told_by(self, task: Task, input: &str) -> Result<bool, InputError> {
        Ok(match (self, task) {
            (Self::Rullete(misreading), Task::Rullete(rule6)) => {
                let hand = Hand::parse(input.trim_end(), Allowed::FiveDifferent)?;
                misreading.value(&hand, rule6) != rullete::value(&hand, rule6)
            }
            (Self::Camicia(misreading), Task::Camicia(state)) => {
                let answer = task.answer(input)?;
                misread(misreading, &super::task::deal(input)?, state) != Some(answer)
            }
            _ => panic!("a misreading belongs to one game"),
        })
    }
}

/// What a program prints that misreads a deal.
fn misread(misreading: camicia::Misreading, deal: &Deal, state: StateKey) -> Option<String> {
    let misread = misreading.play(deal, state)?;
    let status = if misread.is_loop { "loop" } else { "finished" };
    Some(format!("{status} {} {}\n", misread.cards, misread.tricks))
}
