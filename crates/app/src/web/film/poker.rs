//! Deals of algorithmic poker.

use croupier_rules::chips::Chips;
use croupier_rules::game::{Game, Nets, Step};
use croupier_rules::poker::{Action, CARDS, Deal as State, End, News, Round, Rules, SEATS, Stage};
use croupier_rules::record::{Event, Record, RecordError};
use croupier_rules::seat::{Seat, Seats};
use serde::Serialize;

use super::{Cut, Deal, Faults, Frame, signed};

/// What lies on the table.
#[derive(Clone, Debug, Default, Serialize)]
pub(super) struct Table {
    /// The cards that are dealt.
    cards: [Option<u8>; SEATS],
    /// By the seat that looks: the cards that it knows.
    known: [[Option<u8>; SEATS]; SEATS],
    /// What each seat has in, in chips.
    stakes: [u16; SEATS],
    live: [bool; SEATS],
    /// What each seat did in this step.
    acts: [Option<String>; SEATS],
    /// The total that a live seat has to stand at.
    level: u16,
    /// The stage, in a word or two.
    stage: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    net: Option<Vec<Chips>>,
}

/// See [`outline`].
type Outline = (u32, Vec<Vec<f64>>, Vec<u32>);

/// How many deals there are, the sum of chips of each seat after each, and the deals with faults.
pub(super) fn outline(record: &Record, rules: &[Rules], faults: &Faults) -> Result<Outline, RecordError> {
    let mut sums = vec![vec![0.0]; SEATS];
    let mut deals = 0;
    record.replay(rules, &mut |event| match event {
        Event::Start { .. } => deals += 1,
        Event::Over { net, .. } => {
            for (sums, net) in sums.iter_mut().zip(net) {
                sums.push(sums.last().copied().unwrap_or(0.0) + net.as_f64());
            }
        }
        Event::Step { .. } | Event::Fault(_) => {}
    })?;
    let mut troubled: Vec<u32> = faults.0.keys().map(|(game, _)| game + 1).collect();
    troubled.dedup();
    Ok((deals, sums, troubled))
}

/// The deals of a cut.
pub(super) fn deals(
    record: &Record,
    rules: &[Rules],
    faults: &Faults,
    cut: Cut,
) -> Result<Vec<Deal>, RecordError> {
    let mut deals: Vec<Deal> = Vec::new();
    let mut camera = Camera::new(rules[0], 0);
    record.replay(rules, &mut |event| match event {
        Event::Start { game } => camera = Camera::new(rules[0], game),
        Event::Step { before, step, after } if cut.holds(camera.game + 1) => {
            camera.step(before, step, after, faults);
        }
        Event::Over { net, .. } if cut.holds(camera.game + 1) => {
            camera.over(net);
            let frames = std::mem::take(&mut camera.frames);
            let deal = camera.game + 1;
            deals.push(Deal { number: deal, place: format!("deal {deal}"), game: deal, frames });
        }
        Event::Step { .. } | Event::Over { .. } | Event::Fault(_) => {}
    })?;
    Ok(deals)
}

/// Takes the frames of one deal.
struct Camera {
    rules: Rules,
    game: u32,
    steps: u32,
    table: Table,
    last: State,
    frames: Vec<Frame>,
}

impl Camera {
    fn new(rules: Rules, game: u32) -> Self {
        let start = rules.start();
        let table = Table { live: [true; SEATS], level: rules.min_bid, stage: "dealing", ..Table::default() };
        let first = Frame {
            said: format!("deal {}: each seat has {} chips", game + 1, rules.max_bid),
            told: vec![Vec::new(); SEATS],
            rule: "P1",
            table: super::Table::Poker(table.clone()),
            ..Frame::default()
        };
        Self { rules, game, steps: 0, table, last: start, frames: vec![first] }
    }

    fn step(&mut self, before: &State, step: &Step<Rules>, after: &State, faults: &Faults) {
        let table = &mut self.table;
        table.acts = Default::default();
        let (mut said, mut seen, mut rule) = (String::new(), Vec::new(), "P2");
        match step {
            Step::Draw(card) => {
                let seat = usize::try_from(self.steps).unwrap_or(0).min(SEATS - 1);
                table.cards[seat] = Some(*card);
                said = format!("seat {seat} is dealt {}", named(*card));
                let hidden = |looks: usize| {
                    if looks == seat { said.clone() } else { format!("seat {seat} is dealt a card") }
                };
                seen = (0..SEATS).map(hidden).collect();
            }
            Step::Act(acts) => {
                for (seat, action) in acts {
                    table.acts[seat.index()] = Some(word(*action));
                }
                let each = acts.iter().map(|(seat, action)| format!("seat {} {}", seat.0, does(*action)));
                said.push_str(&each.collect::<Vec<_>>().join(", "));
                rule = match before.stage() {
                    Stage::Bid(Round::First) => "P3",
                    Stage::Check(Round::First) => "P4",
                    Stage::Bid(Round::Second) | Stage::Check(Round::Second) => "P5",
                    Stage::Dealing | Stage::Over(_) => "P2",
                };
            }
        }
        table.stakes = after.stakes();
        table.live = std::array::from_fn(|seat| after.live().iter().any(|live| live.index() == seat));
        table.level = after.level();
        table.stage = stage(after.stage());
        let told = (0..SEATS).map(|seat| self.tell(after, step, seat)).collect();
        let faults = faults.at(self.game, self.steps);
        if !faults.is_empty() {
            rule = "P8";
        }
        let table = super::Table::Poker(self.table.clone());
        self.frames.push(Frame { said, seen, told, rule, faults, table });
        self.steps += 1;
        self.last = after.clone();
    }

