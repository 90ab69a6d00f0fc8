//! What stands behind the `?` of an address: words by their names, a name as often as you like.

use axum::extract::Query;
use axum::extract::rejection::QueryRejection;

use super::Refusal;

/// A question as axum reads it.
pub(super) type Asked = Result<Query<Vec<(String, String)>>, QueryRejection>;

/// The words of a question.
#[derive(Clone, Debug)]
pub(super) struct Question(Vec<(String, String)>);

impl Question {
    pub(super) fn read(asked: Asked) -> Result<Self, Refusal> {
        Ok(Self(asked?.0))
    }

    /// The word of a name, if it says something.
    pub(super) fn word(&self, name: &str) -> Option<&str> {
        let mut words = self.0.iter().rev().filter(|(found, _)| found == name);
        words.next().map(|(_, word)| word.trim()).filter(|word| !word.is_empty())
    }

    /// The words of a list: `bet1=10,20,40` says what `bet1=10&bet1=20&bet1=40` does. A list in which nothing is said
    /// is none.
    pub(super) fn words(&self, name: &str) -> Vec<String> {
        let lists = self.0.iter().filter(|(found, _)| found == name);
        let words = lists.flat_map(|(_, list)| list.split(',')).map(|word| word.trim().to_owned());
        let words: Vec<String> = words.collect();
        if words.iter().all(|word| word.is_empty() || word == "-") { Vec::new() } else { words }
    }
}

#[cfg(test)]
mod tests {
    use super::Question;

    #[test]
    fn a_list_is_one_word_or_several() {
        let pairs = [("bet1", "10,20"), ("bet1", " 40"), ("call1", "-"), ("call1", ""), ("up", " T ")];
        let question = Question(pairs.map(|(name, word)| (name.to_owned(), word.to_owned())).to_vec());
        assert_eq!(question.words("bet1"), ["10", "20", "40"]);
        assert_eq!(question.words("call1"), Vec::<String>::new());
        assert_eq!((question.word("up"), question.word("none")), (Some("T"), None));
    }
}
