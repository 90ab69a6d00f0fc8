//! Playing a whole contest: build, schedule, play on all cores, store, rank.

mod audit;
pub mod away;
mod batch;
mod blackjack;
mod glance;
mod league;
mod lobby;
mod luckless;
mod marks;
mod one_match;
mod parlour;
mod poker;
mod pool;
mod result;
mod seating;
mod variate;

pub use audit::{Audit, Foreign};
pub use batch::RunResult;
pub use blackjack::TestResult;
pub use glance::glance;
pub use marks::TestMark;
pub use parlour::{Chair, Parlour, Sitting};
pub use result::Evenings;

use std::collections::BTreeMap;
use std::error::Error;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::atomic::Ordering;

use croupier_rules::blackjack::Rules as BlackjackRules;
use croupier_rules::game::Game;
use croupier_rules::poker::{Rules as PokerRules, SEATS};
use croupier_rules::verdict::Verdict;
use serde::Serialize;

use crate::compat::Compat;
use crate::contest::{BlackjackContest, Contest, ContestRules, Ending, PokerContest};
use crate::contestant::Contestant;
use crate::entrant::{self, Entrant, Field};
use crate::feeds::Feed;
use crate::game_kind::GameKind;
use crate::house::{Housed, Houses};
use crate::limits::Limits;
use crate::luck::NewMeter;
use crate::problem::{Problem, Problems};
use crate::protocol::{Object, Wire};
use crate::referee::RefereeError;
use crate::run_key::RunKey;
use crate::sandbox::{NoSandbox, Private, Sandbox, Usher};
use crate::standings::{self, Row, Tally};
use crate::stop::Stop;
use crate::store::{Begin, EntrantRow, FinishedMatch, NewRun, Run, RunState, Store, StoreError};
use crate::tools::Tools;
use crate::workshop::Workshop;
use away::{Hands, Matches};
use league::League;
use one_match::{Account, House, Job};

/// How a contest is run.
#[derive(Clone, Debug)]
pub struct Options {
    /// The folder of all results.
    pub data: PathBuf,
    /// Whether to start over instead of going on.
    pub begin: Begin,
    /// Whether bots may run without a sandbox, as the contest's `trust = true` says.
    pub trust: bool,
    /// Matches at a time.
    pub jobs: usize,
    /// The house players.
    pub houses: Houses,
    /// What tells luck from play at blackjack, if it is to be told.
    pub luck: Option<NewMeter>,
    /// What lets programs of batch games into a sandbox that lasts; none: each run takes one of its own.
    pub usher: Option<Usher>,
}

/// What happens during a run, for whoever watches.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Progress {
    /// An entrant that is not seated, and why.
    NotSeated {
        /// Its name.
        name: String,
        /// Why.
        why: String,
    },
    /// Matches begin: how many there are, and how many were played before.
    Begins {
        /// The run's label.
        run: String,
        /// Matches of the contest.
        matches: usize,
        /// Those that are stored already.
        done: usize,
    },
    /// Another match is stored.
    Played,
}

/// What a run came to.
#[derive(Clone, Debug)]
pub struct Outcome {
    /// The run, by the label that `replay` takes.
    pub run: String,
    /// Matches of the contest.
    pub matches: usize,
    /// Matches that are stored.
    pub done: usize,
    /// The number of the first of them, for a closer look.
    pub first: Option<u32>,
    /// The table.
    pub rows: Vec<Row>,
    /// Blackjack: each test of each contestant.
    pub tests: Vec<TestResult>,
    /// Batch games: each run of each program.
    pub runs: Vec<RunResult>,
    /// Poker: what passed between each two contestants, those of higher rank first.
    pub feeds: Vec<Feed>,
    /// Poker in more than one round.
    pub rounds: Option<Rounds>,
}

/// The rounds of a poker contest.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Rounds {
    /// Those that were played to their end.
    pub played: u32,
    /// How many there may be.
    pub of: u32,
    /// Whether the order of the standings is decided; none if it was not asked for.
    pub decided: Option<bool>,
    /// The confidence of that, in per cent.
    pub percent: Option<u8>,
}

