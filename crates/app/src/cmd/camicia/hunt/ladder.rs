//! What a hunt has come to: a ladder of lengths, beside what the tail lets one expect.

use std::collections::BTreeMap;
use std::io::{self, Write};
use std::time::Duration;

use croupier_solve::camicia::{CLASS_CARDS, Composition, Harvest, Plan, Tail};
use serde::Serialize;

use super::super::family::thousands;
use crate::line_chart::{Axis, Chart, Line};
use crate::output::Answer as Out;
use crate::progress::duration;

/// The rungs lie so many cards apart.
pub(super) const RUNG_CARDS: u32 = 500;

/// A length, how many games and families reach it, and how many were to be expected.
#[derive(Clone, Copy, Debug, Serialize)]
pub(crate) struct Rung {
    pub(crate) cards: u32,
    pub(crate) forward: u64,
    pub(crate) forward_expected: f64,
    /// Left out where families may have been counted more than once.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) families: Option<u64>,
    /// Left out where it was never measured.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) families_expected: Option<f64>,
}

/// The fit of the tail.
#[derive(Clone, Copy, Debug, Serialize)]
pub(crate) struct Fit {
    pub(crate) from_cards: u32,
    pub(crate) games: u64,
    pub(crate) e_fold_cards: f64,
    pub(crate) standard_error: f64,
}

/// Returns the fit, once there are games enough.
pub(crate) fn fit(harvest: &Harvest, plan: &Plan) -> Option<Fit> {
    let tail = harvest.tail(plan);
    let (e_fold, error) = tail.e_fold()?;
    Some(Fit { from_cards: tail.from, games: tail.games, e_fold_cards: e_fold, standard_error: error })
}

/// Returns the rungs from the start of the fit to the one above the best find.
pub(crate) fn rungs(harvest: &Harvest, plan: &Plan) -> Vec<Rung> {
    let Some(fit) = fit(harvest, plan) else { return Vec::new() };
    let tail = harvest.tail(plan);
    let families = Families::of(harvest, plan);
    let first = plan.fit_cards.next_multiple_of(RUNG_CARDS);
    (first..=next_rung(harvest))
        .step_by(RUNG_CARDS as usize)
        .map(|cards| Rung {
            cards,
            forward: harvest.seed_classes.range(cards / CLASS_CARDS..).map(|(_, count)| count).sum(),
            forward_expected: tail.expected(cards, fit.e_fold_cards),
            families: harvest.families(cards, &plan.composition),
            families_expected: families.as_ref().map(|families| families.expected(cards, fit.e_fold_cards)),
        })
        .collect()
}

/// Returns the first rung above the best find.
pub(crate) fn next_rung(harvest: &Harvest) -> u32 {
    (harvest.best().unwrap_or(0) + 1).next_multiple_of(RUNG_CARDS)
}

/// How many families are to be expected. The line behind it was fitted at 52 cards, to one experiment; it says nothing of
/// another pack.
struct Families<'a> {
    harvest: &'a Harvest,
    tail: Tail,
}

impl<'a> Families<'a> {
    /// Returns those of a hunt at 52 cards; none for another pack.
    fn of(harvest: &'a Harvest, plan: &Plan) -> Option<Self> {
        (plan.composition == Composition::PACK_52).then(|| Self { harvest, tail: harvest.tail(plan) })
    }

    fn expected(&self, cards: u32, e_fold: f64) -> f64 {
        self.tail.expected_families(cards, self.harvest.seed_cards(e_fold), e_fold)
    }
}

/// Returns the mean waiting time for a rung at this rate of deals a second, by the fit, between the ends of an interval of
/// two standard errors; none before a hundred games, nor for another pack than that of 52 cards.
///
/// Two errors are in it, which do not hang on each other: that of the e-fold, and that of the number of games from which
/// it is extrapolated, a share of 1 / sqrt(n) of it.
pub(crate) fn wait(
    harvest: &Harvest,
    plan: &Plan,
    cards: u32,
    deals_per_second: f64,
) -> Option<[Duration; 3]> {
    let fit = fit(harvest, plan).filter(|fit| fit.games >= 100)?;
    let families = Families::of(harvest, plan)?;
    #[expect(clippy::cast_precision_loss, reason = "an estimate is rougher than 53 bits")]
    let (deals, games) = (harvest.deals as f64, fit.games as f64);
    let seconds = |e_fold: f64| deals / families.expected(cards, e_fold) / deals_per_second;
    let mean = seconds(fit.e_fold_cards);
    let spread = 2.0 * fit.standard_error;
    let by_number = 2.0 / games.sqrt();
    // Errors are factors here, so their logarithms add up as squares.
    let factor = |by_e_fold: f64| (by_e_fold / mean).ln().hypot(by_number).exp();
    let least = mean / factor(seconds(fit.e_fold_cards + spread));
    let most = mean * factor(seconds((fit.e_fold_cards - spread).max(1.0)));
    Some([least, mean, most].map(|seconds| Duration::try_from_secs_f64(seconds).unwrap_or(Duration::MAX)))
}

