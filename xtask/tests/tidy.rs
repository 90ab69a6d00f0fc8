//! House rules, held by tests: documents that say what the code says, no file that nobody reads, no
//! path of a machine, a reason beside each dependency.
#![expect(clippy::unwrap_used, reason = "a test says what failed by its line")]

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

use croupier_arena::contest::Contest;
use croupier_arena::house;

/// Folders that are made by tools and not kept.
const MADE: [&str; 5] = ["target", ".git", "croupier-data", "__pycache__", "node_modules"];

/// The last number of the rulings that the rules pages state.
const RULINGS: u32 = 28;

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).parent().unwrap().to_owned()
}

fn read(path: impl AsRef<Path>) -> String {
    let path = root().join(path);
    fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

/// All files under a folder of the workspace, by their path in the workspace, in order.
fn files(folder: &str) -> BTreeSet<PathBuf> {
    let mut files = BTreeSet::new();
    let mut folders = vec![root().join(folder)];
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(&folder).unwrap_or_else(|error| panic!("{}: {error}", folder.display())) {
            let path = entry.unwrap().path();
            if MADE.iter().any(|made| path.ends_with(made)) {
                continue;
            }
            if path.is_dir() {
                folders.push(path);
            } else {
                files.insert(path.strip_prefix(root()).unwrap().to_owned());
            }
        }
    }
    files
}

/// A bot to begin with: text that `croupier new` writes, no module, whatever its ending.
fn is_template(path: &Path) -> bool {
    path.parent().and_then(Path::parent) == Some(Path::new("crates/app/src/templates"))
}

fn sources() -> impl Iterator<Item = PathBuf> {
    ["crates", "xtask"]
        .into_iter()
        .flat_map(files)
        .filter(|path| path.extension().is_some_and(|end| end == "rs") && !is_template(path))
}

fn assert_none(what: &str, found: &[String]) {
    assert!(found.is_empty(), "{what}:\n{}", found.join("\n"));
}

/// The names of all test functions.
fn tests() -> BTreeSet<String> {
    let mut names = BTreeSet::new();
    for source in sources() {
        let mut is_test = false;
        for line in read(&source).lines().map(str::trim) {
            if let Some(rest) = line.strip_prefix("fn ") {
                if is_test {
                    names.insert(rest.split('(').next().unwrap().to_owned());
                }
                is_test = false;
            }
            is_test |= line == "#[test]";
        }
    }
    names
}

/// The entries of the rules pages: page and title, with the names of the tests that pin each.
fn rules() -> BTreeMap<String, Vec<String>> {
    let mut rules: BTreeMap<String, Vec<String>> = BTreeMap::new();
    for page in files("docs/rules") {
        let mut title = format!("{}: what stands before the rules", page.display());
        for line in read(&page).lines() {
            if let Some(heading) = line.strip_prefix("##") {
                title = format!("{}: {}", page.display(), heading.trim_start_matches('#').trim());
                if line.starts_with("### ") {
                    rules.insert(title.clone(), Vec::new());
                }
            } else if let Some(test) = line.strip_prefix("- test:") {
                rules.entry(title.clone()).or_default().push(test.trim().trim_matches('`').to_owned());
            }
        }
    }
    rules
}

#[test]
fn every_rule_names_the_tests_that_pin_it() {
    let tests = tests();
    let rules = rules();
    assert!(rules.len() > 50, "the rules pages are read: {rules:?}");
    let mut wrong = Vec::new();
    for (rule, named) in &rules {
        if named.is_empty() {
            wrong.push(format!("{rule}: no test"));
        }
        let unknown = named.iter().filter(|name| !tests.contains(*name));
        wrong.extend(unknown.map(|name| format!("{rule}: no test is called `{name}`")));
    }
    assert_none("rules without their tests", &wrong);
}

/// The attacks whose tests a table makes: the words between `attacks! {` and `}`.
fn attacks() -> BTreeSet<String> {
    let source = read("crates/arena/tests/sandbox/attacks.rs");
    let (_, list) = source.split_once("\nattacks! {").expect("the attacks have their tests");
    let (list, _) = list.split_once('}').expect("the list has an end");
    list.split_whitespace().map(str::to_owned).collect()
}

/// The promises of a page: a row of a table whose last column is called `tests`, with the tests that it
/// names.
fn promises(page: &str) -> BTreeMap<String, Vec<String>> {
    let mut promises = BTreeMap::new();
    let mut is_promise = false;
    for line in read(page).lines() {
        let cells: Vec<&str> = line.trim_matches('|').split('|').map(str::trim).collect();
        match (line.starts_with('|'), cells.last()) {
            (false, _) | (_, None) => is_promise = false,
            (true, Some(&"tests")) => is_promise = true,
            (true, Some(named)) if is_promise && !named.starts_with("---") => {
                let names = named.split('`').skip(1).step_by(2).map(str::to_owned).collect();
                promises.insert(cells[0].to_owned(), names);
            }
            (true, Some(_)) => {}
        }
    }
    promises
}

