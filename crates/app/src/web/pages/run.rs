//! The page of a run: standings with intervals drawn, chance of ranks, who feeds whom, verdicts; live while it goes on.

use std::collections::BTreeMap;
use std::sync::Arc;
use std::time::Duration;

use askama::Template;
use axum::Extension;
use axum::extract::rejection::PathRejection;
use axum::extract::{Path, State};
use axum::http::HeaderMap;
use axum::response::{Html, IntoResponse as _, Response};
use croupier_arena::feeds::{self, cycles};
use croupier_arena::game_kind::GameKind;
use croupier_arena::run::{Outcome, Rounds, RunResult};
use croupier_arena::sandbox::Layer;
use croupier_arena::standings::Row;
use croupier_arena::store::{Run, RunState};
use croupier_rules::verdict::Verdict;

use super::figures::{amount, chips, count, counted, first_line, segment, signed, time};
use super::{Refusal, Site, answered, done, rendered};
use crate::date;
use crate::league::{ended, ring};
use crate::terminal::one_line;
use crate::web::broadcast;
use crate::web::door::Stay;
use crate::web::site::Sight;

/// A page shows who feeds whom among so many at most, those of the highest rank.
const PLAYERS_MAX: usize = 30;
/// Rings that are told one by one.
const RINGS_MAX: usize = 5;

#[derive(Template)]
#[template(path = "run.html")]
struct Page {
    label: String,
    contest: String,
    game: &'static str,
    /// None for those who are not to know it.
    seed: Option<u64>,
    begun: String,
    href: String,
    is_open: bool,
    command: String,
    live: String,
    /// Matches that are stored, as the news count them.
    done: usize,
    /// Whether there is a page of the machines that play.
    has_queue: bool,
}

/// What changes while a run goes on.
#[derive(Template)]
#[template(path = "live.html")]
struct Part {
    is_open: bool,
    done: String,
    /// Of so many, with the word for them.
    matches: String,
    /// Of a thousand.
    progress: usize,
    left: Option<String>,
    ended: Option<String>,
    scores: &'static str,
    means: &'static str,
    has_fouls: bool,
    zero: Option<String>,
    rows: Vec<Line>,
    trusted: bool,
    ranks: Vec<usize>,
    matrix: Vec<Feeds>,
    rings: Vec<String>,
    tests: Vec<Test>,
    programs: Vec<Program>,
    /// The names of the tests, in the order of their marks.
    test_names: Vec<String>,
    luckless: Vec<Luckless>,
    troubles: Vec<Trouble>,
}

impl Part {
    fn has_bars(&self) -> bool {
        self.rows.iter().any(|row| row.bar.is_some())
    }
}

/// A line of the standings.
struct Line {
    rank: usize,
    name: String,
    href: String,
    score: String,
    bar: Option<Bar>,
    interval: String,
    mean: String,
    matches: String,
    fouls: String,
    absent: String,
    verdict: Verdict,
    runtime: String,
    sandbox: Option<&'static str>,
    chances: Vec<Chance>,
}

/// An interval and the score, in thousandths of the picture's width.
struct Bar {
    from: String,
    width: String,
    dot: String,
}

struct Chance {
    text: String,
    /// From 0 to 10.
    heat: u8,
}

struct Feeds {
    number: usize,
    name: String,
    cells: Vec<Cell>,
}

struct Cell {
    text: String,
    title: String,
    class: String,
}

struct Test {
    number: String,
    name: String,
    sum: String,
    committee: String,
    mark: u8,
}

struct Program {
    name: String,
    href: String,
    marks: Vec<Mark>,
}

struct Mark {
    letter: char,
    href: String,
    title: String,
    verdict: Verdict,
}

struct Luckless {
    name: String,
    mark: String,
    interval: String,
    growth: String,
}

struct Trouble {
    name: String,
    href: String,
    verdict: Verdict,
    reason: String,
}

