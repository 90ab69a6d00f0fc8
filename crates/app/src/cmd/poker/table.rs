//! The poker table in the terminal: a person, two house players, sealed bids.

use std::io::Write;

use croupier_arena::dealer::{Dealer, Seeded};
use croupier_arena::player::Player;
use croupier_rules::chips::Chips;
use croupier_rules::game::{Acts, Game, Node, Step};
use croupier_rules::poker::{Action, Choices, Deal, End, Rules, SEATS, Stage};
use croupier_rules::seat::{Seat, Seats};
use croupier_solve::poker::Pricing;
use serde_json::{Value, json};

use super::talk::{Question, Talk, read, signed};
use crate::answers::{Answers, Reply, quoted};
use crate::exit::Exit;
use crate::failure::Failure;
use crate::output::{self, Answer};
use crate::review::poker::decisions::{Decisions, Place};
use crate::review::poker::priced::Priced;

/// A table with a person.
pub(super) struct Table<'a> {
    pub(super) rules: Rules,
    /// The person's seat.
    pub(super) seat: usize,
    /// The house players by seat; none where the person sits.
    pub(super) names: [Option<&'a str>; SEATS],
    pub(super) players: [Option<Box<dyn Player<Rules>>>; SEATS],
    pub(super) dealer: Seeded,
    pub(super) answers: Answers,
    pub(super) out: Answer,
    /// Events are printed as JSON Lines.
    pub(super) is_json: bool,
    /// Prices are told after each deal.
    pub(super) coach: bool,
    /// The session ends after so many deals.
    pub(super) deals: Option<u32>,
    pub(super) pricing: Pricing<'static>,
}

/// What has been played.
#[derive(Clone, Copy, Debug, Default)]
struct Score {
    deals: u32,
    net: Chips,
    /// The price of all choices, in chips.
    price: f64,
    /// Whether prices were told: they are in the end, too.
    told: bool,
}

/// Why a session ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Reason {
    Over,
    Quit,
    EndOfInput,
}

impl Reason {
    fn word(self) -> &'static str {
        match self {
            Self::Over => "over",
            Self::Quit => "quit",
            Self::EndOfInput => "end of input",
        }
    }
}

/// What a person says between two deals.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Aside {
    GoOn,
    Prices,
}

