//! Where submissions lie: in quarantine until they are checked, then among the contest's entrants; each version is kept.
//!
//! ```text
//! croupier-data/submissions/night-1f2e3d4c/
//!   quarantine/17/anna.py    submission 17, until it is settled
//!   reports/17.txt           what came of its check
//!   kept/anna/17.py          every version that took part, also of what was there before
//! ```
//!
//! Names of paths are those of the organiser's links and endings of a list of ours: what an upload calls itself is never
//! one.

use std::fs::{self, DirBuilder, Permissions};
use std::io;
use std::os::unix::fs::{DirBuilderExt as _, PermissionsExt as _};
use std::path::{Path, PathBuf};

use croupier_arena::entrant::check_name;
use croupier_arena::game_kind::GameKind;

use super::FOLDER;
use super::alike::alike;

/// Endings of sources that a contest takes.
const SOURCES: [&str; 8] = ["c", "c11", "cc", "cpp", "cxx", "java", "py", "rs"];
/// And of modules in WebAssembly, where bots are asked.
const MODULE: &str = "wasm";
/// Versions that are kept of each name, the latest.
const KEPT: usize = 100;
/// The longest name, in bytes: it is that of a file, with an ending.
const NAME_BYTES_MAX: usize = 200;

/// The folder of all submissions to a contest, and the folder of its entrants.
#[derive(Clone, Debug)]
pub(crate) struct Shelf {
    folder: PathBuf,
    entrants: PathBuf,
}

/// Endings of files that a contest of a game takes.
pub(crate) fn endings(game: GameKind) -> &'static [&'static str] {
    const WITH_MODULES: [&str; 9] = ["c", "c11", "cc", "cpp", "cxx", "java", "py", "rs", MODULE];
    match game {
        GameKind::Blackjack | GameKind::Poker => &WITH_MODULES,
        GameKind::Camicia | GameKind::Rullete => &SOURCES,
    }
}

/// The ending of an upload, if the contest takes such files.
pub(crate) fn ending(file: &str, game: GameKind) -> Option<&'static str> {
    let (_, ending) = file.rsplit_once('.')?;
    endings(game).iter().copied().find(|known| *known == ending)
}

/// Says why an entrant's link cannot go by a name. The reason ends without a full stop.
pub(crate) fn check_entrant(name: &str) -> Result<(), String> {
    check_name(name)?;
    if name.len() > NAME_BYTES_MAX {
        return Err(format!("expected a name of at most {NAME_BYTES_MAX} bytes, found {}", name.len()));
    }
    if name.trim() != name {
        return Err("expected a name without spaces at its ends, found some".to_owned());
    }
    Ok(())
}

impl Shelf {
    /// Makes the folders, which nobody else reads.
    pub(crate) fn open(folder: PathBuf, entrants: PathBuf) -> io::Result<Self> {
        for part in ["quarantine", "reports", "kept"] {
            private_folder(&folder.join(part))?;
        }
        Ok(Self { folder, entrants })
    }

    /// The folder of all submissions.
    pub(crate) fn folder(&self) -> &Path {
        &self.folder
    }

    /// Puts a source into quarantine.
    pub(crate) fn detain(&self, number: u32, name: &str, ending: &str, source: &[u8]) -> io::Result<()> {
        let cell = self.cell(number);
        private_folder(&cell)?;
        fs::write(cell.join(format!("{name}.{ending}")), source)
    }

    /// The source of a submission that is not settled.
    pub(crate) fn detained(&self, number: u32, name: &str, ending: &str) -> PathBuf {
        self.cell(number).join(format!("{name}.{ending}"))
    }

    /// Ends a quarantine.
    pub(crate) fn release(&self, number: u32) {
        // What cannot be removed is in nobody's way.
        let _left = fs::remove_dir_all(self.cell(number));
    }

    /// Ends the quarantine of all but those that are still to be settled: what a server that was killed has left.
    pub(crate) fn release_all_but(&self, is_due: impl Fn(u32) -> bool) -> io::Result<()> {
        for entry in fs::read_dir(self.folder.join("quarantine"))? {
            let number = entry?.file_name().to_string_lossy().parse();
            if let Some(number) = number.ok().filter(|&number| !is_due(number)) {
                self.release(number);
            }
        }
        Ok(())
    }

