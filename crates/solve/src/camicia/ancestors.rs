//! Backwards: the states that lead to a state, trick by trick.
//!
//! A state has its last trick at the bottom of its leader's deck: the pile just collected. So its predecessors can be
//! counted out exactly.
//!
//! - The last face of the deck must be followed by exactly as many number cards as it asks for: they are its payment.
//! - The pile begins somewhere above. Its first face may be any whose later gaps are payments that lapsed, each shorter
//!   than what the face before it asks for; and any of the number cards right above that face may belong to the pile.
//! - Who put down each card is then forced: the last face is the collector's, the faces alternate, the numbers before a
//!   later face are its owner's, and the numbers before the first face alternate. The leader follows.
//!
//! A tree of ancestors is finite in practice and mostly leaves. Leaves are counted, and the wanted ones built; only
//! states that can have predecessors themselves go on the stack.

use super::simd::{self, BitTask, Bits};
use super::{Deck, State};

/// What a walk through the ancestors of a state is asked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Walk {
    /// The cards of the leader and of the other player in a state that is wanted.
    pub hands: [u32; 2],
    /// The cards that are still put down from the root on; 0 if that means nothing.
    pub length: u32,
    /// After so many states the walk is broken off.
    pub states_max: u64,
}

/// What a walk came to.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Walked {
    /// The states of the tree, the root included.
    pub states: u64,
    /// Those of them whose predecessors were looked for.
    pub expanded: u64,
    /// Whether the walk was broken off.
    pub is_cut: bool,
}

/// Takes the ancestors that have the wanted hands.
pub trait Finds {
    /// Says whether an ancestor so many cards before the end is worth building.
    fn wants(&mut self, length: u32) -> bool;

    /// Takes it.
    fn take(&mut self, state: State, length: u32);
}

impl Walk {
    /// Walks through all ancestors of `root`, without the parts of the tree that begin with the predecessors `skip`,
    /// though these are counted and offered. The root itself is not offered. `stack` is memory that may be used again.
    ///
    /// The ancestors of a state on a cycle have no end: there, its predecessor on the cycle must be skipped.
    pub fn run(&self, root: &State, skip: &[State], stack: &mut Stack, finds: &mut impl Finds) -> Walked {
        simd::run(Task { walk: self, root, skip, stack, finds })
    }
}

/// The states that a walk has yet to look at.
#[derive(Debug, Default)]
pub struct Stack(Vec<Node>);

/// A state with its cards until the end.
#[derive(Clone, Copy, Debug)]
struct Node {
    state: State,
    length: u32,
}

struct Task<'a, F> {
    walk: &'a Walk,
    root: &'a State,
    skip: &'a [State],
    stack: &'a mut Stack,
    finds: &'a mut F,
}

impl<F: Finds> BitTask for Task<'_, F> {
    type Output = Walked;

    #[expect(clippy::inline_always, reason = "compiled with the features of its caller")]
    #[inline(always)]
    fn run<B: Bits>(self, bits: B) -> Walked {
        let stack = &mut self.stack.0;
        stack.clear();
        let root = Node { state: *self.root, length: self.walk.length };
        let mut walked = Walked { states: 1, expanded: 1, is_cut: false };
        walked.states += expand(bits, &root, self.walk.hands, stack, self.finds);
        stack.retain(|node| !self.skip.contains(&node.state));
        while let Some(node) = stack.pop() {
            if walked.states >= self.walk.states_max {
                walked.is_cut = true;
                break;
            }
            walked.expanded += 1;
            walked.states += expand(bits, &node, self.walk.hands, stack, self.finds);
        }
        walked
    }
}

/// Returns the number of predecessors; those with the wanted hands are offered, and those that can have predecessors
/// are put on the stack.
#[expect(clippy::inline_always, reason = "compiled with the features of its caller")]
#[inline(always)]
fn expand<B: Bits>(
    bits: B,
    node: &Node,
    hands: [u32; 2],
    stack: &mut Vec<Node>,
    finds: &mut impl Finds,
) -> u64 {
    let State { leader, other } = node.state;
    if !ends_with_a_payment(&leader) {
        return 0;
    }
    let other_ends_well = other.faces == 0 || ends_with_a_payment(&other);
    let last = leader.faces.ilog2();
    let mut tail = Tail {
        node,
        first: last,
        faces_above: leader.face_count() - 1,
        owner: Owner::Collector,
        payers: low_bits(leader.len) & !low_bits(last + 1),
        collectors: 1,
    };
    let mut predecessors = 0;
    loop {
        let above = leader.faces & low_bits(tail.first);
        let (gap, asked, previous) = match above.checked_ilog2() {
            Some(previous) => (tail.first - 1 - previous, leader.asked(tail.faces_above - 1), previous),
            None => (tail.first, 0, 0),
        };
        predecessors += u64::from(gap) + 1;
        for numbers in tail.numbers_for(hands) {
            if let Ok(numbers) = u32::try_from(numbers)
                && numbers <= gap
            {
                let length = tail.length(numbers);
                if finds.wants(length) {
                    finds.take(tail.predecessor(bits, numbers).state, length);
                }
            }
        }
        // The collector led: what is left of the deck must end with a payment, if there is a face left.
        let collector_led = u32::from(tail.owner == Owner::Payer);
        if above == 0 {
            for numbers in (collector_led..=gap).step_by(2) {
                stack.push(tail.predecessor(bits, numbers));
            }
        } else if gap >= asked && (gap - asked) & 1 == collector_led {
            stack.push(tail.predecessor(bits, gap - asked));
        }
        // The other player led.
        if other_ends_well {
            for numbers in (1 - collector_led..=gap).step_by(2) {
                stack.push(tail.predecessor(bits, numbers));
            }
        }
        if above == 0 || gap >= asked {
            return predecessors;
        }
        tail.lengthen(previous, gap);
    }
}

