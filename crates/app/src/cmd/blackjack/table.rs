//! The table in the terminal: draws, tells and asks, for any game with one seat.

use std::io::Write;

use croupier_arena::dealer::Dealer;
use croupier_rules::game::{Acts, Game, Node, Step};
use croupier_rules::seat::Seat;
use serde_json::Value;

use crate::answers::{Answers, Reply};
use crate::exit::Exit;
use crate::failure::Failure;
use crate::output::Answer;

/// The one seat.
const PLAYER: Seat = Seat(0);

/// How a game looks to a person, and to a program that reads JSON Lines.
pub(crate) trait Face<G: Game> {
    /// The session begins.
    fn start(&self) -> Event;

    /// The player learns something.
    fn told(&mut self, news: &G::News) -> Option<Event>;

    /// What the player sees with a question.
    fn asked(&self, choices: &G::Choices) -> Option<Event>;

    /// The question itself, for a terminal.
    fn prompt(&self, choices: &G::Choices) -> String;

    /// Reads an answer, which comes in lower case.
    ///
    /// # Errors
    /// What is wrong with it.
    fn read(&self, choices: &G::Choices, word: &str) -> Result<G::Action, String>;

    /// The player has acted.
    fn acted(&self, action: &G::Action, state: &G::State) -> Event;

    /// Whether no hand is in play: here the session may end with the cards of a script.
    fn is_between_hands(state: &G::State) -> bool;

    /// Whether another game follows.
    fn goes_on(&self) -> bool;

    /// The session is over.
    fn end(&self, reason: Reason) -> Event;
}

/// Something that happened: a line for a person, and one of JSON.
pub(crate) struct Event {
    /// The line for a person; none if it would say nothing new.
    pub(crate) plain: Option<String>,
    /// The line for a program.
    pub(crate) json: Value,
}

/// In which form events are printed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Format {
    /// Lines for a person.
    Plain,
    /// JSON Lines.
    Json,
}

/// Why a session ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Reason {
    /// The game was over.
    Over,
    /// The player left.
    Quit,
    /// There were no more answers.
    EndOfInput,
    /// A script had no more cards, and no hand was in play.
    EndOfCards,
}

impl Reason {
    /// The word for it in an event.
    pub(crate) fn word(self) -> &'static str {
        match self {
            Self::Over => "over",
            Self::Quit => "quit",
            Self::EndOfInput => "end of input",
            Self::EndOfCards => "end of cards",
        }
    }
}

/// A table with a player.
pub(crate) struct Table<'a, G, F, D> {
    /// The rules.
    pub(crate) rules: &'a G,
    /// How the game looks.
    pub(crate) face: F,
    /// Where the cards come from.
    pub(crate) dealer: D,
    /// How many cards the dealer still has; more than enough unless they are scripted.
    pub(crate) cards: usize,
    /// Where the answers come from.
    pub(crate) answers: Answers,
    /// Where events go.
    pub(crate) out: Answer,
    /// In which form.
    pub(crate) format: Format,
}

impl<G: Game, F: Face<G>, D: Dealer<G>> Table<'_, G, F, D> {
    /// Plays until the game is over or the player is.
    pub(crate) fn play(mut self) -> Result<Exit, Failure> {
        let start = self.face.start();
        self.print(start)?;
        let mut number = 0;
        let reason = loop {
            if let Some(reason) = self.play_game(number)? {
                break reason;
            }
            if !self.face.goes_on() {
                break Reason::Over;
            }
            if let Some(reason) = self.between_games()? {
                break reason;
            }
            number += 1;
        };
        let end = self.face.end(reason);
        self.print(end)?;
        self.out.flush()?;
        Ok(Exit::Done)
    }

    /// Plays one game. Says why it was broken off, if it was.
    fn play_game(&mut self, number: u32) -> Result<Option<Reason>, Failure> {
        let mut state = self.rules.start();
        let mut news = Vec::new();
        self.rules.opening(&state, PLAYER, &mut |said| news.push(said));
        self.tell(&mut news)?;
        loop {
            if self.cards == 0 && F::is_between_hands(&state) && self.rules.node(&state) != Node::Over {
                return Ok(Some(Reason::EndOfCards));
            }
            let step = match self.rules.node(&state) {
                Node::Over => return Ok(None),
                Node::Chance => {
                    let draw = self.dealer.draw(number, self.rules, &state);
                    self.cards = self.cards.saturating_sub(1);
                    Step::Draw(draw.map_err(Failure::bad_input)?)
                }
                Node::Decide(_) => match self.ask(&state)? {
                    Reply::Answer(action) => Step::Act(Acts::from_iter([(PLAYER, action)])),
                    Reply::Quit => return Ok(Some(Reason::Quit)),
                    Reply::EndOfInput => return Ok(Some(Reason::EndOfInput)),
                },
            };
            self.rules.apply(&mut state, &step).map_err(Failure::bug)?;
            if let Step::Act(acts) = &step {
                let acted = self.face.acted(&acts[0].1, &state);
                self.print(acted)?;
            }
            self.rules.news(&state, &step, PLAYER, &mut |said| news.push(said));
            self.tell(&mut news)?;
        }
    }

    /// Asks for an answer that the rules permit.
    fn ask(&mut self, state: &G::State) -> Result<Reply<G::Action>, Failure> {
        let choices = self.rules.choices(state, PLAYER);
        if let Some(event) = self.face.asked(&choices) {
            self.print(event)?;
        }
        self.out.flush()?;
        self.answers.ask(&self.face.prompt(&choices), |word| {
            let action = self.face.read(&choices, word)?;
            self.rules.permits(state, PLAYER, &action).map_err(|illegal| illegal.to_string())?;
            Ok(action)
        })
    }

    /// Another game? A terminal is asked; a pipe goes on while it has lines, a script while it has cards.
    fn between_games(&mut self) -> Result<Option<Reason>, Failure> {
        self.out.flush()?;
        if self.cards == 0 {
            return Ok(Some(Reason::EndOfCards));
        }
        if !self.answers.go_on("Enter for another hand, q to leave:")? {
            return Ok(Some(if self.answers.are_typed() { Reason::Quit } else { Reason::EndOfInput }));
        }
        Ok(None)
    }

    fn tell(&mut self, news: &mut Vec<G::News>) -> Result<(), Failure> {
        for said in news.drain(..) {
            if let Some(event) = self.face.told(&said) {
                self.print(event)?;
            }
        }
        Ok(())
    }

    fn print(&mut self, event: Event) -> Result<(), Failure> {
        match self.format {
            Format::Json => writeln!(self.out, "{}", event.json)?,
            Format::Plain => {
                if let Some(line) = event.plain {
                    writeln!(self.out, "{line}")?;
                }
            }
        }
        Ok(())
    }
}
