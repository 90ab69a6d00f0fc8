//! What gives a player away.

use super::Sighting;
use crate::poker::showdown::HANDS;

/// What a player's doings say about its card, or its card about its doings. Chips count as in the rules: a bid is a total.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Habit {
    /// A bid of round 1 of this many chips or more shows the card or a better one.
    FirstBidShows,
    /// The least bid of round 1, this one, shows the card or a weaker one.
    LeastBidShows,
    /// A raise of round 2 by this many chips or more shows the card or a better one.
    RaiseShows,
    /// With the card or a weaker one it folds in the first check when it has to add this many chips or more.
    FoldsFirst,
    /// The same in the last check.
    FoldsLast,
    /// With the card or a better one it pays any price in the last check.
    PaysLast,
}

/// A habit, with what was counted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Tell {
    /// Which.
    pub habit: Habit,
    /// See [`Habit`].
    pub chips: u16,
    /// See [`Habit`].
    pub card: u8,
    /// How often it was so.
    pub seen: u32,
    /// Of so many times.
    pub of: u32,
}

/// A habit is told that holds so often.
const SURE: f64 = 0.95;
/// And that was seen so many times.
const ENOUGH: u32 = 30;

/// The habits that were seen, with cards that are known.
pub fn tells(sightings: &[Sighting]) -> Vec<Tell> {
    let known: Vec<(u8, &Sighting)> = sightings
        .iter()
        .filter_map(|sighting| {
            let card = (0..HANDS).find(|&card| sighting.cards[card] > 0.5)?;
            Some((u8::try_from(card).expect("ten cards"), sighting))
        })
        .collect();
    let first: Vec<(u8, u16)> =
        known.iter().filter_map(|(card, sighting)| Some((*card, sighting.conduct.first?))).collect();
    let raises: Vec<(u8, u16)> = known
        .iter()
        .filter_map(|(card, sighting)| {
            let (stand, bid) = sighting.conduct.second?;
            Some((*card, bid?.saturating_sub(stand.level))).filter(|(_, raise)| *raise > 0)
        })
        .collect();
    let calls = |first: bool| -> Vec<(u8, u16, bool)> {
        let call = |(card, sighting): &(u8, &Sighting)| {
            let conduct = &sighting.conduct;
            let (price, pays) = if first { conduct.first_call } else { conduct.second_call }?;
            Some((*card, price.price, pays))
        };
        known.iter().filter_map(call).collect()
    };
    let mut told = shows(Habit::FirstBidShows, &first);
    told.extend(least(&first));
    told.extend(shows(Habit::RaiseShows, &raises));
    told.extend(folds(Habit::FoldsFirst, &calls(true)));
    told.extend(folds(Habit::FoldsLast, &calls(false)));
    told.extend(pays(&calls(false)));
    told
}

/// The least size from which on a bid shows a card or a better one: for the best card, and for the least bid of all that shows one.
fn shows(habit: Habit, bids: &[(u8, u16)]) -> Vec<Tell> {
    let mut sizes: Vec<u16> = bids.iter().map(|&(_, bid)| bid).collect();
    sizes.sort_unstable();
    sizes.dedup();
    let mut told: Vec<Tell> = Vec::new();
    for card in (5..=9_u8).rev() {
        let from = |size: u16| {
            let of = || bids.iter().filter(|(_, bid)| *bid >= size);
            let (seen, of) = (count(of().filter(|(held, _)| *held >= card)), count(of()));
            Tell { habit, chips: size, card, seen, of }
        };
        // The least bid of all shows nothing that is not the whole of the cards.
        let tell = sizes.iter().skip(usize::from(habit == Habit::FirstBidShows)).map(|&size| from(size));
        if let Some(tell) = tell.into_iter().find(is_sure)
            && told.last().is_none_or(|last| tell.chips < last.chips)
        {
            told.push(tell);
        }
    }
    // The strongest and the widest say most.
    if told.len() > 2 {
        told.drain(1..told.len() - 1);
    }
    told
}

fn least(bids: &[(u8, u16)]) -> Option<Tell> {
    let chips = bids.iter().map(|&(_, bid)| bid).min()?;
    let made = || bids.iter().filter(|(_, bid)| *bid == chips);
    let with = |card: u8| {
        let (seen, of) = (count(made().filter(|(held, _)| *held <= card)), count(made()));
        Tell { habit: Habit::LeastBidShows, chips, card, seen, of }
    };
    (3..=8).map(with).find(is_sure)
}

/// The least price from which on it folds, with the best card that it folds.
fn folds(habit: Habit, calls: &[(u8, u16, bool)]) -> Option<Tell> {
    let prices = [1, 2, 3, 5, 8, 10, 15, 20, 30, 40, 50, 70, 100];
    let mut found = None;
    for card in (3..=8_u8).rev() {
        let from = |&chips: &u16| {
            let of = || calls.iter().filter(|(held, price, _)| *held <= card && *price >= chips);
            let (seen, of) = (count(of().filter(|(.., pays)| !pays)), count(of()));
            Tell { habit, chips, card, seen, of }
        };
        found = found.or_else(|| prices.iter().map(from).find(is_sure));
    }
    found
}

fn pays(calls: &[(u8, u16, bool)]) -> Option<Tell> {
    let with = |card: u8| {
        let of = || calls.iter().filter(|(held, ..)| *held >= card);
        let (seen, of) = (count(of().filter(|(.., pays)| *pays)), count(of()));
        Tell { habit: Habit::PaysLast, chips: 0, card, seen, of }
    };
    (0..=9).map(with).find(is_sure)
}

fn is_sure(tell: &Tell) -> bool {
    tell.of >= ENOUGH && f64::from(tell.seen) >= SURE * f64::from(tell.of)
}

fn count<T>(items: impl Iterator<Item = T>) -> u32 {
    u32::try_from(items.count()).expect("fewer sightings than 2^32")
}
