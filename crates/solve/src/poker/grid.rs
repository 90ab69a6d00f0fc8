//! The game with few bids: what can be written out and solved.

use croupier_rules::poker::{Round, Rules, SEATS};

use super::showdown::{End, HANDS, Ranges};
use crate::cfr::{Joint, PublicGame, Turn};

/// The bids that are solved, in chips. Others are answered, and never made.
#[derive(Clone, Debug, PartialEq)]
pub struct Grid {
    limits: Limits,
    first: Vec<u16>,
    /// Multiples of the level, for two live seats and for three.
    raises: [Vec<f32>; 2],
}

/// The least and the greatest bid of the rules.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Limits {
    /// The least bid of round 1.
    pub min: u16,
    /// The greatest bid.
    pub max: u16,
}

/// Why bids cannot be solved.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum GridError {
    /// The rules allow no bid.
    #[error("expected limits from a least bid of 1 or more to a greatest, found {min} to {max}")]
    Limits {
        /// The least bid of the rules.
        min: u16,
        /// The greatest.
        max: u16,
    },
    /// A bid of round 1 is missing that the rules always allow.
    #[error("the sizes of round 1 must hold the least bid {min} and the greatest {max}, found {found}")]
    Ends {
        /// The least bid of the rules.
        min: u16,
        /// The greatest.
        max: u16,
        /// What was given.
        found: String,
    },
    /// A bid is out of range, or not above the one before it.
    #[error("expected sizes of round 1 that rise from {min} to {max}, found {size} after {before}")]
    Order {
        /// The least bid of the rules.
        min: u16,
        /// The greatest.
        max: u16,
        /// The size that does not fit.
        size: u16,
        /// The size before it.
        before: u16,
    },
    /// A raise does not raise.
    #[error("expected raises of round 2 as rising multiples of the level above 1, found {0}")]
    Raise(f32),
    /// More than the solver has room for.
    #[error("expected at most {most} sizes a decision, found {found}")]
    TooMany {
        /// The most there may be.
        most: usize,
        /// What was given.
        found: usize,
    },
}

/// The most sizes at one decision.
pub const SIZES_MAX: usize = 16;

/// A raise above this share of the greatest bid is the greatest bid.
const NEARLY_ALL: f32 = 0.8;

impl Limits {
    /// Of these rules.
    pub fn of(rules: &Rules) -> Self {
        Self { min: rules.min_bid, max: rules.max_bid }
    }
}

impl Grid {
    /// Bids of round 1, and raises of round 2 as multiples of the level for two live seats and for three. The level and the
    /// greatest bid can always be bid.
    ///
    /// ```
    /// use croupier_solve::poker::{Grid, Limits};
    /// let limits = Limits { min: 10, max: 300 };
    /// let grid = Grid::new(limits, &[10, 20, 50, 100, 200, 300], &[2.0, 5.0], &[2.0]).unwrap();
    /// assert_eq!(grid.second(20, 2), [20, 40, 100, 300]);
    /// assert!(Grid::new(limits, &[10, 50], &[], &[]).is_err());
    /// ```
    pub fn new(limits: Limits, first: &[u16], two: &[f32], three: &[f32]) -> Result<Self, GridError> {
        let Limits { min, max } = limits;
        if min == 0 || min > max {
            return Err(GridError::Limits { min, max });
        }
        for pair in first.windows(2) {
            if pair[1] <= pair[0] || pair[1] > max {
                return Err(GridError::Order { min, max, size: pair[1], before: pair[0] });
            }
        }
        if first.first() != Some(&min) || first.last() != Some(&max) {
            let found = first.iter().map(u16::to_string).collect::<Vec<_>>().join(",");
            return Err(GridError::Ends { min, max, found });
        }
        for raises in [two, three] {
            let mut before = 1.0;
            for &raise in raises {
                if !raise.is_finite() || raise <= before {
                    return Err(GridError::Raise(raise));
                }
                before = raise;
            }
        }
        let found = first.len().max(two.len() + 2).max(three.len() + 2);
        if found > SIZES_MAX {
            return Err(GridError::TooMany { most: SIZES_MAX, found });
        }
        Ok(Self { limits, first: first.to_vec(), raises: [two.to_vec(), three.to_vec()] })
    }

    /// The limits it was made for.
    pub fn limits(&self) -> Limits {
        self.limits
    }

    /// The bids of round 1.
    pub fn first(&self) -> &[u16] {
        &self.first
    }

