//! A seat at a table of poker, against two house players.

use std::fmt;

use croupier_arena::dealer::{Dealer as _, Seeded};
use croupier_arena::house::Invitation;
use croupier_arena::player::Player;
use croupier_arena::protocol::Object;
use croupier_rules::chance::Key;
use croupier_rules::chips::Chips;
use croupier_rules::game::{Acts, Game as _, Node, Step};
use croupier_rules::poker::{Action, Choices, Deal, News, Rules, SEATS};
use croupier_rules::seat::{Seat, Seats};
use croupier_solve::poker::Choice;

use super::Play;
use crate::cmd::poker::talk::{Talk, read, signed};
use crate::house::HOUSES;
use crate::review::poker::decisions::Decisions;
use crate::review::poker::priced::Priced;

/// Deals of a table at most.
pub(in crate::web) const DEALS_MAX: u32 = 100;

/// The person's seat.
const OWN: usize = 0;

/// How the person is told what happens.
const TALK: Talk = Talk { seat: OWN };

/// The house players at seats 1 and 2, by their names.
pub(in crate::web) type Guests = [&'static str; 2];

/// A person at a table.
pub(in crate::web) struct PokerTable {
    rules: Rules,
    guests: Guests,
    players: [Option<Box<dyn Player<Rules>>>; SEATS],
    dealer: Seeded,
    state: Deal,
    decisions: Decisions,
    /// The cards that the person knows.
    known: [Option<u8>; SEATS],
    /// What each seat did last in this deal.
    acts: [String; SEATS],
    deals: u32,
    net: Chips,
    /// What was told, deal by deal; the first holds what was told before any.
    told: Vec<Vec<String>>,
    /// The person's decisions with their prices, where there is a coach.
    priced: Vec<Priced>,
    end: Option<End>,
}

/// Why a table is closed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum End {
    Full,
    Left,
}

/// What the table waits for.
#[derive(Clone, Debug)]
pub(in crate::web) enum Waits {
    /// A bid from the least to the most.
    Bid { min: u16, max: u16, line: String },
    /// To pay so much more, or to fold.
    Call { more: u16, line: String },
    /// Another deal.
    Next,
    /// Nothing: it is closed.
    Nothing,
}

/// A seat as the person sees it.
#[derive(Clone, Debug)]
pub(in crate::web) struct Sight {
    pub(in crate::web) name: String,
    pub(in crate::web) is_own: bool,
    pub(in crate::web) is_live: bool,
    /// A card, or `back`.
    pub(in crate::web) face: String,
    pub(in crate::web) act: String,
    pub(in crate::web) stake: u16,
}

/// What the choices are worth.
#[derive(Clone, Debug)]
pub(in crate::web) struct Coached {
    pub(in crate::web) choices: Vec<Choice>,
    pub(in crate::web) best: Action,
    pub(in crate::web) is_guess: bool,
}

/// Choices that the equilibrium makes more rarely are left out.
const SHOWN: f64 = 0.005;

impl fmt::Debug for PokerTable {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("PokerTable")
            .field("guests", &self.guests)
            .field("deals", &self.deals)
            .finish_non_exhaustive()
    }
}

impl PokerTable {
    /// A table whose first deal is dealt; `key` makes the keys of its chance.
    pub(super) fn new(guests: Guests, key: impl Fn(&str) -> Key) -> Self {
        let rules = Rules::default();
        let seated = |seat: usize| {
            let name = guests[seat.checked_sub(1)?];
            let place = Seat(u8::try_from(seat).expect("a table has three seats"));
            let chance = key(&format!("poker seat {seat}")).stream(0);
            let told = Object::new();
            let invitation = Invitation { name, seat: place, chance, rules: &rules, told: &told };
            (HOUSES.poker.seat)(invitation)
        };
        let mut table = Self {
            rules,
            guests,
            players: std::array::from_fn(seated),
            dealer: Seeded::new(key("poker")),
            state: rules.start(),
            decisions: Decisions::new(rules),
            known: [None; SEATS],
            acts: Default::default(),
            deals: 0,
            net: Chips::ZERO,
            told: vec![Vec::new()],
            priced: Vec::new(),
            end: None,
        };
        let [first, second] = guests;
        table.tell(format!("you are seat {OWN}, seat 1 is {first}, seat 2 is {second}"));
        table.begin();
        table
    }

