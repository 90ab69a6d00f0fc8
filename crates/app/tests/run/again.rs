//! The same command again: a finished run, a changed bot, `--fresh`.

use croupier_trial::python3;

use crate::night::{LADDER, Night, POKER};

/// A ladder that adds a line to `starts.txt` whenever it is seated.
fn noted(night: &Night) -> String {
    let starts = night.path("starts.txt");
    format!("open({:?}, 'a').write('started\\n')\n{LADDER}", starts.to_str().unwrap())
}

#[test]
fn a_finished_run_is_printed_again_without_playing() {
    let Some(_) = python3() else { return };
    let night = Night::new(POKER, &[]);
    night.enter("ladder.py", &noted(&night));
    let first = night.play(&[]);
    let starts = night.lines("starts.txt").len();
    assert_eq!((first.code, starts), (0, 1), "one triple of a bot and two house players");
    let records = night.records("croupier-data", "night");
    let second = night.play(&[]);
    assert_eq!((second.code, &second.out, second.err.as_str()), (0, &first.out, ""));
    assert_eq!(night.lines("starts.txt").len(), starts, "nobody was started");
    assert_eq!(night.records("croupier-data", "night"), records);
}

#[test]
fn a_changed_bot_makes_a_new_run_and_the_old_bot_finds_the_old_one() {
    let Some(_) = python3() else { return };
    let night = Night::new(POKER, &[("ladder.py", LADDER)]);
    let first = night.play(&[]);
    night.enter("ladder.py", &format!("{LADDER}\n# better\n"));
    let second = night.play(&[]);
    assert_eq!(
        (first.json()["run"].as_str(), second.json()["run"].as_str()),
        (Some("night"), Some("night-2"))
    );
    assert_eq!(night.records("croupier-data", "night-2").len(), 1);
    night.enter("ladder.py", LADDER);
    assert_eq!(night.play(&[]).out, first.out);
}

#[test]
fn fresh_starts_over_as_a_new_run_with_the_same_matches() {
    let Some(_) = python3() else { return };
    let night = Night::new(POKER, &[("ladder.py", LADDER)]);
    let first = night.play(&[]);
    let fresh = night.play(&["--fresh"]);
    assert_eq!(fresh.json()["run"], "night-2");
    assert_eq!(fresh.json()["standings"], first.json()["standings"]);
    let records = |run| night.records("croupier-data", run);
    assert_eq!(records("night"), records("night-2"));
    // Without it the latest run is printed again.
    assert_eq!(night.play(&[]).out, fresh.out);
}

#[test]
fn runs_of_several_contests_share_a_data_folder() {
    let night = Night::new(POKER, &[("a/bot.toml", "command = \"false\"")]);
    night.write("other/contest.toml", &POKER.replace("seed = 7", "seed = 8"));
    night.write("other/entrants/a/bot.toml", "command = \"false\"");
    let data = ["--data", "results"];
    assert_eq!(night.play(&data).json()["run"], "night");
    let other = night.croupier(&["run", "other", "--json", "--data", "results"]);
    assert_eq!(other.json()["run"], "other");
    assert_eq!((night.records("results", "night").len(), night.records("results", "other").len()), (1, 1));
}
