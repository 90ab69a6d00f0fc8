//! The sample nights of statement 000, played call by call from a scripted shoe.
#![expect(clippy::unwrap_used, reason = "a test fails by panicking")]

mod golden;

use std::fmt::Write as _;

use croupier_rules::blackjack::{
    Action, Broken, Call, Calls, Card, Dry, Evening, Illegal, Limits, Order, Rules, Script, Stage,
};
use croupier_rules::game::{Acts, Game, Step};
use croupier_rules::seat::Seat;

/// Why a bot's hand ends before its time.
#[derive(Debug, PartialEq, thiserror::Error)]
enum Stop {
    #[error(transparent)]
    Broken(#[from] Broken),
    #[error(transparent)]
    Illegal(#[from] Illegal),
    #[error(transparent)]
    Dry(#[from] Dry),
}

/// The grader of the statement: it answers the six calls from the evening at hand.
struct Grader {
    rules: Rules,
    evening: Evening,
    script: Script,
    calls: Calls,
    record: Vec<u8>,
    cards_given: usize,
    outcomes_given: usize,
}

impl Grader {
    fn new(rules: Rules, order: Order, script: &str) -> Self {
        Self {
            rules,
            evening: rules.start(),
            script: Script::parse(script).unwrap(),
            calls: Calls::new(order),
            record: Vec::new(),
            cards_given: 0,
            outcomes_given: 0,
        }
    }

    /// Answers a call; `bet` matters to `placeBet` only. `stand` returns nothing.
    fn call(&mut self, call: Call, bet: i64) -> Result<Option<i64>, Stop> {
        self.calls.take(call)?;
        Ok(match call {
            Call::PlaceBet => {
                self.act(Action::Bet(bet))?;
                self.draw_what_is_due()?;
                Some(self.evening.money())
            }
            Call::GetDealerCard => Some(self.evening.dealer()[0].told().into()),
            Call::GetCard => Some(self.card()?.told().into()),
            Call::Stand => {
                self.close()?;
                None
            }
            Call::GetOutcome => {
                self.close()?;
                self.outcomes_given += 1;
                let card = self.evening.dealer().get(self.outcomes_given);
                if card.is_none() {
                    self.calls.end_of_outcome();
                }
                Some(card.map_or(0, |card| card.told().into()))
            }
            Call::CashIn => {
                self.close()?;
                Some(self.evening.payout())
            }
        })
    }

    /// `playHand` returns; in lenient order the hand is completed.
    fn leave(&mut self) -> Result<(), Stop> {
        self.calls.clone().leave()?;
        self.close()
    }

    /// The next card: the first two lie there, every further one is a hit.
    fn card(&mut self) -> Result<Card, Stop> {
        if self.cards_given >= 2 {
            self.act(Action::Hit)?;
            self.draw_what_is_due()?;
        }
        self.cards_given += 1;
        if self.evening.hand().total().is_bust() {
            self.calls.bust();
        }
        Ok(self.evening.hand()[self.cards_given - 1])
    }

    /// The player wants no more cards.
    fn close(&mut self) -> Result<(), Stop> {
        if self.evening.stage() == Stage::Play {
            self.act(Action::Stand)?;
            self.draw_what_is_due()?;
        }
        Ok(())
    }

    fn act(&mut self, action: Action) -> Result<(), Stop> {
        self.take(&Step::Act(Acts::from_iter([(Seat(0), action)])))
    }

    fn draw_what_is_due(&mut self) -> Result<(), Stop> {
        while matches!(self.evening.stage(), Stage::Upcard | Stage::Deal | Stage::Dealer) {
            let card = self.script.draw()?;
            self.take(&Step::Draw(card))?;
        }
        Ok(())
    }

    fn take(&mut self, step: &Step<Rules>) -> Result<(), Stop> {
        let before = self.evening.clone();
        self.rules.apply(&mut self.evening, step)?;
        self.rules.write_step(&before, step, &mut self.record);
        Ok(())
    }
}

use Call::{CashIn, GetCard, GetDealerCard, GetOutcome, PlaceBet, Stand};

/// What the statement's player calls on the two nights. On the first he cashes in before he has seen
/// the dealer's cards, and never says that he stands.
const FIRST_NIGHT: [Call; 8] =
    [PlaceBet, GetDealerCard, GetCard, GetCard, CashIn, GetOutcome, GetOutcome, GetOutcome];
const SECOND_NIGHT: [Call; 9] =
    [PlaceBet, GetDealerCard, GetCard, GetCard, GetCard, Stand, GetOutcome, GetOutcome, CashIn];

/// Plays one hand with a bet of 100 and writes down every call and what it returns.
fn night(title: &str, rules: Rules, order: Order, shoe: &str, calls: &[Call]) -> String {
    let mut text =
        format!("{title}\nshoe {shoe}\n\nstartGame({}, {})\nplayHand()\n", rules.money, rules.packs);
    let mut grader = Grader::new(rules, order, shoe);
    for &call in calls {
        let argument = if call == PlaceBet { "100" } else { "" };
        write!(text, "  {call}({argument})").unwrap();
        match grader.call(call, 100) {
            Ok(Some(returned)) => writeln!(text, " -> {returned}").unwrap(),
            Ok(None) => text.push('\n'),
            Err(stop) => {
                writeln!(text, " !! {stop}").unwrap();
                return text;
            }
        }
    }
    grader.leave().unwrap();
    assert!(grader.script.is_empty(), "all cards of the night were needed");
    let record = String::from_utf8(grader.record).unwrap();
    write!(text, "\nmoney {}\nrecord {record}\n", grader.evening.money()).unwrap();
    text
}

fn first_night(order: Order) -> String {
    let title = format!("statement 000, first night, {order:?} order").to_lowercase();
    night(&title, Rules::default(), order, "9 A 10 5 6", &FIRST_NIGHT)
}

/// The statement pays 200 on 19,900, so that 20,100 are left and not the 2,100 of its explanation.
#[test]
fn the_first_night_is_in_order_only_if_order_is_lenient() {
    golden::check("blackjack/night_1_lenient.txt", &first_night(Order::Lenient));
    golden::check("blackjack/night_1_strict.txt", &first_night(Order::Strict));
}

#[test]
fn the_second_night_is_in_strict_order_and_needs_free_limits() {
    let rules = Rules { money: 2_000, ..Rules::default() };
    assert!(Limits::Contest.check(&rules).is_err());
    assert_eq!(Limits::Free.check(&rules), Ok(()));
    let title = "statement 000, second night, strict order";
    golden::check(
        "blackjack/night_2_strict.txt",
        &night(title, rules, Order::Strict, "10 10 9 4 10", &SECOND_NIGHT),
    );
    assert_eq!(
        night(title, rules, Order::Lenient, "10 10 9 4 10", &SECOND_NIGHT),
        night(title, rules, Order::Strict, "10 10 9 4 10", &SECOND_NIGHT),
        "what is in strict order is in lenient order too"
    );
}

#[test]
fn a_scripted_shoe_that_runs_dry_in_a_hand_is_bad_input_and_never_shuffled() {
    for (shoe, drawn) in [("", 0), ("9", 1), ("9 A", 2), ("9 A 10", 3), ("9 A 10 5", 4)] {
        let mut grader = Grader::new(Rules::default(), Order::Strict, shoe);
        let stop = [PlaceBet, GetDealerCard, GetCard, GetCard, Stand]
            .into_iter()
            .find_map(|call| grader.call(call, 100).err());
        assert_eq!(stop, Some(Stop::Dry(Dry { drawn })));
        assert_eq!(grader.evening.shoe_number(), 0);
    }
}

#[test]
fn in_lenient_order_the_referee_completes_the_hand() {
    for left_out in 0..=4 {
        let calls = &FIRST_NIGHT[..FIRST_NIGHT.len() - left_out];
        let text = night("", Rules::default(), Order::Lenient, "9 A 10 5 6", calls);
        assert!(text.ends_with("money 20100\nrecord 100 9AT s 56\n"), "{text}");
    }
}
