//! The organiser's page: the run of the contest, entrants' links, submissions, and who is let in.

use std::sync::Arc;

use askama::Template;
use axum::extract::{Request, State};
use axum::http::{HeaderMap, StatusCode, header};
use axum::response::{Html, IntoResponse as _, Redirect, Response};
use croupier_arena::store::{Begin, Run, RunState, StoreError, writer};

use super::figures::{count, counted, segment};
use super::session::{check_form, form, office_of, stranger};
use super::submission::{class, fate, reason};
use super::{Refusal, Site, answered, rendered};
use crate::date;
use crate::terminal::one_line;
use crate::web::office::{
    self, Fields, Holder, LINK_DAYS, LINK_DAYS_MAX, Now, Office, Role, Secret, State as Fate, Unchanged,
    Visitor, check_entrant,
};

/// Submissions that are listed, the latest.
const SHOWN: usize = 100;

#[derive(Template)]
#[template(path = "organise.html")]
struct Page {
    contest: String,
    /// What the forms carry.
    form: String,
    run: RunPart,
    starts_runs: bool,
    trusted: bool,
    entrants: Vec<EntrantLine>,
    submissions: Vec<SubmissionLine>,
    waiting: String,
    links: Vec<LinkLine>,
    sessions: Vec<SessionLine>,
    /// How long a new link is good, and at most.
    days: u32,
    days_max: u32,
    /// Whether something will change by itself.
    is_busy: bool,
    said: String,
}

/// What is told of the run.
struct RunPart {
    now: Now,
    /// What another process does in the data folder.
    other: Option<String>,
    /// The run that is played.
    playing: Option<Place>,
    done: usize,
    matches: usize,
    /// The latest run of this contest, if nothing is played.
    latest: Option<Place>,
    is_open: bool,
    ended: Option<String>,
    unseated: Vec<(String, String)>,
}

struct Place {
    label: String,
    href: String,
    played: String,
}

