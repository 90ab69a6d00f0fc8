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

use std::sync::LazyLock;

use croupier_rules::poker::SEATS;

use crate::dealing::{Dealing, TRIPLES};

/// What passes between the seats in a deal, or in several: from seat 1 to 0, from 2 to 0, from 2 to 1.
pub(super) type Flows<T> = [T; SEATS];

/// How many triples of cards there are.
const CELLS: usize = TRIPLES as usize;

/// The parts of a match are dealt out to so many groups; each is corrected by what the other groups tell.
const GROUPS: usize = 5;

/// How often each table is fitted anew.
const SWEEPS: usize = 6;

/// The same where strengths are only compared.
const SWEEPS_TO_COMPARE: usize = 3;

/// How strongly entries may be drawn to 0; the last one leaves no expectation at all.
const STRENGTHS: [f64; 4] = [1.0, 6.0, 36.0, f64::INFINITY];

/// How far noise is measured from what a fit leaves of deals that it has not seen towards what it leaves of those that it
/// has, if deals are drawn by chance and if they are stratified: so that intervals of 100 to 1,000 deals of house players
/// hold what they promise.
const SEEN_SHARES: [f64; 2] = [0.25, 0.5];

/// Amounts that are fitted beside each other: the flows, and how far a group's cards are from their due.
const COLUMNS: usize = SEATS + 1;

/// Deals with the same cards: how many, and the sums of their amounts.
type Cell = (f64, [f64; COLUMNS]);

/// The deals of some part of a match, summed by their cards.
#[derive(Clone, Debug)]
pub(super) struct Sums(Vec<Cell>);

impl Default for Sums {
    fn default() -> Self {
        Self(vec![(0.0, [0.0; COLUMNS]); CELLS])
    }
}

impl Sums {
    /// Counts a deal with these cards.
    pub(super) fn add(&mut self, cards: [u8; SEATS], flows: Flows<f64>) {
        let [a, b, c] = cards.map(usize::from);
        let (deals, sums) = &mut self.0[100 * a + 10 * b + c];
        *deals += 1.0;
        for (sum, flow) in sums.iter_mut().zip(flows) {
            *sum += flow;
        }
    }

    fn of_all<'a>(parts: impl Iterator<Item = &'a Self>) -> Self {
        let mut all = Self::default();
        for part in parts {
            for ((deals, sums), (more, amounts)) in all.0.iter_mut().zip(&part.0) {
                *deals += more;
                for (sum, amount) in sums.iter_mut().zip(amounts) {
                    *sum += amount;
                }
            }
        }
        all
    }

    fn deals(&self) -> f64 {
        self.0.iter().map(|(deals, _)| deals).sum()
    }
}

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

/// What deals bring by their cards.
struct Expectation {
    by_cell: Vec<[f64; COLUMNS]>,
    /// The mean over all cards.
    mean: [f64; COLUMNS],
}

impl Expectation {
    /// The expectation for the deals of a group, by those of the others. Its last column tells by how much the correction
    /// of the group moves with each chip that a deal of those cards brings, since a fit is linear in what
    /// it is fitted to, and its matrix is symmetric.
    fn for_group(groups: &[Sums], group: usize) -> Self {
        let strength = strength(groups, group);
        let mut others = Sums::of_all(others(groups, &[group]));
        let due = groups[group].deals() / f64::from(TRIPLES);
        for ((_, sums), (deals, _)) in others.0.iter_mut().zip(&groups[group].0) {
            sums[SEATS] = deals - due;
        }
        let by_cell = fitted(&others, strength, SWEEPS);
        let mut mean = [0.0; COLUMNS];
        for expected in &by_cell {
            for (sum, amount) in mean.iter_mut().zip(expected) {
                *sum += amount / f64::from(TRIPLES);
            }
        }
        Self { by_cell, mean }
    }
}

fn others<'a>(groups: &'a [Sums], but: &[usize]) -> impl Iterator<Item = &'a Sums> {
    groups.iter().enumerate().filter(|(group, _)| !but.contains(group)).map(|(_, sums)| sums)
}

