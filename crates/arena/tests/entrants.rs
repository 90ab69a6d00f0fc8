//! Entrants: of what kind each is, what is said about one that cannot be told, and what names its files.

use std::fmt::Write;
use std::fs;
use std::os::unix::fs::{PermissionsExt, symlink};
use std::path::Path;

use croupier_arena::compat::Compat;
use croupier_arena::entrant::{Entrant, Field, Kind, Program, find_all, find_each, find_one};
use croupier_arena::game_kind::GameKind;
use croupier_arena::problem::Problems;
use tempfile::TempDir;

const FUNCTIONS: &str = "void startGame(int p, int m) {}\nvoid playHand() {}\nvoid reshuffle() {}\n";
const MAIN: &str = "int main() { return 0; }\n";
const PLAYER: &str = "class Player:\n    pass\n";
const SCRIPT: &str = "import sys\n";

/// Paths and contents. A path that ends with `*` may be executed.
type Files = [(&'static str, &'static str)];

/// A folder with files: path and content. A path that ends with `*` may be executed.
fn folder(files: &[(&str, &str)]) -> TempDir {
    let folder = tempfile::tempdir().expect("a temporary folder can be made");
    for (path, content) in files {
        let file = folder.path().join(path.trim_end_matches('*'));
        fs::create_dir_all(file.parent().expect("a file is in a folder")).expect("a folder can be made");
        fs::write(&file, content).expect("a file can be written");
        let mode = if path.ends_with('*') { 0o755 } else { 0o644 };
        fs::set_permissions(&file, fs::Permissions::from_mode(mode)).expect("a mode can be set");
    }
    folder
}

/// The kind in one line.
fn told(entrant: &Entrant) -> String {
    let mut line = match &entrant.kind {
        Kind::Function { language, source } => format!("function {language:?} {}", source.display()),
        Kind::Player { main, interpreter } => format!("player {main} {interpreter:?}"),
        Kind::Program(Program::Source { language, source, interpreter }) => {
            format!("program {language:?} {} {interpreter:?}", source.display())
        }
        Kind::Simulation { source, interpreter } => {
            format!("simulation {} {interpreter:?}", source.display())
        }
        Kind::Program(Program::Module(path)) => format!("module {}", path.display()),
        Kind::Program(Program::Command(words)) => format!("program {words:?}"),
    };
    if !entrant.build.is_empty() {
        write!(line, " build {:?}", entrant.build).expect("a string takes all");
    }
    if let Some(compat) = entrant.compat {
        write!(line, " {compat:?}").expect("a string takes all");
    }
    line
}

/// What is said about a folder, without the folder's own path.
fn said(folder: &Path, problems: &Problems) -> String {
    problems.to_string().replace(&format!("{}/", folder.display()), "")
}

/// The bots of a folder, all of which are right.
fn bots(folder: &Path, game: GameKind) -> Vec<Entrant> {
    let field = find_all(folder, game).expect("the names are right");
    assert_eq!(field.unfit, []);
    field.entrants
}

/// What is said about the entrants of a folder that are no bots, a line for each problem.
fn said_of_unfit(folder: &Path, game: GameKind) -> String {
    let unfit = find_all(folder, game).expect("the names are right").unfit;
    unfit.iter().map(|unfit| said(folder, &unfit.problems)).collect::<Vec<_>>().join("\n")
}