impl Table<'_> {
    /// Plays until the deals or the answers are at their end, or the person leaves.
    pub(super) fn play(mut self) -> Result<Exit, Failure> {
        self.start()?;
        let mut score = Score::default();
        let reason = loop {
            let decisions = match self.deal(&mut score)? {
                Ok(decisions) => decisions,
                Err(reason) => break reason,
            };
            if let Some(reason) = self.between(&decisions, &mut score)? {
                break reason;
            }
        };
        let Score { deals, net, price, told } = score;
        let deal_or_deals = if deals == 1 { "deal" } else { "deals" };
        let cost = if told { format!(", your choices cost {price:.2}") } else { String::new() };
        let line = format!("\n{deals} {deal_or_deals}, score {}{cost} ({})", signed(net), reason.word());
        let price = told.then_some(price);
        self.say(
            &line,
            &json!({"event": "end", "reason": reason.word(), "deals": deals, "score": net, "price": price}),
        )?;
        self.out.flush()?;
        Ok(Exit::Done)
    }

    fn start(&mut self) -> Result<(), Failure> {
        let others = self.others().map(|(seat, name)| format!("seat {seat} is {name}"));
        let line = format!("you are seat {}, {}", self.seat, others.collect::<Vec<_>>().join(", "));
        let Rules { min_bid, max_bid, .. } = self.rules;
        let seats = self.names;
        let event =
            json!({"event": "start", "seat": self.seat, "seats": seats, "min": min_bid, "max": max_bid});
        self.say(&line, &event)
    }

    /// Plays one deal. Tells what the seats decided, or why it was broken off.
    fn deal(&mut self, score: &mut Score) -> Result<Result<Decisions, Reason>, Failure> {
        let number = score.deals + 1;
        let mut state = self.rules.start();
        let mut decisions = Decisions::new(self.rules);
        for player in self.players.iter_mut().flatten() {
            player.game_starts();
        }
        loop {
            let step = match self.rules.node(&state) {
                Node::Over => break,
                Node::Chance => Step::Draw(
                    self.dealer.draw(score.deals, &self.rules, &state).map_err(Failure::bad_input)?,
                ),
                Node::Decide(asked) => match self.decide(&state, asked)? {
                    Ok(acts) => Step::Act(acts),
                    Err(reason) => return Ok(Err(reason)),
                },
            };
            decisions.step(&state, &step);
            let before = state.clone();
            self.rules.apply(&mut state, &step).map_err(Failure::bug)?;
            self.tell_players(&state, &step);
            match &step {
                Step::Draw(_) if Place::of(state.stage()).is_some() => self.dealt(number, &state, score)?,
                Step::Draw(_) => {}
                Step::Act(acts) => self.opened(&before, acts)?,
            }
        }
        self.over(&state, score)?;
        decisions.made.retain(|decision| decision.seat == self.seat);
        Ok(Ok(decisions))
    }

    /// The acts of all seats that are asked, each unaware of the others.
    fn decide(&mut self, state: &Deal, asked: Seats) -> Result<Result<Acts<Action>, Reason>, Failure> {
        let mut acts = Acts::new();
        for seat in asked.iter() {
            let choices = self.rules.choices(state, seat);
            let action = match &mut self.players[seat.index()] {
                Some(player) => player.choose(&choices).map_err(Failure::bug)?,
                None => match self.ask(state, asked, &choices)? {
                    Reply::Answer(action) => action,
                    Reply::Quit => return Ok(Err(Reason::Quit)),
                    Reply::EndOfInput => return Ok(Err(Reason::EndOfInput)),
                },
            };
            acts.push((seat, action));
        }
        Ok(Ok(acts))
    }

    /// Asks the person.
    fn ask(&mut self, state: &Deal, asked: Seats, choices: &Choices) -> Result<Reply<Action>, Failure> {
        let place = Place::of(state.stage()).expect("seats are asked at a place of a deal");
        let Question { line, prompt } = self.talk().asked(state, asked, choices);
        let event = match *choices {
            Choices::Bid { min, max, .. } => json!({"event": "ask", "ask": place, "min": min, "max": max}),
            Choices::Call { level, .. } => json!({"event": "ask", "ask": place, "level": level}),
        };
        self.say(&line, &event)?;
        self.out.flush()?;
        let (rules, seat) = (&self.rules, self.seat);
        self.answers.ask(&prompt, |word| {
            let action = read(choices, word)?;
            let place = Seat(u8::try_from(seat).expect("a table has three seats"));
            rules.permits(state, place, &action).map_err(|illegal| illegal.to_string())?;
            Ok(action)
        })
    }

    fn tell_players(&mut self, state: &Deal, step: &Step<Rules>) {
        for (seat, player) in (0..).zip(&mut self.players) {
            if let Some(player) = player {
                self.rules.news(state, step, Seat(seat), &mut |news| player.learn(&news));
            }
        }
    }

    fn dealt(&mut self, number: u32, state: &Deal, score: &Score) -> Result<(), Failure> {
        let card = state.cards()[self.seat];
        let of = self.deals.map_or_else(String::new, |deals| format!(" of {deals}"));
        let line = format!("\ndeal {number}{of}: your card is {card}, your score {}", signed(score.net));
        self.say(&line, &json!({"event": "deal", "deal": number, "card": card}))
    }

    /// What a stage has shown to all.
    fn opened(&mut self, before: &Deal, acts: &Acts<Action>) -> Result<(), Failure> {
        let place = Place::of(before.stage()).expect("seats act at a place of a deal");
        let mut values = [Value::Null, Value::Null, Value::Null];
        for (seat, action) in acts {
            values[seat.index()] = match action {
                Action::Bid(bid) => (*bid).into(),
                Action::Call(pays) => (*pays).into(),
                Action::Foul => Value::Null,
            };
        }
        let line = format!("  {}", self.talk().opened(acts));
        self.say(&line, &json!({"event": "opened", "ask": place, "answers": values}))
    }

    fn over(&mut self, state: &Deal, score: &mut Score) -> Result<(), Failure> {
        let Stage::Over(end) = state.stage() else { unreachable!("the deal is over") };
        let nets = self.rules.net(state).expect("a deal that is over is settled");
        score.deals += 1;
        score.net += nets[self.seat];
        let shown = |seat: Seat| end == End::Showdown && state.live().contains(seat);
        let seats = || Seats::first(SEATS).iter();
        let [how, won] = self.talk().over(&self.rules, state);
        let line = format!("{how}\n{won}; your score {}", signed(score.net));
        let cards: Vec<Option<u8>> =
            seats().map(|seat| shown(seat).then(|| state.cards()[seat.index()])).collect();
        self.say(
            &line,
            &json!({
                "event": "over", "end": end.to_string(), "cards": cards,
                "winnings": nets.as_slice(), "score": score.net,
            }),
        )
    }

    /// Prices on request, and whether the session goes on.
    fn between(&mut self, decisions: &Decisions, score: &mut Score) -> Result<Option<Reason>, Failure> {
        let priced: Vec<Priced> = decisions
            .made
            .iter()
            .map(|decision| Priced::new(&mut self.pricing, score.deals, *decision))
            .collect();
        score.price += priced.iter().map(|priced| priced.price).sum::<f64>();
        if self.coach {
            self.tell_prices(&priced, score)?;
        }
        self.out.flush()?;
        let is_last = self.deals == Some(score.deals);
        if !self.answers.are_typed() {
            while self.answers.requests("?")? {
                self.tell_prices(&priced, score)?;
            }
            let goes_on = is_last || self.answers.go_on("")?;
            return Ok(if is_last {
                Some(Reason::Over)
            } else if goes_on {
                None
            } else {
                Some(Reason::EndOfInput)
            });
        }
        let enter = if is_last { "Enter to end" } else { "Enter for another deal, q to leave" };
        let prompt = format!("{enter}, ? for the price of your choices:");
        loop {
            let read = |word: &str| match word {
                "" => Ok(Aside::GoOn),
                "?" => Ok(Aside::Prices),
                _ => Err(format!("{} is neither Enter nor ? nor q", quoted(word))),
            };
            match self.answers.ask(&prompt, read)? {
                Reply::Answer(Aside::GoOn) => return Ok(is_last.then_some(Reason::Over)),
                Reply::Answer(Aside::Prices) => self.tell_prices(&priced, score)?,
                Reply::Quit => return Ok(Some(Reason::Quit)),
                Reply::EndOfInput => return Ok(Some(Reason::EndOfInput)),
            }
            self.out.flush()?;
        }
    }

    fn tell_prices(&mut self, priced: &[Priced], score: &mut Score) -> Result<(), Failure> {
        score.told = true;
        if self.is_json {
            output::write_json(
                &json!({"event": "prices", "deal": score.deals, "choices": priced}),
                &mut self.out,
            )?;
            return Ok(());
        }
        writeln!(self.out, "prices against the equilibrium, in chips:")?;
        for priced in priced {
            writeln!(self.out, "  {}", priced.row())?;
        }
        Ok(())
    }

    fn talk(&self) -> Talk {
        Talk { seat: self.seat }
    }

    fn others(&self) -> impl Iterator<Item = (usize, &str)> {
        self.names.iter().enumerate().filter_map(|(seat, name)| Some((seat, (*name)?)))
    }

    fn say(&mut self, line: &str, event: &Value) -> Result<(), Failure> {
        if self.is_json {
            writeln!(self.out, "{event}")?;
        } else {
            writeln!(self.out, "{line}")?;
        }
        Ok(())
    }
}
