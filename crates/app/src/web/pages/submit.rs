//! An entrant's page: he hands in a source, sees it checked, and finds his bot in the standings.

use std::sync::Arc;

use askama::Template;
use axum::extract::{Request, State};
use axum::http::{HeaderMap, StatusCode, header};
use axum::response::{Html, IntoResponse as _, Redirect, Response};
use croupier_arena::store::RunState;
use croupier_rules::verdict::Verdict;

use super::figures::{count, segment};
use super::organise::latest;
use super::session::{check_form, form, office_of, stranger};
use super::submission::{class, fate, reason};
use super::{Refusal, Site, answered, done, rendered};
use crate::date;
use crate::terminal::{lines, one_line};
use crate::web::office::{
    self, Holder, Office, Role, Secret, State as Fate, Submission, UPLOAD_BYTES, UPLOADS_MAX, Upload,
    Visitor, ending, endings, uploads_left,
};

/// Submissions that are listed, the latest.
const SHOWN: usize = 50;

#[derive(Template)]
#[template(path = "submit.html")]
struct Page {
    contest: String,
    game: &'static str,
    name: String,
    /// What the forms carry.
    form: String,
    accept: String,
    endings: String,
    kib: usize,
    left: usize,
    most: usize,
    latest: Option<Latest>,
    seated: Option<Seated>,
    lines: Vec<Line>,
    is_busy: bool,
    said: String,
}

/// The latest submission.
struct Latest {
    number: u32,
    class: &'static str,
    fate: String,
    /// Its place in the queue, and how long that is.
    place: Option<(usize, usize)>,
    report: Option<String>,
}

/// The bot that takes part.
struct Seated {
    number: u32,
    at: String,
    ending: String,
    short: String,
    standing: Option<Standing>,
}

/// Where it stands in the latest run that it takes part in.
struct Standing {
    label: String,
    href: String,
    bot: String,
    is_open: bool,
    rank: usize,
    of: usize,
    verdict: Verdict,
}

struct Line {
    number: u32,
    at: String,
    ending: String,
    bytes: String,
    class: &'static str,
    fate: String,
    reason: String,
}

pub(super) async fn page(State(site): State<Arc<Site>>, headers: HeaderMap) -> Response {
    answered(site, move |site| made(site, &headers)).await
}

/// Takes a file from a session's form. Nothing is read for anybody else.
pub(super) async fn upload(State(site): State<Arc<Site>>, headers: HeaderMap, request: Request) -> Response {
    let known = headers.clone();
    if let Err(refusal) = done(&site, move |site| entrant(office_of(site)?, &known).map(drop)).await {
        return refusal.into_response();
    }
    match office::upload(request, UPLOAD_BYTES).await {
        Ok(upload) => answered(site, move |site| taken(site, &headers, &upload)).await,
        Err(refusal) => refusal.into_response(),
    }
}

/// Ends a session.
pub(super) async fn leave(State(site): State<Arc<Site>>, headers: HeaderMap, request: Request) -> Response {
    let known = headers.clone();
    let form = form(&site, request, move |site| entrant(office_of(site)?, &known).map(drop));
    let fields = match form.await {
        Ok(fields) => fields,
        Err(refusal) => return refusal.into_response(),
    };
    let left = move |site: &Site| {
        let office = office_of(site)?;
        let (visitor, _, session) = entrant(office, &headers)?;
        check_form(&fields, &session)?;
        office.with(|register| register.end_session(visitor.session)).map_err(office::Unchanged::from)?;
        let cookie = office.cookies().clear(Role::Entrant);
        Ok(([(header::SET_COOKIE, cookie)], Redirect::to("/")).into_response())
    };
    answered(site, left).await
}

fn taken(site: &Site, headers: &HeaderMap, upload: &Upload) -> Result<Response, Refusal> {
    let office = office_of(site)?;
    let (visitor, name, session) = entrant(office, headers)?;
    check_form(&upload.fields, &session)?;
    let contest = site.contest().ok_or_else(|| Refusal::missing("No contest is served."))?;
    let Some(ending) = ending(&upload.file, contest.game()) else {
        let taken = endings(contest.game()).join(", .");
        let said = format!("Expected a source that ends in .{taken}, found {}.", one_line(&upload.file));
        return Err(Refusal::new(StatusCode::BAD_REQUEST, said).hint("Go back and choose another file."));
    };
    if upload.source.is_empty() {
        return Err(Refusal::new(StatusCode::BAD_REQUEST, "The file is empty.")
            .hint("Go back and choose another file."));
    }
    office.submit(&visitor, &name, ending, &upload.source)?;
    Ok(Redirect::to("/submit").into_response())
}

