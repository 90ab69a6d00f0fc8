//! Characters that no card text holds, named so that a person can find them.
//!
//! An invisible or look-alike character cannot be seen in a message that merely repeats the text, so it is
//! named by its code point.

use std::fmt::{self, Write as _};

use crate::unseen::is_unseen;

/// A character that has no place in card text. Displays as its code point and what the eye takes it for.
///
/// ```
/// use croupier_rules::card::Strange;
///
/// assert_eq!(Strange('\u{200b}').to_string(), "U+200B (zero width space)");
/// assert_eq!(Strange('\u{441}').to_string(), "U+0441 (Cyrillic, looks like `c`)");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Strange(pub char);

impl fmt::Display for Strange {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "U+{:04X}", u32::from(self.0))?;
        if let Some(name) = invisible_name(self.0) {
            write!(f, " ({name})")
        } else if let Some(twin) = twin(self.0) {
            write!(f, " ({}, looks like `{twin}`)", script(self.0))
        } else if is_unseen(self.0) {
            f.write_str(" (control character)")
        } else {
            write!(f, " (`{}`)", self.0)
        }
    }
}

/// A piece of input as an error message shows it: in backquotes, at most 40 characters, and with the code point
/// in place of each character that cannot be seen.
///
/// ```
/// use croupier_rules::card::Shown;
///
/// assert_eq!(Shown("2D\u{200b}").to_string(), "`2D<U+200B>`");
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Shown<'a>(pub &'a str);

/// Longer pieces of input are cut in a message.
const SHOWN_CHARACTERS_MAX: usize = 40;

impl fmt::Display for Shown<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_char('`')?;
        for (place, character) in self.0.chars().enumerate() {
            if place == SHOWN_CHARACTERS_MAX {
                f.write_char('…')?;
                break;
            }
            if is_unseen(character) || invisible_name(character).is_some() {
                write!(f, "<U+{:04X}>", u32::from(character))?;
            } else {
                f.write_char(character)?;
            }
        }
        f.write_char('`')
    }
}

fn invisible_name(character: char) -> Option<&'static str> {
    Some(match character {
        '\u{a0}' => "no-break space",
        '\u{ad}' => "soft hyphen",
        '\u{34f}' => "grapheme joiner",
        '\u{2000}'..='\u{200a}' | '\u{205f}' => "wide or thin space",
        '\u{200b}' => "zero width space",
        '\u{200c}' => "zero width non-joiner",
        '\u{200d}' => "zero width joiner",
        '\u{200e}' | '\u{200f}' | '\u{61c}' | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}' => {
            "direction mark"
        }
        '\u{2028}' => "line separator",
        '\u{2029}' => "paragraph separator",
        '\u{202f}' => "narrow no-break space",
        '\u{2060}' => "word joiner",
        '\u{3000}' => "ideographic space",
        '\u{fe00}'..='\u{fe0f}' => "variation selector",
        '\u{feff}' => "byte order mark, or zero width no-break space",
        _ => return None,
    })
}

/// The ASCII character that the eye takes this one for.
fn twin(character: char) -> Option<char> {
    const TWINS: &[(&str, char)] = &[
        ("АΑ", 'A'),
        ("аα", 'a'),
        ("С", 'C'),
        ("с", 'c'),
        ("ԁ", 'd'),
        ("НΗн", 'H'),
        ("һ", 'h'),
        ("Ј", 'J'),
        ("ј", 'j'),
        ("КΚ", 'K'),
        ("кκ", 'k'),
        ("ОΟ", 'O'),
        ("оο", 'o'),
        ("Ԛ", 'Q'),
        ("ԛ", 'q'),
        ("Ѕ", 'S'),
        ("ѕ", 's'),
        ("ТΤ", 'T'),
        ("тτ", 't'),
        ("‐‑‒–—―−﹘﹣", '-'),
        ("⁄∕", '/'),
        ("│∣ǀ", '|'),
        ("‚،", ','),
    ];
    if let '\u{ff01}'..='\u{ff5e}' = character {
        return char::from_u32(u32::from(character) - 0xff01 + 0x21);
    }
    TWINS.iter().find(|(twins, _)| twins.contains(character)).map(|&(_, ascii)| ascii)
}

fn script(character: char) -> &'static str {
    match character {
        '\u{370}'..='\u{3ff}' => "Greek",
        '\u{400}'..='\u{52f}' => "Cyrillic",
        '\u{ff01}'..='\u{ff5e}' => "full width",
        _ => "not ASCII",
    }
}
