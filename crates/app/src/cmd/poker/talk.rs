//! The sentences of a poker table, for the person who sits at it: in a terminal, and on a page.

use croupier_rules::chips::Chips;
use croupier_rules::game::{Acts, Game as _};
use croupier_rules::poker::{Action, Choices, Deal, End, Rules, SEATS, Stage};
use croupier_rules::seat::{Seat, Seats};

use crate::answers::quoted;
use crate::review::poker::decisions::Place;

/// Who is told.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Talk {
    /// The person's seat.
    pub(crate) seat: usize,
}

/// A question to the person.
#[derive(Clone, Debug)]
pub(crate) struct Question {
    /// What it is about.
    pub(crate) line: String,
    /// The question itself, for a terminal.
    pub(crate) prompt: String,
}

impl Talk {
    /// A seat, or `you`.
    pub(crate) fn who(self, seat: usize) -> String {
        if seat == self.seat { "you".into() } else { format!("seat {seat}") }
    }

    /// What the person is asked, together with other seats.
    pub(crate) fn asked(self, state: &Deal, asked: Seats, choices: &Choices) -> Question {
        let (stakes, pot) = (state.stakes(), state.stakes().iter().sum::<u16>());
        let place = Place::of(state.stage()).expect("seats are asked at a place of a deal");
        let others = asked.iter().filter(|seat| seat.index() != self.seat);
        let others: Vec<String> = others.map(|seat| self.who(seat.index())).collect();
        match *choices {
            Choices::Bid { min, max, .. } => {
                let what = if place == Place::Bid1 {
                    format!("a total from {min} to {max}")
                } else {
                    format!("a total from {min}, which raises nothing, to {max}; the pot is {pot}")
                };
                let line = format!("{place}, sealed, with {}: {what}", others.join(" and "));
                Question { line, prompt: format!("{place}:") }
            }
            Choices::Call { level, .. } => {
                let own = stakes[self.seat];
                let with = if others.is_empty() {
                    String::new()
                } else {
                    format!(", with {}", others.join(" and "))
                };
                let more = level - own;
                let line = format!(
                    "{place}, sealed{with}: {more} more to stand at {level} for a pot of {pot}; to fold loses {own}"
                );
                Question { line, prompt: format!("{place}, pay {more}? (y/n)") }
            }
        }
    }

    /// What a stage has shown to all.
    pub(crate) fn opened(self, acts: &Acts<Action>) -> String {
        let told = acts.iter().map(|(seat, action)| format!("{} {}", self.who(seat.index()), done(*action)));
        format!("opened: {}", told.collect::<Vec<_>>().join(", "))
    }

    /// How a deal has ended, and what each seat has won or lost.
    ///
    /// # Panics
    /// When it is not over.
    pub(crate) fn over(self, rules: &Rules, state: &Deal) -> [String; 2] {
        let Stage::Over(end) = state.stage() else { unreachable!("the deal is over") };
        let nets = rules.net(state).expect("a deal that is over is settled");
        let told = |text: &dyn Fn(Seat) -> Option<String>| {
            let one = |seat: Seat| text(seat).map(|text| format!("{} {text}", self.who(seat.index())));
            Seats::first(SEATS).iter().filter_map(one).collect::<Vec<_>>().join(", ")
        };
        let is_live = |seat: Seat| state.live().contains(seat);
        let how = match end {
            End::Showdown => {
                let card = |seat: Seat| is_live(seat).then(|| state.cards()[seat.index()].to_string());
                format!("showdown: {}", told(&card))
            }
            End::Last => format!(
                "the last one in takes it unseen: {}",
                told(&|seat| is_live(seat).then(String::new)).trim_end()
            ),
            End::Void => "nobody is in: the stakes go back".to_owned(),
        };
        let won = told(&|seat| Some(signed(nets[seat.index()])));
        [how, format!("result: {won}")]
    }
}

/// Reads an answer, which comes in lower case.
pub(crate) fn read(choices: &Choices, word: &str) -> Result<Action, String> {
    match *choices {
        Choices::Bid { min, max, .. } => word.parse().map(Action::Bid).map_err(|_| {
            format!("{} is no bid: expected a whole number from {min} to {max}, or q", quoted(word))
        }),
        Choices::Call { .. } => match word {
            "y" | "yes" => Ok(Action::Call(true)),
            "n" | "no" => Ok(Action::Call(false)),
            _ => Err(format!("{} is no answer: expected y to pay, n to fold, or q", quoted(word))),
        },
    }
}

/// What a seat did, behind its name.
fn done(action: Action) -> String {
    match action {
        Action::Bid(bid) => bid.to_string(),
        Action::Foul => "fouled".into(),
        Action::Call(true) => "paid".into(),
        Action::Call(false) => "folded".into(),
    }
}

/// An amount with its sign.
pub(crate) fn signed(amount: Chips) -> String {
    if amount.halves() > 0 { format!("+{amount}") } else { amount.to_string() }
}
