//! Choices of places as numbers: the combinatorial number system.

/// Returns in how many ways `count` places of `all` can be chosen; `all` is at most 63.
pub(super) fn choose(all: u32, count: u32) -> u64 {
    if count > all { 0 } else { BINOMIALS[all as usize][count as usize] }
}

/// Returns the number of a choice of places, given as set bits: the sum of C(place, 1), C(place, 2), … from the lowest.
pub(super) fn rank(places: u64) -> u64 {
    let mut left = places;
    let mut rank = 0;
    for count in 1..=places.count_ones() {
        rank += choose(left.trailing_zeros(), count);
        left &= left - 1;
    }
    rank
}

/// Returns the choice of `count` places with this number.
pub(super) fn unrank(mut rank: u64, count: u32) -> u64 {
    let mut places = 0;
    let mut place = 64;
    for count in (1..=count).rev() {
        // The highest place whose number of choices below it is not above the rank.
        loop {
            place -= 1;
            if choose(place, count) <= rank {
                break;
            }
        }
        rank -= choose(place, count);
        places |= 1 << place;
    }
    places
}

/// Pascal's triangle. C(63, 31) is below 2^60.
static BINOMIALS: [[u64; 64]; 64] = {
    let mut rows = [[0; 64]; 64];
    let mut all = 0;
    while all < 64 {
        rows[all][0] = 1;
        let mut count = 1;
        while count <= all {
            rows[all][count] = rows[all - 1][count - 1] + rows[all - 1][count];
            count += 1;
        }
        all += 1;
    }
    rows
};

#[cfg(test)]
mod tests {
    use super::{choose, rank, unrank};

    #[test]
    fn choices_are_numbered_from_0_without_a_gap() {
        assert_eq!(choose(52, 16), 10_363_194_502_115);
        for count in 0..=6 {
            let places = (0_u64..1 << 6).filter(|places| places.count_ones() == count);
            for (number, places) in (0..).zip(places) {
                assert_eq!((rank(places), unrank(number, count)), (number, places));
            }
        }
        let last = choose(63, 31) - 1;
        assert_eq!(rank(unrank(last, 31)), last);
        assert_eq!(unrank(last, 31).leading_zeros(), 1);
    }
}
