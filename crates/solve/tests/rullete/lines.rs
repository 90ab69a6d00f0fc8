//! Lines of text by the fast way against the plain one, on lines of all kinds.

use croupier_rules::card::Card;
use croupier_rules::rullete::{Allowed, Hand, Rule6, value};
use croupier_solve::rullete::{Taken, score_lines};

use super::sample::Sample;

const SEED: u64 = 802;

/// What a line comes to: nothing, a value, or what is said of it.
type Answer = Option<Result<i64, String>>;

/// A line by the plain rules. As the command does, it knows empty lines, `\r\n` and bytes that are no text.
fn plain_answer(line: &[u8], rule6: Rule6) -> Answer {
    let Ok(text) = std::str::from_utf8(line) else { return Some(Err("not UTF-8".to_owned())) };
    let text = text.trim_ascii();
    let hand = (!text.is_empty()).then(|| Hand::parse(text, Allowed::FiveDifferent))?;
    Some(hand.map(|hand| value(&hand, rule6)).map_err(|error| error.to_string()))
}

/// Every line by the plain rules.
fn plainly(text: &[u8], rule6: Rule6) -> Vec<Answer> {
    text.split_inclusive(|&byte| byte == b'\n').map(|line| plain_answer(line, rule6)).collect()
}

/// As many lines as possible by the fast way, each other by the plain rules; and how many went the fast way.
fn fast(mut text: &[u8], rule6: Rule6) -> (Vec<Answer>, u64) {
    let (mut answers, mut taken_lines) = (Vec::new(), 0);
    let mut values = Vec::new();
    while !text.is_empty() {
        values.clear();
        let taken = score_lines(text, rule6, &mut values);
        let before = answers.len();
        let found = std::str::from_utf8(&values).unwrap().lines();
        answers.extend(found.map(|value| Some(Ok(value.parse().unwrap()))));
        assert_eq!((answers.len() - before) as u64, taken.lines);
        taken_lines += taken.lines;
        text = &text[taken.bytes..];
        if let Some(line) = text.split_inclusive(|&byte| byte == b'\n').next() {
            answers.push(plain_answer(line, rule6));
            text = &text[line.len()..];
        }
    }
    (answers, taken_lines)
}

/// A card as somebody may write it.
fn written(card: Card, sample: &mut Sample) -> String {
    let canonical = card.to_string();
    match sample.below(12) {
        0 => canonical.to_lowercase(),
        1 => canonical.replace("10", "T"),
        2 => canonical.replace("10", "t").replace('S', "♠").replace('D', "♦\u{fe0f}"),
        _ => canonical,
    }
}

/// A line as somebody may write it; plain more often than not.
fn line(sample: &mut Sample) -> Vec<u8> {
    let cards: Vec<String> = sample.hand().iter().map(|&card| written(card, sample)).collect();
    let joint = ["  ", ",", ", ", "\t", " \u{a0}"].get(sample.below(40)).copied().unwrap_or(" ");
    let end = ["\r\n", "\r\r\n", " \n", "\n\n", "\r"].get(sample.below(20)).copied().unwrap_or("\n");
    let mut line = (cards.join(joint) + end).into_bytes();
    if sample.below(4) == 0 {
        mutate(&mut line, sample);
    }
    line
}

/// Puts in, takes out or changes up to three bytes.
fn mutate(line: &mut Vec<u8>, sample: &mut Sample) {
    const BYTES: &[u8] = b" \t\r\n,0123456789TJQKAtjqkaCDHScdhsOlXx\0\x80\xd1\xe2\xff";
    for _ in 0..=sample.below(3) {
        let byte = BYTES[sample.below(BYTES.len())];
        let place = sample.below(line.len().max(1));
        match sample.below(4) {
            0 => line.insert(place.min(line.len()), byte),
            1 if !line.is_empty() => drop(line.remove(place)),
            2 if line.len() > 3 => {
                let to = place.min(line.len() - 2);
                line.copy_within(place / 2..place / 2 + 2, to);
            }
            _ if !line.is_empty() => line[place] = byte,
            _ => {}
        }
    }
}

