//! Hands of the betting contest of blackjack.

use std::num::NonZeroUsize;
use std::ops::{ControlFlow, Range};
use std::thread;

use croupier_rules::blackjack::{Action, Card, Choices, Evening, News, Outcome, Rules, Stage};
use croupier_rules::chips::Chips;
use croupier_rules::game::{Game, Node, Step, rules_of};
use croupier_rules::record::{Record, RecordError};
use croupier_rules::seat::Seat;
use croupier_rules::text::Cursor;
use croupier_rules::unseen::written_out;
use serde::Serialize;

use super::{Cut, Deal, Faults, Frame};

/// What lies on the table.
#[derive(Clone, Debug, Default, Serialize)]
pub(super) struct Table {
    /// The player's cards, by letter: `A`, `2` to `9`, `T`.
    hand: String,
    total: String,
    /// The dealer's cards, the upcard first.
    dealer: String,
    dealer_total: String,
    /// How many of the dealer's cards the player was told.
    told: usize,
    bet: i64,
    money: i64,
    /// What came back, once the hand is over.
    #[serde(skip_serializing_if = "Option::is_none")]
    payout: Option<i64>,
    /// What the player did in this step.
    #[serde(skip_serializing_if = "Option::is_none")]
    act: Option<String>,
    /// The cards left in the shoe: aces, twos and so on up to tens.
    shoe: [u32; 10],
    /// Its number, from 1.
    shoe_number: u32,
    stage: &'static str,
}

/// A match in numbers.
pub(super) struct Outline {
    pub(super) deals: u32,
    /// The money before the first hand and after each.
    pub(super) money: Vec<f64>,
    pub(super) troubled: Vec<u32>,
    /// The first hand of each evening.
    pub(super) evenings: Vec<u32>,
}

/// The text of a record, evening by evening. A test has half a million hands: marks on the way lead to each without
/// playing all that went before.
#[derive(Debug)]
pub(super) struct Reel {
    text: String,
    evenings: Vec<Vec<Mark>>,
}

/// A place in the text before which so much has happened.
#[derive(Clone, Debug)]
struct Mark {
    /// The first byte of a line.
    at: usize,
    /// Steps and hands of the evening.
    steps: u32,
    hands: u32,
    evening: Evening,
}

/// A hand that is asked for: in which evening, counted from 0, and which of its hands, from 1.
#[derive(Clone, Copy, Debug)]
pub(super) struct Place {
    pub(super) evening: usize,
    pub(super) hand: u32,
}

/// What is passed through: the hand of the evening, from 1, the state, the step, and the state after it.
pub(super) type Visit<'a> = &'a mut dyn FnMut(u32, &Evening, &Step<Rules>, &Evening) -> ControlFlow<()>;

/// Hands from one mark to the next.
const MARKED: u32 = 256;

/// An evening that was played through.
struct Watched {
    marks: Vec<Mark>,
    /// After each hand.
    money: Vec<f64>,
    hands: u32,
    /// Its result, if it was played to its end.
    net: Option<Chips>,
}

impl Reel {
    /// Plays a record by the rules, several evenings at a time.
    ///
    /// # Errors
    /// The first line that the rules do not bear out.
    pub(super) fn new(
        text: String,
        record: &Record,
        rules: &[Rules],
        faults: &Faults,
    ) -> Result<(Self, Outline), RecordError> {
        let parts = parts(&text);
        let watch = |(part, number): (&(usize, Range<usize>), u32)| {
            watch(&text[part.1.clone()], part.0, part.1.start, rules_of(rules, number))
        };
        let numbered: Vec<_> = parts.iter().zip(0..).collect();
        let threads = thread::available_parallelism().map_or(1, NonZeroUsize::get).min(numbered.len().max(1));
        let share = numbered.len().div_ceil(threads).max(1);
        let watched: Vec<Result<Watched, RecordError>> = thread::scope(|scope| {
            let workers: Vec<_> = numbered
                .chunks(share)
                .map(|chunk| scope.spawn(|| chunk.iter().copied().map(watch).collect::<Vec<_>>()))
                .collect();
            workers
                .into_iter()
                .flat_map(|worker| worker.join().expect("rules refuse, they do not panic"))
                .collect()
        });
        let watched = watched.into_iter().collect::<Result<Vec<Watched>, RecordError>>()?;
        check_totals(&watched, record, text.lines().count())?;
        let mut outline = Outline { deals: 0, money: Vec::new(), troubled: Vec::new(), evenings: Vec::new() };
        if let Some(evening) = watched.first() {
            outline.money.push(amount(evening.marks[0].evening.money()));
        }
        let last = u32::try_from(watched.len().saturating_sub(1)).unwrap_or(u32::MAX);
        let mut evenings = Vec::new();
        for evening in watched {
            outline.evenings.push(outline.deals + 1);
            outline.deals += evening.hands;
            outline.money.extend(evening.money);
            evenings.push(evening.marks);
        }
        // A fault ends the test: it stands in the last hand.
        if faults.0.keys().any(|&(failed, _)| failed >= last) && outline.deals > 0 {
            outline.troubled.push(outline.deals);
        }
        Ok((Self { text, evenings }, outline))
    }

