//! How much of an evening is still to come.

use std::ops::RangeInclusive;

use super::nats_per_shoe;

/// How far an evening has come, as its player can know it. Nobody tells him how often the cards will be
/// shuffled: in the first evening he goes by the limits of the contest, later by the evenings before.
///
/// ```
/// use croupier_solve::bankroll::Course;
/// let mut course = Course::default();
/// course.start(10);
/// // From 199 to 499 shoes, all alike, the first not begun.
/// assert_eq!(course.shoes_left(520), 349.0);
/// for _ in 0..299 {
///     course.shuffled();
/// }
/// course.start(10);
/// assert_eq!(course.shoes_left(260), 299.5);
/// ```
#[derive(Clone, Debug, Default)]
pub struct Course {
    packs: u32,
    /// The number of the shoe, from 0.
    shoe: u32,
    /// Whether an evening has begun.
    begun: bool,
    /// The shoes of the evenings before, if they all had the same.
    before: Option<u32>,
    /// The evenings before did not have the same.
    differs: bool,
    /// The growth in a shoe at one Kelly, in nats, where it is not that of exact play.
    nats: Option<f64>,
}

/// The shoes of an evening by the limits of the contest, where the opening shuffle counts.
const SHOES: RangeInclusive<u32> = 199..=499;

impl Course {
    /// The course of evenings in which money grows so fast, in nats a shoe at one Kelly.
    pub fn growing(nats: f64) -> Self {
        Self { nats: Some(nats), ..Self::default() }
    }

    /// The evening was ended by the goal: how long it would have been, nobody knows.
    pub fn broken_off(&mut self) {
        self.begun = false;
    }

    /// An evening begins.
    pub fn start(&mut self, packs: u32) {
        if self.begun {
            let shoes = self.shoe + 1;
            self.differs |= self.before.is_some_and(|before| before != shoes);
            self.before = Some(shoes);
        }
        (self.packs, self.shoe, self.begun) = (packs, 0, true);
    }

    /// The cards were shuffled.
    pub fn shuffled(&mut self) {
        self.shoe += 1;
    }

    /// The shoes that are expected to come, the cards left of this one included.
    pub fn shoes_left(&self, cards: u32) -> f64 {
        let here = f64::from(cards) / f64::from(52 * self.packs.max(1));
        let known = self.before.filter(|&before| !self.differs && before > self.shoe);
        let shoes = known.map_or_else(
            || {
                let [least, most] = [*SHOES.start(), *SHOES.end()].map(|shoes| shoes.max(self.shoe + 1));
                f64::from(least + most) / 2.0
            },
            f64::from,
        );
        here + shoes - f64::from(self.shoe + 1)
    }

    /// The growth that is expected to come at one Kelly, in nats.
    pub fn nats_left(&self, cards: u32) -> f64 {
        self.shoes_left(cards) * self.nats.unwrap_or_else(|| nats_per_shoe(self.packs))
    }
}

#[cfg(test)]
mod tests {
    use super::Course;

    fn after(evenings: &[u32]) -> Course {
        let mut course = Course::default();
        for &shoes in evenings {
            course.start(10);
            (1..shoes).for_each(|_| course.shuffled());
        }
        course
    }

    /// The shoes left of an evening whose shoe was just shuffled.
    #[expect(clippy::cast_possible_truncation, reason = "a few hundred shoes")]
    fn whole(course: &Course) -> i32 {
        course.shoes_left(520).round() as i32
    }

    #[test]
    fn evenings_before_that_differ_tell_nothing() {
        let mut course = after(&[250, 300]);
        course.start(10);
        assert_eq!(whole(&course), 349);
    }

    #[test]
    fn an_evening_that_outlasts_those_before_is_guessed_anew() {
        let mut course = after(&[10, 10]);
        course.start(10);
        assert_eq!(whole(&course), 10);
        (0..10).for_each(|_| course.shuffled());
        assert_eq!(whole(&course), 339);
    }

    #[test]
    fn an_evening_that_the_goal_ended_tells_nothing() {
        let mut course = after(&[250, 3]);
        course.broken_off();
        course.start(10);
        assert_eq!(whole(&course), 250);
    }

    #[test]
    fn there_is_always_something_to_come() {
        let mut course = after(&[700]);
        assert!(course.shoes_left(45) > 0.0);
        course.shuffled();
        assert!(course.shoes_left(520) >= 1.0);
    }
}
