//! `croupier rullete census`: every hand at once.

use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use clap::Args;
use croupier_rules::rullete::{Rule6, WINNING_VALUE};
use croupier_solve::rullete::{self, HANDS, SETS};
use serde::{Serialize, Serializer};

use super::histogram::Histogram;
use super::{grouped, rule6};
use crate::exit::Exit;
use crate::failure::Failure;
use crate::output;

/// `croupier rullete census`
#[derive(Debug, Args)]
#[command(after_help = "Examples:
  croupier rullete census
  croupier rullete census --rule6 112 --json
  croupier rullete census --svg values.svg

Every count is one of hands: five different cards in order. Nothing is estimated.")]
pub(crate) struct Census {
    /// One JSON object
    #[arg(long)]
    json: bool,
    /// What rule 6 takes off for four 7s: 121, or 112 as the statement prints it
    #[arg(long, value_name = "AMOUNT", default_value = "121", value_parser = rule6)]
    rule6: Rule6,
    /// Tell every set of rules that changed a hand; with --json as the key `paths`
    #[arg(long)]
    paths: bool,
    /// Draw the values to a file; `-` draws to standard output and tells nothing else
    #[arg(long, value_name = "FILE")]
    svg: Option<PathBuf>,
}

/// The census with `--json`; the keys stand in the order of the contract.
#[derive(Serialize)]
struct Answer {
    reading: String,
    ordered_hands: u64,
    classes_first_plus_set: u64,
    unordered_hands: u64,
    winning_674: u64,
    min: u32,
    max: u32,
    distinct_values: usize,
    rule_changed_value_in: Counts<usize>,
    straight_present_at_rule_10: u64,
    sum: u64,
    histogram: Counts<u32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    paths: Option<Counts<String>>,
    /// What rule 6 takes off, as other answers have it.
    rule6: i64,
}

/// Hands by something; an object whose keys keep their order.
struct Counts<K>(Vec<(K, u64)>);

impl<K: ToString> Serialize for Counts<K> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_map(self.0.iter().map(|(key, hands)| (key.to_string(), hands)))
    }
}

/// The shares of the hands whose values are told, in percent.
const QUANTILES: [u32; 7] = [1, 5, 25, 50, 75, 95, 99];

/// So many of the most common values and paths are told.
const MOST: usize = 8;

/// How many values one bar of text stands for.
const STEP: u32 = 20;

/// The longest bar of text.
const BAR: u64 = 60;

impl Census {
    pub(super) fn run(&self) -> Result<Exit, Failure> {
        if self.svg.as_deref() == Some(Path::new("-")) && (self.json || self.paths) {
            return Err(Failure::usage(
                "--svg - draws to standard output and tells nothing else: leave out --json and --paths, or name a file",
            ));
        }
        let census = rullete::Census::new(self.rule6);
        let mut out = output::answer();
        match &self.svg {
            Some(path) if path == Path::new("-") => {
                write!(out, "{}", Histogram(&census))?;
                out.flush()?;
                return Ok(Exit::Done);
            }
            Some(path) => fs::write(path, Histogram(&census).to_string()).map_err(|error| {
                Failure::bad_input(format!("{}: cannot be written: {error}", path.display()))
            })?,
            None => {}
        }
        if self.json {
            output::write_json(&self.answer(&census), &mut out)?;
        } else {
            self.write(&census, &mut out)?;
        }
        out.flush()?;
        Ok(Exit::Done)
    }

    fn answer(&self, census: &rullete::Census) -> Answer {
        let histogram: Vec<(u32, u64)> = census.histogram().collect();
        let paths = || by_hands(census.paths().iter().map(|(path, &hands)| (path.to_string(), hands)));
        Answer {
            reading: format!("rule 6 takes {} off", self.rule6.amount()),
            ordered_hands: histogram.iter().map(|(_, hands)| hands).sum(),
            classes_first_plus_set: HANDS / 24,
            unordered_hands: SETS,
            winning_674: census.winners(),
            min: histogram.first().map_or(0, |(value, _)| *value),
            max: histogram.last().map_or(0, |(value, _)| *value),
            distinct_values: histogram.len(),
            rule_changed_value_in: Counts((1..).zip(census.changes()).collect()),
            straight_present_at_rule_10: census.straights(),
            sum: census.sum(),
            histogram: Counts(histogram),
            paths: self.paths.then(|| Counts(paths())),
            rule6: self.rule6.amount(),
        }
    }

    fn write(&self, census: &rullete::Census, out: &mut impl Write) -> io::Result<()> {
        self.write_totals(census, out)?;
        write_common_values(census, out)?;
        write_bars(census, out)?;
        write_rules(census, out)?;
        self.write_paths(census, out)
    }

