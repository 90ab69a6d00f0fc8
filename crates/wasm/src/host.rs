//! Calls of a guest to its owner, by number: the module `croupier`.
//!
//! ```c
//! __attribute__((import_module("croupier"), import_name("call"))) int call(int number, int argument);
//! __attribute__((import_module("croupier"), import_name("wait"))) int wait(void);
//! ```
//!
//! `call` is answered in place; if its answer is [`WAIT`], the guest calls `wait`, which suspends it until
//! its owner has the answer. So only what has to wait pays for a suspension.

use wasmtime::{Caller, Linker};

use crate::cabin::{Cabin, Leave};
use crate::guest::Pause;

/// The answer that sends a guest to `wait`.
const WAIT: i32 = -1;

/// The answer that tells a guest to end: it may write out what it has buffered, and has to leave.
const LEAVE: i32 = -2;

/// The owner's side of the calls of one guest.
pub trait Host: Send + 'static {
    /// Whether a module may import the calls.
    const OFFERS_CALLS: bool;

    /// Answers a call.
    fn call(&mut self, number: i32, argument: i32) -> Reply;

    /// The answer to the call that had to wait. Called when the owner has run the guest again.
    fn resume(&mut self) -> Reply;
}

/// What a call comes to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reply {
    /// The answer: any number but -1 and -2, which stand for the other two.
    Value(i32),
    /// The owner has to be asked.
    Wait,
    /// The guest is to end.
    Leave,
}

/// The host of a guest that makes no calls.
#[derive(Clone, Copy, Debug, Default)]
pub struct NoHost;

impl Host for NoHost {
    const OFFERS_CALLS: bool = false;

    fn call(&mut self, _: i32, _: i32) -> Reply {
        Reply::Leave
    }

    fn resume(&mut self) -> Reply {
        Reply::Leave
    }
}

/// The module's name.
pub(crate) const MODULE: &str = "croupier";

/// What it offers.
pub(crate) const NAMES: [&str; 2] = ["call", "wait"];

pub(crate) fn link<H: Host>(linker: &mut Linker<Cabin<H>>) -> wasmtime::Result<()> {
    linker.func_wrap(MODULE, "call", call::<H>)?;
    linker.func_wrap_async(MODULE, "wait", |caller: Caller<'_, Cabin<H>>, ()| Box::new(wait(caller)))?;
    Ok(())
}

fn call<H: Host>(mut caller: Caller<'_, Cabin<H>>, number: i32, argument: i32) -> wasmtime::Result<i32> {
    let cabin = caller.data_mut();
    // A call that waits comes first.
    if cabin.leaving || cabin.waiting {
        return Err(Leave::Dismissed.into());
    }
    let reply = cabin.shared.with(|shared| shared.host.call(number, argument));
    Ok(cabin.told(reply))
}

async fn wait<H: Host>(mut caller: Caller<'_, Cabin<H>>) -> wasmtime::Result<i32> {
    let cabin = caller.data_mut();
    // A guest that waits for nothing would wait for ever.
    if !std::mem::take(&mut cabin.waiting) {
        return Err(Leave::Dismissed.into());
    }
    Cabin::pause(&mut caller, Pause::Asks).await;
    let cabin = caller.data_mut();
    let reply = cabin.shared.with(|shared| shared.host.resume());
    Ok(cabin.told(reply))
}

impl<H: Host> Cabin<H> {
    /// What a guest is told of a reply.
    fn told(&mut self, reply: Reply) -> i32 {
        match reply {
            Reply::Value(value) => value,
            Reply::Wait => {
                self.waiting = true;
                WAIT
            }
            Reply::Leave => {
                self.leaving = true;
                LEAVE
            }
        }
    }
}
