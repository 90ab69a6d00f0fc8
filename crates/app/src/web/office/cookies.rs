//! The cookies of sessions: one for the organiser and one for an entrant, of each contest.
//!
//! Cookies know no ports: those of two servers of this machine are told apart by the contest.

use axum::http::{HeaderMap, HeaderValue, header};

use super::register::Holder;
use super::secret::Secret;

/// How long a browser keeps one, in seconds: as long as the session lasts.
const KEPT_SECONDS: u32 = 30 * 24 * 3_600;

/// How cookies are called and sent.
#[derive(Clone, Debug)]
pub(crate) struct Cookies {
    /// What tells the contest from others of this machine.
    pub(crate) contest: String,
    /// Behind a proxy all is sent over TLS.
    pub(crate) is_secure: bool,
}

/// Whose session is looked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Role {
    Organiser,
    Entrant,
}

impl From<&Holder> for Role {
    fn from(holder: &Holder) -> Self {
        match holder {
            Holder::Organiser => Self::Organiser,
            Holder::Entrant(_) => Self::Entrant,
        }
    }
}

impl Cookies {
    /// The secret that a request brings.
    pub(crate) fn secret(&self, headers: &HeaderMap, role: Role) -> Option<Secret> {
        let name = self.name(role);
        let all = headers.get_all(header::COOKIE).iter().filter_map(|value| value.to_str().ok());
        all.flat_map(|value| value.split(';')).find_map(|pair| {
            let (found, value) = pair.trim().split_once('=')?;
            if found == name { Secret::parse(value) } else { None }
        })
    }

    /// Sets the cookie of a session.
    pub(crate) fn set(&self, role: Role, secret: &Secret) -> HeaderValue {
        self.header(role, &secret.text(), KEPT_SECONDS)
    }

    /// Takes it away.
    pub(crate) fn clear(&self, role: Role) -> HeaderValue {
        self.header(role, "", 0)
    }

    fn header(&self, role: Role, value: &str, seconds: u32) -> HeaderValue {
        let secure = if self.is_secure { "; Secure" } else { "" };
        let name = self.name(role);
        let text = format!("{name}={value}; Path=/; Max-Age={seconds}; HttpOnly; SameSite=Strict{secure}");
        HeaderValue::from_str(&text).expect("names and digits are plain letters")
    }

    fn name(&self, role: Role) -> String {
        // A browser takes a cookie of this beginning only if it is secure and of this host alone.
        let host = if self.is_secure { "__Host-" } else { "" };
        let role = match role {
            Role::Organiser => "organiser",
            Role::Entrant => "entrant",
        };
        format!("{host}croupier-{role}-{}", self.contest)
    }
}

#[cfg(test)]
mod tests {
    use axum::http::{HeaderMap, HeaderValue, header};

    use super::{Cookies, Role};
    use crate::web::office::secret::Secret;

    #[test]
    fn a_cookie_is_found_among_others_by_its_role_and_contest() {
        let cookies = Cookies { contest: "1f2e3d4c".into(), is_secure: false };
        let secret = Secret::new().unwrap();
        let set = cookies.set(Role::Entrant, &secret);
        let (pair, rest) = set.to_str().unwrap().split_once("; ").unwrap();
        assert_eq!(rest, "Path=/; Max-Age=2592000; HttpOnly; SameSite=Strict");
        let mut headers = HeaderMap::new();
        headers.insert(header::COOKIE, HeaderValue::from_str(&format!("a=b; {pair};c=d")).unwrap());
        assert_eq!(cookies.secret(&headers, Role::Entrant), Some(secret.clone()));
        assert_eq!(cookies.secret(&headers, Role::Organiser), None);
        let other = Cookies { contest: "00000000".into(), is_secure: false };
        assert_eq!(other.secret(&headers, Role::Entrant), None);
        let secure = Cookies { is_secure: true, ..cookies };
        let set = secure.set(Role::Organiser, &secret);
        let set = set.to_str().unwrap();
        assert!(set.starts_with("__Host-croupier-organiser-1f2e3d4c=") && set.ends_with("; Secure"), "{set}");
    }
}
