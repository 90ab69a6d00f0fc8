//! A puppet before our referee, as a process.

use std::ops::ControlFlow;
use std::path::Path;

use croupier_arena::bot::{Bot, Bounds, Clock, Greeting, Launch};
use croupier_arena::dealer::Seeded;
use croupier_arena::game_kind::GameKind;
use croupier_arena::house;
use croupier_arena::player::Player;
use croupier_arena::protocol::{Object, Wire};
use croupier_arena::referee::{Match, MatchEnd, NoRecord};
use croupier_arena::stop::Stop;
use croupier_rules::blackjack::mark::{self, EVENINGS};
use croupier_rules::chance::{Key, Stream};
use croupier_rules::seat::Seat;
use croupier_rules::{blackjack, poker};

const BOUNDS: Bounds = Bounds { line: 1 << 16, output: 16 << 20, log: 16 << 20 };

/// A script and the game it is played in. Everything follows from game and seed.
pub(crate) struct Sitting {
    pub(crate) game: GameKind,
    pub(crate) seed: u64,
    /// The puppet's.
    pub(crate) seat: usize,
    deals: u32,
    /// The house players by seat; the puppet's place is not looked at.
    house: Vec<&'static str>,
    money: i64,
    /// What the committee brings home of each evening.
    committee: u64,
    packs: u32,
    shuffles: u32,
}

/// What came of it.
pub(crate) struct Heard {
    pub(crate) end: MatchEnd,
    /// Every line that the puppet was told, `hello` left out.
    pub(crate) lines: String,
    /// What it won, in the words of the judge.
    pub(crate) sums: String,
    /// The most that may be asked of it: a mark, or whole chips.
    pub(crate) reached: i64,
}

/// The best mark.
const FULL: i64 = 10;

impl Sitting {
    pub(crate) fn of(game: GameKind, seed: u64) -> Self {
        let mut chance = Key::new(seed, "judges/sitting").stream(0);
        let one =
            |chance: &mut Stream, of: &[u32]| of[chance.below(u32::try_from(of.len()).unwrap()) as usize];
        let seats = if game == GameKind::Poker { poker::SEATS } else { 1 };
        let mut sitting = Self {
            game,
            seed,
            seat: one(&mut chance, &[0, 1, 2]) as usize % seats,
            deals: one(&mut chance, &[1, 6, 15, 25]),
            house: (0..seats).map(|_| house::poker::NAMES[chance.below(4) as usize]).collect(),
            money: one(&mut chance, &[1, 100, 20_000, 100_000, 900_000_000]).into(),
            committee: 0,
            packs: one(&mut chance, &[1, 1, 2, 3]),
            shuffles: one(&mut chance, &[2, 2, 3, 4]),
        };
        // From nothing to twice the money of the start: all marks are met.
        let money = u64::try_from(sitting.money).unwrap();
        sitting.committee =
            money * u64::from(one(&mut chance, &[0, 90, 100, 105, 110, 120, 130, 150, 200])) / 100;
        sitting
    }

