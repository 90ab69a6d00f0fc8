//! What a confined program sees of the file system: the system's own folders, and the one folder that its
//! interpreter lives in, wherever that is.

use std::env;
use std::fs;
use std::path::{Path, PathBuf};

/// A place of the system that is shown.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Shown {
    /// A folder or a file, read-only, at its own path.
    Place(PathBuf),
    /// A link that leads into another.
    Link { at: PathBuf, to: PathBuf },
}

/// Folders of the system, where they are.
const FOLDERS: [&str; 9] =
    ["/usr", "/bin", "/sbin", "/lib", "/lib32", "/lib64", "/libx32", "/nix/store", "/gnu/store"];

/// What programs need of the system's settings: where libraries are, and which of two tools is meant.
const SETTINGS: [&str; 4] = ["/etc/ld.so.cache", "/etc/ld.so.conf", "/etc/ld.so.conf.d", "/etc/alternatives"];

/// Settings of Java's runtimes begin with this.
const JAVA_SETTINGS: &str = "java";

/// What is shown to every program.
pub(super) fn of_system() -> Vec<Shown> {
    let mut shown = Vec::new();
    for folder in FOLDERS.map(PathBuf::from) {
        let Ok(found) = fs::symlink_metadata(&folder) else { continue };
        shown.push(match fs::read_link(&folder) {
            Ok(to) if found.is_symlink() => Shown::Link { at: folder, to },
            _ => Shown::Place(folder),
        });
    }
    shown.extend(SETTINGS.map(PathBuf::from).into_iter().filter(|path| path.exists()).map(Shown::Place));
    let java = fs::read_dir("/etc").into_iter().flatten().flatten();
    let java = java.filter(|entry| entry.file_name().to_string_lossy().starts_with(JAVA_SETTINGS));
    shown.extend(java.map(|entry| Shown::Place(entry.path())));
    shown
}

/// Whether a path is shown to every program.
pub(super) fn is_of_system(path: &Path) -> bool {
    FOLDERS.iter().any(|folder| path.starts_with(folder))
}

/// Folders that a program is not shown, though it be started by something that was installed there.
#[derive(Clone, Debug, Default)]
pub struct Private {
    secrets: Vec<PathBuf>,
    of_strangers: Vec<PathBuf>,
}

impl Private {
    /// Folders that hold secrets: nothing is shown that they lie in. And folders that strangers write to:
    /// nothing in them is shown either. Those that are not there are left out.
    pub fn new(secrets: &[&Path], of_strangers: &[&Path]) -> Self {
        let real = |folders: &[&Path]| {
            let folders = folders.iter().filter(|folder| !folder.as_os_str().is_empty());
            folders.filter_map(|folder| folder.canonicalize().ok()).collect::<Vec<_>>()
        };
        Self { secrets: real(secrets), of_strangers: real(of_strangers) }
    }

    /// Whether a folder, by its real path, is nobody's own, or is not to be shown: a home folder, a folder
    /// that many things are installed into, or one that a private folder lies in.
    fn covers(&self, folder: &Path) -> bool {
        let home = env::var_os("HOME").map(PathBuf::from).and_then(|home| home.canonicalize().ok());
        let mut inner = self.secrets.iter().chain(&self.of_strangers).chain(&home);
        folder.ends_with(".local")
            || folder.components().count() <= 2
            || folder.parent() == Some(Path::new("/home"))
            || inner.any(|private| private.starts_with(folder))
            || self.of_strangers.iter().any(|private| folder.starts_with(private))
    }
}

/// The folder that an executable was installed into: what a runtime needs besides itself.
///
/// `PREFIX/bin/python3` lives in `PREFIX`. If that is private, there is none, and the executable stands alone.
pub(super) fn prefix_of(program: &Path, private: &Private) -> Option<PathBuf> {
    let real = program.canonicalize().ok()?;
    if is_of_system(&real) {
        return None;
    }
    let bin = real.parent()?;
    let prefix = if bin.file_name()? == "bin" { bin.parent()? } else { return None };
    if private.covers(prefix) { None } else { Some(prefix.to_owned()) }
}

/// The folder of a virtual environment of Python that an executable belongs to: a link in it leads to an
/// interpreter elsewhere. None if that is private, as when it was made beside a contest's settings.
pub(super) fn virtual_environment(program: &Path, private: &Private) -> Option<PathBuf> {
    let folder = program.parent()?.parent()?;
    let real = folder.canonicalize().ok()?;
    let is_one = !is_of_system(&real) && folder.join("pyvenv.cfg").is_file();
    (is_one && !private.covers(&real)).then(|| folder.to_owned())
}

#[cfg(test)]
mod tests {
    use std::fs;
    use std::path::Path;

    use super::{Private, prefix_of, virtual_environment};

    #[test]
    fn an_interpreter_shows_its_own_folder_and_no_more() {
        let top = tempfile::tempdir().unwrap();
        let top = top.path().canonicalize().unwrap();
        let file = |path: &str| {
            let file = top.join(path);
            fs::create_dir_all(file.parent().unwrap()).unwrap();
            fs::write(&file, "").unwrap();
            file
        };
        let private = Private::default();
        let prefix_of = |program: &Path| prefix_of(program, &private);
        let virtual_environment = |program: &Path| virtual_environment(program, &private);
        assert_eq!(prefix_of(&file("pythons/3.11/bin/python3")), Some(top.join("pythons/3.11")));
        assert_eq!(prefix_of(&file("anna/.local/bin/tool")), None, "others keep their data there");
        assert_eq!(prefix_of(&file("anna/tool")), None);
        assert_eq!(prefix_of(Path::new("/usr/bin/env")), None, "it is shown anyway");
        let python = file("venv/bin/python");
        assert_eq!(virtual_environment(&python), None);
        file("venv/pyvenv.cfg");
        assert_eq!(virtual_environment(&python), Some(top.join("venv")));
    }

    #[test]
    fn no_folder_is_shown_that_holds_a_secret_or_that_strangers_write_to() {
        let top = tempfile::tempdir().unwrap();
        let top = top.path().canonicalize().unwrap();
        for folder in ["night/entrants/anna/bin", "night/bin", "night/venv/bin", "data/place/files/bin"] {
            fs::create_dir_all(top.join(folder)).unwrap();
            fs::write(top.join(folder).join("python3"), "").unwrap();
            fs::write(top.join(folder).parent().unwrap().join("pyvenv.cfg"), "").unwrap();
        }
        let [night, entrants, data] = ["night", "night/entrants", "data"].map(|folder| top.join(folder));
        let private = Private::new(&[&night], &[&entrants, &data, Path::new(""), Path::new("/nowhere")]);
        for (folder, is_shown) in [
            ("night", false),
            ("night/entrants/anna", false),
            ("data/place/files", false),
            ("night/venv", true),
        ] {
            let folder = top.join(folder);
            let expected = is_shown.then(|| folder.clone());
            assert_eq!(prefix_of(&folder.join("bin/python3"), &private), expected);
            assert_eq!(virtual_environment(&folder.join("bin/python3"), &private), expected);
        }
    }
}
