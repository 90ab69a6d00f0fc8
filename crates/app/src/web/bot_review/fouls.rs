//! A bot's fouls by kind, each with the way to its step.

use std::collections::BTreeMap;

use croupier_arena::game_kind::GameKind;
use croupier_arena::store::{Archive, read_record};
use croupier_rules::record::Record;
use croupier_rules::verdict::Verdict;

use super::Asked;
use crate::terminal::one_line;
use crate::web::pages::figures::segment;

/// Matches whose fouls are told, and fouls of a kind that are told one by one.
const MATCHES_MAX: usize = 50;
const EACH_MAX: usize = 8;

/// The fouls of a bot.
#[derive(Default)]
pub(super) struct Fouls {
    /// The most frequent kind first.
    pub(super) kinds: Vec<Kind>,
    /// Matches that have some, and how many of them were looked through, from the first.
    pub(super) matches: usize,
    pub(super) looked: usize,
}

/// Fouls of a kind.
pub(super) struct Kind {
    pub(super) verdict: Verdict,
    pub(super) times: usize,
    pub(super) matches: usize,
    /// The match of the latest.
    latest: Option<u32>,
    pub(super) fouls: Vec<Foul>,
    pub(super) more: usize,
}

pub(super) struct Foul {
    pub(super) href: String,
    pub(super) place: String,
    pub(super) text: String,
}

/// The fouls of its matches.
pub(super) fn fouls(asked: &Asked, archive: &Archive) -> Fouls {
    let mut kinds: BTreeMap<Verdict, Kind> = BTreeMap::new();
    let bad = asked.matches.iter().filter(|(of, seat)| {
        let share = &of.seats[*seat].share;
        share.fouls > 0 || share.verdict != Verdict::Ok
    });
    let matches = bad.clone().count();
    for (of, seat) in bad.take(MATCHES_MAX) {
        let found = archive.find_match(&format!("{}/{}", asked.run, of.number));
        let bytes = found.ok().and_then(|stored| read_record(&stored.path).ok());
        let Some(bytes) = bytes else { continue };
        let lines =
            bytes.split(|byte| *byte == b'\n').filter(|line| line.first().is_some_and(u8::is_ascii_digit));
        let hands = u32::try_from(lines.count()).unwrap_or(u32::MAX);
        let Ok(record) = Record::parse(bytes) else { continue };
        let Ok(faults) = record.faults() else { continue };
        for line in faults.into_iter().filter(|line| usize::from(line.seat) == *seat) {
            let verdict = line.fault.verdict;
            let kind = kinds.entry(verdict).or_insert_with(|| Kind::none_of(verdict));
            kind.add(of.number, || Foul {
                href: place(asked, of.number, (line.game, line.step), hands, *seat),
                place: format!("match {}", of.number),
                text: one_line(&line.fault.to_string()),
            });
        }
    }
    let mut kinds: Vec<Kind> = kinds.into_values().collect();
    kinds.sort_by_key(|kind| std::cmp::Reverse(kind.times));
    Fouls { kinds, matches, looked: matches.min(MATCHES_MAX) }
}

impl Kind {
    const fn none_of(verdict: Verdict) -> Self {
        Self { verdict, times: 0, matches: 0, latest: None, fouls: Vec::new(), more: 0 }
    }

    /// Counts a foul in a match; those of a match come together.
    fn add(&mut self, number: u32, told: impl FnOnce() -> Foul) {
        self.times += 1;
        self.matches += usize::from(self.latest != Some(number));
        self.latest = Some(number);
        if self.fouls.len() < EACH_MAX {
            self.fouls.push(told());
        } else {
            self.more += 1;
        }
    }
}

/// Where a foul is seen: its step; at blackjack the end of the last of all hands, since it has ended the test.
fn place(asked: &Asked, number: u32, (game, step): (u32, u32), hands: u32, seat: usize) -> String {
    match asked.game {
        GameKind::Poker => asked.step(number, game + 1, step + 1, seat),
        GameKind::Blackjack => asked.step(number, hands.max(1), LAST, seat),
        GameKind::Camicia | GameKind::Rullete => format!("/match/{}/{number}", segment(&asked.run)),
    }
}

/// More than the steps of any hand: the page shows the last.
const LAST: u32 = 999;

#[cfg(test)]
mod tests {
    use croupier_rules::verdict::Verdict;

    use super::{EACH_MAX, Foul, Kind};

    #[test]
    fn a_match_counts_once_whatever_came_between() {
        let told = || Foul { href: String::new(), place: String::new(), text: String::new() };
        let mut late = Kind::none_of(Verdict::Late);
        let mut illegal = Kind::none_of(Verdict::Illegal);
        // Late, illegal, late: in the first match and in the second.
        for number in [1, 2] {
            late.add(number, told);
            illegal.add(number, told);
            late.add(number, told);
        }
        assert_eq!((late.times, late.matches), (4, 2));
        assert_eq!((illegal.times, illegal.matches), (2, 2));
        for number in 3..=10 {
            late.add(number, told);
        }
        assert_eq!((late.times, late.matches, late.fouls.len(), late.more), (12, 10, EACH_MAX, 4));
    }
}
