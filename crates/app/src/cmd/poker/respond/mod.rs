//! `croupier poker respond BOT`: what a bot does, what gives it away, and what the best response wins of it.

mod probe;
mod proof;
mod report;
mod sittings;
mod subject;

use std::num::NonZeroUsize;

use clap::builder::ValueParser;
use croupier_arena::contestant::Contestant;
use croupier_arena::cores;
use croupier_arena::estimate::Estimate;
use croupier_arena::referee::RefereeError;
use croupier_arena::run::{Parlour, RunError};
use croupier_arena::stop::Stop;
use croupier_rules::verdict::Fault;
use croupier_solve::cfr;

use self::probe::Seen;
use self::proof::Response;
use self::report::{Answer, Gain, Portrait};
use self::subject::Subjects;
use crate::duel::{self, SEED_MAX};
use crate::exit::Exit;
use crate::failure::Failure;
use crate::house::HOUSES;
use crate::interrupt::stop_flag;
use crate::output;
use crate::progress::ProgressLine;
use crate::run_failure::run_failure;
use crate::scratch::Scratch;

/// Watches a bot in many deals, says what gives it away, computes the best response over all sizes, and plays it.
#[derive(Debug, clap::Args)]
#[command(after_help = "Examples:
  croupier poker respond anna.py
  croupier poker respond house:odds --deals 20000 --seed 7
  croupier poker respond anna.py bela.py --json

Half of the deals are watched, in matches of 500 beside a player that bids and pays anything, copies of the bot and \
house:odds; in the other half the response sits against two copies of the bot, or against both bots. Its gain is \
computed by deals that it was not learnt from, and stands beside what it won.")]
pub(crate) struct Respond {
    /// A file or a folder of a bot, or a built-in player: house:NAME.
    #[arg(value_name = "BOT")]
    bot: String,
    /// A second one, if the response is to sit between two different players.
    #[arg(value_name = "BOT2")]
    other: Option<String>,
    /// Deals, half of them to watch and half of them to play.
    #[arg(long, value_name = "N", default_value_t = 20_000, value_parser = clap::value_parser!(u32).range(200..=1_000_000))]
    deals: u32,
    /// All chance comes from it.
    #[arg(long, value_name = "S", default_value_t = 0, value_parser = clap::value_parser!(u64).range(..=SEED_MAX))]
    seed: u64,
    /// The bots are your own: run them without a sandbox.
    #[arg(long)]
    trust: bool,
    /// Matches at a time [default: the cores of this machine].
    #[arg(long, value_name = "N", value_parser = ValueParser::new(duel::jobs))]
    jobs: Option<NonZeroUsize>,
    /// One line of JSON.
    #[arg(long)]
    json: bool,
}

impl Respond {
    pub(super) fn run(&self) -> Result<Exit, Failure> {
        let players: Vec<String> = std::iter::once(&self.bot).chain(&self.other).cloned().collect();
        let subjects = Subjects::read(&players)?;
        let stop = stop_flag()?;
        let data = Scratch::new()?;
        let trust = self.trust || subjects.field.entrants.is_empty();
        let parlour = Parlour::open(data.path(), &subjects.field, trust, HOUSES, &stop).map_err(failed)?;
        let seated = subjects.seated(&parlour);
        if let Some((name, fault)) = seated.iter().find_map(|one| Some((&one.name, one.fault()?))) {
            return Err(unseated(name, fault));
        }
        let jobs = self.jobs.map_or_else(|| cores::available().len(), NonZeroUsize::get);
        let mut progress = ProgressLine::new(true);
        let answer = self.answer(&parlour, &seated, jobs, &stop, &mut progress);
        progress.end();
        let answer = answer.map_err(failed)?;
        output::give(&answer, self.json, report::Answer::write)?;
        Ok(Exit::Done)
    }

    fn answer(
        &self,
        parlour: &Parlour,
        seated: &[Contestant],
        jobs: usize,
        stop: &Stop,
        progress: &mut ProgressLine,
    ) -> Result<Answer, RunError> {
        let probes = probe::matches(seated.len(), self.deals / 2, self.seed);
        let proofs = proof::matches(self.deals - self.deals / 2, self.seed);
        progress.begin(probes.len() + proofs.len(), 0);
        let mut seen: Vec<Seen> = seated.iter().map(|_| Seen::default()).collect();
        let watched =
            parlour.play_all(&probes, jobs, |probing| probing.play(parlour, seated), || progress.step())?;
        for (probing, deals) in probes.iter().zip(&watched) {
            probing.share_out(deals, &mut seen);
        }
        let rivals = [&seen[0], &seen[seen.len() - 1]];
        let response =
            cfr::on_threads(jobs, || Response::to(rivals, self.seed, stop)).map_err(std::io::Error::other)?;
        let response = response.ok_or(RunError::Stopped)?;
        let opponents = [&seated[0], &seated[seated.len() - 1]];
        let played = parlour.play_all(
            &proofs,
            jobs,
            |proof| proof.play(parlour, opponents, &response),
            || progress.step(),
        )?;
        let mut nets = Vec::new();
        let mut fouls = 0;
        for (proof, deals) in proofs.iter().zip(&played) {
            nets.extend(deals.nets.iter().map(|net| net[proof.seat].as_f64()));
            fouls += u32::try_from(deals.faults.len()).unwrap_or(u32::MAX);
        }
        let players = seated.iter().zip(&seen).enumerate();
        let portrait = |(place, (one, seen)): (usize, (&Contestant, &Seen))| {
            let all = seen.all();
            let fouls = (seen.fouls, seen.first_foul.as_ref());
            Portrait::of(&one.name, response.model(place), fouls, seen.change(), &all)
        };
        let (computed, played) =
            (response.held_out.rounded(2), proof::mean(&nets).map(|mean| mean.rounded(2)));
        let meet = |played: &Estimate| played.low <= computed.high && computed.low <= played.high;
        let agrees = played.as_ref().is_none_or(meet);
        Ok(Answer {
            seed: self.seed,
            players: players.map(portrait).collect(),
            response: Gain {
                bids: response.bids.to_vec(),
                of_models: (response.of_models * 100.0).round() / 100.0,
                computed,
                played,
                deals: nets.len(),
                fouls,
                agrees,
            },
        })
    }
}

/// Why nothing is told. Nothing of a probe is stored, so nothing can go on.
fn failed(error: RunError) -> Failure {
    if matches!(error, RunError::Stopped | RunError::Referee(RefereeError::Stopped)) {
        return Failure::interrupted("interrupted before the response was played")
            .hint("nothing is kept: the same command begins anew");
    }
    run_failure(error)
}

fn unseated(name: &str, fault: &Fault) -> Failure {
    let why = fault.came.lines().next().unwrap_or_default();
    Failure::bad_input(format!("{name} is not seated: {why}"))
        .hint("croupier check BOT --game poker says more about one bot")
}
