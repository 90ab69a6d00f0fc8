//! Sifting groups of deals for those with long games.

use std::fmt;
use std::ops::Range;

use super::engine::play_inline;
use super::feed::{FEED, Feed, Limits, Source};
use super::simd::{self, BitTask, Bits};
use super::{End, Groups};

/// An engine that plays many games at once and knows the number of their faces only roughly.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Engine {
    /// Eight games a register: processors with AVX-512 VBMI2 and VPOPCNTDQ.
    Avx512,
    /// One game after the other, on every processor.
    Scalar,
}

impl Engine {
    /// Returns the engines that this processor can run, the fastest first.
    pub fn available() -> impl Iterator<Item = Self> {
        [Self::Avx512, Self::Scalar].into_iter().filter(|engine| engine.is_available())
    }

    /// Returns the fastest engine that this processor can run.
    pub fn best() -> Self {
        Self::available().next().expect("the scalar engine runs everywhere")
    }

    fn is_available(self) -> bool {
        match self {
            #[cfg(target_arch = "x86_64")]
            Self::Avx512 => simd::avx512::is_available(),
            #[cfg(not(target_arch = "x86_64"))]
            Self::Avx512 => false,
            Self::Scalar => true,
        }
    }

    /// Returns the name by which a user chooses it.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Avx512 => "avx512",
            Self::Scalar => "scalar",
        }
    }
}

impl fmt::Display for Engine {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// A deal by its group and its place in it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Address {
    /// The number of the group, as the caller counts.
    pub group: u64,
    /// The place in the group.
    pub place: usize,
}

/// Plays all deals of some groups. Returns how many there were, and all deals whose games have more than `faces_min`
/// faces in collected piles; endless ones are among them. A few that have less are returned as well: which ones hangs
/// on the engine.
pub fn sift(
    engine: Engine,
    groups: &Groups,
    numbers: &mut dyn Iterator<Item = u64>,
    faces_min: u32,
) -> (u64, Vec<Address>) {
    match engine {
        Engine::Scalar => simd::run(OneByOne { groups, numbers, faces_min }),
        #[cfg(target_arch = "x86_64")]
        Engine::Avx512 => sift_by_avx512(groups, numbers, faces_min),
        #[cfg(not(target_arch = "x86_64"))]
        Engine::Avx512 => unreachable!("the engine is chosen among those that are available"),
    }
}

#[cfg(target_arch = "x86_64")]
fn sift_by_avx512(
    groups: &Groups,
    numbers: &mut dyn Iterator<Item = u64>,
    faces_min: u32,
) -> (u64, Vec<Address>) {
    let composition = groups.composition();
    // The engine counts a game as over when the player who has to pay has no face left. He pays each later face with a
    // number card at least, which he never gets back: so the count lacks no more faces than there are numbers.
    let limits = Limits {
        cards: composition.len(),
        faces: composition.face_count(),
        over: faces_min.saturating_sub(composition.numbers()),
        cap: FACES_CAP,
    };
    let mut feeder = Feeder { groups, numbers, taken: Vec::new(), rest: None, deals: 0 };
    let mut found = Vec::new();
    simd::avx512::run(limits, &mut feeder, &mut |tag| found.push(tag));
    let address = |tag: u64| Address {
        group: feeder.taken[usize::try_from(tag >> 32).expect("half of 64 bits")],
        place: usize::try_from(tag & u64::from(u32::MAX)).expect("half of 64 bits"),
    };
    let mut found: Vec<Address> = found.into_iter().map(address).collect();
    found.sort_unstable();
    (feeder.deals, found)
}

/// Plays one deal after the other, exactly.
struct OneByOne<'a> {
    groups: &'a Groups,
    numbers: &'a mut dyn Iterator<Item = u64>,
    faces_min: u32,
}

impl BitTask for OneByOne<'_> {
    type Output = (u64, Vec<Address>);

    #[expect(clippy::inline_always, reason = "compiled with the features of its caller")]
    #[inline(always)]
    fn run<B: Bits>(self, _bits: B) -> Self::Output {
        let mut deals = 0;
        let mut found = Vec::new();
        for number in self.numbers {
            let group = self.groups.group(number);
            deals += group.len() as u64;
            for place in 0..group.len() {
                let game = play_inline(group.opened(place));
                if group.shared_faces() + game.faces > self.faces_min || game.end == End::Endless {
                    found.push(Address { group: number, place });
                }
            }
        }
        found.sort_unstable();
        (deals, found)
    }
}

/// No finite game is nearly as long: by the fit the longest of 52 cards has about 3,100 faces.
const FACES_CAP: u32 = 40_000;

/// Feeds groups to an engine.
struct Feeder<'a> {
    groups: &'a Groups,
    numbers: &'a mut dyn Iterator<Item = u64>,
    /// The groups taken so far.
    taken: Vec<u64>,
    /// What of the last group did not fit.
    rest: Option<Range<usize>>,
    deals: u64,
}

impl Source for Feeder<'_> {
    fn fill(&mut self, feed: &mut Feed) {
        while feed.len < FEED {
            let places = if let Some(places) = self.rest.take() {
                places
            } else {
                let Some(number) = self.numbers.next() else { return };
                self.taken.push(number);
                0..usize::MAX
            };
            let number = *self.taken.last().expect("a group was taken");
            let group = self.groups.group(number);
            let all = places.start..places.end.min(group.len());
            let now = all.start..all.end.min(all.start + FEED - feed.len);
            if now.end < all.end {
                self.rest = Some(now.end..all.end);
            }
            self.deals += now.len() as u64;
            let taken =
                u32::try_from(self.taken.len() - 1).expect("fewer than 2^32 groups are sifted at once");
            group.feed(now, taken, feed);
        }
    }
}
