//! Whether the cards of a record are those that its seed gives: nobody chose them.

use croupier_rules::game::{Game, Step, rules_of};
use croupier_rules::record::{Event, Record, RecordError};

use crate::dealer::Dealer;
use crate::dealing::Dealing;

/// Why the cards of a record are not believed.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum NotDealt {
    /// The rules do not bear the record out.
    #[error(transparent)]
    Record(#[from] RecordError),
    /// The header names a way of dealing that this program does not know.
    #[error("the record is dealt by `{}`, and no cards of {game} are dealt so here", .found.escape_debug())]
    Unknown {
        /// As the header has it.
        found: String,
        /// The game.
        game: &'static str,
    },
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

/// Replays a record by the rules, and draws each card again from the seed in its header.
///
/// # Errors
/// The first card that is another one; see [`NotDealt`].
pub fn check<G: Game>(record: &Record) -> Result<(), NotDealt> {
    check_and_see::<G>(record, &mut |_| {})
}

/// As [`check`], and shows each event.
///
/// # Errors
/// See [`NotDealt`]; what was shown until then is not to be believed.
pub(crate) fn check_and_see<G: Game>(
    record: &Record,
    see: &mut dyn FnMut(&Event<'_, G>),
) -> Result<(), NotDealt> {
    let rules = record.rules::<G>()?;
    let seed = record.header.seed;
    let noted = record.header.dealing.as_deref();
    let dealing = Dealing::of_record(noted, G::NAME)
        .ok_or_else(|| NotDealt::Unknown { found: noted.unwrap_or_default().to_owned(), game: G::NAME })?;
    let mut dealer = dealing.dealer(seed, &record.header.label);
    let (mut number, mut draw) = (0, 0);
    let mut foreign = None;
    record.replay(&rules, &mut |event| {
        see(&event);
        match event {
            Event::Start { game } => (number, draw) = (game, 0),
            Event::Step { before, step: Step::Draw(dealt), .. } => {
                draw += 1;
                let due = dealer.draw(number, rules_of(&rules, number), before);
                if foreign.is_none() && due != Ok(*dealt) {
                    foreign = Some(NotDealt::Foreign { game: number + 1, draw, seed });
                }
            }
            Event::Step { .. } | Event::Fault(_) | Event::Over { .. } => {}
        }
    })?;
    foreign.map_or(Ok(()), Err)
}
