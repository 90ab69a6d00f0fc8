//! The name of a test or a group: it stands in tables and labels.

use croupier_rules::unseen::is_unseen;

use crate::config::Value;

/// The longest name, in characters.
const CHARS_MAX: usize = 100;

/// The name that a value gives, without blanks round it.
pub(super) fn read(value: &Value<'_>) -> Option<String> {
    let name = value.string()?.trim();
    let fits = (1..=CHARS_MAX).contains(&name.chars().count());
    if !fits || name.chars().any(is_unseen) {
        value.expected(&format!("a name of 1 to {CHARS_MAX} characters on one line"));
        return None;
    }
    Some(name.to_owned())
}
