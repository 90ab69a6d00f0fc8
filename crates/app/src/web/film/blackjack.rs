//! Hands of the betting contest of blackjack.

use std::ops::{ControlFlow, Range};

use croupier_rules::blackjack::{Action, Card, Choices, Evening, News, Outcome, Rules, Stage};
use croupier_rules::game::{Game, Node, Step, rules_of};
use croupier_rules::record::{Event, Record, RecordError};
use croupier_rules::seat::Seat;
use croupier_rules::text::Cursor;
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

/// Counts the hands of a match.
pub(super) fn outline(record: &Record, rules: &[Rules], faults: &Faults) -> Result<Outline, RecordError> {
    let mut outline = Outline { deals: 0, money: Vec::new(), troubled: Vec::new(), evenings: Vec::new() };
    let mut game = 0;
    record.replay(rules, &mut |event| match event {
        Event::Start { game: started } => {
            game = started;
            outline.evenings.push(outline.deals + 1);
            if outline.money.is_empty() {
                outline.money.push(amount(rules_of(rules, game).money));
            }
        }
        Event::Step { before, after, .. } => {
            outline.deals += u32::from(before.stage() == Stage::Bet);
            if is_over(after) {
                outline.money.push(amount(after.money()));
            }
        }
        Event::Over { .. } | Event::Fault(_) => {}
    })?;
    // A fault ends the test: it stands in the last hand.
    if faults.0.keys().any(|&(failed, _)| failed >= game) && outline.deals > 0 {
        outline.troubled.push(outline.deals);
    }
    Ok(outline)
}

/// The text of a record, evening by evening: a match has half a million hands, and one is found without playing all.
#[derive(Debug)]
pub(super) struct Reel {
    text: String,
    evenings: Vec<Range<usize>>,
}

impl Reel {
    /// The evenings of a record that was replayed.
    pub(super) fn new(text: String) -> Self {
        let mut evenings: Vec<Range<usize>> = Vec::new();
        let (mut at, mut is_over) = (0, true);
        for line in text.split_inclusive('\n') {
            let here = at..at + line.len();
            at = here.end;
            if line.starts_with(['{', '!']) {
                continue;
            }
            match evenings.last_mut().filter(|_| !is_over) {
                Some(evening) => evening.end = here.end,
                None => evenings.push(here),
            }
            // The result of an evening stands at its end.
            is_over = line.contains('=');
        }
        Self { text, evenings }
    }

    /// Passes through the steps of an evening, counted from 0, as long as it is asked to.
    fn play(
        &self,
        number: usize,
        rules: &Rules,
        visit: &mut dyn FnMut(&Evening, &Step<Rules>, &Evening) -> ControlFlow<()>,
    ) {
        let mut evening = rules.start();
        let lines = self.text[self.evenings[number].clone()].lines();
        for line in lines.filter(|line| !line.starts_with('!')) {
            let mut text = Cursor::new(line);
            while !text.at_end() && rules.node(&evening) != Node::Over {
                let step = rules.read_step(&evening, &mut text).expect("the record was replayed");
                let before = evening.clone();
                rules.apply(&mut evening, &step).expect("the record was replayed");
                if visit(&before, &step, &evening).is_break() {
                    return;
                }
            }
        }
    }
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
        camera.game = u32::try_from(number).expect("a test has ten evenings");
        (camera.steps, camera.hands) = (0, 0);
        let mut hand = first - 1;
        let mut goes_on = true;
        reel.play(number, rules_of(rules, camera.game), &mut |before, step, after| {
            if before.stage() == Stage::Bet {
                hand += 1;
                if hand > cut.to {
                    goes_on = false;
                    return ControlFlow::Break(());
                }
                camera.hands += 1;
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
        Deal { deal: hand, place, game: self.game + 1, frames: vec![frame] }
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
    use super::Reel;

    #[test]
    fn the_lines_of_evenings_are_told_apart_by_their_results() {
        let text = "{\"record\":1}\n1 a\n2 b = 5\n!{}\n3 c\n4 d = 6\n5 e\n!{}\n{}\n{}\n";
        let reel = Reel::new(text.to_owned());
        let evenings: Vec<&str> = reel.evenings.iter().map(|evening| &text[evening.clone()]).collect();
        assert_eq!(evenings, ["1 a\n2 b = 5\n", "3 c\n4 d = 6\n", "5 e\n"]);
    }
}
