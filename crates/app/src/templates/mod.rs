//! Templates of bots and contests: files in this folder, put into the binary. Each runs as it is.

use croupier_arena::game_kind::GameKind;

/// A bot to begin with.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Template {
    /// The game it plays.
    pub(crate) game: GameKind,
    /// Its language, as `--lang` names it.
    pub(crate) lang: &'static str,
    /// The suffix of its file.
    pub(crate) suffix: &'static str,
    /// What it is, in a few words.
    pub(crate) what: &'static str,
    text: &'static str,
}

macro_rules! template {
    ($game:ident, $lang:literal, $suffix:literal, $what:literal, $file:literal) => {
        Template {
            game: GameKind::$game,
            lang: $lang,
            suffix: $suffix,
            what: $what,
            text: include_str!($file),
        }
    };
}

/// All templates of bots. The first of a game is what it is begun with if no language is named.
pub(crate) const BOTS: [Template; 19] = [
    template!(Poker, "python", "py", "a class Player", "poker/player.py"),
    template!(Poker, "python-lines", "py", "JSON Lines in Python", "poker/lines.py"),
    template!(Poker, "c", "c", "JSON Lines in C", "poker/bot.c"),
    template!(Poker, "cpp", "cpp", "JSON Lines in C++", "poker/bot.cpp"),
    template!(Poker, "rust", "rs", "JSON Lines in Rust", "poker/bot.rs"),
    template!(Blackjack, "cpp", "cpp", "three functions in C++", "blackjack/bot.cpp"),
    template!(Blackjack, "c", "c", "three functions in C", "blackjack/bot.c"),
    template!(Blackjack, "python", "py", "JSON Lines in Python", "blackjack/lines.py"),
    template!(Blackjack, "rust", "rs", "JSON Lines in Rust", "blackjack/bot.rs"),
    template!(Rullete, "python", "py", "a program in Python", "rullete/bot.py"),
    template!(Rullete, "c", "c", "a program in C", "rullete/bot.c"),
    template!(Rullete, "cpp", "cpp", "a program in C++", "rullete/bot.cpp"),
    template!(Rullete, "java", "java", "a program in Java", "rullete/Bot.java"),
    template!(Rullete, "rust", "rs", "a program in Rust", "rullete/bot.rs"),
    template!(Camicia, "python", "py", "a program in Python", "camicia/bot.py"),
    template!(Camicia, "c", "c", "a program in C", "camicia/bot.c"),
    template!(Camicia, "cpp", "cpp", "a program in C++", "camicia/bot.cpp"),
    template!(Camicia, "java", "java", "a program in Java", "camicia/Bot.java"),
    template!(Camicia, "rust", "rs", "a program in Rust", "camicia/bot.rs"),
];

impl Template {
    /// The templates of a game.
    pub(crate) fn of(game: GameKind) -> impl Iterator<Item = &'static Self> {
        BOTS.iter().filter(move |template| template.game == game)
    }

    /// The text of a bot of that name. A public class of Java goes by the name of its file.
    pub(crate) fn text(&self, name: &str) -> String {
        self.text.replace("public class CLASS", &format!("public class {name}"))
    }
}

/// The settings of a contest of that name and seed.
pub(crate) fn contest(game: GameKind, name: &str, seed: u64) -> String {
    let text = match game {
        GameKind::Poker => include_str!("poker/contest.toml"),
        GameKind::Blackjack => include_str!("blackjack/contest.toml"),
        GameKind::Camicia => include_str!("camicia/contest.toml"),
        GameKind::Rullete => include_str!("rullete/contest.toml"),
    };
    // A string of TOML, which JSON's escapes are good for.
    let text = text.replace("\"NAME\"", &serde_json::Value::from(name).to_string());
    text.replace("seed = 1\n", &format!("seed = {seed}\n"))
}
