//! Whatever a file or a bot's author writes: it is read or refused, and nothing panics.

use croupier_rules::batch::{Difference, RunRecord};
use croupier_rules::blackjack::Script as BlackjackScript;
use croupier_rules::camicia::Deal;
use croupier_rules::card::Card;
use croupier_rules::game::Game;
use croupier_rules::record::{Event, Record, RecordError};
use croupier_rules::rullete::{Allowed, Hand};
use croupier_rules::unseen::is_unseen;
use croupier_rules::{blackjack, poker};
use croupier_trial::fuzz::fuzz;

/// What is said of a bad input is one line that a terminal shows as it is.
fn is_plain(said: &str) {
    assert!(!said.is_empty() && !said.chars().any(|c| is_unseen(c) && c != '\n'), "{said:?}");
}

#[test]
fn card_text() {
    let good: [&[u8]; 4] = [b"10H", b"th", "J\u{2660}\u{fe0f}".as_bytes(), b"2D"];
    fuzz("card", &good, &["10", "T", "\u{2661}", "Joker", "SA"], |input| {
        let Ok(text) = std::str::from_utf8(input) else { return };
        match text.parse::<Card>() {
            Ok(card) => assert_eq!(card.to_string().parse::<Card>().unwrap(), card),
            Err(error) => is_plain(&error.to_string()),
        }
    });
}

#[test]
fn rullete_hands() {
    let good: [&[u8]; 3] = [b"2D 5D JD KC AC", b"10H TH 10C 10S 9D", "6\u{2660} Tc 9h 2D 3D".as_bytes()];
    fuzz("rullete", &good, &["AC", "10H", "JOKER", ","], |input| {
        let Ok(text) = std::str::from_utf8(input) else { return };
        for allowed in [Allowed::FiveDifferent, Allowed::Any] {
            match Hand::parse(text, allowed) {
                Ok(hand) => assert_eq!(Hand::parse(&hand.to_string(), allowed).unwrap(), hand),
                Err(error) => is_plain(&error.to_string()),
            }
        }
    });
}

#[test]
fn camicia_deals() {
    let good: [&[u8]; 4] = [b"-J2A10/K-", b"-J- --J-", b"2, 3, K | A 10 T", b"/A"];
    fuzz("camicia", &good, &["/", "|", "J", "--", "10", "A"], |input| {
        let Ok(text) = std::str::from_utf8(input) else { return };
        match text.parse::<Deal>() {
            Ok(deal) => assert_eq!(deal.to_string().parse::<Deal>().unwrap().to_string(), deal.to_string()),
            Err(error) => is_plain(&error.to_string()),
        }
    });
}

#[test]
fn blackjack_scripts() {
    let good: [&[u8]; 2] = [b"100 2T4 h5 s T6\n", b"A 10 K 5 4 3 2"];
    fuzz("blackjack script", &good, &["A", "T", "h", "s", "11"], |input| {
        let Ok(text) = std::str::from_utf8(input) else { return };
        if let Err(error) = BlackjackScript::parse(text) {
            is_plain(&error.to_string());
        }
    });
}

const POKER: &str = concat!(
    r#"{"record":1,"game":"poker","rules":1,"params":{},"seed":1,"match":"m","games":2,"seats":[{"name":"a","hash":""},{"name":"b","hash":""},{"name":"c","hash":""}],"limits":{}}"#,
    "\n379 20,x,65 n-- = -20 -10 30\n",
    r#"!{"game":0,"step":3,"seat":1,"verdict":"late","asked":"bet1","came":"","expected":"a bid","out":false}"#,
    "\n379 20,50,65 ny- -,65,120 -y- = -20 -120 140\n",
    r#"{"games":2,"net":[-40,-130,170],"fouls":[0,1,0],"absent":[0,0,0],"verdicts":["ok","late","ok"]}"#,
    "\n"
);

const BLACKJACK: &str = concat!(
    r#"{"record":1,"game":"blackjack","rules":1,"params":{},"seed":1,"match":"m","games":1,"seats":[{"name":"a","hash":""}],"limits":{}}"#,
    "\n100 2T4 h5 s T6\n100 9T5\n",
    r#"!{"game":0,"step":13,"seat":0,"verdict":"late","asked":"play","came":"","expected":"a move","out":true}"#,
    "\n",
    r#"{"games":0,"net":[0],"fouls":[1],"absent":[0],"verdicts":["late"]}"#,
    "\n"
);

/// The lines under a hash that fits: what is behind the hash is to be tried, not the hash.
fn sealed(lines: &[u8]) -> Vec<u8> {
    [lines, format!("{{\"blake3\":\"{}\"}}\n", blake3::hash(lines).to_hex()).as_bytes()].concat()
}

fn replay<G: Game>(record: &Record) -> Result<(), RecordError> {
    let rules = record.rules::<G>()?;
    record.replay(&rules, &mut |event: Event<'_, G>| {
        // What is written of a step reads back as the same step.
        if let Event::Step { before, step, .. } = event {
            let mut text = Vec::new();
            rules[0].write_step(before, step, &mut text);
            assert!(!text.is_empty());
        }
    })
}

#[test]
fn records() {
    let words = ["\n", " = ", "x", "n", "h", "s", "!{", "\"games\":", "\"seat\":7", "-", "A", "T"];
    fuzz("record", &[POKER.as_bytes(), BLACKJACK.as_bytes()], &words, |input| {
        let record = match Record::parse(sealed(input)) {
            Ok(record) => record,
            Err(error) => return is_plain(&error.to_string()),
        };
        let _games = record.games_begun();
        let replayed = match record.header.game.as_str() {
            poker::Rules::NAME => replay::<poker::Rules>(&record),
            _ => replay::<blackjack::Rules>(&record),
        };
        if let Err(error) = replayed {
            is_plain(&error.to_string());
        }
    });
}

const RUN: &str = concat!(
    r#"{"record":1,"game":"rullete","rules":1,"params":{"rule6":121},"test":"a","group":null,"points":1,"entrant":{"name":"anna","hash":"00"},"limits":{"run_ms":2000}}"#,
    "\n{\"input\":\"2D 5D JD KC AC\\n\"}\n{\"answer\":\"170\\n\",\"by\":\"rules\"}\n{\"output\":\"169\\n\",\"bytes\":4}\n",
    r#"{"verdict":"wrong","reason":"line 1, token 1: expected `170`, found `169`","difference":{"line":1,"token":1,"expected":"170","found":"169"}}"#,
    "\n"
);

#[test]
fn records_of_runs() {
    fuzz("run record", &[RUN.as_bytes()], &["\n", "null", "\"verdict\":\"ok\"", "{}"], |input| {
        match RunRecord::parse(sealed(input)) {
            Ok((run, _)) => {
                if let Err(error) = run.verify() {
                    is_plain(&error.to_string());
                }
            }
            Err(error) => is_plain(&error.to_string()),
        }
    });
}

#[test]
fn differences_of_outputs() {
    let good: [&[u8]; 3] = [b"13 1\n8344 1164\n", b"170\n", b"finished 13 1"];
    fuzz("difference", &good, &["\n", " ", "170"], |input| {
        let Ok(text) = std::str::from_utf8(input) else { return };
        let (answer, output) = text.split_at(text.floor_char_boundary(text.len() / 2));
        assert_eq!(Difference::first(text, text), None);
        if let Some(difference) = Difference::first(answer, output) {
            is_plain(&difference.to_string());
        }
    });
}