    /// Takes a move: a bid, `y` or `n`, `g` for another deal, `q` to leave the table.
    ///
    /// # Errors
    /// What is wrong with it.
    pub(super) fn advance(&mut self, word: &str, coach: Option<&Play>) -> Result<(), String> {
        if self.end.is_some() {
            return Err("the table is closed".to_owned());
        }
        if word == "q" {
            self.close(End::Left);
            return Ok(());
        }
        match self.rules.node(&self.state) {
            Node::Over if word == "g" => {
                self.begin();
                Ok(())
            }
            Node::Over => Err("expected g for another deal, or q".to_owned()),
            Node::Decide(asked) => {
                let choices = self.rules.choices(&self.state, Seat(0));
                let action = read(&choices, word)?;
                self.rules.permits(&self.state, Seat(0), &action).map_err(|illegal| illegal.to_string())?;
                let made = self.decisions.made.len();
                self.act(asked, Some(action));
                self.run();
                if let Some(coach) = coach {
                    self.price(made, coach);
                }
                Ok(())
            }
            Node::Chance => unreachable!("cards that are due were dealt"),
        }
    }

    fn begin(&mut self) {
        self.state = self.rules.start();
        self.decisions = Decisions::new(self.rules);
        self.known = [None; SEATS];
        self.acts = Default::default();
        self.told.push(Vec::new());
        self.players.iter_mut().flatten().for_each(|player| player.game_starts());
        self.run();
    }

    /// Goes on until the person is asked, or the deal is over.
    fn run(&mut self) {
        loop {
            match self.rules.node(&self.state) {
                Node::Chance => {
                    let draw = self.dealer.draw(self.deals, &self.rules, &self.state);
                    self.step(&Step::Draw(draw.expect("there is always another card")));
                    if let (Node::Decide(_), Some(card)) = (self.rules.node(&self.state), self.known[OWN]) {
                        let number = self.deals + 1;
                        self.tell(format!(
                            "deal {number}: your card is {card}, your score {}",
                            signed(self.net)
                        ));
                    }
                }
                Node::Decide(asked) => {
                    let own =
                        asked.contains(Seat(0)).then(|| only(&self.rules.choices(&self.state, Seat(0))));
                    match own {
                        Some(None) => return,
                        Some(only) => self.act(asked, only),
                        None => self.act(asked, None),
                    }
                }
                Node::Over => break,
            }
        }
        let nets = self.rules.net(&self.state).expect("a deal that is over is settled");
        self.deals += 1;
        self.net += nets[OWN];
        let [how, won] = TALK.over(&self.rules, &self.state);
        self.tell(how);
        self.tell(format!("{won}; your score {}", signed(self.net)));
        for (act, net) in self.acts.iter_mut().zip(&nets) {
            *act = signed(*net).replace('-', "−");
        }
        if self.deals == DEALS_MAX {
            self.close(End::Full);
        }
    }

    /// All that are asked act at once, each unaware of the others.
    fn act(&mut self, asked: Seats, own: Option<Action>) {
        let mut acts = Acts::new();
        for seat in asked.iter() {
            let choices = self.rules.choices(&self.state, seat);
            let action = match &mut self.players[seat.index()] {
                Some(player) => player.choose(&choices).expect("a house player commits no fault"),
                None => own.expect("the person is asked first"),
            };
            acts.push((seat, action));
        }
        let told = TALK.opened(&acts);
        self.acts = Default::default();
        for (seat, action) in &acts {
            self.acts[seat.index()] = action.to_string();
        }
        self.step(&Step::Act(acts));
        self.tell(told);
    }

    fn step(&mut self, step: &Step<Rules>) {
        self.decisions.step(&self.state, step);
        self.rules.apply(&mut self.state, step).expect("it was permitted");
        for (seat, player) in (0..).zip(&mut self.players) {
            if let Some(player) = player {
                self.rules.news(&self.state, step, Seat(seat), &mut |news| player.learn(&news));
            }
        }
        let known = &mut self.known;
        self.rules.news(&self.state, step, Seat(0), &mut |news| match news {
            News::Hand(card) => known[OWN] = Some(card),
            News::Showdown(shown) => {
                for (known, shown) in known.iter_mut().zip(shown) {
                    *known = known.or(shown);
                }
            }
            News::Bets(..) | News::Live(..) | News::Result(_) => {}
        });
    }

