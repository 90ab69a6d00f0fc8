//! A poker contest: every triple, in one or six orders, for a number of deals (ruling 28), in one or more rounds.

use std::collections::BTreeMap;
use std::ops::ControlFlow;

use croupier_rules::chips::Chips;
use croupier_rules::game::{Game, Nets, Step};
use croupier_rules::poker::{Action, Deal, Rules, SEATS};
use croupier_rules::record::Totals;
use croupier_rules::seat::Seat;
use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::league::League;
use super::one_match::{Account, Job, Watch};
use super::variate::{self, Flows, Sums};
use crate::choice_luck::ChoiceMeter;
use crate::contest::{Ending, PokerContest, Schedule, Seatings};
use crate::contestant::Contestant;
use crate::dealing::Dealing;
use crate::house::Houses;
use crate::protocol::Object;
use crate::schedule::{ORDERS, Triple, balanced, triples};
use crate::store::FinishedMatch;

/// The matches of a round, in the order of their numbers; rounds count from 1. Those of contestants that cannot be
/// seated are left out; the others keep their numbers.
pub(super) fn jobs(
    contest: &PokerContest,
    seed: u64,
    contestants: &[Contestant],
    round: u32,
) -> Vec<Job<Rules>> {
    let tables = tables(contest, contestants.len());
    let first = last_number(contest, contestants.len(), round - 1) + 1;
    tables
        .into_iter()
        .zip(first..)
        .filter(|(seats, _)| seats.iter().all(|&seat| contestants[seat].plays()))
        .map(|(seats, number)| Job {
            number,
            label: label(seats, contestants, round),
            seed,
            dealing: contest.dealing,
            rules: vec![contest.rules],
            games: contest.deals,
            seats: seats.to_vec(),
        })
        .collect()
}

/// The number of the last match of a round; 0 before the first.
pub(super) fn last_number(contest: &PokerContest, contestants: usize, round: u32) -> u32 {
    let matches =
        u32::try_from(tables(contest, contestants).len()).expect("a schedule has fewer than 2^32 matches");
    round * matches
}

/// Who sits where in each match of a round.
fn tables(contest: &PokerContest, contestants: usize) -> Vec<Triple> {
    let chosen = match contest.schedule {
        Schedule::All => triples(contestants),
        Schedule::PerBot(number) => balanced(contestants, number),
    };
    let orders = match contest.seatings {
        Seatings::Fixed => &ORDERS[..1],
        Seatings::All => &ORDERS[..],
    };
    chosen.iter().flat_map(|triple| orders.iter().map(move |order| order.map(|at| triple[at]))).collect()
}

/// The names of the three in alphabetic order: the same deals in every order of seats, whoever else
/// takes part in the contest. Rounds after the first have deals of their own.
fn label(seats: Triple, contestants: &[Contestant], round: u32) -> String {
    let mut names = seats.map(|seat| contestants[seat].name.as_str());
    names.sort_unstable();
    let names = names.join(" + ");
    if round == 1 { format!("poker/{names}") } else { format!("poker/{names}/round {round}") }
}

/// What every bot is told besides what a record's header says.
pub(super) fn told(contest: &PokerContest) -> Object {
    let mut more = Object::new();
    if let Some(dealing) = contest.dealing.noted() {
        more.insert("dealing".into(), dealing.into());
    }
    more
}

/// Parts of a match whose sums tell how much luck it held.
const BLOCKS: u32 = 20;

/// How many parts a match of so many deals has.
pub(super) fn parts_of(deals: u32) -> usize {
    BLOCKS.min(deals) as usize
}

/// What a match came to, part by part: what the standings are made of.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(super) struct Parts {
    /// What each seat won, in half-chips.
    pub(super) blocks: Vec<[i64; SEATS]>,
    /// What passed between the seats, in half-chips; matches that were stored before it was kept have none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) flows: Option<Vec<Flows<i64>>>,
    /// The same without the luck of the cards, in chips.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) luckless: Option<Vec<Flows<f64>>>,
}

/// Keeps what the deals of a match come to.
pub(super) struct Ledger {
    rules: Rules,
    dealing: Dealing,
    games: u32,
    game: u32,
    blocks: Vec<[i64; SEATS]>,
    flows: Vec<Flows<i64>>,
    by_cards: Vec<Sums>,
    /// Tells the luck of the house players' draws.
    meter: Option<Box<dyn ChoiceMeter>>,
}

impl Ledger {
    /// For a match.
    pub(super) fn of(job: &Job<Rules>, meter: Option<Box<dyn ChoiceMeter>>) -> Self {
        Self { meter, ..Self::new(job.rules[0], job.dealing, job.games) }
    }

    /// For a match of so many deals.
    pub(super) fn new(rules: Rules, dealing: Dealing, games: u32) -> Self {
        let count = parts_of(games);
        Self {
            rules,
            dealing,
            games,
            game: 0,
            blocks: vec![[0; SEATS]; count],
            flows: vec![[0; SEATS]; count],
            by_cards: vec![Sums::default(); count],
            meter: None,
        }
    }

