//! The laws that every [`Game`] obeys, as functions that a test calls.
//!
//! Games are played at random from named streams, so a failure is repeated by its seed and number,
//! which every message names.
//!
//! ```
//! use croupier_rules::{conform, poker::Rules};
//! let seen = conform::obeys_all_laws(&Rules::default(), 7, 100);
//! assert!(seen.steps > 0 && seen.refusals > 0 && seen.same_news > 0);
//! ```

use std::collections::BTreeMap;
use std::fmt::Write as _;

use crate::chance::{Key, Stream};
use crate::game::{Acts, Choices, Game, Node, Step, replay};
use crate::seat::{Seat, Seats};
use crate::text::Cursor;

/// How often each law was put to the test: a law that was never tried proves nothing.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Seen {
    /// Steps taken.
    pub steps: u64,
    /// Steps refused.
    pub refusals: u64,
    /// Questions to a seat that had learned and done the same in another game.
    pub same_news: u64,
}

/// One game played at random.
#[derive(Clone, Debug)]
pub struct Played<G: Game> {
    /// The seed and the number of the game, for messages.
    pub name: String,
    /// The steps.
    pub steps: Vec<Step<G>>,
    /// The states: one before each step, and the last.
    pub states: Vec<G::State>,
}

/// Plays `games` games at random and checks every law on each.
pub fn obeys_all_laws<G: Game>(game: &G, seed: u64, games: u64) -> Seen {
    let mut seen = Seen::default();
    let mut questions = BTreeMap::new();
    for number in 0..games {
        let played = play(game, seed, number);
        seen.steps += played.steps.len() as u64;
        replay_gives_the_same_state(game, &played);
        draws_have_weight(game, &played);
        net_is_known_exactly_when_over(game, &played);
        notation_round_trips(game, &played);
        seen.refusals += refused_steps_change_nothing(game, &played);
        seen.same_news += same_news_same_question(game, &played, &mut questions);
    }
    seen
}

/// Plays one game: draws by weight, answers at random with the least and the greatest favoured.
pub fn play<G: Game>(game: &G, seed: u64, number: u64) -> Played<G> {
    let mut stream = Key::new(seed, G::NAME).stream(number);
    let mut played = Played {
        name: format!("{} by seed {seed}, game {number}", G::NAME),
        steps: Vec::new(),
        states: vec![game.start()],
    };
    loop {
        let state = played.states.last().expect("a game has a first state");
        let step = match game.node(state) {
            Node::Chance => Step::Draw(game.drawn(state, stream.pick(game.weights(state).as_ref()))),
            Node::Decide(asked) => Step::Act(answers(game, state, asked, &mut stream)),
            Node::Over => return played,
        };
        let mut next = state.clone();
        // Each choice offered is permitted, and applies.
        if let Step::Act(acts) = &step {
            for (seat, action) in acts {
                let permitted = game.permits(state, *seat, action);
                assert!(permitted.is_ok(), "{}: {action} was offered: {permitted:?}", played.name);
            }
        }
        let applied = game.apply(&mut next, &step);
        assert!(applied.is_ok(), "{}: {step:?} was due at {state:?}: {applied:?}", played.name);
        played.steps.push(step);
        played.states.push(next);
    }
}

fn answers<G: Game>(game: &G, state: &G::State, asked: Seats, stream: &mut Stream) -> Acts<G::Action> {
    let answer = |seat| {
        let choices = game.choices(state, seat);
        let last = choices.count() - 1;
        let index = match stream.below(4) {
            0 => 0,
            1 => last,
            _ => u64::from(stream.below(u32::try_from(last).map_or(u32::MAX, |last| last.saturating_add(1)))),
        };
        (seat, choices.nth(index))
    };
    asked.iter().map(answer).collect()
}

/// Replaying the steps leads to the same state.
pub fn replay_gives_the_same_state<G: Game>(game: &G, played: &Played<G>) {
    let replayed = replay(game, &played.steps);
    assert_eq!(replayed.as_ref().ok(), played.states.last(), "{}: {replayed:?}", played.name);
}

/// At a chance node the weights have a positive sum, and exactly what has weight can be drawn.
pub fn draws_have_weight<G: Game>(game: &G, played: &Played<G>) {
    for state in played.states.iter().filter(|state| game.node(state) == Node::Chance) {
        let weights = game.weights(state);
        let weights = weights.as_ref();
        assert!(weights.iter().any(|&weight| weight > 0), "{}: nothing to draw at {state:?}", played.name);
        for (index, &weight) in weights.iter().enumerate() {
            let draw = game.drawn(state, index);
            let drawn = game.apply(&mut state.clone(), &Step::Draw(draw)).is_ok();
            assert_eq!(drawn, weight > 0, "{}: {draw:?} has weight {weight} at {state:?}", played.name);
        }
    }
}

