//! `croupier camicia hunt`: the search for long games.

pub(crate) mod checkpoint;
pub(crate) mod finds;
pub(crate) mod ladder;
mod provenance;
mod remote;

pub(crate) use remote::HuntTask;

use std::io::Write as _;
use std::num::NonZeroUsize;
use std::ops::Range;
use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use clap::Args;
use croupier_arena::store::{Store, StoreError};
use croupier_solve::camicia::{Composition, Engine, Harvest, Hunt as Search, Plan, TooManyGroups};
use serde::Serialize;

use super::family::thousands;
use super::pack;
use super::saves::Saves;
use super::sealed::{Desk, replace};
use super::units::{Wish, play_in_order, threads};
use checkpoint::Progress;
use finds::Finds;

use crate::exit::Exit;
use crate::failure::Failure;
use crate::interrupt::stop_flag;
use crate::output;
use crate::progress::ProgressLine;
use crate::queue::{OrganisingOptions, QueueAddress};

/// `croupier camicia hunt`
#[derive(Debug, Args)]
#[command(after_help = "Examples:
  croupier camicia hunt --minutes 2
  croupier camicia hunt --seed 7 --until 5000
  croupier camicia hunt --seed 7 --range 1000..2000 --finder Anna

Deals are played forward, and from every long game the ancestors are looked for: the deals that lead into it from \
further away. The same seed plays the same deals whatever the threads, in units of about a million deals; the units of \
one seed may be shared among people by --range, and no deal is played twice. A hunt that was stopped, by Ctrl-C or at \
all, goes on by the same command. Finds are checked by the plain engine and stand in a record file in the data folder: \
send it to a friend, who types croupier camicia verify FILE. The database there keeps the finds of all hunts: \
croupier camicia finds.")]
pub(crate) struct Hunt {
    /// Decides the order in which deals are played
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,
    /// Only these units: `1000..2000` are 1000 to 1999
    #[arg(long, value_name = "A..B", value_parser = pack::range)]
    range: Option<Range<u64>>,
    /// Stop after so many minutes; 0.5 is half a minute
    #[arg(long, value_name = "M", value_parser = minutes)]
    minutes: Option<Duration>,
    /// Stop when a game of at least so many cards is found
    #[arg(long, value_name = "CARDS")]
    until: Option<u32>,
    /// What is dealt: 52, 40 (Italian), 26 (half), or A+B+J+Q+K+A: hands and faces
    #[arg(long, value_name = "PACK", default_value = "52")]
    pack: Composition,
    /// Look for the ancestors of games of more faces (J Q K A in collected piles) than this. Without it, 520 at 52 cards;
    /// of other packs, what one game in about 2,700 has
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(0..=FACES_MAX))]
    faces: Option<u32>,
    /// Threads; without it, one a core
    #[arg(long, value_name = "N")]
    jobs: Option<NonZeroUsize>,
    /// The engine that plays forward: avx512, avx2 or scalar; without it, the fastest that this processor has
    #[arg(long, value_name = "ENGINE", value_parser = engine)]
    engine: Option<Engine>,
    /// Your name, which the record file puts to what you find from now on
    #[arg(long, value_name = "NAME")]
    finder: Option<String>,
    /// The data folder: the checkpoint and the record file lie in its folder `camicia`
    #[arg(long, value_name = "DIR", default_value = "croupier-data")]
    data: PathBuf,
    /// Draw the tail with its fit into this file, as SVG
    #[arg(long, value_name = "FILE")]
    picture: Option<PathBuf>,
    /// Start over, in place of the hunt that was begun before
    #[arg(long)]
    fresh: bool,
    /// The finds as JSON Lines, and a last line about the hunt
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    address: QueueAddress,
    #[command(flatten)]
    organising: OrganisingOptions,
}

/// No finite game is as long: a higher threshold finds nothing.
const FACES_MAX: i64 = 20_000;

/// More endless deals than this are kept, and not printed for people.
const ENDLESS_PRINTED: usize = 20;

/// The last line with `--json`.
#[derive(Serialize)]
struct Summary {
    hunt: SummaryContent,
}

#[derive(Serialize)]
struct SummaryContent {
    pack: String,
    seed: u64,
    units: [u64; 2],
    next: u64,
    deals: u64,
    seeds: u64,
    ancestors: u64,
    cut_trees: u64,
    endless: u64,
    endless_kept: usize,
    best: Option<u32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    fit: Option<ladder::Fit>,
    rungs: Vec<ladder::Rung>,
}

