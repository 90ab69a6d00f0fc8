//! Leagues of house players, and results that are not as they were left.

use std::collections::BTreeMap;
use std::ops::ControlFlow;
use std::sync::atomic::AtomicBool;

use croupier_rules::chance::Key;
use croupier_rules::chips::Chips;
use croupier_rules::game::{Game, Nets};
use croupier_rules::poker::{OddChip, Rules};
use croupier_rules::seat::Seat;

use super::League;
use crate::contest::PokerContest;
use crate::contestant::Contestant;
use crate::dealing::Dealing;
use crate::feeds::Feed;
use crate::house;
use crate::referee::{Match, NoRecord};
use crate::run::poker::Ledger;
use crate::schedule::{ORDERS, triples};
use crate::standings::{Share, Tally};
use crate::store::{FinishedMatch, SeatRow};

const PLAYERS: [&str; 4] = ["maniac", "odds", "random", "rock"];

fn contestants() -> Vec<Contestant> {
    PLAYERS.map(Contestant::house).into()
}

/// How the matches of a test are played.
#[derive(Clone, Copy)]
struct Way {
    dealing: Dealing,
    deals: u32,
    orders: usize,
    rules: Rules,
}

impl Way {
    fn dealing(dealing: Dealing, deals: u32) -> Self {
        Self { dealing, deals, orders: 1, rules: Rules::default() }
    }

    /// The contest of such matches.
    fn as_contest(self) -> PokerContest {
        PokerContest {
            dealing: self.dealing,
            deals: self.deals,
            rules: self.rules,
            ..PokerContest::default()
        }
    }

    /// One match of house players, as it is stored.
    fn play(&self, contest: u64, number: u32, label: &str, seats: [usize; 3]) -> FinishedMatch {
        let mut players: Vec<_> = seats
            .iter()
            .zip(0..)
            .map(|(&player, seat)| {
                let chance = Key::new(contest, &format!("{label} {number} {seat}")).stream(0);
                house::own(PLAYERS[player], &self.rules, Seat(seat), chance).unwrap()
            })
            .collect();
        let mut ledger = Ledger::new(self.rules, self.dealing, self.deals);
        let (rules, games) = (&[self.rules], self.deals);
        let end = Match { rules, games, players: &mut players, stop: &AtomicBool::new(false) }
            .play(&mut self.dealing.dealer(contest, label), &mut NoRecord, &mut |deal| {
                ledger.add(deal.cards(), &self.rules.net(deal).unwrap(), [0.0; 3]);
                ControlFlow::Continue(())
            })
            .unwrap();
        finished(number, label, seats, &end.totals.net, ledger)
    }

    /// All matches of a contest, by number.
    fn contest(&self, contest: u64) -> BTreeMap<u32, FinishedMatch> {
        let tables = triples(PLAYERS.len()).into_iter().flat_map(|triple| {
            ORDERS[..self.orders].iter().map(move |order| (triple, order.map(|at| triple[at])))
        });
        tables
            .zip(1..)
            .map(|((triple, seats), number)| {
                (number, self.play(contest, number, &format!("poker/{triple:?}"), seats))
            })
            .collect()
    }
}

fn finished(number: u32, label: &str, seats: [usize; 3], scores: &[Chips], ledger: Ledger) -> FinishedMatch {
    let row = |(player, &score): (&usize, &Chips)| SeatRow {
        entrant: format!("house:{}", PLAYERS[*player]),
        share: Share { score, ..Share::default() },
        fuel: None,
    };
    FinishedMatch {
        number,
        label: label.into(),
        result: serde_json::to_value(ledger.parts()).unwrap(),
        record_hash: String::new(),
        seats: seats.iter().zip(scores).map(row).collect(),
    }
}

fn tallies(matches: &BTreeMap<u32, FinishedMatch>, way: Way) -> Vec<Tally> {
    let (contest, contestants) = (way.as_contest(), contestants());
    League::read(&contest, &contestants, matches.values()).unwrap().tallies(7)
}

