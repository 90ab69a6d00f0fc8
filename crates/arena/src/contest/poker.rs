//! The section `[rules]` of a poker contest.

use croupier_rules::poker::{OddChip, Rules};
use serde::ser::SerializeStruct;
use serde::{Deserialize, Serialize, Serializer};

use crate::compat::Compat;
use crate::config::{Section, Value};
use crate::dealing::Dealing;

/// Rules of a poker contest, with the statement's values by default.
///
/// ```toml
/// [rules]
/// odd_chip = "exact"        # or "floor": the odd chip of a halved pot is lost
/// min_bid = 10              # 1 to 65535
/// max_bid = 300             # min_bid to 65535
/// deals = 1000              # deals of a match, 1 to 1000000
/// seatings = "fixed"        # or "all": each triple plays in all six orders
/// schedule = "all"          # every triple, or { per_bot = 500 } for large fields
/// dealing = "random"        # or "common": the same cards in all matches; "stratified": each 1000 deals are
///                           # all triples of cards, in random order
/// rounds = 1                # how often the schedule is played, each time with other cards: 1 to 1000
/// stop = "never"            # or "decided": no further round once the order is decided at 95 %; { decided = 99 }
/// compat = "first"          # or "strict"; left out: by the kind of the entrant
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct PokerContest {
    /// The rules of one deal.
    #[serde(serialize_with = "deal_rules")]
    pub rules: Rules,
    /// Deals of a match.
    pub deals: u32,
    /// In which orders three bots sit down.
    pub seatings: Seatings,
    /// Which triples play.
    pub schedule: Schedule,
    /// How cards follow from the seed.
    #[serde(skip_serializing_if = "Dealing::is_usual")]
    pub dealing: Dealing,
    /// How often the schedule is played.
    #[serde(skip_serializing_if = "is_one")]
    pub rounds: u32,
    /// Whether the contest may end before its last round.
    #[serde(skip_serializing_if = "Ending::is_never")]
    pub stop: Ending,
    /// How all bots' answers are read; `None` leaves it to the entrant and its kind (ruling 27).
    pub compat: Option<Compat>,
}

/// In which orders three bots sit down (ruling 28).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Seatings {
    /// One match a triple, in the order of the entrants.
    #[default]
    Fixed,
    /// Six matches a triple, one for each order.
    All,
}

/// Which triples play (ruling 28).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Schedule {
    /// Every triple.
    #[default]
    All,
    /// So many triples that each bot plays in at least this number, as evenly as can be.
    PerBot(u32),
}

/// Whether a contest ends before its last round.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Ending {
    /// All rounds are played.
    #[default]
    Never,
    /// No further round is played once the order is decided, with this confidence in per cent.
    Decided(u8),
}

impl Ending {
    fn is_never(&self) -> bool {
        *self == Self::Never
    }
}

/// The confidence that the order is decided with, in per cent, if the contest says none.
const CONFIDENCE: u8 = 95;

/// The most rounds of a contest.
const ROUNDS_MAX: i64 = 1_000;

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde passes fields by reference")]
fn is_one(count: &u32) -> bool {
    *count == 1
}

/// The greatest number of deals in a match, and of matches of a bot.
const COUNT_MAX: i64 = 1_000_000;

impl Default for PokerContest {
    fn default() -> Self {
        Self {
            rules: Rules::default(),
            deals: 1_000,
            seatings: Seatings::default(),
            schedule: Schedule::default(),
            dealing: Dealing::default(),
            rounds: 1,
            stop: Ending::default(),
            compat: None,
        }
    }
}

/// Reads `[rules]`, which may be missing.
pub(super) fn read(rules: Option<Value<'_>>) -> PokerContest {
    rules.and_then(|value| value.section("[rules]", read_section)).unwrap_or_default()
}