fn ends_with_a_payment(deck: &Deck) -> bool {
    deck.faces.checked_ilog2().is_some_and(|last| deck.len - 1 - last == deck.asked(deck.face_count() - 1))
}

impl Deck {
    /// Returns what a face asks for; faces are counted from the top, from 0.
    #[inline]
    fn asked(&self, face: u32) -> u32 {
        (self.values >> (2 * face) & 3) as u32 + 1
    }
}

/// Who put a face down.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Owner {
    Collector,
    Payer,
}

/// The end of the leader's deck, from one of its faces on, taken for a pile from its first face on.
#[derive(Clone, Copy, Debug)]
struct Tail<'a> {
    node: &'a Node,
    /// The place of the first face.
    first: u32,
    /// The faces of the deck above it.
    faces_above: u32,
    /// Who put the first face down.
    owner: Owner,
    /// The places of what the collector did not put down.
    payers: u64,
    /// How many cards the collector put down.
    collectors: u32,
}

impl Tail<'_> {
    /// Takes in one face more, the one above, with the gap between.
    #[inline]
    fn lengthen(&mut self, previous: u32, gap: u32) {
        // The numbers before a later face are its owner's, and the faces alternate.
        self.owner = match self.owner {
            Owner::Collector => {
                self.collectors += gap;
                self.payers |= 1 << previous;
                Owner::Payer
            }
            Owner::Payer => {
                self.collectors += 1;
                self.payers |= low_bits(self.first) & !low_bits(previous + 1);
                Owner::Collector
            }
        };
        self.first = previous;
        self.faces_above -= 1;
    }

    /// Returns with how many numbers before the first face the predecessor has the wanted hands, when the collector
    /// leads and when the other player does; it may be less than none.
    ///
    /// Each number that is taken from the deck for the pile leaves the collector one card less, and every other one
    /// comes back to him.
    #[inline]
    fn numbers_for(&self, [leader, other]: [u32; 2]) -> [i64; 2] {
        let most = i64::from(self.collectors + self.first);
        let (as_leader, as_other) = (2 * (most - i64::from(leader)), 2 * (most - i64::from(other)));
        match self.owner {
            Owner::Collector => [as_leader, as_other - 1],
            Owner::Payer => [as_leader + 1, as_other],
        }
    }

    /// Returns the cards until the end, with so many numbers before the first face.
    #[inline]
    const fn length(&self, numbers: u32) -> u32 {
        self.node.length + self.node.state.leader.len - self.first + numbers
    }

    /// Builds the predecessor with so many numbers before the first face.
    #[expect(clippy::inline_always, reason = "compiled with the features of its caller")]
    #[inline(always)]
    fn predecessor<B: Bits>(&self, bits: B, numbers: u32) -> Node {
        let State { leader: deck, other } = self.node.state;
        let start = self.first - numbers;
        let kept = low_bits(start);
        // The number right before the first face is not its owner's; then they alternate.
        let payers_places = match self.owner {
            Owner::Collector => self.first.wrapping_sub(1) & 1,
            Owner::Payer => self.first & 1,
        };
        let payers = self.payers | EVERY_OTHER << payers_places & low_bits(self.first) & !kept;
        let pile = low_bits(deck.len) & !kept;
        let (of_collector, of_payer) = (pile & !payers, pile & payers);
        let (collected, paid) = (of_collector.count_ones(), of_payer.count_ones());
        let faces = deck.face_count() - self.faces_above;
        let values = deck.values >> (2 * self.faces_above);
        // The last face is the collector's, so of an odd number he has one more.
        let collectors_values = match self.owner {
            Owner::Collector => EVERY_OTHER_PAIR,
            Owner::Payer => !EVERY_OTHER_PAIR,
        };
        let collector = Deck {
            faces: bits.gather(deck.faces, of_collector) | (deck.faces & kept) << collected,
            values: bits.gather(values, collectors_values)
                | (deck.values & low_bits(2 * self.faces_above)) << (2 * faces.div_ceil(2)),
            len: collected + start,
        };
        let payer = Deck {
            faces: bits.gather(deck.faces, of_payer) | other.faces << paid,
            values: bits.gather(values, !collectors_values) | other.values << (2 * (faces / 2)),
            len: paid + other.len,
        };
        let collector_led = (numbers & 1 == 0) == (self.owner == Owner::Collector);
        let state = if collector_led {
            State { leader: collector, other: payer }
        } else {
            State { leader: payer, other: collector }
        };
        Node { state, length: self.length(numbers) }
    }
}

const EVERY_OTHER: u64 = 0x5555_5555_5555_5555;
const EVERY_OTHER_PAIR: u64 = 0x3333_3333_3333_3333;

/// Returns so many set bits, at most 63.
#[inline]
const fn low_bits(count: u32) -> u64 {
    (1 << count) - 1
}
