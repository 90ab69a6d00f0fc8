//! A number with the word for what it counts.

/// A number of things, by the word for one: `1 test`, `2 tests`, `2 matches`.
pub(crate) fn counted(number: usize, word: &str) -> String {
    format!("{number} {}", plural(number, word))
}

/// The word for so many things, by the word for one.
pub(crate) fn plural(number: usize, word: &str) -> String {
    let end = match number {
        1 => "",
        _ if word.ends_with("ch") => "es",
        _ => "s",
    };
    format!("{word}{end}")
}

#[cfg(test)]
mod tests {
    use super::counted;

    #[test]
    fn one_is_no_plural() {
        let counts = [counted(0, "test"), counted(1, "match"), counted(2, "match")];
        assert_eq!(counts, ["0 tests", "1 match", "2 matches"]);
    }
}
