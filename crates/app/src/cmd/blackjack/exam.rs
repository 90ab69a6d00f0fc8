//! How the beginners' exam looks in a terminal and as JSON Lines.

use croupier_rules::blackjack::exam::{Action, Choices, Exam as State, News, Rules, Stage};
use croupier_rules::blackjack::{Ace, Outcome};
use serde_json::json;

use super::contest::cards;
use super::moves::move_of;
use super::table::{Event, Face, Reason};

/// The exam, and how the player has fared.
pub(crate) struct Exam {
    rules: Rules,
    seed: Option<u64>,
    won: u32,
    drawn: u32,
    lost: u32,
}

impl Exam {
    pub(crate) fn new(rules: Rules, seed: Option<u64>) -> Self {
        Self { rules, seed, won: 0, drawn: 0, lost: 0 }
    }
}

impl Face<Rules> for Exam {
    fn start(&self) -> Event {
        let (worth, ace) = match self.rules.ace {
            Ace::One => ("1", "1"),
            Ace::OneOrEleven => ("1 or 11", "11"),
        };
        let plain = format!("one pack for each hand, an ace is {worth}");
        let json = json!({"event": "start", "rules": "exam", "ace": ace, "seed": self.seed});
        Event { plain: Some(plain), json }
    }

    fn told(&mut self, news: &News) -> Option<Event> {
        match news {
            News::Card(_) | News::Upcard(_) => None,
            News::Over { dealer, hand, outcome } => {
                let (word, count) = match outcome {
                    Outcome::Win => ("win", &mut self.won),
                    Outcome::Push => ("draw", &mut self.drawn),
                    Outcome::Lose => ("lose", &mut self.lost),
                };
                *count += 1;
                let (total, yours) = (dealer.total_with(self.rules.ace), hand.total_with(self.rules.ace));
                let plain = format!("dealer {}, you {}: {word}", cards(dealer, total), cards(hand, yours));
                let json = json!({
                    "event": "over", "outcome": word, "cards": dealer, "total": total.points,
                    "hand": hand, "yours": yours.points,
                });
                Some(Event { plain: Some(plain), json })
            }
        }
    }

    fn asked(&self, choices: &Choices) -> Option<Event> {
        let Choices { up, hand, total } = choices;
        let plain = format!("dealer {up} and a hidden card, you {}", cards(hand, *total));
        let json =
            json!({"event": "hand", "up": up, "cards": hand, "total": total.points, "soft": total.soft});
        Some(Event { plain: Some(plain), json })
    }

    fn prompt(&self, _: &Choices) -> String {
        "h to hit, s to stand:".into()
    }

    fn read(&self, _: &Choices, word: &str) -> Result<Action, String> {
        move_of(word, Action::Hit, Action::Stand)
    }

    fn acted(&self, action: &Action, _: &State) -> Event {
        Event { plain: Some(action.to_string()), json: json!({"event": "move", "move": action.to_string()}) }
    }

    fn is_between_hands(exam: &State) -> bool {
        exam.stage() == Stage::Deal && exam.hand().is_empty()
    }

    fn goes_on(&self) -> bool {
        true
    }

    fn end(&self, reason: Reason) -> Event {
        let Self { won, drawn, lost, .. } = self;
        let plain = format!("{won} won, {drawn} drawn, {lost} lost ({})", reason.word());
        let json = json!({"event": "end", "reason": reason.word(), "won": won, "drawn": drawn, "lost": lost});
        Event { plain: Some(plain), json }
    }
}
