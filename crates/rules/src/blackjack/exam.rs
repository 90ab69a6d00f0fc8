//! The beginners' exam that statement 004 plays: one hand from one pack, without money (ruling 13).
//!
//! Two cards each, all seen but the dealer's second. The player draws first, and a bust ends the
//! hand at once. Then the dealer draws until he has 17 or more. Nearer to 21 wins, equal is a draw.
//! An ace is 1 or 11, or always 1 as the exam was first set: [`Ace`].
//!
//! In a record a hand is the player's cards, the dealer's two, the moves, the dealer's draws:
//! `T7 96 h2 s 5`.

use std::fmt;

use serde::{Deserialize, Serialize};

use super::{Ace, Card, Hand, Outcome, Shoe, Total};
use crate::chips::Chips;
use crate::game::{self, Acts, Game, Nets, Node, Step};
use crate::seat::{Seat, Seats};
use crate::text::Cursor;

const PLAYER: Seat = Seat(0);

/// The least total at which the dealer stands.
const DEALER_STANDS: u32 = 17;

/// The rules of one hand of the exam.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Rules {
    /// What an ace may count.
    pub ace: Ace,
}

/// One hand in play: the whole truth, the dealer's second card included.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Exam {
    shoe: Shoe,
    hand: Hand,
    dealer: Hand,
    stage: Stage,
}

/// Where a hand stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stage {
    /// Two cards go to the player, then two to the dealer.
    Deal,
    /// The player hits or stands; his total is at most 21.
    Play,
    /// The player's next card is drawn.
    Hit,
    /// The dealer's next card is drawn.
    Dealer,
    /// The hand is over.
    Over(Outcome),
}

impl Exam {
    /// The stage it has reached.
    pub fn stage(&self) -> Stage {
        self.stage
    }

    /// The player's cards.
    pub fn hand(&self) -> &Hand {
        &self.hand
    }

    /// The dealer's cards. The second is hidden from the player until the hand is over.
    pub fn dealer(&self) -> &Hand {
        &self.dealer
    }

    fn draw(&mut self, rules: &Rules, card: Card) -> Result<(), Illegal> {
        if !self.shoe.take(card) {
            return Err(Illegal::NotInShoe { card });
        }
        match self.stage {
            Stage::Deal if self.hand.len() < 2 => self.hand.push(card),
            Stage::Deal => {
                self.dealer.push(card);
                if self.dealer.len() == 2 {
                    self.stage = Stage::Play;
                }
            }
            Stage::Hit => {
                self.hand.push(card);
                let bust = rules.total(&self.hand).is_bust();
                self.stage = if bust { Stage::Over(Outcome::Lose) } else { Stage::Play };
            }
            Stage::Dealer => {
                self.dealer.push(card);
                self.stage = self.dealers_turn(rules);
            }
            Stage::Play | Stage::Over(_) => unreachable!("no card is due at {:?}", self.stage),
        }
        Ok(())
    }

    fn dealers_turn(&self, rules: &Rules) -> Stage {
        let (hand, dealer) = (rules.total(&self.hand), rules.total(&self.dealer));
        if dealer.points < DEALER_STANDS { Stage::Dealer } else { Stage::Over(Outcome::of(hand, dealer)) }
    }
}

/// What the player may do.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Action {
    /// Asks for another card.
    Hit,
    /// Wants no more cards.
    Stand,
}

impl fmt::Display for Action {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Hit => "hit",
            Self::Stand => "stand",
        })
    }
}

/// The one question: another card?
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Choices {
    /// The dealer's first card.
    pub up: Card,
    /// The player's cards.
    pub hand: Hand,
    /// Their total.
    pub total: Total,
}

impl game::Choices<Action> for Choices {
    fn count(&self) -> u64 {
        2
    }

    fn nth(&self, index: u64) -> Action {
        if index == 0 { Action::Stand } else { Action::Hit }
    }
}

impl fmt::Display for Choices {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "play: hit or stand with {} ({}) against {}", self.hand, self.total, self.up)
    }
}

/// One notice to the player.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum News {
    /// A card for the player.
    Card(Card),
    /// The dealer's first card.
    Upcard(Card),
    /// The hand is over and all cards are shown.
    Over {
        /// The dealer's cards.
        dealer: Hand,
        /// The player's cards.
        hand: Hand,
        /// Who won, from the player's side.
        outcome: Outcome,
    },
}

