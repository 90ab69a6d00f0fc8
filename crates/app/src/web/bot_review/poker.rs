//! Poker: what a bot shows by bid and card, and where it lost chips.

use croupier_rules::poker::{Action, CARDS};
use croupier_rules::record::RecordError;

use super::Opened;
use crate::review::poker::decisions::Place;
use crate::review::poker::leaks::leaks;
use crate::review::poker::priced::Priced;
use crate::review::poker::tells::tells;
use crate::web::desk::Work;
use crate::web::pages::figures::{count, counted, signed};
use crate::web::prices::{Dear, OfBot, priced};

/// The matches of a bot so far.
#[derive(Debug, Default)]
pub(super) struct Review {
    bot: OfBot,
    least: u16,
}

/// What is told of them.
pub(super) struct Told {
    pub(super) deals: String,
    pub(super) price: String,
    pub(super) guessed: String,
    pub(super) stages: Vec<Stage>,
    pub(super) cards: Vec<Card>,
    pub(super) bids: Vec<Bids>,
    pub(super) leaks: Vec<String>,
    pub(super) tells: Vec<String>,
}

/// A stage of all deals.
pub(super) struct Stage {
    pub(super) name: String,
    pub(super) decisions: String,
    pub(super) mistakes: String,
    pub(super) chips: String,
    pub(super) a_deal: String,
    /// Its part of all chips lost, in per cent.
    pub(super) part: u32,
}

/// What it does with a card.
pub(super) struct Card {
    /// From 0 to 9.
    pub(super) rank: u8,
    pub(super) won: String,
    pub(super) lost: String,
    pub(super) first_bid: String,
    pub(super) pays: [Cell; 2],
    pub(super) raises: Cell,
}

/// First bids of some sizes, and the cards that they were made with.
pub(super) struct Bids {
    pub(super) range: String,
    pub(super) times: String,
    /// By card.
    pub(super) cells: Vec<Cell>,
}

/// A share in per cent, and how dark it is drawn, 0 to 6.
pub(super) struct Cell {
    pub(super) text: String,
    pub(super) title: String,
    pub(super) heat: usize,
}

/// The ends of ranges of first bids, in tenths of the least bid.
const ENDS: [u32; 8] = [10, 15, 20, 30, 50, 75, 100, 200];

impl Review {
    /// Adds a match. Its dearest mistakes come back, the dearest first.
    pub(super) fn add(&mut self, opened: &Opened<'_>, work: &Work) -> Result<Vec<Dear>, RecordError> {
        let Some(rules) = opened.film.poker_rules() else { return Ok(Vec::new()) };
        self.least = rules[0].min_bid;
        let record = opened.film.record();
        priced((record, rules), opened.seat, &mut self.bot, (work, opened.what))
    }

    pub(super) fn told(&self) -> Told {
        let ledger = &self.bot.ledger;
        let priced: Vec<&Priced> = ledger.priced().collect();
        let all = ledger.price();
        let stage = |stage: &crate::review::poker::ledger::OfPlace| Stage {
            name: stage.place.to_string(),
            decisions: count(stage.decisions),
            mistakes: count(stage.mistakes),
            chips: format!("{:.1}", stage.price),
            a_deal: stage
                .per_deal
                .as_ref()
                .map_or_else(String::new, |of| format!("{:.3} ± {:.3}", of.mean, (of.high - of.low) / 2.0)),
            part: percent(stage.price, all),
        };
        let by_card = ledger.by_card();
        let card = |of: &crate::review::poker::ledger::OfCard| {
            let own: Vec<&Priced> = priced.iter().copied().filter(|priced| priced.card == of.card).collect();
            let a_deal = |chips: f64| chips / of_count(of.deals.max(1));
            Card {
                rank: of.card,
                won: signed(a_deal(of.won), 2),
                lost: format!("{:.2}", a_deal(of.price)),
                first_bid: mean_bid(&own),
                pays: [Place::Call1, Place::Call2]
                    .map(|place| share(&own, place, |priced| priced.did == Action::Call(true))),
                raises: share(
                    &own,
                    Place::Bid2,
                    |priced| matches!(priced.did, Action::Bid(bid) if bid > priced.level),
                ),
            }
        };
        Told {
            deals: counted(self.bot.deals, "deal"),
            price: ledger.price_per_deal().map_or_else(
                || "–".to_owned(),
                |of| format!("{:.3} ± {:.3}", of.mean, (of.high - of.low) / 2.0),
            ),
            guessed: format!("{} %", percent(ledger.guessed(), all)),
            stages: ledger.by_place().iter().map(stage).collect(),
            cards: by_card.iter().map(card).collect(),
            bids: self.bids(&priced),
            leaks: leaks(&priced, self.bot.deals).into_iter().map(|leak| leak.sentence).collect(),
            tells: tells(&priced).into_iter().map(|tell| tell.sentence).collect(),
        }
    }

