//! The fast solver against the plain one, and against what has to hold from every shoe.

use croupier_rules::blackjack::{Ace, Card, Total};
use croupier_rules::chance::{Key, Stream};
use croupier_solve::blackjack::{
    BothBust, Choice, Chooser, Play, Refused, Round, Switches, Unseen, plain_spread,
};

/// Shoes that are tried.
const SHOES: u64 = 60;

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
        let found = Round::solve(&unseen, &switches).unwrap();
        let expected = plain_spread(&unseen, &switches);
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
    let like_the_dealer = |total: Total, _| if total.points <= 16 { Choice::Hit } else { Choice::Stand };
    for number in 0..40 {
        let unseen = small_shoe(&mut key.stream(number));
        let round = Round::solve(&unseen, &Switches::default()).unwrap();
        let ev = round.by(like_the_dealer).ev();
        assert!(ev.abs() < 1e-14, "seed {seed}, shoe {number}: {ev}");
    }
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

/// All hands of a shoe against all upcards, chosen one after another as at a table.
fn assert_chosen_well(unseen: &Unseen, switches: &Switches, what: &str) -> u32 {
    let round = Round::solve(unseen, switches).expect("the shoe has cards enough");
    let mut chooser = Chooser::default();
    let mut hands = 0;
    for up in Card::ALL {
        let Some(play) = round.play(up) else { continue };
        let mut open = vec![Vec::new()];
        while let Some(hand) = open.pop() {
            let Some(decision) = play.decision(&hand) else { continue };
            let left = unseen.without(&[up]).and_then(|left| left.without(&hand)).expect("they are there");
            // Fewer than two cards draw, whatever they are worth.
            if hand.len() > 1 {
                let choice = chooser.choose(&left, up, &hand, switches).expect("so it has");
                let lost = decision.spread().ev() - decision.of(choice).ev();
                assert!(lost < 1e-13, "{what}: {choice:?} of {hand:?} v {up} loses {lost}");
                hands += 1;
            }
            let least = hand.last().copied().unwrap_or(Card::ACE);
            let next = Card::ALL.into_iter().filter(|&card| card >= least);
            open.extend(next.map(|card| [&hand[..], &[card]].concat()));
        }
    }
    hands
}

#[test]
fn a_choice_alone_is_that_of_the_whole_play() {
    let (seed, key) = (62, Key::new(62, "choices"));
    let mut hands = 0;
    for (number, switches) in (0..).zip(all_switches().iter().cycle().take(40)) {
        let unseen = small_shoe(&mut key.stream(number));
        let what = format!("seed {seed}, shoe {number}, {:?}, {switches:?}", unseen.counts());
        hands += assert_chosen_well(&unseen, switches, &what);
    }
    // Shoes of small cards, where a hard 18 and more draw.
    for counts in [[8, 8, 8, 2, 2, 0, 0, 0, 0, 8], [30, 9, 9, 0, 0, 0, 0, 1, 9, 9], [16; 10]] {
        let unseen = Unseen::new(counts).unwrap();
        for switches in all_switches() {
            hands += assert_chosen_well(&unseen, &switches, &format!("{counts:?}, {switches:?}"));
        }
    }
    assert!(hands > 10_000, "only {hands} hands");
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
