//! The standings as a table for people.

use std::collections::BTreeMap;
use std::io::{self, Write};
use std::path::Path;

use croupier_arena::contest::{
    BatchContest, Contest, ContestRules, Dealing, PokerContest, Schedule, Seatings,
};
use croupier_arena::run::{Outcome, RunResult, TestResult};
use croupier_arena::sandbox::Layer;
use croupier_arena::standings::Row;
use croupier_rules::batch::Task;
use croupier_rules::camicia::StateKey;
use croupier_rules::chips::Chips;
use croupier_rules::verdict::Verdict;

use crate::league;
use crate::shell;

/// Prints the table, what went wrong with whom, and how to look closer.
pub(crate) fn print(
    out: &mut dyn Write,
    contest: &Contest,
    outcome: &Outcome,
    data: &Path,
) -> io::Result<()> {
    writeln!(out, "{}: {}, seed {}", contest.name, what(contest, outcome), contest.seed)?;
    if outcome.done < outcome.matches {
        writeln!(out, "PARTIAL: {} of {} matches", outcome.done, outcome.matches)?;
    }
    writeln!(out)?;
    if let ContestRules::Batch(batch) = &contest.settings.rules {
        programs(out, batch, outcome)?;
    } else {
        table(out, contest, &outcome.rows)?;
    }
    if let ContestRules::Poker(poker) = &contest.settings.rules {
        league::print(out, poker, outcome)?;
    }
    if !outcome.tests.is_empty() {
        marks(out, &outcome.tests)?;
        luckless(out, &outcome.rows)?;
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
    if outcome.rows.iter().any(|row| row.sandbox == Some(Layer::Trusted)) {
        writeln!(out, "bots ran without a sandbox: the contest trusts them")?;
    }
    let troubled = outcome.runs.iter().find(|run| run.verdict != Verdict::Ok).map(|run| run.number);
    match troubled.or(outcome.first) {
        Some(number) => {
            writeln!(out, "look closer: croupier replay {}/{number}{}", outcome.run, option(data))
        }
        None => Ok(()),
    }
}

/// The option that names the data folder, ready for a shell; empty where it is the usual one.
pub(crate) fn option(data: &Path) -> String {
    if data == Path::new("croupier-data") {
        return String::new();
    }
    format!(" --data {}", shell::word(data))
}

/// What was played, in a few words.
fn what(contest: &Contest, outcome: &Outcome) -> String {
    let matches = thousands(Chips::whole(i64::try_from(outcome.matches).unwrap_or(i64::MAX)));
    match &contest.settings.rules {
        ContestRules::Poker(PokerContest { deals, seatings, schedule, dealing, .. }) => {
            let schedule = match schedule {
                Schedule::All => "every triple".to_owned(),
                Schedule::PerBot(number) => format!("at least {number} triples a bot"),
            };
            let seatings = match seatings {
                Seatings::Fixed => "one order of seats",
                Seatings::All => "six orders of seats",
            };
            let deals = thousands(Chips::whole((*deals).into()));
            let dealing = match dealing {
                Dealing::Random => "",
                Dealing::Common => ", common cards",
                Dealing::Stratified => ", stratified cards",
            };
            let es = if outcome.matches == 1 { "" } else { "es" };
            format!("{matches} match{es} of {deals} deals, {schedule}, {seatings}{dealing}")
        }
        ContestRules::Blackjack(blackjack) => {
            let tests = blackjack.tests.len();
            let s = if tests == 1 { "" } else { "s" };
            format!("{tests} test{s} of ten evenings, committee {}", blackjack.committee)
        }
        ContestRules::Batch(batch) => {
            let rules = match batch.task {
                Task::Rullete(rule6) => format!("rule 6 takes {}", rule6.amount()),
                Task::Camicia(StateKey::Leader) => "a state is decks and leader".to_owned(),
                Task::Camicia(StateKey::Decks) => "a state is the decks alone".to_owned(),
            };
            format!("{} tests, {matches} runs, {rules}", batch.tests.len())
        }
    }
}

fn table(out: &mut dyn Write, contest: &Contest, rows: &[Row]) -> io::Result<()> {
    let poker = matches!(contest.settings.rules, ContestRules::Poker(_));
    let (score, mean) = if poker { ("chips", "chips a deal") } else { ("mark", "growth an evening") };
    let width = rows.iter().map(|row| row.name.chars().count()).max().unwrap_or(0).max(4);
    writeln!(
        out,
        "{:>4}  {:<width$}  {score:>10}  {:>20}  {mean:>18}  {:>7}  {:>5}  {:>6}  {:<8}  {:<SANDBOX$}  runs in",
        "rank", "name", "95 % interval", "matches", "fouls", "absent", "verdict", "sandbox"
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
            "{:>4}  {:<width$}  {:>10}  {interval:>20}  {mean:>18}  {:>7}  {:>5}  {:>6}  {:<8}  {:<SANDBOX$}  {}",
            row.rank,
            row.name,
            thousands(row.score),
            row.matches,
            row.fouls,
            row.absent,
            row.verdict,
            sandbox(row),
            row.runtime
        )?;
    }
    Ok(())
}

/// The longest name of a layer.
const SANDBOX: usize = 17;

/// What held a bot's process; a house player has none.
fn sandbox(row: &Row) -> &'static str {
    row.sandbox.map_or("-", Layer::name)
}