    /// First bids by size, with the cards that they were made with.
    fn bids(&self, priced: &[&Priced]) -> Vec<Bids> {
        let least = u32::from(self.least);
        let mut ends: Vec<u32> = ENDS.iter().map(|end| end * least / 10).collect();
        ends.dedup();
        let range_of = |bid: u16| ends.partition_point(|end| *end < u32::from(bid));
        let mut counts = vec![[0_u32; CARDS as usize]; ends.len() + 1];
        for priced in priced.iter().filter(|priced| priced.place == Place::Bid1) {
            if let Action::Bid(bid) = priced.did {
                counts[range_of(bid)][usize::from(priced.card)] += 1;
            }
        }
        let name = |range: usize| match (range.checked_sub(1).map(|before| ends[before] + 1), ends.get(range))
        {
            (Some(from), Some(to)) if from < *to => format!("{from} to {to}"),
            (_, Some(to)) => to.to_string(),
            (from, None) => format!("{} or more", from.unwrap_or(least)),
        };
        let made = counts.into_iter().enumerate().filter(|(_, counts)| counts.iter().any(|count| *count > 0));
        made.map(|(range, counts)| {
            let times: u32 = counts.iter().sum();
            let cell = |(number, card): (&u32, usize)| {
                let title = format!("{} of {} with card {card}", count(*number), count(times));
                let cell = Cell::new(*number as usize, times as usize, title);
                Cell { heat: (2 * cell.heat).min(HEATS), ..cell }
            };
            let cells = counts.iter().zip(0..).map(cell).collect();
            Bids { range: name(range), times: count(times), cells }
        })
        .collect()
    }
}

/// Darker ones would swallow the numbers.
const HEATS: usize = 6;

impl Cell {
    fn new(part: usize, of: usize, title: String) -> Self {
        let text = match (part, of) {
            (_, 0) => "–".to_owned(),
            (0, _) => "·".to_owned(),
            _ if part * 200 < of => "<1".to_owned(),
            _ => format!("{}", (part * 100 + of / 2) / of),
        };
        Self { text, title, heat: (part * HEATS + of / 2).checked_div(of).unwrap_or(0) }
    }
}

/// How often something was done at a place.
fn share(own: &[&Priced], place: Place, is_so: impl Fn(&Priced) -> bool) -> Cell {
    let here: Vec<&&Priced> = own.iter().filter(|priced| priced.place == place).collect();
    let times = here.iter().filter(|priced| is_so(priced)).count();
    Cell::new(times, here.len(), format!("{} of {}", count(times), count(here.len())))
}

fn mean_bid(own: &[&Priced]) -> String {
    let bids: Vec<f64> = own
        .iter()
        .filter(|priced| priced.place == Place::Bid1)
        .filter_map(|priced| match priced.did {
            Action::Bid(bid) => Some(f64::from(bid)),
            Action::Foul | Action::Call(_) => None,
        })
        .collect();
    if bids.is_empty() {
        return "–".to_owned();
    }
    format!("{:.1}", bids.iter().sum::<f64>() / of_count(bids.len()))
}

#[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "a share is from 0 to 1")]
fn percent(part: f64, of: f64) -> u32 {
    if of > 0.0 { (part / of * 100.0).round().clamp(0.0, 100.0) as u32 } else { 0 }
}

#[expect(clippy::cast_precision_loss, reason = "decisions are far fewer than 2^53")]
fn of_count(number: usize) -> f64 {
    number as f64
}
