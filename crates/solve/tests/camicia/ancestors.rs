//! The trees of ancestors against a plain enumeration, and against the game itself.

use std::collections::BTreeSet;

use croupier_solve::camicia::{Composition, Finds, Stack, State, Trick, Walk, play};

use crate::splitmix::SplitMix;
use crate::{long, random_deal, random_of, state};

/// A plain deck: what each card asks for, 0 for a number card.
type Cards = Vec<u8>;

fn cards(deck: &croupier_solve::camicia::Deck) -> Cards {
    deck.cards().iter().map(|card| card.penalty()).collect()
}

/// The predecessors of a state by the rules of play alone: every pile that may lie under the leader's deck is taken
/// out, dealt back in every way that the opening allows, and what plays forward to the state is a predecessor.
fn plain_predecessors(leader: &Cards, other: &Cards) -> BTreeSet<(Cards, Cards)> {
    let mut found = BTreeSet::new();
    for start in 0..leader.len() {
        let (kept, pile) = leader.split_at(start);
        for collector_leads in [true, false] {
            if let Some((mut collector, mut payer)) = deal_back(pile, collector_leads) {
                collector.extend(kept);
                payer.extend(other);
                found.insert(if collector_leads { (collector, payer) } else { (payer, collector) });
            }
        }
    }
    found
}

/// Walks along a pile as players put it down. Returns what the collector and the payer put down, if the pile is one
/// trick that the collector wins.
fn deal_back(pile: &[u8], collector_leads: bool) -> Option<(Cards, Cards)> {
    let mut hands = [Cards::new(), Cards::new()];
    let mut turn = usize::from(!collector_leads);
    let mut debt = 0;
    for (place, &card) in pile.iter().enumerate() {
        hands[turn].push(card);
        match (card, debt) {
            (0, 0) => turn = 1 - turn,
            (0, 1) => {
                // Paid in full: the other player collects, and the pile ends here.
                let is_last = place + 1 == pile.len();
                return (is_last && turn == 1).then(|| hands.into());
            }
            (0, _) => debt -= 1,
            (asked, _) => {
                debt = asked;
                turn = 1 - turn;
            }
        }
    }
    None
}

#[derive(Default)]
struct All(Vec<(State, u32)>);

impl Finds for All {
    fn wants(&mut self, _length: u32) -> bool {
        true
    }

    fn take(&mut self, state: State, length: u32) {
        self.0.push((state, length));
    }
}

/// All ancestors by the plain enumeration, the root first; none if there are too many.
fn plain_tree(root: &State, states_max: usize) -> Option<Vec<(Cards, Cards)>> {
    let mut tree = vec![(cards(&root.leader), cards(&root.other))];
    let mut next = 0;
    while let Some((leader, other)) = tree.get(next) {
        tree.extend(plain_predecessors(leader, other));
        next += 1;
        if tree.len() > states_max {
            return None;
        }
    }
    Some(tree)
}

fn compare(root: &State, hands: [u32; 2], stack: &mut Stack) -> Option<usize> {
    let plain = plain_tree(root, 3000)?;
    let game = play(*root);
    let mut all = All::default();
    let walk = Walk { hands, length: game.cards, states_max: u64::MAX };
    let walked = walk.run(root, &[], stack, &mut all);
    assert!(!walked.is_cut);
    assert_eq!(walked.states, plain.len() as u64, "{}", root.deal());
    let expected: BTreeSet<_> = plain[1..]
        .iter()
        .filter(|(leader, other)| [leader.len(), other.len()] == hands.map(|cards| cards as usize))
        .cloned()
        .collect();
    let found: BTreeSet<_> =
        all.0.iter().map(|(state, _)| (cards(&state.leader), cards(&state.other))).collect();
    assert_eq!(found, expected, "{}", root.deal());
    assert_eq!(found.len(), all.0.len(), "nothing is found twice");
    for (state, length) in &all.0 {
        assert_eq!(play(*state).cards, *length, "{} leads to {}", state.deal(), root.deal());
    }
    Some(found.len())
}

#[test]
fn trees_hold_the_ancestors_of_a_plain_enumeration_and_no_others() {
    let seed = 1999;
    println!("seed {seed}");
    let mut random = SplitMix(seed);
    let mut stack = Stack::default();
    let (mut trees, mut found) = (0_u64, 0);
    let unequal = Composition::new([9, 14], [3, 2, 1, 2]).unwrap();
    for game in 0..long(600) {
        let mut state = match game % 3 {
            0 => random_deal(&mut random),
            1 => random_of(Composition::HALF_26, &mut random),
            _ => random_of(unequal, &mut random),
        };
        let all = state.len();
        let hands = if game % 3 == 2 { [9, 14] } else { [all / 2, all / 2] };
        for trick in 0..40 {
            let Trick::Collected(_) = state.play_trick() else { break };
            if trick % 7 == 0
                && let Some(count) = compare(&state, hands, &mut stack)
            {
                trees += 1;
                found += count;
            }
        }
    }
    println!("{trees} trees, {found} ancestors with the hands wanted");
    assert!(trees > long(600) && found > 100);
}

#[test]
fn every_state_of_a_game_is_found_from_its_end() {
    let mut random = SplitMix(7);
    for _ in 0..long(200) {
        let mut state = random_deal(&mut random);
        let start = state;
        let mut tricks = Vec::new();
        while let Trick::Collected(_) = state.play_trick() {
            tricks.push(state);
        }
        let Some(last) = tricks.get(tricks.len().min(30).wrapping_sub(1)) else { continue };
        let mut all = All::default();
        let length = play(*last).cards;
        let walk = Walk { hands: [26, 26], length, states_max: 1_000_000 };
        let walked = walk.run(last, &[], &mut Stack::default(), &mut all);
        if !walked.is_cut {
            assert!(all.0.contains(&(start, play(start).cards)), "{}", start.deal());
        }
    }
}

#[test]
fn a_walk_that_grows_too_large_is_cut_and_says_so() {
    let mut state = state("---AJ--Q---------QAKQJJ-QK/-----A----KJ-K--------A---");
    for _ in 0..30 {
        state.play_trick();
    }
    let walk = Walk { hands: [26, 26], length: 0, states_max: 20 };
    let walked = walk.run(&state, &[], &mut Stack::default(), &mut All::default());
    assert!(walked.is_cut && walked.states >= 20, "{walked:?}");
    let whole =
        Walk { states_max: u64::MAX, ..walk }.run(&state, &[], &mut Stack::default(), &mut All::default());
    assert!(!whole.is_cut && whole.states > walked.states, "{whole:?}");
}
