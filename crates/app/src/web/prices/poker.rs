//! Prices at poker: chips that a choice is worth less than the best, against two seats that play the equilibrium.

use croupier_rules::poker::{Action, Rules, SEATS};
use croupier_rules::record::{Record, RecordError};
use croupier_solve::poker::{Choice, Limits, Policy, Pricing};

use super::{DEAR_MAX, Dear, Price, Unit, Weighed};
use crate::review::poker::deals;
use crate::review::poker::decisions::{Decision, to_do};
use crate::review::poker::ledger::Ledger;
use crate::review::poker::priced::Priced;
use crate::web::desk::Work;
use crate::web::film::Film;
use crate::web::pages::figures::count;

/// A decision that costs so many chips at least is told as a mistake.
const DEAR: f64 = 0.5;
/// The least price that is more than nothing by the digits of a sentence, in chips.
const SHOWN: f64 = 0.05;
/// Choices that are told, at most.
const CHOICES_MAX: usize = 8;
/// How often the desk is told how far it is, in deals.
const TOLD: u32 = 20;

/// A bot's decisions in its matches.
#[derive(Debug, Default)]
pub(in crate::web) struct OfBot {
    pub(in crate::web) ledger: Ledger,
    pub(in crate::web) deals: u32,
    /// What was found out so far; all matches of a run have one least and one greatest bid.
    pricing: Option<Pricing<'static>>,
}

fn pricing(rules: &[Rules]) -> Pricing<'static> {
    Pricing::new(Policy::of_limits(Limits::of(&rules[0])))
}

pub(super) fn of_deal(record: &Record, rules: &[Rules], number: u32) -> Result<Vec<Price>, RecordError> {
    let mut made: Vec<Decision> = Vec::new();
    deals(record, rules, &mut |deal| {
        if deal.number == number {
            made.extend_from_slice(deal.made);
        }
    })?;
    let mut pricing = pricing(rules);
    Ok(made.into_iter().map(|decision| price(&Priced::new(&mut pricing, number, decision))).collect())
}

fn price(priced: &Priced) -> Price {
    let Priced { did, best, price, is_guess, choices, seat, step, .. } = priced;
    let own = to_do(*did);
    let sentence = if *price < SHOWN {
        format!("{own} costs nothing: no choice is worth more")
    } else {
        format!("{own} costs {price:.2} chips; {} is best", to_do(*best))
    };
    let guess =
        if *is_guess { " (a guess: another seat has done what the equilibrium does not)" } else { "" };
    let often = priced.equilibrium();
    let is_told = |choice: &&Choice| {
        choices.len() <= CHOICES_MAX
            || [*did, *best].contains(&choice.action)
            || often.iter().take(CHOICES_MAX - 2).any(|told| told.action == choice.action)
    };
    let mut told: Vec<&Choice> = choices.iter().filter(is_told).collect();
    told.sort_by(|a, b| b.worth.total_cmp(&a.worth));
    let weighed = |choice: &Choice| Weighed {
        choice: word(choice.action),
        worth: choice.worth,
        chance: Some(choice.chance),
        is_own: choice.action == *did,
    };
    Price {
        step: step + 1,
        seat: *seat,
        cost: *price,
        unit: Unit::Chips,
        is_guess: *is_guess,
        sentence: format!("{sentence}{guess}"),
        choices: told.into_iter().map(weighed).collect(),
    }
}

fn word(action: Action) -> String {
    match action {
        Action::Bid(bid) => format!("bid {bid}"),
        Action::Foul => "foul".into(),
        Action::Call(true) => "pay".into(),
        Action::Call(false) => "fold".into(),
    }
}

pub(super) fn dearest(film: &Film, rules: &[Rules], work: &Work) -> Result<Vec<Dear>, RecordError> {
    let mut pricing = pricing(rules);
    let mut found: [Vec<Dear>; SEATS] = Default::default();
    deals(film.record(), rules, &mut |deal| {
        if !goes_on(work, deal.number, film.deals, "") {
            return;
        }
        for decision in deal.made {
            let priced = Priced::new(&mut pricing, deal.number, *decision);
            found[priced.seat].extend((priced.price >= DEAR).then(|| Dear::from(&priced)));
        }
    })?;
    let dearest = found.into_iter().flat_map(|mut of_seat| {
        of_seat.sort_by(|a, b| b.cost.total_cmp(&a.cost));
        of_seat.truncate(DEAR_MAX);
        of_seat
    });
    Ok(dearest.collect())
}

/// Adds the decisions of a seat in a match to those of its bot, and returns its dearest, the dearest first.
///
/// # Errors
/// As [`Film::new`], which would have found it.
pub(in crate::web) fn priced(
    (record, rules): (&Record, &[Rules]),
    seat: usize,
    bot: &mut OfBot,
    (work, what): (&Work, &str),
) -> Result<Vec<Dear>, RecordError> {
    let OfBot { ledger, deals: played, pricing: known } = bot;
    let pricing = known.get_or_insert_with(|| pricing(rules));
    let mut dearest = Vec::new();
    deals(record, rules, &mut |deal| {
        if !goes_on(work, deal.number, record.totals.games, what) {
            return;
        }
        let own = deal.made.iter().filter(|decision| decision.seat == seat);
        let priced: Vec<Priced> = own.map(|decision| Priced::new(pricing, deal.number, *decision)).collect();
        dearest.extend(priced.iter().filter(|priced| priced.price >= DEAR).map(Dear::from));
        ledger.add(deal.cards[seat], deal.net[seat].as_f64(), priced);
        *played += 1;
    })?;
    dearest.sort_by(|a, b| b.cost.total_cmp(&a.cost));
    Ok(dearest)
}

impl From<&Priced> for Dear {
    fn from(priced: &Priced) -> Self {
        Self {
            deal: priced.deal,
            step: priced.step + 1,
            seat: priced.seat,
            cost: priced.price,
            unit: Unit::Chips,
            is_guess: priced.is_guess,
            sentence: priced.sentence.clone(),
        }
    }
}

/// Says how far it is now and then; whether it is to go on.
fn goes_on(work: &Work, deal: u32, of: u32, what: &str) -> bool {
    if deal.is_multiple_of(TOLD) {
        work.say(format!("{what}{} of {} deals", count(deal), count(of)));
    }
    work.is_wanted()
}