#[test]
fn one_file_is_told_by_its_suffix_and_text() {
    use GameKind::{Blackjack, Camicia, Poker, Rullete};
    let table = [
        (Blackjack, "a.cpp", FUNCTIONS, "function Cpp a.cpp"),
        (Blackjack, "a.cc", FUNCTIONS, "function Cpp a.cc"),
        (Blackjack, "a.c", FUNCTIONS, "function C a.c"),
        (Blackjack, "a.c", MAIN, "program C a.c None"),
        (Blackjack, "a.cpp", "void playHand(); int main ( ) {}", "program Cpp a.cpp None"),
        (Blackjack, "a.py", PLAYER, "program Python a.py None"),
        (Poker, "a.py", PLAYER, "player a.py None"),
        (Poker, "a.py", SCRIPT, "program Python a.py None"),
        (Poker, "a.cpp", FUNCTIONS, "program Cpp a.cpp None"),
        (Poker, "a.rs", "fn main() {}", "program Rust a.rs None"),
        (Rullete, "a.c11", MAIN, "program C a.c11 None"),
        (Rullete, "a.java", "public class Rullete {}", "program Java a.java None"),
        (Rullete, "a.py", "def simulate_game(a, b): pass", "program Python a.py None"),
        (Camicia, "a.py", "def simulate_game(a, b): pass", "simulation a.py None"),
        (
            Camicia,
            "a.py",
            "def simulate_game(a, b): pass\nsimulate_game(input(), '')",
            "program Python a.py None",
        ),
        (Blackjack, "a.c11", FUNCTIONS, "function C a.c11"),
        (Poker, "a.sh*", "#!/bin/sh\n", r#"program ["./a.sh"]"#),
        (Poker, "a*", "\u{7f}ELF", r#"program ["./a"]"#),
    ];
    for (game, path, content, expected) in table {
        let folder = folder(&[(path, content)]);
        let entrants = bots(folder.path(), game);
        assert_eq!(entrants.len(), 1);
        assert_eq!((entrants[0].name.as_str(), told(&entrants[0])), ("a", expected.to_owned()));
        assert_eq!(find_one(&folder.path().join(path.trim_end_matches('*')), game).unwrap(), entrants[0]);
    }
}

#[test]
fn a_folder_is_told_by_its_bot_file_or_its_main_or_its_only_source() {
    use GameKind::{Blackjack, Camicia, Poker, Rullete};
    let java = "class Run { public static void main(String[] args) {} }";
    let table: [(GameKind, &Files, &str); 20] = [
        (Rullete, &[("Hand.java", "class Hand {}"), ("Run.java", java)], "program Java Run.java None"),
        (Rullete, &[("Main.java", java), ("notes.txt", "")], "program Java Main.java None"),
        (
            Camicia,
            &[("bot.toml", "kind = 'function'\ninterpreter = 'pypy3'"), ("a.py", "from b import *\n# stdin")],
            r#"simulation a.py Some("pypy3")"#,
        ),
        (
            Camicia,
            &[("bot.toml", "kind = 'program'"), ("a.py", "def simulate_game(a, b): pass")],
            "program Python a.py None",
        ),
        (Poker, &[("main.py", PLAYER), ("other.py", "")], "player main.py None"),
        (Poker, &[("bot.py", PLAYER), ("data.txt", ""), ("lib/x.py", "")], "player bot.py None"),
        (Poker, &[("bot.py", PLAYER), ("__init__.py", "")], "player bot.py None"),
        (Blackjack, &[("main.cpp", FUNCTIONS), ("main.h", "")], "function Cpp main.cpp"),
        (Blackjack, &[("bot.c", FUNCTIONS), ("bot.h", "")], "function C bot.c"),
        (Poker, &[("main.sh*", "#!/bin/sh"), ("x.py", "")], r#"program ["./main.sh"]"#),
        (Poker, &[("bot.toml", ""), ("main.py", PLAYER)], "player main.py None"),
        (
            Poker,
            &[("bot.toml", "module = 'bots.nn.bot'\ninterpreter = 'python2.7'"), ("bots/nn/bot.py", "")],
            r#"player bots.nn.bot Some("python2.7")"#,
        ),
        (Poker, &[("bot.toml", "module = 'nn'"), ("nn/__init__.py", "")], "player nn None"),
        (
            Poker,
            &[("bot.toml", "main = 'src/bot.py'\nkind = 'player'\ncompat = 'strict'"), ("src/bot.py", "")],
            "player src/bot.py None Strict",
        ),
        (
            Poker,
            &[("bot.toml", "main = './a.py'\nkind = 'program'\ninterpreter = 'pypy3'"), ("a.py", PLAYER)],
            r#"program Python a.py Some("pypy3")"#,
        ),
        (
            Poker,
            &[("bot.toml", "command = './bot --fast'\nbuild = 'make all'"), ("Makefile", "")],
            r#"program ["./bot", "--fast"] build [["make", "all"]]"#,
        ),
        (
            Poker,
            &[("bot.toml", "command = ['node', 'a b.js']\nbuild = [['npm', 'ci'], 'tsc']"), ("a b.js", "")],
            r#"program ["node", "a b.js"] build [["npm", "ci"], ["tsc"]]"#,
        ),
        (Poker, &[("bot.toml", "command = './run'"), ("run*", "")], r#"program ["./run"]"#),
        (
            Blackjack,
            &[("bot.toml", "kind = 'function'\nmain = 'b.c'"), ("a.c", ""), ("b.c", "")],
            "function C b.c",
        ),
        (Blackjack, &[("bot.toml", "kind = 'program'"), ("a.cpp", FUNCTIONS)], "program Cpp a.cpp None"),
    ];
    for (game, files, expected) in table {
        let files: Vec<(String, &str)> =
            files.iter().map(|(path, text)| (format!("a/{path}"), *text)).collect();
        let files: Vec<(&str, &str)> = files.iter().map(|(path, text)| (path.as_str(), *text)).collect();
        let folder = folder(&files);
        let entrants = bots(folder.path(), game);
        assert_eq!(told(&entrants[0]), expected);
    }
}

#[test]
fn all_that_cannot_be_told_is_said_at_once() {
    let many_steps = format!("command = './bot'\nbuild = [\n{}]\n", "'make',\n".repeat(33));
    let folder = folder(&[
        ("README", "hello"),
        ("almost.py", "class player:\n    pass\n"),
        ("capitals.PY", PLAYER),
        ("broken/bot.toml", "main = 'bot.py'\nmodul = 'x'\nkind = 'playr'\n"),
        ("broken/bot.py", PLAYER),
        ("commands/bot.toml", "command = 'make && ./bot'\nbuild = ['', 7]\n"),
        ("shell/bot.toml", "command = './bot'\nbuild = ['sh', '-c', 'make && make install']\n"),
        ("words/bot.toml", "command = './bot'\nbuild = ['sh', 'build.sh']\n"),
        (
            "contrary/bot.toml",
            "kind = 'function'\nmain = 'a.py'\nmodule = 'a'\ncommand = './a'\ninterpreter = ' '",
        ),
        ("empty/notes.txt", ""),
        ("function/bot.toml", "kind = 'function'\n"),
        ("function/a.c", FUNCTIONS),
        ("interpreter/bot.toml", "interpreter = 'python2.7'\n"),
        ("interpreter/a.c", MAIN),
        ("interpreter2/bot.toml", "interpreter = 'venv/bin/python'\n"),
        ("interpreter2/a.py", PLAYER),
        ("locked/bot.toml", "command = './run'\n"),
        ("locked/run", ""),
        ("misspelt/bot.toml", "main = 'bott.py'\n"),
        ("misspelt/bot.py", PLAYER),
        ("module/bot.toml", "module = 'bots.nn.bot'\n"),
        ("module2/bot.toml", "module = '..main'\n"),
        ("nowhere/bot.toml", "command = 'bin/run'\n"),
        ("path/bot.toml", "command = 'run'\n"),
        ("path/run*", ""),
        ("player/bot.toml", "kind = 'player'\n"),
        ("player/main.c", MAIN),
        ("steps/bot.toml", &many_steps),
        ("three/a.py", ""),
        ("three/b.py", ""),
        ("three/c.cpp", ""),
        ("two/main.c", ""),
        ("two/main.py", ""),
        (".hidden", ""),
        ("__pycache__/x.pyc", ""),
        ("common.h", ""),
        ("contest.toml", "name = 'Night'\n"),
    ]);
    symlink("/dev/null", folder.path().join("link.py")).unwrap();
    symlink("three", folder.path().join("linked")).unwrap();
    let golden = Path::new("tests/testdata/entrant_problems.txt");
    let said = said_of_unfit(folder.path(), GameKind::Poker) + "\n";
    if std::env::var_os("UPDATE").is_some() {
        fs::write(golden, &said).unwrap();
    }
    assert_eq!(said, fs::read_to_string(golden).unwrap());
}

#[test]
fn blackjack_sources_without_their_functions_are_said() {
    let folder = folder(&[
        ("half.cpp", "void startGame(int, int) {}\nvoid playHand() {}\n// void reshuffle() {}\n"),
        ("none.c", "int x;\n"),
        ("player/bot.toml", "kind = 'player'\n"),
        ("player/main.py", PLAYER),
    ]);
    assert_eq!(
        said_of_unfit(folder.path(), GameKind::Blackjack),
        "half.cpp: half.cpp has no function reshuffle\n\
         none.c: none.c has neither the functions startGame, playHand, reshuffle nor a main: if they are in \
         another file, put the bot in a folder with a bot.toml that says kind = \"function\"\n\
         player/bot.toml: a class Player goes with poker, and the game is blackjack"
    );
}

#[test]
fn names_that_cannot_be_listed_stop_the_contest() {
    let folder = folder(&[("twice.c", MAIN), ("twice.py", PLAYER), ("house:odds.py", PLAYER)]);
    let problems = find_all(folder.path(), GameKind::Poker).unwrap_err();
    assert_eq!(
        said(folder.path(), &problems),
        "house:odds.py: names that begin with \"house:\" belong to built-in players: rename it\n\
         twice.py: another entrant is called \"twice\" as well: twice.c; rename one"
    );
}

#[test]
fn programs_of_batch_games_that_cannot_be_told_are_said() {
    let folder = folder(&[
        ("almost.py", "def simulateGame(a, b):\n    pass\n"),
        ("function/bot.toml", "kind = 'function'\n"),
        ("function/main.c", MAIN),
        ("two/A.java", "class A { static void main() {} }"),
        ("two/B.java", "class B { static void main() {} }"),
    ]);
    assert_eq!(
        said_of_unfit(folder.path(), GameKind::Camicia),
        "almost.py: almost.py has `def simulateGame`: did you mean `def simulate_game`?\n\
         function/bot.toml: kind = \"function\" needs a .py file, found main.c\n\
         two: which file is the bot? Found A.java, B.java: name it main.*, or write a bot.toml with main = \"A.java\""
    );
}

#[test]
fn names_of_files_are_shown_with_what_cannot_be_seen() {
    let folder = folder(&[("two/a\u{202e}.py", ""), ("two/b.py", "")]);
    let field = find_all(folder.path(), GameKind::Poker).unwrap();
    let reason = field.unfit[0].reason();
    assert!(reason.contains("Found a\\u{202e}.py, b.py"), "{reason}");
}

#[test]
fn an_entrant_that_is_no_bot_leaves_the_others_in_the_field() {
    let folder = folder(&[("anna.py", PLAYER), ("bela.sh", "#!/bin/sh\n")]);
    let field = find_all(folder.path(), GameKind::Poker).unwrap();
    assert_eq!(field.entrants.iter().map(|entrant| entrant.name.as_str()).collect::<Vec<_>>(), ["anna"]);
    let unfit = &field.unfit[0];
    assert_eq!(unfit.name, "bela");
    assert!(unfit.reason().contains("chmod +x"), "{}", unfit.reason());
}

#[test]
fn bots_named_one_by_one_keep_their_order_and_get_numbers() {
    let folder = folder(&[("bela.py", PLAYER), ("x/anna.py", PLAYER), ("y/anna.py", SCRIPT)]);
    let paths = ["bela.py", "y/anna.py", "x/anna.py"].map(|path| folder.path().join(path));
    let bots = find_each(&paths, GameKind::Poker).unwrap();
    assert_eq!(bots.iter().map(|bot| bot.name.as_str()).collect::<Vec<_>>(), ["bela", "anna", "anna 2"]);
    let wrong = ["nobody.py", "nowhere"].map(|path| folder.path().join(path));
    let problems = find_each(&wrong, GameKind::Poker).unwrap_err();
    assert_eq!(problems.iter().count(), 2, "{problems}");
}

#[test]
fn a_missing_folder_is_said() {
    let folder = folder(&[]);
    let problems = find_all(&folder.path().join("entrants"), GameKind::Poker).unwrap_err();
    assert_eq!(said(folder.path(), &problems), "entrants: expected a folder or a file here, found nothing");
    assert_eq!(find_all(folder.path(), GameKind::Poker), Ok(Field::default()));
    let problems = find_one(&folder.path().join("bot.py"), GameKind::Poker).unwrap_err();
    assert_eq!(said(folder.path(), &problems), "bot.py: expected a folder or a file here, found nothing");
}

#[test]
fn a_folder_without_a_name_of_its_own_has_that_of_its_place() {
    let folder = folder(&[("anna/main.py", PLAYER), ("anna/lib/x", "")]);
    let entrant = find_one(&folder.path().join("anna/lib/.."), GameKind::Poker).unwrap();
    assert_eq!(entrant.name, "anna");
}

#[test]
fn links_inside_a_folder_are_followed_and_those_out_of_it_are_not() {
    let folder = folder(&[("a/main.py", PLAYER), ("a/weights", "1 2"), ("outside", "3")]);
    symlink("weights", folder.path().join("a/same")).unwrap();
    fs::remove_file(folder.path().join("outside")).unwrap();
    let entrants = bots(folder.path(), GameKind::Poker);
    assert_eq!(entrants[0].files, ["main.py", "same", "weights"].map(Path::new));
    symlink("..", folder.path().join("a/up")).unwrap();
    symlink(".", folder.path().join("a/self")).unwrap();
    let said = said_of_unfit(folder.path(), GameKind::Poker);
    assert!(
        said == "a: up is a link that leads out of the folder: copy the file"
            || said == "a: self is a link to a folder: copy the folder",
        "{said}"
    );
}

#[test]
fn the_hash_of_files_keeps_its_value() {
    let folder = folder(&[
        ("one.py", PLAYER),
        ("two/main.py", PLAYER),
        ("two/lib/weights.txt", "1 2 3\n"),
        ("two/.git/config", "not counted"),
        ("two/__pycache__/main.pyc", "not counted"),
    ]);
    let entrants = bots(folder.path(), GameKind::Poker);
    let hashes: Vec<String> =
        entrants.iter().map(|entrant| format!("{} {}", entrant.name, entrant.hash)).collect();
    assert_eq!(
        hashes,
        [
            "one e86f79ae2e1116dbc9e5ee19543a92596f52c8951ac6699280ead943b43dfe85",
            "two 1096bf0af0e9557b89f2f3d3f07af7076a607f6a041a220dda86b3631345defd",
        ]
    );
}

#[test]
fn moving_a_byte_from_a_name_to_a_content_changes_the_hash() {
    let hash = |files: &[(&str, &str)]| {
        let folder = folder(files);
        find_one(&folder.path().join("a"), GameKind::Poker).unwrap().hash
    };
    let plain = hash(&[("a/main.py", ""), ("a/x", "yz")]);
    assert_eq!(plain, hash(&[("a/x", "yz"), ("a/main.py", "")]));
    assert_ne!(plain, hash(&[("a/main.py", ""), ("a/xy", "z")]));
    assert_ne!(plain, hash(&[("a/main.py", "x"), ("a/x", "yz")]));
}

#[test]
fn a_file_brings_the_headers_that_it_includes() {
    let text = format!("#include \"a.h\"\n{FUNCTIONS}");
    let files = [("bot.cpp", text.as_str()), ("a.h", "#include \"b.h\"\n"), ("b.h", ""), ("c.h", "")];
    let entrants = bots(folder(&files).path(), GameKind::Blackjack);
    assert_eq!(entrants.len(), 1);
    assert_eq!(entrants[0].files, ["a.h", "b.h", "bot.cpp"].map(Path::new));
    assert_eq!(told(&entrants[0]), "function Cpp bot.cpp");
}

#[test]
fn answers_are_read_as_the_contest_says_then_the_bot_then_its_kind() {
    let folder = folder(&[
        ("player.py", PLAYER),
        ("program.py", SCRIPT),
        ("strict/bot.toml", "compat = 'strict'"),
        ("strict/main.py", PLAYER),
    ]);
    let entrants = bots(folder.path(), GameKind::Poker);
    let read = |contest| entrants.iter().map(|entrant| entrant.compat(contest)).collect::<Vec<_>>();
    assert_eq!(read(None), [Compat::First, Compat::Strict, Compat::Strict]);
    assert_eq!(read(Some(Compat::First)), [Compat::First; 3]);
}
