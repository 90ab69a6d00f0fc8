//! Algorithmic poker: scripted deals, the statement's table through its callbacks, fouls and odd chips.
#![expect(clippy::unwrap_used, reason = "a test fails by panicking")]

mod golden;

use std::fmt::Write as _;

use croupier_rules::chips::Chips;
use croupier_rules::game::{Acts, Game, Node, Step};
use croupier_rules::poker::{Action, Choices, Deal, End, News, OddChip, Round, Rules, SEATS, Stage};
use croupier_rules::seat::{Seat, Seats};
use serde_json::Value;

/// What the seats answer: by round, bids and calls by seat. No bid is a foul.
#[derive(Clone, Copy, Debug, Default)]
struct Script {
    cards: [u8; SEATS],
    bids: [[Option<u16>; SEATS]; 2],
    calls: [[Option<bool>; SEATS]; 2],
}

/// The table that statement 003 shows.
const SAMPLE: Script = Script {
    cards: [3, 7, 9],
    bids: [[Some(20), Some(50), Some(65)], [None, Some(65), Some(120)]],
    calls: [[Some(false), Some(true), None], [None, Some(true), None]],
};

impl Script {
    fn answer(&self, rules: &Rules, deal: &Deal, seat: Seat) -> Action {
        let at = |round| usize::from(round == Round::Second);
        match rules.choices(deal, seat) {
            Choices::Bid { round, min, max } => match self.bids[at(round)][seat.index()] {
                Some(bid) if (min..=max).contains(&bid) => Action::Bid(bid),
                _ => Action::Foul,
            },
            Choices::Call { round, .. } => Action::Call(self.calls[at(round)][seat.index()] == Some(true)),
        }
    }

    /// Plays the deal; `visit` sees each state, the step taken there, and the state after.
    fn play(&self, rules: &Rules, mut visit: impl FnMut(&Deal, &Step<Rules>, &Deal)) -> Deal {
        let mut deal = rules.start();
        let mut cards = self.cards.iter();
        loop {
            let step = match rules.node(&deal) {
                Node::Chance => Step::Draw(*cards.next().unwrap()),
                Node::Decide(asked) => {
                    let answer = |seat| (seat, self.answer(rules, &deal, seat));
                    Step::Act(asked.iter().map(answer).collect())
                }
                Node::Over => return deal,
            };
            let before = deal.clone();
            rules.apply(&mut deal, &step).unwrap();
            visit(&before, &step, &deal);
        }
    }

    fn deal(&self) -> Deal {
        self.play(&Rules::default(), |_, _, _| {})
    }
}

fn winnings(rules: &Rules, deal: &Deal) -> Vec<String> {
    rules.net(deal).unwrap().iter().map(Chips::to_string).collect()
}

fn by_seat<T>(list: &Value, read: impl Fn(&Value) -> T) -> [T; SEATS] {
    let items: Vec<T> = list.as_array().unwrap().iter().map(read).collect();
    items.try_into().unwrap_or_else(|_| panic!("{list} has three items"))
}

#[test]
fn every_scripted_deal_comes_out_as_worked_by_hand() {
    let cases: Value = serde_json::from_str(include_str!("testdata/poker/cases.json")).unwrap();
    let cases = cases["cases"].as_array().unwrap();
    assert_eq!(cases.len(), 12);
    for case in cases {
        let id = &case["id"];
        let bid = |bid: &Value| bid.as_u64().map(|bid| u16::try_from(bid).unwrap());
        let script = Script {
            cards: by_seat(&case["cards"], |card| u8::try_from(card.as_u64().unwrap()).unwrap()),
            bids: [by_seat(&case["bet1"], bid), by_seat(&case["bet2"], bid)],
            calls: [by_seat(&case["call1"], Value::as_bool), by_seat(&case["call2"], Value::as_bool)],
        };
        let asked = asked_of(&script);
        let deal = script.deal();
        let Stage::Over(end) = deal.stage() else { panic!("{id} is over") };
        let won = by_seat(&case["winnings"], |amount| amount.as_f64().unwrap().to_string());
        assert_eq!(winnings(&Rules::default(), &deal), won, "{id}");
        assert_eq!(end.to_string(), case["end"], "{id}");
        assert_eq!(deal.stakes(), by_seat(&case["stakes"], |stake| bid(stake).unwrap()), "{id}");
        let live: Seats = by_seat(&case["in_at_end"], |live| live.as_bool().unwrap())
            .into_iter()
            .zip(0..)
            .filter_map(|(live, seat)| live.then_some(Seat(seat)))
            .collect();
        assert_eq!(deal.live(), live, "{id}");
        for (stage, answers) in ["call1", "bet2", "call2"].into_iter().zip(&asked[1..]) {
            let answered: Seats = by_seat(&case[stage], |answer| !answer.is_null())
                .into_iter()
                .zip(0..)
                .filter_map(|(answered, seat)| answered.then_some(Seat(seat)))
                .collect();
            assert_eq!(answered, *answers, "{id}: asked at {stage}");
        }
    }
}

