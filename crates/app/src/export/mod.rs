//! The standings as files: CSV for spreadsheets, HTML for a notice board.

mod csv;
mod html;

pub(crate) use csv::write as write_csv;
pub(crate) use html::write as write_html;

use croupier_arena::standings::Row;

/// The columns, in order.
const COLUMNS: [&str; 25] = [
    "rank",
    "name",
    "score",
    "low",
    "high",
    "mean",
    "mean_low",
    "mean_high",
    "matches",
    "fouls",
    "absent",
    "sandbox",
    "verdict",
    "reason",
    "luckless_mark",
    "luckless_low",
    "luckless_high",
    "luckless_growth",
    "luckless_growth_low",
    "luckless_growth_high",
    "raw_low",
    "raw_high",
    "raw_mean",
    "raw_mean_low",
    "raw_mean_high",
];

/// The names of all columns of a table: after the fixed ones, the chance of each rank, where it is known.
fn columns(rows: &[Row]) -> Vec<String> {
    let ranks = (1..=ranks(rows)).map(|rank| format!("chance_of_rank_{rank}"));
    COLUMNS.iter().map(|&column| column.to_owned()).chain(ranks).collect()
}

/// How many ranks have a chance.
fn ranks(rows: &[Row]) -> usize {
    rows.iter().filter_map(|row| row.ranks.as_ref()).map(Vec::len).max().unwrap_or(0)
}

/// A row's cells, in the order of the columns; empty where there is no number. `ranks` is how many ranks have a chance.
fn cells(row: &Row, ranks: usize) -> Vec<String> {
    let chance = |rank: usize| row.ranks.as_ref().and_then(|chances| chances.get(rank).copied());
    let growth = row.luckless.and_then(|luckless| luckless.growth);
    let number = |number: Option<f64>| number.map_or_else(String::new, |number| number.to_string());
    let mut cells = vec![
        row.rank.to_string(),
        row.name.clone(),
        row.score.to_string(),
        number(row.low),
        number(row.high),
        number(row.mean.map(|mean| mean.mean)),
        number(row.mean.map(|mean| mean.low)),
        number(row.mean.map(|mean| mean.high)),
        row.matches.to_string(),
        row.fouls.to_string(),
        row.absent.to_string(),
        row.sandbox.map_or_else(String::new, |layer| layer.to_string()),
        row.verdict.to_string(),
        row.reason.clone().unwrap_or_default(),
        number(row.luckless.map(|luckless| luckless.mark)),
        number(row.luckless.map(|luckless| luckless.low)),
        number(row.luckless.map(|luckless| luckless.high)),
        number(growth.map(|growth| growth.mean)),
        number(growth.map(|growth| growth.low)),
        number(growth.map(|growth| growth.high)),
        number(row.raw.map(|raw| raw.low)),
        number(row.raw.map(|raw| raw.high)),
        number(row.raw.map(|raw| raw.mean.mean)),
        number(row.raw.map(|raw| raw.mean.low)),
        number(row.raw.map(|raw| raw.mean.high)),
    ];
    cells.extend((0..ranks).map(|rank| number(chance(rank))));
    cells
}
