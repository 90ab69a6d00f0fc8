//! Curves of chips and money, as lines of an SVG.

use std::fmt::Write as _;

/// The width of a picture, in its own units.
pub(super) const WIDTH: f64 = 1000.0;
/// Its height.
pub(super) const HEIGHT: f64 = 220.0;

/// Columns of a picture: each shows the least and the greatest value of its share of the deals.
const COLUMNS: usize = 400;

/// Curves over the deals of a match, on one scale.
#[derive(Clone, Debug)]
pub(super) struct Curves {
    /// A path for each seat.
    pub(super) paths: Vec<String>,
    /// The scale's ends.
    pub(super) low: f64,
    pub(super) high: f64,
    /// Where 0 lies, if it is between them.
    pub(super) zero: Option<f64>,
}

impl Curves {
    /// The curves of some seats; the first value of each is before the first deal.
    pub(super) fn new(sums: &[Vec<f64>]) -> Self {
        let all = || sums.iter().flatten().copied();
        let (mut low, mut high) =
            all().fold((f64::MAX, f64::MIN), |(low, high), value| (low.min(value), high.max(value)));
        if low > high {
            (low, high) = (0.0, 0.0);
        }
        let span = if high > low { high - low } else { 1.0 };
        let y = |value: f64| HEIGHT - (value - low) / span * HEIGHT;
        let paths = sums.iter().map(|sums| path(sums, y)).collect();
        let zero = (low < 0.0 && high > 0.0).then(|| y(0.0));
        Self { paths, low, high, zero }
    }
}

fn path(sums: &[f64], y: impl Fn(f64) -> f64) -> String {
    let mut path = String::new();
    let last = sums.len().saturating_sub(1).max(1);
    let x = |at: usize| fraction(at, last) * WIDTH;
    let mut point = |at: usize| {
        let verb = if path.is_empty() { 'M' } else { 'L' };
        let _infallible = write!(path, "{verb}{:.1} {:.1}", x(at), y(sums[at]));
    };
    if sums.len() <= 2 * COLUMNS {
        (0..sums.len()).for_each(&mut point);
        return path;
    }
    for column in 0..COLUMNS {
        let (from, to) = (column * sums.len() / COLUMNS, (column + 1) * sums.len() / COLUMNS);
        let by_value = |one: &usize, other: &usize| sums[*one].total_cmp(&sums[*other]);
        let ends = [(from..to).min_by(by_value), (from..to).max_by(by_value)];
        let mut ends: Vec<usize> = ends.into_iter().flatten().collect();
        ends.sort_unstable();
        ends.dedup();
        ends.into_iter().for_each(&mut point);
    }
    path
}

#[expect(clippy::cast_precision_loss, reason = "a match has far fewer than 2^53 deals")]
fn fraction(at: usize, of: usize) -> f64 {
    at as f64 / of as f64
}

#[cfg(test)]
mod tests {
    use super::Curves;

    #[test]
    fn a_curve_goes_from_edge_to_edge_and_shows_where_0_is() {
        let curves = Curves::new(&[vec![0.0, 10.0, -10.0]]);
        assert_eq!(curves.paths, ["M0.0 110.0L500.0 0.0L1000.0 220.0"]);
        assert_eq!((curves.low, curves.high, curves.zero), (-10.0, 10.0, Some(110.0)));
    }

    #[test]
    fn a_long_curve_keeps_its_peaks() {
        let mut sums = vec![0.0; 100_000];
        sums[77_777] = 5.0;
        let curves = Curves::new(&[sums]);
        assert!(curves.paths[0].contains(" 0.0L"), "the peak is at the top");
        assert!(curves.paths[0].len() < 20_000);
        assert_eq!(Curves::new(&[Vec::new()]).paths, [""]);
    }
}
