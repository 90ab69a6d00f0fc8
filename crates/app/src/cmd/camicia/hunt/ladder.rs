//! What a hunt has come to: a ladder of lengths, beside what the tail lets one expect.

use std::collections::BTreeMap;
use std::io::{self, Write};
use std::time::Duration;

use croupier_solve::camicia::{CLASS_CARDS, Harvest, Plan};
use serde::Serialize;

use super::super::chart::{Axis, Chart, Line};
use super::super::family::thousands;
use crate::output::Answer as Out;
use crate::progress::duration;

/// The rungs lie so many cards apart.
pub(super) const RUNG_CARDS: u32 = 500;

/// A length, how many games and families reach it, and how many were to be expected.
#[derive(Clone, Copy, Debug, Serialize)]
pub(super) struct Rung {
    pub(super) cards: u32,
    pub(super) forward: u64,
    pub(super) forward_expected: f64,
    pub(super) families: u64,
    pub(super) families_expected: f64,
}

/// The fit of the tail.
#[derive(Clone, Copy, Debug, Serialize)]
pub(super) struct Fit {
    pub(super) from_cards: u32,
    pub(super) games: u64,
    pub(super) e_fold_cards: f64,
    pub(super) standard_error: f64,
}

/// Returns the fit, once there are games enough.
pub(super) fn fit(harvest: &Harvest, plan: &Plan) -> Option<Fit> {
    let tail = harvest.tail(plan);
    let (e_fold, error) = tail.e_fold()?;
    Some(Fit { from_cards: tail.from, games: tail.games, e_fold_cards: e_fold, standard_error: error })
}

/// Returns the rungs from the start of the fit to the one above the best find.
pub(super) fn rungs(harvest: &Harvest, plan: &Plan) -> Vec<Rung> {
    let Some(fit) = fit(harvest, plan) else { return Vec::new() };
    let tail = harvest.tail(plan);
    let seed_cards = harvest.seed_cards(fit.e_fold_cards);
    let first = plan.fit_cards.next_multiple_of(RUNG_CARDS);
    (first..=next_rung(harvest))
        .step_by(RUNG_CARDS as usize)
        .map(|cards| Rung {
            cards,
            forward: harvest.seed_classes.range(cards / CLASS_CARDS..).map(|(_, count)| count).sum(),
            forward_expected: tail.expected(cards, fit.e_fold_cards),
            families: harvest.families(cards),
            families_expected: tail.expected_families(cards, seed_cards, fit.e_fold_cards),
        })
        .collect()
}

/// Returns the first rung above the best find.
pub(super) fn next_rung(harvest: &Harvest) -> u32 {
    (harvest.best().unwrap_or(0) + 1).next_multiple_of(RUNG_CARDS)
}

/// Returns the mean waiting time for a rung at this rate of deals a second, by the fit, and by its two ends two
/// standard errors away; none before a hundred games.
pub(super) fn wait(
    harvest: &Harvest,
    plan: &Plan,
    cards: u32,
    deals_per_second: f64,
) -> Option<[Duration; 3]> {
    let fit = fit(harvest, plan).filter(|fit| fit.games >= 100)?;
    let tail = harvest.tail(plan);
    let seconds = |e_fold: f64| {
        let families = tail.expected_families(cards, harvest.seed_cards(e_fold), e_fold);
        #[expect(clippy::cast_precision_loss, reason = "an estimate is rougher than 53 bits")]
        let deals = harvest.deals as f64;
        Duration::try_from_secs_f64(deals / families / deals_per_second).unwrap_or(Duration::MAX)
    };
    let spread = 2.0 * fit.standard_error;
    Some([fit.e_fold_cards + spread, fit.e_fold_cards, (fit.e_fold_cards - spread).max(1.0)].map(seconds))
}

