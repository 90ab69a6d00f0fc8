//! Compilers and steps of a build: they run confined too.

use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};

use croupier_arena::entrant::find_one;
use croupier_arena::game_kind::GameKind;
use croupier_arena::glue;
use croupier_arena::sandbox::Layer;
use croupier_arena::tools::Tools;
use croupier_arena::workshop::{Built, Glue, Unbuilt, Workshop};

use tempfile::TempDir;

use crate::ground::{Ground, ground};

/// A private file.
const SECRET: &str = "#error the next card is a queen\n";

const LAYERS: [Layer; 3] = [Layer::BubblewrapCgroup, Layer::Bubblewrap, Layer::Landlock];

/// Builds an entrant from files, in a workshop of this layer.
fn built(ground: &Ground, files: &[(&str, &str)], compile_ms: u64) -> Result<Built, Unbuilt> {
    built_for(GameKind::Rullete, ground, files, compile_ms)
}

fn built_for(
    game: GameKind,
    ground: &Ground,
    files: &[(&str, &str)],
    compile_ms: u64,
) -> Result<Built, Unbuilt> {
    built_and(game, ground, files, compile_ms, |_| {})
}

fn built_and(
    game: GameKind,
    ground: &Ground,
    files: &[(&str, &str)],
    compile_ms: u64,
    see: impl FnOnce(&Built),
) -> Result<Built, Unbuilt> {
    built_with(&Tools::of_system(), game, ground, files, compile_ms, see)
}

fn built_with(
    tools: &Tools,
    game: GameKind,
    ground: &Ground,
    files: &[(&str, &str)],
    compile_ms: u64,
    see: impl FnOnce(&Built),
) -> Result<Built, Unbuilt> {
    let place = tempfile::tempdir_in(&ground.work).unwrap();
    let place = place.keep();
    std::os::unix::fs::chown(&place, None, None).unwrap();
    fs::set_permissions(&place, fs::Permissions::from_mode(0o755)).unwrap();
    let source = place.join("anna");
    fs::create_dir(&source).unwrap();
    for (name, text) in files {
        fs::write(source.join(name), text.replace("PLACE", place.to_str().unwrap())).unwrap();
    }
    fs::write(place.join("secret.h"), SECRET).unwrap();
    let entrant = find_one(&source, game).unwrap();
    // A tool of nobody who runs contests.
    fs::create_dir_all(place.join("tool/bin")).unwrap();
    fs::copy("/bin/true", place.join("tool/bin/run")).unwrap();
    let glue = Glue { header: glue::HEADER, unit: glue::GLUE };
    let workshop = Workshop { tools, compile_ms, glue, sandbox: &ground.sandbox, artefacts: None };
    let built = workshop.build(&entrant, &place.join("bench"));
    if let Ok(built) = &built {
        look(built, &place);
        see(built);
    }
    let secret = fs::read_to_string(place.join("secret.h")).unwrap();
    assert_eq!(secret, SECRET, "{}: a file outside was written to", ground.sandbox.layer());
    assert!(!place.join("written").exists(), "{}: a file outside was made", ground.sandbox.layer());
    fs::remove_dir_all(&place).expect("a build leaves only what can be removed");
    built
}

/// What a build has made belongs to us again.
fn look(built: &Built, place: &Path) {
    use std::os::unix::fs::MetadataExt;
    let owner = |path: &Path| fs::symlink_metadata(path).unwrap().uid();
    assert_eq!(owner(&built.folder), owner(place));
}

fn reason(built: Result<Built, Unbuilt>) -> String {
    match built {
        Err(Unbuilt::Compile(reason)) => reason,
        other => panic!("{other:?}"),
    }
}

const COMPILE_MS: u64 = 60_000;

/// A `bot.toml` that names a source, and one step.
const ONE_STEP: &str = "main = 'main.c'\nbuild = [['sh', 'make.sh']]\n";

#[test]
fn an_honest_source_compiles_on_each_layer() {
    let Some(()) = croupier_trial::compilers() else { return };
    for ground in LAYERS.into_iter().filter_map(ground) {
        let text = "#include <bits/stdc++.h>\nint main() { std::cout << 1; }\n";
        built(&ground, &[("main.cpp", text)], COMPILE_MS).unwrap();
    }
}

#[test]
fn a_source_cannot_include_a_private_file() {
    let Some(()) = croupier_trial::compilers() else { return };
    for ground in LAYERS.into_iter().filter_map(ground) {
        for file in ["PLACE/secret.h", "/etc/passwd"] {
            let text = format!("#include \"{file}\"\nint main() {{ return 0; }}\n");
            let reason = reason(built(&ground, &[("main.c", &text)], COMPILE_MS));
            let is_refused = reason.contains("No such file") || reason.contains("Permission denied");
            assert!(is_refused && !reason.contains("queen"), "{}: {file}: {reason}", ground.sandbox.layer());
        }
    }
}

