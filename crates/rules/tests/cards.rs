//! Card text: what is read, what is refused, and how the refusal names the token.

use croupier_rules::card::text::{rank_of_token, tokens};
use croupier_rules::card::{Card, CardFault, Rank, Shown, Strange, Suit};

fn card(token: &str) -> Card {
    token.parse().expect("a card")
}

fn fault(token: &str) -> CardFault {
    let error = token.parse::<Card>().expect_err("no card");
    assert_eq!(error.token, token);
    error.fault
}

fn message(token: &str) -> String {
    token.parse::<Card>().expect_err("no card").to_string()
}

#[test]
fn every_card_reads_its_own_canonical_text_in_any_case() {
    for (index, card) in Card::pack().enumerate() {
        assert_eq!(card.index(), index);
        assert_eq!(card.to_string().parse(), Ok(card));
        assert_eq!(card.to_string().to_lowercase().parse(), Ok(card));
    }
    assert_eq!(Card::pack().count(), 52);
}

/// Field report A 1 and 8.
#[test]
fn a_ten_is_read_as_10_t_or_small_t_and_printed_as_10() {
    let ten = Card::new(Rank::Ten, Suit::Hearts);
    for token in ["10H", "TH", "th", "10h", "Th", "tH"] {
        assert_eq!(card(token), ten, "{token}");
    }
    assert_eq!(["4h", "Js", "Td"].map(|token| card(token).to_string()), ["4H", "JS", "10D"]);
}

/// Field report A 9.
#[test]
fn suit_signs_are_read_black_or_white_with_or_without_selector() {
    for (tokens, suit) in [
        (["6♣", "6♧", "6\u{2663}\u{fe0f}", "6\u{2663}\u{fe0e}"], Suit::Clubs),
        (["6♦", "6♢", "6\u{2666}\u{fe0f}", "6\u{2662}\u{fe0f}"], Suit::Diamonds),
        (["6♥", "6♡", "6\u{2665}\u{fe0f}", "6\u{2661}\u{fe0f}"], Suit::Hearts),
        (["6♠", "6♤", "6\u{2660}\u{fe0f}", "6\u{2664}\u{fe0f}"], Suit::Spades),
    ] {
        for token in tokens {
            assert_eq!(card(token), Card::new(Rank::Six, suit), "{}", token.escape_unicode());
        }
    }
    assert_eq!(card("10♥"), card("10H"));
    assert_eq!(card("t♥"), card("10H"));
}

/// Field report A 11.
#[test]
fn jokers_backs_and_signs_for_a_whole_card_are_refused() {
    for token in ["JK", "Joker", "JOKER", "\u{1f0cf}", "\u{1f0bf}", "\u{1f0df}"] {
        assert_eq!(fault(token), CardFault::Joker, "{token}");
    }
    assert_eq!(fault("\u{1f0a0}"), CardFault::Back);
    assert_eq!(fault("\u{1f0a1}"), CardFault::WholeCardSign);
}

/// Field report A 12.
#[test]
fn a_look_alike_letter_is_named_by_its_code_point() {
    assert_eq!(fault("6\u{441}"), CardFault::Strange(Strange('\u{441}')));
    assert_eq!(message("6\u{441}"), "`6\u{441}` holds U+0441 (Cyrillic, looks like `c`)");
    assert!(message("\u{39a}H").contains("U+039A (Greek, looks like `K`)"));
    assert!(message("\u{ff12}D").contains("U+FF12 (full width, looks like `2`)"));
}

/// Field report A 13.
#[test]
fn an_invisible_character_is_named_by_its_code_point_and_never_skipped() {
    assert_eq!(message("2D\u{200b}"), "`2D<U+200B>` holds U+200B (zero width space)");
    for hidden in ['\u{feff}', '\u{a0}', '\u{200d}', '\u{2060}', '\u{202e}', '\u{0}', '\u{1b}'] {
        for token in [format!("2D{hidden}"), format!("{hidden}2D"), format!("2{hidden}D")] {
            assert_eq!(fault(&token), CardFault::Strange(Strange(hidden)), "{}", token.escape_unicode());
        }
    }
    assert_eq!(fault("6H\u{fe0f}"), CardFault::Strange(Strange('\u{fe0f}')), "a selector needs a suit sign");
    assert_eq!(fault("\u{200b}"), CardFault::Strange(Strange('\u{200b}')));
}

/// Field report A 18.
#[test]
fn cards_are_never_picked_out_of_words() {
    for token in
        ["nothing", "dealt", "ASH", "2DD", "QKH", "2D5D", "", "H", "1H", "11H", "0H", "100H", "2d2", "aSS"]
    {
        assert_eq!(fault(token), CardFault::NotACard, "{token}");
    }
    assert_eq!(fault("10"), CardFault::NoSuit(Rank::Ten));
    assert_eq!(message("q"), "`q` has no suit: expected QC, QD, QH or QS");
}

/// Field report A 19.
#[test]
fn a_suit_before_its_rank_is_refused_with_the_right_spelling() {
    for (token, meant) in
        [("SA", "AS"), ("HK", "KH"), ("D10", "10D"), ("s8", "8S"), ("♠A", "AS"), ("CT", "10C")]
    {
        assert_eq!(fault(token), CardFault::SuitFirst(card(meant)), "{token}");
    }
    assert_eq!(message("D10"), "`D10` has the suit first: write 10D");
}

/// Field report A 20.
#[test]
fn a_letter_in_place_of_a_digit_is_refused_with_the_right_spelling() {
    assert_eq!(message("1OH"), "`1OH` has a letter in place of a digit: write 10H");
    assert_eq!(message("l0H"), "`l0H` has a letter in place of a digit: write 10H");
    assert_eq!(message("IOs"), "`IOs` has a letter in place of a digit: write 10s");
}

#[test]
fn a_suit_may_be_left_out_where_suits_do_not_matter() {
    for (token, rank) in
        [("10", Rank::Ten), ("t", Rank::Ten), ("a", Rank::Ace), ("KH", Rank::King), ("2♠", Rank::Two)]
    {
        assert_eq!(rank_of_token(token), Ok(rank), "{token}");
    }
    assert_eq!(rank_of_token("1").unwrap_err().fault, CardFault::NotARank);
    assert_eq!(rank_of_token("HK").unwrap_err().fault, CardFault::SuitFirst(card("KH")));
    assert_eq!("KH".parse::<Rank>().unwrap_err().fault, CardFault::NotARank);
}

#[test]
fn blanks_and_commas_part_tokens_and_other_spaces_do_not() {
    let split = |text| tokens(text).collect::<Vec<_>>();
    assert_eq!(split(" 2D\t5D, JD,KC  AC\r\n"), ["2D", "5D", "JD", "KC", "AC"]);
    assert_eq!(split(" , \t"), Vec::<&str>::new());
    assert_eq!(split("2D\u{a0}5D \u{200b}"), ["2D\u{a0}5D", "\u{200b}"]);
}

#[test]
fn what_a_message_shows_is_short_and_cannot_steer_the_terminal() {
    assert_eq!(Shown("\u{1b}[2J").to_string(), "`<U+001B>[2J`");
    let shown = Shown(&"x".repeat(1000)).to_string();
    assert_eq!(shown.chars().count(), 43);
    assert!(shown.ends_with("…`"));
}
