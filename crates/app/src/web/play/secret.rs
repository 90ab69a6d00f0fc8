//! What the cards of all tables follow from: 32 bytes that nobody is told.

use std::fs;
use std::io::{self, Write as _};
use std::path::{Path, PathBuf};
use std::sync::OnceLock;

use croupier_rules::chance::Key;

use crate::output;

/// The secret of a data folder: read, or made, when a table is first sat at.
pub(super) struct Secret {
    data: PathBuf,
    bytes: OnceLock<[u8; 32]>,
}

/// Its file in the data folder.
const FILE_NAME: &str = "play.key";

impl Secret {
    pub(super) fn new(data: PathBuf) -> Self {
        Self { data, bytes: OnceLock::new() }
    }

    /// The key of a table's chance, for one purpose. The number of a table tells nothing of it.
    pub(super) fn key(&self, label: &str, table: u32) -> Key {
        let bytes = self.bytes.get_or_init(|| stored(&self.data).unwrap_or_else(|why| self.fleeting(&why)));
        let hash = blake3::keyed_hash(bytes, format!("{label} {table}").as_bytes());
        Key::new(u64::from(table), &format!("play/{}", hash.to_hex()))
    }
}

impl Secret {
    /// Bytes that last as long as the server, where none can be kept. A folder that cannot be written is no fault; a
    /// file that holds something else is.
    fn fleeting(&self, why: &io::Error) -> [u8; 32] {
        if why.kind() == io::ErrorKind::InvalidData {
            output::say(format_args!(
                "{}: {why}; tables last as long as this server: remove the file to have them kept",
                self.data.join(FILE_NAME).display()
            ));
        }
        random()
    }
}

/// The bytes stay out of messages.
impl std::fmt::Debug for Secret {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Secret").field("data", &self.data).finish_non_exhaustive()
    }
}

/// A number that nobody foresees.
pub(super) fn chance() -> u32 {
    let [a, b, c, d, ..] = random();
    u32::from_le_bytes([a, b, c, d])
}

fn random() -> [u8; 32] {
    let mut bytes = [0; 32];
    getrandom::fill(&mut bytes).expect("the system has random numbers");
    bytes
}

/// Reads the secret, or stores a new one that only its owner can read.
fn stored(data: &Path) -> io::Result<[u8; 32]> {
    let path = data.join(FILE_NAME);
    match read(&path) {
        Err(why) if why.kind() == io::ErrorKind::NotFound => {}
        read => return read,
    }
    fs::create_dir_all(data)?;
    let mut file = tempfile::NamedTempFile::new_in(data)?;
    let bytes = random();
    file.write_all(&bytes)?;
    match file.persist_noclobber(&path) {
        Ok(_) => Ok(bytes),
        // Another server was quicker.
        Err(_) => read(&path),
    }
}

fn read(path: &Path) -> io::Result<[u8; 32]> {
    let bytes = fs::read(path)?;
    let damaged = |bytes: Vec<u8>| {
        let said = format!("damaged: expected 32 bytes, found {}", bytes.len());
        io::Error::new(io::ErrorKind::InvalidData, said)
    };
    bytes.try_into().map_err(damaged)
}

#[cfg(test)]
mod tests {
    use super::{FILE_NAME, Secret};

    #[test]
    fn the_cards_of_a_table_outlive_the_server_and_no_two_tables_have_the_same() {
        let data = tempfile::tempdir().unwrap();
        let first = Secret::new(data.path().to_owned());
        let key = first.key("poker", 7);
        assert_eq!(Secret::new(data.path().to_owned()).key("poker", 7), key);
        assert!(first.key("poker", 8) != key && first.key("exam", 7) != key);
        let elsewhere = tempfile::tempdir().unwrap();
        assert_ne!(Secret::new(elsewhere.path().to_owned()).key("poker", 7), key);
        assert_eq!(std::fs::read(data.path().join(FILE_NAME)).unwrap().len(), 32);
    }

    /// It may be the only copy of what tables of others follow from.
    #[test]
    fn a_damaged_file_is_left_as_it_is() {
        let data = tempfile::tempdir().unwrap();
        let path = data.path().join(FILE_NAME);
        std::fs::write(&path, "cut").unwrap();
        let secret = Secret::new(data.path().to_owned());
        assert_eq!(secret.key("poker", 7), secret.key("poker", 7));
        assert_eq!(std::fs::read(&path).unwrap(), b"cut");
        let why = super::stored(data.path()).unwrap_err();
        assert_eq!(why.to_string(), "damaged: expected 32 bytes, found 3");
    }

    #[test]
    fn a_folder_that_cannot_be_written_is_no_hindrance() {
        let file = tempfile::NamedTempFile::new().unwrap();
        let secret = Secret::new(file.path().to_owned());
        assert_eq!(secret.key("poker", 7), secret.key("poker", 7));
    }
}