/// Who is asked at bet1, call1, bet2 and call2.
fn asked_of(script: &Script) -> [Seats; 4] {
    let mut asked = [Seats::NONE; 4];
    script.play(&Rules::default(), |before, step, _| {
        let stage = match before.stage() {
            Stage::Bid(Round::First) => 0,
            Stage::Check(Round::First) => 1,
            Stage::Bid(Round::Second) => 2,
            Stage::Check(Round::Second) => 3,
            Stage::Dealing | Stage::Over(_) => return,
        };
        let Step::Act(acts) = step else { panic!("{step:?} at a question") };
        asked[stage] = acts.iter().map(|(seat, _)| *seat).collect();
    });
    asked
}

/// A list as the statement's language prints it.
fn python(items: impl IntoIterator<Item = String>) -> String {
    format!("[{}]", items.into_iter().collect::<Vec<_>>().join(", "))
}

fn truth(yes: bool) -> String {
    if yes { "True" } else { "False" }.into()
}

fn callback(news: &News) -> String {
    match news {
        News::Hand(card) => format!("hand({card})"),
        News::Bets(round, stakes) => {
            format!("bet{round}_info({})", python(stakes.map(|stake| stake.to_string())))
        }
        News::Live(round, live) => {
            let live = Seats::first(SEATS).iter().map(|seat| truth(live.contains(seat)));
            format!("call{round}_info({})", python(live))
        }
        News::Showdown(cards) => {
            let cards = cards.map(|card| card.map_or("None".into(), |card| card.to_string()));
            format!("showdown({})", python(cards))
        }
        News::Result(nets) => format!("result({})", python(nets.iter().map(Chips::to_string))),
    }
}

fn question(choices: Choices, answer: Action) -> String {
    match (choices, answer) {
        (Choices::Bid { round, min, .. }, Action::Bid(bid)) => format!("bet{round}({min}) -> {bid}"),
        (Choices::Call { round, level }, Action::Call(call)) => {
            format!("call{round}({level}) -> {}", truth(call))
        }
        (choices, answer) => panic!("{answer} to {choices}"),
    }
}

/// All that a seat hears and answers in a deal, one callback a line. `name` is asked by the arena.
fn callbacks(script: &Script, seat: Seat) -> Vec<String> {
    let rules = Rules::default();
    let mut lines = Vec::new();
    script.play(&rules, |before, step, after| {
        if let Step::Act(acts) = step
            && let Some((_, answer)) = acts.iter().find(|(acting, _)| *acting == seat)
        {
            lines.push(question(rules.choices(before, seat), *answer));
        }
        rules.news(after, step, seat, &mut |news| lines.push(callback(&news)));
    });
    lines
}

#[test]
fn the_statements_table_through_its_callbacks() {
    let mut text = String::from("statement 003, the table of an example deal, as each seat lives it\n");
    for (seat, name) in Seats::first(SEATS).iter().zip(["Gracz A", "Gracz B", "Gracz C"]) {
        writeln!(text, "\nseat {seat}, {name}\n  name({seat})").unwrap();
        for line in callbacks(&SAMPLE, seat) {
            writeln!(text, "  {line}").unwrap();
        }
    }
    golden::check("poker/table.txt", &text);
}

