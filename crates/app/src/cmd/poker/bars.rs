//! What a seat does by card as a picture: one bar a card, one part a choice.

use std::fmt;

use super::show::Rows;

/// A chart; displays as an SVG document.
pub(crate) struct Bars<'a> {
    pub(crate) title: String,
    pub(crate) rows: &'a Rows,
}

const WIDTH: f32 = 720.0;
const LEFT: f32 = 70.0;
const TOP: f32 = 62.0;
const BAR: f32 = 26.0;

/// The strength of the first and of the last choice's colour: the more is paid, the fuller.
const FAINT: f32 = 0.12;
const FULL: f32 = 1.0;

/// A part that is too narrow for its number.
const NARROW: f32 = 0.055;

impl fmt::Display for Bars<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { title, rows } = self;
        let count = |number: usize| f32::from(u16::try_from(number).unwrap_or(u16::MAX));
        let height = TOP + count(rows.by_card.len()) * BAR + 46.0;
        let room = WIDTH - LEFT - 20.0;
        writeln!(
            f,
            r#"<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {height}" role="img" font-family="sans-serif" font-size="13">"#
        )?;
        writeln!(f, "<title>{title}</title>")?;
        writeln!(
            f,
            "<style>text {{ fill: #222 }} .part {{ fill: #2a7de1; stroke: #8888 }} @media (prefers-color-scheme: dark) {{ \
             text {{ fill: #ddd }} }}</style>"
        )?;
        writeln!(f, r#"<text x="{LEFT}" y="24" font-size="15">{title}</text>"#)?;
        let last = count(rows.choices.len().saturating_sub(1)).max(1.0);
        let strength = |choice: usize| FAINT + (FULL - FAINT) * count(choice) / last;
        let step = room / count(rows.choices.len());
        for (at, choice) in rows.choices.iter().enumerate() {
            let x = LEFT + count(at) * step;
            let strength = strength(at);
            writeln!(
                f,
                r#"<rect class="part" x="{x:.1}" y="36" width="14" height="14" fill-opacity="{strength:.2}"/>"#
            )?;
            writeln!(f, r#"<text x="{:.1}" y="48">{choice}</text>"#, x + 20.0)?;
        }
        for (card, chances) in rows.by_card.iter().enumerate() {
            let y = TOP + count(card) * BAR;
            writeln!(
                f,
                r#"<text x="{:.1}" y="{:.1}" text-anchor="end">card {card}</text>"#,
                LEFT - 8.0,
                y + 18.0
            )?;
            let mut x = LEFT;
            for (choice, chance) in chances.iter().enumerate() {
                let width = chance * room;
                let (strength, wide) = (strength(choice), (width - 1.0).max(0.0));
                writeln!(
                    f,
                    r#"<rect class="part" x="{x:.1}" y="{y:.1}" width="{wide:.1}" height="{:.1}" fill-opacity="{strength:.2}"/>"#,
                    BAR - 4.0
                )?;
                if *chance >= NARROW {
                    let percent = 100.0 * chance;
                    writeln!(f, r#"<text x="{:.1}" y="{:.1}">{percent:.0}</text>"#, x + 4.0, y + 16.0)?;
                }
                x += width;
            }
        }
        writeln!(f, r#"<text x="{LEFT}" y="{:.1}">percent of each choice, by card</text>"#, height - 14.0)?;
        writeln!(f, "</svg>")
    }
}
