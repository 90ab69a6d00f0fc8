//! What a program of a batch game is to compute, and the cases that we make for it.

use serde_json::{Value, json};
use thiserror::Error;

use super::{deals, hands};
use crate::camicia::{self, Deal, DealError, Options, Player, StateKey};
use crate::chance::Key;
use crate::rullete::{self, Allowed, Hand, HandError, Rule6};

/// A batch game with its rules.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Task {
    /// The value of a hand: one line in, the number out.
    Rullete(Rule6),
    /// How a deal ends: two lines in, a hand each; status, cards and tricks out.
    Camicia(StateKey),
}

/// Why a text is no input.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum InputError {
    /// The lines are not those of the task.
    #[error("expected {expected}, found {found} lines")]
    Lines {
        /// What a whole input is.
        expected: &'static str,
        /// How many lines there are.
        found: usize,
    },
    /// The line is no hand of Rullete.
    #[error(transparent)]
    Hand(#[from] HandError),
    /// The lines are no deal of Camicia.
    #[error(transparent)]
    Deal(#[from] DealError),
}

impl Task {
    /// The name of the game.
    pub const fn game(self) -> &'static str {
        match self {
            Self::Rullete(_) => "rullete",
            Self::Camicia(_) => "camicia",
        }
    }

    /// The parameters of its rules, as a record holds them: `{"rule6":121}`, `{"state":"leader"}`.
    pub fn params(self) -> Value {
        match self {
            Self::Rullete(rule6) => json!({ "rule6": rule6.amount() }),
            Self::Camicia(StateKey::Leader) => json!({ "state": "leader" }),
            Self::Camicia(StateKey::Decks) => json!({ "state": "decks" }),
        }
    }

    /// The task of a game with these parameters, if there is one.
    pub fn of(game: &str, params: &Value) -> Option<Self> {
        let all = [
            Self::Rullete(Rule6::Takes121),
            Self::Rullete(Rule6::Takes112),
            Self::Camicia(StateKey::Leader),
            Self::Camicia(StateKey::Decks),
        ];
        all.into_iter().find(|task| task.game() == game && task.params() == *params)
    }

    /// The answer to an input, by our rules: one line.
    ///
    /// ```
    /// use croupier_rules::batch::Task;
    /// use croupier_rules::camicia::StateKey;
    ///
    /// let task = Task::Camicia(StateKey::Leader);
    /// assert_eq!(task.answer("2 A 7 8 Q 10\n3 4 5 6 K 9 J\n").unwrap(), "finished 13 1\n");
    /// assert_eq!(task.answer("J 2 3\n4 J 5").unwrap(), "loop 8 3\n");
    /// ```
    ///
    /// # Errors
    /// [`InputError`], when the text is no input of the task.
    pub fn answer(self, input: &str) -> Result<String, InputError> {
        match self {
            Self::Rullete(rule6) => {
                let [hand] = lines(input, "one line with a hand")?;
                let hand = Hand::parse(hand, Allowed::FiveDifferent)?;
                Ok(format!("{}\n", rullete::value(&hand, rule6)))
            }
            Self::Camicia(state) => {
                let outcome = camicia::play(&deal(input)?, Options { state, max_cards: None });
                Ok(format!("{} {} {}\n", outcome.status.name(), outcome.cards, outcome.tricks))
            }
        }
    }

    /// An input of our own: number `number`, from 0, of the series that the key names.
    ///
    /// Cases of different kinds take turns, so that a dozen of them reach every rule that can be
    /// reached: see `docs/contest.md`.
    pub fn generate(self, key: Key, number: u64) -> String {
        let mut stream = key.stream(number);
        match self {
            Self::Rullete(_) => format!("{}\n", hands::hand(&mut stream, number)),
            Self::Camicia(_) => {
                let deal = deals::deal(&mut stream, number);
                Player::BOTH.iter().fold(String::new(), |input, &player| {
                    let cards: Vec<String> = deal.hand(player).iter().map(ToString::to_string).collect();
                    input + &cards.join(" ") + "\n"
                })
            }
        }
    }
}

/// The deal in an input of Camicia.
pub(super) fn deal(input: &str) -> Result<Deal, InputError> {
    let [a, b] = lines(input, "two lines, a hand each (an empty line is an empty hand)")?;
    Ok(format!("{a}/{b}").parse()?)
}

fn lines<'a, const N: usize>(input: &'a str, expected: &'static str) -> Result<[&'a str; N], InputError> {
    let lines: Vec<&str> = input.lines().collect();
    let found = lines.len();
    lines.try_into().map_err(|_| InputError::Lines { expected, found })
}

#[cfg(test)]
mod tests {
    use super::Task;
    use crate::camicia::StateKey;
    use crate::rullete::Rule6;

    #[test]
    fn the_rules_of_a_task_decide_its_answers() {
        let sevens = "7C 7D 7H 7S 2D";
        assert_eq!(Task::Rullete(Rule6::Takes121).answer(sevens).unwrap(), "16\n");
        assert_eq!(Task::Rullete(Rule6::Takes112).answer(sevens).unwrap(), "34\n");
        let near_loop = "- J -\n- - J -\n";
        assert_eq!(Task::Camicia(StateKey::Leader).answer(near_loop).unwrap(), "finished 13 3\n");
        assert_eq!(Task::Camicia(StateKey::Decks).answer(near_loop).unwrap(), "loop 7 2\n");
    }

    #[test]
    fn an_empty_line_is_an_empty_hand() {
        let task = Task::Camicia(StateKey::Leader);
        assert_eq!(task.answer("\n2 3\n").unwrap(), "finished 0 1\n");
        assert_eq!(task.answer("2 3\r\n\r\n").unwrap(), "finished 0 1\n");
    }

    #[test]
    fn a_text_that_is_no_input_is_told() {
        let rullete = Task::Rullete(Rule6::default());
        let camicia = Task::Camicia(StateKey::Leader);
        for (task, input, said) in [
            (rullete, "", "expected one line with a hand, found 0 lines"),
            (rullete, "2D 5D JD KC\n", "a hand has 5 cards, found 4"),
            (
                camicia,
                "2 3\n",
                "expected two lines, a hand each (an empty line is an empty hand), found 1 lines",
            ),
            (camicia, "\n\n", "both hands are empty: there is nothing to play"),
        ] {
            assert_eq!(task.answer(input).unwrap_err().to_string(), said);
        }
    }

    #[test]
    fn a_task_is_found_by_its_game_and_parameters() {
        for task in [Task::Rullete(Rule6::Takes112), Task::Camicia(StateKey::Decks)] {
            assert_eq!(Task::of(task.game(), &task.params()), Some(task));
        }
        assert_eq!(Task::of("rullete", &serde_json::json!({ "rule6": 11 })), None);
    }
}
