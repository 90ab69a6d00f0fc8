//! Copying an entrant's files to where they are built.

use std::fs;
use std::io;
use std::os::unix::fs::PermissionsExt;
use std::path::Path;

use super::Entrant;
use super::files::BYTES_MAX;
use super::hash::FilesHash;
use crate::beneath::{Folder, Last};

/// Why there is no copy.
#[derive(Debug)]
pub(crate) enum NotCopied {
    /// The files are not those that were looked at: somebody writes to them.
    Changed(String),
    /// Our own failure.
    System(io::Error),
}

impl Entrant {
    /// Copies its files into a folder. Each is read once, and all together are what its hash says: what
    /// was put in their place since, such as a link to a private file, is not copied.
    pub(crate) fn copy(&self, to: &Path) -> Result<(), NotCopied> {
        let changed = |what: String| NotCopied::Changed(format!("its files have changed meanwhile: {what}"));
        let folder = Folder::open(&self.folder, Last::Followed).map_err(|why| changed(why.to_string()))?;
        let mut hash = FilesHash::new();
        for path in &self.files {
            let content = folder.read(path, BYTES_MAX);
            let content = content.map_err(|why| changed(format!("{}: {why}", path.display())))?;
            hash.add(path, &content.bytes);
            write(&to.join(path), &content.bytes, content.is_executable).map_err(NotCopied::System)?;
        }
        if hash.finish() == self.hash { Ok(()) } else { Err(changed("start again".to_owned())) }
    }
}

/// Writes a file that all may read, and run if its source may be run. No other bit is taken over.
pub(super) fn write(file: &Path, bytes: &[u8], is_executable: bool) -> io::Result<()> {
    fs::create_dir_all(file.parent().expect("a file of an entrant is in its folder"))?;
    fs::write(file, bytes)?;
    let mode = if is_executable { 0o755 } else { 0o644 };
    fs::set_permissions(file, fs::Permissions::from_mode(mode))
}

#[cfg(test)]
mod tests {
    use std::fs;
    use std::os::unix::fs::{PermissionsExt, symlink};
    use std::process::Command;

    use super::NotCopied;
    use crate::entrant::find_one;
    use crate::game_kind::GameKind;

    #[test]
    fn what_was_put_in_a_files_place_is_not_copied() {
        let top = tempfile::tempdir().unwrap();
        let (anna, private) = (top.path().join("anna"), top.path().join("private.py"));
        fs::create_dir(&anna).unwrap();
        fs::write(&private, "the next card is a queen").unwrap();
        let file = anna.join("main.py");
        fs::write(&file, "class Player: pass\n").unwrap();
        let entrant = find_one(&anna, GameKind::Poker).unwrap();
        let copied = |name: &str| {
            let to = top.path().join(name);
            (entrant.copy(&to), fs::read_to_string(to.join("main.py")))
        };
        for name in ["link", "other", "device", "gone"] {
            fs::remove_file(&file).unwrap();
            match name {
                "link" => symlink(&private, &file).unwrap(),
                "other" => fs::write(&file, "class Player: 1\n").unwrap(),
                "device" => symlink("/dev/zero", &file).unwrap(),
                _ => {}
            }
            let (copied, text) = copied(name);
            let Err(NotCopied::Changed(why)) = copied else { panic!("{name}: {copied:?}") };
            assert!(why.starts_with("its files have changed meanwhile: "), "{why}");
            assert!(!text.unwrap_or_default().contains("queen"), "{name}");
            if name == "gone" {
                assert!(Command::new("mkfifo").arg(&file).status().unwrap().success());
                assert!(matches!(entrant.copy(&top.path().join("pipe")), Err(NotCopied::Changed(_))));
            }
        }
        fs::remove_file(&file).unwrap();
        fs::write(&file, "class Player: pass\n").unwrap();
        fs::set_permissions(&file, fs::Permissions::from_mode(0o6711)).unwrap();
        let (copied, text) = copied("whole");
        assert!(copied.is_ok());
        assert_eq!(text.unwrap(), "class Player: pass\n");
        let mode = fs::metadata(top.path().join("whole/main.py")).unwrap().permissions().mode();
        assert_eq!(mode & 0o7777, 0o755, "no bit that changes who runs it");
    }
}
