//! Three players at a table, by the rules of the game.

use croupier_rules::chance::Stream;
use croupier_rules::game::{Acts, Game, Node, Step};
use croupier_rules::poker::{Action, Choices, News, Rules};
use croupier_rules::seat::Seat;
use croupier_solve::poker::Equilibrium;

/// Somebody who plays.
pub(crate) trait Player {
    fn learn(&mut self, news: &News);
    fn choose(&mut self, choices: &Choices) -> Action;
}

impl Player for Equilibrium<'_> {
    fn learn(&mut self, news: &News) {
        self.learn(news);
    }

    fn choose(&mut self, choices: &Choices) -> Action {
        self.choose(choices)
    }
}

/// Plays a deal with cards by chance; what each seat wins, in chips.
pub(crate) fn play(players: &mut [&mut dyn Player; 3], cards: &mut Stream) -> [f64; 3] {
    let rules = Rules::default();
    let mut deal = rules.start();
    loop {
        let step = match rules.node(&deal) {
            Node::Chance => Step::Draw(u8::try_from(cards.below(10)).unwrap()),
            Node::Decide(seats) => {
                let act = |seat: Seat| (seat, players[seat.index()].choose(&rules.choices(&deal, seat)));
                Step::Act(seats.iter().map(act).collect::<Acts<Action>>())
            }
            Node::Over => {
                let nets = rules.net(&deal).unwrap();
                return std::array::from_fn(|seat| nets[seat].as_f64());
            }
        };
        rules.apply(&mut deal, &step).unwrap();
        for (seat, player) in (0..).zip(players.iter_mut()) {
            rules.news(&deal, &step, Seat(seat), &mut |news| player.learn(&news));
        }
    }
}
