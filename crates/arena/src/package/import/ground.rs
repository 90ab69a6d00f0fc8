//! The files of a package, which strangers made: plain files and folders, and links only to what the package itself
//! holds. A pipe would keep a reader waiting, a device would never end, and links may go round in a circle.

use std::fs::{self, Metadata};
use std::io::{self, ErrorKind, Read};
use std::path::{Path, PathBuf};

use super::yaml::Wrong;
use crate::config;

/// How deep folders may lie in each other.
pub(super) const DEPTH_MAX: usize = 12;

/// How many files a program may have, and how many bytes in all.
const PROGRAM_FILES_MAX: usize = 2_000;
const PROGRAM_BYTES_MAX: u64 = 256 << 20;

/// The largest file of settings, in bytes.
const SETTINGS_BYTES_MAX: u64 = 1 << 20;

/// The folder of a package.
#[derive(Clone, Debug)]
pub(super) struct Ground {
    /// Without links.
    root: PathBuf,
}

impl Ground {
    /// # Errors
    /// When there is no such folder.
    pub(super) fn of(package: &Path) -> io::Result<Self> {
        Ok(Self { root: package.canonicalize()? })
    }

    /// Looks at a file or a folder.
    ///
    /// # Errors
    /// When it is neither, or a link leads out of the package.
    pub(super) fn look(&self, path: &Path) -> io::Result<Metadata> {
        let real = path.canonicalize()?;
        if !real.starts_with(&self.root) {
            return Err(io::Error::new(ErrorKind::PermissionDenied, "a link that leads out of the package"));
        }
        let found = fs::symlink_metadata(real)?;
        if found.is_file() || found.is_dir() { Ok(found) } else { Err(special()) }
    }

    /// Looks at a file.
    ///
    /// # Errors
    /// When it is none, or a link leads out of the package.
    pub(super) fn look_at_file(&self, path: &Path) -> io::Result<Metadata> {
        let found = self.look(path)?;
        if found.is_file() { Ok(found) } else { Err(special()) }
    }

    /// Whether there is such a folder.
    ///
    /// # Errors
    /// When something else is there, or it cannot be looked at.
    pub(super) fn has_folder(&self, path: &Path) -> io::Result<bool> {
        match self.look(path) {
            Ok(found) if found.is_dir() => Ok(true),
            Ok(_) => Err(io::Error::new(ErrorKind::NotADirectory, "expected a folder, found a file")),
            Err(why) if why.kind() == ErrorKind::NotFound && fs::symlink_metadata(path).is_err() => Ok(false),
            Err(why) => Err(why),
        }
    }

    /// The text of settings; `None` if there is no such file.
    ///
    /// # Errors
    /// When it cannot be read, or is far too long for settings.
    pub(super) fn settings(&self, file: &Path) -> Result<Option<String>, Wrong> {
        if fs::symlink_metadata(file).is_err_and(|why| why.kind() == ErrorKind::NotFound) {
            return Ok(None);
        }
        let bytes = self.bytes(file).map_err(|why| Wrong::from(format!("cannot be read: {why}")))?;
        if bytes.len() as u64 > SETTINGS_BYTES_MAX {
            return Err(format!("expected at most {SETTINGS_BYTES_MAX} bytes, found more").into());
        }
        let text = config::decode(&bytes).map_err(|(line, what)| Wrong { line, what })?;
        Ok(Some(text.to_owned()))
    }

    /// The bytes of settings, and one more if they are too many.
    fn bytes(&self, file: &Path) -> io::Result<Vec<u8>> {
        self.look_at_file(file)?;
        let mut bytes = Vec::new();
        fs::File::open(file)?.take(SETTINGS_BYTES_MAX + 1).read_to_end(&mut bytes)?;
        Ok(bytes)
    }

    /// Copies a program, a file or a folder, into a folder.
    ///
    /// # Errors
    /// When something in it is no plain file, leads out of the package, or is too much.
    pub(super) fn copy_program(&self, from: &Path, to: &Path) -> io::Result<()> {
        let mut load = Load { files: 0, bytes: 0 };
        if self.look(from)?.is_dir() {
            self.copy_folder(from, to, 0, &mut load)
        } else {
            self.copy_file(from, &to.join(from.file_name().unwrap_or_default()), &mut load)
        }
    }

