//! What the matches of a poker contest tell: what each contestant brought home, how sure that is, who feeds whom, and
//! whether the order is decided.

mod passed;
mod table;
#[cfg(test)]
mod tests;

use std::collections::BTreeMap;

use croupier_rules::chance::Key;
use croupier_rules::chips::Chips;
use croupier_rules::poker::SEATS;

use crate::contest::PokerContest;
use crate::contestant::Contestant;
use crate::estimate::Measured;
use crate::feeds::Feed;
use crate::joint::Joint;
use crate::standings::{RawRow, Tally};
use crate::store::FinishedMatch;
use passed::Passed;
use table::Table;

/// The matches of a contest that are over, read.
pub(super) struct League<'a> {
    contest: &'a PokerContest,
    contestants: &'a [Contestant],
    tables: Vec<Table<'a>>,
    /// Whether each match has its sums without the luck of the cards.
    is_luckless: bool,
    /// How many matches play the same deals, at the most.
    shared: f64,
}

/// The pairs of seats, in the order of flows.
const PAIRS: [(usize, usize); SEATS] = [(0, 1), (0, 2), (1, 2)];

/// The most that a deal brings, in greatest bids: to a seat, to a seat more than to another, from one seat to another.
const SWINGS: Swings = Swings { total: 2.0, difference: 3.0, flow: 1.0 };

struct Swings {
    total: f64,
    difference: f64,
    flow: f64,
}

/// The chance that an interval of 95 % does not hold.
const ERROR: f64 = 0.05;

