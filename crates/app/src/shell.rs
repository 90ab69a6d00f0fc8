//! Words of a command that a person copies into a shell.

use std::path::Path;

/// A path as one word of a command: quoted where a shell would read something else, and with `./` before a
/// name that would be taken for an option.
pub(crate) fn word(path: &Path) -> String {
    let text = path.display().to_string();
    let text = if text.starts_with('-') { format!("./{text}") } else { text };
    let is_plain = !text.is_empty() && text.chars().all(|c| c.is_alphanumeric() || "/._-+:,@%".contains(c));
    if is_plain { text } else { format!("'{}'", text.replace('\'', "'\\''")) }
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use super::word;

    #[test]
    fn a_shell_reads_the_same_path() {
        for (path, read) in [
            ("/data/night-2/é_1.py", "/data/night-2/é_1.py"),
            ("it's here", "'it'\\''s here'"),
            ("-anna.py", "./-anna.py"),
            ("-my bot.py", "'./-my bot.py'"),
            ("a;b", "'a;b'"),
            ("~", "'~'"),
        ] {
            assert_eq!(word(Path::new(path)), read);
        }
    }
}
