//! A seat at a table of blackjack, by any of its two rule sets.

use std::fmt;

use croupier_arena::dealer::{Dealer as _, Seeded};
use croupier_rules::blackjack::{Card, Outcome};
use croupier_rules::chance::Key;
use croupier_rules::game::{Acts, Game, Node, Step};
use croupier_rules::seat::Seat;
use croupier_solve::blackjack::Spread;
use serde_json::Value;

use crate::cmd::blackjack::table::{Event, Face, Reason};

/// The one seat.
const PLAYER: Seat = Seat(0);

/// Hands of a table at most.
pub(in crate::web) const HANDS_MAX: usize = 100;

/// A rule set that a page can show, and its coach.
pub(in crate::web) trait Kind: Game<Draw = Card> {
    /// The words of the game.
    type Face: Face<Self> + Send;
    /// Judges the decisions one after the other.
    type Coach: Default + Send;

    fn face(&self) -> Self::Face;

    /// What lies on the table, as the player may see it.
    fn cards(&self, state: &Self::State) -> Cards;

    /// What the player is asked.
    fn asks(choices: &Self::Choices) -> Asks;

    /// What the choices are worth, before one is made; none where nothing is known of it.
    fn advice(&self, state: &Self::State) -> Option<Advice>;

    /// What a step has cost, if it was a decision. `hand` is its number, from 1.
    fn judge(
        &self,
        coach: &mut Self::Coach,
        hand: usize,
        before: &Self::State,
        step: &Step<Self>,
        after: &Self::State,
    ) -> Option<Judged>;
}

/// The cards on the table, as the player may see them.
#[derive(Clone, Debug)]
pub(in crate::web) struct Cards {
    /// By letter; `back` for a hidden one.
    pub(in crate::web) dealer: Vec<String>,
    pub(in crate::web) dealer_total: String,
    pub(in crate::web) hand: Vec<String>,
    pub(in crate::web) total: String,
    /// Once the hand is over.
    pub(in crate::web) outcome: Option<Outcome>,
    /// Facts of the table, in words.
    pub(in crate::web) facts: Vec<String>,
    /// The cards that the player has not seen, aces first.
    pub(in crate::web) unseen: [u32; 10],
    /// What was bet last, where there are bets.
    pub(in crate::web) bet: i64,
}

/// What a player is asked.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::web) enum Asks {
    /// How much of this money?
    Bet { money: i64 },
    /// Hit or stand?
    Move,
    /// Another hand?
    Next,
    /// Nothing: the table is closed.
    Nothing,
}

/// What the choices are worth.
#[derive(Clone, Debug)]
pub(in crate::web) struct Advice {
    pub(in crate::web) sentence: String,
    pub(in crate::web) rows: Vec<Worth>,
}

/// A choice and what it comes to.
#[derive(Clone, Debug)]
pub(in crate::web) struct Worth {
    pub(in crate::web) choice: &'static str,
    pub(in crate::web) is_best: bool,
    pub(in crate::web) spread: Spread,
}

/// A decision that was judged.
#[derive(Clone, Debug)]
pub(in crate::web) struct Judged {
    /// The hand, from 1.
    pub(in crate::web) hand: usize,
    /// What it cost, in the unit of the game.
    pub(in crate::web) price: f64,
    pub(in crate::web) sentence: String,
}

/// A hand as it was told.
#[derive(Clone, Debug, Default)]
pub(in crate::web) struct Told {
    pub(in crate::web) lines: Vec<String>,
    /// The same as the verb has it with `--json`.
    pub(in crate::web) events: Vec<Value>,
}

/// A player at a table.
pub(in crate::web) struct Seated<K: Kind> {
    rules: K,
    dealer: Seeded,
    state: K::State,
    /// Games so far: evenings of the contest, hands of the exam.
    game: u32,
    face: K::Face,
    coach: Option<K::Coach>,
    /// Hand by hand; the first holds what was told before any.
    told: Vec<Told>,
    judged: Vec<Judged>,
    end: Option<Reason>,
}

impl<K: Kind> fmt::Debug for Seated<K> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Seated")
            .field("rules", &self.rules)
            .field("state", &self.state)
            .finish_non_exhaustive()
    }
}

impl<K: Kind> Seated<K> {
    pub(super) fn new(rules: K, key: Key, is_coached: bool) -> Self {
        let (state, face) = (rules.start(), rules.face());
        let mut seated = Self {
            rules,
            dealer: Seeded::new(key),
            state,
            game: 0,
            face,
            coach: is_coached.then(K::Coach::default),
            told: vec![Told::default()],
            judged: Vec::new(),
            end: None,
        };
        let start = seated.face.start();
        seated.tell(start);
        seated.begin();
        seated
    }

