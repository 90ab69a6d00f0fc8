//! What the dealer ends with, by his upcard.
//!
//! He draws until his total is 17 or more; what counts is the same whatever order the cards of a hand came
//! in. A plan lists the hands he may end with once, each with the number of orders that lead to it.

use std::collections::BTreeMap;
use std::sync::OnceLock;

use croupier_rules::blackjack::{Ace, Card, Hand, Total};

use super::Unseen;
use super::lanes::{LANES, Lanes};
use super::lattice::{Composition, Lattice};

/// The least total that he keeps.
const STANDS: u32 = 17;

/// The totals that he may keep.
pub(super) const TOTALS: usize = 5;

/// The most cards of his that draw: sixteen aces that count 1 each.
pub(super) const DRAWS: usize = 16;

/// Chances of the dealer's totals.
///
/// ```
/// use croupier_rules::blackjack::{Ace, Card};
/// use croupier_solve::blackjack::{law, Unseen};
/// let law = law(&Unseen::of_packs(8)?.without(&[Card::TEN])?, Card::TEN, Ace::OneOrEleven);
/// assert_eq!(format!("{:.5} {:.5}", law.of(20), law.bust), "0.34056 0.21238");
/// # Ok::<(), croupier_solve::blackjack::Refused>(())
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Law {
    /// Of 17 to 21.
    pub totals: [f64; TOTALS],
    /// Of more than 21.
    pub bust: f64,
}

impl Law {
    /// The chance of a total from 17 to 21; 0 for any other.
    pub fn of(&self, total: u32) -> f64 {
        let index = total.checked_sub(STANDS).and_then(|index| usize::try_from(index).ok());
        index.and_then(|index| self.totals.get(index)).copied().unwrap_or(0.0)
    }

    /// The chance of a total above another one, 21 at most.
    pub(super) fn above(&self, points: u32) -> f64 {
        self.sum(|total| total > points)
    }

    /// The chance of a total below another one.
    pub(super) fn below(&self, points: u32) -> f64 {
        self.sum(|total| total < points)
    }

    fn sum(&self, counts: impl Fn(u32) -> bool) -> f64 {
        (STANDS..).zip(self.totals).filter(|&(total, _)| counts(total)).map(|(_, chance)| chance).sum()
    }

    pub(super) fn from_totals(totals: [f64; TOTALS]) -> Self {
        Self { totals, bust: 1.0 - totals.iter().sum::<f64>() }
    }
}

/// What the dealer ends with from an upcard that is not among the unseen. A hand that runs out of cards
/// counts as over 21.
pub fn law(unseen: &Unseen, up: Card, ace: Ace) -> Law {
    let empty: &Composition = &Lattice::get().hands[0];
    let mut lanes = Lanes::new();
    lanes.set(unseen);
    lanes.laws(Plan::get(ace, up), &[empty; LANES])[0]
}

/// The dealer's ways from an upcard: the tree of the hands that draw. Each hand is in it once.
#[derive(Debug, Default)]
pub(super) struct Plan {
    pub(super) drawing: Vec<Drawing>,
}

/// A hand that draws; the one above it in the tree has a card less.
#[derive(Clone, Copy, Debug)]
pub(super) struct Drawing {
    /// In how many orders its cards may have come.
    pub(super) orders: f64,
    /// How many cards were drawn to it.
    pub(super) depth: u8,
    /// The last of them: its [`factor`].
    pub(super) last: u8,
    /// The cards that lead from here to each total from 17 to 21: [`factor`], or [`NEVER`].
    pub(super) stands: [u8; TOTALS],
}

/// The number of factors, by card and by how many of them were drawn before.
pub(super) const FACTORS: usize = 54;

/// The factor of a card that there is not: no card leads to a total.
pub(super) const NEVER: u8 = 54;

/// How many of a card may be drawn before the last draw: the dealer has 16 then at most.
const fn rooms(card: usize) -> usize {
    16 / (card + 1) + 1
}

