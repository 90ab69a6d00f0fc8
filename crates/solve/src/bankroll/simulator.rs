//! Hands by a table of totals, as many as there is time for.

use croupier_rules::blackjack::{Card, Total};

use crate::blackjack::{Choice, Refused, Table, Unseen};

/// Plays the betting contest by a table: the cards only, for each hand whether it is won. Its chance is a quick one, whose
/// numbers may be others in another version of the program.
///
/// ```
/// use croupier_solve::bankroll::{Deal, Simulator};
/// use croupier_solve::blackjack::{Round, Switches, Table, Unseen};
/// let shoe = Unseen::of_packs(10)?;
/// let table = Table::best(&Round::solve(&shoe, &Switches::default())?);
/// let tally = Simulator::new(&table, &shoe, 1)?.play(1_000, Deal::FreshShoes);
/// assert_eq!(tally.hands(), 1_000);
/// # Ok::<(), croupier_solve::blackjack::Refused>(())
/// ```
#[derive(Debug)]
pub struct Simulator {
    /// By upcard and state: whether the table draws.
    draws: [[bool; STATES]; 10],
    moves: &'static Moves,
    /// The cards of a whole shoe, by their places in the table. Those before `next` are drawn.
    cards: Vec<u8>,
    next: usize,
    chance: fastrand::Rng,
}

/// When the cards are shuffled.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Deal {
    /// Before every hand.
    FreshShoes,
    /// After a hand that leaves fewer than 45.
    DownToTheCut,
}

/// How hands ended.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Tally {
    /// Hands that were won.
    pub won: u64,
    /// Hands that were neither.
    pub pushed: u64,
    /// Hands that were lost.
    pub lost: u64,
}

/// Least sums of 0 to 21, without and with an ace, and what is over 21.
const STATES: usize = 45;
const BUST: u8 = 44;

/// Where cards lead, and what is counted.
#[derive(Debug)]
struct Moves {
    next: [[u8; 10]; STATES],
    points: [u8; STATES],
}

/// What the points of a bust are taken for: more than any other.
const BUST_POINTS: u8 = 22;

static MOVES: Moves = Moves::new();

impl Moves {
    #[expect(clippy::cast_possible_truncation, reason = "states, cards and sums are below 64")]
    const fn new() -> Self {
        let mut moves = Self { next: [[BUST; 10]; STATES], points: [BUST_POINTS; STATES] };
        let mut state = 0;
        while state < BUST as usize {
            let (least, ace) = (state / 2, state % 2 == 1);
            moves.points[state] = Total::from_least(least as u32, ace).points as u8;
            let mut card = 0;
            while card < 10 {
                let sum = least + card + 1;
                if sum <= 21 {
                    moves.next[state][card] = (sum * 2 + (ace || card == 0) as usize) as u8;
                }
                card += 1;
            }
            state += 1;
        }
        moves
    }
}

impl Tally {
    /// All hands.
    pub const fn hands(&self) -> u64 {
        self.won + self.pushed + self.lost
    }

    /// The mean gain of a bet of 1, and its standard error.
    #[expect(clippy::cast_precision_loss, reason = "a number of hands is far below 2^53")]
    pub fn gain(&self) -> (f64, f64) {
        let [won, lost, hands] = [self.won, self.lost, self.hands()].map(|count| count as f64);
        let mean = (won - lost) / hands;
        (mean, (((won + lost) / hands - mean * mean) / hands).sqrt())
    }
}

impl Simulator {
    /// A simulator of a table on a shoe, from a seed.
    ///
    /// # Errors
    /// When a round could run out of cards.
    pub fn new(table: &Table, shoe: &Unseen, seed: u64) -> Result<Self, Refused> {
        shoe.check_round(std::iter::empty())?;
        let draws = Card::ALL.map(|up| {
            std::array::from_fn(|state| {
                let total = Total::from_least(u32::try_from(state / 2).unwrap_or(0), state % 2 == 1);
                state < usize::from(BUST) && total.points <= 21 && table.choice(total, up) == Choice::Hit
            })
        });
        let cards = (0..10).zip(shoe.counts());
        let cards = cards.flat_map(|(card, count)| std::iter::repeat_n(card, count as usize)).collect();
        Ok(Self { draws, moves: &MOVES, cards, next: 0, chance: fastrand::Rng::with_seed(seed) })
    }

