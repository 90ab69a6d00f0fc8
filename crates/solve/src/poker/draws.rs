//! The luck that players have with their own draws: what their choices were expected to bring, and what the choice brings
//! that was drawn.
//!
//! A player that draws its bid from chances that are known brings luck into the deal. For each stage this is the worth of
//! the actions that were taken, less the mean of that worth over all that could have been drawn. Its mean is 0 whatever the
//! worth, as long as it hangs on nothing but the cards, what came before, and the actions of those who have not drawn:
//! the action part of AIVAT (Burch, Schmid, Moravčík, Morrill and Bowling, *AIVAT: a new variance reduction technique for
//! agent evaluation in imperfect information games*, AAAI 2018). The worth is an expectation by known manners of play.

use croupier_rules::game::Acts;
use croupier_rules::poker::{Action, Deal, Round, SEATS, Stage};
use croupier_rules::seat::Seat;

use super::foresight::{Flows, Foresight, Manner, View, add};
use super::grid::{Due, Limits};
use super::policy::Policy;
use super::spot::Bid;

/// Follows the deals of a table, and measures the luck of the draws.
#[derive(Debug)]
pub struct Draws {
    foresight: Foresight,
    limits: Limits,
    /// The public state before the next step; none before the bids of round 1.
    view: Option<View<'static>>,
    /// What the next actions are drawn from.
    drawn: [Vec<(Action, u32)>; SEATS],
    luck: Flows,
}

/// Actions that one stands for, with their weight.
type Share = (Action, f64);

/// The actions that a seat could have taken, few of them standing for all.
#[derive(Debug)]
struct Draw {
    shares: Vec<Share>,
    /// Which of them was taken.
    taken: usize,
}

/// Into how many shares the chances of a seat are cut at most, if one, two or three seats draw at once.
const SHARES: [usize; SEATS] = [24, 5, 3];

impl Draws {
    /// At a table where the seats are expected to play so; the policy is that of those who play by it.
    pub fn new(manners: [Manner; SEATS], policy: Option<&'static Policy>, limits: Limits) -> Self {
        Self {
            foresight: Foresight::new(manners, policy, limits.max),
            limits,
            view: None,
            drawn: Default::default(),
            luck: [0.0; SEATS],
        }
    }

    /// A seat has drawn its next action from these chances.
    pub fn drawn(&mut self, seat: Seat, chances: &[(Action, u32)]) {
        let drawn = &mut self.drawn[seat.index()];
        drawn.clear();
        drawn.extend_from_slice(chances);
    }

    /// The seats are about to act in a deal.
    pub fn step(&mut self, before: &Deal, acts: &Acts<Action>) {
        let view = self.view.take();
        let draws = self.draws(acts);
        let cards = before.cards();
        let of_acts = |view: View<'static>| self.foresight.worth(cards, &view);
        let (luck, next) = match (before.stage(), view) {
            (Stage::Bid(Round::First), _) => {
                let opened =
                    |acts: &[Option<Action>; SEATS]| self.foresight.opened(bids(acts), self.limits.min);
                (luck(&draws, |acts| of_acts(opened(acts))), Some(opened(&taken(acts))))
            }
            (Stage::Check(Round::First), Some(view)) => {
                let called = |acts: &[Option<Action>; SEATS]| self.foresight.called(&view, pays(acts));
                (luck(&draws, |acts| of_acts(called(acts))), Some(called(&taken(acts))))
            }
            (Stage::Bid(Round::Second), Some(view)) if view.state().due == Due::Bids(Round::Second) => {
                let sizes = Foresight::sizes(&view);
                let bid = |acts: &[Option<Action>; SEATS]| self.foresight.bid(&view, &sizes, bids(acts));
                (luck(&draws, |acts| of_acts(bid(acts))), Some(bid(&taken(acts))))
            }
            (Stage::Check(Round::Second), Some(view)) => {
                let over = |acts: &[Option<Action>; SEATS]| {
                    let pays = pays(acts);
                    View::Bare(view.state().with_calls(Round::Second, |seat| pays[seat], self.limits.max))
                };
                (luck(&draws, |acts| of_acts(over(acts))), None)
            }
            _ => ([0.0; SEATS], None),
        };
        self.view = next;
        add(&mut self.luck, 1.0, &luck);
        self.drawn.iter_mut().for_each(Vec::clear);
    }

    /// The luck of a deal that is over.
    pub fn take(&mut self) -> Flows {
        self.view = None;
        std::mem::take(&mut self.luck)
    }

