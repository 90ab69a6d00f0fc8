//! `croupier blackjack bankroll`: what becomes of the money over many evenings.

use std::io::{self, Write};
use std::num::NonZeroUsize;

use clap::builder::ValueParser;
use clap::value_parser;
use croupier_arena::cores;
use croupier_arena::estimate::t_quantile;
use croupier_rules::blackjack::mark::FULL;
use croupier_rules::chance::Key;
use croupier_solve::bankroll::{Bets, Bettor, Growth, PACKS_MAX, Shoes, Terms, Test};
use serde::Serialize;

use super::bettors::{Cards, Way};
use super::shoe::refused;
use crate::duel::{self, SEED_MAX};
use crate::exit::Exit;
use crate::failure::Failure;
use crate::fan::{self, Look, Looks, QUANTILES, Quantiles, Tests, quantiles};
use crate::line_chart::{Axis, Chart};
use crate::output;

/// What becomes of the money over many evenings, by ways to bet: growth, chance of the goal, marks.
#[derive(Debug, clap::Args)]
#[command(after_help = "Examples:
  croupier blackjack bankroll
  croupier blackjack bankroll --packs 20 --bets 1,1.25,goal,trim --own-shoes
  croupier blackjack bankroll --cards table --bets 1 --svg > fan.svg

A stock of shoes is played once; each evening draws its shoes from it, and how a round ends is drawn by the edge that it \
promised. Growth is told with the standard error that the stock leaves. The committee bets one Kelly; without \
--own-shoes it has the shoes of the entrants, if it plays its cards as they do. Growth is that of divisible money. `middle evenings` is the median sum of the six that count, of tests that did \
not reach the goal. Bettors are told what a contestant is told: how long evenings are they learn from the first.")]
pub(crate) struct Bankroll {
    /// Packs of 52 cards in a shoe.
    #[arg(long, value_name = "N", default_value_t = 10, value_parser = value_parser!(u32).range(1..=i64::from(PACKS_MAX)))]
    packs: u32,
    /// Shuffles of an evening; the opening one counts.
    #[arg(long, value_name = "N", default_value_t = 500, value_parser = value_parser!(u32).range(2..=100_000))]
    shuffles: u32,
    /// What an evening begins with.
    #[arg(long, value_name = "MONEY", default_value_t = 100_000, value_parser = value_parser!(i64).range(1..=1_000_000_000))]
    money: i64,
    /// The money that ends a test with the full mark.
    #[arg(long, value_name = "MONEY", default_value_t = 1_000_000_000, value_parser = value_parser!(i64).range(1..=1_000_000_000))]
    goal: i64,
    /// How the cards are played.
    #[arg(long, value_enum, default_value_t = Cards::Exact)]
    cards: Cards,
    /// Ways to bet: multiples of the Kelly bet, `flat` (a hundredth of the money at the start), `goal` (the greatest
    /// chance of the goal), `trim` (for the mark, where the committee has its own shoes).
    #[arg(long, value_delimiter = ',', default_value = "0.5,0.75,1,1.25,1.5,2,flat,goal")]
    bets: Vec<Way>,
    /// How the committee plays its cards.
    #[arg(long, value_enum, default_value_t = Cards::Exact)]
    committee: Cards,
    /// The committee plays other shoes than the entrants.
    #[arg(long)]
    own_shoes: bool,
    /// Shoes of the stock.
    #[arg(long, value_name = "N", default_value_t = 1_000, value_parser = value_parser!(u32).range(2..=100_000))]
    shoes: u32,
    /// Tests of ten evenings for each way to bet.
    #[arg(long, value_name = "N", default_value_t = 100, value_parser = value_parser!(u32).range(2..=20_000))]
    tests: u32,
    /// Decides the cards.
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = value_parser!(u64).range(..=SEED_MAX))]
    seed: u64,
    /// Threads [default: the cores of this machine].
    #[arg(long, value_name = "N", value_parser = ValueParser::new(duel::jobs))]
    jobs: Option<NonZeroUsize>,
    /// Prints JSON.
    #[arg(long, conflicts_with = "svg")]
    json: bool,
    /// Prints a picture: the money of the first way to bet over an evening.
    #[arg(long)]
    svg: bool,
}

/// The most packs of all shoes of the stock: some eight million rounds.
const STOCK_MAX: u64 = 1_000_000;