    /// Passes through the steps from a hand on, as long as it is asked to, and a few before it.
    pub(super) fn play(&self, from: Place, rules: &Rules, visit: Visit<'_>) {
        let mark = self.mark(from);
        let (mut evening, mut hand) = (mark.evening.clone(), mark.hands);
        for line in self.text[mark.at..].lines().filter(|line| !line.starts_with('!')) {
            let mut text = Cursor::new(line);
            while !text.at_end() {
                if line.starts_with('{') || rules.node(&evening) == Node::Over {
                    return;
                }
                let step = rules.read_step(&evening, &mut text).expect("the record was replayed");
                let before = evening.clone();
                rules.apply(&mut evening, &step).expect("the record was replayed");
                hand += u32::from(before.stage() == Stage::Bet);
                if visit(hand, &before, &step, &evening).is_break() {
                    return;
                }
            }
        }
    }

    /// The last mark before a hand.
    fn mark(&self, Place { evening, hand }: Place) -> &Mark {
        let marks = &self.evenings[evening];
        &marks[marks.partition_point(|mark| mark.hands < hand).saturating_sub(1)]
    }
}

/// The first line, and the bytes, of each evening.
fn parts(text: &str) -> Vec<(usize, Range<usize>)> {
    let mut parts: Vec<(usize, Range<usize>)> = Vec::new();
    let (mut at, mut is_over) = (0, true);
    for (line, number) in text.split_inclusive('\n').zip(1..) {
        let here = at..at + line.len();
        at = here.end;
        if line.starts_with(['{', '!']) {
            continue;
        }
        match parts.last_mut().filter(|_| !is_over) {
            Some((_, part)) => part.end = here.end,
            None => parts.push((number, here)),
        }
        // The result of an evening stands at its end.
        is_over = line.contains('=');
    }
    parts
}

/// Plays an evening by the rules; `first` is the number of its first line, `start` the place of its first byte.
fn watch(text: &str, first: usize, start: usize, rules: &Rules) -> Result<Watched, RecordError> {
    let mut evening = rules.start();
    let mut watched = Watched { marks: Vec::new(), money: Vec::new(), hands: 0, net: None };
    let (mut at, mut steps) = (start, 0);
    for (line, number) in text.split_inclusive('\n').zip(first..) {
        let begins = at;
        at += line.len();
        if line.starts_with(['{', '!']) {
            continue;
        }
        if watched.marks.last().is_none_or(|mark| watched.hands >= mark.hands + MARKED) {
            let (hands, evening) = (watched.hands, evening.clone());
            watched.marks.push(Mark { at: begins, steps, hands, evening });
        }
        let mut text = Cursor::new(line.trim_end_matches('\n'));
        while !text.at_end() {
            let bad = |column, what: &str| bad(number, column, what);
            let column = text.column();
            if rules.node(&evening) == Node::Over {
                let net = rules.net(&evening).expect("a game that is over has a result")[0];
                if text.rest() != format!(" = {net}") {
                    return Err(bad(column, &format!("the rules give `= {net}`")));
                }
                watched.net = Some(net);
                return Ok(watched);
            }
            let step = rules.read_step(&evening, &mut text).map_err(|what| bad(column, &what))?;
            watched.hands += u32::from(evening.stage() == Stage::Bet);
            rules.apply(&mut evening, &step).map_err(|illegal| bad(column, &illegal.to_string()))?;
            steps += 1;
            if is_over(&evening) {
                watched.money.push(amount(evening.money()));
            }
        }
    }
    Ok(watched)
}

/// Whether the totals say what the evenings have given.
fn check_totals(watched: &[Watched], record: &Record, lines: usize) -> Result<(), RecordError> {
    let line = lines.saturating_sub(1);
    let over = watched.iter().filter(|evening| evening.net.is_some()).count();
    if over != record.totals.games as usize {
        let said = record.totals.games;
        return Err(bad(line, 1, &format!("the record holds {over} games, the totals say {said}")));
    }
    let mut net = Chips::ZERO;
    watched.iter().filter_map(|evening| evening.net).for_each(|of_evening| net += of_evening);
    if record.totals.net.first() != Some(&net) {
        return Err(bad(line, 1, &format!("the games have brought {net}, the totals say otherwise")));
    }
    Ok(())
}