    /// Puts a source that has passed its check in the place of the bot of its name. What was there is kept.
    ///
    /// A reader finds the former bot or the new one whole; where the ending changes, for a moment both. What fails on the
    /// way leaves the former in its place.
    pub(crate) fn seat(&self, number: u32, name: &str, ending: &str) -> io::Result<()> {
        let source = self.detained(number, name, ending);
        let kept = self.folder.join("kept").join(name);
        private_folder(&kept)?;
        let own = self.entrants.join(format!("{name}.{ending}"));
        let new = self.entrants.join(format!(".{number}.new"));
        fs::create_dir_all(&self.entrants)?;
        fs::copy(&source, &new)?;
        fs::set_permissions(&new, Permissions::from_mode(0o644))?;
        for former in self.files(name) {
            let ending = former.extension().and_then(|ending| ending.to_str()).unwrap_or_default();
            if !is_kept(&kept, &former)? {
                fs::copy(&former, kept.join(format!("before-{number}.{ending}")))?;
            }
        }
        fs::copy(&source, kept.join(format!("{number}.{ending}")))?;
        fs::rename(new, &own)?;
        for former in self.files(name).into_iter().filter(|former| *former != own) {
            fs::remove_file(former)?;
        }
        thin(&kept)
    }

    /// The files of the bot of a name among the entrants: one, as a rule.
    fn files(&self, name: &str) -> Vec<PathBuf> {
        let all =
            SOURCES.iter().chain([&MODULE]).map(|ending| self.entrants.join(format!("{name}.{ending}")));
        all.filter(|path| path.is_file()).collect()
    }

    /// What stands in the way of a name among the entrants: a folder, a file of an ending that nobody submits, or one
    /// whose name looks alike.
    pub(crate) fn taken_by(&self, name: &str) -> Option<String> {
        let entries = fs::read_dir(&self.entrants).ok()?;
        let own = self.files(name);
        let others = entries.flatten().map(|entry| entry.path()).filter(|path| !own.contains(path));
        let names = others.filter_map(|path| {
            let found = if path.is_dir() { path.file_name() } else { path.file_stem() };
            found?.to_str().map(str::to_owned)
        });
        names.into_iter().find(|found| alike(found) == alike(name))
    }

    /// Keeps what came of a check.
    pub(crate) fn report(&self, number: u32, text: &str) -> io::Result<()> {
        fs::write(self.report_file(number), text)
    }

    /// What came of a check, if there was one.
    pub(crate) fn reported(&self, number: u32) -> Option<String> {
        fs::read_to_string(self.report_file(number)).ok()
    }

    /// Forgets what came of a check.
    pub(crate) fn forget(&self, number: u32) {
        // There may be none.
        let _gone = fs::remove_file(self.report_file(number));
    }

    fn cell(&self, number: u32) -> PathBuf {
        self.folder.join("quarantine").join(number.to_string())
    }

    fn report_file(&self, number: u32) -> PathBuf {
        self.folder.join("reports").join(format!("{number}.txt"))
    }
}

/// Makes a folder that nobody else reads. So are those above it up to the folder of all offices; the data folder is for
/// bots' users, too.
pub(crate) fn private_folder(folder: &Path) -> io::Result<()> {
    let offices = folder.ancestors().find(|above| above.file_name().is_some_and(|name| name == FOLDER));
    if let Some(data) = offices.and_then(Path::parent) {
        fs::create_dir_all(data)?;
    }
    DirBuilder::new().recursive(true).mode(0o700).create(folder)
}

/// Whether a version with the content of a file is kept.
fn is_kept(kept: &Path, file: &Path) -> io::Result<bool> {
    let content = fs::read(file)?;
    for entry in fs::read_dir(kept)? {
        if fs::read(entry?.path())? == content {
            return Ok(true);
        }
    }
    Ok(false)
}

/// Removes the oldest versions beyond those that are kept.
fn thin(kept: &Path) -> io::Result<()> {
    let mut versions = Vec::new();
    for entry in fs::read_dir(kept)? {
        let entry = entry?;
        versions.push((entry.metadata()?.modified()?, entry.path()));
    }
    versions.sort();
    let surplus = versions.len().saturating_sub(KEPT);
    versions.iter().take(surplus).try_for_each(|(_, path)| fs::remove_file(path))
}

#[cfg(test)]
mod tests {
    use std::fs;
    use std::os::unix::fs::PermissionsExt as _;

    use croupier_arena::game_kind::GameKind;

    use super::{Shelf, check_entrant, ending};

    #[test]
    fn what_an_upload_calls_itself_gives_an_ending_of_the_list_or_nothing() {
        let poker = |file| ending(file, GameKind::Poker);
        assert_eq!(poker("bot.py"), Some("py"));
        assert_eq!(poker("../../etc/cron.d/bot.cpp"), Some("cpp"));
        assert_eq!(poker("a\0b\"><script>.rs"), Some("rs"));
        assert_eq!(poker("bot.wasm"), Some("wasm"));
        assert_eq!(ending("bot.wasm", GameKind::Rullete), None);
        for file in ["", "py", "bot", "bot.sh", "bot.py/", "bot.py\0", "bot.PY", "bot.py.", "../py", "bot.h"]
        {
            assert_eq!(poker(file), None, "{file:?}");
        }
    }