    fn copy_folder(&self, from: &Path, to: &Path, depth: usize, load: &mut Load) -> io::Result<()> {
        if depth > DEPTH_MAX {
            return Err(named(from, &format!("expected folders at most {DEPTH_MAX} deep, found more")));
        }
        for entry in fs::read_dir(from)? {
            let path = entry?.path();
            let copy = to.join(path.file_name().unwrap_or_default());
            if self.look(&path).map_err(|why| named(&path, &why.to_string()))?.is_dir() {
                fs::create_dir_all(&copy)?;
                self.copy_folder(&path, &copy, depth + 1, load)?;
            } else {
                self.copy_file(&path, &copy, load)?;
            }
        }
        Ok(())
    }

    fn copy_file(&self, from: &Path, to: &Path, load: &mut Load) -> io::Result<()> {
        load.files += 1;
        load.bytes += self.look_at_file(from).map_err(|why| named(from, &why.to_string()))?.len();
        if load.files > PROGRAM_FILES_MAX || load.bytes > PROGRAM_BYTES_MAX {
            let most = format!("{PROGRAM_FILES_MAX} files of {PROGRAM_BYTES_MAX} bytes together");
            return Err(named(from, &format!("expected a program of at most {most}, found more")));
        }
        fs::copy(from, to).map(drop)
    }
}

/// What was copied so far.
struct Load {
    files: usize,
    bytes: u64,
}

fn special() -> io::Error {
    io::Error::new(ErrorKind::InvalidInput, "expected a plain file, found something else")
}

/// An error that names the file.
fn named(file: &Path, what: &str) -> io::Error {
    let name = file.file_name().unwrap_or_default().to_string_lossy();
    io::Error::new(ErrorKind::InvalidInput, format!("{name}: {what}"))
}

#[cfg(test)]
mod tests {
    use std::fs;
    use std::os::unix::fs::symlink;
    use std::process::Command;

    use super::Ground;

    #[test]
    fn only_plain_files_of_the_package_are_copied() {
        let place = tempfile::tempdir().unwrap();
        let at = |path: &str| place.path().join(path);
        fs::create_dir_all(at("package/shared")).unwrap();
        fs::write(at("secret"), "a queen").unwrap();
        fs::write(at("package/shared/lib.py"), "mine").unwrap();
        let ground = Ground::of(&at("package")).unwrap();
        for (number, (target, said)) in [
            ("../shared/lib.py", None),
            ("../shared", None),
            ("../../secret", Some("a link that leads out of the package")),
            ("/dev/zero", Some("a link that leads out of the package")),
            ("../nothing", Some("No such file")),
            (".", Some("expected folders at most 12 deep, found more")),
        ]
        .into_iter()
        .enumerate()
        {
            let (program, copy) = (at(&format!("package/{number}")), at(&format!("copy{number}")));
            fs::create_dir(&program).unwrap();
            fs::create_dir(&copy).unwrap();
            symlink(target, program.join("other")).unwrap();
            let came = ground.copy_program(&program, &copy).err().map(|why| why.to_string());
            match (&came, said) {
                (None, None) => assert!(copy.join("other").exists()),
                (Some(came), Some(said)) => assert!(came.contains(said), "{target}: {came}"),
                _ => panic!("{target}: {came:?}"),
            }
        }
    }

    #[test]
    fn no_pipe_is_waited_for() {
        let place = tempfile::tempdir().unwrap();
        let pipe = place.path().join("main.py");
        assert!(Command::new("mkfifo").arg(&pipe).status().unwrap().success());
        let ground = Ground::of(place.path()).unwrap();
        let copy = tempfile::tempdir().unwrap();
        let said = "expected a plain file, found something else";
        assert!(ground.copy_program(&pipe, copy.path()).unwrap_err().to_string().contains(said));
        assert_eq!(ground.settings(&pipe).unwrap_err().what, format!("cannot be read: {said}"));
        assert_eq!(ground.settings(&place.path().join("none")).unwrap(), None);
    }
}
