//! Telling an entrant's kind from its files.

use std::path::{Path, PathBuf};

use super::bot_file::{self, BotFile, KindWord};
use super::files::EntrantFiles;
use super::source::{self, CFamily, Language, SIMULATE};
use super::{Kind, Program, Runtime, java};
use crate::compat::Compat;
use crate::game_kind::GameKind;
use crate::problem::{Problem, Problems};
use crate::suggestion::nearest;

/// The functions that a blackjack source defines (statement 000).
const FUNCTIONS: [&str; 3] = ["startGame", "playHand", "reshuffle"];

/// What was told from an entrant's files.
#[derive(Debug)]
pub(super) struct Told {
    pub(super) kind: Kind,
    pub(super) build: Vec<Vec<String>>,
    pub(super) compat: Option<Compat>,
    pub(super) runtime: Option<Runtime>,
}

/// Tells an entrant that is one file, the first of its files that is no header.
pub(super) fn file(files: &EntrantFiles, game: GameKind) -> Result<Told, String> {
    let main = files.paths.iter().find(|path| !source::is_header(path));
    let main = main.expect("an entrant that is one file has that file");
    let kind = kind_of_main(files, main, None, game)?;
    Ok(Told { kind, build: Vec::new(), compat: None, runtime: None })
}

/// Tells an entrant that is a folder.
pub(super) fn folder(path: &Path, files: &EntrantFiles, game: GameKind) -> Result<Told, Problems> {
    let refuse = |file: PathBuf, what| {
        Problems::found(vec![Problem { file, line: None, what }]).expect("one problem was given")
    };
    let file = path.join(bot_file::FILE_NAME);
    if !files.paths.iter().any(|path| path == Path::new(bot_file::FILE_NAME)) {
        let main = main_of_folder(files).map_err(|what| refuse(path.to_owned(), what))?;
        let kind = kind_of_main(files, &main, None, game).map_err(|what| refuse(path.to_owned(), what))?;
        return Ok(Told { kind, build: Vec::new(), compat: None, runtime: None });
    }
    let bytes = files.read(Path::new(bot_file::FILE_NAME)).map_err(|what| refuse(file.clone(), what))?;
    let bot = bot_file::read(&file, &bytes)?;
    let kind = kind_of_bot(files, &bot, game).map_err(|what| refuse(file.clone(), what))?;
    check_runtime(&kind, bot.runtime, game).map_err(|what| refuse(file, what))?;
    Ok(Told { kind, build: bot.build, compat: bot.compat, runtime: bot.runtime })
}

/// The kind that a `bot.toml` states.
fn kind_of_bot(files: &EntrantFiles, bot: &BotFile, game: GameKind) -> Result<Kind, String> {
    if let Some(command) = &bot.command {
        check_command(files, &command[0], !bot.build.is_empty())?;
        return Ok(Kind::Program(Program::Command(command.clone())));
    }
    if let Some(module) = &bot.module {
        check_module(files, module)?;
        return player(module.clone(), bot.interpreter.clone(), game);
    }
    let main = match &bot.main {
        Some(main) => named_file(files, main)?,
        None => main_of_folder(files)?,
    };
    let kind = kind_of_main(files, &main, bot.kind, game)?;
    let Some(interpreter) = &bot.interpreter else { return Ok(kind) };
    match kind {
        Kind::Player { main, .. } => Ok(Kind::Player { main, interpreter: Some(interpreter.clone()) }),
        Kind::Program(Program::Source { language: Language::Python, source, .. }) => {
            let interpreter = Some(interpreter.clone());
            Ok(Kind::Program(Program::Source { language: Language::Python, source, interpreter }))
        }
        Kind::Simulation { source, .. } => {
            Ok(Kind::Simulation { source, interpreter: Some(interpreter.clone()) })
        }
        Kind::Function { .. } | Kind::Program(_) => {
            Err(format!("`interpreter` goes with a .py file, and the bot is {}", main.display()))
        }
    }
}

