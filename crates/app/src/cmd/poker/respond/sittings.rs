//! The matches in which a bot is watched, and those in which it is answered.

use croupier_arena::run::Sitting;
use croupier_rules::poker::Rules;

/// Deals of a match: a bot that learns is seen to begin again.
const DEALS: u32 = 500;

/// The matches that make up so many deals, as equal as can be, and not fewer than `least` unless there are fewer deals.
pub(super) fn sittings(
    kind: &'static str,
    deals: u32,
    least: u32,
    seed: u64,
) -> impl Iterator<Item = Sitting<Rules>> {
    let count = deals.div_ceil(DEALS).max(least);
    let games = move |number: u32| deals / count + u32::from(number < deals % count);
    (0..count).filter(move |&number| games(number) > 0).map(move |number| Sitting {
        rules: Rules::default(),
        seed,
        label: format!("poker respond/{kind} {number}"),
        games: games(number),
    })
}
