//! The scalar engine: a trick in one step, in plain registers, several games by turns.
//!
//! Nothing hangs on the cards but words: how many faces a trick has, and who puts down the first, would be branches that
//! cannot be foretold. The games that are played by turns do not wait for each other.

use std::hint::select_unpredictable as select;

use super::Game;
use super::simd::{self, BitTask, Bits};
use super::tokens::{GAP, OVER, Rings, Supply, Tokens, left, words};

/// So many games are played by turns.
const LANES: usize = 4;

/// Endless games are looked for when so many tricks are played.
const PATROL: u32 = 512;

/// Plays all games of a supply.
pub(super) fn run(supply: Supply<'_>) {
    simd::run(Task(supply));
}

struct Task<'a>(Supply<'a>);

impl BitTask for Task<'_> {
    type Output = ();

    #[expect(clippy::inline_always, reason = "compiled with the features of its caller")]
    #[inline(always)]
    fn run<B: Bits>(self, bits: B) {
        let Self(mut supply) = self;
        let faces = supply.faces();
        let left = [0, 1, 2, 3, 4, 5, 6, 7].map(|trick| left(trick, faces));
        let mut lanes = [Lane::default(); LANES];
        for lane in &mut lanes {
            lane.refill(0, &mut supply);
        }
        let mut tricks = 0;
        while lanes.iter().any(|lane| lane.is_live) {
            for lane in &mut lanes {
                if !lane.play_trick(bits, &left)
                    && lane.is_live
                    && lane.play_plainly(tricks, faces, &mut supply)
                {
                    lane.refill(tricks + 1, &mut supply);
                }
            }
            tricks += 1;
            if tricks % PATROL == 0 {
                for lane in &mut lanes {
                    if lane.is_live && supply.gives_up(lane.place, tricks - lane.born) {
                        lane.refill(tricks, &mut supply);
                    }
                }
            }
        }
    }
}

/// A game.
#[derive(Clone, Copy, Default)]
struct Lane {
    /// The leader's tokens, the top one lowest.
    leader: Words,
    other: Words,
    /// The leader's faces.
    faces: u32,
    /// The numbers put down, and in the upper half the faces.
    down: u64,
    /// The trick at which it began.
    born: u32,
    place: usize,
    is_live: bool,
}

/// How many faces a collector has left, by the faces of the trick.
type Left = [[u8; 64]; 8];

/// A deck in two registers.
type Words = [u64; 2];

/// A byte in all eight places.
const fn all(byte: u8) -> u64 {
    byte as u64 * 0x0101_0101_0101_0101
}

impl Lane {
    /// Plays a trick of up to seven faces after which both players still have one; otherwise leaves the game as it was
    /// and returns false.
    #[expect(clippy::inline_always, reason = "compiled with the features of its caller")]
    #[inline(always)]
    fn play_trick<B: Bits>(&mut self, bits: B, left: &Left) -> bool {
        let gap = u64::from(GAP);
        let (leader, other) = (self.leader, self.other);
        let is_other_first = other[0] & gap < leader[0] & gap;
        let first = pick(is_other_first, other, leader);
        let second = pick(is_other_first, leader, other);
        let numbers = (first[0] & gap) + u64::from(is_other_first);
        let second = [second[0].wrapping_sub(numbers), second[1]];
        // The faces of the trick, and at the place of each what the one before asks for, less one.
        let tokens = bits.interleave(first[0], second[0]);
        let debts = tokens << 2 & all(3) << 8;
        // The highest bit of a byte is set where the gap is greater; the first face answers nothing.
        let is_paid = (tokens & all(GAP)).wrapping_sub(debts).wrapping_add(all(127)) & all(128) << 8;
        // Eight for each face.
        let end = is_paid.trailing_zeros().wrapping_sub(7);
        let payment = (debts.wrapping_shr(end) & 3) + 1;
        let below = 1_u64.wrapping_shl(end).wrapping_sub(1);
        let pile = tokens.wrapping_add(numbers) & below | payment.wrapping_shl(end);
        // Whoever put down the last face collects: he put down half of them, or one more.
        let is_odd = end & 8 != 0;
        let half = end >> 4 << 3 & 63;
        let rounded_up = end.wrapping_sub(half) & 63;
        let (first, second) = (drop(first, rounded_up), drop(second, half));
        let collector = pick(is_odd, first, second);
        let payer = pick(is_odd, second, first);
        let place = self.faces | u32::from(is_other_first) << 5;
        let left = u32::from(left[end as usize >> 3 & 7][place as usize & 63]);
        if is_paid == 0 || left == OVER {
            return false;
        }
        let at = 8 * left;
        let (low, high) = (pile.wrapping_shl(at), (pile >> 1).wrapping_shr(!at));
        let (low, high) = (select(left < 8, low, 0), select(left < 8, high, low));
        self.leader = [collector[0].wrapping_add(low), collector[1].wrapping_add(high)];
        self.other = [payer[0].wrapping_sub(payment), payer[1]];
        self.faces = left + (end >> 3);
        // The uppermost byte of the product is the sum of all bytes, at most the number of cards.
        let numbers = (pile & all(GAP)).wrapping_mul(all(1)) >> 56;
        self.down += numbers + (u64::from(end) << 29);
        true
    }

    /// Plays a trick as it comes. Returns whether the game is over, and was taken down.
    #[cold]
    fn play_plainly(&mut self, tricks: u32, all_faces: u32, supply: &mut Supply<'_>) -> bool {
        let tokens = Tokens {
            decks: [self.leader, self.other].map(|[low, high]| u128::from(low) | u128::from(high) << 64),
            faces: [self.faces, all_faces - self.faces],
        };
        let [numbers, faces] = [(self.down & 0xffff_ffff) as u32, (self.down >> 32) as u32];
        let mut game = Game { cards: numbers + faces, tricks: tricks - self.born, faces, ..Game::default() };
        let mut rings = Rings::new(&tokens);
        if rings.play_trick(&mut game) {
            if let Some(tokens) = rings.tokens() {
                self.load(&tokens);
                self.down = u64::from(game.cards - game.faces) | u64::from(game.faces) << 32;
                return false;
            }
            rings.play_out(&mut game);
        }
        supply.finish(self.place, game);
        true
    }

    /// Takes the next state of a supply, to be led from at a trick.
    fn refill(&mut self, born: u32, supply: &mut Supply<'_>) {
        *self = Self { born, ..Self::default() };
        if let Some(seed) = supply.next() {
            self.load(&seed.tokens);
            (self.place, self.is_live) = (seed.place, true);
        }
    }

    fn load(&mut self, tokens: &Tokens) {
        [self.leader, self.other] = tokens.decks.map(words);
        self.faces = tokens.faces[0];
    }
}

/// Returns one of two decks, without a branch.
#[expect(clippy::inline_always, reason = "compiled with the features of its caller")]
#[inline(always)]
fn pick(condition: bool, yes: Words, no: Words) -> Words {
    [select(condition, yes[0], no[0]), select(condition, yes[1], no[1])]
}

/// Takes up to 63 bits off the top.
#[expect(clippy::inline_always, reason = "compiled with the features of its caller")]
#[inline(always)]
const fn drop([low, high]: Words, bits: u32) -> Words {
    [low >> bits | (high << 1) << (63 - bits), high >> bits]
}
