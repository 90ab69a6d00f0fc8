//! The growth of money without the luck of the cards.
//!
//! The value of a hand before and after each card says how lucky that card was: what came, less what could be
//! expected from the very cards that were left. Such luck is 0 in the mean, whatever the player does and however
//! he bets, so the growth less all luck is an unbiased estimate of what the play is worth, with a far smaller
//! variance (a control variate; AIVAT of Burch and others, 2018, is the same for poker).
//!
//! The values are those of the best play from an endless shoe. Any other values would be as unbiased; the closer
//! they are to those of the shoe, the less luck is left.

use std::sync::OnceLock;

use croupier_rules::blackjack::{Ace, Action, Card, Evening, Hand, Stage};
use croupier_rules::game::Step;

use crate::blackjack::endless::{Dealer, SUMS, Worth, best_play, total};

/// Adds up the growth of an evening without its luck.
///
/// Growth is the logarithm of money over money before, in nats; money 0 counts as 1, whose logarithm exists.
#[derive(Clone, Copy, Debug, Default)]
pub struct Luckless {
    /// What a win and a loss of the hand in play add to the growth.
    stakes: Stakes,
    growth: f64,
}

#[derive(Clone, Copy, Debug, Default)]
struct Stakes {
    win: f64,
    lose: f64,
}

/// The chances to win and to lose. What is left is a push.
#[derive(Clone, Copy, Debug, Default)]
struct Ends {
    win: f64,
    lose: f64,
}

impl Luckless {
    /// A step is about to be taken at `before`.
    pub fn step(&mut self, before: &Evening, step: &Step<croupier_rules::blackjack::Rules>) {
        match step {
            Step::Act(acts) => {
                if let Some((_, Action::Bet(bet))) = acts.first() {
                    self.stakes = Stakes::new(before.money(), *bet);
                }
            }
            Step::Draw(card) => self.growth += self.draw(before, *card),
        }
    }

    /// The growth since the last time it was taken, in nats.
    pub fn take(&mut self) -> f64 {
        std::mem::take(&mut self.growth)
    }

    /// What a card adds that comes: less than nothing but its luck, unless it ends the hand.
    fn draw(&self, before: &Evening, card: Card) -> f64 {
        let values = Values::get();
        let left = before.shoe().left();
        let mut mean = 0.0;
        for (other, count) in Card::ALL.into_iter().zip(left) {
            if count > 0 {
                mean += f64::from(count) * self.stakes.of(values.after(before, other));
            }
        }
        mean /= f64::from(before.shoe().cards());
        let after = self.stakes.of(values.after(before, card));
        let luck = after - mean;
        let is_last = before.stage() == Stage::Dealer && Values::is_end(before, card);
        if is_last { after - luck } else { -luck }
    }
}

impl Stakes {
    #[expect(clippy::cast_precision_loss, reason = "money stays far below 2^53")]
    fn new(money: i64, bet: i64) -> Self {
        let log = |money: i64| (money.max(1) as f64).ln();
        Self { win: log(money + bet) - log(money), lose: log(money - bet) - log(money) }
    }

    fn of(self, ends: Ends) -> f64 {
        ends.win * self.win + ends.lose * self.lose
    }
}

/// How hands end by the best play from an endless shoe.
#[derive(Debug)]
struct Values {
    dealer: Dealer,
    /// By the least sum, without and with an ace, and by the upcard: before the player has stood.
    playing: [[[Ends; 10]; 2]; SUMS],
    /// By upcard: after the player's bust.
    bust: [Ends; 10],
}

impl Values {
    fn get() -> &'static Self {
        static VALUES: OnceLock<Values> = OnceLock::new();
        VALUES.get_or_init(Self::new)
    }

    fn new() -> Self {
        let mut chances = [1.0 / 13.0; 10];
        chances[Card::TEN.index()] = 4.0 / 13.0;
        let dealer = Dealer::new(&chances, Ace::OneOrEleven);
        let laws = dealer.of_upcards();
        let bust = laws.map(|law| Ends { win: 0.0, lose: 1.0 - law[5] });
        let stand = std::array::from_fn(|points| laws.map(|law| Ends::of(points, &law)));
        let playing = best_play(&chances, Ace::OneOrEleven, &stand, &bust);
        Self { dealer, playing, bust }
    }

    /// How the hand in play ends, once a card has come.
    fn after(&self, before: &Evening, card: Card) -> Ends {
        let index = card.index();
        match before.stage() {
            Stage::Upcard => self.playing[0][0][index],
            Stage::Deal => {
                let up = before.dealer()[0].index();
                let (least, has_ace) = with(before.hand(), card);
                self.playing.get(least).map_or(self.bust[up], |of_sum| of_sum[usize::from(has_ace)][up])
            }
            Stage::Dealer => {
                let (least, has_ace) = with(before.dealer(), card);
                let law = self.dealer.from(least, has_ace);
                let total = before.hand().total();
                if total.is_bust() {
                    Ends { win: 0.0, lose: 1.0 - law[5] }
                } else {
                    Ends::of(total.points as usize, &law)
                }
            }
            Stage::Bet | Stage::Play | Stage::Over(_) => Ends::default(),
        }
    }

    /// Whether the dealer stops with a card.
    fn is_end(before: &Evening, card: Card) -> bool {
        let (least, has_ace) = with(before.dealer(), card);
        total(least, has_ace, Ace::OneOrEleven) >= 17
    }
}

impl Ends {
    /// Of a total of at most 21 that stands.
    fn of(points: usize, law: &[f64; 6]) -> Self {
        let below = points.saturating_sub(17).min(5);
        let above = (points + 1).saturating_sub(17).min(5);
        Self { win: law[5] + law[..below].iter().sum::<f64>(), lose: law[above..5].iter().sum() }
    }

    fn ev(self) -> f64 {
        self.win - self.lose
    }
}

impl Worth for [Ends; 10] {
    const NOTHING: Self = [Ends { win: 0.0, lose: 0.0 }; 10];

    fn add(&mut self, chance: f64, further: &Self) {
        for (sum, ends) in self.iter_mut().zip(further) {
            sum.win += chance * ends.win;
            sum.lose += chance * ends.lose;
        }
    }

    fn stand(&mut self, stand: &Self) {
        for (hit, stand) in self.iter_mut().zip(stand).filter(|(hit, stand)| stand.ev() > hit.ev()) {
            *hit = *stand;
        }
    }
}

/// The least sum of a hand with a card more, and whether there is an ace in it.
fn with(hand: &Hand, card: Card) -> (usize, bool) {
    let sum = hand.iter().map(|card| card.index() + 1).sum::<usize>();
    (sum + card.index() + 1, hand.contains(&Card::ACE) || card == Card::ACE)
}
