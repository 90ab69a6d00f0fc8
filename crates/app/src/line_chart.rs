//! A line chart as SVG, readable on a light and on a dark page.

use std::fmt;

/// A chart; displays as an SVG document.
pub(crate) struct Chart {
    pub(crate) title: String,
    pub(crate) x: Axis,
    pub(crate) y: Axis,
    /// Areas behind the lines.
    pub(crate) bands: Vec<Band>,
    pub(crate) lines: Vec<Line>,
}

/// An area between two curves, both from left to right.
pub(crate) struct Band {
    pub(crate) low: Vec<(f64, f64)>,
    pub(crate) high: Vec<(f64, f64)>,
}

/// One axis.
pub(crate) struct Axis {
    pub(crate) name: &'static str,
    pub(crate) from: f64,
    pub(crate) to: f64,
    /// Whether a step is a factor: then both ends are above 0.
    pub(crate) is_log: bool,
}

/// A curve, by its points from left to right.
pub(crate) struct Line {
    pub(crate) name: String,
    pub(crate) points: Vec<(f64, f64)>,
    pub(crate) is_dashed: bool,
}

const WIDTH: f64 = 900.0;
const HEIGHT: f64 = 420.0;
const LEFT: f64 = 80.0;
const RIGHT: f64 = 20.0;
const TOP: f64 = 40.0;
const BOTTOM: f64 = 50.0;

/// An axis with fewer values written than this does not say what its scale is.
const TICKS_MIN: usize = 3;

/// Told apart without colour too: lines have names at their ends.
const COLOURS: [&str; 3] = ["#2a7de1", "#d9541e", "#2e9949"];

impl Axis {
    /// Returns how far along the axis a value is, 0 to 1.
    pub(crate) fn place(&self, value: f64) -> f64 {
        let scale = |value: f64| if self.is_log { value.max(f64::MIN_POSITIVE).ln() } else { value };
        let (from, to) = (scale(self.from), scale(self.to));
        ((scale(value) - from) / (to - from)).clamp(0.0, 1.0)
    }

    /// Returns the values that are written, [`TICKS_MIN`] of them at least where there are so many: powers of ten, also
    /// twice and five times, or round steps.
    pub(crate) fn ticks(&self) -> Vec<f64> {
        if self.is_log {
            let sparse = [&[1.0] as &[f64], &[1.0, 2.0, 5.0]].map(|factors| self.powers(factors));
            if let Some(enough) = sparse.into_iter().find(|ticks| ticks.len() >= TICKS_MIN) {
                return enough;
            }
        }
        self.steps()
    }

    /// Powers of ten, times each of the factors.
    fn powers(&self, factors: &[f64]) -> Vec<f64> {
        let mut ticks = Vec::new();
        let mut power = 10_f64.powf(self.from.log10().floor());
        while power <= self.to * 1.001 {
            ticks.extend(factors.iter().map(|factor| factor * power));
            power *= 10.0;
        }
        ticks.retain(|tick| (self.from * 0.999..=self.to * 1.001).contains(tick));
        ticks
    }

    /// Multiples of a whole number that begins with 1, 2 or 5: nine or fewer.
    fn steps(&self) -> Vec<f64> {
        let rough = (self.to - self.from) / 8.0;
        let power = 10_f64.powf(rough.log10().floor());
        let step = [1.0, 2.0, 5.0, 10.0].map(|factor| factor * power).into_iter().find(|step| *step >= rough);
        let step = step.unwrap_or(rough).max(1.0);
        let mut ticks = Vec::new();
        let mut tick = (self.from / step).ceil() * step;
        while tick <= self.to {
            ticks.push(tick);
            tick += step;
        }
        ticks
    }
}