pub(super) async fn page(
    State(site): State<Arc<Site>>,
    headers: HeaderMap,
    label: Result<Path<String>, PathRejection>,
) -> Response {
    answered(site, move |site| made(site, &headers, &label?.0)).await
}

fn made(site: &Site, headers: &HeaderMap, label: &str) -> Result<Html<String>, Refusal> {
    let archive = site.archive()?;
    let run = archive.run(label)?;
    let outcome = site.outcome(&archive, &run)?;
    let is_all_shown = site.sight(headers) == Sight::All;
    let page = Page {
        has_queue: is_all_shown && archive.job_counts(&run)?.is_some(),
        contest: one_line(&run.contest),
        game: run.game.name(),
        seed: is_all_shown.then_some(run.seed),
        begun: date::to_the_minute(run.created),
        href: segment(&run.label),
        is_open: run.state == RunState::Open,
        command: format!("croupier list {}{}", run.label, site.option(headers)),
        live: live_part(&run, &outcome, None),
        done: outcome.done,
        label: run.label,
    };
    rendered(&page)
}

/// The news of a run, as server-sent events.
pub(super) async fn events(
    State(site): State<Arc<Site>>,
    Extension(stay): Extension<Stay>,
    label: Result<Path<String>, PathRejection>,
) -> Response {
    let label = match label {
        Ok(Path(label)) => label,
        Err(rejection) => return Refusal::from(rejection).into_response(),
    };
    if let Some(news) = site.watched(&label) {
        return broadcast::events(news, stay);
    }
    let joined = done(&site, move |site| {
        let run = site.archive()?.run(&label)?;
        Ok(site.watch(&run))
    });
    match joined.await {
        Ok(news) => broadcast::events(news, stay),
        Err(refusal) => refusal.into_response(),
    }
}

/// The changing part of the page.
pub(in crate::web) fn live_part(run: &Run, outcome: &Outcome, left: Option<Duration>) -> String {
    let part = Part::new(run, outcome, left).render();
    part.unwrap_or_else(|why| format!("the standings cannot be shown: {why}"))
}

impl Part {
    fn new(run: &Run, outcome: &Outcome, left: Option<Duration>) -> Self {
        let label = segment(&run.label);
        let decimals = match run.game {
            GameKind::Poker | GameKind::Camicia | GameKind::Rullete => 0,
            GameKind::Blackjack => 1,
        };
        let (scores, means) = measures(run.game);
        let bot = |name: &str| format!("/bot/{label}/{}", segment(name));
        let scale = Scale::of(&outcome.rows);
        let line = |row: &Row| Line {
            rank: row.rank,
            name: one_line(&row.name),
            href: bot(&row.name),
            score: chips(row.score),
            bar: scale.as_ref().and_then(|scale| scale.bar(row)),
            interval: match (row.low, row.high) {
                (Some(low), Some(high)) => format!("{} to {}", amount(low, decimals), amount(high, decimals)),
                _ => String::new(),
            },
            mean: row.mean.map_or_else(String::new, |mean| {
                let decimals = if run.game == GameKind::Poker { 1 } else { 3 };
                format!("{} ± {:.decimals$}", signed(mean.mean, decimals), (mean.high - mean.low) / 2.0)
            }),
            matches: count(row.matches),
            fouls: count(row.fouls),
            absent: count(row.absent),
            verdict: row.verdict,
            runtime: one_line(&row.runtime),
            sandbox: row.sandbox.map(Layer::name),
            chances: row.ranks.iter().flatten().map(|&chance| Chance::new(chance)).collect(),
        };
        let trouble = |row: &Row| Trouble {
            name: one_line(&row.name),
            href: bot(&row.name),
            verdict: row.verdict,
            reason: row.reason.as_deref().map_or_else(|| "no reason stored".to_owned(), first_line),
        };
        let rows: Vec<Line> = outcome.rows.iter().map(line).collect();
        let ranks = rows.iter().map(|row| row.chances.len()).max().unwrap_or(0);
        let rings = if outcome.feeds.is_empty() { Vec::new() } else { cycles(&outcome.feeds) };
        Self {
            is_open: run.state == RunState::Open,
            done: count(outcome.done),
            matches: counted(outcome.matches, "match"),
            progress: outcome.done * 1000 / outcome.matches.max(1),
            left: left.map(time),
            ended: outcome.rounds.map(|rounds| said_of(rounds, run.state)),
            scores,
            means,
            has_fouls: matches!(run.game, GameKind::Poker | GameKind::Blackjack),
            zero: scale.as_ref().and_then(Scale::zero),
            trusted: outcome.rows.iter().any(|row| row.sandbox == Some(Layer::Trusted)),
            ranks: (1..=ranks).collect(),
            matrix: matrix(outcome),
            rings: rings.iter().take(RINGS_MAX).map(|of| one_line(&ring(*of))).collect(),
            tests: tests(outcome),
            programs: programs(&outcome.runs, &outcome.rows, &label),
            test_names: test_names(&outcome.runs),
            luckless: luckless(&outcome.rows),
            troubles: outcome.rows.iter().filter(|row| row.verdict != Verdict::Ok).map(trouble).collect(),
            rows,
        }
    }
}

