//! The checkpoint of a hunt: the plan, the range of units, the next unit, and the harvest of those before it.

use std::cmp::Reverse;
use std::collections::BTreeMap;
use std::ops::Range;
use std::path::Path;

use croupier_solve::camicia::{CompositionError, DealName, Harvest, NameError, Origin, Plan, State};
use serde::{Deserialize, Serialize};

use super::super::sealed::{self, CheckpointError};
use super::provenance::Provenance;
use crate::failure::Failure;

/// How far a hunt is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Progress {
    /// The units that are to be played.
    pub(crate) units: Range<u64>,
    /// The first unit that is not yet in the harvest.
    pub(crate) next: u64,
    pub(crate) harvest: Harvest,
    /// By whom the units were played.
    pub(super) provenance: Provenance,
}

/// The sealed line.
#[derive(Serialize, Deserialize)]
struct Content {
    camicia_hunt: u32,
    seed: u64,
    pack: String,
    faces_min: u32,
    depth_cards: u32,
    tree_states_max: u64,
    fit_cards: u32,
    units: [u64; 2],
    next: u64,
    provenance: Provenance,
    deals: u64,
    seeds: u64,
    states: u64,
    cut_trees: u64,
    games: u64,
    excess: u64,
    endless_games: u64,
    seed_classes: BTreeMap<u32, u64>,
    family_classes: BTreeMap<u32, u64>,
    finds: Vec<Find>,
    endless: Vec<Find>,
}

#[derive(Serialize, Deserialize)]
struct Find {
    deal: String,
    cards: u32,
    unit: u64,
    seed: String,
}

/// The version of the format.
const VERSION: u32 = 2;

impl Progress {
    /// Returns the progress of a hunt that has not begun.
    pub(super) fn new(units: Range<u64>) -> Self {
        Self { next: units.start, units, harvest: Harvest::default(), provenance: Provenance::default() }
    }

    /// Reads the checkpoint of this hunt; none if there is no file.
    pub(super) fn read(
        path: &Path,
        plan: &Plan,
        units: &Range<u64>,
    ) -> Result<Option<Self>, CheckpointError> {
        let Some(line) = sealed::read(path)? else { return Ok(None) };
        let content: Content = serde_json::from_str(&line)?;
        content.check(plan, units)?;
        Ok(Some(content.progress()?))
    }

    /// Reads the checkpoint of whatever hunt lies there, with its plan; none if there is no file.
    pub(crate) fn open(path: &Path) -> Result<Option<(Plan, Self)>, CheckpointError> {
        let Some(line) = sealed::read(path)? else { return Ok(None) };
        let content: Content = serde_json::from_str(&line)?;
        let plan = content.plan()?;
        content.check(&plan, &(content.units[0]..content.units[1]))?;
        Ok(Some((plan, content.progress()?)))
    }

    /// What came of some units, as one line.
    pub(super) fn line(harvest: Harvest, plan: &Plan, units: &Range<u64>) -> String {
        let progress = Self { next: units.end, harvest, ..Self::new(units.clone()) };
        serde_json::to_string(&Content::new(&progress, plan)).expect("a harvest is plain numbers and names")
    }

    /// Reads what came of some units of a plan.
    pub(super) fn of_line(line: &[u8], plan: &Plan, units: &Range<u64>) -> Result<Harvest, CheckpointError> {
        let content: Content = serde_json::from_slice(line)?;
        content.check(plan, units)?;
        Ok(content.progress()?.harvest)
    }

    /// Puts the checkpoint in the place of the one before.
    pub(super) fn write(&self, path: &Path, plan: &Plan) -> Result<(), Failure> {
        let content = serde_json::to_string(&Content::new(self, plan)).map_err(Failure::bug)?;
        sealed::write(path, &content)
    }
}

impl Content {
    fn new(progress: &Progress, plan: &Plan) -> Self {
        let harvest = &progress.harvest;
        let name = |state: &State| DealName::of(state).to_string();
        let find = |state: &State, cards: u32, origin: &Origin| Find {
            deal: name(state),
            cards,
            unit: origin.unit,
            seed: name(&origin.seed),
        };
        Self {
            camicia_hunt: VERSION,
            seed: plan.seed,
            pack: plan.composition.to_string(),
            faces_min: plan.faces_min,
            depth_cards: plan.depth_cards,
            tree_states_max: plan.tree_states_max,
            fit_cards: plan.fit_cards,
            units: [progress.units.start, progress.units.end],
            next: progress.next,
            provenance: progress.provenance.clone(),
            deals: harvest.deals,
            seeds: harvest.seeds,
            states: harvest.states,
            cut_trees: harvest.cut_trees,
            games: harvest.games,
            excess: harvest.excess,
            endless_games: harvest.endless_games,
            seed_classes: harvest.seed_classes.clone(),
            family_classes: harvest.family_classes.clone(),
            finds: harvest
                .finds
                .iter()
                .map(|((cards, state), origin)| find(state, cards.0, origin))
                .collect(),
            endless: harvest.endless.iter().map(|(state, origin)| find(state, 0, origin)).collect(),
        }
    }