struct EntrantLine {
    link: u32,
    name: String,
    made: String,
    opened: String,
    ends: String,
    /// What became of the latest submission.
    fate: Option<(&'static str, String)>,
}

struct SubmissionLine {
    number: u32,
    name: String,
    at: String,
    ending: String,
    bytes: String,
    class: &'static str,
    fate: String,
    reason: String,
    is_checking: bool,
}

struct LinkLine {
    link: u32,
    made: String,
    opened: String,
    ends: String,
    is_own: bool,
}

struct SessionLine {
    session: u32,
    who: String,
    made: String,
    seen: String,
    is_own: bool,
}

/// Shown once: a link that was just made.
#[derive(Template)]
#[template(path = "invited.html")]
struct Invited {
    name: String,
    address: String,
}

pub(super) async fn page(State(site): State<Arc<Site>>, headers: HeaderMap) -> Response {
    answered(site, move |site| made(site, &headers)).await
}

/// Does what a form asks for, and leads back to the page.
pub(super) async fn change(State(site): State<Arc<Site>>, headers: HeaderMap, request: Request) -> Response {
    let known = headers.clone();
    let form = form(&site, request, move |site| organiser(office_of(site)?, &known).map(drop));
    let fields = match form.await {
        Ok(fields) => fields,
        Err(refusal) => return refusal.into_response(),
    };
    answered(site, move |site| changed(site, &headers, &fields)).await
}

fn changed(site: &Site, headers: &HeaderMap, fields: &Fields) -> Result<Response, Refusal> {
    let office = office_of(site)?;
    let (visitor, session) = organiser(office, headers)?;
    check_form(fields, &session)?;
    let number = || fields.get("number").and_then(|number| number.parse().ok()).ok_or_else(unknown);
    let conflict =
        |said| Refusal::new(StatusCode::CONFLICT, said).hint("Go back: the page says how the run stands.");
    match fields.get("do").map(String::as_str) {
        Some("start") => office.start_run(Begin::Resume).map_err(conflict)?,
        Some("fresh") => office.start_run(Begin::Fresh).map_err(conflict)?,
        Some("stop") => office.stop_run()?,
        Some("runs") => {
            let on = fields.get("on").is_some_and(|on| on == "yes");
            office.with(|register| register.start_runs(on)).map_err(Unchanged::from)?;
        }
        Some("invite") => return invited(office, headers, fields),
        Some("withdraw") => {
            office.withdraw(number()?)?;
        }
        Some("renew") => {
            let (number, days) = (number()?, days(fields)?);
            office.with(|register| register.renew_link(number, days, office::now()))?;
        }
        Some("end-check") => office.end_check(number()?)?,
        Some("end") => {
            let number = number()?;
            office.with(|register| register.end_session(number)).map_err(Unchanged::from)?;
        }
        Some("leave") => {
            office.with(|register| register.end_session(visitor.session)).map_err(Unchanged::from)?;
            let cookie = office.cookies().clear(Role::Organiser);
            return Ok(([(header::SET_COOKIE, cookie)], Redirect::to("/")).into_response());
        }
        Some(_) | None => return Err(unknown()),
    }
    Ok(Redirect::to("/organise").into_response())
}

fn invited(office: &Office, headers: &HeaderMap, fields: &Fields) -> Result<Response, Refusal> {
    let bad = |said: String| Refusal::new(StatusCode::BAD_REQUEST, super::super::refusal::sentence(&said));
    let name = fields.get("name").map(|name| name.trim()).unwrap_or_default();
    check_entrant(name).map_err(bad)?;
    if let Some(other) = office.shelf().taken_by(name) {
        let said = format!(
            "An entrant called {other} is there already, and is no single source of {name}'s: take another name."
        );
        return Err(bad(said));
    }
    let days = days(fields)?;
    let secret = office.invite(Holder::Entrant(name.to_owned()), days)?;
    let host = headers.get(header::HOST).and_then(|host| host.to_str().ok()).unwrap_or_default();
    let scheme = if office.cookies().is_secure { "https" } else { "http" };
    // The browser's own word, where it gave one: a form says its origin.
    let origin = headers.get(header::ORIGIN).and_then(|origin| origin.to_str().ok()).map(str::to_owned);
    let origin = origin.unwrap_or_else(|| format!("{scheme}://{host}"));
    let address = format!("{origin}/submit/{}", secret.text());
    Ok(rendered(&Invited { name: name.to_owned(), address })?.into_response())
}

/// How long a link is to be good.
fn days(fields: &Fields) -> Result<u32, Refusal> {
    let Some(text) = fields.get("days").map(|days| days.trim()).filter(|days| !days.is_empty()) else {
        return Ok(LINK_DAYS);
    };
    text.parse().ok().filter(|days| (1..=LINK_DAYS_MAX).contains(days)).ok_or_else(|| {
        let said = format!("Expected 1 to {LINK_DAYS_MAX} days, found {}.", one_line(text));
        Refusal::new(StatusCode::BAD_REQUEST, said)
    })
}

/// The organiser, and the secret of his session.
fn organiser(office: &Office, headers: &HeaderMap) -> Result<(Visitor, Secret), Refusal> {
    office.visitor(headers, Role::Organiser).ok_or_else(|| {
        let unknown = Refusal::new(StatusCode::FORBIDDEN, "This page is for the organiser.").hint(
            "Open the link that croupier serve CONTEST has printed. It was withdrawn if it does not help.",
        );
        stranger(office.count_stranger(headers, Role::Organiser), unknown)
    })
}

fn unknown() -> Refusal {
    Refusal::new(StatusCode::BAD_REQUEST, "This form asks for something that the page does not do.")
}

fn made(site: &Site, headers: &HeaderMap) -> Result<Html<String>, Refusal> {
    let office = office_of(site)?;
    let (visitor, session) = organiser(office, headers)?;
    let run = run_part(site, office)?;
    let contest = site.contest();
    let page = office.with(|register| {
        let waiting = register.waiting().len();
        let is_checking = register.submissions().iter().any(|one| one.state == Fate::Checking);
        let moment = date::to_the_minute;
        let opened = |at: Option<i64>| at.map_or_else(|| "never".to_owned(), moment);
        let mut entrants = Vec::new();
        let mut links = Vec::new();
        for link in register.links() {
            let (made, opened) = (moment(link.made), opened(link.opened));
            let ends = if link.is_open(office::now()) { moment(link.ends()) } else { "ended".to_owned() };
            match &link.holder {
                Holder::Organiser => {
                    let is_own = link.number == visitor.link;
                    links.push(LinkLine { link: link.number, made, opened, ends, is_own });
                }
                Holder::Entrant(name) => {
                    let latest = register.submissions().iter().rev().find(|one| one.name == *name);
                    let fate = latest.map(|one| (class(one), fate(one)));
                    entrants.push(EntrantLine {
                        link: link.number,
                        name: one_line(name),
                        made,
                        opened,
                        ends,
                        fate,
                    });
                }
            }
        }
        let holder =
            |number| register.links().iter().find(|link| link.number == number).map(|link| &link.holder);
        let sessions = register.sessions().iter().map(|session| SessionLine {
            session: session.number,
            who: match holder(session.link) {
                Some(Holder::Entrant(name)) => one_line(name),
                Some(Holder::Organiser) | None => "organiser".to_owned(),
            },
            made: moment(session.made),
            seen: moment(session.seen),
            is_own: session.number == visitor.session,
        });
        let submissions = register.submissions().iter().rev().take(SHOWN).map(|one| SubmissionLine {
            number: one.number,
            name: one_line(&one.name),
            at: moment(one.at),
            ending: one.ending.clone(),
            bytes: count(one.bytes),
            class: class(one),
            fate: fate(one),
            reason: reason(office, one),
            is_checking: one.state == Fate::Checking,
        });
        let queue = match (waiting, is_checking) {
            (0, false) => "none waits".to_owned(),
            (0, true) => "one is being checked".to_owned(),
            (waiting, true) => format!("one is being checked, {waiting} wait"),
            (waiting, false) => format!("{waiting} wait"),
        };
        Page {
            contest: contest.map(|contest| one_line(&contest.name)).unwrap_or_default(),
            trusted: contest.is_some_and(|contest| contest.settings.trust),
            form: session.form(),
            is_busy: !run.is_idle() || run.other.is_some() || waiting > 0 || is_checking,
            said: format!("{} Submissions: {queue}.", run.said()),
            run,
            starts_runs: register.starts_runs(),
            submissions: submissions.collect(),
            sessions: sessions.collect(),
            entrants,
            links,
            days: LINK_DAYS,
            days_max: LINK_DAYS_MAX,
            waiting: queue,
        }
    });
    rendered(&page)
}

/// The latest run of the contest.
pub(super) fn latest(site: &Site) -> Result<Option<(Run, u32)>, Refusal> {
    let archive = match site.archive() {
        Ok(archive) => archive,
        Err(StoreError::Missing(_)) => return Ok(None),
        Err(error) => return Err(error.into()),
    };
    let Some(run) = archive.runs()?.into_iter().rev().find(|run| site.is_own(run)) else { return Ok(None) };
    let played = archive.played(&run)?;
    Ok(Some((run, played)))
}

fn run_part(site: &Site, office: &Office) -> Result<RunPart, Refusal> {
    let (now, told) = (office.runner().now(), office.runner().told());
    let place = |label: &str, played: String| Place {
        href: format!("/run/{}", segment(label)),
        label: label.to_owned(),
        played,
    };
    let mut part = RunPart {
        now: now.clone(),
        other: None,
        playing: None,
        done: 0,
        matches: 0,
        latest: None,
        is_open: false,
        ended: told.ended,
        unseated: told.unseated,
    };
    match now {
        Now::Playing { label, done, matches } => {
            part.playing = Some(place(&label, String::new()));
            (part.done, part.matches) = (done, matches);
        }
        Now::Idle => {
            part.other = writer(site.data()).map(|writer| one_line(&writer));
            if let Some((run, played)) = latest(site)? {
                part.is_open = run.state == RunState::Open;
                part.latest = Some(place(&run.label, counted(played, "match")));
            }
        }
        Now::Building | Now::Stopping | Now::Due => {}
    }
    Ok(part)
}

impl RunPart {
    fn is_idle(&self) -> bool {
        self.now == Now::Idle
    }

    fn is_stopping(&self) -> bool {
        self.now == Now::Stopping
    }

    /// Whether submissions have asked for a run, which begins in a moment.
    fn is_due(&self) -> bool {
        self.now == Now::Due
    }

    fn said(&self) -> String {
        match (&self.playing, &self.ended) {
            (Some(playing), _) => format!("Run {} is played.", playing.label),
            (None, _) if self.other.is_some() => "Another croupier uses the data folder.".to_owned(),
            (None, Some(ended)) if self.is_idle() => ended.clone(),
            _ if self.is_due() => "A run begins in a moment.".to_owned(),
            _ if self.is_stopping() => "The run stops.".to_owned(),
            _ if self.is_idle() => "No run goes on.".to_owned(),
            _ => "The entrants are built.".to_owned(),
        }
    }
}
