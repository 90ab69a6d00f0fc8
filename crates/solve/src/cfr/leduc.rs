//! Limit Leduc poker for two or three seats: two suits of one rank more than there are seats, an ante of 1, a card each,
//! a public card after the first round, raises of 2 and then 4, at most two a round.
//!
//! Its value for two is about -0.0856 for the first seat (Southey et al. 2005 describe the game).

use super::game::{Hands, IDLE, Joint, PublicGame, Seated, Turn};

/// Limit Leduc poker for `S` seats, two or three; there are `2 S + 2` cards, card `c` has the rank `c / 2`.
#[derive(Clone, Copy, Debug, Default)]
pub struct Leduc;

/// A public state.
#[derive(Clone, Copy, Debug)]
pub struct Board<const S: usize> {
    public: Option<u8>,
    stakes: [u8; S],
    is_live: [bool; S],
    /// Who has acted in this round.
    acted: [bool; S],
    raises: u8,
    /// Whose turn comes next.
    next: usize,
}

/// The end of a deal.
#[derive(Clone, Copy, Debug)]
pub struct Settled<const S: usize> {
    public: Option<u8>,
    stakes: [u8; S],
    is_live: [bool; S],
}

/// Raises a round.
const RAISES: u8 = 2;

#[derive(Clone, Copy, PartialEq, Eq)]
enum Move {
    Fold,
    Call,
    Raise,
}

impl Leduc {
    /// The antes are in, and all seats differ: they act in turn.
    pub fn start<const S: usize>() -> (Board<S>, [u8; S]) {
        let seats = std::array::from_fn(|seat| u8::try_from(seat).expect("a table has few seats"));
        let board =
            Board { public: None, stakes: [1; S], is_live: [true; S], acted: [false; S], raises: 0, next: 0 };
        (board, seats)
    }
}

impl<const S: usize> Board<S> {
    fn top(&self) -> u8 {
        self.stakes.into_iter().max().expect("there are seats")
    }

    /// Whose turn it is in this round.
    fn seat(&self) -> Option<usize> {
        let due = |&seat: &usize| self.is_live[seat] && (!self.acted[seat] || self.stakes[seat] < self.top());
        (0..S).map(|step| (self.next + step) % S).find(due)
    }

    fn moves(&self, seat: usize) -> &'static [Move] {
        match (self.stakes[seat] < self.top(), self.raises < RAISES) {
            (true, true) => &[Move::Fold, Move::Call, Move::Raise],
            (true, false) => &[Move::Fold, Move::Call],
            (false, true) => &[Move::Call, Move::Raise],
            (false, false) => &[Move::Call],
        }
    }

    fn live(&self) -> usize {
        self.is_live.iter().filter(|&&live| live).count()
    }
}

impl<const S: usize, const H: usize> PublicGame<S, H> for Leduc {
    type State = Board<S>;
    type Leaf = Settled<S>;

    fn turn(&self, board: &Board<S>) -> Turn<S, Settled<S>> {
        let seat = board.seat().filter(|_| board.live() > 1);
        match (seat, board.public) {
            (Some(seat), _) => Turn::Decide {
                seats: std::array::from_fn(|other| other == seat),
                actions: u8::try_from(board.moves(seat).len()).expect("three at most"),
            },
            (None, None) if board.live() > 1 => Turn::Chance(u8::try_from(H).expect("few cards")),
            (None, public) => Turn::Leaf(Settled { public, stakes: board.stakes, is_live: board.is_live }),
        }
    }

    fn after(&self, board: &Board<S>, acts: &Joint<S>) -> Board<S> {
        let seat = acts.iter().position(|&act| act != IDLE).expect("a seat is asked");
        let mut next = *board;
        match board.moves(seat)[usize::from(acts[seat])] {
            Move::Fold => next.is_live[seat] = false,
            Move::Call => next.stakes[seat] = board.top(),
            Move::Raise => {
                next.stakes[seat] = board.top() + if board.public.is_none() { 2 } else { 4 };
                next.raises += 1;
            }
        }
        next.acted[seat] = true;
        next.next = (seat + 1) % S;
        next
    }

    fn dealt(&self, board: &Board<S>, event: u8) -> Board<S> {
        Board { public: Some(event), acted: [false; S], raises: 0, next: 0, ..*board }
    }

