//! `croupier blackjack selfcheck`: the exact odds against chance, an identity, and a plain recursion.

use std::io::Write;

use clap::value_parser;
use croupier_rules::blackjack::{Ace, Card, Total};
use croupier_rules::chance::{Key, Stream};
use croupier_solve::bankroll::{Deal, Simulator};
use croupier_solve::blackjack::{Choice, Refused, Round, Switches, Table, Unseen, law, plain_spread};
use serde::Serialize;

use super::shoe::refused;
use crate::duel::SEED_MAX;
use crate::exit::Exit;
use crate::failure::Failure;
use crate::output;

/// Checks the odds: hands that are played against the exact value, the identity that drawing like the dealer gains
/// nothing from any shoe, the dealer's laws, and a recursion that knows the rules alone. Exit 1 if any check fails.
#[derive(Debug, clap::Args)]
#[command(after_help = "Examples:
  croupier blackjack selfcheck
  croupier blackjack selfcheck --hands 1000000000 --seed 7

What is found by chance may be off by so much that a sound solver fails once in some three thousand runs.")]
pub(crate) struct Selfcheck {
    /// Hands that are played, each from a fresh shoe.
    #[arg(long, value_name = "N", default_value_t = 20_000_000, value_parser = value_parser!(u64).range(100_000..=10_000_000_000))]
    hands: u64,
    /// Packs of 52 cards in that shoe.
    #[arg(long, value_name = "N", default_value_t = 10, value_parser = value_parser!(u32).range(1..=1_000))]
    packs: u32,
    /// Decides the cards, and the shoes that are tried.
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = value_parser!(u64).range(..=SEED_MAX))]
    seed: u64,
    /// Prints JSON.
    #[arg(long)]
    json: bool,
}

/// Shoes that are tried of each kind.
const SHOES: u64 = 20;

/// Standard errors that chance may be off by.
const ERRORS_MAX: f64 = 4.0;

impl Selfcheck {
    pub(super) fn run(&self) -> Result<Exit, Failure> {
        let checks = self.checks().map_err(|why| refused(&why))?;
        let mut out = output::answer();
        if self.json {
            output::write_json(&checks, &mut out)?;
        } else {
            for Check { name, found, holds } in &checks {
                writeln!(out, "{}  {name}: {found}", if *holds { "ok  " } else { "FAIL" })?;
            }
        }
        out.flush()?;
        Ok(if checks.iter().all(|check| check.holds) { Exit::Done } else { Exit::No })
    }

    fn checks(&self) -> Result<Vec<Check>, Refused> {
        Ok(vec![self.hands()?, self.fairness()?, self.dealer()?, self.recursion()?])
    }

    /// The best table, played and computed.
    fn hands(&self) -> Result<Check, Refused> {
        let shoe = Unseen::of_packs(self.packs)?;
        let table = Table::best(&Round::solve(&shoe, &Switches::default())?);
        let (gain, error) =
            Simulator::new(&table, &shoe, self.seed)?.play(self.hands, Deal::FreshShoes).gain();
        let exact = table.spread().ev();
        let away = (gain - exact) / error;
        Ok(Check {
            name: "hands by the best table",
            found: format!(
                "{} from {} packs gained {gain:+.6} ± {error:.6} each, exactly {exact:+.6}: {away:+.2} standard errors",
                self.hands, self.packs
            ),
            holds: away.abs() < ERRORS_MAX,
        })
    }

    /// Both sides follow one rule then, and the cards may be swapped: the gain is 0 from every shoe.
    fn fairness(&self) -> Result<Check, Refused> {
        let like_the_dealer = |total: Total, _| if total.points <= 16 { Choice::Hit } else { Choice::Stand };
        let mut most: f64 = 0.0;
        for number in 0..SHOES {
            let shoe = self.deep_shoe(number)?;
            most = most.max(Round::solve(&shoe, &Switches::default())?.by(like_the_dealer).ev().abs());
        }
        let found = format!("from {SHOES} shoes, 60 to 500 cards, the gain is 0 to within {most:.0e}");
        Ok(Check { name: "drawing like the dealer is fair", found, holds: most < 1e-12 })
    }

