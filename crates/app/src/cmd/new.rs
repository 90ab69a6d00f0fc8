//! `croupier new`: a bot or a contest to begin with.

use std::ffi::OsStr;
use std::fs;
use std::io::{ErrorKind, Write};
use std::path::{Path, PathBuf};

use clap::builder::ValueParser;
use clap::{Args, Subcommand};
use croupier_arena::entrant;
use croupier_arena::game_kind::GameKind;
use croupier_arena::suggestion::{alternatives, nearest};

use crate::duel;
use crate::exit::Exit;
use crate::failure::Failure;
use crate::output;
use crate::shell;
use crate::templates::{self, Template};

/// What can be made.
#[derive(Debug, Subcommand)]
pub(crate) enum Verb {
    /// A bot that plays at once
    Bot(NewBot),
    /// A contest folder that runs at once, with a bot in it
    Contest(NewContest),
}

impl Verb {
    pub(crate) fn run(&self) -> Result<Exit, Failure> {
        match self {
            Self::Bot(bot) => bot.run(),
            Self::Contest(contest) => contest.run(),
        }
    }
}

/// `croupier new bot`
#[derive(Debug, Args)]
#[command(after_help = "Examples:
  croupier new bot --game poker anna
  croupier new bot --game blackjack --lang cpp friday/entrants/bela

Languages: poker: python (class Player), python-lines, c, cpp, rust. blackjack: cpp and c (three \
functions), python, rust. camicia and rullete: python, c, cpp, java, rust.")]
pub(crate) struct NewBot {
    /// The game: blackjack, camicia, rullete or poker.
    #[arg(long, value_name = "GAME", value_parser = ValueParser::new(duel::game))]
    game: GameKind,
    /// The language [default: the first of the game's list below].
    #[arg(long, value_name = "LANG")]
    lang: Option<String>,
    /// The bot's name, which may have a folder before it; the suffix of the language is added.
    #[arg(value_name = "NAME")]
    name: PathBuf,
    /// Write over a file that is there.
    #[arg(long)]
    force: bool,
}

impl NewBot {
    fn run(&self) -> Result<Exit, Failure> {
        let template = chosen(self.game, self.lang.as_deref())?;
        let path = write_bot(template, &self.name, self.force)?;
        let (shown, game) = (shell::word(&path), self.game);
        let mut out = output::answer();
        writeln!(out, "{}: {}", path.display(), template.what)?;
        writeln!(out, "next: croupier check {shown} --game {game}")?;
        if matches!(game, GameKind::Poker | GameKind::Blackjack) {
            writeln!(out, "      croupier match --game {game} {shown}")?;
        }
        out.flush()?;
        Ok(Exit::Done)
    }
}

/// `croupier new contest`
#[derive(Debug, Args)]
#[command(after_help = "Examples:
  croupier new contest --game poker friday
  croupier new contest --game blackjack --lang c friday")]
pub(crate) struct NewContest {
    /// The game: blackjack, camicia, rullete or poker.
    #[arg(long, value_name = "GAME", value_parser = ValueParser::new(duel::game))]
    game: GameKind,
    /// The language of its first bot [default: python, and cpp for blackjack].
    #[arg(long, value_name = "LANG")]
    lang: Option<String>,
    /// The contest's folder.
    #[arg(value_name = "NAME")]
    folder: PathBuf,
    /// Write over files that are there.
    #[arg(long)]
    force: bool,
}

impl NewContest {
    fn run(&self) -> Result<Exit, Failure> {
        let template = chosen(self.game, self.lang.as_deref())?;
        let settings = templates::contest(self.game, &self.name()?, secret_seed()?);
        let settings_file = self.folder.join("contest.toml");
        write(&settings_file, &settings, self.force)?;
        let bot = write_bot(template, &self.folder.join("entrants/first"), self.force)?;
        let (folder, game) = (shell::word(&self.folder), self.game);
        let second = shell::word(&self.folder.join("entrants/second"));
        let mut out = output::answer();
        writeln!(out, "{}: the settings", settings_file.display())?;
        writeln!(out, "{}: {}", bot.display(), template.what)?;
        writeln!(out, "next: croupier run {folder}")?;
        writeln!(out, "      croupier new bot --game {game} {second}")?;
        out.flush()?;
        Ok(Exit::Done)
    }
}

