//! The better choice of a hand, and nothing else: what a player at the table asks.
//!
//! It leaves out what cannot change the choice:
//! - A hand that no card takes over 21, and that wins only by the dealer's bust when it stands, draws: it may stand
//!   one card later, with a total that is no worse. A total of 21 stands: none is better.
//! - A hard total from 18 stands as soon as that is worth more than if every card that keeps it alive won.
//! - Where both over 21 is a push, the dealer's bust adds the same to every choice: a player who is not over 21 wins
//!   by it, and one who is does not lose. So it is left out of both.

use croupier_rules::blackjack::Card;

use super::dealer::{Law, Plan};
use super::lanes::{LANES, Lanes};
use super::lattice::{BUST, Composition, Lattice, Place};
use super::play::{Question, find};
use super::{BothBust, Choice, Refused, Switches, Unseen};

/// The least hard total that is tried to stand before it is asked what drawing is worth.
const STANDS: u32 = 18;

/// Chooses to hit or to stand as [`Play`](super::Play) does, in a third of the time. Its memory is used again by the
/// next hand.
///
/// ```
/// use croupier_rules::blackjack::Card;
/// use croupier_solve::blackjack::{Choice, Chooser, Switches, Unseen};
/// let cards = |letters: &str| -> Vec<Card> { letters.bytes().filter_map(Card::from_letter).collect() };
/// let unseen = Unseen::of_packs(10)?.without(&cards("T97"))?;
/// let mut chooser = Chooser::default();
/// // Seventeen draws against eight and more, since both over 21 is a push.
/// assert_eq!(chooser.choose(&unseen, Card::TEN, &cards("97"), &Switches::default())?, Choice::Hit);
/// # Ok::<(), croupier_solve::blackjack::Refused>(())
/// ```
#[derive(Debug, Default)]
pub struct Chooser {
    /// What it was asked last.
    of: Option<Question>,
    /// The hands that matter to the choice, as they were found.
    found: Vec<Found>,
    /// Where each hand of the lattice is among them, if it is.
    at: Vec<Option<u16>>,
    lanes: Box<Lanes>,
}

/// A hand that matters.
#[derive(Clone, Copy, Debug)]
struct Found {
    place: Place,
    draws: Draws,
    /// What standing is worth.
    stand: f64,
    /// What drawing is worth; less than all if it is known to be no better.
    hit: f64,
}

/// Whether what a hand becomes by a card matters.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Draws {
    /// It does.
    May,
    /// Only if standing is poor.
    Hardly,
    /// It does not: standing is better.
    Never,
}

impl Found {
    fn choice(&self) -> Choice {
        if self.hit > self.stand { Choice::Hit } else { Choice::Stand }
    }
}

impl Chooser {
    /// The better choice of a hand against an upcard; neither is among the unseen. What the last hand could become by
    /// cards is known already.
    ///
    /// # Errors
    /// When the hand is over 21, or its choice depends on the cards and a round could run out of them.
    pub fn choose(
        &mut self,
        unseen: &Unseen,
        up: Card,
        hand: &[Card],
        switches: &Switches,
    ) -> Result<Choice, Refused> {
        let place = find(hand)?;
        if let Some(choice) = known(&Lattice::get().hands[usize::from(place)], switches) {
            return Ok(choice);
        }
        let question = Question { unseen: unseen.with(hand), up, switches: *switches };
        if self.of != Some(question) || self.found(place).is_none() {
            unseen.check_round(hand.iter().copied().chain([up]))?;
            self.solve(place, question);
        }
        Ok(self.found(place).expect("it was solved").choice())
    }
}

impl Chooser {
    fn found(&self, place: Place) -> Option<&Found> {
        let index = *self.at.get(usize::from(place))?;
        index.map(|index| &self.found[usize::from(index)])
    }

    fn solve(&mut self, place: Place, question: Question) {
        self.of = Some(question);
        self.at.resize(Lattice::get().hands.len(), None);
        for found in self.found.drain(..) {
            self.at[usize::from(found.place)] = None;
        }
        self.lanes.set(&question.unseen);
        self.add(place, &question);
        let mut solved = 0;
        // Two rounds at most times: few hard totals from 18 are so poor that what they become matters.
        while solved < self.found.len() {
            let mut next = solved;
            while let Some(found) = self.found.get(next) {
                if found.draws == Draws::May {
                    self.add_below(found.place, &question);
                }
                next += 1;
            }
            self.find_stands(solved, &question);
            for index in std::mem::replace(&mut solved, next)..next {
                self.doubt(index, &question);
            }
        }
        // What a hand becomes stands behind it in the lattice.
        for &place in Lattice::get().under(place).iter().rev() {
            if let Some(index) = self.at[usize::from(place)]
                && self.found[usize::from(index)].draws == Draws::May
            {
                self.found[usize::from(index)].hit = self.hit(place, &question);
            }
        }
    }

