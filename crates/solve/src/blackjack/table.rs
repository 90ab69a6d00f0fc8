//! The best play that looks at totals only: what a player learns by heart.

use croupier_rules::blackjack::{Card, Total};

use super::lattice::{BUST, Composition, EMPTY, Lattice, Place};
use super::play::Play;
use super::{Choice, Round, Spread};

/// A table of hit and stand by total and upcard, with what each cell is worth.
///
/// ```
/// use croupier_rules::blackjack::{Card, Total};
/// use croupier_solve::blackjack::{Choice, Round, Switches, Table, Unseen};
/// let round = Round::solve(&Unseen::of_packs(10)?, &Switches::default())?;
/// let table = Table::best(&round);
/// assert_eq!(format!("{:.9}", table.spread().ev()), "0.006787989");
/// let cell = table.cell(Total { points: 16, soft: false }, Card::TEN).unwrap();
/// assert_eq!(cell.choice, Choice::Hit);
/// # Ok::<(), croupier_solve::blackjack::Refused>(())
/// ```
#[derive(Clone, Debug)]
pub struct Table {
    /// By upcard; none where there is no such card.
    columns: [Option<Column>; 10],
    spread: Spread,
}

/// One total against one upcard: the mean of all hands that come there by the table.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Cell {
    /// The better choice for all of them together.
    pub choice: Choice,
    /// What standing is worth.
    pub stand: f64,
    /// What drawing is worth, when the table is followed after it.
    pub hit: f64,
}

impl Cell {
    /// What the other choice costs, of a bet of 1.
    pub fn price(&self) -> f64 {
        (self.hit - self.stand).abs()
    }
}

/// A hand that is played otherwise by its very cards than by the table.
#[derive(Clone, Debug, PartialEq)]
pub struct Exception {
    /// The upcard.
    pub up: Card,
    /// The cards, the aces first.
    pub hand: Vec<Card>,
    /// The better choice for these cards.
    pub choice: Choice,
    /// What it gains over the table's choice, the best play following either.
    pub gain: f64,
}

/// Totals from 0 to 21, hard and soft.
const ROWS: usize = 22;

/// The table against one upcard.
#[derive(Clone, Debug)]
struct Column {
    /// By the least sum of a hand, an ace as 1; first without an ace that counts 11, then with one.
    cells: [[Option<Cell>; 2]; ROWS],
    spread: Spread,
}

/// How often the choices are looked at again: they settle in two or three rounds.
const ROUNDS_MAX: usize = 50;

impl Table {
    /// The best table for a shoe.
    ///
    /// What a total is worth depends on which hands come there, and that on the choices for lower totals:
    /// the choices are found again with the hands that come by them, until they stay. From few cards another
    /// table may be better still: it was in 2 of 308 small shoes, by trying all.
    pub fn best(round: &Round) -> Self {
        let mut spread = Spread::default();
        let columns = Card::ALL.map(|up| {
            let column = Column::best(round, round.play(up)?);
            spread += column.spread.times(round.chance(up));
            Some(column)
        });
        Self { columns, spread }
    }

    /// What a bet of 1 comes to by the table, before a card is dealt.
    pub fn spread(&self) -> Spread {
        self.spread
    }

    /// What it comes to against an upcard; none, if there is no such card.
    pub fn against(&self, up: Card) -> Option<Spread> {
        self.columns[up.index()].as_ref().map(|column| column.spread)
    }

    /// What a bet of 1 comes to from another shoe, when the cards are played by this table. A total that the
    /// table does not know draws.
    pub fn on(&self, round: &Round) -> Spread {
        round.by(|total, up| self.choice(total, up))
    }

    /// What the table says; a total that it does not know, since no two cards of the shoe make it, draws.
    pub fn choice(&self, total: Total, up: Card) -> Choice {
        self.columns[up.index()].as_ref().map_or(Choice::Hit, |column| column.choice(total))
    }

    /// The cell of a total against an upcard; none, if no two cards or more make the total.
    pub fn cell(&self, total: Total, up: Card) -> Option<Cell> {
        let least = if total.soft { total.points.checked_sub(10)? } else { total.points };
        let row = self.columns[up.index()].as_ref()?.cells.get(usize::try_from(least).ok()?)?;
        row[usize::from(total.soft)]
    }

    /// All hands of up to so many cards that are better played otherwise, by upcard, the dearest first.
    pub fn exceptions(&self, round: &Round, cards_max: u32) -> Vec<Exception> {
        let lattice = Lattice::get();
        let mut found = Vec::new();
        for up in Card::ALL {
            let Some(play) = round.play(up) else { continue };
            for (place, hand) in (EMPTY..).zip(&lattice.hands) {
                let total = hand.total(round.switches().ace);
                let (Some(decision), Some(cell)) = (play.decision_at(place), self.cell(total, up)) else {
                    continue;
                };
                let (choice, gain) = (decision.best(), (decision.hit.ev() - decision.stand.ev()).abs());
                if (2..=cards_max).contains(&hand.size) && choice != cell.choice && gain > 0.0 {
                    found.push(Exception { up, hand: hand.cards().collect(), choice, gain });
                }
            }
        }
        found.sort_by(|a, b| a.up.cmp(&b.up).then(b.gain.total_cmp(&a.gain)));
        found
    }
}