/// Draws the tail: games and families of at least so many cards, with what the fit expects.
#[expect(clippy::cast_precision_loss, reason = "a place in a picture")]
pub(super) fn picture(harvest: &Harvest, plan: &Plan) -> Chart {
    let start = plan.fit_cards / CLASS_CARDS * CLASS_CARDS;
    let end = next_rung(harvest).max(start + RUNG_CARDS);
    let lengths = || (start..=end).step_by(CLASS_CARDS as usize);
    let at_least = |classes: &BTreeMap<u32, u64>, cards: u32| -> u64 {
        classes.range(cards / CLASS_CARDS..).map(|(_, count)| count).sum()
    };
    let counted = |name, classes: &BTreeMap<u32, u64>| Line {
        name,
        points: lengths()
            .map(|cards| (f64::from(cards), at_least(classes, cards) as f64))
            .filter(|(_, games)| *games > 0.0)
            .collect(),
        is_dashed: false,
    };
    let mut lines =
        vec![counted("games", &harvest.seed_classes), counted("families", &harvest.family_classes)];
    let mut title = format!("{} deals of pack {}", thousands(harvest.deals), plan.composition);
    if let Some(fit) = fit(harvest, plan) {
        let tail = harvest.tail(plan);
        let expected = |cards: u32| tail.expected(cards, fit.e_fold_cards);
        lines.push(Line {
            name: "fit",
            points: lengths()
                .map(|cards| (f64::from(cards), expected(cards)))
                .filter(|point| point.1 >= 0.5)
                .collect(),
            is_dashed: true,
        });
        title = format!(
            "{title}: the tail falls by e in {:.1} ± {:.1} cards",
            fit.e_fold_cards, fit.standard_error
        );
    }
    let most = lines.iter().flat_map(|line| &line.points).map(|point| point.1).fold(1.0, f64::max);
    Chart {
        title,
        x: Axis { name: "cards, at least", from: f64::from(start), to: f64::from(end), is_log: false },
        y: Axis { name: "games", from: 0.5, to: most * 1.5, is_log: true },
        lines,
    }
}

/// Tells a waiting time: above two days in days, above three years in years.
pub(super) fn waiting(time: Duration) -> String {
    const DAY: u64 = 86_400;
    match time.as_secs() / DAY {
        0..2 => duration(time),
        days @ 2..1100 => format!("{days} days"),
        days => format!("{} years", thousands(days / 365)),
    }
}

/// Writes the ladder for people.
pub(super) fn write(harvest: &Harvest, plan: &Plan, out: &mut Out) -> io::Result<()> {
    writeln!(
        out,
        "{} deals, {} games of more than {} faces, {} ancestors",
        thousands(harvest.deals),
        thousands(harvest.seeds),
        plan.faces_min,
        thousands(harvest.states)
    )?;
    if let Some(fit) = fit(harvest, plan) {
        writeln!(
            out,
            "tail from {} cards: falls by e in {:.1} ± {:.1} cards ({} games)",
            thousands(fit.from_cards.into()),
            fit.e_fold_cards,
            fit.standard_error,
            thousands(fit.games)
        )?;
        writeln!(
            out,
            "\n{:>7}  {:>10} {:>10}  {:>10} {:>10}",
            "cards", "forward", "expected", "families", "expected"
        )?;
        for rung in rungs(harvest, plan) {
            writeln!(
                out,
                "{:>7}  {:>10} {:>10.1}  {:>10} {:>10.1}",
                thousands(rung.cards.into()),
                thousands(rung.forward),
                rung.forward_expected,
                thousands(rung.families),
                rung.families_expected
            )?;
        }
        writeln!(out)?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::waiting;

    #[test]
    fn long_waits_are_told_in_days_and_years() {
        let told = [90, 86_400 * 3, 86_400 * 365 * 4000].map(|seconds| waiting(Duration::from_secs(seconds)));
        assert_eq!(told, ["1 min 30 s", "3 days", "4,000 years"]);
    }
}
