//! Secrets of links and sessions: 256 random bits each, of which only a hash is kept.

use std::fmt;
use std::io;

use serde::{Deserialize, Serialize};

/// A secret, written as 64 hexadecimal digits. It is told once, to whom it is for.
#[derive(Clone, PartialEq, Eq)]
pub(crate) struct Secret(blake3::Hash);

/// What is kept of a secret: its BLAKE3 hash.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub(crate) struct Digest(blake3::Hash);

/// What the digest is of that a session's forms carry.
const FORM: &str = "croupier 2026-11 form of a session";

impl Secret {
    /// A new one, from the system's own chance.
    ///
    /// # Errors
    /// When the system has none.
    pub(crate) fn new() -> io::Result<Self> {
        let mut bytes = [0; 32];
        getrandom::fill(&mut bytes).map_err(io::Error::other)?;
        Ok(Self(blake3::Hash::from_bytes(bytes)))
    }

    /// Reads what [`Self::text`] wrote.
    pub(crate) fn parse(text: &str) -> Option<Self> {
        blake3::Hash::from_hex(text).ok().map(Self)
    }

    /// Its digits.
    pub(crate) fn text(&self) -> String {
        self.0.to_hex().to_string()
    }

    /// What is kept of it.
    pub(crate) fn digest(&self) -> Digest {
        Digest(blake3::hash(self.0.as_bytes()))
    }

    /// What the forms of a session carry, so that no other page can send one: it follows from the session's secret
    /// and does not lead back to it.
    pub(crate) fn form(&self) -> String {
        blake3::Hash::from_bytes(blake3::derive_key(FORM, self.0.as_bytes())).to_hex().to_string()
    }

    /// Whether a form is of this session. The comparison takes the same time whatever is wrong with it.
    pub(crate) fn made(&self, form: &str) -> bool {
        Self::parse(form) == Self::parse(&self.form())
    }
}

/// It is not for logs.
impl fmt::Debug for Secret {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Secret(…)")
    }
}

impl From<Digest> for String {
    fn from(digest: Digest) -> Self {
        digest.0.to_hex().to_string()
    }
}

impl TryFrom<String> for Digest {
    type Error = blake3::HexError;

    fn try_from(text: String) -> Result<Self, Self::Error> {
        blake3::Hash::from_hex(text).map(Self)
    }
}

#[cfg(test)]
mod tests {
    use super::Secret;

    #[test]
    fn a_secret_is_read_again_and_no_other() {
        let secret = Secret::new().unwrap();
        assert_eq!(Secret::parse(&secret.text()), Some(secret.clone()));
        assert_ne!(Secret::new().unwrap().digest(), secret.digest());
        for text in ["", "0", &secret.text()[1..], &format!("{}0", secret.text()), &"g".repeat(64)] {
            assert_eq!(Secret::parse(text), None, "{text}");
        }
    }

    #[test]
    fn a_form_is_of_its_session_alone_and_tells_nothing_of_it() {
        let (own, other) = (Secret::new().unwrap(), Secret::new().unwrap());
        assert!(own.made(&own.form()));
        assert!(!own.made(&other.form()) && !own.made("") && !own.made(&own.text()));
        assert!(!format!("{own:?}").contains(&own.text()));
    }
}
