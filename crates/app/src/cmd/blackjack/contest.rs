//! How the betting contest looks in a terminal and as JSON Lines.

use croupier_rules::blackjack::{Action, Choices, Evening, Hand, News, Outcome, Rules, Stage, Total};
use serde_json::json;

use super::moves::move_of;
use super::table::{Event, Face, Reason};
use crate::answers::quoted;

/// The contest, and how the player has fared.
pub(crate) struct Contest {
    rules: Rules,
    seed: Option<u64>,
    hands: u32,
    /// The money after the last hand: a hand that is left unfinished does not count.
    money: i64,
    outcome: Outcome,
}

impl Contest {
    pub(crate) fn new(rules: Rules, seed: Option<u64>) -> Self {
        Self { rules, seed, hands: 0, money: rules.money, outcome: Outcome::Push }
    }
}

impl Face<Rules> for Contest {
    fn start(&self) -> Event {
        let Rules { money, packs, shuffles, .. } = self.rules;
        let packs_said = if packs == 1 { "1 pack".into() } else { format!("{packs} packs") };
        let plain = format!("money {money}, {packs_said}, the evening ends with shuffle {shuffles}");
        let json = json!({
            "event": "start", "rules": "contest", "seed": self.seed,
            "money": money, "packs": packs, "shuffles": shuffles,
        });
        Event { plain: Some(plain), json }
    }

    fn told(&mut self, news: &News) -> Option<Event> {
        match news {
            News::Start { .. } | News::Upcard(_) | News::Card(_) => None,
            News::Shuffled => Some(Event {
                plain: Some("the cards are shuffled".into()),
                json: json!({"event": "shuffle"}),
            }),
            News::Dealer { dealer, hand } => {
                let (total, yours) = (dealer.total(), hand.total());
                self.outcome = Outcome::of(yours, total);
                let plain = format!("dealer {}, you {}", cards(dealer, total), cards(hand, yours));
                let json = json!({
                    "event": "dealer", "cards": dealer, "total": total.points,
                    "hand": hand, "yours": yours.points,
                });
                Some(Event { plain: Some(plain), json })
            }
            News::Pay { payout, money } => {
                self.hands += 1;
                self.money = *money;
                let outcome = self.outcome.to_string();
                let plain = format!("{outcome}: {payout} comes back, money {money}");
                let json = json!({"event": "pay", "outcome": outcome, "payout": payout, "money": money});
                Some(Event { plain: Some(plain), json })
            }
        }
    }

    fn asked(&self, choices: &Choices) -> Option<Event> {
        match choices {
            Choices::Bet { .. } => None,
            Choices::Play { up, hand, total, .. } => {
                let plain = format!("dealer {up}, you {}", cards(hand, *total));
                let json = json!({
                    "event": "hand", "up": up, "cards": hand, "total": total.points, "soft": total.soft,
                });
                Some(Event { plain: Some(plain), json })
            }
        }
    }

    fn prompt(&self, choices: &Choices) -> String {
        match choices {
            Choices::Bet { money, .. } => format!("bet (0 to {money}, q to leave):"),
            Choices::Play { .. } => "h to hit, s to stand:".into(),
        }
    }

    fn read(&self, choices: &Choices, word: &str) -> Result<Action, String> {
        match choices {
            Choices::Bet { money, .. } => word.parse().map(Action::Bet).map_err(|_| {
                format!("{} is no bet: expected a whole number from 0 to {money}, or q", quoted(word))
            }),
            Choices::Play { .. } => move_of(word, Action::Hit, Action::Stand),
        }
    }

    fn acted(&self, action: &Action, evening: &Evening) -> Event {
        match action {
            Action::Bet(bet) => {
                let plain = format!("hand {}: bet {bet}", self.hands + 1);
                let json = json!({"event": "bet", "bet": bet, "money": evening.money()});
                Event { plain: Some(plain), json }
            }
            Action::Hit | Action::Stand => Event {
                plain: Some(action.to_string()),
                json: json!({"event": "move", "move": action.to_string()}),
            },
        }
    }

    fn is_between_hands(evening: &Evening) -> bool {
        evening.stage() == Stage::Bet
    }

    fn goes_on(&self) -> bool {
        false
    }

    fn end(&self, reason: Reason) -> Event {
        let net = self.money - self.rules.money;
        let hands = if self.hands == 1 { "1 hand".into() } else { format!("{} hands", self.hands) };
        let plain = format!("{hands}, money {}, net {net:+} ({})", self.money, reason.word());
        let json = json!({
            "event": "end", "reason": reason.word(), "hands": self.hands, "money": self.money, "net": net,
        });
        Event { plain: Some(plain), json }
    }
}

/// Cards and their total: `A T (soft 21)`.
pub(super) fn cards(hand: &Hand, total: Total) -> String {
    let cards: Vec<String> = hand.iter().map(ToString::to_string).collect();
    format!("{} ({total})", cards.join(" "))
}