/// The kind of a bot that is one file, stated or told from its text.
fn kind_of_main(
    files: &EntrantFiles,
    main: &Path,
    stated: Option<KindWord>,
    game: GameKind,
) -> Result<Kind, String> {
    let shown = main.display();
    let Some(language) = Language::of(main) else {
        if source::is_module(main) && stated.is_none_or(|kind| kind == KindWord::Program) {
            return module(main, game);
        }
        if stated == Some(KindWord::Function) || stated == Some(KindWord::Player) {
            return Err(format!("expected a source, found {shown}"));
        }
        return executable(files, main);
    };
    let source = main.to_owned();
    let program = || Program::Source { language, source: source.clone(), interpreter: None };
    match stated {
        Some(KindWord::Program) => Ok(Kind::Program(program())),
        Some(KindWord::Function) if game == GameKind::Camicia && language == Language::Python => {
            Ok(Kind::Simulation { source, interpreter: None })
        }
        Some(KindWord::Function) if game == GameKind::Camicia => {
            Err(format!("kind = \"function\" needs a .py file, found {shown}"))
        }
        Some(KindWord::Function) if game != GameKind::Blackjack => {
            Err(format!("kind = \"function\" goes with blackjack and camicia, and the game is {game}"))
        }
        Some(KindWord::Function) => {
            let language = CFamily::of(language)
                .ok_or_else(|| format!("kind = \"function\" needs a C or C++ source, found {shown}"))?;
            Ok(Kind::Function { language, source })
        }
        Some(KindWord::Player) if language != Language::Python => {
            Err(format!("kind = \"player\" needs a .py file, found {shown}"))
        }
        Some(KindWord::Player) => player(as_text(main), None, game),
        None => match (game, language, CFamily::of(language)) {
            (GameKind::Poker, Language::Python, _) => match source::player_class(&files.read(main)?) {
                Ok(()) => player(as_text(main), None, game),
                Err(Some(almost)) => {
                    Err(format!("{shown} has `class {almost}`: did you mean `class Player`?"))
                }
                Err(None) => Ok(Kind::Program(program())),
            },
            (GameKind::Camicia, Language::Python, _) => match source::simulates(&files.read(main)?) {
                Ok(true) => Ok(Kind::Simulation { source, interpreter: None }),
                Ok(false) => Ok(Kind::Program(program())),
                Err(almost) => Err(format!("{shown} has `def {almost}`: did you mean `def {SIMULATE}`?")),
            },
            (GameKind::Blackjack, _, Some(language)) => {
                if has_functions(&files.read(main)?, main)? {
                    Ok(Kind::Function { language, source })
                } else {
                    Ok(Kind::Program(program()))
                }
            }
            _ => Ok(Kind::Program(program())),
        },
    }
}

/// Whether a C or C++ source has the statement's three functions; a source that has neither all of
/// them nor a `main` is refused.
fn has_functions(text: &[u8], main: &Path) -> Result<bool, String> {
    let names = source::function_names(text);
    let missing: Vec<&str> = FUNCTIONS.into_iter().filter(|&function| !names.contains(function)).collect();
    if missing.is_empty() {
        return Ok(true);
    }
    if names.contains("main") {
        return Ok(false);
    }
    let shown = main.display();
    if missing.len() == FUNCTIONS.len() {
        return Err(format!(
            "{shown} has neither the functions {} nor a main: if they are in another file, put the bot in a \
             folder with a bot.toml that says kind = \"function\"",
            FUNCTIONS.join(", ")
        ));
    }
    Err(format!("{shown} has no function {}", missing.join(", ")))
}

fn player(main: String, interpreter: Option<String>, game: GameKind) -> Result<Kind, String> {
    if game == GameKind::Poker {
        Ok(Kind::Player { main, interpreter })
    } else {
        Err(format!("a class Player goes with poker, and the game is {game}"))
    }
}

/// Whether a bot can be built for what its `bot.toml` names.
fn check_runtime(kind: &Kind, runtime: Option<Runtime>, game: GameKind) -> Result<(), String> {
    let is_c = match kind {
        Kind::Function { .. } => true,
        Kind::Program(Program::Source { language, .. }) => CFamily::of(*language).is_some(),
        Kind::Program(Program::Module(_) | Program::Command(_))
        | Kind::Player { .. }
        | Kind::Simulation { .. } => false,
    };
    match runtime {
        Some(_) if !is_c => Err("`runtime` goes with a source in C or C++".to_owned()),
        Some(Runtime::Wasm) if !has_guests(game) => {
            Err(format!("runtime = \"wasm\" goes with blackjack and poker, and the game is {game}"))
        }
        None | Some(Runtime::Wasm | Runtime::Native) => Ok(()),
    }
}

/// Whether bots of a game may run in WebAssembly: those that are asked.
fn has_guests(game: GameKind) -> bool {
    match game {
        GameKind::Blackjack | GameKind::Poker => true,
        GameKind::Camicia | GameKind::Rullete => false,
    }
}

fn executable(files: &EntrantFiles, main: &Path) -> Result<Kind, String> {
    if files.is_executable(main) {
        return Ok(Kind::Program(Program::Command(vec![format!("./{}", as_text(main))])));
    }
    let advice = match in_lower_case(main) {
        Some(meant) => format!("is it {}? Suffixes are written in lower case", meant.display()),
        None => "chmod +x it, or move it away if it is no bot".to_owned(),
    };
    Err(format!(
        "expected a source ({}), or a program that may be executed, found {}: {advice}",
        Language::SUFFIXES,
        main.display()
    ))
}

/// The name that a source would have with its suffix in lower case.
fn in_lower_case(main: &Path) -> Option<PathBuf> {
    let meant = main.with_extension(main.extension()?.to_str()?.to_lowercase());
    (Language::of(&meant).is_some() || source::is_module(&meant)).then_some(meant)
}