    /// Prices what the person has decided since so many decisions were made; nothing, where there was no choice.
    fn price(&mut self, made: usize, coach: &Play) {
        let own = self.decisions.made[made..].iter().find(|decision| decision.seat == OWN);
        let Some(decision) = own else { return };
        let is_over = self.rules.node(&self.state) == Node::Over;
        let deal = self.deals + u32::from(!is_over);
        self.priced.push(coach.priced(|pricing| Priced::new(pricing, deal, *decision)));
    }

    fn close(&mut self, end: End) {
        self.end = Some(end);
        let deals = if self.deals == 1 { "1 deal".to_owned() } else { format!("{} deals", self.deals) };
        let how = match end {
            End::Full => "over",
            End::Left => "quit",
        };
        self.told.push(vec![format!("{deals}, score {} ({how})", signed(self.net))]);
    }

    fn tell(&mut self, line: String) {
        self.told.last_mut().expect("there is what was told before any deal").push(line);
    }

    /// What was told: before any deal, of each deal, and how it ended if it has.
    pub(in crate::web) fn told(&self) -> &[Vec<String>] {
        &self.told
    }

    /// What was told of the deal on the table.
    pub(in crate::web) fn told_last(&self) -> &[String] {
        &self.told[self.told.len() - 1 - usize::from(self.end.is_some())]
    }

    /// The number of the deal on the table, from 1.
    pub(in crate::web) fn deal(&self) -> u32 {
        let is_over = self.rules.node(&self.state) == Node::Over;
        self.deals + u32::from(!is_over)
    }

    /// What the person has won or lost.
    pub(in crate::web) fn score(&self) -> String {
        signed(self.net)
    }

    /// The chips of all seats that are in, and the total to stand at.
    pub(in crate::web) fn pot(&self) -> (u16, u16) {
        (self.state.stakes().iter().sum(), self.state.level())
    }

    /// The seats as the person sees them.
    pub(in crate::web) fn sights(&self) -> Vec<Sight> {
        let live = self.state.live();
        let sight = |seat: usize| Sight {
            name: if seat == OWN { "you".to_owned() } else { format!("{seat}: {}", self.guests[seat - 1]) },
            is_own: seat == OWN,
            is_live: live.iter().any(|at| at.index() == seat),
            face: self.known[seat].map_or_else(|| "back".to_owned(), |card| card.to_string()),
            act: self.acts[seat].clone(),
            stake: self.state.stakes()[seat],
        };
        (0..SEATS).map(sight).collect()
    }

    /// What the table waits for.
    pub(in crate::web) fn waits(&self) -> Waits {
        let Node::Decide(asked) = self.rules.node(&self.state) else {
            return if self.end.is_some() { Waits::Nothing } else { Waits::Next };
        };
        if self.end.is_some() {
            return Waits::Nothing;
        }
        let choices = self.rules.choices(&self.state, Seat(0));
        let line = TALK.asked(&self.state, asked, &choices).line;
        match choices {
            Choices::Bid { min, max, .. } => Waits::Bid { min, max, line },
            Choices::Call { level, .. } => Waits::Call { more: level - self.state.stakes()[OWN], line },
        }
    }

    /// The person's decisions with their prices.
    pub(in crate::web) fn priced(&self) -> &[Priced] {
        &self.priced
    }

    /// What the choices are worth against the equilibrium; none where there is no choice.
    pub(in crate::web) fn coached(&self, play: &Play) -> Option<Coached> {
        let question = self.decisions.question(&self.state)?;
        let (min, is_bid) = match self.waits() {
            Waits::Bid { min, .. } => (min, true),
            Waits::Call { .. } => (0, false),
            Waits::Next | Waits::Nothing => return None,
        };
        let asked = if is_bid { Action::Bid(min) } else { Action::Call(true) };
        let card = self.known[OWN]?;
        let prices = play.priced(|pricing| pricing.prices(OWN, card, &question, asked));
        let best = prices.best().action;
        let is_guess = prices.is_guess();
        let mut choices = prices.choices;
        choices.retain(|choice| !is_bid || choice.chance >= SHOWN || choice.action == best);
        Some(Coached { choices, best, is_guess })
    }
}

/// The one answer that is left to a person who is all in.
fn only(choices: &Choices) -> Option<Action> {
    match *choices {
        Choices::Bid { min, max, .. } if min == max => Some(Action::Bid(max)),
        Choices::Bid { .. } | Choices::Call { .. } => None,
    }
}
