//! Lowers the regrets of the seats, one pass over the public states at a time.

use rayon::prelude::*;

use super::game::{Hands, PublicGame, Seated};
use super::strategy::{Strategy, shares};
use super::tree::{Branch, Decision, Node, Tree};

/// Does something with so many threads for [`Solver::pass_on_threads`] and what else is spread over threads; 0 are
/// as many as the machine has cores.
///
/// # Errors
/// When the system gives no threads.
pub fn on_threads<T: Send>(threads: usize, work: impl FnOnce() -> T + Send) -> Result<T, std::io::Error> {
    let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build();
    pool.map(|pool| pool.install(work)).map_err(std::io::Error::other)
}

/// How regrets and averages are weighted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Scheme {
    /// CFR+: regrets never fall below zero, pass `t` counts `t` in the average (Tammelin 2014).
    Plus,
    /// Discounted CFR with (1.5, 0, 2): before pass `t + 1` regrets above zero shrink by `t^1.5 / (t^1.5 + 1)` and those
    /// below by a half, and pass `t` counts `t^2` in the average (Brown and Sandholm 2019).
    Discounted,
}

/// Whose regrets a pass changes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Order {
    /// Those of all seats. Interchangeable seats share their regrets, so there is nobody to wait for.
    Together,
    /// Those of one seat, the next seat in the next pass: two seats with opposite interests come to rest much sooner.
    InTurn,
    /// Those of all but the first seat in one pass, those of the first seat in the next.
    FirstAgainstOthers,
}

/// A hand that came to a decision with less than this share of the weight of all passes has played there in the first
/// passes only.
const HARDLY_EVER: f32 = 1e-6;

/// The most actions of a seat at one decision.
pub(super) const ACTIONS_MAX: usize = 16;

/// A game being solved.
#[derive(Debug)]
pub struct Solver<'t, G: PublicGame<S, H>, const S: usize, const H: usize> {
    game: &'t G,
    tree: &'t Tree<G::Leaf, S>,
    scheme: Scheme,
    order: Order,
    passes: u32,
    regret: Vec<Hands<H>>,
    sum: Vec<Hands<H>>,
}

/// The rows that belong to a node and those below it.
struct Rows<'a, const H: usize> {
    first: usize,
    regret: &'a mut [Hands<H>],
    sum: &'a mut [Hands<H>],
}

/// What is the same in the whole of a pass.
struct Pass<'t, G: PublicGame<S, H>, const S: usize, const H: usize> {
    game: &'t G,
    tree: &'t Tree<G::Leaf, S>,
    /// What is left of a regret above zero, and of one below.
    keep: [f32; 2],
    /// No regret is below this.
    floor: f32,
    /// The weight of the pass in the average.
    weight: f32,
    /// Whose rows change.
    learns: [bool; S],
}

