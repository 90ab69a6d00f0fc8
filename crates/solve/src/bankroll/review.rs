//! What the decisions of a player cost, each against the best there was.

use croupier_rules::blackjack::{Action, Card, Evening, Hand, Outcome, Rules, Stage};
use croupier_rules::game::Step;

use super::bets::money;
use super::{Bets, DECIDED, Luckless, Purse};
use crate::blackjack::{Choice, Chooser, Decision, Play, Switches, Unseen, estimate};

/// Looks at the evenings of a test, step by step.
#[derive(Debug)]
pub struct Review {
    /// The evenings that have begun.
    pub evenings: Vec<OfEvening>,
    /// The dearest mistakes, the dearest first.
    pub mistakes: Vec<Mistake>,
    /// The last decision, where every one is judged; whoever wants it takes it.
    pub last: Option<Mistake>,
    /// How many mistakes are kept.
    keep: usize,
    /// Whether decisions that were right are judged too.
    every: bool,
    chooser: Chooser,
    play: Play,
    luck: Luckless,
    /// What was bet on the hand in play, of which money.
    bet: i64,
    money: i64,
}

/// An evening in numbers. Losses are expected ones: against the best choice, the best play following.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct OfEvening {
    /// Hands that were played to their end.
    pub hands: u32,
    /// Times that the player chose between hit and stand.
    pub decisions: u32,
    /// Times that he chose the worse.
    pub mistakes: u32,
    /// What those lost, in bets of 1.
    pub lost_bets: f64,
    /// What they lost in growth, in nats: each loss times the share of the money that was bet.
    pub lost_by_play: f64,
    /// What bets other than one Kelly lost in growth, in nats, by the estimated edge.
    pub lost_by_bets: f64,
    /// The sum of all bets, each as a share of the money.
    pub bet: f64,
    /// The sum of what one Kelly would have bet, likewise.
    pub kelly: f64,
    /// The growth of the money, in nats; money 0 counts as 1.
    pub growth: f64,
    /// The growth without the luck of the cards.
    pub luckless: f64,
}

/// A decision and what it lost: a mistake, unless that is nothing.
#[derive(Clone, Debug, PartialEq)]
pub struct Mistake {
    /// The evening, from 0.
    pub evening: usize,
    /// The hand of the evening, from 0.
    pub hand: u32,
    /// The money before the bet.
    pub money: i64,
    /// What was bet.
    pub bet: i64,
    /// The cards that were left in the shoe.
    pub left: u32,
    /// What it lost in growth, in nats.
    pub nats: f64,
    /// What was wrong.
    pub wrong: Wrong,
}

/// What was wrong with a decision.
#[derive(Clone, Debug, PartialEq)]
pub enum Wrong {
    /// A card too many, or too few.
    Play {
        /// The upcard.
        up: Card,
        /// The hand.
        hand: Hand,
        /// What was chosen.
        chosen: Choice,
        /// What both choices are worth.
        worth: Box<Decision>,
    },
    /// A bet that was not one Kelly.
    Bet {
        /// The estimated edge.
        edge: f64,
        /// What one Kelly would have been.
        kelly: i64,
    },
}

/// A loss that is rounding, in bets of 1.
const NOTHING: f64 = 1e-12;

impl Review {
    /// A review that keeps so many mistakes.
    pub fn keeping(keep: usize) -> Self {
        Self {
            evenings: Vec::new(),
            mistakes: Vec::new(),
            last: None,
            keep,
            every: false,
            chooser: Chooser::default(),
            play: Play::default(),
            luck: Luckless::default(),
            bet: 0,
            money: 0,
        }
    }

    /// The same, which judges every decision: see [`last`](Self::last).
    #[must_use]
    pub fn of_every_decision(self) -> Self {
        Self { every: true, ..self }
    }

    /// A new evening begins.
    pub fn begin(&mut self) {
        self.evenings.push(OfEvening::default());
    }

    /// A step is taken at `before`, which leads to `after`.
    ///
    /// # Panics
    /// When no evening has begun.
    pub fn step(&mut self, before: &Evening, step: &Step<Rules>, after: &Evening) {
        self.luck.step(before, step);
        match step {
            Step::Act(acts) => match acts.first() {
                Some((_, Action::Bet(bet))) => self.judge_bet(before, *bet),
                Some((_, Action::Hit)) => self.judge_play(before, Choice::Hit),
                Some((_, Action::Stand)) => self.judge_play(before, Choice::Stand),
                None => {}
            },
            Step::Draw(_) => {
                let is_over = matches!(after.stage(), Stage::Bet | Stage::Over(_));
                if is_over && before.stage() == Stage::Dealer {
                    self.end_hand(after);
                }
            }
        }
    }