    fn worth(&self, end: &Settled<S>, reach: &Seated<S, H>) -> Seated<S, H> {
        std::array::from_fn(|seat| {
            let mut others = (0..S).filter(|&other| other != seat);
            let first = others.next().expect("there are two seats at least");
            end.of(seat, first, others.next(), reach)
        })
    }
}

/// What another seat holds, seen by the holder of a card: chances of weaker cards, of its equal, of any.
#[derive(Clone, Copy)]
struct Against {
    weaker: f32,
    equal: f32,
    any: f32,
}

impl<const S: usize> Settled<S> {
    /// What a seat wins by card against one or two others. No two hold the same card, nor the public one.
    fn of<const H: usize>(
        &self,
        seat: usize,
        first: usize,
        second: Option<usize>,
        reach: &Seated<S, H>,
    ) -> Hands<H> {
        let pot: f32 = self.stakes.iter().map(|&stake| f32::from(stake)).sum();
        let stake = f32::from(self.stakes[seat]);
        let chance = 1.0 / ways::<S, H>(self.public.is_some());
        let both: Hands<H> = second
            .map_or([0.0; H], |second| std::array::from_fn(|card| reach[first][card] * reach[second][card]));
        let nobody = [0.0; H];
        let hands = [&reach[first], second.map_or(&nobody, |second| &reach[second]), &both];
        let sums = hands.map(|hands| self.sums(hands));
        let holder = |card: usize| {
            let a = self.against(card, hands[0], &sums[0]);
            let (b, same) = match second {
                // Nobody sits there: one hand that loses to every other and takes no card away.
                None => (
                    Against { weaker: 1.0, equal: 0.0, any: 1.0 },
                    Against { weaker: 0.0, equal: 0.0, any: 0.0 },
                ),
                Some(_) => (self.against(card, hands[1], &sums[1]), self.against(card, hands[2], &sums[2])),
            };
            let all = a.any * b.any - same.any;
            if !self.is_live[seat] {
                return -stake * all;
            }
            // Ways to beat everybody who is live, and to share with one or with two.
            let (beats, shares, shares_with_both) =
                match (self.is_live[first], second.is_some_and(|second| self.is_live[second])) {
                    (false, false) => (all, 0.0, 0.0),
                    (true, false) => (a.weaker * b.any - same.weaker, a.equal * b.any - same.equal, 0.0),
                    (false, true) => (a.any * b.weaker - same.weaker, a.any * b.equal - same.equal, 0.0),
                    (true, true) => (
                        a.weaker * b.weaker - same.weaker,
                        a.weaker * b.equal + a.equal * b.weaker,
                        a.equal * b.equal - same.equal,
                    ),
                };
            pot * (beats + shares / 2.0 + shares_with_both / 3.0) - stake * all
        };
        std::array::from_fn(
            |card| {
                if self.public == u8::try_from(card).ok() { 0.0 } else { chance * holder(card) }
            },
        )
    }

    /// The chances of the cards that are weaker than each, and of all; the public card is left out.
    fn sums<const H: usize>(&self, chances: &Hands<H>) -> (Hands<H>, f32) {
        let mut weaker = [0.0; H];
        let mut sum = 0.0;
        let pair = self.public.map(|card| usize::from(card / 2));
        let ranks = (0..H / 2).filter(|&rank| Some(rank) != pair).chain(pair);
        for rank in ranks {
            for card in [2 * rank, 2 * rank + 1] {
                weaker[card] = sum;
            }
            for card in [2 * rank, 2 * rank + 1].into_iter().filter(|&card| !self.is_public(card)) {
                sum += chances[card];
            }
        }
        (weaker, sum)
    }

    fn against<const H: usize>(&self, card: usize, chances: &Hands<H>, sums: &(Hands<H>, f32)) -> Against {
        let (weaker, all) = sums;
        let partner = card ^ 1;
        let equal = if self.is_public(partner) { 0.0 } else { chances[partner] };
        Against { weaker: weaker[card], equal, any: all - chances[card] }
    }

    fn is_public(&self, card: usize) -> bool {
        self.public.map(usize::from) == Some(card)
    }
}