    /// Plays so many hands.
    pub fn play(&mut self, hands: u64, deal: Deal) -> Tally {
        let cut = self.cards.len().saturating_sub(croupier_rules::blackjack::CUT as usize - 1);
        let mut ends = [0; 3];
        for _ in 0..hands {
            if deal == Deal::FreshShoes || self.next >= cut {
                self.next = 0;
            }
            ends[self.hand()] += 1;
        }
        Tally { lost: ends[0], pushed: ends[1], won: ends[2] }
    }

    /// Plays a hand: 0 is lost, 1 pushed, 2 won.
    fn hand(&mut self) -> usize {
        let up = self.draw();
        let first = self.moves.next[0][self.draw()];
        let mut hand = self.moves.next[usize::from(first)][self.draw()];
        while self.draws[up][usize::from(hand)] {
            hand = self.moves.next[usize::from(hand)][self.draw()];
        }
        let mut dealer = self.moves.next[0][up];
        while self.moves.points[usize::from(dealer)] < 17 {
            dealer = self.moves.next[usize::from(dealer)][self.draw()];
        }
        let [own, other] = [hand, dealer].map(|state| self.moves.points[usize::from(state)]);
        // A dealer over 21 is below every hand that is not, and pushes with one that is.
        let own = if own == BUST_POINTS { 0 } else { own };
        let other = if other == BUST_POINTS { 0 } else { other };
        (usize::from(own > other) + 1) - usize::from(own < other)
    }

    /// The next card: any of those that are left, which takes the place of the first of them.
    fn draw(&mut self) -> usize {
        let left = self.cards.len() - self.next;
        let drawn = self.next + self.chance.u32(..u32::try_from(left).expect("a shoe is small")) as usize;
        self.cards.swap(self.next, drawn);
        self.next += 1;
        usize::from(self.cards[self.next - 1])
    }
}

#[cfg(test)]
mod tests {
    use super::{Deal, Simulator};
    use crate::blackjack::{Round, Switches, Table, Unseen};

    /// The exact value of the table from a fresh shoe, met by two million hands.
    #[test]
    #[expect(clippy::cast_precision_loss, reason = "two million hands")]
    fn hands_from_fresh_shoes_gain_what_the_table_is_worth() {
        let shoe = Unseen::of_packs(1).unwrap();
        let table = Table::best(&Round::solve(&shoe, &Switches::default()).unwrap());
        let tally = Simulator::new(&table, &shoe, 3).unwrap().play(2_000_000, Deal::FreshShoes);
        let (gain, error) = tally.gain();
        let exact = table.spread();
        assert!((gain - exact.ev()).abs() < 4.0 * error, "seed 3: {gain} ± {error}, exactly {}", exact.ev());
        let pushed = tally.pushed as f64 / tally.hands() as f64;
        let error = (exact.push * (1.0 - exact.push) / tally.hands() as f64).sqrt();
        assert!((pushed - exact.push).abs() < 4.0 * error, "seed 3: {pushed} pushed, exactly {}", exact.push);
    }

    #[test]
    fn a_shoe_is_played_down_to_the_cut() {
        let shoe = Unseen::of_packs(2).unwrap();
        let table = Table::best(&Round::solve(&shoe, &Switches::default()).unwrap());
        let mut simulator = Simulator::new(&table, &shoe, 3).unwrap();
        let mut fewest = usize::MAX;
        for _ in 0..10_000 {
            let before = simulator.next;
            simulator.play(1, Deal::DownToTheCut);
            let is_fresh = simulator.next < before;
            if !is_fresh && before > 0 {
                fewest = fewest.min(104 - before);
            }
        }
        // A hand begins with 45 cards left, and with 44 the shoe is shuffled (ruling 3).
        assert_eq!(fewest, 45);
    }
}
