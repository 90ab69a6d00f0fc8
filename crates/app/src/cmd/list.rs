//! `croupier list [RUN]`: the runs of a data folder, or the matches of a run.

use std::io::Write;
use std::path::PathBuf;

use clap::Args;
use croupier_arena::store::{Archive, Run};
use croupier_rules::verdict::Verdict;
use serde_json::json;

use crate::date;
use crate::exit::Exit;
use crate::failure::Failure;
use crate::output;

/// Lists the runs of a data folder, or the matches of a run.
#[derive(Debug, Args)]
#[command(after_help = "Examples:
  croupier list
  croupier list poker-league")]
pub(crate) struct List {
    /// A run: its entrants that were not seated, and its matches. Left out: all runs.
    #[arg(value_name = "RUN")]
    run: Option<String>,
    /// JSON Lines: one object a run, or a match.
    #[arg(long)]
    json: bool,
    /// The data folder.
    #[arg(long, value_name = "DIR", default_value = "croupier-data")]
    data: PathBuf,
}

impl List {
    pub(crate) fn run(&self) -> Result<Exit, Failure> {
        let archive = Archive::open(&self.data).map_err(|error| {
            Failure::bad_input(error)
                .hint("croupier run CONTEST and croupier match make one; --data names another")
        })?;
        let mut out = output::answer();
        match &self.run {
            None => self.runs(&archive, &mut out)?,
            Some(label) => {
                let run = archive
                    .run(label)
                    .map_err(|error| Failure::bad_input(error).hint("croupier list shows all runs"))?;
                self.matches(&archive, &run, &mut out)?;
            }
        }
        out.flush()?;
        Ok(Exit::Done)
    }

    fn runs(&self, archive: &Archive, out: &mut dyn Write) -> Result<(), Failure> {
        let runs = archive.runs().map_err(Failure::bad_input)?;
        let width = runs.iter().map(|run| run.label.chars().count()).max().unwrap_or(0).max(3);
        if !self.json {
            writeln!(
                out,
                "{:<width$}  {:<9}  {:<8}  {:>7}  {:>10}  {:<16}  contest",
                "run", "game", "state", "matches", "seed", "begun (UTC)"
            )?;
        }
        for run in runs {
            let played = archive.played(&run).map_err(Failure::bad_input)?;
            let (label, game, state, seed) = (&run.label, run.game, run.state.name(), run.seed);
            if self.json {
                let line = json!({ "run": label, "game": game, "state": state, "matches": played, "seed": seed, "contest": run.contest, "created": run.created });
                writeln!(out, "{line}")?;
            } else {
                writeln!(
                    out,
                    "{label:<width$}  {game:<9}  {state:<8}  {played:>7}  {seed:>10}  {:<16}  {}",
                    date::to_the_minute(run.created),
                    run.contest
                )?;
            }
        }
        Ok(())
    }

    fn matches(&self, archive: &Archive, run: &Run, out: &mut dyn Write) -> Result<(), Failure> {
        for entrant in archive.entrants(run).map_err(Failure::bad_input)? {
            if entrant.verdict != Verdict::Ok && !self.json {
                let reason = entrant.reason.unwrap_or_default();
                writeln!(out, "not seated: {}: {}: {reason}", entrant.name, entrant.verdict)?;
            }
        }
        for (number, finished) in archive.finished(run).map_err(Failure::bad_input)? {
            if self.json {
                let seats: Vec<_> = finished
                    .seats
                    .iter()
                    .map(|seat| json!({ "name": seat.entrant, "score": seat.share.score, "fouls": seat.share.fouls, "absent": seat.share.absent, "verdict": seat.share.verdict }))
                    .collect();
                writeln!(
                    out,
                    "{}",
                    json!({ "match": format!("{}/{number}", run.label), "seats": seats, "blake3": finished.record_hash })
                )?;
                continue;
            }
            let seats: Vec<String> = finished
                .seats
                .iter()
                .map(|seat| {
                    let verdict = seat.share.verdict;
                    let fault = if verdict == Verdict::Ok { String::new() } else { format!(" {verdict}") };
                    format!("{} {}{fault}", seat.entrant, seat.share.score)
                })
                .collect();
            writeln!(out, "{}/{number}  {}", run.label, seats.join("  "))?;
        }
        Ok(())
    }
}
