//! `croupier poker play`: a person, or a file of answers, against two house players.

use clap::value_parser;
use croupier_arena::dealer::Seeded;
use croupier_arena::game_kind::GameKind;
use croupier_arena::house::{Invitation, PREFIX};
use croupier_arena::player::Player;
use croupier_arena::protocol::Object;
use croupier_rules::chance::Key;
use croupier_rules::poker::{Rules, SEATS};
use croupier_rules::seat::Seat;
use croupier_solve::poker::{Limits, Policy, Pricing};

use super::table::Table;
use crate::answers::Answers;
use crate::duel;
use crate::exit::Exit;
use crate::failure::Failure;
use crate::house::HOUSES;
use crate::output;
use crate::seed;

/// Answers are read line by line: a number to bid; `y` or `yes`, `n` or `no` to pay or to fold; `q` leaves the table. The end
/// of the input leaves it too. A deal that is left unfinished does not count. After a deal `?` tells what
/// each choice was worth.
#[derive(Debug, clap::Args)]
#[command(after_help = "Examples:
  croupier poker play
  croupier poker play --against odds,random --coach
  printf '10\\ny\\n' | croupier poker play --seed 7

A bid is the total that you want to stand at. All bids of a stage are sealed, and opened at once. Prices are chips of a \
deal that a choice is worth less than the best one, against two seats that play the equilibrium.")]
pub(crate) struct Play {
    /// The two house players, or one for both seats.
    #[arg(long, value_name = "NAME,NAME", value_delimiter = ',', default_value = "equilibrium")]
    against: Vec<String>,
    /// The session ends after so many deals [default: none].
    #[arg(long, value_name = "N", value_parser = value_parser!(u32).range(1..))]
    deals: Option<u32>,
    /// The seed of the cards and of the house players [default: taken from the clock, and told].
    #[arg(long, value_name = "S")]
    seed: Option<u64>,
    /// Your seat.
    #[arg(long, value_name = "K", default_value_t = 0, value_parser = value_parser!(u8).range(0..3))]
    seat: u8,
    /// Tells after each deal what each of your choices was worth.
    #[arg(long)]
    coach: bool,
    /// Prints JSON Lines of events.
    #[arg(long)]
    json: bool,
}

impl Play {
    pub(super) fn run(&self) -> Result<Exit, Failure> {
        let names = self.names()?;
        let seed = self.seed.unwrap_or_else(seed::of_the_clock);
        output::say(format_args!("seed {seed} (the same deals again: --seed {seed})"));
        let rules = Rules::default();
        let players = std::array::from_fn(|seat| names[seat].map(|name| guest(name, seat, seed, &rules)));
        let table = Table {
            rules,
            seat: usize::from(self.seat),
            names,
            players,
            dealer: Seeded::new(Key::new(seed, "poker/play")),
            answers: Answers::from_standard_input(),
            out: output::answer(),
            is_json: self.json,
            coach: self.coach,
            deals: self.deals,
            pricing: Pricing::new(Policy::of_limits(Limits::of(&rules))),
        };
        table.play()
    }

    /// The house players by seat; none where the person sits.
    fn names(&self) -> Result<[Option<&str>; SEATS], Failure> {
        let [first, second] = match self.against.as_slice() {
            [both] => [both, both],
            [first, second] => [first, second],
            more => {
                let count = more.len();
                return Err(Failure::usage(format!("--against: expected one or two names, found {count}")));
            }
        };
        let mut others = [known(first)?, known(second)?].into_iter();
        Ok(std::array::from_fn(|seat| if seat == usize::from(self.seat) { None } else { others.next() }))
    }
}

/// The name of a house player, with or without `house:`.
fn known(name: &str) -> Result<&str, Failure> {
    let name = name.trim();
    duel::built_in(name.strip_prefix(PREFIX).unwrap_or(name), GameKind::Poker)
}

fn guest(name: &str, seat: usize, seed: u64, rules: &Rules) -> Box<dyn Player<Rules>> {
    let place = Seat(u8::try_from(seat).expect("a table has three seats"));
    let chance = Key::new(seed, &format!("poker/play/seat {seat}")).stream(0);
    let told = Object::new();
    let invitation = Invitation { name, seat: place, chance, rules, told: &told };
    (HOUSES.poker.seat)(invitation).expect("the name is one of the house players")
}
