//! Building entrants: what is made of them, and what is said when nothing can be made.

use std::ffi::OsString;
use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::Path;
use std::process::{Command, Stdio};

use croupier_arena::entrant::{Entrant, find_one};
use croupier_arena::game_kind::GameKind;
use croupier_arena::glue;
use croupier_arena::sandbox::Sandbox;
use croupier_arena::tools::Tools;
use croupier_arena::workshop::{Built, Glue, Start, Unbuilt, Workshop};
use tempfile::TempDir;

/// A glue unit for tests: calls the three functions of a C or a C++ source, whose `placeBet` prints.
const GLUE: Glue = Glue {
    header: "int placeBet(int bet);\n",
    unit: r#"
        #include <stdio.h>
        void startGame(int, int) __attribute__((weak));
        void startGame_cpp(int, int) __asm__("_Z9startGameii") __attribute__((weak));
        void playHand(void) __attribute__((weak));
        void playHand_cpp(void) __asm__("_Z8playHandv") __attribute__((weak));
        void reshuffle(void) __attribute__((weak));
        void reshuffle_cpp(void) __asm__("_Z9reshufflev") __attribute__((weak));
        int placeBet(int bet) { printf("bet %d\n", bet); return bet; }
        int placeBet_cpp(int) __asm__("_Z8placeBeti");
        int placeBet_cpp(int bet) { return placeBet(bet); }
        int main(void) {
            if (startGame) { startGame(1, 2); playHand(); reshuffle(); }
            else { startGame_cpp(1, 2); playHand_cpp(); reshuffle_cpp(); }
            return 0;
        }
    "#,
};

const BOT: &str = "\nstatic int first;\nvoid startGame(int packs, int money) { first = money; }\n\
                   void playHand() { placeBet(first); }\nvoid reshuffle() {}\n";

/// One entrant and the workshop that builds it; both folders go with the test.
struct Trial {
    source: TempDir,
    workshop: TempDir,
    tools: Tools,
    compile_ms: u64,
}

impl Trial {
    /// A folder with one file, or a folder "bot" with several; a name that ends with `*` may be executed.
    fn of(files: &[(&str, &str)]) -> Self {
        let source = tempfile::tempdir().expect("a temporary folder can be made");
        for (path, text) in files {
            let file = source.path().join(path.trim_end_matches('*'));
            fs::create_dir_all(file.parent().expect("a file is in a folder")).expect("a folder can be made");
            fs::write(&file, text).expect("a file can be written");
            let mode = if path.ends_with('*') { 0o755 } else { 0o644 };
            fs::set_permissions(&file, fs::Permissions::from_mode(mode)).expect("a mode can be set");
        }
        let workshop = tempfile::tempdir().expect("a temporary folder can be made");
        Self { source, workshop, tools: Tools::of_system(), compile_ms: 120_000 }
    }

    fn entrant(&self, name: &str, game: GameKind) -> Entrant {
        find_one(&self.source.path().join(name), game).expect("the bot is right")
    }

    fn build(&self, name: &str, game: GameKind) -> Result<Built, Unbuilt> {
        let sandbox = Sandbox::trusted();
        let (tools, compile_ms) = (&self.tools, self.compile_ms);
        let workshop = Workshop { tools, compile_ms, glue: GLUE, sandbox: &sandbox, artefacts: None };
        workshop.build(&self.entrant(name, game), &self.workshop.path().join("1"))
    }

    fn reason(&self, name: &str, game: GameKind) -> String {
        match self.build(name, game).expect_err("the bot cannot be built") {
            Unbuilt::Compile(reason) => reason,
            other @ (Unbuilt::MissingTool(_) | Unbuilt::OutOfReach(_) | Unbuilt::System { .. }) => {
                panic!("{other:?} is not the bot's fault")
            }
        }
    }
}

/// What an executable prints.
fn output(built: &Built) -> String {
    let Start::Executable { program, args } = &built.start else { panic!("{built:?} is no executable") };
    let output = Command::new(program).args(args).current_dir(&built.folder).output();
    String::from_utf8(output.expect("it can be started").stdout).expect("it prints UTF-8")
}

#[test]
fn a_function_in_c_is_linked_with_the_glue() {
    let Some(()) = croupier_trial::compilers() else { return };
    for declared in ["int placeBet(int);", "#include \"croupier.h\"", "#include <croupier.h>"] {
        let trial = Trial::of(&[("a.c", &format!("{declared}{BOT}"))]);
        let built = trial.build("a.c", GameKind::Blackjack).unwrap();
        assert_eq!(output(&built), "bet 2\n");
    }
}

