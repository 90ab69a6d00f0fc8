//! The grader's desk of the blackjack contest, as a guest calls it (statement 000; rulings 1, 5 and 11).
//!
//! The desk holds what the bot may know by now, and the order of its calls is judged by
//! [`Calls`]. A call whose answer lies here is answered at once; the three that decide something wait
//! for the referee. The native glue, `glue/croupier_glue.c`, does the same on the bot's side of a pipe:
//! what it would send and report, the desk [says](Said), at the same moment.

use std::collections::VecDeque;

use croupier_rules::blackjack::{Broken, Call, Calls, Choices, Hand, News, Order, Outside};
use croupier_wasm::{Host, Reply};

/// Numbers of the calls beside the six of the statement; `glue/croupier_wasm.c` has them too.
const NEXT: i32 = 6;
const MONEY: i32 = 7;
const PACKS: i32 = 8;
const MISSING: i32 = 9;

/// The answer to a call in the middle of a hand that will not go on: the session is over.
const BYE: i32 = -3;

/// The functions that a program may lack, by the argument of `MISSING`.
const FUNCTIONS: [&str; 3] = ["startGame(int, int)", "playHand()", "reshuffle()"];

/// What a bot is to do next, with the number that the glue knows it by.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Task {
    End = 0,
    StartGame = 1,
    PlayHand = 2,
    Reshuffle = 3,
}

/// What a bot has said to the referee.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Said {
    Bet(i64),
    Hit,
    Stand,
    /// It broke a rule, in the words of the verdict.
    Broken(String),
}

/// The desk of one bot.
#[derive(Debug)]
pub struct Desk {
    order: Order,
    tasks: VecDeque<Task>,
    /// The task that the bot is at; none before the first and between two.
    task: Option<Task>,
    said: Option<Said>,
    is_broken: bool,
    /// The call that waits.
    waits: i32,
    money: i32,
    packs: i32,
    calls: Calls,
    cards_taken: usize,
    outcomes_taken: usize,
    /// The upcard and the dealer's draws.
    up: i32,
    dealer: Hand,
    hand: Hand,
    /// The money after the bet.
    left: i32,
    payout: i32,
    /// The dealer has drawn: his cards and the payout are known.
    is_settled: bool,
    /// What the bot last said was taken, and this is what came of it.
    is_answered: bool,
}

impl Desk {
    /// A desk that waits for the first evening.
    pub(super) fn new(order: Order) -> Self {
        Self {
            order,
            tasks: VecDeque::new(),
            task: None,
            said: None,
            is_broken: false,
            waits: NEXT,
            money: 0,
            packs: 0,
            calls: Calls::new(order),
            cards_taken: 0,
            outcomes_taken: 0,
            up: 0,
            dealer: Hand::EMPTY,
            hand: Hand::EMPTY,
            left: 0,
            payout: 0,
            is_settled: false,
            is_answered: false,
        }
    }

    /// Takes notice of what happened at the table.
    pub(super) fn learn(&mut self, news: &News) {
        match news {
            News::Start { money, packs } => {
                self.money = told(*money);
                self.packs = told((*packs).into());
                self.tasks.push_back(Task::StartGame);
            }
            News::Shuffled => self.tasks.push_back(Task::Reshuffle),
            // They lie in the question.
            News::Upcard(_) | News::Card(_) => {}
            News::Dealer { dealer, hand } => {
                self.dealer = *dealer;
                self.hand = *hand;
                self.is_settled = true;
                self.is_answered = true;
            }
            News::Pay { payout, .. } => self.payout = told(*payout),
        }
    }

    /// Lays a question before the bot.
    pub(super) fn ask(&mut self, choices: &Choices) {
        match choices {
            Choices::Bet { .. } => self.tasks.push_back(Task::PlayHand),
            Choices::Play { up, hand, money, .. } => {
                self.up = up.told().into();
                self.hand = *hand;
                self.left = told(*money);
                self.is_answered = true;
            }
        }
    }

    /// The session is over.
    pub(super) fn close(&mut self) {
        self.tasks.push_back(Task::End);
    }

    /// Whether the bot has come back for its last task and been told that there is none: it has played its
    /// hands to their end.
    pub(super) fn has_said_bye(&self) -> bool {
        self.task == Some(Task::End)
    }

    /// What the bot has said since the last time.
    pub(super) fn take_said(&mut self) -> Option<Said> {
        self.said.take()
    }