/// Why a contest is not run to its end.
#[derive(Debug, thiserror::Error)]
pub enum RunError {
    /// There are too few to play.
    #[error("{found} of {listed} can be seated; a contest of {game} needs at least {needed}")]
    TooFew {
        /// The game.
        game: GameKind,
        /// How many can be seated.
        found: usize,
        /// How many are listed.
        listed: usize,
        /// How many are needed.
        needed: usize,
    },
    /// The bots are not trusted, and there is no sandbox.
    #[error(transparent)]
    NoSandbox(#[from] NoSandbox),
    /// Entrants that cannot be told.
    #[error(transparent)]
    Entrants(#[from] Problems),
    /// The store.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// A folder or a file of the run itself.
    #[error("the run's own files: {0}")]
    Files(#[from] io::Error),
    /// The referee.
    #[error(transparent)]
    Referee(#[from] RefereeError),
    /// Those who have matches played elsewhere.
    #[error("{0}")]
    Crew(Box<dyn Error + Send + Sync>),
    /// A part of the contest cannot be played by itself: a line of its file.
    #[error("{0}")]
    NoParts(Problem),
    /// It was stopped before there was a table.
    #[error("stopped while bots were built")]
    Stopped,
}

/// Runs a contest to its end, or until `stop` is set; matches that are stored are not played again.
///
/// # Errors
/// See [`RunError`]. What the bots do wrong is in the outcome.
pub fn run(
    contest: &Contest,
    options: &Options,
    stop: &Stop,
    watch: &mut dyn FnMut(Progress),
) -> Result<Outcome, RunError> {
    run_by(contest, options, Hands::Threads, stop, watch)
}

/// Runs a contest as [`run`] does, by other hands. A part of a contest has a table of what that part has given.
///
/// # Errors
/// See [`RunError`]. What the bots do wrong is in the outcome.
pub fn run_by<'a>(
    contest: &'a Contest,
    options: &'a Options,
    hands: Hands<'a>,
    stop: &Stop,
    watch: &'a mut dyn FnMut(Progress),
) -> Result<Outcome, RunError> {
    let field = entrant::find_all(&contest.entrants, contest.game())?;
    play_field(contest, field, options, hands, stop, watch)
}

/// Runs a contest among these entrants, wherever their files are; the contest's own folder is not read.
///
/// # Errors
/// See [`RunError`]. What the bots do wrong is in the outcome.
pub fn run_field(
    contest: &Contest,
    field: Field,
    options: &Options,
    stop: &Stop,
    watch: &mut dyn FnMut(Progress),
) -> Result<Outcome, RunError> {
    play_field(contest, field, options, Hands::Threads, stop, watch)
}

fn play_field<'a>(
    contest: &'a Contest,
    field: Field,
    options: &'a Options,
    hands: Hands<'a>,
    stop: &Stop,
    watch: &'a mut dyn FnMut(Progress),
) -> Result<Outcome, RunError> {
    let open = |version| Playing::open(contest, field, version, options, hands, watch);
    match &contest.settings.rules {
        ContestRules::Poker(poker) => run_poker(&mut open(PokerRules::VERSION)?, poker, stop),
        ContestRules::Blackjack(blackjack) => {
            run_blackjack(&mut open(BlackjackRules::VERSION)?, blackjack, stop)
        }
        ContestRules::Batch(batch) => open(croupier_rules::batch::VERSION)?.run_batch(batch, stop),
    }
}

/// Builds one bot in an empty folder, as a process of this machine: a contestant that is seated, or is not and
/// says why. Its compiler and its build steps are those of `tools`, and run in the sandbox.
///
/// # Errors
/// When the folder cannot be written to.
pub fn build_bot(
    entrant: &Entrant,
    folder: &Path,
    sandbox: &Sandbox,
    tools: &Tools,
) -> io::Result<Contestant> {
    build_alone(entrant, folder, sandbox, tools, None)
}

/// Builds one bot in an empty folder as for a match, for WebAssembly if it may be. Its compiler and its build
/// steps run in the sandbox.
///
/// # Errors
/// When the folder cannot be written to.
pub fn build_guest(entrant: &Entrant, folder: &Path, sandbox: &Sandbox) -> io::Result<Contestant> {
    build_alone(entrant, folder, sandbox, &Tools::of_system(), Some(&folder.join("artefacts")))
}

fn build_alone(
    entrant: &Entrant,
    folder: &Path,
    sandbox: &Sandbox,
    tools: &Tools,
    artefacts: Option<&Path>,
) -> io::Result<Contestant> {
    let compile_ms = Limits::default().compile_ms;
    let builder = Workshop { tools, compile_ms, glue: lobby::GLUE, sandbox, artefacts };
    let field = Field { entrants: vec![entrant.clone()], unfit: Vec::new() };
    let mut built = lobby::gather(&field, &[], None, &builder, folder)?;
    Ok(built.swap_remove(0))
}

fn run_poker(playing: &mut Playing<'_>, poker: &PokerContest, stop: &Stop) -> Result<Outcome, RunError> {
    let contestants = playing.contestants(poker.compat, &[], stop)?;
    playing.need(&contestants, SEATS)?;
    let seed = playing.contest.seed;
    let houses = &playing.options.houses;
    let account = |job: &Job<PokerRules>| {
        let meter = poker::meter(job, &contestants, houses);
        Box::new(poker::Ledger::of(job, meter)) as Box<dyn Account<_>>
    };
    let is_in_parts = playing.hands.give_parts();
    if is_in_parts && matches!(poker.stop, Ending::Decided(_)) {
        return Err(RunError::NoParts(playing.contest.problem_of(
            "stop",
            "expected stop = \"never\", or no `stop`, for a contest in parts: whether there is a next round may not hang \
             on this one",
        )));
    }
    let round_jobs = |round: u32| poker::jobs(poker, seed, &contestants, round);
    playing.begins(&(1..=poker.rounds).flat_map(round_jobs).collect::<Vec<_>>());
    let mut jobs = Vec::new();
    let mut rounds = Rounds { played: 0, of: poker.rounds, decided: None, percent: None };
    for round in 1..=poker.rounds {
        jobs.extend(round_jobs(round));
        if is_in_parts && round < poker.rounds {
            continue;
        }
        playing.play(&jobs, &contestants, &poker::told(poker), stop, account)?;
        if playing.done(&jobs) < jobs.len() {
            break;
        }
        rounds.played = round;
        if let Ending::Decided(percent) = poker.stop {
            let decided = poker::is_decided_after(round, poker, &contestants, &playing.finished)
                .map_err(|why| playing.store.archive().damaged(why))?;
            (rounds.decided, rounds.percent) = (Some(decided), Some(percent));
            if decided {
                break;
            }
        }
    }
    if is_in_parts {
        let is_whole =
            |round: &u32| round_jobs(*round).iter().all(|job| playing.finished.contains_key(&job.number));
        rounds.played = (1..=poker.rounds).take_while(is_whole).last().unwrap_or(0);
    }
    let is_over = rounds.played == poker.rounds || rounds.decided == Some(true);
    playing.close_if(is_over, &contestants)?;
    let league = League::read(poker, &contestants, playing.finished.values())
        .map_err(|why| playing.store.archive().damaged(why))?;
    let outcome = playing.outcome(jobs.len(), playing.done(&jobs), &league.tallies(seed), Vec::new());
    let names: Vec<&str> = outcome.rows.iter().map(|row| row.name.as_str()).collect();
    let feeds = league.feeds(&names);
    Ok(Outcome { feeds, rounds: (poker.rounds > 1).then_some(rounds), ..outcome })
}

fn run_blackjack(
    playing: &mut Playing<'_>,
    blackjack: &BlackjackContest,
    stop: &Stop,
) -> Result<Outcome, RunError> {
    let contestants = playing.contestants(None, &[Contestant::committee(&blackjack.committee)], stop)?;
    playing.need(&contestants, 2)?;
    let jobs = blackjack::jobs(blackjack, playing.contest.seed, &contestants);
    let more = told(blackjack);
    let committee = contestants.len() - 1;
    let luck = playing.options.luck;
    let account = |job: &Job<BlackjackRules>| {
        Box::new(blackjack::Night::of(job, job.seats[0] == committee, luck)) as Box<dyn Account<_>>
    };
    playing.begins(&jobs);
    playing.play(&jobs, &contestants, &more, stop, account)?;
    playing.close_if(playing.done(&jobs) == jobs.len(), &contestants)?;
    let (tallies, tests) = blackjack::tallies(&contestants, &jobs, &playing.finished, blackjack)
        .map_err(|why| playing.store.archive().damaged(why))?;
    Ok(playing.outcome(jobs.len(), playing.done(&jobs), &tallies, tests))
}

/// What every bot of a blackjack contest is told besides what a record's header says.
fn told(contest: &BlackjackContest) -> Object {
    let mut more = Object::new();
    more.insert("order".into(), contest.order.name().into());
    more.insert("committee".into(), contest.committee.clone().into());
    more.insert("common_shuffles".into(), contest.common_shuffles.into());
    more
}

/// The names on the list of a contest, in its order.
fn listed(field: &Field, contest: &Contest) -> Vec<String> {
    let entrants = field.entrants.iter().map(|entrant| entrant.name.clone());
    let unfit = field.unfit.iter().map(|unfit| unfit.name.clone());
    let house = Contestant::house_players(&contest.settings.house).into_iter().map(|player| player.name);
    entrants.chain(unfit).chain(house).collect()
}

/// The list of a contest as it was noted.
fn noted(field: &Field, contest: &Contest, rows: &[EntrantRow]) -> Vec<Contestant> {
    let listed = listed(field, contest);
    let rows = listed.iter().filter_map(|name| rows.iter().find(|row| row.name == *name));
    rows.map(Contestant::noted).collect()
}

/// A contest that is being played: its run in the store, and what of it is finished.
struct Playing<'a> {
    contest: &'a Contest,
    options: &'a Options,
    watch: &'a mut dyn FnMut(Progress),
    hands: Hands<'a>,
    field: Field,
    /// The entrants whose files were bundled, by the names of the bundles.
    bundles: BTreeMap<String, String>,
    /// What bots and compilers run in.
    sandbox: Sandbox,
    /// Builds, as long as matches are played.
    workshop: Option<tempfile::TempDir>,
    store: Store,
    run: Run,
    finished: BTreeMap<u32, FinishedMatch>,
}

impl<'a> Playing<'a> {
    fn open(
        contest: &'a Contest,
        field: Field,
        rules_version: u32,
        options: &'a Options,
        hands: Hands<'a>,
        watch: &'a mut dyn FnMut(Progress),
    ) -> Result<Self, RunError> {
        let mut store = Store::open(&options.data)?;
        let wanted = NewRun {
            folder: &contest.folder,
            contest: &contest.name,
            game: contest.game(),
            key: RunKey::new(contest, rules_version, &field),
            settings: &contest.settings.canonical(),
            seed: contest.seed,
        };
        let run = store.run_for(&wanted, options.begin)?;
        let finished = store.archive().finished(&run)?;
        let is_trusted = contest.settings.trust || options.trust || run.state == RunState::Finished;
        let sandbox = if is_trusted { Sandbox::trusted() } else { Sandbox::choose(store.work().path())? };
        let sandbox = sandbox.hiding(Private::new(&[&contest.folder], &[&contest.entrants, &options.data]));
        let (bundles, workshop) = (BTreeMap::new(), None);
        Ok(Self { contest, options, watch, hands, field, bundles, sandbox, workshop, store, run, finished })
    }

