//! What a round is worth before its cards are dealt.

use croupier_rules::blackjack::Card;

use super::{Play, Refused, Spread, Switches, Unseen};

/// What a bet of 1 comes to by the best play, before a card is dealt.
///
/// ```
/// use croupier_solve::blackjack::{Switches, Unseen, spread};
/// let spread = spread(&Unseen::of_packs(10)?, &Switches::default())?;
/// assert_eq!(format!("{:.9}", spread.ev()), "0.006812082");
/// # Ok::<(), croupier_solve::blackjack::Refused>(())
/// ```
///
/// # Errors
/// When a round could run out of cards.
pub fn spread(unseen: &Unseen, switches: &Switches) -> Result<Spread, Refused> {
    unseen.check_round(std::iter::empty())?;
    let mut play = Play::default();
    let each = 1.0 / f64::from(unseen.cards());
    let mut spread = Spread::default();
    for up in Card::ALL.into_iter().filter(|&up| unseen.of(up) > 0) {
        play.solve(&unseen.without(&[up])?, up, &[], switches)?;
        spread += play.round().times(f64::from(unseen.of(up)) * each);
    }
    Ok(spread)
}

/// The best play of every hand against every upcard, from a shoe.
#[derive(Debug)]
pub struct Round {
    unseen: Unseen,
    switches: Switches,
    /// By upcard; none where there is no such card.
    plays: [Option<Play>; 10],
}

impl Round {
    /// Solves a round.
    ///
    /// # Errors
    /// When it could run out of cards.
    pub fn solve(unseen: &Unseen, switches: &Switches) -> Result<Self, Refused> {
        unseen.check_round(std::iter::empty())?;
        let mut plays = [const { None }; 10];
        for up in Card::ALL.into_iter().filter(|&up| unseen.of(up) > 0) {
            let mut play = Play::default();
            play.solve(&unseen.without(&[up])?, up, &[], switches)?;
            plays[up.index()] = Some(play);
        }
        Ok(Self { unseen: *unseen, switches: *switches, plays })
    }

    /// What a bet of 1 comes to by the best play.
    pub fn spread(&self) -> Spread {
        let mut spread = Spread::default();
        for up in Card::ALL {
            if let Some(of_up) = self.against(up) {
                spread += of_up.times(self.chance(up));
            }
        }
        spread
    }

    /// What it comes to against an upcard; none, if there is no such card.
    pub fn against(&self, up: Card) -> Option<Spread> {
        self.plays[up.index()].as_ref().map(Play::round)
    }

    /// The chance of an upcard.
    pub fn chance(&self, up: Card) -> f64 {
        f64::from(self.unseen.of(up)) / f64::from(self.unseen.cards())
    }

    /// The rules that it was solved by.
    pub fn switches(&self) -> &Switches {
        &self.switches
    }

    /// The cards that it was solved for.
    pub fn unseen(&self) -> &Unseen {
        &self.unseen
    }

    /// The play against an upcard.
    pub fn play(&self, up: Card) -> Option<&Play> {
        self.plays[up.index()].as_ref()
    }
}

/// What the best play gains by it that a card of each value is missing: by how much the expected gain of a
/// bet of 1 changes. None where there is no such card, or too few would be left.
///
/// # Errors
/// When a round could run out of cards.
pub fn removal(unseen: &Unseen, switches: &Switches) -> Result<[Option<f64>; 10], Refused> {
    let whole = spread(unseen, switches)?.ev();
    Ok(Card::ALL.map(|card| {
        let less = unseen.without(&[card]).ok()?;
        Some(spread(&less, switches).ok()?.ev() - whole)
    }))
}