/// Draws the tail: games and families of at least so many cards, with what the fit expects.
#[expect(clippy::cast_precision_loss, reason = "a place in a picture")]
pub(crate) fn picture(harvest: &Harvest, plan: &Plan) -> Chart {
    let start = plan.fit_cards / CLASS_CARDS * CLASS_CARDS;
    let end = next_rung(harvest).max(start + RUNG_CARDS);
    let lengths = || (start..=end).step_by(CLASS_CARDS as usize);
    let at_least = |classes: &BTreeMap<u32, u64>, cards: u32| -> u64 {
        classes.range(cards / CLASS_CARDS..).map(|(_, count)| count).sum()
    };
    let counted = |name: &str, classes: &BTreeMap<u32, u64>| Line {
        name: name.to_owned(),
        points: lengths()
            .map(|cards| (f64::from(cards), at_least(classes, cards) as f64))
            .filter(|(_, games)| *games > 0.0)
            .collect(),
        is_dashed: false,
    };
    let families = Line {
        name: "families".to_owned(),
        points: lengths()
            .filter_map(|cards| Some((f64::from(cards), harvest.families(cards, &plan.composition)? as f64)))
            .filter(|(_, families)| *families > 0.0)
            .collect(),
        is_dashed: false,
    };
    let mut lines = vec![counted("games", &harvest.seed_classes), families];
    let mut title = format!("{} deals of pack {}", thousands(harvest.deals), plan.composition);
    if let Some(fit) = fit(harvest, plan) {
        let tail = harvest.tail(plan);
        let expected = |cards: u32| tail.expected(cards, fit.e_fold_cards);
        lines.push(Line {
            name: "fit".to_owned(),
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
        bands: Vec::new(),
        lines,
    }
}

/// Tells a waiting time: above two days in days, above three years in years.
pub(crate) fn waiting(time: Duration) -> String {
    const DAY: u64 = 86_400;
    match time.as_secs() / DAY {
        0..2 => duration(time),
        days @ 2..1100 => format!("{days} days"),
        days => format!("{} years", thousands(days / 365)),
    }
}

/// What stands in the ladder for a number that is not known.
fn unknown() -> String {
    "-".to_owned()
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
                "{:>7}  {:>10} {:>10.1}  {:>10} {:>10}",
                thousands(rung.cards.into()),
                thousands(rung.forward),
                rung.forward_expected,
                rung.families.map_or_else(unknown, thousands),
                rung.families_expected.map_or_else(unknown, |expected| format!("{expected:.1}"))
            )?;
        }
        writeln!(out)?;
    }
    if harvest.cut_trees > 0 {
        writeln!(
            out,
            "{} trees of ancestors were cut after {} states: their families may have longer deals",
            thousands(harvest.cut_trees),
            thousands(plan.tree_states_max)
        )?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use croupier_solve::camicia::{Composition, Harvest, Plan};

    use super::{fit, rungs, wait, waiting};

    /// `games` games of 205 cards over the start of the fit in the mean, as at 52 cards, and as many seeds.
    fn harvest(games: u64, plan: &Plan) -> Harvest {
        Harvest {
            deals: games * 100_000,
            seeds: games,
            games,
            excess: games * 205 - games / 2,
            seed_classes: [(plan.fit_cards / 100 + 2, games)].into(),
            ..Harvest::default()
        }
    }

    #[test]
    fn the_bracket_of_a_wait_holds_both_errors() {
        let plan = Plan::new(1);
        let few = harvest(100, &plan);
        let [least, mean, most] = wait(&few, &plan, 2500, 1e6).unwrap().map(|time| time.as_secs_f64());
        // A hundred games are 10% off, and two standard errors are a fifth, were the e-fold known.
        assert!(least < mean * (-0.2_f64).exp() && most > mean * 0.2_f64.exp(), "{least} {mean} {most}");
        // Far out the e-fold is what counts.
        let far = wait(&few, &plan, 8500, 1e6).unwrap().map(|time| time.as_secs_f64());
        assert!(far[2] / far[1] > 100.0 && far[1] / far[0] > 50.0, "{far:?}");
        let many = wait(&harvest(1_000_000, &plan), &plan, 2500, 1e6).unwrap().map(|time| time.as_secs_f64());
        assert!(many[2] / many[0] < 1.02, "{many:?}");
        assert_eq!(wait(&harvest(99, &plan), &plan, 2500, 1e6), None);
    }

    #[test]
    fn what_was_fitted_at_52_cards_is_said_of_no_other_pack() {
        let plan = Plan { composition: Composition::ITALIAN_40, ..Plan::new(1) };
        let harvest = harvest(1000, &plan);
        assert!(fit(&harvest, &plan).is_some());
        assert_eq!(wait(&harvest, &plan, 2500, 1e6), None);
        assert!(rungs(&harvest, &plan).iter().all(|rung| rung.families_expected.is_none()));
        assert!(rungs(&harvest, &Plan::new(1)).iter().all(|rung| rung.families_expected.is_some()));
    }

    #[test]
    fn long_waits_are_told_in_days_and_years() {
        let told = [90, 86_400 * 3, 86_400 * 365 * 4000].map(|seconds| waiting(Duration::from_secs(seconds)));
        assert_eq!(told, ["1 min 30 s", "3 days", "4,000 years"]);
    }
}
