//! What a package holds, read whole, with all that is missing told at once.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use super::settings::{GROUP_FILES, GroupFile, Settings, Validation};
use super::verdict::Expected;
use crate::problem::{Problem, Problems};

/// The largest input or answer that is read, in bytes.
const DATA_BYTES_MAX: u64 = 256 << 20;

/// A package as it lies in its folder.
#[derive(Clone, Debug)]
pub(super) struct Layout {
    /// The package.
    pub(super) folder: PathBuf,
    pub(super) settings: Settings,
    /// In the order in which they are run: samples first, then by name.
    pub(super) tests: Vec<DataTest>,
    pub(super) submissions: Vec<Submission>,
    /// Each a file or a folder.
    pub(super) input_validators: Vec<PathBuf>,
    /// There is one unless outputs are compared by default.
    pub(super) output_validators: Vec<PathBuf>,
}

/// A test of the package.
#[derive(Clone, Debug)]
pub(super) struct DataTest {
    /// `secret/01`
    pub(super) name: String,
    pub(super) input: PathBuf,
    pub(super) answer: PathBuf,
    /// Further arguments of the validator.
    pub(super) flags: Vec<String>,
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
        let mut reader = Reader { problems: Vec::new() };
        let layout = reader.layout(folder);
        match (Problems::found(reader.problems), layout) {
            (None, Some(layout)) => Ok(layout),
            (Some(problems), _) => Err(problems),
            (None, None) => unreachable!("a package that is not read has something wrong with it"),
        }
    }
}

struct Reader {
    problems: Vec<Problem>,
}

impl Reader {
    fn layout(&mut self, folder: &Path) -> Option<Layout> {
        let file = folder.join("problem.yaml");
        let settings = match fs::read_to_string(&file) {
            Ok(text) => Settings::read(&text).map_err(|what| self.report(&file, what)).ok(),
            Err(why) => {
                self.report(
                    &file,
                    format!("cannot be read: {why}; a problem package has this file at its top"),
                );
                None
            }
        }?;
        let tests = self.tests(&folder.join("data"), &settings.flags);
        let submissions = self.submissions(&folder.join("submissions"));
        let input_validators = self.programs(folder, &["input_validators", "input_format_validators"]);
        let output_validators = self.programs(folder, &["output_validators", "output_validator"]);
        if settings.validation == Validation::Default {
            // A later version of the format says by the folder alone that there is a validator.
            let validation =
                if output_validators.is_empty() { Validation::Default } else { Validation::Custom };
            let settings = Settings { validation, ..settings };
            return Some(Layout {
                folder: folder.into(),
                settings,
                tests,
                submissions,
                input_validators,
                output_validators,
            });
        }
        if output_validators.is_empty() {
            self.report(
                &folder.join("output_validators"),
                "no validator is there: problem.yaml asks for one".into(),
            );
        }
        Some(Layout {
            folder: folder.into(),
            settings,
            tests,
            submissions,
            input_validators,
            output_validators,
        })
    }

    /// The tests of `sample`, then those of `secret`, with the groups in them.
    fn tests(&mut self, data: &Path, flags: &[String]) -> Vec<DataTest> {
        let mut tests = Vec::new();
        let flags = self.flags(data, flags);
        for group in ["sample", "secret"] {
            if data.join(group).is_dir() {
                self.group(&data.join(group), group, &flags, &mut tests);
            }
        }
        if tests.is_empty() {
            self.report(data, "no test is there: expected files .in and .ans in sample and secret".into());
        }
        tests
    }

    fn group(&mut self, folder: &Path, name: &str, flags: &[String], tests: &mut Vec<DataTest>) {
        let flags = self.flags(folder, flags);
        for entry in self.entries(folder) {
            let Some(stem) = entry.file_stem().and_then(|stem| stem.to_str()) else { continue };
            let name = format!("{name}/{stem}");
            if entry.is_dir() {
                self.group(&entry, &name, &flags, tests);
            } else if entry.extension().is_some_and(|ending| ending == "in") {
                let answer = entry.with_extension("ans");
                for file in [&entry, &answer] {
                    match fs::metadata(file) {
                        Ok(found) if found.len() > DATA_BYTES_MAX => {
                            self.report(file, format!("has more than {DATA_BYTES_MAX} bytes"));
                        }
                        Ok(_) => {}
                        Err(why) => self.report(file, format!("cannot be read: {why}")),
                    }
                }
                tests.push(DataTest { name, input: entry, answer, flags: flags.clone() });
            }
        }
    }

    /// A group's own flags, else those of the group around it.
    fn flags(&mut self, folder: &Path, around: &[String]) -> Vec<String> {
        for name in GROUP_FILES {
            let file = folder.join(name);
            let Ok(text) = fs::read_to_string(&file) else { continue };
            match GroupFile::flags(&text, Path::new(name)) {
                Ok(Some(flags)) => return flags,
                Ok(None) => {}
                Err(what) => self.report(&file, what),
            }
        }
        around.to_vec()
    }

    fn submissions(&mut self, folder: &Path) -> Vec<Submission> {
        let mut submissions = Vec::new();
        for verdict in self.entries(folder) {
            let Some(word) = verdict.file_name().and_then(|name| name.to_str()) else { continue };
            let word = word.to_owned();
            let Some(expected) = Expected::of_folder(&word) else {
                if verdict.is_dir() {
                    self.report(
                        &verdict,
                        "is no verdict that is known here: expected accepted, wrong_answer, \
                         time_limit_exceeded, run_time_error or rejected"
                            .into(),
                    );
                }
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

    /// What lies in the first of these folders that is there.
    fn programs(&mut self, package: &Path, names: &[&str]) -> Vec<PathBuf> {
        let folder = names.iter().map(|name| package.join(name)).find(|folder| folder.is_dir());
        let Some(folder) = folder else { return Vec::new() };
        let entries = self.entries(&folder);
        // The later version has the one validator's files in the folder itself.
        let holds_one = folder.ends_with("output_validator") && !entries.iter().any(|entry| entry.is_dir());
        if holds_one && entries.len() > 1 { vec![folder] } else { entries }
    }

    /// What is in a folder, by name, without hidden files.
    fn entries(&mut self, folder: &Path) -> Vec<PathBuf> {
        let read = fs::read_dir(folder)
            .and_then(|entries| entries.map(|entry| Ok(entry?.path())).collect::<io::Result<Vec<_>>>());
        let mut entries = read.unwrap_or_else(|why| {
            self.report(folder, format!("cannot be read: {why}"));
            Vec::new()
        });
        let is_hidden = |path: &Path| {
            let name = path.file_name().unwrap_or_default().to_string_lossy();
            name.starts_with('.') || name == "__pycache__" || name == "README" || name.ends_with(".md")
        };
        entries.retain(|path| !is_hidden(path));
        entries.sort();
        entries
    }

    fn report(&mut self, file: &Path, what: String) {
        self.problems.push(Problem { file: file.into(), line: None, what });
    }
}
