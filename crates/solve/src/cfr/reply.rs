//! What a seat could win by answering the others' strategy: the distance from an equilibrium.

use super::game::{PublicGame, Seated};
use super::strategy::Strategy;
use super::tree::{Node, Tree};

/// What each seat wins by its own strategy and by its best reply to the others'.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct NashConv<const S: usize> {
    /// By the strategy.
    pub own: [f64; S],
    /// By the best reply.
    pub best: [f64; S],
}

impl<const S: usize> NashConv<S> {
    /// What each seat gains by the best reply: 0 for all in an equilibrium.
    pub fn gains(&self) -> [f64; S] {
        std::array::from_fn(|seat| self.best[seat] - self.own[seat])
    }

    /// The sum of the gains.
    pub fn sum(&self) -> f64 {
        self.gains().iter().sum()
    }
}

/// What each seat wins at the first root, inside the tree. `reach` has the chance of each hand, as for the solver.
pub fn replies<G, const S: usize, const H: usize>(
    game: &G,
    tree: &Tree<G::Leaf, S>,
    strategy: &Strategy<H>,
    reach: &Seated<S, H>,
) -> NashConv<S>
where
    G: PublicGame<S, H>,
{
    let worth = |best| {
        let values = Walk { game, tree, strategy, best }.visit(tree.roots()[0], reach);
        // A value counts the others' reach; the seat's own chance of the hand is still to come.
        std::array::from_fn(|seat| {
            let hands = values[seat].iter().zip(&reach[seat]);
            hands.map(|(&value, &chance)| f64::from(value) * f64::from(chance)).sum()
        })
    };
    NashConv { own: worth(false), best: worth(true) }
}

/// What each seat wins by hand with its best reply; the chance of the hand itself is not counted.
pub fn responses<G, const S: usize, const H: usize>(
    game: &G,
    tree: &Tree<G::Leaf, S>,
    strategy: &Strategy<H>,
    reach: &Seated<S, H>,
) -> Seated<S, H>
where
    G: PublicGame<S, H>,
{
    Walk { game, tree, strategy, best: true }.visit(tree.roots()[0], reach)
}

struct Walk<'a, G: PublicGame<S, H>, const S: usize, const H: usize> {
    game: &'a G,
    tree: &'a Tree<G::Leaf, S>,
    strategy: &'a Strategy<H>,
    best: bool,
}

impl<G: PublicGame<S, H>, const S: usize, const H: usize> Walk<'_, G, S, H> {
    /// What each seat wins by hand: a seat's value does not depend on its own reach, so one walk serves all seats.
    fn visit(&self, node: u32, reach: &Seated<S, H>) -> Seated<S, H> {
        let mut total = [[0.0; H]; S];
        let decision = match self.tree.node(node) {
            Node::Leaf(leaf) => return self.game.worth(leaf, reach),
            Node::Chance(events) => {
                for &event in events {
                    let values = self.visit(event, reach);
                    for seat in 0..S {
                        for hand in 0..H {
                            total[seat][hand] += values[seat][hand];
                        }
                    }
                }
                return total;
            }
            Node::Decision(decision) => decision,
        };
        let actions = usize::from(decision.actions());
        let rows = self.strategy.rows();
        let mut worth = vec![[[0.0; H]; S]; actions];
        for branch in decision.branches() {
            let mut next = *reach;
            for seat in (0..S).filter(|&seat| decision.asks(seat)) {
                let row = &rows[decision.rows(seat).start + usize::from(branch.acts[seat])];
                for hand in 0..H {
                    next[seat][hand] *= row[hand];
                }
            }
            let absent = next.iter().filter(|hands| hands.iter().all(|&chance| chance == 0.0)).count();
            if absent >= 2 {
                continue;
            }
            let values = self.visit(branch.node, &next);
            for seat in 0..S {
                let sum = if decision.asks(seat) {
                    &mut worth[usize::from(branch.acts[seat])][decision.leader(seat)]
                } else {
                    &mut total[seat]
                };
                for hand in 0..H {
                    sum[hand] += branch.weight[seat] * values[seat][hand];
                }
            }
        }
        for seat in (0..S).filter(|&seat| decision.asks(seat)) {
            let leader = decision.leader(seat);
            let range = decision.rows(seat);
            for hand in 0..H {
                let of = |action: usize| worth[action][leader][hand];
                total[seat][hand] = if self.best {
                    (0..actions).map(of).fold(f32::NEG_INFINITY, f32::max)
                } else {
                    (0..actions).map(|action| rows[range.start + action][hand] * of(action)).sum()
                };
            }
        }
        total
    }
}
