//! Whom the verb is about: bots by their paths, built-in players by their names.

use croupier_arena::contestant::Contestant;
use croupier_arena::entrant::{self, Field};
use croupier_arena::game_kind::GameKind;
use croupier_arena::run::Parlour;

use crate::duel::Named;
use crate::failure::Failure;

/// The players of the command, in its order.
pub(super) struct Subjects {
    named: Vec<Subject>,
    /// The bots among them.
    pub(super) field: Field,
}

enum Subject {
    /// The bot of that place in the field.
    Bot(usize),
    House(String),
}

impl Subjects {
    /// Reads the arguments.
    pub(super) fn read(players: &[String]) -> Result<Self, Failure> {
        let (mut named, mut paths) = (Vec::new(), Vec::new());
        for player in players {
            let Named { mut bots, mut house } = Named::read(std::slice::from_ref(player), GameKind::Poker)?;
            match (bots.pop(), house.pop()) {
                (Some(path), _) => {
                    named.push(Subject::Bot(paths.len()));
                    paths.push(path);
                }
                (None, Some(name)) => named.push(Subject::House(name)),
                (None, None) => unreachable!("an argument names a player"),
            }
        }
        let entrants = entrant::find_each(&paths, GameKind::Poker).map_err(|problems| {
            Failure::bad_input(problems).hint("a BOT is a file, a folder, or a built-in player: house:NAME")
        })?;
        Ok(Self { named, field: Field { entrants, unfit: Vec::new() } })
    }

    /// Them as they are seated.
    pub(super) fn seated(&self, parlour: &Parlour) -> Vec<Contestant> {
        let seat = |subject: &Subject| match subject {
            Subject::Bot(place) => parlour.contestants()[*place].clone(),
            Subject::House(name) => Contestant::house(name),
        };
        self.named.iter().map(seat).collect()
    }
}
