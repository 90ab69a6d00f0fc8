//! Eight games a register, and several registers in flight.
//!
//! A lane is a game at the moment when a face lies on the pile and has to be paid for. A step answers that face in all
//! lanes alike: the payer's leading numbers are compared with the debt, so many cards go on the pile, and where the
//! debt is paid the pile goes under the owner's cards and the next trick is opened up to its first face. Payer and
//! owner exchange their roles in every lane but those where the same player pays again.
//!
//! Games that are over are seen every few steps: a lane without hope plays on in vain until then, and does no harm,
//! since the loser's faces stay away. Its place is then taken by the next state of the feed.

use std::arch::x86_64::{
    __m512i, __mmask8, _mm512_add_epi64, _mm512_cmpgt_epu64_mask, _mm512_cmple_epu64_mask,
    _mm512_lzcnt_epi64, _mm512_mask_add_epi64, _mm512_mask_blend_epi64, _mm512_mask_expandloadu_epi64,
    _mm512_mask_mov_epi64, _mm512_mask_or_epi64, _mm512_mask_shrdi_epi64, _mm512_mask_slli_epi64,
    _mm512_mask_sllv_epi64, _mm512_mask_srli_epi64, _mm512_mask_sub_epi64, _mm512_min_epu64,
    _mm512_popcnt_epi64, _mm512_set1_epi64, _mm512_setzero_si512, _mm512_shldv_epi64, _mm512_sllv_epi64,
    _mm512_srli_epi64, _mm512_srlv_epi64, _mm512_storeu_si512, _mm512_sub_epi64, _mm512_testn_epi64_mask,
};

use super::super::feed::{FEED, Feed, Limits, Source};

/// So many registers are in flight: their steps do not wait for each other.
const REGISTERS: usize = 4;

/// So many steps are made before finished games are looked for.
const STEPS: u32 = 8;

/// Endless games are looked for when so many steps are made.
const PATROL: u32 = 4096;

/// Whether this processor has what the engine needs.
pub(in super::super) fn is_available() -> bool {
    is_x86_feature_detected!("avx512f")
        && is_x86_feature_detected!("avx512cd")
        && is_x86_feature_detected!("avx512vbmi2")
        && is_x86_feature_detected!("avx512vpopcntdq")
        && is_x86_feature_detected!("lzcnt")
        && is_x86_feature_detected!("popcnt")
        && is_x86_feature_detected!("bmi1")
        && is_x86_feature_detected!("bmi2")
}

/// Plays all games of a source; reports the tags of those of more faces than the limit.
///
/// # Panics
/// When the processor does not have what the engine needs.
pub(in super::super) fn run(limits: Limits, source: &mut impl Source, report: &mut impl FnMut(u64)) {
    assert!(is_available(), "the engine is chosen for what the processor has");
    // SAFETY: the processor has just said that it has the features.
    unsafe { play_all(limits, source, report) }
}

/// Eight games.
#[derive(Clone, Copy)]
struct Lanes {
    /// The payer's faces, the top card in the highest bit.
    payer: __m512i,
    /// The faces of the player whose face lies on the pile.
    owner: __m512i,
    /// Two bits a face, the top one lowest.
    payer_values: __m512i,
    owner_values: __m512i,
    /// The pile's faces, the last card in the lowest bit.
    pile: __m512i,
    /// The values of the pile's faces, the last one in the highest two bits.
    pile_values: __m512i,
    payer_cards: __m512i,
    owner_cards: __m512i,
}

/// Which games the lanes are.
#[derive(Clone, Copy)]
struct Games {
    tags: __m512i,
    /// The step at which a game would have put down its first face.
    born: __m512i,
    live: __mmask8,
}

#[target_feature(enable = "avx512f,avx512cd,avx512vbmi2,avx512vpopcntdq,lzcnt,popcnt,bmi1,bmi2")]
fn play_all(limits: Limits, source: &mut impl Source, report: &mut impl FnMut(u64)) {
    let zero = _mm512_setzero_si512();
    let nobody = Lanes {
        payer: zero,
        owner: zero,
        payer_values: zero,
        owner_values: zero,
        pile: zero,
        pile_values: zero,
        payer_cards: zero,
        owner_cards: zero,
    };
    let mut lanes = [nobody; REGISTERS];
    let mut games = [Games { tags: zero, born: zero, live: 0xff }; REGISTERS];
    let mut supply = Supply { feed: Feed::new(), next: 0, is_dry: false };
    let mut step = 0_u64;
    for (lanes, games) in lanes.iter_mut().zip(&mut games) {
        supply.refill(lanes, games, 0xff, step, limits, source);
    }
    let pile_at = _mm512_set1_epi64(64 - i64::from(limits.cards));
    let values_at = _mm512_set1_epi64(64 - 2 * i64::from(limits.faces));
    let cap = _mm512_set1_epi64(i64::from(limits.cap));
    while games.iter().any(|games| games.live != 0) {
        for _ in 0..STEPS {
            for lanes in &mut lanes {
                *lanes = answer(lanes, pile_at, values_at);
            }
        }
        step += u64::from(STEPS);
        let is_patrol = step.is_multiple_of(u64::from(PATROL));
        for (lanes, games) in lanes.iter_mut().zip(&mut games) {
            // Whoever has to pay and has no face will never collect again.
            let mut over = _mm512_testn_epi64_mask(lanes.payer, lanes.payer) & games.live;
            if is_patrol {
                over |= _mm512_cmpgt_epu64_mask(games.played(step), cap) & games.live;
            }
            if over != 0 {
                games.report(over, step, limits, report);
                supply.refill(lanes, games, over, step, limits, source);
            }
        }
    }
}