    /// Takes down a deal that is over, and what of its flows was luck of the players' own draws, in chips.
    pub(super) fn add(&mut self, cards: [u8; SEATS], nets: &Nets, luck: Flows<f64>) {
        let count = u64::try_from(self.blocks.len()).expect("there are at most twenty parts");
        let part = u64::from(self.game) * count / u64::from(self.games);
        let part = usize::try_from(part).expect("there are at most twenty parts");
        self.game += 1;
        for (sum, net) in self.blocks[part].iter_mut().zip(nets) {
            *sum += net.halves();
        }
        let flows = flows(nets);
        for (sum, flow) in self.flows[part].iter_mut().zip(flows) {
            *sum += flow;
        }
        let chips = flows.map(|flow| Chips::from_halves(flow).as_f64());
        self.by_cards[part].add(cards, std::array::from_fn(|flow| chips[flow] - luck[flow]));
    }

    /// What the match came to.
    pub(super) fn parts(self) -> Parts {
        let rounded = |amount: f64| (amount * 1e3).round() / 1e3 + 0.0;
        let luckless = variate::luckless(&self.by_cards, self.dealing);
        Parts {
            blocks: self.blocks,
            flows: Some(self.flows),
            luckless: Some(luckless.into_iter().map(|part| part.map(rounded)).collect()),
        }
    }
}

impl Watch<Rules> for Ledger {
    fn drawn(&mut self, seat: Seat, chances: &[(Action, u32)]) {
        if let Some(meter) = &mut self.meter
            && chances.len() > 1
        {
            meter.drawn(seat, chances);
        }
    }

    fn step(&mut self, _: &Rules, before: &Deal, step: &Step<Rules>) {
        if let (Some(meter), Step::Act(acts)) = (&mut self.meter, step) {
            meter.step(before, acts);
        }
    }

    fn over(&mut self, deal: &Deal) -> ControlFlow<()> {
        let nets = self.rules.net(deal).expect("a deal that is over is settled");
        let luck = self.meter.as_mut().map_or([0.0; SEATS], |meter| meter.deal());
        self.add(deal.cards(), &nets, luck);
        ControlFlow::Continue(())
    }
}

impl Account<Rules> for Ledger {
    fn result(self: Box<Self>, _: &Totals) -> Value {
        serde_json::to_value(self.parts()).expect("sums of chips are plain values")
    }

    fn hears_draws(&self) -> bool {
        self.meter.is_some()
    }

    fn result_with(self: Box<Self>, totals: &Totals, claim: Option<Value>) -> Option<Value> {
        if !self.hears_draws() {
            return Some(self.result(totals));
        }
        // Luck may move a deal by its greatest stake, and cards and draws by as much again, each way.
        let deals_of_part = f64::from(self.games.div_ceil(BLOCKS.min(self.games)));
        let most = 4.0 * f64::from(self.rules.max_bid) * deals_of_part;
        let seen = self.parts();
        let claimed: Parts = serde_json::from_value(claim?).ok()?;
        let luckless = claimed.luckless.filter(|parts| parts.len() == seen.blocks.len())?;
        if luckless.iter().flatten().any(|amount| amount.abs() > most) {
            return None;
        }
        let is_seen = claimed.blocks == seen.blocks && claimed.flows == seen.flows;
        let parts = Parts { luckless: Some(luckless), ..seen };
        is_seen.then(|| serde_json::to_value(parts).expect("sums of chips are plain values"))
    }
}

/// What tells the luck of the draws of a match's house players, if anything can. Where a bot sits beside them nobody knows how
/// it goes on, and what is taken for its play may be so far off that more luck is put in than is taken out.
pub(super) fn meter(
    job: &Job<Rules>,
    contestants: &[Contestant],
    houses: &Houses,
) -> Option<Box<dyn ChoiceMeter>> {
    let names: [Option<&str>; SEATS] = std::array::from_fn(|seat| contestants[job.seats[seat]].house_name());
    let [Some(first), Some(second), Some(third)] = names else { return None };
    houses.choice_luck.and_then(|meter| meter([first, second, third], &job.rules[0]))
}

/// What passes between the seats in a deal: winners take what losers lose. With three seats there is one winner, who
/// takes all that each loser loses, or one loser, of whom each winner takes what it wins.
pub(super) fn flows(nets: &Nets) -> Flows<i64> {
    [(0, 1), (0, 2), (1, 2)].map(|(one, other)| {
        let (one, other) = (nets[one].halves(), nets[other].halves());
        if one.signum() * other.signum() < 0 { one.signum() * one.abs().min(other.abs()) } else { 0 }
    })
}

/// What each seat has by what passed between the seats.
pub(super) fn nets<
    T: Copy + std::ops::Add<Output = T> + std::ops::Sub<Output = T> + std::ops::Neg<Output = T>,
>(
    [to_0_from_1, to_0_from_2, to_1_from_2]: Flows<T>,
) -> [T; SEATS] {
    [to_0_from_1 + to_0_from_2, to_1_from_2 - to_0_from_1, -to_0_from_2 - to_1_from_2]
}

/// Whether the order of a contest is decided after a round that is over.
///
/// # Errors
/// Says which match's result is not as [`play`] left it.
pub(super) fn is_decided_after(
    round: u32,
    contest: &PokerContest,
    contestants: &[Contestant],
    matches: &BTreeMap<u32, FinishedMatch>,
) -> Result<bool, String> {
    let Ending::Decided(percent) = contest.stop else { return Ok(false) };
    let last = last_number(contest, contestants.len(), round);
    let matches = matches.range(..=last).map(|(_, finished)| finished);
    let league = League::read(contest, contestants, matches)?;
    Ok(league.is_decided(1.0 - f64::from(percent) / 100.0, contest.rounds))
}
