//! Outcomes by rules that were read wrongly, as solvers are known to read them.

use std::collections::{BTreeSet, VecDeque};

use super::{Card, Deal, Player, StateKey};
use crate::card::Rank;

/// A known way to read the rules wrongly, or to slip in counting.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Misreading {
    /// The other of the two readings of a repeated state (ruling 14): by default, who leads is forgotten.
    OtherState,
    /// No state is remembered: a deal without end is played for ever.
    NoLoopTest,
    /// Number cards are told apart: a repeat is seen only when the very same cards come again.
    NumbersCount,
    /// A player with one card left has lost already.
    OneCard,
    /// The cards of a last trick that was not paid in full are forgotten (ruling 15).
    CardsShort,
    /// The pile that ends the game is no trick.
    TricksShort,
    /// A repeat is looked for before a trick, and once too late.
    LoopLate,
    /// A deal is read sign by sign: a 10 is two cards.
    TenIsTwo,
}

/// What came of a misread deal.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Misread {
    /// Whether a repeated state was seen; if not, the game was over.
    pub is_loop: bool,
    /// The cards that were counted.
    pub cards: u64,
    /// The tricks that were counted.
    pub tricks: u64,
}

impl Misreading {
    /// All of them.
    pub const ALL: [Self; 8] = [
        Self::OtherState,
        Self::NoLoopTest,
        Self::NumbersCount,
        Self::OneCard,
        Self::CardsShort,
        Self::TricksShort,
        Self::LoopLate,
        Self::TenIsTwo,
    ];

    /// What comes of a deal as it is misread; `None` if such a program never ends.
    ///
    /// ```
    /// use croupier_rules::camicia::{Deal, Misreading, StateKey};
    ///
    /// let endless: Deal = "J--/-J-".parse()?;
    /// assert_eq!(Misreading::NoLoopTest.play(&endless, StateKey::Leader), None);
    /// # Ok::<(), croupier_rules::camicia::DealError>(())
    /// ```
    pub fn play(self, deal: &Deal, state: StateKey) -> Option<Misread> {
        let mut table = Table::deal(self, deal);
        let mut seen = BTreeSet::new();
        loop {
            if !seen.insert(table.state(self, state)) {
                return (self != Self::NoLoopTest).then(|| table.count(self, true));
            }
            table.play_trick();
            if table.is_over(self) {
                return Some(table.count(self, false));
            }
        }
    }
}

/// A game between two tricks.
struct Table {
    hands: [VecDeque<Card>; 2],
    leader: Player,
    cards: u64,
    tricks: u64,
    /// The cards of the last trick, if it was not paid in full.
    unpaid: u64,
}

impl Table {
    fn deal(misreading: Misreading, deal: &Deal) -> Self {
        let hands = Player::BOTH.map(|player| {
            let cards = deal.hand(player).iter().copied();
            if misreading == Misreading::TenIsTwo {
                cards.flat_map(sign_by_sign).collect::<VecDeque<_>>()
            } else {
                cards.collect()
            }
        });
        Self { hands, leader: Player::A, cards: 0, tricks: 0, unpaid: 0 }
    }

    /// What is remembered of a moment.
    fn state(&self, misreading: Misreading, state: StateKey) -> (Option<Player>, [Vec<Option<Rank>>; 2]) {
        let forgets = (state == StateKey::Decks) != (misreading == Misreading::OtherState);
        let as_seen = |card: &Card| {
            let is_told = misreading == Misreading::NumbersCount || card.penalty() > 0;
            card.rank().filter(|_| is_told)
        };
        let hands = [0, 1].map(|player: usize| self.hands[player].iter().map(as_seen).collect());
        ((!forgets).then_some(self.leader), hands)
    }

    fn play_trick(&mut self) {
        if self.hands.iter().any(VecDeque::is_empty) {
            // Nobody has to play against an empty hand (ruling 16).
            self.tricks += 1;
            return;
        }
        let (mut pile, mut turn, mut debt) = (Vec::new(), self.leader, 0);
        let mut is_paid = false;
        while let Some(card) = self.hands[turn as usize].pop_front() {
            pile.push(card);
            match (card.penalty(), debt) {
                (penalty @ 1.., _) => (turn, debt) = (turn.other(), penalty),
                (0, 0) => turn = turn.other(),
                (0, 1) => {
                    is_paid = true;
                    break;
                }
                (0, 2..) => debt -= 1,
            }
        }
        self.cards += pile.len() as u64;
        self.tricks += 1;
        self.unpaid = if is_paid { 0 } else { pile.len() as u64 };
        self.leader = turn.other();
        self.hands[self.leader as usize].extend(pile);
    }

    fn is_over(&self, misreading: Misreading) -> bool {
        let least = usize::from(misreading == Misreading::OneCard);
        self.hands.iter().any(|hand| hand.len() <= least)
    }

    fn count(&self, misreading: Misreading, is_loop: bool) -> Misread {
        let Self { mut cards, mut tricks, .. } = *self;
        if misreading == Misreading::CardsShort && !is_loop {
            cards -= self.unpaid;
        }
        if misreading == Misreading::TricksShort && !is_loop {
            tricks -= 1;
        }
        if misreading == Misreading::LoopLate && is_loop {
            tricks += 1;
        }
        Misread { is_loop, cards, tricks }
    }
}

/// A 10 as its two signs, of which none is a payment card.
fn sign_by_sign(card: Card) -> impl Iterator<Item = Card> {
    let count = if card.rank() == Some(Rank::Ten) { 2 } else { 1 };
    std::iter::repeat_n(card, count)
}

#[cfg(test)]
mod tests {
    use super::{Misread, Misreading};
    use crate::camicia::{Deal, StateKey};

    #[test]
    fn each_misreading_has_a_deal_that_tells_it() {
        let finished = |cards, tricks| Some(Misread { is_loop: false, cards, tricks });
        let loops = |cards, tricks| Some(Misread { is_loop: true, cards, tricks });
        for (deal, misreading, misread) in [
            ("-J-/--J-", Misreading::OtherState, loops(7, 2)),
            ("J--/-J-", Misreading::NoLoopTest, None),
            ("J--/-J-", Misreading::LoopLate, loops(8, 4)),
            ("2/3", Misreading::CardsShort, finished(0, 1)),
            ("2A78Q10/3456K9J", Misreading::TricksShort, finished(13, 0)),
            ("10/2", Misreading::TenIsTwo, finished(3, 1)),
        ] {
            let deal: Deal = deal.parse().unwrap();
            assert_eq!(misreading.play(&deal, StateKey::Leader), misread, "{misreading:?}");
        }
    }
}
