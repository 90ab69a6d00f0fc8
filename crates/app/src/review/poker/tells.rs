//! What the bids of a player say of its cards.

use croupier_rules::poker::{Action, CARDS};
use serde::Serialize;

use super::decisions::{Place, a_card};
use super::priced::Priced;

/// Bids that show a card.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub(crate) struct Tell {
    #[serde(rename = "ask")]
    pub(crate) place: Place,
    /// The bids from here up, or below it, in chips; in round 2 what they add to the level.
    pub(crate) from: u16,
    /// Whether it is the bids from there up.
    pub(crate) above: bool,
    /// The cards that they were made with, both ends included.
    pub(crate) cards: [u8; 2],
    /// How often, of how many bids.
    pub(crate) times: usize,
    pub(crate) of: usize,
    pub(crate) sentence: String,
}

/// Bids that are made less often show nothing that one could rely on.
const TIMES_MIN: usize = 10;

/// What leaves more cards than this shows little.
const CARDS_MAX: u8 = 7;

/// The most telling bids of both rounds: great ones that show a good card, small ones that show a bad one.
pub(crate) fn tells(priced: &[&Priced]) -> Vec<Tell> {
    let sides = [Place::Bid1, Place::Bid2].map(|place| [(place, true), (place, false)]);
    sides.into_iter().flatten().filter_map(|(place, above)| tell(priced, place, above)).collect()
}

/// The bids on one side of some size that show most: cards that are ruled out, times how often they are made.
fn tell(priced: &[&Priced], place: Place, above: bool) -> Option<Tell> {
    let bids: Vec<(u16, u8)> =
        priced.iter().filter(|priced| priced.place == place).filter_map(|p| added(p)).collect();
    let mut froms: Vec<u16> = bids.iter().map(|(bid, _)| *bid).collect();
    froms.sort_unstable();
    froms.dedup();
    let mut best: Option<(usize, Tell)> = None;
    for from in froms {
        let cards: Vec<u8> =
            bids.iter().filter(|(bid, _)| (*bid >= from) == above).map(|(_, card)| *card).collect();
        let (Some(&low), Some(&high)) = (cards.iter().min(), cards.iter().max()) else { continue };
        // One end is the best card, or the least.
        let cards_left = if above { CARDS - low } else { high + 1 };
        let times = cards.len();
        if times < TIMES_MIN || cards_left > CARDS_MAX {
            continue;
        }
        let shown = usize::from(CARDS - cards_left) * times;
        if best.as_ref().is_none_or(|(most, _)| shown > *most) {
            let sentence = sentence(place, above, from, [low, high], [times, bids.len()]);
            best = Some((
                shown,
                Tell { place, from, above, cards: [low, high], times, of: bids.len(), sentence },
            ));
        }
    }
    best.map(|(_, tell)| tell)
}

/// A bid, in round 2 what it adds to the level; and the card.
fn added(priced: &Priced) -> Option<(u16, u8)> {
    match (priced.place, priced.did) {
        (Place::Bid1, Action::Bid(bid)) => Some((bid, priced.card)),
        (Place::Bid2, Action::Bid(bid)) => Some((bid - priced.level, priced.card)),
        (_, Action::Bid(_) | Action::Foul | Action::Call(_)) => None,
    }
}

fn sentence(place: Place, above: bool, from: u16, [low, high]: [u8; 2], [times, of]: [usize; 2]) -> String {
    let side = match (above, place) {
        (true, Place::Bid2) => format!("raises of {from} or more"),
        (true, _) => format!("bids of {from} or more"),
        (false, Place::Bid2) => format!("raises below {from}"),
        (false, _) => format!("bids below {from}"),
    };
    let cards = match above {
        true if low == CARDS - 1 => format!("with {}", a_card(low)),
        true => format!("with {low} or better"),
        false => format!("with {high} or worse"),
    };
    format!("{place}: {side}, {times} of {of}, only {cards}")
}

#[cfg(test)]
mod tests {
    use super::sentence;
    use crate::review::poker::decisions::Place;

    #[test]
    fn a_tell_is_a_sentence() {
        assert_eq!(
            sentence(Place::Bid1, true, 21, [7, 9], [12, 100]),
            "bid 1: bids of 21 or more, 12 of 100, only with 7 or better"
        );
        assert_eq!(
            sentence(Place::Bid2, false, 5, [0, 3], [20, 40]),
            "bid 2: raises below 5, 20 of 40, only with 3 or worse"
        );
    }
}