fn read_section(section: &Section<'_>) -> PokerContest {
    let default = PokerContest::default();
    let odd_chip = section
        .get("odd_chip")
        .and_then(|value| value.choice(&[("exact", OddChip::Exact), ("floor", OddChip::Floor)]));
    let min_bid = section.get("min_bid").and_then(|value| bid(&value)).unwrap_or(default.rules.min_bid);
    let max_bid = section.get("max_bid").and_then(|value| bid(&value)).unwrap_or(default.rules.max_bid);
    if min_bid > max_bid {
        section.report(&format!(
            "[rules]: expected a min_bid of at most max_bid, found {min_bid} and {max_bid}"
        ));
    }
    let deals = section.get("deals").and_then(|value| count(&value));
    let seatings = section
        .get("seatings")
        .and_then(|value| value.choice(&[("fixed", Seatings::Fixed), ("all", Seatings::All)]));
    let schedule = section.get("schedule").and_then(|value| schedule(&value));
    let dealing = section.get("dealing").and_then(|value| value.choice(&Dealing::NAMES)).unwrap_or_default();
    if dealing == Dealing::Common && seatings != Some(Seatings::All) {
        section.report(
            "[rules]: dealing = \"common\" goes with seatings = \"all\": in one order of seats some would have \
             the cards of the same seat in all their matches",
        );
    }
    let rounds = section.get("rounds").and_then(|value| value.integer(1..=ROUNDS_MAX, "")).unwrap_or(1);
    let rounds = u32::try_from(rounds).expect("there are at most a thousand rounds");
    let stop = section.get("stop").and_then(|value| ending(&value)).unwrap_or_default();
    if stop != Ending::Never && rounds == 1 {
        section.report("[rules]: stop goes with rounds of 2 or more: it is looked at after each of them");
    }
    let compat = section.get("compat").and_then(|value| value.choice(&Compat::NAMES));
    PokerContest {
        rules: Rules { min_bid, max_bid, odd_chip: odd_chip.unwrap_or_default() },
        deals: deals.unwrap_or(default.deals),
        seatings: seatings.unwrap_or_default(),
        schedule: schedule.unwrap_or_default(),
        dealing,
        rounds,
        stop,
        compat,
    }
}

fn bid(value: &Value<'_>) -> Option<u16> {
    let chips = value.integer(1..=i64::from(u16::MAX), "")?;
    Some(u16::try_from(chips).expect("the range of a bid is that of u16"))
}

fn count(value: &Value<'_>) -> Option<u32> {
    let count = value.integer(1..=COUNT_MAX, "")?;
    Some(u32::try_from(count).expect("a count is at most a million"))
}

fn schedule(value: &Value<'_>) -> Option<Schedule> {
    if value.is_table() {
        let per_bot = |section: &Section<'_>| {
            section.required("per_bot", "the number of matches of each bot").and_then(|value| count(&value))
        };
        return value.section("schedule", per_bot).flatten().map(Schedule::PerBot);
    }
    if value.is_string("all") {
        return Some(Schedule::All);
    }
    value.expected("\"all\" or { per_bot = 500 }");
    None
}

fn ending(value: &Value<'_>) -> Option<Ending> {
    if value.is_table() {
        let percent = |section: &Section<'_>| {
            let value = section.required("decided", "the confidence in per cent")?;
            let percent = value.integer(50..=99, " (per cent)")?;
            Some(Ending::Decided(u8::try_from(percent).expect("per cent are at most 99")))
        };
        return value.section("stop", percent).flatten();
    }
    for (word, ending) in [("never", Ending::Never), ("decided", Ending::Decided(CONFIDENCE))] {
        if value.is_string(word) {
            return Some(ending);
        }
    }
    value.expected("\"never\", \"decided\" or { decided = 99 }");
    None
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde passes fields by reference")]
fn deal_rules<S: Serializer>(rules: &Rules, serializer: S) -> Result<S::Ok, S::Error> {
    let mut fields = serializer.serialize_struct("Rules", 3)?;
    fields.serialize_field("min_bid", &rules.min_bid)?;
    fields.serialize_field("max_bid", &rules.max_bid)?;
    let odd_chip = match rules.odd_chip {
        OddChip::Exact => "exact",
        OddChip::Floor => "floor",
    };
    fields.serialize_field("odd_chip", odd_chip)?;
    fields.end()
}