    fn plan(&self) -> Result<Plan, CompositionError> {
        Ok(Plan {
            seed: self.seed,
            composition: self.pack.parse()?,
            faces_min: self.faces_min,
            depth_cards: self.depth_cards,
            tree_states_max: self.tree_states_max,
            fit_cards: self.fit_cards,
        })
    }

    fn check(&self, plan: &Plan, units: &Range<u64>) -> Result<(), CheckpointError> {
        let numbers = |name, found: u64, expected: u64| (name, found.to_string(), expected.to_string());
        let pairs = [
            numbers("the version", self.camicia_hunt.into(), VERSION.into()),
            numbers("the seed", self.seed, plan.seed),
            ("the pack", self.pack.clone(), plan.composition.to_string()),
            numbers("--faces", self.faces_min.into(), plan.faces_min.into()),
            numbers("the depth", self.depth_cards.into(), plan.depth_cards.into()),
            numbers("the limit of a tree", self.tree_states_max, plan.tree_states_max),
            numbers("the start of the fit", self.fit_cards.into(), plan.fit_cards.into()),
            numbers("the first unit", self.units[0], units.start),
            numbers("the end of the units", self.units[1], units.end),
        ];
        sealed::compare(pairs)
    }

    fn progress(self) -> Result<Progress, NameError> {
        let state = |name: &str| name.parse::<DealName>().map(|name| name.state());
        let mut harvest = Harvest {
            deals: self.deals,
            seeds: self.seeds,
            states: self.states,
            cut_trees: self.cut_trees,
            games: self.games,
            excess: self.excess,
            endless_games: self.endless_games,
            seed_classes: self.seed_classes,
            family_classes: self.family_classes,
            ..Harvest::default()
        };
        for find in &self.finds {
            let origin = Origin { unit: find.unit, seed: state(&find.seed)? };
            harvest.finds.insert((Reverse(find.cards), state(&find.deal)?), origin);
        }
        for find in &self.endless {
            let origin = Origin { unit: find.unit, seed: state(&find.seed)? };
            harvest.endless.insert(state(&find.deal)?, origin);
        }
        Ok(Progress {
            units: self.units[0]..self.units[1],
            next: self.next,
            harvest,
            provenance: self.provenance,
        })
    }
}

#[cfg(test)]
mod tests {
    use std::fs;

    use croupier_solve::camicia::{Composition, Engine, Hunt, Plan};

    use super::super::super::sealed::CheckpointError;
    use super::Progress;

    #[test]
    fn a_checkpoint_is_read_back_whole_or_refused() {
        let plan = Plan { composition: Composition::HALF_26, faces_min: 60, fit_cards: 250, ..Plan::new(7) };
        let hunt = Hunt::new(plan).unwrap();
        let mut progress = Progress::new(2..5);
        progress.harvest.add(hunt.unit(2, Engine::best()));
        progress.next = 3;
        progress.provenance.go_on(2, Some("Anna"));
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("hunt.checkpoint");
        assert_eq!(Progress::read(&path, &plan, &(2..5)).unwrap(), None);
        progress.write(&path, &plan).unwrap();
        assert_eq!(Progress::read(&path, &plan, &(2..5)).unwrap(), Some(progress.clone()));
        assert_eq!(Progress::open(&path).unwrap(), Some((plan, progress)));
        for (plan, units, said) in [
            (Plan { seed: 8, ..plan }, 2..5, "is of another search: the seed is 7 there and 8 here"),
            (plan, 2..6, "is of another search: the end of the units is 5 there and 6 here"),
        ] {
            let error = Progress::read(&path, &plan, &units).unwrap_err();
            assert_eq!(error.to_string(), said);
        }
        let whole = fs::read(&path).unwrap();
        for damage in [0, whole.len() / 2, whole.len() - 2] {
            let mut bytes = whole.clone();
            bytes[damage] ^= 1;
            fs::write(&path, &bytes).unwrap();
            let error = Progress::read(&path, &plan, &(2..5)).unwrap_err();
            assert!(matches!(error, CheckpointError::Sum), "{error}");
            assert_eq!(fs::read(&path).unwrap(), bytes, "it is left as it is");
        }
        for bytes in [&b""[..], b"\n", b"{}\n", &whole[..whole.len() / 2], b"\xff\n"] {
            fs::write(&path, bytes).unwrap();
            assert!(matches!(Progress::read(&path, &plan, &(2..5)), Err(CheckpointError::Sum)));
        }
    }
}
