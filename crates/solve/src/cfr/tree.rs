//! The public states of a game, written out.
//!
//! Seats of one class are interchangeable: they came by the same actions. Their joint actions are kept in ascending
//! order only, each with the number of orders it stands for, and they share one row of the table.

use super::game::{IDLE, Joint, PublicGame, Turn};

/// A forest of public states.
#[derive(Clone, Debug)]
pub struct Tree<L, const S: usize> {
    nodes: Vec<Node<L, S>>,
    roots: Vec<u32>,
    rows: usize,
}

/// A public state.
#[derive(Clone, Debug)]
pub enum Node<L, const S: usize> {
    /// The play is over.
    Leaf(L),
    /// A public event: one node for each.
    Chance(Box<[u32]>),
    /// Seats decide.
    Decision(Decision<S>),
}

/// A public state in which seats decide.
#[derive(Clone, Debug)]
pub struct Decision<const S: usize> {
    /// By seat, the first seat of its class that decides here, itself perhaps; [`IDLE`] for a seat that is not asked.
    leader: [u8; S],
    /// By seat, the first row of its class; one row for each action.
    row: [u32; S],
    actions: u8,
    branches: Box<[Branch<S>]>,
}

/// A joint action in ascending order within each class, and where it leads.
#[derive(Clone, Debug)]
pub(super) struct Branch<const S: usize> {
    pub(super) acts: Joint<S>,
    pub(super) node: u32,
    /// The first row of the table that belongs to the node or to those below it.
    pub(super) first_row: u32,
    /// By seat, the number of orders in which a seat of its class takes its action; 0 for all but the first seat of
    /// a class that takes the same one.
    pub(super) weight: [f32; S],
}

/// Where a node is reached by seats in an order that the tree does not keep.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Place<const S: usize> {
    /// The node.
    pub node: u32,
    /// The true seat that sits at each place of the node.
    pub seats: [u8; S],
}

impl<const S: usize> Place<S> {
    /// A place where each seat sits at its own.
    pub fn at(node: u32) -> Self {
        Self { node, seats: std::array::from_fn(narrow) }
    }

    /// A list by true seat as the node sees it.
    pub fn inward<T: Copy>(&self, by_seat: &[T; S]) -> [T; S] {
        self.seats.map(|seat| by_seat[usize::from(seat)])
    }

    /// The place of a true seat at the node.
    pub fn place(&self, seat: usize) -> usize {
        self.seats.iter().position(|&at| usize::from(at) == seat).expect("every seat has a place")
    }
}

impl<const S: usize> Decision<S> {
    /// The number of actions.
    pub fn actions(&self) -> u8 {
        self.actions
    }

    /// Whether the seat is asked.
    pub fn asks(&self, seat: usize) -> bool {
        self.leader[seat] != IDLE
    }

    /// The rows of a seat that is asked, one for each action.
    pub fn rows(&self, seat: usize) -> std::ops::Range<usize> {
        let first = self.row[seat] as usize;
        first..first + usize::from(self.actions)
    }

    /// The seat whose rows it shares.
    pub(super) fn leader(&self, seat: usize) -> usize {
        usize::from(self.leader[seat])
    }

    /// Whether the seat is asked and is the first of its class.
    pub fn leads(&self, seat: usize) -> bool {
        usize::from(self.leader[seat]) == seat
    }

    pub(super) fn branches(&self) -> &[Branch<S>] {
        &self.branches
    }
}

impl<L, const S: usize> Tree<L, S> {
    /// Writes out what can follow the roots. Each comes with the class of each seat: the first seat that nothing
    /// distinguishes from it.
    pub fn grow<const H: usize, G>(game: &G, roots: &[(G::State, [u8; S])]) -> Self
    where
        G: PublicGame<S, H, Leaf = L>,
    {
        let mut tree = Self { nodes: Vec::new(), roots: Vec::new(), rows: 0 };
        for (state, class) in roots {
            let root = tree.add::<H, G>(game, state, class);
            tree.roots.push(root);
        }
        tree
    }

    /// The rows of the table: one for each action of each class at each decision.
    pub fn rows(&self) -> usize {
        self.rows
    }

    /// The number of public states, leaves included.
    pub fn states(&self) -> usize {
        self.nodes.len()
    }

