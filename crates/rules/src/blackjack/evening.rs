//! The state of an evening at the table: shoe, money, the hand in play, and the stage it has reached.

use super::{Action, CUT, Card, Choices, Hand, Illegal, Outcome, Rules, Shoe};

/// The greatest total at which the dealer still draws.
const DEALER_DRAWS_AT_MOST: u32 = 16;

/// One evening in play: the whole truth. Between two hands it still holds the one just played.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Evening {
    money: i64,
    bet: i64,
    payout: i64,
    hands: u32,
    shoe_number: u32,
    shoe: Shoe,
    hand: Hand,
    dealer: Hand,
    stage: Stage,
}

/// Where an evening stands.
///
/// ```text
/// Bet → Upcard → Deal (two cards) → Play ⇄ Deal → Dealer → Bet, or Over
///                                    stand, or a bust ↗
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stage {
    /// The player bets.
    Bet,
    /// The dealer's upcard is drawn.
    Upcard,
    /// The player's next card is drawn.
    Deal,
    /// The player hits or stands; his total is at most 21.
    Play,
    /// The dealer's next card is drawn.
    Dealer,
    /// The evening is over.
    Over(End),
}

/// Why an evening ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum End {
    /// The last shuffle has come.
    Shuffles,
    /// A hand left the player with the money that ends the test.
    MaxMoney,
}

impl Evening {
    pub(super) fn new(rules: &Rules) -> Self {
        Self {
            money: rules.money,
            bet: 0,
            payout: 0,
            hands: 0,
            shoe_number: 0,
            shoe: rules.shoe(),
            hand: Hand::EMPTY,
            dealer: Hand::EMPTY,
            stage: if rules.shoes() > 0 { Stage::Bet } else { Stage::Over(End::Shuffles) },
        }
    }

    /// The stage it has reached.
    pub fn stage(&self) -> Stage {
        self.stage
    }

    /// The player's money; a bet in play is out of it.
    pub fn money(&self) -> i64 {
        self.money
    }

    /// The bet on the hand in play, or on the last one.
    pub fn bet(&self) -> i64 {
        self.bet
    }

    /// What came back for the last hand, the bet included; 0 while a hand is in play.
    pub fn payout(&self) -> i64 {
        self.payout
    }

    /// How many hands have been played to their end.
    pub fn hands(&self) -> u32 {
        self.hands
    }

    /// The cards left.
    pub fn shoe(&self) -> &Shoe {
        &self.shoe
    }

    /// The number of the shoe, from 0.
    pub fn shoe_number(&self) -> u32 {
        self.shoe_number
    }

    /// The player's cards, of the hand in play or of the last one.
    pub fn hand(&self) -> &Hand {
        &self.hand
    }

    /// The dealer's cards, the upcard first, of the hand in play or of the last one.
    pub fn dealer(&self) -> &Hand {
        &self.dealer
    }

    /// How the last hand ended; none before the first and while one is in play.
    pub fn outcome(&self) -> Option<Outcome> {
        let settled = self.hands > 0 && matches!(self.stage, Stage::Bet | Stage::Over(_));
        settled.then(|| Outcome::of(self.hand.total(), self.dealer.total()))
    }

    /// Whether no card of the shoe has been drawn.
    pub(super) fn is_fresh(&self, rules: &Rules) -> bool {
        self.shoe.cards() == rules.cards()
    }

    pub(super) fn question(&self, rules: &Rules) -> Choices {
        match self.stage {
            Stage::Bet => Choices::Bet { money: self.money, reshuffled: self.is_fresh(rules) },
            Stage::Play => Choices::Play {
                up: self.dealer[0],
                hand: self.hand,
                total: self.hand.total(),
                money: self.money,
            },
            Stage::Upcard | Stage::Deal | Stage::Dealer | Stage::Over(_) => {
                unreachable!("nobody is asked at {:?}", self.stage)
            }
        }
    }

