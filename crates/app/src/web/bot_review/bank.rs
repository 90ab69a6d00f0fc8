//! The bank over the evenings of a test, with what the exact player's does behind it.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex};

use croupier_rules::blackjack::Rules;
use croupier_rules::chance::Key;
use croupier_solve::bankroll::{Bets, Bettor, PACKS_MAX, Shoes, Style, Terms};

use crate::fan::{Look, MEDIAN, QUANTILES, Tests, points, shown};
use crate::line_chart::{Axis, Band, Chart, Line};
use crate::web::site::locked;

/// The money of each evening at each shuffle.
#[derive(Debug)]
pub(super) struct Bank {
    rules: Rules,
    /// The shoes that were begun before, and the money then.
    evenings: Vec<Vec<(u32, i64)>>,
}

/// Shoes of the stock, and tests: a fan of a thousand evenings is smooth enough for a picture.
const SHOES: u32 = 200;
const TESTS: u32 = 100;
const SEED: u64 = 1;

/// Points of an evening's curve, at most.
const POINTS: usize = 120;

type Fans = BTreeMap<(u32, u32, i64, i64), Arc<Vec<Look>>>;

/// The fans that were made, by packs, shoes, money and goal.
static FANS: Mutex<Fans> = Mutex::new(BTreeMap::new());
const FANS_MAX: usize = 32;

impl Bank {
    /// The evenings of a test; the longest decides how wide the picture is.
    pub(super) fn new(rules: &[Rules], evenings: Vec<Vec<(u32, i64)>>) -> Self {
        let longest = rules.iter().max_by_key(|rules| rules.shoes()).copied().unwrap_or_default();
        Self { rules: longest, evenings }
    }

    /// The curves before the fan of the exact player, who bets one Kelly; none where no such player can be.
    pub(super) fn picture(&self, title: &str) -> Option<String> {
        let fan = self.fan()?;
        let band =
            |low: usize| Band { low: points(&fan, low), high: points(&fan, QUANTILES.len() - 1 - low) };
        let median = Line { name: "exact, median".to_owned(), points: points(&fan, MEDIAN), is_dashed: true };
        let evening = |(money, number): (&Vec<(u32, i64)>, u32)| Line {
            name: number.to_string(),
            points: thinned(money)
                .map(|&(shoes, money)| (f64::from(shoes), shown(u64::try_from(money).unwrap_or(0))))
                .collect(),
            is_dashed: false,
        };
        let mut lines = vec![median];
        lines.extend(self.evenings.iter().zip(1..).map(evening));
        let bands: Vec<Band> = (0..MEDIAN).map(band).collect();
        let levels = || {
            let of_bands = bands.iter().flat_map(|band| band.low.iter().chain(&band.high));
            lines.iter().flat_map(|line| &line.points).chain(of_bands).map(|point| point.1)
        };
        let (least, most) = (levels().fold(f64::MAX, f64::min), levels().fold(1.0, f64::max));
        let chart = Chart {
            title: title.to_owned(),
            x: Axis { name: "shoes", from: 0.0, to: f64::from(self.rules.shoes()), is_log: false },
            y: Axis { name: "money", from: least, to: most.max(least * 10.0), is_log: true },
            bands,
            lines,
        };
        Some(chart.of_page())
    }

    fn fan(&self) -> Option<Arc<Vec<Look>>> {
        let Rules { packs, money, max_money, .. } = self.rules;
        let shoes = self.rules.shoes();
        if shoes == 0 || packs > PACKS_MAX || money >= max_money {
            return None;
        }
        let key = (packs, shoes, money, max_money);
        if let Some(known) = locked(&FANS).get(&key) {
            return Some(Arc::clone(known));
        }
        let stock = Shoes::play(&Style::exact(), packs, SHOES, SEED, 1).ok()?;
        let terms = Terms { money, shoes, goal: max_money };
        let tests = Tests { terms, count: TESTS, key: Key::new(SEED, "page/fan"), jobs: 1 };
        let (_, looks) = tests.play(&stock, Bettor::Alike(Bets::Kelly(1.0)), false);
        let fan = Arc::new(looks.fan());
        let mut fans = locked(&FANS);
        if fans.len() == FANS_MAX {
            fans.pop_first();
        }
        fans.insert(key, Arc::clone(&fan));
        Some(fan)
    }
}

/// Some of the points, the last among them.
fn thinned(money: &[(u32, i64)]) -> impl Iterator<Item = &(u32, i64)> {
    let step = money.len().div_ceil(POINTS).max(1);
    let last = money.len().saturating_sub(1);
    money.iter().enumerate().filter(move |(at, _)| at % step == 0 || *at == last).map(|(_, point)| point)
}
