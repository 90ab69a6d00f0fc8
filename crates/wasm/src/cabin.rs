//! What belongs to one guest while it runs: its host, its time, its bounds.

use std::pin::Pin;
use std::task::{Context, Poll};

use wasmtime::{AsContext, Caller, ResourceLimiter};

use crate::engine::STACK_BYTES;
use crate::guest::{Bounds, Output, Pause, Random, Settings};
use crate::shared::Lent;
use crate::stream::Streams;

/// Fuel that a guest is given at its start: more than it can use in a century.
pub(crate) const TANK: u64 = i64::MAX as u64;

/// Nanoseconds that a guest runs between two looks of its owner.
pub(crate) const SLICE: u64 = 1_000_000;

/// The most elements of all tables.
const TABLE_ELEMENTS_MAX: usize = 1 << 20;

/// The data of a guest's store.
pub(crate) struct Cabin<H> {
    pub(crate) shared: Lent<Shared<H>>,
    pub(crate) random: Random,
    pub(crate) bounds: Bounds,
    pub(crate) output: Output,
    /// Nanoseconds that were charged beside the fuel: sleep, and work of the host.
    pub(crate) extra: u64,
    /// Those of them that the owner has not seen.
    unseen: u64,
    /// A call was told to wait.
    pub(crate) waiting: bool,
    /// A call was told to end.
    pub(crate) leaving: bool,
}

/// What a guest and its owner both reach.
pub(crate) struct Shared<H> {
    pub(crate) host: H,
    pub(crate) streams: Streams,
    /// The guest's time in nanoseconds.
    pub(crate) time: u64,
    pub(crate) pause: Option<Pause>,
}

/// Why a guest ends otherwise than by a trap.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub(crate) enum Leave {
    #[error("exit status {0}")]
    Exit(i32),
    #[error("more memory than allowed")]
    Memory,
    #[error("dismissed by its host")]
    Dismissed,
}

impl<H: Send + 'static> Cabin<H> {
    pub(crate) fn new(shared: Lent<Shared<H>>, settings: Settings) -> Self {
        let Settings { bounds, output, random } = settings;
        Self { shared, random, bounds, output, extra: 0, unseen: 0, waiting: false, leaving: false }
    }

    /// The time of a guest in nanoseconds: one for each unit of fuel, and what was charged beside.
    pub(crate) fn time(store: &impl AsContext<Data = Self>) -> u64 {
        let store = store.as_context();
        let left = store.get_fuel().expect("fuel is counted");
        (TANK - left).saturating_add(store.data().extra)
    }

    /// Suspends the guest until its owner runs it again.
    pub(crate) async fn pause(caller: &mut Caller<'_, Self>, pause: Pause) {
        let time = Self::time(caller);
        let cabin = caller.data_mut();
        cabin.unseen = 0;
        cabin.shared.with(|shared| {
            shared.time = time;
            shared.pause = Some(pause);
        });
        Suspended(false).await;
    }

    /// Charges the guest with nanoseconds; its owner has a look when there are many.
    pub(crate) async fn charge(caller: &mut Caller<'_, Self>, time: u64) {
        let cabin = caller.data_mut();
        cabin.extra = cabin.extra.saturating_add(time).min(TANK);
        cabin.unseen = cabin.unseen.saturating_add(time);
        if cabin.unseen >= SLICE {
            Self::pause(caller, Pause::Slice).await;
        }
    }
}

impl<H: Send + 'static> ResourceLimiter for Cabin<H> {
    /// The stack does not count: compilers lay it out in the memory, and few bots use it.
    fn memory_growing(&mut self, _: usize, desired: usize, _: Option<usize>) -> wasmtime::Result<bool> {
        if desired > self.bounds.memory.saturating_add(STACK_BYTES) {
            return Err(Leave::Memory.into());
        }
        Ok(true)
    }

    fn table_growing(&mut self, _: usize, desired: usize, _: Option<usize>) -> wasmtime::Result<bool> {
        if desired > TABLE_ELEMENTS_MAX { Err(Leave::Memory.into()) } else { Ok(true) }
    }

    fn instances(&self) -> usize {
        1
    }

    fn tables(&self) -> usize {
        4
    }

    fn memories(&self) -> usize {
        1
    }
}

/// Pending once.
struct Suspended(bool);

impl Future for Suspended {
    type Output = ();

    fn poll(mut self: Pin<&mut Self>, _: &mut Context<'_>) -> Poll<()> {
        if std::mem::replace(&mut self.0, true) { Poll::Ready(()) } else { Poll::Pending }
    }
}
