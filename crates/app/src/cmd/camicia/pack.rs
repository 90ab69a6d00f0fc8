//! What is dealt, as options write it.

use std::ops::Range;

use croupier_solve::camicia::Composition;

/// Reads what J, Q, K and A ask for: `1,2,3,4`.
pub(super) fn penalties(text: &str) -> Result<[u32; 4], String> {
    let numbers: Option<Vec<u32>> = text.split(',').map(|number| number.trim().parse().ok()).collect();
    match numbers.as_deref() {
        Some(&[jack, queen, king, ace]) if [jack, queen, king, ace].iter().all(|&asked| asked <= 4) => {
            Ok([jack, queen, king, ace])
        }
        _ => Err("expected four numbers from 0 to 4: 1,2,3,4".to_owned()),
    }
}

/// Returns the composition in which J, Q, K and A ask for other numbers of cards. Cards that ask for as many are alike,
/// whatever they are called, and a card that asks for none is a number card; so there is always one to print as usual.
pub(super) fn with_penalties(pack: Composition, penalties: [u32; 4]) -> Composition {
    let mut faces = [0; 4];
    for (count, asked) in pack.faces().into_iter().zip(penalties) {
        if asked > 0 {
            faces[asked as usize - 1] += count;
        }
    }
    Composition::new(pack.hands(), faces).expect("no more faces than before")
}

/// Reads a range of units: `1000..2000`.
pub(super) fn range(text: &str) -> Result<Range<u64>, String> {
    let bounds = text.split_once("..").and_then(|(a, b)| Some((a.parse().ok()?, b.parse().ok()?)));
    match bounds {
        Some((start, end)) if start < end => Ok(start..end),
        _ => Err("expected two numbers, the first below the second: 1000..2000".to_owned()),
    }
}

#[cfg(test)]
mod tests {
    use croupier_solve::camicia::Composition;

    use super::{penalties, range, with_penalties};

    #[test]
    fn other_penalties_are_another_composition() {
        let italian = Composition::new([20, 20], [4, 4, 4, 0]).unwrap();
        assert_eq!(with_penalties("20+20+0+4+4+4".parse().unwrap(), penalties("4,1,2,3").unwrap()), italian);
        let alike = with_penalties(Composition::HALF_26, [1, 1, 0, 4]);
        assert_eq!((alike.faces(), alike.numbers()), ([4, 0, 0, 2], 20));
        for text in ["1,2,3", "1,2,3,5", "1,2,3,4,5", "a,b,c,d", ""] {
            assert!(penalties(text).is_err(), "{text}");
        }
    }

    #[test]
    fn ranges_have_a_start_below_their_end() {
        assert_eq!(range("3..7"), Ok(3..7));
        for text in ["", "3", "3..", "..7", "7..3", "3..3", "a..b", "-1..2"] {
            assert!(range(text).is_err(), "{text}");
        }
    }
}
