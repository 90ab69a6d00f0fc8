//! The betting contest at a table in the browser.

use croupier_rules::blackjack::{Card, Choices, Evening, Hand, Rules, Stage};
use croupier_rules::chips::Chips;
use croupier_rules::game::Step;
use croupier_solve::bankroll::{Bets, Purse, Review};
use croupier_solve::blackjack::{Choice, Play, Switches, Unseen, spread};

use super::blackjack::{Advice, Asks, Cards, Judged, Kind, Worth};
use crate::cmd::blackjack::contest::Contest;
use crate::review::blackjack::why;
use crate::standings::thousands;

/// Judges every decision as `croupier blackjack review` does.
pub(in crate::web) struct Reviewer(Review);

impl Default for Reviewer {
    fn default() -> Self {
        let mut review = Review::keeping(0).of_every_decision();
        review.begin();
        Self(review)
    }
}

impl Kind for Rules {
    type Face = Contest;
    type Coach = Reviewer;

    fn face(&self) -> Contest {
        Contest::new(*self, None)
    }

    fn cards(&self, evening: &Evening) -> Cards {
        let (hand, dealer) = (evening.hand(), evening.dealer());
        let (shoe, left) = (evening.shoe_number() + 1, evening.shoe().cards());
        let money = format!("money {}", count(evening.money()));
        Cards {
            dealer: dealer.iter().map(ToString::to_string).collect(),
            dealer_total: dealer.total().to_string(),
            hand: hand.iter().map(ToString::to_string).collect(),
            total: hand.total().to_string(),
            outcome: evening.outcome(),
            facts: vec![money, format!("shoe {shoe} of {}, {left} cards left", self.shoes())],
            unseen: evening.shoe().left(),
            bet: evening.bet(),
        }
    }

    fn asks(choices: &Choices) -> Asks {
        match *choices {
            Choices::Bet { money, .. } => Asks::Bet { money },
            Choices::Play { .. } => Asks::Move,
        }
    }

    fn advice(&self, evening: &Evening) -> Option<Advice> {
        let unseen = Unseen::new(evening.shoe().left()).ok()?;
        let switches = Switches::default();
        if evening.stage() == Stage::Bet {
            let edge = spread(&unseen, &switches).ok()?.ev();
            let money = evening.money();
            let purse = Purse { money, start: money, goal: i64::MAX, nats: 0.0, edge };
            let kelly = count(Bets::Kelly(1.0).bet(&purse));
            let sentence = format!(
                "the next hand gains {:+.3} % of its bet by the best play; one Kelly is {kelly}",
                edge * 100.0
            );
            return Some(Advice { sentence, rows: Vec::new() });
        }
        let (up, hand) = (evening.dealer()[0], evening.hand());
        hit_or_stand(&unseen, up, hand, &switches)
    }

    fn judge(
        &self,
        coach: &mut Reviewer,
        hand: usize,
        before: &Evening,
        step: &Step<Self>,
        after: &Evening,
    ) -> Option<Judged> {
        let Reviewer(review) = coach;
        review.step(before, step, after);
        let mistake = review.last.take()?;
        Some(Judged { hand, price: mistake.nats, sentence: why(&mistake) })
    }
}

/// What both choices of a hand are worth; neither the hand nor the upcard is among the unseen.
pub(super) fn hit_or_stand(unseen: &Unseen, up: Card, hand: &Hand, switches: &Switches) -> Option<Advice> {
    let mut play = Play::default();
    play.solve(unseen, up, hand, switches).ok()?;
    let decision = *play.decision(hand)?;
    let best = decision.best();
    let row =
        |choice: Choice, name| Worth { choice: name, is_best: best == choice, spread: decision.of(choice) };
    let gain = (decision.hit.ev() - decision.stand.ev()).abs();
    let total = hand.total_with(switches.ace);
    let name = match best {
        Choice::Hit => "hit",
        Choice::Stand => "stand",
    };
    Some(Advice {
        sentence: format!("{hand} ({total}) against {up}: {name}, by {gain:.4} of the bet"),
        rows: vec![row(Choice::Hit, "hit"), row(Choice::Stand, "stand")],
    })
}

/// Money with groups of three digits.
fn count(money: i64) -> String {
    thousands(Chips::whole(money))
}
