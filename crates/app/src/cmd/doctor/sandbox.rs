//! The sandbox of this machine: each layer is tried, and each attack on each layer that works.

use std::env;
use std::io::{self, Write};
use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;

use croupier_arena::sandbox::attack::{ATTACKS, Attack, Outcome};
use croupier_arena::sandbox::{Layer, NoSandbox, Sandbox};
use croupier_arena::tools::{PYTHON, Tools};
use serde_json::{Value, json};

/// The layers that hold anything.
const LAYERS: [Layer; 3] = [Layer::BubblewrapCgroup, Layer::Bubblewrap, Layer::Landlock];

/// What was tried.
pub(super) struct Table {
    columns: Vec<Column>,
    /// What to do if no layer works.
    cure: Option<String>,
}

/// A layer, and what came of each attack; or why it does not work here.
struct Column {
    layer: Layer,
    tried: Result<Vec<Outcome>, String>,
}

impl Table {
    /// Tries everything, a layer on each thread. What is not tried once `stop` is set is said so.
    pub(super) fn of_this_machine(stop: &AtomicBool) -> Self {
        let columns = thread::scope(|scope| {
            let threads = LAYERS.map(|layer| scope.spawn(move || Column::of(layer, stop)));
            threads.map(|thread| thread.join().expect("trying a layer does not panic"))
        });
        let columns: Vec<Column> = columns.into();
        let works = columns.iter().any(|column| column.tried.is_ok());
        let cure = if works {
            None
        } else {
            Sandbox::choose(&env::temp_dir()).err().map(|none: NoSandbox| none.cure())
        };
        Self { columns, cure }
    }

    /// The layer that a contest would use.
    fn used(&self) -> Option<Layer> {
        self.columns.iter().find(|column| column.tried.is_ok()).map(|column| column.layer)
    }

    pub(super) fn json(&self) -> Value {
        let layers: Vec<Value> = self.columns.iter().map(Column::json).collect();
        json!({ "used": self.used(), "layers": layers })
    }

    /// A line for each layer, then the attacks that were tried, then what did not hold.
    pub(super) fn write(&self, out: &mut dyn Write) -> io::Result<()> {
        for Column { layer, tried } in &self.columns {
            let what = format!("sandbox {layer}");
            match tried {
                Ok(_) if self.used() == Some(*layer) => writeln!(out, "ok   {what:<36}  contests use it")?,
                Ok(_) => writeln!(out, "ok   {what:<36}  works")?,
                Err(why) => writeln!(out, "no   {what:<36}  {why}")?,
            }
        }
        if let Some(cure) = &self.cure {
            writeln!(out, "     {cure}")?;
        }
        let tried: Vec<(Layer, &Vec<Outcome>)> = self
            .columns
            .iter()
            .filter_map(|column| Some((column.layer, column.tried.as_ref().ok()?)))
            .collect();
        if tried.is_empty() {
            return Ok(());
        }
        write!(out, "\n{:<44}", "an attack tries to")?;
        for (layer, _) in &tried {
            write!(out, "  {layer:<17}")?;
        }
        writeln!(out)?;
        for (place, attack) in ATTACKS.iter().enumerate() {
            write!(out, "{:<44}", attack.what)?;
            for (_, outcomes) in &tried {
                write!(out, "  {:<17}", word(&outcomes[place]))?;
            }
            writeln!(out)?;
        }
        for (place, attack) in ATTACKS.iter().enumerate() {
            for (layer, outcomes) in &tried {
                match &outcomes[place] {
                    Outcome::Held(_) => {}
                    Outcome::Open(what) => writeln!(out, "OPEN: {layer}: {}: {what}", attack.what)?,
                    Outcome::NotTried(why) => writeln!(out, "not tried: {layer}: {}: {why}", attack.what)?,
                }
            }
        }
        writeln!(out)
    }
}

impl Column {
    fn of(layer: Layer, stop: &AtomicBool) -> Self {
        let work = env::temp_dir();
        let tried = Sandbox::of_layer(layer, &work).map_err(|why| why.to_string());
        let tried = tried.map(|sandbox| {
            let python = python(&sandbox);
            ATTACKS.iter().map(|attack| outcome(attack, &sandbox, &python, stop)).collect()
        });
        Self { layer, tried }
    }

    fn json(&self) -> Value {
        match &self.tried {
            Err(why) => json!({ "layer": self.layer, "works": false, "why": why, "attacks": [] }),
            Ok(outcomes) => {
                let attacks: Vec<Value> = ATTACKS
                    .iter()
                    .zip(outcomes)
                    .map(|(attack, outcome)| {
                        json!({ "attack": attack.name, "outcome": word(outcome), "detail": detail(outcome) })
                    })
                    .collect();
                json!({ "layer": self.layer, "works": true, "why": null, "attacks": attacks })
            }
        }
    }
}

/// A Python that bots of this sandbox can be started by.
fn python(sandbox: &Sandbox) -> Result<PathBuf, String> {
    let tools = Tools::of_system();
    let usual = tools.python(PYTHON).map_err(|missing| missing.to_string())?.program;
    match sandbox.reaches(&usual) {
        Ok(()) => Ok(usual),
        // The one that comes with the system.
        Err(why) => tools.python("/usr/bin/python3").map(|tool| tool.program).map_err(|_| why.to_string()),
    }
}

fn outcome(
    attack: &Attack,
    sandbox: &Sandbox,
    python: &Result<PathBuf, String>,
    stop: &AtomicBool,
) -> Outcome {
    if stop.load(Ordering::Relaxed) {
        return Outcome::NotTried("stopped".to_owned());
    }
    match python {
        Err(why) => Outcome::NotTried(why.clone()),
        Ok(python) => attack
            .attempt(sandbox, python, &env::temp_dir())
            .unwrap_or_else(|why| Outcome::NotTried(why.to_string())),
    }
}

const fn word(outcome: &Outcome) -> &'static str {
    match outcome {
        Outcome::Held(_) => "held",
        Outcome::Open(_) => "OPEN",
        Outcome::NotTried(_) => "not tried",
    }
}

fn detail(outcome: &Outcome) -> &str {
    match outcome {
        Outcome::Held(detail) | Outcome::Open(detail) | Outcome::NotTried(detail) => detail,
    }
}
