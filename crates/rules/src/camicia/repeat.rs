//! Playing a deal to its end, and seeing that it has none.

use std::collections::BTreeMap;
use std::hash::{DefaultHasher, Hash, Hasher};

use super::game::{Deck, Game};
use super::{Cycle, Deal, Options, Outcome, Player, StateKey, Status};

/// Plays a deal until it is over, repeats a state, or has used up the limit on cards.
///
/// By default, with [`StateKey::Leader`] and no limit, the memory is that of a few copies of the deal, however long the game is.
/// Otherwise a few bytes are kept for each trick. For many deals, a [`Simulation`] is faster.
pub fn play(deal: &Deal, options: Options) -> Outcome {
    Simulation::default().play(deal, options)
}

/// Plays one deal after the other in the same memory.
///
/// ```
/// use croupier_rules::camicia::{Deal, Options, Simulation};
///
/// let mut simulation = Simulation::default();
/// for (text, cards) in [("2/3", 2), ("2A78Q/3456K", 10)] {
///     let deal: Deal = text.parse()?;
///     assert_eq!(simulation.play(&deal, Options::default()).cards, cards);
/// }
/// # Ok::<(), croupier_rules::camicia::DealError>(())
/// ```
#[derive(Debug, Default)]
pub struct Simulation {
    game: Game,
    saved: Saved,
}

impl Simulation {
    /// Plays a deal; see [`play`].
    pub fn play(&mut self, deal: &Deal, options: Options) -> Outcome {
        self.game.start(deal);
        if self.game.is_over() {
            take_empty_pile(&mut self.game);
            return counts(&self.game, Status::Finished);
        }
        match options {
            Options { state: StateKey::Leader, max_cards: None } => self.play_beside_a_saved_state(deal),
            Options { state, max_cards } => {
                let cards_max = max_cards.unwrap_or(u64::MAX);
                play_with_memory(deal, &mut self.game, Seen::new(state), cards_max)
            }
        }
    }

    /// Brent's cycle finding: the state after 0, 1, 3, 7, 15… tricks is saved and compared with those that follow.
    /// The length of a cycle falls out; a second pass finds where it begins.
    fn play_beside_a_saved_state(&mut self, deal: &Deal) -> Outcome {
        let Self { game, saved } = self;
        saved.copy(game);
        let mut tricks_since = 0;
        let mut tricks_until_next = 1;
        loop {
            game.play_trick();
            if game.is_over() {
                return counts(game, Status::Finished);
            }
            tricks_since += 1;
            if saved.is_state_of(game) {
                return first_repeat(deal, tricks_since);
            }
            if tricks_since == tricks_until_next {
                saved.copy(game);
                tricks_since = 0;
                tricks_until_next *= 2;
            }
        }
    }
}

/// Who has cards at the start, when the other has none, takes the empty pile (ruling 16).
fn take_empty_pile(game: &mut Game) {
    let collector = if game.deck(Player::A).is_empty() { Player::B } else { Player::A };
    game.collect(collector);
}

fn counts(game: &Game, status: Status) -> Outcome {
    Outcome { status, cards: game.cards(), tricks: game.tricks() }
}

/// Runs two games one cycle apart until they meet: there the cycle begins, and the one ahead sees the repeat (ruling 17).
fn first_repeat(deal: &Deal, cycle_tricks: u64) -> Outcome {
    let mut behind = Game::new(deal);
    let mut ahead = Game::new(deal);
    for _ in 0..cycle_tricks {
        ahead.play_trick();
    }
    while !same_state(&behind, &ahead) {
        behind.play_trick();
        ahead.play_trick();
    }
    let cycle =
        Cycle { lead_in_tricks: behind.tricks(), cycle_tricks, cycle_cards: ahead.cards() - behind.cards() };
    counts(&ahead, Status::Loop(cycle))
}

fn same_state(one: &Game, other: &Game) -> bool {
    same_decks(one, other) && one.leader() == other.leader()
}

fn same_decks(one: &Game, other: &Game) -> bool {
    Player::BOTH.iter().all(|&player| one.deck(player) == other.deck(player))
}

/// The state of a game at some earlier moment.
#[derive(Debug, Default)]
struct Saved {
    decks: [Deck; 2],
    leader: Player,
}

impl Saved {
    fn copy(&mut self, game: &Game) {
        for (deck, player) in self.decks.iter_mut().zip(Player::BOTH) {
            deck.copy(game.deck(player));
        }
        self.leader = game.leader();
    }

    fn is_state_of(&self, game: &Game) -> bool {
        self.leader == game.leader()
            && Player::BOTH.iter().zip(&self.decks).all(|(&player, deck)| deck == game.deck(player))
    }
}

/// Remembers every state. Decks alone do not say how the game goes on, so for them no saved state will do;
/// and with a limit the repeat must be seen at once.
fn play_with_memory(deal: &Deal, game: &mut Game, mut seen: Seen, cards_max: u64) -> Outcome {
    loop {
        if let Some(first) = seen.earlier(deal, game) {
            let cycle = Cycle {
                lead_in_tricks: first.tricks(),
                cycle_tricks: game.tricks() - first.tricks(),
                cycle_cards: game.cards() - first.cards(),
            };
            return counts(game, Status::Loop(cycle));
        }
        let tricks = game.tricks();
        game.play_trick();
        if game.cards() > cards_max {
            // The limit came in the middle of this trick.
            return Outcome { status: Status::Limit, cards: cards_max, tricks };
        }
        if game.is_over() {
            return counts(game, Status::Finished);
        }
    }
}

/// The states of a game so far, as hashes. A hash that comes again is looked into by playing up to it once more,
/// so that the answer is exact.
#[derive(Debug)]
struct Seen {
    key: StateKey,
    /// For each hash, the tricks after which a state had it.
    tricks_by_hash: BTreeMap<u64, Vec<u64>>,
}

impl Seen {
    const fn new(key: StateKey) -> Self {
        Self { key, tricks_by_hash: BTreeMap::new() }
    }

    /// Returns the game at the earlier moment that had the same state, or notes this one.
    fn earlier(&mut self, deal: &Deal, game: &Game) -> Option<Game> {
        let tricks = self.tricks_by_hash.entry(self.key.hash(game)).or_default();
        for &trick in &*tricks {
            let mut earlier = Game::new(deal);
            for _ in 0..trick {
                earlier.play_trick();
            }
            if self.key.same(&earlier, game) {
                return Some(earlier);
            }
        }
        tricks.push(game.tricks());
        None
    }
}

impl StateKey {
    fn hash(self, game: &Game) -> u64 {
        let mut hasher = DefaultHasher::new();
        game.deck(Player::A).hash(&mut hasher);
        game.deck(Player::B).hash(&mut hasher);
        if self == Self::Leader {
            game.leader().hash(&mut hasher);
        }
        hasher.finish()
    }

    fn same(self, one: &Game, other: &Game) -> bool {
        match self {
            Self::Leader => same_state(one, other),
            Self::Decks => same_decks(one, other),
        }
    }
}