fn feeds(matches: &BTreeMap<u32, FinishedMatch>, way: Way) -> Vec<Feed> {
    let (contest, contestants) = (way.as_contest(), contestants());
    let names: Vec<&str> = contestants.iter().map(|contestant| contestant.name.as_str()).collect();
    League::read(&contest, &contestants, matches.values()).unwrap().feeds(&names)
}

fn score(tally: &Tally) -> Chips {
    tally.shares.iter().map(|share| share.score).sum()
}

#[test]
fn a_result_that_cannot_be_read_is_said() {
    let way = Way::dealing(Dealing::Random, 40);
    let (contest, contestants) = (way.as_contest(), contestants());
    let said = |finished: FinishedMatch| {
        League::read(&contest, &contestants, [&finished].into_iter()).err().unwrap()
    };
    let finished = way.play(7, 3, "poker/a + b + c", [0, 1, 2]);
    let bare = FinishedMatch { result: serde_json::json!({}), ..finished.clone() };
    assert_eq!(said(bare), "the result of match 3: missing field `blocks`");
    let narrow = FinishedMatch { result: serde_json::json!({ "blocks": [[1, 2]] }), ..finished.clone() };
    assert!(said(narrow).starts_with("the result of match 3: invalid length 2"));
    for (key, value, why) in [
        ("blocks", serde_json::json!([[1, 2, 3]]), "expected 20 parts, found 1"),
        ("flows", serde_json::json!([]), "expected 20 parts, found 0"),
        ("luckless", serde_json::json!(vec![[0.0; 3]; 21]), "expected 20 parts, found 21"),
        ("blocks", serde_json::json!(vec![[0, i64::MIN, 7]; 20]), "expected at most 24000 chips in a part"),
        ("flows", serde_json::json!(vec![[48_001, 0, 7]; 20]), "expected at most 24000 chips in a part"),
    ] {
        let mut damaged = finished.clone();
        damaged.result[key] = value;
        let said = said(damaged);
        assert!(said.starts_with(&format!("the result of match 3: {why}")), "{key}: {said}");
    }
    let two = FinishedMatch { seats: finished.seats[..2].to_vec(), ..finished };
    assert_eq!(said(two), "the result of match 3: expected 3 seats, found 2");
}

/// What was stored before the luck of the cards was taken out has intervals as the cards fell, and no feeds.
#[test]
fn older_results_are_still_read() {
    let way = Way::dealing(Dealing::Random, 100);
    let mut matches = way.contest(7);
    let fresh = tallies(&matches, way);
    for finished in matches.values_mut() {
        finished.result = serde_json::json!({ "blocks": finished.result["blocks"] });
    }
    for (fresh, older) in fresh.iter().zip(tallies(&matches, way)) {
        let raw = fresh.raw.unwrap();
        assert_eq!((older.interval, older.mean), (Some((raw.low, raw.high)), Some(raw.mean)));
        assert_eq!((older.raw, older.ranks.map(|ranks| ranks.len())), (None, Some(4)));
    }
    assert_eq!(feeds(&matches, way), []);
}

/// What one has taken from all is what it has won, to the half-chip; but for chips that vanish.
#[test]
fn what_is_taken_from_all_is_what_was_won() {
    let exact = Way { orders: 6, ..Way::dealing(Dealing::Random, 60) };
    let floor = Way { rules: Rules { odd_chip: OddChip::Floor, ..exact.rules }, ..exact };
    for way in [exact, floor] {
        let matches = way.contest(7);
        let feeds = feeds(&matches, way);
        assert_eq!(feeds.len(), 12);
        let mut vanished = Chips::ZERO;
        for tally in tallies(&matches, way) {
            let taken: Chips = feeds.iter().filter(|feed| feed.to == tally.name).map(|feed| feed.chips).sum();
            vanished += taken - score(&tally);
            assert!(taken >= score(&tally), "{}", tally.name);
        }
        let lost: Chips = tallies(&matches, way).iter().map(score).sum();
        assert_eq!(vanished, -lost);
        assert_eq!(vanished == Chips::ZERO, way.rules.odd_chip == OddChip::Exact);
        for feed in &feeds {
            let back = feeds.iter().find(|back| back.to == feed.from && back.from == feed.to).unwrap();
            assert_eq!((back.chips, back.deals), (-feed.chips, 720));
        }
    }
}