#[test]
fn the_fast_way_answers_as_the_plain_rules_do_or_not_at_all() {
    println!("seed {SEED}");
    let mut sample = Sample::new(SEED);
    let rounds = if croupier_trial::is_long() { 20_000 } else { 1000 };
    let (mut lines, mut fast_lines, mut refused) = (0, 0, 0);
    for round in 0..rounds {
        let text: Vec<u8> = (0..sample.below(60)).flat_map(|_| line(&mut sample)).collect();
        let rule6 = if round % 2 == 0 { Rule6::Takes121 } else { Rule6::Takes112 };
        let (found, taken) = fast(&text, rule6);
        let expected = plainly(&text, rule6);
        assert_eq!(found, expected, "{}", String::from_utf8_lossy(&text));
        lines += expected.len() as u64;
        fast_lines += taken;
        refused += expected.iter().flatten().filter(|answer| answer.is_err()).count();
    }
    println!("{lines} lines, {fast_lines} of them the fast way, {refused} refused");
    assert!(fast_lines > lines / 3 && refused as u64 > lines / 20);
}

#[test]
fn every_card_is_read_in_every_place_with_either_end() {
    let filler: Vec<Card> = ["2C", "3D", "10H", "JS", "KC"].map(|card| card.parse().unwrap()).to_vec();
    for card in Card::pack().filter(|card| !filler.contains(card)) {
        for place in 0..5 {
            let mut cards = filler.clone();
            cards[place] = card;
            let hand = Hand::new(&cards, Allowed::FiveDifferent).unwrap();
            let text = hand.to_string();
            for line in [text.clone() + "\n", text.to_lowercase() + "\r\n", text.replace("10", "T") + "\n"] {
                let mut values = Vec::new();
                let taken = score_lines(line.as_bytes(), Rule6::default(), &mut values);
                assert_eq!((taken.bytes, taken.lines), (line.len(), 1), "{line:?}");
                assert_eq!(values, format!("{}\n", value(&hand, Rule6::default())).into_bytes(), "{line:?}");
            }
        }
    }
}

#[test]
fn what_is_not_plain_is_left_with_all_behind_it() {
    let plain = "2D 5D JD KC AC\n";
    for other in [
        "",
        "2D 5D JD KC AC",
        "2D 5D JD KC AC\r",
        "\n",
        "2D 5D JD KC\n",
        "2D 5D JD KC AC 3C\n",
        "2D 5D JD KC KC\n",
        "2D  5D JD KC AC\n",
        " 2D 5D JD KC AC\n",
        "2D 5D JD KC AC \n",
        "1D 5D JD KC AC\n",
        "11D 5D JD KC AC\n",
        "2D 5D JD KC 1\n",
        "2♦ 5D JD KC AC\n",
        "2D,5D,JD,KC,AC\n",
        "\u{feff}2D 5D JD KC AC\n",
        "0D 5D JD KC AC\n",
    ] {
        let text = plain.repeat(3) + other + if other.ends_with('\n') { plain } else { "" };
        let mut values = Vec::new();
        let taken = score_lines(text.as_bytes(), Rule6::default(), &mut values);
        assert_eq!(taken, Taken { bytes: 3 * plain.len(), lines: 3, has_four_sevens: false }, "{other:?}");
        assert_eq!(values, b"170\n170\n170\n", "{other:?}");
    }
}

#[test]
fn four_sevens_are_told() {
    let three = b"7C 7D 7H 6S 7S\n7C 7D 7H 6S 2D\n7S 7D 7H 7C 2D\n";
    let mut values = Vec::new();
    assert!(!score_lines(&three[15..30], Rule6::Takes112, &mut values).has_four_sevens);
    assert!(score_lines(three, Rule6::Takes112, &mut values).has_four_sevens);
    assert!(values.ends_with(b"\n34\n"), "{values:?}");
}
