//! Estimates with their 95 % intervals. `docs/intervals.md` says which method serves which number.

use croupier_rules::chance::Stream;
use serde::Serialize;

/// A number with its 95 % interval.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Estimate {
    /// The number.
    pub mean: f64,
    /// The lower end of the interval.
    pub low: f64,
    /// The upper end.
    pub high: f64,
}

/// Sums that were drawn under equal conditions: the total of a stratum is their sum.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Stratum(pub Vec<f64>);

impl Stratum {
    /// The variance of the total: the number of sums times their variance.
    fn variance_of_total(&self) -> f64 {
        let count = to_f64(self.0.len());
        if self.0.len() < 2 {
            return 0.0;
        }
        let mean = self.0.iter().sum::<f64>() / count;
        let squares: f64 = self.0.iter().map(|sum| (sum - mean).powi(2)).sum();
        count * squares / (count - 1.0)
    }
}

impl Estimate {
    /// The total over strata with an interval by Student's t: variances of the strata add up, and so
    /// do their degrees of freedom. None if no stratum has two sums.
    ///
    /// ```
    /// use croupier_arena::estimate::{Estimate, Stratum};
    /// let total = Estimate::total(&[Stratum(vec![1.0, 3.0, 2.0, 2.0])]).unwrap();
    /// // A standard deviation of 0.816, times the root of 4, times 3.182 for 3 degrees of freedom.
    /// assert_eq!((total.mean, total.rounded(1).high), (8.0, 13.2));
    /// ```
    pub fn total(strata: &[Stratum]) -> Option<Self> {
        let freedom: usize = strata.iter().map(|stratum| stratum.0.len().saturating_sub(1)).sum();
        if freedom == 0 {
            return None;
        }
        let total: f64 = strata.iter().flat_map(|stratum| &stratum.0).sum();
        let variance: f64 = strata.iter().map(Stratum::variance_of_total).sum();
        let margin = t_quantile(freedom) * variance.sqrt();
        Some(Self { mean: total, low: total - margin, high: total + margin })
    }

    /// The estimate and its interval, divided.
    #[must_use]
    pub fn per(self, divisor: f64) -> Self {
        Self { mean: self.mean / divisor, low: self.low / divisor, high: self.high / divisor }
    }

    /// The estimate to this many decimals, as it is printed and stored.
    #[must_use]
    pub fn rounded(self, decimals: i32) -> Self {
        let unit = 10_f64.powi(decimals);
        // Adding 0 turns a negative zero into a plain one.
        let round = |number: f64| (number * unit).round() / unit + 0.0;
        Self { mean: round(self.mean), low: round(self.low), high: round(self.high) }
    }
}

/// How many times a bootstrap draws.
pub const BOOTSTRAP_DRAWS: usize = 2_000;

/// The interval that holds the middle 95 % of a statistic over bootstrap samples (percentile method):
/// each sample draws `count` places with replacement, and `statistic` sees the places drawn.
pub fn bootstrap(
    mut chance: Stream,
    count: usize,
    mut statistic: impl FnMut(&mut dyn FnMut() -> usize) -> f64,
) -> Estimate {
    let bound = u32::try_from(count).expect("a sample has fewer than 2^32 places");
    let mut drawn: Vec<f64> =
        (0..BOOTSTRAP_DRAWS).map(|_| statistic(&mut || chance.below(bound) as usize)).collect();
    drawn.sort_unstable_by(f64::total_cmp);
    let cut = BOOTSTRAP_DRAWS / 40;
    let mean = drawn.iter().sum::<f64>() / to_f64(BOOTSTRAP_DRAWS);
    Estimate { mean, low: drawn[cut], high: drawn[BOOTSTRAP_DRAWS - 1 - cut] }
}

/// The 97.5 % quantile of Student's t with this many degrees of freedom: the printed table up to 9,
/// then the expansion of Cornish and Fisher round the normal one, which is off by less than 0.0005.
pub fn t_quantile(freedom: usize) -> f64 {
    const Z: f64 = 1.959_964;
    const TABLE: [f64; 10] =
        [f64::INFINITY, 12.7062, 4.3027, 3.1824, 2.7764, 2.5706, 2.4469, 2.3646, 2.3060, 2.2622];
    if let Some(&printed) = TABLE.get(freedom) {
        return printed;
    }
    let n = to_f64(freedom);
    let first = (Z.powi(3) + Z) / 4.0;
    let second = (5.0 * Z.powi(5) + 16.0 * Z.powi(3) + 3.0 * Z) / 96.0;
    let third = (3.0 * Z.powi(7) + 19.0 * Z.powi(5) + 17.0 * Z.powi(3) - 15.0 * Z) / 384.0;
    Z + first / n + second / n.powi(2) + third / n.powi(3)
}

fn to_f64(count: usize) -> f64 {
    f64::from(u32::try_from(count).expect("a sample has fewer than 2^32 places"))
}

#[cfg(test)]
mod tests {
    use croupier_rules::chance::Key;

    use super::{Estimate, Stratum, bootstrap, t_quantile};

    /// The expansion against the printed table of Student's t.
    #[test]
    fn quantiles_of_t_are_those_of_the_table() {
        for (freedom, printed) in [(10, 2.2281), (12, 2.1788), (19, 2.0930), (30, 2.0423), (60, 2.0003)] {
            assert!((t_quantile(freedom) - printed).abs() < 0.0005, "{freedom}: {}", t_quantile(freedom));
        }
    }

    #[test]
    fn strata_add_up_their_variances_not_their_differences() {
        // Two strata that are far apart and each without spread: nothing is uncertain.
        let apart = [Stratum(vec![100.0; 5]), Stratum(vec![-7.0; 5])];
        let total = Estimate::total(&apart).unwrap();
        assert_eq!((total.mean, total.low, total.high), (465.0, 465.0, 465.0));
        assert_eq!(Estimate::total(&[Stratum(vec![1.0])]), None);
    }

    #[test]
    fn a_bootstrap_of_a_mean_is_as_wide_as_its_error() {
        let sample: Vec<f64> = (0..100_u32).map(f64::from).collect();
        let Estimate { low, high, .. } =
            bootstrap(Key::new(1, "bootstrap").stream(0), sample.len(), |draw| {
                (0..100).map(|_| sample[draw()]).sum::<f64>() / 100.0
            });
        // A standard error of 2.9 round 49.5.
        assert!((low - 43.8).abs() < 1.0 && (high - 55.2).abs() < 1.0, "{low} to {high}");
    }
}