fn bad(line: usize, column: usize, what: &str) -> RecordError {
    RecordError::BadLine { line, column, what: written_out(what.chars()) }
}

/// The hands of a cut; `firsts` are the first hands of the evenings.
pub(super) fn hands(reel: &Reel, rules: &[Rules], faults: &Faults, firsts: &[u32], cut: Cut) -> Vec<Deal> {
    let mut camera = Camera { rules, game: 0, steps: 0, hands: 0, told: 0, open: None, done: Vec::new() };
    let mut is_last = false;
    for (number, first) in firsts.iter().enumerate() {
        let ends_before = firsts.get(number + 1).is_some_and(|next| *next <= cut.from);
        if ends_before || *first > cut.to {
            continue;
        }
        let from = Place { evening: number, hand: cut.from.max(*first) - first + 1 };
        camera.game = u32::try_from(number).expect("a test has ten evenings");
        camera.steps = reel.mark(from).steps;
        let mut goes_on = true;
        reel.play(from, rules_of(rules, camera.game), &mut |of_evening, before, step, after| {
            if before.stage() == Stage::Bet {
                let hand = first - 1 + of_evening;
                if hand > cut.to {
                    goes_on = false;
                    return ControlFlow::Break(());
                }
                camera.hands = of_evening;
                camera.open = cut.holds(hand).then(|| camera.opening(hand, before));
            }
            camera.step(before, step, after, faults);
            ControlFlow::Continue(())
        });
        is_last = goes_on && number + 1 == firsts.len();
    }
    camera.broken_off(faults, is_last);
    camera.done
}

/// Takes the frames of hands.
struct Camera<'a> {
    rules: &'a [Rules],
    game: u32,
    /// Steps of the evening.
    steps: u32,
    /// Hands of the evening.
    hands: u32,
    /// How many of the dealer's cards the player was told.
    told: usize,
    open: Option<Deal>,
    done: Vec<Deal>,
}

impl Camera<'_> {
    fn opening(&self, hand: u32, before: &Evening) -> Deal {
        let rules = rules_of(self.rules, self.game);
        let is_fresh = matches!(rules.choices(before, Seat(0)), Choices::Bet { reshuffled: true, .. });
        let shoe = if is_fresh { "a new shoe" } else { "the shoe goes on" };
        let said = format!("{shoe}, {} cards; the player has {}", before.shoe().cards(), before.money());
        let mut first = table(before, 0, None);
        (first.hand, first.dealer) = Default::default();
        (first.total, first.dealer_total) = Default::default();
        (first.bet, first.payout) = (0, None);
        let rule = if is_fresh { "B8" } else { "B1" };
        let told = vec![Vec::new()];
        let frame = Frame { said, told, rule, table: super::Table::Blackjack(first), ..Frame::default() };
        let place = format!("evening {}, hand {}", self.game + 1, self.hands);
        Deal { number: hand, place, game: self.game + 1, frames: vec![frame] }
    }

    fn step(&mut self, before: &Evening, step: &Step<Rules>, after: &Evening, faults: &Faults) {
        let at = self.steps;
        self.steps += 1;
        let Some(mut deal) = self.open.take() else { return };
        let rules = rules_of(self.rules, self.game);
        let mut told = Vec::new();
        rules.news(after, step, Seat(0), &mut |news| {
            match &news {
                News::Upcard(_) => self.told = 1,
                News::Dealer { dealer, .. } => self.told = dealer.len(),
                News::Start { .. } | News::Shuffled | News::Card(_) | News::Pay { .. } => {}
            }
            told.push(notice(&news));
        });
        let mut seen = Vec::new();
        let (said, rule, act) = match step {
            Step::Act(acts) => {
                let action = acts[0].1;
                let rule = if matches!(action, Action::Bet(_)) { "B2" } else { "B4" };
                (does(action), rule, Some(does(action)))
            }
            Step::Draw(card) => {
                let (who, rule) = match before.stage() {
                    Stage::Upcard => ("the upcard is", "B3"),
                    Stage::Dealer => ("the dealer draws", "B5"),
                    Stage::Bet | Stage::Deal | Stage::Play | Stage::Over(_) => ("the player gets", "B3"),
                };
                if before.stage() == Stage::Dealer && !is_over(after) {
                    seen.push("the dealer draws a card".to_owned());
                }
                (format!("{who} {}", named(*card)), rule, None)
            }
        };
        if matches!(step, Step::Act(_)) && before.stage() == Stage::Bet {
            self.told = 0;
        }
        let faults = faults.at(self.game, at);
        let mut now = table(after, self.told, act);
        // The payout has a frame of its own.
        now.payout = None;
        if is_over(after) {
            now.money -= after.payout();
        }
        let shown = super::Table::Blackjack(now);
        deal.frames.push(Frame { said, seen, told: vec![told], rule, faults, table: shown });
        if !is_over(after) {
            self.open = Some(deal);
            return;
        }
        let outcome = Outcome::of(after.hand().total(), after.dealer().total());
        let said = format!(
            "{} against the dealer's {}: {}, {} comes back",
            after.hand().total(),
            after.dealer().total(),
            match outcome {
                Outcome::Win => "the player wins",
                Outcome::Push => "nobody wins",
                Outcome::Lose => "the player loses",
            },
            after.payout()
        );
        let told = vec![Vec::new()];
        let shown = super::Table::Blackjack(table(after, self.told, None));
        deal.frames.push(Frame { said, told, rule: "B6", table: shown, ..Frame::default() });
        self.done.push(deal);
    }

    /// A test that a fault ended: the fault is the last frame of its last hand.
    fn broken_off(&mut self, faults: &Faults, is_wanted: bool) {
        self.done.extend(self.open.take());
        let after: Vec<_> =
            faults.0.range((self.game, self.steps)..).flat_map(|(_, faults)| faults.clone()).collect();
        let Some(deal) = self.done.last_mut().filter(|_| is_wanted && !after.is_empty()) else { return };
        let table = deal.frames.last().map(|frame| frame.table.clone()).unwrap_or_default();
        let said = "the test ends here".to_owned();
        deal.frames.push(Frame {
            said,
            told: vec![Vec::new()],
            rule: "B12",
            faults: after,
            table,
            ..Frame::default()
        });
    }
}

