//! Camicia: the cases and records, the round tables of statement 001 row by row, and a naive twin of the engine.

mod golden;
mod splitmix;

use std::collections::{BTreeMap, VecDeque};
use std::fmt::Write as _;

use croupier_rules::camicia::{
    Card, Cycle, Deal, DealError, Options, Outcome, Player, Rounds, StateKey, Status, play,
};
use croupier_rules::card::{CardFault, Rank, Strange};
use serde_json::Value;
use splitmix::SplitMix;

const BY_LEADER: Options = Options { state: StateKey::Leader, max_cards: None };
const BY_DECKS: Options = Options { state: StateKey::Decks, max_cards: None };

fn deal(text: &str) -> Deal {
    text.parse().unwrap_or_else(|error| panic!("{text}: {error}"))
}

fn outcome(text: &str) -> Outcome {
    play(&deal(text), BY_LEADER)
}

fn finished(cards: u64, tricks: u64) -> Outcome {
    Outcome { status: Status::Finished, cards, tricks }
}

fn short(outcome: &Outcome) -> String {
    format!("{} {} {}", outcome.status.name(), outcome.cards, outcome.tricks)
}

fn refusal(text: &str) -> DealError {
    text.parse::<Deal>().expect_err("no deal")
}

fn json(text: &str) -> Value {
    serde_json::from_str(text).expect("the test data is JSON")
}

fn words(tokens: &Value) -> String {
    let tokens = tokens.as_array().expect("a list of tokens");
    tokens.iter().map(|token| token.as_str().expect("a token")).collect::<Vec<_>>().join(" ")
}

#[test]
fn every_case_has_its_outcome_in_every_notation_and_by_both_readings_of_a_repeat() {
    let cases = json(include_str!("testdata/camicia/cases.json"));
    let cases = cases["cases"].as_array().unwrap();
    assert_eq!(cases.len(), 18);
    for case in cases {
        let expected = format!("{} {} {}", case["status"].as_str().unwrap(), case["cards"], case["tricks"]);
        let (a, b) = (words(&case["a"]), words(&case["b"]));
        let (a_short, b_short) = (case["a_short"].as_str().unwrap(), case["b_short"].as_str().unwrap());
        for text in [
            format!("{a} / {b}"),
            format!("{}|{}", a.replace(' ', ","), b.replace(' ', ", ")),
            format!("{} {}", a.replace(' ', ""), b.replace(' ', "")),
            format!("{a_short}/{b_short}"),
        ] {
            let deal = deal(&text);
            assert_eq!(deal.to_string(), format!("{a_short}/{b_short}"), "{}", case["name"]);
            assert_eq!(short(&play(&deal, BY_LEADER)), expected, "{}", case["name"]);
            assert_eq!(short(&play(&deal, BY_DECKS)), expected, "{} by decks", case["name"]);
        }
    }
}

#[test]
fn every_published_record_has_its_counts() {
    let records = json(include_str!("testdata/camicia/records.json"));
    let mut played = 0;
    for list in ["finite_52", "infinite_52", "infinite_40", "finite_40"] {
        for record in records[list].as_array().unwrap() {
            let deal = deal(&format!("{} {}", record["a"].as_str().unwrap(), record["b"].as_str().unwrap()));
            let outcome = play(&deal, BY_LEADER);
            let expected =
                format!("{} {} {}", record["status"].as_str().unwrap(), record["cards"], record["tricks"]);
            assert_eq!(short(&outcome), expected, "{deal}");
            if let Status::Loop(cycle) = outcome.status {
                assert_eq!(record["lead_in_tricks"], cycle.lead_in_tricks, "{deal}");
                assert_eq!(record["cycle_tricks"], cycle.cycle_tricks, "{deal}");
                assert_eq!(record["cycle_cards"], cycle.cycle_cards, "{deal}");
            }
            played += 1;
        }
    }
    assert_eq!(played, 8 + 6 + 40 + 15);
}

