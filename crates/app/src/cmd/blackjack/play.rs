//! `croupier blackjack play`: a person, or a file of answers, against the dealer.

use croupier_arena::dealer::{Scripted, Seeded};
use croupier_rules::blackjack::{Ace, Card, Limits, Rules, Script, exam};
use croupier_rules::chance::Key;
use croupier_rules::game::Game;

use super::contest::Contest;
use super::exam::Exam;
use super::table::{Face, Format, Table};
use super::which::{AceWorth, Which};
use crate::answers::Answers;
use crate::exit::Exit;
use crate::failure::Failure;
use crate::output;
use crate::seed;

/// Answers are read line by line: a sum to bet; `h` or `hit`, `s` or `stand`; `q` leaves the table.
/// The end of the input leaves it too. A hand that is left unfinished does not count.
#[derive(Debug, clap::Args)]
#[command(after_help = "Examples:\n  croupier blackjack play\n  \
    printf '100\\ns\\n' | croupier blackjack play --seed 7\n  \
    croupier blackjack play --rules exam --ace 1")]
pub(crate) struct Args {
    /// The game: the betting contest, or the beginners' exam without money.
    #[arg(long, value_enum, default_value_t = Which::Contest)]
    rules: Which,

    /// What an ace counts in the exam. The contest has 1 or 11.
    #[arg(long, value_enum, value_name = "WORTH")]
    ace: Option<AceWorth>,

    /// The money to start with [default: 20000].
    #[arg(long, value_name = "N")]
    money: Option<i64>,

    /// Packs of 52 cards in the shoe [default: 10].
    #[arg(long, value_name = "N")]
    packs: Option<u32>,

    /// The evening ends when the cards have been shuffled so many times, the first shuffle included
    /// [default: 200].
    #[arg(long, value_name = "N")]
    shuffles: Option<u32>,

    /// The seed of the shuffles [default: taken from the clock, and told].
    #[arg(long, value_name = "S", conflicts_with = "cards")]
    seed: Option<u64>,

    /// Cards in the order in which they are dealt, such as `9AT56`, in the place of a shuffled shoe.
    #[arg(long, value_name = "CARDS")]
    cards: Option<String>,

    /// Prints JSON Lines of events.
    #[arg(long)]
    json: bool,
}

/// Plays until the evening is over, the player leaves, or the answers end.
pub(crate) fn run(args: Args) -> Result<Exit, Failure> {
    match args.rules {
        Which::Contest => {
            if args.ace.is_some() {
                return Err(Failure::usage("--ace belongs to --rules exam: the contest has 1 or 11"));
            }
            let rules = contest_rules(&args)?;
            let cards = Cards::of(&args)?;
            sit_down(&args, &rules, Contest::new(rules, cards.seed()), cards)
        }
        Which::Exam => {
            let given = [
                ("--money", args.money.is_some()),
                ("--packs", args.packs.is_some()),
                ("--shuffles", args.shuffles.is_some()),
            ];
            if let Some((flag, _)) = given.into_iter().find(|(_, given)| *given) {
                let why = "the exam has one pack and no money";
                return Err(Failure::usage(format!("{flag} belongs to --rules contest: {why}")));
            }
            let ace = args.ace.map_or(Ace::OneOrEleven, Ace::from);
            let (rules, cards) = (exam::Rules { ace }, Cards::of(&args)?);
            sit_down(&args, &rules, Exam::new(rules, cards.seed()), cards)
        }
    }
}

/// Free play takes any values that the numbers can hold (ruling 7).
fn contest_rules(args: &Args) -> Result<Rules, Failure> {
    let standard = Rules::default();
    let rules = Rules {
        money: args.money.unwrap_or(standard.money),
        packs: args.packs.unwrap_or(standard.packs),
        shuffles: args.shuffles.unwrap_or(standard.shuffles),
        ..standard
    };
    Limits::Free.check(&rules).map_err(Failure::usage)?;
    Ok(rules)
}

/// Where the cards come from, and the seed to tell.
enum Cards {
    Seed(u64),
    Script(Vec<Card>),
}

impl Cards {
    fn of(args: &Args) -> Result<Self, Failure> {
        if let Some(cards) = &args.cards {
            let script = Script::parse(cards).map_err(|why| Failure::bad_input(format!("--cards: {why}")))?;
            return Ok(Self::Script(script.into_cards()));
        }
        let seed = args.seed.unwrap_or_else(seed::of_the_clock);
        output::say(format!("seed {seed} (the same cards again: --seed {seed})"));
        Ok(Self::Seed(seed))
    }

    fn seed(&self) -> Option<u64> {
        match self {
            Self::Seed(seed) => Some(*seed),
            Self::Script(_) => None,
        }
    }
}

fn sit_down<G: Game<Draw = Card>, F: Face<G>>(
    args: &Args,
    rules: &G,
    face: F,
    cards: Cards,
) -> Result<Exit, Failure> {
    let format = if args.json { Format::Json } else { Format::Plain };
    let (answers, out) = (Answers::from_standard_input(), output::answer());
    match cards {
        Cards::Seed(seed) => {
            let dealer = Seeded::new(Key::new(seed, "blackjack/play"));
            Table { rules, face, dealer, cards: usize::MAX, answers, out, format }.play()
        }
        Cards::Script(cards) => {
            let count = cards.len();
            Table { rules, face, dealer: Scripted::new(cards), cards: count, answers, out, format }.play()
        }
    }
}