#[test]
fn a_seat_hears_all_notices_in_every_deal_folded_or_not_and_also_of_skipped_stages() {
    let equal = Script { cards: [2, 5, 8], bids: [[Some(10); 3], [Some(10); 3]], ..Script::default() };
    let last = Script { bids: [[Some(10), Some(20), Some(10)], [None; 3]], ..equal };
    for script in [SAMPLE, equal, last] {
        for seat in Seats::first(SEATS).iter() {
            let heard: Vec<String> = callbacks(&script, seat)
                .iter()
                .filter(|line| !line.contains("->"))
                .map(|line| line.split('(').next().unwrap().to_owned())
                .collect();
            assert_eq!(
                heard,
                ["hand", "bet1_info", "call1_info", "bet2_info", "call2_info", "showdown", "result"],
                "seat {seat} of {script:?}"
            );
        }
    }
}

#[test]
fn a_skipped_stage_repeats_stakes_and_seats() {
    let last = Script { bids: [[Some(10), Some(20), Some(10)], [None; 3]], ..Script::default() };
    assert_eq!(
        callbacks(&last, Seat(0)),
        [
            "hand(0)",
            "bet1(10) -> 10",
            "bet1_info([10, 20, 10])",
            "call1(20) -> False",
            "call1_info([False, True, False])",
            "bet2_info([10, 20, 10])",
            "call2_info([False, True, False])",
            "showdown([None, None, None])",
            "result([-10, 20, -10])",
        ]
    );
}

/// Seats 1 and 2 share 175 after seat 0 has left 15.
const ODD_POT: Script = Script {
    cards: [1, 6, 6],
    bids: [[Some(15), Some(80), Some(80)], [None, Some(80), Some(80)]],
    calls: [[Some(false), None, None], [None; 3]],
};

#[test]
fn an_odd_pot_of_two_winners_halves_exactly() {
    assert_eq!(winnings(&Rules::default(), &ODD_POT.deal()), ["-15", "7.5", "7.5"]);
}

#[test]
fn with_odd_chip_floor_the_odd_chip_is_lost() {
    let rules = Rules { odd_chip: OddChip::Floor, ..Rules::default() };
    assert_eq!(winnings(&rules, &ODD_POT.play(&rules, |_, _, _| {})), ["-15", "7", "7"]);
    let even = Script { bids: [[Some(16), Some(80), Some(80)], ODD_POT.bids[1]], ..ODD_POT };
    assert_eq!(winnings(&rules, &even.play(&rules, |_, _, _| {})), ["-16", "8", "8"]);
}

#[test]
fn cards_are_independent_and_ties_are_possible() {
    let rules = Rules::default();
    let mut deal = rules.start();
    for _ in 0..SEATS {
        assert_eq!(rules.weights(&deal), [1; 10]);
        rules.apply(&mut deal, &Step::Draw(9)).unwrap();
    }
    assert_eq!(deal.cards(), [9; SEATS]);
    assert!(rules.apply(&mut rules.start(), &Step::Draw(10)).is_err());
}

#[test]
fn a_bid_is_a_total_from_10_to_300_and_in_round_2_from_the_level() {
    let rules = Rules::default();
    let mut questions = Vec::new();
    SAMPLE.play(&rules, |before, _, _| {
        if rules.node(before) != Node::Chance {
            questions.push(rules.choices(before, Seat(1)).to_string());
        }
        if before.stage() == Stage::Bid(Round::Second) {
            for (bid, lawful) in [(64, false), (65, true), (300, true), (301, false)] {
                assert_eq!(rules.permits(before, Seat(1), &Action::Bid(bid)).is_ok(), lawful, "{bid}");
            }
        }
    });
    assert_eq!(
        questions,
        [
            "bet1: a whole number from 10 to 300",
            "call1: true to pay up to 65, or false",
            "bet2: a whole number from 65 to 300",
            "call2: true to pay up to 120, or false",
        ]
    );
}

#[test]
fn in_a_check_the_live_seats_below_the_top_are_asked_at_the_same_time() {
    let script = Script {
        bids: [[Some(30), Some(20), Some(30)], [Some(30), Some(40), Some(50)]],
        calls: [[None, Some(true), None], [Some(true), Some(true), None]],
        ..Script::default()
    };
    let set = |seats: &[u8]| seats.iter().copied().map(Seat).collect::<Seats>();
    assert_eq!(asked_of(&script), [set(&[0, 1, 2]), set(&[1]), set(&[0, 1, 2]), set(&[0, 1])]);
}

