//! The table of a contest: who is first, by what, and what went wrong with whom.

use croupier_rules::chips::Chips;
use croupier_rules::verdict::Verdict;
use serde::Serialize;

use crate::estimate::Estimate;
use crate::sandbox::Layer;

/// One line of the table.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Row {
    /// From 1; equal scores share a rank.
    pub rank: usize,
    /// The contestant.
    pub name: String,
    /// What ranks: the sum of chips in poker, the sum of marks in blackjack.
    pub score: Chips,
    /// The lower end of the score's 95 % interval: where it lies in the long run, at these tables for so many
    /// deals. Poker takes the luck of the cards out of it, so the score itself may lie outside.
    pub low: Option<f64>,
    /// Its upper end.
    pub high: Option<f64>,
    /// Matches played.
    pub matches: u32,
    /// Answers that were faults.
    pub fouls: u32,
    /// The verdict of the first match, in the order of the schedule, that did not go well.
    pub verdict: Verdict,
    /// Deals in which it was asked no more.
    pub absent: u32,
    /// What decided that verdict, in a sentence.
    pub reason: Option<String>,
    /// What the bot ran in.
    pub runtime: String,
    /// What held its process; `None`: it had none.
    pub sandbox: Option<Layer>,
    /// Poker: chips a deal. Blackjack: growth of the money in an evening, in nats.
    pub mean: Option<Estimate>,
    /// Blackjack: mark and growth without the luck of the cards.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub luckless: Option<LucklessRow>,
    /// Poker: interval and mean as the cards fell; those above are without their luck.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub raw: Option<RawRow>,
    /// Poker: the chance that each rank, from the first, is the contestant's in the long run at these tables.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub ranks: Option<Vec<f64>>,
}

/// What a contestant of poker has come to, the luck of the cards included.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct RawRow {
    /// The lower end of the score's 95 % interval.
    pub low: f64,
    /// The upper end.
    pub high: f64,
    /// Chips a deal.
    pub mean: Estimate,
}

/// What a contestant of blackjack would have come to without the luck of the cards.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct LucklessRow {
    /// The sum of the marks that were to be expected, had the mean luck of its evenings and of the committee's been
    /// none.
    pub mark: f64,
    /// The lower end of its 95 % interval.
    pub low: f64,
    /// The upper end.
    pub high: f64,
    /// Growth of the money in an evening, in nats; none if an evening left nothing.
    pub growth: Option<Estimate>,
}

/// What a contestant brought home from one match.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Share {
    /// What it adds to the score.
    pub score: Chips,
    /// Faults.
    pub fouls: u32,
    /// Deals in which it was asked no more.
    pub absent: u32,
    /// The verdict.
    pub verdict: Verdict,
    /// What decided it.
    pub reason: Option<String>,
}

/// A contestant with its shares, in the order of the schedule.
#[derive(Clone, Debug, PartialEq)]
pub struct Tally {
    /// Its name.
    pub name: String,
    /// What it ran in.
    pub runtime: String,
    /// What held its process; `None`: it had none.
    pub sandbox: Option<Layer>,
    /// Why it was not seated at all, if it was not.
    pub unseated: Option<(Verdict, String)>,
    /// What it brought home.
    pub shares: Vec<Share>,
    /// The 95 % interval of the sum of its scores.
    pub interval: Option<(f64, f64)>,
    /// See [`Row::mean`].
    pub mean: Option<Estimate>,
    /// See [`Row::luckless`].
    pub luckless: Option<LucklessRow>,
    /// See [`Row::raw`].
    pub raw: Option<RawRow>,
    /// See [`Row::ranks`].
    pub ranks: Option<Vec<f64>>,
}

/// Ranks the contestants: the highest score first, equal scores by name.
pub fn rank(tallies: &[Tally]) -> Vec<Row> {
    let mut rows: Vec<Row> = tallies.iter().map(row).collect();
    rows.sort_by(|a, b| b.score.cmp(&a.score).then_with(|| a.name.cmp(&b.name)));
    for index in 0..rows.len() {
        let same = index > 0 && rows[index].score == rows[index - 1].score;
        rows[index].rank = if same { rows[index - 1].rank } else { index + 1 };
    }
    rows
}

fn row(tally: &Tally) -> Row {
    let bad = tally.shares.iter().find(|share| share.verdict != Verdict::Ok);
    let (verdict, reason) = match (&tally.unseated, bad) {
        (Some((verdict, reason)), _) => (*verdict, Some(reason.clone())),
        (None, Some(share)) => (share.verdict, share.reason.clone()),
        (None, None) => (Verdict::Ok, None),
    };
    let score = tally.shares.iter().map(|share| share.score).sum();
    Row {
        rank: 0,
        name: tally.name.clone(),
        score,
        low: tally.interval.map(|(low, _)| low),
        high: tally.interval.map(|(_, high)| high),
        matches: u32::try_from(tally.shares.len()).expect("a schedule has fewer than 2^32 matches"),
        fouls: tally.shares.iter().map(|share| share.fouls).sum(),
        verdict,
        absent: tally.shares.iter().map(|share| share.absent).sum(),
        reason,
        runtime: tally.runtime.clone(),
        sandbox: tally.sandbox,
        mean: tally.mean,
        luckless: tally.luckless,
        raw: tally.raw,
        ranks: tally.ranks.clone(),
    }
}

#[cfg(test)]
mod tests {
    use croupier_rules::chips::Chips;
    use croupier_rules::verdict::Verdict;

    use super::{Share, Tally, rank};

    fn tally(name: &str, scores: &[i64]) -> Tally {
        let share = |&score| Share { score: Chips::whole(score), ..Share::default() };
        Tally {
            name: name.into(),
            runtime: "house".into(),
            sandbox: None,
            unseated: None,
            shares: scores.iter().map(share).collect(),
            interval: None,
            mean: None,
            luckless: None,
            raw: None,
            ranks: None,
        }
    }

    #[test]
    fn equal_scores_share_a_rank() {
        let rows = rank(&[tally("c", &[5]), tally("b", &[2, 3]), tally("d", &[-1]), tally("a", &[9])]);
        let ranks: Vec<_> = rows.iter().map(|row| (row.rank, row.name.as_str())).collect();
        assert_eq!(ranks, [(1, "a"), (2, "b"), (2, "c"), (4, "d")]);
    }

    #[test]
    fn the_first_bad_match_gives_the_verdict() {
        let mut late = tally("late", &[1, 2, 3]);
        late.shares[1].verdict = Verdict::Late;
        late.shares[1].reason = Some("asleep".into());
        late.shares[2].verdict = Verdict::Crashed;
        let rows = rank(&[late]);
        assert_eq!((rows[0].verdict, rows[0].reason.as_deref()), (Verdict::Late, Some("asleep")));
    }
}
