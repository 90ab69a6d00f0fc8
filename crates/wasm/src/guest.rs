//! A guest: one instance of a program, run by its owner.

use std::fmt;
use std::pin::Pin;
use std::task::{Context, Poll, Waker};

use wasmtime::{Store, Trap};

use crate::cabin::{Cabin, Leave, SLICE, Shared, TANK};
use crate::engine::engine;
use crate::host::Host;
use crate::net::{Net, processor_time};
use crate::program::Program;
use crate::shared::{Owned, share};
use crate::stream::{Log, Streams};

/// What a guest may use.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Bounds {
    /// Its memory in bytes, without [`STACK_BYTES`](crate::STACK_BYTES).
    pub memory: usize,
    /// An unfinished line of its output in bytes: a longer one is handed to the owner as it is.
    pub line: usize,
    /// What is kept of its log, in bytes.
    pub log: usize,
}

/// Where standard output leads.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Output {
    /// To the owner, line by line.
    Lines,
    /// Into the log.
    Log,
}

/// Fills bytes for a guest that asks for random ones.
pub type Random = Box<dyn FnMut(&mut [u8]) + Send>;

/// How a guest is set up.
pub struct Settings {
    /// What it may use.
    pub bounds: Bounds,
    /// Where standard output leads.
    pub output: Output,
    /// Where its random numbers come from.
    pub random: Random,
}

impl fmt::Debug for Settings {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Settings")
            .field("bounds", &self.bounds)
            .field("output", &self.output)
            .finish_non_exhaustive()
    }
}

/// Why a guest stands still.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Pause {
    /// It waits for the answer to a call of its host.
    Asks,
    /// It has written to its output: a line, more than a line may have, or the end.
    Wrote,
    /// It reads its input, which is empty.
    Reads,
    /// It has used a part of its time.
    Slice,
    /// It has used the time that it was given.
    Spent,
    /// It has ended.
    Ended(End),
}

/// How a guest ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum End {
    /// By itself, with a status from 0 to 255.
    Exit(i32),
    /// By a trap, which is named.
    Trap(String),
    /// It wanted more memory than it may have.
    Memory,
    /// Its host told it to end.
    Dismissed,
}

impl fmt::Display for End {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Exit(status) => write!(f, "exit status {status}"),
            Self::Trap(trap) => write!(f, "a trap: {trap}"),
            Self::Memory => write!(f, "more memory than allowed"),
            Self::Dismissed => write!(f, "the end of its session"),
        }
    }
}

/// One instance of a program.
pub struct Guest<H: Host> {
    running: Option<Pin<Box<dyn Future<Output = Finished> + Send>>>,
    shared: Owned<Shared<H>>,
    end: Option<End>,
    time: u64,
    net: Net,
}

/// What is left of a guest that has ended.
struct Finished {
    end: End,
    time: u64,
}

impl<H: Host> Guest<H> {
    /// Sets up an instance that has not run yet.
    #[expect(unsafe_code, reason = "see SAFETY")]
    pub fn start(program: &Program<H>, host: H, settings: Settings) -> Self {
        let shared = Shared { host, streams: Streams::default(), time: 0, pause: None };
        // SAFETY: the guest's side goes into the store, which nothing but `running` reaches; and that is
        // polled by `step` alone, which lends.
        let (shared, lent) = unsafe { share(shared) };
        let mut store = Store::new(engine(), Cabin::new(lent, settings));
        store.limiter(|cabin| cabin);
        store.set_fuel(TANK).expect("fuel is counted");
        store.fuel_async_yield_interval(Some(SLICE)).expect("a slice is above 0");
        let program = program.clone();
        let running = async move {
            let result = begin(&program, &mut store).await;
            Finished { end: ended(result), time: Cabin::time(&store) }
        };
        Self { running: Some(Box::pin(running)), shared, end: None, time: 0, net: Net::default() }
    }

    /// Runs the guest until it stands still, or has used so many nanoseconds of its own time.
    ///
    /// The time is that of its fuel, so it is the same in every run. Only a guest that takes far more of this
    /// thread's processor time than of its own, over all its runs, is stopped by that.
    pub fn run(&mut self, allowance: u64) -> Pause {
        let started = self.time;
        let mut run = self.net.begin(started, processor_time);
        let pause = loop {
            let pause = self.step();
            if self.time - started > allowance {
                break Pause::Spent;
            }
            if pause != Pause::Slice {
                break pause;
            }
            if self.net.is_over(&mut run, self.time, processor_time()) {
                break Pause::Spent;
            }
        };
        self.net.end(&run, self.time, processor_time);
        pause
    }

    /// The time that it has used, in nanoseconds: one for each unit of fuel, and what it slept.
    pub fn time(&self) -> u64 {
        self.time
    }

    /// Its host.
    pub fn host(&mut self) -> &mut H {
        &mut self.shared.get_mut().host
    }

    /// Appends to its input.
    pub fn send(&mut self, bytes: &[u8]) {
        self.shared.get_mut().streams.input.extend(bytes);
    }

    /// Ends its input.
    pub fn close_input(&mut self) {
        self.shared.get_mut().streams.input_closed = true;
    }

    /// Takes what it has written to its output since the last time, and whether it has closed it.
    pub fn take_output(&mut self, into: &mut Vec<u8>) -> bool {
        let streams = &mut self.shared.get_mut().streams;
        into.append(&mut streams.output);
        streams.output_closed
    }

    /// What it has logged so far.
    pub fn log(&self) -> Log {
        self.shared.get().streams.log.clone()
    }

    /// Runs it to its next pause.
    fn step(&mut self) -> Pause {
        let Some(running) = &mut self.running else {
            return Pause::Ended(self.end.clone().expect("a guest that does not run has ended"));
        };
        match self.shared.lend(|| running.as_mut().poll(&mut Context::from_waker(Waker::noop()))) {
            Poll::Ready(Finished { end, time }) => {
                self.running = None;
                self.time = time;
                self.end = Some(end.clone());
                Pause::Ended(end)
            }
            Poll::Pending => {
                let shared = self.shared.get_mut();
                if let Some(pause) = shared.pause.take() {
                    self.time = shared.time;
                    pause
                } else {
                    // The engine itself stops a guest when a slice of fuel is used.
                    self.time += SLICE;
                    Pause::Slice
                }
            }
        }
    }
}

impl<H: Host> fmt::Debug for Guest<H> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Guest").field("time", &self.time).field("end", &self.end).finish_non_exhaustive()
    }
}

async fn begin<H: Host>(program: &Program<H>, store: &mut Store<Cabin<H>>) -> wasmtime::Result<()> {
    let instance = program.ready().instantiate_async(&mut *store).await?;
    let start = instance.get_typed_func::<(), ()>(&mut *store, Program::<H>::START)?;
    start.call_async(&mut *store, ()).await
}

fn ended(result: wasmtime::Result<()>) -> End {
    let Err(error) = result else { return End::Exit(0) };
    if let Some(leave) = error.downcast_ref::<Leave>() {
        return match *leave {
            Leave::Exit(status) => End::Exit(status & 0xff),
            Leave::Memory => End::Memory,
            Leave::Dismissed => End::Dismissed,
        };
    }
    let said = error.downcast_ref::<Trap>().map_or_else(|| error.to_string(), ToString::to_string);
    End::Trap(said.trim_start_matches("wasm trap: ").to_owned())
}
