//! A contest that is small enough for unit tests, played into a data folder of its own, as far as a test wants.

use std::path::Path;
use std::sync::atomic::Ordering;

use croupier_arena::contest::Contest;
use croupier_arena::entrant::Field;
use croupier_arena::house::Houses;
use croupier_arena::run::{self, Options, Progress};
use croupier_arena::stop::Stop;
use croupier_arena::store::{Archive, Begin, Run};
use tempfile::TempDir;

/// Twenty-four matches of house players.
const CONTEST: &str = "name = 'Night'\ngame = 'poker'\nseed = 7\nhouse = ['odds', 'random', 'rock', 'maniac']\n\
                       [rules]\ndeals = 5\nseatings = 'all'\nrounds = 1\n";

/// The contest and its data folder.
pub(super) struct SmallContest {
    data: TempDir,
}

impl SmallContest {
    /// A run of label `night`, stopped after one match at least and before its last.
    pub(super) fn stopped() -> Self {
        let contest = Self { data: tempfile::tempdir().unwrap() };
        contest.play_on();
        contest
    }

    pub(super) fn data(&self) -> &Path {
        self.data.path()
    }

    pub(super) fn archive(&self) -> Archive {
        Archive::open(self.data()).unwrap()
    }

    /// The run as it is stored now.
    pub(super) fn run(&self) -> Run {
        self.archive().run("night").unwrap()
    }

    /// Plays a match more at least, and not the last.
    pub(super) fn play_on(&self) {
        let stop = Stop::default();
        self.play(Begin::Resume, &stop, &mut |event| {
            if event == Progress::Played {
                stop.store(true, Ordering::Relaxed);
            }
        });
    }

    /// Plays the matches that are left.
    pub(super) fn play_out(&self) {
        self.play(Begin::Resume, &Stop::default(), &mut |_| {});
    }

    /// Plays the whole of another run; its label comes next: `night-2`.
    pub(super) fn play_anew(&self) {
        self.play(Begin::Fresh, &Stop::default(), &mut |_| {});
    }

    fn play(&self, begin: Begin, stop: &Stop, tell: &mut dyn FnMut(Progress)) {
        let names = |game| Houses::OWN.names(game);
        let contest = Contest::parse(Path::new("night/contest.toml"), CONTEST.as_bytes(), names).unwrap();
        let options = Options {
            data: self.data().to_owned(),
            begin,
            trust: true,
            jobs: 1,
            houses: Houses::OWN,
            luck: None,
            usher: None,
        };
        let mut tell = tell;
        run::run_field(&contest, Field::default(), &options, stop, &mut tell).unwrap();
    }
}