    fn end_hand(&mut self, after: &Evening) {
        let outcome = Outcome::of(after.hand().total(), after.dealer().total());
        let now = self.money - self.bet + outcome.payout(self.bet);
        let luckless = self.luck.take();
        let evening = self.evening();
        evening.hands += 1;
        evening.luckless += luckless;
        let money = self.money;
        self.evening().growth += log(now) - log(money);
    }

    fn evening(&mut self) -> &mut OfEvening {
        self.evenings.last_mut().expect("an evening has begun")
    }

    fn judge_bet(&mut self, before: &Evening, bet: i64) {
        (self.bet, self.money) = (bet, before.money());
        if self.money == 0 {
            return;
        }
        let Ok(unseen) = Unseen::new(before.shoe().left()) else { return };
        let edge = estimate(&unseen, &Switches::default());
        let purse = Purse { money: self.money, start: self.money, goal: i64::MAX, nats: 0.0, edge };
        let kelly = Bets::Kelly(1.0).bet(&purse);
        // What a whole amount differs from the exact share is nobody's fault.
        let nats = (self.growth(edge, kelly) - self.growth(edge, bet)).max(0.0);
        let [of_bet, of_kelly] = [bet, kelly].map(|amount| money(amount) / money(self.money));
        let evening = self.evening();
        evening.lost_by_bets += nats;
        evening.bet += of_bet;
        evening.kelly += of_kelly;
        self.note(before, nats, || Wrong::Bet { edge, kelly });
    }

    /// The expected growth by a bet, in nats.
    fn growth(&self, edge: f64, bet: i64) -> f64 {
        let all = log(self.money);
        let [win, lose] = [1.0, -1.0].map(|sign| f64::midpoint(DECIDED, sign * edge));
        win * (log(self.money + bet) - all) + lose * (log(self.money - bet) - all)
    }

    fn judge_play(&mut self, before: &Evening, chosen: Choice) {
        self.evening().decisions += 1;
        let (up, hand) = (before.dealer()[0], *before.hand());
        let Ok(unseen) = Unseen::new(before.shoe().left()) else { return };
        let Ok(best) = self.chooser.choose(&unseen, up, &hand, &Switches::default()) else { return };
        if best == chosen && !self.every {
            return;
        }
        if self.play.solve(&unseen, up, &hand, &Switches::default()).is_err() {
            return;
        }
        let worth = Box::new(*self.play.decision(&hand).expect("it is solved"));
        let lost = (worth.of(best).ev() - worth.of(chosen).ev()).max(0.0);
        let share = if self.money > 0 { money(self.bet) / money(self.money) } else { 0.0 };
        if lost > NOTHING {
            let evening = self.evening();
            evening.mistakes += 1;
            evening.lost_bets += lost;
            evening.lost_by_play += lost * share;
        }
        self.note(before, lost * share, || Wrong::Play { up, hand, chosen, worth });
    }

    /// Keeps a mistake, if it is among the dearest.
    fn note(&mut self, before: &Evening, nats: f64, wrong: impl FnOnce() -> Wrong) {
        let is_full = self.mistakes.len() == self.keep;
        let is_cheap =
            nats <= NOTHING || is_full && self.mistakes.last().is_none_or(|last| last.nats >= nats);
        if is_cheap && !self.every {
            return;
        }
        let mistake = Mistake {
            evening: self.evenings.len() - 1,
            hand: before.hands(),
            money: self.money,
            bet: self.bet,
            left: before.shoe().cards(),
            nats,
            wrong: wrong(),
        };
        if self.every {
            self.last = Some(mistake.clone());
        }
        if is_cheap {
            return;
        }
        let place = self.mistakes.partition_point(|other| other.nats >= nats);
        self.mistakes.insert(place, mistake);
        self.mistakes.truncate(self.keep);
    }
}

/// The logarithm of money; that of nothing is that of 1.
fn log(amount: i64) -> f64 {
    money(amount.max(1)).ln()
}
