//! What a table by totals is worth from a shoe, quickly: by what each card that has left adds to it.

use croupier_rules::blackjack::Card;

use crate::blackjack::{Refused, Round, Switches, Table, Unseen};

/// A table by totals, and what it is worth as cards leave the shoe: by the effect of removing one card of each
/// value from the full shoe, times the cards removed, scaled by the cards left.
#[derive(Clone, Debug)]
pub struct Linear {
    table: Table,
    whole: Unseen,
    fresh: f64,
    effects: [f64; 10],
}

impl Linear {
    /// The best table for a shoe of so many packs.
    ///
    /// # Errors
    /// When there are too few or too many cards.
    pub fn of_packs(packs: u32) -> Result<Self, Refused> {
        let whole = Unseen::of_packs(packs)?;
        let round = Round::solve(&whole, &Switches::default())?;
        let table = Table::best(&round);
        let fresh = table.spread().ev();
        let mut effects = [0.0; 10];
        for card in Card::ALL {
            let less = Round::solve(&whole.without(&[card])?, &Switches::default())?;
            effects[card.index()] = table.on(&less).ev() - fresh;
        }
        Ok(Self { table, whole, fresh, effects })
    }

    /// The table.
    pub fn table(&self) -> &Table {
        &self.table
    }

    /// What removing one card of each value adds to the gain of a bet of 1.
    pub fn effects(&self) -> [f64; 10] {
        self.effects
    }

    /// The expected gain of a bet of 1 by the table, estimated.
    pub fn edge(&self, unseen: &Unseen) -> f64 {
        let gone = self.whole.counts().into_iter().zip(unseen.counts());
        let removed: f64 = gone
            .zip(self.effects)
            .map(|((whole, left), effect)| (f64::from(whole) - f64::from(left)) * effect)
            .sum();
        self.fresh + removed * f64::from(self.whole.cards() - 1) / f64::from(unseen.cards().max(1))
    }
}
