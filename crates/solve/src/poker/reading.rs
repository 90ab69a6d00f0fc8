//! Bids that a policy does not know, read as bids that it knows.

use croupier_rules::poker::SEATS;

/// How a bid of round 1 is read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Reading {
    /// As this size of the grid.
    Grid(usize),
    /// As this column's.
    Column(usize),
}

/// How each bid of round 1 is read, by the sizes of the grid and of the columns: one seat at most by a column of its own.
pub(super) fn opened(stakes: &[u16; SEATS], sizes: &[u16], columns: &[u16]) -> [Reading; SEATS] {
    let deviator = deviator(stakes, sizes, &[true; SEATS]);
    let known = read(stakes, sizes, &[true; SEATS], deviator);
    let mut reading = known.map(|size| Reading::Grid(size.unwrap_or(0)));
    if let Some(seat) = deviator {
        let near = |some: &[u16]| nearest(stakes, seat, some, &known, sizes, Order::Kept);
        let off = |size: u16| size.abs_diff(stakes[seat]);
        reading[seat] = match (near(sizes), near(columns)) {
            (Some(size), Some(column)) if off(sizes[size]) < off(columns[column]) => Reading::Grid(size),
            (_, Some(column)) => Reading::Column(column),
            (Some(size), None) => Reading::Grid(size),
            (None, None) => Reading::Grid(nearest_of_all(stakes, seat, sizes, &known)),
        };
    }
    reading
}

/// The seat that is taken to have left the sizes: the greatest bid that is none of them, for all others answer it.
pub(super) fn deviator(stakes: &[u16; SEATS], sizes: &[u16], bids: &[bool; SEATS]) -> Option<usize> {
    let strangers = (0..SEATS).filter(|&seat| bids[seat] && sizes.binary_search(&stakes[seat]).is_err());
    strangers.max_by_key(|&seat| stakes[seat])
}

/// The size that each bid is read as; none for the deviator and for who does not bid. Sizes are themselves; the other bids
/// follow from the least to the greatest, each as the nearest size that keeps the order of all that are read.
pub(super) fn read(
    stakes: &[u16; SEATS],
    sizes: &[u16],
    bids: &[bool; SEATS],
    deviator: Option<usize>,
) -> [Option<usize>; SEATS] {
    let mut known: [Option<usize>; SEATS] =
        std::array::from_fn(|seat| if bids[seat] { sizes.binary_search(&stakes[seat]).ok() } else { None });
    let is_left = |known: &[Option<usize>; SEATS], seat: usize| bids[seat] && known[seat].is_none();
    let mut left: Vec<usize> =
        (0..SEATS).filter(|&seat| is_left(&known, seat) && Some(seat) != deviator).collect();
    left.sort_by_key(|&seat| stakes[seat]);
    for seat in left {
        known[seat] = Some(nearest_of_all(stakes, seat, sizes, &known));
    }
    known
}

/// How a bid that is read as a size must stand to the others.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Order {
    /// Above whom it is above, equal to whom it is equal to.
    Kept,
    /// Not the other way round.
    NotReversed,
    /// Anyhow.
    Any,
}

/// The nearest size that keeps the order, or at least does not reverse it.
fn nearest_of_all(
    stakes: &[u16; SEATS],
    seat: usize,
    sizes: &[u16],
    known: &[Option<usize>; SEATS],
) -> usize {
    let near = |order| nearest(stakes, seat, sizes, known, sizes, order);
    let is_far = |&at: &usize| sizes[at].abs_diff(stakes[seat]) > stakes[seat] / 2;
    // A small raise is rather no raise than a great one.
    let kept = near(Order::Kept).filter(|at| !is_far(at));
    kept.or_else(|| near(Order::NotReversed)).or_else(|| near(Order::Any)).unwrap_or(0)
}

/// The nearest of some sizes that stands so to what the others are read as, numbers of the grid's sizes.
fn nearest(
    stakes: &[u16; SEATS],
    seat: usize,
    sizes: &[u16],
    known: &[Option<usize>; SEATS],
    grid: &[u16],
    order: Order,
) -> Option<usize> {
    let fits = |size: u16| {
        known.iter().enumerate().filter_map(|(other, &at)| Some((other, at?))).all(|(other, at)| {
            let (true_order, seen) = (stakes[seat].cmp(&stakes[other]), size.cmp(&grid[at]));
            match order {
                Order::Kept => seen == true_order,
                Order::NotReversed => seen.is_eq() || seen == true_order,
                Order::Any => true,
            }
        })
    };
    (0..sizes.len()).filter(|&at| fits(sizes[at])).min_by_key(|&at| sizes[at].abs_diff(stakes[seat]))
}
