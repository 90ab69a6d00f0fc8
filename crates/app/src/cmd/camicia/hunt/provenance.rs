//! Who found what: a hunt may be gone on with by another person, or by another version.

use serde::{Deserialize, Serialize};

/// The program, as record files name it.
const PROGRAM: &str = concat!("croupier camicia hunt ", env!("CARGO_PKG_VERSION"));

/// By whom the units of a hunt were played. Units are taken in their order, so each find belongs to a stretch of them.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(transparent)]
pub(super) struct Provenance(Vec<Stretch>);

/// Units that one person played with one version, from the first of them to the next stretch.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Stretch {
    from: u64,
    /// The program and its version.
    pub(super) found_by: String,
    /// Who ran it, if he gave his name.
    pub(super) finder: Option<String>,
}

impl Provenance {
    /// Has the units from one on played by this program for a person.
    pub(super) fn go_on(&mut self, from: u64, finder: Option<&str>) {
        self.0.retain(|stretch| stretch.from < from);
        let is_same = |last: &Stretch| last.found_by == PROGRAM && last.finder.as_deref() == finder;
        if !self.0.last().is_some_and(is_same) {
            self.0.push(Stretch { from, found_by: PROGRAM.to_owned(), finder: finder.map(str::to_owned) });
        }
    }

    /// Returns by whom a unit was played; none if nobody has begun.
    pub(super) fn of(&self, unit: u64) -> Option<&Stretch> {
        self.0.iter().rfind(|stretch| stretch.from <= unit).or(self.0.first())
    }
}

#[cfg(test)]
mod tests {
    use super::{PROGRAM, Provenance, Stretch};

    fn anna() -> Provenance {
        let found_by = "croupier camicia hunt 0.0.9".to_owned();
        Provenance(vec![Stretch { from: 3, found_by, finder: Some("Anna".to_owned()) }])
    }

    fn who(provenance: &Provenance, unit: u64) -> (&str, Option<&str>) {
        let stretch = provenance.of(unit).expect("a stretch");
        (&stretch.found_by, stretch.finder.as_deref())
    }

    #[test]
    fn each_unit_keeps_its_finder_and_its_version() {
        let mut provenance = anna();
        provenance.go_on(7, Some("Bruno"));
        assert_eq!(who(&provenance, 6), ("croupier camicia hunt 0.0.9", Some("Anna")));
        assert_eq!(who(&provenance, 7), (PROGRAM, Some("Bruno")));
        provenance.go_on(9, Some("Bruno"));
        assert_eq!(provenance.0.len(), 2, "the same person goes on");
        provenance.go_on(9, None);
        assert_eq!(who(&provenance, 8), (PROGRAM, Some("Bruno")));
        assert_eq!(who(&provenance, 9), (PROGRAM, None));
    }

    #[test]
    fn who_played_no_unit_is_not_named() {
        let mut provenance = anna();
        provenance.go_on(3, None);
        assert_eq!((provenance.0.len(), who(&provenance, 3)), (1, (PROGRAM, None)));
        assert_eq!(Provenance::default().of(0), None);
    }
}