#[test]
fn a_function_in_cpp_is_linked_with_the_glue() {
    let Some(()) = croupier_trial::compilers() else { return };
    let trial = Trial::of(&[("a.cpp", &format!("#include <vector>\nint placeBet(int);{BOT}"))]);
    let built = trial.build("a.cpp", GameKind::Blackjack).unwrap();
    assert_eq!(output(&built), "bet 2\n");
}

#[test]
fn the_glue_that_is_shipped_takes_a_function_in_c() {
    let Some(()) = croupier_trial::compilers() else { return };
    let trial = Trial::of(&[("a.c", &format!("#include \"croupier.h\"{BOT}"))]);
    let glue = Glue { header: glue::HEADER, unit: glue::GLUE };
    let sandbox = Sandbox::trusted();
    let (tools, compile_ms) = (&trial.tools, trial.compile_ms);
    let workshop = Workshop { tools, compile_ms, glue, sandbox: &sandbox, artefacts: None };
    let built = workshop.build(&trial.entrant("a.c", GameKind::Blackjack), trial.workshop.path()).unwrap();
    // Without a referee nobody begins a game, and nothing is written where a referee would read.
    let Start::Executable { program, .. } = built.start else { panic!("a function is an executable") };
    let output = Command::new(program).stdin(Stdio::null()).output().unwrap();
    assert_eq!((output.stdout.as_slice(), output.status.success()), (&b""[..], true));
}

#[test]
fn programs_are_compiled_by_their_language() {
    let Some(()) = croupier_trial::compilers() else { return };
    let c =
        "#include <math.h>\n#include <stdio.h>\nint main(int n, char **v) { printf(\"%g\\n\", sqrt(n)); }\n";
    let rust = "fn main() { let [x] = [1]; println!(\"{x}\"); }\n";
    let trial = Trial::of(&[("c.c", c), ("r.rs", rust)]);
    assert_eq!(output(&trial.build("c.c", GameKind::Poker).unwrap()), "1\n");
    assert_eq!(output(&trial.build("r.rs", GameKind::Poker).unwrap()), "1\n");
}

#[test]
fn names_that_look_like_options_are_files() {
    let Some(()) = croupier_trial::compilers() else { return };
    let c = "#include <stdio.h>\nint main(void) { puts(\"1\"); }\n";
    let cpp = "#include <cstdio>\nint main() { std::puts(\"1\"); }\n";
    let rust = "fn main() { println!(\"1\"); }\n";
    let trial = Trial::of(&[("-c.c", c), ("@c.cpp", cpp), ("-r.rs", rust), ("-f.c", BOT)]);
    for name in ["-c.c", "@c.cpp", "-r.rs"] {
        assert_eq!(output(&trial.build(name, GameKind::Poker).unwrap()), "1\n", "{name}");
    }
    trial.build("-f.c", GameKind::Blackjack).unwrap();
}

#[test]
fn a_class_of_java_with_no_name_is_told() {
    let class = |name: &str| format!("public class {name} {{ public static void main(String[] a) {{ }} }}");
    for (name, why) in [
        ("int", "`int` is a keyword of Java: give it another name"),
        ("2fast", "expected a name of letters and digits, a letter first, found `2fast`"),
        ("", "expected a name of letters and digits, a letter first, found `{`"),
    ] {
        let trial = Trial::of(&[("a.java", &class(name))]);
        if let Err(missing) = trial.tools.java_compiler() {
            let _counted = croupier_trial::skip::<()>(&missing.to_string());
            return;
        }
        assert_eq!(trial.reason("a.java", GameKind::Rullete), format!("the public class of a.java: {why}"));
    }
}

#[test]
fn a_class_of_java_may_have_any_name_and_package() {
    let main = "public static void main(String[] args) { System.out.println(other.B.X); }";
    let alone = "public class Other { public static void main(String[] args) { } }";
    let trial = Trial::of(&[
        ("alone.java", alone),
        ("folder/notes.java", &format!("package some.games; public class A {{ {main} }}")),
        ("folder/other/B.java", "package other; public class B { public static final int X = 5; }"),
    ]);
    if let Err(missing) = trial.tools.java_compiler() {
        let _counted = croupier_trial::skip::<()>(&missing.to_string());
        return;
    }
    for (name, expected) in [("alone.java", "Other"), ("folder", "some.games.A")] {
        let sandbox = Sandbox::trusted();
        let (tools, compile_ms) = (&trial.tools, trial.compile_ms);
        let workshop = Workshop { tools, compile_ms, glue: GLUE, sandbox: &sandbox, artefacts: None };
        let folder = trial.workshop.path().join(name);
        let built = workshop.build(&trial.entrant(name, GameKind::Rullete), &folder).unwrap();
        let Start::Java { runtime, classes, class } = built.start else { panic!("this is Java") };
        assert_eq!(class, expected);
        let ran = Command::new(runtime).arg("-cp").args([classes.as_os_str(), class.as_ref()]).output();
        assert!(ran.expect("it can be started").status.success());
    }
}

