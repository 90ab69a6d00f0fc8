//! What is printed: tables, sentences, and the gain.

use std::io::{self, Write};

use croupier_arena::estimate::Estimate;
use croupier_rules::poker::Round;
use croupier_rules::verdict::{Fault, Verdict};
use croupier_solve::poker::HANDS;
use croupier_solve::poker::model::{Change, Habit, LEVEL, Model, Price, Share, Sighting, Tell, tells};
use serde::Serialize;

/// The whole answer.
#[derive(Debug, Serialize)]
pub(super) struct Answer {
    pub(super) seed: u64,
    pub(super) players: Vec<Portrait>,
    pub(super) response: Gain,
}

/// What one player does.
#[derive(Debug, Serialize)]
pub(super) struct Portrait {
    pub(super) name: String,
    /// Deals in which it was watched.
    deals: usize,
    fouls: u32,
    /// Deals that it was out of by a foul in round 1, asked or absent.
    fouled: usize,
    first_foul: Option<String>,
    change: Told,
    /// Bids of round 1 by card.
    bids: Vec<Vec<BidShare>>,
    /// How often it pays a lone raise in the first check, both others at the least bid: by card, for each of the levels.
    levels: Vec<u16>,
    calls: Vec<Vec<Part>>,
    /// By card, how often it was asked in the first check.
    asked: Vec<u32>,
    /// What gives it away.
    tells: Vec<String>,
}

/// The test for a change between the halves of its matches.
#[derive(Debug, Serialize)]
struct Told {
    chi_square: f64,
    freedom: u32,
    p: f64,
    is_believed: bool,
    /// How many times fewer sightings the error bars count.
    dispersion: f64,
}

/// A bid of one card; none is a foul.
#[derive(Debug, Serialize)]
struct BidShare {
    bid: Option<u16>,
    #[serde(flatten)]
    share: Part,
}

/// A share with its 95 % interval.
#[derive(Clone, Copy, Debug, Serialize)]
struct Part {
    share: f64,
    low: f64,
    high: f64,
    seen: f64,
    of: f64,
}

/// What the best response wins, in chips a deal.
#[derive(Debug, Serialize)]
pub(super) struct Gain {
    /// Its bids of round 1 by card.
    pub(super) bids: Vec<u16>,
    /// Of the models that it was fitted to.
    pub(super) of_models: f64,
    /// Learnt from one half of the matches, and valued by the other.
    pub(super) computed: Estimate,
    /// In play, and the deals.
    pub(super) played: Option<Estimate>,
    pub(super) deals: usize,
    /// Fouls of the players in these deals.
    pub(super) fouls: u32,
    /// Whether the intervals of what was computed and of what was won meet.
    pub(super) agrees: bool,
}

/// Levels of the first check that are told.
const LEVELS: [u16; 8] = [11, 15, 20, 30, 50, 100, 200, 300];
/// Bids of a card that are told, the most frequent ones.
const BIDS: usize = 6;

impl Part {
    fn of(share: Share, dispersion: f64) -> Self {
        let (low, high) = share.interval_of(dispersion);
        let round = |share: f64| (share * 1e4).round() / 1e4;
        Self {
            share: round(share.mean()),
            low: round(low),
            high: round(high),
            seen: (share.seen * 10.0).round() / 10.0,
            of: (share.of * 10.0).round() / 10.0,
        }
    }
}

impl Portrait {
    pub(super) fn of(
        name: &str,
        model: &Model,
        fouls: (u32, Option<&Fault>),
        change: Change,
        seen: &[Sighting],
    ) -> Self {
        let cards = || (0..HANDS).map(|card| u8::try_from(card).expect("ten cards"));
        let min = model.limits().min;
        let dispersion = change.dispersion();
        let bids = |card: u8| {
            let seen = model.first_seen(card).into_iter();
            seen.map(|(bid, share)| BidShare { bid, share: Part::of(share.observed(), dispersion) }).collect()
        };
        let lone = |level: u16| Price {
            round: Round::First,
            rivals: 2,
            raisers: 1,
            pot: level + 2 * min,
            price: level - min,
        };
        let calls = |card: u8| {
            let part = |level: u16| Part::of(model.pay_share(&lone(level), card), dispersion);
            LEVELS.map(part).to_vec()
        };
        let asked = |card: u8| {
            let holds = |one: &&Sighting| one.cards[usize::from(card)] > 0.5;
            let asked = seen.iter().filter(holds).filter(|one| one.conduct.first_call.is_some()).count();
            u32::try_from(asked).unwrap_or(u32::MAX)
        };
        Self {
            name: name.to_owned(),
            deals: seen.len(),
            fouls: fouls.0,
            fouled: seen.iter().filter(|one| one.conduct.first.is_none()).count(),
            first_foul: fouls.1.map(first_foul),
            change: Told {
                chi_square: (change.statistic * 10.0).round() / 10.0,
                freedom: change.freedom,
                p: change.p,
                is_believed: change.is_believed(),
                dispersion,
            },
            bids: cards().map(bids).collect(),
            levels: LEVELS.to_vec(),
            calls: cards().map(calls).collect(),
            asked: cards().map(asked).collect(),
            tells: tells(seen).iter().map(sentence).collect(),
        }
    }