/// Answers the face on the pile.
#[inline]
#[target_feature(enable = "avx512f,avx512cd,avx512vbmi2,avx512vpopcntdq")]
fn answer(lanes: &Lanes, pile_at: __m512i, values_at: __m512i) -> Lanes {
    let one = _mm512_set1_epi64(1);
    let numbers = _mm512_lzcnt_epi64(lanes.payer);
    let value = _mm512_srli_epi64::<62>(lanes.pile_values);
    let lapsed = _mm512_cmple_epu64_mask(numbers, value);
    let paid = !lapsed;
    let cards = _mm512_add_epi64(_mm512_min_epu64(numbers, value), one);
    let pile = _mm512_shldv_epi64(lanes.pile, lanes.payer, cards);
    let payer = _mm512_sllv_epi64(lanes.payer, cards);
    let payer_cards = _mm512_sub_epi64(lanes.payer_cards, cards);
    // A face came up.
    let pile_values =
        _mm512_mask_shrdi_epi64::<2>(lanes.pile_values, lapsed, lanes.pile_values, lanes.payer_values);
    let payer_values = _mm512_mask_srli_epi64::<2>(lanes.payer_values, lapsed, lanes.payer_values);
    // Or the pile goes under the owner's cards: what the two of them have is all but the payer's.
    let at = _mm512_add_epi64(payer_cards, pile_at);
    let owner = _mm512_mask_or_epi64(lanes.owner, paid, lanes.owner, _mm512_sllv_epi64(pile, at));
    let owner_cards = _mm512_mask_sub_epi64(lanes.owner_cards, paid, _mm512_set1_epi64(64), at);
    let faces = _mm512_popcnt_epi64(payer);
    let at = _mm512_add_epi64(_mm512_add_epi64(faces, faces), values_at);
    let values = _mm512_srlv_epi64(pile_values, at);
    let owner_values = _mm512_mask_or_epi64(lanes.owner_values, paid, lanes.owner_values, values);
    lead(
        &Lanes { payer, owner, payer_values, owner_values, pile, pile_values, payer_cards, owner_cards },
        paid,
    )
}

/// Opens a trick up to its first face where the pile was collected, the owner leading. Elsewhere only the roles are
/// exchanged: who has just put a face down owns it.
#[inline]
#[target_feature(enable = "avx512f,avx512cd")]
fn lead(lanes: &Lanes, opens: __mmask8) -> Lanes {
    let one = _mm512_set1_epi64(1);
    let of_owner = _mm512_lzcnt_epi64(lanes.owner);
    let of_payer = _mm512_lzcnt_epi64(lanes.payer);
    let owner_stays = opens & _mm512_cmple_epu64_mask(of_owner, of_payer);
    let numbers = _mm512_min_epu64(of_owner, of_payer);
    let from_owner = _mm512_add_epi64(numbers, one);
    let from_payer = _mm512_mask_add_epi64(numbers, !owner_stays, numbers, one);
    let owner = _mm512_mask_blend_epi64(owner_stays, lanes.payer, lanes.owner);
    let payer = _mm512_mask_blend_epi64(owner_stays, lanes.owner, lanes.payer);
    let owner_values = _mm512_mask_blend_epi64(owner_stays, lanes.payer_values, lanes.owner_values);
    let payer_values = _mm512_mask_blend_epi64(owner_stays, lanes.owner_values, lanes.payer_values);
    let owner_cards = _mm512_mask_blend_epi64(owner_stays, lanes.payer_cards, lanes.owner_cards);
    let payer_cards = _mm512_mask_blend_epi64(owner_stays, lanes.owner_cards, lanes.payer_cards);
    Lanes {
        payer: _mm512_mask_sllv_epi64(payer, opens, payer, from_payer),
        owner: _mm512_mask_sllv_epi64(owner, opens, owner, from_owner),
        payer_values,
        owner_values: _mm512_mask_srli_epi64::<2>(owner_values, opens, owner_values),
        pile: _mm512_mask_mov_epi64(lanes.pile, opens, one),
        pile_values: _mm512_mask_slli_epi64::<62>(lanes.pile_values, opens, owner_values),
        payer_cards: _mm512_mask_sub_epi64(payer_cards, opens, payer_cards, from_payer),
        owner_cards: _mm512_mask_sub_epi64(owner_cards, opens, owner_cards, from_owner),
    }
}