/// The number of ways to deal a card to each seat, and one to the table.
fn ways<const S: usize, const H: usize>(with_public: bool) -> f32 {
    let drawn = S + usize::from(with_public);
    (0..drawn).map(|gone| f32::from(u8::try_from(H - gone).expect("few cards"))).product()
}

#[cfg(test)]
mod tests {
    use super::super::{Node, Order, PublicGame, Scheme, Solver, Tree, replies};
    use super::{Leduc, Settled};

    #[test]
    fn two_seats_come_to_the_known_value() {
        let tree = Tree::grow::<6, _>(&Leduc, &[Leduc::start::<2>()]);
        let mut solver = Solver::new(&Leduc, &tree, Scheme::Plus, Order::InTurn);
        for _ in 0..1_500 {
            solver.pass(&[[1.0; 6]; 2]);
        }
        let nash = replies(&Leduc, &tree, &solver.average(), &[[1.0; 6]; 2]);
        assert!(nash.sum() < 1e-3 && (nash.own[0] + 0.0856).abs() < 1e-3, "{nash:?}");
    }

    #[test]
    fn three_seats_come_close_to_an_equilibrium() {
        let tree = Tree::grow::<8, _>(&Leduc, &[Leduc::start::<3>()]);
        let mut solver = Solver::new(&Leduc, &tree, Scheme::Plus, Order::InTurn);
        for _ in 0..480 {
            solver.pass(&[[1.0; 8]; 3]);
        }
        let nash = replies(&Leduc, &tree, &solver.average(), &[[1.0; 8]; 3]);
        assert!(nash.sum() < 0.2 && nash.own.iter().sum::<f64>().abs() < 1e-4, "{nash:?}");
    }

    /// Card by card, for every end of a deal and chances without any order.
    #[test]
    fn leaves_are_settled_as_by_hand() {
        let tree = Tree::grow::<8, _>(&Leduc, &[Leduc::start::<3>()]);
        let reach = std::array::from_fn(|seat| std::array::from_fn(|card| odd(seat * 8 + card)));
        let mut ends = 0;
        for node in tree.nodes() {
            let Node::Leaf(end) = node else { continue };
            ends += 1;
            let (fast, plain) = (Leduc.worth(end, &reach), by_hand(end, &reach));
            for (fast, plain) in fast.iter().flatten().zip(plain.iter().flatten()) {
                assert!((fast - plain).abs() < 1e-5, "{end:?}: {fast} {plain}");
            }
        }
        assert!(ends > 1_000, "{ends}");
    }

    fn odd(number: usize) -> f32 {
        f32::from(u8::try_from(number * 37 % 19).unwrap()) / 19.0
    }

    fn by_hand(end: &Settled<3>, reach: &[[f32; 8]; 3]) -> [[f32; 8]; 3] {
        let mut worth = [[0.0; 8]; 3];
        let strength = |card: usize| {
            if end.public.is_some_and(|public| usize::from(public / 2) == card / 2) { 9 } else { card / 2 }
        };
        let publics = end.public.map_or(vec![None], |public| vec![Some(usize::from(public))]);
        let chance = if end.public.is_some() { 1.0 / 1680.0 } else { 1.0 / 336.0 };
        for (x, y, z) in (0..512).map(|deal| (deal % 8, deal / 8 % 8, deal / 64)) {
            let cards = [x, y, z];
            if x == y || y == z || x == z || publics.iter().flatten().any(|public| cards.contains(public)) {
                continue;
            }
            let live: Vec<usize> = (0..3).filter(|&seat| end.is_live[seat]).collect();
            let best = live.iter().map(|&seat| strength(cards[seat])).max().unwrap();
            let winners: Vec<usize> = live
                .iter()
                .copied()
                .filter(|&seat| live.len() == 1 || strength(cards[seat]) == best)
                .collect();
            let pot: f32 = end.stakes.iter().map(|&stake| f32::from(stake)).sum();
            for seat in 0..3 {
                let others: f32 =
                    (0..3).filter(|&other| other != seat).map(|other| reach[other][cards[other]]).product();
                let share = if winners.contains(&seat) {
                    pot / f32::from(u8::try_from(winners.len()).unwrap())
                } else {
                    0.0
                };
                worth[seat][cards[seat]] += chance * others * (share - f32::from(end.stakes[seat]));
            }
        }
        worth
    }
}