    fn grade(&mut self, call: Call, bet: i32) -> Result<Reply, Broken> {
        if let Some(place) = self.outside() {
            return Err(Broken::Outside { call, place });
        }
        self.calls.take(call)?;
        Ok(match call {
            Call::PlaceBet => self.say(Said::Bet(bet.into())),
            Call::GetDealerCard => Reply::Value(self.up),
            Call::GetCard => {
                self.cards_taken += 1;
                if self.cards_taken > 2 { self.say(Said::Hit) } else { self.card() }
            }
            Call::Stand | Call::GetOutcome | Call::CashIn if !self.is_settled => self.say(Said::Stand),
            Call::Stand => Reply::Value(0),
            Call::GetOutcome => self.outcome(),
            Call::CashIn => Reply::Value(self.payout),
        })
    }

    /// The place that the bot is at, if no call is allowed there.
    fn outside(&self) -> Option<Outside> {
        match self.task {
            None => Some(Outside::Program),
            Some(Task::StartGame) => Some(Outside::StartGame),
            Some(Task::PlayHand) => None,
            Some(Task::Reshuffle) => Some(Outside::Reshuffle),
            Some(Task::End) => Some(Outside::End),
        }
    }

    fn say(&mut self, said: Said) -> Reply {
        self.said = Some(said);
        self.is_answered = false;
        Reply::Wait
    }

    /// The card that was just asked for.
    fn card(&self) -> Reply {
        let card = self.hand.get(self.cards_taken - 1).expect("a card that is asked for was told");
        Reply::Value(card.told().into())
    }

    /// The dealer's next draw, or 0 after the last.
    fn outcome(&mut self) -> Reply {
        // The upcard is the first of his cards.
        self.outcomes_taken += 1;
        if let Some(card) = self.dealer.get(self.outcomes_taken) {
            return Reply::Value(card.told().into());
        }
        self.calls.end_of_outcome();
        Reply::Value(0)
    }

    /// The bot comes back from its task and wants another one.
    fn next(&mut self) -> Result<Reply, Broken> {
        if self.task == Some(Task::PlayHand) {
            self.calls.clone().leave()?;
            if !self.is_settled {
                return Ok(self.say(Said::Stand));
            }
        }
        Ok(self.begin())
    }

    /// Begins the next task; without one, the bot waits.
    fn begin(&mut self) -> Reply {
        self.task = None;
        let Some(task) = self.tasks.pop_front() else { return Reply::Wait };
        self.task = Some(task);
        if task == Task::PlayHand {
            self.calls = Calls::new(self.order);
            (self.cards_taken, self.outcomes_taken) = (0, 0);
            self.is_settled = false;
        }
        Reply::Value(task as i32)
    }

    fn broken(&mut self, what: String) -> Reply {
        self.is_broken = true;
        self.say(Said::Broken(what))
    }
}

impl Host for Desk {
    const OFFERS_CALLS: bool = true;

    fn call(&mut self, number: i32, argument: i32) -> Reply {
        self.waits = number;
        let index = usize::try_from(number).unwrap_or(usize::MAX);
        let reply = match (number, Call::ALL.get(index)) {
            (_, Some(&call)) => self.grade(call, argument),
            (NEXT, _) => self.next(),
            (MONEY, _) => Ok(Reply::Value(self.money)),
            (PACKS, _) => Ok(Reply::Value(self.packs)),
            (MISSING, _) => {
                let function = usize::try_from(argument).ok().and_then(|index| FUNCTIONS.get(index));
                let function = function.copied().unwrap_or("a function");
                return self.broken(format!("the source does not define {function}"));
            }
            _ => return Reply::Leave,
        };
        reply.unwrap_or_else(|broken| self.broken(broken.to_string()))
    }

    fn resume(&mut self) -> Reply {
        if self.is_broken {
            return Reply::Leave;
        }
        let call = Call::ALL.get(usize::try_from(self.waits).unwrap_or(usize::MAX));
        if call.is_some() && !self.is_answered {
            self.task = Some(Task::End);
            return Reply::Value(BYE);
        }
        match call {
            Some(Call::PlaceBet) => Reply::Value(self.left),
            Some(Call::GetCard) => {
                if self.is_settled {
                    self.calls.bust();
                }
                self.card()
            }
            Some(Call::Stand) => Reply::Value(0),
            Some(Call::GetOutcome) => self.outcome(),
            Some(Call::CashIn) => Reply::Value(self.payout),
            Some(Call::GetDealerCard) => unreachable!("the upcard is told at once"),
            None => self.begin(),
        }
    }
}

/// An amount as the bot is told it: in the range of an `int`.
fn told(amount: i64) -> i32 {
    i32::try_from(amount).unwrap_or(i32::MAX)
}