fn module(main: &Path, game: GameKind) -> Result<Kind, String> {
    if has_guests(game) {
        return Ok(Kind::Program(Program::Module(main.to_owned())));
    }
    Err(format!("a module in WebAssembly goes with blackjack and poker, and the game is {game}"))
}

/// The file that is a folder's bot: its `main.*`, else its only source.
fn main_of_folder(files: &EntrantFiles) -> Result<PathBuf, String> {
    let top: Vec<&PathBuf> = files.paths.iter().filter(|path| path.components().count() == 1).collect();
    let is_main = |path: &PathBuf| path.file_stem().is_some_and(|stem| stem == "main");
    let is_source = |path: &PathBuf| {
        (Language::of(path).is_some() || source::is_module(path)) && path != Path::new("__init__.py")
    };
    let mains: Vec<&PathBuf> =
        top.iter().copied().filter(|path| is_main(path) && !source::is_header(path)).collect();
    let sources: Vec<&PathBuf> = top.into_iter().filter(|path| is_source(path)).collect();
    let is_java = |path: &&PathBuf| Language::of(path) == Some(Language::Java);
    let candidates = if mains.is_empty() { sources } else { mains };
    let candidates = if candidates.len() > 1 && candidates.iter().all(is_java) {
        java_mains(files, candidates)?
    } else {
        candidates
    };
    match candidates[..] {
        [only] => Ok(only.clone()),
        [] => Err(format!(
            "no bot found in this folder: expected a bot.toml, a main.*, or one source ({})",
            Language::SUFFIXES
        )),
        [..] => {
            let names: Vec<String> = candidates.iter().map(|path| path.display().to_string()).collect();
            Err(format!(
                "which file is the bot? Found {}: name it main.*, or write a bot.toml with main = \"{}\"",
                names.join(", "),
                names[0]
            ))
        }
    }
}

/// Those of several Java sources that have a `main`; all of them if none has.
fn java_mains<'p>(files: &EntrantFiles, sources: Vec<&'p PathBuf>) -> Result<Vec<&'p PathBuf>, String> {
    let mut mains = Vec::new();
    for &source in &sources {
        if java::Source::read(&files.read(source)?).has_main {
            mains.push(source);
        }
    }
    Ok(if mains.is_empty() { sources } else { mains })
}

/// The file of that name.
fn named_file(files: &EntrantFiles, name: &str) -> Result<PathBuf, String> {
    let path = PathBuf::from(name.strip_prefix("./").unwrap_or(name));
    if files.paths.contains(&path) {
        return Ok(path);
    }
    let meant = nearest(name, files.paths.iter().filter_map(|path| path.to_str()));
    let advice = meant.map(|right| format!("; did you mean \"{right}\"?")).unwrap_or_default();
    Err(format!("`main`: no file \"{}\" in this folder{advice}", name.escape_debug()))
}

/// Checks that the module of a path with dots is there.
fn check_module(files: &EntrantFiles, module: &str) -> Result<(), String> {
    if module.split('.').any(|part| part.is_empty() || part.contains(['/', '\\'])) {
        let shown = module.escape_debug();
        return Err(format!(
            "`module`: expected names with dots between, such as bots.nn.bot, found \"{shown}\""
        ));
    }
    let places = places_of(module);
    if places.iter().any(|place| files.paths.iter().any(|path| path == Path::new(place))) {
        return Ok(());
    }
    Err(format!("`module`: expected a file {} in this folder, found none", places[0].escape_debug()))
}

/// Where a module path with dots may lead.
pub(super) fn places_of(module: &str) -> [String; 2] {
    let path = module.replace('.', "/");
    [format!("{path}.py"), format!("{path}/__init__.py")]
}

/// Checks a command's first word, as far as that can be done before the build.
fn check_command(files: &EntrantFiles, program: &str, is_built: bool) -> Result<(), String> {
    let shown = program.escape_debug();
    let path = Path::new(program.strip_prefix("./").unwrap_or(program));
    if path.is_absolute() || is_built {
        return Ok(());
    }
    let is_there = files.paths.iter().any(|file| file == path);
    if !program.contains('/') {
        // A file of that name is meant, and the search path would be taken.
        return if is_there {
            Err(format!("`command`: \"{shown}\" is a file of the bot: write \"./{shown}\""))
        } else {
            Ok(())
        };
    }
    if !is_there {
        return Err(format!("`command`: no file \"{shown}\" in this folder, and no `build` that makes it"));
    }
    if !files.is_executable(path) {
        return Err(format!("`command`: \"{shown}\" may not be executed: chmod +x it"));
    }
    Ok(())
}

fn as_text(path: &Path) -> String {
    path.to_str().expect("paths of an entrant are UTF-8").to_owned()
}