impl Hunt {
    pub(super) fn run(&self) -> Result<Exit, Failure> {
        let search = self.plan().and_then(Search::new).map_err(Failure::usage)?;
        let units = self.units(&search)?;
        let desk = Desk::take(&self.data, self.label(&units))?;
        let path = desk.file("checkpoint");
        let saved = if self.fresh {
            None
        } else {
            Progress::read(&path, search.plan(), &units).map_err(|error| error.failure(&path))?
        };
        let saved_next = saved.as_ref().map(|progress| progress.next);
        let mut progress = saved.unwrap_or_else(|| Progress::new(units));
        progress.provenance.go_on(progress.next, self.finder.as_deref());
        let stop = stop_flag()?;
        let mut session = Session::new(self, &search, &desk, progress, saved_next);
        let played = match self.address.access() {
            Some(access) => session.have_played(&self.organising.with(access), &stop),
            None => session.play(&stop),
        };
        session.finish()?;
        played?;
        Ok(if stop.load(Ordering::Relaxed) { Exit::Interrupted } else { Exit::Done })
    }

    fn plan(&self) -> Result<Plan, TooManyGroups> {
        match self.faces {
            Some(faces) => Ok(Plan { composition: self.pack, ..Plan::new(self.seed) }.with_faces_min(faces)),
            None => Plan::of(self.seed, self.pack),
        }
    }

    /// What its files are called.
    fn label(&self, units: &Range<u64>) -> String {
        let label = format!("hunt-{}-seed-{}", self.pack, self.seed);
        if self.range.is_some() { format!("{label}-units-{}-{}", units.start, units.end) } else { label }
    }

    fn units(&self, search: &Search) -> Result<Range<u64>, Failure> {
        let all = search.units();
        match &self.range {
            Some(range) if range.end > all => {
                Err(Failure::usage(format!("--range {}..{}: there are {all} units", range.start, range.end)))
            }
            Some(range) => Ok(range.clone()),
            None => Ok(0..all),
        }
    }
}

/// A hunt that runs.
struct Session<'a> {
    args: &'a Hunt,
    search: &'a Search,
    desk: &'a Desk,
    progress: Progress,
    finds: Finds,
    line: ProgressLine,
    started: Instant,
    saves: Saves,
    /// The next unit by the checkpoint that lies there, if there is one.
    saved_next: Option<u64>,
    /// The next unit after earlier sessions.
    next_before: u64,
    /// Deals of earlier sessions.
    deals_before: u64,
}

impl<'a> Session<'a> {
    fn new(
        args: &'a Hunt,
        search: &'a Search,
        desk: &'a Desk,
        progress: Progress,
        saved_next: Option<u64>,
    ) -> Self {
        let now = Instant::now();
        let (next_before, deals_before) = (progress.next, progress.harvest.deals);
        let line = ProgressLine::new(true);
        Self {
            args,
            search,
            desk,
            progress,
            finds: Finds::default(),
            line,
            started: now,
            saves: Saves::new(),
            saved_next,
            next_before,
            deals_before,
        }
    }

    fn play(&mut self, stop: &AtomicBool) -> Result<(), Failure> {
        let engine = self.args.engine.unwrap_or_else(Engine::best);
        let units = self.progress.next..self.progress.units.end;
        self.line.note(format_args!(
            "hunt of seed {}: {} threads of {engine}, from unit {} of {}..{}",
            self.args.seed,
            threads(self.args.jobs),
            units.start,
            self.progress.units.start,
            units.end
        ));
        if self.deals_before > 0 {
            self.line.note(format_args!("{} deals were played before", thousands(self.deals_before)));
        }
        let search = self.search;
        play_in_order(
            self.args.jobs,
            units,
            stop,
            |unit, is_wanted| search.unit_while(unit, engine, is_wanted),
            |harvest| self.step(harvest),
        )
    }

    fn step(&mut self, harvest: Option<Harvest>) -> Result<Wish, Failure> {
        if let Some(harvest) = harvest {
            self.add(harvest, 1)?;
        }
        self.go_on()
    }