impl NewContest {
    /// The name of the folder, also where it is given as `.` or `..`.
    fn name(&self) -> Result<String, Failure> {
        if let Some(name) = self.folder.file_name() {
            checked(name, "a contest")?;
        }
        fs::create_dir_all(&self.folder)?;
        let folder = self.folder.canonicalize()?;
        match folder.file_name() {
            Some(name) => Ok(name.to_string_lossy().into_owned()),
            None => {
                Err(Failure::usage(format!("{} has no name: a contest needs a folder", folder.display())))
            }
        }
    }
}

/// The template of a language, or a game's first.
fn chosen(game: GameKind, lang: Option<&str>) -> Result<&'static Template, Failure> {
    let mut all = Template::of(game);
    let Some(lang) = lang else { return Ok(all.next().expect("every game has a template")) };
    all.find(|template| template.lang == lang).ok_or_else(|| {
        let langs: Vec<&str> = Template::of(game).map(|template| template.lang).collect();
        let failure = Failure::usage(format!("no template of {game} in `{lang}`"));
        match nearest(lang, langs.iter().copied()) {
            Some(right) => failure.hint(format!("did you mean --lang {right}?")),
            None => failure.hint(format!("--lang {}", alternatives(langs))),
        }
    })
}

/// Writes a bot and returns its path, with the suffix of its language.
fn write_bot(template: &Template, name: &Path, force: bool) -> Result<PathBuf, Failure> {
    let has_suffix = name.extension().is_some_and(|suffix| suffix == template.suffix);
    if name.as_os_str().as_encoded_bytes().ends_with(b"/") {
        return Err(Failure::usage(format!("{} is a folder: expected the name of a bot", name.display())));
    }
    let mut path = name.as_os_str().to_owned();
    if !has_suffix {
        path.push(format!(".{}", template.suffix));
    }
    let path = PathBuf::from(path);
    let stem = checked(path.file_stem().unwrap_or_default(), "a bot")?;
    if template.suffix == "java" {
        entrant::check_class_name(stem)
            .map_err(|why| Failure::usage(format!("`{stem}` is no name of a class in Java: {why}")))?;
    }
    write(&path, &template.text(stem), force)?;
    Ok(path)
}

/// A name that can take part.
fn checked<'a>(name: &'a OsStr, whose: &str) -> Result<&'a str, Failure> {
    let text = name.to_str().ok_or_else(|| "expected a name in UTF-8, found another encoding".to_owned());
    text.and_then(|text| entrant::check_name(text).map(|()| text)).map_err(|why| {
        Failure::usage(format!("`{}` is no name of {whose}: {why}", name.to_string_lossy().escape_debug()))
    })
}

/// A seed that nobody guesses: 63 bits of the system's own chance.
fn secret_seed() -> Result<u64, Failure> {
    let drawn =
        getrandom::u64().map_err(|why| Failure::bug(format!("the system has no random numbers: {why}")))?;
    Ok(drawn >> 1)
}

/// Writes a file, with the folders before it; a file that is there is kept, unless it is forced.
fn write(path: &Path, text: &str, force: bool) -> Result<(), Failure> {
    let failed = |error| Failure::bad_input(format!("{}: cannot be written: {error}", path.display()));
    if let Some(folder) = path.parent() {
        fs::create_dir_all(folder).map_err(failed)?;
    }
    let mut options = fs::OpenOptions::new();
    if force {
        options.write(true).create(true).truncate(true);
    } else {
        options.write(true).create_new(true);
    }
    match options.open(path).and_then(|mut file| file.write_all(text.as_bytes())) {
        Err(error) if error.kind() == ErrorKind::AlreadyExists => {
            Err(Failure::bad_input(format!("{} is there already", path.display()))
                .hint("--force writes over it"))
        }
        written => written.map_err(failed),
    }
}
