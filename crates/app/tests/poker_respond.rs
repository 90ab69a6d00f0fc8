//! `croupier poker respond`: what is said of a bot, and whether the response wins what was computed.

#[expect(dead_code, reason = "tests of other verbs use the rest")]
mod croupier;
#[path = "../../rules/tests/golden/mod.rs"]
mod golden;

use croupier::{croupier, file, text};
use croupier_trial::python3;
use serde_json::Value;

fn json<const N: usize>(arguments: [&str; N]) -> Value {
    let run = croupier(["poker", "respond", "--json"]).args(arguments).assert().success();
    serde_json::from_slice(&run.get_output().stdout).expect("the answer is JSON")
}

#[test]
fn a_player_is_told_in_tables_and_sentences() {
    let run =
        croupier(["poker", "respond", "house:odds", "--deals", "4000", "--seed", "7"]).assert().success();
    golden::check("poker/respond_odds.txt", &text(&run.get_output().stdout));
}

#[test]
fn the_response_wins_what_was_computed() {
    let answer = json(["house:odds", "--deals", "8000"]);
    let response = &answer["response"];
    let of = |key: &str, end: &str| response[key][end].as_f64().unwrap();
    assert!(of("computed", "mean") > 40.0, "{response}");
    assert!(of("played", "low") > 35.0, "{response}");
    let apart = (of("computed", "mean") - of("played", "mean")).abs();
    assert!(apart < 1.5 * (of("played", "high") - of("played", "mean")) + 1.0, "{response}");
}

#[test]
fn two_players_are_modelled_each_by_itself() {
    let answer = json(["house:odds", "house:random", "--deals", "2000"]);
    let players = answer["players"].as_array().unwrap();
    let names: Vec<&str> = players.iter().map(|player| player["name"].as_str().unwrap()).collect();
    assert_eq!(names, ["house:odds", "house:random"]);
    assert!(players.iter().all(|player| player["fouls"] == 0 && player["change"]["is_believed"] == false));
}

#[test]
fn a_player_that_is_not_there_is_bad_input() {
    let refused = croupier(["poker", "respond", "house:odd"]).assert().code(3).stdout("");
    assert!(text(&refused.get_output().stderr).contains("did you mean house:odds?"));
    let refused = croupier(["poker", "respond", "no-such-bot.py"]).assert().code(3).stdout("");
    assert!(text(&refused.get_output().stderr).contains("no-such-bot.py"));
}

#[test]
fn a_bot_that_cannot_be_built_is_named() {
    let (_folder, path) = file("nothing.c", b"int main(void) { return }\n");
    let path = path.to_str().unwrap();
    let refused = croupier(["poker", "respond", path, "--trust"]).assert().code(3).stdout("");
    let said = text(&refused.get_output().stderr);
    assert!(said.contains("nothing is not seated") && said.contains("croupier check"), "{said}");
}

/// The methods of a player that a test does not ask for anything.
const SILENT: &str = "
    def name(self, seat): self.deals = 0
    def hand(self, card): self.card, self.deals = card, self.deals + 1
    def bet1_info(self, bets): pass
    def call1(self, level): return self.card > 5
    def call1_info(self, live): pass
    def bet2(self, level): return level
    def bet2_info(self, bets): pass
    def call2(self, level): return self.card > 5
    def call2_info(self, live): pass
    def showdown(self, cards): pass
    def result(self, nets): pass
";

#[test]
fn a_bot_that_fouls_in_every_deal_is_said_to() {
    let Some(_) = python3() else { return };
    let bot = format!("class Player:{SILENT}    def bet1(self, least): return 5\n");
    let (_folder, path) = file("fouls.py", bot.as_bytes());
    let answer = json([path.to_str().unwrap(), "--trust", "--deals", "600"]);
    let player = &answer["players"][0];
    assert!(player["fouls"].as_u64().unwrap() >= 300, "{player}");
    assert!(player["first_foul"].as_str().unwrap().starts_with("illegal: asked bet1"), "{player}");
    // Two that foul pay the least bid each.
    assert_eq!(answer["response"]["played"]["mean"], 20.0, "{}", answer["response"]);
}

#[test]
fn a_bot_that_changes_its_mind_has_wider_error_bars() {
    let Some(_) = python3() else { return };
    let bids = "    def bet1(self, least): return 40 if self.card > 6 and self.deals > 125 else least\n";
    let bot = format!("class Player:{SILENT}{bids}");
    let (_folder, path) = file("changes.py", bot.as_bytes());
    let change = json([path.to_str().unwrap(), "--trust", "--deals", "1000"])["players"][0]["change"].clone();
    assert!(change["is_believed"] == true && change["dispersion"].as_f64().unwrap() > 2.0, "{change}");
}
