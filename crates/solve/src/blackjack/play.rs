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
    lanes: Box<Lanes>,
    /// What they were solved for.
    of: Option<Question>,
}

/// What a play is solved for.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Question {
    /// The cards that were unseen before the first of the hand came; the upcard is not among them.
    pub(super) unseen: Unseen,
    pub(super) up: Card,
    pub(super) switches: Switches,
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
        self.solve_from(place, Question { unseen: unseen.with(hand), up, switches: *switches });
        Ok(())
    }

    fn solve_from(&mut self, place: Place, question: Question) {
        let lattice = Lattice::get();
        let counts = question.unseen.counts();
        let is_there = |&&place: &&Place| {
            let hand = &lattice.hands[usize::from(place)];
            hand.counts.iter().zip(counts).all(|(&held, all)| u32::from(held) <= all)
        };
        self.of = Some(question);
        self.solved.clear();
        self.solved.extend(lattice.under(place).iter().filter(is_there));
        self.at.resize(lattice.hands.len(), 0);
        for (index, &place) in (0..).zip(&self.solved) {
            self.at[usize::from(place)] = index;
        }
        let Question { unseen, up, switches } = question;
        self.find_laws(lattice, &unseen, Plan::get(switches.ace, up));
        self.decisions.clear();
        self.decisions.resize(self.solved.len(), Decision::default());
        for index in (0..self.solved.len()).rev() {
            let hand = &lattice.hands[usize::from(self.solved[index])];
            let law = &self.laws[index];
            let stand = stand(hand.total(switches.ace).points, law);
            let after = |next: Place| {
                let next = usize::from(self.at[usize::from(next)]);
                (self.decisions[next].spread(), self.laws[next].bust)
            };
            self.decisions[index] = Decision { stand, hit: hit(hand, &question, law, after) };
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

    /// What a round is worth in which the player's first two cards are still to come.
    ///
    /// # Panics
    /// When what was solved is a hand that has cards.
    pub fn round(&self) -> Spread {
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

    /// What a hand is worth that draws a card, by what each hand is worth that it can become.
    pub(super) fn hit_by(&self, place: Place, worth: impl Fn(Place) -> Spread) -> Option<Spread> {
        let question = self.of.as_ref()?;
        let bust = |place: Place| self.laws[usize::from(self.at[usize::from(place)])].bust;
        let law = &self.laws[usize::from(*self.at.get(usize::from(place))?)];
        let hand = &Lattice::get().hands[usize::from(place)];
        Some(hit(hand, question, law, |next| (worth(next), bust(next))))
    }

    /// The cards that a hand may draw, with their chances.
    pub(super) fn draws(&self, hand: &Composition) -> impl Iterator<Item = (Card, f64)> + use<> {
        let (counts, held) = (self.of.map_or([0; 10], |question| question.unseen.counts()), hand.counts);
        let left: [u32; 10] = std::array::from_fn(|card| counts[card].saturating_sub(held[card].into()));
        let all: u32 = left.iter().sum();
        let chance = move |card: Card| (card, f64::from(left[card.index()]) / f64::from(all));
        Card::ALL.into_iter().map(chance).filter(|&(_, chance)| chance > 0.0)
    }
}

/// The place of a hand.
pub(super) fn find(hand: &[Card]) -> Result<Place, Refused> {
    Lattice::get().find(hand).ok_or_else(|| Refused::Bust(hand.iter().copied().collect::<Hand>()))
}

/// What a total of at most 21 is worth that stands.
fn stand(points: u32, law: &Law) -> Spread {
    let (win, lose) = (law.bust + law.below(points), law.above(points));
    Spread { win, push: law.of(points), lose }
}

/// What a hand is worth that draws a card. Of each hand that it can become it is told what that is worth, and
/// how often the dealer busts then.
fn hit(
    hand: &Composition,
    Question { unseen, switches, .. }: &Question,
    law: &Law,
    after: impl Fn(Place) -> (Spread, f64),
) -> Spread {
    let counts = unseen.counts();
    let each = 1.0 / f64::from(unseen.cards() - hand.size);
    let mut spread = Spread::default();
    let mut bust = 0.0;
    // The dealer busts after our bust as often as he does at all, less what falls to our other draws: to
    // him, a card that we draw and one that stays away are the same.
    let mut dealer_too = law.bust;
    for ((all, held), next) in counts.into_iter().zip(hand.counts).zip(hand.next) {
        let left = all - u32::from(held);
        if left == 0 {
            continue;
        }
        let chance = f64::from(left) * each;
        if next == BUST {
            bust += chance;
        } else {
            let (worth, dealer_busts) = after(next);
            spread += worth.times(chance);
            dealer_too -= dealer_busts * chance;
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
