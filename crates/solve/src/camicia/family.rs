//! The family of a deal: every deal with the wanted hands that leads into its game.
//!
//! The game passes through states; a deal leads into it exactly if it is an ancestor of one of them. A state has one
//! successor only, so the trees of different states, each without the branch that the game itself came by, hold
//! nothing twice.

use super::{End, Finds, Stack, State, Trick, Walk, play};

/// How far a family is looked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Reach {
    /// The cards of A, who leads, and of B in the deals that are wanted.
    pub hands: [u32; 2],
    /// Ancestors are looked for from the states of the game in which at most so many cards are down. A deal that joins
    /// the game later is in nearly all cases a shorter one.
    pub depth_cards: u32,
    /// The search is broken off after so many states.
    pub states_max: u64,
}

/// A deal of a family.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Kin {
    /// The deal.
    pub state: State,
    /// Cards until the end; of an endless deal, until it reaches the cycle.
    pub cards: u32,
}

/// The deals that lead into a game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Family {
    /// How the game ends, which is how they all end.
    pub end: End,
    /// The deals, those with the most cards first; the game's own deal is among them if it has the wanted hands.
    pub deals: Vec<Kin>,
    /// The states that were looked at.
    pub states: u64,
    /// Why the search ended before all was seen: then more deals may belong to the family.
    pub cut: Option<Cut>,
}

/// Why a family may have more deals than were found.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Cut {
    /// The game goes on beyond [`Reach::depth_cards`]: its later states were left out.
    Depth,
    /// [`Reach::states_max`] states were looked at.
    States,
}

impl Family {
    /// Finds the family of the game that begins with a state, which may be in the middle of a longer game.
    pub fn of(start: &State, reach: &Reach) -> Self {
        let game = play(*start);
        let path = Path::of(start, game.end, game.cards);
        let mut family = Self { end: game.end, deals: Vec::new(), states: 0, cut: None };
        let mut stack = Stack::default();
        for (place, step) in path.steps.iter().enumerate() {
            if family.states >= reach.states_max {
                family.cut = Some(Cut::States);
                break;
            }
            if step.down > reach.depth_cards {
                family.cut = Some(Cut::Depth);
                break;
            }
            if [step.state.leader.len(), step.state.other.len()] == reach.hands {
                family.deals.push(Kin { state: step.state, cards: step.left });
            }
            let before = place.checked_sub(1).map(|before| path.steps[before].state);
            let on_the_cycle =
                if path.cycle == Some(place) { path.steps.last().map(|last| last.state) } else { None };
            let skip: Vec<State> = before.into_iter().chain(on_the_cycle).collect();
            let walk =
                Walk { hands: reach.hands, length: step.left, states_max: reach.states_max - family.states };
            let mut kin = Collect { skip: &skip, deals: &mut family.deals };
            let walked = walk.run(&step.state, &skip, &mut stack, &mut kin);
            family.states += walked.states - u64::try_from(skip.len()).expect("at most two");
            if walked.is_cut {
                family.cut = Some(Cut::States);
                break;
            }
        }
        family.deals.sort_by_key(|kin| (std::cmp::Reverse(kin.cards), kin.state));
        family
    }

    /// Finds all deals with these hands that reach the cycle of an endless game; none if the game ends.
    pub fn closure(start: &State, hands: [u32; 2], states_max: u64) -> Option<Self> {
        if play(*start).end == End::Finished {
            return None;
        }
        let whole = Path::of(start, End::Endless, 0);
        let entry = whole.steps[whole.cycle.expect("an endless game has a cycle")].state;
        Some(Self::of(&entry, &Reach { hands, depth_cards: u32::MAX, states_max }))
    }
}

/// Returns the least state of the cycle that an endless game runs into; none if the game ends.
pub(super) fn cycle_of(start: &State) -> Option<State> {
    if play(*start).end == End::Finished {
        return None;
    }
    let path = Path::of(start, End::Endless, 0);
    let cycle = path.cycle.expect("an endless game has a cycle");
    path.steps[cycle..].iter().map(|step| step.state).min()
}

/// The longest deal of a family, by a search of some depth.
pub(super) struct LongestKin {
    pub(super) kin: Kin,
    /// The states that were looked at.
    pub(super) states: u64,
    /// Whether a tree was broken off: there may be a longer deal.
    pub(super) is_cut: bool,
}

/// Returns the longest deal of the family of a game that ends. The game is so many cards long, and its own deal has the
/// wanted hands. Of each state's tree, [`Reach::states_max`] states are looked at.
pub(super) fn longest_kin(start: &State, cards: u32, reach: &Reach, stack: &mut Stack) -> LongestKin {
    let mut keep = KeepLongest(Kin { state: *start, cards });
    let (mut states, mut is_cut) = (0, false);
    let mut down = 0;
    let mut state = *start;
    let mut before = None;
    while down <= reach.depth_cards {
        let walk = Walk { hands: reach.hands, length: cards - down, states_max: reach.states_max };
        let walked = walk.run(&state, before.as_slice(), stack, &mut keep);
        states += walked.states;
        is_cut |= walked.is_cut;
        before = Some(state);
        match state.play_trick() {
            Trick::Collected(cards) => down += cards,
            Trick::Last(_) => break,
        }
    }
    LongestKin { kin: keep.0, states, is_cut }
}

/// Keeps the longest deal; of equally long ones the first in their order, whatever the order of the walk.
struct KeepLongest(Kin);

impl Finds for KeepLongest {
    #[inline]
    fn wants(&mut self, length: u32) -> bool {
        length >= self.0.cards
    }

    fn take(&mut self, state: State, cards: u32) {
        if cards > self.0.cards || state < self.0.state {
            self.0 = Kin { state, cards };
        }
    }
}

/// The states that a game passes through.
struct Path {
    steps: Vec<Step>,
    /// Where the cycle begins, if the game is endless: it leads from the last state back to there.
    cycle: Option<usize>,
}

struct Step {
    state: State,
    /// Cards put down before.
    down: u32,
    /// Cards until the end, or until the cycle is reached.
    left: u32,
}

impl Path {
    fn of(start: &State, end: End, cards: u32) -> Self {
        let mut path = Self { steps: Vec::new(), cycle: None };
        let mut state = *start;
        let mut down = 0;
        loop {
            path.steps.push(Step { state, down, left: cards.saturating_sub(down) });
            match state.play_trick() {
                Trick::Last(_) => return path,
                Trick::Collected(cards) => down += cards,
            }
            if end == End::Endless {
                path.cycle = path.steps.iter().position(|step| step.state == state);
                if let Some(cycle) = path.cycle {
                    let entry = path.steps[cycle].down;
                    for step in &mut path.steps {
                        step.left = entry.saturating_sub(step.down);
                    }
                    return path;
                }
            }
        }
    }
}

struct Collect<'a> {
    /// These are in the family by themselves.
    skip: &'a [State],
    deals: &'a mut Vec<Kin>,
}

impl Finds for Collect<'_> {
    fn wants(&mut self, _length: u32) -> bool {
        true
    }

    fn take(&mut self, state: State, cards: u32) {
        if !self.skip.contains(&state) {
            self.deals.push(Kin { state, cards });
        }
    }
}
