//! Characters that cannot be seen in a text, and texts with these written out.
//!
//! Text of bots, files and records is shown to people. A control character would command their terminal; a
//! direction mark turns the words around it; a blank without width makes two names look the same.

/// Whether a character shows as nothing, as a blank that is none, or as a command: controls, direction marks,
/// joiners, selectors, tags, fillers, line separators, odd blanks, and what no standard font has.
///
/// ```
/// use croupier_rules::unseen::is_unseen;
///
/// assert!(['\n', '\u{a0}', '\u{200b}', '\u{202e}', '\u{feff}', '\u{e0041}'].into_iter().all(is_unseen));
/// assert!(![' ', 'a', 'é', '名', '♥', '🂡'].into_iter().any(is_unseen));
/// ```
pub fn is_unseen(character: char) -> bool {
    character.is_control()
        || matches!(
            character,
            '\u{a0}' | '\u{ad}' | '\u{34f}' | '\u{61c}' | '\u{115f}' | '\u{1160}' | '\u{17b4}' | '\u{17b5}'
            | '\u{180b}'..='\u{180f}' | '\u{2000}'..='\u{200f}' | '\u{2028}'..='\u{202f}'
            | '\u{205f}'..='\u{206f}' | '\u{3164}' | '\u{e000}'..='\u{f8ff}' | '\u{fe00}'..='\u{fe0f}'
            | '\u{feff}' | '\u{ffa0}' | '\u{fff0}'..='\u{fffb}' | '\u{1d173}'..='\u{1d17a}'
            | '\u{e0000}'..='\u{10ffff}'
        )
}

/// A text with what cannot be seen written out.
///
/// ```
/// use croupier_rules::unseen::written_out;
///
/// assert_eq!(written_out("\u{1b}[2Janna\n\u{202e}!".chars()), r"\u{1b}[2Janna\n\u{202e}!");
/// ```
pub fn written_out(text: impl IntoIterator<Item = char>) -> String {
    let mut shown = String::new();
    for character in text {
        if is_unseen(character) {
            shown.extend(character.escape_default());
        } else {
            shown.push(character);
        }
    }
    shown
}

/// A text in its lines: line ends and tabs stay, all else that cannot be seen is written out.
///
/// ```
/// use croupier_rules::unseen::lines_written_out;
///
/// assert_eq!(lines_written_out("a.c:1:\terror\n\u{1b}[2J\r\n"), "a.c:1:\terror\n\\u{1b}[2J\\r\n");
/// ```
pub fn lines_written_out(text: &str) -> String {
    let kept = ['\n', '\t'];
    let shown = |part: &str| match part.strip_suffix(kept) {
        Some(words) => written_out(words.chars()) + &part[words.len()..],
        None => written_out(part.chars()),
    };
    text.split_inclusive(kept).map(shown).collect()
}
