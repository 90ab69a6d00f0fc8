//! Compilers and steps of a build: they run confined too.

use std::fs;
use std::path::Path;

use croupier_arena::entrant::find_one;
use croupier_arena::game_kind::GameKind;
use croupier_arena::glue;
use croupier_arena::sandbox::Layer;
use croupier_arena::tools::Tools;
use croupier_arena::workshop::{Built, Glue, Unbuilt, Workshop};

use crate::ground::{Ground, ground};

const LAYERS: [Layer; 3] = [Layer::BubblewrapCgroup, Layer::Bubblewrap, Layer::Landlock];

/// Builds an entrant from files, in a workshop of this layer.
fn built(ground: &Ground, files: &[(&str, &str)], compile_ms: u64) -> Result<Built, Unbuilt> {
    let place = tempfile::tempdir_in(&ground.work).unwrap();
    let place = place.keep();
    std::os::unix::fs::chown(&place, None, None).unwrap();
    fs::set_permissions(&place, std::os::unix::fs::PermissionsExt::from_mode(0o755)).unwrap();
    let source = place.join("anna");
    fs::create_dir(&source).unwrap();
    for (name, text) in files {
        fs::write(source.join(name), text.replace("PLACE", place.to_str().unwrap())).unwrap();
    }
    fs::write(place.join("secret.h"), "#error the next card is a queen\n").unwrap();
    let entrant = find_one(&source, GameKind::Rullete).unwrap();
    let tools = Tools::of_system();
    let glue = Glue { header: glue::HEADER, unit: glue::GLUE };
    let workshop = Workshop { tools: &tools, compile_ms, glue, sandbox: &ground.sandbox, artefacts: None };
    let built = workshop.build(&entrant, &place.join("bench"));
    if let Ok(built) = &built {
        look(built, &place);
    }
    fs::remove_dir_all(&place).unwrap();
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
        let make = "cat PLACE/secret.h && exit 0\n(: > PLACE/written) && exit 0\ntouch made && exit 7\n";
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
        let place = tempfile::tempdir_in(&ground.work).unwrap();
        fs::set_permissions(place.path(), std::os::unix::fs::PermissionsExt::from_mode(0o755)).unwrap();
        let (python, mark) = (place.path().join("python3"), place.path().join("mark"));
        fs::write(&python, format!("#!/bin/sh\n(: > {})\necho /bin/sh\necho Python 3.0.0\n", mark.display()))
            .unwrap();
        fs::set_permissions(&python, std::os::unix::fs::PermissionsExt::from_mode(0o755)).unwrap();
        let toml = format!("kind = 'program'\nmain = 'main.py'\ninterpreter = '{}'\n", python.display());
        let built = built(&ground, &[("bot.toml", &toml), ("main.py", "print(1)\n")], COMPILE_MS).unwrap();
        assert_eq!(built.runtime, "Python 3.0.0", "{layer}: it was asked");
        assert!(!mark.exists(), "{layer}: it wrote outside its folder");
    }
}
