//! The beginners' exam at a table in the browser.

use croupier_rules::blackjack::exam::{Action, Choices, Exam, Rules, Stage};
use croupier_rules::blackjack::{Ace, Hand};
use croupier_rules::game::Step;
use croupier_solve::blackjack::{Choice, Play, Switches, Unseen};

use super::blackjack::{Advice, Asks, Cards, Judged, Kind};
use super::contest::hit_or_stand;
use crate::cmd::blackjack::exam::Exam as Face;

impl Kind for Rules {
    type Face = Face;
    type Coach = Play;

    fn face(&self) -> Face {
        Face::new(*self, None)
    }

    fn cards(&self, exam: &Exam) -> Cards {
        let (hand, dealer) = (exam.hand(), exam.dealer());
        let outcome = match exam.stage() {
            Stage::Over(outcome) => Some(outcome),
            Stage::Deal | Stage::Play | Stage::Hit | Stage::Dealer => None,
        };
        let shown = if outcome.is_some() { dealer.len() } else { 1.min(dealer.len()) };
        let seen: Hand = dealer[..shown].iter().copied().collect();
        let hidden = dealer[shown..].iter().map(|_| "back".to_owned());
        let ace = match self.ace {
            Ace::One => "an ace is 1",
            Ace::OneOrEleven => "an ace is 1 or 11",
        };
        Cards {
            dealer: seen.iter().map(ToString::to_string).chain(hidden).collect(),
            dealer_total: seen.total_with(self.ace).to_string(),
            hand: hand.iter().map(ToString::to_string).collect(),
            total: hand.total_with(self.ace).to_string(),
            outcome,
            facts: vec!["one pack for each hand".to_owned(), ace.to_owned()],
            unseen: unseen(exam, shown).map_or([0; 10], |unseen| unseen.counts()),
            bet: 0,
        }
    }

    fn asks(_: &Choices) -> Asks {
        Asks::Move
    }

    fn advice(&self, exam: &Exam) -> Option<Advice> {
        hit_or_stand(&unseen(exam, 1)?, exam.dealer()[0], exam.hand(), &Switches::exam(self.ace))
    }

    fn judge(
        &self,
        coach: &mut Play,
        hand: usize,
        before: &Exam,
        step: &Step<Self>,
        _: &Exam,
    ) -> Option<Judged> {
        let Step::Act(acts) = step else { return None };
        let (chosen, did, other) = match acts[0].1 {
            Action::Hit => (Choice::Hit, "hit", "stand"),
            Action::Stand => (Choice::Stand, "stood", "hit"),
        };
        let (up, cards) = (before.dealer()[0], before.hand());
        coach.solve(&unseen(before, 1)?, up, cards, &Switches::exam(self.ace)).ok()?;
        let worth = coach.decision(cards)?;
        let price = (worth.spread().ev() - worth.of(chosen).ev()).max(0.0);
        let what = if worth.best() == chosen {
            let apart = (worth.hit.ev() - worth.stand.ev()).abs();
            format!("the better, by {apart:.4}")
        } else {
            format!("to {other} is worth {price:.4} more")
        };
        let total = cards.total_with(self.ace);
        Some(Judged { hand, price, sentence: format!("{did} with {cards} ({total}) against {up}: {what}") })
    }
}

/// The cards of the pack that the player has not seen, when so many of the dealer's are shown.
fn unseen(exam: &Exam, shown: usize) -> Option<Unseen> {
    let dealer = &exam.dealer()[..shown.min(exam.dealer().len())];
    let seen: Vec<_> = exam.hand().iter().chain(dealer).copied().collect();
    Unseen::of_packs(1).ok()?.without(&seen).ok()
}
