//! From how many faces on the ancestors of a game are looked for, whatever is dealt.
//!
//! What was measured at 52 cards: a hunt is at its best when about one game in 2,700 is a seed, and anything near that
//! is nearly as good. Other packs have games of other lengths, so a sample of their deals tells where that is.

use super::{Composition, End, Groups, Shuffle, play};

/// At 52 cards: one game in 2,700 has more faces.
const FACES_MIN_52: u32 = 520;

/// So many deals are a sample: a moment's work.
const SAMPLE: usize = 1 << 18;

/// One game of the sample in so many is long.
const SHARE: usize = 2700;

/// Of a pack with few deals, so many games are long all the same, if there are as many.
const LONG_MIN: usize = 16;

/// Returns the number of faces that few games have more of. It hangs on what is dealt alone.
pub(super) fn faces_min(groups: &Groups) -> u32 {
    if groups.composition() == Composition::PACK_52 {
        return FACES_MIN_52;
    }
    let mut faces = sample(groups);
    if faces.is_empty() {
        return 0;
    }
    let place = (faces.len() / SHARE).max(LONG_MIN).min(faces.len() - 1);
    let (_, &mut least, _) = faces.select_nth_unstable_by(place, |one, other| other.cmp(one));
    // Games of as many faces are long too: there may be no longer ones.
    least.saturating_sub(1)
}

/// Returns the faces of games that end, of deals from all over the pack; of all its deals if they are not too many.
fn sample(groups: &Groups) -> Vec<u32> {
    let order = Shuffle::new(0, groups.len());
    let mut faces = Vec::new();
    for position in 0..groups.len() {
        if faces.len() >= SAMPLE {
            break;
        }
        let group = groups.group(order.at(position));
        let games = (0..group.len()).map(|place| play(group.opened(place)));
        faces.extend(
            games.filter(|game| game.end == End::Finished).map(|game| group.shared_faces() + game.faces),
        );
    }
    faces
}