/// The strength that foretells the next group best, from neither that one nor the group itself.
fn strength(groups: &[Sums], group: usize) -> f64 {
    let next = (group + 1) % GROUPS;
    let seen = Sums::of_all(others(groups, &[group, next]));
    let error = |strength: f64| -> f64 {
        if strength.is_infinite() {
            return 0.0;
        }
        let of_cell = |(expected, (deals, brought)): (&[f64; COLUMNS], &Cell)| -> f64 {
            (0..SEATS).map(|flow| expected[flow] * (deals * expected[flow] - 2.0 * brought[flow])).sum()
        };
        fitted(&seen, strength, SWEEPS_TO_COMPARE).iter().zip(&groups[next].0).map(of_cell).sum()
    };
    let errors = STRENGTHS.map(|strength| (error(strength), strength));
    errors.into_iter().min_by(|one, other| one.0.total_cmp(&other.0)).map_or(f64::INFINITY, |(_, best)| best)
}

/// Fits the tables in turn; the sums of their entries by cell.
fn fitted(seen: &Sums, strength: f64, sweeps: usize) -> Vec<[f64; COLUMNS]> {
    let mut expected = vec![[0.0; COLUMNS]; CELLS];
    let mut fits: Vec<Fit<'_>> = TABLES.iter().map(|table| Fit::new(table, seen, strength)).collect();
    for _ in 0..sweeps {
        for fit in &mut fits {
            fit.sweep(seen, &mut expected);
        }
    }
    expected
}

/// A way of telling deals apart by their cards.
struct Table {
    /// The entry of each triple of cards.
    places: Vec<usize>,
    /// How many entries there are.
    size: usize,
    /// Deals that brought nothing, and are added to those of each entry.
    drawn_by: f64,
}

impl Table {
    fn by(drawn_by: f64, place: impl Fn([usize; SEATS]) -> usize) -> Self {
        let cards = (0..CELLS).map(|triple| [triple / 100, triple / 10 % 10, triple % 10]);
        let places: Vec<usize> = cards.map(place).collect();
        let size = places.iter().max().map_or(0, |last| last + 1);
        Self { places, size, drawn_by }
    }
}

/// From the coarsest to the finest.
static TABLES: LazyLock<Vec<Table>> = LazyLock::new(|| {
    let one = |seat: usize| Table::by(1.0, move |cards| cards[seat]);
    let two = |[seat, other]: [usize; 2]| Table::by(2.0, move |cards| 10 * cards[seat] + cards[other]);
    let mut tables = vec![Table::by(0.1, |_| 0)];
    tables.extend((0..SEATS).map(one));
    tables.push(Table::by(2.0, |cards| 10 * winners(cards) + highest(cards)));
    tables.extend([[0, 1], [0, 2], [1, 2]].map(two));
    tables.push(Table::by(6.0, |cards| 100 * winners(cards) + 10 * highest(cards) + second(cards)));
    tables.push(Table::by(12.0, |[a, b, c]| 100 * a + 10 * b + c));
    tables
});

fn highest(cards: [usize; SEATS]) -> usize {
    cards.into_iter().max().expect("a table has three seats")
}

/// The highest card below the highest; that one if there is no other.
fn second(cards: [usize; SEATS]) -> usize {
    let highest = highest(cards);
    cards.into_iter().filter(|&card| card < highest).max().unwrap_or(highest)
}

/// The seats with the highest card, as a number below 8.
fn winners(cards: [usize; SEATS]) -> usize {
    (0..SEATS).map(|seat| usize::from(cards[seat] == highest(cards)) << seat).sum()
}

/// A table's entries while they are fitted.
struct Fit<'a> {
    table: &'a Table,
    entries: Vec<[f64; COLUMNS]>,
    /// The deals of each entry, those that draw it to 0 included.
    deals: Vec<f64>,
}

impl<'a> Fit<'a> {
    fn new(table: &'a Table, seen: &Sums, strength: f64) -> Self {
        let mut deals = vec![table.drawn_by * strength; table.size];
        for ((count, _), &place) in seen.0.iter().zip(&table.places) {
            deals[place] += count;
        }
        Self { table, entries: vec![[0.0; COLUMNS]; table.size], deals }
    }

