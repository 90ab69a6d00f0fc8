//! Two games a register, a trick in one step, and several registers in flight.
//!
//! Half a register is a deck as a row of [tokens](super::super::tokens). What hangs on the number of faces of a trick is
//! looked up: which tokens are the pile, how far both decks move up, and how many faces the collector has left.

use std::arch::x86_64::{
    __m128i, __m256i, _mm_extract_epi64, _mm_set_epi64x, _mm256_add_epi8, _mm256_add_epi64, _mm256_and_si256,
    _mm256_castsi256_si128, _mm256_cmpgt_epi8, _mm256_extracti128_si256, _mm256_movemask_epi8,
    _mm256_or_si256, _mm256_sad_epu8, _mm256_set_epi64x, _mm256_set_m128i, _mm256_set1_epi8,
    _mm256_setzero_si256, _mm256_shuffle_epi8, _mm256_slli_si256, _mm256_srli_epi16, _mm256_sub_epi8,
    _mm256_unpacklo_epi8, _mm256_xor_si256,
};
use std::sync::OnceLock;

use super::super::Game;
use super::super::tokens::{GAP, OVER, Rings, Seed, Supply, TOKENS, Tokens, left, words};

/// So many registers are in flight: their tricks do not wait for each other.
const REGISTERS: usize = 4;

/// Endless games are looked for when so many tricks are played.
const PATROL: u32 = 512;

/// Whether this processor has what the engine needs.
pub(in super::super) fn is_available() -> bool {
    is_x86_feature_detected!("avx2")
        && is_x86_feature_detected!("bmi1")
        && is_x86_feature_detected!("bmi2")
        && is_x86_feature_detected!("lzcnt")
        && is_x86_feature_detected!("popcnt")
}

/// Plays all games of a supply.
///
/// # Panics
/// When the processor does not have what the engine needs.
pub(in super::super) fn run(supply: Supply<'_>) {
    assert!(is_available(), "the engine is chosen for what the processor has");
    if supply.faces() > TOKENS {
        return super::super::scalar::run(supply);
    }
    // SAFETY: the processor has just said that it has the features.
    unsafe { play_all(supply) }
}

/// Two games.
#[derive(Clone, Copy)]
struct Pair {
    /// The leaders' tokens.
    leader: __m256i,
    other: __m256i,
    /// The numbers put down, two sums a game.
    numbers: __m256i,
    games: [Lane; 2],
}

/// The next tricks of two games.
struct Trick {
    /// The decks of the players with the first face.
    first: __m256i,
    second: __m256i,
    /// The faces in their order, if all were put down.
    tokens: __m256i,
    /// What the face before each asks for, less one.
    debts: __m256i,
    /// How many faces are put down.
    faces: [u32; 2],
    /// How many faces the collector has left before he takes the pile, or [`OVER`] where a player has no face any more.
    left: [u32; 2],
}

/// What is known of a game beside its cards.
#[derive(Clone, Copy, Default)]
struct Lane {
    /// The leader's faces.
    faces: u32,
    faces_down: u32,
    /// The trick at which it began.
    born: u32,
    place: u32,
    is_live: bool,
}

#[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt")]
fn play_all(mut supply: Supply<'_>) {
    let zero = _mm256_setzero_si256();
    let nobody = Pair { leader: zero, other: zero, numbers: zero, games: [Lane::default(); 2] };
    let mut pairs = [nobody; REGISTERS];
    let tables = Tables::of(supply.faces());
    for pair in &mut pairs {
        for lane in 0..2 {
            pair.refill(lane, 0, &mut supply);
        }
    }
    let mut tricks = 0;
    while pairs.iter().any(|pair| pair.games[0].is_live || pair.games[1].is_live) {
        for pair in &mut pairs {
            let trick = pair.look(tables);
            if trick.left[0].max(trick.left[1]) < OVER {
                pair.play(&trick, tables);
                continue;
            }
            let is_over = trick.left.map(|left| left == OVER);
            for lane in (0..2).filter(|&lane| is_over[lane]) {
                pair.play_out(lane, tricks, &mut supply);
            }
            pair.play(&trick, tables);
            for lane in (0..2).filter(|&lane| is_over[lane]) {
                pair.refill(lane, tricks + 1, &mut supply);
            }
        }
        tricks += 1;
        if tricks % PATROL == 0 {
            for pair in &mut pairs {
                for lane in 0..2 {
                    let Lane { born, place, is_live, .. } = pair.games[lane];
                    if is_live && supply.gives_up(place as usize, tricks - born) {
                        pair.refill(lane, tricks, &mut supply);
                    }
                }
            }
        }
    }
}