#[test]
fn a_compiler_bomb_is_ended() {
    let Some(()) = croupier_trial::compilers() else { return };
    let bombs = [
        // Time: templates that double at each step.
        "template <int N, int M> struct T { static const long v = T<N - 1, 2 * M>::v + T<N - 1, 2 * M + 1>::v; };\n\
         template <int M> struct T<0, M> { static const long v = M; };\n\
         int main() { return T<26, 1>::v & 1; }\n",
        // Space: a table of 512 MiB in the executable.
        "char table[1L << 29] = {1};\nint main(int count, char **) { return table[count]; }\n",
    ];
    let Some(ground) = LAYERS.into_iter().find_map(ground) else { return };
    for bomb in bombs {
        let started = std::time::Instant::now();
        reason(built(&ground, &[("main.cpp", bomb)], 3_000));
        assert!(started.elapsed().as_secs() < 30);
    }
}

#[test]
fn a_step_of_a_build_reaches_nothing_private() {
    for ground in LAYERS.into_iter().filter_map(ground) {
        let layer = ground.sandbox.layer();
        let toml = "kind = 'program'\ncommand = ['sh', 'run.sh']\nbuild = [['sh', 'make.sh']]\n";
        let make = "cat PLACE/secret.h && exit 0\n(: > PLACE/written)\ntouch made && exit 7\n";
        let files = [("bot.toml", toml), ("make.sh", make), ("run.sh", "echo 1\n")];
        let reason = reason(built(&ground, &files, COMPILE_MS));
        assert!(reason.contains("exit status 7") && !reason.contains("queen"), "{layer}: {reason}");
    }
}

#[test]
fn a_link_that_a_build_leaves_is_not_followed() {
    for ground in LAYERS.into_iter().filter_map(ground) {
        let layer = ground.sandbox.layer();
        let toml = "kind = 'program'\ncommand = './bot'\nbuild = [['sh', 'make.sh']]\n";
        let files = [("bot.toml", toml), ("make.sh", "ln -s PLACE/secret.h bot\n")];
        let reason = reason(built(&ground, &files, COMPILE_MS));
        assert!(reason.contains("leads out of the bot's folder"), "{layer}: {reason}");
        let toml = "kind = 'program'\ncommand = ['sh', 'run.sh']\nbuild = [['sh', 'make.sh']]\n";
        let files = [
            ("bot.toml", toml),
            ("make.sh", "ln -s PLACE/secret.h link; mkfifo pipe\n"),
            ("run.sh", "echo 1\n"),
        ];
        built(&ground, &files, COMPILE_MS).unwrap();
    }
}

#[test]
fn an_interpreter_that_a_stranger_names_is_asked_in_the_sandbox() {
    for ground in LAYERS.into_iter().filter_map(ground) {
        let layer = ground.sandbox.layer();
        let (place, python, mark) = strangers_python(&ground);
        let toml = format!("kind = 'program'\nmain = 'main.py'\ninterpreter = '{}'\n", python.display());
        let files = [("bot.toml", &*toml), ("main.py", "print(1)\n")];
        let tools = Tools::on(place.path().into());
        let built = built_with(&tools, GameKind::Rullete, &ground, &files, COMPILE_MS, |_| {}).unwrap();
        assert_eq!(built.runtime, "Python 3.0.0", "{layer}: it was asked");
        assert!(!mark.exists(), "{layer}: it wrote outside its folder");
    }
}

/// A folder with a script that says that it is a Python, and tries to leave a mark.
fn strangers_python(ground: &Ground) -> (TempDir, PathBuf, PathBuf) {
    let place = tempfile::tempdir_in(&ground.work).unwrap();
    fs::set_permissions(place.path(), fs::Permissions::from_mode(0o755)).unwrap();
    let (python, mark) = (place.path().join("python3"), place.path().join("mark"));
    fs::write(&python, format!("#!/bin/sh\n(: > {})\necho /bin/sh\necho Python 3.0.0\n", mark.display()))
        .unwrap();
    fs::set_permissions(&python, fs::Permissions::from_mode(0o755)).unwrap();
    (place, python, mark)
}

/// What is shown with a tool may be private, so only who runs the contest offers tools: by his search path.
#[test]
fn a_stranger_names_no_tool_that_is_not_offered() {
    for ground in LAYERS.into_iter().filter_map(ground) {
        let layer = ground.sandbox.layer();
        let (_place, python, _) = strangers_python(&ground);
        let python = python.display();
        let script = format!("#!/usr/bin/env {python}\n");
        for (toml, script) in [
            (format!("kind = 'program'\nmain = 'main.py'\ninterpreter = '{python}'\n"), ""),
            (format!("command = '{python} main.py'\n"), ""),
            (format!("command = 'true'\nbuild = '{python}'\n"), ""),
            (
                "command = './made'\nbuild = [['sh', '-c', 'mv script made; chmod +x made']]\n".into(),
                &*script,
            ),
        ] {
            let files = [("bot.toml", &*toml), ("main.py", "print(1)\n"), ("script", script)];
            match built(&ground, &files, COMPILE_MS) {
                Err(Unbuilt::MissingTool(missing)) => {
                    let said = missing.to_string();
                    assert!(said.contains("is not on the search path of who runs the contest"), "{said}");
                }
                other => panic!("{layer}: {toml}: {other:?}"),
            }
        }
        // By a link that a build leaves: what another bot's build has made is no tool either.
        let make = "mkdir -p PLACE/other/bin; ln -s ../../tool/bin/run bot\n";
        let toml = "command = './bot'\nbuild = [['sh', 'make.sh']]\n";
        let reason = reason(built(&ground, &[("bot.toml", toml), ("make.sh", make)], COMPILE_MS));
        assert!(reason.contains("leads out of the bot's folder"), "{layer}: {reason}");
    }
}

