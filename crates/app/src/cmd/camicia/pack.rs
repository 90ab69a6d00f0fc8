//! What is dealt, as options write it.

use std::ops::Range;

use croupier_solve::camicia::{Composition, CompositionError};

/// Reads `52`, `40`, `26`, or the cards of A and B and the numbers of J, Q, K and A: `13+13+2+2+2+2`.
pub(super) fn parse(text: &str) -> Result<Composition, String> {
    match text {
        "52" => return Ok(Composition::PACK_52),
        "40" => return Ok(Composition::ITALIAN_40),
        "26" => return Ok(Composition::HALF_26),
        _ => {}
    }
    let numbers: Option<Vec<u32>> = text.split('+').map(|number| number.trim().parse().ok()).collect();
    match numbers.as_deref() {
        Some(&[a, b, jacks, queens, kings, aces]) => Composition::new([a, b], [jacks, queens, kings, aces])
            .map_err(|error: CompositionError| error.to_string()),
        _ => Err("expected 52, 40, 26, or six numbers: cards of A and B, then J, Q, K and A: 13+13+2+2+2+2"
            .to_owned()),
    }
}

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

    use super::{parse, penalties, range, with_penalties};

    #[test]
    fn other_penalties_are_another_composition() {
        let italian = Composition::new([20, 20], [4, 4, 4, 0]).unwrap();
        assert_eq!(with_penalties(parse("20+20+0+4+4+4").unwrap(), penalties("4,1,2,3").unwrap()), italian);
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

    #[test]
    fn packs_are_read_by_their_names_and_by_numbers() {
        assert_eq!(parse("13+13+2+2+2+2"), Ok(Composition::HALF_26));
        for pack in [Composition::PACK_52, Composition::ITALIAN_40, Composition::HALF_26] {
            assert_eq!(parse(&pack.to_string()), Ok(pack));
        }
        for text in ["", "53", "13+13", "1+1+1+1+1+1", "40+40+0+0+0+0", "a+b+c+d+e+f"] {
            assert!(parse(text).is_err(), "{text}");
        }
    }
}
