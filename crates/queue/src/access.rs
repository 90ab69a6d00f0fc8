//! Where a server is, and how one shows it who one is.

use std::fmt;
use std::fs;
use std::net::IpAddr;
use std::path::{Path, PathBuf};
use std::str::FromStr;

use async_nats::ServerAddr;

use crate::error::QueueError;

/// The address of a server: `nats://HOST:PORT`, or `tls://HOST:PORT`; 4222 is the usual port.
///
/// ```
/// use croupier_queue::Address;
/// let address: Address = "nats://127.0.0.1:4333".parse()?;
/// assert!(address.is_loopback());
/// assert!("nats://".parse::<Address>().is_err());
/// assert!("http://127.0.0.1".parse::<Address>().is_err());
/// # Ok::<(), croupier_queue::QueueError>(())
/// ```
#[derive(Clone, PartialEq, Eq)]
pub struct Address(ServerAddr);

/// A way to a server.
#[derive(Clone, Debug)]
pub struct Access {
    /// Where it is.
    pub address: Address,
    /// The file with the credentials that the server knows.
    pub creds: Option<PathBuf>,
    /// The file with the certificate of the authority that has signed the server's, in PEM. With it, the connection
    /// is by TLS or not at all.
    pub ca: Option<PathBuf>,
    /// Whether a server on another machine may be used without credentials and TLS.
    pub insecure: bool,
}

impl Address {
    /// Whether the server is on this machine.
    pub fn is_loopback(&self) -> bool {
        let host = self.host();
        host == "localhost" || host.parse::<IpAddr>().is_ok_and(|address| address.is_loopback())
    }

    pub(crate) fn server(&self) -> ServerAddr {
        self.0.clone()
    }

    /// The name and the password in it.
    pub(crate) fn user(&self) -> Option<(String, String)> {
        let url = self.0.clone().into_inner();
        let password = url.password().unwrap_or_default().to_owned();
        self.0.has_user_pass().then(|| (url.username().to_owned(), password))
    }

    /// The host, an IPv6 address without its brackets.
    fn host(&self) -> &str {
        self.0.host().trim_start_matches('[').trim_end_matches(']')
    }
}

impl FromStr for Address {
    type Err = QueueError;

    fn from_str(text: &str) -> Result<Self, QueueError> {
        let refused = || QueueError::NotAnAddress(text.to_owned());
        if !(text.starts_with("nats://") || text.starts_with("tls://")) {
            return Err(refused());
        }
        let server: ServerAddr = text.parse().map_err(|_| refused())?;
        if server.host().is_empty() { Err(refused()) } else { Ok(Self(server)) }
    }
}

/// As it is shown.
impl fmt::Debug for Address {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Address({self})")
    }
}

/// The address without the password that may be in it.
impl fmt::Display for Address {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}://{}:{}", self.0.scheme(), self.0.host(), self.0.port())
    }
}

impl Access {
    /// A server on this machine that asks for nothing.
    pub fn plain(address: Address) -> Self {
        Self { address, creds: None, ca: None, insecure: false }
    }

    /// Refuses a way over a network that others may read or write on.
    ///
    /// # Errors
    /// [`QueueError::Exposed`]: the server is on another machine, and there are no credentials, or no TLS.
    pub fn check(&self) -> Result<(), QueueError> {
        let has_credentials = self.creds.is_some() || self.address.0.has_user_pass();
        let has_tls = self.ca.is_some() || self.address.0.tls_required();
        if self.address.is_loopback() || self.insecure || has_credentials && has_tls {
            return Ok(());
        }
        let missing = match (has_credentials, has_tls) {
            (false, false) => "credentials and TLS",
            (false, true) => "credentials",
            (true, _) => "TLS",
        };
        Err(QueueError::Exposed { address: self.address.clone(), missing })
    }

    /// The file of the authority, which holds a certificate in PEM.
    ///
    /// # Errors
    /// [`QueueError::File`].
    pub(crate) fn authority(&self) -> Result<Option<&Path>, QueueError> {
        let Some(path) = &self.ca else { return Ok(None) };
        let checked = fs::read(path).map_err(|why| why.to_string()).and_then(|bytes| check_pem(&bytes));
        checked.map_err(|why| QueueError::File { path: path.clone(), why })?;
        Ok(Some(path))
    }
}

