//! House players of the betting contest of blackjack.

use croupier_rules::blackjack::{Action, Card, Choices, News, Rules, Total};
use croupier_rules::verdict::Fault;

use crate::player::Player;

/// The names that a contest may list, also as its committee.
pub const NAMES: [&str; 3] = ["flat", "mimic", "table"];

/// The house player of that name. None of them needs chance.
pub fn named(name: &str) -> Option<Box<dyn Player<Rules>>> {
    let (play, stake): (Play, Stake) = match name {
        "mimic" => (like_the_dealer, Stake::Flat),
        "flat" => (by_table, Stake::Flat),
        "table" => (by_table, Stake::Kelly(Count::default())),
        _ => return None,
    };
    Some(Box::new(Gambler { play, stake, unit: 0 }))
}

/// A way to play a hand, and a way to bet on it.
struct Gambler {
    play: Play,
    stake: Stake,
    /// A hundredth of the money an evening began with.
    unit: i64,
}

/// Whether to draw another card with this total against this upcard.
type Play = fn(Total, Card) -> bool;

enum Stake {
    /// The unit, as long as the money lasts.
    Flat,
    /// The Kelly fraction of the money for the edge that the cards left promise.
    Kelly(Count),
}

/// Draws as the dealer has to, which is exactly fair from every shoe.
fn like_the_dealer(total: Total, _: Card) -> bool {
    total.points <= 16
}

/// The best hit-or-stand table by total and upcard for ten packs; it is the same for twenty.
/// Computed for this game's rules, where both busted is a push.
fn by_table(total: Total, up: Card) -> bool {
    let up = up.told();
    match (total.soft, total.points) {
        (true, ..=17) | (false, ..=15) => true,
        (true, 18) => up >= 9,
        (false, 16) => !(4..=6).contains(&up),
        (false, 17) => up >= 8,
        (true, 19..) | (false, 18..) => false,
    }
}

/// The edge of the table player, estimated from the cards that have left the shoe.
#[derive(Clone, Debug, Default)]
struct Count {
    packs: i64,
    left: i64,
    /// Sum of the effects of the cards removed, in units of 1e-7.
    removed: i64,
}

impl Count {
    /// The edge from a full shoe of ten packs, in units of 1e-7.
    const FRESH: i64 = 67_880;

    /// What removing one card, ace to ten, adds to the edge from ten packs, in units of 1e-7.
    const EFFECTS: [i64; 10] = [-1_430, -331, -866, -1_227, 1_560, 227, 674, 6, 106, 320];

    /// The cards of the shoe that the effects were computed for.
    const SHOE: i64 = 520;

    /// The chance that a hand is won or lost, not pushed, in units of 1e-7.
    const DECIDED: i64 = 8_180_000;

    fn shuffle(&mut self, packs: u32) {
        self.packs = packs.into();
        self.left = 52 * self.packs;
        self.removed = 0;
    }

    fn see(&mut self, card: Card) {
        self.left -= 1;
        self.removed += Self::EFFECTS[card.index()];
    }

    /// The bet for the money: the edge over the chance of a decision; nothing without an edge.
    fn bet(&self, money: i64) -> i64 {
        let edge = Self::FRESH + self.removed * Self::SHOE / self.left.max(1);
        money * edge.max(0) / Self::DECIDED
    }
}

impl Player<Rules> for Gambler {
    fn learn(&mut self, news: &News) {
        if let News::Start { money, .. } = news {
            self.unit = money / 100;
        }
        let Stake::Kelly(count) = &mut self.stake else { return };
        match news {
            News::Start { packs, .. } => count.shuffle(*packs),
            News::Shuffled => count.shuffle(u32::try_from(count.packs).expect("packs came as u32")),
            News::Upcard(card) | News::Card(card) => count.see(*card),
            News::Dealer { .. } => news.drawn().into_iter().flatten().for_each(|&card| count.see(card)),
            News::Pay { .. } => {}
        }
    }

    fn choose(&mut self, choices: &Choices) -> Result<Action, Fault> {
        Ok(match *choices {
            Choices::Bet { money, .. } => Action::Bet(match &self.stake {
                Stake::Flat => self.unit.min(money),
                Stake::Kelly(count) => count.bet(money),
            }),
            Choices::Play { up, total, .. } if (self.play)(total, up) => Action::Hit,
            Choices::Play { .. } => Action::Stand,
        })
    }
}

#[cfg(test)]
mod tests {
    use croupier_rules::blackjack::{Card, Total};

    use super::by_table;

    /// The table as a person reads it: rows of totals, columns of upcards 2 to ace.
    #[test]
    fn the_table_is_the_best_one_for_ten_packs() {
        let row = |points, soft| -> String {
            (2..=11)
                .filter_map(Card::from_told)
                .map(|up| if by_table(Total { points, soft }, up) { 'H' } else { 'S' })
                .collect()
        };
        assert_eq!(row(15, false), "HHHHHHHHHH");
        assert_eq!(row(16, false), "HHSSSHHHHH");
        assert_eq!(row(17, false), "SSSSSSHHHH");
        assert_eq!(row(18, false), "SSSSSSSSSS");
        assert_eq!(row(17, true), "HHHHHHHHHH");
        assert_eq!(row(18, true), "SSSSSSSHHH");
        assert_eq!(row(19, true), "SSSSSSSSSS");
    }
}