    fn write(&self, out: &mut impl Write) -> io::Result<()> {
        writeln!(out, "{}, watched in {} deals with all cards in sight", self.name, self.deals)?;
        if self.fouls > 0 {
            let first = self.first_foul.as_deref().unwrap_or_default();
            // Who is absent is not asked again, and fouls all the same.
            if self.fouled > self.fouls as usize {
                writeln!(out, "fouls in {} of {} deals; the first: {first}", self.fouled, self.deals)?;
            } else {
                writeln!(out, "{} fouls, the first: {first}", self.fouls)?;
            }
        }
        let Told { chi_square, freedom, p, is_believed, dispersion } = &self.change;
        let test =
            format!("chi-square {chi_square:.0} on {freedom} degrees of freedom, p {p:.2}, level {LEVEL}");
        if *is_believed {
            writeln!(
                out,
                "it changes while it plays: the second halves of its matches are not like the first ones"
            )?;
            writeln!(out, "({test}); error bars count {dispersion:.1} times fewer deals")?;
        } else {
            writeln!(out, "no change is seen between the halves of its matches ({test})")?;
        }
        writeln!(out, "\nbids of round 1 by card, with 95 % intervals")?;
        for (card, bids) in self.bids.iter().enumerate() {
            let mut most: Vec<&BidShare> = bids.iter().collect();
            most.sort_by(|a, b| b.share.seen.total_cmp(&a.share.seen));
            let rest = most.len().saturating_sub(BIDS);
            most.truncate(BIDS);
            most.sort_by_key(|bid| bid.bid);
            let told: Vec<String> = most.iter().map(|bid| bid.told()).collect();
            let more = if rest > 0 { format!("  and {rest} other sizes") } else { String::new() };
            writeln!(out, "{card}  {}{more}", told.join("  "))?;
        }
        self.write_calls(out)?;
        if self.tells.is_empty() {
            writeln!(out, "\nnothing gives it away in a sentence")?;
        } else {
            writeln!(out, "\nwhat gives it away")?;
            for tell in &self.tells {
                writeln!(out, "- {tell}")?;
            }
        }
        writeln!(out)
    }

    fn write_calls(&self, out: &mut impl Write) -> io::Result<()> {
        if self.asked.iter().all(|&asked| asked == 0) {
            return writeln!(out, "\nit was never asked in the first check");
        }
        writeln!(
            out,
            "\nhow often it pays in the first check, in per cent, when one seat bids this and the others the least"
        )?;
        write!(out, "  ")?;
        for level in &self.levels {
            write!(out, " {level:>11}")?;
        }
        writeln!(out)?;
        for (card, calls) in self.calls.iter().enumerate() {
            if self.asked[card] == 0 {
                writeln!(out, "{card}  never asked")?;
                continue;
            }
            write!(out, "{card} ")?;
            for part in calls {
                write!(out, " {:>11}", part.per_cent())?;
            }
            writeln!(out)?;
        }
        Ok(())
    }
}

impl BidShare {
    fn told(&self) -> String {
        let bid = self.bid.map_or_else(|| "foul".to_owned(), |bid| bid.to_string());
        format!("{bid}: {}", self.share.per_cent())
    }
}

impl Part {
    /// In per cent: `97 (95-98)`.
    fn per_cent(&self) -> String {
        format!("{:.0} ({:.0}-{:.0})", 100.0 * self.share, 100.0 * self.low, 100.0 * self.high)
    }
}

/// A foul in words. What was expected is not told twice.
fn first_foul(fault: &Fault) -> String {
    let Fault { verdict, asked, came, expected, out: _ } = fault;
    let told =
        if asked == expected { format!("{verdict}: asked {asked}; came {came}") } else { fault.to_string() };
    // What it raised stands in its log.
    if *verdict == Verdict::Crashed { format!("{told} (croupier check tells what it logged)") } else { told }
}