/// Where the factors of each card begin, and where the last end.
const FIRST_FACTORS: [usize; 11] = {
    let mut first = [0; 11];
    let mut card = 0;
    while card < 10 {
        first[card + 1] = first[card] + rooms(card);
        card += 1;
    }
    first
};

/// Where the factor of a card is: the number of cards of its value that are left when so many are drawn.
pub(super) const fn factor(card: usize, drawn: usize) -> usize {
    FIRST_FACTORS[card] + drawn
}

type Counts = [u8; 10];

impl Plan {
    /// The plan of an upcard.
    pub(super) fn get(ace: Ace, up: Card) -> &'static Self {
        static PLANS: OnceLock<[[Plan; 10]; 2]> = OnceLock::new();
        let plans = PLANS.get_or_init(|| {
            [Ace::OneOrEleven, Ace::One].map(|ace| Card::ALL.map(|up| Self::new(&Ways::new(ace, up))))
        });
        let of_ace = match ace {
            Ace::OneOrEleven => &plans[0],
            Ace::One => &plans[1],
        };
        &of_ace[up.index()]
    }

    fn new(ways: &Ways) -> Self {
        let mut plan = Self::default();
        plan.add(ways, [0; 10], 0, NEVER);
        plan
    }

    /// Adds a hand that draws, with what is under it.
    fn add(&mut self, ways: &Ways, hand: Counts, depth: u8, last: u8) {
        let below = Card::ALL.map(|card| {
            let mut bigger = hand;
            bigger[card.index()] += 1;
            let factor = factor(card.index(), usize::from(hand[card.index()]));
            (bigger, u8::try_from(factor).expect("there are few factors"))
        });
        let mut stands = [NEVER; TOTALS];
        for (bigger, factor) in below {
            if let Some(&total) = ways.standing.get(&bigger) {
                stands[total] = factor;
            }
        }
        self.drawing.push(Drawing { orders: ways.drawing[&hand], depth, last, stands });
        for (bigger, factor) in below {
            if ways.drawing.contains_key(&bigger) && ways.above(bigger) == hand {
                self.add(ways, bigger, depth + 1, factor);
            }
        }
    }
}

/// The hands that the dealer may come to, the upcard left out.
struct Ways {
    /// That draw, with the orders that lead there.
    drawing: BTreeMap<Counts, f64>,
    /// That stand, with the total, from 0 for 17.
    standing: BTreeMap<Counts, usize>,
}

impl Ways {
    fn new(ace: Ace, up: Card) -> Self {
        let mut ways = Self { drawing: BTreeMap::new(), standing: BTreeMap::new() };
        let mut hands = BTreeMap::from([([0; 10], 1.0)]);
        while !hands.is_empty() {
            let mut bigger = BTreeMap::new();
            for (hand, orders) in hands {
                let total = total_of(up, hand, ace).points;
                if total < STANDS {
                    ways.drawing.insert(hand, orders);
                    for card in 0..hand.len() {
                        let mut next = hand;
                        next[card] += 1;
                        *bigger.entry(next).or_insert(0.0) += orders;
                    }
                } else if total <= 21 {
                    ways.standing.insert(hand, (total - STANDS) as usize);
                }
            }
            hands = bigger;
        }
        ways
    }

    /// The one hand above another in the tree.
    fn above(&self, hand: Counts) -> Counts {
        let mut smaller = (0..hand.len()).filter(|&card| hand[card] > 0).map(|card| {
            let mut smaller = hand;
            smaller[card] -= 1;
            smaller
        });
        smaller.find(|smaller| self.drawing.contains_key(smaller)).expect("it was drawn to")
    }
}

fn total_of(up: Card, hand: Counts, ace: Ace) -> Total {
    let drawn = Card::ALL.into_iter().flat_map(|card| (0..hand[card.index()]).map(move |_| card));
    drawn.chain([up]).collect::<Hand>().total_with(ace)
}