#[test]
fn an_error_of_a_source_is_told_without_the_paths_of_this_machine() {
    let Some(()) = croupier_trial::compilers() else { return };
    let trial = Trial::of(&[("a.c", "int main() {\n  return x;\n}\n")]);
    let reason = trial.reason("a.c", GameKind::Poker);
    assert!(reason.contains("ended with exit status 1\na.c: In function"), "{reason}");
    assert!(reason.contains("a.c:2:10: error:"), "{reason}");
    assert!(!reason.contains(trial.workshop.path().to_str().unwrap()), "{reason}");
}

#[test]
fn a_long_error_is_cut() {
    let Some(()) = croupier_trial::compilers() else { return };
    let unknown: Vec<String> = (0..1_000).map(|number| format!("x{number};")).collect();
    let trial = Trial::of(&[("a.c", &format!("int main() {{\n{}}}\n", unknown.join("\n")))]);
    let reason = trial.reason("a.c", GameKind::Poker);
    assert_eq!(reason.lines().count(), 21, "{reason}");
}

#[test]
fn python_is_resolved_and_not_built() {
    let Some(_) = croupier_trial::python3() else { return };
    let player = "class Player:\n    pass\n";
    let trial = Trial::of(&[
        ("a.py", player),
        ("b/bot.toml", "module = 'bots.nn'"),
        ("b/bots/nn.py", player),
        ("c.py", "import sys\n"),
    ]);
    let python = trial.tools.python("python3").unwrap();
    assert!(python.version.starts_with("Python 3."), "{}", python.version);
    let interpreter = || python.program.clone();
    for (name, start) in [
        ("a.py", Start::Player { interpreter: interpreter(), main: "a.py".into() }),
        ("b", Start::Player { interpreter: interpreter(), main: "bots.nn".into() }),
        ("c.py", Start::PythonProgram { interpreter: interpreter(), main: "c.py".into() }),
    ] {
        let built = trial.build(name, GameKind::Poker).unwrap();
        assert_eq!((built.start, built.runtime), (start, python.version.clone()));
        assert!(built.folder.join(if name == "b" { "bots/nn.py" } else { name }).is_file());
    }
}

#[test]
fn build_commands_run_in_a_copy() {
    let trial = Trial::of(&[
        ("a/bot.toml", "command = './made --fast'\nbuild = ['./prepare 7', ['cp', 'a b', 'made']]"),
        ("a/prepare*", "#!/bin/sh\nprintf '#!/bin/sh\\necho %s $1 \"$@\"\\n' $1 > 'a b'; chmod +x 'a b'\n"),
    ]);
    let before = trial.entrant("a", GameKind::Poker);
    let built = trial.build("a", GameKind::Poker).unwrap();
    assert_eq!(output(&built), "7 --fast --fast\n");
    assert_eq!(trial.entrant("a", GameKind::Poker), before);
}

#[test]
fn a_build_that_fails_is_the_bots_fault() {
    let trial = Trial::of(&[
        ("fails/bot.toml", "command = './made'\nbuild = './prepare'"),
        ("fails/prepare*", "#!/bin/sh\necho no such thing; exit 4\n"),
        ("empty/bot.toml", "command = './made'\nbuild = 'true'"),
        ("bad/bot.toml", "command = './made'\nbuild = './prepare'"),
        ("bad/prepare*", "#!/nowhere/at/all\n"),
    ]);
    assert_eq!(
        trial.reason("fails", GameKind::Poker),
        "the build step `./prepare` ended with exit status 4\nno such thing"
    );
    assert_eq!(trial.reason("empty", GameKind::Poker), "the build made no ./made");
    assert!(
        trial.reason("bad", GameKind::Poker).starts_with("the build step `./prepare` cannot be started: ")
    );
}

#[test]
fn a_build_that_takes_the_bots_own_file_away_is_its_fault() {
    let Some(_) = croupier_trial::python3() else { return };
    let toml = |start: &str, build: &str| format!("{start}\nbuild = [['sh', '-c', '{build}']]");
    let player = "class Player:\n    pass\n";
    for (start, file) in [
        ("main = 'main.py'\nkind = 'player'", "main.py"),
        ("main = 'main.py'\nkind = 'program'", "main.py"),
        ("module = 'bots.nn'", "bots/nn.py"),
        ("command = 'python3 -u ./main.py'", "main.py"),
    ] {
        for (build, why) in [
            ("rm FILE", "entity not found"),
            ("rm FILE; mkfifo FILE", "entity not found"),
            ("rm FILE; mkdir FILE", "expected a file, found something else"),
            ("rm FILE; ln -s /etc/passwd FILE", "a link that leads out of the folder"),
        ] {
            let toml = toml(start, &build.replace("FILE", file));
            let trial = Trial::of(&[("a/bot.toml", &toml), (&format!("a/{file}"), player)]);
            let said = format!("after the build {file} is no file any more: {why}");
            assert_eq!(trial.reason("a", GameKind::Poker), said, "{toml}");
        }
        // To write it anew is what builds are for.
        let toml = toml(start, &format!("cp {file} other; mv other {file}"));
        let trial = Trial::of(&[("a/bot.toml", &toml), (&format!("a/{file}"), player)]);
        trial.build("a", GameKind::Poker).unwrap();
    }
}

