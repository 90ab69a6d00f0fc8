//! What of a bot's time was the machine's doing: its processes were ready to run, and no core was free.

use std::time::Duration;

use crate::load::Share;

/// Answers quicker than this are charged as they are: a look at the system costs about as much as ten
/// microseconds of play.
const QUICK: Duration = Duration::from_millis(1);

/// Measures what a bot's answers cost it.
///
/// An answer's time is what the clock on the wall says, less the time that the bot or the referee spent
/// waiting for a core, but no less than the processor time that the bot used: a bot that keeps itself
/// waiting with threads of its own gains nothing by it. Where the system does not tell, the wall decides.
#[derive(Debug)]
pub(super) struct Meter {
    process: u32,
    last: Share,
    /// Time of quick answers since the last look.
    unseen: Duration,
}

impl Meter {
    /// A meter for a process and all that it starts.
    pub(super) fn new(process: u32) -> Self {
        Self { process, last: Share::default(), unseen: Duration::ZERO }
    }

    /// What was used until now belongs to no answer.
    pub(super) fn look(&mut self) {
        self.last = self.share().unwrap_or_default();
        self.unseen = Duration::ZERO;
    }

    /// The time to charge for an answer that took so long by the clock on the wall.
    pub(super) fn charge(&mut self, wall: Duration) -> Duration {
        if wall < QUICK {
            self.unseen += wall;
            return wall;
        }
        let Some(now) = self.share() else { return wall };
        let charged = self.charged(wall, now);
        (self.last, self.unseen) = (now, Duration::ZERO);
        charged
    }

    /// The time to charge so far for an answer that has not come.
    pub(super) fn so_far(&self, wall: Duration) -> Duration {
        self.share().map_or(wall, |now| self.charged(wall, now))
    }

    /// What the bot has had and waited for, and what the referee's thread has waited for.
    fn share(&self) -> Option<Share> {
        let bot = Share::of(self.process)?;
        Some(Share { waited: bot.waited + Share::waited_here(), ..bot })
    }

    fn charged(&self, wall: Duration, now: Share) -> Duration {
        // Processes that have ended are seen no more: the sums may have become less.
        let waited = now.waited.saturating_sub(self.last.waited);
        let ran = now.ran.saturating_sub(self.last.ran).saturating_sub(self.unseen);
        wall.saturating_sub(waited).max(ran).min(wall)
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::Meter;
    use crate::load::Share;

    const fn ms(ms: u64) -> Duration {
        Duration::from_millis(ms)
    }

    fn charged(wall: u64, ran: u64, waited: u64) -> Duration {
        let last = Share { ran: ms(5_000), waited: ms(700) };
        let now = Share { ran: ms(5_000 + ran), waited: ms(700 + waited) };
        Meter { process: 1, last, unseen: Duration::ZERO }.charged(ms(wall), now)
    }

    #[test]
    fn waiting_for_a_core_is_not_charged() {
        assert_eq!(charged(900, 880, 0), ms(900), "a quiet machine");
        assert_eq!(charged(1_800, 890, 900), ms(900), "another process has every second slice");
    }

    #[test]
    fn a_sleeper_is_charged_by_the_clock_on_the_wall() {
        assert_eq!(charged(1_000, 0, 0), ms(1_000));
    }

    #[test]
    fn a_bot_that_keeps_itself_waiting_pays_what_it_runs() {
        assert_eq!(charged(1_000, 990, 3_000), ms(990));
        assert_eq!(charged(1_000, 1_900, 0), ms(1_000), "two cores at once");
    }
}