    /// The nodes of the roots, in their order.
    pub fn roots(&self) -> &[u32] {
        &self.roots
    }

    /// A node.
    pub fn node(&self, node: u32) -> &Node<L, S> {
        &self.nodes[node as usize]
    }

    /// All nodes.
    pub fn nodes(&self) -> impl Iterator<Item = &Node<L, S>> {
        self.nodes.iter()
    }

    /// Where the true seats come to by their actions from a decision.
    ///
    /// # Panics
    /// If the node is no decision, or an action is not one of its own.
    pub fn follow(&self, from: &Place<S>, acts: &Joint<S>) -> Place<S> {
        let Node::Decision(decision) = self.node(from.node) else { panic!("a decision was expected") };
        let mut seats = from.seats;
        for leader in (0..S).filter(|&seat| decision.leads(seat)) {
            let places = || (leader..S).filter(|&place| decision.leader[place] == decision.leader[leader]);
            let mut members: Vec<u8> = places().map(|place| seats[place]).collect();
            members.sort_by_key(|&seat| acts[usize::from(seat)]);
            for (place, seat) in places().zip(members) {
                seats[place] = seat;
            }
        }
        let sorted = seats.map(|seat| acts[usize::from(seat)]);
        let at = decision.branches.binary_search_by(|branch| branch.acts.cmp(&sorted));
        let branch = &decision.branches[at.expect("every joint action has a branch")];
        Place { node: branch.node, seats }
    }

    fn add<const H: usize, G>(&mut self, game: &G, state: &G::State, class: &[u8; S]) -> u32
    where
        G: PublicGame<S, H, Leaf = L>,
    {
        match game.turn(state) {
            Turn::Leaf(leaf) => self.push(Node::Leaf(leaf)),
            Turn::Chance(events) => {
                let node = self.push(Node::Chance(Box::default()));
                let after = |event| self.add::<H, G>(game, &game.dealt(state, event), class);
                self.nodes[node as usize] = Node::Chance((0..events).map(after).collect());
                node
            }
            Turn::Decide { seats, actions } => {
                let node = self.push(Node::Chance(Box::default()));
                let mut decision = self.decision(&seats, actions, class);
                decision.branches = orders(&decision)
                    .into_iter()
                    .map(|acts| {
                        let first_row = narrow(self.rows);
                        let next = game.after(state, &acts);
                        let node = self.add::<H, G>(game, &next, &refined(class, &acts));
                        Branch { acts, node, first_row, weight: weights(&decision, &acts) }
                    })
                    .collect();
                self.nodes[node as usize] = Node::Decision(decision);
                node
            }
        }
    }

    /// A decision without its branches.
    fn decision(&mut self, seats: &[bool; S], actions: u8, class: &[u8; S]) -> Decision<S> {
        let (mut leader, mut row) = ([IDLE; S], [0; S]);
        for seat in (0..S).filter(|&seat| seats[seat]) {
            let first = (0..=seat).find(|&other| seats[other] && class[other] == class[seat]);
            let first = first.expect("a seat is of its own class");
            leader[seat] = narrow(first);
            if first == seat {
                row[seat] = narrow(self.rows);
                self.rows += usize::from(actions);
            } else {
                row[seat] = row[first];
            }
        }
        Decision { leader, row, actions, branches: Box::default() }
    }

    fn push(&mut self, node: Node<L, S>) -> u32 {
        self.nodes.push(node);
        narrow(self.nodes.len() - 1)
    }
}

/// The joint actions, those of a class in ascending order, in lexicographic order.
fn orders<const S: usize>(decision: &Decision<S>) -> Vec<Joint<S>> {
    let mut orders = vec![[IDLE; S]];
    for seat in (0..S).filter(|&seat| decision.asks(seat)) {
        let before = (0..seat).rev().find(|&other| decision.leader[other] == decision.leader[seat]);
        let longer = |acts: &Joint<S>| {
            let (acts, least) = (*acts, before.map_or(0, |before| acts[before]));
            (least..decision.actions).map(move |action| {
                let mut acts = acts;
                acts[seat] = action;
                acts
            })
        };
        orders = orders.iter().flat_map(longer).collect();
    }
    orders
}

