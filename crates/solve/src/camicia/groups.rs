//! All deals of a composition in groups that are numbered, for searches and for complete counts.
//!
//! The deals of a group have all faces in the same places, and the same first faces: those nearest to the tops of
//! both hands. Only the order of the last seven faces differs. So the tricks before one of these is reached are played
//! once for the whole group, and its deals are made by one shift and one `or` for each hand.
//!
//! Groups have the numbers 0 to [`Groups::len`] - 1, and every deal is in exactly one of them. A hunt takes groups in
//! an order that is shuffled by a key, so that each deal has the same chance to be played.

use std::ops::Range;

use thiserror::Error;

use super::feed::Feed;
use super::name::split;
use super::{Composition, State, places};

/// So many faces vary within a group, if there are as many: enough for groups of some hundred deals, few enough that
/// the lists of their orders stay in the processor's nearest memory.
const VARIED_FACES: u32 = 7;

/// All deals of a composition, in numbered groups.
#[derive(Clone, Debug)]
pub struct Groups {
    composition: Composition,
    /// How many faces are the same within a group.
    fixed: u32,
    /// For each tuple of faces already used: in how many ways the other fixed ones can go on.
    ways: Vec<u64>,
    /// For each tuple that all fixed faces may use: the orders of the others, two bits a face.
    orders: Vec<Vec<u16>>,
    len: u64,
}

/// There are too many groups to be numbered with 64 bits.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[error("{composition} has {groups} groups of deals, more than the {} that can be numbered", u64::MAX)]
pub struct TooManyGroups {
    /// What is dealt.
    pub composition: Composition,
    /// How many groups there are.
    pub groups: u128,
}

/// Deals that begin alike.
#[derive(Clone, Copy, Debug)]
pub struct Group<'a> {
    /// The deal, the values of the varied faces left out.
    start: Template,
    /// The game after the tricks that all deals share.
    opened: Template,
    cards: u32,
    faces: u32,
    tricks: u32,
    orders: &'a [u16],
}

/// A state whose last original faces have no value yet.
#[derive(Clone, Copy, Debug)]
struct Template {
    state: State,
    leader: Hole,
    other: Hole,
}

/// Where in the values of a deck the varied faces are, and which part of an order they take.
#[derive(Clone, Copy, Debug)]
struct Hole {
    at: u32,
    from: u32,
    mask: u64,
}

impl Groups {
    /// Returns the groups of a composition.
    ///
    /// # Errors
    /// When there are more than 2^64 - 1 groups.
    pub fn new(composition: Composition) -> Result<Self, TooManyGroups> {
        let faces = composition.faces();
        let fixed = composition.face_count().saturating_sub(VARIED_FACES);
        let tuples = faces.iter().map(|&count| count as usize + 1).product();
        let (mut ways, mut orders) = (vec![0; tuples], vec![Vec::new(); tuples]);
        for tuple in (0..tuples).rev() {
            let used = used(tuple, faces);
            match used.iter().sum::<u32>() {
                sum if sum == fixed => {
                    ways[tuple] = 1;
                    let rest: [u32; 4] = std::array::from_fn(|kind| faces[kind] - used[kind]);
                    list_orders(rest, 0, 0, &mut orders[tuple]);
                }
                sum if sum < fixed => {
                    ways[tuple] = next_tuples(tuple, faces).map(|(_, next)| ways[next]).sum();
                }
                _ => {}
            }
        }
        let groups = u128::from(composition.places()) * u128::from(ways[0]);
        let len = u64::try_from(groups).map_err(|_| TooManyGroups { composition, groups })?;
        Ok(Self { composition, fixed, ways, orders, len })
    }

    /// Returns what is dealt.
    pub const fn composition(&self) -> Composition {
        self.composition
    }

    /// Returns how many groups there are.
    pub const fn len(&self) -> u64 {
        self.len
    }

    /// Returns false: there is at least one group.
    pub const fn is_empty(&self) -> bool {
        false
    }

    /// Returns a group by its number.
    ///
    /// # Panics
    /// When there is no such group.
    pub fn group(&self, number: u64) -> Group<'_> {
        assert!(number < self.len, "group {number} of {}", self.len);
        let places = places::unrank(number / self.ways[0], self.composition.face_count());
        let (tuple, fixed) = self.fixed_faces(number % self.ways[0]);
        let mut start = split(places, 0, self.composition.hands());
        let [known_a, known_b] = deal_out(&mut start, fixed, self.fixed);
        let varied = [start.leader.face_count() - known_a, start.other.face_count() - known_b];
        let hole =
            |known: u32, from: u32, faces: u32| Hole { at: 2 * known, from, mask: (1 << (2 * faces)) - 1 };
        let start = Template {
            state: start,
            leader: hole(known_a, 0, varied[0]),
            other: hole(known_b, 2 * varied[0], varied[1]),
        };
        let mut group =
            Group { start, opened: start, cards: 0, faces: 0, tricks: 0, orders: &self.orders[tuple] };
        group.open();
        group
    }

    /// Returns the tuple that the fixed faces use up, and their values, the first lowest.
    fn fixed_faces(&self, mut number: u64) -> (usize, u64) {
        let faces = self.composition.faces();
        let (mut tuple, mut values) = (0, 0);
        for face in 0..self.fixed {
            for (value, next) in next_tuples(tuple, faces) {
                if number < self.ways[next] {
                    tuple = next;
                    values |= value << (2 * face);
                    break;
                }
                number -= self.ways[next];
            }
        }
        (tuple, values)
    }
}