impl<'t, G, const S: usize, const H: usize> Solver<'t, G, S, H>
where
    G: PublicGame<S, H> + Sync,
    G::Leaf: Sync,
{
    /// A game about which nothing is known yet: every action is as good as any.
    pub fn new(game: &'t G, tree: &'t Tree<G::Leaf, S>, scheme: Scheme, order: Order) -> Self {
        let rows = vec![[0.0; H]; tree.rows()];
        Self { game, tree, scheme, order, passes: 0, regret: rows.clone(), sum: rows }
    }

    /// Goes on from [`Solver::memory`] after so many passes; none if that is not of this tree.
    pub fn remember(mut self, passes: u32, regret: Vec<Hands<H>>, sum: Vec<Hands<H>>) -> Option<Self> {
        let fits = regret.len() == self.regret.len() && sum.len() == self.sum.len();
        (self.passes, self.regret, self.sum) = (passes, regret, sum);
        fits.then_some(self)
    }

    /// The passes so far.
    pub fn passes(&self) -> u32 {
        self.passes
    }

    /// What it knows: regrets, and sums of strategies.
    pub fn memory(&self) -> [&[Hands<H>]; 2] {
        [&self.regret, &self.sum]
    }

    /// One pass from the first root; what the seats win with the strategies of this pass, by hand.
    pub fn pass(&mut self, reach: &Seated<S, H>) -> Seated<S, H> {
        self.pass_all(std::slice::from_ref(reach), |_, _| {})
    }

    /// One pass on the threads at hand: the same numbers to the last bit as [`Solver::pass`].
    pub fn pass_on_threads(&mut self, reach: &Seated<S, H>) -> Seated<S, H> {
        let (pass, mut rows) = self.begin();
        let root = pass.tree.roots()[0];
        let Node::Decision(decision) = pass.tree.node(root) else {
            return pass.visit(root, reach, &mut rows);
        };
        pass.decide_by_size(decision, reach, &mut rows, true)
    }

    /// One pass from every root, each with the reach of its own; `each` is told what the seats win there. Returns the
    /// values of the last root.
    pub fn pass_all(
        &mut self,
        reaches: &[Seated<S, H>],
        mut each: impl FnMut(usize, &Seated<S, H>),
    ) -> Seated<S, H> {
        let (pass, mut rows) = self.begin();
        let mut last = [[0.0; H]; S];
        for (at, (&root, reach)) in pass.tree.roots().iter().zip(reaches).enumerate() {
            last = if absent(reach) >= 2 { [[0.0; H]; S] } else { pass.visit(root, reach, &mut rows) };
            each(at, &last);
        }
        last
    }

    /// The average strategy so far. A seat that hardly ever comes to a decision with a hand plays there by its regrets.
    pub fn average(&self) -> Strategy<H> {
        Strategy::averaged(self.tree, &self.sum, &self.regret, HARDLY_EVER * self.weights())
    }

    /// The sum of the weights of the passes in which a seat has learnt.
    #[expect(clippy::cast_precision_loss, reason = "passes are far fewer than 2^24")]
    fn weights(&self) -> f32 {
        let rounds = match self.order {
            Order::Together => self.passes,
            Order::InTurn => self.passes / u32::try_from(S).expect("a table has few seats"),
            Order::FirstAgainstOthers => self.passes / 2,
        } as f32;
        match self.scheme {
            Scheme::Plus => rounds * rounds / 2.0,
            Scheme::Discounted => rounds * rounds * rounds / 3.0,
        }
    }

    #[expect(clippy::cast_precision_loss, reason = "passes are far fewer than 2^24")]
    fn begin(&mut self) -> (Pass<'t, G, S, H>, Rows<'_, H>) {
        let seats = u32::try_from(S).expect("a table has few seats");
        let (round, learns) = match self.order {
            Order::Together => (self.passes, [true; S]),
            Order::InTurn => {
                let turn = (self.passes % seats) as usize;
                (self.passes / seats, std::array::from_fn(|seat| seat == turn))
            }
            Order::FirstAgainstOthers => {
                let is_first = self.passes % 2 == 1;
                (self.passes / 2, std::array::from_fn(|seat| (seat == 0) == is_first))
            }
        };
        self.passes += 1;
        let (before, now) = (round as f32, (round + 1) as f32);
        let (keep, floor, weight) = match self.scheme {
            Scheme::Plus => ([1.0, 1.0], 0.0, now),
            Scheme::Discounted => {
                let power = before * before.sqrt();
                ([power / (power + 1.0), 0.5], f32::NEG_INFINITY, now * now)
            }
        };
        let pass = Pass { game: self.game, tree: self.tree, keep, floor, weight, learns };
        (pass, Rows { first: 0, regret: &mut self.regret, sum: &mut self.sum })
    }
}

/// The seats that never come here.
fn absent<const S: usize, const H: usize>(reach: &Seated<S, H>) -> usize {
    reach.iter().filter(|hands| hands.iter().all(|&chance| chance == 0.0)).count()
}

