//! What a poker league tells beside its standings, for people: the chance of each rank, who feeds whom, and why it ended.

use std::io::{self, Write};

use croupier_arena::contest::{Dealing, PokerContest};
use croupier_arena::feeds::{self, CYCLES_MAX, Feed, cycles};
use croupier_arena::run::{Outcome, Rounds};
use croupier_arena::standings::Row;

/// Tables of more players than this have no numbers side by side.
const ACROSS_MAX: usize = 12;

/// How many rings are told; there may be thousands.
const RINGS_MAX: usize = 3;

/// Prints all of it.
pub(crate) fn print(out: &mut dyn Write, contest: &PokerContest, outcome: &Outcome) -> io::Result<()> {
    if outcome.rows.iter().any(|row| row.raw.is_some()) {
        let luck = match contest.dealing {
            Dealing::Random | Dealing::Common => {
                "chips rank; interval and chips a deal are without the luck of the cards"
            }
            Dealing::Stratified => {
                "chips rank; the interval leaves out what the strata of the cards even out"
            }
        };
        writeln!(out, "{luck}")?;
    }
    if let Some(rounds) = outcome.rounds {
        writeln!(out, "{}", ended(rounds))?;
    }
    ranks(out, &outcome.rows)?;
    matrix(out, &outcome.rows, &outcome.feeds)
}

/// Why no further round was played.
pub(crate) fn ended(rounds: Rounds) -> String {
    let Rounds { played, of, decided, percent } = rounds;
    match (decided, percent) {
        (Some(true), Some(percent)) if played == of => {
            format!("after all {of} rounds the order is decided at {percent} %")
        }
        (Some(true), Some(percent)) => {
            format!("stopped after round {played} of {of}: the order is decided at {percent} %")
        }
        (Some(false), Some(percent)) if played == of => {
            format!("after all {of} rounds the order is not decided at {percent} %")
        }
        (Some(false), Some(percent)) => {
            format!("after round {played} of {of} the order is not decided at {percent} %")
        }
        (None, _) | (_, None) => format!("{played} of {of} rounds"),
    }
}

/// The chance of each rank, in per cent.
fn ranks(out: &mut dyn Write, rows: &[Row]) -> io::Result<()> {
    let ranked: Vec<(&Row, &Vec<f64>)> =
        rows.iter().filter_map(|row| Some((row, row.ranks.as_ref()?))).collect();
    if ranked.is_empty() || ranked.len() > ACROSS_MAX {
        return Ok(());
    }
    let width = width(rows);
    write!(out, "\nchance of each rank in the long run, in per cent\n{:<width$}", "name")?;
    for rank in 1..=ranked.len() {
        write!(out, "  {rank:>5}")?;
    }
    writeln!(out)?;
    for (row, chances) in ranked {
        write!(out, "{:<width$}", row.name)?;
        for chance in chances {
            let percent = if *chance > 0.0 { format!("{:.1}", chance * 100.0) } else { ".".to_owned() };
            write!(out, "  {percent:>5}")?;
        }
        writeln!(out)?;
    }
    Ok(())
}

/// Who feeds whom: chips a deal, in brackets where they are within noise.
fn matrix(out: &mut dyn Write, rows: &[Row], feeds: &[Feed]) -> io::Result<()> {
    if feeds.is_empty() {
        return Ok(());
    }
    let players: Vec<&Row> = rows.iter().filter(|row| feeds.iter().any(|feed| feed.to == row.name)).collect();
    if players.len() <= ACROSS_MAX {
        let width = width(rows);
        writeln!(
            out,
            "\nwho feeds whom: chips a deal that the row has won from the column; in brackets: within noise"
        )?;
        write!(out, "{:>2}  {:<width$}", "", "name")?;
        for column in 1..=players.len() {
            write!(out, "  {column:>8}")?;
        }
        writeln!(out)?;
        for (to, number) in players.iter().zip(1..) {
            let cells = players.iter().map(|from| format!("{:>8}", cell(feeds, &to.name, &from.name)));
            let line = format!("{number:>2}  {:<width$}  {}", to.name, cells.collect::<Vec<_>>().join("  "));
            writeln!(out, "{}", line.trim_end())?;
        }
    }
    let rings = cycles(feeds);
    for ring_of in rings.iter().take(RINGS_MAX) {
        writeln!(out, "{}", ring(*ring_of))?;
    }
    match rings.len().saturating_sub(RINGS_MAX) {
        0 => Ok(()),
        more if rings.len() == CYCLES_MAX => writeln!(out, "and at least {more} more such rings"),
        1 => writeln!(out, "and another such ring"),
        more => writeln!(out, "and {more} more such rings"),
    }
}

fn cell(feeds: &[Feed], to: &str, from: &str) -> String {
    let Some((feed, mean)) = feeds::of(feeds, to, from).and_then(|feed| Some((feed, feed.mean?))) else {
        return ".".to_owned();
    };
    let is_sure = feed.beyond_noise || feeds::of(feeds, from, to).is_some_and(|back| back.beyond_noise);
    if is_sure { format!("{:+.1} ", mean.mean) } else { format!("({:+.1})", mean.mean) }
}

/// A ring of three in a sentence.
pub(crate) fn ring([first, second, third]: [&str; 3]) -> String {
    format!("a ring: {first} feeds {second}, {second} feeds {third}, and {third} feeds {first}, beyond noise")
}

fn width(rows: &[Row]) -> usize {
    rows.iter().map(|row| row.name.chars().count()).max().unwrap_or(0).max(4)
}

#[cfg(test)]
mod tests {
    use croupier_arena::run::Rounds;

    use super::{ended, ring};

    #[test]
    fn why_a_league_ended_is_said() {
        let rounds = Rounds { played: 3, of: 10, decided: Some(true), percent: Some(95) };
        assert_eq!(ended(rounds), "stopped after round 3 of 10: the order is decided at 95 %");
        let all = Rounds { played: 10, decided: Some(false), ..rounds };
        assert_eq!(ended(all), "after all 10 rounds the order is not decided at 95 %");
        let at_last = Rounds { played: 10, ..rounds };
        assert_eq!(ended(at_last), "after all 10 rounds the order is decided at 95 %");
        assert_eq!(ended(Rounds { decided: None, percent: None, ..rounds }), "3 of 10 rounds");
    }

    #[test]
    fn a_ring_is_told_in_the_direction_of_the_chips() {
        assert_eq!(ring(["a", "b", "c"]), "a ring: a feeds b, b feeds c, and c feeds a, beyond noise");
    }
}
