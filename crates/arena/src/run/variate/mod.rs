//! The luck of the cards of a poker match, taken out of what it brought: a control variate on the three cards.
//!
//! What a deal brings is compared with an expectation by its cards, fitted to the other deals of the match; the mean
//! of an expectation over all cards is known exactly, since each triple of cards is as likely as any other. The
//! result less the expectation plus that mean has the mean of the result, whatever the expectation, as long as it
//! was fitted on other deals than it corrects. It is the chance part of AIVAT (Burch, Schmid, Moravčík, Morrill and
//! Bowling, 2018), with the sample's own policy in place of a known one.
//!
//! The expectation is a sum of tables: by the card of each seat, by who wins with which card, by the cards of each
//! two seats, by who wins with which card over which, and by all three cards. Each entry is a mean that is drawn to
//! 0 as if it had seen some deals more that brought nothing; the tables are fitted in turn to what the others leave.
//!
//! Amounts are in chips. `docs/intervals.md` says how well it does.

mod expectation;
mod fit;
mod sums;
mod table;
#[cfg(test)]
mod tests;

pub(super) use sums::Sums;

use croupier_rules::poker::SEATS;

use crate::dealing::{Dealing, TRIPLES};
use expectation::Expectation;
use sums::COLUMNS;

/// What passes between the seats in a deal, or in several: from seat 1 to 0, from 2 to 0, from 2 to 1.
pub(super) type Flows<T> = [T; SEATS];

/// The parts of a match are dealt out to so many groups; each is corrected by what the other groups tell.
const GROUPS: usize = 5;

/// How far noise is measured from what a fit leaves of deals that it has not seen towards what it leaves of those that it
/// has, if deals are drawn by chance and if they are stratified: so that intervals of 100 to 1,000 deals of house players
/// hold what they promise.
const SEEN_SHARES: [f64; 2] = [0.3, 0.5];

/// What the parts of a match would have brought without the luck of their cards: their sum is the estimate for the
/// match, and their scatter is its noise.
///
/// Of stratified deals the sum stays as it is: whole blocks hold no luck, and what the cards explain is no noise. The
/// luck of a block that ends early counts as noise.
pub(super) fn luckless(parts: &[Sums], dealing: Dealing) -> Vec<Flows<f64>> {
    let groups: Vec<Sums> =
        (0..GROUPS).map(|group| Sums::of_all(parts.iter().skip(group).step_by(GROUPS))).collect();
    let fits: Vec<Expectation> = (0..GROUPS).map(|group| Expectation::for_group(&groups, group)).collect();
    let share = luck_left(groups.iter().map(Sums::deals).sum());
    let (is_stratified, seen_share) = match dealing {
        Dealing::Random | Dealing::Common => (false, SEEN_SHARES[0]),
        Dealing::Stratified => (true, SEEN_SHARES[1]),
    };
    let mut total = [0.0; SEATS];
    let mut noise = vec![[0.0; SEATS]; parts.len()];
    for (part, (sums, noise)) in parts.iter().zip(&mut noise).enumerate() {
        let group = part % GROUPS;
        for (place, (deals, brought)) in sums.0.iter().enumerate().filter(|(_, (deals, _))| *deals > 0.0) {
            let told = Told::of(&fits, group, place, seen_share);
            for flow in 0..SEATS {
                let luck = deals * (told.outside[flow] - fits[group].mean[flow]);
                let left = brought[flow] - deals * told.between[flow];
                if is_stratified {
                    total[flow] += brought[flow];
                    noise[flow] += left + share * luck;
                } else {
                    total[flow] += brought[flow] - luck;
                    noise[flow] += left * told.weight;
                }
            }
        }
    }
    centred(noise, total)
}

/// The root of the share of the luck of stratified deals that their blocks do not even out: a part of a block is
/// drawn without putting back.
fn luck_left(deals: f64) -> f64 {
    let block = f64::from(TRIPLES);
    let last = deals % block;
    (last * (1.0 - last / block) / deals.max(1.0)).sqrt()
}

/// Parts with the scatter of these and a sum of `total`.
fn centred(parts: Vec<Flows<f64>>, total: Flows<f64>) -> Vec<Flows<f64>> {
    let count = f64::from(u32::try_from(parts.len()).expect("a match has few parts"));
    let shift: Flows<f64> =
        std::array::from_fn(|flow| (total[flow] - parts.iter().map(|part| part[flow]).sum::<f64>()) / count);
    parts.into_iter().map(|part| std::array::from_fn(|flow| part[flow] + shift[flow])).collect()
}

/// What the fits tell of a deal of some group.
struct Told {
    /// The expectation by the fit that has not seen the group.
    outside: Flows<f64>,
    /// An expectation between that one and the mean of those that have. What a fit leaves of deals that it has seen is too
    /// little to tell the noise, of others too much.
    between: Flows<f64>,
    /// By how much a corrected sum moves with what the deal brings: by itself, and through the fits that have seen it.
    weight: f64,
}

impl Told {
    fn of(fits: &[Expectation], group: usize, place: usize, seen_share: f64) -> Self {
        let mut inside = [0.0; COLUMNS];
        for fit in fits.iter().enumerate().filter(|(other, _)| *other != group).map(|(_, fit)| fit) {
            for (sum, expected) in inside.iter_mut().zip(&fit.by_cell[place]) {
                *sum += expected;
            }
        }
        let others = f64::from(u32::try_from(fits.len() - 1).expect("a few groups"));
        let own = &fits[group].by_cell[place];
        Self {
            outside: std::array::from_fn(|flow| own[flow]),
            between: std::array::from_fn(|flow| own[flow] + seen_share * (inside[flow] / others - own[flow])),
            weight: 1.0 - inside[SEATS],
        }
    }
}
