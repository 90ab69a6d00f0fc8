//! `croupier doctor`: what this machine offers. Each compiler is tried with a bot, not guessed, and each layer
//! of the sandbox with every attack.

mod sandbox;

use std::env;
use std::io::Write;
use std::sync::atomic::Ordering;

use clap::Args;
use croupier_arena::cores;
use croupier_arena::entrant::find_one;
use croupier_arena::game_kind::GameKind;
use croupier_arena::sandbox::Sandbox;
use croupier_arena::stop::Stop;
use croupier_arena::tools::{MissingTool, Tool, Tools};
use croupier_rules::verdict::Verdict;
use serde_json::json;

use sandbox::Table;

use super::wasm_offer;
use crate::exit::Exit;
use crate::failure::Failure;
use crate::interrupt::stop_flag;
use crate::output;
use crate::scratch::Scratch;
use crate::session::{self, Session};
use crate::templates::Template;

/// Says what this machine offers: languages of bots, each tried with a bot that plays; cores; features of
/// the processor; layers of the sandbox, each tried with every attack.
#[derive(Debug, Args)]
pub(crate) struct Doctor {
    /// One line of JSON.
    #[arg(long)]
    json: bool,
}

/// Something that was looked at.
struct Finding {
    what: String,
    works: bool,
    found: String,
}

impl Doctor {
    pub(crate) fn run(&self) -> Result<Exit, Failure> {
        let stop = stop_flag()?;
        let mut findings = Vec::new();
        // Templates are our own: a language is tried in the sandbox where there is one.
        let trust = Sandbox::choose(&env::temp_dir()).is_err();
        let bots = Template::of(GameKind::Poker).chain(Template::of(GameKind::Blackjack));
        let java = Template::of(GameKind::Camicia).filter(|template| template.lang == "java");
        for template in bots.chain(java) {
            findings.push(tried(template, trust, &stop)?);
            if stop.load(Ordering::Relaxed) {
                return Ok(Exit::Interrupted);
            }
        }
        let tools = Tools::of_system();
        findings.push(wasm(&tools));
        findings.extend(interpreters(&tools));
        let table = Table::of_this_machine(&stop);
        if stop.load(Ordering::Relaxed) {
            return Ok(Exit::Interrupted);
        }
        let cores = cores::available().len();
        let features = processor_features();
        let mut out = output::answer();
        if self.json {
            let languages: Vec<_> = findings
                .iter()
                .map(
                    |finding| json!({ "what": finding.what, "works": finding.works, "found": finding.found }),
                )
                .collect();
            let line = json!({ "version": env!("CROUPIER_VERSION"), "bots": languages, "cores": cores, "sandbox": table.json(), "cpu": features });
            writeln!(out, "{line}")?;
        } else {
            writeln!(out, "croupier {}", env!("CROUPIER_VERSION"))?;
            for Finding { what, works, found } in &findings {
                writeln!(out, "{:<3}  {what:<36}  {found}", if *works { "ok" } else { "no" })?;
            }
            writeln!(out, "ok   {:<36}  {cores}", "cores")?;
            writeln!(out, "ok   {:<36}  {}", "processor", features.join(" "))?;
            table.write(&mut out)?;
        }
        out.flush()?;
        Ok(Exit::Done)
    }
}

/// Builds a template and plays with it.
fn tried(template: &Template, trust: bool, stop: &Stop) -> Result<Finding, Failure> {
    let folder = Scratch::new()?;
    let file = folder.path().join(format!("bot.{}", template.suffix));
    std::fs::write(&file, template.text("bot"))?;
    let entrant = find_one(&file, template.game).map_err(Failure::bug)?;
    let session = Session::play(
        entrant,
        &session::shortest(template.game),
        trust,
        cores::available().len(),
        stop,
        &mut |_| {},
    )?;
    let works = session.verdict() == Verdict::Ok;
    let found = if works { session.runtime().to_owned() } else { session.reason() };
    Ok(Finding { what: format!("{}: {}", template.game, template.what), works, found })
}

/// Bots that run inside this process.
fn wasm(tools: &Tools) -> Finding {
    let found = wasm_offer::found(tools);
    Finding { what: wasm_offer::WHAT.into(), works: found.is_ok(), found: found.unwrap_or_else(|why| why) }
}

/// Interpreters that a bot.toml may name.
fn interpreters(tools: &Tools) -> Vec<Finding> {
    let python = |name: &str| told(name, tools.python(name));
    let program = |name: &str| {
        let found =
            tools.program(name).map(|program| Tool { version: program.display().to_string(), program });
        told(name, found)
    };
    vec![python("python2.7"), python("pypy3"), program("node"), program("make")]
}

fn told(name: &str, found: Result<Tool, MissingTool>) -> Finding {
    let what = format!("{name} for a bot.toml");
    match found {
        Ok(tool) => Finding { what, works: true, found: tool.version },
        Err(missing) => Finding { what, works: false, found: missing.to_string() },
    }
}

/// What the fast engines may use of this processor.
fn processor_features() -> Vec<&'static str> {
    #[cfg(target_arch = "x86_64")]
    let all = [
        ("popcnt", is_x86_feature_detected!("popcnt")),
        ("bmi2", is_x86_feature_detected!("bmi2")),
        ("sse4.2", is_x86_feature_detected!("sse4.2")),
        ("avx2", is_x86_feature_detected!("avx2")),
        ("avx512f", is_x86_feature_detected!("avx512f")),
        ("avx512vbmi2", is_x86_feature_detected!("avx512vbmi2")),
        ("avx512vpopcntdq", is_x86_feature_detected!("avx512vpopcntdq")),
    ];
    #[cfg(not(target_arch = "x86_64"))]
    let all = [("no features that are looked for", true)];
    all.into_iter().filter(|&(_, is_there)| is_there).map(|(name, _)| name).collect()
}