/// The faces of each kind that a tuple stands for.
fn used(mut tuple: usize, faces: [u32; 4]) -> [u32; 4] {
    faces.map(|count| {
        let size = count as usize + 1;
        let used = tuple % size;
        tuple /= size;
        u32::try_from(used).expect("at most 32 faces")
    })
}

/// The tuples with one face more, each with the value of that face.
fn next_tuples(tuple: usize, faces: [u32; 4]) -> impl Iterator<Item = (u64, usize)> {
    let used = used(tuple, faces);
    let mut step = 1;
    (0..4).filter_map(move |kind| {
        let next = tuple + step;
        step *= faces[kind] as usize + 1;
        (used[kind] < faces[kind]).then_some((kind as u64, next))
    })
}

fn list_orders(rest: [u32; 4], values: u16, face: u32, orders: &mut Vec<u16>) {
    if rest == [0; 4] {
        orders.push(values);
    }
    for kind in 0..4_u16 {
        let mut left = rest;
        if left[usize::from(kind)] > 0 {
            left[usize::from(kind)] -= 1;
            list_orders(left, values | kind << (2 * face), face + 1, orders);
        }
    }
}

/// Gives the fixed values to the faces nearest to the tops of both hands, A's before B's where they lie equally deep.
/// Returns how many faces of each hand have one.
fn deal_out(start: &mut State, mut values: u64, faces: u32) -> [u32; 2] {
    let (mut left_a, mut left_b) = (start.leader.faces, start.other.faces);
    let (mut known_a, mut known_b) = (0, 0);
    for _ in 0..faces {
        let value = values & 3;
        values >>= 2;
        if left_a.trailing_zeros() <= left_b.trailing_zeros() {
            start.leader.values |= value << (2 * known_a);
            known_a += 1;
            left_a &= left_a - 1;
        } else {
            start.other.values |= value << (2 * known_b);
            known_b += 1;
            left_b &= left_b - 1;
        }
    }
    [known_a, known_b]
}

impl Group<'_> {
    /// Returns how many deals there are.
    pub const fn len(&self) -> usize {
        self.orders.len()
    }

    /// Returns false: a group has at least one deal.
    pub const fn is_empty(&self) -> bool {
        false
    }

    /// Returns a deal by its place in the group.
    pub fn deal(&self, place: usize) -> State {
        self.start.fill(self.orders[place])
    }

    /// Returns the game of a deal after the tricks that all deals of the group share.
    pub fn opened(&self, place: usize) -> State {
        self.opened.fill(self.orders[place])
    }

    /// Returns the cards and the tricks of what all deals share.
    pub const fn shared(&self) -> (u32, u32) {
        (self.cards, self.tricks)
    }

    /// Returns the faces in the piles of what all deals share.
    pub(super) const fn shared_faces(&self) -> u32 {
        self.faces
    }

    /// Plays the tricks in which no varied face is put down.
    fn open(&mut self) {
        let mut known = [self.opened.leader.at / 2, self.opened.other.at / 2];
        loop {
            let mut state = self.opened.state;
            let Ok(pile) = state.collect() else { return };
            let (first, second) = (pile.faces.div_ceil(2), pile.faces / 2);
            let played = if pile.leader_is_first { [first, second] } else { [second, first] };
            if played[0] > known[0] || played[1] > known[1] || state.is_over() {
                return;
            }
            let Template { mut leader, mut other, .. } = self.opened;
            known = [known[0] - played[0], known[1] - played[1]];
            (leader.at, other.at) = (2 * known[0], 2 * known[1]);
            // The owner of the last face collects.
            let leader_collects = (pile.faces % 2 == 1) == pile.leader_is_first;
            if !leader_collects {
                std::mem::swap(&mut leader, &mut other);
                known.swap(0, 1);
            }
            self.opened = Template { state, leader, other };
            self.cards += pile.cards;
            self.faces += pile.faces;
            self.tricks += 1;
        }
    }

    /// Puts deals into a feed, opened, with the number that the feed's reader shall call the group.
    pub(super) fn feed(&self, places: Range<usize>, number: u32, feed: &mut Feed) {
        let Template { state, leader, other } = self.opened;
        let orders = &self.orders[places.clone()];
        let end = feed.len + orders.len();
        feed.leader_faces[feed.len..end].fill(state.leader.faces.reverse_bits());
        feed.other_faces[feed.len..end].fill(state.other.faces.reverse_bits());
        feed.size[feed.len..end].fill(u64::from(state.leader.len) | u64::from(self.faces) << 32);
        for (values, &order) in feed.leader_values[feed.len..end].iter_mut().zip(orders) {
            *values = leader.fill(state.leader.values, order);
        }
        for (values, &order) in feed.other_values[feed.len..end].iter_mut().zip(orders) {
            *values = other.fill(state.other.values, order);
        }
        for (tag, place) in feed.tag[feed.len..end].iter_mut().zip(places.start as u64..) {
            *tag = u64::from(number) << 32 | place;
        }
        feed.len = end;
    }
}

impl Template {
    fn fill(&self, order: u16) -> State {
        let mut state = self.state;
        state.leader.values = self.leader.fill(state.leader.values, order);
        state.other.values = self.other.fill(state.other.values, order);
        state
    }
}

impl Hole {
    #[inline]
    fn fill(&self, values: u64, order: u16) -> u64 {
        values | (u64::from(order) >> self.from & self.mask).wrapping_shl(self.at)
    }
}