/// The round table as text: one row a line, `-` for nothing.
fn table(deal: &Deal) -> String {
    let outcome = play(deal, BY_LEADER);
    let mut rounds = Rounds::new(deal, &outcome);
    let mut table = "statement 001, sample deal\nround | A | B | pile | owed\n".to_owned();
    loop {
        let cards = |cards: &mut dyn Iterator<Item = Card>| {
            let cards: Vec<String> = cards.map(|card| card.to_string()).collect();
            if cards.is_empty() { "-".to_owned() } else { cards.join(" ") }
        };
        let owed = rounds.debt().map_or("-".to_owned(), |debt| format!("{}: {}", debt.player, debt.cards));
        writeln!(
            table,
            "{} | {} | {} | {} | {owed}",
            rounds.round(),
            cards(&mut rounds.hand(Player::A)),
            cards(&mut rounds.hand(Player::B)),
            cards(&mut rounds.pile()),
        )
        .expect("a string takes all text");
        if !rounds.advance() {
            break;
        }
    }
    table + &short(&outcome) + "\n"
}

#[test]
fn first_round_table_of_001_row_by_row() {
    golden::check("camicia/round_table_1.txt", &table(&deal("2 A 7 8 Q 10 / 3 4 5 6 K 9 J")));
}

#[test]
fn second_round_table_of_001_row_by_row() {
    golden::check("camicia/round_table_2.txt", &table(&deal("J 2 3 / 4 J 5")));
}

#[test]
fn the_round_table_counts_what_the_engine_counts() {
    let seed = 0x7ab1e;
    println!("seed {seed}");
    let mut random = SplitMix(seed);
    for _ in 0..300 {
        let deal = random_deal(&mut random, 30);
        for options in [BY_LEADER, Options { max_cards: Some(random.below(60) as u64), ..BY_LEADER }] {
            let outcome = play(&deal, options);
            let mut rounds = Rounds::new(&deal, &outcome);
            while rounds.advance() {}
            assert_eq!((rounds.cards(), rounds.round()), (outcome.cards, outcome.tricks + 1), "{deal}");
        }
    }
}

#[test]
fn decks_alone_call_games_that_end_a_loop_and_the_leader_sets_it_right() {
    for (text, by_leader, by_decks) in [
        ("-J- --J-", "finished 13 3", "loop 7 2"),
        ("Q-- --J-", "finished 14 4", "loop 6 2"),
        ("--J J---", "finished 19 5", "loop 13 4"),
        ("-J-- --J", "finished 20 5", "loop 14 4"),
        ("---J -J-", "finished 21 5", "loop 15 4"),
        ("--J ---J", "finished 22 5", "loop 16 4"),
    ] {
        assert_eq!(short(&play(&deal(text), BY_LEADER)), by_leader, "{text}");
        assert_eq!(short(&play(&deal(text), BY_DECKS)), by_decks, "{text}");
    }
}

#[test]
fn every_card_put_down_counts_also_in_an_unfinished_trick() {
    assert_eq!(outcome("- A / -"), finished(3, 1), "B has no card left to pay with");
    assert_eq!(outcome("- / - - A"), finished(2, 1), "A has no card when his turn comes");
    assert_eq!(outcome("K - / - -"), finished(3, 1), "two of three are paid");
}

/// Field report B 32: the last trick taken exactly on the last card.
#[test]
fn paying_in_full_with_the_last_card_is_a_normal_trick() {
    assert_eq!(outcome("J - / -"), finished(2, 1));
    assert_eq!(
        outcome("Q / - -"),
        finished(3, 1),
        "the collector had no card left: it collects all the same"
    );
    let endless = outcome("J--/-J-");
    assert_eq!(short(&endless), "loop 8 3");
}

/// Field report B 30.
#[test]
fn a_last_court_card_waits_for_the_penalty() {
    assert_eq!(outcome("Q / 2 3 K"), finished(7, 2), "B pays in full; A collects and leads");
    assert_eq!(outcome("Q / K"), finished(2, 1), "both stacks are empty while A owes three");
}