#[test]
fn every_promise_names_its_tests_and_every_attack_is_promised_about() {
    let (tests, attacks) = (tests(), attacks());
    let (security, fairness) = (promises("docs/security.md"), promises("docs/fairness.md"));
    assert!(security.len() > 20 && fairness.len() == 17, "the pages are read: {security:?} {fairness:?}");
    let mut wrong = Vec::new();
    for (promise, named) in security.iter().chain(&fairness) {
        if named.is_empty() {
            wrong.push(format!("{promise}: no test"));
        }
        let unknown = named.iter().filter(|name| !tests.contains(*name) && !attacks.contains(*name));
        wrong.extend(unknown.map(|name| format!("{promise}: no test is called `{name}`")));
    }
    let is_named = |attack: &&String| security.values().flatten().any(|name| name == *attack);
    wrong.extend(
        attacks.iter().filter(|attack| !is_named(attack)).map(|attack| format!("{attack}: no promise")),
    );
    assert_none("promises without their tests", &wrong);
}

#[test]
fn rules_are_numbered_without_a_gap_and_every_ruling_has_its_place() {
    let mut text = String::new();
    for page in files("docs/rules") {
        let page = read(&page);
        let numbers: Vec<u32> = page
            .lines()
            .filter_map(|line| line.strip_prefix("### "))
            .map(|title| title[1..title.find('.').unwrap()].parse().unwrap())
            .collect();
        let count = u32::try_from(numbers.len()).unwrap();
        assert_eq!(numbers, (1..=count).collect::<Vec<_>>(), "{page}");
        text += &page.to_lowercase();
    }
    let is_named = |number: &u32| {
        text.match_indices("ruling").any(|(at, _)| {
            let words = text[at..].trim_start_matches("rulings").trim_start_matches("ruling");
            let list = words.split(|c: char| !(c.is_ascii_digit() || " ,and".contains(c))).next().unwrap();
            list.split(|c: char| !c.is_ascii_digit()).any(|word| word.parse() == Ok(*number))
        })
    };
    let missing: Vec<String> =
        (1..=RULINGS).filter(|number| !is_named(number)).map(|number| number.to_string()).collect();
    assert_none("rulings that no rules page names", &missing);
}

#[test]
fn the_changelog_has_the_version_of_the_workspace() {
    let manifest = read("Cargo.toml");
    let version =
        manifest.lines().find_map(|line| line.strip_prefix("version = ")).unwrap().trim_matches('"');
    let changelog = read("CHANGELOG.md");
    let newest = changelog.lines().find_map(|line| line.strip_prefix("## ")).unwrap();
    assert_eq!(newest.split(' ').next(), Some(version), "the newest entry of CHANGELOG.md");
}

#[test]
fn the_page_of_exit_codes_lists_those_of_the_program() {
    let page = read("docs/exit-codes.md");
    let listed: Vec<u8> =
        page.lines().filter_map(|line| line.strip_prefix("| ")?.split(' ').next()?.parse().ok()).collect();
    let source = read("crates/app/src/exit.rs");
    let codes: Vec<u8> = source
        .lines()
        .filter_map(|line| line.trim().strip_suffix(',')?.split_once(" = ")?.1.parse().ok())
        .collect();
    assert!(codes.len() > 4, "the codes are read: {codes:?}");
    assert_eq!(listed, codes);
}

#[test]
fn the_packages_for_webassembly_are_those_that_doctor_prints() {
    let packages = format!("\"{}\"", croupier_arena::wasm_tools::PACKAGES);
    assert!(read("xtask/src/packages.rs").contains(&packages), "{packages}");
}

/// Whether cargo builds a file by itself: the root of a crate, a test, a bench or an example.
fn is_root(path: &Path) -> bool {
    let parts: Vec<&str> = path.iter().map(|part| part.to_str().unwrap()).collect();
    let (["crates", _, inside @ ..] | ["xtask", inside @ ..]) = parts.as_slice() else { return false };
    match inside {
        ["build.rs"] | ["src", "lib.rs" | "main.rs"] | ["src", "bin", _] => true,
        ["tests" | "benches" | "examples", rest @ ..] => matches!(rest, [_] | [_, "main.rs"]),
        _ => false,
    }
}