impl Round {
    /// What a bet of 1 comes to when the cards are played by totals, as the choices say.
    pub fn by(&self, choice: impl Fn(Total, Card) -> Choice) -> Spread {
        let mut spread = Spread::default();
        for up in Card::ALL {
            if let Some(play) = self.play(up) {
                let hands = Hands { round: self, play, lattice: Lattice::get() };
                spread += hands.worth(|total| choice(total, up)).times(self.chance(up));
            }
        }
        spread
    }
}

impl Column {
    fn best(round: &Round, play: &Play) -> Self {
        let hands = Hands { round, play, lattice: Lattice::get() };
        let mut column = hands.column(&hands.reach(|_| Choice::Hit));
        for _ in 0..ROUNDS_MAX {
            let reach = hands.reach(|total| column.choice(total));
            let next = hands.column(&reach);
            let is_settled = next.choices().eq(column.choices());
            column = next;
            if is_settled {
                break;
            }
        }
        column
    }

    fn choice(&self, total: Total) -> Choice {
        let least = total.points - if total.soft { 10 } else { 0 };
        let cell = self.cells[least as usize][usize::from(total.soft)];
        cell.map_or(Choice::Hit, |cell| cell.choice)
    }

    fn choices(&self) -> impl Iterator<Item = Option<Choice>> + '_ {
        self.cells.iter().flatten().map(|cell| cell.map(|cell| cell.choice))
    }
}

/// All hands against an upcard.
struct Hands<'a> {
    round: &'a Round,
    play: &'a Play,
    lattice: &'static Lattice,
}

impl Hands<'_> {
    fn total(&self, hand: &Composition) -> Total {
        hand.total(self.round.switches().ace)
    }

    /// The chance of each hand to come up, when the choices are these. The first two cards are dealt.
    fn reach(&self, choice: impl Fn(Total) -> Choice) -> Vec<f64> {
        let mut reach = vec![0.0; self.lattice.hands.len()];
        reach[usize::from(EMPTY)] = 1.0;
        for (place, hand) in self.lattice.hands.iter().enumerate() {
            if reach[place] > 0.0 && (hand.size < 2 || choice(self.total(hand)) == Choice::Hit) {
                for (card, chance) in self.play.draws(hand) {
                    let next = hand.next[card.index()];
                    if next != BUST {
                        reach[usize::from(next)] += reach[place] * chance;
                    }
                }
            }
        }
        reach
    }

    /// The better choice of each total, from the greatest least sum to the smallest: a card only adds to it.
    fn column(&self, reach: &[f64]) -> Column {
        let hands = &self.lattice.hands;
        let mut cells = [[None; 2]; ROWS];
        let mut values = vec![Spread::default(); hands.len()];
        let mut end = hands.len();
        for (least, row) in cells.iter_mut().enumerate().rev() {
            let begin = hands.partition_point(|hand| (hand.least() as usize) < least);
            for (soft, cell) in [false, true].into_iter().zip(row) {
                let is_of_row = |&place: &Place| {
                    self.total(&hands[usize::from(place)]).soft == soft
                        && self.play.decision_at(place).is_some()
                };
                let places: Vec<Place> = (EMPTY..).take(end).skip(begin).filter(is_of_row).collect();
                *cell = self.decide(&places, reach, &mut values);
            }
            end = begin;
        }
        Column { cells, spread: values[usize::from(EMPTY)] }
    }

    /// What a bet of 1 comes to by these choices.
    fn worth(&self, choice: impl Fn(Total) -> Choice) -> Spread {
        let mut values = vec![Spread::default(); self.lattice.hands.len()];
        let places: Vec<Place> = (EMPTY..).take(self.lattice.hands.len()).collect();
        for place in places.into_iter().rev() {
            let Some(decision) = self.play.decision_at(place) else { continue };
            let total = self.total(&self.lattice.hands[usize::from(place)]);
            values[usize::from(place)] = if self.is_whole(place) && choice(total) == Choice::Stand {
                decision.stand
            } else {
                self.play.hit_by(place, |next| values[usize::from(next)]).expect(SOLVED)
            };
        }
        values[usize::from(EMPTY)]
    }

    /// Decides for hands of one total, and finds what each is worth by that.
    fn decide(&self, places: &[Place], reach: &[f64], values: &mut [Spread]) -> Option<Cell> {
        let (mut stands, mut hits, mut all) = (0.0, 0.0, 0.0);
        let mut worths = Vec::with_capacity(places.len());
        for &place in places {
            let hit = self.play.hit_by(place, |next| values[usize::from(next)]).expect(SOLVED);
            let stand = self.play.decision_at(place).expect(SOLVED).stand;
            worths.push((hit, stand));
            if self.is_whole(place) {
                let reach = reach[usize::from(place)];
                stands += stand.ev() * reach;
                hits += hit.ev() * reach;
                all += reach;
            }
        }
        let choice = if hits > stands || all == 0.0 { Choice::Hit } else { Choice::Stand };
        for (&place, (hit, stand)) in places.iter().zip(worths) {
            let stands = choice == Choice::Stand && self.is_whole(place);
            values[usize::from(place)] = if stands { stand } else { hit };
        }
        (all > 0.0).then(|| Cell { choice, stand: stands / all, hit: hits / all })
    }

    /// Whether the first two cards are dealt.
    fn is_whole(&self, place: Place) -> bool {
        self.lattice.hands[usize::from(place)].size >= 2
    }
}

const SOLVED: &str = "a hand of the shoe was solved";
