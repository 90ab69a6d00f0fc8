//! The calls of WASI preview 1 that programs in C, C++ and Rust make, without a system behind them.
//!
//! | call | what it does here |
//! |---|---|
//! | `fd_read` | input, line by line from the owner; suspends the guest when there is none |
//! | `fd_write` | output to the owner or the log; a whole line suspends the guest |
//! | `clock_time_get` | the guest's own time: it begins with the year 2000 and goes on with its fuel |
//! | `poll_oneoff` | sleep: takes no time of ours, and is charged in full |
//! | `random_get` | numbers that the owner makes |
//! | `args_*`, `environ_*` | the one word `bot`, and no environment |
//! | files | none: no folder is open, and no path can be opened |

use wasmtime::{Caller, Extern, Linker, Memory};

use crate::cabin::{Cabin, Leave, Shared};
use crate::guest::{Output, Pause};
use crate::host::Host;

/// The module's name.
pub(crate) const MODULE: &str = "wasi_snapshot_preview1";

/// What is offered of it.
pub(crate) const NAMES: [&str; 20] = [
    "args_get",
    "args_sizes_get",
    "clock_res_get",
    "clock_time_get",
    "environ_get",
    "environ_sizes_get",
    "fd_close",
    "fd_fdstat_get",
    "fd_fdstat_set_flags",
    "fd_filestat_get",
    "fd_prestat_dir_name",
    "fd_prestat_get",
    "fd_read",
    "fd_seek",
    "fd_write",
    "path_open",
    "poll_oneoff",
    "proc_exit",
    "random_get",
    "sched_yield",
];

/// Error numbers of the interface.
const SUCCESS: i32 = 0;
const BAD_DESCRIPTOR: i32 = 8;
const FAULT: i32 = 21;
const INVALID: i32 = 28;
const NO_SEEK: i32 = 70;
const NOT_CAPABLE: i32 = 76;

/// Bytes that one call reads, writes or fills at most before the owner has a look.
const CHUNK: usize = 1 << 16;

/// The most pieces of one read or write, and the most events of one poll.
const PIECES_MAX: usize = 1_024;

/// Nanoseconds that a call costs which reads, writes, fills or waits, beside what it moves; and each piece or
/// event of it. The other calls cost about what the instructions around them do.
const CALL: u64 = 100;
const PIECE: u64 = 40;

/// 1 January 2000, in nanoseconds since 1970: where every guest's clock begins.
const BEGINNING: u64 = 946_684_800_000_000_000;

/// The only argument of a guest: the name of its program.
const NAME: &[u8] = b"bot\0";

type Result<T> = wasmtime::Result<T>;

/// The arguments of a call of four words.
type Four = (i32, i32, i32, i32);

pub(crate) fn link<H: Host>(linker: &mut Linker<Cabin<H>>) -> Result<()> {
    link_words(linker)?;
    link_streams(linker)?;
    link_files(linker)?;
    link_time(linker)
}

fn link_words<H: Host>(linker: &mut Linker<Cabin<H>>) -> Result<()> {
    linker.func_wrap(MODULE, "args_sizes_get", |caller: Caller<'_, Cabin<H>>, count: i32, bytes: i32| {
        let length = u32::try_from(NAME.len()).expect("a short name");
        write_all(caller, &[(count, &1_u32.to_le_bytes()), (bytes, &length.to_le_bytes())])
    })?;
    linker.func_wrap(MODULE, "args_get", |caller: Caller<'_, Cabin<H>>, list: i32, bytes: i32| {
        write_all(caller, &[(list, &bytes.to_le_bytes()), (bytes, NAME)])
    })?;
    linker.func_wrap(
        MODULE,
        "environ_sizes_get",
        |caller: Caller<'_, Cabin<H>>, count: i32, bytes: i32| {
            write_all(caller, &[(count, &[0; 4]), (bytes, &[0; 4])])
        },
    )?;
    linker.func_wrap(MODULE, "environ_get", |_: i32, _: i32| SUCCESS)?;
    linker.func_wrap(MODULE, "proc_exit", |status: i32| -> Result<()> { Err(Leave::Exit(status).into()) })?;
    linker.func_wrap(MODULE, "sched_yield", || SUCCESS)?;
    Ok(())
}

