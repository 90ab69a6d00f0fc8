//! What a package holds, read whole, with all that is missing told at once.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use super::ground::{DEPTH_MAX, Ground};
use super::program::not_run_here;
use super::settings::{Flags, GROUP_FILES, Settings, Stated, Validation, Version};
use super::verdict::Expected;
use super::yaml::Wrong;
use crate::problem::{Problem, Problems};
use crate::suggestion::nearest;

/// The largest input or answer that is read, in bytes.
const DATA_BYTES_MAX: u64 = 256 << 20;

/// The most entries of folders that are looked at.
const ENTRIES_MAX: usize = 100_000;

/// A package as it lies in its folder.
#[derive(Clone, Debug)]
pub(super) struct Layout {
    /// The package.
    pub(super) folder: PathBuf,
    pub(super) ground: Ground,
    pub(super) settings: Settings,
    /// In the order in which they are run: samples first, then by name.
    pub(super) tests: Vec<DataTest>,
    pub(super) submissions: Vec<Submission>,
    /// Each a file or a folder.
    pub(super) input_validators: Vec<PathBuf>,
    /// There is one unless outputs are compared by default.
    pub(super) output_validators: Vec<PathBuf>,
    /// What was passed over, and why.
    pub(super) warnings: Vec<Problem>,
}

/// A test of the package.
#[derive(Clone, Debug)]
pub(super) struct DataTest {
    /// `secret/01`
    pub(super) name: String,
    pub(super) input: PathBuf,
    pub(super) answer: PathBuf,
    /// Further arguments of the validators.
    pub(super) flags: Flags,
}

/// An example submission.
#[derive(Clone, Debug)]
pub(super) struct Submission {
    /// `wrong_answer/ace_low.py`
    pub(super) name: String,
    /// A file or a folder.
    pub(super) path: PathBuf,
    pub(super) expected: Expected,
}

impl Layout {
    /// Reads a package.
    pub(super) fn read(folder: &Path) -> Result<Self, Problems> {
        let unread = |what: String| {
            Problems::found(vec![Problem { file: folder.into(), line: None, what }])
                .expect("one problem was given")
        };
        if folder.is_file() {
            let what =
                "is a file: expected the folder of a package, and of a packed one the folder it unpacks to";
            return Err(unread(what.into()));
        }
        let ground = Ground::of(folder).map_err(|why| unread(format!("cannot be read: {why}")))?;
        let mut reader = Reader { ground, problems: Vec::new(), warnings: Vec::new(), entries: 0 };
        let layout = reader.layout(folder);
        match (Problems::found(reader.problems), layout) {
            (None, Some(layout)) => Ok(layout),
            (Some(problems), _) => Err(problems),
            (None, None) => unreachable!("a package that is not read has something wrong with it"),
        }
    }
}

/// Whether a file of a test folder is one that the format has beside its tests.
fn is_beside_a_test(entry: &Path) -> bool {
    const ENDINGS: [&str; 16] = [
        "ans",
        "yaml",
        "hint",
        "desc",
        "md",
        "txt",
        "png",
        "jpg",
        "jpeg",
        "svg",
        "interaction",
        "out",
        "statement",
        "files",
        "download",
        "zip",
    ];
    let ending = entry.extension().and_then(|ending| ending.to_str());
    ending.is_some_and(|ending| ENDINGS.contains(&ending))
}

struct Reader {
    ground: Ground,
    problems: Vec<Problem>,
    warnings: Vec<Problem>,
    /// How many were looked at.
    entries: usize,
}

impl Reader {
    fn layout(&mut self, folder: &Path) -> Option<Layout> {
        let settings = self.settings(&folder.join("problem.yaml"))?;
        let tests = self.tests(&folder.join("data"), &settings);
        let submissions = self.submissions(&folder.join("submissions"));
        let input_validators = ["input_validators", "input_format_validators"]
            .iter()
            .flat_map(|name| self.programs(&folder.join(name)))
            .collect::<Vec<_>>();
        if input_validators.is_empty() {
            self.warn(
                &folder.join("input_validators"),
                "has none that is run here: no input is checked".into(),
            );
        }
        let (validation, output_validators) = self.output_validators(folder, &settings);
        Some(Layout {
            folder: folder.into(),
            ground: self.ground.clone(),
            settings: Settings { validation, ..settings },
            tests,
            submissions,
            input_validators,
            output_validators,
            warnings: std::mem::take(&mut self.warnings),
        })
    }