#[test]
fn equal_bids_need_no_check() {
    let equal = Script { bids: [[Some(50); 3], [Some(60); 3]], ..Script::default() };
    assert_eq!(asked_of(&equal)[1], Seats::NONE);
    assert_eq!(asked_of(&equal)[3], Seats::NONE);
}

#[test]
fn a_fold_costs_what_the_seat_has_bid_so_far_and_the_last_seat_takes_all_unseen() {
    let script = Script {
        cards: [0, 9, 9],
        bids: [[Some(10); 3], [Some(200), Some(150), Some(100)]],
        ..Script::default()
    };
    let deal = script.deal();
    assert_eq!(deal.stage(), Stage::Over(End::Last));
    assert_eq!(winnings(&Rules::default(), &deal), ["250", "-150", "-100"]);
    assert!(callbacks(&script, Seat(1)).contains(&"showdown([None, None, None])".into()));
}

#[test]
fn a_foul_in_a_bid_stage_costs_the_minimum_of_the_stage_and_the_deal() {
    let first = Script { bids: [[Some(9), Some(50), Some(50)], [None, Some(50), Some(50)]], ..SAMPLE };
    let deal = first.deal();
    assert_eq!((deal.stakes()[0], deal.live()), (10, Seats::first(3).without(Seat(0))));
    let second = Script { bids: [[Some(50); 3], [Some(49), Some(60), Some(60)]], ..SAMPLE };
    let deal = second.deal();
    assert_eq!((deal.stakes()[0], deal.live()), (50, Seats::first(3).without(Seat(0))));
}

#[test]
fn a_foul_in_a_check_counts_as_no() {
    let rules = Rules::default();
    let mut forfeits = Vec::new();
    SAMPLE.play(&rules, |before, _, _| match before.stage() {
        Stage::Dealing | Stage::Over(_) => {}
        Stage::Bid(_) | Stage::Check(_) => forfeits.push(rules.forfeit(before, Seat(1)).unwrap()),
    });
    assert_eq!(forfeits, [Action::Foul, Action::Call(false), Action::Foul, Action::Call(false)]);
}

#[test]
fn all_out_by_fouls_is_void_and_two_out_leave_the_stakes_to_the_third() {
    let void = Script::default().deal();
    assert_eq!(void.stage(), Stage::Over(End::Void));
    assert_eq!(winnings(&Rules::default(), &void), ["0", "0", "0"]);
    let one_left = Script { bids: [[Some(25), None, None], [None; 3]], ..Script::default() }.deal();
    assert_eq!(one_left.stage(), Stage::Over(End::Last));
    assert_eq!(winnings(&Rules::default(), &one_left), ["20", "-10", "-10"]);
}

/// In round 2 all live seats may foul: what they stand at goes back.
#[test]
fn all_out_in_round_2_is_void_too() {
    let script = Script { bids: [[Some(30); 3], [None; 3]], ..Script::default() };
    let deal = script.deal();
    assert_eq!(deal.stage(), Stage::Over(End::Void));
    assert_eq!(winnings(&Rules::default(), &deal), ["0", "0", "0"]);
}

#[test]
fn answers_for_others_twice_or_out_of_turn_are_refused() {
    let rules = Rules::default();
    let mut deal = rules.start();
    for card in SAMPLE.cards {
        rules.apply(&mut deal, &Step::Draw(card)).unwrap();
    }
    let bid = |seat| (Seat(seat), Action::Bid(10));
    for acts in [vec![], vec![bid(0), bid(1)], vec![bid(0), bid(1), bid(1)], vec![bid(2), bid(1), bid(0)]] {
        assert!(rules.apply(&mut deal, &Step::Act(Acts::from_iter(acts))).is_err());
    }
    assert!(rules.apply(&mut deal, &Step::Draw(1)).is_err());
    assert!(rules.apply(&mut deal, &Step::Act((0..3).map(bid).collect())).is_ok());
}