/// A tell in words.
fn sentence(tell: &Tell) -> String {
    let Tell { habit, chips, card, seen, of } = *tell;
    let a = if card == 8 { "an" } else { "a" };
    let better = if card == 9 { "a 9".to_owned() } else { format!("{a} {card} or better") };
    let worse = if card == 0 { "a 0".to_owned() } else { format!("{a} {card} or worse") };
    match habit {
        Habit::Fouls if seen == of => format!("it fouls in every deal ({seen} of {of} seen)"),
        Habit::Fouls => format!("it fouls in round 1 in almost every deal ({seen} of {of} seen)"),
        Habit::OneBid => format!("it bids {chips} with any card ({seen} of {of} seen)"),
        Habit::FirstBidShows => {
            format!("a first bid of {chips} or more shows {better} ({seen} of {of} seen)")
        }
        Habit::LeastBidShows => format!("a first bid of {chips} shows {worse} ({seen} of {of} seen)"),
        Habit::RaiseShows => {
            format!("a raise of round 2 by {chips} or more shows {better} ({seen} of {of} seen)")
        }
        Habit::FoldsFirst => format!(
            "with {worse} it folds in the first check when it has to add {chips} or more ({seen} of {of} seen)"
        ),
        Habit::FoldsLast => format!(
            "with {worse} it folds in the last check when it has to add {chips} or more ({seen} of {of} seen)"
        ),
        Habit::PaysLast => format!("with {better} it pays any price in the last check ({seen} of {of} seen)"),
    }
}

impl Answer {
    pub(super) fn write(&self, out: &mut impl Write) -> io::Result<()> {
        for player in &self.players {
            player.write(out)?;
        }
        let Gain { bids, of_models, computed, played, deals, fouls, agrees } = &self.response;
        let against = match self.players.as_slice() {
            [one] => format!("two of {}", one.name),
            players => players.iter().map(|player| player.name.as_str()).collect::<Vec<_>>().join(" and "),
        };
        writeln!(out, "the best response to {against}, in chips a deal")?;
        let bids: Vec<String> = bids.iter().enumerate().map(|(card, bid)| format!("{card}: {bid}")).collect();
        writeln!(out, "first bids by card  {}", bids.join("  "))?;
        writeln!(
            out,
            "computed  {}, learnt from one half of the matches and valued by the other",
            with_interval(computed)
        )?;
        writeln!(
            out,
            "          {of_models:+.1} by the models that it is fitted to: their errors are answered, too"
        )?;
        match played {
            Some(played) => writeln!(out, "played    {} in {deals} deals", with_interval(played))?,
            None => writeln!(out, "played    nothing")?,
        }
        if !agrees {
            writeln!(out, "{}", self.apart())?;
        }
        if *fouls > 0 {
            writeln!(out, "{fouls} fouls were committed against it")?;
        }
        Ok(())
    }
}

impl Answer {
    /// Why what was computed may not be what was won.
    fn apart(&self) -> String {
        let (they, plays) = match self.players.as_slice() {
            [_] => ("it", "plays"),
            _ => ("they", "play"),
        };
        let changes = self.players.iter().any(|player| player.change.is_believed);
        let why = if changes {
            format!(
                "{they} {plays} otherwise as a match goes on, and two seats that change at the same time are \
                 not two that a model takes one by one"
            )
        } else {
            format!(
                "{they} {plays} otherwise against the response than when watched: it may learn in the course of a \
                 match, or go by more than card, price, pot and company"
            )
        };
        format!("these two intervals do not meet: {why}; what was played counts")
    }
}

fn with_interval(estimate: &Estimate) -> String {
    let Estimate { mean, low, high } = estimate;
    format!("{mean:+.1} ({low:+.1} to {high:+.1})")
}

#[cfg(test)]
mod tests {
    use croupier_solve::poker::model::{Habit, Tell};

    use super::sentence;

    #[test]
    fn a_tell_names_the_card_as_one_says_it() {
        let tell = |habit, card| sentence(&Tell { habit, chips: 30, card, seen: 90, of: 100 });
        assert_eq!(
            tell(Habit::FirstBidShows, 8),
            "a first bid of 30 or more shows an 8 or better (90 of 100 seen)"
        );
        assert_eq!(tell(Habit::FirstBidShows, 9), "a first bid of 30 or more shows a 9 (90 of 100 seen)");
        assert_eq!(tell(Habit::LeastBidShows, 0), "a first bid of 30 shows a 0 (90 of 100 seen)");
    }
}
