//! Text of bots, files and records for a terminal: what would command it is shown, not obeyed.

/// Text on one line: control characters, line ends among them, and those that turn the direction of
/// writing are written out.
pub(crate) fn one_line(text: &str) -> String {
    written_out(text, &[])
}

/// Text in its lines: line ends and tabs stay, all else is as with [`one_line`].
pub(crate) fn lines(text: &str) -> String {
    written_out(&text.replace("\r\n", "\n"), &['\n', '\t'])
}

/// Text in its lines, to stand behind a label of so many characters.
pub(crate) fn indented(text: &str, width: usize) -> String {
    lines(text.trim_end()).replace('\n', &format!("\n{}", " ".repeat(width)))
}

fn written_out(text: &str, kept: &[char]) -> String {
    let obeyed = |c: char| {
        c.is_control()
            || matches!(c, '\u{200e}' | '\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}')
    };
    let mut shown = String::with_capacity(text.len());
    for c in text.chars() {
        if obeyed(c) && !kept.contains(&c) {
            shown.extend(c.escape_unicode());
        } else {
            shown.push(c);
        }
    }
    shown
}

#[cfg(test)]
mod tests {
    use super::{indented, lines, one_line};

    #[test]
    fn a_text_does_not_command_the_terminal() {
        assert_eq!(one_line("\u{1b}[2Janna\n\u{202e}!"), "\\u{1b}[2Janna\\u{a}\\u{202e}!");
        assert_eq!(one_line("ñ 名, house:odds"), "ñ 名, house:odds");
        assert_eq!(lines("a\tb\r\n\u{1b}[2J\rc\u{9b}d \"é\"\n"), "a\tb\n\\u{1b}[2J\\u{d}c\\u{9b}d \"é\"\n");
        assert_eq!(indented("a\n  b\n", 2), "a\n    b");
    }
}
