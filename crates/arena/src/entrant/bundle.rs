//! An entrant's files in one piece, for another machine.
//!
//! ```text
//! 8 bytes   the length of the head, the lowest byte first
//! the head  one line of JSON: how the bot is built and started, and for each file its path and length
//! the rest  the files, one after the other
//! ```

use std::io;
use std::path::{Component, Path, PathBuf};

use serde::{Deserialize, Serialize};

use super::copy::write;
use super::files::BYTES_MAX;
use super::hash::FilesHash;
use super::{Entrant, Kind, Runtime};
use crate::beneath::{Folder, Last};
use crate::compat::Compat;

/// An entrant's files in one piece.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Bundle {
    bytes: Vec<u8>,
}

/// Why a bundle cannot be made or unpacked.
#[derive(Debug, thiserror::Error)]
pub enum BundleError {
    /// The entrant's files are not those that were looked at.
    #[error("the files of `{name}` have changed since the command began: {what}")]
    Changed {
        /// The entrant.
        name: String,
        /// Which file, what was expected and what was found.
        what: String,
    },
    /// The bytes are no bundle.
    #[error("these bytes are no bundle of a bot's files: {0}")]
    Damaged(String),
    /// A folder or a file.
    #[error("a bot's files cannot be read or written: {0}")]
    System(#[from] io::Error),
}

#[derive(Serialize, Deserialize)]
struct Head {
    kind: Kind,
    build: Vec<Vec<String>>,
    compat: Option<Compat>,
    runtime: Option<Runtime>,
    hash: String,
    files: Vec<FileHead>,
}

#[derive(Serialize, Deserialize)]
struct FileHead {
    path: PathBuf,
    bytes: usize,
    executable: bool,
}

const LENGTH_BYTES: usize = 8;

impl Bundle {
    /// The files of an entrant, which are still what its hash says.
    ///
    /// # Errors
    /// [`BundleError::Changed`], and what the system says.
    pub fn of(entrant: &Entrant) -> Result<Self, BundleError> {
        let changed = |path: &Path, what: String| {
            let what = format!("{}: {what}", path.display());
            BundleError::Changed { name: entrant.name.clone(), what }
        };
        let folder = Folder::open(&entrant.folder, Last::Followed)?;
        let (mut hash, mut files, mut contents) = (FilesHash::new(), Vec::new(), Vec::new());
        for path in &entrant.files {
            let content = folder.read(path, BYTES_MAX);
            let content = content.map_err(|why| changed(&entrant.folder.join(path), why.to_string()))?;
            hash.add(path, &content.bytes);
            let (bytes, executable) = (content.bytes.len(), content.is_executable);
            files.push(FileHead { path: path.clone(), bytes, executable });
            contents.extend_from_slice(&content.bytes);
        }
        let found = hash.finish();
        if found != entrant.hash {
            let place = match entrant.files.as_slice() {
                [file] => entrant.folder.join(file),
                _ => entrant.folder.clone(),
            };
            let [expected, found] = [entrant.hash, found].map(|hash| hash.to_hex()[..12].to_owned());
            return Err(changed(&place, format!("expected the hash {expected}…, found {found}…")));
        }
        let Entrant { kind, build, compat, runtime, .. } = entrant.clone();
        let head = Head { kind, build, compat, runtime, hash: entrant.hash.to_hex().to_string(), files };
        let head = serde_json::to_vec(&head).expect("paths of an entrant are UTF-8");
        let mut bytes = (head.len() as u64).to_le_bytes().to_vec();
        bytes.extend(head);
        bytes.extend(contents);
        Ok(Self { bytes })
    }

    /// A bundle that has come from elsewhere.
    pub fn from_bytes(bytes: Vec<u8>) -> Self {
        Self { bytes }
    }

    /// Its bytes.
    pub fn bytes(&self) -> &[u8] {
        &self.bytes
    }

    /// Names it: the BLAKE3 hash of its bytes, in hexadecimal.
    pub fn name(&self) -> String {
        blake3::hash(&self.bytes).to_hex().to_string()
    }

