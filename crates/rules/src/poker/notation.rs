//! The compact text of a deal in a record: `379 20,50,65 ny- -,65,120 -y-`.
//!
//! Three cards by seat; bids by seat, `x` for a foul; calls by seat, `y` or `n`; `-` stands for a
//! seat that was not asked.

use super::{Action, Deal, Rules, SEATS, Stage};
use crate::game::{Acts, Step};
use crate::seat::Seats;
use crate::text::{Cursor, push_number};

pub(super) fn write(before: &Deal, step: &Step<Rules>, out: &mut Vec<u8>) {
    match step {
        Step::Draw(card) => out.push(b'0' + card),
        Step::Act(acts) => {
            out.push(b' ');
            let bids = matches!(before.stage(), Stage::Bid(_));
            let mut acts = acts.iter().peekable();
            for seat in Seats::first(SEATS).iter() {
                if bids && seat.index() > 0 {
                    out.push(b',');
                }
                match acts.next_if(|(acting, _)| *acting == seat) {
                    Some((_, action)) => write_action(*action, out),
                    None => out.push(b'-'),
                }
            }
        }
    }
}

fn write_action(action: Action, out: &mut Vec<u8>) {
    match action {
        Action::Bid(total) => {
            push_number(out, total.into());
        }
        Action::Foul => out.push(b'x'),
        Action::Call(true) => out.push(b'y'),
        Action::Call(false) => out.push(b'n'),
    }
}

pub(super) fn read(before: &Deal, text: &mut Cursor<'_>) -> Result<Step<Rules>, String> {
    match before.stage() {
        Stage::Dealing => match text.next() {
            Some(card @ b'0'..=b'9') => Ok(Step::Draw(card - b'0')),
            _ => Err("expected a card from 0 to 9".into()),
        },
        stage @ (Stage::Bid(_) | Stage::Check(_)) => {
            text.skip_blanks();
            let bids = matches!(stage, Stage::Bid(_));
            let mut acts = Acts::new();
            for seat in Seats::first(SEATS).iter() {
                if bids && seat.index() > 0 && !text.take(b',') {
                    return Err("expected a comma between two bids".into());
                }
                if !before.asked().contains(seat) {
                    if !text.take(b'-') {
                        return Err(format!("expected `-`: seat {seat} was not asked"));
                    }
                    continue;
                }
                acts.push((seat, if bids { read_bid(text)? } else { read_call(text)? }));
            }
            Ok(Step::Act(acts))
        }
        Stage::Over(_) => Err("the deal is over".into()),
    }
}

fn read_bid(text: &mut Cursor<'_>) -> Result<Action, String> {
    if text.take(b'x') {
        return Ok(Action::Foul);
    }
    text.number()
        .and_then(|total| u16::try_from(total).ok())
        .map(Action::Bid)
        .ok_or_else(|| "expected a bid or `x`".into())
}

fn read_call(text: &mut Cursor<'_>) -> Result<Action, String> {
    match text.next() {
        Some(b'y') => Ok(Action::Call(true)),
        Some(b'n') => Ok(Action::Call(false)),
        _ => Err("expected `y` or `n`".into()),
    }
}