    /// Takes a move: a bet, `h`, `s`, `g` for another hand, `q` to leave the table.
    ///
    /// # Errors
    /// What is wrong with it.
    pub(super) fn advance(&mut self, word: &str) -> Result<(), String> {
        if self.end.is_some() {
            return Err("the table is closed".to_owned());
        }
        if word == "q" {
            self.close(Reason::Quit);
            return Ok(());
        }
        match self.rules.node(&self.state) {
            Node::Over if word == "g" => {
                self.game += 1;
                self.begin();
                Ok(())
            }
            Node::Over => Err("expected g for another hand, or q".to_owned()),
            Node::Decide(_) => {
                let choices = self.rules.choices(&self.state, PLAYER);
                let action = self.face.read(&choices, word)?;
                self.rules.permits(&self.state, PLAYER, &action).map_err(|illegal| illegal.to_string())?;
                if K::Face::is_between_hands(&self.state) {
                    self.told.push(Told::default());
                }
                self.step(&Step::Act(Acts::from_iter([(PLAYER, action)])));
                self.run();
                Ok(())
            }
            Node::Chance => unreachable!("cards that are due were dealt"),
        }
    }

    fn begin(&mut self) {
        self.state = self.rules.start();
        if self.rules.node(&self.state) == Node::Chance {
            self.told.push(Told::default());
        }
        let mut news = Vec::new();
        self.rules.opening(&self.state, PLAYER, &mut |said| news.push(said));
        self.learn(&news);
        self.run();
    }

    /// Deals the cards that are due.
    fn run(&mut self) {
        while self.rules.node(&self.state) == Node::Chance {
            let draw = self.dealer.draw(self.game, &self.rules, &self.state);
            self.step(&Step::Draw(draw.expect("a shoe is shuffled long before it is empty")));
        }
        let node = self.rules.node(&self.state);
        if matches!(node, Node::Decide(_))
            && let Some(event) = self.face.asked(&self.rules.choices(&self.state, PLAYER))
        {
            self.tell(event);
        }
        let is_over = node == Node::Over;
        let is_full = self.hands() >= HANDS_MAX && (is_over || K::Face::is_between_hands(&self.state));
        if is_full || is_over && !self.face.goes_on() {
            self.close(Reason::Over);
        }
    }

    fn step(&mut self, step: &Step<K>) {
        let before = self.state.clone();
        self.rules.apply(&mut self.state, step).expect("it was permitted");
        if let Step::Act(acts) = step {
            let acted = self.face.acted(&acts[0].1, &self.state);
            self.tell(acted);
        }
        let mut news = Vec::new();
        self.rules.news(&self.state, step, PLAYER, &mut |said| news.push(said));
        self.learn(&news);
        let hand = self.hands();
        if let Some(coach) = &mut self.coach {
            self.judged.extend(self.rules.judge(coach, hand, &before, step, &self.state));
        }
    }

    fn learn(&mut self, news: &[K::News]) {
        for said in news {
            if let Some(event) = self.face.told(said) {
                self.tell(event);
            }
        }
    }

    fn tell(&mut self, event: Event) {
        let told = self.told.last_mut().expect("there is what was told before any hand");
        told.lines.extend(event.plain);
        told.events.push(event.json);
    }

    fn close(&mut self, reason: Reason) {
        self.end = Some(reason);
        let end = self.face.end(reason);
        self.told.push(Told::default());
        self.tell(end);
    }

    /// Hands that have begun.
    pub(in crate::web) fn hands(&self) -> usize {
        self.told.len() - 1 - usize::from(self.end.is_some())
    }

    /// What was told: before any hand, of each hand, and how it ended if it has.
    pub(in crate::web) fn told(&self) -> &[Told] {
        &self.told
    }

    pub(in crate::web) fn cards(&self) -> Cards {
        self.rules.cards(&self.state)
    }

    pub(in crate::web) fn asks(&self) -> Asks {
        match self.rules.node(&self.state) {
            _ if self.end.is_some() => Asks::Nothing,
            Node::Over => Asks::Next,
            Node::Decide(_) => K::asks(&self.rules.choices(&self.state, PLAYER)),
            Node::Chance => unreachable!("cards that are due were dealt"),
        }
    }

    /// What the choices are worth.
    pub(in crate::web) fn advice(&self) -> Option<Advice> {
        matches!(self.asks(), Asks::Bet { .. } | Asks::Move).then(|| self.rules.advice(&self.state)).flatten()
    }

    /// The decisions so far, where there is a coach.
    pub(in crate::web) fn judged(&self) -> &[Judged] {
        &self.judged
    }
}