    /// The raises of round 2 as multiples of the level, for two or three live seats.
    pub fn raises(&self, live: usize) -> &[f32] {
        &self.raises[live - 2]
    }

    /// The bids of round 2 at a level, for two or three live seats: the level first, the greatest bid last.
    pub fn second(&self, level: u16, live: usize) -> Vec<u16> {
        let max = f32::from(self.limits.max);
        let mut sizes = vec![level];
        for raise in self.raises(live) {
            let size = (f32::from(level) * raise).round();
            if size <= NEARLY_ALL * max && size > f32::from(sizes[sizes.len() - 1]) {
                #[expect(
                    clippy::cast_possible_truncation,
                    clippy::cast_sign_loss,
                    reason = "below the limit"
                )]
                sizes.push(size as u16);
            }
        }
        sizes.push(self.limits.max);
        sizes.dedup();
        sizes
    }
}

/// A public state of a deal: nobody's card is in it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct State {
    /// What each seat has in, in chips.
    pub stakes: [u16; SEATS],
    /// Who is in the deal.
    pub is_live: [bool; SEATS],
    /// What is due.
    pub due: Due,
}

/// What is due in a deal.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Due {
    /// Bids of a round.
    Bids(Round),
    /// The answers of those below the level.
    Calls(Round),
    /// Nothing.
    Over,
}

impl State {
    /// A deal in which nobody has bid.
    pub const START: Self = Self { stakes: [0; SEATS], is_live: [true; SEATS], due: Due::Bids(Round::First) };

    /// After the bids of a round.
    pub fn after_bids(round: Round, stakes: [u16; SEATS], is_live: [bool; SEATS], max: u16) -> Self {
        let state = Self { stakes, is_live, due: Due::Calls(round) };
        if (0..SEATS).any(|seat| state.is_below(seat)) { state } else { state.after_calls(round, max) }
    }

    /// After the bids of round 2, none for a foul, which pays the level and is out; those of seats that are out do not
    /// count.
    pub(super) fn with_last_bids(&self, bids: [Option<u16>; SEATS], max: u16) -> Self {
        let level = self.level();
        let stakes = std::array::from_fn(|seat| {
            if self.is_live[seat] { bids[seat].unwrap_or(level) } else { self.stakes[seat] }
        });
        let is_live = std::array::from_fn(|seat| self.is_live[seat] && bids[seat].is_some());
        Self::after_bids(Round::Second, stakes, is_live, max)
    }

    /// The level that live seats have to stand at.
    pub fn level(&self) -> u16 {
        (0..SEATS).filter(|&seat| self.is_live[seat]).map(|seat| self.stakes[seat]).max().unwrap_or(0)
    }

    /// Live seats.
    pub fn live(&self) -> usize {
        self.is_live.iter().filter(|live| **live).count()
    }

    /// Whether a seat has to pay or to fold.
    pub fn is_below(&self, seat: usize) -> bool {
        self.is_live[seat] && self.stakes[seat] < self.level()
    }

    /// After the answers of a round: seats that pay stand at the level, the others are out.
    #[must_use]
    pub fn with_calls(&self, round: Round, pays: impl Fn(usize) -> bool, max: u16) -> Self {
        let level = self.level();
        let mut next = *self;
        for seat in (0..SEATS).filter(|&seat| self.is_below(seat)) {
            if pays(seat) {
                next.stakes[seat] = level;
            } else {
                next.is_live[seat] = false;
            }
        }
        next.after_calls(round, max)
    }

    /// All live seats stand at the level. A level that nobody can raise leaves nothing to decide.
    fn after_calls(mut self, round: Round, max: u16) -> Self {
        let more = round == Round::First && self.live() > 1 && self.level() < max;
        self.due = if more { Due::Bids(Round::Second) } else { Due::Over };
        self
    }

    /// The end of the deal.
    pub fn end(&self) -> End {
        End::new(self.stakes, self.is_live)
    }
}

impl PublicGame<SEATS, HANDS> for Grid {
    type State = State;
    type Leaf = End;

    fn turn(&self, state: &State) -> Turn<SEATS, End> {
        let (seats, actions) = match state.due {
            Due::Over => return Turn::Leaf(state.end()),
            Due::Calls(_) => (std::array::from_fn(|seat| state.is_below(seat)), 2),
            Due::Bids(Round::First) => (state.is_live, self.first.len()),
            Due::Bids(Round::Second) => (state.is_live, self.second(state.level(), state.live()).len()),
        };
        Turn::Decide { seats, actions: u8::try_from(actions).expect("a decision has few actions") }
    }

