//! Totals of several contestants that hang together: chips go round, so where one has much, others have little.

use std::collections::{BTreeMap, BTreeSet};

use croupier_rules::chance::Stream;

use crate::estimate::{Measured, Noise};

/// What each contestant came to, with the covariances of all.
#[derive(Clone, Debug)]
pub struct Joint {
    totals: Vec<f64>,
    strata: Vec<Stratum>,
    /// The strata of each contestant, by place in `strata`.
    played: Vec<Vec<usize>>,
    covariance: Vec<Vec<f64>>,
}

/// How far the sums of each contestant are from their mean.
type Stratum = BTreeMap<usize, Vec<f64>>;

/// How often ranks are drawn.
const RANK_DRAWS: u32 = 10_000;

/// Degrees of freedom from which Student's t is taken for the normal distribution, when ranks are drawn.
const FREEDOM_MOST: usize = 200;

impl Joint {
    /// So many contestants that have come to nothing yet.
    pub fn new(contestants: usize) -> Self {
        Self {
            totals: vec![0.0; contestants],
            strata: Vec::new(),
            played: vec![Vec::new(); contestants],
            covariance: vec![vec![0.0; contestants]; contestants],
        }
    }

    /// Adds a stratum: for each of some contestants, sums that were drawn under equal conditions, the n-th of one
    /// together with the n-th of any other.
    ///
    /// # Panics
    /// When the contestants have not equally many sums.
    pub fn add(&mut self, sums: &BTreeMap<usize, Vec<f64>>) {
        let count = sums.values().next().map_or(0, Vec::len);
        assert!(sums.values().all(|sums| sums.len() == count), "sums stand beside each other");
        let parts = f64::from(u32::try_from(count).expect("a match has few parts"));
        let mut stratum = Stratum::new();
        for (&place, sums) in sums {
            let total: f64 = sums.iter().sum();
            self.totals[place] += total;
            self.played[place].push(self.strata.len());
            stratum.insert(place, sums.iter().map(|sum| sum - total / parts).collect());
        }
        if count > 1 {
            for (one, off_one) in &stratum {
                for (other, off_other) in &stratum {
                    let products: f64 = off_one.iter().zip(off_other).map(|(a, b)| a * b).sum();
                    self.covariance[*one][*other] += products * parts / (parts - 1.0);
                }
            }
        }
        self.strata.push(stratum);
    }

    /// The total of a contestant; none if nothing tells its noise.
    ///
    /// ```
    /// use croupier_arena::joint::Joint;
    /// let mut joint = Joint::new(2);
    /// joint.add(&[(0, vec![1.0, 3.0]), (1, vec![-1.0, -3.0])].into());
    /// let (one, both) = (joint.total(0).unwrap(), joint.difference(0, 1).unwrap());
    /// assert_eq!((one.mean, one.variance, one.freedom), (4.0, 4.0, 1));
    /// // The two always differ by twice what the first has: four times the variance.
    /// assert_eq!((both.mean, both.variance), (8.0, 16.0));
    /// ```
    pub fn total(&self, place: usize) -> Option<Measured> {
        let mut noise = Noise::default();
        for &stratum in &self.played[place] {
            noise.add(self.strata[stratum][&place].iter().copied());
        }
        noise.of(self.totals[place])
    }

    /// By how much the first has come to more than the second.
    pub fn difference(&self, one: usize, other: usize) -> Option<Measured> {
        self.total(one)?;
        self.total(other)?;
        let mut noise = Noise::default();
        let strata: BTreeSet<usize> =
            [one, other].into_iter().flat_map(|place| &self.played[place]).copied().collect();
        for stratum in strata.into_iter().map(|stratum| &self.strata[stratum]) {
            match (stratum.get(&one), stratum.get(&other)) {
                (Some(one), Some(other)) => noise.add(one.iter().zip(other).map(|(one, other)| one - other)),
                (Some(alone), None) | (None, Some(alone)) => noise.add(alone.iter().copied()),
                (None, None) => {}
            }
        }
        noise.of(self.totals[one] - self.totals[other])
    }

