//! The best play of a hand against an upcard, by its very cards.

use croupier_rules::blackjack::{Card, Hand};

use super::dealer::{Law, Plan};
use super::lanes::{LANES, Lanes};
use super::lattice::{BUST, Composition, EMPTY, Lattice, Place};
use super::{BothBust, Refused, Spread, Switches, Unseen};

/// What a hand is worth by each of its two choices, the best play following.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Decision {
    /// When it stands.
    pub stand: Spread,
    /// When it draws a card, and plays on as best it can.
    pub hit: Spread,
}

/// What a hand can do.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Choice {
    /// Draw a card.
    Hit,
    /// Draw no more.
    Stand,
}

impl Decision {
    /// The better choice; of two that are worth the same, to stand.
    pub fn best(&self) -> Choice {
        if self.hit.ev() > self.stand.ev() { Choice::Hit } else { Choice::Stand }
    }

    /// What the hand is worth by the better choice.
    pub fn spread(&self) -> Spread {
        self.of(self.best())
    }

    /// What it is worth by a choice.
    pub fn of(&self, choice: Choice) -> Spread {
        match choice {
            Choice::Hit => self.hit,
            Choice::Stand => self.stand,
        }
    }
}

/// The best play of a hand and of all that it can become. Its memory is used again by the next hand.
///
/// ```
/// use croupier_rules::blackjack::Card;
/// use croupier_solve::blackjack::{Choice, Play, Switches, Unseen};
/// let cards = |letters: &str| -> Vec<Card> { letters.bytes().filter_map(Card::from_letter).collect() };
/// let unseen = Unseen::of_packs(10)?.without(&cards("T97"))?;
/// let mut play = Play::default();
/// // Seventeen draws against eight and more, since both over 21 is a push.
/// play.solve(&unseen, Card::TEN, &cards("97"), &Switches::default())?;
/// assert_eq!(play.decision(&cards("97")).unwrap().best(), Choice::Hit);
/// # Ok::<(), croupier_solve::blackjack::Refused>(())
/// ```
#[derive(Debug, Default)]
pub struct Play {
    /// The hands that were solved, in the order of the lattice.
    solved: Vec<Place>,
    /// Where each hand of the lattice is among them.
    at: Vec<Place>,
    decisions: Vec<Decision>,
    laws: Vec<Law>,
    lanes: Lanes,
    /// What they were solved for: the cards unseen before the first of the hand, the upcard, the switches.
    of: Option<(Unseen, Card, Switches)>,
}

impl Play {
    /// Solves a hand against an upcard; neither is among the unseen.
    ///
    /// # Errors
    /// When the hand is over 21, or a round could run out of cards.
    pub fn solve(
        &mut self,
        unseen: &Unseen,
        up: Card,
        hand: &[Card],
        switches: &Switches,
    ) -> Result<(), Refused> {
        let place = find(hand)?;
        unseen.check_round(hand.iter().copied().chain([up]))?;
        self.solve_from(&unseen.with(hand), up, place, switches);
        Ok(())
    }

    /// The better choice of a hand, which is solved if it does not follow from the last one that was.
    ///
    /// A hand that no card takes over 21 draws: it is worth no less by it.
    ///
    /// # Errors
    /// As [`solve`](Self::solve).
    pub fn choose(
        &mut self,
        unseen: &Unseen,
        up: Card,
        hand: &[Card],
        switches: &Switches,
    ) -> Result<Choice, Refused> {
        let place = find(hand)?;
        if Lattice::get().hands[usize::from(place)].is_safe() {
            return Ok(Choice::Hit);
        }
        let before = unseen.with(hand);
        if self.of != Some((before, up, *switches)) || self.decision_at(place).is_none() {
            unseen.check_round(hand.iter().copied().chain([up]))?;
            self.solve_from(&before, up, place, switches);
        }
        Ok(self.decision_at(place).expect("it was solved").best())
    }

