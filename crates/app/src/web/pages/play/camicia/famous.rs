//! Deals that were published by their finders.

/// A deal that was published by its finder.
#[derive(Clone, Copy, Debug)]
pub(super) struct Famous {
    pub(super) name: &'static str,
    pub(super) deal: &'static str,
    /// Cards that are put down; of an endless game, until it is seen to repeat.
    pub(super) cards: u64,
    pub(super) is_endless: bool,
}

/// Deals that were published by their finders, the longest first; they are checked by a test.
pub(super) const FAMOUS: [Famous; 8] = [
    famous(
        "Nessler 2022, the longest game of 52 cards that is known",
        "---AJ--Q---------QAKQJJ-QK/-----A----KJ-K--------A---",
        8_344,
    ),
    famous(
        "Collins 2006, extended backwards",
        "--J--Q--A---KQ-A-----AQJQ-/--K---------------JJAK--K-",
        7_544,
    ),
    famous("Mann and Wu 2007", "K-KK----K-A-----JAA--Q--J-/---Q---Q-J-----J------AQ--", 7_157),
    famous("Kleber 1999", "---JQ---K-A----A-J-K---QK-/-J-----------AJQA----K---Q", 5_790),
    famous("40 cards, without aces", "-JK--QKK-QQ---K--J--/------J-----------QJ", 4_663),
    endless(
        "Casella 2024, the first endless game of 52 cards",
        "---K---Q-KQAJ-----AAJ--J--/----------Q----KQ-J-----KA",
        474,
    ),
    endless("40 cards, endless", "-------Q-KJ------J--/Q-QK-Q-K---J--K---J-", 566),
    endless("five cards, endless", "J--/-J-", 8),
];

const fn famous(name: &'static str, deal: &'static str, cards: u64) -> Famous {
    Famous { name, deal, cards, is_endless: false }
}

const fn endless(name: &'static str, deal: &'static str, cards: u64) -> Famous {
    Famous { name, deal, cards, is_endless: true }
}

#[cfg(test)]
mod tests {
    use croupier_rules::camicia::{Options, Status, play};

    use super::FAMOUS;

    #[test]
    fn deals_that_are_known_are_as_long_as_is_said() {
        for famous in FAMOUS {
            let outcome = play(&famous.deal.parse().unwrap(), Options::default());
            let is_endless = matches!(outcome.status, Status::Loop(_));
            assert_eq!((outcome.cards, is_endless), (famous.cards, famous.is_endless), "{}", famous.name);
        }
    }
}
