//! Two-seat Kuhn poker (H. W. Kuhn, "A simplified two-person poker", 1950): three cards, one chip in
//! advance, one bet of one chip. A game that is not ours.

use std::fmt;

use croupier_arena::protocol::{Misanswer, Object, Wire};
use croupier_rules::chips::Chips;
use croupier_rules::game::{self, Game, Nets, Node, Step};
use croupier_rules::seat::{Seat, Seats};
use croupier_rules::text::Cursor;
use serde::{Deserialize, Serialize};

/// The rules have no parameters.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(crate) struct Kuhn {}

/// Cards dealt, and what was done.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct Hand {
    cards: Vec<u8>,
    acts: Vec<Action>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Action {
    Pass,
    Bet,
}

impl fmt::Display for Action {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(if *self == Self::Bet { "bet" } else { "pass" })
    }
}

/// Bet or pass, with what was done before.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Question {
    pub(crate) facing_bet: bool,
}

impl game::Choices<Action> for Question {
    fn count(&self) -> u64 {
        2
    }

    fn nth(&self, index: u64) -> Action {
        if index == 0 { Action::Pass } else { Action::Bet }
    }
}

impl fmt::Display for Question {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "act: pass or bet{}", if self.facing_bet { " against a bet" } else { "" })
    }
}

#[derive(Clone, Debug, PartialEq)]
pub(crate) enum News {
    Card(u8),
    Act(Action),
    Net(Chips),
}

#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[error("not now")]
pub(crate) struct NotNow;

impl Hand {
    fn seat(&self) -> Seat {
        Seat(u8::from(self.acts.len() % 2 == 1))
    }

    fn is_over(&self) -> bool {
        use Action::{Bet, Pass};
        matches!(self.acts[..], [Pass, Pass] | [Bet, _] | [Pass, Bet, _])
    }
}

impl Game for Kuhn {
    type State = Hand;
    type Action = Action;
    type Choices = Question;
    type Draw = u8;
    type Weights = [u32; 3];
    type News = News;
    type Illegal = NotNow;

    const NAME: &'static str = "kuhn";
    const VERSION: u32 = 1;

    fn seats(&self) -> usize {
        2
    }

    fn start(&self) -> Hand {
        Hand::default()
    }

    fn node(&self, hand: &Hand) -> Node {
        match (hand.cards.len(), hand.is_over()) {
            (0 | 1, _) => Node::Chance,
            (_, true) => Node::Over,
            (_, false) => Node::Decide(Seats::NONE.with(hand.seat())),
        }
    }

    fn deck(&self, _: &Hand) -> u64 {
        0
    }

    fn weights(&self, hand: &Hand) -> [u32; 3] {
        [0, 1, 2].map(|card| u32::from(!hand.cards.contains(&card)))
    }

    fn drawn(&self, _: &Hand, index: usize) -> u8 {
        u8::try_from(index).expect("three cards")
    }

    fn choices(&self, hand: &Hand, _: Seat) -> Question {
        Question { facing_bet: hand.acts.last() == Some(&Action::Bet) }
    }

    fn permits(&self, _: &Hand, _: Seat, _: &Action) -> Result<(), NotNow> {
        Ok(())
    }

    fn forfeit(&self, _: &Hand, _: Seat) -> Option<Action> {
        Some(Action::Pass)
    }

    fn apply(&self, hand: &mut Hand, step: &Step<Self>) -> Result<(), NotNow> {
        match (self.node(hand), step) {
            (Node::Chance, Step::Draw(card)) if *card < 3 && !hand.cards.contains(card) => {
                hand.cards.push(*card);
            }
            (Node::Decide(_), Step::Act(acts)) => match acts.as_slice() {
                [(seat, action)] if *seat == hand.seat() => hand.acts.push(*action),
                _ => return Err(NotNow),
            },
            _ => return Err(NotNow),
        }
        Ok(())
    }

    fn opening(&self, _: &Hand, _: Seat, _: &mut dyn FnMut(News)) {}

    fn news(&self, after: &Hand, step: &Step<Self>, seat: Seat, tell: &mut dyn FnMut(News)) {
        match step {
            Step::Draw(card) if after.cards.len() == seat.index() + 1 => tell(News::Card(*card)),
            Step::Draw(_) => {}
            Step::Act(acts) => {
                tell(News::Act(acts[0].1));
                if let Some(net) = self.net(after) {
                    tell(News::Net(net[seat.index()]));
                }
            }
        }
    }

    fn net(&self, hand: &Hand) -> Option<Nets> {
        use Action::{Bet, Pass};
        let showdown = |stake: i64| if hand.cards[0] > hand.cards[1] { stake } else { -stake };
        let first = match hand.acts[..] {
            [Pass, Pass] => showdown(1),
            [Bet, Bet] | [Pass, Bet, Bet] => showdown(2),
            [Bet, Pass] => 1,
            [Pass, Bet, Pass] => -1,
            _ => return None,
        };
        Some([Chips::whole(first), Chips::whole(-first)].into_iter().collect())
    }

    fn write_step(&self, _: &Hand, step: &Step<Self>, out: &mut Vec<u8>) {
        out.push(match step {
            Step::Draw(card) => b"JQK"[usize::from(*card)],
            Step::Act(acts) if acts[0].1 == Action::Bet => b'b',
            Step::Act(_) => b'p',
        });
    }

    fn read_step(&self, before: &Hand, text: &mut Cursor<'_>) -> Result<Step<Self>, String> {
        let act = |action| Step::Act([(before.seat(), action)].into_iter().collect());
        match (self.node(before), text.next()) {
            (Node::Chance, Some(b'J')) => Ok(Step::Draw(0)),
            (Node::Chance, Some(b'Q')) => Ok(Step::Draw(1)),
            (Node::Chance, Some(b'K')) => Ok(Step::Draw(2)),
            (Node::Decide(_), Some(b'b')) => Ok(act(Action::Bet)),
            (Node::Decide(_), Some(b'p')) => Ok(act(Action::Pass)),
            _ => Err("expected J, Q or K, then b or p".into()),
        }
    }
}

impl Wire for Kuhn {
    fn hello(&self, _: &mut Object) {}

    fn tell(news: &News, out: &mut Vec<u8>) {
        let line = match news {
            News::Card(card) => format!("{{\"tell\":\"card\",\"card\":{card}}}\n"),
            News::Act(action) => format!("{{\"tell\":\"act\",\"act\":\"{action}\"}}\n"),
            News::Net(net) => format!("{{\"tell\":\"net\",\"net\":{net}}}\n"),
        };
        out.extend_from_slice(line.as_bytes());
    }

    fn ask(question: &Question, out: &mut Vec<u8>) {
        let fields = format!("\"ask\":\"act\",\"facing_bet\":{}", question.facing_bet);
        out.extend_from_slice(fields.as_bytes());
    }

    fn answer(_: &Question, answer: &Object) -> Result<Action, Misanswer> {
        match answer.get("act").and_then(serde_json::Value::as_str) {
            Some("pass") => Ok(Action::Pass),
            Some("bet") => Ok(Action::Bet),
            _ => Err(Misanswer::Garbled("\"pass\" or \"bet\" as `act`".into())),
        }
    }
}
