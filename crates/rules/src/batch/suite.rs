//! Test data for a batch game that tells every known misreading.

use std::collections::BTreeSet;

use super::{Misreading, Task};
use crate::chance::Key;

/// How many secret tests fail each known misreading, at least.
const TOLD_MIN: usize = 3;

/// How many inputs are made before a suite is given up: a dozen of them tell everything as a rule.
const TRIES: u64 = 10_000;

/// One test.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Case {
    /// The input.
    pub input: String,
    /// The answer, by our rules.
    pub answer: String,
}

/// Samples that authors are shown, and tests that they are not.
///
/// ```
/// use croupier_rules::batch::{Misreading, Suite, Task};
/// use croupier_rules::rullete::Rule6;
///
/// let task = Task::Rullete(Rule6::default());
/// let suite = Suite::made(task, 7, 30);
/// assert!(suite.samples.len() == 2 && suite.secret.len() >= 30);
/// assert!(Misreading::of(task).all(|misreading| suite.told(misreading) >= 3));
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Suite {
    /// What is to be computed.
    pub task: Task,
    /// The examples of the statement.
    pub samples: Vec<Case>,
    /// All inputs are different. The first of Camicia is the longest game that is known.
    pub secret: Vec<Case>,
}

impl Suite {
    /// A suite from a seed, of at least so many secret tests: more, if it takes more to fail each known
    /// misreading three times.
    ///
    /// # Panics
    /// If 10,000 inputs do not tell each misreading three times: then our kinds of inputs lack one.
    pub fn made(task: Task, seed: u64, least: usize) -> Self {
        Self::made_by(task, Key::new(seed, &format!("{}/suite", task.game())), least)
    }

    /// A suite from the series of inputs that a key names; see [`Suite::made`].
    pub fn made_by(task: Task, key: Key, least: usize) -> Self {
        let case =
            |input: String| Case { answer: task.answer(&input).expect("an input of our own is one"), input };
        let samples = samples(task).iter().map(|&input| case(input.to_owned())).collect();
        let mut suite = Self { task, samples, secret: Vec::new() };
        for &input in long(task) {
            suite.secret.push(case(input.to_owned()));
        }
        let mut inputs = BTreeSet::new();
        let mut told: Vec<(Misreading, usize)> =
            Misreading::of(task).map(|misreading| (misreading, 0)).collect();
        for number in 0..TRIES {
            let is_short = suite.secret.len() < least;
            if !is_short && told.iter().all(|&(_, told)| told >= TOLD_MIN) {
                break;
            }
            let input = task.generate(key, number);
            let tells = |misreading: Misreading| misreading.is_told_by(task, &input) == Ok(true);
            let helps = told.iter().any(|&(misreading, told)| told < TOLD_MIN && tells(misreading));
            if (is_short || helps) && inputs.insert(input.clone()) {
                for (misreading, told) in &mut told {
                    *told += usize::from(tells(*misreading));
                }
                suite.secret.push(case(input));
            }
        }
        for &(misreading, told) in &told {
            assert!(told >= TOLD_MIN, "{} is told {told} times by {TRIES} inputs", misreading.name());
        }
        // Where a kind has fewer inputs than were asked for, what there is, is kept.
        suite
    }

    /// How many of its secret tests a program fails that misreads the task so.
    pub fn told(&self, misreading: Misreading) -> usize {
        let is_told =
            |case: &&Case| misreading.is_told_by(self.task, &case.input).expect("an input of our own is one");
        self.secret.iter().filter(is_told).count()
    }
}

/// The examples of statements 001 and 002.
const fn samples(task: Task) -> &'static [&'static str] {
    match task {
        Task::Rullete(_) => &["2D 5D JD KC AC\n", "QC 8D JD 10S 9D\n"],
        Task::Camicia(_) => &["2 A 7 8 Q 10\n3 4 5 6 K 9 J\n", "J 2 3\n4 J 5\n"],
    }
}

/// Inputs that take long: the longest game that is known, found by Nessler in 2022 (8344 cards).
const fn long(task: Task) -> &'static [&'static str] {
    match task {
        Task::Rullete(_) => &[],
        Task::Camicia(_) => &[LONGEST],
    }
}

const LONGEST: &str = "\
    2 3 4 A J 5 6 Q 7 8 9 10 2 3 4 5 6 Q A K Q J J 7 Q K\n\
    8 9 10 2 3 A 4 5 6 7 K J 8 K 9 10 2 3 4 5 6 7 A 8 9 10\n";

#[cfg(test)]
mod tests {
    use super::{Suite, TOLD_MIN};
    use crate::batch::{Misreading, Task};
    use crate::camicia::StateKey;
    use crate::rullete::Rule6;

    const TASKS: [Task; 4] = [
        Task::Rullete(Rule6::Takes121),
        Task::Rullete(Rule6::Takes112),
        Task::Camicia(StateKey::Leader),
        Task::Camicia(StateKey::Decks),
    ];

    #[test]
    fn every_suite_fails_each_misreading_three_times() {
        for task in TASKS {
            for seed in 0..40 {
                let suite = Suite::made(task, seed, 24);
                for misreading in Misreading::of(task) {
                    let told = suite.told(misreading);
                    assert!(told >= TOLD_MIN, "seed {seed}: {task:?} tells {misreading:?} {told} times");
                }
                assert!(suite.secret.len() < 32, "seed {seed}: {}", suite.secret.len());
            }
        }
    }

    #[test]
    fn a_seed_makes_the_same_tests_again() {
        for task in TASKS {
            assert_eq!(Suite::made(task, 5, 10), Suite::made(task, 5, 10));
            assert_ne!(Suite::made(task, 5, 10).secret, Suite::made(task, 6, 10).secret);
        }
    }
}
