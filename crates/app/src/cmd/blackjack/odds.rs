//! `croupier blackjack odds`: what a shoe, an upcard or a hand is worth.

use std::io::{self, Write};

use croupier_rules::blackjack::{Card, Hand};
use croupier_solve::blackjack::{Choice, Law, Play, Round, Spread, Switches, Table, Unseen, law, removal};
use serde::Serialize;

use super::shoe::{Shoe, cards, refused};
use crate::exit::Exit;
use crate::failure::Failure;
use crate::output;
pub(super) use crate::review::blackjack::name;

/// What a bet of 1 comes to by the best play, exactly: every hand and every draw is counted, by the very
/// cards that are left.
#[derive(Debug, clap::Args)]
#[command(after_help = "Examples:
  croupier blackjack odds
  croupier blackjack odds --packs 8 --up T --hand 97
  croupier blackjack odds --shoe 2,4,0,1,3,4,4,2,0,9 --up 5
  croupier blackjack odds --rules exam --ace 1

Without --up a whole round is worth what is told; with it, a round against that upcard; with --hand too, \
the hand by each of its two choices. The upcard and the hand are taken out of the packs; from the counts of --shoe \
they are out already.")]
pub(crate) struct Odds {
    #[command(flatten)]
    shoe: Shoe,

    /// The dealer's upcard.
    #[arg(long, value_name = "CARD")]
    up: Option<String>,

    /// The player's cards, two or more.
    #[arg(long, value_name = "CARDS", requires = "up")]
    hand: Option<String>,

    /// Also what removing one card of each value adds to the gain.
    #[arg(long, conflicts_with = "up")]
    removal: bool,

    /// Prints JSON.
    #[arg(long)]
    json: bool,
}

impl Odds {
    pub(super) fn run(&self) -> Result<Exit, Failure> {
        let (switches, unseen) = (self.shoe.switches()?, self.shoe.unseen()?);
        let answer = match &self.up {
            None => self.of_round(&unseen, &switches)?,
            Some(up) => {
                let &[up] = &cards("--up", up)?[..] else {
                    return Err(Failure::bad_input(format!(
                        "--up: expected one card, found \"{}\"",
                        up.escape_debug()
                    )));
                };
                let left = self.shoe.without(&unseen, "--up", &[up])?;
                match &self.hand {
                    None => of_upcard(left, up, &switches)?,
                    Some(hand) => {
                        let hand = cards("--hand", hand)?;
                        check_hand(&hand)?;
                        of_hand(self.shoe.without(&left, "--hand", &hand)?, up, &hand, &switches)?
                    }
                }
            }
        };
        output::give(&answer, self.json, Answer::write)?;
        Ok(Exit::Done)
    }

    fn of_round(&self, unseen: &Unseen, switches: &Switches) -> Result<Answer, Failure> {
        let round = Round::solve(unseen, switches).map_err(|why| refused(&why))?;
        let upcards = Card::ALL.into_iter().filter_map(|up| {
            let left = unseen.without(&[up]).ok()?;
            let law = law(&left, up, switches.ace);
            Some(OfUpcard {
                up,
                chance: round.chance(up),
                worth: round.against(up)?.into(),
                dealer: law.into(),
            })
        });
        let removal =
            if self.removal { Some(removal(unseen, switches).map_err(|why| refused(&why))?) } else { None };
        Ok(Answer::Round(OfRound {
            shoe: unseen.counts(),
            worth: round.spread().into(),
            by_totals: Table::best(&round).spread().into(),
            upcards: upcards.collect(),
            removal,
        }))
    }
}

fn of_upcard(left: Unseen, up: Card, switches: &Switches) -> Result<Answer, Failure> {
    let mut play = Play::default();
    play.solve(&left, up, &[], switches).map_err(|why| refused(&why))?;
    let worth = play.round().into();
    Ok(Answer::Upcard(OfUpcard { up, chance: 1.0, worth, dealer: law(&left, up, switches.ace).into() }))
}

fn of_hand(left: Unseen, up: Card, hand: &[Card], switches: &Switches) -> Result<Answer, Failure> {
    let mut play = Play::default();
    play.solve(&left, up, hand, switches).map_err(|why| refused(&why))?;
    let decision = *play.decision(hand).expect("it was just solved");
    let hand: Hand = hand.iter().copied().collect();
    Ok(Answer::Hand(OfHand {
        up,
        total: hand.total_with(switches.ace).to_string(),
        hand,
        best: name(decision.best()),
        gain: (decision.hit.ev() - decision.stand.ev()).abs(),
        stand: decision.stand.ev(),
        hit: decision.hit.ev(),
        choices: Choices { stand: decision.of(Choice::Stand).into(), hit: decision.of(Choice::Hit).into() },
        dealer: law(&left, up, switches.ace).into(),
    }))
}

fn check_hand(hand: &[Card]) -> Result<(), Failure> {
    if hand.len() < 2 {
        return Err(Failure::bad_input("--hand: expected two cards or more"));
    }
    if hand.len() > Hand::MOST {
        return Err(Failure::bad_input(format!("--hand: expected at most {} cards", Hand::MOST)));
    }
    Ok(())
}