    /// Writes the files into an empty folder, and nowhere else. They are those of the hash that the entrant then has.
    ///
    /// # Errors
    /// [`BundleError::Damaged`], and what the system says.
    pub fn unpack(&self, name: &str, folder: &Path) -> Result<Entrant, BundleError> {
        let damaged = |what: &str| BundleError::Damaged(what.to_owned());
        let (length, rest) =
            self.bytes.split_first_chunk::<LENGTH_BYTES>().ok_or_else(|| damaged("too short"))?;
        let length =
            usize::try_from(u64::from_le_bytes(*length)).map_err(|_| damaged("its head is too long"))?;
        let (head, mut contents) = rest.split_at_checked(length).ok_or_else(|| damaged("its head is cut"))?;
        let head: Head = serde_json::from_slice(head).map_err(|error| damaged(&error.to_string()))?;
        let mut hash = FilesHash::new();
        for file in &head.files {
            let is_plain = file.path.components().all(|part| matches!(part, Component::Normal(_)));
            if !is_plain || file.path.as_os_str().is_empty() || file.path.to_str().is_none() {
                return Err(damaged("a path leads out of the folder"));
            }
            let (content, others) =
                contents.split_at_checked(file.bytes).ok_or_else(|| damaged("a file is cut"))?;
            contents = others;
            hash.add(&file.path, content);
            write(&folder.join(&file.path), content, file.executable)?;
        }
        let hash = hash.finish();
        if hash.to_hex().as_str() != head.hash || !contents.is_empty() {
            return Err(damaged("the files are not those of its hash"));
        }
        let Head { kind, build, compat, runtime, files, .. } = head;
        let files = files.into_iter().map(|file| file.path).collect();
        Ok(Entrant {
            name: name.to_owned(),
            kind,
            build,
            compat,
            runtime,
            folder: folder.to_owned(),
            files,
            hash,
        })
    }
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::Bundle;
    use crate::entrant::find_one;
    use crate::game_kind::GameKind;

    #[test]
    fn an_entrant_is_the_same_on_another_machine() {
        let top = tempfile::tempdir().unwrap();
        let (here, there) = (top.path().join("anna"), top.path().join("there"));
        fs::create_dir_all(here.join("lib")).unwrap();
        fs::create_dir(&there).unwrap();
        fs::write(here.join("main.py"), "class Player: pass\n").unwrap();
        fs::write(here.join("lib/odds.py"), "odds = 7\n").unwrap();
        let entrant = find_one(&here, GameKind::Poker).unwrap();
        let bundle = Bundle::of(&entrant).unwrap();
        let unpacked = Bundle::from_bytes(bundle.bytes().to_vec()).unpack("anna", &there).unwrap();
        assert_eq!(unpacked.hash, find_one(&there, GameKind::Poker).unwrap().hash);
        assert_eq!((unpacked.kind, unpacked.files), (entrant.kind, entrant.files));
        assert_eq!(fs::read_to_string(there.join("lib/odds.py")).unwrap(), "odds = 7\n");
    }

    #[test]
    fn files_that_have_changed_are_named_with_their_bot() {
        let top = tempfile::tempdir().unwrap();
        let file = top.path().join("anna.py");
        fs::write(&file, "class Player: pass\n").unwrap();
        let entrant = find_one(&file, GameKind::Poker).unwrap();
        let place = file.display().to_string();
        let said = || Bundle::of(&entrant).unwrap_err().to_string();
        fs::write(&file, "class Player: 1\n").unwrap();
        let hash = |hash: blake3::Hash| hash.to_hex()[..12].to_owned();
        let (expected, found) = (hash(entrant.hash), hash(find_one(&file, GameKind::Poker).unwrap().hash));
        assert_eq!(
            said(),
            format!(
                "the files of `anna` have changed since the command began: {place}: expected the hash {expected}…, \
                 found {found}…"
            )
        );
        fs::remove_file(&file).unwrap();
        assert!(
            said().contains(&format!("`anna` have changed since the command began: {place}: ")),
            "{}",
            said()
        );
    }

    #[test]
    fn a_bundle_that_was_changed_is_refused() {
        let top = tempfile::tempdir().unwrap();
        let file = top.path().join("anna.py");
        fs::write(&file, "class Player: pass\n").unwrap();
        let bundle = Bundle::of(&find_one(&file, GameKind::Poker).unwrap()).unwrap();
        let refused = |bytes: Vec<u8>| {
            let folder = tempfile::tempdir().unwrap();
            Bundle::from_bytes(bytes).unpack("anna", folder.path()).unwrap_err().to_string()
        };
        let whole = bundle.bytes().to_vec();
        assert!(refused(whole[..whole.len() - 1].to_vec()).contains("a file is cut"));
        let mut other = whole.clone();
        *other.last_mut().unwrap() = b' ';
        assert!(refused(other).contains("not those of its hash"));
        assert!(refused(Vec::new()).contains("too short"));
        // Of the same length, so that the head still fits.
        let (path, outside) = (b"\"path\":\"anna.py\"", b"\"path\":\"../a.py\"");
        let at = whole.windows(path.len()).position(|bytes| bytes == path).unwrap();
        let mut out = whole.clone();
        out[at..at + path.len()].copy_from_slice(outside);
        assert!(refused(out).contains("leads out of the folder"));
    }
}
