//! The slow twin: rounds played out card by card, by no more than the rules.

use std::collections::BTreeMap;

use croupier_rules::blackjack::{Ace, Card, Hand, Outcome, Total};
use croupier_rules::chance::{Key, Stream};
use croupier_solve::blackjack::{BothBust, Play, Refused, Round, Spread, Switches, Unseen, law};

/// Shoes that are tried.
const SHOES: u64 = 60;

/// A round from a few cards.
struct Twin {
    switches: Switches,
    /// What a hand is worth with a shoe left, against an upcard.
    known: BTreeMap<(Vec<Card>, Card), Spread>,
}

type Left = [u32; 10];

impl Twin {
    fn round(&mut self, left: Left) -> Spread {
        each(left, |up, left| self.worth(left, up, &mut Vec::new()))
    }

    /// What a hand is worth by the best play. The first two cards are dealt.
    fn worth(&mut self, left: Left, up: Card, hand: &mut Vec<Card>) -> Spread {
        let mut key = (hand.clone(), up);
        key.0.sort_unstable();
        if let Some(&known) = self.known.get(&key) {
            return known;
        }
        let total = self.total(hand);
        let worth = if total.is_bust() {
            self.dealer(left, vec![up], total)
        } else {
            let hit = each(left, |card, left| {
                hand.push(card);
                let worth = self.worth(left, up, hand);
                hand.pop();
                worth
            });
            let stand = self.dealer(left, vec![up], total);
            if hand.len() < 2 || hit.ev() > stand.ev() { hit } else { stand }
        };
        self.known.insert(key, worth);
        worth
    }

    /// How the dealer's draws end, against a player's total.
    fn dealer(&self, left: Left, held: Vec<Card>, player: Total) -> Spread {
        let total = self.total(&held);
        if total.points < 17 {
            return each(left, |card, left| self.dealer(left, [&held[..], &[card]].concat(), player));
        }
        let outcome = match (player.is_bust(), self.switches.both_bust) {
            (true, BothBust::Lose) => Outcome::Lose,
            _ => Outcome::of(player, total),
        };
        match outcome {
            Outcome::Win => Spread { win: 1.0, ..Spread::default() },
            Outcome::Push => Spread { push: 1.0, ..Spread::default() },
            Outcome::Lose => Spread { lose: 1.0, ..Spread::default() },
        }
    }

    fn total(&self, cards: &[Card]) -> Total {
        cards.iter().copied().collect::<Hand>().total_with(self.switches.ace)
    }
}

/// The mean over the next card.
fn each(left: Left, mut worth: impl FnMut(Card, Left) -> Spread) -> Spread {
    let all: u32 = left.iter().sum();
    assert!(all > 0, "the shoe ran dry");
    let mut mean = Spread::default();
    for card in Card::ALL.into_iter().filter(|card| left[card.index()] > 0) {
        let mut rest = left;
        rest[card.index()] -= 1;
        let worth = worth(card, rest);
        let chance = f64::from(left[card.index()]) / f64::from(all);
        mean.win += worth.win * chance;
        mean.push += worth.push * chance;
        mean.lose += worth.lose * chance;
    }
    mean
}

/// Few cards of few values, with points enough for a round.
fn small_shoe(stream: &mut Stream) -> Unseen {
    loop {
        let mut counts = [0; 10];
        for _ in 0..10 + stream.below(5) {
            // Aces and tens come often, for what is special about them.
            let index = [0, stream.below(10), stream.below(10), 9][stream.below(4) as usize];
            counts[index as usize] += 1;
        }
        let unseen = Unseen::new(counts).expect("few cards");
        if !matches!(Round::solve(&unseen, &Switches::default()), Err(Refused::TooFew(_))) {
            return unseen;
        }
    }
}

fn all_switches() -> [Switches; 4] {
    [
        Switches::default(),
        Switches { both_bust: BothBust::Lose, ace: Ace::OneOrEleven },
        Switches { both_bust: BothBust::Push, ace: Ace::One },
        Switches::exam(Ace::One),
    ]
}

