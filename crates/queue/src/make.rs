//! What a program has to have in common with another, so that both play alike.

/// What the results of a program hang on: versions and settings, as a text for people and as a word for subjects. Jobs
/// go to workers of the same make only.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Make {
    text: String,
    token: String,
}

impl Make {
    /// The make of that text, and its token: letters and digits, the same for the same text only.
    ///
    /// # Panics
    /// When the token has other characters.
    pub fn new(text: String, token: String) -> Self {
        assert!(is_token(&token), "a make's token is letters and digits");
        Self { text, token }
    }

    /// For people.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// For subjects.
    pub fn token(&self) -> &str {
        &self.token
    }
}

/// Whether a word may be a part of a subject.
pub(crate) fn is_token(word: &str) -> bool {
    !word.is_empty() && word.bytes().all(|byte| byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'_'))
}