/// Whether there is a certificate in PEM, as far as its lines tell.
fn check_pem(bytes: &[u8]) -> Result<(), String> {
    const BEGIN: &str = "-----BEGIN CERTIFICATE-----";
    const END: &str = "-----END CERTIFICATE-----";
    let text = String::from_utf8_lossy(bytes);
    let mut lines = text.lines().map(str::trim_end);
    let expected = "expected a certificate in PEM";
    if !lines.any(|line| line == BEGIN) {
        let first = text.lines().next().unwrap_or_default().chars().take(40).collect::<String>();
        return Err(format!("{expected}, a line {BEGIN}, found `{}`", first.escape_debug()));
    }
    let is_letter = |byte: u8| byte.is_ascii_alphanumeric() || b"+/=".contains(&byte);
    let mut letters = 0;
    for line in lines {
        if line == END && letters > 0 {
            return Ok(());
        }
        if !line.bytes().all(is_letter) {
            return Err(format!("{expected}, found the line `{}` in it", line.escape_debug()));
        }
        letters += line.len();
    }
    Err(format!("{expected}, found no line {END} after its letters"))
}

#[cfg(test)]
mod tests {
    use super::{Access, Address, check_pem};

    #[test]
    fn a_file_without_a_certificate_is_refused() {
        let sound = "of the queue\n-----BEGIN CERTIFICATE-----\r\nMIIB+/8=\r\n-----END CERTIFICATE-----\n";
        assert_eq!(check_pem(sound.as_bytes()), Ok(()));
        for (text, said) in [
            ("", "found ``"),
            ("hello\n", "found `hello`"),
            (
                "-----BEGIN PRIVATE KEY-----\nMIIB\n-----END PRIVATE KEY-----\n",
                "found `-----BEGIN PRIVATE KEY-----`",
            ),
            ("-----BEGIN CERTIFICATE-----\nMI IB\n-----END CERTIFICATE-----\n", "found the line `MI IB`"),
            ("-----BEGIN CERTIFICATE-----\nMIIB\n", "no line -----END CERTIFICATE-----"),
        ] {
            let refused = check_pem(text.as_bytes()).unwrap_err();
            assert!(
                refused.starts_with("expected a certificate in PEM") && refused.contains(said),
                "{refused}"
            );
        }
        assert!(check_pem(&[0x30, 0x82, 0xff]).is_err(), "DER");
    }

    #[test]
    fn another_machine_needs_credentials_and_tls() {
        let checked = |address: &str, creds: bool, ca: bool, insecure: bool| {
            let access = Access {
                address: address.parse().unwrap(),
                creds: creds.then(|| "creds".into()),
                ca: ca.then(|| "ca.pem".into()),
                insecure,
            };
            access.check().map_err(|error| error.to_string())
        };
        for near in ["nats://127.0.0.1", "nats://localhost:4333", "nats://[::1]:4222", "nats://127.8.8.8"] {
            assert_eq!(checked(near, false, false, false), Ok(()), "{near}");
        }
        let far = "nats://queue.example:4222";
        let refused = checked(far, false, false, false).unwrap_err();
        assert!(refused.contains("credentials and TLS"), "{refused}");
        assert!(checked(far, true, false, false).unwrap_err().contains("without TLS"));
        assert!(
            checked("tls://queue.example", false, false, false).unwrap_err().contains("without credentials")
        );
        assert_eq!(checked(far, true, true, false), Ok(()));
        assert_eq!(checked("tls://queue.example", true, false, false), Ok(()));
        assert_eq!(checked("tls://anna:secret@queue.example", false, false, false), Ok(()));
        assert_eq!(checked(far, false, false, true), Ok(()));
        // Not this machine, though it looks like it.
        for far in ["nats://localhost.example", "nats://0.0.0.0", "nats://10.0.0.1", "nats://128.0.0.1"] {
            assert!(checked(far, false, false, false).is_err(), "{far}");
        }
    }

    #[test]
    fn a_password_is_not_shown() {
        let address: Address = "nats://anna:secret@127.0.0.1:4333".parse().unwrap();
        assert_eq!(address.to_string(), "nats://127.0.0.1:4333");
        assert!(!format!("{address:?}").contains("secret"));
        assert_eq!(address.user(), Some(("anna".to_owned(), "secret".to_owned())));
    }

    #[test]
    fn what_is_no_address_is_refused() {
        for text in ["", "127.0.0.1", "nats://", "ws://127.0.0.1", "nats://127.0.0.1:port", "nats://a b"] {
            assert!(text.parse::<Address>().is_err(), "{text}");
        }
    }
}
