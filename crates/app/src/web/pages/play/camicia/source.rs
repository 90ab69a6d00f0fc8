//! Where a deal comes from: it is typed, or drawn from a seed.

use croupier_rules::camicia::{Card, Deal};
use croupier_rules::card::Rank;
use croupier_rules::chance::Key;

use super::super::super::Refusal;
use super::super::table::{Asked, bad};
use crate::cmd::camicia::deals::read_any;
use crate::web::refusal::sentence;

/// Cards of a deal that is shown at most.
pub(super) const CARDS_MAX: usize = 120;

#[derive(Clone, Debug)]
pub(super) enum Source {
    Typed(String),
    Drawn { seed: u64, pack: Pack },
}

/// What is drawn from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Pack {
    /// Four of each of thirteen ranks.
    French,
    /// Forty cards: four jacks, queens and kings each, no ace.
    Italian,
}

impl Source {
    /// The source that an address names.
    ///
    /// # Errors
    /// A seed or a pack that is not understood.
    pub(super) fn read(asked: &Asked) -> Result<Option<Self>, Refusal> {
        if let Some(deal) = asked.text("deal") {
            return Ok(Some(Self::Typed(deal.to_owned())));
        }
        if asked.text("seed").is_none() {
            return Ok(None);
        }
        let seed = asked.number("seed", &(0..=u64::MAX), 0)?;
        let pack = asked.one_of("pack", &[("52", Pack::French), ("40", Pack::Italian)])?;
        Ok(Some(Self::Drawn { seed, pack }))
    }

    /// What an address says of it: names with values.
    pub(super) fn parts(&self) -> Vec<(&'static str, String)> {
        match self {
            Self::Typed(deal) => vec![("deal", deal.clone())],
            Self::Drawn { seed, pack } => {
                let pack = match pack {
                    Pack::French => "52",
                    Pack::Italian => "40",
                };
                vec![("seed", seed.to_string()), ("pack", pack.to_owned())]
            }
        }
    }

    /// The deal.
    ///
    /// # Errors
    /// What is wrong with one that was typed.
    pub(super) fn deal(&self) -> Result<Deal, Refusal> {
        match self {
            Self::Typed(text) => {
                let deal = read_any(text).map_err(|why| bad(sentence(&why.to_string())))?;
                if deal.len() > CARDS_MAX {
                    let said = format!("A deal of {CARDS_MAX} cards at most is shown here.");
                    return Err(bad(said));
                }
                Ok(deal)
            }
            Self::Drawn { seed, pack } => Ok(pack.draw(*seed)),
        }
    }
}

impl Pack {
    /// The deal of a seed.
    fn draw(self, seed: u64) -> Deal {
        let faces = [Rank::Jack, Rank::Queen, Rank::King];
        let mut cards: Vec<Card> = match self {
            Self::French => Rank::ALL.iter().flat_map(|rank| [Card::of(*rank); 4]).collect(),
            Self::Italian => faces.iter().flat_map(|rank| [Card::of(*rank); 4]).collect(),
        };
        if self == Self::Italian {
            cards.resize(40, Card::ANY_NUMBER);
        }
        Key::new(seed, "camicia/play").stream(0).shuffle(&mut cards);
        let other = cards.split_off(cards.len() / 2);
        Deal::new(cards, other).expect("a pack has cards")
    }
}

#[cfg(test)]
mod tests {
    use super::Pack;

    #[test]
    fn a_seed_draws_a_whole_pack() {
        for (pack, faces) in [(Pack::French, 16), (Pack::Italian, 12)] {
            let deal = pack.draw(7);
            assert_eq!(deal, pack.draw(7));
            let text = deal.to_string();
            assert_eq!(text.matches(['J', 'Q', 'K', 'A']).count(), faces);
        }
    }
}