/// The net is known exactly when the game is over, and there is one for each seat.
pub fn net_is_known_exactly_when_over<G: Game>(game: &G, played: &Played<G>) {
    for state in &played.states {
        let seats = game.net(state).map(|nets| nets.len());
        let expected = (game.node(state) == Node::Over).then(|| game.seats());
        assert_eq!(seats, expected, "{}: at {state:?}", played.name);
    }
}

/// Every line written is read back as the same steps.
pub fn notation_round_trips<G: Game>(game: &G, played: &Played<G>) {
    let mut text = Vec::new();
    for (state, step) in played.states.iter().zip(&played.steps) {
        if !text.is_empty() && game.begins_line(state) {
            text.push(b'\n');
        }
        game.write_step(state, step, &mut text);
    }
    let text = String::from_utf8(text).expect("a record is text");
    let mut due = played.states.iter().zip(&played.steps);
    for line in text.lines() {
        let mut cursor = Cursor::new(line);
        while !cursor.at_end() {
            let (state, step) = due.next().expect("no more steps than were written");
            let read = game.read_step(state, &mut cursor);
            assert_eq!(
                read.as_ref(),
                Ok(step),
                "{}: `{line}` before column {}",
                played.name,
                cursor.column()
            );
        }
    }
    assert!(due.next().is_none(), "{}: `{text}` lacks steps", played.name);
}

/// A refused step leaves the state as it was. Returns how many were refused.
///
/// At each state every kind of step is tried that came up elsewhere in the game, and answers for no
/// seat, for too many and for a seat that nobody has.
pub fn refused_steps_change_nothing<G: Game>(game: &G, played: &Played<G>) -> u64 {
    /// Steps that are tried at each state: enough for every kind of a short game.
    const TRIED: usize = 40;
    let every = played.steps.len().div_ceil(TRIED).max(1);
    let mut tried: Vec<Step<G>> = played.steps.iter().step_by(every).cloned().collect();
    tried.push(Step::Act(Acts::new()));
    let act = played.steps.iter().find_map(|step| match step {
        Step::Act(acts) => acts.first().cloned(),
        Step::Draw(_) => None,
    });
    if let Some((seat, action)) = act {
        tried.push(Step::Act(Acts::from_iter([(Seat(7), action.clone())])));
        tried.push(Step::Act(Acts::from_iter([(seat, action.clone()), (seat, action)])));
    }
    let mut refusals = 0;
    for state in played.states.iter().step_by(every) {
        for step in &tried {
            let mut after = state.clone();
            if let Err(why) = game.apply(&mut after, step) {
                assert!(after == *state, "{}: refused ({why}), yet changed: {step:?}", played.name);
                refusals += 1;
                continue;
            }
            let fits = match game.node(state) {
                Node::Chance => matches!(step, Step::Draw(_)),
                Node::Decide(_) => matches!(step, Step::Act(_)),
                Node::Over => false,
            };
            assert!(fits, "{}: {step:?} was taken at {state:?}", played.name);
        }
    }
    refusals
}

/// Questions by what a seat had learned and done before.
pub type Questions = BTreeMap<(u8, [u8; 32]), String>;

/// A seat that has learned and done the same is asked the same, whatever the hidden truth is: the
/// question gives nothing away. Returns how many questions met their like in `questions`.
pub fn same_news_same_question<G: Game>(game: &G, played: &Played<G>, questions: &mut Questions) -> u64 {
    let mut met = 0;
    for seat in Seats::first(game.seats()).iter() {
        let mut learned = blake3::Hasher::new();
        let mut line = String::new();
        let mut learn = |learned: &mut blake3::Hasher, what: &dyn std::fmt::Debug| {
            line.clear();
            writeln!(line, "{what:?}").expect("a string takes all");
            learned.update(line.as_bytes());
        };
        game.opening(&played.states[0], seat, &mut |news| learn(&mut learned, &news));
        for ((state, after), step) in played.states.iter().zip(&played.states[1..]).zip(&played.steps) {
            if let Step::Act(acts) = step
                && let Some((_, action)) = acts.iter().find(|(acting, _)| *acting == seat)
            {
                let asked = format!("{:?}", game.choices(state, seat));
                let known = questions.entry((seat.0, *learned.finalize().as_bytes()));
                met += u64::from(matches!(known, std::collections::btree_map::Entry::Occupied(_)));
                let known = known.or_insert_with(|| asked.clone());
                assert_eq!(*known, asked, "{}: seat {seat} is told more by the question", played.name);
                learn(&mut learned, action);
            }
            game.news(after, step, seat, &mut |news| learn(&mut learned, &news));
        }
    }
    met
}
