//! Names of runs.

use std::path::Path;

/// The name of a contest's folder, made fit for a file name: letters and digits, with dashes between.
pub fn slug(folder: &Path) -> String {
    let whole = folder.canonicalize().unwrap_or_else(|_| folder.to_owned());
    let name = whole.file_name().unwrap_or_default().to_string_lossy().to_lowercase();
    let words: Vec<&str> =
        name.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty()).collect();
    if words.is_empty() { "contest".to_owned() } else { words.join("-") }
}

/// The first free label of a slug: `poker-league`, then `poker-league-2`.
pub(super) fn next(slug: &str, taken: &[String]) -> String {
    let is_free = |label: &String| !taken.contains(label);
    let numbered = (2..).map(|number| format!("{slug}-{number}"));
    std::iter::once(slug.to_owned()).chain(numbered).find(is_free).expect("numbers do not run out")
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use super::{next, slug};

    #[test]
    fn a_slug_is_fit_for_a_file_name() {
        for (folder, expected) in [
            ("contests/Poker League!", "poker-league"),
            ("contests/_älö__2_", "älö-2"),
            ("contests/...", "contest"),
            ("/", "contest"),
        ] {
            assert_eq!(slug(Path::new(folder)), expected);
        }
    }

    #[test]
    fn labels_are_numbered_from_the_second_on() {
        let taken = ["a", "a-2", "b-2"].map(str::to_owned);
        assert_eq!(next("a", &taken), "a-3");
        assert_eq!(next("b", &taken), "b");
        assert_eq!(next("c", &taken), "c");
    }
}
