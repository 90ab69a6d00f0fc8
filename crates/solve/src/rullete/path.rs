//! Which rules changed the value of a hand.

use std::fmt;

use croupier_rules::rullete::RULES;

/// A set of rules, by their numbers from 1 to 14. Displays as these numbers, in order: `1 2 4 7 12 13`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub struct Path(u16);

/// So many paths can be told apart, most of which no hand goes.
pub(super) const PATHS: usize = 1 << (RULES + 1);

impl Path {
    /// Returns the numbers of the rules, in order.
    pub fn rules(self) -> impl Iterator<Item = usize> {
        (1..=RULES).filter(move |&rule| self.has(rule))
    }

    /// Says whether a rule is among them: never, for a number that no rule has.
    pub const fn has(self, rule: usize) -> bool {
        rule >= 1 && rule <= RULES && self.0 >> rule & 1 == 1
    }

    /// Adds a rule if it changes the value.
    ///
    /// # Panics
    /// For a number that no rule has.
    pub(super) const fn with(self, rule: usize, changes: bool) -> Self {
        assert!(rule >= 1 && rule <= RULES, "a rule has a number of 1 to 14");
        Self(self.0 | (changes as u16) << rule)
    }

    /// Returns the path's place in a table of [`PATHS`].
    pub(super) const fn place(self) -> usize {
        self.0 as usize
    }

    /// Returns the path at a place of such a table.
    pub(super) fn at(place: usize) -> Self {
        Self(u16::try_from(place).expect("a place in a table of paths"))
    }
}

/// Panics for a number that no rule has.
impl FromIterator<usize> for Path {
    fn from_iter<I: IntoIterator<Item = usize>>(rules: I) -> Self {
        rules.into_iter().fold(Self::default(), |path, rule| path.with(rule, true))
    }
}

impl fmt::Display for Path {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (place, rule) in self.rules().enumerate() {
            let blank = if place == 0 { "" } else { " " };
            write!(f, "{blank}{rule}")?;
        }
        Ok(())
    }
}
