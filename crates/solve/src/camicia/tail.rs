//! The tail of the lengths, and what it lets one expect.
//!
//! Far out, each further card costs the same factor: the chance of a game of at least L cards falls as
//! exp(-(L - from) / e), with one e-fold e of about 205 cards at 52 cards. The best estimate of e from the games of at
//! least `from` cards is their mean excess over it, with a standard error of e / sqrt(n).

/// Games of at least `from` cards among all deals that were played.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Tail {
    /// Deals that were played.
    pub deals: u64,
    /// The length from which on the tail is looked at, in cards.
    pub from: u32,
    /// Games of at least so many cards.
    pub games: u64,
    /// The sum over these games of what they are longer, in cards.
    pub excess: u64,
}

impl Tail {
    /// Returns after how many cards the tail has fallen to 1 / e, with its standard error; none before the tenth game.
    #[expect(clippy::cast_precision_loss, reason = "an estimate is rougher than 53 bits")]
    pub fn e_fold(&self) -> Option<(f64, f64)> {
        if self.games < 10 || self.excess == 0 {
            return None;
        }
        // Lengths are whole cards, so half a card is what the mean lacks.
        let mean = self.excess as f64 / self.games as f64 + 0.5;
        Some((mean, mean / (self.games as f64).sqrt()))
    }

    /// Returns the expected number of games of at least so many cards among as many deals, by the fit.
    #[expect(clippy::cast_precision_loss, reason = "an estimate is rougher than 53 bits")]
    pub fn expected(&self, cards: u32, e_fold: f64) -> f64 {
        self.games as f64 * (-(f64::from(cards) - f64::from(self.from)) / e_fold).exp()
    }

    /// Returns the expected number of families with a deal of at least so many cards, when the ancestors of every game
    /// of at least `seed_cards` are looked for: each game has one seed, and each e-fold above it adds one more.
    pub fn expected_families(&self, cards: u32, seed_cards: f64, e_fold: f64) -> f64 {
        self.expected(cards, e_fold) * (1.0 + ((f64::from(cards) - seed_cards) / e_fold).max(0.0))
    }
}

#[cfg(test)]
mod tests {
    use super::Tail;

    #[test]
    fn the_fit_is_the_mean_excess_and_extrapolates_by_factors() {
        let tail = Tail { deals: 1_000_000, from: 2000, games: 400, excess: 400 * 205 - 200 };
        let (e_fold, error) = tail.e_fold().unwrap();
        assert!((e_fold - 205.0).abs() < 1e-9 && (error - 205.0 / 20.0).abs() < 1e-9);
        assert!((tail.expected(2000, e_fold) - 400.0).abs() < 1e-9);
        let fold = tail.expected(2205, e_fold) / tail.expected(2410, e_fold);
        assert!((fold - std::f64::consts::E).abs() < 1e-9);
        let families = tail.expected_families(2410, 2000.0, e_fold) / tail.expected(2410, e_fold);
        assert!((families - 3.0).abs() < 1e-9);
        assert_eq!(Tail { games: 9, ..tail }.e_fold(), None);
        assert_eq!(Tail { excess: 0, ..tail }.e_fold(), None);
    }
}
