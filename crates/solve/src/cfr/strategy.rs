//! A strategy: the chance of each action by decision and hand.

use super::game::Hands;
use super::tree::{Node, Tree};

/// The chance of each action, one row of hands an action, in the order of a tree's rows.
#[derive(Clone, Debug, PartialEq)]
pub struct Strategy<const H: usize> {
    rows: Vec<Hands<H>>,
}

impl<const H: usize> Strategy<H> {
    /// Every action is as likely as any.
    pub fn uniform<L, const S: usize>(tree: &Tree<L, S>) -> Self {
        let nothing = vec![[0.0; H]; tree.rows()];
        Self::averaged(tree, &nothing, &nothing, LEAST)
    }

    /// From rows that somebody has made: chances that sum to one over the actions of each decision.
    pub fn of_rows(rows: Vec<Hands<H>>) -> Self {
        Self { rows }
    }

    /// The rows.
    pub fn rows(&self) -> &[Hands<H>] {
        &self.rows
    }

    /// Sums of strategies in proportion. Where a hand came with a weight of `known` or less, the regrets decide: the little that
    /// came are the first passes, before anything was learnt.
    pub(super) fn averaged<L, const S: usize>(
        tree: &Tree<L, S>,
        sums: &[Hands<H>],
        regrets: &[Hands<H>],
        known: f32,
    ) -> Self {
        let mut rows = vec![[0.0; H]; tree.rows()];
        for node in tree.nodes() {
            let Node::Decision(decision) = node else { continue };
            for seat in (0..S).filter(|&seat| decision.leads(seat)) {
                let range = decision.rows(seat);
                shares(&regrets[range.clone()], &mut rows[range.clone()]);
                let total = totals(&sums[range.clone()]);
                let regret = totals(&regrets[range.clone()]);
                for at in range {
                    for hand in 0..H {
                        let least = if regret[hand] > LEAST { known.max(LEAST) } else { LEAST };
                        if total[hand] > least {
                            rows[at][hand] = sums[at][hand] / total[hand];
                        }
                    }
                }
            }
        }
        Self { rows }
    }
}

/// Less than this is nothing: its inverse would leave the range of a number.
const LEAST: f32 = 1e-30;

/// What is above zero, in proportion; if nothing is, all alike.
#[inline]
pub(super) fn shares<const H: usize>(numbers: &[Hands<H>], shares: &mut [Hands<H>]) {
    let total = totals(numbers);
    let count = u16::try_from(numbers.len()).expect("a seat has few actions");
    let alike = 1.0 / f32::from(count);
    let by = total.map(|total| if total > LEAST { 1.0 / total } else { 0.0 });
    let base = total.map(|total| if total > LEAST { 0.0 } else { alike });
    for (share, number) in shares.iter_mut().zip(numbers) {
        for hand in 0..H {
            share[hand] = number[hand].max(0.0) * by[hand] + base[hand];
        }
    }
}

/// The sum by hand of what is above zero.
#[inline]
fn totals<const H: usize>(numbers: &[Hands<H>]) -> Hands<H> {
    let mut totals = [0.0; H];
    for number in numbers {
        for hand in 0..H {
            totals[hand] += number[hand].max(0.0);
        }
    }
    totals
}