fn table(evening: &Evening, told: usize, act: Option<String>) -> Table {
    let (hand, dealer) = (evening.hand(), evening.dealer());
    let total = |cards: &[Card], total: String| if cards.is_empty() { String::new() } else { total };
    Table {
        hand: hand.to_string(),
        total: total(hand, hand.total().to_string()),
        dealer: dealer.to_string(),
        dealer_total: total(dealer, dealer.total().to_string()),
        told,
        bet: evening.bet(),
        money: evening.money(),
        payout: is_over(evening).then(|| evening.payout()),
        act,
        shoe: evening.shoe().left(),
        shoe_number: evening.shoe_number() + 1,
        stage: match evening.stage() {
            Stage::Bet | Stage::Over(_) if evening.hands() > 0 => "settled",
            Stage::Bet | Stage::Over(_) => "bet",
            Stage::Upcard | Stage::Deal => "dealing",
            Stage::Play => "the player's turn",
            Stage::Dealer => "the dealer's turn",
        },
    }
}

/// Whether the hand in play was settled.
fn is_over(evening: &Evening) -> bool {
    matches!(evening.stage(), Stage::Bet | Stage::Over(_))
}

fn does(action: Action) -> String {
    match action {
        Action::Bet(bet) => format!("bets {bet}"),
        Action::Hit => "hits".into(),
        Action::Stand => "stands".into(),
    }
}

fn named(card: Card) -> String {
    match card.points() {
        1 => "an ace".into(),
        8 => "an 8".into(),
        points => format!("a {points}"),
    }
}

/// A notice as people read it.
fn notice(news: &News) -> String {
    match news {
        News::Start { money, packs } => format!("money {money}, {packs} packs"),
        News::Shuffled => "all cards were shuffled".into(),
        News::Upcard(card) => format!("upcard: {card}"),
        News::Card(card) => format!("card: {card}"),
        News::Dealer { dealer, .. } => format!("the dealer's cards: {dealer}"),
        News::Pay { payout, money } => format!("{payout} comes back; money {money}"),
    }
}

#[expect(clippy::cast_precision_loss, reason = "money stays below 2^53")]
fn amount(money: i64) -> f64 {
    money as f64
}

#[cfg(test)]
mod tests {
    use super::parts;

    #[test]
    fn the_lines_of_evenings_are_told_apart_by_their_results() {
        let text = "{\"record\":1}\n1 a\n2 b = 5\n!{}\n3 c\n4 d = 6\n5 e\n!{}\n{}\n{}\n";
        let found = parts(text);
        let evenings: Vec<(usize, &str)> =
            found.iter().map(|(line, part)| (*line, &text[part.clone()])).collect();
        assert_eq!(evenings, [(2, "1 a\n2 b = 5\n"), (5, "3 c\n4 d = 6\n"), (7, "5 e\n")]);
    }
}
