//! The section `[limits]`.

use std::ops::RangeInclusive;

use crate::config::Section;
use crate::game_kind::GameKind;
use crate::limits::Limits;

const SECOND: u64 = 1_000;
const HOUR: u64 = 3_600 * SECOND;
const KIB: u64 = 1 << 10;
const MIB: u64 = 1 << 20;
const GIB: u64 = 1 << 30;

/// The limits of a contest, whatever its game.
pub(super) struct ContestLimits {
    /// Those of a seat; of a program in a batch game too.
    pub(super) of_seat: Limits,
    /// Processor time of one run of a batch game, in milliseconds.
    pub(super) run_ms: u64,
}

/// Processor time of one run, in milliseconds, if the contest says nothing.
const RUN_MS: u64 = 2 * SECOND;

/// Reads the section; each kind of game has its own keys.
pub(super) fn of_contest(top: &Section<'_>, game: Option<GameKind>) -> ContestLimits {
    let section = top.get("limits");
    match game {
        Some(GameKind::Camicia | GameKind::Rullete) => section
            .and_then(|value| value.section("[limits]", read_batch))
            .unwrap_or(ContestLimits { of_seat: BATCH, run_ms: RUN_MS }),
        Some(GameKind::Blackjack | GameKind::Poker) | None => {
            let of_seat = section.and_then(|value| value.section("[limits]", read)).unwrap_or_default();
            ContestLimits { of_seat, run_ms: RUN_MS }
        }
    }
}

/// The hard limit of an answer, in soft ones, if the contest says nothing.
const HARD_TIMES: u64 = 2;

/// The most strikes that a contest may allow.
const STRIKES_MAX: i64 = 1_000;

/// An answer is a few words: whoever prints 1 MiB is stopped before the time is over.
const BATCH: Limits = Limits { output_bytes: MIB, ..Limits::DEFAULT };

/// Reads the limits of a program that is run once for each test.
fn read_batch(section: &Section<'_>) -> ContestLimits {
    let time = |key, range: RangeInclusive<u64>| section.get(key)?.milliseconds(range);
    let size = |key, range: RangeInclusive<u64>| section.get(key)?.bytes(range);
    ContestLimits {
        run_ms: time("run", 10..=HOUR).unwrap_or(RUN_MS),
        of_seat: Limits {
            memory_bytes: size("memory", 16 * MIB..=1_024 * GIB).unwrap_or(BATCH.memory_bytes),
            output_bytes: size("output", KIB..=GIB).unwrap_or(BATCH.output_bytes),
            log_bytes: size("log", 0..=64 * MIB).unwrap_or(BATCH.log_bytes),
            compile_ms: time("compile", SECOND..=HOUR).unwrap_or(BATCH.compile_ms),
            ..BATCH
        },
    }
}

fn strikes(section: &Section<'_>) -> Option<i64> {
    section.get("strikes")?.integer(0..=STRIKES_MAX, "")
}

/// Reads the limits that are given; the others keep their defaults.
fn read(section: &Section<'_>) -> Limits {
    let default = Limits::default();
    let time = |key, range: RangeInclusive<u64>| section.get(key)?.milliseconds(range);
    let size = |key, range: RangeInclusive<u64>| section.get(key)?.bytes(range);
    let move_ms = time("move", 1..=HOUR).unwrap_or(default.move_ms);
    Limits {
        move_ms,
        hard_ms: time("hard", move_ms..=HARD_TIMES * HOUR).unwrap_or(HARD_TIMES * move_ms),
        strikes: strikes(section)
            .map_or(default.strikes, |strikes| u32::try_from(strikes).expect("at most 1,000")),
        bank_ms: time("bank", 0..=24 * HOUR).unwrap_or(default.bank_ms),
        start_ms: time("start", 1..=HOUR).unwrap_or(default.start_ms),
        memory_bytes: size("memory", 16 * MIB..=1_024 * GIB).unwrap_or(default.memory_bytes),
        line_bytes: size("line", 256..=16 * MIB).unwrap_or(default.line_bytes),
        output_bytes: size("output", KIB..=GIB).unwrap_or(default.output_bytes),
        log_bytes: size("log", 0..=64 * MIB).unwrap_or(default.log_bytes),
        compile_ms: time("compile", SECOND..=HOUR).unwrap_or(default.compile_ms),
    }
}
