//! A hunt and a solved policy, by the workers of a queue: the same finds and the same bytes as on threads.

use std::fs;

use croupier_trial::nats::NatsServer;

use crate::crew::work;
use crate::night::Night;

fn empty() -> Night {
    Night::with_limits("name = \"None\"\ngame = \"poker\"\n", "")
}

#[test]
fn a_hunt_finds_the_same() {
    let night = empty();
    let Some(server) = NatsServer::start() else { return };
    let _worker = work(&night, &server, "2");
    let hunt = |more: &[&str]| {
        let words = ["camicia", "hunt", "--pack", "26", "--seed", "7", "--range", "3..21", "--json"];
        let done = night.croupier(&[&words, more].concat());
        assert_eq!(done.code, 0, "{done:?}");
        done.out
    };
    let here = hunt(&["--data", "here"]);
    let address = server.address();
    assert_eq!(hunt(&["--data", "away", "--queue", &address, "--lease", "2"]), here);
    let finds =
        |data: &str| fs::read(night.path(data).join("camicia/hunt-26-seed-7-units-3-21.jsonl")).unwrap();
    assert!(finds("here") == finds("away"));
}

#[test]
fn a_policy_is_the_same_byte_for_byte() {
    let night = empty();
    let Some(server) = NatsServer::start() else { return };
    let _worker = work(&night, &server, "2");
    let solve = |more: &[&str]| {
        let words = ["poker", "solve", "--sizes", "10,50,300", "--raises", "5", "--passes", "60"];
        let columns = ["--columns", "20,30,100", "--column-passes", "20", "--measure", "some", "--json"];
        let done = night.croupier(&[&words[..], &columns, more].concat());
        assert_eq!(done.code, 0, "{done:?}");
        done.out
    };
    let here = solve(&["--out", "here.policy"]);
    let address = server.address();
    assert_eq!(solve(&["--out", "away.policy", "--queue", &address]), here);
    assert!(fs::read(night.path("here.policy")).unwrap() == fs::read(night.path("away.policy")).unwrap());
}