#[test]
fn what_a_build_says_is_shown_and_not_obeyed() {
    let toml = "command = './made'\nbuild = [['sh', '-c', 'cat said >&2; exit 3']]";
    let trial = Trial::of(&[("a/bot.toml", toml), ("a/said", "\u{1b}[2J\tev\u{202e}il\n\u{feff}next\n")]);
    assert_eq!(
        trial.reason("a", GameKind::Poker),
        "the build step `sh -c cat said >&2; exit 3` ended with exit status 3\n\
         \\u{1b}[2J\tev\\u{202e}il\n\\u{feff}next"
    );
}

#[test]
fn a_build_that_takes_too_long_is_stopped() {
    let mut trial = Trial::of(&[("a/bot.toml", "command = './made'\nbuild = 'sleep 1000'")]);
    trial.compile_ms = 200;
    assert_eq!(
        trial.reason("a", GameKind::Poker),
        "the build step `sleep 1000` was stopped: the build has lasted 2 s on the clock, the limit of one that may \
         use 0.2 s of processor time"
    );
    // It sleeps, and uses next to nothing.
    let text = "command = './made'\nbuild = [['sh', '-c', 'sleep 2.5; echo waited >&2; exit 3']]";
    let mut trial = Trial::of(&[("a/bot.toml", text)]);
    trial.compile_ms = 2_000;
    assert!(trial.reason("a", GameKind::Poker).ends_with("ended with exit status 3\nwaited"));
}

/// Each step by itself would be quick enough.
#[test]
fn steps_that_do_nothing_but_sleep_are_stopped_by_the_clock_of_the_build() {
    let steps = vec!["'sleep 1'"; 32].join(", ");
    let mut trial = Trial::of(&[("a/bot.toml", &format!("command = './made'\nbuild = [{steps}]"))]);
    trial.compile_ms = 500;
    let reason = trial.reason("a", GameKind::Poker);
    assert!(reason.contains("`sleep 1` was stopped: the build has lasted 5 s on the clock"), "{reason}");
}

/// All steps of a build share its time.
#[test]
fn what_the_steps_of_a_build_use_is_added() {
    let work = "i=0; while [ $i -lt 200000 ]; do i=$((i+1)); done";
    let steps = vec![format!("['sh', '-c', '{work}']"); 32].join(", ");
    let mut trial = Trial::of(&[("a/bot.toml", &format!("command = './made'\nbuild = [{steps}]"))]);
    trial.compile_ms = 1_000;
    let reason = trial.reason("a", GameKind::Poker);
    let why = "was stopped: the build has used more than its limit, 1 s of processor time";
    assert!(reason.ends_with(why), "{reason}");
}

#[test]
fn a_missing_tool_is_nobodys_fault() {
    let mut trial = Trial::of(&[
        ("a.c", &format!("int placeBet(int);{BOT}")),
        ("b.py", "import sys\n"),
        ("c/bot.toml", "command = 'node bot.js'"),
        ("d/bot.toml", "interpreter = 'python2.6'"),
        ("d/main.py", ""),
    ]);
    trial.tools = Tools::on(OsString::new());
    for (name, missing) in [("a.c", "a C compiler"), ("b.py", "python3"), ("c", "node"), ("d", "python2.6")] {
        match trial.build(name, GameKind::Blackjack) {
            Err(Unbuilt::MissingTool(tool)) => assert!(tool.what.starts_with(missing), "{tool}"),
            other => panic!("{name}: {other:?}"),
        }
    }
}

#[test]
fn a_source_stays_as_it_is() {
    let Some(()) = croupier_trial::compilers() else { return };
    let trial = Trial::of(&[("a.c", "int main() {}\n")]);
    trial.build("a.c", GameKind::Poker).unwrap();
    let left: Vec<_> =
        fs::read_dir(trial.source.path()).unwrap().map(|entry| entry.unwrap().file_name()).collect();
    assert_eq!(left, ["a.c"]);
    assert!(trial.workshop.path().join("1/bot").is_file());
    assert!(Path::new(&trial.workshop.path().join("1/files/a.c")).is_file());
}