#[test]
fn small_shoes_are_worth_what_playing_them_out_tells() {
    let seed = 60;
    let key = Key::new(seed, "small shoes");
    for number in 0..SHOES {
        let unseen = small_shoe(&mut key.stream(number));
        let switches = *all_switches().iter().cycle().nth(usize::try_from(number).unwrap()).unwrap();
        let what = format!("seed {seed}, shoe {number}, {:?}, {switches:?}", unseen.counts());
        let mut twin = Twin { switches, known: BTreeMap::new() };
        let found = Round::solve(&unseen, &switches).unwrap();
        let expected = twin.round(unseen.counts());
        // Of two plays that are worth the same, each may win and lose by another.
        assert!((found.spread().ev() - expected.ev()).abs() < 1e-12, "{what}");
    }
}

/// Both follow one rule then, and cards are exchangeable: the hands may be swapped (statement 000, both over 21
/// is a push).
#[test]
fn drawing_like_the_dealer_is_fair_from_every_shoe() {
    let seed = 61;
    let key = Key::new(seed, "fair shoes");
    for number in 0..40 {
        let unseen = small_shoe(&mut key.stream(number));
        let mean = each(unseen.counts(), |up, left| like_the_dealer(left, up, &[]));
        assert!(mean.ev().abs() < 1e-14, "seed {seed}, shoe {number}: {}", mean.ev());
    }
}

fn like_the_dealer(left: Left, up: Card, hand: &[Card]) -> Spread {
    let total = hand.iter().copied().collect::<Hand>().total();
    if total.points <= 16 {
        return each(left, |card, left| like_the_dealer(left, up, &[hand, &[card]].concat()));
    }
    let law = law(&Unseen::new(left).expect("few cards"), up, Ace::OneOrEleven);
    let mut spread = Spread { win: law.bust, push: 0.0, lose: 0.0 };
    if total.is_bust() {
        spread = Spread { win: 0.0, push: law.bust, lose: 1.0 - law.bust };
    } else {
        for dealer in 17..=21 {
            match dealer.cmp(&total.points) {
                std::cmp::Ordering::Less => spread.win += law.of(dealer),
                std::cmp::Ordering::Equal => spread.push += law.of(dealer),
                std::cmp::Ordering::Greater => spread.lose += law.of(dealer),
            }
        }
    }
    spread
}

#[test]
fn a_hand_is_worth_the_same_alone_and_in_its_round() {
    let unseen = Unseen::of_packs(2).unwrap();
    let switches = Switches::default();
    let round = Round::solve(&unseen, &switches).unwrap();
    let mut alone = Play::default();
    for letters in ["T6", "A7", "555", "AAA", "234", "98"] {
        let hand: Vec<Card> = letters.bytes().filter_map(Card::from_letter).collect();
        for up in Card::ALL {
            let left = unseen.without(&[up]).and_then(|left| left.without(&hand)).unwrap();
            alone.solve(&left, up, &hand, &switches).unwrap();
            let (found, expected) =
                (alone.decision(&hand).unwrap(), round.play(up).unwrap().decision(&hand).unwrap());
            assert_eq!(found, expected, "{letters} v {up}");
        }
    }
}

#[test]
fn what_cannot_be_asked_is_refused() {
    let unseen = Unseen::of_packs(1).unwrap();
    let cards = |letters: &str| -> Vec<Card> { letters.bytes().filter_map(Card::from_letter).collect() };
    let solve = |unseen: &Unseen, hand: &str| {
        let refused = Play::default().solve(unseen, Card::ACE, &cards(hand), &Switches::default());
        refused.unwrap_err().to_string()
    };
    assert_eq!(solve(&unseen, "TTT"), "TTT is over 21: there is nothing to decide");
    assert_eq!(unseen.without(&cards("22222")).unwrap_err().to_string(), "no 2 is left in the shoe");
    let few = Unseen::new([1, 1, 1, 1, 1, 1, 1, 0, 0, 0]).unwrap();
    let said = "too few cards: they have 28 points, an ace as 1, and a round may take 48";
    assert_eq!(Round::solve(&few, &Switches::default()).unwrap_err().to_string(), said);
    assert_eq!(solve(&few, ""), said.replace("28", "29"));
    let many = Unseen::new([u32::MAX; 10]).unwrap_err().to_string();
    assert_eq!(many, "42949672950 cards are too many: at most 52000000");
}
