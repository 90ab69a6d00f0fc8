//! The standings as files: CSV for spreadsheets, HTML for a notice board.

mod csv;
mod html;

pub(crate) use csv::write as write_csv;
pub(crate) use html::write as write_html;

use croupier_arena::standings::Row;

/// The columns, in order.
const COLUMNS: [&str; 20] = [
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
];

/// A row's cells, in the order of the columns; empty where there is no number.
fn cells(row: &Row) -> [String; 20] {
    let growth = row.luckless.and_then(|luckless| luckless.growth);
    let number = |number: Option<f64>| number.map_or_else(String::new, |number| number.to_string());
    [
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
    ]
}
