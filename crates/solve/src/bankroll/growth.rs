//! How fast money grows.

/// Growth by exact play and one Kelly, in nats a shoe, by packs.
const MEASURED: [(u32, f64); 2] = [(10, 0.003_88), (20, 0.007_41)];

/// The growth of money by exact play and one Kelly, in nats a shoe: between and beyond the packs that were
/// measured along a straight line.
pub fn nats_per_shoe(packs: u32) -> f64 {
    let after = MEASURED.partition_point(|&(of, _)| of < packs).clamp(1, MEASURED.len() - 1);
    let ((low, below), (high, above)) = (MEASURED[after - 1], MEASURED[after]);
    let along = (f64::from(packs) - f64::from(low)) / f64::from(high - low);
    (below + along * (above - below)).max(1e-6)
}