    /// Adds a hand, unless it is there.
    fn add(&mut self, place: Place, question: &Question) {
        let at = &mut self.at[usize::from(place)];
        if at.is_none() {
            *at = Some(u16::try_from(self.found.len()).expect("there are 3083 hands"));
            let total = Lattice::get().hands[usize::from(place)].total(question.switches.ace);
            let draws = match total.points {
                21 => Draws::Never,
                STANDS.. if !total.soft => Draws::Hardly,
                _ => Draws::May,
            };
            self.found.push(Found { place, draws, stand: f64::NEG_INFINITY, hit: f64::NEG_INFINITY });
        }
    }

    /// Adds what a hand can become by a card.
    fn add_below(&mut self, place: Place, question: &Question) {
        let hand = &Lattice::get().hands[usize::from(place)];
        let cards = hand.next.into_iter().zip(hand.counts).zip(question.unseen.counts());
        for ((next, held), all) in cards {
            if next != BUST && u32::from(held) < all {
                self.add(next, question);
            }
        }
    }

    /// Finds what standing is worth to the hands from an index.
    fn find_stands(&mut self, begin: usize, question: &Question) {
        let Question { up, switches, .. } = question;
        let plan = Plan::get(switches.ace, *up);
        for block in self.found[begin..].chunks_mut(LANES) {
            let mut hands = [&Lattice::get().hands[0]; LANES];
            for (hand, found) in hands.iter_mut().zip(&*block) {
                *hand = &Lattice::get().hands[usize::from(found.place)];
            }
            let laws = self.lanes.laws(plan, &hands);
            for ((found, hand), law) in block.iter_mut().zip(hands).zip(&laws) {
                found.stand = stand(hand.total(switches.ace).points, law, switches.both_bust);
            }
        }
    }

    /// Looks at a hand again that hardly draws.
    fn doubt(&mut self, index: usize, question: &Question) {
        let Found { place, draws, stand, .. } = self.found[index];
        if draws == Draws::Hardly {
            let hand = &Lattice::get().hands[usize::from(place)];
            let most = hit_by(hand, question, |_| 1.0);
            if stand >= most {
                self.found[index].draws = Draws::Never;
            } else {
                self.found[index].draws = Draws::May;
                self.add_below(place, question);
            }
        }
    }

    fn hit(&self, place: Place, question: &Question) -> f64 {
        let worth = |next| {
            let found = self.found(next).expect("what a hand becomes was found with it");
            found.stand.max(found.hit)
        };
        hit_by(&Lattice::get().hands[usize::from(place)], question, worth)
    }
}

/// The better choice of a hand, if it does not depend on the cards that are left.
fn known(hand: &Composition, switches: &Switches) -> Option<Choice> {
    let points = hand.total(switches.ace).points;
    if points == 21 { Some(Choice::Stand) } else { hand.is_safe(points).then_some(Choice::Hit) }
}

/// What standing is worth. Where both over 21 is a push, less the chance of the dealer's bust.
fn stand(points: u32, law: &Law, both_bust: BothBust) -> f64 {
    let lead = law.below(points) - law.above(points);
    match both_bust {
        BothBust::Push => lead,
        BothBust::Lose => lead + law.bust,
    }
}

/// What drawing is worth, by what each hand is worth that is not over 21.
fn hit_by(hand: &Composition, question: &Question, worth: impl Fn(Place) -> f64) -> f64 {
    let each = 1.0 / f64::from(question.unseen.cards() - hand.size);
    let mut sum = 0.0;
    let cards = hand.next.into_iter().zip(hand.counts).zip(question.unseen.counts());
    for ((next, held), all) in cards {
        let left = all - u32::from(held);
        if left > 0 {
            sum += f64::from(left) * if next == BUST { -1.0 } else { worth(next) };
        }
    }
    sum * each
}