    /// Saves now and then, shows how far it is, and says whether it goes on.
    fn go_on(&mut self) -> Result<Wish, Failure> {
        if self.saves.are_due() && self.progress.next > self.next_before {
            self.judge_finds()?;
            let saved = self.save();
            self.saves.take(saved, &mut self.line);
        }
        self.show();
        Ok(if self.is_enough() { Wish::Enough } else { Wish::More })
    }

    /// Adds what came of the next units.
    fn add(&mut self, harvest: Harvest, units: u64) -> Result<(), Failure> {
        let best = self.progress.harvest.best();
        let endless = self.progress.harvest.endless_games;
        self.progress.harvest.add(harvest);
        self.progress.next += units;
        let harvest = &self.progress.harvest;
        if harvest.best() > best
            && let Some((&key, _)) = harvest.finds.first_key_value()
        {
            let outcome = finds::judge(key)?;
            let (cards, tricks) = (thousands(outcome.cards), thousands(outcome.tricks));
            self.line.note(format_args!("{cards} cards, {tricks} tricks: {}", key.1.deal()));
        }
        if harvest.endless_games > endless {
            self.line.note(format_args!("{} endless deals", thousands(harvest.endless_games)));
        }
        Ok(())
    }

    fn is_enough(&self) -> bool {
        self.args.minutes.is_some_and(|time| self.started.elapsed() >= time)
            || self.args.until.is_some_and(|cards| self.progress.harvest.best() >= Some(cards))
    }

    /// Has the plain engine play what is new among the finds.
    fn judge_finds(&mut self) -> Result<(), Failure> {
        let Progress { harvest, provenance, .. } = &self.progress;
        self.finds.update(harvest, self.search.plan(), provenance)
    }

    /// Writes the checkpoint and the record file, each if it is new or does not lie there as it should, and each
    /// whether or not the other can be written.
    fn save(&mut self) -> Result<(), Failure> {
        let finds = self.finds.write(&self.desk.file("jsonl"));
        if self.saved_next != Some(self.progress.next) {
            self.progress.write(&self.desk.file("checkpoint"), self.search.plan())?;
            self.saved_next = Some(self.progress.next);
        }
        finds
    }

    /// Deals a second in this session.
    #[expect(clippy::cast_precision_loss, reason = "a rate is rougher than 53 bits")]
    fn rate(&self) -> f64 {
        let deals = self.progress.harvest.deals - self.deals_before;
        deals as f64 / self.started.elapsed().as_secs_f64().max(1e-3)
    }

    fn show(&mut self) {
        if !self.line.is_due() {
            return;
        }
        let (harvest, plan) = (&self.progress.harvest, self.search.plan());
        let mut told =
            vec![format!("{} deals, {:.2} million a second", thousands(harvest.deals), self.rate() / 1e6)];
        if let Some(best) = harvest.best() {
            told.push(format!("best {}", thousands(best.into())));
        }
        if let Some(fit) = ladder::fit(harvest, plan) {
            told.push(format!("e-fold {:.0} ± {:.0}", fit.e_fold_cards, fit.standard_error));
        }
        let rung = ladder::next_rung(harvest);
        if let Some(waits) = ladder::wait(harvest, plan, rung, self.rate()) {
            let [least, mean, most] = waits.map(ladder::waiting);
            told.push(format!("{} expected in {mean} ({least} to {most})", thousands(rung.into())));
        }
        self.line.show(told.join("; "));
    }

    /// Saves, and prints what was found, whether or not it can be kept.
    fn finish(&mut self) -> Result<(), Failure> {
        self.line.end();
        self.judge_finds()?;
        let saved = self.save();
        self.print()?;
        saved?;
        self.store()?;
        self.draw()?;
        output::say(format_args!("finds: croupier camicia verify {}", self.desk.file("jsonl").display()));
        if self.progress.next < self.progress.units.end {
            output::say("the same command goes on from here");
        }
        Ok(())
    }

