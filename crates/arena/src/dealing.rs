//! How the cards of a contest's matches follow from its seed.
//!
//! | way | the cards of a match |
//! |---|---|
//! | random | each from its own stream: named by the seed and by who plays |
//! | common | as random, but by the seed alone: the same in all matches |
//! | stratified | poker: each 1,000 deals are all 10³ triples of cards, in random order |
//!
//! The way stands in the header of a record, unless it is `random`, so that the cards of a record can be drawn again.

use croupier_rules::chance::{Key, Stream};
use croupier_rules::game::Game;
use croupier_rules::poker;
use serde::{Deserialize, Serialize};

use crate::dealer::{Dealer, NoDraw, Seeded};

/// How the cards of a contest's matches follow from its seed.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Dealing {
    /// Each card as likely as any other, whatever came before.
    #[default]
    Random,
    /// As `Random`, with the same cards at the same seat in all matches.
    Common,
    /// Each block of [`TRIPLES`] deals holds every triple of cards once.
    Stratified,
}

/// How many triples of cards there are, and deals in a block of stratified ones.
pub const TRIPLES: u16 = 1_000;

impl Dealing {
    /// Every value, with the word that files and records use for it.
    pub const NAMES: [(&str, Self); 3] =
        [("random", Self::Random), ("common", Self::Common), ("stratified", Self::Stratified)];

    /// The word for it.
    pub fn name(self) -> &'static str {
        match self {
            Self::Random => "random",
            Self::Common => "common",
            Self::Stratified => "stratified",
        }
    }

    /// Whether it is what a contest has if it says nothing.
    pub fn is_usual(&self) -> bool {
        *self == Self::default()
    }

    /// The word for a record's header: none for the usual way.
    pub(crate) fn noted(self) -> Option<String> {
        (!self.is_usual()).then(|| self.name().to_owned())
    }

    /// The way that a record of game `game` has noted; `None` if nobody deals so.
    pub(crate) fn of_record(noted: Option<&str>, game: &str) -> Option<Self> {
        let Some(noted) = noted else { return Some(Self::default()) };
        let (_, dealing) = Self::NAMES.into_iter().find(|(name, _)| *name == noted)?;
        (game == poker::Rules::NAME).then_some(dealing)
    }

    /// Whoever deals the match of that label.
    pub(crate) fn dealer(self, seed: u64, label: &str) -> Croupier {
        match self {
            Self::Random => Croupier::Seeded(Seeded::new(Key::new(seed, &format!("{label}/deal")))),
            Self::Common => Croupier::Seeded(Seeded::new(Key::new(seed, &format!("{}/deal", common(label))))),
            Self::Stratified => {
                Croupier::Stratified(Stratified::new(Key::new(seed, &format!("{label}/strata"))))
            }
        }
    }
}

/// A label without the names of those who play: `poker/a + b + c/round 2` is `poker/common/round 2`. No name holds
/// a slash.
pub(crate) fn common(label: &str) -> String {
    let mut parts: Vec<&str> = label.split('/').collect();
    if let Some(names) = parts.get_mut(1) {
        *names = "common";
    }
    parts.join("/")
}

/// The dealer of a match.
#[derive(Debug)]
#[expect(clippy::large_enum_variant, reason = "there is one for a match, on the stack")]
pub(crate) enum Croupier {
    Seeded(Seeded),
    Stratified(Stratified),
}

impl<G: Game> Dealer<G> for Croupier {
    fn draw(&mut self, number: u32, rules: &G, state: &G::State) -> Result<G::Draw, NoDraw> {
        match self {
            Self::Seeded(dealer) => dealer.draw(number, rules, state),
            Self::Stratified(dealer) => dealer.draw(number, rules, state),
        }
    }
}

/// Deals all triples of poker's cards in random order, and again in another order.
///
/// Each single deal is as likely to be any triple as any other; so is each deal of a last block that ends early.
#[derive(Debug)]
pub struct Stratified {
    key: Key,
    block: Option<u32>,
    /// The triples of the block in their order, each as a number of three digits, the first for seat 0.
    order: Vec<u16>,
    /// The deal, and how many of its cards have been dealt.
    dealt: (Option<u32>, u32),
}

impl Stratified {
    /// A dealer of the match with that key.
    pub fn new(key: Key) -> Self {
        Self { key, block: None, order: (0..TRIPLES).collect(), dealt: (None, 0) }
    }