#[test]
fn hands_may_be_unequal_and_have_any_number_of_payment_cards() {
    assert_eq!(outcome(&format!("{}/J", "A".repeat(9))), finished(3, 1));
    assert_eq!(outcome("2/3456789"), finished(2, 1));
}

/// Field report B 32: an empty stack at the start, and one side with number cards only.
#[test]
fn an_empty_hand_at_the_start_is_one_trick_and_no_card() {
    for text in ["/J", "/ -", "J--/", "|2 3", "--- |"] {
        assert_eq!(outcome(text), finished(0, 1), "{text}");
        assert_eq!(play(&deal(text), BY_DECKS), finished(0, 1), "{text}");
    }
    assert_eq!(refusal("/"), DealError::NoCards);
    assert_eq!(refusal(" | "), DealError::NoCards);
    assert_eq!(outcome("---/JQKA"), finished(5, 2));
}

/// Field report B 31: a loop whose start is not the first state.
#[test]
fn a_loop_is_counted_up_to_the_moment_the_repeat_is_seen() {
    let deal = deal("---K---Q-KQAJ-----AAJ--J-- ----------Q----KQ-J-----KA");
    let cycle = Cycle { lead_in_tricks: 4, cycle_tricks: 62, cycle_cards: 440 };
    let endless = Outcome { status: Status::Loop(cycle), cards: 474, tricks: 66 };
    assert_eq!(play(&deal, BY_LEADER), endless);
    assert_eq!(play(&deal, Options { max_cards: Some(474), ..BY_LEADER }), endless);
}

/// Field report B 31: a limit is reported as a limit.
#[test]
fn a_limit_is_reported_as_a_limit_and_only_when_it_is_reached() {
    let endless = deal("---K---Q-KQAJ-----AAJ--J-- ----------Q----KQ-J-----KA");
    let limited = |deal: &Deal, cards| play(deal, Options { max_cards: Some(cards), ..BY_LEADER });
    assert_eq!(short(&limited(&endless, 473)), "limit 473 65");
    assert_eq!(short(&limited(&endless, 0)), "limit 0 0");
    let sample = deal("2A78Q10/3456K9J");
    assert_eq!(short(&limited(&sample, 13)), "finished 13 1");
    assert_eq!(short(&limited(&sample, 12)), "limit 12 0");
}

#[test]
fn thousands_of_cards_are_played_out() {
    let seed = 0x1000;
    println!("seed {seed}");
    let mut random = SplitMix(seed);
    let mut cards = deal(&format!("{}/", "----------JQKA".repeat(300))).hand(Player::A).to_vec();
    random.shuffle(&mut cards);
    let b = cards.split_off(1_700);
    let deal = Deal::new(cards, b).unwrap();
    assert_eq!(deal.len(), 4_200);
    let outcome = play(&deal, BY_LEADER);
    println!("{}", short(&outcome));
    let mut rounds = Rounds::new(&deal, &outcome);
    while rounds.advance() {}
    assert_eq!((rounds.cards(), rounds.round()), (outcome.cards, outcome.tricks + 1));
    assert_eq!(play(&deal, Options { max_cards: Some(5_000), ..BY_LEADER }).cards, 5_000);
}

// Text.

#[test]
fn deals_are_read_compact_or_as_cards_and_written_compact() {
    let sample = deal("2A78Q10/3456K9J");
    for text in [
        "2 A 7 8 Q 10 / 3 4 5 6 K 9 J",
        "2,A,7,8,Q,10|3,4,5,6,K,9,J",
        "2A78Q10 3456K9J",
        " 2a78qT\t3456k9j ",
        "2D AS 7C 8♥ QH 10S / 3c 4c 5c 6c kc 9c jc",
    ] {
        assert_eq!(deal(text), sample, "{text}");
    }
    assert_eq!(sample.to_string(), "-A--Q-/----K-J");
    assert_eq!(deal("- J - / - - J -").to_string(), "-J-/--J-");
    assert_eq!(deal("10/J").hand(Player::A), [Card::of(Rank::Ten)]);
    assert_eq!(deal("10H/J").hand(Player::A), [Card::of(Rank::Ten)]);
    assert_eq!(deal("- -").to_string(), "-/-");
}