/// Matches of four in which each deal comes to the same: the last has 20 chips of the two others.
fn constant(way: Way) -> BTreeMap<u32, FinishedMatch> {
    let play = |seats: [usize; 3], number: u32| {
        let nets: Nets = if seats.contains(&3) {
            seats.map(|seat| Chips::whole(if seat == 3 { 20 } else { -10 })).into()
        } else {
            [Chips::ZERO; 3].into()
        };
        let mut ledger = Ledger::new(way.rules, way.dealing, way.deals);
        let mut dealer = crate::dealing::Stratified::new(Key::new(1, "constant"));
        for deal in 0..way.deals {
            ledger.add(dealer.cards(deal), &nets, [0.0; 3]);
        }
        let scores: Vec<Chips> =
            nets.iter().map(|net| Chips::from_halves(net.halves() * i64::from(way.deals))).collect();
        finished(number, &format!("poker/{number}"), seats, &scores, ledger)
    };
    triples(4).into_iter().zip(1..).map(|(seats, number)| (number, play(seats, number))).collect()
}

fn is_decided(matches: &BTreeMap<u32, FinishedMatch>, way: Way) -> bool {
    let (contest, contestants) = (way.as_contest(), contestants());
    League::read(&contest, &contestants, matches.values()).unwrap().is_decided(0.05, 10)
}

/// A bot that fouls in every deal pays 10 to who is left: no luck, and nothing that breaks.
#[test]
fn those_who_foul_all_the_time_lose_a_constant() {
    let way = Way::dealing(Dealing::Random, 1_000);
    let matches = constant(way);
    let tallies = tallies(&matches, way);
    assert_eq!(tallies[3].interval, Some((60_000.0, 60_000.0)));
    assert_eq!(tallies[0].interval, Some((-20_000.0, -20_000.0)));
    assert_eq!(tallies[3].ranks.as_deref(), Some(&[1.0, 0.0, 0.0, 0.0][..]));
    assert_eq!(tallies[1].ranks.as_deref(), Some(&[0.0, 1.0, 0.0, 0.0][..]));
    let feeds = feeds(&matches, way);
    let sure: Vec<&str> =
        feeds.iter().filter(|feed| feed.beyond_noise).map(|feed| feed.to.as_str()).collect();
    assert_eq!(sure, ["house:rock"; 3]);
    assert!(is_decided(&matches, way), "three who always lose the same are level");
}

/// The same in a few deals may be chance: nothing is decided, no rank is certain, and no interval is told.
#[test]
fn a_few_deals_that_are_alike_by_chance_decide_nothing() {
    for deals in [2, 3, 20] {
        let way = Way::dealing(Dealing::Random, deals);
        let matches = constant(way);
        assert!(!is_decided(&matches, way), "{deals} deals");
        for tally in tallies(&matches, way) {
            assert_eq!((tally.interval, tally.mean), (None, None), "{deals} deals");
            assert!(tally.ranks.unwrap().iter().all(|&chance| chance < 0.999), "{deals} deals");
        }
        assert!(feeds(&matches, way).iter().all(|feed| !feed.beyond_noise), "{deals} deals");
    }
}

#[test]
fn an_order_is_decided_once_neighbours_differ_clearly() {
    let decided = |deals: u32| {
        let way = Way::dealing(Dealing::Random, deals);
        is_decided(&way.contest(7), way)
    };
    assert_eq!([30, 3_000].map(decided), [false, true]);
}

