//! Whether the cards of a record are those that its seed gives: nobody chose them.

use croupier_rules::chance::Key;
use croupier_rules::game::{Game, Step, rules_of};
use croupier_rules::record::{Event, Record, RecordError};

use crate::dealer::{Dealer, Seeded};

/// Why the cards of a record are not believed.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum NotDealt {
    /// The rules do not bear the record out.
    #[error(transparent)]
    Record(#[from] RecordError),
    /// A draw is another than the seed's.
    #[error(
        "game {game}, draw {draw}: the record has a card that the seed {seed} does not give: \
         the cards were chosen, or the match was played with another seed"
    )]
    Foreign {
        /// The game, counted from 1.
        game: u32,
        /// The draw of the game, counted from 1.
        draw: u32,
        /// The seed of the record's header.
        seed: u64,
    },
}

/// The key of the cards of a match.
pub(crate) fn key(seed: u64, label: &str) -> Key {
    Key::new(seed, &format!("{label}/deal"))
}

/// Replays a record by the rules, and draws each card again from the seed in its header.
///
/// # Errors
/// The first card that is another one; see [`NotDealt`].
pub fn check<G: Game>(record: &Record) -> Result<(), NotDealt> {
    let rules = record.rules::<G>()?;
    let seed = record.header.seed;
    let mut dealer = Seeded::new(key(seed, &record.header.label));
    let (mut number, mut draw) = (0, 0);
    let mut foreign = None;
    record.replay(&rules, &mut |event| match event {
        Event::Start { game } => (number, draw) = (game, 0),
        Event::Step { before, step: Step::Draw(dealt), .. } => {
            draw += 1;
            let due = dealer.draw(number, rules_of(&rules, number), before);
            if foreign.is_none() && due != Ok(*dealt) {
                foreign = Some(NotDealt::Foreign { game: number + 1, draw, seed });
            }
        }
        Event::Step { .. } | Event::Fault(_) | Event::Over { .. } => {}
    })?;
    foreign.map_or(Ok(()), Err)
}