    /// Fits the entries to what the other tables leave.
    fn sweep(&mut self, seen: &Sums, expected: &mut [[f64; COLUMNS]]) {
        let mut moves = vec![[0.0; COLUMNS]; self.table.size];
        for (((deals, brought), expected), &place) in seen.0.iter().zip(&*expected).zip(&self.table.places) {
            let (left, entry) = (&mut moves[place], &self.entries[place]);
            for column in 0..COLUMNS {
                left[column] += brought[column] - deals * (expected[column] - entry[column]);
            }
        }
        for ((left, entry), deals) in moves.iter_mut().zip(&mut self.entries).zip(&self.deals) {
            for column in 0..COLUMNS {
                let fitted = left[column] / deals;
                left[column] = fitted - entry[column];
                entry[column] = fitted;
            }
        }
        for (expected, &place) in expected.iter_mut().zip(&self.table.places) {
            for column in 0..COLUMNS {
                expected[column] += moves[place][column];
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use croupier_rules::chance::Key;

    use super::{Flows, Sums, luckless};
    use crate::dealing::{Dealing, Stratified};

    /// What a deal brings where the higher of the first two cards wins, and the third pays by its card.
    fn brought([a, b, c]: [u8; 3]) -> Flows<f64> {
        [40.0 * f64::from((i16::from(a) - i16::from(b)).signum()), f64::from(c), f64::from(9 - c)]
    }

    /// So many deals in twenty parts, with a sum of numbers beside what the cards explain.
    fn parts(deals: u32, dealing: Dealing, noise: f64) -> (Vec<Sums>, Flows<f64>) {
        let mut chance = Key::new(7, "variate").stream(0);
        let mut strata = Stratified::new(Key::new(7, "variate"));
        let mut parts = vec![Sums::default(); 20.min(deals) as usize];
        let count = parts.len();
        let mut total = [0.0; 3];
        for deal in 0..deals {
            let cards = match dealing {
                Dealing::Stratified => strata.cards(deal),
                Dealing::Random | Dealing::Common => {
                    std::array::from_fn(|_| u8::try_from(chance.below(10)).unwrap())
                }
            };
            let luck = noise * (f64::from(chance.below(1_001)) / 500.0 - 1.0);
            let flows = brought(cards).map(|flow| flow + luck);
            for (sum, flow) in total.iter_mut().zip(flows) {
                *sum += flow;
            }
            parts[deal as usize * count / deals as usize].add(cards, flows);
        }
        (parts, total)
    }

    fn sum(parts: &[Flows<f64>]) -> Flows<f64> {
        std::array::from_fn(|flow| parts.iter().map(|part| part[flow]).sum())
    }

    #[test]
    fn what_the_cards_explain_is_taken_out() {
        let deals = 2_000;
        let (parts, _) = parts(deals, Dealing::Random, 0.0);
        let found = sum(&luckless(&parts, Dealing::Random));
        // The mean of a deal, and its standard deviation.
        for (found, (mean, deviation)) in found.into_iter().zip([(0.0, 37.9), (4.5, 2.87), (4.5, 2.87)]) {
            let off = (found - mean * f64::from(deals)) / (deviation * f64::from(deals).sqrt());
            assert!(off.abs() < 0.1, "{off} deviations off");
        }
    }

    #[test]
    fn the_sum_of_whole_strata_stays_and_its_scatter_is_the_noise() {
        let (parts, raw) = parts(1_000, Dealing::Stratified, 20.0);
        let found = luckless(&parts, Dealing::Stratified);
        for (found, raw) in sum(&found).into_iter().zip(raw) {
            assert!((found - raw).abs() < 1e-6, "{found} and {raw}");
        }
        // Numbers spread evenly from -20 to 20 have a variance of 400/3; 1,000 of them a deviation of 365.
        for flow in 0..3 {
            let mean = raw[flow] / 20.0;
            let squares: f64 = found.iter().map(|part| (part[flow] - mean).powi(2)).sum();
            let deviation = (20.0 * squares / 19.0).sqrt();
            assert!((220.0..550.0).contains(&deviation), "{deviation}");
        }
    }

    #[test]
    fn deals_that_are_too_few_to_tell_are_left_as_they_are() {
        for deals in [1, 2, 7] {
            let (parts, _) = parts(deals, Dealing::Random, 300.0);
            let found = sum(&luckless(&parts, Dealing::Random));
            assert!(found.iter().all(|sum| sum.is_finite()), "{deals}: {found:?}");
        }
    }

    #[test]
    fn a_constant_has_no_luck_and_no_noise() {
        let mut parts = vec![Sums::default(); 20];
        let mut strata = Stratified::new(Key::new(7, "constant"));
        for deal in 0..700 {
            parts[deal as usize / 35].add(strata.cards(deal), [-10.0, 0.0, 10.0]);
        }
        for dealing in [Dealing::Random, Dealing::Stratified] {
            for part in luckless(&parts, dealing) {
                for (found, constant) in part.into_iter().zip([-350.0, 0.0, 350.0]) {
                    assert!((found - constant).abs() < 1e-3, "{found} and {constant}");
                }
            }
        }
    }
}
