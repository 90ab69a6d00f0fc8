//! The quick estimate against the exact value.

use croupier_rules::blackjack::Card;
use croupier_rules::chance::{Key, Stream};
use croupier_solve::blackjack::{Switches, Unseen, estimate, spread};

/// Shoes of each depth.
const SHOES: u32 = 40;

#[test]
fn the_error_of_the_estimate_is_what_its_page_says() {
    let seed = 62;
    let key = Key::new(seed, "shoes to estimate");
    for (cards, error_max) in [(500, 7e-5), (200, 4e-4), (100, 9e-4)] {
        let mut squares = 0.0;
        for number in 0..SHOES {
            let mut stream = key.stream(u64::from(cards * SHOES + number));
            let mut unseen = Unseen::of_packs(10).unwrap();
            while unseen.cards() > cards {
                unseen = unseen.without(&[draw(&unseen, &mut stream)]).unwrap();
            }
            let exact = spread(&unseen, &Switches::default()).unwrap().ev();
            squares += (estimate(&unseen, &Switches::default()) - exact).powi(2);
        }
        let error = (squares / f64::from(SHOES)).sqrt();
        assert!(error < error_max, "seed {seed}, {cards} cards: the error is {error}");
    }
}

fn draw(unseen: &Unseen, stream: &mut Stream) -> Card {
    let mut index = stream.below(unseen.cards());
    let is_drawn = |card: &Card| {
        let count = unseen.of(*card);
        let is_drawn = index < count;
        index = index.wrapping_sub(count);
        is_drawn
    };
    Card::ALL.into_iter().find(is_drawn).expect("a number below all cards is of one of them")
}
