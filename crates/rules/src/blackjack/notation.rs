//! The compact text of a hand in a record, one line each: `100 9AT s 56`, `100 TT9 h4 T`.
//!
//! The bet; the upcard and the player's two cards; `h` and the card it brought; `s`; the dealer's
//! draws. A hand that has passed 21 stands by itself: no `s`.

use super::evening::{Evening, Stage};
use super::{Action, Card, Rules};
use crate::game::{Acts, Step};
use crate::seat::Seat;
use crate::text::{Cursor, push_number};

pub(super) fn write(before: &Evening, step: &Step<Rules>, out: &mut Vec<u8>) {
    match step {
        Step::Draw(card) => {
            let opens_a_word = match before.stage() {
                Stage::Dealer => before.dealer().len() == 1,
                Stage::Upcard => true,
                Stage::Bet | Stage::Deal | Stage::Play | Stage::Over(_) => false,
            };
            if opens_a_word {
                out.push(b' ');
            }
            out.push(card.letter());
        }
        Step::Act(acts) => {
            for (_, action) in acts {
                match action {
                    Action::Bet(bet) => push_number(out, bet.unsigned_abs()),
                    Action::Hit => out.extend(b" h"),
                    Action::Stand => out.extend(b" s"),
                }
            }
        }
    }
}

pub(super) fn read(before: &Evening, text: &mut Cursor<'_>) -> Result<Step<Rules>, String> {
    text.skip_blanks();
    let act = |action| Step::Act(Acts::from_iter([(Seat(0), action)]));
    match before.stage() {
        Stage::Bet => text
            .number()
            .and_then(|bet| i64::try_from(bet).ok())
            .map(|bet| act(Action::Bet(bet)))
            .ok_or_else(|| "expected a bet, a whole number".into()),
        Stage::Upcard | Stage::Deal | Stage::Dealer => text
            .next()
            .and_then(Card::from_letter)
            .map(Step::Draw)
            .ok_or_else(|| "expected a card, one of A23456789T".into()),
        Stage::Play => match text.next() {
            Some(b'h') => Ok(act(Action::Hit)),
            Some(b's') => Ok(act(Action::Stand)),
            _ => Err("expected `h` or `s`".into()),
        },
        Stage::Over(_) => Err("the evening is over".into()),
    }
}
