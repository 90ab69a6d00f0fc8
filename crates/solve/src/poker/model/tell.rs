//! What gives a player away.

use super::Sighting;
use crate::poker::showdown::HANDS;

/// What a player's doings say about its card, or its card about its doings. Chips count as in the rules: a bid is a total.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Habit {
    /// It fouls in round 1 with any card.
    Fouls,
    /// It bids this much in round 1 with any card.
    OneBid,
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
    let mut told = fouls(&known);
    told.extend(one_bid(&known));
    told.extend(shows(Habit::FirstBidShows, &first));
    told.extend(least(&first));
    told.extend(shows(Habit::RaiseShows, &raises));
    told.extend(folds(Habit::FoldsFirst, &calls(true)));
    told.extend(folds(Habit::FoldsLast, &calls(false)));
    told.extend(pays(&calls(false)));
    told
}

fn fouls(known: &[(u8, &Sighting)]) -> Vec<Tell> {
    let seen = count(known.iter().filter(|(_, sighting)| sighting.conduct.first.is_none()));
    let tell = Tell { habit: Habit::Fouls, chips: 0, card: 0, seen, of: count(known.iter()) };
    Some(tell).filter(is_sure).into_iter().collect()
}

/// The bid that it makes whatever it holds.
fn one_bid(known: &[(u8, &Sighting)]) -> Option<Tell> {
    let mut bids: Vec<u16> = known.iter().filter_map(|(_, sighting)| sighting.conduct.first).collect();
    bids.sort_unstable();
    // Who makes one bid most of the time makes the middle one.
    let chips = *bids.get(bids.len() / 2)?;
    let makes = |cards: &dyn Fn(u8) -> bool| {
        let with = || known.iter().filter(|(card, _)| cards(*card));
        let seen = count(with().filter(|(_, sighting)| sighting.conduct.first == Some(chips)));
        Tell { habit: Habit::OneBid, chips, card: 0, seen, of: count(with()) }
    };
    let is_so_with = |card: u8| {
        let tell = makes(&|held| held == card);
        f64::from(tell.seen) >= SURE * f64::from(tell.of)
    };
    let all = Some(makes(&|_| true)).filter(is_sure)?;
    (0..=9).all(is_so_with).then_some(all)
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

#[cfg(test)]
mod tests {
    use super::super::{Conduct, Sighting};
    use super::{Habit, tells};

    fn seen(first: impl Fn(u8) -> Option<u16>) -> Vec<Habit> {
        let sighting = |deal: u8| {
            let conduct =
                Conduct { first: first(deal % 10), first_call: None, second: None, second_call: None };
            Sighting::of(deal % 10, conduct)
        };
        let sightings: Vec<Sighting> = (0..200).map(sighting).collect();
        tells(&sightings).iter().map(|tell| tell.habit).collect()
    }

    #[test]
    fn who_does_one_thing_with_any_card_is_told() {
        assert_eq!(seen(|_| None), [Habit::Fouls]);
        assert_eq!(seen(|_| Some(300)), [Habit::OneBid]);
        assert_eq!(seen(|_| Some(10)), [Habit::OneBid]);
        assert!(!seen(|card| Some(if card == 9 { 300 } else { 10 })).contains(&Habit::OneBid));
    }
}
