//! A plain table: the rules, three players, and the deals as the referee sees them.

use croupier_rules::chance::Key;
use croupier_rules::game::{Acts, Game as _, Node, Step};
use croupier_rules::poker::{Action, Choices, News, Rules};
use croupier_solve::poker::model::Played;

/// Who sits at the table.
pub(crate) trait Player {
    fn learn(&mut self, news: &News);
    fn choose(&mut self, choices: &Choices) -> Action;
}

/// Plays deals, and tells each with its nets in chips.
pub(crate) fn play(
    seed: u64,
    deals: u64,
    players: &mut [Box<dyn Player>; 3],
    mut each: impl FnMut(&Played, [f64; 3]),
) {
    let rules = Rules::default();
    let key = Key::new(seed, "plain table");
    for deal in 0..deals {
        let mut chance = key.stream(deal);
        let (mut state, mut played) = (rules.start(), Played::default());
        loop {
            let step = match rules.node(&state) {
                Node::Chance => Step::Draw(u8::try_from(chance.below(10)).unwrap()),
                Node::Decide(asked) => {
                    let mut acts = Acts::new();
                    for seat in asked.iter() {
                        let action = players[seat.index()].choose(&rules.choices(&state, seat));
                        rules.permits(&state, seat, &action).unwrap();
                        acts.push((seat, action));
                    }
                    Step::Act(acts)
                }
                Node::Over => break,
            };
            played.note(&state, &step);
            rules.apply(&mut state, &step).unwrap();
            for (player, seat) in players.iter_mut().zip(0..) {
                rules.news(&state, &step, croupier_rules::seat::Seat(seat), &mut |news| player.learn(&news));
            }
        }
        let nets = rules.net(&state).unwrap();
        each(&played, [0, 1, 2].map(|seat| nets[seat].as_f64()));
    }
}