/// Why a step is refused.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Illegal {
    /// No card of this value is left.
    #[error("there is no {card} left in the pack")]
    NotInShoe {
        /// The card.
        card: Card,
    },
    /// The step does not fit the stage, or acts for seats that were not asked.
    #[error("this step is not due {stage}")]
    NotDue {
        /// The stage of the hand.
        stage: Stage,
    },
}

impl Rules {
    fn total(self, hand: &Hand) -> Total {
        hand.total_with(self.ace)
    }
}

impl fmt::Display for Stage {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Deal => "while cards are dealt",
            Self::Play => "while the player hits or stands",
            Self::Hit => "before the player's card",
            Self::Dealer => "while the dealer draws",
            Self::Over(_) => "after the hand",
        })
    }
}

impl Game for Rules {
    type State = Exam;
    type Action = Action;
    type Choices = Choices;
    type Draw = Card;
    type Weights = [u32; 10];
    type News = News;
    type Illegal = Illegal;

    const NAME: &'static str = "exam";
    const VERSION: u32 = 1;

    fn seats(&self) -> usize {
        1
    }

    fn start(&self) -> Exam {
        Exam { shoe: Shoe::of_packs(1), hand: Hand::EMPTY, dealer: Hand::EMPTY, stage: Stage::Deal }
    }

    fn node(&self, exam: &Exam) -> Node {
        match exam.stage {
            Stage::Deal | Stage::Hit | Stage::Dealer => Node::Chance,
            Stage::Play => Node::Decide(Seats::NONE.with(PLAYER)),
            Stage::Over(_) => Node::Over,
        }
    }

    fn deck(&self, _: &Exam) -> u64 {
        0
    }

    fn weights(&self, exam: &Exam) -> [u32; 10] {
        exam.shoe.left()
    }

    fn drawn(&self, _: &Exam, index: usize) -> Card {
        Card::ALL[index]
    }

    fn choices(&self, exam: &Exam, _: Seat) -> Choices {
        Choices { up: exam.dealer[0], hand: exam.hand, total: self.total(&exam.hand) }
    }

    fn permits(&self, _: &Exam, _: Seat, _: &Action) -> Result<(), Illegal> {
        Ok(())
    }

    fn forfeit(&self, _: &Exam, _: Seat) -> Option<Action> {
        None
    }

    fn apply(&self, exam: &mut Exam, step: &Step<Self>) -> Result<(), Illegal> {
        let stage = exam.stage;
        match (self.node(exam), step) {
            (Node::Chance, &Step::Draw(card)) => exam.draw(self, card),
            (Node::Decide(_), Step::Act(acts)) => {
                exam.stage = match acts.as_slice() {
                    [(PLAYER, Action::Hit)] => Stage::Hit,
                    [(PLAYER, Action::Stand)] => exam.dealers_turn(self),
                    _ => return Err(Illegal::NotDue { stage }),
                };
                Ok(())
            }
            (Node::Chance | Node::Decide(_) | Node::Over, _) => Err(Illegal::NotDue { stage }),
        }
    }

    fn opening(&self, _: &Exam, _: Seat, _: &mut dyn FnMut(News)) {}

    fn news(&self, exam: &Exam, step: &Step<Self>, _: Seat, tell: &mut dyn FnMut(News)) {
        if let &Step::Draw(card) = step {
            match (exam.dealer.len(), exam.hand.len()) {
                (0, _) | (2, 3..) => tell(News::Card(card)),
                (1, _) => tell(News::Upcard(card)),
                // The dealer's second card and his draws stay hidden until the end.
                _ => {}
            }
        }
        if let Stage::Over(outcome) = exam.stage {
            tell(News::Over { dealer: exam.dealer, hand: exam.hand, outcome });
        }
    }

    fn net(&self, exam: &Exam) -> Option<Nets> {
        let Stage::Over(outcome) = exam.stage else { return None };
        let won = match outcome {
            Outcome::Lose => -Chips::whole(1),
            Outcome::Push => Chips::ZERO,
            Outcome::Win => Chips::whole(1),
        };
        Some(Nets::from_iter([won]))
    }