/// What a score counts, and what its mean is of.
pub(super) fn measures(game: GameKind) -> (&'static str, &'static str) {
    match game {
        GameKind::Poker => ("chips", "chips a deal"),
        GameKind::Blackjack => ("mark", "growth an evening"),
        GameKind::Camicia | GameKind::Rullete => ("points", ""),
    }
}

fn said_of(rounds: Rounds, state: RunState) -> String {
    match state {
        RunState::Finished => ended(rounds),
        RunState::Open => format!("{} of {} rounds", rounds.played, rounds.of),
    }
}

impl Chance {
    #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "a chance is from 0 to 1")]
    fn new(chance: f64) -> Self {
        let percent = chance * 100.0;
        let text = if chance <= 0.0 {
            "·".to_owned()
        } else if percent < 1.0 {
            "<1".to_owned()
        } else if percent > 99.0 && chance < 1.0 {
            ">99".to_owned()
        } else {
            format!("{percent:.0}")
        };
        Self { text, heat: (chance * 10.0).round().clamp(0.0, 10.0) as u8 }
    }
}

/// One scale for the intervals of all rows.
struct Scale {
    low: f64,
    span: f64,
}

impl Scale {
    fn of(rows: &[Row]) -> Option<Self> {
        let ends = rows.iter().filter_map(|row| Some([row.low?, row.high?, row.score.as_f64()]));
        let (low, high) =
            ends.flatten().fold((f64::MAX, f64::MIN), |(low, high), end| (low.min(end), high.max(end)));
        (low < high).then(|| {
            let margin = (high - low) * 0.03;
            Self { low: low - margin, span: high - low + 2.0 * margin }
        })
    }

    fn place(&self, value: f64) -> f64 {
        (value - self.low) / self.span * 1000.0
    }

    fn bar(&self, row: &Row) -> Option<Bar> {
        let (from, to) = (self.place(row.low?), self.place(row.high?));
        let dot = self.place(row.score.as_f64());
        Some(Bar {
            from: format!("{from:.1}"),
            width: format!("{:.1}", (to - from).max(2.0)),
            dot: format!("{dot:.1}"),
        })
    }

    fn zero(&self) -> Option<String> {
        let zero = self.place(0.0);
        (0.0..=1000.0).contains(&zero).then(|| format!("{zero:.1}"))
    }
}