    /// The chance of each rank, from the first, of those contestants whose noise is known: totals are drawn with their
    /// covariances, by Student's t with the fewest degrees of freedom of all. Equal totals share a rank. No variance
    /// is taken for less than that of one game that moves a total by `swing`, since what has come up may have scattered
    /// little by chance; but for those whom `is_exact` says to hold no luck.
    ///
    /// The same on one platform. Last bits of a logarithm, a sine and a cosine are the platform's: on another, a chance
    /// may differ by a draw or two of the 10,000.
    pub fn rank_chances(
        &self,
        mut chance: Stream,
        swing: f64,
        is_exact: impl Fn(usize, Measured) -> bool,
    ) -> BTreeMap<usize, Vec<f64>> {
        let known: Vec<(usize, Measured)> =
            (0..self.totals.len()).filter_map(|place| Some((place, self.total(place)?))).collect();
        let places: Vec<usize> = known.iter().map(|(place, _)| *place).collect();
        let least = |&(place, total): &(usize, Measured)| {
            let due = if is_exact(place, total) { 0.0 } else { swing.powi(2) };
            (due - self.covariance[place][place]).max(0.0)
        };
        let more: Vec<f64> = known.iter().map(least).collect();
        let roots = self.roots(&places, &more);
        let freedom = known.iter().map(|(_, total)| total.freedom).min().unwrap_or(0);
        let mut counts = vec![vec![0_u32; places.len()]; places.len()];
        let mut normals = Normals::new(&mut chance);
        for _ in 0..RANK_DRAWS {
            let scale = normals.scale(freedom);
            let drawn: Vec<f64> = places.iter().map(|_| normals.next() * scale).collect();
            let total = |(row, &place): (&Vec<f64>, &usize)| {
                self.totals[place] + row.iter().zip(&drawn).map(|(root, normal)| root * normal).sum::<f64>()
            };
            let totals: Vec<f64> = roots.iter().zip(&places).map(total).collect();
            for (counts, rank) in counts.iter_mut().zip(ranks(&totals)) {
                counts[rank] += 1;
            }
        }
        let share = |count: u32| f64::from(count) / f64::from(RANK_DRAWS);
        places
            .into_iter()
            .zip(counts)
            .map(|(place, counts)| (place, counts.into_iter().map(share).collect()))
            .collect()
    }

    /// A lower triangle whose product with itself is the covariance of these contestants (Cholesky), each with so much
    /// variance more. What has no noise beyond that of the ones before it has an empty column.
    fn roots(&self, places: &[usize], more: &[f64]) -> Vec<Vec<f64>> {
        let mut roots = vec![vec![0.0; places.len()]; places.len()];
        for column in 0..places.len() {
            let left = |row: usize, roots: &[Vec<f64>]| -> f64 {
                let known: f64 = (0..column).map(|before| roots[row][before] * roots[column][before]).sum();
                let more = if row == column { more[row] } else { 0.0 };
                self.covariance[places[row]][places[column]] + more - known
            };
            let own = self.covariance[places[column]][places[column]] + more[column];
            let pivot = left(column, &roots);
            if pivot <= own * 1e-9 {
                continue;
            }
            let root = pivot.sqrt();
            for row in column..places.len() {
                roots[row][column] = left(row, &roots) / root;
            }
        }
        roots
    }
}

/// The rank of each, from 0: how many have more.
fn ranks(totals: &[f64]) -> Vec<usize> {
    let mut order: Vec<usize> = (0..totals.len()).collect();
    order.sort_by(|&one, &other| totals[other].total_cmp(&totals[one]));
    let mut ranks = vec![0; totals.len()];
    for at in 1..order.len() {
        let is_same = totals[order[at]] >= totals[order[at - 1]];
        ranks[order[at]] = if is_same { ranks[order[at - 1]] } else { at };
    }
    ranks
}

/// Normal numbers, two at a time (Box and Muller).
struct Normals<'a> {
    chance: &'a mut Stream,
    kept: Option<f64>,
}

impl<'a> Normals<'a> {
    fn new(chance: &'a mut Stream) -> Self {
        Self { chance, kept: None }
    }

    fn next(&mut self) -> f64 {
        if let Some(kept) = self.kept.take() {
            return kept;
        }
        let radius = (-2.0 * self.uniform().ln()).sqrt();
        let (sine, cosine) = (std::f64::consts::TAU * self.uniform()).sin_cos();
        self.kept = Some(radius * sine);
        radius * cosine
    }

    /// Above 0 and at most 1.
    #[expect(clippy::cast_precision_loss, reason = "53 bits fit")]
    fn uniform(&mut self) -> f64 {
        ((self.chance.next_u64() >> 11) + 1) as f64 / (1_u64 << 53) as f64
    }

