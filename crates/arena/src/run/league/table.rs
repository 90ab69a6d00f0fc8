//! A match of a league that is over, read from the store.

use std::collections::BTreeMap;

use croupier_rules::chips::Chips;
use croupier_rules::poker::SEATS;
use serde::Deserialize;

use super::super::poker::{self, Parts, nets};
use crate::contest::PokerContest;
use crate::dealing::{self, Dealing};
use crate::store::FinishedMatch;

/// A match that is over.
pub(super) struct Table<'a> {
    pub(super) finished: &'a FinishedMatch,
    /// Who sat where, by place in the list of contestants.
    pub(super) seats: [Option<usize>; SEATS],
    /// Matches with the same cards are one stratum.
    pub(super) stratum: String,
    pub(super) parts: Parts,
}

impl<'a> Table<'a> {
    /// Reads a match; `places` are those of the contestants by name.
    ///
    /// # Errors
    /// Says what of the result is not as it was left.
    pub(super) fn read(
        finished: &'a FinishedMatch,
        contest: &PokerContest,
        places: &BTreeMap<&str, usize>,
    ) -> Result<Self, String> {
        let seats: Vec<Option<usize>> =
            finished.seats.iter().map(|row| places.get(row.entrant.as_str()).copied()).collect();
        let seats = seats
            .try_into()
            .map_err(|seats: Vec<_>| format!("expected {SEATS} seats, found {}", seats.len()))?;
        let parts = Parts::deserialize(&finished.result).map_err(|error| error.to_string())?;
        check(&parts, contest)?;
        let stratum = match contest.dealing {
            Dealing::Common => dealing::common(&finished.label),
            Dealing::Random | Dealing::Stratified => finished.label.clone(),
        };
        Ok(Self { finished, seats, stratum, parts })
    }

    /// Whether it has its sums without the luck of the cards.
    pub(super) fn is_luckless(&self) -> bool {
        self.parts.flows.is_some() && self.parts.luckless.is_some()
    }

    /// What each seat won, part by part, in chips.
    pub(super) fn as_they_fell(&self) -> Vec<[f64; SEATS]> {
        self.parts.blocks.iter().map(|block| block.map(|net| Chips::from_halves(net).as_f64())).collect()
    }

    /// The same without the luck of the cards. Chips that have vanished are lost to who has lost them.
    pub(super) fn without_luck(&self) -> Vec<[f64; SEATS]> {
        let luckless = self.parts.luckless.iter().flatten();
        let flows = self.parts.flows.iter().flatten();
        let parts = self.parts.blocks.iter().zip(flows).zip(luckless);
        parts
            .map(|((block, flows), luckless)| {
                let (kept, luckless) = (nets(*flows), nets(*luckless));
                std::array::from_fn(|seat| {
                    luckless[seat] + Chips::from_halves(block[seat] - kept[seat]).as_f64()
                })
            })
            .collect()
    }
}

/// Whether lists are as long, and amounts no greater, than those of a match of the contest can be.
fn check(parts: &Parts, contest: &PokerContest) -> Result<(), String> {
    let due = poker::parts_of(contest.deals);
    let lists =
        [Some(parts.blocks.len()), parts.flows.as_ref().map(Vec::len), parts.luckless.as_ref().map(Vec::len)];
    if let Some(found) = lists.into_iter().flatten().find(|&found| found != due) {
        return Err(format!("expected {due} parts, found {found}"));
    }
    // The two others pay a seat at most the greatest bid, in each deal.
    let most = Chips::whole(2 * i64::from(contest.rules.max_bid)).halves() * i64::from(contest.deals);
    let halves = parts.blocks.iter().chain(parts.flows.iter().flatten()).flatten();
    match halves.copied().find(|halves| !(-most..=most).contains(halves)) {
        Some(found) => {
            let [most, found] = [most, found].map(Chips::from_halves);
            Err(format!("expected at most {most} chips in a part, found {found}"))
        }
        None => Ok(()),
    }
}
