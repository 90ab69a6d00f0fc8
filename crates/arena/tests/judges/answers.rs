//! Answers as a strange bot might write them: JSON of all kinds, damaged or not.

use croupier_rules::chance::Stream;

/// What damage is made of.
const PIECES: [&[u8]; 34] = [
    b"{",
    b"}",
    b"[",
    b"]",
    b",",
    b":",
    b"\"",
    b"\\",
    b"\\u",
    b"d83c",
    b"\\udcbf",
    b"0",
    b"1",
    b"-",
    b".",
    b"e",
    b"E+",
    b"999",
    b"true",
    b"null",
    b"\"id\"",
    b"\"bet\"",
    b"\"illegal\":\"x\",",
    b" ",
    b"\t",
    b"\r",
    b"\0",
    b"\x1f",
    b"\x7f",
    b"\xc3\xa9",
    b"\xf0\x9f\x82\xbf",
    b"\xed\xa0\x80",
    b"\xff",
    b"\xef\xbb\xbf",
];

const NUMBERS: [&str; 22] = [
    "0",
    "-0",
    "1",
    "-1",
    "10",
    "40",
    "300",
    "301",
    "40.0",
    "4e1",
    "4E+1",
    "0.5",
    "1e-400",
    "1e308",
    "1e309",
    "-1e309",
    "01",
    "9223372036854775807",
    "9223372036854775808",
    "-9223372036854775808",
    "18446744073709551615",
    "18446744073709551616",
];

const TEXTS: [&str; 12] = [
    r#""""#,
    r#""a""#,
    r#""\"\\\/\b\f\n\r\t""#,
    r#""\u0000\u007f\u00e9\uffff""#,
    r#""\ud83c\udcbf""#,
    r#""\ud83c""#,
    r#""\udcbf""#,
    r#""\ud83c\ud83c""#,
    r#""\x""#,
    r#""\u00g0""#,
    "\"é♥🂿\"",
    r#""\uD83C\uDCBF""#,
];

/// A line that answers question 1 of a poker match, or tries to.
pub(crate) fn answer(chance: &mut Stream) -> Vec<u8> {
    let mut fields = Vec::new();
    for name in ["\"id\"", "\"bet\"", "\"note\"", r#""\u0062et""#, "\"illegal\""] {
        let is_usual = fields.len() < 2;
        if is_usual && chance.below(12) > 0 || chance.below(5) == 0 {
            let value = match name {
                "\"id\"" if chance.below(8) > 0 => "1".to_owned(),
                "\"bet\"" if chance.below(3) > 0 => "40".to_owned(),
                _ => value(chance, 0),
            };
            fields.push(format!("{name}:{value}"));
        }
    }
    if chance.below(4) == 0 {
        chance.shuffle(&mut fields);
    }
    let mut line = format!("{{{}}}", fields.join(",")).into_bytes();
    if chance.below(2) == 0 {
        damage(&mut line, chance);
    }
    line.retain(|&byte| byte != b'\n');
    line
}

fn value(chance: &mut Stream, depth: u32) -> String {
    let item = |chance: &mut Stream| value(chance, depth + 1);
    match chance.below(if depth < 4 { 8 } else { 5 }) {
        0 | 1 => NUMBERS[chance.below(22) as usize].into(),
        2 | 3 => TEXTS[chance.below(12) as usize].into(),
        4 => ["null", "true", "false"][chance.below(3) as usize].into(),
        5 => {
            let items: Vec<String> = (0..chance.below(3)).map(|_| item(chance)).collect();
            format!("[{}]", items.join(" , "))
        }
        6 => {
            let items: Vec<String> =
                (0..chance.below(3)).map(|_| format!("\"a\":{}", item(chance))).collect();
            format!("{{{}}}", items.join(","))
        }
        // As many lists in each other as may be, and one more.
        _ => {
            let depth = 124 + chance.below(6) as usize;
            format!("{}{}", "[".repeat(depth), "]".repeat(depth))
        }
    }
}

/// Takes out, puts in or exchanges a piece, once or twice.
fn damage(line: &mut Vec<u8>, chance: &mut Stream) {
    for _ in 0..=chance.below(2) {
        let at = chance.below(u32::try_from(line.len()).unwrap() + 1) as usize;
        let piece = PIECES[chance.below(34) as usize];
        let end = (at + chance.below(3) as usize).min(line.len());
        match chance.below(3) {
            0 => drop(line.drain(at..end)),
            1 => drop(line.splice(at..at, piece.iter().copied())),
            _ => drop(line.splice(at..end, piece.iter().copied())),
        }
    }
}
