//! One deal as a seat sees it go by, in the eyes of a policy.

use croupier_rules::poker::{News, Round, SEATS};

use super::policy::Policy;
use super::showdown::Ranges;
use super::spot::{Bid, LastCheck, Spot};

/// Follows the notices of a deal.
#[derive(Clone, Debug)]
pub struct Course<'p> {
    policy: &'p Policy,
    card: Option<u8>,
    first: Option<[u16; SEATS]>,
    spot: Option<Spot<'p>>,
    second: Option<[u16; SEATS]>,
}

impl<'p> Course<'p> {
    /// Before the first deal.
    pub fn new(policy: &'p Policy) -> Self {
        Self { policy, card: None, first: None, spot: None, second: None }
    }

    /// Takes notice.
    pub fn learn(&mut self, news: &News) {
        match news {
            News::Hand(card) => *self = Self { card: Some(*card), ..Self::new(self.policy) },
            News::Bets(Round::First, stakes) => {
                self.first = Some(*stakes);
                self.spot = Some(self.policy.opened(stakes.map(Some)));
            }
            News::Live(Round::First, live) => {
                let stays = std::array::from_fn(|seat| live.iter().any(|at| at.index() == seat));
                self.spot =
                    self.spot.map(|spot| spot.called(stays)).map(|spot| self.without_fouls(spot, stays));
            }
            News::Bets(Round::Second, stakes) => self.second = Some(*stakes),
            News::Live(Round::Second, _) | News::Showdown(_) | News::Result(_) => {}
        }
    }

    /// The seat's card.
    pub fn card(&self) -> Option<usize> {
        self.card.map(usize::from)
    }

    /// The public state of the first check or of the bids of round 2.
    pub fn spot(&self) -> Option<&Spot<'p>> {
        self.spot.as_ref()
    }

    /// The last check, when the bids of round 2 are known.
    pub fn last_check(&self) -> Option<LastCheck> {
        Some(self.spot?.last_check(self.second?.map(Some)))
    }

    /// The last check, and the ranges of the others in it, as a seat sees them.
    pub(super) fn last_check_from(&self, seat: usize) -> Option<(LastCheck, Ranges)> {
        let (spot, stakes) = (self.spot?, self.second?);
        let bids = stakes.map(Some);
        Some((spot.last_check(bids), spot.ranges_after(seat, &stakes)))
    }

    /// Nobody is told of a foul: a seat that stood at the level and is out has committed one.
    fn without_fouls(&self, spot: Spot<'p>, stays: [bool; SEATS]) -> Spot<'p> {
        let (true, Some(stakes)) = (spot.state().is_live != stays, self.first) else { return spot };
        let fouled = |seat: usize| spot.state().is_live[seat] && !stays[seat];
        let bids: [Bid; SEATS] = std::array::from_fn(|seat| (!fouled(seat)).then_some(stakes[seat]));
        self.policy.opened(bids).called(stays)
    }
}