fn link_streams<H: Host>(linker: &mut Linker<Cabin<H>>) -> Result<()> {
    linker.func_wrap_async(
        MODULE,
        "fd_read",
        |caller: Caller<'_, Cabin<H>>, (fd, list, count, read): Four| {
            Box::new(fd_read(caller, fd, Vector { list, count }, read))
        },
    )?;
    linker.func_wrap_async(
        MODULE,
        "fd_write",
        |caller: Caller<'_, Cabin<H>>, (fd, list, count, written): Four| {
            Box::new(fd_write(caller, fd, Vector { list, count }, written))
        },
    )?;
    linker.func_wrap_async(MODULE, "fd_close", |caller: Caller<'_, Cabin<H>>, (fd,): (i32,)| {
        Box::new(fd_close(caller, fd))
    })?;
    Ok(())
}

fn link_files<H: Host>(linker: &mut Linker<Cabin<H>>) -> Result<()> {
    linker.func_wrap(MODULE, "fd_fdstat_get", |caller: Caller<'_, Cabin<H>>, fd: i32, stat: i32| {
        if !is_stream(fd) {
            return Ok(BAD_DESCRIPTOR);
        }
        // A stream of no known kind, as a pipe is: it is buffered, and nobody types at it.
        let mut bytes = [0_u8; 24];
        let (read, write) = (1_u64 << 1, 1_u64 << 6);
        bytes[8..16].copy_from_slice(&(read | write).to_le_bytes());
        write_all(caller, &[(stat, &bytes)])
    })?;
    linker.func_wrap(MODULE, "fd_filestat_get", |caller: Caller<'_, Cabin<H>>, fd: i32, stat: i32| {
        if is_stream(fd) { write_all(caller, &[(stat, &[0; 64])]) } else { Ok(BAD_DESCRIPTOR) }
    })?;
    linker.func_wrap(
        MODULE,
        "fd_fdstat_set_flags",
        |fd: i32, _: i32| {
            if is_stream(fd) { SUCCESS } else { BAD_DESCRIPTOR }
        },
    )?;
    linker.func_wrap(
        MODULE,
        "fd_seek",
        |fd: i32, _: i64, _: i32, _: i32| {
            if is_stream(fd) { NO_SEEK } else { BAD_DESCRIPTOR }
        },
    )?;
    linker.func_wrap(MODULE, "fd_prestat_get", |_: i32, _: i32| BAD_DESCRIPTOR)?;
    linker.func_wrap(MODULE, "fd_prestat_dir_name", |_: i32, _: i32, _: i32| BAD_DESCRIPTOR)?;
    linker.func_wrap(
        MODULE,
        "path_open",
        |_: i32, _: i32, _: i32, _: i32, _: i32, _: i64, _: i64, _: i32, _: i32| NOT_CAPABLE,
    )?;
    Ok(())
}

fn link_time<H: Host>(linker: &mut Linker<Cabin<H>>) -> Result<()> {
    linker.func_wrap(MODULE, "clock_res_get", |caller: Caller<'_, Cabin<H>>, clock: i32, step: i32| {
        if !(0..=3).contains(&clock) {
            return Ok(INVALID);
        }
        write_all(caller, &[(step, &1_u64.to_le_bytes())])
    })?;
    linker.func_wrap(
        MODULE,
        "clock_time_get",
        |caller: Caller<'_, Cabin<H>>, clock: i32, _: i64, time: i32| {
            let own = Cabin::time(&caller);
            let told = match clock {
                0 => BEGINNING + own,
                1..=3 => own,
                _ => return Ok(INVALID),
            };
            write_all(caller, &[(time, &told.to_le_bytes())])
        },
    )?;
    linker.func_wrap_async(
        MODULE,
        "random_get",
        |caller: Caller<'_, Cabin<H>>, (bytes, count): (i32, i32)| Box::new(random_get(caller, bytes, count)),
    )?;
    linker.func_wrap_async(
        MODULE,
        "poll_oneoff",
        |caller: Caller<'_, Cabin<H>>, (wanted, events, count, ready): Four| {
            Box::new(poll_oneoff(caller, wanted, events, count, ready))
        },
    )?;
    Ok(())
}

/// A list of pieces of the guest's memory.
#[derive(Clone, Copy)]
struct Vector {
    list: i32,
    count: i32,
}

