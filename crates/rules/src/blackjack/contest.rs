//! The betting contest of statement 000: its rules, and one evening of it as a [`Game`].

use std::fmt;

use serde::{Deserialize, Serialize};

use super::evening::{Evening, Stage};
use super::shoe::PACK;
use super::{Card, Hand, Limits, News, Shoe, Total, news, notation};
use crate::chips::Chips;
use crate::game::{self, Game, Nets, Node, Step};
use crate::seat::{Seat, Seats};
use crate::text::Cursor;

/// The one seat at the table.
const PLAYER: Seat = Seat(0);

/// The rules of one evening. [`Limits`](super::Limits) says which values a contest allows.
///
/// The shoe is of whole packs, at least one, and is shuffled between hands when fewer than 45 cards
/// are left. A hand takes at most 34, so a draw that is due can always be made:
/// [`weights`](Game::weights) of such a shoe never sum to 0 at a chance node. A list of cards
/// that somebody wrote down can end in a hand; [`Script`](super::Script) says so.
///
/// ```
/// use croupier_rules::blackjack::Rules;
/// assert_eq!(Rules { shuffles: 200, ..Rules::default() }.shoes(), 199);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Rules {
    /// What the player starts the evening with.
    pub money: i64,
    /// The packs of 52 cards in the shoe.
    pub packs: u32,
    /// The evening is over when the cards have been shuffled so many times: `T`.
    pub shuffles: u32,
    /// Whether the shuffle before the first hand is one of them (ruling 6).
    pub first_shuffle_counts: bool,
    /// Money that ends the evening, and the test, when a hand leaves the player with it (ruling 8).
    pub max_money: i64,
}

impl Default for Rules {
    fn default() -> Self {
        Self { money: 20_000, packs: 10, shuffles: 200, first_shuffle_counts: true, max_money: 1_000_000_000 }
    }
}

impl Rules {
    /// How many shoes an evening has: one less than the shuffles, if the opening one counts.
    pub const fn shoes(&self) -> u32 {
        self.shuffles.saturating_sub(self.first_shuffle_counts as u32)
    }

    /// The cards of a whole shoe.
    pub(super) const fn cards(&self) -> u32 {
        PACK * self.packs
    }

    /// A shoe just shuffled.
    pub(super) const fn shoe(&self) -> Shoe {
        Shoe::of_packs(self.packs)
    }
}

/// What the player may do.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Action {
    /// Bets this money on the hand. What a bot sends may be anything; the rules refuse what is below 0 or
    /// over the money.
    Bet(i64),
    /// Asks for another card.
    Hit,
    /// Wants no more cards.
    Stand,
}

impl fmt::Display for Action {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Bet(bet) => write!(f, "bet {bet}"),
            Self::Hit => write!(f, "hit"),
            Self::Stand => write!(f, "stand"),
        }
    }
}

/// A question to the player.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Choices {
    /// How much on the next hand, from 0 to the money?
    Bet {
        /// The player's money.
        money: i64,
        /// Whether this is the first hand of a shoe.
        reshuffled: bool,
    },
    /// Another card? Asked only while the total is at most 21.
    Play {
        /// The dealer's upcard.
        up: Card,
        /// The player's cards.
        hand: Hand,
        /// Their total.
        total: Total,
        /// The money left after the bet.
        money: i64,
    },
}

impl game::Choices<Action> for Choices {
    fn count(&self) -> u64 {
        match *self {
            Self::Bet { money, .. } => u64::try_from(money).expect("money is never below 0") + 1,
            Self::Play { .. } => 2,
        }
    }

    fn nth(&self, index: u64) -> Action {
        match *self {
            Self::Bet { .. } => {
                Action::Bet(i64::try_from(index).expect("an index below the count is a sum of money"))
            }
            Self::Play { .. } if index == 0 => Action::Stand,
            Self::Play { .. } => Action::Hit,
        }
    }
}

impl fmt::Display for Choices {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Bet { money, .. } => write!(f, "bet: a whole number from 0 to {money}"),
            Self::Play { up, hand, total, .. } => {
                write!(f, "play: hit or stand with {hand} ({total}) against {up}")
            }
        }
    }
}

/// Why a step is refused.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Illegal {
    /// The bet is below 0 or over the money.
    #[error("a bet of {bet} is not from 0 to {money}")]
    BetOutOfRange {
        /// The bet.
        bet: i64,
        /// The money that the player has.
        money: i64,
    },
    /// A bet where a move was asked, or the other way round.
    #[error("{action} is no answer to {asked}")]
    WrongKind {
        /// The action.
        action: Action,
        /// The question.
        asked: Choices,
    },
    /// No card of this value is left.
    #[error("there is no {card} left in the shoe")]
    NotInShoe {
        /// The card.
        card: Card,
    },
    /// The step does not fit the stage, or acts for seats that were not asked.
    #[error("this step is not due {stage}")]
    NotDue {
        /// The stage of the evening.
        stage: Stage,
    },
}