impl Chart {
    /// The chart inside of a page, which has the styles `chart`, `grid` and `band`: its policy allows none in the text.
    pub(crate) fn of_page(&self) -> String {
        let mut text = format!(r#"<svg class="chart" viewBox="0 0 {WIDTH} {HEIGHT}" role="img">"#);
        let _infallible = self.draw(&mut text);
        text + "</svg>"
    }

    fn draw(&self, f: &mut impl fmt::Write) -> fmt::Result {
        let x = |value: f64| LEFT + self.x.place(value) * (WIDTH - LEFT - RIGHT);
        let y = |value: f64| HEIGHT - BOTTOM - self.y.place(value) * (HEIGHT - TOP - BOTTOM);
        let title = escaped(&self.title);
        writeln!(f, "<title>{title}</title>")?;
        writeln!(f, r#"<text x="{LEFT}" y="24">{title}</text>"#)?;
        let (bottom, right) = (HEIGHT - BOTTOM, WIDTH - RIGHT);
        for tick in self.x.ticks() {
            let at = x(tick);
            writeln!(f, r#"<line class="grid" x1="{at:.1}" x2="{at:.1}" y1="{TOP}" y2="{bottom}"/>"#)?;
            writeln!(f, r#"<text x="{at:.1}" y="{}" text-anchor="middle">{tick}</text>"#, bottom + 18.0)?;
        }
        for tick in self.y.ticks() {
            let at = y(tick);
            writeln!(f, r#"<line class="grid" x1="{LEFT}" x2="{right}" y1="{at:.1}" y2="{at:.1}"/>"#)?;
            writeln!(f, r#"<text x="{}" y="{:.1}" text-anchor="end">{tick}</text>"#, LEFT - 8.0, at + 4.0)?;
        }
        writeln!(
            f,
            r#"<text x="{}" y="{}" text-anchor="end">{}</text>"#,
            right,
            HEIGHT - 10.0,
            escaped(self.x.name)
        )?;
        writeln!(f, r#"<text x="8" y="{}">{}</text>"#, TOP - 2.0, escaped(self.y.name))?;
        for band in &self.bands {
            write!(f, r#"<polygon class="band" points=""#)?;
            for (place, point) in band.low.iter().chain(band.high.iter().rev()).enumerate() {
                let blank = if place == 0 { "" } else { " " };
                write!(f, "{blank}{:.1},{:.1}", x(point.0), y(point.1))?;
            }
            writeln!(f, r#""/>"#)?;
        }
        for (line, colour) in self.lines.iter().zip(COLOURS.iter().cycle()) {
            let dashes = if line.is_dashed { r#" stroke-dasharray="6 4""# } else { "" };
            write!(f, r#"<polyline fill="none" stroke="{colour}" stroke-width="1.5"{dashes} points=""#)?;
            for (place, point) in line.points.iter().enumerate() {
                let blank = if place == 0 { "" } else { " " };
                write!(f, "{blank}{:.1},{:.1}", x(point.0), y(point.1))?;
            }
            writeln!(f, r#""/>"#)?;
            if let Some(end) = line.points.last() {
                let (at, level) = (x(end.0) - 4.0, y(end.1) - 6.0);
                writeln!(
                    f,
                    r#"<text x="{at:.1}" y="{level:.1}" text-anchor="end">{}</text>"#,
                    escaped(&line.name)
                )?;
            }
        }
        Ok(())
    }
}

impl fmt::Display for Chart {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(
            f,
            r#"<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" role="img" font-family="sans-serif" font-size="13">"#
        )?;
        writeln!(
            f,
            "<style>text {{ fill: #222 }} .grid {{ stroke: #8884 }} .band {{ fill: #2a7de122 }} @media (prefers-color-scheme: dark) {{ text {{ fill: #ddd }} }}</style>"
        )?;
        self.draw(f)?;
        writeln!(f, "</svg>")
    }
}

fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;")
}

#[cfg(test)]
mod tests {
    use super::{Axis, Chart, Line};

    #[test]
    fn ticks_are_round_and_places_run_from_0_to_1() {
        let linear = Axis { name: "tricks", from: 0.0, to: 52.0, is_log: false };
        assert_eq!(linear.ticks(), [0.0, 10.0, 20.0, 30.0, 40.0, 50.0]);
        assert!((linear.place(26.0) - 0.5).abs() < 1e-12 && linear.place(99.0) >= 1.0);
        let log = Axis { name: "games", from: 0.5, to: 2000.0, is_log: true };
        let ticks: Vec<String> = log.ticks().iter().map(|tick| format!("{tick:.0}")).collect();
        assert_eq!(ticks, ["1", "10", "100", "1000"]);
        assert!(log.place(0.0) <= 0.0);
        for (from, to, expected) in [
            (400.0, 2_100.0, &["500", "1000", "2000"][..]),
            (15.0, 1_800.0, &["20", "50", "100", "200", "500", "1000"]),
            (1_010.0, 1_900.0, &["1200", "1400", "1600", "1800"]),
        ] {
            let near = Axis { name: "money", from, to, is_log: true };
            let ticks: Vec<String> = near.ticks().iter().map(|tick| format!("{tick:.0}")).collect();
            assert_eq!(ticks, expected, "from {from} to {to}");
        }
    }

    #[test]
    fn a_chart_is_a_document_whose_text_is_escaped() {
        let axis = || Axis { name: "x", from: 0.0, to: 1.0, is_log: false };
        let line = Line { name: "a<b".to_owned(), points: vec![(0.0, 0.0), (1.0, 1.0)], is_dashed: true };
        let chart =
            Chart { title: "1 & 2".to_owned(), x: axis(), y: axis(), bands: Vec::new(), lines: vec![line] };
        let text = chart.to_string();
        assert!(!chart.of_page().contains("style"), "a page's policy allows none");
        assert!(text.starts_with("<svg ") && text.ends_with("</svg>\n"));
        assert!(
            text.contains("1 &amp; 2")
                && text.contains("a&lt;b")
                && text.contains(r#"points="80.0,370.0 880.0,40.0""#)
        );
    }
}