#[derive(Serialize)]
#[serde(untagged)]
enum Answer {
    Round(OfRound),
    Upcard(OfUpcard),
    Hand(OfHand),
}

#[derive(Serialize)]
struct OfRound {
    /// Ten counts, aces first.
    shoe: [u32; 10],
    #[serde(flatten)]
    worth: Worth,
    by_totals: Worth,
    upcards: Vec<OfUpcard>,
    #[serde(skip_serializing_if = "Option::is_none")]
    removal: Option<[Option<f64>; 10]>,
}

#[derive(Serialize)]
struct OfUpcard {
    up: Card,
    chance: f64,
    #[serde(flatten)]
    worth: Worth,
    dealer: Dealer,
}

#[derive(Serialize)]
struct OfHand {
    up: Card,
    hand: Hand,
    total: String,
    best: &'static str,
    /// What the other choice costs.
    gain: f64,
    /// The expected gain of each choice.
    stand: f64,
    hit: f64,
    choices: Choices,
    dealer: Dealer,
}

#[derive(Serialize)]
struct Choices {
    stand: Worth,
    hit: Worth,
}

/// What a bet of 1 comes to.
#[derive(Serialize)]
struct Worth {
    ev: f64,
    win: f64,
    push: f64,
    lose: f64,
}

impl From<Spread> for Worth {
    fn from(spread: Spread) -> Self {
        // Where something cannot happen, rounding may leave a trace below 0.
        let [win, push, lose] = [spread.win, spread.push, spread.lose].map(|chance| chance.max(0.0) + 0.0);
        Self { ev: spread.ev(), win, push, lose }
    }
}

/// The chances of what the dealer ends with.
#[derive(Serialize)]
struct Dealer {
    #[serde(rename = "17")]
    of_17: f64,
    #[serde(rename = "18")]
    of_18: f64,
    #[serde(rename = "19")]
    of_19: f64,
    #[serde(rename = "20")]
    of_20: f64,
    #[serde(rename = "21")]
    of_21: f64,
    bust: f64,
}

impl From<Law> for Dealer {
    fn from(law: Law) -> Self {
        let [of_17, of_18, of_19, of_20, of_21] = law.totals;
        Self { of_17, of_18, of_19, of_20, of_21, bust: law.bust.max(0.0) }
    }
}

impl Answer {
    fn write(&self, out: &mut impl Write) -> io::Result<()> {
        match self {
            Self::Round(round) => round.write(out),
            Self::Upcard(upcard) => {
                writeln!(out, "against {}, by the best play", upcard.up)?;
                upcard.worth.write(out)?;
                upcard.dealer.write(out)
            }
            Self::Hand(hand) => hand.write(out),
        }
    }
}

impl OfRound {
    fn write(&self, out: &mut impl Write) -> io::Result<()> {
        let cards: u32 = self.shoe.iter().sum();
        writeln!(out, "a shoe of {cards} cards, by the best play")?;
        self.worth.write(out)?;
        writeln!(out, "by the best table of totals: gain {:+.9}", self.by_totals.ev)?;
        writeln!(out, "\nupcard  chance      gain       17       18       19       20       21     bust")?;
        for OfUpcard { up, chance, worth, dealer } in &self.upcards {
            let Dealer { of_17, of_18, of_19, of_20, of_21, bust } = dealer;
            writeln!(
                out,
                "{up:>6} {chance:>7.5} {:>+9.6} {of_17:>8.6} {of_18:>8.6} {of_19:>8.6} {of_20:>8.6} {of_21:>8.6} \
                 {bust:>8.6}",
                worth.ev
            )?;
        }
        if let Some(removal) = &self.removal {
            writeln!(out, "\none card less   the gain changes by")?;
            for (card, change) in Card::ALL.into_iter().zip(removal) {
                match change {
                    Some(change) => writeln!(out, "{card:>13}   {change:+.9}")?,
                    None => writeln!(out, "{card:>13}   -")?,
                }
            }
        }
        Ok(())
    }
}

impl OfHand {
    fn write(&self, out: &mut impl Write) -> io::Result<()> {
        let Self { up, hand, total, best, gain, .. } = self;
        writeln!(out, "{hand} ({total}) against {up}: {best}, by {gain:.9}")?;
        writeln!(out, "stand")?;
        self.choices.stand.write(out)?;
        writeln!(out, "hit, then the best play")?;
        self.choices.hit.write(out)?;
        self.dealer.write(out)
    }
}

impl Worth {
    fn write(&self, out: &mut impl Write) -> io::Result<()> {
        let Self { ev, win, push, lose } = self;
        writeln!(out, "  gain {ev:+.9}   win {win:.9}   push {push:.9}   lose {lose:.9}")
    }
}

impl Dealer {
    fn write(&self, out: &mut impl Write) -> io::Result<()> {
        let Self { of_17, of_18, of_19, of_20, of_21, bust } = self;
        writeln!(
            out,
            "dealer\n  17 {of_17:.6}   18 {of_18:.6}   19 {of_19:.6}   20 {of_20:.6}   21 {of_21:.6}   bust {bust:.6}"
        )
    }
}