    /// What a seat is told; what it knows of the cards follows from that alone.
    fn tell(&mut self, after: &State, step: &Step<Rules>, seat: usize) -> Vec<String> {
        let mut told = Vec::new();
        let known = &mut self.table.known[seat];
        let looks = Seat(u8::try_from(seat).expect("a table has three seats"));
        self.rules.news(after, step, looks, &mut |news| {
            match &news {
                News::Hand(card) => known[seat] = Some(*card),
                News::Showdown(shown) => {
                    for (known, shown) in known.iter_mut().zip(shown) {
                        *known = known.or(*shown);
                    }
                }
                News::Bets(..) | News::Live(..) | News::Result(_) => {}
            }
            told.push(notice(&news));
        });
        told
    }

    /// The end of the deal has a frame of its own.
    fn over(&mut self, net: &Nets) {
        let Stage::Over(end) = self.last.stage() else { return };
        let names = |seats: &[usize]| {
            let names: Vec<String> = seats.iter().map(|seat| format!("seat {seat}")).collect();
            names.join(" and ")
        };
        let winners: Vec<usize> = (0..SEATS).filter(|&seat| net[seat] > Chips::ZERO).collect();
        let (said, rule) = match end {
            End::Showdown if winners.is_empty() => ("showdown: equal cards, nobody wins".to_owned(), "P7"),
            End::Showdown => {
                let live: Vec<usize> = self.last.live().iter().map(Seat::index).collect();
                let best = live.iter().map(|&seat| self.last.cards()[seat]).max().unwrap_or(0);
                let verb = if winners.len() == 1 { "wins" } else { "share" };
                (format!("showdown: {} {verb} with {}", names(&winners), named(best)), "P7")
            }
            End::Last => {
                let last: Vec<usize> = self.last.live().iter().map(Seat::index).collect();
                (format!("{} is left and takes the stakes unseen", names(&last)), "P6")
            }
            End::Void => ("all are out by fouls: every stake goes back".to_owned(), "P8"),
        };
        self.table.acts = std::array::from_fn(|seat| Some(signed(net[seat])));
        self.table.net = Some(net.to_vec());
        let table = super::Table::Poker(self.table.clone());
        let told = vec![Vec::new(); SEATS];
        self.frames.push(Frame { said, told, rule, table, ..Frame::default() });
    }
}

fn named(card: u8) -> String {
    debug_assert!(card < CARDS);
    match card {
        8 => "an 8".into(),
        _ => format!("a {card}"),
    }
}

fn does(action: Action) -> String {
    match action {
        Action::Bid(total) => format!("bids {total}"),
        Action::Foul => "fouls".into(),
        Action::Call(true) => "calls".into(),
        Action::Call(false) => "folds".into(),
    }
}

fn word(action: Action) -> String {
    match action {
        Action::Bid(total) => format!("bid {total}"),
        Action::Foul => "foul".into(),
        Action::Call(true) => "call".into(),
        Action::Call(false) => "fold".into(),
    }
}

fn stage(stage: Stage) -> &'static str {
    match stage {
        Stage::Dealing => "dealing",
        Stage::Bid(Round::First) => "bids, round 1",
        Stage::Check(Round::First) => "check, round 1",
        Stage::Bid(Round::Second) => "bids, round 2",
        Stage::Check(Round::Second) => "check, round 2",
        Stage::Over(End::Showdown) => "showdown",
        Stage::Over(End::Last) => "one left",
        Stage::Over(End::Void) => "void",
    }
}

/// A notice as people read it.
fn notice(news: &News) -> String {
    let list = |items: Vec<String>| items.join(", ");
    match news {
        News::Hand(card) => format!("its card: {card}"),
        News::Bets(round, stakes) => {
            format!(
                "in the pot after the bids of round {round}: {}",
                list(stakes.map(|stake| stake.to_string()).to_vec())
            )
        }
        News::Live(round, live) => format!("live after round {round}: {}", seats(*live)),
        News::Showdown(cards) if cards.iter().all(Option::is_none) => "no card is shown".into(),
        News::Showdown(cards) => {
            let card = |card: &Option<u8>| card.map_or_else(|| "–".to_owned(), |card| card.to_string());
            format!("shown: {}", list(cards.iter().map(card).collect()))
        }
        News::Result(nets) => format!("result: {}", list(nets.iter().map(|net| signed(*net)).collect())),
    }
}

fn seats(seats: Seats) -> String {
    let names: Vec<String> = seats.iter().map(|seat| format!("seat {}", seat.0)).collect();
    if names.is_empty() { "nobody".into() } else { names.join(", ") }
}