/// See [`Branch::weight`].
fn weights<const S: usize>(decision: &Decision<S>, acts: &Joint<S>) -> [f32; S] {
    let class = |seat: usize| (0..S).filter(move |&other| decision.leader[other] == decision.leader[seat]);
    let alike = |seat: usize| class(seat).filter(move |&other| acts[other] == acts[seat]);
    let all: f32 = (0..S)
        .filter(|&seat| decision.leads(seat))
        .map(|seat| {
            let groups = class(seat).filter(|&member| alike(member).next() == Some(member));
            groups
                .fold(factorial(class(seat).count()), |ways, member| ways / factorial(alike(member).count()))
        })
        .product();
    std::array::from_fn(|seat| {
        if !decision.asks(seat) {
            all
        } else if alike(seat).next() == Some(seat) {
            all * ratio(alike(seat).count(), class(seat).count())
        } else {
            0.0
        }
    })
}

/// The classes after the seats have acted: who did the same stays together.
fn refined<const S: usize>(class: &[u8; S], acts: &Joint<S>) -> [u8; S] {
    std::array::from_fn(|seat| {
        let same = |&other: &usize| (class[other], acts[other]) == (class[seat], acts[seat]);
        narrow((0..S).find(same).expect("a seat is like itself"))
    })
}

/// The orders of so many seats.
fn factorial(seats: usize) -> f32 {
    (1..=seats).map(|seat| ratio(seat, 1)).product()
}

fn ratio(part: usize, whole: usize) -> f32 {
    let exact = |number: usize| f32::from(narrow::<u16>(number));
    exact(part) / exact(whole)
}

/// A number of seats, nodes or rows in a narrower type.
fn narrow<T: TryFrom<usize>>(number: usize) -> T {
    T::try_from(number).ok().expect("a tree that fits the memory has numbers that fit")
}

#[cfg(test)]
mod tests {
    use super::super::game::{Hands, Joint, PublicGame, Seated, Turn};
    use super::{Node, Place, Tree};

    /// Three seats name one of three numbers at once.
    struct Naming;

    impl PublicGame<3, 1> for Naming {
        type State = Option<Joint<3>>;
        type Leaf = Joint<3>;

        fn turn(&self, state: &Self::State) -> Turn<3, Joint<3>> {
            state.map_or(Turn::Decide { seats: [true; 3], actions: 3 }, Turn::Leaf)
        }

        fn after(&self, _: &Self::State, acts: &Joint<3>) -> Self::State {
            Some(*acts)
        }

        fn dealt(&self, state: &Self::State, _: u8) -> Self::State {
            *state
        }

        fn worth(&self, _: &Joint<3>, _: &Seated<3, 1>) -> Seated<3, 1> {
            [Hands::default(); 3]
        }
    }

    #[test]
    fn orders_of_interchangeable_seats_are_counted_once() {
        let distinct = Tree::grow(&Naming, &[(None, [0, 1, 2])]);
        let alike = Tree::grow(&Naming, &[(None, [0; 3])]);
        assert_eq!((distinct.states(), distinct.rows()), (28, 9));
        assert_eq!((alike.states(), alike.rows()), (11, 3));
        let Node::Decision(decision) = alike.node(0) else { panic!() };
        let of_action = |action: u8| -> f32 {
            let pairs =
                decision.branches.iter().flat_map(|branch| branch.acts.into_iter().zip(branch.weight));
            pairs.filter(|&(act, _)| act == action).map(|(_, weight)| weight).sum()
        };
        for action in 0..3 {
            assert!((of_action(action) - 9.0).abs() < 1e-6, "nine joint actions of the others for {action}");
        }
    }

    #[test]
    fn seats_in_any_order_come_to_the_same_node() {
        let tree = Tree::grow(&Naming, &[(None, [0; 3])]);
        let place = tree.follow(&Place::at(0), &[2, 0, 1]);
        let Node::Leaf(leaf) = tree.node(place.node) else { panic!() };
        assert_eq!((*leaf, place.seats), ([0, 1, 2], [1, 2, 0]));
        assert_eq!(place.inward(&[2, 0, 1]), *leaf);
        assert_eq!(place.place(0), 2);
    }
}