/// The entrant who asks, the name that his bot goes by, and the secret of his session.
fn entrant(office: &Office, headers: &HeaderMap) -> Result<(Visitor, String, Secret), Refusal> {
    let found = office.visitor(headers, Role::Entrant);
    if let Some((visitor, secret)) = found
        && let Holder::Entrant(name) = &visitor.holder
    {
        let name = name.clone();
        return Ok((visitor, name, secret));
    }
    let said = "This page is for entrants who have opened their link.";
    let unknown =
        Refusal::new(StatusCode::FORBIDDEN, said).hint("The organiser makes links, one for each entrant.");
    Err(stranger(office.count_stranger(headers, Role::Entrant), unknown))
}

fn made(site: &Site, headers: &HeaderMap) -> Result<Html<String>, Refusal> {
    let office = office_of(site)?;
    let (visitor, name, session) = entrant(office, headers)?;
    let contest = site.contest().ok_or_else(|| Refusal::missing("No contest is served."))?;
    let (mine, waiting, is_checking, left) = office.with(|register| {
        let mine: Vec<_> =
            register.submissions().iter().filter(|one| one.link == visitor.link).cloned().collect();
        let waiting: Vec<u32> = register.waiting().iter().map(|one| one.number).collect();
        let is_checking = register.submissions().iter().any(|one| one.state == Fate::Checking);
        (mine, waiting, is_checking, uploads_left(register, visitor.link))
    });
    let before = usize::from(is_checking);
    let newest = mine.last().map(|one| Latest {
        number: one.number,
        class: class(one),
        fate: fate(one),
        place: waiting
            .iter()
            .position(|&number| number == one.number)
            .map(|place| (place + 1 + before, waiting.len() + before)),
        report: office
            .why_it_waits(one.number)
            .or_else(|| office.shelf().reported(one.number))
            .map(|report| lines(&report)),
    });
    let accepted = mine.iter().rev().find_map(|one| match &one.state {
        Fate::Accepted { hash } => Some((one, hash)),
        Fate::Waiting | Fate::Checking | Fate::Refused { .. } | Fate::Replaced => None,
    });
    let seated = match accepted {
        Some((one, hash)) => Some(Seated {
            number: one.number,
            at: date::to_the_minute(one.at),
            ending: one.ending.clone(),
            short: hash.chars().take(12).collect(),
            standing: standing(site, &name, hash)?,
        }),
        None => None,
    };
    let is_busy = mine.last().is_some_and(Submission::is_due);
    let is_played =
        seated.as_ref().is_some_and(|seated| seated.standing.as_ref().is_some_and(|at| at.is_open));
    let page = Page {
        contest: one_line(&contest.name),
        game: contest.game().name(),
        form: session.form(),
        accept: format!(".{}", endings(contest.game()).join(",.")),
        endings: endings(contest.game()).join(", ."),
        kib: UPLOAD_BYTES >> 10,
        left,
        most: UPLOADS_MAX,
        said: newest.as_ref().map_or_else(String::new, |latest| match latest.place {
            Some((place, of)) => format!("Submission {} waits, place {place} of {of}.", latest.number),
            None => format!("Submission {}: {}.", latest.number, latest.fate),
        }),
        latest: newest,
        is_busy: is_busy || is_played,
        seated,
        lines: mine
            .iter()
            .rev()
            .take(SHOWN)
            .map(|one| Line {
                number: one.number,
                at: date::to_the_minute(one.at),
                ending: one.ending.clone(),
                bytes: count(one.bytes),
                class: class(one),
                fate: fate(one),
                reason: reason(office, one),
            })
            .collect(),
        name: one_line(&name),
    };
    rendered(&page)
}

/// Where a bot stands in the latest run of the contest, if that is among its files as they are now.
fn standing(site: &Site, name: &str, hash: &str) -> Result<Option<Standing>, Refusal> {
    let Some((run, _)) = latest(site)? else { return Ok(None) };
    let archive = site.archive()?;
    let is_it = archive.entrants(&run)?.iter().any(|entrant| entrant.name == name && entrant.hash == hash);
    if !is_it {
        return Ok(None);
    }
    let outcome = site.outcome(&archive, &run)?;
    let Some(row) = outcome.rows.iter().find(|row| row.name == name) else { return Ok(None) };
    Ok(Some(Standing {
        href: format!("/run/{}", segment(&run.label)),
        bot: format!("/bot/{}/{}", segment(&run.label), segment(name)),
        is_open: run.state == RunState::Open,
        rank: row.rank,
        of: outcome.rows.len(),
        verdict: row.verdict,
        label: run.label,
    }))
}
