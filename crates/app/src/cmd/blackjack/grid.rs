//! The table of hit and stand as a picture.

use std::fmt;

use super::chart::Answer;

/// A chart; displays as an SVG document.
pub(super) struct Grid<'a>(pub(super) &'a Answer);

const CELL_WIDTH: usize = 62;
const CELL_HEIGHT: usize = 30;
const LEFT: usize = 84;
const TOP: usize = 72;

/// A price at which a cell has its full colour, of a bet.
const DEAR: f64 = 0.25;

impl fmt::Display for Grid<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Answer { shoe, ev, rows, .. } = self.0;
        let upcards = self.0.columns();
        let columns = upcards.len();
        let (width, height) = (LEFT + columns * CELL_WIDTH + 12, TOP + rows.len() * CELL_HEIGHT + 34);
        let cards: u32 = shoe.iter().sum();
        let title = format!("Hit or stand, {cards} cards: gain {ev:+.6} of a bet");
        writeln!(
            f,
            r#"<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" role="img" font-family="sans-serif" font-size="13" text-anchor="middle">"#
        )?;
        writeln!(f, "<title>{title}</title>")?;
        writeln!(
            f,
            "<style>text {{ fill: #222 }} .hit {{ fill: #2a7de1 }} .stand {{ fill: #d9541e }} @media \
             (prefers-color-scheme: dark) {{ text {{ fill: #ddd }} }}</style>"
        )?;
        writeln!(f, r#"<text x="{}" y="24" font-size="15">{title}</text>"#, width / 2)?;
        for (column, up) in upcards.iter().enumerate() {
            writeln!(f, r#"<text x="{}" y="{}">{up}</text>"#, middle(column), TOP - 10)?;
        }
        for (index, row) in rows.iter().enumerate() {
            let y = TOP + index * CELL_HEIGHT;
            writeln!(f, r#"<text x="{}" y="{}">{}</text>"#, LEFT / 2, y + 20, row.total)?;
            for (column, &up) in upcards.iter().enumerate() {
                let Some(against) = row.against(up) else { continue };
                let x = LEFT + column * CELL_WIDTH;
                let strength = 0.12 + 0.6 * (against.price / DEAR).min(1.0);
                writeln!(
                    f,
                    r#"<rect class="{}" x="{x}" y="{y}" width="{}" height="{}" fill-opacity="{strength:.2}"/>"#,
                    against.best,
                    CELL_WIDTH - 2,
                    CELL_HEIGHT - 2
                )?;
                let price = against.price * 100.0;
                writeln!(
                    f,
                    r#"<text x="{}" y="{}">{} {price:.1}</text>"#,
                    middle(column),
                    y + 19,
                    against.letter()
                )?;
            }
        }
        writeln!(
            f,
            r#"<text x="{}" y="{}">H hits, S stands; what the other costs, in hundredths of the bet</text>"#,
            width / 2,
            height - 10
        )?;
        writeln!(f, "</svg>")
    }
}

/// The middle of a column.
fn middle(column: usize) -> usize {
    LEFT + column * CELL_WIDTH + CELL_WIDTH / 2
}