    /// What makes normal numbers those of Student's t.
    fn scale(&mut self, freedom: usize) -> f64 {
        if freedom == 0 || freedom >= FREEDOM_MOST {
            return 1.0;
        }
        let squares: f64 = (0..freedom).map(|_| self.next().powi(2)).sum();
        (f64::from(u32::try_from(freedom).expect("it is below 200")) / squares).sqrt()
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use croupier_rules::chance::{Key, Stream};

    use super::{Joint, Normals};

    fn chance() -> Stream {
        Key::new(1, "ranks").stream(0)
    }

    #[test]
    fn normal_numbers_are_normal() {
        let mut chance = chance();
        let mut normals = Normals::new(&mut chance);
        let drawn: Vec<f64> = (0..100_000).map(|_| normals.next()).collect();
        let moment = |power: i32| drawn.iter().map(|normal| normal.powi(power)).sum::<f64>() / 100_000.0;
        assert!(moment(1).abs() < 0.015 && (moment(2) - 1.0).abs() < 0.02 && (moment(4) - 3.0).abs() < 0.15);
    }

    /// Two in one match: the chance to be first is that of a t with 19 degrees of freedom to be above 0.
    #[test]
    fn the_chance_of_a_rank_is_that_of_the_difference() {
        let mut joint = Joint::new(2);
        let parts: Vec<f64> = (0..20).map(|part| if part % 2 == 0 { 1.0 } else { -0.8 }).collect();
        let other = parts.iter().map(|part| -part).collect();
        joint.add(&BTreeMap::from([(0, parts), (1, other)]));
        let difference = joint.difference(0, 1).unwrap();
        let deviations = difference.mean / difference.variance.sqrt();
        assert!((deviations - 0.4842).abs() < 0.001, "{deviations}");
        let chances = joint.rank_chances(chance(), 0.0, |_, _| false);
        // By a table of Student's t: 0.683.
        assert!((chances[&0][0] - 0.683).abs() < 0.015, "{chances:?}");
        assert!((chances[&0][0] - chances[&1][1]).abs() < 1e-9);
    }

    #[test]
    fn those_without_noise_keep_their_places_and_equal_ones_share_theirs() {
        let mut joint = Joint::new(4);
        let constant = |amount: f64| vec![amount; 20];
        joint.add(&BTreeMap::from([(0, constant(-10.0)), (1, constant(20.0)), (3, constant(-10.0))]));
        let chances = joint.rank_chances(chance(), 0.0, |_, _| false);
        assert_eq!(chances[&1], [1.0, 0.0, 0.0]);
        assert_eq!((&chances[&0], &chances[&3]), (&vec![0.0, 1.0, 0.0], &vec![0.0, 1.0, 0.0]));
        assert_eq!(chances.get(&2), None, "it has not played");
    }

    /// Parts that are alike by chance leave ranks open, unless many games say that they always are.
    #[test]
    fn little_scatter_by_chance_does_not_tell_ranks() {
        let mut joint = Joint::new(2);
        joint.add(&BTreeMap::from([(0, vec![20.0; 3]), (1, vec![-10.0; 3])]));
        let open = joint.rank_chances(chance(), 600.0, |_, _| false);
        assert!((0.4..0.6).contains(&open[&0][0]), "{open:?}");
        let exact = joint.rank_chances(chance(), 600.0, |_, total| total.variance <= 0.0);
        assert_eq!(exact[&0], [1.0, 0.0]);
    }

    /// Two matches, of which one scatters: the difference has the freedom of that one.
    #[test]
    fn a_difference_has_the_freedom_of_what_scatters() {
        let mut joint = Joint::new(3);
        joint.add(&BTreeMap::from([(0, vec![5.0; 20]), (1, vec![-5.0; 20])]));
        joint.add(&BTreeMap::from([(0, vec![1.0, 2.0, 6.0]), (2, vec![-1.0, -2.0, -6.0])]));
        assert_eq!(joint.total(0).unwrap().freedom, 2);
        let difference = joint.difference(0, 1).unwrap();
        assert_eq!((difference.mean, difference.freedom), (209.0, 2));
        assert!((difference.variance - 21.0).abs() < 1e-9);
        assert!(joint.difference(1, 2).is_some_and(|known| known.freedom == 2));
    }

    #[test]
    fn each_has_some_rank() {
        let mut joint = Joint::new(3);
        let mut chance = chance();
        for _ in 0..4 {
            let mut normals = Normals::new(&mut chance);
            let [a, b]: [Vec<f64>; 2] = std::array::from_fn(|_| (0..20).map(|_| normals.next()).collect());
            let c = a.iter().zip(&b).map(|(a, b)| -a - b).collect();
            joint.add(&BTreeMap::from([(0, a), (1, b), (2, c)]));
        }
        for (place, chances) in joint.rank_chances(chance, 0.0, |_, _| false) {
            assert!((chances.iter().sum::<f64>() - 1.0).abs() < 1e-9, "{place}: {chances:?}");
            assert!(chances.iter().all(|&chance| chance > 0.01), "{place}: {chances:?}");
        }
    }
}