    fn after(&self, state: &State, acts: &Joint<SEATS>) -> State {
        let max = self.limits.max;
        let bids = |round, sizes: &[u16]| {
            let stake = |seat: usize| {
                if state.is_live[seat] { sizes[usize::from(acts[seat])] } else { state.stakes[seat] }
            };
            State::after_bids(round, std::array::from_fn(stake), state.is_live, max)
        };
        match state.due {
            Due::Bids(Round::First) => bids(Round::First, &self.first),
            Due::Bids(Round::Second) => bids(Round::Second, &self.second(state.level(), state.live())),
            Due::Calls(round) => state.with_calls(round, |seat| acts[seat] == 1, max),
            Due::Over => *state,
        }
    }

    fn dealt(&self, state: &State, _: u8) -> State {
        *state
    }

    fn worth(&self, end: &End, ranges: &Ranges) -> Ranges {
        end.worth(ranges)
    }
}

#[cfg(test)]
mod tests {
    use super::{Grid, GridError, Limits, SIZES_MAX, State};
    use crate::cfr::{Order, Scheme, Solver, Strategy, Tree, replies};

    const LIMITS: Limits = Limits { min: 10, max: 300 };

    fn uniform_gain(sizes: &[u16], raises: &[f32]) -> f64 {
        let grid = Grid::new(LIMITS, sizes, raises, raises).unwrap();
        let tree = Tree::grow(&grid, &[(State::START, [0; 3])]);
        replies(&grid, &tree, &Strategy::uniform(&tree), &[[0.1; 10]; 3]).gains()[0]
    }

    /// The same games by the best response of `OpenSpiel`: 284.4019 and 276.9574 for the three seats together.
    #[test]
    fn a_best_reply_to_chance_wins_what_another_program_says() {
        assert!((uniform_gain(&[10, 300], &[]) - 284.4019 / 3.0).abs() < 1e-3);
        assert!((uniform_gain(&[10, 50, 300], &[5.0]) - 276.9574 / 3.0).abs() < 1e-3);
    }

    #[test]
    fn a_grid_that_cannot_be_solved_is_refused() {
        let said =
            |first: &[u16], raises: &[f32]| Grid::new(LIMITS, first, raises, &[]).unwrap_err().to_string();
        assert_eq!(
            said(&[10, 200], &[]),
            "the sizes of round 1 must hold the least bid 10 and the greatest 300, found 10,200"
        );
        assert!(said(&[], &[]).ends_with("found "));
        assert_eq!(
            said(&[10, 400, 300], &[]),
            "expected sizes of round 1 that rise from 10 to 300, found 400 after 10"
        );
        assert!(said(&[10, 10, 300], &[]).ends_with("found 10 after 10"));
        assert!(said(&[10, 300], &[0.5]).ends_with("found 0.5"));
        assert!(said(&[10, 300], &[2.0, f32::NAN]).ends_with("found NaN"));
        let many: Vec<f32> = (2..30_u8).map(f32::from).collect();
        let error = Grid::new(LIMITS, &[10, 300], &many, &[]).unwrap_err();
        assert_eq!(error, GridError::TooMany { most: SIZES_MAX, found: 30 });
    }

    #[test]
    fn few_sizes_come_close_to_an_equilibrium() {
        let grid = Grid::new(LIMITS, &[10, 50, 300], &[5.0], &[5.0]).unwrap();
        let tree = Tree::grow(&grid, &[(State::START, [0; 3])]);
        let mut solver = Solver::new(&grid, &tree, Scheme::Discounted, Order::Together);
        let mut twin = Solver::new(&grid, &tree, Scheme::Discounted, Order::Together);
        for _ in 0..6_000 {
            solver.pass(&[[0.1; 10]; 3]);
        }
        for _ in 0..50 {
            twin.pass_on_threads(&[[0.1; 10]; 3]);
        }
        let nash = replies(&grid, &tree, &solver.average(), &[[0.1; 10]; 3]);
        assert!(nash.gains()[0] < 0.01 && nash.own[0].abs() < 0.05, "{nash:?}");
        let mut alone = Solver::new(&grid, &tree, Scheme::Discounted, Order::Together);
        for _ in 0..50 {
            alone.pass(&[[0.1; 10]; 3]);
        }
        assert_eq!(alone.memory(), twin.memory(), "threads change nothing");
    }
}
