//! Hands of blackjack a second: the rules with their shoe and their stream of chance, no bot.

use croupier_rules::blackjack::{Action, Evening, News, Rules, Stage};
use croupier_rules::chance::{Key, Stream};
use croupier_rules::game::{Acts, Game, Step};
use croupier_rules::seat::Seat;
use divan::Bencher;
use divan::counter::ItemsCount;

fn main() {
    divan::main();
}

/// About 810 hands: ten shoes of ten packs.
const RULES: Rules =
    Rules { money: 20_000, packs: 10, shuffles: 11, first_shuffle_counts: true, max_money: 1_000_000_000 };

/// One evening of the player who draws like the dealer. Each state after a step goes to `after`.
fn evening(key: Key, mut after: impl FnMut(&Evening, &Step<Rules>)) -> Evening {
    let mut state = RULES.start();
    let mut shoe: (u64, Stream) = (0, key.stream(0));
    loop {
        let action = match state.stage() {
            Stage::Over(_) => return state,
            Stage::Bet => Some(Action::Bet(10)),
            Stage::Play if state.hand().total().points <= 16 => Some(Action::Hit),
            Stage::Play => Some(Action::Stand),
            Stage::Upcard | Stage::Deal | Stage::Dealer => None,
        };
        let step = if let Some(action) = action {
            Step::Act(Acts::from_iter([(Seat(0), action)]))
        } else {
            let deck = RULES.deck(&state);
            if shoe.0 != deck {
                shoe = (deck, key.stream(deck));
            }
            Step::Draw(RULES.drawn(&state, shoe.1.pick(&RULES.weights(&state))))
        };
        RULES.apply(&mut state, &step).expect("a step that is due is taken");
        after(&state, &step);
    }
}

/// Hands of the evening that a bench repeats.
fn hands(key: Key) -> ItemsCount {
    ItemsCount::new(evening(key, |_, _| {}).hands())
}

/// The steps alone.
#[divan::bench]
fn hands_of_a_mimic(bencher: Bencher<'_, '_>) {
    let key = Key::new(1, "bench");
    bencher.counter(hands(key)).bench(|| evening(key, |_, _| {}));
}

/// With the news for the seat, as a referee tells them.
#[divan::bench]
fn hands_of_a_mimic_with_news(bencher: Bencher<'_, '_>) {
    let key = Key::new(1, "bench");
    bencher.counter(hands(key)).bench(|| {
        let mut paid = 0;
        evening(key, |state, step| {
            RULES.news(state, step, Seat(0), &mut |news| {
                if let News::Pay { payout, .. } = news {
                    paid += payout;
                }
            });
        });
        paid
    });
}
