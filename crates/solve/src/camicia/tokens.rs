//! A deck as a row of tokens, for the engines that play a whole trick in one step.
//!
//! A token is a byte, a face with the number cards before it: how many (six bits), and in the upper two bits what the
//! face asks for, less one. After the last face comes a token for the numbers behind it. So a deck of at most 15 faces
//! is a word of 16 bytes, the top token lowest; what lies behind its last token is 0.
//!
//! ```text
//! cards from the top   -  -  Q  -  A  -  -  -
//! tokens               2·Q   1·A   3
//! ```
//!
//! **A trick in one step.** The tokens of the player with the first face and those of the other, taken by turns, are the
//! faces of the trick in their order, each with its gap. A gap that is greater than what the face before asks for is the
//! payment, and ends the trick. So one comparison of all gaps with all debts finds how many faces the pile has.
//!
//! Between two tricks the faces of both decks are all there are, so a player without a face, who never collects again,
//! faces a deck that is one token too long. There, and where a token after the last face was taken for a face, the
//! engines leave a game to [`Rings`], which are plain and not short of places.

use super::{Deck, Game, State, play};

/// States have at most so many faces to be played by tokens.
pub(super) const TOKENS: u32 = 16;

/// The gap of a token.
pub(super) const GAP: u8 = 63;

/// Games of more tricks than this are played again one by one: they may be endless.
const CAP: u32 = 1024;

/// The two decks of a state, the leader's first.
#[derive(Clone, Copy, Debug)]
pub(super) struct Tokens {
    pub(super) decks: [u128; 2],
    /// The faces of each deck.
    pub(super) faces: [u32; 2],
}

/// A state that waits for an engine.
#[derive(Clone, Copy, Debug)]
pub(super) struct Seed {
    /// Its place in the list.
    pub(super) place: usize,
    pub(super) tokens: Tokens,
}

/// Hands out the states of a list, and takes down what comes of them.
#[derive(Debug)]
pub(super) struct Supply<'a> {
    states: &'a [State],
    games: &'a mut [Game],
    next: usize,
    /// The faces of all states that are handed out.
    faces: u32,
    /// Decks whose gaps are known, and the gaps: deals of a group have them all alike.
    known: [(u64, u32, u128); 2],
}

impl<'a> Supply<'a> {
    /// Returns the supply of a list of states, and of as many games to be overwritten.
    pub(super) fn new(states: &'a [State], games: &'a mut [Game]) -> Self {
        let faces = states.first().map_or(0, face_count);
        Self { states, games, next: 0, faces, known: [(0, 0, 0); 2] }
    }

    /// Returns how many faces each state has that is handed out.
    pub(super) const fn faces(&self) -> u32 {
        self.faces
    }

    /// Returns the next state in which both players have faces, as many as in the first of the list, and at most
    /// [`TOKENS`] in all. Others are played at once.
    #[expect(clippy::inline_always, reason = "compiled with the features of its caller")]
    #[inline(always)]
    pub(super) fn next(&mut self) -> Option<Seed> {
        loop {
            let place = self.next;
            let state = self.states.get(place)?;
            self.next += 1;
            let faces = [state.leader.face_count(), state.other.face_count()];
            let fits = faces[0] + faces[1] == self.faces && self.faces <= TOKENS;
            if fits && faces[0] > 0 && faces[1] > 0 {
                let decks = [self.deck(0, &state.leader), self.deck(1, &state.other)];
                return Some(Seed { place, tokens: Tokens { decks, faces } });
            }
            self.games[place] = play(*state);
        }
    }

    /// Takes down a game.
    pub(super) fn finish(&mut self, place: usize, game: Game) {
        self.games[place] = game;
    }

    /// Plays a game that seems to be endless one by one. Returns whether it is so long.
    pub(super) fn gives_up(&mut self, place: usize, tricks: u32) -> bool {
        let is_long = tricks > CAP;
        if is_long {
            self.games[place] = play(self.states[place]);
        }
        is_long
    }

    #[expect(clippy::inline_always, reason = "compiled with the features of its caller")]
    #[inline(always)]
    fn deck(&mut self, player: usize, deck: &Deck) -> u128 {
        let (faces, len, known) = &mut self.known[player];
        if (*faces, *len) != (deck.faces, deck.len) {
            (*faces, *len, *known) = (deck.faces, deck.len, gaps(deck));
        }
        *known | values(deck.values)
    }
}