/// The mean, the variance.
fn moments(sample: &[f64]) -> (f64, f64) {
    let count = f64::from(u32::try_from(sample.len()).unwrap());
    let mean = sample.iter().sum::<f64>() / count;
    (mean, sample.iter().map(|number| (number - mean).powi(2)).sum::<f64>() / (count - 1.0))
}

/// What contests of one way came to, by player.
struct Trial {
    raw: Vec<Vec<f64>>,
    luckless: Vec<Vec<f64>>,
    tallies: Vec<Vec<Tally>>,
}

fn trial(way: Way, contests: u32) -> Trial {
    let mut trial =
        Trial { raw: vec![Vec::new(); 4], luckless: vec![Vec::new(); 4], tallies: vec![Vec::new(); 4] };
    for contest in 0..contests {
        for (place, tally) in tallies(&way.contest(contest.into()), way).into_iter().enumerate() {
            let matches = f64::from(u32::try_from(tally.shares.len()).unwrap());
            trial.raw[place].push(score(&tally).as_f64());
            trial.luckless[place].push(tally.mean.unwrap().mean * f64::from(way.deals) * matches);
            trial.tallies[place].push(tally);
        }
    }
    trial
}

/// Single matches of 1,000 deals: how much less they scatter without the luck of the cards, and by strata.
#[test]
fn a_match_without_luck_scatters_far_less() {
    const MATCHES: u32 = 150;
    let scatter = |dealing: Dealing, seats: [usize; 3]| -> Vec<[f64; 2]> {
        let way = Way::dealing(dealing, 1_000);
        let mut sums = vec![[Vec::new(), Vec::new()]; 4];
        for contest in 0..MATCHES {
            let finished = way.play(contest.into(), 1, "poker/a + b + c", seats);
            for (sums, tally) in sums.iter_mut().zip(tallies(&BTreeMap::from([(1, finished)]), way)) {
                let Some(mean) = tally.mean else { continue };
                sums[0].push(score(&tally).as_f64() / 1_000.0);
                sums[1].push(mean.mean);
            }
        }
        seats.iter().map(|&seat| [0, 1].map(|kind| moments(&sums[seat][kind]).1)).collect()
    };
    for (seats, least_cuts) in [([1, 3, 0], [5.0, 10.0]), ([1, 0, 2], [1.2, 1.4])] {
        let (random, strata) = (scatter(Dealing::Random, seats), scatter(Dealing::Stratified, seats));
        for ((seat, [raw, luckless]), [stratified, _]) in seats.iter().zip(random).zip(strata) {
            let cuts = [raw / luckless, raw / stratified];
            println!(
                "{} at {:?}: a deviation of {:.2} chips a deal, variance {:.1} times smaller without luck, {:.1} by strata",
                PLAYERS[*seat],
                seats.map(|seat| PLAYERS[seat]),
                raw.sqrt(),
                cuts[0],
                cuts[1]
            );
            assert!(cuts[0] > least_cuts[0] && cuts[1] > least_cuts[1], "{cuts:?}");
        }
    }
}

/// What contests of one way said of a player.
struct Said {
    /// Chips a deal in the mean of all contests, and the standard error of that.
    mean: (f64, f64),
    /// By how much the sums moved when the luck was taken out, in standard errors.
    moved: f64,
    /// How many times smaller the variance of a sum is without luck than it would have been with cards by chance.
    cut: f64,
    /// Of a thousand intervals, how many hold the mean.
    covered: usize,
}