    /// What the two games call a part of a match.
    pub(crate) fn game_word(&self) -> &'static str {
        if self.game == GameKind::Poker { "deal" } else { "evening" }
    }

    fn cards(&self) -> Key {
        Key::new(self.seed, "judges/cards")
    }

    fn key(&self, seat: usize) -> Key {
        Key::new(self.seed, &format!("judges/seat {seat}"))
    }

    /// What the judge reads.
    pub(crate) fn input(&self) -> String {
        let Self { seat, deals, money, packs, shuffles, .. } = self;
        let cards = self.cards().hex();
        if self.game == GameKind::Blackjack {
            let shuffles = vec![shuffles.to_string(); EVENINGS].join(" ");
            return format!(
                "blackjack 1\norder strict\nmoney {money}\npacks {packs}\nshuffles {shuffles}\n\
                 max_money 1000000000\nleft_ms 10000\nbot_seed 1\ncards {cards}\n"
            );
        }
        let house = self.house.iter().enumerate().filter(|(other, _)| other != seat);
        let house: Vec<String> =
            house.map(|(seat, name)| format!("house {seat} {name} {}\n", self.key(seat).hex())).collect();
        let house = house.concat();
        format!(
            "poker 1\nseat {seat}\ndeals {deals}\nmin 10\nmax 300\nleft_ms 10000\nbot_seed 1\ncards {cards}\n{house}"
        )
    }

    /// What asks for so much: a mark, or chips.
    pub(crate) fn answer(&self, least: i64) -> String {
        if self.game == GameKind::Blackjack {
            format!("committee{}\nleast {least}\n", format!(" {}", self.committee).repeat(EVENINGS))
        } else {
            format!("least {least}\n")
        }
    }

    /// Whether nobody can reach more.
    pub(crate) fn is_most(&self, reached: i64) -> bool {
        self.game == GameKind::Blackjack && reached == FULL
    }

    pub(crate) fn before_our_referee(&self, puppet: &Path) -> Heard {
        if self.game == GameKind::Poker { self.poker(puppet) } else { self.blackjack(puppet) }
    }

    fn poker(&self, puppet: &Path) -> Heard {
        let rules = poker::Rules::default();
        let mut players: Vec<Box<dyn Player<poker::Rules>>> = Vec::new();
        for (seat, name) in self.house.iter().enumerate() {
            let place = Seat(u8::try_from(seat).unwrap());
            players.push(if seat == self.seat {
                self.puppet(puppet, &rules, place, self.deals)
            } else {
                house::poker::named(name, place, self.key(seat).stream(0)).unwrap()
            });
        }
        let end = Match { rules: &[rules], games: self.deals, players: &mut players, stop: &Stop::default() }
            .play(&mut Seeded::new(self.cards()), &mut NoRecord, &mut |_| ControlFlow::Continue(()))
            .unwrap();
        let won = end.totals.net[self.seat];
        let sums = format!(": {won} chips in {} deals", self.deals);
        Heard { end, lines: log(&mut players[self.seat]), sums, reached: won.halves().div_euclid(2) }
    }

    fn blackjack(&self, puppet: &Path) -> Heard {
        let Self { money, packs, shuffles, .. } = *self;
        let rules = blackjack::Rules { money, packs, shuffles, ..blackjack::Rules::default() };
        let games = u32::try_from(EVENINGS).unwrap();
        let mut players = vec![self.puppet(puppet, &rules, Seat(0), games)];
        let (mut sums, mut is_full) = (Vec::new(), false);
        let end = Match { rules: &[rules], games, players: &mut players, stop: &Stop::default() }
            .play(&mut Seeded::new(self.cards()), &mut NoRecord, &mut |evening: &blackjack::Evening| {
                sums.push(u64::try_from(evening.money()).unwrap());
                is_full = evening.money() >= rules.max_money;
                if is_full { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
            })
            .unwrap();
        sums.resize(EVENINGS, 0);
        let ours = mark::trimmed_sum(sums.clone().try_into().unwrap());
        let theirs = mark::trimmed_sum([self.committee; EVENINGS]);
        let reached = if is_full { FULL } else { mark::mark(ours, theirs).into() };
        let sums: Vec<String> = sums.iter().map(u64::to_string).collect();
        let sums = format!(
            ": mark {reached} of 10; expected at least @\nmoney:     [{}], middle six {ours}\ncommittee: [{}], middle six {theirs}\n",
            sums.join(","),
            vec![self.committee.to_string(); EVENINGS].join(",")
        );
        Heard { end, lines: log(&mut players[0]), sums, reached }
    }

    fn puppet<G: Wire>(&self, puppet: &Path, rules: &G, seat: Seat, games: u32) -> Box<dyn Player<G>> {
        let folder = puppet.parent().unwrap();
        let launch = Launch::new(puppet.into(), vec![self.seed.to_string().into()], folder);
        let greeting = Greeting { seat, seats: rules.seats(), games, bot_seed: 1, more: Object::new() };
        let clock = Clock::new(60_000, 10_000, 600_000);
        match Bot::start(&launch, rules, &greeting, clock, BOUNDS, &Stop::default()).unwrap() {
            Ok(bot) => Box::new(bot),
            Err(absent) => Box::new(absent),
        }
    }
}

fn log<G: Wire>(player: &mut Box<dyn Player<G>>) -> String {
    String::from_utf8(player.log().kept).unwrap()
}