    /// The cards of a deal by seat; deals count from 0.
    ///
    /// ```
    /// use croupier_arena::dealing::Stratified;
    /// use croupier_rules::chance::Key;
    ///
    /// let mut dealer = Stratified::new(Key::new(7, "strata"));
    /// let deals: std::collections::BTreeSet<_> = (0..1_000).map(|deal| dealer.cards(deal)).collect();
    /// assert_eq!(deals.len(), 1_000);
    /// ```
    pub fn cards(&mut self, deal: u32) -> [u8; poker::SEATS] {
        let block = deal / u32::from(TRIPLES);
        if self.block != Some(block) {
            self.block = Some(block);
            self.order.sort_unstable();
            let mut stream: Stream = self.key.stream(block.into());
            stream.shuffle(&mut self.order);
        }
        let triple = self.order[(deal % u32::from(TRIPLES)) as usize];
        let digit = |unit: u16| u8::try_from(triple / unit % 10).expect("a digit");
        [digit(100), digit(10), digit(1)]
    }
}

impl<G: Game> Dealer<G> for Stratified {
    fn draw(&mut self, number: u32, rules: &G, state: &G::State) -> Result<G::Draw, NoDraw> {
        let place = if self.dealt.0 == Some(number) { self.dealt.1 } else { 0 };
        self.dealt = (Some(number), place + 1);
        let cards = self.cards(number);
        let card = cards.get(place as usize).ok_or(NoDraw::Empty)?;
        Ok(rules.drawn(state, usize::from(*card)))
    }
}

#[cfg(test)]
mod tests {
    use croupier_rules::chance::Key;
    use croupier_rules::game::{Game, Step};
    use croupier_rules::poker::Rules;

    use super::{Dealing, Stratified, TRIPLES, common};
    use crate::dealer::Dealer;

    /// The first deals of a match, as its dealer gives them card by card.
    fn first_deals(dealing: Dealing, label: &str) -> String {
        let rules = Rules::default();
        let mut dealer = dealing.dealer(7, label);
        let deal = |number| {
            let mut state = rules.start();
            (0..3)
                .map(|_| {
                    let card = dealer.draw(number, &rules, &state).unwrap();
                    rules.apply(&mut state, &Step::Draw(card)).unwrap();
                    card.to_string()
                })
                .collect::<String>()
        };
        (0..8).map(deal).collect::<Vec<_>>().join(" ")
    }

    /// Values that must never change: the cards of records are drawn again from them.
    #[test]
    fn the_first_deals_of_each_way_keep_their_values() {
        let [one, other] = ["poker/a + b + c", "poker/a + b + d"];
        assert_eq!(first_deals(Dealing::Random, one), "777 142 987 335 188 070 628 300");
        assert_eq!(first_deals(Dealing::Common, one), "841 546 593 582 060 118 796 472");
        assert_eq!(first_deals(Dealing::Stratified, one), "256 409 366 141 374 161 289 115");
        assert_eq!(first_deals(Dealing::Common, other), first_deals(Dealing::Common, one));
        for dealing in [Dealing::Random, Dealing::Stratified] {
            assert_ne!(first_deals(dealing, other), first_deals(dealing, one));
        }
        let again = format!("{one}/round 2");
        assert_ne!(first_deals(Dealing::Common, &again), first_deals(Dealing::Common, one));
        assert_eq!(common(&again), "poker/common/round 2");
    }

    #[test]
    fn each_block_holds_every_triple_once_in_an_order_of_its_own() {
        let mut dealer = Stratified::new(Key::new(7, "blocks"));
        let mut block = |number: u32| -> Vec<[u8; 3]> {
            let first = number * u32::from(TRIPLES);
            (first..first + u32::from(TRIPLES)).map(|deal| dealer.cards(deal)).collect()
        };
        let (first, second, again) = (block(0), block(1), block(0));
        assert_eq!(first, again);
        assert_ne!(first, second);
        for mut block in [first, second] {
            block.sort_unstable();
            block.dedup();
            assert_eq!(block.len(), usize::from(TRIPLES));
        }
    }

    /// What a contest of 500 deals sees: each triple comes at each place of the block equally often.
    #[test]
    fn a_single_stratified_deal_is_as_likely_to_be_any_triple() {
        const SEEDS: u32 = 30_000;
        for place in [0, 499] {
            let mut counts = vec![0_u32; usize::from(TRIPLES)];
            for seed in 0..SEEDS {
                let [a, b, c] =
                    Stratified::new(Key::new(seed.into(), "one deal")).cards(place).map(usize::from);
                counts[100 * a + 10 * b + c] += 1;
            }
            // Chi-square with 999 degrees of freedom: a mean of 999, a standard deviation of 45.
            let expected = f64::from(SEEDS) / f64::from(TRIPLES);
            let chi_square: f64 =
                counts.iter().map(|&count| (f64::from(count) - expected).powi(2) / expected).sum();
            assert!((chi_square - 999.0).abs() < 4.5 * 45.0, "place {place}: {chi_square}");
        }
    }
}
