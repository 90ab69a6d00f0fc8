//! The test data of a package.

/// One test.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Test {
    /// Whether authors are shown it.
    pub is_sample: bool,
    /// Its file's name without an ending; tests are run in the order of their names.
    pub name: String,
    /// What the program reads, or the validator of an interactive problem.
    pub input: String,
    /// The answer, or what the validator holds the outcome against.
    pub answer: String,
    /// Of an interactive sample: what the two said to each other, with `<` before a line of the judge and `>`
    /// before one of the program.
    pub interaction: Option<String>,
}