async fn fd_read<H: Host>(
    mut caller: Caller<'_, Cabin<H>>,
    fd: i32,
    pieces: Vector,
    read: i32,
) -> Result<i32> {
    if fd != 0 {
        return Ok(BAD_DESCRIPTOR);
    }
    while caller.data_mut().shared.with(|shared| shared.streams.is_waiting()) {
        Cabin::pause(&mut caller, Pause::Reads).await;
    }
    let memory = memory(&mut caller)?;
    let Some(pieces) = pieces.of(&memory, &caller) else { return Ok(FAULT) };
    Cabin::charge(&mut caller, price(pieces.len())).await;
    let mut total = 0_u32;
    for (place, length) in pieces {
        let bytes = caller.data_mut().shared.with(|shared| shared.streams.read(length));
        if memory.write(&mut caller, place, &bytes).is_err() {
            return Ok(FAULT);
        }
        total += u32::try_from(bytes.len()).expect("an input is far below 4 GiB");
    }
    Cabin::charge(&mut caller, u64::from(total)).await;
    write_all(caller, &[(read, &total.to_le_bytes())])
}

async fn fd_write<H: Host>(
    mut caller: Caller<'_, Cabin<H>>,
    fd: i32,
    pieces: Vector,
    written: i32,
) -> Result<i32> {
    let is_closed = fd == 1 && caller.data_mut().shared.with(|shared| shared.streams.output_closed);
    if !(1..=2).contains(&fd) || is_closed {
        return Ok(BAD_DESCRIPTOR);
    }
    let memory = memory(&mut caller)?;
    let Some(pieces) = pieces.of(&memory, &caller) else { return Ok(FAULT) };
    Cabin::charge(&mut caller, price(pieces.len())).await;
    // All of it or nothing: what is not charged is not kept.
    if pieces.iter().any(|&(place, length)| !is_inside(&memory, &caller, place, length)) {
        return Ok(FAULT);
    }
    let bounds = caller.data().bounds;
    let to_owner = fd == 1 && caller.data().output == Output::Lines;
    let mut total = 0_usize;
    let mut has_line = false;
    for (place, length) in pieces {
        // What is left is written by the next call: all libraries see to that.
        let length = length.min(CHUNK - total);
        let (bytes, cabin) = memory.data_and_store_mut(&mut caller);
        let bytes = &bytes[place..place + length];
        has_line |= cabin.shared.with(|Shared { streams, .. }| {
            if !to_owner {
                streams.log(bytes, bounds.log);
                return false;
            }
            streams.output.extend_from_slice(bytes);
            bytes.contains(&b'\n') || streams.output.len() > bounds.line
        });
        total += length;
    }
    Cabin::charge(&mut caller, total as u64).await;
    if has_line {
        Cabin::pause(&mut caller, Pause::Wrote).await;
    }
    let total = u32::try_from(total).expect("a chunk is small");
    write_all(caller, &[(written, &total.to_le_bytes())])
}

async fn fd_close<H: Host>(mut caller: Caller<'_, Cabin<H>>, fd: i32) -> Result<i32> {
    if !is_stream(fd) {
        return Ok(BAD_DESCRIPTOR);
    }
    if fd == 1 && caller.data().output == Output::Lines {
        caller.data_mut().shared.with(|shared| shared.streams.output_closed = true);
        Cabin::pause(&mut caller, Pause::Wrote).await;
    }
    Ok(SUCCESS)
}

async fn random_get<H: Host>(mut caller: Caller<'_, Cabin<H>>, place: i32, count: i32) -> Result<i32> {
    let memory = memory(&mut caller)?;
    let (place, count) = (address(place), address(count));
    Cabin::charge(&mut caller, CALL).await;
    if !is_inside(&memory, &caller, place, count) {
        return Ok(FAULT);
    }
    let mut bytes = vec![0; count.min(CHUNK)];
    let mut filled = 0;
    while filled < count {
        let length = (count - filled).min(CHUNK);
        (caller.data_mut().random)(&mut bytes[..length]);
        if memory.write(&mut caller, place + filled, &bytes[..length]).is_err() {
            return Ok(FAULT);
        }
        filled += length;
        Cabin::charge(&mut caller, length as u64).await;
    }
    Ok(SUCCESS)
}

/// Bytes of a subscription and of an event.
const SUBSCRIPTION: usize = 48;
const EVENT: usize = 32;

/// What a poll waits for.
struct Wanted {
    userdata: [u8; 8],
    /// 0: a clock; 1: input; 2: output.
    kind: u8,
    /// When the clock strikes, in nanoseconds from now; 0 for streams, which are always ready: a read
    /// waits by itself.
    delay: u64,
}