/// The table of a batch contest, and a letter for each test.
fn programs(out: &mut dyn Write, batch: &BatchContest, outcome: &Outcome) -> io::Result<()> {
    let width = outcome.rows.iter().map(|row| row.name.chars().count()).max().unwrap_or(0).max(4);
    let tests = batch.tests.len();
    writeln!(
        out,
        "{:>4}  {:<width$}  {:>10}  {:>13}  {:<8}  {:<SANDBOX$}  runs in",
        "rank", "name", "points", "tests ok", "verdict", "sandbox"
    )?;
    for row in &outcome.rows {
        let ok = format!("{} of {tests}", row.matches - row.fouls);
        writeln!(
            out,
            "{:>4}  {:<width$}  {:>10}  {ok:>13}  {:<8}  {:<SANDBOX$}  {}",
            row.rank,
            row.name,
            thousands(row.score),
            row.verdict,
            sandbox(row),
            row.runtime
        )?;
    }
    writeln!(out, "\nby test: . ok, W wrong, L late, M memory, O output, C crashed, - not run")?;
    for row in &outcome.rows {
        writeln!(out, "      {:<width$}  {}", row.name, letters(batch, &outcome.runs, &row.name))?;
    }
    let groups = groups(batch);
    if groups.is_empty() {
        return Ok(());
    }
    writeln!(out, "\npoints by group; a group counts if all its tests are ok")?;
    for row in &outcome.rows {
        let of_group = |group: Option<&str>| {
            let is_here = |run: &&RunResult| run.name == row.name && run.group.as_deref() == group;
            let points: u64 = outcome.runs.iter().filter(is_here).map(|run| u64::from(run.points)).sum();
            format!("{} {points}", group.unwrap_or("no group"))
        };
        let groups: Vec<String> = groups.iter().copied().map(of_group).collect();
        writeln!(out, "      {:<width$}  {}", row.name, groups.join(", "))?;
    }
    Ok(())
}

/// A letter for each test of a program, in tens.
fn letters(batch: &BatchContest, runs: &[RunResult], name: &str) -> String {
    let mut letters = String::new();
    let runs: BTreeMap<&str, Verdict> =
        runs.iter().filter(|run| run.name == name).map(|run| (run.test.as_str(), run.verdict)).collect();
    for (at, case) in batch.tests.iter().enumerate() {
        if at > 0 && at % 10 == 0 {
            letters.push(' ');
        }
        letters.push(match runs.get(case.name.as_str()) {
            None => '-',
            Some(Verdict::Ok) => '.',
            Some(verdict) => verdict.name().chars().next().map_or('?', |c| c.to_ascii_uppercase()),
        });
    }
    letters
}

/// The groups in the order of the tests, with `None` for tests without one; empty if there are no groups.
fn groups(batch: &BatchContest) -> Vec<Option<&str>> {
    let mut groups = Vec::new();
    for case in &batch.tests {
        if !groups.contains(&case.group.as_deref()) {
            groups.push(case.group.as_deref());
        }
    }
    if groups == [None] { Vec::new() } else { groups }
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

/// What came of the play, the luck of the cards taken out.
fn luckless(out: &mut dyn Write, rows: &[Row]) -> io::Result<()> {
    let measured = || rows.iter().filter_map(|row| Some((row, row.luckless?)));
    if measured().next().is_none() {
        return Ok(());
    }
    let width = rows.iter().map(|row| row.name.chars().count()).max().unwrap_or(0).max(4);
    writeln!(out, "\nwithout the luck of the cards")?;
    writeln!(out, "{:<width$}  {:>6}  {:>15}  {:>17}", "name", "mark", "95 % interval", "growth an evening")?;
    for (row, luckless) in measured() {
        let interval = format!("{:.2} to {:.2}", luckless.low, luckless.high);
        let growth = luckless.growth.map_or_else(String::new, |growth| {
            format!("{:.4} ± {:.4}", growth.mean, (growth.high - growth.low) / 2.0)
        });
        writeln!(out, "{:<width$}  {:>6.2}  {interval:>15}  {growth:>17}", row.name, luckless.mark)?;
    }
    Ok(())
}

/// An end of an interval, to whole chips.
#[expect(clippy::cast_possible_truncation, reason = "sums of chips stay far below 2^53")]
fn whole(amount: f64) -> String {
    thousands(Chips::whole(amount.round() as i64))
}

/// An amount with a comma before every third digit.
pub(crate) fn thousands(amount: Chips) -> String {
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
    use std::path::Path;

    use croupier_rules::chips::Chips;

    use super::{option, thousands};

    #[test]
    fn the_data_folder_is_named_where_it_is_not_the_usual_one() {
        let named = ["croupier-data", "/data/night", "it's here"].map(|data| option(Path::new(data)));
        assert_eq!(named, ["", " --data /data/night", " --data 'it'\\''s here'"]);
    }

    #[test]
    fn amounts_are_grouped() {
        let amounts = [0, 999, -1_000, 1_234_567].map(|chips| thousands(Chips::whole(chips)));
        assert_eq!(amounts, ["0", "999", "-1,000", "1,234,567"]);
        assert_eq!(thousands(Chips::from_halves(-4_001)), "-2,000.5");
    }
}
