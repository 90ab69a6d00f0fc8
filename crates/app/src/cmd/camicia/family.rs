//! A list of deals that lead into a game, as `extend` and `closure` print it: each played by the plain engine first.

use std::io::Write as _;

use clap::Args;
use croupier_rules::camicia::{Options, Simulation, Status};
use croupier_solve::camicia::{Composition, CompositionError, Cut, End, Family, Kin, State};
use serde::Serialize;

use super::answer::Answer;
use crate::failure::Failure;
use crate::output::{self, Answer as Out};

/// Which deals belong to a family, and how they are printed.
#[derive(Debug, Args)]
pub(super) struct Wanted {
    /// Cards of A, who leads, and of B in the deals that are looked for: `26+26`. Without it: half each
    #[arg(long, value_name = "A+B", value_parser = hands)]
    hands: Option<[u32; 2]>,
    /// Print only the first N deals
    #[arg(long, value_name = "N")]
    top: Option<usize>,
    /// Break the search off after so many states, and say so
    #[arg(long, value_name = "N", default_value_t = 200_000_000, value_parser = clap::value_parser!(u64).range(1..))]
    states_max: u64,
    /// One JSON object a line, and a last one about the family
    #[arg(long)]
    json: bool,
}

/// The last line with `--json`.
#[derive(Serialize)]
struct Summary<T> {
    family: T,
}

#[derive(Serialize)]
struct Counts {
    deals: usize,
    states: u64,
    complete: bool,
    /// The option that cut the search short.
    #[serde(skip_serializing_if = "Option::is_none")]
    cut: Option<&'static str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    maximal: Option<bool>,
}

impl Wanted {
    /// The wanted hands for a game of a deal.
    pub(super) fn hands(&self, start: &State) -> Result<[u32; 2], Failure> {
        let all = start.len();
        let own = [start.leader.len(), start.other.len()];
        match self.hands {
            Some([a, b]) if a + b == all => Ok([a, b]),
            Some([a, b]) => {
                Err(Failure::usage(format!("--hands {a}+{b} has {} cards; the deal has {all}", a + b)))
            }
            None if own[0].abs_diff(own[1]) <= 1 => Ok(own),
            None => Ok([all.div_ceil(2), all / 2]),
        }
    }

    pub(super) const fn states_max(&self) -> u64 {
        self.states_max
    }

    /// Prints a family. `about` is the game that it was asked for.
    pub(super) fn print(&self, family: &Family, about: &State) -> Result<(), Failure> {
        let mut out = output::answer();
        let mut simulation = Simulation::default();
        for kin in family.deals.iter().take(self.top.unwrap_or(usize::MAX)) {
            self.print_kin(kin, family.end, &mut simulation, &mut out)?;
        }
        let own = family.deals.iter().find(|kin| kin.state == *about);
        let maximal = own.map(|own| family.deals.iter().all(|kin| kin.cards <= own.cards));
        if self.json {
            let counts = Counts {
                deals: family.deals.len(),
                states: family.states,
                complete: family.cut.is_none(),
                cut: family.cut.map(option_of),
                maximal: maximal.filter(|_| family.cut.is_none()),
            };
            output::write_json(&Summary { family: counts }, &mut out)?;
        }
        out.flush()?;
        self.say(family, maximal);
        Ok(())
    }

    fn print_kin(
        &self,
        kin: &Kin,
        end: End,
        simulation: &mut Simulation,
        out: &mut Out,
    ) -> Result<(), Failure> {
        let deal = kin.state.deal();
        let outcome = simulation.play(&deal, Options::default());
        let agrees = match (outcome.status, end) {
            (Status::Finished, End::Finished) => outcome.cards == u64::from(kin.cards),
            (Status::Loop(_), End::Endless) => true,
            _ => false,
        };
        if !agrees {
            return Err(Failure::bug(format!("{deal}: the plain engine does not find {} cards", kin.cards)));
        }
        if self.json {
            output::write_json(&Answer::new(&deal, &outcome), out)?;
        } else {
            writeln!(out, "{deal} {} {} {}", outcome.status.name(), outcome.cards, outcome.tricks)?;
        }
        Ok(())
    }

    fn say(&self, family: &Family, maximal: Option<bool>) {
        let [count, states] = [family.deals.len() as u64, family.states].map(thousands);
        match family.cut.map(option_of) {
            Some(option) => output::say(format_args!(
                "{count} deals; cut by {option} after {states} states, so there may be more"
            )),
            None => output::say(format_args!("{count} deals; complete: {states} states")),
        }
        let printed = self.top.unwrap_or(usize::MAX).min(family.deals.len());
        if printed < family.deals.len() {
            output::say(format_args!("the first {printed} are printed"));
        }
        match (maximal, family.end) {
            (Some(true), End::Finished) if family.cut.is_some() => {
                output::say("no longer deal was found before the cut");
            }
            (Some(true), End::Finished) => {
                output::say("the deal is maximal: no deal of its family is longer");
            }
            (Some(false), End::Finished) => {
                output::say("the deal is not maximal: its family has a longer one");
            }
            (None, _) | (_, End::Endless) => {}
        }
    }
}

/// Returns the option that sets where a search is cut.
const fn option_of(cut: Cut) -> &'static str {
    match cut {
        Cut::Depth => "--depth",
        Cut::States => "--states-max",
    }
}

/// Writes a number with commas between the thousands.
pub(super) fn thousands(number: u64) -> String {
    let digits = number.to_string();
    let mut text = String::new();
    for (place, digit) in digits.chars().enumerate() {
        if place > 0 && (digits.len() - place).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

/// Reads `26+26`.
pub(super) fn hands(text: &str) -> Result<[u32; 2], String> {
    let numbers: Option<Vec<u32>> = text.split('+').map(|number| number.trim().parse().ok()).collect();
    match numbers.as_deref() {
        Some(&[a, b]) => Composition::new([a, b], [0; 4])
            .map(|_| [a, b])
            .map_err(|error: CompositionError| error.to_string()),
        _ => Err("expected two numbers of cards, for example 26+26".to_owned()),
    }
}

#[cfg(test)]
mod tests {
    use super::{hands, thousands};

    #[test]
    fn numbers_have_a_comma_for_each_thousand() {
        assert_eq!([0, 999, 1000, 1_234_567].map(thousands), ["0", "999", "1,000", "1,234,567"]);
    }

    #[test]
    fn hands_are_two_numbers() {
        assert_eq!(hands("20+6"), Ok([20, 6]));
        for text in ["26", "26+26+1", "a+b", "+", "0+0", "60+60", "-1+27"] {
            assert!(hands(text).is_err(), "{text}");
        }
    }
}
