//! The policy that comes with the program, and smaller ones for other limits.

use std::collections::BTreeMap;
use std::sync::{LazyLock, Mutex, PoisonError};

use super::grid::{Grid, Limits};
use super::plan::Plan;
use super::policy::Policy;

/// The policy of [`Plan::shipped`], made by `croupier poker solve --out`.
static SHIPPED: &[u8] = include_bytes!("../../policies/equilibrium.policy");

/// Policies of limits that are not the statement's.
static OTHERS: Mutex<BTreeMap<Limits, &'static Policy>> = Mutex::new(BTreeMap::new());

/// How long a policy for other limits is solved: about a second.
const PASSES: u32 = 2_000;
const GATE_PASSES: u32 = 96;

impl Policy {
    /// The policy that comes with the program, for bids from 10 to 300.
    pub fn shipped() -> &'static Self {
        static POLICY: LazyLock<Policy> =
            LazyLock::new(|| Policy::from_bytes(SHIPPED).expect("the shipped policy is whole"));
        &POLICY
    }

    /// The checksum of the file of [`Self::shipped`], in hexadecimal digits.
    pub fn shipped_checksum() -> String {
        let sum = SHIPPED.last_chunk::<{ blake3::OUT_LEN }>().expect("a policy file ends with its checksum");
        blake3::Hash::from_bytes(*sum).to_hex().to_string()
    }

    /// The policy for any limits: the shipped one, or a smaller one that is solved when it is first asked for, without
    /// answers to single bids of round 1.
    pub fn of_limits(limits: Limits) -> &'static Self {
        let shipped = Self::shipped();
        if limits == shipped.grid().limits() {
            return shipped;
        }
        let mut others = OTHERS.lock().unwrap_or_else(PoisonError::into_inner);
        others.entry(limits).or_insert_with(|| Box::leak(Box::new(small(limits))))
    }
}

/// The sizes of the shipped policy, in proportion.
fn small(limits: Limits) -> Policy {
    let Limits { min, max } = limits;
    let of_least = |parts: u32| u16::try_from(u32::from(min) * parts / 2).ok().filter(|&size| size < max);
    let mut sizes: Vec<u16> = [2, 3, 5, 8].into_iter().filter_map(of_least).collect();
    sizes.push(max);
    sizes.dedup();
    let raises = [2.0, 4.0, 8.0];
    let grid = Grid::new(limits, &sizes, &raises, &raises)
        .expect("the sizes rise from the least bid to the greatest");
    let plan = Plan { grid, passes: PASSES, columns: Vec::new(), column_passes: 1, gate_passes: GATE_PASSES };
    plan.solve(&|_| true).expect("nobody stops it")
}

#[cfg(test)]
mod tests {
    use super::super::{Bids, Limits, Plan};
    use super::{Policy, SHIPPED};

    #[test]
    fn the_shipped_policy_is_the_one_of_its_plan() {
        let policy = Policy::shipped();
        let plan = Plan::shipped();
        assert!(policy.to_bytes(&plan) == SHIPPED);
        assert_eq!((policy.grid(), policy.gate_passes), (&plan.grid, plan.gate_passes));
        assert_eq!(policy.columns().collect::<Vec<_>>(), plan.columns);
        assert!(SHIPPED.len() < 5_000_000);
        let gain = policy.gain(Bids::Grid, Bids::Grid).chips;
        assert!(gain < 0.02, "{gain}");
    }

    #[test]
    fn other_limits_have_policies_of_their_own() {
        for (min, max) in [(1, 1), (1, 2), (10, 11), (100, 150), (1, 1_000)] {
            let policy = Policy::of_limits(Limits { min, max });
            assert_eq!((policy.grid().first()[0], policy.grid().limits().max), (min, max));
        }
    }
}
