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

/// A number and its noise, before a level of confidence is chosen.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Measured {
    /// The number.
    pub mean: f64,
    /// Its variance.
    pub variance: f64,
    /// The degrees of freedom of the variance.
    pub freedom: usize,
}

impl Measured {
    /// The total over strata: variances of the strata add up, and so do their degrees of freedom. None if no stratum
    /// has two sums.
    pub fn total(strata: &[Stratum]) -> Option<Self> {
        let freedom: usize = strata.iter().map(|stratum| stratum.0.len().saturating_sub(1)).sum();
        (freedom > 0).then(|| Self {
            mean: strata.iter().flat_map(|stratum| &stratum.0).sum(),
            variance: strata.iter().map(Stratum::variance_of_total).sum(),
            freedom,
        })
    }

    /// The number with its 95 % interval by Student's t.
    pub fn estimate(self) -> Estimate {
        let margin = t_quantile(self.freedom) * self.variance.sqrt();
        Estimate { mean: self.mean, low: self.mean - margin, high: self.mean + margin }
    }

    /// Whether the true number is above 0; the chance to say so of one that is not is at most `tail`. With fewer than
    /// ten degrees of freedom nothing is said, unless there is no noise at all.
    ///
    /// ```
    /// use croupier_arena::estimate::Measured;
    /// let two_deviations = Measured { mean: 2.0, variance: 1.0, freedom: 1_000 };
    /// assert!(two_deviations.is_positive(0.025) && !two_deviations.is_positive(0.02));
    /// ```
    pub fn is_positive(self, tail: f64) -> bool {
        if self.variance <= 0.0 {
            return self.mean > 0.0;
        }
        self.freedom >= FREEDOM_LEAST
            && self.mean > expansion(normal_quantile(tail), self.freedom) * self.variance.sqrt()
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
        Measured::total(strata).map(Measured::estimate)
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
    expansion(Z, freedom)
}

/// The fewest degrees of freedom that the expansion is used for.
const FREEDOM_LEAST: usize = 10;

/// The quantile of Student's t that belongs to this one of the normal distribution, by the expansion of Cornish and
/// Fisher.
fn expansion(z: f64, freedom: usize) -> f64 {
    let n = to_f64(freedom);
    let first = (z.powi(3) + z) / 4.0;
    let second = (5.0 * z.powi(5) + 16.0 * z.powi(3) + 3.0 * z) / 96.0;
    let third = (3.0 * z.powi(7) + 19.0 * z.powi(5) + 17.0 * z.powi(3) - 15.0 * z) / 384.0;
    z + first / n + second / n.powi(2) + third / n.powi(3)
}

/// The number that a normal one passes with the chance `tail`, which is above 0 and at most one half: formula 26.2.23 of
/// Abramowitz and Stegun, off by less than 0.00045.
fn normal_quantile(tail: f64) -> f64 {
    let t = (-2.0 * tail.ln()).sqrt();
    let above = 2.515_517 + t * (0.802_853 + t * 0.010_328);
    let below = 1.0 + t * (1.432_788 + t * (0.189_269 + t * 0.001_308));
    t - above / below
}

fn to_f64(count: usize) -> f64 {
    f64::from(u32::try_from(count).expect("a sample has fewer than 2^32 places"))
}

#[cfg(test)]
mod tests {
    use croupier_rules::chance::Key;

    use super::{Estimate, Measured, Stratum, bootstrap, expansion, normal_quantile, t_quantile};

    /// The expansion against the printed table of Student's t.
    #[test]
    fn quantiles_of_t_are_those_of_the_table() {
        for (freedom, printed) in [(10, 2.2281), (12, 2.1788), (19, 2.0930), (30, 2.0423), (60, 2.0003)] {
            assert!((t_quantile(freedom) - printed).abs() < 0.0005, "{freedom}: {}", t_quantile(freedom));
        }
    }

    /// Quantiles far out, against printed tables.
    #[test]
    fn far_quantiles_are_those_of_the_tables() {
        for (tail, printed) in [(0.025, 1.9600), (0.005, 2.5758), (0.001, 3.0902), (0.0001, 3.7190)] {
            assert!((normal_quantile(tail) - printed).abs() < 0.0005, "{tail}: {}", normal_quantile(tail));
        }
        for (freedom, printed) in [(10, 4.1437), (19, 3.5794), (60, 3.2317)] {
            let found = expansion(normal_quantile(0.001), freedom);
            assert!((found - printed).abs() < 0.01, "{freedom}: {found}");
        }
    }

    #[test]
    fn what_has_no_noise_is_certain_and_what_has_little_to_go_by_is_not() {
        let certain = Measured { mean: 1.0, variance: 0.0, freedom: 1 };
        assert!(certain.is_positive(1e-9) && !Measured { mean: 0.0, ..certain }.is_positive(0.5));
        assert!(!Measured { mean: 100.0, variance: 1.0, freedom: 9 }.is_positive(0.4));
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