    fn write_step(&self, before: &Exam, step: &Step<Self>, out: &mut Vec<u8>) {
        match step {
            Step::Draw(card) => {
                let opens_a_word = match before.stage {
                    Stage::Deal => before.hand.len() == 2 && before.dealer.is_empty(),
                    Stage::Dealer => before.dealer.len() == 2,
                    Stage::Play | Stage::Hit | Stage::Over(_) => false,
                };
                if opens_a_word {
                    out.push(b' ');
                }
                out.push(card.letter());
            }
            Step::Act(acts) => {
                for (_, action) in acts {
                    out.extend(match action {
                        Action::Hit => b" h",
                        Action::Stand => b" s",
                    });
                }
            }
        }
    }

    fn read_step(&self, before: &Exam, text: &mut Cursor<'_>) -> Result<Step<Self>, String> {
        text.skip_blanks();
        match before.stage {
            Stage::Deal | Stage::Hit | Stage::Dealer => text
                .next()
                .and_then(Card::from_letter)
                .map(Step::Draw)
                .ok_or_else(|| "expected a card, one of A23456789T".into()),
            Stage::Play => match text.next() {
                Some(b'h') => Ok(Step::Act(Acts::from_iter([(PLAYER, Action::Hit)]))),
                Some(b's') => Ok(Step::Act(Acts::from_iter([(PLAYER, Action::Stand)]))),
                _ => Err("expected `h` or `s`".into()),
            },
            Stage::Over(_) => Err("the hand is over".into()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{Exam, Rules, Stage};
    use crate::blackjack::{Ace, Outcome};
    use crate::game::Game;
    use crate::text::Cursor;

    /// Plays a record of a hand.
    fn play(ace: Ace, record: &str) -> Exam {
        let rules = Rules { ace };
        let mut exam = rules.start();
        let mut text = Cursor::new(record);
        while !text.at_end() {
            let step = rules.read_step(&exam, &mut text).unwrap_or_else(|why| panic!("{record}: {why}"));
            rules.apply(&mut exam, &step).unwrap_or_else(|why| panic!("{record}: {why}"));
        }
        exam
    }

    fn outcome(ace: Ace, record: &str) -> Option<Outcome> {
        match play(ace, record).stage() {
            Stage::Over(outcome) => Some(outcome),
            Stage::Deal | Stage::Play | Stage::Hit | Stage::Dealer => None,
        }
    }

    #[test]
    fn nearer_to_21_wins_the_exam_and_equal_is_a_draw() {
        let ends =
            ["T9 T8 s", "T8 T9 s", "T8 98 h2 s", "T8 T8 s"].map(|hand| outcome(Ace::OneOrEleven, hand));
        assert_eq!(ends, [Some(Outcome::Win), Some(Outcome::Lose), Some(Outcome::Win), Some(Outcome::Push)]);
    }

    #[test]
    fn a_bust_ends_the_exam_at_once() {
        assert_eq!(outcome(Ace::OneOrEleven, "T6 T6 hT"), Some(Outcome::Lose));
        assert_eq!(outcome(Ace::One, "T6 T6 hT"), Some(Outcome::Lose));
    }

    #[test]
    fn the_dealer_of_the_exam_draws_to_17() {
        assert_eq!(outcome(Ace::OneOrEleven, "T9 T6 s"), None);
        assert_eq!(outcome(Ace::OneOrEleven, "T9 T6 s A"), Some(Outcome::Win));
        assert_eq!(outcome(Ace::OneOrEleven, "T9 T6 s T"), Some(Outcome::Win));
        assert_eq!(outcome(Ace::OneOrEleven, "T9 A6 s"), Some(Outcome::Win), "stands on soft 17");
    }

    /// With aces that are always 1, A and T is 11, and A and 6 is 7.
    #[test]
    fn the_exam_as_first_set_counts_an_ace_as_one() {
        assert_eq!(outcome(Ace::OneOrEleven, "AT T9 s"), Some(Outcome::Win));
        assert_eq!(outcome(Ace::One, "AT T9 s"), Some(Outcome::Lose));
        assert_eq!(outcome(Ace::One, "T9 A6 s"), None, "the dealer draws to his 7");
        assert_eq!(outcome(Ace::One, "T9 A6 s T"), Some(Outcome::Win));
    }
}
