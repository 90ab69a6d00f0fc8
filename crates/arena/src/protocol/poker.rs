//! Algorithmic poker on the wire: the twelve callbacks of the statement as notices and questions.

use croupier_rules::poker::{Action, CARDS, Choices, News, Rules, SEATS};
use croupier_rules::seat::Seats;
use croupier_rules::text::push_number;
use serde_json::Value;

use super::{Misanswer, Object, Wire, push_field, push_list, whole_number};

impl Wire for Rules {
    fn hello(&self, fields: &mut Object) {
        fields.insert("min".into(), self.min_bid.into());
        fields.insert("max".into(), self.max_bid.into());
        fields.insert("cards".into(), CARDS.into());
    }

    fn tell(news: &News, out: &mut Vec<u8>) {
        match news {
            News::Hand(card) => {
                out.extend_from_slice(b"{\"tell\":\"hand\",\"card\":");
                push_number(out, (*card).into());
            }
            News::Bets(round, stakes) => {
                open(out, format_args!("bet{round}_info\",\"bets"));
                push_list(out, stakes.iter(), |out, stake| push_number(out, (*stake).into()));
            }
            News::Live(round, live) => {
                open(out, format_args!("call{round}_info\",\"live"));
                push_list(out, Seats::first(SEATS).iter(), |out, seat| {
                    out.extend_from_slice(if live.contains(seat) { b"true" } else { b"false" });
                });
            }
            News::Showdown(cards) => {
                open(out, format_args!("showdown\",\"cards"));
                push_list(out, cards.iter(), |out, card| match card {
                    Some(card) => push_number(out, (*card).into()),
                    None => out.extend_from_slice(b"null"),
                });
            }
            News::Result(nets) => {
                open(out, format_args!("result\",\"winnings"));
                push_list(out, nets.iter(), |out, net| {
                    serde_json::to_writer(out, net).expect("an amount is a JSON number");
                });
            }
        }
        out.extend_from_slice(b"}\n");
    }

    fn ask(choices: &Choices, out: &mut Vec<u8>) {
        match *choices {
            Choices::Bid { round, min, max } => {
                out.extend_from_slice(format!("\"ask\":\"bet{round}\"").as_bytes());
                push_field(out, "min", min.into());
                push_field(out, "max", max.into());
            }
            Choices::Call { round, level } => {
                out.extend_from_slice(format!("\"ask\":\"call{round}\"").as_bytes());
                push_field(out, "level", level.into());
            }
        }
    }

    fn answer(choices: &Choices, answer: &Object) -> Result<Action, Misanswer> {
        match *choices {
            Choices::Bid { min, max, .. } => {
                let bet = whole_number(answer, "bet")?;
                let bid = u16::try_from(bet)
                    .map_err(|_| Misanswer::Forbidden(format!("a bid of {min} to {max}")))?;
                Ok(Action::Bid(bid))
            }
            Choices::Call { .. } => match answer.get("call") {
                None => Err(Misanswer::Garbled("a field `call`".into())),
                Some(Value::Bool(call)) => Ok(Action::Call(*call)),
                Some(_) => Err(Misanswer::Forbidden("true or false as `call`".into())),
            },
        }
    }
}

fn open(out: &mut Vec<u8>, names: std::fmt::Arguments<'_>) {
    out.extend_from_slice(format!("{{\"tell\":\"{names}\":").as_bytes());
}

#[cfg(test)]
mod tests {
    use croupier_rules::chips::Chips;
    use croupier_rules::poker::{Choices, News, Round, Rules};
    use croupier_rules::seat::{Seat, Seats};

    use crate::protocol::Wire;

    #[test]
    fn notices_and_questions_are_the_documented_lines() {
        let mut lines = Vec::new();
        let live = Seats::first(3).without(Seat(0));
        for news in [
            News::Hand(7),
            News::Bets(Round::First, [20, 50, 65]),
            News::Live(Round::First, live),
            News::Showdown([None, Some(7), Some(9)]),
            News::Result([Chips::whole(-20), Chips::from_halves(-241), Chips::from_halves(281)].into()),
        ] {
            Rules::tell(&news, &mut lines);
        }
        Rules::ask(&Choices::Bid { round: Round::Second, min: 65, max: 300 }, &mut lines);
        lines.push(b'\n');
        Rules::ask(&Choices::Call { round: Round::First, level: 65 }, &mut lines);
        assert_eq!(
            String::from_utf8(lines).unwrap(),
            r#"{"tell":"hand","card":7}
{"tell":"bet1_info","bets":[20,50,65]}
{"tell":"call1_info","live":[false,true,true]}
{"tell":"showdown","cards":[null,7,9]}
{"tell":"result","winnings":[-20,-120.5,140.5]}
"ask":"bet2","min":65,"max":300
"ask":"call1","level":65"#
        );
    }
}
