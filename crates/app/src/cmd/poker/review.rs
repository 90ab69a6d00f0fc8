//! `croupier poker review MATCH`: where a bot lost chips, by stage and by card, and what gives it away.

use std::io::{self, Write};
use std::path::PathBuf;

use clap::value_parser;
use croupier_rules::chips::Chips;
use croupier_rules::poker::Rules;
use croupier_rules::record::{FaultLine, Record, RecordError};
use croupier_rules::verdict::Verdict;
use croupier_solve::poker::{Limits, Policy, Pricing};
use serde::Serialize;

use crate::exit::Exit;
use crate::failure::Failure;
use crate::output;
use crate::recorded::Recorded;
use crate::review::poker::deals;
use crate::review::poker::leaks::{Leak, leaks};
use crate::review::poker::ledger::{Ledger, OfCard, OfPlace, PerDeal};
use crate::review::poker::priced::Priced;
use crate::review::poker::tells::{Tell, tells};
use crate::terminal::one_line;

/// Where a bot lost chips: the price of each of its decisions against two seats that play the equilibrium, by stage and by
/// card; its leaks, what its bids give away, and its fouls.
#[derive(Debug, clap::Args)]
#[command(after_help = "Examples:
  croupier poker review poker-league/1 --bot ladder
  croupier poker review poker-league/1 --seat 2 --mistakes 30
  croupier poker review match-poker/1 --seat 0 --json

A price is what a choice is worth less than the best one, in chips of a deal, when the others hold the cards and go on as \
the equilibrium has it. Where another seat has done what the equilibrium does not, its cards are guessed; such prices \
are counted apart, too. Against bots with leaks of their own, the best reply to them is another one.")]
pub(crate) struct Review {
    /// A match such as `poker-league/1`, or the path of a record.
    #[arg(value_name = "MATCH")]
    name: String,
    /// The seat [default: the only bot's, if the others are house players].
    #[arg(long, value_name = "N", conflicts_with = "bot")]
    seat: Option<usize>,
    /// The name of the bot, instead of its seat.
    #[arg(long, value_name = "NAME")]
    bot: Option<String>,
    /// How many of the dearest mistakes are told.
    #[arg(long, value_name = "N", default_value_t = 10, value_parser = value_parser!(u16))]
    mistakes: u16,
    /// Prints JSON.
    #[arg(long)]
    json: bool,
    /// The data folder.
    #[arg(long, value_name = "DIR", default_value = "croupier-data")]
    data: PathBuf,
}

impl Review {
    pub(super) fn run(&self) -> Result<Exit, Failure> {
        let found = Recorded::find(&self.name, &self.data)?;
        let record = found.match_of::<Rules>()?;
        let rules = record.rules::<Rules>().map_err(|why| found.wrong(why))?;
        if rules.iter().any(|other| Limits::of(other) != Limits::of(&rules[0])) {
            return Err(found.wrong("expected one least and one greatest bid for all deals, found several"));
        }
        let seat = self.seat(&record)?;
        let faults = record.faults().map_err(|why| found.wrong(why))?;
        let ledger = ledger(&record, &rules, seat).map_err(|why| found.wrong(why))?;
        let answer = Answer::new(&record, seat, &ledger, self.mistakes.into(), faults);
        output::give(&answer, self.json, Answer::write)?;
        Ok(Exit::Done)
    }

    /// Whose decisions are looked at.
    fn seat(&self, record: &Record) -> Result<usize, Failure> {
        let seats = &record.header.seats;
        if let Some(seat) = self.seat {
            let last = seats.len() - 1;
            let none =
                || Failure::bad_input(format!("there is no seat {seat}: the match has seats 0 to {last}"));
            return if seat <= last { Ok(seat) } else { Err(none()) };
        }
        let is_wanted = |name: &str| match &self.bot {
            Some(bot) => name == bot || name.strip_prefix("house:") == Some(bot),
            None => !name.starts_with("house:"),
        };
        let found: Vec<usize> = (0..seats.len()).filter(|&seat| is_wanted(&seats[seat].name)).collect();
        if let [seat] = found.as_slice() {
            return Ok(*seat);
        }
        let named = |seat: usize| format!("{seat} {}", one_line(&seats[seat].name));
        let all = (0..seats.len()).map(named).collect::<Vec<_>>().join(", ");
        Err(match &self.bot {
            Some(bot) if found.is_empty() => {
                Failure::bad_input(format!("nobody is called {} in the match", one_line(bot)))
                    .hint(format!("its seats are {all}"))
            }
            Some(_) | None => Failure::usage("whose decisions are looked at? no seat fits alone")
                .hint(format!("say --seat N: its seats are {all}")),
        })
    }
}

/// The prices of a seat's decisions.
fn ledger(record: &Record, rules: &[Rules], seat: usize) -> Result<Ledger, RecordError> {
    let mut pricing = Pricing::new(Policy::of_limits(Limits::of(&rules[0])));
    let mut ledger = Ledger::default();
    deals(record, rules, &mut |deal| {
        let own = deal.made.iter().filter(|decision| decision.seat == seat);
        let priced = own.map(|decision| Priced::new(&mut pricing, deal.number, *decision)).collect();
        ledger.add(deal.cards[seat], deal.net[seat].as_f64(), priced);
    })?;
    Ok(ledger)
}