    /// The dealer's draws, played and computed.
    fn dealer(&self) -> Result<Check, Refused> {
        let shoe = Unseen::of_packs(self.packs)?;
        let hands = u32::try_from(self.hands.min(10_000_000) / 10).unwrap_or(u32::MAX);
        let mut most: f64 = 0.0;
        for up in Card::ALL {
            let left = shoe.without(&[up])?;
            let law = law(&left, up, Ace::OneOrEleven);
            let exact: Vec<f64> = law.totals.into_iter().chain([law.bust]).collect();
            let mut counts = [0_u32; 6];
            let mut stream = Key::new(self.seed, "blackjack/selfcheck/dealer").stream(up.points().into());
            for _ in 0..hands {
                counts[draw_out(&left, up, &mut stream)] += 1;
            }
            for (count, exact) in counts.into_iter().zip(exact) {
                let error = (exact * (1.0 - exact) / f64::from(hands)).sqrt();
                most = most.max((f64::from(count) / f64::from(hands) - exact).abs() / error);
            }
        }
        // Sixty chances at once: the largest of them is over 4.7 once in four thousand runs.
        let found =
            format!("sixty chances, {hands} hands an upcard, are met to within {most:.2} standard errors");
        Ok(Check { name: "the dealer's laws", found, holds: most < ERRORS_MAX + 0.7 })
    }

    /// Rounds played out card by card.
    fn recursion(&self) -> Result<Check, Refused> {
        let mut most: f64 = 0.0;
        for number in 0..SHOES {
            let shoe = self.tiny_shoe(number)?;
            let exact = Round::solve(&shoe, &Switches::default())?.spread().ev();
            most = most.max((plain_spread(&shoe, &Switches::default()).ev() - exact).abs());
        }
        let found = format!("{SHOES} shoes of 10 to 14 cards are worth the same to within {most:.0e}");
        Ok(Check { name: "a recursion by the rules alone", found, holds: most < 1e-12 })
    }

    fn deep_shoe(&self, number: u64) -> Result<Unseen, Refused> {
        let mut stream = Key::new(self.seed, "blackjack/selfcheck/deep").stream(number);
        let mut shoe = Unseen::of_packs(10)?;
        let keep = 60 + stream.below(441);
        while shoe.cards() > keep {
            shoe = shoe.without(&[pick(&shoe, &mut stream)])?;
        }
        Ok(shoe)
    }

    fn tiny_shoe(&self, number: u64) -> Result<Unseen, Refused> {
        let mut stream = Key::new(self.seed, "blackjack/selfcheck/tiny").stream(number);
        loop {
            let mut counts = [0; 10];
            for _ in 0..10 + stream.below(5) {
                let index = [0, stream.below(10), stream.below(10), 9][stream.below(4) as usize];
                counts[index as usize] += 1;
            }
            let shoe = Unseen::new(counts)?;
            if Round::solve(&shoe, &Switches::default()).is_ok() {
                return Ok(shoe);
            }
        }
    }
}

/// A check and what came of it.
#[derive(Serialize)]
struct Check {
    name: &'static str,
    found: String,
    holds: bool,
}

fn pick(shoe: &Unseen, stream: &mut Stream) -> Card {
    Card::ALL[stream.pick(&shoe.counts())]
}

/// The dealer draws to 17: 0 for 17, to 4 for 21, 5 for more.
fn draw_out(left: &Unseen, up: Card, stream: &mut Stream) -> usize {
    let (mut left, mut held) = (left.counts(), vec![up]);
    loop {
        match Total::of(held.iter().copied()).points {
            ..17 => {
                let index = stream.pick(&left);
                left[index] -= 1;
                held.push(Card::ALL[index]);
            }
            points @ 17..=21 => return points as usize - 17,
            _ => return 5,
        }
    }
}
