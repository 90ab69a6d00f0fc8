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

/// Fouls of a kind.
pub(super) struct Kind {
    pub(super) verdict: Verdict,
    pub(super) times: usize,
    pub(super) matches: usize,
    pub(super) fouls: Vec<Foul>,
    pub(super) more: usize,
}

pub(super) struct Foul {
    pub(super) href: String,
    pub(super) place: String,
    pub(super) text: String,
}

/// The fouls of all its matches, the most frequent kind first.
pub(super) fn kinds(asked: &Asked, archive: &Archive) -> Vec<Kind> {
    let mut kinds: BTreeMap<Verdict, Kind> = BTreeMap::new();
    let bad = asked.matches.iter().filter(|(of, seat)| {
        let share = &of.seats[*seat].share;
        share.fouls > 0 || share.verdict != Verdict::Ok
    });
    for (of, seat) in bad.take(MATCHES_MAX) {
        let found = archive.find_match(&format!("{}/{}", asked.run, of.number));
        let bytes = found.ok().and_then(|stored| read_record(&stored.path).ok());
        let Some(bytes) = bytes else { continue };
        let lines =
            bytes.split(|byte| *byte == b'\n').filter(|line| line.first().is_some_and(u8::is_ascii_digit));
        let hands = u32::try_from(lines.count()).unwrap_or(u32::MAX);
        let Ok(record) = Record::parse(bytes) else { continue };
        let Ok(faults) = record.faults() else { continue };
        let mut last = None;
        for line in faults.into_iter().filter(|line| usize::from(line.seat) == *seat) {
            let verdict = line.fault.verdict;
            let kind = kinds.entry(verdict).or_insert_with(|| Kind {
                verdict,
                times: 0,
                matches: 0,
                fouls: Vec::new(),
                more: 0,
            });
            kind.times += 1;
            kind.matches += usize::from(last != Some(verdict));
            last = Some(verdict);
            if kind.fouls.len() == EACH_MAX {
                kind.more += 1;
                continue;
            }
            kind.fouls.push(Foul {
                href: place(asked, of.number, (line.game, line.step), hands, *seat),
                place: format!("match {}", of.number),
                text: one_line(&line.fault.to_string()),
            });
        }
    }
    let mut kinds: Vec<Kind> = kinds.into_values().collect();
    kinds.sort_by_key(|kind| std::cmp::Reverse(kind.times));
    kinds
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
