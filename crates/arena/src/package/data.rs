//! The test data of a package.

use std::path::Path;

use croupier_rules::batch::{Case, Suite, Task};

use super::Package;

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

/// Tests of a batch game that fail every known misreading three times, at least so many secret ones.
///
/// ```
/// use croupier_arena::package::batch_tests;
/// use croupier_rules::batch::Task;
/// use croupier_rules::rullete::Rule6;
///
/// let tests = batch_tests(Task::Rullete(Rule6::default()), 7, 40);
/// assert_eq!(tests.iter().filter(|test| test.is_sample).count(), 2);
/// assert_eq!(tests[0].answer, "170\n");
/// assert_eq!(tests[2].name, "01");
/// ```
pub fn batch_tests(task: Task, seed: u64, least: usize) -> Vec<Test> {
    suite_tests(&Suite::made(task, seed, least))
}

/// The tests of a suite, samples first.
pub fn suite_tests(suite: &Suite) -> Vec<Test> {
    [named(&suite.samples, true), named(&suite.secret, false)].concat()
}

/// Puts a test's files into a folder of a package: `sample/1.in`, `sample/1.ans` and so on.
pub fn put_test(package: &mut Package, folder: &str, test: Test) {
    let Test { is_sample, name, input, answer, interaction } = test;
    let stem = Path::new(folder).join(if is_sample { "sample" } else { "secret" }).join(name);
    package.put(stem.with_extension("in"), input);
    package.put(stem.with_extension("ans"), answer);
    if let Some(interaction) = interaction {
        package.put(stem.with_extension("interaction"), interaction);
    }
}

/// Names that sort as the tests are to be run.
fn named(cases: &[Case], is_sample: bool) -> Vec<Test> {
    let digits = cases.len().to_string().len();
    let test = |(number, case): (usize, &Case)| Test {
        is_sample,
        name: format!("{:0digits$}", number + 1),
        input: case.input.clone(),
        answer: case.answer.clone(),
        interaction: None,
    };
    cases.iter().enumerate().map(test).collect()
}