    /// The list of the contest. The entrants of a run that is finished are not built again.
    fn contestants(
        &mut self,
        compat: Option<Compat>,
        others: &[Contestant],
        stop: &Stop,
    ) -> Result<Vec<Contestant>, RunError> {
        let mut contestants = if self.run.state == RunState::Finished {
            self.noted_contestants()?
        } else {
            self.built_contestants(compat, stop)?
        };
        contestants.extend_from_slice(others);
        Ok(contestants)
    }

    fn built_contestants(
        &mut self,
        compat: Option<Compat>,
        stop: &Stop,
    ) -> Result<Vec<Contestant>, RunError> {
        let workshop = self.store.work().begin("workshop")?;
        let tools = Tools::of_system().until(stop);
        let settings = &self.contest.settings;
        let artefacts = self.options.data.join("artefacts");
        let builder = Workshop {
            tools: &tools,
            compile_ms: settings.limits.compile_ms,
            glue: lobby::GLUE,
            sandbox: &self.sandbox,
            artefacts: Some(&artefacts),
        };
        let contestants = lobby::gather(&self.field, &settings.house, compat, &builder, workshop.path())?;
        // What was not built in time because of the stop is nobody's fault.
        if stop.load(Ordering::Relaxed) {
            return Err(RunError::Stopped);
        }
        self.workshop = Some(workshop);
        for contestant in &contestants {
            let fault = contestant.fault();
            self.store.note_entrant(
                &self.run,
                &EntrantRow {
                    name: contestant.name.clone(),
                    kind: self.kind_of(&contestant.name),
                    hash: contestant.hash.clone(),
                    runtime: contestant.runtime.clone(),
                    sandbox: contestant.sandbox,
                    verdict: fault.map_or(Verdict::Ok, |fault| fault.verdict),
                    reason: fault.map(|fault| fault.came.clone()),
                },
            )?;
            if let Some(fault) = fault {
                let (name, why) = (contestant.name.clone(), fault.came.clone());
                (self.watch)(Progress::NotSeated { name, why });
            }
        }
        Ok(contestants)
    }

