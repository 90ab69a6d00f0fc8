//! Values of hands a line: text in, values out.
//!
//! A *plain* line is five cards with one blank between them and nothing else before `\n` or `\r\n`; a card is a rank
//! (`2`..`10`, `T`, `J`, `Q`, `K`, `A`) and a suit (`C`, `D`, `H`, `S`), letters of any case, and no card comes twice.
//! Only such lines are taken here. All others are left to `Hand::parse`, which reads more and knows what to say.

use croupier_rules::rullete::Rule6;

use super::Counters;
use super::closed_form::{VALUE_END, score};
use super::sets::{CARDS, PACK};

/// What was taken from the front of a text.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Taken {
    /// So many bytes: whole lines with their ends.
    pub bytes: usize,
    /// So many lines.
    pub lines: u64,
    /// Whether rule 6 applied to one of them.
    pub has_four_sevens: bool,
}

/// Answers plain lines from the front of a text, each with its value and a newline, up to the first that is not plain
/// or has no end.
///
/// ```
/// use croupier_rules::rullete::Rule6;
/// use croupier_solve::rullete::score_lines;
///
/// let mut values = Vec::new();
/// let text = "2D 5D JD KC AC\nqc 8d jd 10s 9d\r\n2D, 5D, JD, KC, AC\n";
/// let taken = score_lines(text.as_bytes(), Rule6::default(), &mut values);
/// assert_eq!(values, b"170\n126\n");
/// assert_eq!((taken.lines, &text[taken.bytes..]), (2, "2D, 5D, JD, KC, AC\n"));
/// ```
pub fn score_lines(text: &[u8], rule6: Rule6, values: &mut Vec<u8>) -> Taken {
    let mut taken = Taken::default();
    loop {
        let rest = &text[taken.bytes..];
        let hand = match rest.first_chunk() {
            Some(line) => plain_hand(line),
            None => plain_hand(&padded(rest)),
        };
        let Some(hand) = hand else { return taken };
        push_value(hand.counters.value_by_score(hand.first, rule6), values);
        taken.bytes += hand.bytes;
        taken.lines += 1;
        taken.has_four_sevens |= hand.counters.has_four_sevens();
    }
}

/// More than the longest plain line has, and a power of two.
const LINE: usize = 32;

/// The end of a text, with bytes behind it that end no line.
fn padded(rest: &[u8]) -> [u8; LINE] {
    let mut line = [0; LINE];
    line[..rest.len()].copy_from_slice(rest);
    line
}

/// A hand from a plain line.
struct PlainHand {
    counters: Counters,
    /// The first card's score.
    first: u32,
    /// The length of the line with its end.
    bytes: usize,
}

#[inline]
fn plain_hand(line: &[u8; LINE]) -> Option<PlainHand> {
    let at = |place: usize| line[place % LINE];
    let mut counters = Counters::default();
    let (mut seen, mut first, mut faults, mut place) = (0_u64, 0, 0, 0);
    for card in 0..5 {
        let rank = RANKS[at(place) as usize];
        if at(place) == b'1' {
            place += 1;
            if at(place) != b'0' {
                return None;
            }
        }
        let index = rank | SUITS[at(place + 1) as usize];
        faults |= index;
        let found = &INDEXED[index as usize % INDEXED.len()];
        counters = counters + found.counters;
        seen |= 1 << (index % 64);
        if card == 0 {
            first = found.score;
        }
        place += 2;
        if card < 4 {
            if at(place) != b' ' {
                return None;
            }
            place += 1;
        }
    }
    let end = match at(place) {
        b'\n' => 1,
        b'\r' if at(place + 1) == b'\n' => 2,
        _ => return None,
    };
    let is_plain = faults & FAULT == 0 && seen.count_ones() == 5;
    is_plain.then_some(PlainHand { counters, first, bytes: place + end })
}

/// What marks a byte that is no rank or no suit.
const FAULT: u8 = 0x80;

/// What a byte as a rank adds to [`croupier_rules::card::Card::index`]. A `1` is that of a 10.
const RANKS: [u8; 256] = by_letter(b"23456789TJQKA", 4, Some(b'1'));

/// What a byte as a suit adds to the index.
const SUITS: [u8; 256] = by_letter(b"CDHS", 1, None);

const fn by_letter(letters: &[u8], step: u8, ten: Option<u8>) -> [u8; 256] {
    let mut table = [FAULT; 256];
    let mut index = 0;
    let mut place = 0;
    while place < letters.len() {
        let letter = letters[place];
        table[letter.to_ascii_uppercase() as usize] = index;
        table[letter.to_ascii_lowercase() as usize] = index;
        if let (b'T', Some(ten)) = (letter, ten) {
            table[ten as usize] = index;
        }
        index += step;
        place += 1;
    }
    table
}

/// A card by its index.
#[derive(Clone, Copy)]
struct Indexed {
    counters: Counters,
    score: u32,
}

/// The cards by index; what lies behind the pack is never used.
const INDEXED: [Indexed; 64] = {
    let none = Indexed { counters: Counters::of_card(CARDS[0]), score: 0 };
    let mut indexed = [none; 64];
    let mut place = 0;
    while place < PACK {
        let card = CARDS[place];
        indexed[place] = Indexed { counters: Counters::of_card(card), score: score(card.rank) };
        place += 1;
    }
    indexed
};

/// The longest value with its newline: four bytes.
const WIDTH: usize = 4;

fn push_value(value: u32, values: &mut Vec<u8>) {
    let Written { text, length } = WRITTEN[value as usize % WRITTEN.len()];
    values.extend_from_slice(&text);
    values.truncate(values.len() - WIDTH + length as usize);
}

/// A value as it is written, its newline included.
#[derive(Clone, Copy)]
struct Written {
    text: [u8; WIDTH],
    length: u8,
}

/// The values below 1,000: no hand has more than 674.
const WRITTEN: [Written; VALUE_END] = {
    let mut all = [Written { text: [0; WIDTH], length: 0 }; VALUE_END];
    let mut value = 0;
    while value < 1000 {
        const DIGITS: [u8; 10] = *b"0123456789";
        let [hundreds, tens, ones] = [DIGITS[value / 100], DIGITS[value / 10 % 10], DIGITS[value % 10]];
        all[value] = match value {
            0..10 => Written { text: [ones, b'\n', 0, 0], length: 2 },
            10..100 => Written { text: [tens, ones, b'\n', 0], length: 3 },
            _ => Written { text: [hundreds, tens, ones, b'\n'], length: 4 },
        };
        value += 1;
    }
    all
};
