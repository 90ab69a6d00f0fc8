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
    let told = player["first_foul"].as_str().unwrap();
    assert!(told.starts_with("illegal: asked bet1") && told.matches("from 10 to 300").count() == 1, "{told}");
    // Two that foul pay the least bid each.
    assert_eq!(answer["response"]["played"]["mean"], 20.0, "{}", answer["response"]);
    let computed = &answer["response"]["computed"];
    let holds = computed["low"].as_f64().unwrap() <= 20.0 && 20.0 <= computed["high"].as_f64().unwrap();
    assert!(holds, "the prior is in the bars: {computed}");
    assert_eq!(answer["response"]["agrees"], true);
    assert_eq!(player["tells"][0], "it fouls in every deal (450 of 450 seen)", "{}", player["tells"]);
}

#[test]
fn a_bot_that_does_not_begin_fouls_in_every_deal() {
    let Some(_) = python3() else { return };
    let silent = SILENT.replace("self.deals = 0", "raise ValueError('no name')");
    let bot = format!("class Player:{silent}    def bet1(self, least): return least\n");
    let (_folder, path) = file("begins.py", bot.as_bytes());
    let path = path.to_str().unwrap();
    let run = croupier(["poker", "respond", path, "--trust", "--deals", "200"]).assert().success();
    let told = text(&run.get_output().stdout);
    assert!(told.contains("\nfouls in 150 of 150 deals; the first: crashed: "), "{told}");
    assert!(told.contains("(croupier check tells what it logged)\n"), "{told}");
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

/// Half of the deals it bids this, half of them that: so it is told, with bars that hold either.
#[test]
fn a_share_is_told_as_it_was_seen() {
    let Some(_) = python3() else { return };
    let bids = "    def bet1(self, least): return 300 if self.deals > 250 else least\n";
    let bot = format!("class Player:{SILENT}{bids}");
    let (_folder, path) = file("turns.py", bot.as_bytes());
    let path = path.to_str().unwrap();
    let run = croupier(["poker", "respond", path, "--trust", "--deals", "2000", "--json"]).assert().success();
    let answer: Value = serde_json::from_slice(&run.get_output().stdout).unwrap();
    let bids: Vec<&Value> = answer["players"][0]["bids"]
        .as_array()
        .unwrap()
        .iter()
        .flat_map(|bids| bids.as_array().unwrap())
        .collect();
    let of_300: Vec<f64> =
        bids.iter().filter(|bid| bid["bid"] == 300).map(|bid| bid["share"].as_f64().unwrap()).collect();
    let mean = of_300.iter().sum::<f64>() / 10.0;
    assert!((mean - 0.5).abs() < 0.02, "{of_300:?}");
    for bid in bids {
        let at = |key: &str| bid[key].as_f64().unwrap();
        assert!(at("low") < 0.4 && at("high") > 0.6, "{bid}");
    }
}

/// The exact best response to two players that bid everything with any card and never fold wins 109.2 chips a deal.
#[test]
fn bars_hold_the_truth_about_a_plain_bot() {
    let Some(_) = python3() else { return };
    let bot = format!("class Player:{SILENT}    def bet1(self, least): return 300\n");
    let (_folder, path) = file("all_in.py", bot.as_bytes());
    let path = path.to_str().unwrap();
    let run = croupier(["poker", "respond", path, "--trust", "--deals", "2000"]).assert().success();
    let told = text(&run.get_output().stdout);
    assert!(told.contains("- it bids 300 with any card ("), "{told}");
    assert!(told.contains("it was never asked in the first check"), "{told}");
    let computed = &json([path, "--trust", "--deals", "2000"])["response"]["computed"];
    let at = |end: &str| computed[end].as_f64().unwrap();
    assert!(at("low") <= 109.2 && 109.2 <= at("high"), "{computed}");
}

/// What is learnt while a match goes on is not what was watched.
#[test]
fn a_response_that_wins_otherwise_is_said_to() {
    let run =
        croupier(["poker", "respond", "house:exploiter", "--deals", "400", "--seed", "3"]).assert().success();
    let told = text(&run.get_output().stdout);
    assert!(
        told.contains("these two intervals do not meet: it plays otherwise against the response"),
        "{told}"
    );
}

/// Ctrl-C is the person's, and no bug of ours.
#[test]
fn an_interrupted_look_ends_with_its_own_code() {
    let mut child = std::process::Command::new(env!("CARGO_BIN_EXE_croupier"))
        .args(["poker", "respond", "house:random", "--deals", "1000000"])
        .stdout(std::process::Stdio::piped())
        .stderr(std::process::Stdio::piped())
        .spawn()
        .unwrap();
    std::thread::sleep(std::time::Duration::from_secs(2));
    let pid = child.id().to_string();
    assert!(std::process::Command::new("kill").args(["-INT", &pid]).status().unwrap().success());
    assert_eq!(child.wait().unwrap().code(), Some(130));
    let mut said = String::new();
    std::io::Read::read_to_string(&mut child.stderr.take().unwrap(), &mut said).unwrap();
    assert!(said.contains("interrupted before the response was played"), "{said}");
}
