//! Which bids a player makes, by card.

use std::collections::BTreeMap;
use std::sync::OnceLock;

use super::played::Stand;
use super::share::Share;
use super::{BidChance, Support};
use crate::poker::grid::Limits;
use crate::poker::showdown::{HANDS, Range};
use crate::poker::spot::Bid;

/// Counts of bids by card. A foul stands before all bids.
type Counts = BTreeMap<Bid, Range>;

/// How many bids of round 1 the plain player counts for, who bids the least.
const PLAIN: f32 = 1.0;
/// How much a bid near the one that was made counts for.
const NEAR: f32 = 0.1;
/// And any other bid, the more with a good card.
const ANY: f32 = 0.002;
/// Bids of round 2 that stand by themselves: with fewer, those at the nearest levels are counted with them.
const ENOUGH: f32 = 10.0;

/// Bids of round 1.
#[derive(Debug)]
pub(super) struct FirstBids {
    limits: Limits,
    most: Support,
    counts: Counts,
    support: Vec<BidChance>,
}

impl FirstBids {
    pub(super) fn new(limits: Limits, most: Support) -> Self {
        Self { limits, most, counts: Counts::new(), support: Vec::new() }
    }

    pub(super) fn count(&mut self, bid: Bid, cards: &Range) {
        add(self.counts.entry(bid).or_default(), cards);
    }

    pub(super) fn fit(&mut self) {
        let mut counts = self.counts.clone();
        add(counts.entry(Some(self.limits.min)).or_default(), &[PLAIN; HANDS]);
        self.support = chances(counts, self.most);
    }

    pub(super) fn support(&self) -> &[BidChance] {
        &self.support
    }

    pub(super) fn share(&self, bid: Bid, card: usize) -> Share {
        let seen = self.counts.get(&bid).map_or(0.0, |count| count[card]);
        let prior = if bid == Some(self.limits.min) { 1.0 } else { 0.0 };
        Share::new(seen.into(), self.of(card).into(), prior, PLAIN.into())
    }

    pub(super) fn seen(&self, card: usize) -> Vec<(Bid, Share)> {
        let made = self.counts.iter().filter(|(_, count)| count[card] > 0.0);
        made.map(|(&bid, _)| (bid, self.share(bid, card))).collect()
    }

    pub(super) fn likelihood(&self, bid: Bid) -> Range {
        let totals: Range = std::array::from_fn(|card| self.of(card) + PLAIN);
        likelihood(&self.counts, &totals, bid, self.limits.min)
    }

    fn of(&self, card: usize) -> f32 {
        self.counts.values().map(|count| count[card]).sum()
    }
}

/// Bids of round 2.
#[derive(Debug)]
pub(super) struct SecondBids {
    limits: Limits,
    most: Support,
    /// By the other live seats, then by level.
    counts: [BTreeMap<u16, Counts>; 2],
    scale: Scale,
    /// By the other live seats and level, made when first asked for.
    pooled: [Vec<OnceLock<Pooled>>; 2],
}

/// The bids at a level, with those of the nearest levels.
#[derive(Debug)]
struct Pooled {
    counts: Counts,
    support: Vec<BidChance>,
}

/// How a bid at one level reads at another.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Scale {
    /// The same total.
    Total,
    /// The same number of chips above the level.
    Raise,
    /// The same share of the way from the level to the greatest bid.
    Room,
}

impl SecondBids {
    pub(super) fn new(limits: Limits, most: Support) -> Self {
        let levels = usize::from(limits.max) + 1;
        let pooled = [(); 2].map(|()| std::iter::repeat_with(OnceLock::new).take(levels).collect());
        Self { limits, most, counts: [BTreeMap::new(), BTreeMap::new()], scale: Scale::Raise, pooled }
    }

    pub(super) fn count(&mut self, stand: Stand, bid: Bid, cards: &Range) {
        let at_level = self.counts[place(stand)].entry(stand.level).or_default();
        add(at_level.entry(bid).or_default(), cards);
    }

    /// Finds the scale by which the player's bids at one level tell best what it bids at the next.
    pub(super) fn fit(&mut self) {
        let scales = [Scale::Raise, Scale::Room, Scale::Total];
        let best = scales.into_iter().min_by(|&a, &b| self.error(a).total_cmp(&self.error(b)));
        self.scale = best.expect("there are three");
    }

    pub(super) fn support(&self, stand: Stand) -> &[BidChance] {
        &self.pooled(stand).support
    }

    pub(super) fn likelihood(&self, stand: Stand, bid: Bid) -> Range {
        let counts = &self.pooled(stand).counts;
        let totals: Range =
            std::array::from_fn(|card| counts.values().map(|count| count[card]).sum::<f32>() + PLAIN);
        likelihood(counts, &totals, bid, stand.level)
    }

    fn pooled(&self, stand: Stand) -> &Pooled {
        let level = stand.level.min(self.limits.max);
        self.pooled[place(stand)][usize::from(level)].get_or_init(|| {
            let mut counts = self.near(Stand { level, ..stand });
            let support = {
                add(counts.entry(Some(level)).or_default(), &[PLAIN / 2.0; HANDS]);
                chances(counts.clone(), self.most)
            };
            Pooled { counts, support }
        })
    }

