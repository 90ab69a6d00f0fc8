//! The hunt: deals played forward in numbered units, and the ancestors of each long game.
//!
//! A unit is a fixed number of groups of deals, in the order that the seed decides. What comes of a unit hangs on the
//! seed and its number alone: not on the engine, the threads or the time. Harvests of units are added up; units in
//! another order, or by other people, give the same sum.

use std::cmp::Reverse;
use std::collections::{BTreeMap, BTreeSet};

use super::family::{LongestKin, longest_kin};
use super::tail::Tail;
use super::threshold::faces_min;
use super::{Composition, End, Engine, Groups, Reach, Shuffle, Stack, State, TooManyGroups, play, sift};

/// So many groups are a unit: about a million deals.
pub const UNIT_GROUPS: u64 = 4096;

/// A unit is sifted in slices of so many groups, and what a slice does not keep is forgotten: whatever the threshold, a
/// unit needs a few megabytes.
const SLICE_GROUPS: u64 = 256;

/// Lengths are counted in classes of so many cards.
pub const CLASS_CARDS: u32 = 100;

/// Of a pack with so many deals a hunt sees a small part, and a family practically never twice: a family has about a
/// hundred deals, so after 10^9 deals one in 100 was met before, and at 52 cards one in 10^10.
pub const LARGE_PACK: u128 = 10_000_000_000_000;

/// So many finds are kept, the longest.
pub const FINDS_MAX: usize = 500;

/// So many endless deals are kept, the least in the order of states; all are counted.
pub const ENDLESS_MAX: usize = 10_000;

/// What a hunt is: with the same plan, the same units give the same harvest.
#[derive(Clone, Debug)]
pub struct Hunt {
    groups: Groups,
    order: Shuffle,
    plan: Plan,
}

/// The numbers that a hunt is made of.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Plan {
    /// Decides the order of the groups.
    pub seed: u64,
    /// What is dealt.
    pub composition: Composition,
    /// The ancestors of games of more faces are looked for; of 52 cards, a face comes with 3.27 cards in the mean.
    pub faces_min: u32,
    /// From the states in which at most so many cards are down.
    pub depth_cards: u32,
    /// A state's tree of ancestors is broken off after so many states.
    pub tree_states_max: u64,
    /// The tail is fitted from this length on; few games so long have no more faces than `faces_min`.
    pub fit_cards: u32,
}

impl Plan {
    /// The plan for 52 cards that costs the least for a long game, by what was measured: from about 1,700 cards on, and
    /// 100 cards deep.
    pub const fn new(seed: u64) -> Self {
        Self {
            seed,
            composition: Composition::PACK_52,
            faces_min: 520,
            depth_cards: 100,
            tree_states_max: TREE_STATES_MAX,
            fit_cards: 2112,
        }
    }

    /// The plan for any pack: at 52 cards that of [`Plan::new`], elsewhere so that about one game in 2,700 is a seed. Of
    /// a pack with few deals, at least some are. Takes a moment, since a sample of deals is played.
    ///
    /// # Errors
    /// When the composition has too many groups.
    pub fn of(seed: u64, composition: Composition) -> Result<Self, TooManyGroups> {
        let faces_min = faces_min(&Groups::new(composition)?);
        Ok(Self { composition, ..Self::new(seed) }.with_faces_min(faces_min))
    }

    /// The same plan with another threshold. The fit begins at 1.25 times the mean length of a game of so many faces, if
    /// faces come as they lie in the pack: few games so long have no more faces.
    #[must_use]
    pub fn with_faces_min(self, faces_min: u32) -> Self {
        let faces = self.composition.face_count().max(1);
        Self { faces_min, fit_cards: faces_min * self.composition.len() / faces * 5 / 4, ..self }
    }
}

/// The largest tree that was seen at 52 cards had 40,000 states.
const TREE_STATES_MAX: u64 = 10_000_000;

