//! The standings as a table for people.

use std::io::{self, Write};

use croupier_arena::contest::{Contest, ContestRules, PokerContest, Schedule, Seatings};
use croupier_arena::run::{Outcome, TestResult};
use croupier_arena::standings::Row;
use croupier_rules::chips::Chips;
use croupier_rules::verdict::Verdict;

/// Prints the table, what went wrong with whom, and how to look closer.
pub(crate) fn print(out: &mut dyn Write, contest: &Contest, outcome: &Outcome) -> io::Result<()> {
    writeln!(out, "{}: {}, seed {}", contest.name, what(contest, outcome), contest.seed)?;
    if outcome.done < outcome.matches {
        writeln!(out, "PARTIAL: {} of {} matches", outcome.done, outcome.matches)?;
    }
    writeln!(out)?;
    table(out, contest, &outcome.rows)?;
    if !outcome.tests.is_empty() {
        marks(out, &outcome.tests)?;
    }
    let troubled: Vec<&Row> = outcome.rows.iter().filter(|row| row.verdict != Verdict::Ok).collect();
    if !troubled.is_empty() {
        writeln!(out)?;
    }
    for row in troubled {
        writeln!(
            out,
            "{}: {}: {}",
            row.name,
            row.verdict,
            row.reason.as_deref().unwrap_or("no reason stored")
        )?;
    }
    writeln!(out)?;
    writeln!(out, "bots ran without a sandbox: the contest trusts them")?;
    writeln!(out, "look closer: croupier replay {}/1", outcome.run)
}

/// What was played, in a few words.
fn what(contest: &Contest, outcome: &Outcome) -> String {
    let matches = thousands(Chips::whole(i64::try_from(outcome.matches).unwrap_or(i64::MAX)));
    match &contest.settings.rules {
        ContestRules::Poker(PokerContest { deals, seatings, schedule, .. }) => {
            let schedule = match schedule {
                Schedule::All => "every triple".to_owned(),
                Schedule::PerBot(number) => format!("at least {number} triples a bot"),
            };
            let seatings = match seatings {
                Seatings::Fixed => "one order of seats",
                Seatings::All => "six orders of seats",
            };
            let deals = thousands(Chips::whole((*deals).into()));
            format!("{matches} matches of {deals} deals, {schedule}, {seatings}")
        }
        ContestRules::Blackjack(blackjack) => {
            format!("{} tests of ten evenings, committee {}", blackjack.tests.len(), blackjack.committee)
        }
        ContestRules::Camicia | ContestRules::Rullete => matches,
    }
}

fn table(out: &mut dyn Write, contest: &Contest, rows: &[Row]) -> io::Result<()> {
    let poker = matches!(contest.settings.rules, ContestRules::Poker(_));
    let (score, mean) = if poker { ("chips", "chips a deal") } else { ("mark", "growth an evening") };
    let width = rows.iter().map(|row| row.name.chars().count()).max().unwrap_or(0).max(4);
    writeln!(
        out,
        "{:>4}  {:<width$}  {score:>10}  {:>20}  {mean:>18}  {:>7}  {:>5}  {:>6}  {:<8}  runs in",
        "rank", "name", "95 % interval", "matches", "fouls", "absent", "verdict"
    )?;
    for row in rows {
        let interval = match (row.low, row.high) {
            (Some(low), Some(high)) => format!("{} to {}", whole(low), whole(high)),
            _ => String::new(),
        };
        let mean = row.mean.map_or_else(String::new, |mean| {
            let decimals = if poker { 1 } else { 3 };
            format!("{:.decimals$} ± {:.decimals$}", mean.mean, (mean.high - mean.low) / 2.0)
        });
        writeln!(
            out,
            "{:>4}  {:<width$}  {:>10}  {interval:>20}  {mean:>18}  {:>7}  {:>5}  {:>6}  {:<8}  {}",
            row.rank,
            row.name,
            thousands(row.score),
            row.matches,
            row.fouls,
            row.absent,
            row.verdict,
            row.runtime
        )?;
    }
    Ok(())
}

/// The tests one by one: the six middle evenings against the committee's.
fn marks(out: &mut dyn Write, tests: &[TestResult]) -> io::Result<()> {
    let width = tests.iter().map(|test| test.name.chars().count()).max().unwrap_or(0).max(4);
    writeln!(out)?;
    writeln!(
        out,
        "{:<10}  {:<width$}  {:>16}  {:>16}  {:>5}",
        "test", "name", "middle evenings", "committee", "mark"
    )?;
    for test in tests {
        let sum = |sum: u64| thousands(Chips::whole(i64::try_from(sum).unwrap_or(i64::MAX)));
        writeln!(
            out,
            "{:<10}  {:<width$}  {:>16}  {:>16}  {:>5}",
            test.test,
            test.name,
            sum(test.trimmed_sum),
            sum(test.committee_sum),
            test.mark
        )?;
    }
    Ok(())
}

/// An end of an interval, to whole chips.
#[expect(clippy::cast_possible_truncation, reason = "sums of chips stay far below 2^53")]
fn whole(amount: f64) -> String {
    thousands(Chips::whole(amount.round() as i64))
}

/// An amount with a comma before every third digit.
fn thousands(amount: Chips) -> String {
    let text = amount.to_string();
    let (sign, digits) = text.strip_prefix('-').map_or(("", text.as_str()), |digits| ("-", digits));
    let (digits, half) = digits.split_at(digits.find('.').unwrap_or(digits.len()));
    let mut grouped = String::new();
    for (index, digit) in digits.chars().enumerate() {
        if index > 0 && (digits.len() - index) % 3 == 0 {
            grouped.push(',');
        }
        grouped.push(digit);
    }
    format!("{sign}{grouped}{half}")
}

#[cfg(test)]
mod tests {
    use croupier_rules::chips::Chips;

    use super::thousands;

    #[test]
    fn amounts_are_grouped() {
        let amounts = [0, 999, -1_000, 1_234_567].map(|chips| thousands(Chips::whole(chips)));
        assert_eq!(amounts, ["0", "999", "-1,000", "1,234,567"]);
        assert_eq!(thousands(Chips::from_halves(-4_001)), "-2,000.5");
    }
}
