//! Kuhn and Leduc, whose values are known: the same solver on other public states.

use std::io::Write;
use std::time::{Duration, Instant};

use croupier_solve::cfr::kuhn::Kuhn;
use croupier_solve::cfr::leduc::Leduc;
use croupier_solve::cfr::{NashConv, Order, PublicGame, Scheme, Solver, Tree, replies};
use serde::Serialize;

use crate::exit::Exit;
use crate::failure::Failure;
use crate::output;

/// A game to try the solver on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum SmallGame {
    Kuhn,
    Leduc,
}

/// What is printed from time to time.
#[derive(Debug, Serialize)]
struct Standing {
    seconds: f64,
    /// In each every seat has been updated once.
    iterations: u32,
    /// The sum over the seats of what the best response gains, in chips.
    nash_conv: f64,
    /// What each seat wins, in chips a deal.
    values: Vec<f64>,
}

/// Reads a time.
pub(super) fn seconds(text: &str) -> Result<f64, String> {
    let seconds: f64 = text.parse().map_err(|_| "expected seconds".to_owned())?;
    if (0.01..=3_600.0).contains(&seconds) {
        Ok(seconds)
    } else {
        Err("expected 0.01 to 3600 seconds".into())
    }
}

/// Solves it for some seconds, and prints how it went.
pub(super) fn solve(game: SmallGame, seats: u8, seconds: f64, json: bool) -> Result<Exit, Failure> {
    let limit = Duration::from_secs_f64(seconds);
    match (game, seats) {
        (SmallGame::Kuhn, 2) => run::<_, 2, 3>(&Kuhn, Kuhn::start(), limit, json),
        (SmallGame::Kuhn, _) => run::<_, 3, 4>(&Kuhn, Kuhn::start(), limit, json),
        (SmallGame::Leduc, 2) => run::<_, 2, 6>(&Leduc, Leduc::start(), limit, json),
        (SmallGame::Leduc, _) => run::<_, 3, 8>(&Leduc, Leduc::start(), limit, json),
    }
}

fn run<G, const S: usize, const H: usize>(
    game: &G,
    start: (G::State, [u8; S]),
    limit: Duration,
    json: bool,
) -> Result<Exit, Failure>
where
    G: PublicGame<S, H> + Sync,
    G::Leaf: Sync,
{
    let tree = Tree::grow::<H, _>(game, &[start]);
    let dealt = [[1.0; H]; S];
    let mut solver = Solver::new(game, &tree, Scheme::Plus, Order::InTurn);
    let mut out = output::answer();
    if !json {
        writeln!(out, "{} public states, {} rows", tree.states(), tree.rows())?;
        writeln!(
            out,
            "{:>8}  {:>10}  {:>9}  {:>9}  values by seat",
            "seconds", "iterations", "a second", "NashConv"
        )?;
    }
    let (mut spent, mut iterations, mut next) = (Duration::ZERO, 0_u32, 10);
    while spent < limit {
        let begun = Instant::now();
        for _ in 0..S {
            solver.pass(&dealt);
        }
        spent += begun.elapsed();
        iterations += 1;
        if iterations == next || spent >= limit {
            next = next.saturating_mul(4);
            let standing = Standing::of(&replies(game, &tree, &solver.average(), &dealt), spent, iterations);
            if json {
                output::write_json(&standing, &mut out)?;
            } else {
                standing.write(&mut out)?;
            }
            out.flush()?;
        }
    }
    Ok(Exit::Done)
}

impl Standing {
    fn of<const S: usize>(nash: &NashConv<S>, spent: Duration, iterations: u32) -> Self {
        Self { seconds: spent.as_secs_f64(), iterations, nash_conv: nash.sum(), values: nash.own.to_vec() }
    }

    fn write(&self, out: &mut impl Write) -> std::io::Result<()> {
        let Self { seconds, iterations, nash_conv, values } = self;
        let rate = f64::from(*iterations) / seconds;
        let values: Vec<String> = values.iter().map(|value| format!("{value:+.4}")).collect();
        writeln!(out, "{seconds:>8.2}  {iterations:>10}  {rate:>9.0}  {nash_conv:>9.5}  {}", values.join(" "))
    }
}