    /// What each seat could have done, the seats that were not asked left out.
    fn draws(&self, acts: &Acts<Action>) -> [Option<Draw>; SEATS] {
        let drawing = self.drawn.iter().filter(|chances| chances.len() > 1).count();
        let most = SHARES[drawing.clamp(1, SEATS) - 1];
        let mut draws: [Option<Draw>; SEATS] = Default::default();
        for &(seat, action) in acts {
            let chances = &self.drawn[seat.index()];
            draws[seat.index()] = Some(Draw::of(chances, action, most));
        }
        draws
    }
}

impl Draw {
    /// The chances cut into shares of neighbours, each with the action in its middle for all; only what was done if nothing
    /// is known of chances.
    fn of(chances: &[(Action, u32)], action: Action, most: usize) -> Self {
        let Some(place) = chances.iter().position(|&(possible, weight)| possible == action && weight > 0)
        else {
            return Self { shares: vec![(action, 1.0)], taken: 0 };
        };
        let total: f64 = chances.iter().map(|&(_, weight)| f64::from(weight)).sum();
        let least = total / f64::from(u32::try_from(most).expect("a few shares"));
        let mut shares: Vec<Share> = Vec::new();
        let (mut from, mut sum, mut taken) = (0, 0.0, 0);
        for (at, &(_, weight)) in chances.iter().enumerate() {
            sum += f64::from(weight);
            let is_last = at + 1 == chances.len();
            if sum < least && !is_last {
                continue;
            }
            match shares.last_mut() {
                // What is left at the end, and is little, goes with its neighbours.
                Some((_, last)) if sum < least / 4.0 => *last += sum / total,
                _ => shares.push((middle(&chances[from..=at], sum), sum / total)),
            }
            if (from..=at).contains(&place) {
                taken = shares.len() - 1;
            }
            (from, sum) = (at + 1, 0.0);
        }
        Self { shares, taken }
    }
}

/// The action before which and after which half of the weight lies.
fn middle(chances: &[(Action, u32)], sum: f64) -> Action {
    let mut passed = 0.0;
    let mut middle = chances[0].0;
    for &(action, weight) in chances {
        middle = action;
        passed += f64::from(weight);
        if passed >= sum / 2.0 {
            break;
        }
    }
    middle
}

/// The worth of what was done, less the mean over what could have been done.
fn luck(draws: &[Option<Draw>; SEATS], worth: impl Fn(&[Option<Action>; SEATS]) -> Flows) -> Flows {
    let mut luck = [0.0; SEATS];
    let counts = draws.each_ref().map(|draw| draw.as_ref().map_or(1, |draw| draw.shares.len()));
    let all: usize = counts.iter().product();
    if all == 1 {
        return luck;
    }
    for number in 0..all {
        let places = [number % counts[0], number / counts[0] % counts[1], number / counts[0] / counts[1]];
        let (mut chance, mut is_taken, mut acts) = (1.0, true, [None; SEATS]);
        for (seat, draw) in draws.iter().enumerate() {
            let Some(draw) = draw else { continue };
            let (action, share) = draw.shares[places[seat]];
            chance *= share;
            is_taken &= places[seat] == draw.taken;
            acts[seat] = Some(action);
        }
        add(&mut luck, f64::from(u8::from(is_taken)) - chance, &worth(&acts));
    }
    luck
}

fn taken(acts: &Acts<Action>) -> [Option<Action>; SEATS] {
    let mut by_seat = [None; SEATS];
    for &(seat, action) in acts {
        by_seat[seat.index()] = Some(action);
    }
    by_seat
}

/// Bids; none for a foul and for a seat that is not asked.
fn bids(acts: &[Option<Action>; SEATS]) -> [Bid; SEATS] {
    acts.map(|action| match action {
        Some(Action::Bid(bid)) => Some(bid),
        Some(Action::Foul | Action::Call(_)) | None => None,
    })
}

fn pays(acts: &[Option<Action>; SEATS]) -> [bool; SEATS] {
    acts.map(|action| action == Some(Action::Call(true)))
}

#[cfg(test)]
mod tests {
    use croupier_rules::chance::Key;
    use croupier_rules::chips::Chips;
    use croupier_rules::game::{Acts, Game, Node, Step};
    use croupier_rules::poker::{Action, Rules, SEATS};
    use croupier_rules::seat::Seat;

    use super::{Draw, Draws, luck};
    use crate::poker::{Equilibrium, Flows, Limits, Manner, Policy};

    /// Ten bids with the weights 1 to 10.
    fn chances() -> Vec<(Action, u32)> {
        (1..=10).map(|bid| (Action::Bid(10 * bid), bid.into())).collect()
    }

    fn bid(action: Option<Action>) -> f64 {
        match action {
            Some(Action::Bid(bid)) => f64::from(bid),
            Some(Action::Foul | Action::Call(_)) | None => panic!("{action:?}"),
        }
    }