/// The files that a file declares as its modules.
fn modules(path: &Path) -> Vec<PathBuf> {
    let folder = path.parent().unwrap();
    let own =
        if is_root(path) || path.ends_with("mod.rs") { folder.to_owned() } else { path.with_extension("") };
    let mut modules = Vec::new();
    let mut other_path = None;
    for line in read(path).lines().map(str::trim) {
        let place = line.strip_prefix("#[path = \"").and_then(|rest| rest.strip_suffix("\"]"));
        if let Some(place) = place {
            other_path = Some(plain(&folder.join(place)));
        }
        let words: Vec<&str> = line.trim_end_matches(';').split(' ').collect();
        if let [.., "mod", name] = words.as_slice()
            && line.ends_with(';')
        {
            modules.push(other_path.take().unwrap_or_else(|| own.join(format!("{name}.rs"))));
            modules.push(own.join(name).join("mod.rs"));
        }
    }
    modules
}

/// A path without `..`.
fn plain(path: &Path) -> PathBuf {
    let mut plain = PathBuf::new();
    for part in path {
        if part == ".." {
            plain.pop();
        } else {
            plain.push(part);
        }
    }
    plain
}

#[test]
fn every_source_file_is_part_of_a_crate() {
    let sources: BTreeSet<PathBuf> = sources().collect();
    let mut reached: BTreeSet<PathBuf> = BTreeSet::new();
    let mut next: Vec<PathBuf> = sources.iter().filter(|path| is_root(path)).cloned().collect();
    assert!(next.len() > 10, "the roots are found: {next:?}");
    while let Some(path) = next.pop() {
        if reached.insert(path.clone()) {
            next.extend(modules(&path).into_iter().filter(|module| sources.contains(module)));
        }
    }
    let lost: Vec<String> = sources.difference(&reached).map(|path| path.display().to_string()).collect();
    assert_none("files that no module names", &lost);
}

/// The lines of all files that are text, with their place.
fn lines() -> impl Iterator<Item = (String, String)> {
    files("").into_iter().flat_map(|path| {
        let text = fs::read_to_string(root().join(&path)).unwrap_or_default();
        let place = path.display().to_string();
        let numbered =
            (1..).zip(text.lines()).map(|(number, line)| (format!("{place}:{number}"), line.to_owned()));
        numbered.collect::<Vec<_>>()
    })
}

#[test]
fn no_file_names_a_folder_of_somebodys_machine() {
    // Put together here, so that this file does not hold them.
    let folders = ["root", "home", "work", "Users"].map(|name| format!("/{name}/"));
    let names = |line: &str, folder: &str| {
        line.match_indices(folder).any(|(at, _)| {
            let before = line[..at].chars().next_back();
            !before.is_some_and(|c| c.is_alphanumeric() || "._-/".contains(c))
        })
    };
    let found: Vec<String> = lines()
        .filter(|(_, line)| folders.iter().any(|folder| names(line, folder)))
        .map(|(place, line)| format!("{place}: {line}"))
        .collect();
    assert_none("paths of a machine", &found);
}

#[test]
fn nothing_is_left_for_later() {
    let words =
        [concat!("TO", "DO"), concat!("FIX", "ME"), concat!("unimplemented", "!"), concat!("todo", "!")];
    let found: Vec<String> = lines()
        .filter(|(_, line)| words.iter().any(|word| line.contains(word)))
        .map(|(place, line)| format!("{place}: {line}"))
        .collect();
    assert_none("work that is left", &found);
}

#[test]
fn every_contest_can_be_read_and_says_whether_it_trusts_its_bots() {
    let files: Vec<PathBuf> =
        files("contests").into_iter().filter(|path| path.ends_with("contest.toml")).collect();
    assert!(files.len() >= 2, "the contests are found: {files:?}");
    for file in files {
        let folder = root().join(file.parent().unwrap());
        let contest = Contest::open(&folder, house::names).unwrap_or_else(|error| panic!("{error}"));
        let said = read(&file).lines().any(|line| line.starts_with("trust = "));
        assert!(said, "{}: {} does not say `trust = `", file.display(), contest.name);
    }
}

#[test]
fn every_dependency_has_its_reason_above_it() {
    let mut bare = Vec::new();
    let mut reasons = 0;
    for path in files("").into_iter().filter(|path| path.ends_with("Cargo.toml")) {
        let manifest = read(&path);
        let mut is_list = false;
        let mut before = "";
        for line in manifest.lines() {
            if line.starts_with('[') {
                is_list = line.ends_with("dependencies]");
            } else if is_list && line.contains(" = ") && !line.starts_with('#') {
                // Our own crates need none; what is taken from the workspace has it there.
                let needs_none = line.contains("workspace = true") || line.contains("path = ");
                reasons += u32::from(before.starts_with('#'));
                if !needs_none && !before.starts_with('#') {
                    bare.push(format!("{}: {line}", path.display()));
                }
            }
            before = line;
        }
    }
    assert!(reasons > 10, "the reasons are found: {reasons}");
    assert_none("dependencies without a reason", &bare);
}