    fn settings(&mut self, file: &Path) -> Option<Settings> {
        let missing = |what: &str| Err(Wrong::from(what.to_owned()));
        let read = match self.ground.settings(file) {
            Ok(Some(text)) => Settings::read(&text),
            Ok(None) if file.with_extension("yml").exists() => {
                missing("is not there, but problem.yml is: the format's name is problem.yaml")
            }
            Ok(None) => missing("is not there: a problem package has this file at its top"),
            Err(why) => Err(why),
        };
        let settings = read.map_err(|why| self.report_wrong(file, why)).ok()?;
        for what in &settings.strange {
            self.warn(file, what.clone());
        }
        Some(settings)
    }

    /// Who judges outputs. `legacy` says so in its settings; a later version by the folder `output_validator` alone,
    /// which is one program.
    fn output_validators(&mut self, package: &Path, settings: &Settings) -> (Validation, Vec<PathBuf>) {
        let (many, one) = (package.join("output_validators"), package.join("output_validator"));
        let has_one = self.has_folder(&one);
        let is_legacy = settings.version == Version::Legacy;
        if settings.validation == Validation::Default && (is_legacy || !has_one) {
            if self.has_folder(&many) {
                self.warn(&many, "is passed over: problem.yaml asks for no validator of its own".into());
            }
            return (Validation::Default, Vec::new());
        }
        let programs = if has_one { self.one_program(&one) } else { self.programs(&many) };
        if programs.is_empty() {
            let folder = if is_legacy { many } else { one };
            self.report(&folder, "no validator is there: problem.yaml asks for one".into());
        }
        let validation = match settings.validation {
            Validation::Default | Validation::Custom => Validation::Custom,
            Validation::Interactive => Validation::Interactive,
        };
        (validation, programs)
    }

    /// A folder that is a program, or has nothing but a folder that is one.
    fn one_program(&mut self, folder: &Path) -> Vec<PathBuf> {
        let entries = self.entries(folder);
        match entries.as_slice() {
            [] => Vec::new(),
            [only] if only.is_dir() => vec![only.clone()],
            _ => vec![folder.into()],
        }
    }

    /// The tests of `sample`, then those of `secret`, with the groups in them.
    fn tests(&mut self, data: &Path, settings: &Settings) -> Vec<DataTest> {
        let mut tests = Vec::new();
        let flags = self.group_flags(data, &Flags::default());
        for group in ["sample", "secret"] {
            if self.has_folder(&data.join(group)) {
                self.group(&data.join(group), group, &flags, 0, &mut tests);
            }
        }
        if tests.is_empty() {
            self.report(data, "no test is there: expected files .in and .ans in sample and secret".into());
        }
        // The flags of problem.yaml come before those of the groups.
        for test in &mut tests {
            test.flags.output = [settings.flags.as_slice(), &test.flags.output].concat();
        }
        tests
    }

    fn group(&mut self, folder: &Path, name: &str, flags: &Flags, depth: usize, tests: &mut Vec<DataTest>) {
        if depth > DEPTH_MAX {
            self.report(folder, format!("expected groups at most {DEPTH_MAX} deep, found more"));
            return;
        }
        let flags = self.group_flags(folder, flags);
        for entry in self.entries(folder) {
            let Some(stem) = entry.file_stem().and_then(|stem| stem.to_str()) else {
                self.warn(&entry, "is passed over: its name is no UTF-8".into());
                continue;
            };
            let is_of_a_test = entry.extension().is_some_and(|ending| ending == "in" || ending == "ans");
            if self.is_folder(&entry) && is_of_a_test {
                self.report(&entry, "expected a file, found a folder".into());
            } else if self.is_folder(&entry) {
                let name = format!("{name}/{}", entry.file_name().unwrap_or_default().to_string_lossy());
                self.group(&entry, &name, &flags, depth + 1, tests);
            } else if entry.extension().is_some_and(|ending| ending == "in") {
                let name = format!("{name}/{stem}");
                let answer = entry.with_extension("ans");
                for file in [&entry, &answer] {
                    match self.ground.look_at_file(file) {
                        Ok(found) if found.len() > DATA_BYTES_MAX => {
                            self.report(file, format!("has more than {DATA_BYTES_MAX} bytes"));
                        }
                        Ok(_) => {}
                        Err(why) if why.kind() == io::ErrorKind::NotFound && *file == answer => {
                            self.report(file, format!("is not there: expected the answer to {stem}.in"));
                        }
                        Err(why) => self.report(file, format!("cannot be read: {why}")),
                    }
                }
                let flags =
                    self.stated(&entry.with_extension("yaml"), &flags).unwrap_or_else(|| flags.clone());
                tests.push(DataTest { name, input: entry, answer, flags });
            } else if entry.extension().is_some_and(|ending| ending == "ans")
                && fs::symlink_metadata(entry.with_extension("in")).is_err()
            {
                self.report(&entry, format!("has no input: expected {stem}.in beside it"));
            } else if entry.extension().is_some_and(|ending| ending == "args") {
                self.report(&entry, "gives submissions arguments, which cannot be done here".into());
            } else if !is_beside_a_test(&entry) {
                self.warn(&entry, "is passed over: tests are files .in with a file .ans beside each".into());
            }
        }
    }

