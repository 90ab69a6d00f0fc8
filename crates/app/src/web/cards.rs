//! Cards as SVG symbols, which pages show by `<use>`. A suit is told by its shape, which stands beside the rank and in the
//! middle; red is an addition.

use std::fmt::Write as _;

/// Those of poker are 0 to 9, those of blackjack have a rank and no suit.
const RANKS: [&str; 12] = ["0", "1", "2", "3", "4", "5", "6", "7", "8", "9", "A", "T"];

/// How wide a ten is, large and small: two digits are no wider than the others may be.
const TEN_WIDTHS: [u32; 2] = [36, 14];

/// The suits: the letter of the text form, whether it is red, and its shape round 0, 0 in a box of 20.
const SUITS: [(char, bool, &str); 4] = [
    ('C', false, "M0-9a4 4 0 0 1 3 6.7A4 4 0 1 1 1 3.4L2.5 9h-5L-1 3.400A4 4 0 1 1-3-2.300A4 4 0 0 1 0-9z"),
    ('D', true, "M0-10L7 0 0 10-7 0z"),
    ('H', true, "M0 9C-12-1-8-9-4-9-2-9-.5-7.500 0-6 .5-7.500 2-9 4-9 8-9 12-1 0 9z"),
    (
        'S',
        false,
        "M0-10C8-3 9 1 6.500 3.500 4.500 5.500 2 4.500 1 3L2.500 9h-5L-1 3C-2 4.500-4.500 5.500-6.500 3.500-9 1-8-3 0-10z",
    ),
];

/// The symbols of cards without suits, and a back: `card-7`, `card-A`, `card-back`.
pub(super) fn plain() -> String {
    let mut symbols = String::new();
    for rank in RANKS {
        let shown = if rank == "T" { "10" } else { rank };
        let [big, small] = TEN_WIDTHS.map(|width| width_of(shown, width));
        let _infallible = write!(
            symbols,
            "<symbol id=\"card-{rank}\" viewBox=\"0 0 60 84\">{FACE}\
             <text class=\"rank big\" x=\"30\" y=\"56\"{big}>{shown}</text>\
             <text class=\"rank\" x=\"11\" y=\"17\"{small}>{shown}</text></symbol>"
        );
    }
    let _infallible = write!(
        symbols,
        "<symbol id=\"card-back\" viewBox=\"0 0 60 84\">{FACE}<path class=\"back\" d=\"M8 8h44v68H8z\"/>\
         <path class=\"lattice\" d=\"M8 30L30 8M8 52L52 8M8 74L52 30M30 76L52 54M30 8l22 22M8 8l44 44M8 30l44 44M8 52l24 24\"/></symbol>"
    );
    symbols
}

/// The symbols of all 52 cards by their text, such as `card-10H`, that are among these.
pub(super) fn suited<'a>(cards: impl Iterator<Item = &'a str>) -> String {
    let mut symbols = String::new();
    for card in cards {
        let Some((letter, is_red, shape)) = SUITS.iter().find(|(letter, ..)| card.ends_with(*letter)) else {
            continue;
        };
        let rank = card.trim_end_matches(*letter);
        let red = if *is_red { " red" } else { "" };
        let width = width_of(rank, TEN_WIDTHS[1]);
        let _infallible = write!(
            symbols,
            "<symbol id=\"card-{card}\" viewBox=\"0 0 60 84\">{FACE}\
             <text class=\"rank{red}\" x=\"13\" y=\"20\"{width}>{rank}</text>\
             <path class=\"suit{red}\" transform=\"translate(13 31) scale(.6)\" d=\"{shape}\"/>\
             <path class=\"suit{red}\" transform=\"translate(33 52) scale(1.800)\" d=\"{shape}\"/></symbol>"
        );
    }
    symbols
}

/// The attributes that hold a ten to its width; none for other ranks.
fn width_of(rank: &str, width: u32) -> String {
    match rank {
        "10" => format!(" textLength=\"{width}\" lengthAdjust=\"spacingAndGlyphs\""),
        _ => String::new(),
    }
}

const FACE: &str = "<rect class=\"face\" x=\"1\" y=\"1\" width=\"58\" height=\"82\" rx=\"6\"/>";

#[cfg(test)]
mod tests {
    use super::{plain, suited};

    #[test]
    fn every_card_has_a_symbol_of_its_own() {
        assert_eq!(plain().matches("<symbol").count(), 13);
        let cards = ["10H", "AS", "3C", "KD"];
        let symbols = suited(cards.into_iter());
        assert!(cards.iter().all(|card| symbols.contains(&format!("id=\"card-{card}\""))));
        assert_eq!(symbols.matches("suit red").count(), 4);
    }
}
