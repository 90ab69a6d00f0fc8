//! The leaks of a player: what it does too often at a stage, with which cards, and what that costs.

use croupier_rules::poker::{Action, CARDS};
use serde::Serialize;

use super::decisions::{Place, a_card};
use super::priced::Priced;

/// A pattern of dear decisions.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub(crate) struct Leak {
    #[serde(rename = "ask")]
    pub(crate) place: Place,
    pub(crate) slip: Slip,
    /// The cards, both ends included.
    pub(crate) cards: [u8; 2],
    /// The least level, in chips.
    pub(crate) level: u16,
    /// How often it happened, of how many decisions with these cards at such levels.
    pub(crate) times: usize,
    pub(crate) of: usize,
    /// Chips in all.
    pub(crate) price: f64,
    /// The part of it that is a guess.
    pub(crate) guessed: f64,
    pub(crate) sentence: String,
}

/// A way to be wrong.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum Slip {
    BidsTooMuch,
    BidsTooLittle,
    Pays,
    Folds,
    Fouls,
}

/// The most leaks that are told.
const LEAKS_MAX: usize = 6;

/// A pattern is drawn round decisions that cost more than this, in chips.
const DEAR: f64 = 0.5;

/// What happened less often is no pattern.
const TIMES_MIN: usize = 3;

/// Levels that patterns begin at, in chips.
const LEVELS: [u16; 8] = [0, 11, 20, 30, 50, 75, 100, 200];

impl Slip {
    const ALL: [Self; 5] = [Self::BidsTooMuch, Self::BidsTooLittle, Self::Pays, Self::Folds, Self::Fouls];

    /// How a decision is wrong, if it is.
    fn of(priced: &Priced) -> Option<Self> {
        match (priced.did, priced.best) {
            _ if priced.price < DEAR => None,
            (Action::Foul, _) => Some(Self::Fouls),
            (Action::Bid(bid), Action::Bid(best)) if bid > best => Some(Self::BidsTooMuch),
            (Action::Bid(_), _) => Some(Self::BidsTooLittle),
            (Action::Call(true), _) => Some(Self::Pays),
            (Action::Call(false), _) => Some(Self::Folds),
        }
    }

    fn verb(self) -> &'static str {
        match self {
            Self::BidsTooMuch => "bids too much",
            Self::BidsTooLittle => "bids too little",
            Self::Pays => "pays",
            Self::Folds => "folds",
            Self::Fouls => "fouls",
        }
    }
}

/// The dearest patterns, the dearest first: at each stage and for each slip the cards and levels in which most is lost by it
/// beyond [`DEAR`] chips a decision.
pub(crate) fn leaks(priced: &[&Priced], deals: u32) -> Vec<Leak> {
    let places = Place::ALL.into_iter();
    let mut leaks: Vec<Leak> = places
        .flat_map(|place| Slip::ALL.map(|slip| (place, slip)))
        .filter_map(|(place, slip)| leak(priced, place, slip, deals))
        .collect();
    leaks.sort_by(|a, b| b.price.total_cmp(&a.price));
    leaks.truncate(LEAKS_MAX);
    leaks
}

fn leak(priced: &[&Priced], place: Place, slip: Slip, deals: u32) -> Option<Leak> {
    let here: Vec<&Priced> = priced.iter().copied().filter(|priced| priced.place == place).collect();
    let slips: Vec<&Priced> = here.iter().copied().filter(|priced| Slip::of(priced) == Some(slip)).collect();
    // The first bid has one level.
    let levels = if place == Place::Bid1 { &LEVELS[..1] } else { &LEVELS };
    let mut best: Option<(f64, Cell)> = None;
    for low in 0..CARDS {
        for high in low..CARDS {
            for &level in levels {
                let cell = Cell { cards: [low, high], level };
                let beyond = slips.iter().filter(|slip| cell.holds(slip)).map(|slip| slip.price - DEAR).sum();
                if best.is_none_or(|(most, _)| beyond > most) {
                    best = Some((beyond, cell));
                }
            }
        }
    }
    let (_, cell) = best?;
    let cell = cell.around(&slips)?;
    let inside: Vec<&Priced> = slips.into_iter().filter(|slip| cell.holds(slip)).collect();
    if inside.len() < TIMES_MIN {
        return None;
    }
    let of = here.into_iter().filter(|priced| cell.holds(priced)).count();
    Some(cell.told(place, slip, &inside, of, deals))
}

/// Some cards, and levels from one up.
#[derive(Clone, Copy, Debug)]
struct Cell {
    cards: [u8; 2],
    level: u16,
}

impl Cell {
    fn holds(&self, priced: &Priced) -> bool {
        let [low, high] = self.cards;
        (low..=high).contains(&priced.card) && priced.level >= self.level
    }

    /// No wider than what is in it.
    fn around(&self, slips: &[&Priced]) -> Option<Self> {
        let inside = || slips.iter().filter(|slip| self.holds(slip));
        let cards = [inside().map(|slip| slip.card).min()?, inside().map(|slip| slip.card).max()?];
        Some(Self { cards, level: self.level })
    }

    fn told(self, place: Place, slip: Slip, inside: &[&Priced], of: usize, deals: u32) -> Leak {
        let times = inside.len();
        let price: f64 = inside.iter().map(|slip| slip.price).sum();
        let guessed = inside.iter().filter(|slip| slip.is_guess).map(|slip| slip.price).sum::<f64>() + 0.0;
        let guess = if guessed > price / 2.0 { " (a guess)" } else { "" };
        let [low, high] = self.cards;
        let cards = if low == high { a_card(low) } else { format!("cards {low} to {high}") };
        let level =
            if self.level > 0 { format!(" at levels of {} or more", self.level) } else { String::new() };
        let bids = |bid: fn(&Priced) -> Action| match mean_bid(inside, bid) {
            Some(mean) => format!("{mean:.0}"),
            None => String::new(),
        };
        let how = match slip {
            Slip::BidsTooMuch | Slip::BidsTooLittle => {
                format!(" ({} on average, and {} is best)", bids(|slip| slip.did), bids(|slip| slip.best))
            }
            Slip::Pays | Slip::Folds | Slip::Fouls => String::new(),
        };
        let sentence = format!(
            "{place}: {} {times} of {of} times with {cards}{level}{how}: {:.1} chips each, {:.2} a deal{guess}",
            slip.verb(),
            price / count(times),
            price / f64::from(deals.max(1)),
        );
        Leak { place, slip, cards: self.cards, level: self.level, times, of, price, guessed, sentence }
    }
}

fn mean_bid(inside: &[&Priced], bid: fn(&Priced) -> Action) -> Option<f64> {
    let bids = inside.iter().filter_map(|slip| match bid(slip) {
        Action::Bid(bid) => Some(f64::from(bid)),
        Action::Foul | Action::Call(_) => None,
    });
    let bids: Vec<f64> = bids.collect();
    (!bids.is_empty()).then(|| bids.iter().sum::<f64>() / count(bids.len()))
}

#[expect(clippy::cast_precision_loss, reason = "decisions are far fewer than 2^53")]
fn count(number: usize) -> f64 {
    number as f64
}
