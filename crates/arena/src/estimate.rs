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
    fn noise(&self) -> Noise {
        let mean = self.0.iter().sum::<f64>() / to_f64(self.0.len().max(1));
        let mut noise = Noise::default();
        noise.add(self.0.iter().map(|sum| sum - mean));
        noise
    }
}

/// The noise of a total over strata: their variances add up. Its degrees of freedom are those by Welch (1947), who mends those by
/// Satterthwaite (1946) for variances that are measured: a few strata that scatter much have not the freedom of all.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Noise {
    variance: f64,
    /// The squares of the variances, each over its degrees of freedom and two: so much greater is the mean square of a
    /// measured variance.
    squares: f64,
    /// The degrees of freedom of all strata together.
    freedom: usize,
}

impl Noise {
    /// Adds a stratum by how far its sums are from their mean. The variance of its total is the number of sums
    /// times their variance. A single sum tells nothing.
    pub(crate) fn add(&mut self, off: impl ExactSizeIterator<Item = f64>) {
        let count = off.len();
        let Some(freedom) = count.checked_sub(1).filter(|&freedom| freedom > 0) else { return };
        let variance = to_f64(count) * off.map(|off| off.powi(2)).sum::<f64>() / to_f64(freedom);
        self.add_all(Self { variance, squares: variance.powi(2) / to_f64(freedom + 2), freedom });
    }

    fn add_all(&mut self, more: Self) {
        self.variance += more.variance;
        self.squares += more.squares;
        self.freedom += more.freedom;
    }

    /// A number with this noise; none if nothing tells the noise.
    pub(crate) fn of(self, mean: f64) -> Option<Measured> {
        (self.freedom > 0).then(|| Measured { mean, variance: self.variance, freedom: self.freedom() })
    }

    /// Degrees of freedom, rounded down. Where nothing scatters, no stratum outweighs another.
    fn freedom(self) -> usize {
        if self.squares <= 0.0 {
            return self.freedom;
        }
        #[expect(
            clippy::cast_possible_truncation,
            clippy::cast_sign_loss,
            reason = "it is at least that of the least stratum and at most that of all"
        )]
        let freedom = (self.variance.powi(2) / self.squares - 2.0 + 1e-6) as usize;
        freedom.clamp(1, self.freedom)
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
    /// The total over strata: their variances add up, and its degrees of freedom are those by Welch and Satterthwaite.
    /// None if no stratum has two sums.
    ///
    /// ```
    /// use croupier_arena::estimate::{Measured, Stratum};
    /// let [calm, wild] = [Stratum(vec![1.0; 20]), Stratum(vec![-5.0, 0.0, 5.0])];
    /// // All noise is that of the second stratum, and so are the degrees of freedom.
    /// assert_eq!(Measured::total(&[calm, wild]).unwrap(), Measured { mean: 20.0, variance: 75.0, freedom: 2 });
    /// ```
    pub fn total(strata: &[Stratum]) -> Option<Self> {
        let mut noise = Noise::default();
        for stratum in strata {
            noise.add_all(stratum.noise());
        }
        noise.of(strata.iter().flat_map(|stratum| &stratum.0).sum())
    }

    /// The number with its 95 % interval by Student's t.
    pub fn estimate(self) -> Estimate {
        let margin = t_quantile(self.freedom) * self.variance.sqrt();
        Estimate { mean: self.mean, low: self.mean - margin, high: self.mean + margin }
    }

    /// Whether the true number is above 0; the chance to say so of one that is not is at most `tail`.
    ///
    /// Scatter tells only of what has come up. What has not in n games may still come once in n / ln(1/`tail`) of
    /// them: so the number must also be above ln(1/`tail`) times `swing`, the most that a game can move it. With
    /// fewer than ten degrees of freedom nothing is said.
    ///
    /// ```
    /// use croupier_arena::estimate::Measured;
    /// let two_deviations = Measured { mean: 2.0, variance: 1.0, freedom: 1_000 };
    /// assert!(two_deviations.is_positive(0.025, 0.5) && !two_deviations.is_positive(0.02, 0.5));
    /// // 3.7 games that could each move it by 1 may be still to come.
    /// assert!(!two_deviations.is_positive(0.025, 1.0));
    /// ```
    pub fn is_positive(self, tail: f64, swing: f64) -> bool {
        let by_scatter = expansion(normal_quantile(tail), self.freedom.max(1)) * self.variance.sqrt();
        self.freedom >= FREEDOM_LEAST && self.mean > by_scatter.max(unseen(tail, swing))
    }

    /// Whether the number holds no luck, for all that matters: it does not scatter, and what has not come up in so many
    /// games, but for the chance `tail`, is less than `least` a game.
    pub(crate) fn is_exact(self, tail: f64, swing: f64, games: f64, least: f64) -> bool {
        !self.scatters(least) && unseen(tail, swing) < games * least
    }

    /// Whether games have brought different amounts: it scatters at least as if one had brought `least` more than the
    /// others.
    pub(crate) fn scatters(self, least: f64) -> bool {
        self.variance >= least.powi(2)
    }
}

/// How far games that have not come up may move a total, but for the chance `tail`: none of them has a chance that is greater
/// than ln(1/`tail`) in all games.
fn unseen(tail: f64, swing: f64) -> f64 {
    -tail.ln() * swing
}

impl Estimate {
    /// The total over strata with an interval by Student's t; see [`Measured::total`]. None if no stratum has two sums.
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

    /// A few parts that are alike by chance decide nothing; many games that are alike do.
    #[test]
    fn what_has_not_scattered_yet_is_not_certain() {
        let alike = Measured { mean: 60.0, variance: 0.0, freedom: 19 };
        assert!(!alike.is_positive(0.001, 900.0));
        assert!(!Measured { mean: 6_200.0, variance: 1e-9, ..alike }.is_positive(0.001, 900.0));
        assert!(Measured { mean: 6_300.0, ..alike }.is_positive(0.001, 900.0));
        assert!(!Measured { mean: 1e6, freedom: 9, ..alike }.is_positive(0.001, 900.0));
        assert_eq!([20.0, 1_000.0].map(|games| alike.is_exact(0.001, 900.0, games, 10.0)), [false, true]);
        assert_eq!(
            [99.0, 101.0]
                .map(|variance| Measured { variance, ..alike }.is_exact(0.001, 900.0, 1_000.0, 10.0)),
            [true, false]
        );
    }

    /// By hand: variances 12 and 4 with 2 and 3 degrees of freedom.
    #[test]
    fn degrees_of_freedom_are_those_of_welch_and_satterthwaite() {
        let strata = [
            Stratum(vec![-2.0, 0.0, 2.0]),
            Stratum(vec![0.75_f64.sqrt(), -0.75_f64.sqrt(), 0.75_f64.sqrt(), -0.75_f64.sqrt()]),
        ];
        let total = Measured::total(&strata).unwrap();
        assert!((total.variance - 16.0).abs() < 1e-9);
        // 16^2 / (12^2 / 4 + 4^2 / 5) - 2 is 4.53.
        assert_eq!(total.freedom, 4);
        let alike = vec![Stratum(vec![1.0, -1.0, 3.0, -3.0]); 5];
        assert_eq!(Measured::total(&alike).unwrap().freedom, 15);
        assert_eq!(Measured::total(&[Stratum(vec![2.0; 4]), Stratum(vec![9.0])]).unwrap().freedom, 3);
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