#[test]
fn without_a_separator_a_deal_is_exactly_two_words() {
    assert_eq!(refusal("-J-"), DealError::NotTwoHands { found: 1 });
    assert_eq!(refusal("- J -"), DealError::NotTwoHands { found: 3 });
    assert_eq!(refusal("-J-/--J-/"), DealError::Separators { found: 2 });
    assert_eq!(refusal("-|-/-"), DealError::Separators { found: 2 });
}

/// Field report A 11, 12, 13, 18 and 20, in the notation of hands.
#[test]
fn what_is_no_card_is_named_with_its_place() {
    let message = |text| refusal(text).to_string();
    assert_eq!(
        message("-J-/--X-"),
        "hand B, `--X-`, character 3: `X` is no card; expected 2..10, J, Q, K, A, or - for any number card"
    );
    assert!(message("-1-/-").contains("hand A, `-1-`, character 2: `1` is no card"));
    assert!(message("1O/-").contains("character 1: `1` is no card"));
    assert!(message("-J\u{200b}-/-").contains("character 3: U+200B (zero width space)"));
    assert!(message("-\u{408}-/-").contains("character 2: U+0408 (Cyrillic, looks like `J`)"));
    assert!(message("\u{2013}J/-").contains("character 1: U+2013 (not ASCII, looks like `-`)"));
    assert!(message("\u{1f0cf}/-").contains("character 1: U+1F0CF"));
    assert_eq!(
        message("2 A 1O / -"),
        "hand A, card 3: `1O` has a letter in place of a digit: write 10 (or - for any number card)"
    );
    let DealError::Card { player: Player::B, place: 2, error } = refusal("2 / 3 \u{feff}4") else {
        panic!("the second card of B is at fault")
    };
    assert_eq!(error.fault, CardFault::Strange(Strange('\u{feff}')));
    assert!(message("- Joker / -").contains("`Joker` is a joker"));
    assert!(message("-J- - / -").contains("hand A, card 1: `-J-` is not a rank"));
}

// The twin: statement 001 said once more, with strings for decks and every state kept.

fn twin(deal: &Deal, options: Options) -> Outcome {
    let mut decks = Player::BOTH.map(|player| deal.compact(player).chars().collect::<VecDeque<char>>());
    let (mut leader, mut cards, mut tricks) = (0, 0, 0);
    let mut seen: BTreeMap<(String, String, usize), (u64, u64)> = BTreeMap::new();
    if decks.iter().any(VecDeque::is_empty) {
        return finished(0, 1);
    }
    loop {
        let key = match options.state {
            StateKey::Leader => leader,
            StateKey::Decks => 0,
        };
        let state = (decks[0].iter().collect(), decks[1].iter().collect(), key);
        if let Some(&(first_cards, first_tricks)) = seen.get(&state) {
            let cycle = Cycle {
                lead_in_tricks: first_tricks,
                cycle_tricks: tricks - first_tricks,
                cycle_cards: cards - first_cards,
            };
            return Outcome { status: Status::Loop(cycle), cards, tricks };
        }
        seen.insert(state, (cards, tricks));

        let mut pile = Vec::new();
        let mut on_turn = leader;
        let mut to_pay: Option<u32> = None;
        let collector = 'round: loop {
            let payments = to_pay.unwrap_or(1);
            for _ in 0..payments {
                if decks[on_turn].is_empty() {
                    break 'round 1 - on_turn;
                }
                if options.max_cards == Some(cards) {
                    return Outcome { status: Status::Limit, cards, tricks };
                }
                let card = decks[on_turn].pop_front().expect("it is not empty");
                pile.push(card);
                cards += 1;
                if let Some(penalty) = ['J', 'Q', 'K', 'A'].iter().position(|&face| face == card) {
                    to_pay = Some(u32::try_from(penalty).expect("a small number") + 1);
                    on_turn = 1 - on_turn;
                    continue 'round;
                }
            }
            if to_pay.is_some() {
                break 1 - on_turn;
            }
            on_turn = 1 - on_turn;
        };
        decks[collector].extend(pile);
        tricks += 1;
        leader = collector;
        if decks[1 - collector].is_empty() {
            return finished(cards, tricks);
        }
    }
}