    /// Solves a hand of the lattice, whose cards are among the unseen here.
    fn solve_from(&mut self, unseen: &Unseen, up: Card, place: Place, switches: &Switches) {
        let lattice = Lattice::get();
        self.of = Some((*unseen, up, *switches));
        let counts = unseen.counts();
        let has = |hand: &Composition| hand.counts.iter().zip(counts).all(|(&held, all)| u32::from(held) <= all);
        self.solved.clear();
        self.solved.extend(
            lattice.under(place).iter().filter(|&&place| has(&lattice.hands[usize::from(place)])),
        );
        self.at.resize(lattice.hands.len(), 0);
        for (index, &place) in (0..).zip(&self.solved) {
            self.at[usize::from(place)] = index;
        }
        self.find_laws(lattice, unseen, Plan::get(switches.ace, up));
        self.decisions.clear();
        self.decisions.resize(self.solved.len(), Decision::default());
        for index in (0..self.solved.len()).rev() {
            let hand = &lattice.hands[usize::from(self.solved[index])];
            let stand = stand(hand.total(switches.ace).points, &self.laws[index]);
            let hit = self.hit(hand, unseen, &self.laws[index], switches);
            self.decisions[index] = Decision { stand, hit };
        }
    }

    fn find_laws(&mut self, lattice: &Lattice, unseen: &Unseen, plan: &Plan) {
        self.laws.clear();
        self.lanes.set(unseen);
        for block in self.solved.chunks(LANES) {
            let mut hands = [&lattice.hands[0]; LANES];
            for (hand, &place) in hands.iter_mut().zip(block) {
                *hand = &lattice.hands[usize::from(place)];
            }
            let laws = self.lanes.laws(plan, &hands);
            self.laws.extend_from_slice(&laws[..block.len()]);
        }
    }

    /// What a hand is worth that draws.
    fn hit(&self, hand: &Composition, unseen: &Unseen, law: &Law, switches: &Switches) -> Spread {
        let counts = unseen.counts();
        let each = 1.0 / f64::from(unseen.cards() - hand.size);
        let mut spread = Spread::default();
        let mut bust = 0.0;
        // The dealer busts after our bust as often as he does at all, less what falls to our other draws: to
        // him, a card that we draw and one that stays away are the same.
        let mut dealer_too = law.bust;
        for card in 0..counts.len() {
            let left = counts[card] - u32::from(hand.counts[card]);
            if left == 0 {
                continue;
            }
            let chance = f64::from(left) * each;
            let next = hand.next[card];
            if next == BUST {
                bust += chance;
            } else {
                let next = usize::from(self.at[usize::from(next)]);
                spread += self.decisions[next].spread().times(chance);
                dealer_too -= self.laws[next].bust * chance;
            }
        }
        if bust > 0.0 {
            let push = match switches.both_bust {
                BothBust::Push => dealer_too,
                BothBust::Lose => 0.0,
            };
            spread += Spread { win: 0.0, push, lose: bust - push };
        }
        spread
    }

    /// What a round is worth in which the first two cards are still to come.
    ///
    /// # Panics
    /// When a hand was solved that has cards.
    pub(super) fn first_two(&self) -> Spread {
        // A hand of no card or of one draws: it loses nothing by it.
        self.decision_at(EMPTY).expect("the round was solved from its beginning").hit
    }

    /// What was found for a hand.
    pub fn decision(&self, hand: &[Card]) -> Option<&Decision> {
        self.decision_at(Lattice::get().find(hand)?)
    }

    pub(super) fn decision_at(&self, place: Place) -> Option<&Decision> {
        let index = usize::from(*self.at.get(usize::from(place))?);
        (self.solved.get(index) == Some(&place)).then(|| &self.decisions[index])
    }

    /// The dealer's law after a hand.
    pub(super) fn law_at(&self, place: Place) -> Option<&Law> {
        let index = usize::from(*self.at.get(usize::from(place))?);
        (self.solved.get(index) == Some(&place)).then(|| &self.laws[index])
    }
}

/// The place of a hand.
fn find(hand: &[Card]) -> Result<Place, Refused> {
    Lattice::get().find(hand).ok_or_else(|| Refused::Bust(hand.iter().copied().collect::<Hand>()))
}

/// What a total of at most 21 is worth that stands.
fn stand(points: u32, law: &Law) -> Spread {
    let (win, lose) = (law.bust + law.below(points), law.above(points));
    Spread { win, push: law.of(points), lose }
}
