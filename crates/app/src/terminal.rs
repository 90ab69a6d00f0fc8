//! Text of bots, files and records for a terminal: what would command it is shown, not obeyed.

use croupier_rules::unseen::{lines_written_out, written_out};

/// Text on one line, with what cannot be seen written out, line ends too.
pub(crate) fn one_line(text: &str) -> String {
    written_out(text.chars())
}

/// Text in its lines: line ends and tabs stay, all else is as with [`one_line`].
pub(crate) fn lines(text: &str) -> String {
    lines_written_out(&text.replace("\r\n", "\n"))
}

/// Text in its lines, to stand behind a label of so many characters.
pub(crate) fn indented(text: &str, width: usize) -> String {
    lines(text.trim_end()).replace('\n', &format!("\n{}", " ".repeat(width)))
}

#[cfg(test)]
mod tests {
    use super::{indented, lines, one_line};

    #[test]
    fn a_text_does_not_command_the_terminal() {
        assert_eq!(one_line("\u{1b}[2Janna\n\u{202e}!"), "\\u{1b}[2Janna\\n\\u{202e}!");
        assert_eq!(one_line("ñ 名, house:odds"), "ñ 名, house:odds");
        assert_eq!(lines("a\tb\r\n\u{1b}[2J\rc\u{9b}d \"é\"\n"), "a\tb\n\\u{1b}[2J\\rc\\u{9b}d \"é\"\n");
        assert_eq!(indented("a\n  b\n", 2), "a\n    b");
    }
}
