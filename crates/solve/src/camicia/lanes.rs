//! Several games side by side, without a branch for what cards bring: what a game does next can hardly be foretold, and
//! a wrong guess costs more than doing both.
//!
//! A step answers one face. The payer's leading numbers are compared with the debt: either his next face comes up, or
//! he has paid and the other player collects and opens the next trick up to its first face. Both are done, and the
//! right one is selected.

use std::hint::select_unpredictable as select;

use super::feed::{Feed, Limits, Source};
use super::simd::{self, BitTask, Bits};

/// So many games are played side by side: their steps do not wait for each other.
const LANES: usize = 2;

/// Plays all games of a source; reports tag and faces of those over the limit.
pub(super) fn run(limits: Limits, source: &mut impl Source, report: &mut impl FnMut(u64, u32)) {
    simd::run(Task { limits, source, report });
}

struct Task<'a, S, R> {
    limits: Limits,
    source: &'a mut S,
    report: &'a mut R,
}

impl<S: Source, R: FnMut(u64, u32)> BitTask for Task<'_, S, R> {
    type Output = ();

    #[expect(clippy::inline_always, reason = "compiled with the features of its caller")]
    #[inline(always)]
    fn run<B: Bits>(self, _bits: B) {
        let Self { limits, source, report } = self;
        let mut feed = Feed::new();
        let mut next = 0;
        let mut load = |lane: &mut Lane| {
            if next == feed.len {
                feed.len = 0;
                next = 0;
                source.fill(&mut feed);
                if feed.len == 0 {
                    return false;
                }
            }
            *lane = Lane::load(&feed, next, limits);
            next += 1;
            true
        };
        let mut lanes = [Lane::default(); LANES];
        let mut live = 0;
        while live < LANES && load(&mut lanes[live]) {
            live += 1;
        }
        let pile_at = u64::from(64 - limits.cards);
        let values_at = u64::from(64 - 2 * limits.faces);
        while live == LANES {
            for lane in &mut lanes {
                if lane.payer == 0 || lane.played > limits.cap {
                    if lane.played > limits.over {
                        report(lane.tag, lane.played);
                    }
                    if !load(lane) {
                        // This lane is out; the others are played to their ends one by one.
                        lane.payer = 0;
                        lane.played = 0;
                        live -= 1;
                        continue;
                    }
                }
                lane.step(pile_at, values_at);
            }
        }
        for lane in &mut lanes {
            while lane.payer != 0 && lane.played <= limits.cap {
                lane.step(pile_at, values_at);
            }
            if lane.played > limits.over {
                report(lane.tag, lane.played);
            }
        }
    }
}

/// One game, when a face lies on the pile and has to be paid for.
#[derive(Clone, Copy, Debug, Default)]
struct Lane {
    /// The payer's faces, the top card in the highest bit.
    payer: u64,
    /// The faces of the player whose face lies on the pile.
    owner: u64,
    payer_values: u64,
    owner_values: u64,
    /// The pile's faces, the last card in the lowest bit.
    pile: u64,
    /// The values of the pile's faces, the last one in the highest two bits.
    pile_values: u64,
    payer_cards: u64,
    owner_cards: u64,
    /// Faces put down so far.
    played: u32,
    tag: u64,
}

impl Lane {
    #[inline]
    fn load(feed: &Feed, place: usize, limits: Limits) -> Self {
        let cards = feed.size[place] & u64::from(u32::MAX);
        let mut lane = Self {
            payer: feed.other_faces[place],
            owner: feed.leader_faces[place],
            payer_values: feed.other_values[place],
            owner_values: feed.leader_values[place],
            payer_cards: u64::from(limits.cards) - cards,
            owner_cards: cards,
            played: u32::try_from(feed.size[place] >> 32).expect("half of 64 bits") + 1,
            tag: feed.tag[place],
            ..Self::default()
        };
        let numbers = u64::from(lane.payer.leading_zeros());
        lane.lead(true, numbers);
        lane
    }

    /// Answers the face on the pile.
    #[expect(clippy::inline_always, reason = "compiled with the features of its caller")]
    #[inline(always)]
    fn step(&mut self, pile_at: u64, values_at: u64) {
        let numbers = u64::from(self.payer.leading_zeros());
        let value = self.pile_values >> 62;
        let is_paid = numbers > value;
        // A debt of one card has the value 0, so at least one card is put down.
        let cards = select(is_paid, value, numbers) + 1;
        self.pile = self.pile << cards | self.payer >> (64 - cards);
        self.payer <<= cards;
        self.payer_cards = self.payer_cards.wrapping_sub(cards);
        // A face came up.
        let with_face = self.pile_values >> 2 | self.payer_values << 62;
        self.pile_values = select(is_paid, self.pile_values, with_face);
        self.payer_values = select(is_paid, self.payer_values, self.payer_values >> 2);
        // Or the pile goes under the owner's cards.
        let collected = self.owner | shl(self.pile, self.payer_cards.wrapping_add(pile_at));
        let faces = u64::from(self.payer.count_ones());
        let values = self.owner_values | shr(self.pile_values, values_at + 2 * faces);
        self.owner = select(is_paid, collected, self.owner);
        self.owner_values = select(is_paid, values, self.owner_values);
        let all = self.payer_cards.wrapping_add(pile_at);
        self.owner_cards = select(is_paid, 64_u64.wrapping_sub(all), self.owner_cards);
        self.played += 1;
        self.lead(is_paid, numbers.wrapping_sub(cards));
    }

    /// Opens a trick up to its first face, the owner leading; or, if the pile was not collected, only exchanges the
    /// roles: who has just put a face down owns it.
    #[expect(clippy::inline_always, reason = "compiled with the features of its caller")]
    #[inline(always)]
    fn lead(&mut self, opens: bool, payer_numbers: u64) {
        let owner_numbers = u64::from(self.owner.leading_zeros());
        let owner_stays = opens && owner_numbers <= payer_numbers;
        let numbers = select(owner_numbers <= payer_numbers, owner_numbers, payer_numbers);
        let from_new_owner = select(opens, numbers + 1, 0);
        let from_new_payer = select(opens, numbers + u64::from(!owner_stays), 0);
        let (owner, payer) =
            (select(owner_stays, self.owner, self.payer), select(owner_stays, self.payer, self.owner));
        let (owner_values, payer_values) = (
            select(owner_stays, self.owner_values, self.payer_values),
            select(owner_stays, self.payer_values, self.owner_values),
        );
        let (owner_cards, payer_cards) = (
            select(owner_stays, self.owner_cards, self.payer_cards),
            select(owner_stays, self.payer_cards, self.owner_cards),
        );
        self.owner = shl(owner, from_new_owner);
        self.payer = shl(payer, from_new_payer);
        self.owner_cards = owner_cards.wrapping_sub(from_new_owner);
        self.payer_cards = payer_cards.wrapping_sub(from_new_payer);
        self.pile_values = select(opens, owner_values << 62, self.pile_values);
        self.owner_values = select(opens, owner_values >> 2, owner_values);
        self.payer_values = payer_values;
        self.pile = select(opens, 1, self.pile);
    }
}

#[expect(clippy::cast_possible_truncation, reason = "of a count only the lowest six bits matter")]
#[inline]
const fn shl(word: u64, count: u64) -> u64 {
    word.wrapping_shl(count as u32)
}

#[expect(clippy::cast_possible_truncation, reason = "of a count only the lowest six bits matter")]
#[inline]
const fn shr(word: u64, count: u64) -> u64 {
    word.wrapping_shr(count as u32)
}
