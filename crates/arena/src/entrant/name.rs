//! The name of an entrant: that of its file or folder.

use std::path::Path;

use croupier_rules::unseen::is_unseen;

use crate::house;

/// The longest name, in characters.
const NAME_CHARS_MAX: usize = 100;

/// Returns a folder's name, or a file's without its suffix.
pub(super) fn of(path: &Path) -> Result<String, String> {
    let name = if path.is_dir() { path.file_name() } else { path.file_stem() };
    let Some(name) = name.and_then(|name| name.to_str()) else {
        return Err("expected a name in UTF-8, found another encoding: rename it".to_owned());
    };
    check(name).map_err(|why| format!("{why}: rename it"))?;
    Ok(name.to_owned())
}

/// Says why nobody can take part under a name. The reason ends without a full stop.
///
/// ```
/// use croupier_arena::entrant::check_name;
/// assert_eq!(check_name("anna"), Ok(()));
/// assert_eq!(check_name("house:odds").unwrap_err(), "names that begin with \"house:\" belong to built-in players");
/// ```
///
/// # Errors
/// What was expected, and what was found.
pub fn check(name: &str) -> Result<(), String> {
    if let Some(odd) = name.chars().find(|&c| is_unseen(c)) {
        return Err(format!(
            "expected a name without characters that cannot be seen, found U+{:04X} in it",
            u32::from(odd)
        ));
    }
    if name.contains(['/', '\\']) {
        return Err("expected a name without path separators, found one in it".to_owned());
    }
    if name.starts_with(house::PREFIX) {
        return Err(format!("names that begin with \"{}\" belong to built-in players", house::PREFIX));
    }
    if name.trim().is_empty() || name.chars().count() > NAME_CHARS_MAX {
        return Err(format!(
            "expected a name of 1 to {NAME_CHARS_MAX} characters, found {}",
            name.trim().chars().count()
        ));
    }
    if name.starts_with('.') {
        return Err("files that begin with a dot take no part".to_owned());
    }
    Ok(())
}

/// The names in their order, with a number after each that was there before: `a`, `a 2`, `a 3`.
pub(crate) fn numbered(names: impl IntoIterator<Item = String>) -> Vec<String> {
    let mut all: Vec<String> = Vec::new();
    for name in names {
        let further = (2..).map(|number| format!("{name} {number}"));
        let free = std::iter::once(name.clone()).chain(further).find(|name| !all.contains(name));
        all.push(free.expect("numbers do not run out"));
    }
    all
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use super::{numbered, of};

    #[test]
    fn a_further_name_gets_a_number() {
        let names = ["a", "b", "a", "a", "a 2"].map(str::to_owned);
        assert_eq!(numbered(names), ["a", "b", "a 2", "a 3", "a 2 2"]);
    }

    #[test]
    fn a_name_is_the_file_without_its_suffix() {
        for (path, name) in [
            ("bots/anna.py", "anna"),
            ("bots/my.bot.cpp", "my.bot"),
            ("bots/älö 2.c", "älö 2"),
            ("bots/賭博", "賭博"),
        ] {
            assert_eq!(of(Path::new(path)).as_deref(), Ok(name));
        }
    }

    #[test]
    fn names_that_deceive_are_refused() {
        for (path, said) in [
            ("bots/an\u{202e}na.py", "U+202E"),
            ("bots/anna\n.py", "U+000A"),
            ("bots/an\u{200d}na.py", "U+200D"),
            ("bots/anna\u{a0}.py", "U+00A0"),
            ("bots/anna\u{fe0f}.py", "U+FE0F"),
            ("bots/anna\u{e0041}.py", "U+E0041"),
            ("bots/an\\na.py", "path separators"),
            ("bots/house:odds.py", "built-in players"),
            ("bots/ .py", "1 to 100 characters"),
        ] {
            let refused = of(Path::new(path)).unwrap_err();
            assert!(refused.contains(said), "{refused}");
        }
        assert!(of(Path::new(&format!("bots/{}.py", "x".repeat(101)))).is_err());
    }
}
