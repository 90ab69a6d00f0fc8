//! A game between two tricks, packed, and how one trick changes it.

use croupier_rules::camicia::{Deal, Player};
use thiserror::Error;

use super::{CARDS_MAX, Deck, FACES_MAX};

/// A game between two tricks: the pile is empty. Who leads stands first; names do not matter to how it goes on.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct State {
    /// The deck of the player who leads.
    pub leader: Deck,
    /// The other deck.
    pub other: Deck,
}

/// Why a deal cannot be packed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[error(
    "{cards} cards with {faces} faces: the laboratory takes at most {CARDS_MAX} cards and {FACES_MAX} faces"
)]
pub struct PackError {
    /// The cards of both hands.
    pub cards: usize,
    /// The faces (J, Q, K, A) of both hands.
    pub faces: usize,
}

/// What one trick came to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Trick {
    /// The pile was collected, and both players have cards: so many were put down.
    Collected(u32),
    /// One player holds all: so many cards were put down in this last trick.
    Last(u32),
}

/// A pile that was collected.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Pile {
    /// Its cards.
    pub(super) cards: u32,
    /// Its faces, which the two players put down by turns.
    pub(super) faces: u32,
    /// Whether the player who led put down the first face.
    pub(super) leader_is_first: bool,
}

impl State {
    /// Packs a deal: A leads.
    ///
    /// # Errors
    /// When there are more than [`CARDS_MAX`] cards or [`FACES_MAX`] faces.
    pub fn of(deal: &Deal) -> Result<Self, PackError> {
        let faces = Player::BOTH
            .iter()
            .map(|&player| deal.hand(player).iter().filter(|card| card.penalty() > 0).count())
            .sum();
        let error = PackError { cards: deal.len(), faces };
        if error.cards > CARDS_MAX as usize || faces > FACES_MAX as usize {
            return Err(error);
        }
        let deck = |player| Deck::of(deal.hand(player)).ok_or(error);
        Ok(Self { leader: deck(Player::A)?, other: deck(Player::B)? })
    }

    /// Returns the deal that begins here: the leader is A.
    ///
    /// # Panics
    /// When there is no card at all, which no deal and no trick leads to.
    pub fn deal(&self) -> Deal {
        Deal::new(self.leader.cards(), self.other.cards()).expect("a state has cards")
    }

    /// Returns how many cards both decks have.
    pub const fn len(&self) -> u32 {
        self.leader.len + self.other.len
    }

    /// Says whether there is no card.
    pub const fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Says whether a player has no cards.
    pub const fn is_over(&self) -> bool {
        self.leader.len == 0 || self.other.len == 0
    }

    /// Plays until the pile is collected. The collector leads next; after the last trick the state means nothing.
    #[inline]
    pub fn play_trick(&mut self) -> Trick {
        match self.collect() {
            Ok(pile) if self.other.len > 0 => Trick::Collected(pile.cards),
            Ok(pile) => Trick::Last(pile.cards),
            Err(cards) => Trick::Last(cards),
        }
    }

    /// Plays until the pile is collected; if a player runs out before, the error is how many cards were put down.
    #[expect(clippy::inline_always, reason = "compiled with the features of its caller")]
    #[inline(always)]
    pub(super) fn collect(&mut self) -> Result<Pile, u32> {
        let from_leader = numbers_on_top(&self.leader);
        let from_other = numbers_on_top(&self.other);
        let leader_is_first = from_leader <= from_other;
        let numbers = if leader_is_first { 2 * from_leader } else { 2 * from_other + 1 };
        // Whose face is on top of the pile, and who has to pay for it.
        let (mut owner, mut payer) = if leader_is_first {
            self.other.take(from_leader);
            (self.leader, self.other)
        } else {
            self.leader.take(from_other + 1);
            (self.other, self.leader)
        };
        if owner.faces == 0 {
            return Err(numbers);
        }
        owner.take(from_leader.min(from_other) + 1);
        let mut value = owner.take_value();
        let mut pile = Deck { faces: 1 << numbers, values: u64::from(value), len: numbers + 1 };
        let mut faces = 1;
        loop {
            let numbers = payer.faces.trailing_zeros();
            if numbers > value {
                if value >= payer.len {
                    return Err(pile.len + payer.len);
                }
                payer.take(value + 1);
                pile.len += value + 1;
                owner.put_under(&pile);
                *self = Self { leader: owner, other: payer };
                return Ok(Pile { cards: pile.len, faces, leader_is_first });
            }
            payer.take(numbers + 1);
            value = payer.take_value();
            pile.faces |= 1 << (pile.len + numbers);
            pile.values |= u64::from(value) << (2 * faces);
            pile.len += numbers + 1;
            faces += 1;
            std::mem::swap(&mut owner, &mut payer);
        }
    }
}

/// Returns how many number cards come before the first face, or before the end.
const fn numbers_on_top(deck: &Deck) -> u32 {
    let numbers = deck.faces.trailing_zeros();
    if numbers < deck.len { numbers } else { deck.len }
}
