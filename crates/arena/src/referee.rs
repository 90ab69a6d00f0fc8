//! The match loop: draw, ask, apply, tell, record.
//!
//! A match is a number of games among the same players. The loop is a plain function of rules,
//! dealer, players and recorder; it knows no process and no clock. A bot's fault is a value that is
//! recorded, and play goes on as the rules say; our own failure is a [`RefereeError`].

use std::io::{self, Write};
use std::ops::ControlFlow;
use std::sync::atomic::{AtomicBool, Ordering};

use croupier_rules::chips::Chips;
use croupier_rules::game::{Acts, Game, Nets, Node, Step, rules_of};
use croupier_rules::record::{FaultLine, Totals, Writer};
use croupier_rules::seat::{Seat, Seats};
use croupier_rules::verdict::{Fault, Verdict};

use crate::dealer::{Dealer, NoDraw};
use crate::player::Player;

/// Late answers in a row after which a seat is asked no more (ruling 25).
pub const LATE_IN_A_ROW: u32 = 3;

/// Our own failure: the match has no result.
#[derive(Debug, thiserror::Error)]
pub enum RefereeError {
    /// The system refuses a file or a process of the match: the record, or a bot's folder or start.
    #[error("the match cannot go on: {0}")]
    Record(#[from] io::Error),
    /// The dealer has no card.
    #[error(transparent)]
    Dealer(#[from] NoDraw),
    /// The rules refused a step that the referee had checked.
    #[error("the rules refused a checked step: {0}")]
    Rules(String),
    /// The match was broken off: the run is to stop.
    #[error("stopped")]
    Stopped,
}

/// Takes down what happens.
pub trait Recorder<G: Game> {
    /// A step is about to be taken at `before`.
    ///
    /// # Errors
    /// When it cannot be written.
    fn step(&mut self, rules: &G, before: &G::State, step: &Step<G>) -> io::Result<()>;

    /// A seat has drawn its next action from these chances.
    fn drawn(&mut self, _seat: Seat, _chances: &[(G::Action, u32)]) {}

    /// A seat failed.
    fn fault(&mut self, fault: FaultLine);

    /// A game is over.
    ///
    /// # Errors
    /// When it cannot be written.
    fn over(&mut self, net: &Nets) -> io::Result<()>;
}

impl<G: Game, W: Write> Recorder<G> for Writer<W> {
    fn step(&mut self, rules: &G, before: &G::State, step: &Step<G>) -> io::Result<()> {
        Self::step(self, rules, before, step)
    }

    fn fault(&mut self, fault: FaultLine) {
        Self::fault(self, fault);
    }

    fn over(&mut self, net: &Nets) -> io::Result<()> {
        Self::over(self, net)
    }
}

/// Takes nothing down.
#[derive(Clone, Copy, Debug)]
pub struct NoRecord;

impl<G: Game> Recorder<G> for NoRecord {
    fn step(&mut self, _: &G, _: &G::State, _: &Step<G>) -> io::Result<()> {
        Ok(())
    }

    fn fault(&mut self, _: FaultLine) {}

    fn over(&mut self, _: &Nets) -> io::Result<()> {
        Ok(())
    }
}

/// What a match came to, with the first fault of each seat.
#[derive(Clone, Debug, PartialEq)]
pub struct MatchEnd {
    /// Games, nets, fouls, absences and verdicts.
    pub totals: Totals,
    /// The first fault of each seat, with its place.
    pub faults: Vec<Option<FaultLine>>,
}

/// A match about to be played.
pub struct Match<'a, G: Game> {
    /// The rules of each game, or one set for all. Seats and wire are the same in all.
    pub rules: &'a [G],
    /// How many games.
    pub games: u32,
    /// The players by seat.
    pub players: &'a mut [Box<dyn Player<G>>],
    /// Once set, the match is broken off before its next step.
    pub stop: &'a AtomicBool,
}

impl<G: Game> std::fmt::Debug for Match<'_, G> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Match")
            .field("rules", &self.rules)
            .field("games", &self.games)
            .finish_non_exhaustive()
    }
}

impl<G: Game> Match<'_, G> {
    /// Plays the match. `after` sees each finished game's state and may end the match.
    ///
    /// # Errors
    /// See [`RefereeError`]. A bot's fault is no error.
    pub fn play(
        &mut self,
        dealer: &mut impl Dealer<G>,
        recorder: &mut impl Recorder<G>,
        after: &mut dyn FnMut(&G::State) -> ControlFlow<()>,
    ) -> Result<MatchEnd, RefereeError> {
        let mut table = Table::new(&self.rules[0], self.players, self.stop);
        for game in 0..self.games {
            table.game = game;
            table.rules = rules_of(self.rules, game);
            let Some(state) = table.play_game(dealer, recorder)? else { break };
            table.games += 1;
            if after(&state).is_break() {
                break;
            }
        }
        table.finish(recorder);
        Ok(table.end())
    }
}

/// The players at work, and what has happened to each.
struct Table<'a, G: Game> {
    rules: &'a G,
    players: &'a mut [Box<dyn Player<G>>],
    stop: &'a AtomicBool,
    standing: Vec<Standing>,
    game: u32,
    games: u32,
    step: u32,
    absent_here: Seats,
}

#[derive(Clone, Debug, Default)]
struct Standing {
    net: Chips,
    fouls: u32,
    absent: u32,
    late_in_a_row: u32,
    out: bool,
    first: Option<FaultLine>,
}