impl Pair {
    /// Looks how far the next tricks of both games go.
    #[inline]
    #[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt")]
    fn look(&self, tables: &Tables) -> Trick {
        let gap = _mm256_set1_epi8(GAP.cast_signed());
        let top = _mm256_set_epi64x(0, 0xff, 0, 0xff);
        let Self { leader, other, .. } = *self;
        // Whose face comes first?
        let is_greater = _mm256_cmpgt_epi8(_mm256_and_si256(leader, gap), _mm256_and_si256(other, gap));
        let is_other_first = _mm256_shuffle_epi8(is_greater, _mm256_setzero_si256());
        let [first, second] = exchange(leader, other, is_other_first);
        let numbers = _mm256_and_si256(_mm256_sub_epi8(_mm256_and_si256(first, gap), is_other_first), top);
        let second = _mm256_sub_epi8(second, numbers);
        // The faces of the trick, and at the place of each what the one before asks for, less one.
        let tokens = _mm256_unpacklo_epi8(first, second);
        let values = _mm256_and_si256(_mm256_srli_epi16::<6>(tokens), _mm256_set1_epi8(3));
        let debts = _mm256_slli_si256::<1>(values);
        let is_paid = _mm256_cmpgt_epi8(_mm256_and_si256(tokens, gap), debts);
        let is_paid = _mm256_movemask_epi8(is_paid).cast_unsigned();
        let exchanged = _mm256_movemask_epi8(is_other_first).cast_unsigned();
        // The first face answers nothing, and there are at most 16.
        let faces = [is_paid, is_paid >> 16].map(|mask| (mask & 0xfffe | 0x1_0000).trailing_zeros());
        let left = |lane: usize, exchanged: u32| {
            let row = &tables.rows[faces[lane] as usize & 31];
            u32::from(row.left[(self.games[lane].faces | exchanged & 32) as usize & 63])
        };
        let left = [left(0, exchanged), left(1, exchanged >> 16)];
        Trick { first, second, tokens: _mm256_add_epi8(tokens, numbers), debts, faces, left }
    }

    /// Plays a trick of both games. What it makes of a game that is over means nothing.
    #[inline]
    #[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt")]
    fn play(&mut self, trick: &Trick, tables: &Tables) {
        let Trick { first, second, tokens, debts, faces, left } = *trick;
        let rows = faces.map(|faces| &tables.rows[faces as usize & 31]);
        let look_up = |column: fn(&Row) -> __m128i| _mm256_set_m128i(column(rows[1]), column(rows[0]));
        let payment = _mm256_add_epi8(debts, _mm256_set1_epi8(1));
        let payment = _mm256_and_si256(payment, look_up(|row| row.end));
        let pile = _mm256_or_si256(_mm256_and_si256(tokens, look_up(|row| row.pile)), payment);
        let [collector, payer] = exchange(first, second, look_up(|row| row.is_even));
        let collector = _mm256_shuffle_epi8(collector, look_up(|row| row.collector));
        let payer = _mm256_shuffle_epi8(payer, look_up(|row| row.payer));
        self.other = _mm256_sub_epi8(payer, _mm256_shuffle_epi8(payment, look_up(|row| row.payment)));
        let [under_0, under_1] = left.map(|left| tables.under[left as usize & 31]);
        let under = _mm256_shuffle_epi8(pile, _mm256_set_m128i(under_1, under_0));
        self.leader = _mm256_add_epi8(collector, under);
        let gaps = _mm256_and_si256(pile, _mm256_set1_epi8(GAP.cast_signed()));
        let sums = _mm256_sad_epu8(gaps, _mm256_setzero_si256());
        self.numbers = _mm256_add_epi64(self.numbers, sums);
        for (lane, game) in self.games.iter_mut().enumerate() {
            game.faces = left[lane] + faces[lane];
            game.faces_down += faces[lane];
        }
    }

    /// Plays a game of which a trick is left, or a few.
    #[inline]
    #[target_feature(enable = "avx2")]
    fn play_out(&self, lane: usize, tricks: u32, supply: &mut Supply<'_>) {
        let Lane { faces, faces_down, born, place, is_live } = self.games[lane];
        if !is_live {
            return;
        }
        let deck = |decks: __m256i| word(halves(decks)[lane]);
        let [low, high] = words(deck(self.numbers));
        let numbers = u32::try_from(low + high).expect("the cards of fewer than 2^16 tricks");
        let tokens =
            Tokens { decks: [deck(self.leader), deck(self.other)], faces: [faces, supply.faces() - faces] };
        let mut game =
            Game { cards: numbers + faces_down, tricks: tricks - born, faces: faces_down, ..Game::default() };
        Rings::new(&tokens).play_out(&mut game);
        supply.finish(place as usize, game);
    }

