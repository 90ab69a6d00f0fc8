//! A shoe and the rules, as `odds` and `chart` are told them.

use std::fmt;

use clap::ValueEnum;
use croupier_rules::blackjack::{Ace, Card};
use croupier_solve::blackjack::{BothBust, Refused, Switches, Unseen};

use super::which::{AceWorth, Which};
use crate::failure::Failure;

/// What the odds are asked of.
#[derive(Debug, clap::Args)]
pub(super) struct Shoe {
    /// Full packs of 52 cards [default: 10, for the exam 1].
    #[arg(long, value_name = "N", conflicts_with = "counts")]
    packs: Option<u32>,

    /// Ten counts instead: aces, twos, to nines, and all cards that count ten, as `4,4,4,4,4,4,4,4,4,16`.
    #[arg(long = "shoe", value_name = "COUNTS")]
    counts: Option<String>,

    /// Cards that have left it, such as `A25TT`; `T`, `J`, `Q` and `K` count ten.
    #[arg(long, value_name = "CARDS", default_value = "")]
    seen: String,

    /// The rules: those of the contest, or of the beginners' exam.
    #[arg(long, value_enum, default_value_t = Which::Contest)]
    rules: Which,

    /// What an ace counts, for both sides [default: 11].
    #[arg(long, value_enum, value_name = "WORTH")]
    ace: Option<AceWorth>,

    /// What becomes of the bet when both sides are over 21 [default: push, in the exam lose].
    #[arg(long, value_enum, value_name = "WHAT")]
    both_bust: Option<BothBustIs>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum BothBustIs {
    /// It comes back.
    Push,
    /// It is lost.
    Lose,
}

impl Shoe {
    /// The rules that the odds depend on.
    pub(super) fn switches(&self) -> Result<Switches, Failure> {
        let ace = self.ace.map_or(Ace::OneOrEleven, Ace::from);
        let both_bust = match (self.rules, self.both_bust) {
            (Which::Exam, Some(BothBustIs::Push)) => {
                let why = "in the exam a hand over 21 has lost, before the dealer draws";
                return Err(Failure::bad_input(format!(
                    "--rules exam --both-bust push has no meaning: {why}"
                )));
            }
            (Which::Contest, None | Some(BothBustIs::Push)) => BothBust::Push,
            (Which::Contest, Some(BothBustIs::Lose)) | (Which::Exam, _) => BothBust::Lose,
        };
        Ok(Switches { both_bust, ace })
    }

    /// What is left of it when an upcard or a hand of an option is on the table: counts of a shoe are told without them.
    pub(super) fn without(&self, unseen: &Unseen, option: &str, cards: &[Card]) -> Result<Unseen, Failure> {
        if self.counts.is_some() { Ok(*unseen) } else { without(unseen, option, cards) }
    }

    /// The cards that are left.
    pub(super) fn unseen(&self) -> Result<Unseen, Failure> {
        let unseen = if let Some(counts) = &self.counts {
            let counts = parse_counts(counts).map_err(|why| Failure::bad_input(format!("--shoe: {why}")))?;
            Unseen::new(counts).map_err(|why| Failure::bad_input(format!("--shoe: {why}")))?
        } else {
            let packs = self.packs.unwrap_or(if self.rules == Which::Exam { 1 } else { 10 });
            Unseen::of_packs(packs).map_err(|why| Failure::bad_input(format!("--packs: {why}")))?
        };
        without(&unseen, "--seen", &cards("--seen", &self.seen)?)
    }
}

/// The cards of an option.
pub(super) fn cards(option: &str, letters: &str) -> Result<Vec<Card>, Failure> {
    let read = |letter: char| {
        let upper = match letter.to_ascii_uppercase() {
            'J' | 'Q' | 'K' => 'T',
            upper => upper,
        };
        let card = u8::try_from(upper).ok().and_then(Card::from_letter);
        card.ok_or_else(|| {
            let found = letter.escape_debug();
            Failure::bad_input(format!(
                "{option}: expected cards by the letters A23456789TJQK, found \"{found}\""
            ))
        })
    };
    // A one is no card: it begins a ten.
    let letters = letters.replace("10", "T");
    letters.chars().filter(|letter| ![' ', ','].contains(letter)).map(read).collect()
}

/// What is left of a shoe when cards of an option are taken out.
fn without(unseen: &Unseen, option: &str, cards: &[Card]) -> Result<Unseen, Failure> {
    unseen.without(cards).map_err(|why| Failure::bad_input(format!("{option}: {why}")))
}

/// A refusal of the solver.
pub(super) fn refused(why: &Refused) -> Failure {
    Failure::bad_input(why)
}

/// Ten counts, aces first, or what was expected.
pub(crate) fn parse_counts(text: &str) -> Result<[u32; 10], String> {
    let wrong = |found: &dyn fmt::Display| {
        format!("expected ten counts, aces first, as 4,4,4,4,4,4,4,4,4,16, found {found}")
    };
    let words = text.split([',', ' ']).filter(|word| !word.is_empty());
    let counts: Vec<u32> = words
        .map(|word| word.parse().map_err(|_| wrong(&format_args!("\"{}\"", word.escape_debug()))))
        .collect::<Result<_, _>>()?;
    let found = counts.len();
    counts.try_into().map_err(|_| wrong(&format_args!("{found}")))
}