    fn write_totals(&self, census: &rullete::Census, out: &mut impl Write) -> io::Result<()> {
        let Answer { ordered_hands, min, max, distinct_values, sum, .. } = self.answer(census);
        let (hands, sets) = (grouped(ordered_hands), grouped(SETS));
        writeln!(out, "hands      {hands}: {sets} sets of five cards, each in 120 orders")?;
        writeln!(out, "rule 6     takes {} off four 7s", self.rule6.amount())?;
        writeln!(out, "values     {distinct_values}, from {min} to {max}")?;
        writeln!(out, "mean       {}", in_thousandths(sum, ordered_hands))?;
        let quantiles = QUANTILES.map(|percent| census.quantile(f64::from(percent) / 100.0));
        writeln!(out, "quantiles  {}", QUANTILES.map(|percent| format!("{percent:>4}%")).join(" "))?;
        writeln!(out, "           {}", quantiles.map(|value| format!("{value:>5}")).join(" "))?;
        writeln!(out, "winners    {} hands have {WINNING_VALUE}", census.winners())
    }

    fn write_paths(&self, census: &rullete::Census, out: &mut impl Write) -> io::Result<()> {
        let paths = by_hands(census.paths().iter().map(|(&path, &hands)| (path, hands)));
        let told = if self.paths { paths.len() } else { MOST.min(paths.len()) };
        let which = match paths.len() - told {
            0 => format!("all {} sets", paths.len()),
            _ => format!("the {told} most common sets of {}; --paths tells all", paths.len()),
        };
        writeln!(out, "\nthe rules that change a hand, {which}")?;
        for (path, hands) in &paths[..told] {
            writeln!(out, "{:>11} {}  {path}", grouped(*hands), percent(*hands))?;
        }
        Ok(())
    }
}

fn write_common_values(census: &rullete::Census, out: &mut impl Write) -> io::Result<()> {
    writeln!(out, "\nthe most common values\nvalue       hands  percent")?;
    for (value, hands) in by_hands(census.histogram()).into_iter().take(MOST) {
        writeln!(out, "{value:>5} {:>11} {}", grouped(hands), percent(hands))?;
    }
    Ok(())
}

/// A bar a step; `.` is less than half a mark, but some.
fn write_bars(census: &rullete::Census, out: &mut impl Write) -> io::Result<()> {
    let end = census.histogram().next_back().map_or(0, |(value, _)| value);
    let steps: Vec<(u32, u64)> = (0..=end / STEP)
        .map(|step| step * STEP)
        .map(|from| (from, (from..from + STEP).map(|value| census.hands_of(value)).sum()))
        .collect();
    let most = steps.iter().map(|(_, hands)| *hands).max().unwrap_or(1);
    writeln!(out, "\n values       hands  percent")?;
    for (from, hands) in steps {
        let marks = (hands * BAR + most / 2) / most;
        let bar = match marks {
            0 if hands > 0 => ".".to_owned(),
            marks => "#".repeat(usize::try_from(marks).expect("at most a full bar")),
        };
        let line =
            format!("{from:>3}-{:<3} {:>11} {}  {bar}", from + STEP - 1, grouped(hands), percent(hands));
        writeln!(out, "{}", line.trim_end())?;
    }
    Ok(())
}

fn write_rules(census: &rullete::Census, out: &mut impl Write) -> io::Result<()> {
    writeln!(out, "\n rule  changes the value of  percent")?;
    for (rule, hands) in (1..).zip(census.changes()) {
        let share = if hands == 0 { "   never".to_owned() } else { percent(hands) };
        writeln!(out, "{rule:>5}           {:>11} {share}", grouped(hands))?;
    }
    let straights = census.straights();
    writeln!(out, "rule 10 sees a straight in {} hands; only an ace adds to the value", grouped(straights))
}

/// The most hands first; what has as many keeps its order.
pub(crate) fn by_hands<K>(counts: impl Iterator<Item = (K, u64)>) -> Vec<(K, u64)> {
    let mut counts: Vec<(K, u64)> = counts.collect();
    counts.sort_by_key(|&(_, hands)| std::cmp::Reverse(hands));
    counts
}

/// A share of all hands: eight characters, three digits behind the point. Fewer than that are told as a bound.
pub(crate) fn percent(hands: u64) -> String {
    if hands > 0 && hands * 200_000 < HANDS {
        return "  <0.001".to_owned();
    }
    format!("{:>8}", in_thousandths(hands * 100, HANDS))
}

/// A quotient, rounded to three digits behind the point.
pub(crate) fn in_thousandths(amount: u64, by: u64) -> String {
    let thousandths = (u128::from(amount) * 1000 + u128::from(by / 2)) / u128::from(by);
    format!("{}.{:03}", thousandths / 1000, thousandths % 1000)
}

#[cfg(test)]
mod tests {
    use super::{in_thousandths, percent};
    use croupier_solve::rullete::HANDS;

    #[test]
    fn shares_are_rounded_and_few_hands_are_not_told_as_none() {
        assert_eq!(in_thousandths(2, 3), "0.667");
        assert_eq!([percent(HANDS), percent(0)], [" 100.000", "   0.000"]);
        assert_eq!([percent(384), percent(3000)], ["  <0.001", "   0.001"]);
    }
}
