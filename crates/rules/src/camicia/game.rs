//! The engine: a game from payment card to payment card.
//!
//! What a number card shows never matters, so a deck is kept as runs: so many number cards and then a payment card,
//! again and again, with number cards below the last one. A whole run is put down at once.

use std::hash::{Hash, Hasher};

use super::{Card, Deal, Player};

/// A game between two tricks: the pile is empty.
#[derive(Debug, Default)]
pub(super) struct Game {
    decks: [Deck; 2],
    leader: Player,
    cards: u64,
    tricks: u64,
    /// The cards on the table; kept between tricks for its memory only.
    pile: Pile,
}

/// Number cards, then one payment card.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
struct Run {
    numbers: u32,
    /// What the payment card asks for, 1 to 4 cards.
    penalty: u32,
}

/// Cards on the table, the first that was put down in front.
#[derive(Debug, Default)]
struct Pile {
    runs: Vec<Run>,
    /// How many cards the runs are.
    cards: u64,
    /// The number cards after the last payment card.
    numbers: u32,
}

impl Game {
    /// Returns the game before its first card.
    pub(super) fn new(deal: &Deal) -> Self {
        let mut game = Self::default();
        game.start(deal);
        game
    }

    /// Becomes the game before its first card; what memory there is is used again.
    pub(super) fn start(&mut self, deal: &Deal) {
        for player in Player::BOTH {
            self.decks[player as usize].deal(deal.hand(player));
        }
        self.leader = Player::A;
        self.cards = 0;
        self.tricks = 0;
    }

    pub(super) const fn cards(&self) -> u64 {
        self.cards
    }

    pub(super) const fn tricks(&self) -> u64 {
        self.tricks
    }

    pub(super) const fn leader(&self) -> Player {
        self.leader
    }

    pub(super) const fn deck(&self, player: Player) -> &Deck {
        &self.decks[player as usize]
    }

    /// Says whether a player has no cards: between tricks, the other one holds all.
    pub(super) fn is_over(&self) -> bool {
        self.decks.iter().any(Deck::is_empty)
    }

    /// Plays until the pile is collected.
    pub(super) fn play_trick(&mut self) {
        let mut on_turn = self.open();
        if let Some(opening) = self.decks[on_turn as usize].show_payment_card(self.pile.numbers) {
            self.pile.push(opening);
            let mut debt = opening.penalty;
            loop {
                on_turn = on_turn.other();
                match self.decks[on_turn as usize].pay(debt) {
                    Payment::Lapsed(run) => {
                        self.pile.push(run);
                        debt = run.penalty;
                    }
                    Payment::Over(numbers) => {
                        self.pile.numbers = numbers;
                        break;
                    }
                }
            }
        }
        // Who is on turn has paid all, or has no card.
        self.collect(on_turn.other());
    }

    /// Puts number cards down by turns, the leader first, and returns whose turn it is when they are at an end.
    fn open(&mut self) -> Player {
        let leader = self.deck(self.leader).numbers_on_top();
        let other = self.deck(self.leader.other()).numbers_on_top();
        let from_leader = leader.min(other + 1);
        let from_other = leader.min(other);
        self.decks[self.leader as usize].take_numbers(from_leader);
        self.decks[self.leader.other() as usize].take_numbers(from_other);
        self.pile.numbers = from_leader + from_other;
        if leader <= other { self.leader } else { self.leader.other() }
    }

    /// Gives the pile to a player, who leads the next round.
    pub(super) fn collect(&mut self, collector: Player) {
        self.cards += self.pile.cards + u64::from(self.pile.numbers);
        self.decks[collector as usize].put_under(&self.pile);
        self.pile.clear();
        self.leader = collector;
        self.tricks += 1;
    }
}

impl Pile {
    fn push(&mut self, run: Run) {
        self.runs.push(run);
        self.cards += u64::from(run.numbers) + 1;
    }

    fn clear(&mut self) {
        self.runs.clear();
        self.cards = 0;
        self.numbers = 0;
    }
}

/// How a payment ends.
enum Payment {
    /// With a payment card of one's own: the other player owes now.
    Lapsed(Run),
    /// With so many number cards put down: the debt is paid, or the cards have run out.
    Over(u32),
}

/// A player's cards, from the top.
#[derive(Debug, Default)]
pub(super) struct Deck {
    /// The runs, with those that are gone before them.
    runs: Vec<Run>,
    top: usize,
    /// The number cards below the last payment card.
    numbers: u32,
}

/// Two decks are the same when they hold the same cards, whatever is gone.
impl PartialEq for Deck {
    fn eq(&self, other: &Self) -> bool {
        self.numbers == other.numbers && self.runs[self.top..] == other.runs[other.top..]
    }
}

impl Hash for Deck {
    fn hash<H: Hasher>(&self, hasher: &mut H) {
        self.runs[self.top..].hash(hasher);
        self.numbers.hash(hasher);
    }
}

/// Runs that are gone are cleared away when there are this many more than runs that are left.
const GONE_RUNS_MAX: usize = 64;

impl Deck {
    fn deal(&mut self, hand: &[Card]) {
        self.runs.clear();
        self.top = 0;
        self.numbers = 0;
        for card in hand {
            match u32::from(card.penalty()) {
                0 => self.numbers += 1,
                penalty => {
                    self.runs.push(Run { numbers: self.numbers, penalty });
                    self.numbers = 0;
                }
            }
        }
    }

    /// Becomes a copy of another deck, without what is gone of it.
    pub(super) fn copy(&mut self, other: &Self) {
        self.runs.clear();
        self.runs.extend_from_slice(&other.runs[other.top..]);
        self.top = 0;
        self.numbers = other.numbers;
    }

    pub(super) fn is_empty(&self) -> bool {
        self.top == self.runs.len() && self.numbers == 0
    }

    /// Returns how many number cards come before the first payment card, or before the end.
    fn numbers_on_top(&self) -> u32 {
        self.runs.get(self.top).map_or(self.numbers, |run| run.numbers)
    }

    /// Takes number cards off the top; there must be as many.
    fn take_numbers(&mut self, numbers: u32) {
        match self.runs.get_mut(self.top) {
            Some(run) => run.numbers -= numbers,
            None => self.numbers -= numbers,
        }
    }

    /// Takes the payment card on top, if there is one, as the end of a run with the number cards already put down.
    fn show_payment_card(&mut self, numbers: u32) -> Option<Run> {
        let run = self.runs.get(self.top)?;
        self.top += 1;
        Some(Run { numbers, penalty: run.penalty })
    }

    fn pay(&mut self, debt: u32) -> Payment {
        match self.runs.get_mut(self.top) {
            Some(run) if run.numbers < debt => {
                self.top += 1;
                Payment::Lapsed(*run)
            }
            Some(run) => {
                run.numbers -= debt;
                Payment::Over(debt)
            }
            None => {
                let paid = debt.min(self.numbers);
                self.numbers -= paid;
                Payment::Over(paid)
            }
        }
    }

    fn put_under(&mut self, pile: &Pile) {
        if self.top > self.runs.len() - self.top + GONE_RUNS_MAX {
            self.runs.drain(..self.top);
            self.top = 0;
        }
        let end = self.runs.len();
        self.runs.extend_from_slice(&pile.runs);
        match self.runs.get_mut(end) {
            Some(first) => {
                first.numbers += self.numbers;
                self.numbers = pile.numbers;
            }
            None => self.numbers += pile.numbers,
        }
    }
}