/// What comes of units.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Harvest {
    /// Deals played.
    pub deals: u64,
    /// Games whose ancestors were looked for.
    pub seeds: u64,
    /// Their ancestors.
    pub states: u64,
    /// Trees of ancestors that were broken off: their families may have longer deals.
    pub cut_trees: u64,
    /// Games of at least [`Plan::fit_cards`], as they were played forward.
    pub games: u64,
    /// The sum of what these are longer.
    pub excess: u64,
    /// The seeds by their length, in classes of [`CLASS_CARDS`].
    pub seed_classes: BTreeMap<u32, u64>,
    /// The families by the length of their longest deal, in classes of [`CLASS_CARDS`]; each once in 256 groups.
    pub family_classes: BTreeMap<u32, u64>,
    /// The longest deals of the longest families.
    pub finds: BTreeMap<(Reverse<u32>, State), Origin>,
    /// Endless games, as they were dealt.
    pub endless_games: u64,
    /// Their deals, at most [`ENDLESS_MAX`].
    pub endless: BTreeMap<State, Origin>,
}

/// Where a find comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Origin {
    /// The unit.
    pub unit: u64,
    /// The deal that was played forward, whose family the find is of.
    pub seed: State,
}

impl Hunt {
    /// Prepares a hunt.
    ///
    /// # Errors
    /// When the composition has too many groups.
    pub fn new(plan: Plan) -> Result<Self, TooManyGroups> {
        let groups = Groups::new(plan.composition)?;
        let order = Shuffle::new(plan.seed, groups.len());
        Ok(Self { groups, order, plan })
    }

    /// Returns what the hunt is made of.
    pub const fn plan(&self) -> &Plan {
        &self.plan
    }

    /// Returns how many units there are: after them, every deal has been played.
    pub const fn units(&self) -> u64 {
        self.groups.len().div_ceil(UNIT_GROUPS)
    }

    /// Plays a unit.
    ///
    /// # Panics
    /// When there is no such unit.
    pub fn unit(&self, unit: u64, engine: Engine) -> Harvest {
        self.unit_while(unit, engine, &|| true).expect("a unit that is wanted to its end")
    }

    /// Plays a unit as long as it is wanted, which is asked every few ten thousand deals. Returns nothing of a unit that
    /// was given up: what comes of a unit never hangs on the time.
    ///
    /// # Panics
    /// When there is no such unit.
    pub fn unit_while(&self, unit: u64, engine: Engine, is_wanted: &dyn Fn() -> bool) -> Option<Harvest> {
        let end = (unit + 1).saturating_mul(UNIT_GROUPS).min(self.groups.len());
        let mut harvest = Harvest::default();
        let mut stack = Stack::default();
        let mut start = unit * UNIT_GROUPS;
        assert!(start < end, "unit {unit} of {}", self.units());
        while start < end {
            if !is_wanted() {
                return None;
            }
            let slice = start..(start + SLICE_GROUPS).min(end);
            start = slice.end;
            let mut numbers = slice.map(|position| self.order.at(position));
            let (deals, found) = sift(engine, &self.groups, &mut numbers, self.plan.faces_min);
            harvest.deals += deals;
            let mut families = BTreeSet::new();
            for address in found {
                let state = self.groups.group(address.group).deal(address.place);
                self.reap(Origin { unit, seed: state }, &mut harvest, &mut families, &mut stack);
            }
        }
        Some(harvest)
    }

