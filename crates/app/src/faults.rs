//! Faults in the matches of a run, read from their records: the standings keep only the first.

use croupier_arena::log::Log;
use croupier_arena::store::{Archive, Run};
use croupier_rules::batch::{self, RunRecord};
use croupier_rules::record::{FaultLine, Record, RecordError};
use croupier_rules::verdict::Fault;

use crate::failure::Failure;
use crate::recorded;

/// The faults of one seat in one match: at least one.
#[derive(Debug)]
pub(crate) struct Faults {
    /// The match, in its run.
    pub(crate) number: u32,
    /// The faults in their order.
    pub(crate) lines: Vec<FaultLine>,
    /// What the bot logged.
    pub(crate) log: Log,
}

/// The faults of an entrant in all matches of a run that were played.
pub(crate) fn of(archive: &Archive, run: &Run, entrant: &str) -> Result<Vec<Faults>, Failure> {
    let mut all = Vec::new();
    for finished in archive.finished(run).map_err(Failure::bad_input)?.values() {
        let seats = finished.seats.iter().zip(0_u8..);
        for (_, seat) in seats.filter(|(row, _)| row.entrant == entrant && row.share.fouls > 0) {
            let id = format!("{}/{}", run.label, finished.number);
            let path = archive.find_match(&id).map_err(Failure::bad_input)?.path;
            let unread = |error| Failure::bad_input(format!("{}: {error}", path.display()));
            let bytes = recorded::read(&path)?;
            let mut lines = faults(bytes).map_err(unread)?;
            lines.retain(|line| line.seat == seat);
            let log = archive.log(run, finished.number, seat).map_err(Failure::bad_input)?;
            all.push(Faults { number: finished.number, lines, log });
        }
    }
    Ok(all)
}

/// The faults in a record: of a match, or of one run of a program.
fn faults(bytes: Vec<u8>) -> Result<Vec<FaultLine>, RecordError> {
    if !batch::is_record(&bytes) {
        return Record::parse(bytes)?.faults();
    }
    let (run, _) = RunRecord::parse(bytes)?;
    let one_line = |text: &str| text.trim().replace('\n', " / ");
    let fault = Fault {
        verdict: run.verdict,
        asked: format!("test {}: {}", run.header.test, one_line(&run.input)),
        came: run.reason.unwrap_or_default(),
        expected: one_line(&run.answer),
        out: true,
    };
    Ok(vec![FaultLine { game: 0, step: 0, seat: 0, fault }])
}
