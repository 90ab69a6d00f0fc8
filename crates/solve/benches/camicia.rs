//! The engines of the Camicia laboratory on one core. `items/s` is deals or states a second.

use croupier_rules::chance::Key;
use croupier_solve::camicia::{
    Composition, DealName, Engine, Finds, Groups, Stack, State, Trick, Walk, play, sift,
};
use divan::Bencher;
use divan::counter::ItemsCount;

fn main() {
    divan::main();
}

/// Groups taken from all over the deals: the same in every run.
const GROUPS: u64 = 3000;

/// So many random deals.
const DEALS: u32 = 50_000;

/// Games of more faces than this are reported, as a hunt does: about 1,700 cards.
const FACES_MIN: u32 = 520;

fn numbers(groups: &Groups) -> impl Iterator<Item = u64> {
    let step = groups.len() / GROUPS;
    (0..GROUPS).map(move |place| place * step + place)
}

/// Random deals of 26 and 26 cards: long games are found, each of them played exactly.
#[divan::bench(name = "hunt forward", args = engines(), sample_count = 9, sample_size = 1)]
fn forward(bencher: Bencher<'_, '_>, engine: &str) {
    let engine = engine_named(engine);
    let groups = Groups::new(Composition::PACK_52).expect("the pack's groups have numbers");
    let (deals, _) = sift(engine, &groups, &mut numbers(&groups), FACES_MIN);
    bencher.counter(ItemsCount::new(deals)).bench_local(|| {
        let (_, found) = sift(engine, &groups, &mut numbers(&groups), FACES_MIN);
        let games = found.iter().map(|found| play(groups.group(found.group).deal(found.place)));
        games.map(|game| u64::from(game.cards)).sum::<u64>()
    });
}

fn engine_named(name: &str) -> Engine {
    Engine::available().find(|engine| engine.name() == name).expect("an engine by its name")
}

fn engines() -> Vec<&'static str> {
    Engine::available().map(Engine::name).collect()
}

/// Random deals, each independent of the others, with the exact counts of every game.
#[divan::bench(name = "exact counts", args = exact_engines(), sample_count = 9, sample_size = 1)]
fn exact(bencher: Bencher<'_, '_>, engine: &str) {
    let engine = engine_named(engine);
    let deals = random_deals();
    let mut games = Vec::new();
    bencher.counter(ItemsCount::new(deals.len())).bench_local(|| {
        engine.play_each(&deals, &mut games);
        games.iter().map(|game| u64::from(game.cards) + u64::from(game.tricks)).sum::<u64>()
    });
}

/// The same deals, one by one.
#[divan::bench(name = "one by one", sample_count = 9, sample_size = 1)]
fn one_by_one(bencher: Bencher<'_, '_>) {
    let deals = random_deals();
    bencher
        .counter(ItemsCount::new(deals.len()))
        .bench_local(|| deals.iter().map(|deal| u64::from(play(*deal).cards)).sum::<u64>());
}

fn exact_engines() -> Vec<&'static str> {
    engines().into_iter().filter(|engine| *engine != Engine::Avx512.name()).collect()
}

/// Deals by random names.
fn random_deals() -> Vec<State> {
    let mut stream = Key::new(1, "bench/camicia").stream(0);
    let mut deal = || {
        let number = u128::from(stream.next_u64()) << 64 | u128::from(stream.next_u64());
        let name = DealName::new(Composition::PACK_52, number % Composition::PACK_52.deals());
        name.expect("a number below that of all deals").state()
    };
    (0..DEALS).map(|_| deal()).collect()
}

/// Making the deals alone.
#[divan::bench(name = "groups", sample_count = 9, sample_size = 1)]
fn groups(bencher: Bencher<'_, '_>) {
    let groups = Groups::new(Composition::PACK_52).expect("the pack's groups have numbers");
    let all = || numbers(&groups).map(|number| groups.group(number).len()).sum::<usize>();
    bencher.counter(ItemsCount::new(all())).bench_local(all);
}

/// The trees of ancestors of the standing record's first states.
#[divan::bench(name = "trees", sample_count = 9, sample_size = 1)]
fn trees(bencher: Bencher<'_, '_>) {
    let path = path();
    let walk = |finds: &mut Longest| {
        let mut states = 0;
        let mut stack = Stack::default();
        for (state, before) in path.iter().skip(1).zip(&path) {
            let walk = Walk { hands: [26, 26], length: 0, states_max: u64::MAX };
            states += walk.run(state, &[*before], &mut stack, finds).states;
        }
        states
    };
    let states = walk(&mut Longest(0));
    bencher.counter(ItemsCount::new(states)).bench_local(|| walk(&mut Longest(0)));
}

fn path() -> Vec<State> {
    let deal = "---AJ--Q---------QAKQJJ-QK/-----A----KJ-K--------A---".parse().expect("a deal");
    let mut state = State::of(&deal).expect("a small deal");
    let mut path = vec![state];
    while let Trick::Collected(_) = state.play_trick() {
        path.push(state);
    }
    path
}

/// Keeps the longest, as a hunt does.
struct Longest(u32);

impl Finds for Longest {
    fn wants(&mut self, length: u32) -> bool {
        length > self.0
    }

    fn take(&mut self, _state: State, length: u32) {
        self.0 = length;
    }
}
