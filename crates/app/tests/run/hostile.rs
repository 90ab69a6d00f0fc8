//! Honest bots among hostile ones: their records are those of a contest without the hostile.

mod clocks {
    use std::collections::BTreeSet;

    use croupier_trial::{is_long, python3, skip};

    use crate::night::{LADDER, LINES, Night, WATCHER, label, seats};

    /// Limits that honest bots keep on a busy machine, and hostile ones reach soon.
    const LIMITS: &str = "[limits]\nmove = \"2 s\"\nbank = \"3 s\"\nstart = \"20 s\"\nmemory = \"128 MiB\"\n";

    /// A bot of either game that does its worst at its first question, and then plays on if it can.
    const HOSTILE: &str = r#"
import json, os, signal, socket, sys, threading, time
def worst():
    {worst}
print('{"ready":1,"name":"hostile"}', flush=True)
begun = False
for line in sys.stdin:
    message = json.loads(line)
    if "bye" in message: break
    if "ask" not in message: continue
    if not begun:
        begun = True
        try: worst()
        except Exception as error: print(error, file=sys.stderr)
    if "level" in message: answer = {"call": True}
    elif message["ask"] == "play": answer = {"move": "stand"}
    else: answer = {"bet": message.get("min", 0)}
    print(json.dumps({"id": message["id"], **answer}), flush=True)
"#;

    const WORST: [(&str, &str); 10] = [
        ("fork_bomb", "while True: os.fork()"),
        ("kills_all", "os.kill(-1, signal.SIGKILL)"),
        ("memory", "held = [bytearray(1 << 20) for _ in range(1 << 14)]"),
        ("flood", "\n    while True: os.write(1, b'5' * 65536)"),
        ("sleeper", "time.sleep(60)"),
        (
            "fills_the_disk",
            "\n    with open('big', 'wb') as big:\n        while True: big.write(bytes(1 << 20))",
        ),
        (
            "reads_memory",
            "\n    for name in os.listdir('/proc'):\n        try: open('/proc/%s/mem' % name, 'r+b').write(b'x')\n        except OSError: pass",
        ),
        (
            "busy_threads",
            "\n    def spin():\n        while True: pass\n    for _ in range(8): threading.Thread(target=spin, daemon=True).start()",
        ),
        ("stops_its_parents", "\n    for pid in range(os.getppid(), 0, -1): os.kill(pid, signal.SIGSTOP)"),
        ("leaves_a_child", "\n    if os.fork() == 0:\n        os.setsid(); time.sleep(600)\n    os._exit(0)"),
    ];

    fn hostile() -> Vec<(String, String)> {
        WORST.iter().map(|(name, worst)| (format!("{name}.py"), HOSTILE.replace("{worst}", worst))).collect()
    }

    /// The records of the contest by their labels and seats, of those matches whose seats are all among the honest.
    fn honest_records(
        contest: &str,
        honest: &[(String, String)],
        others: &[(String, String)],
    ) -> Option<Vec<(String, Vec<u8>)>> {
        let night = Night::with_limits(contest, LIMITS);
        for (name, text) in honest.iter().chain(others) {
            night.enter(name, text);
        }
        let done = night.play(&["--jobs", "2"]);
        if done.code == 3 && done.err.contains("sandbox") {
            return skip("no sandbox works here, and hostile bots need one");
        }
        assert_eq!(done.code, 0, "{done:?}");
        let others: BTreeSet<&str> = others.iter().map(|(name, _)| name.trim_end_matches(".py")).collect();
        let mut records: Vec<(String, Vec<u8>)> = night
            .records("croupier-data", "night")
            .into_values()
            .filter(|record| !seats(record).iter().any(|name| others.contains(name.as_str())))
            .map(|record| (format!("{}: {}", label(&record), seats(&record).join(" ")), record))
            .collect();
        records.sort();
        Some(records)
    }

    fn assert_undisturbed(contest: &str, honest: &[(String, String)], hostile: &[(String, String)]) {
        let Some(alone) = honest_records(contest, honest, &[]) else { return };
        assert!(!alone.is_empty());
        let Some(among) = honest_records(contest, honest, hostile) else { return };
        let labels = |records: &[(String, Vec<u8>)]| -> Vec<String> {
            records.iter().map(|(label, _)| label.clone()).collect()
        };
        assert_eq!(labels(&alone), labels(&among));
        for ((label, alone), (_, among)) in alone.iter().zip(&among) {
            assert!(alone == among, "{label}: {}", String::from_utf8_lossy(among));
        }
    }

    fn copies(names: &[&str], text: &str) -> Vec<(String, String)> {
        names.iter().map(|name| (format!("{name}.py"), text.to_owned())).collect()
    }

    /// Matches of each bot in the short run, and triples of three honest ones that are among them at least.
    const SOME: u32 = 6;
    const SOME_OF_HONEST: usize = 3;

    #[test]
    fn triples_of_honest_bots_play_the_same_poker() {
        let Some(_) = python3() else { return };
        let contest = "name = \"Night\"\ngame = \"poker\"\nseed = 7\n[rules]\ndeals = 5\n";
        let mut honest = copies(&["anna", "bela", "dora", "emil", "filip", "gita"], LADDER);
        honest.extend(copies(&["cyril", "hana", "ivan", "jana"], WATCHER));
        // All triples of twenty take long: the short run plays some of them.
        let some = format!("{contest}schedule = {{ per_bot = {SOME} }}\n");
        let Some(alone) = honest_records(contest, &honest, &[]) else { return };
        let among = if is_long() { contest } else { &some };
        let Some(among) = honest_records(among, &honest, &hostile()) else { return };
        let of_all = if is_long() { alone.len() } else { SOME_OF_HONEST };
        assert!(among.len() >= of_all, "{} triples of honest bots", among.len());
        for (label, record) in &among {
            let (_, alone) = alone.iter().find(|(other, _)| other == label).expect("all triples were played");
            assert!(alone == record, "{label}: {}", String::from_utf8_lossy(record));
        }
    }

    #[test]
    fn honest_bots_play_the_same_blackjack() {
        let Some(_) = python3() else { return };
        let contest = "name = \"Night\"\ngame = \"blackjack\"\nseed = 7\n[rules]\nfree_limits = true\n\
                       [[test]]\nmoney = 2000\npacks = 2\nshuffles = 2\n";
        let honest = copies(
            &["anna", "bela", "cyril", "dora", "emil", "filip", "gita", "hana", "ivan", "jana"],
            LINES,
        );
        assert_undisturbed(contest, &honest, &hostile());
    }
}