impl fmt::Display for Stage {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Bet => "before the bet",
            Self::Upcard => "before the upcard",
            Self::Deal => "while the player is dealt a card",
            Self::Play => "while the player hits or stands",
            Self::Dealer => "while the dealer draws",
            Self::Over(_) => "after the evening",
        })
    }
}

impl Game for Rules {
    type State = Evening;
    type Action = Action;
    type Choices = Choices;
    type Draw = Card;
    type Weights = [u32; 10];
    type News = News;
    type Illegal = Illegal;

    const NAME: &'static str = "blackjack";
    const VERSION: u32 = 1;

    fn check(&self) -> Result<(), String> {
        Limits::Free.check(self).map_err(|why| why.to_string())
    }

    fn seats(&self) -> usize {
        1
    }

    fn start(&self) -> Evening {
        Evening::new(self)
    }

    fn node(&self, evening: &Evening) -> Node {
        match evening.stage() {
            Stage::Upcard | Stage::Deal | Stage::Dealer => Node::Chance,
            Stage::Bet | Stage::Play => Node::Decide(Seats::NONE.with(PLAYER)),
            Stage::Over(_) => Node::Over,
        }
    }

    /// An entrant with so much money has the full mark (ruling 8).
    fn may_end_match(&self, over: &Evening) -> bool {
        over.money() >= self.max_money
    }

    fn begins_line(&self, before: &Evening) -> bool {
        before.stage() == Stage::Bet
    }

    /// The number of the shoe, from 0: everybody who plays with one key sees the same shoes.
    fn deck(&self, evening: &Evening) -> u64 {
        u64::from(evening.shoe_number())
    }

    fn weights(&self, evening: &Evening) -> [u32; 10] {
        evening.shoe().left()
    }

    fn drawn(&self, _: &Evening, index: usize) -> Card {
        Card::ALL[index]
    }

    fn choices(&self, evening: &Evening, _: Seat) -> Choices {
        evening.question(self)
    }

    fn permits(&self, evening: &Evening, _: Seat, &action: &Action) -> Result<(), Illegal> {
        match (evening.stage(), action) {
            (Stage::Bet, Action::Bet(bet)) if (0..=evening.money()).contains(&bet) => Ok(()),
            (Stage::Bet, Action::Bet(bet)) => Err(Illegal::BetOutOfRange { bet, money: evening.money() }),
            (Stage::Play, Action::Hit | Action::Stand) => Ok(()),
            (_, action) => Err(Illegal::WrongKind { action, asked: evening.question(self) }),
        }
    }

    /// Nobody bets for another: a fault ends the entrant's test (ruling 11).
    fn forfeit(&self, _: &Evening, _: Seat) -> Option<Action> {
        None
    }

    fn apply(&self, evening: &mut Evening, step: &Step<Self>) -> Result<(), Illegal> {
        let stage = evening.stage();
        match (stage, step) {
            (Stage::Upcard | Stage::Deal | Stage::Dealer, &Step::Draw(card)) => evening.draw(self, card),
            (Stage::Bet | Stage::Play, Step::Act(acts)) => match acts.as_slice() {
                [(PLAYER, action)] => {
                    self.permits(evening, PLAYER, action)?;
                    evening.act(*action);
                    Ok(())
                }
                _ => Err(Illegal::NotDue { stage }),
            },
            (_, Step::Draw(_) | Step::Act(_)) => Err(Illegal::NotDue { stage }),
        }
    }

    fn opening(&self, evening: &Evening, _: Seat, tell: &mut dyn FnMut(News)) {
        tell(News::Start { money: evening.money(), packs: self.packs });
    }

    fn news(&self, evening: &Evening, step: &Step<Self>, _: Seat, tell: &mut dyn FnMut(News)) {
        news::after(self, evening, step, tell);
    }

    fn net(&self, evening: &Evening) -> Option<Nets> {
        let over = matches!(evening.stage(), Stage::Over(_));
        over.then(|| Nets::from_iter([Chips::whole(evening.money() - self.money)]))
    }

    fn write_step(&self, before: &Evening, step: &Step<Self>, out: &mut Vec<u8>) {
        notation::write(before, step, out);
    }

    fn read_step(&self, before: &Evening, text: &mut Cursor<'_>) -> Result<Step<Self>, String> {
        notation::read(before, text)
    }
}
