//! A player of the betting contest: cards and bets, hand by hand.

use croupier_rules::blackjack::{Action, Card, Choices, News, Rules};

use super::{Bets, Course, Plan, Purse, Style};
use crate::blackjack::{Choice, Unseen};

/// Plays the evenings of a test. It knows what a contestant is told, and no more.
///
/// ```
/// use croupier_rules::blackjack::{Action, Choices, News, Rules};
/// use croupier_solve::bankroll::{Bets, Gambler, Style};
/// let mut gambler = Gambler::betting(Style::exact(), Bets::Kelly(1.0), &Rules::default());
/// gambler.learn(&News::Start { money: 20_000, packs: 10 });
/// let bet = gambler.choose(&Choices::Bet { money: 20_000, reshuffled: true });
/// assert_eq!(bet, Action::Bet(167));
/// ```
#[derive(Debug)]
pub struct Gambler {
    style: Style,
    manner: Manner,
    goal: i64,
    start: i64,
    /// After the last hand.
    money: i64,
    packs: u32,
    unseen: Unseen,
    course: Course,
}

/// How the bets of an evening are chosen.
#[derive(Debug)]
enum Manner {
    /// All evenings alike.
    Alike(Bets),
    /// Anew for each evening, for the best mark.
    Planned { plan: Plan, bets: Bets },
}

impl Gambler {
    /// A player who bets alike in all evenings.
    pub fn betting(style: Style, bets: Bets, rules: &Rules) -> Self {
        Self::new(style, Manner::Alike(bets), rules)
    }

    /// A player who bets for the mark of the test, where the committee has shoes of its own.
    pub fn for_the_mark(style: Style, rules: &Rules) -> Self {
        Self::new(style, Manner::Planned { plan: Plan::default(), bets: Bets::Kelly(1.0) }, rules)
    }

    fn new(style: Style, manner: Manner, rules: &Rules) -> Self {
        let unseen = Unseen::default();
        Self {
            style,
            manner,
            goal: rules.max_money,
            start: 0,
            money: 0,
            packs: 0,
            unseen,
            course: Course::default(),
        }
    }

    /// Takes notice.
    pub fn learn(&mut self, news: &News) {
        match news {
            News::Start { money, packs } => self.begin(*money, *packs),
            News::Shuffled => {
                self.course.shuffled();
                self.shuffle();
            }
            News::Upcard(card) | News::Card(card) => self.see(&[*card]),
            News::Dealer { .. } => self.see(news.drawn().unwrap_or_default()),
            News::Pay { money, .. } => self.money = *money,
        }
    }

    /// Answers a question.
    pub fn choose(&mut self, choices: &Choices) -> Action {
        match choices {
            Choices::Bet { money, .. } => Action::Bet(self.bet(*money)),
            Choices::Play { up, hand, .. } => match self.style.choose(&self.unseen, *up, hand) {
                Choice::Hit => Action::Hit,
                Choice::Stand => Action::Stand,
            },
        }
    }

    fn begin(&mut self, money: i64, packs: u32) {
        let is_first = self.packs == 0;
        if !is_first && self.money >= self.goal {
            self.course.broken_off();
        }
        let ended = std::mem::replace(&mut self.money, money);
        (self.start, self.packs) = (money, packs);
        self.course.start(packs);
        self.shuffle();
        let purse = self.purse(money, 0.0);
        if let Manner::Planned { plan, bets } = &mut self.manner {
            if !is_first {
                plan.ended(ended);
            }
            *bets = plan.bets(&purse);
        }
    }

    fn shuffle(&mut self) {
        self.unseen = Unseen::of_packs(self.packs).expect("a contest has at most a million packs");
    }

    fn see(&mut self, cards: &[Card]) {
        self.unseen = self.unseen.without(cards).expect("what is told was in the shoe");
    }

    fn bet(&self, money: i64) -> i64 {
        let bets = match &self.manner {
            Manner::Alike(bets) | Manner::Planned { bets, .. } => *bets,
        };
        // What is bet without looking at the shoe needs no edge.
        let edge = if bets == Bets::Flat { 0.0 } else { self.style.edge(&self.unseen) };
        bets.bet(&self.purse(money, edge))
    }

    fn purse(&self, money: i64, edge: f64) -> Purse {
        let nats = self.course.nats_left(self.unseen.cards());
        Purse { money, start: self.start, goal: self.goal, nats, edge }
    }
}
