//! How much less a match scatters without the luck of the cards and of the draws, where an equilibrium sits at the table:
//! the numbers of `docs/intervals.md`.
#![expect(clippy::unwrap_used, reason = "a test fails by panicking")]

#[expect(dead_code, reason = "tests of other verbs use the rest")]
mod croupier;

use croupier::croupier;
use croupier_arena::store::{Archive, FinishedMatch};

/// Deals of a match.
const DEALS: u32 = 1_000;

/// A seat's chips a deal, match by match.
struct Means {
    raw: Vec<f64>,
    luckless: Vec<f64>,
    /// Half the width of the interval at 95 % that the parts of the match tell.
    half_widths: Vec<f64>,
}

/// Plays so many matches at one table, and reads what each came to.
fn play(house: [&str; 3], dealing: &str, matches: u32) -> [Means; 3] {
    let data = tempfile::tempdir().unwrap();
    croupier(["match", "--game", "poker", "--json", "--quiet", "--seed", "7", "--dealing", dealing])
        .args(house.map(|name| format!("house:{name}")))
        .args(["--deals", &DEALS.to_string(), "--rounds", &matches.to_string()])
        .arg("--data")
        .arg(data.path())
        .assert()
        .success();
    let archive = Archive::open(data.path()).unwrap();
    let finished = archive.finished(&archive.run("match-poker").unwrap()).unwrap();
    assert_eq!(finished.len(), matches as usize);
    let of_matches = |of: &dyn Fn(&[f64]) -> f64, list: &str, columns: [f64; 3]| {
        finished.values().map(|one| of(&parts(one, list, columns)) / f64::from(DEALS)).collect()
    };
    let sum = |parts: &[f64]| parts.iter().sum();
    [0, 1, 2].map(|seat| Means {
        raw: of_matches(&sum, "blocks", HALF_CHIPS[seat]),
        luckless: of_matches(&sum, "luckless", FLOWS[seat]),
        half_widths: of_matches(&half_width, "luckless", FLOWS[seat]),
    })
}

/// Half the width of an interval for the sum of twenty parts; Student's t at 97.5 % with 19 degrees of freedom.
fn half_width(parts: &[f64]) -> f64 {
    assert_eq!(parts.len(), 20);
    2.093 * (20.0 * variance(parts)).sqrt()
}

/// What a seat has of each column of a stored part: half-chips by seat; what passed from seat 1 to 0, 2 to 0, 2 to 1.
const HALF_CHIPS: [[f64; 3]; 3] = [[0.5, 0.0, 0.0], [0.0, 0.5, 0.0], [0.0, 0.0, 0.5]];
const FLOWS: [[f64; 3]; 3] = [[1.0, 1.0, 0.0], [-1.0, 0.0, 1.0], [0.0, -1.0, -1.0]];

/// A match's parts, so much of each column.
fn parts(played: &FinishedMatch, list: &str, columns: [f64; 3]) -> Vec<f64> {
    let part = |part: &serde_json::Value| -> f64 {
        columns.iter().enumerate().map(|(column, sign)| sign * part[column].as_f64().unwrap()).sum()
    };
    played.result[list].as_array().unwrap().iter().map(part).collect()
}

fn count(sample: &[f64]) -> f64 {
    f64::from(u32::try_from(sample.len()).unwrap())
}

fn mean(sample: &[f64]) -> f64 {
    sample.iter().sum::<f64>() / count(sample)
}

fn variance(sample: &[f64]) -> f64 {
    let mean = mean(sample);
    sample.iter().map(|number| (number - mean).powi(2)).sum::<f64>() / (count(sample) - 1.0)
}

/// What the matches of one seat tell.
struct Told {
    /// The variance of a match's mean as the cards fall, over that without luck.
    cut: f64,
    /// By how many standard errors taking the luck out has moved the mean of all matches.
    moved: f64,
    /// Of a hundred intervals, how many hold that mean.
    covered: f64,
}

impl Told {
    /// By what a match scatters as the cards fall.
    fn of(played: &Means, by_chance: f64) -> Self {
        let Means { raw, luckless, half_widths } = played;
        let moves: Vec<f64> = raw.iter().zip(luckless).map(|(raw, luckless)| raw - luckless).collect();
        let long_run = mean(luckless);
        let holds =
            luckless.iter().zip(half_widths).filter(|(mean, half)| (*mean - long_run).abs() <= **half);
        Self {
            cut: by_chance / variance(luckless),
            moved: mean(&moves).abs() / (variance(&moves) / count(&moves)).sqrt(),
            covered: 100.0 * f64::from(u32::try_from(holds.count()).unwrap()) / count(raw),
        }
    }
}

/// What is asked of three equilibria is 2, and of one against two rule bots 8; the equilibrium's own draws are taken out with
/// the cards. The short test asks for less: a variance of few matches is rough.
#[test]
fn an_equilibrium_scatters_less_without_the_luck_of_cards_and_draws() {
    let is_long = croupier_trial::is_long();
    let matches = if is_long { 300 } else { 16 };
    for (house, asked) in [
        (["equilibrium", "equilibrium", "equilibrium"], 2.0),
        (["equilibrium", "odds", "rock"], 8.0),
        (["equilibrium", "odds", "odds"], 8.0),
    ] {
        let ways = ["random", "stratified"].map(|dealing| play(house, dealing, matches));
        for (seat, name) in house.into_iter().enumerate() {
            let by_chance = variance(&ways[0][seat].raw);
            let [random, strata] = ways.each_ref().map(|seats| Told::of(&seats[seat], by_chance));
            println!(
                "{name} among {house:?}: a deviation of {:.2} chips a deal; variance {:.1} times smaller without luck, \
                 {:.1} by strata; {:.0} and {:.0} of 100 intervals hold the mean, moved by {:.1} and {:.1} errors",
                by_chance.sqrt(),
                random.cut,
                strata.cut,
                random.covered,
                strata.covered,
                random.moved,
                strata.moved,
            );
            for told in [random, strata] {
                let (least, held) = if is_long { (asked, 92.0) } else { (0.4 * asked, 70.0) };
                assert!(name != "equilibrium" || told.cut > least, "{}", told.cut);
                assert!(told.covered >= held && told.moved < 4.0, "{} {}", told.covered, told.moved);
            }
        }
    }
}
