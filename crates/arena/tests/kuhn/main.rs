//! A foreign game on the same trait, referee, record, replay and wire: the trait is not shaped to ours.

#![expect(clippy::unwrap_used, reason = "a test says what failed by its line")]

mod rules;
#[path = "../seats/mod.rs"]
mod seats;

use std::ops::ControlFlow;

use croupier_arena::bot::{Bot, Clock};
use croupier_arena::dealer::Seeded;
use croupier_arena::player::Player;
use croupier_arena::protocol::Object;
use croupier_arena::referee::{Match, MatchEnd};
use croupier_arena::stop::Stop;
use croupier_rules::chance::{Key, Stream};
use croupier_rules::chips::Chips;
use croupier_rules::conform;
use croupier_rules::game::Choices as _;
use croupier_rules::record::{Event, FORMAT, Header, Record, SeatHeader, Writer};
use croupier_rules::verdict::{Fault, Verdict};
use rules::{Action, Kuhn, News, Question};

/// Plays Kuhn's equilibrium with a chance of 0 to bet a jack: the second seat's best reply wins 1/18 a
/// hand for the second seat.
struct Equilibrium {
    card: u8,
    chance: Stream,
}

impl Player<Kuhn> for Equilibrium {
    fn learn(&mut self, news: &News) {
        if let News::Card(card) = news {
            self.card = *card;
        }
    }

    fn choose(&mut self, question: &Question) -> Result<Action, Fault> {
        // First seat: pass with all; call a bet with a queen one time in three, with a king always.
        // Second seat: bet a king always and a jack one time in three after a pass.
        let often = match (self.card, question.facing_bet) {
            (2, _) => 3,
            (1, true) | (0, false) => 1,
            (_, _) => 0,
        };
        Ok(question.nth(u64::from(self.chance.below(3) < often)))
    }
}

/// The first seat passes with a king too: its part of the equilibrium family.
struct FirstSeat(Equilibrium);

impl Player<Kuhn> for FirstSeat {
    fn learn(&mut self, news: &News) {
        self.0.learn(news);
    }

    fn choose(&mut self, question: &Question) -> Result<Action, Fault> {
        if question.facing_bet { self.0.choose(question) } else { Ok(Action::Pass) }
    }
}

fn equilibrium(seat: u64) -> Equilibrium {
    Equilibrium { card: 0, chance: Key::new(5, "kuhn players").stream(seat) }
}

fn header(games: u32) -> Header {
    Header {
        record: FORMAT,
        game: "kuhn".into(),
        rules: 1,
        params: serde_json::json!({}),
        seed: 9,
        label: "kuhn".into(),
        games,
        seats: ["first", "second"].map(seat_header).into(),
        limits: serde_json::Value::Null,
        dealing: None,
    }
}

fn seat_header(name: &str) -> SeatHeader {
    SeatHeader { name: name.into(), hash: "test".into(), hello: Object::new() }
}

fn play(players: &mut [Box<dyn Player<Kuhn>>], games: u32) -> (MatchEnd, Record) {
    let mut writer = Writer::new(Vec::new(), &header(games)).unwrap();
    let end = Match { rules: &[Kuhn {}], games, players, stop: &Stop::default() }
        .play(&mut Seeded::new(Key::new(9, "kuhn")), &mut writer, &mut |_| ControlFlow::Continue(()))
        .unwrap();
    let (bytes, _) = writer.finish(&end.totals).unwrap();
    (end, Record::parse(bytes).unwrap())
}

#[test]
fn kuhn_obeys_the_laws_of_a_game() {
    let seen = conform::obeys_all_laws(&Kuhn {}, 1950, 3_000);
    assert!(seen.refusals > 10_000 && seen.same_news > 3_000, "seed 1950: {seen:?}");
}

/// The known value: the first seat loses 1/18 of a chip a hand.
#[test]
fn kuhn_is_worth_a_loss_of_an_eighteenth_to_the_first_seat() {
    const HANDS: u32 = 200_000;
    let (end, _) = play(&mut [Box::new(FirstSeat(equilibrium(0))), Box::new(equilibrium(1))], HANDS);
    let mean = end.totals.net[0].as_f64() / f64::from(HANDS);
    // A standard deviation of some 1.3 a hand: three standard errors are 0.009.
    assert!((mean + 1.0 / 18.0).abs() < 0.009, "{mean}");
    assert_eq!(end.totals.net[0] + end.totals.net[1], Chips::ZERO);
}

#[test]
fn a_match_of_kuhn_is_recorded_and_replayed() {
    let (end, record) = play(&mut [Box::new(equilibrium(0)), Box::new(equilibrium(1))], 500);
    let (mut games, mut net) = (0, Chips::ZERO);
    record
        .replay(&record.rules::<Kuhn>().unwrap(), &mut |event| {
            if let Event::Over { net: hand, .. } = event {
                games += 1;
                net += hand[0];
            }
        })
        .unwrap();
    assert_eq!((games, net), (500, end.totals.net[0]));
}

#[test]
fn a_bot_plays_kuhn_over_the_wire() {
    let Some(python) = croupier_trial::python3() else { return };
    let source = r#"
import json, sys
for line in sys.stdin:
    message = json.loads(line)
    if "hello" in message: print('{"ready":1,"name":"kuhn"}', flush=True)
    elif message.get("tell") == "card": card = message["card"]
    elif "ask" in message:
        print(json.dumps({"id": message["id"], "act": "bet" if card == 2 else "pass"}), flush=True)
"#;
    let folder = tempfile::tempdir().unwrap();
    let launch = seats::program(&python, folder.path(), source);
    let clock = Clock::new(20_000, 1_000, 20_000);
    let bot = Bot::start(&launch, &Kuhn {}, &seats::greeting(0), clock, seats::BOUNDS, &Stop::default())
        .unwrap()
        .unwrap();
    let (end, record) = play(&mut [Box::new(bot), Box::new(equilibrium(1))], 50);
    assert_eq!((end.totals.verdicts[0], end.totals.fouls[0]), (Verdict::Ok, 0));
    assert!(record.replay(&[Kuhn {}], &mut |_| {}).is_ok());
}
