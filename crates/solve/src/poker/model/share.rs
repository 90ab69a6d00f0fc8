//! A share of what was counted.

/// How often something happened, and how far that may be trusted.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Share {
    /// How often it was seen.
    pub seen: f64,
    /// Of so many.
    pub of: f64,
    /// What a plain player would do, which counts as this many sightings.
    prior: (f64, f64),
}

/// The standard normal law's 97.5 % point.
const Z: f64 = 1.959_964;

impl Share {
    /// So many times of so many, with a prior share that counts as `weight` sightings.
    pub fn new(seen: f64, of: f64, prior: f64, weight: f64) -> Self {
        Self { seen, of, prior: (prior, weight) }
    }

    /// What was seen, with no prior.
    #[must_use]
    pub fn observed(self) -> Self {
        Self { prior: (0.0, 0.0), ..self }
    }

    /// The mean of the posterior.
    pub fn mean(&self) -> f64 {
        let (prior, weight) = self.prior;
        (self.seen + prior * weight) / (self.of + weight)
    }

    /// The ends of its 95 % interval: that of the score (Wilson 1927) round the posterior mean.
    ///
    /// ```
    /// use croupier_solve::poker::model::Share;
    /// let (low, high) = Share::new(312.0, 312.0, 0.5, 1.0).interval();
    /// assert!(low > 0.98 && high <= 1.0);
    /// ```
    pub fn interval(&self) -> (f64, f64) {
        self.interval_of(1.0)
    }

    /// The same when each sighting tells so many times less than one by itself: the share stays, and the bars widen.
    ///
    /// ```
    /// use croupier_solve::poker::model::Share;
    /// let share = Share::new(50.0, 100.0, 0.0, 0.0);
    /// let (low, high) = share.interval_of(25.0);
    /// assert!(low < 0.2 && high > 0.8 && share.mean() == 0.5);
    /// ```
    pub fn interval_of(&self, dispersion: f64) -> (f64, f64) {
        let (n, p) = (self.of / dispersion + self.prior.1, self.mean());
        let middle = (p + Z * Z / (2.0 * n)) / (1.0 + Z * Z / n);
        let margin = Z / (1.0 + Z * Z / n) * (p * (1.0 - p) / n + Z * Z / (4.0 * n * n)).sqrt();
        ((middle - margin).max(0.0), (middle + margin).min(1.0))
    }
}
