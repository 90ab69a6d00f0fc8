//! Whatever is handed in as a module: it is refused, or it runs within its bounds and ends.

use std::time::{Duration, Instant};

use croupier_trial::fuzz::fuzz;
use croupier_wasm::{Bounds, Guest, NoHost, Output, Pause, Program, Settings};

/// Fuel of each guest: a thousandth of a second on its clock.
const FUEL: u64 = 1_000_000;

/// How long the compiler may work on one.
const TIME: Duration = Duration::from_secs(10);

/// How often a guest is run on before it is left alone.
const PAUSES: u32 = 20;

const MODULES: [&str; 4] = [
    // Writes a line, and reads one.
    r#"(module
        (import "wasi_snapshot_preview1" "fd_write" (func $write (param i32 i32 i32 i32) (result i32)))
        (import "wasi_snapshot_preview1" "fd_read" (func $read (param i32 i32 i32 i32) (result i32)))
        (memory (export "memory") 1 4)
        (data (i32.const 0) "\10\00\00\00\06\00\00\00\40\00\00\00\40\00\00\00hello\n")
        (func (export "_start")
            (drop (call $write (i32.const 1) (i32.const 0) (i32.const 1) (i32.const 128)))
            (drop (call $read (i32.const 0) (i32.const 8) (i32.const 1) (i32.const 128)))))"#,
    // Calls itself, and a table.
    r#"(module
        (type $f (func (param i32) (result i32)))
        (table 2 funcref) (elem (i32.const 0) $deep $flat)
        (memory (export "memory") 1)
        (global $g (mut i32) (i32.const 7))
        (func $deep (type $f) (if (result i32) (local.get 0)
            (then (call_indirect (type $f) (i32.sub (local.get 0) (i32.const 1)) (i32.and (local.get 0) (i32.const 1))))
            (else (global.get $g))))
        (func $flat (type $f) (i32.mul (local.get 0) (i32.const 3)))
        (func (export "_start") (drop (call $deep (i32.const 50)))))"#,
    // Grows its memory in a loop, and asks for the clock and for chance.
    r#"(module
        (import "wasi_snapshot_preview1" "clock_time_get" (func $clock (param i32 i64 i32) (result i32)))
        (import "wasi_snapshot_preview1" "random_get" (func $random (param i32 i32) (result i32)))
        (memory (export "memory") 1)
        (func (export "_start") (local $n i32)
            (loop $again
                (drop (memory.grow (i32.const 1)))
                (drop (call $clock (i32.const 1) (i64.const 0) (i32.const 8)))
                (drop (call $random (i32.const 16) (i32.const 8)))
                (local.set $n (i32.add (local.get $n) (i32.const 1)))
                (br_if $again (i32.lt_u (local.get $n) (i32.const 100))))))"#,
    // Leaves.
    r#"(module
        (import "wasi_snapshot_preview1" "proc_exit" (func $exit (param i32)))
        (memory (export "memory") 1)
        (start $first) (func $first (f64.store (i32.const 8) (f64.sqrt (f64.const -1))))
        (func (export "_start") (call $exit (i32.const 3))))"#,
];

#[test]
fn modules() {
    let modules: Vec<Vec<u8>> = MODULES.iter().map(|text| wat::parse_str(text).unwrap()).collect();
    let good: Vec<&[u8]> = modules.iter().map(Vec::as_slice).collect();
    let words = ["wasi_snapshot_preview1", "_start", "memory", "\u{40}\u{0}", "\u{0b}", "\u{7f}\u{7f}"];
    fuzz("module", &good, &words, |input| {
        let program =
            match Program::<NoHost>::compile(input, None, TIME, Instant::now() + Duration::from_hours(1)) {
                Ok(program) => program,
                Err(refused) => return assert!(!refused.to_string().is_empty()),
            };
        let random = Box::new(|bytes: &mut [u8]| bytes.fill(7));
        let bounds = Bounds { memory: 4 << 20, line: 100, log: 64 };
        let mut guest = Guest::start(&program, NoHost, Settings { bounds, output: Output::Lines, random });
        for _ in 0..PAUSES {
            if let Pause::Ended(_) = guest.run(FUEL) {
                break;
            }
            guest.send(b"another line\n");
        }
        // A unit of fuel more may be used up by the instruction that finds the fuel gone.
        assert!(guest.time() < u64::from(PAUSES + 1) * FUEL * 2, "{}", guest.time());
    });
}
