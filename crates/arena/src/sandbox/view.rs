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

/// The folder that an executable was installed into: what a runtime needs besides itself.
///
/// `PREFIX/bin/python3` lives in `PREFIX`. A home folder, or a folder that many things are installed into, is
/// nobody's own: then there is none, and the executable stands alone.
pub(super) fn prefix_of(program: &Path) -> Option<PathBuf> {
    let real = program.canonicalize().ok()?;
    if is_of_system(&real) {
        return None;
    }
    let bin = real.parent()?;
    let prefix = if bin.file_name()? == "bin" { bin.parent()? } else { return None };
    let home = env::var_os("HOME").map(PathBuf::from).and_then(|home| home.canonicalize().ok());
    let is_shared = prefix.ends_with(".local")
        || prefix.components().count() <= 2
        || prefix.parent() == Some(Path::new("/home"))
        || home.is_some_and(|home| home.starts_with(prefix));
    if is_shared { None } else { Some(prefix.to_owned()) }
}

/// The folder of a virtual environment of Python that an executable belongs to: a link in it leads to an
/// interpreter elsewhere.
pub(super) fn virtual_environment(program: &Path) -> Option<PathBuf> {
    let folder = program.parent()?.parent()?;
    folder.join("pyvenv.cfg").is_file().then(|| folder.to_owned())
}

#[cfg(test)]
mod tests {
    use std::fs;
    use std::path::Path;

    use super::{prefix_of, virtual_environment};

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
        assert_eq!(prefix_of(&file("pythons/3.11/bin/python3")), Some(top.join("pythons/3.11")));
        assert_eq!(prefix_of(&file("anna/.local/bin/tool")), None, "others keep their data there");
        assert_eq!(prefix_of(&file("anna/tool")), None);
        assert_eq!(prefix_of(Path::new("/usr/bin/env")), None, "it is shown anyway");
        let python = file("venv/bin/python");
        assert_eq!(virtual_environment(&python), None);
        file("venv/pyvenv.cfg");
        assert_eq!(virtual_environment(&python), Some(top.join("venv")));
    }
}
