//! The values of all hands as a picture.

use std::fmt;

use croupier_rules::rullete::WINNING_VALUE;
use croupier_solve::rullete::Census;

use super::grouped;
use crate::line_chart::Axis;

/// How many hands have each value; displays as an SVG document, readable on a light and on a dark page.
pub(super) struct Histogram<'a>(pub(super) &'a Census);

const WIDTH: f64 = 900.0;
const HEIGHT: f64 = 420.0;
const LEFT: f64 = 90.0;
const RIGHT: f64 = 20.0;
const TOP: f64 = 62.0;
const BOTTOM: f64 = 50.0;

/// A bar may be this wide.
const BAR: f64 = 1.1;

const VALUES: Axis = Axis { name: "value after all fourteen rules", from: 0.0, to: 700.0, is_log: false };

/// Each step is ten times as many hands: the rarest value has 24 orders of one set, the most common ones millions.
const HANDS: Axis = Axis { name: "hands", from: 10.0, to: 1e7, is_log: true };

fn x(value: f64) -> f64 {
    LEFT + VALUES.place(value) * (WIDTH - LEFT - RIGHT)
}

fn y(hands: f64) -> f64 {
    HEIGHT - BOTTOM - HANDS.place(hands) * (HEIGHT - TOP - BOTTOM)
}

impl fmt::Display for Histogram<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let census = self.0;
        let title = format!("Rullete: the values of all hands, rule 6 takes {} off", census.rule6().amount());
        writeln!(
            f,
            r#"<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" role="img" font-family="sans-serif" font-size="13">"#
        )?;
        writeln!(f, "<title>{title}</title>")?;
        writeln!(
            f,
            "<style>text {{ fill: #222 }} .grid {{ stroke: #8884 }} .bar {{ fill: #2a7de1 }} .win {{ fill: #d9541e }} \
             @media (prefers-color-scheme: dark) {{ text {{ fill: #ddd }} .bar {{ fill: #6aa9f4 }} .win {{ fill: #f08a5d }} }}</style>"
        )?;
        writeln!(f, r#"<text x="{LEFT}" y="24" font-size="15">{title}</text>"#)?;
        write_axes(f)?;
        for (value, hands) in census.histogram() {
            write_bar(f, value, hands)?;
        }
        write_winners(f, census.winners())?;
        writeln!(f, "</svg>")
    }
}

fn write_axes(f: &mut fmt::Formatter<'_>) -> fmt::Result {
    let (bottom, right) = (HEIGHT - BOTTOM, WIDTH - RIGHT);
    for tick in VALUES.ticks() {
        let at = x(tick);
        writeln!(f, r#"<text x="{at:.1}" y="{}" text-anchor="middle">{tick}</text>"#, bottom + 18.0)?;
    }
    writeln!(f, r#"<text x="{right}" y="{}" text-anchor="end">{}</text>"#, HEIGHT - 10.0, VALUES.name)?;
    for tick in HANDS.ticks() {
        let at = y(tick);
        writeln!(f, r#"<line class="grid" x1="{LEFT}" x2="{right}" y1="{at:.1}" y2="{at:.1}"/>"#)?;
        #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "a power of ten")]
        let hands = grouped(tick.round() as u64);
        writeln!(f, r#"<text x="{}" y="{:.1}" text-anchor="end">{hands}</text>"#, LEFT - 8.0, at + 4.0)?;
    }
    writeln!(
        f,
        r#"<text x="{LEFT}" y="{}">{}, each line ten times the one below</text>"#,
        TOP - 16.0,
        HANDS.name
    )
}

/// The bar says what it is when a reader points at it.
fn write_bar(f: &mut fmt::Formatter<'_>, value: u32, hands: u64) -> fmt::Result {
    let class = if i64::from(value) == WINNING_VALUE { "win" } else { "bar" };
    #[expect(clippy::cast_precision_loss, reason = "fewer than 2^52 hands")]
    let (left, top) = (x(f64::from(value)) - BAR / 2.0, y(hands as f64));
    let height = HEIGHT - BOTTOM - top;
    writeln!(
        f,
        r#"<rect class="{class}" x="{left:.1}" y="{top:.1}" width="{BAR}" height="{height:.1}"><title>{value}: {} hands</title></rect>"#,
        grouped(hands)
    )
}

fn write_winners(f: &mut fmt::Formatter<'_>, winners: u64) -> fmt::Result {
    #[expect(clippy::cast_precision_loss, reason = "small numbers")]
    let (at, top) = (x(WINNING_VALUE as f64), y(winners as f64));
    // A line above the next one of the grid, and one below it.
    writeln!(
        f,
        r#"<text x="{at:.1}" y="{:.1}" text-anchor="middle">{WINNING_VALUE} wins</text>"#,
        top - 28.0
    )?;
    writeln!(f, r#"<text x="{at:.1}" y="{:.1}" text-anchor="middle">{winners} hands</text>"#, top - 6.0)
}