/// What we write ourselves goes nowhere else, whatever a step has put there before.
#[test]
fn a_build_leads_nothing_that_we_write_elsewhere() {
    let Some(()) = croupier_trial::compilers() else { return };
    let source = "int placeBet(int);\nvoid startGame(int packs, int money) { placeBet(money); }\n\
                  void playHand(void) {}\nvoid reshuffle(void) {}\n";
    let make = "for folder in glue wasm units made home; do\n\
                mkdir ../$folder\n\
                for file in croupier.h croupier_glue.c glue.o bot.o bot; do ln -s PLACE/secret.h ../$folder/$file; done\n\
                done\n\
                ln -s PLACE/secret.h ../bot; mkfifo ../pipe\nexit 0\n";
    let files = [("bot.toml", ONE_STEP), ("main.c", source), ("make.sh", make)];
    for ground in LAYERS.into_iter().filter_map(ground) {
        built_for(GameKind::Blackjack, &ground, &files, COMPILE_MS).unwrap();
    }
}

/// Pipes that nobody writes to, devices without end, and private files.
#[test]
fn what_a_build_has_left_is_read_within_bounds() {
    for ground in LAYERS.into_iter().filter_map(ground) {
        for make in ["mkfifo FILE", "ln -s /dev/zero FILE", "ln -s PLACE/secret.h FILE", "mkdir FILE", "true"]
        {
            for (file, game) in [("main.wasm", GameKind::Poker), ("Main.java", GameKind::Rullete)] {
                if file == "Main.java" && Tools::of_system().java_compiler().is_err() {
                    continue;
                }
                let toml = format!("main = '{file}'\nbuild = [['sh', 'make.sh']]\n");
                let make = format!("rm {file}; {}\n", make.replace("FILE", file));
                let files =
                    [("bot.toml", &*toml), (file, "class Main { void main() {} }"), ("make.sh", &make)];
                match built_for(game, &ground, &files, COMPILE_MS) {
                    Err(Unbuilt::Compile(why)) => assert!(!why.contains("queen"), "{make}: {why}"),
                    // An engine for WebAssembly may be left out.
                    Err(Unbuilt::MissingTool(_)) => {}
                    other => panic!("{}, {make}: {other:?}", ground.sandbox.layer()),
                }
            }
        }
    }
}

/// Too much of it is the bot's own fault, and stops nobody else.
#[test]
fn a_build_that_leaves_too_much_is_the_bots_fault() {
    let deep = "for n in $(seq 300); do mkdir deep && cd deep || exit 0; done";
    for ground in LAYERS.into_iter().filter_map(ground) {
        for make in ["truncate -s 100M a; truncate -s 100M b", deep, "mkdir d; cd d; seq 21000 | xargs touch"]
        {
            let files =
                [("bot.toml", ONE_STEP), ("main.c", "int main(void) { return 0; }\n"), ("make.sh", make)];
            let reason = reason(built(&ground, &files, COMPILE_MS));
            let layer = ground.sandbox.layer();
            assert!(reason.starts_with("what the build has left: expected at most"), "{layer}: {reason}");
        }
    }
}

/// A seat is a copy: all that a build has left can be copied, and changes nobody's rights.
#[test]
fn the_modes_that_a_build_leaves_are_put_in_order() {
    let Some(()) = croupier_trial::compilers() else { return };
    let make = "mkdir closed; touch closed/file; chmod 0 closed/file closed; cp /bin/true run; chmod 4755 run || chmod 755 run\n";
    let files = [("bot.toml", ONE_STEP), ("main.c", "int main(void) { return 0; }\n"), ("make.sh", make)];
    for ground in LAYERS.into_iter().filter_map(ground) {
        let seen = std::cell::RefCell::new(Vec::new());
        let built = built_and(GameKind::Rullete, &ground, &files, COMPILE_MS, |built| {
            let mode =
                |path: &str| fs::symlink_metadata(built.folder.join(path)).unwrap().permissions().mode();
            seen.borrow_mut().extend(["closed", "closed/file", "run"].map(|path| mode(path) & 0o7777));
        });
        built.unwrap();
        assert_eq!(seen.into_inner(), [0o755, 0o644, 0o755], "{}", ground.sandbox.layer());
    }
}