/// Chips a deal that the row has won from the column.
fn matrix(outcome: &Outcome) -> Vec<Feeds> {
    if outcome.feeds.is_empty() {
        return Vec::new();
    }
    let players: Vec<&Row> = outcome.rows.iter().filter(|row| row.matches > 0).take(PLAYERS_MAX).collect();
    let most = outcome.feeds.iter().filter_map(|feed| Some(feed.mean?.mean.abs())).fold(0.0, f64::max);
    let cell = |to: &Row, from: &Row| {
        let found = feeds::of(&outcome.feeds, &to.name, &from.name);
        let Some((feed, mean)) = found.and_then(|feed| Some((feed, feed.mean?))) else {
            return Cell { text: String::new(), title: String::new(), class: String::new() };
        };
        let back = feeds::of(&outcome.feeds, &from.name, &to.name);
        let is_sure = feed.beyond_noise || back.is_some_and(|back| back.beyond_noise);
        let text = signed(mean.mean, 1);
        let strength = if most > 0.0 { (mean.mean.abs() / most * 4.0).ceil().clamp(1.0, 4.0) } else { 1.0 };
        let direction = if mean.mean < 0.0 { "down" } else { "up" };
        Cell {
            title: format!(
                "{} from {}: {} ± {:.2} chips a deal{}",
                one_line(&to.name),
                one_line(&from.name),
                signed(mean.mean, 2),
                (mean.high - mean.low) / 2.0,
                if is_sure { "" } else { ", within noise" }
            ),
            class: if is_sure { format!("{direction}{strength:.0}") } else { "unsure".to_owned() },
            text: if is_sure { text } else { format!("({text})") },
        }
    };
    players
        .iter()
        .zip(1..)
        .map(|(to, number)| Feeds {
            number,
            name: one_line(&to.name),
            cells: players.iter().map(|from| cell(to, from)).collect(),
        })
        .collect()
}

fn tests(outcome: &Outcome) -> Vec<Test> {
    let test = |test: &croupier_arena::run::TestResult| Test {
        number: one_line(&test.test),
        name: one_line(&test.name),
        sum: count(test.trimmed_sum),
        committee: count(test.committee_sum),
        mark: test.mark,
    };
    outcome.tests.iter().map(test).collect()
}

/// A tick, or the first letter of what went wrong.
fn letter(verdict: Verdict) -> char {
    if verdict == Verdict::Ok {
        return '✓';
    }
    verdict.name().chars().next().map_or('?', |letter| letter.to_ascii_uppercase())
}

/// The runs of programs, by program.
fn programs(runs: &[RunResult], rows: &[Row], label: &str) -> Vec<Program> {
    let mut of: BTreeMap<&str, Vec<Mark>> = BTreeMap::new();
    for run in runs {
        let reason =
            run.reason.as_ref().map(|reason| format!(": {}", first_line(reason))).unwrap_or_default();
        of.entry(&run.name).or_default().push(Mark {
            letter: letter(run.verdict),
            href: format!("/match/{label}/{}", run.number),
            title: format!("test {}: {}{reason}", one_line(&run.test), run.verdict),
            verdict: run.verdict,
        });
    }
    let in_order = rows.iter().filter_map(|row| Some((row, of.remove(row.name.as_str())?)));
    in_order
        .map(|(row, marks)| Program {
            name: one_line(&row.name),
            href: format!("/bot/{label}/{}", segment(&row.name)),
            marks,
        })
        .collect()
}

/// The tests of the first program; all have the same.
fn test_names(runs: &[RunResult]) -> Vec<String> {
    let first = runs.first().map(|run| &run.name);
    runs.iter().filter(|run| Some(&run.name) == first).map(|run| one_line(&run.test)).collect()
}

fn luckless(rows: &[Row]) -> Vec<Luckless> {
    let measured = rows.iter().filter_map(|row| Some((row, row.luckless?)));
    measured
        .map(|(row, luckless)| Luckless {
            name: one_line(&row.name),
            mark: format!("{:.2}", luckless.mark),
            interval: format!("{:.2} to {:.2}", luckless.low, luckless.high),
            growth: luckless.growth.map_or_else(String::new, |growth| {
                format!("{} ± {:.4}", signed(growth.mean, 4), (growth.high - growth.low) / 2.0)
            }),
        })
        .collect()
}
