//! Golden files: text that a person can check. `UPDATE=1` writes them anew.

use std::path::PathBuf;

/// Compares `actual` with the file `tests/testdata/{name}`.
pub(crate) fn check(name: &str, actual: &str) {
    let path = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("tests/testdata").join(name);
    if std::env::var_os("UPDATE").is_some_and(|update| update == "1") {
        std::fs::write(&path, actual).expect("the golden file can be written");
        return;
    }
    let expected =
        std::fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    assert!(
        expected == actual,
        "{name} differs; if that is right, run the test with UPDATE=1\n--- expected\n{expected}\n--- actual\n{actual}"
    );
}