    /// What was counted at the level, and for cards with little there at the nearest levels.
    fn near(&self, stand: Stand) -> Counts {
        let at_levels = &self.counts[place(stand)];
        let mut levels: Vec<u16> = at_levels.keys().copied().collect();
        let far = |level: u16| (f32::from(level.max(1)) / f32::from(stand.level.max(1))).ln().abs();
        levels.sort_by(|&a, &b| far(a).total_cmp(&far(b)));
        let (mut pooled, mut have) = (Counts::new(), [0.0; HANDS]);
        for level in levels {
            if have.iter().all(|&have| have >= ENOUGH) {
                break;
            }
            let counts = &at_levels[&level];
            let wants = have.map(|have| have < ENOUGH);
            for (&bid, count) in counts {
                let count: Range = std::array::from_fn(|card| if wants[card] { count[card] } else { 0.0 });
                if count.iter().any(|&count| count > 0.0) {
                    let bid = bid.map(|bid| self.scale.read(bid, level, stand.level, self.limits.max));
                    add(pooled.entry(bid).or_default(), &count);
                    add(&mut have, &count);
                }
            }
        }
        pooled
    }

    /// How far the mean bids at neighbouring levels are apart by a scale, in chips.
    fn error(&self, scale: Scale) -> f64 {
        let (mut error, mut weight) = (0.0, 1e-9);
        for at_levels in &self.counts {
            for ((&low, before), (&high, after)) in at_levels.iter().zip(at_levels.iter().skip(1)) {
                let read = |bid: u16| scale.read(bid, low, high, self.limits.max);
                for card in 0..HANDS {
                    let (Some((there, n)), Some((here, m))) =
                        (mean(before, card, read), mean(after, card, |bid| bid))
                    else {
                        continue;
                    };
                    let pairs = n.min(m);
                    error += pairs * (there - here).abs();
                    weight += pairs;
                }
            }
        }
        error / weight
    }
}

impl Scale {
    fn read(self, bid: u16, from: u16, to: u16, max: u16) -> u16 {
        let raise = bid.saturating_sub(from);
        let read = match self {
            Self::Total => bid,
            Self::Raise => to.saturating_add(raise),
            Self::Room => {
                let (room, new_room) =
                    (u32::from(max.saturating_sub(from)), u32::from(max.saturating_sub(to)));
                let share = (u32::from(raise) * new_room + room / 2).checked_div(room).unwrap_or(0);
                to.saturating_add(u16::try_from(share).unwrap_or(u16::MAX))
            }
        };
        read.clamp(to, max.max(to))
    }
}

fn mean(counts: &Counts, card: usize, read: impl Fn(u16) -> u16) -> Option<(f64, f64)> {
    let bids = || counts.iter().filter_map(|(&bid, count)| Some((read(bid?), f64::from(count[card]))));
    let n: f64 = bids().map(|(_, count)| count).sum();
    let sum: f64 = bids().map(|(bid, count)| f64::from(bid) * count).sum();
    (n > 0.0).then_some((sum / n, n))
}

fn place(stand: Stand) -> usize {
    usize::from(stand.rivals > 1)
}

/// How likely a bid is: as often as it was made, a little for bids near it, and something for any.
fn likelihood(counts: &Counts, totals: &Range, bid: Bid, least: u16) -> Range {
    let mut likely = counts.get(&bid).copied().unwrap_or_default();
    if bid == Some(least) {
        add(&mut likely, &[PLAIN; HANDS]);
    }
    if let Some(bid) = bid {
        let wide = 1 + (bid - least.min(bid)) / 8;
        let near = Some(bid.saturating_sub(wide))..=Some(bid.saturating_add(wide));
        for (_, count) in counts.range(near) {
            add(&mut likely, &count.map(|count| NEAR * count / f32::from(2 * wide + 1)));
        }
        let above = bid > least;
        let good = |card: usize| f32::from(u8::try_from(card).expect("ten cards")) / 9.0;
        let any = |card: usize| if above { ANY * (0.25 + good(card).powi(2)) } else { ANY };
        return std::array::from_fn(|card| likely[card] / totals[card] + any(card));
    }
    std::array::from_fn(|card| likely[card] / totals[card] + ANY)
}

/// Chances of counts, at most so many bids: the two that lie next to each other and matter least become one.
fn chances(mut counts: Counts, most: Support) -> Vec<BidChance> {
    counts.retain(|_, count| count.iter().any(|&count| count > 0.0));
    let totals: Range = std::array::from_fn(|card| counts.values().map(|count| count[card]).sum());
    let mut chances: Vec<BidChance> = counts
        .into_iter()
        .map(|(bid, count)| (bid, std::array::from_fn(|card| count[card] / totals[card].max(1e-9))))
        .collect();
    while chances.len() > most.0.max(2) {
        let cost = |pair: &[BidChance]| {
            let [(a, chance_a), (b, chance_b)] = pair else { unreachable!("windows of two") };
            let (Some(a), Some(b)) = (a, b) else { return f32::INFINITY };
            let (weight_a, weight_b) = (chance_a.iter().sum::<f32>(), chance_b.iter().sum::<f32>());
            f32::from(b - a) * weight_a * weight_b / (weight_a + weight_b)
        };
        let least = chances.windows(2).enumerate().min_by(|(_, a), (_, b)| cost(a).total_cmp(&cost(b)));
        let Some((place, _)) = least else { break };
        let (bid, chance) = chances.remove(place + 1);
        let (into, kept) = &mut chances[place];
        let (weight, kept_weight) = (chance.iter().sum::<f32>(), kept.iter().sum::<f32>());
        if weight > kept_weight && into.is_some() {
            *into = bid;
        }
        add(kept, &chance);
    }
    chances
}

fn add(sum: &mut Range, more: &Range) {
    for (sum, more) in sum.iter_mut().zip(more) {
        *sum += more;
    }
}
