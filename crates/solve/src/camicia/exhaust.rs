//! Complete counts: every deal of a composition, in numbered units.
//!
//! A unit is a fixed number of groups, in their own order. Tallies of units add up in any order, and each carries a
//! checksum of all its games, so that two people who played the same units can compare one line.

use std::collections::BTreeMap;
use std::ops::AddAssign;

use super::family::cycle_of;
use super::groups::Group;
use super::{End, Engine, Game, Groups, State, UNIT_GROUPS};

/// What the deals of some units come to.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Tally {
    /// Deals played.
    pub deals: u64,
    /// Games that end, by their length in cards.
    pub finished: Vec<u64>,
    /// The sum of the tricks of games that end.
    pub tricks: u64,
    /// The longest games in cards: how many, and the least of their deals in the order of states.
    pub longest: Option<Longest>,
    /// The cycles that endless games run into, each by the least of its states.
    pub cycles: BTreeMap<State, CycleTally>,
    /// The exclusive or of the checksums of the units: of each, the BLAKE3 of its number and of the cards and tricks of
    /// all its games (of an endless game, 2^32 - 1 twice), as little-endian words of 64, 32 and 32 bits.
    pub checksum: [u8; 32],
}

/// The longest games that end.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Longest {
    /// Their cards.
    pub cards: u32,
    /// The tricks of the one named here.
    pub tricks: u32,
    /// How many games are so long.
    pub deals: u64,
    /// The least of their deals.
    pub deal: State,
}

/// The deals that run into one cycle.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CycleTally {
    /// How many there are.
    pub deals: u64,
    /// The least of them.
    pub deal: State,
}

/// Returns how many units the deals of a composition are.
pub const fn exhaust_units(groups: &Groups) -> u64 {
    groups.len().div_ceil(UNIT_GROUPS)
}

/// Plays every deal of a unit with its exact counts.
///
/// # Panics
/// When there is no such unit.
pub fn exhaust(groups: &Groups, unit: u64) -> Tally {
    let mut count = Count::new(unit);
    let start = unit * UNIT_GROUPS;
    for number in start..(start + UNIT_GROUPS).min(groups.len()) {
        count.add(groups.group(number));
    }
    count.finish()
}

/// So many deals are handed over together: a batch stays near the processor.
const BATCH: usize = 2048;

/// A unit that is being counted.
struct Count<'a> {
    engine: Engine,
    tally: Tally,
    checksum: blake3::Hasher,
    /// Groups that wait, and their deals.
    groups: Vec<Group<'a>>,
    states: Vec<State>,
    games: Vec<Game>,
    results: Vec<u8>,
}

impl<'a> Count<'a> {
    fn new(unit: u64) -> Self {
        let mut checksum = blake3::Hasher::new();
        checksum.update(&unit.to_le_bytes());
        Self {
            engine: Engine::best(),
            tally: Tally::default(),
            checksum,
            groups: Vec::new(),
            states: Vec::new(),
            games: Vec::new(),
            results: Vec::new(),
        }
    }

    fn add(&mut self, group: Group<'a>) {
        self.states.extend((0..group.len()).map(|place| group.opened(place)));
        self.groups.push(group);
        if self.states.len() >= BATCH {
            self.play();
        }
    }

    fn play(&mut self) {
        self.engine.play_each(&self.states, &mut self.games);
        self.states.clear();
        let mut games = self.games.iter();
        for group in self.groups.drain(..) {
            let (cards, tricks) = group.shared();
            self.results.clear();
            for (place, game) in (0..group.len()).zip(&mut games) {
                let (cards, tricks) = match game.end {
                    End::Finished => (cards + game.cards, tricks + game.tricks),
                    End::Endless => (u32::MAX, u32::MAX),
                };
                self.results.extend_from_slice(&cards.to_le_bytes());
                self.results.extend_from_slice(&tricks.to_le_bytes());
                match game.end {
                    End::Finished => self.tally.finish(cards, tricks, || group.deal(place)),
                    End::Endless => self.tally.endless(group.deal(place)),
                }
            }
            self.checksum.update(&self.results);
        }
    }

    fn finish(mut self) -> Tally {
        self.play();
        self.tally.checksum = *self.checksum.finalize().as_bytes();
        self.tally
    }
}

impl Tally {
    /// Returns how many games end.
    pub fn finished_games(&self) -> u64 {
        self.finished.iter().sum()
    }

    /// Returns how many games never end.
    pub fn endless_games(&self) -> u64 {
        self.cycles.values().map(|cycle| cycle.deals).sum()
    }

    /// Returns the cards of all games that end.
    pub fn cards(&self) -> u64 {
        (0..).zip(&self.finished).map(|(cards, games)| cards * games).sum()
    }

    #[inline]
    fn finish(&mut self, cards: u32, tricks: u32, deal: impl FnOnce() -> State) {
        self.deals += 1;
        self.tricks += u64::from(tricks);
        let place = cards as usize;
        if place >= self.finished.len() {
            self.finished.resize(place + 1, 0);
        }
        self.finished[place] += 1;
        if self.longest.is_none_or(|longest| cards >= longest.cards) {
            self.take_longest(Longest { cards, tricks, deals: 1, deal: deal() });
        }
    }

    fn take_longest(&mut self, other: Longest) {
        self.longest = Some(match self.longest {
            Some(own) if own.cards > other.cards => own,
            Some(own) if own.cards == other.cards => {
                let first = if own.deal < other.deal { own } else { other };
                Longest { deals: own.deals + other.deals, ..first }
            }
            _ => other,
        });
    }

    fn endless(&mut self, deal: State) {
        self.deals += 1;
        let cycle = cycle_of(&deal).expect("an endless game has a cycle");
        self.take_cycle(cycle, CycleTally { deals: 1, deal });
    }

    fn take_cycle(&mut self, cycle: State, other: CycleTally) {
        let own = self.cycles.entry(cycle).or_insert(CycleTally { deals: 0, deal: other.deal });
        own.deals += other.deals;
        own.deal = own.deal.min(other.deal);
    }
}

impl AddAssign for Tally {
    fn add_assign(&mut self, other: Self) {
        self.deals += other.deals;
        self.tricks += other.tricks;
        if self.finished.len() < other.finished.len() {
            self.finished.resize(other.finished.len(), 0);
        }
        for (own, games) in self.finished.iter_mut().zip(other.finished) {
            *own += games;
        }
        if let Some(longest) = other.longest {
            self.take_longest(longest);
        }
        for (cycle, deals) in other.cycles {
            self.take_cycle(cycle, deals);
        }
        for (own, byte) in self.checksum.iter_mut().zip(other.checksum) {
            *own ^= byte;
        }
    }
}
