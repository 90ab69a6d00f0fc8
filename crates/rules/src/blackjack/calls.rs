//! The six calls by which a statement's bot plays a hand, and the order they have to come in.
//!
//! ```text
//! placeBet → getDealerCard → getCard ×2 → getCard … → stand → getOutcome … 0 → cashIn
//! ```
//!
//! [`Calls`] is the grader's side of statement 000 (rulings 1 and 11) without any card: it says
//! whether a call is in order, in the words that a verdict quotes. The C glue says the same words.

use std::fmt;

use serde::{Deserialize, Serialize};

/// How strictly the order of the calls is taken (ruling 1).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Order {
    /// Every call in its place.
    #[default]
    Strict,
    /// After the last `getCard`, `stand`, `getOutcome` and `cashIn` may be left out or swapped, and
    /// the referee completes the hand.
    Lenient,
}

impl Order {
    /// The word for it.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Strict => "strict",
            Self::Lenient => "lenient",
        }
    }
}

/// A call of the bot to the grader.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Call {
    /// `int placeBet(int bet)`
    PlaceBet,
    /// `int getDealerCard()`
    GetDealerCard,
    /// `int getCard()`
    GetCard,
    /// `void stand()`
    Stand,
    /// `int getOutcome()`
    GetOutcome,
    /// `int cashIn()`
    CashIn,
}

impl Call {
    /// All six, in the order of a hand.
    pub const ALL: [Self; 6] =
        [Self::PlaceBet, Self::GetDealerCard, Self::GetCard, Self::Stand, Self::GetOutcome, Self::CashIn];
}

impl fmt::Display for Call {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Self::PlaceBet => "placeBet",
            Self::GetDealerCard => "getDealerCard",
            Self::GetCard => "getCard",
            Self::Stand => "stand",
            Self::GetOutcome => "getOutcome",
            Self::CashIn => "cashIn",
        })
    }
}

/// A place in the bot where no call is allowed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Outside {
    /// Before the first `startGame`: a global constructor.
    Program,
    /// Inside `startGame`.
    StartGame,
    /// Inside `reshuffle`.
    Reshuffle,
    /// After the last evening: a global destructor.
    End,
}

/// A broken order, in the words of a verdict.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Broken {
    /// A call that needs another one first.
    #[error("{call} before {needs}")]
    Before {
        /// The call that came.
        call: Call,
        /// What had to come first.
        needs: Needs,
    },
    /// A call that may come once in a hand.
    #[error("{0} twice")]
    Twice(Call),
    /// A further card for a hand that is over 21.
    #[error("getCard after 21 was passed")]
    GetCardAfterBust,
    /// A further card for a hand that was closed.
    #[error("getCard after {0}")]
    GetCardAfter(Call),
    /// A dealer's card after the last.
    #[error("getOutcome after it returned 0")]
    GetOutcomeAfterZero,
    /// `playHand` came back too early.
    #[error("playHand returned before {0}")]
    Returned(Needs),
    /// A call from a place where no hand is played.
    #[error("{call} {}", match place {
        Outside::Program => "before startGame",
        Outside::StartGame => "inside startGame",
        Outside::Reshuffle => "inside reshuffle",
        Outside::End => "after the end",
    })]
    Outside {
        /// The call that came.
        call: Call,
        /// Where it came from.
        place: Outside,
    },
}

/// What has to come before something else.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Needs {
    /// A call, for the first time.
    Call(Call),
    /// The second `getCard`.
    SecondCard,
    /// The `getOutcome` that returns 0.
    Zero,
}

impl fmt::Display for Needs {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Call(call) => call.fmt(f),
            Self::SecondCard => f.write_str("the second getCard"),
            Self::Zero => f.write_str("getOutcome returned 0"),
        }
    }
}

/// The calls of one hand so far.
///
/// ```
/// use croupier_rules::blackjack::{Call, Calls, Order};
/// let mut calls = Calls::new(Order::Strict);
/// for call in [Call::PlaceBet, Call::GetDealerCard, Call::GetCard, Call::GetCard] {
///     calls.take(call)?;
/// }
/// let early = calls.clone().take(Call::CashIn).unwrap_err();
/// assert_eq!(early.to_string(), "cashIn before stand");
/// calls.take(Call::Stand)?;
/// # Ok::<(), croupier_rules::blackjack::Broken>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Calls {
    order: Order,
    /// How often each call was taken, by its place in [`Call::ALL`].
    taken: [u32; 6],
    /// The call that closed the hand: `stand`, or what was called in its stead.
    closed_by: Option<Call>,
    busted: bool,
    ended: bool,
}

impl Calls {
    /// A hand begins: `playHand` is called.
    pub fn new(order: Order) -> Self {
        Self { order, taken: [0; 6], closed_by: None, busted: false, ended: false }
    }

    /// Takes the next call, if it is in order.
    pub fn take(&mut self, call: Call) -> Result<(), Broken> {
        self.check(call)?;
        self.taken[call as usize] += 1;
        if matches!(call, Call::Stand | Call::GetOutcome | Call::CashIn) {
            self.closed_by = self.closed_by.or(Some(call));
        }
        Ok(())
    }

    /// The card just given took the hand over 21.
    pub fn bust(&mut self) {
        self.busted = true;
    }

    /// `getOutcome` has returned 0.
    pub fn end_of_outcome(&mut self) {
        self.ended = true;
    }

    /// `playHand` returns.
    pub fn leave(self) -> Result<(), Broken> {
        match self.order {
            Order::Strict if !self.has(Call::CashIn) => Err(Broken::Returned(Needs::Call(Call::CashIn))),
            Order::Lenient if !self.has_two_cards() => Err(Broken::Returned(Needs::SecondCard)),
            Order::Strict | Order::Lenient => Ok(()),
        }
    }

