//! A few bids, each with a chance.

use super::grid::SIZES_MAX;

/// A few bids, each with a chance; the chances add up to 1.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Lottery {
    bids: [(u16, f64); SIZES_MAX],
    count: usize,
}

/// A chance below this is taken for none, where it only has to be about right.
const HARDLY: f64 = 0.04;

impl Lottery {
    /// One bid, for certain.
    pub(super) fn certain(bid: u16) -> Self {
        let mut bids = [(0, 0.0); SIZES_MAX];
        bids[0] = (bid, 1.0);
        Self { bids, count: 1 }
    }

    /// About the chances of these bids, [`SIZES_MAX`] at most: those that are hardly made are left out. None if no bid is left.
    pub(super) fn about(chances: impl IntoIterator<Item = (u16, f64)> + Clone) -> Option<Self> {
        let sum: f64 = chances.clone().into_iter().map(|(_, chance)| chance).sum();
        let mut about = Self { bids: [(0, 0.0); SIZES_MAX], count: 0 };
        let mut kept = 0.0;
        for (bid, chance) in chances.into_iter().filter(|(_, chance)| *chance > HARDLY * sum).take(SIZES_MAX)
        {
            about.bids[about.count] = (bid, chance);
            about.count += 1;
            kept += chance;
        }
        about.bids[..about.count].iter_mut().for_each(|(_, chance)| *chance /= kept);
        (about.count > 0).then_some(about)
    }

    /// The bids with their chances.
    pub(super) fn bids(&self) -> &[(u16, f64)] {
        &self.bids[..self.count]
    }
}

/// A chance of paying that only has to be about right: one that is hardly worth a look is none.
pub(super) fn about(chance: f64) -> f64 {
    if chance < HARDLY {
        0.0
    } else if chance > 1.0 - HARDLY {
        1.0
    } else {
        chance
    }
}

#[cfg(test)]
mod tests {
    use super::Lottery;

    #[test]
    fn what_is_hardly_bid_is_left_out() {
        assert_eq!(Lottery::certain(40).bids(), [(40, 1.0)]);
        let about = Lottery::about([(10, 3.0), (20, 0.01), (30, 1.0)]).unwrap();
        assert_eq!(about.bids(), [(10, 0.75), (30, 0.25)]);
        assert_eq!(Lottery::about([(10, 0.0)]), None);
    }
}
