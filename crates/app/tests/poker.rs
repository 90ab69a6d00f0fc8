//! `croupier poker settle`: what scripted deals come to, and what is said about bad ones.

#[expect(dead_code, reason = "tests of other verbs use the rest")]
mod croupier;

use croupier::{croupier, text};

/// The worked deal of statement 003, and one that a fold ends.
const DEALS: &str = r#"{"cards":[3,7,9],"bet1":[20,50,65],"call1":[false,true,null],"bet2":[null,65,120],"call2":[null,true,null]}
{"cards":[3,7,9],"bet1":[20,20,65],"call1":[false,false,null]}
"#;

#[test]
fn deals_are_settled_line_by_line() {
    let run = croupier(["poker", "settle"]).write_stdin(DEALS).assert().success();
    run.stdout("-20 -120 140 showdown\n-20 -20 40 last\n").stderr("");
}

#[test]
fn what_is_wrong_is_named_by_key_place_expected_and_found() {
    for (deal, why) in [
        (r#"{"cards":[3,7,9],"cards":[1,2,3]}"#, "`cards` stands twice: expected each key once"),
        (r#"{"cards":[3,12,9]}"#, "`cards`, seat 1: expected a card from 0 to 9, found 12"),
        (r#"{"cards":[3,7,"9"]}"#, "`cards`, seat 2: expected a card from 0 to 9, found \"9\""),
        (
            r#"{"cards":[3,7,9],"bet1":[20,50,65],"call1":[false,true,true]}"#,
            "`call1`, seat 2: expected null, since the seat is not asked there, found true",
        ),
        (
            r#"{"cards":[3,7,9],"bet1":[20,20,65],"call1":[false,false,null],"bet2":[null,70,80]}"#,
            "`bet2`, seat 1: expected null, since the seat is not asked there, found 70",
        ),
        (r#"{"cards":[3,7,9],"bet1":[20,50]}"#, "`bet1`: expected a list of three, by seat, found [20,50]"),
        (r#"{"cards":[3,7,9],"bets":[]}"#, "unknown key `bets`; a deal has cards, bet1, call1, bet2, call2"),
        ("[1]", "expected one JSON object, found [1]"),
    ] {
        let refused = croupier(["poker", "settle"]).write_stdin(deal).assert().code(3).stdout("\n");
        assert_eq!(text(&refused.get_output().stderr), format!("error: standard input, line 1: {why}\n"));
    }
}