    /// Takes an action that the rules permit.
    pub(super) fn act(&mut self, action: Action) {
        match action {
            Action::Bet(bet) => {
                self.money -= bet;
                self.bet = bet;
                self.payout = 0;
                self.hand.clear();
                self.dealer.clear();
                self.stage = Stage::Upcard;
            }
            Action::Hit => self.stage = Stage::Deal,
            Action::Stand => self.stage = Stage::Dealer,
        }
    }

    /// Takes the card that is due.
    pub(super) fn draw(&mut self, rules: &Rules, card: Card) -> Result<(), Illegal> {
        if !self.shoe.take(card) {
            return Err(Illegal::NotInShoe { card });
        }
        match self.stage {
            Stage::Upcard => {
                self.dealer.push(card);
                self.stage = Stage::Deal;
            }
            Stage::Deal => {
                self.hand.push(card);
                if self.hand.total().is_bust() {
                    self.stage = Stage::Dealer;
                } else if self.hand.len() >= 2 {
                    self.stage = Stage::Play;
                }
            }
            Stage::Dealer => {
                self.dealer.push(card);
                if self.dealer.total().points > DEALER_DRAWS_AT_MOST {
                    self.settle(rules);
                }
            }
            Stage::Bet | Stage::Play | Stage::Over(_) => unreachable!("no card is due at {:?}", self.stage),
        }
        Ok(())
    }

    /// Pays the hand out, and shuffles when the shoe has passed the cut.
    fn settle(&mut self, rules: &Rules) {
        self.payout = Outcome::of(self.hand.total(), self.dealer.total()).payout(self.bet);
        self.money += self.payout;
        self.hands += 1;
        self.stage = if self.money >= rules.max_money {
            Stage::Over(End::MaxMoney)
        } else if self.shoe.cards() >= CUT {
            Stage::Bet
        } else if self.shoe_number + 1 == rules.shoes() {
            Stage::Over(End::Shuffles)
        } else {
            self.shoe_number += 1;
            self.shoe = rules.shoe();
            Stage::Bet
        };
    }
}

#[cfg(test)]
mod tests {
    use super::{CUT, End, Evening, Stage};
    use crate::blackjack::{Action, Card, Choices, Illegal, News, Rules};
    use crate::game::{Acts, Game, Node, Step};
    use crate::seat::Seat;
    use crate::text::Cursor;

    fn play(rules: &Rules, record: &str) -> Evening {
        let mut evening = rules.start();
        play_on(rules, &mut evening, record);
        evening
    }

    fn play_on(rules: &Rules, evening: &mut Evening, record: &str) -> Vec<News> {
        let mut text = Cursor::new(record);
        let mut news = Vec::new();
        while !text.at_end() {
            let step = rules.read_step(evening, &mut text).unwrap_or_else(|why| panic!("{record}: {why}"));
            rules.apply(evening, &step).unwrap_or_else(|why| panic!("{record}: {why}"));
            rules.news(evening, &step, Seat(0), &mut |said| news.push(said));
        }
        news
    }

    fn act(action: Action) -> Step<Rules> {
        Step::Act(Acts::from_iter([(Seat(0), action)]))
    }

    #[test]
    fn cards_go_upcard_then_two_to_the_player_then_his_draws_then_the_dealers() {
        let evening = play(&Rules::default(), "100 2T4 h5 s T6");
        assert_eq!(evening.dealer().to_string(), "2T6");
        assert_eq!(evening.hand().to_string(), "T45");
        assert_eq!((evening.payout(), evening.money()), (200, 20_100));
    }

    #[test]
    fn the_dealer_draws_while_his_total_is_at_most_16_and_stands_on_soft_17() {
        let rules = Rules::default();
        assert_eq!(play(&rules, "0 T99 s 6").stage(), Stage::Dealer);
        assert_eq!(play(&rules, "0 T99 s 7").stage(), Stage::Bet);
        assert_eq!(play(&rules, "0 A99 s 6").stage(), Stage::Bet);
    }

    #[test]
    fn the_dealer_draws_after_the_players_bust_and_both_over_21_push() {
        let rules = Rules::default();
        let evening = play(&rules, "100 9T6 hT 6T");
        assert_eq!((evening.payout(), evening.money()), (100, 20_000));
        let evening = play(&rules, "100 9T6 hT T");
        assert_eq!((evening.payout(), evening.money()), (0, 19_900));
    }

