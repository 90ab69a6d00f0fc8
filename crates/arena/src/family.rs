//! A process and all that it started.

use std::fs;

/// Of more processes than this a part is looked at: more than a bot may have at a time.
const PROCESSES_MAX: usize = 256;

/// The process and all under it, by number, as far as they live: each before its children.
pub(crate) fn family(process: u32) -> Vec<u32> {
    let mut all = vec![process];
    let mut next = 0;
    while let Some(&process) = all.get(next) {
        let threads = fs::read_dir(format!("/proc/{process}/task")).ok().into_iter().flatten().flatten();
        for thread in threads {
            let list = fs::read_to_string(thread.path().join("children")).unwrap_or_default();
            let room = PROCESSES_MAX.saturating_sub(all.len());
            all.extend(list.split_whitespace().filter_map(|number| number.parse::<u32>().ok()).take(room));
        }
        next += 1;
    }
    all
}