    /// Takes the next state of a supply, to be led from at a trick.
    #[inline]
    #[target_feature(enable = "avx2")]
    fn refill(&mut self, lane: usize, born: u32, supply: &mut Supply<'_>) {
        let mut decks = [0; 2];
        self.games[lane] = Lane { born, ..Lane::default() };
        if let Some(Seed { place, tokens }) = supply.next() {
            decks = tokens.decks;
            let place = u32::try_from(place).expect("fewer than 2^32 states are played at once");
            self.games[lane] = Lane { faces: tokens.faces[0], born, place, is_live: true, faces_down: 0 };
        }
        let put = |pair: &mut __m256i, deck: u128| {
            let mut both = halves(*pair);
            both[lane] = half(deck);
            *pair = _mm256_set_m128i(both[1], both[0]);
        };
        put(&mut self.leader, decks[0]);
        put(&mut self.other, decks[1]);
        put(&mut self.numbers, 0);
    }
}

/// Exchanges two decks in the bits of a mask.
#[inline]
#[target_feature(enable = "avx2")]
fn exchange(one: __m256i, other: __m256i, mask: __m256i) -> [__m256i; 2] {
    let difference = _mm256_and_si256(_mm256_xor_si256(one, other), mask);
    [_mm256_xor_si256(one, difference), _mm256_xor_si256(other, difference)]
}

#[inline]
#[target_feature(enable = "avx2")]
fn halves(pair: __m256i) -> [__m128i; 2] {
    [_mm256_castsi256_si128(pair), _mm256_extracti128_si256::<1>(pair)]
}

#[inline]
#[target_feature(enable = "avx2")]
fn word(half: __m128i) -> u128 {
    let [low, high] = [_mm_extract_epi64::<0>(half), _mm_extract_epi64::<1>(half)].map(i64::cast_unsigned);
    u128::from(low) | u128::from(high) << 64
}

#[inline]
#[target_feature(enable = "avx2")]
fn half(word: u128) -> __m128i {
    let [low, high] = words(word).map(u64::cast_signed);
    _mm_set_epi64x(high, low)
}

/// What hangs on the number of faces of a trick, for games of so many faces.
struct Tables {
    rows: [Row; 32],
    /// Moves a pile under so many faces.
    under: [__m128i; 32],
}

/// What hangs on the number of faces of a trick.
#[repr(align(256))]
struct Row {
    /// The places of the faces.
    pile: __m128i,
    /// The place after the last face.
    end: __m128i,
    /// Everywhere, if the number is even.
    is_even: __m128i,
    /// Takes the collector's tokens off: half of the faces, rounded up.
    collector: __m128i,
    /// Takes the payer's tokens off: half of the faces, rounded down.
    payer: __m128i,
    /// Moves the place after the last face to the top.
    payment: __m128i,
    /// See [`left`].
    left: [u8; 64],
}

impl Tables {
    #[target_feature(enable = "avx2")]
    fn of(faces: u32) -> &'static Self {
        static TABLES: [OnceLock<Box<Tables>>; TOKENS as usize + 1] =
            [const { OnceLock::new() }; TOKENS as usize + 1];
        TABLES[faces as usize].get_or_init(|| {
            let mut tricks = 0..;
            let rows = [(); 32].map(|()| Row::of(tricks.next().expect("numbers without end"), faces));
            let under = |deck: usize| bytes(|place| if place < deck { NOTHING } else { index(place - deck) });
            Box::new(Self { rows, under: std::array::from_fn(under) })
        })
    }
}

impl Row {
    #[target_feature(enable = "avx2")]
    fn of(trick: u32, all: u32) -> Self {
        let faces = trick as usize;
        let everywhere = |condition| if condition { 0xff } else { 0 };
        let (up, down) = (faces.div_ceil(2), faces / 2);
        let take =
            |tokens: usize| bytes(|place| if place + tokens < 16 { index(place + tokens) } else { NOTHING });
        Self {
            pile: bytes(|place| everywhere(place < faces)),
            end: bytes(|place| everywhere(place == faces)),
            is_even: bytes(|_| everywhere(faces.is_multiple_of(2))),
            collector: take(up),
            payer: take(down),
            payment: take(faces),
            left: left(trick, all),
        }
    }
}

/// Tells a shuffle to put 0 at a place.
const NOTHING: u8 = 0x80;

fn index(place: usize) -> u8 {
    u8::try_from(place).expect("a place in a row of tokens")
}

#[target_feature(enable = "avx2")]
fn bytes(byte: impl Fn(usize) -> u8) -> __m128i {
    half(u128::from_le_bytes(std::array::from_fn(byte)))
}