    #[test]
    fn ace_and_ten_earn_no_bonus_and_push_with_any_21() {
        let evening = play(&Rules::default(), "100 7AT s 77");
        assert_eq!((evening.payout(), evening.money()), (100, 20_000));
    }

    #[test]
    fn the_player_may_draw_to_21_and_is_not_asked_after_a_bust() {
        let rules = Rules::default();
        assert_eq!(play(&rules, "0 5T6 h5").stage(), Stage::Play);
        assert_eq!(play(&rules, "0 5T6 h5 h2").stage(), Stage::Dealer);
    }

    #[test]
    fn a_bet_is_from_0_to_the_money() {
        let rules = Rules::default();
        let evening = rules.start();
        for bet in [0, 20_000] {
            assert_eq!(rules.permits(&evening, Seat(0), &Action::Bet(bet)), Ok(()));
        }
        for bet in [-1, 20_001] {
            let said = rules.permits(&evening, Seat(0), &Action::Bet(bet)).unwrap_err();
            assert_eq!(said, Illegal::BetOutOfRange { bet, money: 20_000 });
        }
        let said = rules.permits(&evening, Seat(0), &Action::Hit).unwrap_err();
        assert_eq!(said.to_string(), "hit is no answer to bet: a whole number from 0 to 20000");
    }

    #[test]
    fn without_money_hands_go_on_with_bets_of_0() {
        let rules = Rules::default();
        let mut evening = play(&rules, "20000 9T9 s T");
        assert_eq!(evening.payout(), 20_000);
        play_on(&rules, &mut evening, "20000 T89 s T");
        assert_eq!(evening.money(), 0);
        assert_eq!(rules.choices(&evening, Seat(0)), Choices::Bet { money: 0, reshuffled: false });
        let news = play_on(&rules, &mut evening, "0 T9T s 8");
        assert_eq!(news.last(), Some(&News::Pay { payout: 0, money: 0 }));
        assert_eq!(evening.stage(), Stage::Bet);
    }

    /// One pack: the first hand of eight cards leaves 44.
    #[test]
    fn fewer_than_45_cards_after_a_hand_are_shuffled_again() {
        let rules = Rules { packs: 1, shuffles: 3, ..Rules::default() };
        let mut evening = play(&rules, "0 222 s 36T");
        assert_eq!((evening.shoe().cards(), evening.shoe_number()), (52 - 6, 0));
        assert_eq!(rules.choices(&evening, Seat(0)), Choices::Bet { money: 20_000, reshuffled: false });
        let news = play_on(&rules, &mut evening, "0 T99 s T");
        assert_eq!(news.last(), Some(&News::Shuffled));
        assert_eq!((evening.shoe().cards(), evening.shoe_number()), (52, 1));
        assert_eq!(rules.choices(&evening, Seat(0)), Choices::Bet { money: 20_000, reshuffled: true });
        assert_eq!(CUT, 45);
    }

    #[test]
    fn exactly_45_cards_are_played_on() {
        let rules = Rules { packs: 1, shuffles: 3, ..Rules::default() };
        let evening = play(&rules, "0 222 s 335T");
        assert_eq!((evening.shoe().cards(), evening.shoe_number(), evening.stage()), (45, 0, Stage::Bet));
    }

    /// Shoes of one pack that end after two hands.
    const SHOE: [&str; 2] = ["0 222 s 36T", "0 T99 s T"];

    #[test]
    fn the_opening_shuffle_counts_as_the_first_of_t() {
        let rules = Rules { packs: 1, shuffles: 3, ..Rules::default() };
        let mut evening = rules.start();
        let mut shuffled = 0;
        for hand in [SHOE, SHOE].concat() {
            assert_eq!(evening.stage(), Stage::Bet);
            shuffled += u32::from(play_on(&rules, &mut evening, hand).contains(&News::Shuffled));
        }
        assert_eq!(evening.stage(), Stage::Over(End::Shuffles));
        // Two shoes, one reshuffle between them; the last shuffle is not told.
        assert_eq!((rules.shoes(), shuffled), (2, 1));
        assert_eq!(rules.net(&evening).unwrap()[0].to_string(), "0");
    }

