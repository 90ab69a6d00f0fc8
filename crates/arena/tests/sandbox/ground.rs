//! A sandbox of one layer, and a folder to work in.

use std::env;
use std::path::PathBuf;

use croupier_arena::sandbox::{Layer, Sandbox, Usher};
use croupier_trial::skip;

/// Where the tests of a layer work.
pub(crate) struct Ground {
    pub(crate) sandbox: Sandbox,
    pub(crate) python: PathBuf,
    pub(crate) work: PathBuf,
}

/// A layer that works here, with a Python that every user can reach; `None` counts the test as skipped.
pub(crate) fn ground(layer: Layer) -> Option<Ground> {
    let work = env::temp_dir();
    let sandbox = match Sandbox::of_layer(layer, &work) {
        Ok(sandbox) => sandbox,
        Err(why) => return skip(&format!("{layer} does not work here: {why}")),
    };
    let python = croupier_trial::python3()?;
    // Without namespaces, a Python in a closed home folder is closed to the user that a bot runs as.
    let of_system = PathBuf::from("/usr/bin/python3");
    let python = if layer == Layer::Landlock && of_system.is_file() { of_system } else { python };
    Some(Ground { sandbox, python, work })
}

/// The same, of a sandbox that lasts for a series of runs.
pub(crate) fn lasting_ground(layer: Layer) -> Option<Ground> {
    let ground = ground(layer)?;
    let usher = Usher::at(env!("CARGO_BIN_EXE_croupier-usher").as_ref()).unwrap();
    match ground.sandbox.lasting(usher, &ground.work) {
        Ok(sandbox) => Some(Ground { sandbox, ..ground }),
        Err(why) => skip(&format!("{layer} does not last here: {why}")),
    }
}