    #[test]
    fn shares_hold_all_chances_and_the_action_that_was_taken() {
        for most in 1..=12 {
            for (action, _) in chances() {
                let draw = Draw::of(&chances(), action, most);
                let sum: f64 = draw.shares.iter().map(|(_, share)| share).sum();
                assert!((sum - 1.0).abs() < 1e-12 && draw.shares.len() <= most, "{draw:?}");
                let others = draw.shares.iter().filter(|(other, _)| *other == action).count();
                assert!(others == 0 || draw.shares[draw.taken].0 == action, "{action}: {draw:?}");
            }
        }
    }

    /// Over all that could have been drawn, each by its chance, the luck is 0 whatever the worth: the mean of two seats that draw
    /// at once, beside a third that does not.
    #[test]
    fn the_luck_of_all_draws_is_0_in_the_mean() {
        let worth = |acts: &[Option<Action>; SEATS]| {
            let [one, other, third] = acts.map(bid);
            [one * other, (one - third).powi(2), other.sqrt()]
        };
        for most in [2, 3, 10] {
            let (mut mean, mut greatest) = ([0.0; SEATS], 0.0_f64);
            for (one, weight) in chances() {
                for (other, its_weight) in chances() {
                    let draws = [
                        Some(Draw::of(&chances(), one, most)),
                        Some(Draw::of(&chances(), other, most)),
                        Some(Draw::of(&[], Action::Bid(35), most)),
                    ];
                    let luck = luck(&draws, worth);
                    for (mean, luck) in mean.iter_mut().zip(luck) {
                        *mean += f64::from(weight * its_weight) / 55.0_f64.powi(2) * luck;
                        greatest = greatest.max(luck.abs());
                    }
                }
            }
            assert!(greatest > 100.0 && mean.iter().all(|mean| mean.abs() < 1e-6), "{mean:?}");
        }
    }

    #[test]
    fn who_draws_nothing_has_no_luck() {
        let draws = [20, 30, 40].map(|bid| Some(Draw::of(&[], Action::Bid(bid), 5)));
        assert!(luck(&draws, |acts| acts.map(bid)).iter().all(|luck| luck.abs() < 1e-12));
    }

    /// Equilibria at all seats: what passed between them in a deal, and how much of it was luck of the draws.
    fn play(deals: u32) -> Vec<(Flows, Flows)> {
        let (rules, policy) = (Rules::default(), Policy::shipped());
        let key = Key::new(7, "draws");
        let mut cards = key.stream(9);
        let mut players = [0, 1, 2].map(|seat| Equilibrium::new(policy, seat, key.stream(seat as u64)));
        let manners = [Manner::Policy, Manner::Policy, Manner::Policy];
        let mut draws = Draws::new(manners, Some(policy), Limits::of(&rules));
        let mut play = || {
            let mut deal = rules.start();
            loop {
                let step = match rules.node(&deal) {
                    Node::Chance => Step::Draw(u8::try_from(cards.below(10)).unwrap()),
                    Node::Decide(asked) => {
                        let mut acts = Acts::new();
                        for seat in asked.iter() {
                            let player = &mut players[seat.index()];
                            acts.push((seat, player.choose(&rules.choices(&deal, seat))));
                            draws.drawn(seat, player.chances());
                        }
                        draws.step(&deal, &acts);
                        Step::Act(acts)
                    }
                    Node::Over => break,
                };
                rules.apply(&mut deal, &step).unwrap();
                for (seat, player) in (0..).map(Seat).zip(&mut players) {
                    rules.news(&deal, &step, seat, &mut |news| player.learn(&news));
                }
            }
            let [a, b, c] = rules.net(&deal).unwrap().into_iter().map(Chips::as_f64).collect::<Vec<_>>()[..]
            else {
                panic!("three seats")
            };
            ([a, b, c], draws.take())
        };
        (0..deals).map(|_| play()).collect()
    }

    #[test]
    fn the_luck_of_an_equilibrium_is_0_in_the_mean_and_tells_much_of_what_a_deal_brings() {
        let deals = play(20_000);
        let count = f64::from(u32::try_from(deals.len()).unwrap());
        for flow in 0..SEATS {
            let mean = deals.iter().map(|(_, luck)| luck[flow]).sum::<f64>() / count;
            let square = deals.iter().map(|(_, luck)| luck[flow].powi(2)).sum::<f64>() / count;
            assert!(square > 10.0 && mean.abs() < 4.0 * (square / count).sqrt(), "{mean} of {square}");
        }
        let squares =
            |of: &dyn Fn(&(Flows, Flows)) -> f64| deals.iter().map(|deal| of(deal).powi(2)).sum::<f64>();
        // The first seat has what came to it from the two others.
        let cut = squares(&|(nets, _)| nets[0]) / squares(&|(nets, luck)| nets[0] - luck[0] - luck[1]);
        assert!(cut > 1.2, "{cut}");
    }
}
