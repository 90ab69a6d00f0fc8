//! Contests without a folder, as `match` and `check` play them.

use std::num::NonZeroUsize;
use std::path::PathBuf;

use croupier_arena::contest::{BlackjackContest, Contest, ContestRules, Settings, Test};
use croupier_arena::game_kind::GameKind;
use croupier_arena::house::PREFIX;
use croupier_arena::limits::Limits;
use croupier_arena::suggestion::{alternatives, nearest};
use croupier_rules::blackjack::mark::EVENINGS;

use crate::failure::Failure;
use crate::house;

/// The greatest seed: the store keeps it as a signed number of 64 bits.
pub(crate) const SEED_MAX: u64 = i64::MAX.unsigned_abs();

/// Players as a command names them: bots by their paths, built-in players by their names.
#[derive(Debug, Default, PartialEq, Eq)]
pub(crate) struct Named {
    pub(crate) bots: Vec<PathBuf>,
    pub(crate) house: Vec<String>,
}

impl Named {
    /// Tells bots from built-in players.
    pub(crate) fn read(players: &[String], game: GameKind) -> Result<Self, Failure> {
        let mut named = Self::default();
        for player in players {
            match player.strip_prefix(PREFIX) {
                None => named.bots.push(player.into()),
                Some(name) => named.house.push(built_in(name, game)?.to_owned()),
            }
        }
        Ok(named)
    }
}

/// The name of a built-in player, if there is one.
pub(crate) fn built_in(name: &str, game: GameKind) -> Result<&str, Failure> {
    if house::names(game).contains(&name) { Ok(name) } else { Err(unknown_player(name, game)) }
}

fn unknown_player(name: &str, game: GameKind) -> Failure {
    let known = house::names(game);
    let failure = Failure::bad_input(format!("{game} has no built-in player `{name}`"));
    match nearest(name, known.iter().copied()) {
        Some(right) => failure.hint(format!("did you mean {PREFIX}{right}?")),
        None => failure.hint(format!("its players are {PREFIX}{}", alternatives(known))),
    }
}

/// A game as the command line names it.
pub(crate) fn game(word: &str) -> Result<GameKind, String> {
    word.parse().map_err(|unknown: croupier_arena::game_kind::UnknownGame| match unknown.nearest {
        Some(right) => format!("{unknown}; did you mean {right}?"),
        None => unknown.to_string(),
    })
}

/// The most threads, or matches at a time: more would only wait for each other.
const JOBS_MAX: usize = 1_024;

/// How many matches are played at a time.
pub(crate) fn jobs(word: &str) -> Result<NonZeroUsize, String> {
    let jobs = word.parse().ok().filter(|jobs: &NonZeroUsize| jobs.get() <= JOBS_MAX);
    jobs.ok_or_else(|| format!("expected a whole number from 1 to {JOBS_MAX}"))
}

/// A contest whose run goes by this label.
pub(crate) fn contest(label: &str, seed: u64, rules: ContestRules, house: Vec<String>) -> Contest {
    Contest {
        name: label.replace('-', " of "),
        folder: PathBuf::from(label),
        entrants: PathBuf::new(),
        seed,
        settings: Settings { rules, house, trust: false, limits: Limits::default() },
    }
}

/// Blackjack with one test, of evenings that are alike.
pub(crate) fn blackjack(name: &str, money: u32, packs: u32, shuffles: u32) -> BlackjackContest {
    let test = Test { name: name.into(), money, packs, shuffles: [shuffles; EVENINGS], seed: None };
    BlackjackContest { free_limits: true, tests: vec![test], ..BlackjackContest::default() }
}

/// A contest of programs with so many tests of our own; its run goes by this label.
pub(crate) fn programs(label: &str, game: GameKind, seed: u64, tests: u32) -> Contest {
    let text = format!(
        "name = '{label}'\ngame = '{game}'\nseed = {seed}\n\
         [[test]]\nname = 'mixed'\ngenerate = {tests}\n"
    );
    let file = PathBuf::from(label).join("contest.toml");
    Contest::parse(&file, text.as_bytes(), house::names).expect("our own text is a contest")
}

#[cfg(test)]
mod tests {
    use croupier_arena::game_kind::GameKind;

    use super::Named;

    #[test]
    fn built_in_players_are_told_from_files() {
        let players = ["house:odds", "a/house.py", "house:random"].map(str::to_owned);
        let named = Named::read(&players, GameKind::Poker).unwrap();
        assert_eq!(named.house, ["odds", "random"]);
        assert_eq!(named.bots.len(), 1);
        let wrong = Named::read(&["house:odd".to_owned()], GameKind::Poker).unwrap_err();
        assert_eq!(wrong.hint.as_deref(), Some("did you mean house:odds?"));
    }
}