impl<G, const S: usize, const H: usize> Pass<'_, G, S, H>
where
    G: PublicGame<S, H> + Sync,
    G::Leaf: Sync,
{
    fn visit(&self, node: u32, reach: &Seated<S, H>, rows: &mut Rows<'_, H>) -> Seated<S, H> {
        match self.tree.node(node) {
            Node::Leaf(leaf) => self.game.worth(leaf, reach),
            Node::Chance(events) => {
                let mut total = [[0.0; H]; S];
                for &event in events {
                    add(&mut total, &self.visit(event, reach, rows));
                }
                total
            }
            Node::Decision(decision) => self.decide_by_size(decision, reach, rows, false),
        }
    }

    /// With room for as many actions as there are: the smaller, the faster.
    fn decide_by_size(
        &self,
        decision: &Decision<S>,
        reach: &Seated<S, H>,
        rows: &mut Rows<'_, H>,
        on_threads: bool,
    ) -> Seated<S, H> {
        match decision.actions() {
            ..=2 => self.decide::<2>(decision, reach, rows, on_threads),
            3..=8 => self.decide::<8>(decision, reach, rows, on_threads),
            _ => self.decide::<ACTIONS_MAX>(decision, reach, rows, on_threads),
        }
    }

    fn decide<const A: usize>(
        &self,
        decision: &Decision<S>,
        reach: &Seated<S, H>,
        rows: &mut Rows<'_, H>,
        on_threads: bool,
    ) -> Seated<S, H> {
        let actions = usize::from(decision.actions());
        let mut policy = [[[0.0; H]; A]; S];
        let mut arrival = [[[0.0; H]; A]; S];
        let mut arrives = [[false; A]; S];
        for seat in (0..S).filter(|&seat| decision.asks(seat)) {
            if decision.leads(seat) {
                shares(&rows.regret[rows.of(decision, seat)], &mut policy[seat]);
            }
            let shared = &policy[decision.leader(seat)];
            for action in 0..actions {
                for hand in 0..H {
                    arrival[seat][action][hand] = reach[seat][hand] * shared[action][hand];
                }
                arrives[seat][action] = arrival[seat][action].iter().any(|&chance| chance > 0.0);
            }
        }
        let here = reach.each_ref().map(|hands| hands.iter().any(|&chance| chance > 0.0));
        let comes = |branch: &Branch<S>, seat: usize| {
            if decision.asks(seat) { arrives[seat][usize::from(branch.acts[seat])] } else { here[seat] }
        };
        let is_dead = |branch: &Branch<S>| (0..S).filter(|&seat| !comes(branch, seat)).count() >= 2;
        let reach_of = |branch: &Branch<S>| -> Seated<S, H> {
            std::array::from_fn(|seat| {
                if decision.asks(seat) { arrival[seat][usize::from(branch.acts[seat])] } else { reach[seat] }
            })
        };

        let mut worth = [[[0.0; H]; A]; S];
        let mut total = [[0.0; H]; S];
        let mut gather = |branch: &Branch<S>, values: &Seated<S, H>| {
            for seat in 0..S {
                let weight = branch.weight[seat];
                if weight == 0.0 {
                    continue;
                }
                let sum = if decision.asks(seat) {
                    &mut worth[decision.leader(seat)][usize::from(branch.acts[seat])]
                } else {
                    &mut total[seat]
                };
                for hand in 0..H {
                    sum[hand] += weight * values[seat][hand];
                }
            }
        };
        if on_threads {
            let parts: Vec<_> = decision.branches().iter().zip(rows.parts(decision)).collect();
            let values: Vec<_> = parts
                .into_par_iter()
                .map(|(branch, mut rows)| {
                    (!is_dead(branch)).then(|| self.visit(branch.node, &reach_of(branch), &mut rows))
                })
                .collect();
            for (branch, values) in decision.branches().iter().zip(values) {
                if let Some(values) = values {
                    gather(branch, &values);
                }
            }
        } else {
            for branch in decision.branches().iter().filter(|&branch| !is_dead(branch)) {
                gather(branch, &self.visit(branch.node, &reach_of(branch), rows));
            }
        }

        for seat in (0..S).filter(|&seat| decision.asks(seat)) {
            if !decision.leads(seat) {
                total[seat] = total[decision.leader(seat)];
                continue;
            }
            for action in 0..actions {
                for hand in 0..H {
                    total[seat][hand] += policy[seat][action][hand] * worth[seat][action][hand];
                }
            }
            if !self.learns[seat] {
                continue;
            }
            let range = rows.of(decision, seat);
            for (action, regret) in rows.regret[range.clone()].iter_mut().enumerate() {
                for hand in 0..H {
                    let keep = if regret[hand] > 0.0 { self.keep[0] } else { self.keep[1] };
                    let lacked = worth[seat][action][hand] - total[seat][hand];
                    regret[hand] = (regret[hand] * keep + lacked).max(self.floor);
                }
            }
            for (action, sum) in rows.sum[range].iter_mut().enumerate() {
                for hand in 0..H {
                    sum[hand] += self.weight * arrival[seat][action][hand];
                }
            }
        }
        total
    }
}

impl<const H: usize> Rows<'_, H> {
    /// The rows of a seat, as they stand here.
    fn of<const S: usize>(&self, decision: &Decision<S>, seat: usize) -> std::ops::Range<usize> {
        let rows = decision.rows(seat);
        rows.start - self.first..rows.end - self.first
    }

    /// The rows below each branch of a decision.
    fn parts<const S: usize>(&mut self, decision: &Decision<S>) -> Vec<Rows<'_, H>> {
        let firsts = decision.branches().iter().map(|branch| branch.first_row as usize);
        let ends = firsts.clone().skip(1).chain([self.first + self.regret.len()]);
        let own = firsts.clone().next().map_or(0, |first| first - self.first);
        let mut regret = &mut self.regret[own..];
        let mut sum = &mut self.sum[own..];
        let mut parts = Vec::new();
        for (first, end) in firsts.zip(ends) {
            let (part, rest) = regret.split_at_mut(end - first);
            let (sums, rest_of_sums) = sum.split_at_mut(end - first);
            (regret, sum) = (rest, rest_of_sums);
            parts.push(Rows { first, regret: part, sum: sums });
        }
        parts
    }
}

fn add<const S: usize, const H: usize>(total: &mut Seated<S, H>, values: &Seated<S, H>) {
    for (total, values) in total.iter_mut().zip(values) {
        for (total, value) in total.iter_mut().zip(values) {
            *total += value;
        }
    }
}