fn agrees_with_the_twin(deal: &Deal, limits: &[u64]) {
    for options in [BY_LEADER, BY_DECKS] {
        assert_eq!(play(deal, options), twin(deal, options), "{deal} {options:?}");
        for &max_cards in limits {
            let options = Options { max_cards: Some(max_cards), ..options };
            assert_eq!(play(deal, options), twin(deal, options), "{deal} {options:?}");
        }
    }
}

/// Every sequence of so many cards, number cards all alike.
fn sequences(size: u32) -> impl Iterator<Item = Vec<Card>> {
    let kinds: Vec<Card> = deal("-JQKA/").hand(Player::A).to_vec();
    (0..kinds.len().pow(size)).map(move |number| {
        (0..size).map(|place| kinds[number / kinds.len().pow(place) % kinds.len()]).collect()
    })
}

#[test]
fn the_engine_agrees_with_its_twin_on_all_small_deals() {
    let mut loops = Vec::new();
    for size in 1..=6 {
        for cards in sequences(size) {
            for cut in 0..=cards.len() {
                let deal = Deal::new(cards[..cut].to_vec(), cards[cut..].to_vec()).unwrap();
                let limits: &[u64] = if size <= 4 { &[0, 1, 2, 5, 9, 14] } else { &[] };
                agrees_with_the_twin(&deal, limits);
                if let Status::Loop(_) = play(&deal, BY_LEADER).status {
                    loops.push(deal.to_string());
                }
            }
        }
    }
    assert_eq!(loops, ["J--/-J-", "-J/--J-", "--J-/J-"]);
}

/// All 569,650 deals of two to eight cards whose hands differ by one card at most.
#[test]
fn small_deals_have_17_loops_and_6_on_which_the_readings_differ() {
    let (mut deals, mut loops, mut differ) = (0, 0, 0);
    for size in 2..=8 {
        for cards in sequences(size) {
            let half = cards.len() / 2;
            for cut in half..=cards.len() - half {
                let deal = Deal::new(cards[..cut].to_vec(), cards[cut..].to_vec()).unwrap();
                let (by_leader, by_decks) = (play(&deal, BY_LEADER), play(&deal, BY_DECKS));
                deals += 1;
                loops += usize::from(matches!(by_leader.status, Status::Loop(_)));
                differ += usize::from(by_leader != by_decks);
            }
        }
    }
    assert_eq!((deals, loops, differ), (569_650, 17, 6));
}

fn random_deal(random: &mut SplitMix, cards_max: usize) -> Deal {
    let jacks = 1 + random.below(5);
    let cards: Vec<Card> = (0..2 + random.below(cards_max - 1))
        .map(|_| match random.below(4 + 3 * jacks) {
            0 => Card::of(Rank::Ace),
            1 => Card::of(Rank::King),
            2 => Card::of(Rank::Queen),
            kind if kind < 3 + jacks => Card::of(Rank::Jack),
            _ => Card::ANY_NUMBER,
        })
        .collect();
    let cut = random.below(cards.len() + 1);
    Deal::new(cards[..cut].to_vec(), cards[cut..].to_vec()).expect("two cards or more")
}

#[test]
fn the_engine_agrees_with_its_twin_on_random_deals() {
    let seed = 0xca_31c1a;
    println!("seed {seed}");
    let mut random = SplitMix(seed);
    let mut loops = 0;
    for _ in 0..3_000 {
        let deal = random_deal(&mut random, 16);
        agrees_with_the_twin(&deal, &[0, 5, 14, 40]);
        loops += usize::from(matches!(play(&deal, BY_LEADER).status, Status::Loop(_)));
    }
    for _ in 0..200 {
        agrees_with_the_twin(&random_deal(&mut random, 120), &[100]);
    }
    assert!(loops > 0, "some random deals should be endless");
}
