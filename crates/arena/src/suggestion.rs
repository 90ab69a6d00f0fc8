//! "Did you mean …": the right word that is nearest to a wrong one.

use std::fmt::Display;

/// Returns the candidate that is nearest to the word, if one is near enough to be a slip of it.
///
/// Near enough is one edit for a short word, and one edit more for each four letters; a missing, a
/// wrong and an extra letter are one edit, and so are two swapped ones. Case does not matter.
///
/// ```
/// use croupier_arena::suggestion::nearest;
/// assert_eq!(nearest("pokre", ["blackjack", "poker"]), Some("poker"));
/// assert_eq!(nearest("whist", ["blackjack", "poker"]), None);
/// ```
pub fn nearest<'a>(word: &str, candidates: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    let word = word.to_lowercase();
    let edits = |candidate: &str| strsim::damerau_levenshtein(&word, &candidate.to_lowercase());
    let near_enough = 1 + word.chars().count() / 4;
    candidates
        .into_iter()
        .map(|candidate| (edits(candidate), candidate))
        .filter(|&(edits, _)| edits <= near_enough)
        .min_by_key(|&(edits, _)| edits)
        .map(|(_, candidate)| candidate)
}

/// Writes a list as people do: `a`, `a or b`, `a, b or c`.
///
/// ```
/// use croupier_arena::suggestion::alternatives;
/// assert_eq!(alternatives(["flat", "mimic", "table"]), "flat, mimic or table");
/// ```
pub fn alternatives<T: Display>(items: impl IntoIterator<Item = T>) -> String {
    let mut items: Vec<String> = items.into_iter().map(|item| item.to_string()).collect();
    match items.pop() {
        None => String::new(),
        Some(last) if items.is_empty() => last,
        Some(last) => format!("{} or {last}", items.join(", ")),
    }
}
