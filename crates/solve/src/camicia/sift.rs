//! Sifting groups of deals for those with long games.

use std::ops::Range;

use super::feed::{FEED, Feed, Limits, Source};
#[cfg(target_arch = "x86_64")]
use super::simd;
use super::{End, Engine, Game, Groups, State};

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
        Engine::Avx2 | Engine::Scalar => sift_exactly(engine, groups, numbers, faces_min),
        #[cfg(target_arch = "x86_64")]
        Engine::Avx512 => sift_by_avx512(groups, numbers, faces_min),
        #[cfg(not(target_arch = "x86_64"))]
        Engine::Avx512 => unreachable!("the engine is chosen among those that are available"),
    }
}

/// So many deals are handed over together: a batch stays near the processor.
const BATCH: usize = 2048;

/// Plays all deals with their exact counts.
fn sift_exactly(
    engine: Engine,
    groups: &Groups,
    numbers: &mut dyn Iterator<Item = u64>,
    faces_min: u32,
) -> (u64, Vec<Address>) {
    let mut batch =
        Batch { engine, faces_min, deals: 0, waiting: vec![], states: vec![], games: vec![], found: vec![] };
    for number in numbers {
        let group = groups.group(number);
        for place in 0..group.len() {
            batch.waiting.push((Address { group: number, place }, group.shared_faces()));
            batch.states.push(group.opened(place));
        }
        if batch.states.len() >= BATCH {
            batch.play();
        }
    }
    batch.play();
    batch.found.sort_unstable();
    (batch.deals, batch.found)
}

/// Deals that are played together.
struct Batch {
    engine: Engine,
    faces_min: u32,
    deals: u64,
    /// Which deals wait, and the faces of what is played before.
    waiting: Vec<(Address, u32)>,
    states: Vec<State>,
    games: Vec<Game>,
    found: Vec<Address>,
}

impl Batch {
    fn play(&mut self) {
        self.engine.play_each(&self.states, &mut self.games);
        self.deals += self.states.len() as u64;
        for (&(address, shared), game) in self.waiting.iter().zip(&self.games) {
            if shared + game.faces > self.faces_min || game.end == End::Endless {
                self.found.push(address);
            }
        }
        self.waiting.clear();
        self.states.clear();
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