const fn face_count(state: &State) -> u32 {
    state.leader.face_count() + state.other.face_count()
}

/// The gaps of all tokens of at most 15 faces.
#[expect(clippy::cast_possible_truncation, reason = "a state has at most 63 cards")]
#[expect(clippy::inline_always, reason = "compiled with the features of its caller")]
#[inline(always)]
fn gaps(deck: &Deck) -> u128 {
    let (mut faces, mut gaps) = (deck.faces, [0; 16]);
    let (mut token, mut down) = (0, 0);
    while faces != 0 {
        let place = faces.trailing_zeros();
        gaps[token & 15] = (place - down) as u8;
        (token, down) = (token + 1, place + 1);
        faces &= faces - 1;
    }
    gaps[token & 15] = (deck.len - down) as u8;
    u128::from_le_bytes(gaps)
}

/// The values of up to 16 faces, two bits each, moved to the upper two bits of their tokens.
#[expect(clippy::inline_always, reason = "compiled with the features of its caller")]
#[inline(always)]
fn values(values: u64) -> u128 {
    let apart = |values: u64| {
        let fours = (values & 0xffff | values << 24) & 0x0000_00ff_0000_00ff;
        let twos = (fours | fours << 12) & 0x000f_000f_000f_000f;
        let ones = (twos | twos << 6) & 0x0303_0303_0303_0303;
        u128::from(ones << 6)
    };
    apart(values & 0xffff) | apart(values >> 16 & 0xffff) << 64
}

/// Stands for a number of faces left where a player has none any more.
pub(super) const OVER: u32 = 64;

/// Returns how many faces the collector of a trick has left before he takes the pile, by those of the leader; from 32 on,
/// if the other put down the first face. [`OVER`] where a player has no face after the trick.
pub(super) fn left(trick: u32, all: u32) -> [u8; 64] {
    let of = |leader: u32, is_other_first: bool| {
        // The owner of the first face puts down the odd ones, and whoever puts down the last one collects.
        let leader_collects = trick.is_multiple_of(2) == is_other_first;
        let before = if leader_collects { Some(leader) } else { all.checked_sub(leader) };
        let left = before.and_then(|before| before.checked_sub(trick.div_ceil(2)));
        left.filter(|left| left + trick < all).unwrap_or(OVER)
    };
    let mut table = [0; 64];
    for (entry, at) in table.iter_mut().zip(0..) {
        *entry = u8::try_from(of(at % 32, at >= 32)).expect("at most 64");
    }
    table
}

/// Returns the lower and the upper half of a word.
#[inline]
#[expect(clippy::cast_possible_truncation, reason = "halves are wanted")]
pub(super) const fn words(word: u128) -> [u64; 2] {
    [word as u64, (word >> 64) as u64]
}

/// The same two decks in long buffers, played trick by trick without any trick.
#[derive(Debug)]
pub(super) struct Rings {
    decks: [Ring; 2],
    leader: usize,
}

#[derive(Debug)]
struct Ring {
    tokens: [u8; RING + PILE],
    /// Where the top token is.
    head: usize,
    /// Where the token after the last face is.
    tail: usize,
}

/// Room for a deck, a pile, and some tricks.
const RING: usize = 128;

/// Room for all faces, and a token for the payment.
const PILE: usize = 17;

impl Rings {
    pub(super) fn new(tokens: &Tokens) -> Self {
        let ring = |deck: usize| {
            let mut ring = Ring { tokens: [0; RING + PILE], head: 0, tail: tokens.faces[deck] as usize };
            ring.tokens[..16].copy_from_slice(&tokens.decks[deck].to_le_bytes());
            ring
        };
        Self { decks: [ring(0), ring(1)], leader: 0 }
    }

