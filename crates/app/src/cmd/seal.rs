//! `croupier seal CONTEST`: a commitment to the seeds and rules of a contest, and its opening.

use std::io::Write;
use std::path::PathBuf;

use clap::Args;
use croupier_arena::contest::Contest;
use croupier_arena::run::Audit;
use croupier_arena::seal::{SHORT_SEED, Seal, seeds};
use croupier_arena::store::Archive;
use croupier_rules::batch::{self, RunRecord};
use croupier_rules::record::Record;

use crate::exit::Exit;
use crate::failure::Failure;
use crate::house;
use crate::narration;
use crate::output;
use crate::recorded;
use crate::run_failure::contest_failure;

/// Prints a commitment to the seeds and rules of a contest, or checks that a contest is the one that was
/// sealed.
#[derive(Debug, Args)]
#[command(after_help = "Publish the seal before the contest, and contest.toml after it.

Examples:
  croupier seal contests/poker-league
  croupier seal contests/poker-league --check SEAL --run poker-league")]
pub(crate) struct SealContest {
    /// The contest's folder, or its contest.toml.
    #[arg(value_name = "CONTEST")]
    contest: PathBuf,
    /// The seal that was published: exit 1 if the contest is another one.
    #[arg(long, value_name = "SEAL")]
    check: Option<Seal>,
    /// Check also that this run has every match of the contest, each as the contest gives it: who met whom, by
    /// which rules, limits and tests, and every card from its seeds.
    #[arg(long, value_name = "RUN", requires = "check")]
    run: Option<String>,
    /// JSON Lines.
    #[arg(long)]
    json: bool,
    /// The data folder.
    #[arg(long, value_name = "DIR", default_value = "croupier-data")]
    data: PathBuf,
}

impl SealContest {
    pub(crate) fn run(&self) -> Result<Exit, Failure> {
        let contest = Contest::open(&self.contest, house::names).map_err(contest_failure)?;
        let seal = Seal::of(&contest);
        let mut out = output::answer();
        let Some(published) = self.check else {
            if let Some(short) = seeds(&contest).into_iter().find(|&seed| seed < SHORT_SEED) {
                output::say(format_args!(
                    "the seed {short} is short: it can be found from the seal by trying; \
                     `croupier new contest` writes a long one"
                ));
            }
            self.answer(&mut out, &serde_json::json!({ "seal": seal.to_string() }), &seal.to_string())?;
            return Ok(Exit::Done);
        };
        if published != seal {
            output::say(format_args!(
                "this is not the contest that was sealed: its seal is {seal}; \
                 a seed, a rule, a limit or a house player is another one"
            ));
            return Ok(Exit::No);
        }
        let records = match &self.run {
            None => 0,
            Some(run) => match self.audit(&contest, run)? {
                Ok(count) => count,
                Err(said) => {
                    output::say(said);
                    return Ok(Exit::No);
                }
            },
        };
        let said = match self.run {
            None => "the contest that was sealed".to_owned(),
            Some(_) => format!("the contest that was sealed; all {records} records are as it gives them"),
        };
        self.answer(&mut out, &serde_json::json!({ "sealed": true, "records": records }), &said)?;
        Ok(Exit::Done)
    }

    fn answer(&self, out: &mut dyn Write, json: &serde_json::Value, text: &str) -> Result<(), Failure> {
        if self.json {
            writeln!(out, "{json}")?;
        } else {
            writeln!(out, "{text}")?;
        }
        out.flush()?;
        Ok(())
    }

    /// How many records the run has, all as the contest gives them; or what is wrong with the first that is not.
    fn audit(&self, contest: &Contest, label: &str) -> Result<Result<usize, String>, Failure> {
        let archive = Archive::open(&self.data).map_err(Failure::bad_input)?;
        let run = archive
            .run(label)
            .map_err(|error| Failure::bad_input(error).hint("croupier list shows all runs"))?;
        let matches = archive.finished(&run).map_err(Failure::bad_input)?;
        let rows = archive.entrants(&run).map_err(Failure::bad_input)?;
        let audit = match Audit::of(contest, &rows, &matches).map_err(Failure::bad_input)? {
            Ok(audit) => audit,
            Err(foreign) => return Ok(Err(format!("{label}: {foreign}"))),
        };
        for number in matches.keys() {
            let name = format!("{label}/{number}");
            let stored = archive.find_match(&name).map_err(Failure::bad_input)?;
            let bytes = recorded::read(&stored.path)?;
            if let Err(said) = check(&audit, *number, bytes, &stored.hash) {
                return Ok(Err(format!("{name}: {said}")));
            }
        }
        Ok(match audit.missing(|number| matches.contains_key(&number)) {
            Some(number) => Err(format!("{label}/{number}: this match of the contest was not played")),
            None => Ok(matches.len()),
        })
    }
}

/// Checks the record of a match: against the contest, against the rules, and against what was stored.
fn check(audit: &Audit, number: u32, bytes: Vec<u8>, stored: &str) -> Result<(), String> {
    let hash = if batch::is_record(&bytes) {
        let (run, hash) = RunRecord::parse(bytes).map_err(|error| error.to_string())?;
        audit.check_run(number, &run).map_err(|foreign| foreign.to_string())?;
        run.verify().map_err(|error| error.to_string())?;
        hash
    } else {
        let record = Record::parse(bytes).map_err(|error| error.to_string())?;
        audit.check_match(number, &record.header).map_err(|foreign| foreign.to_string())?;
        narration::verify(&record).map_err(|error| error.to_string())?;
        record.hash
    };
    if hash == stored {
        Ok(())
    } else {
        Err(format!("the record has the hash {hash}, and {stored} was noted when it was played"))
    }
}
