//! The hunt's deals are dealt fairly: long games are as frequent among them as among deals that know nothing of groups.

use std::thread;

use croupier_rules::camicia::Card;
use croupier_rules::card::Rank;
use croupier_solve::camicia::{Deck, End, Engine, Hunt, Plan, State};

use crate::long;
use crate::splitmix::SplitMix;

/// Games of more faces than this are long, as for a hunt of the whole pack.
const FACES_MIN: u32 = 520;

/// So many deals are played together.
const BATCH: u64 = 2000;

/// Long games among so many deals.
#[derive(Clone, Copy, Debug, Default)]
struct Count {
    deals: u64,
    long_games: u64,
}

impl Count {
    #[expect(clippy::cast_precision_loss, reason = "an estimate is rougher than 53 bits")]
    fn frequency(self) -> f64 {
        self.long_games as f64 / self.deals as f64
    }

    /// The standard error of the frequency, if games are independent.
    #[expect(clippy::cast_precision_loss, reason = "an estimate is rougher than 53 bits")]
    fn standard_error(self) -> f64 {
        (self.long_games as f64).sqrt() / self.deals as f64
    }
}

/// A pack of 52, dealt by a shuffle of its own: each payment card is put in one of the places that are left.
fn dealt(random: &mut SplitMix) -> State {
    const FACES: [Rank; 4] = [Rank::Jack, Rank::Queen, Rank::King, Rank::Ace];
    let mut cards = [Card::ANY_NUMBER; 52];
    let mut left: [usize; 52] = std::array::from_fn(|place| place);
    for (number, taken) in (0..16).enumerate() {
        let bound = 52 - taken;
        let drawn = (u128::from(random.next()) * bound as u128) >> 64;
        let drawn = usize::try_from(drawn).expect("a place below 52");
        cards[left[drawn]] = Card::of(FACES[number % 4]);
        left[drawn] = left[bound - 1];
    }
    let hand = |cards: &[Card]| Deck::of(cards).expect("a small hand");
    State { leader: hand(&cards[..26]), other: hand(&cards[26..]) }
}

/// Plays independent deals with exact counts, on all cores.
fn of_independent_deals(deals: u64, seed: u64) -> Count {
    let threads = thread::available_parallelism().map_or(1, |threads| threads.get() as u64);
    let part = |thread: u64| {
        let mut random = SplitMix(seed ^ thread << 32);
        let (mut count, mut games) = (Count::default(), Vec::new());
        while count.deals < deals / threads {
            let states: Vec<State> = (0..BATCH).map(|_| dealt(&mut random)).collect();
            Engine::Scalar.play_each(&states, &mut games);
            count.deals += BATCH;
            let long_games = games.iter().filter(|game| game.end == End::Finished && game.faces > FACES_MIN);
            count.long_games += long_games.count() as u64;
        }
        count
    };
    thread::scope(|scope| {
        let parts: Vec<_> = (0..threads).map(|thread| scope.spawn(move || part(thread))).collect();
        parts.into_iter().fold(Count::default(), |sum, part| {
            let count = part.join().expect("a thread that counts");
            Count { deals: sum.deals + count.deals, long_games: sum.long_games + count.long_games }
        })
    })
}

/// Plays the first deals of a hunt.
fn of_a_hunt(deals: u64, seed: u64) -> Count {
    let hunt = Hunt::new(Plan { depth_cards: 0, ..Plan::new(seed) }).expect("the pack's groups have numbers");
    let mut count = Count::default();
    for unit in 0.. {
        let harvest = hunt.unit(unit, Engine::best());
        count.deals += harvest.deals;
        count.long_games += harvest.seeds;
        if count.deals >= deals {
            break;
        }
    }
    count
}

#[test]
fn long_games_are_as_frequent_in_a_hunt_as_among_independent_deals() {
    let seed = 520;
    println!("seed {seed}");
    let deals = if long(10) == 10 { 200_000_000 } else { 2_000_000 };
    let (independent, hunt) = (of_independent_deals(deals, seed), of_a_hunt(deals, seed));
    for (name, count) in [("independent", independent), ("hunt", hunt)] {
        println!("{name}: {:.3e} ± {:.3e}, {count:?}", count.frequency(), count.standard_error());
    }
    let difference = (independent.frequency() - hunt.frequency()).abs();
    // The deals of a group are not quite independent: the variance is 1.08 times as large.
    let error = independent.standard_error().hypot(hunt.standard_error() * 1.08_f64.sqrt());
    assert!(difference < 4.0 * error, "{independent:?}, {hunt:?}");
}