    /// A group's own flags, else those of the group around it.
    fn group_flags(&mut self, folder: &Path, around: &Flags) -> Flags {
        let stated = GROUP_FILES.iter().find_map(|name| self.stated(&folder.join(name), around));
        stated.unwrap_or_else(|| around.clone())
    }

    /// What a file states, and what stands around it; `None` if there is no such file.
    fn stated(&mut self, file: &Path, around: &Flags) -> Option<Flags> {
        let read = match self.ground.settings(file) {
            Ok(text) => Stated::read(&text?),
            Err(why) => Err(why),
        };
        let stated = read.map_err(|why| self.report_wrong(file, why)).ok()?;
        for what in stated.strange() {
            self.warn(file, what);
        }
        Some(around.with(stated))
    }

    fn submissions(&mut self, folder: &Path) -> Vec<Submission> {
        let mut submissions = Vec::new();
        for verdict in self.entries(folder) {
            let word = verdict.file_name().unwrap_or_default().to_string_lossy().into_owned();
            if !self.is_folder(&verdict) {
                continue;
            }
            let Some(expected) = Expected::of_folder(&word) else {
                let meant = nearest(&word, Expected::FOLDERS);
                let meant = meant.map_or_else(String::new, |meant| format!("; did you mean {meant}?"));
                self.warn(
                    &verdict,
                    format!("is passed over: its name is none of {}{meant}", Expected::FOLDERS.join(", ")),
                );
                continue;
            };
            for path in self.entries(&verdict) {
                let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
                submissions.push(Submission { name: format!("{word}/{name}"), path, expected });
            }
        }
        if submissions.is_empty() {
            self.report(folder, "no submission is there: expected some in folders by their verdicts".into());
        }
        submissions
    }

    /// The programs in a folder, if it is there.
    fn programs(&mut self, folder: &Path) -> Vec<PathBuf> {
        if !self.has_folder(folder) {
            return Vec::new();
        }
        let mut programs = self.entries(folder);
        programs.retain(|path| {
            let why = not_run_here(path);
            if let Some(why) = &why {
                self.warn(path, format!("is passed over: {why}"));
            }
            why.is_none()
        });
        programs
    }

    /// Whether a folder is there; something else in its place is reported.
    fn has_folder(&mut self, folder: &Path) -> bool {
        self.ground.has_folder(folder).unwrap_or_else(|why| {
            self.report(folder, format!("cannot be read: {why}"));
            false
        })
    }

    /// Whether an entry is a folder; what cannot be looked at is reported.
    fn is_folder(&mut self, entry: &Path) -> bool {
        match self.ground.look(entry) {
            Ok(found) => found.is_dir(),
            Err(why) => {
                self.report(entry, format!("cannot be read: {why}"));
                false
            }
        }
    }

    /// What is in a folder, by name, without hidden files.
    fn entries(&mut self, folder: &Path) -> Vec<PathBuf> {
        let room = ENTRIES_MAX - self.entries;
        let read = fs::read_dir(folder).and_then(|entries| {
            entries.take(room + 1).map(|entry| Ok(entry?.path())).collect::<io::Result<Vec<_>>>()
        });
        let mut entries = read.unwrap_or_else(|why| {
            self.report(folder, format!("cannot be read: {why}"));
            Vec::new()
        });
        if entries.len() > room {
            self.report(folder, format!("expected a package of at most {ENTRIES_MAX} files, found more"));
            entries.clear();
        }
        self.entries += entries.len();
        let is_hidden = |path: &Path| {
            let name = path.file_name().unwrap_or_default().to_string_lossy();
            name.starts_with('.') || name == "__pycache__" || name == "README" || name.ends_with(".md")
        };
        entries.retain(|path| !is_hidden(path));
        entries.sort();
        entries
    }

    fn report_wrong(&mut self, file: &Path, Wrong { line, what }: Wrong) {
        self.problems.push(Problem { file: file.into(), line, what });
    }

    fn report(&mut self, file: &Path, what: String) {
        self.problems.push(Problem { file: file.into(), line: None, what });
    }

    fn warn(&mut self, file: &Path, what: String) {
        self.warnings.push(Problem { file: file.into(), line: None, what });
    }
}
