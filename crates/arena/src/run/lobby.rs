//! The list of a contest: its entrants, built, and the house players that take part.

use std::fs;
use std::io;
use std::path::Path;

use croupier_rules::verdict::{Fault, Verdict};

use crate::compat::Compat;
use crate::contestant::{BotPlan, Contestant, Part};
use crate::entrant::Field;
use crate::glue;
use crate::python;
use crate::workshop::{Glue, Unbuilt, Workshop};

/// What C and C++ functions are linked with.
pub(super) const GLUE: Glue = Glue { header: glue::HEADER, unit: glue::GLUE };

/// Builds the entrants and lists them by name, with the house players after them. Entrants that do
/// not compile, whose files make no bot, or whose tools are missing, are on the list and are not seated.
///
/// # Errors
/// When the workshop's folder cannot be written to.
pub(super) fn gather(
    field: &Field,
    house: &[String],
    compat: Option<Compat>,
    workshop: &Workshop<'_>,
    folder: &Path,
) -> io::Result<Vec<Contestant>> {
    let folder = folder.canonicalize()?;
    let adapter = folder.join(python::PLAYER_ADAPTER_FILE);
    fs::write(&adapter, python::PLAYER_ADAPTER)?;
    fs::write(folder.join(python::SIMULATION_ADAPTER_FILE), python::SIMULATION_ADAPTER)?;
    let mut contestants = Vec::new();
    for (entrant, place) in field.entrants.iter().zip(0_usize..) {
        let mut sandbox = None;
        let (runtime, part) = match workshop.build(entrant, &folder.join(place.to_string())) {
            Ok(built) => {
                let runtime = built.runtime.clone();
                // A guest has no process to be held.
                sandbox = (!built.start.is_guest()).then(|| workshop.sandbox.layer());
                let plan = BotPlan { built, adapter: adapter.clone(), compat: entrant.compat(compat) };
                (runtime, Part::Bot(plan))
            }
            Err(Unbuilt::System { why, .. }) => return Err(why),
            Err(unbuilt) => ("none".into(), Part::Out(not_seated(&unbuilt))),
        };
        let (name, hash) = (entrant.name.clone(), entrant.hash.to_hex().to_string());
        contestants.push(Contestant { name, hash, runtime, sandbox, part });
    }
    contestants.extend(field.unfit.iter().map(Contestant::unfit));
    contestants.extend(Contestant::house_players(house));
    Ok(contestants)
}

fn not_seated(unbuilt: &Unbuilt) -> Fault {
    let (verdict, expected) = match unbuilt {
        Unbuilt::MissingTool(_) | Unbuilt::OutOfReach(_) => (Verdict::Referee, "the tool on this machine"),
        Unbuilt::Compile(_) | Unbuilt::System { .. } => (Verdict::Compile, "a source that compiles"),
    };
    Fault {
        verdict,
        asked: "to be built".into(),
        came: unbuilt.to_string(),
        expected: expected.into(),
        out: true,
    }
}
