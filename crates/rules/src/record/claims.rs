//! What a record says besides the steps of its games: its faults, and what the totals count of them.

use std::collections::BTreeSet;

use super::{FaultLine, Totals};
use crate::chips::Chips;
use crate::game::{Acts, Game, Node};
use crate::seat::{Seat, Seats};
use crate::verdict::Verdict;

/// A step of a match: the game and the step in it, both counted from 0.
type Place = (u32, u32);

/// The faults of a record, set against its games as they are replayed.
#[derive(Debug)]
pub(super) struct Claims {
    failed: BTreeSet<(Place, Seat)>,
    /// From where on each seat is asked no more.
    out: Vec<Option<Place>>,
    fouls: Vec<u32>,
    verdicts: Vec<Verdict>,
    absent: Vec<u32>,
    absent_here: Seats,
    /// Games that were begun.
    begun: u32,
    /// Who was asked at each step of the last of them.
    asked: Vec<Seats>,
}

impl Claims {
    /// The faults of a match of so many seats. Those of other seats are passed over.
    pub(super) fn new(faults: &[FaultLine], seats: usize) -> Self {
        let mut claims = Self {
            failed: BTreeSet::new(),
            out: vec![None; seats],
            fouls: vec![0; seats],
            verdicts: vec![Verdict::Ok; seats],
            absent: vec![0; seats],
            absent_here: Seats::NONE,
            begun: 0,
            asked: Vec::new(),
        };
        for line in faults.iter().filter(|line| usize::from(line.seat) < seats) {
            let (seat, place) = (Seat(line.seat), (line.game, line.step));
            claims.failed.insert((place, seat));
            if claims.fouls[seat.index()] == 0 {
                claims.verdicts[seat.index()] = line.fault.verdict;
            }
            claims.fouls[seat.index()] += 1;
            if line.fault.out && claims.out[seat.index()].is_none() {
                claims.out[seat.index()] = Some(place);
            }
        }
        claims
    }

    /// A game begins.
    pub(super) fn begin(&mut self) {
        self.begun += 1;
        self.asked.clear();
        self.absent_here = Seats::NONE;
    }

    /// Chance draws.
    pub(super) fn draw(&mut self) {
        self.asked.push(Seats::NONE);
    }

    /// Seats act at `before`: one that failed here, or is out, has what the rules play for it.
    pub(super) fn act<G: Game>(
        &mut self,
        rules: &G,
        before: &G::State,
        acts: &Acts<G::Action>,
    ) -> Result<(), String> {
        let place = self.next();
        for (seat, action) in acts {
            let is_out = self.is_out(*seat, place);
            if is_out {
                self.absent_here = self.absent_here.with(*seat);
            }
            if (is_out || self.failed.contains(&(place, *seat)))
                && rules.forfeit(before, *seat).as_ref() != Some(action)
            {
                let why = if is_out { "is asked no more" } else { "failed here" };
                return Err(format!("seat {seat} {why}, and {action} is not what the rules play for it"));
            }
        }
        self.asked.push(acts.iter().map(|(seat, _)| *seat).collect());
        Ok(())
    }

    /// The game is over.
    pub(super) fn over(&mut self) {
        for seat in self.absent_here.iter() {
            self.absent[seat.index()] += 1;
        }
    }

    /// Whether a seat was asked where the fault says. `rules` are those of its game, and `state` is that of
    /// the last game if it is not over. A bot's adapter may report a fault after the last step.
    pub(super) fn bear_out<G: Game>(&self, fault: &FaultLine, rules: &G, state: Option<&G::State>) -> bool {
        let seat = Seat(fault.seat);
        let asks =
            |state: &G::State| matches!(rules.node(state), Node::Decide(asked) if asked.contains(seat));
        if fault.game == self.begun {
            // Its first question ended the game before a step was written down.
            return state.is_none() && fault.step == 0 && asks(&rules.start());
        }
        let step = fault.step as usize;
        fault.game.checked_add(1) == Some(self.begun)
            && match self.asked.get(step) {
                Some(asked) => asked.contains(seat),
                None => step == self.asked.len() && state.is_none_or(asks),
            }
    }

    /// Whether a seat failed in a game, counted from 0.
    pub(super) fn failed_in(&self, game: u32) -> bool {
        self.failed.iter().any(|&((failed_in, _), _)| failed_in == game)
    }

    /// What the totals say that the games do not bear out.
    pub(super) fn contradiction(&self, net: &[Chips], totals: &Totals) -> Option<String> {
        fn differs<T: PartialEq + ToString>(name: &str, due: &[T], found: &[T]) -> Option<String> {
            let list = |values: &[T]| values.iter().map(T::to_string).collect::<Vec<_>>().join(", ");
            (due != found)
                .then(|| format!("the games give `{name}` {}, the totals say {}", list(due), list(found)))
        }
        differs("net", net, &totals.net)
            .or_else(|| differs("fouls", &self.fouls, &totals.fouls))
            .or_else(|| differs("absent", &self.absent, &totals.absent))
            .or_else(|| differs("verdicts", &self.verdicts, &totals.verdicts))
    }

    fn next(&self) -> Place {
        // A step is of a game that was begun.
        let step = u32::try_from(self.asked.len()).expect("a game has fewer than 2^32 steps");
        (self.begun - 1, step)
    }

    fn is_out(&self, seat: Seat, place: Place) -> bool {
        self.out[seat.index()].is_some_and(|out| out < place)
    }
}
