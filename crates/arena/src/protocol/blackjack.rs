//! The betting contest of blackjack on the wire. Forced answers travel with the one before: a
//! question to play brings the upcard and the cards, the end of a hand brings the dealer's draw and
//! the payout, so a hand costs about 2.7 messages where the statement has 9.6 calls.

use croupier_rules::blackjack::{Action, Card, Choices, News, Rules};
use croupier_rules::text::push_number;
use serde_json::Value;

use super::{Misanswer, Object, Wire, push_list, whole_number};

impl Wire for Rules {
    const LIMITS_PER_GAME: bool = true;

    fn hello(&self, fields: &mut Object) {
        fields.insert("packs".into(), self.packs.into());
        fields.insert("max_money".into(), self.max_money.into());
    }

    fn tell(news: &News, out: &mut Vec<u8>) {
        match news {
            News::Start { money, packs } => {
                out.extend_from_slice(b"{\"tell\":\"start\",\"money\":");
                push_amount(out, *money);
                out.extend_from_slice(b",\"packs\":");
                push_number(out, (*packs).into());
            }
            News::Shuffled => out.extend_from_slice(b"{\"tell\":\"shuffle\""),
            // They travel with the next question, or with the dealer's cards.
            News::Upcard(_) | News::Card(_) => return,
            News::Dealer { dealer, hand } => {
                out.extend_from_slice(b"{\"tell\":\"dealer\",\"cards\":");
                push_cards(out, &dealer[1..]);
                out.extend_from_slice(b",\"hand\":");
                push_cards(out, hand);
                out.extend_from_slice(b",\"total\":");
                push_number(out, dealer.total().points.into());
                out.extend_from_slice(b",\"yours\":");
                push_number(out, hand.total().points.into());
            }
            News::Pay { payout, money } => {
                out.extend_from_slice(b"{\"tell\":\"pay\",\"payout\":");
                push_amount(out, *payout);
                out.extend_from_slice(b",\"money\":");
                push_amount(out, *money);
            }
        }
        out.extend_from_slice(b"}\n");
    }

    fn ask(choices: &Choices, out: &mut Vec<u8>) {
        match choices {
            Choices::Bet { money, reshuffled } => {
                out.extend_from_slice(b"\"ask\":\"bet\",\"money\":");
                push_amount(out, *money);
                out.extend_from_slice(b",\"reshuffled\":");
                push_truth(out, *reshuffled);
            }
            Choices::Play { up, hand, total, money } => {
                out.extend_from_slice(b"\"ask\":\"play\",\"up\":");
                push_number(out, up.told().into());
                out.extend_from_slice(b",\"cards\":");
                push_cards(out, hand);
                out.extend_from_slice(b",\"total\":");
                push_number(out, total.points.into());
                out.extend_from_slice(b",\"soft\":");
                push_truth(out, total.soft);
                out.extend_from_slice(b",\"money\":");
                push_amount(out, *money);
            }
        }
    }

    fn answer(choices: &Choices, answer: &Object) -> Result<Action, Misanswer> {
        match choices {
            Choices::Bet { .. } => Ok(Action::Bet(whole_number(answer, "bet")?)),
            Choices::Play { .. } => match answer.get("move") {
                None => Err(Misanswer::Garbled("a field `move`".into())),
                Some(Value::String(word)) if word == "hit" => Ok(Action::Hit),
                Some(Value::String(word)) if word == "stand" => Ok(Action::Stand),
                Some(_) => Err(Misanswer::Forbidden("\"hit\" or \"stand\" as `move`".into())),
            },
        }
    }

    #[cfg(feature = "wasm")]
    fn seat_functions(
        program: &croupier_wasm::Program<crate::guest::Desk>,
        chair: &crate::guest::Chair<'_>,
    ) -> Option<Result<Box<dyn crate::player::Player<Self>>, crate::player::Absent>> {
        let bot = crate::guest::Functions::start(program, chair);
        Some(bot.map(|bot| Box::new(bot) as Box<dyn crate::player::Player<Self>>))
    }
}

fn push_cards(out: &mut Vec<u8>, cards: &[Card]) {
    push_list(out, cards.iter(), |out, card| push_number(out, card.told().into()));
}

fn push_truth(out: &mut Vec<u8>, truth: bool) {
    out.extend_from_slice(if truth { b"true" } else { b"false" });
}

/// Money, which is never below 0.
fn push_amount(out: &mut Vec<u8>, amount: i64) {
    push_number(out, u64::try_from(amount).expect("money is never below 0"));
}

#[cfg(test)]
mod tests {
    use croupier_rules::blackjack::{Card, Choices, Hand, News, Rules};

    use crate::protocol::Wire;

    fn hand(letters: &str) -> Hand {
        letters.bytes().filter_map(Card::from_letter).collect()
    }

    #[test]
    fn notices_and_questions_are_the_documented_lines() {
        let mut lines = Vec::new();
        for news in [
            News::Start { money: 20_000, packs: 10 },
            News::Upcard(Card::TEN),
            News::Dealer { dealer: hand("956"), hand: hand("AT") },
            News::Pay { payout: 200, money: 20_100 },
            News::Shuffled,
        ] {
            Rules::tell(&news, &mut lines);
        }
        Rules::ask(&Choices::Bet { money: 20_000, reshuffled: true }, &mut lines);
        lines.push(b'\n');
        let cards = hand("AT");
        let play = Choices::Play { up: Card::ALL[8], hand: cards, total: cards.total(), money: 19_900 };
        Rules::ask(&play, &mut lines);
        assert_eq!(
            String::from_utf8(lines).unwrap(),
            r#"{"tell":"start","money":20000,"packs":10}
{"tell":"dealer","cards":[5,6],"hand":[11,10],"total":20,"yours":21}
{"tell":"pay","payout":200,"money":20100}
{"tell":"shuffle"}
"ask":"bet","money":20000,"reshuffled":true
"ask":"play","up":9,"cards":[11,10],"total":21,"soft":true,"money":19900"#
        );
    }
}
