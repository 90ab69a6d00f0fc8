//! Prices at blackjack: hit and stand by the exact values of the cards that were left, bets against one Kelly.

use std::ops::ControlFlow;

use croupier_rules::blackjack::Stage;
use croupier_rules::game::Step;
use croupier_solve::bankroll::{Mistake, Review, Wrong};
use croupier_solve::blackjack::Choice;

use super::{DEAR_MAX, Dear, Price, Unit, Weighed};
use crate::review::blackjack::{EveningRow, Told, name};
use crate::web::desk::Work;
use crate::web::film::Film;
use crate::web::pages::figures::count;

/// A loss that is rounding.
const NOTHING: f64 = 1e-12;

/// What a test came to.
#[derive(Debug, Default)]
pub(in crate::web) struct OfTest {
    pub(in crate::web) evenings: Vec<EveningRow>,
    /// The dearest first.
    pub(in crate::web) dearest: Vec<Dear>,
    /// By evening: the shoes that were begun before, and the money then; at the end that of the last hand.
    pub(in crate::web) money: Vec<Vec<(u32, i64)>>,
}

pub(super) fn of_hand(film: &Film, deal: u32) -> Vec<Price> {
    let mut look = Review::keeping(0).of_every_decision();
    look.begin();
    let (evening, hand) = film.place_of(deal);
    let mut prices = Vec::new();
    let mut step = 0;
    film.watch(evening, hand, &mut |at, before, taken, after| {
        if at > hand {
            return ControlFlow::Break(());
        }
        step += 1;
        look.step(before, taken, after);
        prices.extend(look.last.take().map(|judged| price(&judged, step)));
        ControlFlow::Continue(())
    });
    prices
}

fn price(judged: &Mistake, step: u32) -> Price {
    let Mistake { bet, nats, wrong, .. } = judged;
    let price = |cost, unit, sentence, choices| Price {
        step,
        seat: 0,
        cost,
        unit,
        is_guess: false,
        sentence,
        choices,
    };
    match wrong {
        Wrong::Play { chosen, worth, .. } => {
            let best = worth.best();
            let margin = (worth.hit.ev() - worth.stand.ev()).abs();
            let is_right = best == *chosen || margin <= NOTHING;
            let other = match chosen {
                Choice::Hit => Choice::Stand,
                Choice::Stand => Choice::Hit,
            };
            let sentence = if is_right {
                format!("{} is best; {} would cost {margin:.4} of the bet", name(*chosen), name(other))
            } else {
                format!("{} costs {margin:.4} of the bet; {} is best", name(*chosen), name(best))
            };
            let weighed = |choice: Choice| Weighed {
                choice: name(choice).to_owned(),
                worth: worth.of(choice).ev(),
                chance: None,
                is_own: choice == *chosen,
            };
            let mut choices = vec![weighed(Choice::Stand), weighed(Choice::Hit)];
            choices.sort_by(|a, b| b.worth.total_cmp(&a.worth));
            price(if is_right { 0.0 } else { margin }, Unit::OfTheBet, sentence, choices)
        }
        Wrong::Bet { edge, kelly } => {
            let edge = format!("the edge is {:+.3} %", edge * 100.0).replace('-', "−");
            let (own, best) = (count(*bet), count(*kelly));
            let sentence = if *nats <= NOTHING {
                format!("a bet of {own} is one Kelly: {edge}")
            } else {
                format!("a bet of {own} costs {nats:.6} nats of growth; one Kelly is {best}: {edge}")
            };
            price(*nats, Unit::Nats, sentence, Vec::new())
        }
    }
}

pub(super) fn dearest(film: &Film, work: &Work) -> Vec<Dear> {
    of_test(film, work, DEAR_MAX, "").dearest
}

/// Looks at all hands of a test; `what` stands before how far it is.
pub(in crate::web) fn of_test(film: &Film, work: &Work, keep: usize, what: &str) -> OfTest {
    let mut look = Review::keeping(keep);
    let mut money = Vec::new();
    for evening in 0..film.evenings.len() {
        look.begin();
        let mut of_evening: Vec<(u32, i64)> = Vec::new();
        let mut end = 0;
        film.watch(evening, 1, &mut |hand, before, step, after| {
            if before.stage() == Stage::Bet {
                if hand % 1_000 == 1 {
                    let done = film.evenings[evening] - 1 + hand;
                    work.say(format!("{what}{} of {} hands", count(done), count(film.deals)));
                    if !work.is_wanted() {
                        return ControlFlow::Break(());
                    }
                }
                if of_evening.last().is_none_or(|(shoe, _)| *shoe != before.shoe_number()) {
                    of_evening.push((before.shoe_number(), before.money()));
                }
            }
            look.step(before, step, after);
            if matches!(after.stage(), Stage::Bet | Stage::Over(_)) {
                end = after.money();
            }
            ControlFlow::Continue(())
        });
        if let Some((shoe, _)) = of_evening.last() {
            of_evening.push((shoe + 1, end));
        }
        money.push(of_evening);
    }
    let dearest = look.mistakes.iter().map(|mistake| dear(film, mistake)).collect();
    OfTest { evenings: look.evenings.iter().map(EveningRow::from).collect(), dearest, money }
}

fn dear(film: &Film, mistake: &Mistake) -> Dear {
    let deal = film.evenings[mistake.evening] + mistake.hand;
    Dear {
        deal,
        step: step_of(film, deal, mistake),
        seat: 0,
        cost: mistake.nats,
        unit: Unit::Nats,
        is_guess: false,
        sentence: Told::from(mistake).sentence,
    }
}

/// The frame of a mistake: the bet is the first step, a choice is made with its cards in hand.
fn step_of(film: &Film, deal: u32, mistake: &Mistake) -> u32 {
    let cards = match &mistake.wrong {
        Wrong::Bet { .. } => return 1,
        Wrong::Play { hand, .. } => hand.len(),
    };
    let (evening, hand) = film.place_of(deal);
    let (mut step, mut found) = (0, 0);
    film.watch(evening, hand, &mut |at, before, taken, _| {
        step += 1;
        if at > hand || found > 0 {
            return ControlFlow::Break(());
        }
        if before.stage() == Stage::Play && matches!(taken, Step::Act(_)) && before.hand().len() == cards {
            found = step;
        }
        ControlFlow::Continue(())
    });
    found
}