impl<'a> League<'a> {
    /// Reads the matches, in the order of the schedule.
    ///
    /// # Errors
    /// Says which match's result is not as it was left.
    pub(super) fn read(
        contest: &'a PokerContest,
        contestants: &'a [Contestant],
        matches: impl Iterator<Item = &'a FinishedMatch>,
    ) -> Result<Self, String> {
        let places: BTreeMap<&str, usize> = contestants
            .iter()
            .zip(0..)
            .map(|(contestant, place)| (contestant.name.as_str(), place))
            .collect();
        let table = |finished: &'a FinishedMatch| {
            Table::read(finished, contest, &places)
                .map_err(|why| format!("the result of match {}: {why}", finished.number))
        };
        let tables: Vec<Table<'a>> = matches.map(table).collect::<Result<_, String>>()?;
        let is_luckless = tables.iter().all(Table::is_luckless);
        let mut sharing: BTreeMap<&str, u32> = BTreeMap::new();
        for table in &tables {
            *sharing.entry(&table.stratum).or_default() += 1;
        }
        let shared = f64::from(sharing.into_values().max().unwrap_or(1));
        Ok(Self { contest, contestants, tables, is_luckless, shared })
    }

    /// By how much a deal moves a number at the most, in chips.
    fn swing(&self, greatest_bids: f64) -> f64 {
        greatest_bids * f64::from(self.contest.rules.max_bid) * self.shared
    }

    /// Whether a number over so many matches holds no luck: see [`Measured::is_exact`].
    fn is_exact(&self, measured: Measured, matches: usize, tail: f64, greatest_bids: f64) -> bool {
        let deals = f64::from(self.contest.deals) * to_f64(matches) / self.shared;
        measured.is_exact(tail, self.swing(greatest_bids), deals, self.least())
    }

    /// What a deal moves at the least, in chips.
    fn least(&self) -> f64 {
        f64::from(self.contest.rules.min_bid)
    }

    /// What each contestant brought home. Its interval is that of its joint total without the luck of the cards, if all
    /// matches have it, and the one as the cards fell stands beside it.
    pub(super) fn tallies(&self, seed: u64) -> Vec<Tally> {
        let raw = self.joint(Table::as_they_fell);
        let luckless = self.is_luckless.then(|| self.joint(Table::without_luck));
        let best = luckless.as_ref().unwrap_or(&raw);
        let mut tallies: Vec<Tally> = self.contestants.iter().map(Tally::of).collect();
        for table in &self.tables {
            for (place, row) in table.seats.iter().zip(&table.finished.seats) {
                if let Some(place) = *place {
                    tallies[place].shares.push(row.share.clone());
                }
            }
        }
        let matches: Vec<usize> = tallies.iter().map(|tally| tally.shares.len()).collect();
        let is_exact =
            |place: usize, total: Measured| self.is_exact(total, matches[place], ERROR, SWINGS.total);
        let chance = Key::new(seed, "poker/ranks").stream(0);
        let mut ranks = best.rank_chances(chance, self.swing(SWINGS.total), is_exact);
        for (place, tally) in tallies.iter_mut().enumerate() {
            let deals = f64::from(self.contest.deals) * to_f64(matches[place]);
            let row = |joint: &Joint| {
                // Parts that are alike by chance do not tell how they scatter.
                let is_known = |total: &Measured| total.scatters(self.least()) || is_exact(place, *total);
                let total = joint.total(place).filter(is_known)?.estimate();
                let rounded = total.rounded(1);
                Some(RawRow { low: rounded.low, high: rounded.high, mean: total.per(deals).rounded(3) })
            };
            if let Some(RawRow { low, high, mean }) = row(best) {
                (tally.interval, tally.mean) = (Some((low, high)), Some(mean));
            }
            tally.raw = luckless.as_ref().and_then(|_| row(&raw));
            let rounded = |chance: f64| (chance * 1e3).round() / 1e3;
            tally.ranks = ranks.remove(&place).map(|chances| chances.into_iter().map(rounded).collect());
        }
        tallies
    }

    fn joint(&self, nets: impl Fn(&Table<'a>) -> Vec<[f64; SEATS]>) -> Joint {
        let mut strata: BTreeMap<&str, BTreeMap<usize, Vec<f64>>> = BTreeMap::new();
        for table in &self.tables {
            let parts = nets(table);
            let members = strata.entry(&table.stratum).or_default();
            for (seat, place) in table.seats.iter().enumerate() {
                let Some(place) = *place else { continue };
                let sums = members.entry(place).or_insert_with(|| vec![0.0; parts.len()]);
                for (sum, part) in sums.iter_mut().zip(&parts) {
                    *sum += part[seat];
                }
            }
        }
        let mut joint = Joint::new(self.contestants.len());
        for members in strata.values() {
            joint.add(members);
        }
        joint
    }

    /// Whether the order of the standings is the true one. The chance to say so of one that is not is at most
    /// `error`, shared out evenly over so many looks and all pairs (Bonferroni): each two neighbours differ that clearly
    /// without the luck of the cards. Two of the same score are in order if neither holds any luck.
    pub(super) fn is_decided(&self, error: f64, looks: u32) -> bool {
        let joint =
            if self.is_luckless { self.joint(Table::without_luck) } else { self.joint(Table::as_they_fell) };
        let mut scores: BTreeMap<usize, Chips> = BTreeMap::new();
        for table in &self.tables {
            for (place, row) in table.seats.iter().zip(&table.finished.seats) {
                if let Some(place) = *place {
                    *scores.entry(place).or_default() += row.share.score;
                }
            }
        }
        let mut matches = vec![0; self.contestants.len()];
        for place in self.tables.iter().flat_map(|table| table.seats).flatten() {
            matches[place] += 1;
        }
        let mut order: Vec<(usize, Chips)> = scores.into_iter().collect();
        order.sort_by(|(_, one), (_, other)| other.cmp(one));
        let players = to_f64(order.len());
        let tail = error / f64::from(looks) / (players * (players - 1.0) / 2.0).max(1.0);
        order.windows(2).all(|pair| {
            let [(one, score), (other, lower)] = pair else { return true };
            joint.difference(*one, *other).is_some_and(|difference| {
                let matches = matches[*one].min(matches[*other]);
                let is_tie = score == lower && self.is_exact(difference, matches, tail, SWINGS.difference);
                is_tie || difference.is_positive(tail, self.swing(SWINGS.difference))
            })
        })
    }

    /// What passed between each two contestants, by the order of `names`; nothing if a match was stored without it.
    pub(super) fn feeds(&self, names: &[&str]) -> Vec<Feed> {
        if !self.is_luckless {
            return Vec::new();
        }
        let mut pairs: BTreeMap<(usize, usize), Passed<'_>> = BTreeMap::new();
        for table in &self.tables {
            for (flow, (one, other)) in PAIRS.into_iter().enumerate() {
                let (Some(one), Some(other)) = (table.seats[one], table.seats[other]) else { continue };
                for (to, from, sign) in [(one, other, 1_i64), (other, one, -1)] {
                    pairs.entry((to, from)).or_default().add(table, flow, sign);
                }
            }
        }
        // Said of either of two: two sides, and a share for each pair.
        let tail = ERROR / to_f64(pairs.len()).max(1.0);
        let place = |name: &str| self.contestants.iter().position(|contestant| contestant.name == name);
        let places: Vec<usize> = names.iter().filter_map(|name| place(name)).collect();
        let mut feeds = Vec::new();
        for &to in &places {
            for &from in &places {
                let Some(passed) = pairs.get(&(to, from)) else { continue };
                let names = [to, from].map(|place| self.contestants[place].name.as_str());
                feeds.push(passed.feed(names, self.contest.deals, tail, self.swing(SWINGS.flow)));
            }
        }
        feeds
    }
}

/// A count that is far below 2^53.
fn to_f64(count: impl TryInto<u64>) -> f64 {
    let count = count.try_into().ok().expect("counts are not negative");
    #[expect(clippy::cast_precision_loss, reason = "counts of deals stay far below 2^53")]
    let count = count as f64;
    count
}