async fn poll_oneoff<H: Host>(
    mut caller: Caller<'_, Cabin<H>>,
    wanted: i32,
    events: i32,
    count: i32,
    ready: i32,
) -> Result<i32> {
    let count = address(count);
    if count == 0 || count > PIECES_MAX {
        return Ok(INVALID);
    }
    Cabin::charge(&mut caller, price(count)).await;
    let memory = memory(&mut caller)?;
    let now = Cabin::time(&caller);
    let Some(bytes) =
        memory.data(&caller).get(address(wanted)..).and_then(|bytes| bytes.get(..count * SUBSCRIPTION))
    else {
        return Ok(FAULT);
    };
    let all: Option<Vec<Wanted>> =
        bytes.chunks_exact(SUBSCRIPTION).map(|bytes| subscription(bytes, now)).collect();
    let Some(all) = all else { return Ok(INVALID) };
    let delay = all.iter().map(|wanted| wanted.delay).min().expect("at least one was asked for");
    Cabin::charge(&mut caller, delay).await;
    let mut happened = Vec::new();
    for wanted in all.iter().filter(|wanted| wanted.delay == delay) {
        let mut event = [0_u8; EVENT];
        event[..8].copy_from_slice(&wanted.userdata);
        event[10] = wanted.kind;
        event[16] = u8::from(wanted.kind != 0);
        happened.extend_from_slice(&event);
    }
    let number = u32::try_from(happened.len() / EVENT).expect("few events were asked for");
    write_all(caller, &[(events, &happened), (ready, &number.to_le_bytes())])
}

fn subscription(bytes: &[u8], now: u64) -> Option<Wanted> {
    let number = |at: usize| u64::from_le_bytes(bytes[at..at + 8].try_into().expect("eight bytes"));
    let userdata = bytes[..8].try_into().expect("eight bytes");
    let kind = bytes[8];
    if kind > 2 {
        return None;
    }
    if kind != 0 {
        return Some(Wanted { userdata, kind, delay: 0 });
    }
    let is_absolute = bytes[40] & 1 == 1;
    let from = match (is_absolute, bytes[16]) {
        (false, _) => 0,
        (true, 0) => BEGINNING + now,
        (true, _) => now,
    };
    Some(Wanted { userdata, kind, delay: number(24).saturating_sub(from) })
}

impl Vector {
    /// The pieces: where each begins, and its length. `None`: the list is not in the memory.
    fn of<H: Host>(self, memory: &Memory, caller: &Caller<'_, Cabin<H>>) -> Option<Vec<(usize, usize)>> {
        let count = address(self.count).min(PIECES_MAX);
        let list = memory.data(caller).get(address(self.list)..)?.get(..count * 8)?;
        let number = |bytes: &[u8]| u32::from_le_bytes(bytes.try_into().expect("four bytes")) as usize;
        Some(list.chunks_exact(8).map(|piece| (number(&piece[..4]), number(&piece[4..]))).collect())
    }
}

/// What a call with so many pieces or events costs.
fn price(pieces: usize) -> u64 {
    CALL + PIECE * pieces as u64
}

/// Whether a piece lies in the guest's memory.
fn is_inside<H: Host>(memory: &Memory, caller: &Caller<'_, Cabin<H>>, place: usize, length: usize) -> bool {
    memory.data(caller).get(place..).is_some_and(|bytes| bytes.len() >= length)
}

fn is_stream(fd: i32) -> bool {
    (0..=2).contains(&fd)
}

/// A number of the guest without a sign.
fn address(number: i32) -> usize {
    number.cast_unsigned() as usize
}

fn memory<H: Host>(caller: &mut Caller<'_, Cabin<H>>) -> Result<Memory> {
    let memory = caller.get_export("memory").and_then(Extern::into_memory);
    memory.ok_or_else(|| wasmtime::Error::msg("the module exports no memory"))
}

/// Writes values into the guest's memory.
fn write_all<H: Host>(mut caller: Caller<'_, Cabin<H>>, values: &[(i32, &[u8])]) -> Result<i32> {
    let memory = memory(&mut caller)?;
    for (place, bytes) in values {
        if memory.write(&mut caller, address(*place), bytes).is_err() {
            return Ok(FAULT);
        }
    }
    Ok(SUCCESS)
}