impl<'a, G: Game> Table<'a, G> {
    fn new(rules: &'a G, players: &'a mut [Box<dyn Player<G>>], stop: &'a AtomicBool) -> Self {
        assert_eq!(players.len(), rules.seats(), "every seat is taken");
        let standing = vec![Standing::default(); players.len()];
        Self { rules, players, stop, standing, game: 0, games: 0, step: 0, absent_here: Seats::NONE }
    }

    /// Plays one game. `None`: a seat failed and the game cannot go on without it.
    fn play_game(
        &mut self,
        dealer: &mut impl Dealer<G>,
        recorder: &mut impl Recorder<G>,
    ) -> Result<Option<G::State>, RefereeError> {
        let rules = self.rules;
        let mut state = rules.start();
        self.step = 0;
        self.absent_here = Seats::NONE;
        for (seat, player) in self.present() {
            player.game_starts();
            rules.opening(&state, seat, &mut |news| player.learn(&news));
        }
        loop {
            if self.stop.load(Ordering::Relaxed) {
                return Err(RefereeError::Stopped);
            }
            let step = match self.rules.node(&state) {
                Node::Chance => Step::Draw(dealer.draw(self.game, self.rules, &state)?),
                Node::Decide(asked) => match self.ask(&state, asked, recorder) {
                    Some(acts) => Step::Act(acts),
                    None => return Ok(None),
                },
                Node::Over => break,
            };
            recorder.step(self.rules, &state, &step)?;
            self.rules
                .apply(&mut state, &step)
                .map_err(|illegal| RefereeError::Rules(illegal.to_string()))?;
            for (seat, player) in self.present() {
                rules.news(&state, &step, seat, &mut |news| player.learn(&news));
            }
            self.step += 1;
        }
        let net = self.rules.net(&state).expect("a game that is over has a result");
        for (standing, net) in self.standing.iter_mut().zip(&net) {
            standing.net += *net;
        }
        for seat in self.absent_here.iter() {
            self.standing[seat.index()].absent += 1;
        }
        recorder.over(&net)?;
        Ok(Some(state))
    }

    /// The players that are not out, with their seats.
    fn present(&mut self) -> impl Iterator<Item = (Seat, &mut dyn Player<G>)> {
        let players = self.players.iter_mut().zip(&self.standing).enumerate();
        players
            .filter(|(_, (_, standing))| !standing.out)
            .map(|(index, (player, _))| (seat(index), player.as_mut() as &mut dyn Player<G>))
    }

    /// Asks every seat that decides before any answer is told: bids are sealed.
    fn ask(
        &mut self,
        state: &G::State,
        asked: Seats,
        recorder: &mut impl Recorder<G>,
    ) -> Option<Acts<G::Action>> {
        let mut acts = Acts::new();
        for seat in asked.iter() {
            let action = if self.standing[seat.index()].out {
                self.absent_here = self.absent_here.with(seat);
                None
            } else {
                match self.answer(state, seat) {
                    Ok(action) => {
                        recorder.drawn(seat, self.players[seat.index()].chances());
                        Some(action)
                    }
                    Err(fault) => {
                        self.take_down(seat, fault, recorder);
                        None
                    }
                }
            };
            let action = action.or_else(|| self.rules.forfeit(state, seat));
            acts.push((seat, action?));
        }
        Some(acts)
    }

    fn answer(&mut self, state: &G::State, seat: Seat) -> Result<G::Action, Fault> {
        let choices = self.rules.choices(state, seat);
        let player = &mut self.players[seat.index()];
        let action = player.choose(&choices)?;
        self.rules.permits(state, seat, &action).map_err(|_| Fault {
            verdict: Verdict::Illegal,
            asked: choices.to_string(),
            came: player.came().unwrap_or_else(|| action.to_string()),
            expected: choices.to_string(),
            out: false,
        })?;
        self.standing[seat.index()].late_in_a_row = 0;
        Ok(action)
    }

    fn take_down(&mut self, seat: Seat, mut fault: Fault, recorder: &mut impl Recorder<G>) {
        let standing = &mut self.standing[seat.index()];
        standing.fouls += 1;
        standing.late_in_a_row = if fault.verdict == Verdict::Late { standing.late_in_a_row + 1 } else { 0 };
        fault.out |= standing.late_in_a_row >= LATE_IN_A_ROW;
        standing.out = fault.out;
        if standing.out {
            self.players[seat.index()].leave();
        }
        let line = FaultLine { game: self.game, step: self.step, seat: seat.0, fault };
        if standing.first.is_none() {
            standing.first = Some(line.clone());
        }
        recorder.fault(line);
    }

    /// Says goodbye to all. An adapter may report what its bot did wrong at the very end.
    fn finish(&mut self, recorder: &mut impl Recorder<G>) {
        for index in 0..self.players.len() {
            if let Err(fault) = self.players[index].finish()
                && !self.standing[index].out
            {
                self.take_down(seat(index), fault, recorder);
            }
        }
    }

    fn end(self) -> MatchEnd {
        let by_seat = |take: fn(&Standing) -> u32| self.standing.iter().map(take).collect::<Vec<_>>();
        MatchEnd {
            totals: Totals {
                games: self.games,
                net: self.standing.iter().map(|standing| standing.net).collect(),
                fouls: by_seat(|standing| standing.fouls),
                absent: by_seat(|standing| standing.absent),
                verdicts: self.standing.iter().map(Standing::verdict).collect(),
            },
            faults: self.standing.into_iter().map(|standing| standing.first).collect(),
        }
    }
}

impl Standing {
    fn verdict(&self) -> Verdict {
        self.first.as_ref().map_or(Verdict::Ok, |line| line.fault.verdict)
    }
}

fn seat(index: usize) -> Seat {
    Seat(u8::try_from(index).expect("a table has at most eight seats"))
}