    /// Plays a trick of a game. Returns whether the game goes on.
    pub(super) fn play_trick(&mut self, game: &mut Game) -> bool {
        game.tricks += 1;
        let gap = |deck: usize| self.decks[deck].top() & GAP;
        let (of_leader, of_other) = (gap(self.leader), gap(self.leader ^ 1));
        let is_other_first = of_other < of_leader;
        let mut owner = self.leader ^ usize::from(is_other_first);
        let numbers = of_leader.min(of_other) + u8::from(is_other_first);
        if self.decks[owner].has_no_face() {
            game.cards += u32::from(of_leader.min(of_other) + numbers);
            return false;
        }
        self.decks[owner ^ 1].tokens[self.decks[owner ^ 1].head] -= numbers;
        let (mut pile, mut faces, mut cards) = ([0; PILE], 0, 0);
        let mut token = self.decks[owner].top() + numbers;
        loop {
            self.decks[owner].head += 1;
            pile[faces] = token;
            faces += 1;
            cards += u32::from(token & GAP) + 1;
            let value = token >> 6;
            let payer = &mut self.decks[owner ^ 1];
            token = payer.top();
            if token & GAP > value {
                payer.tokens[payer.head] -= value + 1;
                let is_over = payer.has_no_face() && payer.top() == 0;
                pile[faces] = value + 1;
                self.decks[owner].put_under(&pile, faces);
                self.leader = owner;
                game.cards += cards + u32::from(value) + 1;
                game.faces += u32::try_from(faces).expect("at most 16 faces");
                return !is_over;
            }
            if payer.has_no_face() {
                game.cards += cards + u32::from(token);
                return false;
            }
            owner ^= 1;
        }
    }

    /// Plays a game to its end, which it has.
    pub(super) fn play_out(&mut self, game: &mut Game) {
        while self.play_trick(game) {
            if self.decks[self.leader ^ 1].has_no_face() {
                return self.run_down(game);
            }
        }
    }

    /// Plays a game to its end where the leader has all faces: no trick has more than one, and he collects them all.
    fn run_down(&mut self, game: &mut Game) {
        let mut numbers = self.decks[self.leader ^ 1].top();
        let leader = &mut self.decks[self.leader];
        let mut pile = [0; PILE];
        loop {
            game.tricks += 1;
            let token = leader.top();
            let (gap, debt) = (token & GAP, (token >> 6) + 1);
            if gap > numbers {
                game.cards += 2 * u32::from(numbers) + 1;
                return;
            }
            numbers -= gap;
            let paid = debt.min(numbers);
            game.cards += u32::from(2 * gap + 1 + paid);
            if paid < debt {
                return;
            }
            game.faces += 1;
            numbers -= paid;
            if numbers == 0 {
                return;
            }
            leader.head += 1;
            (pile[0], pile[1]) = (token + gap, debt);
            leader.put_under(&pile, 1);
        }
    }

    /// Returns the decks, if both players have a face.
    pub(super) fn tokens(&self) -> Option<Tokens> {
        let [leader, other] = [&self.decks[self.leader], &self.decks[self.leader ^ 1]];
        let both = !leader.has_no_face() && !other.has_no_face();
        both.then(|| Tokens { decks: [leader.word(), other.word()], faces: [leader.faces(), other.faces()] })
    }
}

impl Ring {
    const fn top(&self) -> u8 {
        self.tokens[self.head]
    }

    const fn has_no_face(&self) -> bool {
        self.head == self.tail
    }

    fn faces(&self) -> u32 {
        u32::try_from(self.tail - self.head).expect("at most 16 faces")
    }

    /// Puts a pile of so many faces under the deck. Its first gap follows the numbers that are there.
    fn put_under(&mut self, pile: &[u8; PILE], faces: usize) {
        if self.tail + PILE > RING {
            self.tokens.copy_within(self.head..=self.tail, 0);
            self.tail -= self.head;
            self.head = 0;
        }
        let numbers = self.tokens[self.tail];
        // All of it: what lies behind the last token is overwritten before it is read.
        self.tokens[self.tail..self.tail + PILE].copy_from_slice(pile);
        self.tokens[self.tail] += numbers;
        self.tail += faces;
    }

    /// Returns a deck of at most 15 faces.
    fn word(&self) -> u128 {
        let tokens = self.tokens[self.head..].first_chunk().expect("a pile has more room than a word");
        u128::from_le_bytes(*tokens) & u128::MAX >> (8 * (15 - self.faces()))
    }
}