    #[test]
    fn if_the_opening_shuffle_does_not_count_there_is_one_shoe_more() {
        let rules = Rules { packs: 1, shuffles: 1, first_shuffle_counts: false, ..Rules::default() };
        let mut evening = rules.start();
        for hand in SHOE {
            assert_eq!(evening.stage(), Stage::Bet);
            play_on(&rules, &mut evening, hand);
        }
        assert_eq!(evening.stage(), Stage::Over(End::Shuffles));
    }

    #[test]
    fn one_shuffle_that_counts_is_an_evening_without_a_hand() {
        let rules = Rules { shuffles: 1, ..Rules::default() };
        assert_eq!(rules.node(&rules.start()), Node::Over);
    }

    #[test]
    fn money_of_a_billion_after_a_hand_ends_the_evening() {
        let rules = Rules { money: 600_000_000, ..Rules::default() };
        let evening = play(&rules, "400000000 9AT s T");
        assert_eq!((evening.money(), evening.stage()), (1_000_000_000, Stage::Over(End::MaxMoney)));
        let evening = play(&rules, "399999999 9AT s T");
        assert_eq!((evening.money(), evening.stage()), (999_999_999, Stage::Bet));
    }

    #[test]
    fn the_one_who_busts_sees_the_card_and_the_dealers_cards() {
        let rules = Rules::default();
        let mut evening = rules.start();
        let news = play_on(&rules, &mut evening, "100 TT9 h4 T");
        let [ten, nine, four] = [10, 9, 4].map(|told| Card::from_told(told).unwrap());
        let hand = [ten, nine, four].into_iter().collect();
        assert_eq!(
            news,
            [
                News::Upcard(ten),
                News::Card(ten),
                News::Card(nine),
                News::Card(four),
                News::Dealer { dealer: [ten, ten].into_iter().collect(), hand },
                News::Pay { payout: 0, money: 19_900 },
            ]
        );
        assert_eq!(news[4].drawn(), Some([ten].as_slice()));
    }

    #[test]
    fn a_card_that_is_gone_cannot_be_drawn() {
        let rules = Rules { packs: 1, ..Rules::default() };
        let mut evening = play(&rules, "0 A22 h2 h2");
        let before = evening.clone();
        rules.apply(&mut evening, &act(Action::Hit)).unwrap();
        let two = Card::from_told(2).unwrap();
        let asked = evening.clone();
        assert_eq!(rules.apply(&mut evening, &Step::Draw(two)), Err(Illegal::NotInShoe { card: two }));
        assert_eq!(evening, asked);
        assert_ne!(before, asked);
    }

    /// The smallest shoe there is and a player who never stands: it ends, and no draw is without a card.
    #[test]
    fn the_smallest_shoe_never_runs_dry_in_a_hand() {
        let rules = Rules { packs: 1, shuffles: 400, ..Rules::default() };
        let mut evening = rules.start();
        let mut fewest = 52;
        let key = crate::chance::Key::new(29, "smallest shoe");
        let mut stream = key.stream(0);
        loop {
            let step = match rules.node(&evening) {
                Node::Over => break,
                Node::Chance => {
                    // A low card as often as there is one, so that hands are long.
                    let weights = rules.weights(&evening);
                    let low =
                        weights.iter().position(|&left| left > 0).expect("a draw that is due can be made");
                    let index = if stream.below(4) == 0 { stream.pick(&weights) } else { low };
                    Step::Draw(rules.drawn(&evening, index))
                }
                Node::Decide(_) if evening.stage() == Stage::Bet => act(Action::Bet(0)),
                Node::Decide(_) => act(Action::Hit),
            };
            rules.apply(&mut evening, &step).unwrap();
            fewest = fewest.min(evening.shoe().cards());
        }
        assert_eq!(evening.stage(), Stage::Over(End::Shuffles));
        assert!((20..CUT).contains(&fewest), "{fewest}");
    }
}
