//! Ways to play cards and to bet, as `bankroll` is told them.

use std::fmt;
use std::str::FromStr;

use clap::ValueEnum;
use croupier_solve::bankroll::{Bets, Bettor, Style};
use croupier_solve::blackjack::Refused;

/// How the cards are played.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(super) enum Cards {
    /// By the very cards that are left.
    Exact,
    /// By the best table of totals for these packs, its edge estimated by the cards removed. The house player `table` has the
    /// table and the numbers of ten packs, whatever the packs.
    Table,
    /// As the dealer has to: fair, so a multiple of Kelly bets nothing, and a committee that plays so never bets. The house
    /// player `mimic` bets flat.
    Mimic,
}

impl Cards {
    pub(super) fn style(self, packs: u32) -> Result<Style, Refused> {
        match self {
            Self::Exact => Ok(Style::exact()),
            Self::Table => Style::table(packs),
            Self::Mimic => Ok(Style::Mimic),
        }
    }

    pub(super) const fn name(self) -> &'static str {
        match self {
            Self::Exact => "exact",
            Self::Table => "table",
            Self::Mimic => "mimic",
        }
    }
}

/// A way to bet: `flat`, `goal`, `trim`, or a multiple of the Kelly bet.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Way(pub(super) Bettor);

impl FromStr for Way {
    type Err = String;

    fn from_str(word: &str) -> Result<Self, String> {
        Ok(Self(match word {
            "flat" => Bettor::Alike(Bets::Flat),
            "goal" => Bettor::Alike(Bets::Goal),
            "trim" => Bettor::ForTheMark,
            number => {
                let multiple = number.parse().ok().filter(|multiple| (0.01..=10.0).contains(multiple));
                Bettor::Alike(Bets::Kelly(
                    multiple
                        .ok_or("expected flat, goal, trim, or a multiple of the Kelly bet from 0.01 to 10")?,
                ))
            }
        }))
    }
}

impl fmt::Display for Way {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0 {
            Bettor::Alike(Bets::Flat) => f.pad("flat"),
            Bettor::Alike(Bets::Goal) => f.pad("goal"),
            Bettor::Alike(Bets::Kelly(multiple)) => f.pad(&format!("{multiple} Kelly")),
            Bettor::ForTheMark => f.pad("trim"),
        }
    }
}