    /// Plays a deal that may be long, and takes in what comes of it. `families` are those that were met just before.
    fn reap(&self, origin: Origin, harvest: &mut Harvest, families: &mut BTreeSet<State>, stack: &mut Stack) {
        let state = origin.seed;
        let game = play(state);
        if game.end == End::Endless {
            harvest.endless_games += 1;
            harvest.endless.insert(state, origin);
        } else if game.faces > self.plan.faces_min {
            harvest.seeds += 1;
            *harvest.seed_classes.entry(game.cards / CLASS_CARDS).or_default() += 1;
            if let Some(excess) = game.cards.checked_sub(self.plan.fit_cards) {
                harvest.games += 1;
                harvest.excess += u64::from(excess);
            }
            let LongestKin { kin, states, is_cut } = longest_kin(&state, game.cards, &self.reach(), stack);
            harvest.states += states;
            harvest.cut_trees += u64::from(is_cut);
            if families.insert(kin.state) {
                *harvest.family_classes.entry(kin.cards / CLASS_CARDS).or_default() += 1;
                harvest.finds.entry((Reverse(kin.cards), kin.state)).or_insert(origin);
            }
        }
        harvest.trim();
    }

    const fn reach(&self) -> Reach {
        Reach {
            hands: self.plan.composition.hands(),
            depth_cards: self.plan.depth_cards,
            states_max: self.plan.tree_states_max,
        }
    }
}

impl Harvest {
    /// Adds what came of other units.
    pub fn add(&mut self, other: Self) {
        self.deals += other.deals;
        self.seeds += other.seeds;
        self.states += other.states;
        self.cut_trees += other.cut_trees;
        self.games += other.games;
        self.excess += other.excess;
        self.endless_games += other.endless_games;
        for (own, others) in
            [(&mut self.seed_classes, other.seed_classes), (&mut self.family_classes, other.family_classes)]
        {
            for (class, count) in others {
                *own.entry(class).or_default() += count;
            }
        }
        for (find, origin) in other.finds {
            let own = self.finds.entry(find).or_insert(origin);
            *own = origin.min(*own);
        }
        for (state, origin) in other.endless {
            let own = self.endless.entry(state).or_insert(origin);
            *own = origin.min(*own);
        }
        self.trim();
    }

    /// Returns the longest find so far, in cards.
    pub fn best(&self) -> Option<u32> {
        self.finds.first_key_value().map(|((cards, _), _)| cards.0)
    }

    /// Returns how many families have a deal of at least so many cards, a multiple of [`CLASS_CARDS`]; none if that is
    /// not known.
    ///
    /// As far down as all finds are kept they are counted, and each is there once. Below, what the units counted is added
    /// up; a family that was met in several units is counted in each, which matters only where a hunt plays a good part
    /// of all deals: so this is left out for packs of fewer than [`LARGE_PACK`] deals.
    pub fn families(&self, cards: u32, pack: &Composition) -> Option<u64> {
        let shortest = self.finds.last_key_value().map_or(0, |((shortest, _), _)| shortest.0);
        if self.finds.len() < FINDS_MAX || cards > shortest {
            let longer = self.finds.keys().take_while(|(found, _)| found.0 >= cards);
            return Some(longer.count() as u64);
        }
        let counted = || self.family_classes.range(cards / CLASS_CARDS..).map(|(_, count)| count).sum();
        (pack.deals() >= LARGE_PACK).then(counted)
    }

    /// Returns the tail of the games that were played forward.
    pub const fn tail(&self, plan: &Plan) -> Tail {
        Tail { deals: self.deals, from: plan.fit_cards, games: self.games, excess: self.excess }
    }

    /// Returns the length of a game of [`Plan::faces_min`] faces in the mean, as the seeds show it: with an exponential
    /// tail, one e-fold below their mean length.
    #[expect(clippy::cast_precision_loss, reason = "an estimate is rougher than 53 bits")]
    pub fn seed_cards(&self, e_fold: f64) -> f64 {
        let class = f64::from(CLASS_CARDS);
        let sum: f64 = self
            .seed_classes
            .iter()
            .map(|(number, count)| (f64::from(*number) + 0.5) * class * *count as f64)
            .sum();
        sum / (self.seeds.max(1) as f64) - e_fold
    }

    fn trim(&mut self) {
        while self.finds.len() > FINDS_MAX {
            self.finds.pop_last();
        }
        while self.endless.len() > ENDLESS_MAX {
            self.endless.pop_last();
        }
    }
}
