//! The hunts of a data folder, read from their checkpoints: whoever hunts is asked for nothing and hears of nobody.

use std::collections::{BTreeMap, VecDeque};
use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex};
use std::time::{Duration, SystemTime};

use croupier_solve::camicia::Plan;
use serde_json::json;

use super::Refusal;
use super::camicia::part;
use crate::cmd::camicia::hunt::checkpoint::Progress;
use crate::web::broadcast::{Broadcast, News, Spectator, Watched};
use crate::web::refusal::sentence;
use crate::web::site::locked;

/// A hunt that has not saved for so long does not run.
const RESTS_AFTER: Duration = Duration::from_secs(15);
/// The rate is that of so many saves.
const SAVES: usize = 8;

/// The hunts of a data folder, and who watches which.
#[derive(Clone, Debug)]
pub(super) struct Hunts {
    folder: PathBuf,
    watched: Broadcast,
    paces: Arc<Mutex<BTreeMap<String, Pace>>>,
}

/// A hunt as its checkpoint was found.
#[derive(Debug)]
pub(super) struct Hunt {
    pub(super) label: String,
    pub(super) plan: Plan,
    pub(super) progress: Progress,
    pub(super) saved: SystemTime,
    pub(super) runs: bool,
    /// Deals a second, once two saves were seen.
    pub(super) rate: Option<f64>,
}

/// When some numbers of deals were saved.
#[derive(Debug, Default)]
struct Pace(VecDeque<(SystemTime, u64)>);

impl Hunts {
    pub(super) fn new(data: &Path) -> Self {
        Self { folder: data.join("camicia"), watched: Broadcast::default(), paces: Arc::default() }
    }

    /// The labels of all hunts, the one that was saved last first.
    pub(super) fn labels(&self) -> Vec<String> {
        let entries = fs::read_dir(&self.folder).into_iter().flatten().flatten();
        let mut found: Vec<(SystemTime, String)> = entries
            .filter_map(|entry| {
                let name = entry.file_name().into_string().ok()?;
                let label = name.strip_suffix(".checkpoint").filter(|name| name.starts_with("hunt-"))?;
                Some((entry.metadata().ok()?.modified().ok()?, label.to_owned()))
            })
            .collect();
        found.sort_by(|one, other| other.cmp(one));
        found.into_iter().map(|(_, label)| label).collect()
    }

    /// A hunt as it is saved now; without a label, the one that was saved last. None, if there is no such hunt.
    pub(super) fn hunt(&self, label: Option<&str>) -> Result<Option<Hunt>, Refusal> {
        let Some(label) = self.label(label) else { return Ok(None) };
        let damaged = |why: &dyn std::fmt::Display| {
            Refusal::damaged(sentence(&format!("the checkpoint of {label} {why}"))).hint(
                "It is left as it is; the same command of croupier camicia hunt with --fresh starts over.",
            )
        };
        let path = self.path(&label);
        let Some((plan, progress)) = Progress::open(&path).map_err(|why| damaged(&why))? else {
            return Ok(None);
        };
        let (saved, runs) = self.saved(&label).map_err(|_| damaged(&"cannot be read"))?;
        let rate = locked(&self.paces).entry(label.clone()).or_default().see(saved, progress.harvest.deals);
        Ok(Some(Hunt { label, plan, progress, saved, runs, rate: rate.filter(|_| runs) }))
    }

    /// A hunt that is there, by its label; without one, the hunt that was saved last.
    fn label(&self, label: Option<&str>) -> Option<String> {
        let mut labels = self.labels().into_iter();
        match label {
            Some(label) => labels.find(|found| found == label),
            None => labels.next(),
        }
    }

    fn path(&self, label: &str) -> PathBuf {
        self.folder.join(format!("{label}.checkpoint"))
    }

