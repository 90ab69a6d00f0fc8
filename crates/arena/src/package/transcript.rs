//! What a judge and a submission say to each other, taken down while a house player plays.

use std::sync::mpsc::Sender;

use croupier_rules::verdict::Fault;

use crate::player::Player;
use crate::protocol::{BYE, Wire, push_question};

/// What a judge tells with each question: the time of an answer, which it does not hold.
pub(super) const LEFT_MS: u64 = 1_000;

/// A player whose lines are taken down: `<` before one of the judge, `>` before one of the player.
pub(super) struct Scribe<G: Wire> {
    player: Box<dyn Player<G>>,
    /// The fields of an answer, without its id.
    words: fn(&G::Action) -> String,
    to: Sender<String>,
    waiting: Vec<u8>,
    id: u64,
}

impl<G: Wire> Scribe<G> {
    /// Takes down what the player says, the greeting first.
    pub(super) fn new(
        player: Box<dyn Player<G>>,
        words: fn(&G::Action) -> String,
        hello: &str,
        to: Sender<String>,
    ) -> Self {
        let mut scribe = Self { player, words, to, waiting: format!("{hello}\n").into_bytes(), id: 0 };
        scribe.write_judge();
        scribe.write(">{\"ready\":1,\"name\":\"house\"}\n");
        scribe
    }

    /// Takes down what has waited.
    fn write_judge(&mut self) {
        let waiting = std::mem::take(&mut self.waiting);
        for line in String::from_utf8(waiting).expect("our lines are UTF-8").lines() {
            self.write(&format!("<{line}\n"));
        }
    }

    fn write(&self, line: &str) {
        // Whoever reads may have had enough.
        let _is_read = self.to.send(line.to_owned()).is_ok();
    }
}

impl<G: Wire> Player<G> for Scribe<G> {
    fn game_starts(&mut self) {
        self.player.game_starts();
    }

    fn learn(&mut self, news: &G::News) {
        self.player.learn(news);
        G::tell(news, &mut self.waiting);
    }

    fn choose(&mut self, choices: &G::Choices) -> Result<G::Action, Fault> {
        self.id += 1;
        push_question::<G>(&mut self.waiting, choices, self.id, LEFT_MS);
        self.write_judge();
        let action = self.player.choose(choices)?;
        self.write(&format!(">{{\"id\":{},{}}}\n", self.id, (self.words)(&action)));
        Ok(action)
    }

    fn finish(&mut self) -> Result<(), Fault> {
        self.waiting.extend_from_slice(BYE);
        self.write_judge();
        self.player.finish()
    }
}
