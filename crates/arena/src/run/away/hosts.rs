//! The house players of a match that was played elsewhere, seated again.
//!
//! What they have drawn from is in no record, but follows from the seed. So they are told what the record has, and have
//! to choose as it says.

use croupier_rules::game::Step;
use croupier_rules::seat::Seat;

use crate::contestant::{Contestant, Part, own_key};
use crate::house::{Housed, Houses, Invitation};
use crate::player::Player;
use crate::protocol::{Object, Wire};
use crate::run::one_match::{Account, Job};

/// House players, by seat.
pub(super) struct Hosts<G: Wire>(Vec<(Seat, Box<dyn Player<G>>)>);

impl<G: Wire + Housed> Hosts<G> {
    /// Those of a match.
    pub(super) fn of(job: &Job<G>, seated: &[&Contestant], houses: &Houses, told: &Object) -> Self {
        let mut hosts = Vec::new();
        for (contestant, seat) in seated.iter().zip(0..).map(|(contestant, seat)| (contestant, Seat(seat))) {
            let Part::House(name) = &contestant.part else { continue };
            let chance = own_key(job.seed, &job.label, seat, &contestant.name).stream(0);
            let invitation = Invitation { name, seat, chance, rules: &job.rules[0], told };
            let player =
                (G::house(houses).seat)(invitation).expect("a contest lists known house players only");
            hosts.push((seat, player));
        }
        Self(hosts)
    }

    /// A game begins.
    pub(super) fn start(&mut self, rules: &G) {
        let state = rules.start();
        for (seat, player) in &mut self.0 {
            player.game_starts();
            rules.opening(&state, *seat, &mut |news| player.learn(&news));
        }
    }

    /// They choose, and what each has drawn from is told. False: the record has another choice.
    pub(super) fn act(
        &mut self,
        rules: &G,
        before: &G::State,
        step: &Step<G>,
        account: &mut dyn Account<G>,
    ) -> bool {
        let Step::Act(acts) = step else { return true };
        acts.iter().all(|(seat, action)| {
            let Some((_, player)) = self.0.iter_mut().find(|(own, _)| own == seat) else { return true };
            let is_same = player.choose(&rules.choices(before, *seat)).is_ok_and(|came| came == *action);
            if is_same {
                account.drawn(*seat, player.chances());
            }
            is_same
        })
    }

    /// They learn what has come of a step.
    pub(super) fn learn(&mut self, rules: &G, after: &G::State, step: &Step<G>) {
        for (seat, player) in &mut self.0 {
            rules.news(after, step, *seat, &mut |news| player.learn(&news));
        }
    }
}
