//! What of a bot's time was the machine's doing: its processes were ready to run, and no core was free.

use std::time::Duration;

use crate::load::{self, Share, Spell};

/// Answers quicker than this are charged as they are: a look at the system costs about as much as ten
/// microseconds of play.
const QUICK: Duration = Duration::from_millis(1);

/// Measures what a bot's answers cost it.
///
/// An answer's time is what the clock on the wall says, less the time that others kept the bot or the referee
/// waiting for a core. A bot gains nothing by threads or processes of its own that keep its answer waiting: for
/// these it waited as long as they ran, and that is not given back. Where the system does not tell, the wall
/// decides.
#[derive(Debug)]
pub(super) struct Meter {
    process: u32,
    last: Look,
    /// Time of quick answers since the last look.
    unseen: Duration,
}

/// What the system tells at one moment.
#[derive(Debug, Default)]
struct Look {
    /// Of the bot.
    share: Share,
    /// What the referee's thread has waited for a core.
    referee: Duration,
}

impl Meter {
    /// A meter for a process and all that it starts.
    pub(super) fn new(process: u32) -> Self {
        Self { process, last: Look::default(), unseen: Duration::ZERO }
    }

    /// What was used until now belongs to no answer.
    pub(super) fn look(&mut self) {
        self.last = self.now().unwrap_or_default();
        self.unseen = Duration::ZERO;
    }

    /// The time to charge for an answer that took so long by the clock on the wall.
    pub(super) fn charge(&mut self, wall: Duration) -> Duration {
        if wall < QUICK {
            self.unseen += wall;
            return wall;
        }
        let Some(now) = self.now() else { return wall };
        let charged = self.charged(wall, &now);
        (self.last, self.unseen) = (now, Duration::ZERO);
        charged
    }

    /// The time to charge so far for an answer that has not come.
    pub(super) fn so_far(&self, wall: Duration) -> Duration {
        self.now().map_or(wall, |now| self.charged(wall, &now))
    }

    fn now(&self) -> Option<Look> {
        Some(Look { share: Share::of(self.process)?, referee: load::waited_here() })
    }

    fn charged(&self, wall: Duration, now: &Look) -> Duration {
        let spell = now.share.since(&self.last.share);
        charged(wall, spell, now.referee.saturating_sub(self.last.referee), self.unseen)
    }
}

/// What of an answer's time is charged: `referee` is what the referee waited for a core, `unseen` what quick
/// answers took that are charged already.
fn charged(wall: Duration, spell: Spell, referee: Duration, unseen: Duration) -> Duration {
    let by_others = (spell.ready + referee).saturating_sub(spell.ran);
    wall.saturating_sub(by_others).max(spell.ran.saturating_sub(unseen)).min(wall)
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::charged;
    use crate::load::Spell;

    const fn ms(ms: u64) -> Duration {
        Duration::from_millis(ms)
    }

    /// The charge for an answer of a bot of one thread.
    fn alone(wall: u64, ran: u64, waited: u64) -> Duration {
        of_many(wall, ran, ran + waited)
    }

    /// The charge where the longest thread was ready for so long.
    fn of_many(wall: u64, ran: u64, ready: u64) -> Duration {
        charged(ms(wall), Spell { ran: ms(ran), ready: ms(ready) }, Duration::ZERO, Duration::ZERO)
    }

    #[test]
    fn waiting_for_a_core_is_not_charged() {
        assert_eq!(alone(900, 880, 0), ms(900), "a quiet machine");
        assert_eq!(alone(1_800, 890, 900), ms(900), "another process has every second slice");
        let late = charged(ms(1_000), Spell { ran: ms(300), ready: ms(300) }, ms(700), Duration::ZERO);
        assert_eq!(late, ms(300), "the referee had to wait");
    }

    #[test]
    fn a_sleeper_is_charged_by_the_clock_on_the_wall() {
        assert_eq!(alone(1_000, 0, 0), ms(1_000));
    }

    #[test]
    fn a_bot_that_keeps_itself_waiting_pays_for_it() {
        assert_eq!(of_many(1_000, 990, 1_000), ms(990), "threads that all want the core");
        assert_eq!(of_many(1_000, 1_900, 1_000), ms(1_000), "two cores at once");
        // Thirty threads want the core for half of the time, and nobody does in the other half.
        assert_eq!(of_many(1_000, 500, 500), ms(1_000));
        // The same on a machine that gives every second slice to another.
        assert_eq!(of_many(2_000, 500, 1_000), ms(1_500));
    }

    #[test]
    fn quick_answers_are_not_charged_twice() {
        let spell = Spell { ran: ms(900), ready: ms(1_200) };
        assert_eq!(charged(ms(700), spell, Duration::ZERO, ms(400)), ms(500));
    }
}