    fn kind_of(&self, name: &str) -> String {
        let entrant = self.field.entrants.iter().find(|entrant| entrant.name == name);
        let is_unfit = self.field.unfit.iter().any(|unfit| unfit.name == name);
        entrant.map_or(if is_unfit { "none" } else { "house" }, |entrant| entrant.kind.name()).into()
    }

    fn noted_contestants(&self) -> Result<Vec<Contestant>, RunError> {
        Ok(noted(&self.field, self.contest, &self.store.archive().entrants(&self.run)?))
    }

    fn need(&self, contestants: &[Contestant], needed: usize) -> Result<(), RunError> {
        let found = contestants.iter().filter(|contestant| contestant.plays()).count();
        let (game, listed) = (self.contest.game(), contestants.len());
        if found < needed { Err(RunError::TooFew { game, found, listed, needed }) } else { Ok(()) }
    }

    /// Says how many matches there are, and how many of them are stored.
    fn begins<G>(&mut self, jobs: &[Job<G>]) {
        let (run, done) = (self.run.label.clone(), self.done(jobs));
        // A finished run may have ended before its last round.
        let matches = if self.run.state == RunState::Finished { done } else { jobs.len() };
        (self.watch)(Progress::Begins { run, matches, done });
    }

    /// Plays the matches that are not stored, or has them played, and stores each as it ends.
    fn play<G: Wire + Housed + PartialEq + Sync>(
        &mut self,
        jobs: &[Job<G>],
        contestants: &[Contestant],
        more: &Object,
        stop: &Stop,
        account: impl Fn(&Job<G>) -> Box<dyn Account<G>> + Sync,
    ) -> Result<(), RunError> {
        match std::mem::take(&mut self.hands) {
            Hands::Crew(crew) => {
                let jobs = jobs.iter().map(|job| (job.number, job)).collect();
                let mut due = Matches { playing: self, jobs, contestants, more, account: &account, stop };
                let played = crew.play(&mut due, stop);
                self.hands = Hands::Crew(crew);
                return played;
            }
            own @ (Hands::Threads | Hands::Shard(_)) => self.hands = own,
        }
        let is_due = |job: &&Job<G>| !self.finished.contains_key(&job.number) && self.hands.have(job.number);
        let due: Vec<&Job<G>> = jobs.iter().filter(is_due).collect();
        let records = self.store.records(&self.run);
        let limits = &self.contest.settings.limits;
        let work = self.store.work().clone();
        let (sandbox, houses) = (&self.sandbox, &self.options.houses);
        let house =
            House { contestants, limits, sandbox, more, houses, records: &records, work: &work, stop };
        let play = |job: &Job<G>| {
            let mut account = account(job);
            let played = job.play(&house, &mut *account)?;
            let result = account.result(&played.totals);
            Ok((played, result))
        };
        pool::play_all(
            &due,
            self.options.jobs,
            stop,
            pool::Affinity { lane: |_: &&Job<G>| 0, ahead: 0 },
            || (),
            // A match that was broken off leaves nothing: it starts again when the run is gone on with.
            |(), job| match play(job) {
                Err(RefereeError::Stopped) => Ok(None),
                played => Ok::<_, RunError>(Some(played?)),
            },
            |job, played| {
                let Some((played, result)) = played else { return Ok(()) };
                let seated = job.seats.iter().map(|&seat| &contestants[seat]);
                let finished = result::finished(job.number, &job.label, &played, seated, result);
                self.store.finish_match(&self.run, &finished, played.record, &played.logs)?;
                self.finished.insert(job.number, finished);
                (self.watch)(Progress::Played);
                Ok(())
            },
        )
    }

    /// Closes the run once all is played, unless somebody waits for a tool that is missing.
    fn close_if(&mut self, is_whole: bool, contestants: &[Contestant]) -> Result<(), RunError> {
        let tools_missing =
            contestants.iter().filter_map(Contestant::fault).any(|fault| fault.verdict == Verdict::Referee);
        if is_whole && !tools_missing && self.run.state == RunState::Open {
            self.store.close_run(&mut self.run)?;
        }
        Ok(())
    }

    /// How many of the matches are stored. Others may be stored too, of bots whose tools have gone since.
    fn done<G>(&self, jobs: &[Job<G>]) -> usize {
        jobs.iter().filter(|job| self.finished.contains_key(&job.number)).count()
    }

    fn outcome(&self, matches: usize, done: usize, tallies: &[Tally], tests: Vec<TestResult>) -> Outcome {
        Outcome {
            run: self.run.label.clone(),
            matches,
            done,
            first: self.finished.keys().next().copied(),
            rows: standings::rank(tallies),
            tests,
            runs: Vec::new(),
            feeds: Vec::new(),
            rounds: None,
        }
    }
}
