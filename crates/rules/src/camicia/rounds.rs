//! The round table: every card of a game, with the hands, the pile and the debt, as statement 001 prints it.

use std::collections::VecDeque;

use super::{Card, Deal, Outcome, Player};

/// What a player still has to pay.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Debt {
    /// Who pays.
    pub player: Player,
    /// How many cards, 1 to 4.
    pub cards: u8,
}

/// A game at one row of its round table, with the cards as they were given.
///
/// ```
/// use croupier_rules::camicia::{play, Deal, Options, Player, Rounds};
///
/// let deal: Deal = "J 2 3 / 4 J 5".parse()?;
/// let mut rounds = Rounds::new(&deal, &play(&deal, Options::default()));
/// let mut rows = 1;
/// while rounds.advance() {
///     rows += 1;
/// }
/// assert_eq!((rows, rounds.round()), (12, 4));
/// assert!(rounds.hand(Player::A).map(|card| card.to_string()).eq(["4", "5", "J", "2"]));
/// # Ok::<(), croupier_rules::camicia::DealError>(())
/// ```
#[derive(Clone, Debug)]
pub struct Rounds {
    hands: [VecDeque<Card>; 2],
    pile: Vec<Card>,
    round: u64,
    cards: u64,
    turn: Turn,
    end: Outcome,
}

/// What happens next.
#[derive(Clone, Copy, Debug)]
enum Turn {
    /// This player puts a card down, and owes this many.
    Play(Player, u8),
    /// This player takes the pile.
    Collect(Player),
}

impl Rounds {
    /// Returns the first row: nothing is played. The rows go on until `outcome` is reached, which must be that of the deal.
    pub fn new(deal: &Deal, outcome: &Outcome) -> Self {
        let hands = Player::BOTH.map(|player| deal.hand(player).iter().copied().collect::<VecDeque<_>>());
        let turn = if hands[Player::B as usize].is_empty() {
            Turn::Collect(Player::A)
        } else {
            Turn::Play(Player::A, 0)
        };
        Self { hands, pile: Vec::new(), round: 1, cards: 0, turn, end: *outcome }
    }

    /// Goes to the next row; says false, and stays, when this one is the last.
    pub fn advance(&mut self) -> bool {
        let is_last = self.round > self.end.tricks && self.cards >= self.end.cards;
        if is_last {
            return false;
        }
        match self.turn {
            Turn::Play(player, debt) => match self.hands[player as usize].pop_front() {
                Some(card) => self.put_down(player, debt, card),
                None => self.collect(player.other()),
            },
            Turn::Collect(collector) => self.collect(collector),
        }
        true
    }

    /// Returns the number of the round, from 1: one more than the tricks so far.
    pub const fn round(&self) -> u64 {
        self.round
    }

    /// Returns the cards put down so far.
    pub const fn cards(&self) -> u64 {
        self.cards
    }

    /// Returns a player's cards, the top one first.
    pub fn hand(&self, player: Player) -> impl ExactSizeIterator<Item = Card> {
        self.hands[player as usize].iter().copied()
    }

    /// Returns the pile, the card that was put down first in front.
    pub fn pile(&self) -> impl ExactSizeIterator<Item = Card> {
        self.pile.iter().copied()
    }

    /// Returns who still has to pay, and how much.
    pub const fn debt(&self) -> Option<Debt> {
        match self.turn {
            Turn::Play(player, cards @ 1..) => Some(Debt { player, cards }),
            Turn::Play(_, 0) | Turn::Collect(_) => None,
        }
    }

    fn put_down(&mut self, player: Player, debt: u8, card: Card) {
        self.pile.push(card);
        self.cards += 1;
        self.turn = match (card.penalty(), debt) {
            (penalty @ 1.., _) => Turn::Play(player.other(), penalty),
            (0, 0) => Turn::Play(player.other(), 0),
            (0, 1) => Turn::Collect(player.other()),
            (0, 2..) => Turn::Play(player, debt - 1),
        };
    }

    fn collect(&mut self, collector: Player) {
        self.hands[collector as usize].extend(self.pile.drain(..));
        self.round += 1;
        self.turn = Turn::Play(collector, 0);
    }
}