    #[test]
    fn a_name_of_a_link_is_fit_for_a_file() {
        for name in ["anna", "Anna B. 2", "賭博"] {
            assert_eq!(check_entrant(name), Ok(()));
        }
        let long = "賭".repeat(90);
        for name in
            ["", " ", "..", ".anna", "a/b", "a\\b", "a\0b", "house:odds", " anna", "an\u{202e}na", &long]
        {
            assert!(check_entrant(name).is_err(), "{name:?}");
        }
    }

    #[test]
    fn a_new_version_takes_the_place_of_the_former_which_is_kept() {
        let folder = tempfile::tempdir().unwrap();
        let entrants = folder.path().join("entrants");
        let shelf = Shelf::open(folder.path().join("submissions"), entrants.clone()).unwrap();
        fs::create_dir_all(&entrants).unwrap();
        fs::write(entrants.join("anna.py"), "the organiser's").unwrap();
        fs::write(entrants.join("bob.py"), "another").unwrap();
        for (number, ending, text) in [(7, "py", "first"), (8, "cpp", "second"), (9, "cpp", "third")] {
            shelf.detain(number, "anna", ending, text.as_bytes()).unwrap();
            shelf.seat(number, "anna", ending).unwrap();
            shelf.release(number);
            assert_eq!(fs::read_to_string(entrants.join(format!("anna.{ending}"))).unwrap(), text);
            assert!(!shelf.detained(number, "anna", ending).exists());
        }
        let names = |folder| {
            let mut names: Vec<_> =
                fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().file_name()).collect();
            names.sort();
            names
        };
        assert_eq!(names(&entrants), ["anna.cpp", "bob.py"]);
        assert_eq!(
            names(&folder.path().join("submissions/kept/anna")),
            ["7.py", "8.cpp", "9.cpp", "before-7.py"]
        );
    }

    #[test]
    fn what_cannot_be_seated_leaves_the_former_bot_in_its_place() {
        let folder = tempfile::tempdir().unwrap();
        let entrants = folder.path().join("entrants");
        let shelf = Shelf::open(folder.path().join("submissions"), entrants.clone()).unwrap();
        shelf.detain(1, "anna", "py", b"first").unwrap();
        shelf.seat(1, "anna", "py").unwrap();
        shelf.detain(2, "anna", "cpp", b"second").unwrap();
        // Nothing can be renamed to it.
        fs::create_dir(entrants.join("anna.cpp")).unwrap();
        shelf.seat(2, "anna", "cpp").unwrap_err();
        assert_eq!(fs::read_to_string(entrants.join("anna.py")).unwrap(), "first");
    }

    #[test]
    fn what_a_killed_server_has_left_in_quarantine_goes_unless_it_is_due() {
        let folder = tempfile::tempdir().unwrap();
        let shelf = Shelf::open(folder.path().join("submissions"), folder.path().join("entrants")).unwrap();
        for number in [1, 2] {
            shelf.detain(number, "anna", "py", b"").unwrap();
        }
        shelf.release_all_but(|number| number == 2).unwrap();
        assert_eq!([1, 2].map(|number| shelf.detained(number, "anna", "py").exists()), [false, true]);
    }

    #[test]
    fn the_folder_of_submissions_is_private_and_the_data_folder_is_not() {
        let folder = tempfile::tempdir().unwrap();
        let data = folder.path().join("data");
        Shelf::open(data.join("submissions/night"), folder.path().join("entrants")).unwrap();
        let mode = |path: &str| fs::metadata(data.join(path)).unwrap().permissions().mode() & 0o777;
        assert_eq!(
            (mode("submissions"), mode("submissions/night"), mode("submissions/night/kept")),
            (0o700, 0o700, 0o700)
        );
        assert_eq!(mode("") & 0o055, 0o055);
    }

    #[test]
    fn a_name_is_taken_by_a_folder_or_one_that_looks_alike_and_not_by_its_own_source() {
        let folder = tempfile::tempdir().unwrap();
        let entrants = folder.path().join("entrants");
        fs::create_dir_all(entrants.join("club")).unwrap();
        fs::write(entrants.join("anna.py"), "").unwrap();
        fs::write(entrants.join("tool"), "").unwrap();
        let shelf = Shelf::open(folder.path().join("submissions"), entrants).unwrap();
        assert_eq!(
            ["club", "Club", "anna", "ANNA", "tool", "bob"].map(|name| shelf.taken_by(name)),
            [Some("club"), Some("club"), None, Some("anna"), Some("tool"), None]
                .map(|by| by.map(str::to_owned))
        );
    }
}
