//! What is dealt, as options write it.

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

#[cfg(test)]
mod tests {
    use croupier_solve::camicia::Composition;

    use super::parse;

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
