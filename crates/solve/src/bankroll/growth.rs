//! How fast money grows.

/// Growth by exact play and one Kelly, in nats a shoe, by packs: of 4,000 shoes each up to 4 packs, and of 1,000
/// beyond, by their estimated edges. The standard errors are 0.5 to 1.4 in a hundred.
const MEASURED: [(u32, f64); 8] = [
    (1, 0.000_087),
    (2, 0.000_650),
    (4, 0.001_66),
    (6, 0.002_48),
    (8, 0.003_26),
    (10, 0.003_94),
    (15, 0.005_59),
    (20, 0.007_07),
];

/// The growth of money by exact play and one Kelly, in nats a shoe: between the packs that were
/// measured along a straight line, beyond them as from an endless shoe.
pub fn nats_per_shoe(packs: u32) -> f64 {
    let after = MEASURED.partition_point(|&(of, _)| of < packs).clamp(1, MEASURED.len() - 1);
    let ((low, below), (high, above)) = (MEASURED[after - 1], MEASURED[after]);
    let along = (f64::from(packs) - f64::from(low)) / f64::from(high - low);
    if packs > high {
        above + BEYOND * f64::from(packs - high)
    } else {
        (below + along * (above - below)).max(1e-6)
    }
}

/// Growth of a pack more beyond those that were measured: 8.86 hands at the edge and the variance of an endless shoe.
const BEYOND: f64 = 0.000_245;

#[cfg(test)]
mod tests {
    use super::nats_per_shoe;
    use crate::bankroll::{Shoes, Style};

    /// A stock of shoes grows as fast as was measured.
    #[test]
    fn a_stock_grows_as_fast_as_was_measured() {
        let growth = Shoes::play(&Style::exact(), 4, 200, 9, 2).unwrap().growth(1.0).unwrap();
        let measured = nats_per_shoe(4);
        assert!(
            (growth.mean - measured).abs() < 4.0 * growth.error,
            "seed 9: {growth:?}, measured {measured}"
        );
        assert!((nats_per_shoe(5) - 0.002_07).abs() < 1e-9);
        assert!(nats_per_shoe(40) > nats_per_shoe(20));
    }
}