    /// When a hunt was saved, and whether it goes on since.
    fn saved(&self, label: &str) -> io::Result<(SystemTime, bool)> {
        let saved = fs::metadata(self.path(label))?.modified()?;
        Ok((saved, saved.elapsed().is_ok_and(|age| age < RESTS_AFTER)))
    }

    /// Joins the spectators of a hunt; of the one that was saved last, without a label.
    pub(super) fn join(&self, label: Option<&str>) -> Spectator {
        let watched =
            || LiveHunt { hunts: self.clone(), label: label.map(str::to_owned), told: None, best: None };
        self.watched.join(label.unwrap_or_default(), watched)
    }
}

impl Hunt {
    /// When it was saved, in milliseconds since 1970: news of an earlier save are old.
    pub(super) fn saved_ms(&self) -> u64 {
        let since = self.saved.duration_since(SystemTime::UNIX_EPOCH).unwrap_or_default();
        u64::try_from(since.as_millis()).unwrap_or(u64::MAX)
    }
}

/// A hunt that is watched.
#[derive(Debug)]
struct LiveHunt {
    hunts: Hunts,
    label: Option<String>,
    /// What was read last: the hunt, when it was saved, and whether it went on.
    told: Option<(String, SystemTime, bool)>,
    /// The longest game that was told.
    best: Option<u32>,
}

impl Watched for LiveHunt {
    fn look(&mut self, _: usize) -> Option<News> {
        // A look is cheap while nothing is saved: the file is read only then.
        let label = self.hunts.label(self.label.as_deref())?;
        let (saved, runs) = self.hunts.saved(&label).ok()?;
        if self.told.as_ref() == Some(&(label.clone(), saved, runs)) {
            return None;
        }
        self.told = Some((label.clone(), saved, runs));
        // A checkpoint that is damaged is shown by the page itself, with the reason.
        let hunt = self.hunts.hunt(Some(&label)).ok()??;
        let found = hunt.progress.harvest.best();
        let said = match found {
            Some(cards) if self.best != found => format!("The longest game has {cards} cards."),
            _ => String::new(),
        };
        self.best = found;
        Some(News::new(&json!({ "html": part(&hunt), "said": said, "over": false, "done": hunt.saved_ms() })))
    }
}

impl Pace {
    /// Takes a save in, and returns the deals a second since the first of the last few.
    #[expect(clippy::cast_precision_loss, reason = "a rate is rougher than 53 bits")]
    fn see(&mut self, at: SystemTime, deals: u64) -> Option<f64> {
        if let Some(&(last, before)) = self.0.back() {
            // A hunt that was stopped or begun anew has a rate of its own.
            if deals < before || at.duration_since(last).is_ok_and(|pause| pause > RESTS_AFTER) {
                self.0.clear();
            }
        }
        if self.0.back() != Some(&(at, deals)) {
            self.0.push_back((at, deals));
        }
        if self.0.len() > SAVES {
            self.0.pop_front();
        }
        let (&(first, fewer), &(last, more)) = (self.0.front()?, self.0.back()?);
        let time = last.duration_since(first).ok()?.as_secs_f64();
        (time > 0.0).then(|| (more - fewer) as f64 / time)
    }
}

#[cfg(test)]
mod tests {
    use std::time::{Duration, SystemTime};

    use super::Pace;

    #[test]
    fn the_rate_is_that_of_the_saves_that_were_seen() {
        let mut pace = Pace::default();
        let at = |seconds| SystemTime::UNIX_EPOCH + Duration::from_secs(seconds);
        assert_eq!(pace.see(at(100), 1000), None);
        assert_eq!(pace.see(at(100), 1000), None, "the same save again");
        assert_eq!(pace.see(at(102), 1400), Some(200.0));
        assert_eq!(pace.see(at(104), 2000), Some(250.0));
        assert_eq!(pace.see(at(900), 2000), None, "it rested");
        assert_eq!(pace.see(at(902), 100), None, "it was begun anew");
        assert_eq!(pace.see(at(903), 150), Some(50.0));
    }
}