impl Said {
    fn of(way: Way, trial: &Trial, place: usize) -> Self {
        let (raw, luckless, tallies) = (&trial.raw[place], &trial.luckless[place], &trial.tallies[place]);
        let count = f64::from(u32::try_from(tallies.len()).unwrap());
        let (mean, variance) = moments(luckless);
        let interval = |tally: &Tally| tally.interval.unwrap();
        let holds = |tally: &&Tally| (interval(tally).0..=interval(tally).1).contains(&mean);
        let covered = 1_000 * tallies.iter().filter(holds).count() / tallies.len();
        let cut = if way.dealing == Dealing::Stratified {
            // Stratified sums have no luck: that of other cards is told by the parts as they fell.
            let by_chance = |tally: &Tally| tally.raw.map(|raw| (raw.low, raw.high)).unwrap();
            let squares = |ends: &dyn Fn(&Tally) -> (f64, f64)| -> f64 {
                tallies.iter().map(|tally| (ends(tally).1 - ends(tally).0).powi(2)).sum()
            };
            squares(&by_chance) / squares(&interval)
        } else {
            moments(raw).1 / variance
        };
        let moves: Vec<f64> = raw.iter().zip(luckless).map(|(raw, luckless)| raw - luckless).collect();
        let (bias, spread) = moments(&moves);
        let deals = f64::from(way.deals) * f64::from(u32::try_from(tallies[0].shares.len()).unwrap());
        Self {
            mean: (mean / deals, (variance / count).sqrt() / deals),
            moved: bias.abs() / (spread / count).sqrt().max(1e-3),
            cut,
            covered,
        }
    }
}

/// Contests with other cards: the interval holds the mean of all of them in about 95 of a hundred, whoever the
/// player is; without the luck of the cards, the mean is the same, and the scatter is less. Stratified deals
/// have intervals that are rather too wide: what the fit cannot tell from noise counts as noise.
#[test]
fn intervals_of_chips_cover_what_they_promise() {
    let is_long = croupier_trial::is_long();
    let (contests, bounds) = if is_long { (1_000, 930..=970) } else { (200, 890..=995) };
    let mut ways = vec![
        (Way::dealing(Dealing::Random, 300), [1.6, 2.1, 1.2, 4.5]),
        (Way::dealing(Dealing::Stratified, 1_000), [1.5, 2.0, 1.2, 4.0]),
    ];
    if is_long {
        ways.push((Way::dealing(Dealing::Random, 1_000), [2.1, 3.0, 1.4, 6.0]));
        ways.push((Way::dealing(Dealing::Stratified, 500), [1.2, 1.4, 1.1, 1.5]));
        ways.push((Way { orders: 6, ..Way::dealing(Dealing::Common, 300) }, [1.2; 4]));
    }
    let mut first: Option<Vec<(f64, f64)>> = None;
    for (way, least_cuts) in ways {
        let trial = trial(way, contests);
        let said: Vec<Said> = (0..PLAYERS.len()).map(|place| Said::of(way, &trial, place)).collect();
        for (said, name) in said.iter().zip(PLAYERS) {
            println!(
                "{} {} deals, {name}: variance {:.2} times smaller, {} of 1000 intervals hold {:.2} chips a deal, \
                 moved by {:.1} errors",
                way.dealing.name(),
                way.deals,
                said.cut,
                said.covered,
                said.mean.0,
                said.moved
            );
        }
        for ((said, name), least) in said.iter().zip(PLAYERS).zip(least_cuts) {
            assert!(said.moved < 4.0, "{name}: {}", said.moved);
            assert!(said.cut > least, "{name}: {}", said.cut);
            assert!(bounds.contains(&said.covered), "{name}: {} of 1000", said.covered);
        }
        // In one order of seats, how the cards are dealt moves no mean.
        let means: Vec<(f64, f64)> = said.iter().map(|said| said.mean).collect();
        let first = first.get_or_insert_with(|| means.clone());
        for ((mean, error), (due, its_error)) in means.into_iter().zip(&*first).filter(|_| way.orders == 1) {
            assert!((mean - due).abs() < 4.0 * error.hypot(*its_error), "{mean} and {due}");
        }
    }
}