impl Bankroll {
    pub(super) fn run(&self) -> Result<Exit, Failure> {
        if self.money >= self.goal {
            return Err(Failure::bad_input(format!(
                "--money {} is not below --goal {}: an evening would be over before it begins",
                self.money, self.goal
            )));
        }
        if !self.own_shoes && self.bets.contains(&Way(Bettor::ForTheMark)) {
            let why = "--bets trim plays as the committee where that plays the same shoes";
            return Err(Failure::usage(why).hint("--own-shoes gives the committee shoes of its own"));
        }
        if u64::from(self.shoes) * u64::from(self.packs) > STOCK_MAX {
            return Err(Failure::usage(format!(
                "--shoes {} of --packs {} are too many to keep: at most {STOCK_MAX} packs in all",
                self.shoes, self.packs
            )));
        }
        let stocks = Stocks::play(self)?;
        let committee = stocks.committee.as_ref().unwrap_or(&stocks.own);
        let committee: Vec<Test> = self.tests(committee, Bettor::Alike(Bets::Kelly(1.0)), true).0;
        let ways = self.bets.iter().map(|way| self.of_way(&stocks.own, *way, &committee)).collect();
        let answer = Answer {
            packs: self.packs,
            shuffles: self.shuffles,
            money: self.money,
            goal: self.goal,
            cards: self.cards.name(),
            committee: self.committee.name(),
            own_shoes: self.is_apart(),
            shoes: stocks.own.count(),
            rounds: stocks.own.rounds(),
            tests: self.tests,
            seed: self.seed,
            quantiles: QUANTILES,
            ways,
        };
        let mut out = output::answer();
        if self.json {
            output::write_json(&answer, &mut out)?;
        } else if self.svg {
            write!(out, "{}", answer.picture())?;
        } else {
            answer.write(&mut out)?;
        }
        out.flush()?;
        Ok(Exit::Done)
    }

    /// Whether the committee plays other shoes. Who plays his cards another way has other hands after the first that differs,
    /// and other luck.
    fn is_apart(&self) -> bool {
        self.own_shoes || self.cards != self.committee
    }

    fn jobs(&self) -> usize {
        self.jobs.map_or_else(|| cores::available().len(), NonZeroUsize::get)
    }

    fn of_way(&self, shoes: &Shoes, way: Way, committee: &[Test]) -> OfWay {
        let (tests, looks) = self.tests(shoes, way.0, false);
        let marks: Vec<f64> =
            tests.iter().zip(committee).map(|(own, other)| own.mark(other).into()).collect();
        let evenings: usize = tests.iter().map(|test| test.evenings).sum();
        let full = tests.iter().filter(|test| test.full).count();
        let mut sums: Vec<u64> = tests.iter().filter(|test| !test.full).map(Test::trimmed_sum).collect();
        OfWay {
            bets: way.to_string(),
            growth: match way.0 {
                Bettor::Alike(Bets::Kelly(multiple)) => shoes.growth(multiple).map(PerShoe::from),
                Bettor::Alike(Bets::Flat | Bets::Goal) | Bettor::ForTheMark => None,
            },
            goal_of_evening: Chance::of(full, evenings),
            goal_of_test: Chance::of(full, tests.len()),
            trimmed_sum: (!sums.is_empty()).then(|| quantiles(&mut sums)),
            mark: Marks::of(&marks),
            fan: looks.fan(),
        }
    }

    /// Plays all tests of a way to bet. The money at each look comes beside them.
    fn tests(&self, shoes: &Shoes, bettor: Bettor, is_committee: bool) -> (Vec<Test>, Looks) {
        let terms = Terms { money: self.money, shoes: self.shuffles - 1, goal: self.goal };
        let of_whom = if is_committee && self.is_apart() { "committee" } else { "entrants" };
        let key = Key::new(self.seed, &format!("blackjack/bankroll/{of_whom}"));
        Tests { terms, count: self.tests, key, jobs: self.jobs() }.play(shoes, bettor, is_committee)
    }
}

/// The shoes, played by the entrants and by the committee.
struct Stocks {
    own: Shoes,
    /// Where it plays cards another way.
    committee: Option<Shoes>,
}

impl Stocks {
    fn play(asked: &Bankroll) -> Result<Self, Failure> {
        let play = |cards: Cards| {
            let style = cards.style(asked.packs).map_err(|why| refused(&why))?;
            Shoes::play(&style, asked.packs, asked.shoes, asked.seed, asked.jobs())
                .map_err(|why| refused(&why))
        };
        let own = play(asked.cards)?;
        let is_other = asked.committee != asked.cards;
        let committee = is_other.then(|| play(asked.committee)).transpose()?;
        Ok(Self { own, committee })
    }
}

#[derive(Serialize)]
struct Answer {
    packs: u32,
    shuffles: u32,
    money: i64,
    goal: i64,
    cards: &'static str,
    committee: &'static str,
    own_shoes: bool,
    /// Of the stock.
    shoes: usize,
    rounds: usize,
    tests: u32,
    seed: u64,
    /// The shares of evenings, or tests, that have less than the amounts that are told.
    quantiles: [f64; QUANTILES.len()],
    ways: Vec<OfWay>,
}