    fn check(&self, call: Call) -> Result<(), Broken> {
        if let Some(needs) = self.missing(call) {
            return Err(Broken::Before { call, needs });
        }
        match call {
            Call::GetCard => match self.closed_by {
                Some(closing) => Err(Broken::GetCardAfter(closing)),
                None if self.busted => Err(Broken::GetCardAfterBust),
                None => Ok(()),
            },
            Call::GetOutcome if self.ended => Err(Broken::GetOutcomeAfterZero),
            Call::PlaceBet | Call::GetDealerCard | Call::Stand | Call::CashIn if self.has(call) => {
                Err(Broken::Twice(call))
            }
            Call::PlaceBet | Call::GetDealerCard | Call::Stand | Call::GetOutcome | Call::CashIn => Ok(()),
        }
    }

    /// The first thing that had to come before the call and did not.
    fn missing(&self, call: Call) -> Option<Needs> {
        let strict = self.order == Order::Strict;
        // The calls before this one, in the order of a hand.
        let behind = &Call::ALL[..call as usize];
        let needs = |needed: Call| behind.contains(&needed) && !self.has(needed);
        if needs(Call::PlaceBet) {
            Some(Needs::Call(Call::PlaceBet))
        } else if needs(Call::GetDealerCard) {
            Some(Needs::Call(Call::GetDealerCard))
        } else if behind.contains(&Call::GetCard) && !self.has_two_cards() {
            Some(Needs::SecondCard)
        } else if strict && needs(Call::Stand) {
            Some(Needs::Call(Call::Stand))
        } else if strict && call == Call::CashIn && !self.ended {
            Some(Needs::Zero)
        } else {
            None
        }
    }

    fn has(&self, call: Call) -> bool {
        self.taken[call as usize] > 0
    }

    fn has_two_cards(&self) -> bool {
        self.taken[Call::GetCard as usize] >= 2
    }
}

#[cfg(test)]
mod tests {
    use super::{Broken, Call, Calls, Order, Outside};

    /// Takes calls by letter: `p`laceBet, get`d`ealerCard, get`c`ard, get`C`ard that busts, `s`tand,
    /// get`o`utcome, get`O`utcome that returns 0, cas`h`In; at the end of the text `playHand` returns.
    fn said(order: Order, letters: &str) -> String {
        let mut calls = Calls::new(order);
        for letter in letters.chars() {
            let call = match letter {
                'p' => Call::PlaceBet,
                'd' => Call::GetDealerCard,
                'c' | 'C' => Call::GetCard,
                's' => Call::Stand,
                'o' | 'O' => Call::GetOutcome,
                'h' => Call::CashIn,
                other => panic!("{other} is no call"),
            };
            if let Err(broken) = calls.take(call) {
                return broken.to_string();
            }
            match letter {
                'C' => calls.bust(),
                'O' => calls.end_of_outcome(),
                _ => {}
            }
        }
        calls.leave().map_or_else(|broken| broken.to_string(), |()| "in order".into())
    }

    #[test]
    fn strict_order_takes_every_call_in_its_place() {
        for hand in ["pdccsoOh", "pdccccsooOh", "pdccCsoOh"] {
            assert_eq!(said(Order::Strict, hand), "in order", "{hand}");
        }
        let broken = [
            ("d", "getDealerCard before placeBet"),
            ("h", "cashIn before placeBet"),
            ("pp", "placeBet twice"),
            ("pc", "getCard before getDealerCard"),
            ("ps", "stand before getDealerCard"),
            ("pdd", "getDealerCard twice"),
            ("pdcs", "stand before the second getCard"),
            ("pdcco", "getOutcome before stand"),
            ("pdcch", "cashIn before stand"),
            ("pdccp", "placeBet twice"),
            ("pdccCc", "getCard after 21 was passed"),
            ("pdccCo", "getOutcome before stand"),
            ("pdccsc", "getCard after stand"),
            ("pdccss", "stand twice"),
            ("pdccsh", "cashIn before getOutcome returned 0"),
            ("pdccsoOo", "getOutcome after it returned 0"),
            ("pdccsoOhh", "cashIn twice"),
            ("", "playHand returned before cashIn"),
            ("pdccsoO", "playHand returned before cashIn"),
        ];
        for (hand, why) in broken {
            assert_eq!(said(Order::Strict, hand), why, "{hand}");
        }
    }

    #[test]
    fn lenient_order_lets_the_end_of_a_hand_be_left_out_or_swapped() {
        for hand in ["pdccsoOh", "pdcc", "pdccC", "pdcch", "pdcchoO", "pdccs", "pdcchs", "pdccoOsh", "pdccoh"]
        {
            assert_eq!(said(Order::Lenient, hand), "in order", "{hand}");
        }
        let broken = [
            ("pc", "getCard before getDealerCard"),
            ("pdcs", "stand before the second getCard"),
            ("pd", "playHand returned before the second getCard"),
            ("pdcchc", "getCard after cashIn"),
            ("pdccoc", "getCard after getOutcome"),
            ("pdccCc", "getCard after 21 was passed"),
            ("pdcchh", "cashIn twice"),
            ("pdccOo", "getOutcome after it returned 0"),
        ];
        for (hand, why) in broken {
            assert_eq!(said(Order::Lenient, hand), why, "{hand}");
        }
    }

    #[test]
    fn no_call_is_allowed_outside_play_hand() {
        let said = [Outside::Program, Outside::StartGame, Outside::Reshuffle, Outside::End]
            .map(|place| Broken::Outside { call: Call::GetCard, place }.to_string());
        assert_eq!(
            said,
            [
                "getCard before startGame",
                "getCard inside startGame",
                "getCard inside reshuffle",
                "getCard after the end"
            ]
        );
    }
}
