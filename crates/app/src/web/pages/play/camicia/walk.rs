//! A game gone through card by card.

use croupier_rules::camicia::{Card, Deal, Outcome, Player, Rounds, Status};
use croupier_rules::card::Rank;

use super::number::{cards, size};

/// A game gone through to its end, as far as a step needs it.
pub(super) struct Walk {
    /// The game at the step, and at the one before.
    pub(super) now: Rounds,
    before: Option<Rounds>,
    /// The step at which each trick begins.
    pub(super) tricks: Vec<usize>,
    /// How many cards A has then.
    pub(super) sizes: Vec<f64>,
    pub(super) step: usize,
    pub(super) last: usize,
}

impl Walk {
    pub(super) fn new(deal: &Deal, outcome: &Outcome, wanted: usize) -> Self {
        let mut rounds = Rounds::new(deal, outcome);
        let (mut now, mut before) = (rounds.clone(), None);
        let (mut tricks, mut sizes) = (vec![0], vec![size(rounds.hand(Player::A).len())]);
        let (mut step, mut last) = (0, 0);
        loop {
            let earlier = (last < wanted).then(|| rounds.clone());
            let round = rounds.round();
            if !rounds.advance() {
                return Self { now, before, tricks, sizes, step, last };
            }
            last += 1;
            if earlier.is_some() {
                before = earlier;
                now = rounds.clone();
                step = last;
            }
            if rounds.round() != round {
                tricks.push(last);
                sizes.push(size(rounds.hand(Player::A).len()));
            }
        }
    }

    /// The tricks before the step.
    pub(super) fn trick(&self) -> usize {
        self.tricks.partition_point(|&begin| begin <= self.step).saturating_sub(1)
    }

    /// What happened in the step, and the rule that made it.
    pub(super) fn said(&self, outcome: &Outcome) -> (String, &'static str) {
        let Some(before) = &self.before else {
            let [a, b] = Player::BOTH.map(|player| self.now.hand(player).len());
            return (format!("A has {a} cards, B has {b}; A leads"), "C1");
        };
        let is_last = self.step == self.last;
        if self.now.round() != before.round() {
            let collector = if self.now.hand(Player::A).len() > before.hand(Player::A).len() {
                Player::A
            } else {
                Player::B
            };
            let cards = before.pile().len();
            let rule = if before.debt().is_some() { "C9" } else { "C8" };
            let taken = format!("{collector} takes the pile of {cards}");
            return match outcome.status {
                Status::Finished if is_last => {
                    (format!("{taken} and has all cards: the game is over"), "C10")
                }
                Status::Loop(_) if is_last => {
                    (format!("{taken}: this has been before, the game never ends"), "C11")
                }
                Status::Finished | Status::Loop(_) | Status::Limit => (taken, rule),
            };
        }
        let player =
            if self.now.hand(Player::A).len() < before.hand(Player::A).len() { Player::A } else { Player::B };
        let card = self.now.pile().last().expect("a card was put down");
        let name = named(card);
        match (card.penalty(), before.debt()) {
            (penalty @ 1.., debt) => {
                let owes =
                    format!("{player} puts down {name}: {} owes {}", player.other(), cards(penalty.into()));
                if debt.is_some() { (owes, "C7") } else { (owes, "C6") }
            }
            (0, Some(_)) => match self.now.debt() {
                Some(debt) => {
                    (format!("{player} pays {name} and owes {} more", cards(debt.cards.into())), "C6")
                }
                None => (format!("{player} pays {name}: all is paid"), "C6"),
            },
            (0, None) => (format!("{player} puts down {name}"), "C5"),
        }
    }
}

fn named(card: Card) -> String {
    match (card.rank(), card.penalty()) {
        (None, _) => "a number card".to_owned(),
        (Some(_), 1) => "a jack".to_owned(),
        (Some(_), 2) => "a queen".to_owned(),
        (Some(_), 3) => "a king".to_owned(),
        (Some(_), 4) => "an ace".to_owned(),
        (Some(rank), _) => format!("{} {rank}", if rank == Rank::Eight { "an" } else { "a" }),
    }
}

#[cfg(test)]
mod tests {
    use croupier_rules::camicia::{Deal, Options, play};

    use super::super::famous::FAMOUS;
    use super::Walk;
    use crate::web::pages::rules::titles;

    #[test]
    fn every_step_of_a_game_is_said_by_a_rule() {
        let titles = titles("camicia");
        for famous in FAMOUS.iter().filter(|famous| famous.cards < 1_000) {
            let deal: Deal = famous.deal.parse().unwrap();
            let outcome = play(&deal, Options::default());
            let last = Walk::new(&deal, &outcome, 0).last;
            for step in 0..=last {
                let walk = Walk::new(&deal, &outcome, step);
                let (said, rule) = walk.said(&outcome);
                assert!(titles.contains_key(rule), "{said}: {rule}");
                assert_eq!(rule == "C11", step == last, "{said}");
            }
        }
    }
}
