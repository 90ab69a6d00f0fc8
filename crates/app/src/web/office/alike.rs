//! Names that look alike: what differs by case, by how accents are written, or by forms of a letter that say nothing.

use icu_normalizer::ComposingNormalizerBorrowed;

/// What names that look alike have in common: NFKC of their small letters.
pub(crate) fn alike(name: &str) -> String {
    let normal = ComposingNormalizerBorrowed::new_nfkc();
    let small = normal.normalize(name).to_lowercase();
    normal.normalize(&small).into_owned()
}

#[cfg(test)]
mod tests {
    use super::alike;

    #[test]
    fn accents_case_and_width_tell_no_names_apart() {
        assert_eq!(alike("Zoé"), alike("ZOE\u{301}"));
        assert_eq!(alike("ｂｏｂ"), alike("Bob"));
        assert_ne!(alike("bob"), alike("bobb"));
        assert_ne!(alike("anna"), alike("änna"));
    }
}