/// What a way to bet comes to.
#[derive(Serialize)]
struct OfWay {
    bets: String,
    growth: Option<PerShoe>,
    /// The chance that an evening reaches the goal.
    goal_of_evening: Chance,
    /// The chance that any evening of a test does.
    goal_of_test: Chance,
    /// Of the tests that did not reach the goal.
    trimmed_sum: Option<Quantiles>,
    mark: Marks,
    fan: Vec<Look>,
}

/// Growth in nats a shoe, with its standard error.
#[derive(Serialize)]
struct PerShoe {
    nats: f64,
    error: f64,
}

impl From<Growth> for PerShoe {
    fn from(growth: Growth) -> Self {
        Self { nats: growth.mean, error: growth.error }
    }
}

/// A mean of marks with its 95 % interval, by Student's t.
#[derive(Serialize)]
struct Marks {
    mean: f64,
    low: f64,
    high: f64,
}

impl Marks {
    #[expect(clippy::cast_precision_loss, reason = "a number of tests is far below 2^53")]
    fn of(all: &[f64]) -> Self {
        let count = all.len() as f64;
        let mean = all.iter().sum::<f64>() / count;
        let variance = all.iter().map(|one| (one - mean).powi(2)).sum::<f64>() / (count - 1.0);
        let half = t_quantile(all.len() - 1) * (variance / count).sqrt();
        let most = f64::from(FULL);
        Self { mean, low: (mean - half).max(0.0), high: (mean + half).min(most) }
    }
}

/// A share with its 95 % interval (Wilson 1927).
#[derive(Serialize)]
struct Chance {
    share: f64,
    low: f64,
    high: f64,
}

impl Chance {
    #[expect(clippy::cast_precision_loss, reason = "a number of evenings is far below 2^53")]
    fn of(part: usize, all: usize) -> Self {
        const Z: f64 = 1.959_964;
        let (share, count) = (part as f64 / all as f64, all as f64);
        let middle = share + Z * Z / (2.0 * count);
        let half = Z * (share * (1.0 - share) / count + Z * Z / (4.0 * count * count)).sqrt();
        let whole = 1.0 + Z * Z / count;
        Self { share, low: ((middle - half) / whole).max(0.0), high: ((middle + half) / whole).min(1.0) }
    }
}

impl Answer {
    fn write(&self, out: &mut impl Write) -> io::Result<()> {
        let Self { packs, shuffles, money, goal, cards, committee, shoes, rounds, tests, seed, .. } = self;
        writeln!(
            out,
            "{packs} packs, {shuffles} shuffles, {money} to begin with, {goal} as the goal, cards by {cards}, seed {seed}"
        )?;
        let whose = if self.own_shoes { "shoes of its own" } else { "the same shoes" };
        writeln!(
            out,
            "{shoes} shoes were played, {rounds} rounds; {tests} tests of ten evenings; committee {committee}, 1 Kelly, on {whose}\n"
        )?;
        writeln!(
            out,
            "{:<10}  {:>19}  {:>44}  {:>15}  {:>21}  {:>15}  mark, 95 % interval",
            "bets",
            "growth, nats a shoe",
            "money of an evening: 5 %, median, 95 %",
            "goal in evening",
            "goal in test",
            "middle evenings"
        )?;
        for way in &self.ways {
            let growth = way
                .growth
                .as_ref()
                .map_or_else(|| "-".to_owned(), |growth| format!("{:.5} ± {:.5}", growth.nats, growth.error));
            let last = &way.fan[way.fan.len() - 1].money;
            let money = format!("{:>13} {:>13} {:>13}", last[1], last[3], last[5]);
            let Chance { share, low, high } = way.goal_of_test;
            let goal = format!("{share:.3}, {low:.3} to {high:.3}");
            let sum = way.trimmed_sum.map_or_else(|| "-".to_owned(), |sums| sums[3].to_string());
            let mark = format!("{:>5.2}, {:.2} to {:.2}", way.mark.mean, way.mark.low, way.mark.high);
            writeln!(
                out,
                "{:<10}  {growth:>19}  {money:>44}  {:>15.4}  {goal:>21}  {sum:>15}  {mark}",
                way.bets, way.goal_of_evening.share
            )?;
        }
        Ok(())
    }

    /// The quantiles of the money of the first way to bet.
    fn picture(&self) -> Chart {
        let way = &self.ways[0];
        let lines = fan::lines(&way.fan);
        let levels = || lines.iter().flat_map(|line| &line.points).map(|point| point.1);
        let (least, most) = (levels().fold(f64::MAX, f64::min), levels().fold(1.0, f64::max));
        Chart {
            title: format!(
                "{} packs, cards by {}, bets {}: money over an evening, {} tests",
                self.packs, self.cards, way.bets, self.tests
            ),
            x: Axis { name: "shoes", from: 0.0, to: f64::from(self.shuffles - 1), is_log: false },
            y: Axis { name: "money", from: least, to: most.max(least * 10.0), is_log: true },
            bands: Vec::new(),
            lines,
        }
    }
}