#[derive(Serialize)]
struct Answer {
    bot: String,
    seat: usize,
    deals: u32,
    verdict: Verdict,
    /// What it won, in chips.
    net: Chips,
    won_per_deal: Option<PerDeal>,
    /// The price of all its decisions, in chips.
    price: f64,
    price_per_deal: Option<PerDeal>,
    /// The part of it that is a guess.
    guessed: f64,
    stages: Vec<OfPlace>,
    cards: Vec<OfCard>,
    /// The dearest, the dearest first.
    mistakes: Vec<Priced>,
    leaks: Vec<Leak>,
    tells: Vec<Tell>,
    fouls: Fouls,
}

/// The fouls of a bot.
#[derive(Serialize)]
struct Fouls {
    /// Answers that were fouls.
    answers: u32,
    /// Deals in which it was asked no more.
    absent: u32,
    faults: Vec<FaultLine>,
}

/// The faults that are told one by one.
const FAULTS_TOLD: usize = 5;

/// A decision that costs so many chips at least is a mistake that is told.
const TOLD: f64 = 0.1;

impl Answer {
    fn new(record: &Record, seat: usize, ledger: &Ledger, mistakes: usize, faults: Vec<FaultLine>) -> Self {
        let mut dearest: Vec<&Priced> = ledger.priced().filter(|priced| priced.price >= TOLD).collect();
        dearest.sort_by(|a, b| b.price.total_cmp(&a.price));
        let totals = &record.totals;
        let own = |fault: &FaultLine| usize::from(fault.seat) == seat;
        let priced: Vec<&Priced> = ledger.priced().collect();
        Self {
            bot: record.header.seats[seat].name.clone(),
            seat,
            deals: totals.games,
            verdict: totals.verdicts[seat],
            net: totals.net[seat],
            won_per_deal: ledger.won(),
            price: ledger.price(),
            price_per_deal: ledger.price_per_deal(),
            guessed: ledger.guessed(),
            stages: ledger.by_place(),
            cards: ledger.by_card(),
            mistakes: dearest.into_iter().take(mistakes).cloned().collect(),
            leaks: leaks(&priced, totals.games),
            tells: tells(&priced),
            fouls: Fouls {
                answers: totals.fouls[seat],
                absent: totals.absent[seat],
                faults: faults.into_iter().filter(own).collect(),
            },
        }
    }

    fn write(&self, out: &mut impl Write) -> io::Result<()> {
        let Self { bot, seat, deals, verdict, net, price, guessed, .. } = self;
        writeln!(out, "{} at seat {seat}, {deals} deals, verdict {verdict}", one_line(bot))?;
        writeln!(out, "won {net} chips{}", a_deal(self.won_per_deal.as_ref()))?;
        writeln!(
            out,
            "its choices cost {price:.1} chips against the equilibrium{}",
            a_deal(self.price_per_deal.as_ref())
        )?;
        if *guessed > 0.0 {
            writeln!(
                out,
                "{guessed:.1} of these are guesses: another seat had done what the equilibrium does not"
            )?;
        }
        writeln!(out, "\nstage   decisions  mistakes    chips  guessed  a deal, 95 % interval")?;
        for stage in &self.stages {
            let OfPlace { place, decisions, mistakes, price, guessed, per_deal } = stage;
            let mean = interval(per_deal.as_ref());
            writeln!(out, "{place:<7} {decisions:>9}  {mistakes:>8}  {price:>7.1}  {guessed:>7.1}  {mean}")?;
        }
        writeln!(out, "\ncard        deals      won    chips  a deal with the card, 95 % interval")?;
        for OfCard { card, deals, won, price, per_deal } in &self.cards {
            let mean = interval(per_deal.as_ref());
            writeln!(out, "{card:<7} {deals:>9}  {won:>7.1}  {price:>7.1}  {mean}")?;
        }
        self.write_sentences(out)
    }

    fn write_sentences(&self, out: &mut impl Write) -> io::Result<()> {
        if !self.leaks.is_empty() {
            writeln!(out, "\nleaks")?;
        }
        for leak in &self.leaks {
            writeln!(out, "  {}", leak.sentence)?;
        }
        if !self.tells.is_empty() {
            writeln!(out, "\nwhat gives it away")?;
        }
        for tell in &self.tells {
            writeln!(out, "  {}", tell.sentence)?;
        }
        if !self.mistakes.is_empty() {
            writeln!(out, "\nthe dearest, in chips")?;
        }
        for Priced { price, sentence, is_guess, .. } in &self.mistakes {
            let guess = if *is_guess { " (a guess)" } else { "" };
            writeln!(out, "  {price:>6.2}  {sentence}{guess}")?;
        }
        let Fouls { answers, absent, faults } = &self.fouls;
        if faults.is_empty() {
            return Ok(());
        }
        writeln!(out, "\nfouls: {answers} answers, absent in {absent} deals")?;
        for FaultLine { game, fault, .. } in faults.iter().take(FAULTS_TOLD) {
            writeln!(out, "  deal {}, {}", u64::from(*game) + 1, one_line(&fault.to_string()))?;
        }
        if faults.len() > FAULTS_TOLD {
            writeln!(out, "  and {} more: croupier replay tells them all", faults.len() - FAULTS_TOLD)?;
        }
        Ok(())
    }
}

fn a_deal(mean: Option<&PerDeal>) -> String {
    mean.map_or_else(String::new, |mean| format!(", {} a deal", interval(Some(mean))))
}

fn interval(mean: Option<&PerDeal>) -> String {
    mean.map_or_else(
        || "-".to_owned(),
        |PerDeal { mean, low, high }| format!("{mean:.3} ({low:.3} to {high:.3})"),
    )
}