    fn print(&self) -> Result<(), Failure> {
        let mut out = output::answer();
        let (harvest, plan) = (&self.progress.harvest, self.search.plan());
        if self.args.json {
            out.write_all(self.finds.text().as_bytes())?;
            output::write_json(&self.summary(), &mut out)?;
        } else {
            ladder::write(harvest, plan, &mut out)?;
            if let Some((&key, _)) = harvest.finds.first_key_value() {
                let outcome = finds::judge(key)?;
                writeln!(out, "{} finished {} {}", key.1.deal(), outcome.cards, outcome.tricks)?;
            }
            for state in harvest.endless.keys().take(ENDLESS_PRINTED) {
                writeln!(out, "{} loop", state.deal())?;
            }
            if let Some(note) = endless_note(harvest) {
                writeln!(out, "{note}")?;
            }
        }
        out.flush()?;
        if harvest.deals > self.deals_before {
            output::say(format_args!("{:.2} million deals a second", self.rate() / 1e6));
        }
        Ok(())
    }

    /// Puts the finds into the database of the data folder, where those of all hunts are.
    fn store(&self) -> Result<(), Failure> {
        match Store::open(&self.args.data).and_then(|mut store| store.keep_finds(&self.finds.rows())) {
            Ok(_) => Ok(()),
            Err(error @ StoreError::Busy { .. }) => {
                output::say(format_args!(
                    "warning: {error}; the finds are in the record file, and the same command stores them later"
                ));
                Ok(())
            }
            Err(error) => Err(Failure::bad_input(error)
                .hint("the finds are in the record file, and the same command stores them later")),
        }
    }

    /// Draws the picture, if one is wanted.
    fn draw(&self) -> Result<(), Failure> {
        let Some(path) = &self.args.picture else { return Ok(()) };
        let picture = ladder::picture(&self.progress.harvest, self.search.plan()).to_string();
        replace(path, picture.as_bytes())
    }

    fn summary(&self) -> Summary {
        let (harvest, plan) = (&self.progress.harvest, self.search.plan());
        let hunt = SummaryContent {
            pack: plan.composition.to_string(),
            seed: plan.seed,
            units: [self.progress.units.start, self.progress.units.end],
            next: self.progress.next,
            deals: harvest.deals,
            seeds: harvest.seeds,
            ancestors: harvest.states,
            cut_trees: harvest.cut_trees,
            endless: harvest.endless_games,
            endless_kept: harvest.endless.len(),
            best: harvest.best(),
            fit: ladder::fit(harvest, plan),
            rungs: ladder::rungs(harvest, plan),
        };
        Summary { hunt }
    }
}

/// Says how many endless deals there are, if not all of them are printed.
fn endless_note(harvest: &Harvest) -> Option<String> {
    let (all, kept) = (harvest.endless_games, harvest.endless.len());
    if all <= ENDLESS_PRINTED as u64 {
        return None;
    }
    let kept = if kept as u64 == all {
        "all are in the record file".to_owned()
    } else {
        format!("the record file has {} of them, and no more", thousands(kept as u64))
    };
    Some(format!("{} endless deals: {kept}", thousands(all)))
}

fn minutes(text: &str) -> Result<Duration, String> {
    let minutes: Option<f64> = text.parse().ok().filter(|minutes| *minutes >= 0.0);
    minutes
        .and_then(|minutes| Duration::try_from_secs_f64(minutes * 60.0).ok())
        .ok_or_else(|| "expected a number of minutes".to_owned())
}

fn engine(text: &str) -> Result<Engine, String> {
    Engine::available().find(|engine| engine.name() == text).ok_or_else(|| {
        let names: Vec<&str> = Engine::available().map(Engine::name).collect();
        format!("this processor has: {}", names.join(", "))
    })
}

#[cfg(test)]
mod tests {
    use croupier_solve::camicia::{Composition, Engine, Harvest, Hunt, Plan};

    use super::endless_note;

    #[test]
    fn a_list_of_endless_deals_that_is_not_whole_says_so() {
        assert_eq!(endless_note(&Harvest::default()), None);
        let composition = Composition::new([7, 7], [2; 4]).expect("a pack");
        let hunt = Hunt::new(Plan { composition, ..Plan::new(1) }).expect("few groups");
        let mut harvest = Harvest::default();
        for unit in 0..hunt.units() {
            harvest.add(hunt.unit(unit, Engine::best()));
        }
        assert_eq!(
            endless_note(&harvest).as_deref(),
            Some("1,260 endless deals: all are in the record file")
        );
        harvest.endless.pop_last();
        let capped = "1,260 endless deals: the record file has 1,259 of them, and no more";
        assert_eq!(endless_note(&harvest).as_deref(), Some(capped));
    }
}
