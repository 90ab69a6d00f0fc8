//! Tables at which a person plays in the browser.
//!
//! The server keeps no session: the address holds the number of the table, its options and the moves so far. The cards
//! follow from a [`Secret`] of the server and the number of the table, the moves are replayed by the rules, and what
//! the person may know by then is answered. So a reload, a restart, a link to a friend and a move taken back all work, and
//! nothing is changed by a request. The tables as they stood last are kept, so that a click plays one move.

mod blackjack;
mod contest;
mod exam;
mod moves;
mod poker;
mod secret;
mod shelf;

use std::path::PathBuf;
use std::sync::{Arc, Mutex};

use croupier_rules::blackjack::{self as blackjack_rules, exam as exam_rules};
use croupier_rules::poker as poker_rules;
use croupier_solve::poker::{Limits, Policy, Pricing};
use tokio::sync::Semaphore;

pub(super) use blackjack::{Advice, Asks, HANDS_MAX, Judged, Kind, Seated, Worth};
pub(super) use moves::{Moves, Refused};
pub(super) use poker::{Coached, DEALS_MAX, Guests, PokerTable, Waits};
use secret::Secret;
use shelf::Shelf;

/// All tables.
#[derive(Debug)]
pub(super) struct Play {
    secret: Secret,
    contest: Shelf<Seated<blackjack_rules::Rules>>,
    exam: Shelf<Seated<exam_rules::Rules>>,
    poker: Shelf<PokerTable>,
    pricing: Mutex<Prices>,
    places: Arc<Semaphore>,
}

/// Requests that play at a time: the others wait.
const PLACES: usize = 2;

/// Prices of poker, found by the policy that the table's house players have too.
#[derive(Debug, Default)]
struct Prices {
    pricing: Option<Pricing<'static>>,
    asked: u32,
}

/// What has been found out is forgotten after so many questions, so that it does not grow for ever.
const QUESTIONS_KEPT: u32 = 5_000;

impl Play {
    /// Tables whose cards follow from a secret in a data folder.
    pub(super) fn new(data: PathBuf) -> Self {
        Self {
            secret: Secret::new(data),
            contest: Shelf::default(),
            exam: Shelf::default(),
            poker: Shelf::default(),
            pricing: Mutex::default(),
            places: Arc::new(Semaphore::new(PLACES)),
        }
    }

    /// Those that play at a time.
    pub(super) fn places(&self) -> Arc<Semaphore> {
        Arc::clone(&self.places)
    }

    /// A table of the betting contest after some moves.
    ///
    /// # Errors
    /// The first move that the rules refuse.
    pub(super) fn contest<A>(
        &self,
        place: &Place,
        rules: blackjack_rules::Rules,
        moves: &Moves,
        look: impl FnOnce(&Seated<blackjack_rules::Rules>) -> A,
    ) -> Result<A, Refused> {
        let key = format!("{place:?} {rules:?}");
        let sit = || {
            let key = self.secret.key("blackjack", place.table);
            Seated::new(rules, key, place.is_coached)
        };
        self.contest.played(key, moves, sit, Seated::advance, look)
    }

    /// A table of the exam after some moves.
    ///
    /// # Errors
    /// The first move that the rules refuse.
    pub(super) fn exam<A>(
        &self,
        place: &Place,
        rules: exam_rules::Rules,
        moves: &Moves,
        look: impl FnOnce(&Seated<exam_rules::Rules>) -> A,
    ) -> Result<A, Refused> {
        let key = format!("{place:?} {rules:?}");
        let sit = || Seated::new(rules, self.secret.key("exam", place.table), place.is_coached);
        self.exam.played(key, moves, sit, Seated::advance, look)
    }

    /// A table of poker after some moves.
    ///
    /// # Errors
    /// The first move that the rules refuse.
    pub(super) fn poker<A>(
        &self,
        place: &Place,
        guests: Guests,
        moves: &Moves,
        look: impl FnOnce(&PokerTable) -> A,
    ) -> Result<A, Refused> {
        let key = format!("{place:?} {guests:?}");
        let coach = place.is_coached.then_some(self);
        let sit = || PokerTable::new(guests, |label| self.secret.key(label, place.table));
        self.poker.played(key, moves, sit, |table, word| table.advance(word, coach), look)
    }

    /// Asks for prices of poker.
    fn priced<A>(&self, ask: impl FnOnce(&mut Pricing<'static>) -> A) -> A {
        let mut prices = super::site::locked(&self.pricing);
        if prices.asked >= QUESTIONS_KEPT {
            *prices = Prices::default();
        }
        prices.asked += 1;
        let rules = poker_rules::Rules::default();
        let new = || Pricing::new(Policy::of_limits(Limits::of(&rules)));
        ask(prices.pricing.get_or_insert_with(new))
    }
}

/// Which table, apart from its rules.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Place {
    /// Its number.
    pub(super) table: u32,
    /// Whether each decision is judged as it is made.
    pub(super) is_coached: bool,
}

impl Place {
    /// Tables are numbered below this.
    pub(super) const TABLES: u32 = 1_000_000_000;

    /// The number of a new table.
    pub(super) fn new_table() -> u32 {
        secret::chance() % Self::TABLES
    }
}
