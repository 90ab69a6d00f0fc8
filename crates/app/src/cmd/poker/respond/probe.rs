//! Watching a player: many short matches in varied company, with all cards in sight.

use std::io;

use croupier_arena::contestant::Contestant;
use croupier_arena::player::Player;
use croupier_arena::referee::Recorder;
use croupier_arena::run::{Chair, Parlour, RunError, Sitting};
use croupier_rules::chance::Key;
use croupier_rules::game::{Nets, Step};
use croupier_rules::poker::{Action, Choices, Deal, News, Rules, SEATS};
use croupier_rules::record::FaultLine;
use croupier_rules::verdict::Fault;
use croupier_solve::poker::model::{Change, Played, Sighting};
use croupier_solve::poker::{Limits, Prober};

use super::sittings::sittings;

/// What was seen of one player.
#[derive(Debug, Default)]
pub(super) struct Seen {
    /// In the order of the deals; the number of the match beside each.
    pub(super) sightings: Vec<(usize, Sighting)>,
    /// The halves of each match, as far as the match went.
    halves: [Vec<Sighting>; 2],
    pub(super) fouls: u32,
    /// The first foul.
    pub(super) first_foul: Option<Fault>,
}

impl Seen {
    /// All of it.
    pub(super) fn all(&self) -> Vec<Sighting> {
        self.sightings.iter().map(|(_, sighting)| *sighting).collect()
    }

    /// That of every second match.
    pub(super) fn half(&self, half: usize) -> Vec<Sighting> {
        let of_half = self.sightings.iter().filter(|(number, _)| number % 2 == half);
        of_half.map(|(_, sighting)| *sighting).collect()
    }

    /// Whether it played the second halves of its matches otherwise than the first.
    pub(super) fn change(&self) -> Change {
        Change::between(&self.halves[0], &self.halves[1])
    }

    fn add(&mut self, number: usize, seat: usize, deals: &Deals) {
        let limits = Limits::of(&Rules::default());
        for (deal, played) in deals.played.iter().enumerate() {
            let Some(card) = played.cards[seat] else { continue };
            let sighting = Sighting::of(card, played.conduct(seat, limits));
            self.sightings.push((number, sighting));
            self.halves[usize::from(2 * deal >= deals.played.len())].push(sighting);
        }
        let faults = deals.faults.iter().filter(|line| usize::from(line.seat) == seat);
        for line in faults {
            self.fouls += 1;
            self.first_foul.get_or_insert_with(|| line.fault.clone());
        }
    }
}

/// Takes deals down as the referee sees them.
#[derive(Debug, Default)]
pub(super) struct Deals {
    now: Played,
    pub(super) played: Vec<Played>,
    pub(super) nets: Vec<Nets>,
    pub(super) faults: Vec<FaultLine>,
}

impl Recorder<Rules> for Deals {
    fn step(&mut self, _: &Rules, before: &Deal, step: &Step<Rules>) -> io::Result<()> {
        self.now.note(before, step);
        Ok(())
    }

    fn fault(&mut self, fault: FaultLine) {
        self.faults.push(fault);
    }

    fn over(&mut self, net: &Nets) -> io::Result<()> {
        self.played.push(std::mem::take(&mut self.now));
        self.nets.push(net.clone());
        Ok(())
    }
}

/// Who sits with the player that is watched: the second time it is the player of the response's own table.
const COMPANY: [[Other; 2]; 4] = [
    [Other::Prober, Other::Subject],
    [Other::Prober, Other::Prober],
    [Other::Prober, Other::Subject],
    [Other::Prober, Other::Odds],
];

#[derive(Clone, Copy, Debug)]
enum Other {
    Prober,
    /// A copy of the player, or the second player of the command.
    Subject,
    Odds,
}

/// A match of a probe.
#[derive(Clone, Debug)]
pub(super) struct Probing {
    number: usize,
    sitting: Sitting<Rules>,
    /// Who is watched.
    watched: usize,
}

/// The matches that make up so many deals.
pub(super) fn matches(subjects: usize, deals: u32, seed: u64) -> Vec<Probing> {
    let sittings = sittings("probe", deals, 2, seed).enumerate();
    sittings.map(|(number, sitting)| Probing { number, sitting, watched: number % subjects }).collect()
}

impl Probing {
    /// Plays it. The player watched sits at each seat in turn, and with it the company of the match.
    pub(super) fn play(&self, parlour: &Parlour, subjects: &[Contestant]) -> Result<Deals, RunError> {
        let odds = Contestant::house("odds");
        let mut chairs: Vec<Chair<'_, Rules>> = self
            .seats(subjects.len())
            .into_iter()
            .enumerate()
            .map(|(seat, sitter)| match sitter {
                Sitter::Subject(place) => Chair::Contestant(&subjects[place]),
                Sitter::Odds => Chair::Contestant(&odds),
                Sitter::Prober => {
                    let key = Key::new(self.sitting.seed, &format!("{}/prober", self.sitting.label));
                    Chair::Guest(Box::new(Probes(Prober::new(key.stream(seat as u64)))))
                }
            })
            .collect();
        let mut deals = Deals::default();
        parlour.play(&self.sitting, std::mem::take(&mut chairs), &mut deals)?;
        Ok(deals)
    }

    /// Puts what was seen to each player's.
    pub(super) fn share_out(&self, deals: &Deals, seen: &mut [Seen]) {
        for (seat, sitter) in self.seats(seen.len()).into_iter().enumerate() {
            if let Sitter::Subject(place) = sitter {
                seen[place].add(self.number, seat, deals);
            }
        }
    }

    fn seats(&self, subjects: usize) -> [Sitter; SEATS] {
        let round = self.number / subjects;
        let company = COMPANY[round % COMPANY.len()].map(|other| match other {
            Other::Prober => Sitter::Prober,
            Other::Odds => Sitter::Odds,
            Other::Subject => Sitter::Subject((self.watched + 1) % subjects),
        });
        let mut seats = [Sitter::Subject(self.watched), company[0], company[1]];
        seats.rotate_right(round % SEATS);
        seats
    }
}

#[derive(Clone, Copy, Debug)]
enum Sitter {
    Subject(usize),
    Odds,
    Prober,
}

/// A prober at the referee's table.
struct Probes(Prober);

impl Player<Rules> for Probes {
    fn learn(&mut self, _: &News) {}

    fn choose(&mut self, choices: &Choices) -> Result<Action, Fault> {
        Ok(self.0.choose(choices))
    }
}
