//! Kuhn poker for two or three seats: a card each from a deck of one more, an ante of 1, one bet of 1.
//!
//! Its value for two is -1/18 for the first seat (Kuhn 1950).

use super::game::{Joint, PublicGame, Seated, Turn};

/// Kuhn poker for `S` seats, two or three; there are `S + 1` cards.
#[derive(Clone, Copy, Debug, Default)]
pub struct Kuhn;

/// What has been done.
#[derive(Clone, Copy, Debug)]
pub struct History<const S: usize> {
    /// Seats that have acted before the bet, checks all.
    checks: usize,
    /// Who has bet.
    bettor: Option<usize>,
    /// Answers to the bet.
    answers: usize,
    /// Who has put a second chip in.
    paid: [bool; S],
}

/// Who has put a second chip in, at the end. If nobody has, all show their cards.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Paid<const S: usize>([bool; S]);

impl Kuhn {
    /// Nothing has been done, and all seats differ: they act in turn.
    pub fn start<const S: usize>() -> (History<S>, [u8; S]) {
        let seats = std::array::from_fn(|seat| u8::try_from(seat).expect("a table has few seats"));
        (History { checks: 0, bettor: None, answers: 0, paid: [false; S] }, seats)
    }
}

impl<const S: usize> History<S> {
    /// Whose turn it is.
    fn seat(&self) -> Option<usize> {
        match self.bettor {
            None => (self.checks < S).then_some(self.checks),
            Some(bettor) => (self.answers < S - 1).then_some((bettor + 1 + self.answers) % S),
        }
    }
}

impl<const S: usize, const H: usize> PublicGame<S, H> for Kuhn {
    type State = History<S>;
    type Leaf = Paid<S>;

    fn turn(&self, state: &History<S>) -> Turn<S, Paid<S>> {
        match state.seat() {
            None => Turn::Leaf(Paid(state.paid)),
            Some(seat) => Turn::Decide { seats: std::array::from_fn(|other| other == seat), actions: 2 },
        }
    }

    fn after(&self, state: &History<S>, acts: &Joint<S>) -> History<S> {
        let mut next = *state;
        let seat = state.seat().expect("a seat is asked");
        let pays = acts[seat] == 1;
        next.paid[seat] = pays;
        match (state.bettor, pays) {
            (None, true) => next.bettor = Some(seat),
            (None, false) => next.checks += 1,
            (Some(_), _) => next.answers += 1,
        }
        next
    }

    fn dealt(&self, state: &History<S>, _: u8) -> History<S> {
        *state
    }

    fn worth(&self, Paid(paid): &Paid<S>, reach: &Seated<S, H>) -> Seated<S, H> {
        let is_live: [bool; S] = if paid.contains(&true) { *paid } else { [true; S] };
        let stake = paid.map(|paid| if paid { 2.0 } else { 1.0 });
        let pot: f32 = stake.iter().sum();
        let mut worth = [[0.0; H]; S];
        deals::<S, H>(|cards, chance| {
            let best = (0..S).filter(|&seat| is_live[seat]).max_by_key(|&seat| cards[seat]);
            for seat in 0..S {
                let others = (0..S).filter(|&other| other != seat);
                let weight: f32 = others.map(|other| reach[other][cards[other]]).product();
                let net = if Some(seat) == best { pot - stake[seat] } else { -stake[seat] };
                worth[seat][cards[seat]] += chance * weight * net;
            }
        });
        worth
    }
}

/// Every deal of different cards, with its chance.
fn deals<const S: usize, const H: usize>(mut each: impl FnMut(&[usize; S], f32)) {
    let ways: f32 = (0..S).map(|seat| f32::from(u8::try_from(H - seat).expect("few cards"))).product();
    for number in 0..H.pow(u32::try_from(S).expect("few seats")) {
        let mut rest = number;
        let cards: [usize; S] = std::array::from_fn(|_| {
            let card = rest % H;
            rest /= H;
            card
        });
        let is_new = |seat: usize| !cards[..seat].contains(&cards[seat]);
        if (0..S).all(is_new) {
            each(&cards, 1.0 / ways);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::{Order, Scheme, Solver, Tree, replies};
    use super::Kuhn;

    #[test]
    fn two_seats_come_to_the_known_value() {
        let tree = Tree::grow::<3, _>(&Kuhn, &[Kuhn::start::<2>()]);
        let mut solver = Solver::new(&Kuhn, &tree, Scheme::Plus, Order::InTurn);
        for _ in 0..4_000 {
            solver.pass(&[[1.0; 3]; 2]);
        }
        let nash = replies(&Kuhn, &tree, &solver.average(), &[[1.0; 3]; 2]);
        assert!(nash.sum() < 1e-3 && (nash.own[0] + 1.0 / 18.0).abs() < 1e-3, "{nash:?}");
    }

    /// Of the many equilibria of three seats it finds one; their values differ, their sum is zero.
    #[test]
    fn three_seats_come_to_an_equilibrium() {
        let tree = Tree::grow::<4, _>(&Kuhn, &[Kuhn::start::<3>()]);
        let mut solver = Solver::new(&Kuhn, &tree, Scheme::Plus, Order::InTurn);
        for _ in 0..4_000 {
            solver.pass(&[[1.0; 4]; 3]);
        }
        let nash = replies(&Kuhn, &tree, &solver.average(), &[[1.0; 4]; 3]);
        assert!(nash.sum() < 1e-3 && nash.own.iter().sum::<f64>().abs() < 1e-6, "{nash:?}");
    }
}