impl Games {
    #[inline]
    #[target_feature(enable = "avx512f")]
    fn played(&self, step: u64) -> __m512i {
        _mm512_sub_epi64(_mm512_set1_epi64(step.cast_signed()), self.born)
    }

    /// Reports those of some games that are long.
    #[inline]
    #[target_feature(enable = "avx512f")]
    fn report(&self, over: __mmask8, step: u64, limits: Limits, report: &mut impl FnMut(u64)) {
        let long =
            _mm512_cmpgt_epu64_mask(self.played(step), _mm512_set1_epi64(i64::from(limits.over))) & over;
        if long != 0 {
            let mut tags = [0_u64; 8];
            // SAFETY: the array has the eight words that are stored.
            unsafe { _mm512_storeu_si512(tags.as_mut_ptr().cast(), self.tags) };
            for (lane, &tag) in tags.iter().enumerate() {
                if long >> lane & 1 == 1 {
                    report(tag);
                }
            }
        }
    }
}

/// States that wait for a lane.
struct Supply {
    feed: Box<Feed>,
    next: usize,
    is_dry: bool,
}

impl Supply {
    /// Puts the next states into the lanes that are free; where there are no more, the lane is dead.
    #[inline]
    #[target_feature(enable = "avx512f,avx512cd,bmi2,popcnt")]
    fn refill(
        &mut self,
        lanes: &mut Lanes,
        games: &mut Games,
        free: __mmask8,
        step: u64,
        limits: Limits,
        source: &mut impl Source,
    ) {
        let mut free = free;
        while free != 0 && !self.is_dry {
            if self.next == self.feed.len {
                self.next = 0;
                self.feed.len = 0;
                source.fill(&mut self.feed);
                self.is_dry = self.feed.len == 0;
                continue;
            }
            // As many of the free lanes, from the lowest, as there are states.
            let left = self.feed.len - self.next;
            let mut taken = free;
            while taken.count_ones() as usize > left {
                taken &= !(0x80 >> taken.leading_zeros());
            }
            *lanes = self.load(lanes, games, taken, step, limits);
            self.next += taken.count_ones() as usize;
            free &= !taken;
        }
        games.live &= !free;
    }

    #[inline]
    #[target_feature(enable = "avx512f,avx512cd")]
    fn load(&self, lanes: &Lanes, games: &mut Games, taken: __mmask8, step: u64, limits: Limits) -> Lanes {
        let Self { feed, next, .. } = self;
        assert!(*next < FEED, "a state waits");
        let column = |old: __m512i, column: &[u64]| {
            // SAFETY: at most eight words are read from `next` on, and the columns have eight words after the last
            // place that `next` can have.
            unsafe { _mm512_mask_expandloadu_epi64(old, taken, column.as_ptr().add(*next).cast()) }
        };
        // `lead` exchanges the roles where it opens nothing: these lanes are exchanged before, and stay as they were.
        let kept = !taken;
        let exchanged = |one, other| {
            (_mm512_mask_blend_epi64(kept, one, other), _mm512_mask_blend_epi64(kept, other, one))
        };
        let size = column(lanes.owner_cards, &feed.size);
        let faces = _mm512_srli_epi64::<32>(size);
        let cards =
            _mm512_mask_sub_epi64(size, taken, size, _mm512_mask_slli_epi64::<32>(size, taken, faces));
        let all = _mm512_set1_epi64(i64::from(limits.cards));
        let (payer, owner) =
            exchanged(column(lanes.payer, &feed.other_faces), column(lanes.owner, &feed.leader_faces));
        let (payer_values, owner_values) = exchanged(
            column(lanes.payer_values, &feed.other_values),
            column(lanes.owner_values, &feed.leader_values),
        );
        let (payer_cards, owner_cards) =
            exchanged(_mm512_mask_sub_epi64(lanes.payer_cards, taken, all, cards), cards);
        games.tags = column(games.tags, &feed.tag);
        // The first face is put down before the first step.
        let before = _mm512_add_epi64(faces, _mm512_set1_epi64(1));
        games.born = _mm512_mask_sub_epi64(games.born, taken, _mm512_set1_epi64(step.cast_signed()), before);
        lead(&Lanes { payer, owner, payer_values, owner_values, payer_cards, owner_cards, ..*lanes }, taken)
    }
}
