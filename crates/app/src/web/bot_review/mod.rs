//! What a bot's matches tell of it: its dearest mistakes, its fouls by kind, and what is told by game. It is a part of the
//! page of the bot, made in a thread.

mod bank;
mod blackjack;
mod fouls;
mod poker;

use std::path::PathBuf;

use askama::Template;
use croupier_arena::game_kind::GameKind;
use croupier_arena::store::{Archive, FinishedMatch, read_record};

use fouls::Fouls;

use super::desk::Work;
use super::film::Film;
use super::pages::figures::{count, segment};
use super::prices::{Dear, Unit};
use crate::terminal::one_line;

/// The matches of a bot that are looked through, at most; and how many of its dearest mistakes are told.
const MATCHES_MAX: usize = 24;
const MISTAKES: usize = 20;

/// Whose matches, and where they are.
#[derive(Clone, Debug)]
pub(super) struct Asked {
    pub(super) data: PathBuf,
    pub(super) run: String,
    pub(super) game: GameKind,
    /// How many it has played.
    pub(super) played: usize,
    /// Those that may be looked through, each with its seat there.
    pub(super) matches: Vec<(FinishedMatch, usize)>,
}

#[derive(Template)]
#[template(path = "bot_review.html")]
struct Part {
    looked: String,
    unread: Vec<String>,
    mistakes: Vec<Mistake>,
    fouls: Fouls,
    poker: Option<poker::Told>,
    blackjack: Option<blackjack::Told>,
}

/// A dear mistake.
struct Mistake {
    cost: String,
    sentence: String,
    is_guess: bool,
    number: u32,
    href: String,
}

/// A match that is looked through.
struct Opened<'a> {
    film: &'a Film,
    number: u32,
    seat: usize,
    label: &'a str,
    /// How far the work is, as the start of a sentence.
    what: &'a str,
}

impl Asked {
    /// What tells a review from those of other matches.
    pub(super) fn key(&self) -> String {
        let hashes: Vec<&str> = self.matches.iter().map(|(of, _)| of.record_hash.as_str()).collect();
        let seats: Vec<usize> = self.matches.iter().map(|(_, seat)| *seat).collect();
        format!("{} {seats:?} {}", self.run, blake3::hash(hashes.concat().as_bytes()).to_hex())
    }

    /// Looks through the matches, and makes the part of the page.
    pub(super) fn review(&self, work: &Work) -> String {
        let part = self.part(work).and_then(|part| part.render().map_err(|why| why.to_string()));
        part.unwrap_or_else(|why| format!("<p class=\"warning\">{}.</p>", escaped(&why)))
    }

    fn part(&self, work: &Work) -> Result<Part, String> {
        let archive = Archive::open(&self.data).map_err(|_| "The data folder cannot be read".to_owned())?;
        let all = self.matches.len();
        let step = all.div_ceil(MATCHES_MAX).max(1);
        let chosen: Vec<&(FinishedMatch, usize)> = self.matches.iter().step_by(step).collect();
        let mut mistakes: Vec<(u32, Dear)> = Vec::new();
        let mut unread = Vec::new();
        let (mut poker, mut blackjack) = (poker::Review::default(), blackjack::Review::default());
        for (place, (of, seat)) in chosen.iter().enumerate() {
            let what = format!("match {} of {}: ", place + 1, chosen.len());
            work.say(what.trim_end_matches(": ").to_owned());
            if !work.is_wanted() {
                break;
            }
            let film = match self.film(&archive, of.number) {
                Ok(film) => film,
                Err(why) => {
                    unread.push(format!("match {}: {why}", of.number));
                    continue;
                }
            };
            let opened =
                Opened { film: &film, number: of.number, seat: *seat, label: &of.label, what: &what };
            let dearest = match self.game {
                GameKind::Poker => poker.add(&opened, work).map_err(|why| why.to_string())?,
                GameKind::Blackjack => blackjack.add(&opened, work),
                GameKind::Camicia | GameKind::Rullete => Vec::new(),
            };
            mistakes.extend(dearest.into_iter().take(MISTAKES).map(|dear| (of.number, dear)));
            mistakes.sort_by(|a, b| b.1.cost.total_cmp(&a.1.cost));
            mistakes.truncate(MISTAKES);
        }
        Ok(Part {
            looked: looked(chosen.len() - unread.len(), self.played),
            unread,
            mistakes: mistakes.iter().map(|(number, dear)| self.told(*number, dear)).collect(),
            fouls: fouls::fouls(self, &archive),
            poker: (self.game == GameKind::Poker).then(|| poker.told()),
            blackjack: (self.game == GameKind::Blackjack).then(|| blackjack.told(work)),
        })
    }

    fn film(&self, archive: &Archive, number: u32) -> Result<Film, String> {
        let stored = archive.find_match(&format!("{}/{number}", self.run)).map_err(|_| "not here")?;
        let bytes = read_record(&stored.path).map_err(|why| format!("cannot be read: {why}"))?;
        Film::new(bytes).map_err(|why| format!("damaged: {}", one_line(&why.to_string())))
    }

    fn told(&self, number: u32, dear: &Dear) -> Mistake {
        Mistake {
            cost: match dear.unit {
                Unit::Chips => format!("{:.1}", dear.cost),
                Unit::Nats | Unit::OfTheBet => format!("{:.5}", dear.cost),
            },
            sentence: dear.sentence.clone(),
            is_guess: dear.is_guess,
            number,
            href: self.step(number, dear.deal, dear.step, dear.seat),
        }
    }

    /// The address of a step, as a seat saw it.
    fn step(&self, number: u32, deal: u32, step: u32, seat: usize) -> String {
        let run = segment(&self.run);
        format!("/match/{run}/{number}?deal={deal}&step={step}&view={seat}")
    }
}

fn looked(read: usize, of: usize) -> String {
    if read == of {
        return match of {
            0 => "It has played no match yet".to_owned(),
            1 => "Its match was looked through".to_owned(),
            _ => format!("All its {} matches were looked through", count(of)),
        };
    }
    format!("{} of its {} matches were looked through", count(read), count(of))
}

fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;")
}

#[cfg(test)]
mod tests {
    use super::looked;

    #[test]
    fn the_page_says_how_many_matches_it_speaks_of() {
        assert_eq!(looked(1, 1), "Its match was looked through");
        assert_eq!(looked(24, 1_000), "24 of its 1,000 matches were looked through");
    }
}
