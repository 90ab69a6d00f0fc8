//! Guests that behave, and guests that do not. Modules are written as text.
#![expect(clippy::unwrap_used, reason = "a test fails by panicking")]

use std::fs;
use std::time::{Duration, Instant};

use croupier_wasm::{
    Artefacts, Bounds, End, Guest, Host, NoHost, Output, Pause, Program, Refused, Reply, STACK_BYTES,
    Settings,
};

const MIB: usize = 1 << 20;
const SECOND: u64 = 1_000_000_000;
const TIME: Duration = Duration::from_mins(1);

fn in_an_hour() -> Instant {
    Instant::now() + Duration::from_hours(1)
}

fn module(text: &str) -> Vec<u8> {
    wat::parse_str(text).unwrap()
}

fn program(text: &str) -> Program<NoHost> {
    Program::compile(&module(text), None, TIME, in_an_hour()).unwrap()
}

fn refused(bytes: &[u8]) -> Refused {
    Program::<NoHost>::compile(bytes, None, TIME, in_an_hour()).unwrap_err()
}

fn settings() -> Settings {
    let mut next = 0_u8;
    let random = Box::new(move |bytes: &mut [u8]| {
        for byte in bytes {
            next = next.wrapping_add(7);
            *byte = next;
        }
    });
    Settings { bounds: Bounds { memory: 16 * MIB, line: 100, log: 64 }, output: Output::Lines, random }
}

fn guest(text: &str) -> Guest<NoHost> {
    Guest::start(&program(text), NoHost, settings())
}

fn end(text: &str) -> End {
    let pause = guest(text).run(10 * SECOND);
    let Pause::Ended(end) = pause else { panic!("{pause:?}") };
    end
}

fn output(guest: &mut Guest<NoHost>) -> String {
    let mut bytes = Vec::new();
    guest.take_output(&mut bytes);
    String::from_utf8(bytes).unwrap()
}

/// A program with a memory, the imports of this module, and this body of `_start`.
fn wasi(imports: &[&str], data: &str, body: &str) -> String {
    let types = |name: &str| match name {
        "fd_write" | "fd_read" | "poll_oneoff" => "(param i32 i32 i32 i32) (result i32)",
        "clock_time_get" => "(param i32 i64 i32) (result i32)",
        "random_get" => "(param i32 i32) (result i32)",
        "proc_exit" => "(param i32)",
        "fd_close" => "(param i32) (result i32)",
        other => panic!("{other}"),
    };
    let import = |name: &&str| {
        let shape = types(name);
        format!("(import \"wasi_snapshot_preview1\" \"{name}\" (func ${name} {shape}))")
    };
    let imports = imports.iter().map(import).collect::<Vec<_>>().join("\n");
    format!("(module {imports} (memory (export \"memory\") 1) {data} (func (export \"_start\") {body}))")
}

#[test]
fn what_is_no_module_is_refused_with_what_it_is() {
    let good = module("(module (memory (export \"memory\") 1) (func (export \"_start\")))");
    assert!(Program::<NoHost>::compile(&good, None, TIME, in_an_hour()).is_ok());
    assert_eq!(refused(b"#!/bin/sh\n"), Refused::NotWasm("\"#!/bin/s\"".to_owned()));
    assert_eq!(refused(b""), Refused::NotWasm("\"\"".to_owned()));
    assert_eq!(refused(b"(module)"), Refused::Text);
    assert_eq!(refused(b"  (module)"), Refused::Text);
    assert!(matches!(refused(&vec![0; 17 * MIB]), Refused::TooLarge(_)));
    for cut in 4..good.len() {
        assert!(
            matches!(refused(&good[..cut]), Refused::Invalid(_) | Refused::NoStart | Refused::NoMemory),
            "{cut}"
        );
    }
}

#[test]
fn an_import_that_is_not_offered_is_named() {
    for (import, name) in [
        ("(import \"env\" \"system\" (func))", "env.system"),
        ("(import \"wasi_snapshot_preview1\" \"sock_send\" (func))", "wasi_snapshot_preview1.sock_send"),
        ("(import \"env\" \"memory\" (memory 1))", "env.memory"),
        // The calls of a host that this guest has not.
        ("(import \"croupier\" \"wait\" (func (result i32)))", "croupier.wait"),
    ] {
        let text = format!("(module {import} (func (export \"_start\")))");
        let said = refused(&module(&text)).to_string();
        assert!(said.contains(name) && said.ends_with("which is not offered here"), "{said}");
    }
    let text = "(module (import \"wasi_snapshot_preview1\" \"fd_read\" (func (param i64)))
        (memory (export \"memory\") 1) (func (export \"_start\")))";
    let said = refused(&module(text)).to_string();
    assert!(matches!(refused(&module(text)), Refused::ImportType(_)), "{said}");
}

#[test]
fn a_module_without_a_start_or_a_memory_is_refused() {
    assert_eq!(refused(&module("(module (memory (export \"memory\") 1))")), Refused::NoStart);
    let wrong = "(module (memory (export \"memory\") 1) (func (export \"_start\") (param i32)))";
    assert_eq!(refused(&module(wrong)), Refused::NoStart);
    assert_eq!(refused(&module("(module (func (export \"_start\")))")), Refused::NoMemory);
}

#[test]
fn what_is_switched_off_is_refused() {
    for text in [
        "(module (memory (export \"memory\") i64 1) (func (export \"_start\")))",
        "(module (memory (export \"memory\") 1) (memory 1) (func (export \"_start\")))",
        "(module (memory (export \"memory\") 1 1 shared) (func (export \"_start\")))",
        "(module (memory (export \"memory\") 1) (func (export \"_start\")
            (drop (i8x16.relaxed_swizzle (v128.const i64x2 0 0) (v128.const i64x2 0 0)))))",
    ] {
        assert!(matches!(refused(&module(text)), Refused::Invalid(_)), "{text}");
    }
}

#[test]
fn code_that_would_hold_a_compiler_is_refused_or_given_up() {
    let nested = |open: &str, depth: usize| {
        let body = format!("{} {}", format!("({open} ").repeat(depth), ")".repeat(depth));
        module(&format!("(module (memory (export \"memory\") 1) (func (export \"_start\") {body}))"))
    };
    let said = |bytes: &[u8]| refused(bytes).to_string();
    assert_eq!(said(&nested("loop", 51)), "a function has 51 loops in loops, at most 50 are taken");
    assert_eq!(said(&nested("block", 2_001)), "a function has 2001 blocks in blocks, at most 2000 are taken");
    assert!(Program::<NoHost>::compile(&nested("loop", 50), None, TIME, in_an_hour()).is_ok());
    assert!(Program::<NoHost>::compile(&nested("block", 2_000), None, TIME, in_an_hour()).is_ok());
    let long = "(br_if 0 (i32.const 0))".repeat(40_000);
    let long = format!("(module (memory (export \"memory\") 1) (func (export \"_start\") {long}))");
    assert!(said(&module(&long)).starts_with("a function has 1"), "{}", said(&module(&long)));
    let slow = Program::<NoHost>::compile(&long_module(), None, Duration::from_millis(1), in_an_hour());
    assert_eq!(slow.unwrap_err(), Refused::Slow);
    let late = Program::<NoHost>::compile(&long_module(), None, TIME, Instant::now());
    assert_eq!(late.unwrap_err(), Refused::Late);
}

/// A module that takes a while to compile.
fn long_module() -> Vec<u8> {
    let blocks = "(block (br_if 0 (i32.const 0)))".repeat(2_000);
    module(&format!("(module (memory (export \"memory\") 1) (func (export \"_start\") {blocks}))"))
}

/// The files with code in a folder of artefacts.
fn kept(folder: &std::path::Path) -> usize {
    let files = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
    files.filter(|path| path.extension().is_some_and(|end| end == "code")).count()
}

#[test]
fn code_that_was_given_up_is_not_kept() {
    let folder = tempfile::tempdir().unwrap();
    let artefacts = Artefacts::open(folder.path()).unwrap();
    let bytes = long_module();
    let compile = |time| Program::<NoHost>::compile(&bytes, Some(&artefacts), time, in_an_hour());
    let started = std::time::Instant::now();
    assert_eq!(compile(Duration::from_millis(1)).unwrap_err(), Refused::Slow);
    // The compilation goes on, and may take as long as one that nobody gives up.
    let elsewhere = tempfile::tempdir().unwrap();
    let others = Artefacts::open(elsewhere.path()).unwrap();
    Program::<NoHost>::compile(&bytes, Some(&others), TIME, in_an_hour()).unwrap();
    assert_eq!(kept(elsewhere.path()), 1);
    std::thread::sleep(2 * started.elapsed());
    assert_eq!(kept(folder.path()), 0);
    // So the verdict is the same again.
    assert_eq!(compile(Duration::from_millis(1)).unwrap_err(), Refused::Slow);
}

#[test]
fn code_that_a_larger_limit_let_in_is_not_taken_under_a_smaller_one() {
    let folder = tempfile::tempdir().unwrap();
    let bytes = long_module();
    let compile = |limit| {
        let artefacts = Artefacts::open(folder.path()).unwrap().within(limit);
        Program::<NoHost>::compile(&bytes, Some(&artefacts), limit, in_an_hour())
    };
    compile(TIME).unwrap();
    assert_eq!(kept(folder.path()), 1);
    assert_eq!(compile(Duration::from_millis(1)).unwrap_err(), Refused::Slow);
    compile(TIME).unwrap();
    assert_eq!(kept(folder.path()), 1, "it was loaded");
}

#[test]
fn a_busy_machine_gives_no_module_up() {
    let bytes = long_module();
    let before = std::time::Instant::now();
    Program::<NoHost>::compile(&bytes, None, TIME, in_an_hour()).unwrap();
    let alone = before.elapsed();
    let is_over = std::sync::atomic::AtomicBool::new(false);
    std::thread::scope(|scope| {
        for _ in 0..8 {
            scope.spawn(|| {
                while !is_over.load(std::sync::atomic::Ordering::Relaxed) {
                    std::hint::spin_loop();
                }
            });
        }
        let compiled = Program::<NoHost>::compile(&bytes, None, 4 * alone, in_an_hour());
        is_over.store(true, std::sync::atomic::Ordering::Relaxed);
        assert!(compiled.is_ok(), "{compiled:?}");
    });
}

#[test]
fn memory_is_bounded_when_it_is_declared_and_when_it_grows() {
    let pages = |bytes: usize| bytes / 65_536;
    let most = pages(16 * MIB + STACK_BYTES);
    let declared =
        |pages: usize| format!("(module (memory (export \"memory\") {pages}) (func (export \"_start\")))");
    assert_eq!(end(&declared(most)), End::Exit(0));
    assert_eq!(end(&declared(most + 1)), End::Memory);
    assert_eq!(end(&declared(65_536)), End::Memory);
    let bomb = "(module (memory (export \"memory\") 1) (func (export \"_start\")
        (loop (drop (memory.grow (i32.const 16))) (br 0))))";
    assert_eq!(end(bomb), End::Memory);
    let tables = "(module (memory (export \"memory\") 1) (table 1 funcref) (func (export \"_start\")
        (loop (drop (table.grow (ref.null func) (i32.const 100000))) (br 0))))";
    assert_eq!(end(tables), End::Memory);
}

#[test]
fn deep_recursion_ends_in_a_trap_and_this_process_goes_on() {
    let deep = "(module (memory (export \"memory\") 1) (func $f (param i64) (result i64)
        (i64.add (i64.const 1) (call $f (i64.add (local.get 0) (i64.const 1)))))
        (func (export \"_start\") (drop (call $f (i64.const 0)))))";
    assert_eq!(end(deep), End::Trap("call stack exhausted".to_owned()));
    // A million calls are in order.
    let million = "(module (memory (export \"memory\") 1) (func $f (param i64) (result i64)
        (if (result i64) (i64.eqz (local.get 0)) (then (i64.const 0))
        (else (i64.add (i64.const 1) (call $f (i64.sub (local.get 0) (i64.const 1)))))))
        (func (export \"_start\") (drop (call $f (i64.const 1000000)))))";
    assert_eq!(end(million), End::Exit(0));
}

#[test]
fn a_loop_without_an_end_uses_its_time_and_no_more() {
    let endless = "(module (memory (export \"memory\") 1) (func (export \"_start\") (loop (br 0))))";
    let mut guest = guest(endless);
    assert_eq!(guest.run(20_000_000), Pause::Spent);
    assert!((20_000_000..23_000_000).contains(&guest.time()), "{}", guest.time());
    // It may be run on.
    assert_eq!(guest.run(20_000_000), Pause::Spent);
}

#[test]
fn a_start_section_that_loops_is_stopped_as_well() {
    let looping = "(module (memory (export \"memory\") 1) (func $l (loop (br 0))) (start $l)
        (func (export \"_start\")))";
    assert_eq!(guest(looping).run(5_000_000), Pause::Spent);
}

#[test]
fn large_copies_and_fills_are_charged_by_the_byte() {
    let fill = "(module (memory (export \"memory\") 256) (func (export \"_start\")
        (loop (memory.fill (i32.const 0) (i32.const 1) (i32.const 16777216)) (br 0))))";
    let mut guest = guest(fill);
    assert_eq!(guest.run(100_000_000), Pause::Spent);
    assert!(guest.time() < 150_000_000, "{}", guest.time());
}

/// Processor time of this thread.
fn processor_time() -> Duration {
    let time = rustix::time::clock_gettime(rustix::time::ClockId::ThreadCPUTime);
    Duration::new(time.tv_sec.try_into().unwrap(), time.tv_nsec.try_into().unwrap())
}

/// Calls with as many pieces or events as there may be, that move nothing, for ever.
#[test]
fn calls_that_move_nothing_are_charged() {
    let writes =
        "(loop (drop (call $fd_write (i32.const 2) (i32.const 4096) (i32.const 1024) (i32.const 8))) (br 0))";
    // A thousand good pieces, then one outside the memory.
    let fails = format!("(i32.store (i32.const 12280) (i32.const -1)) {writes}");
    // Input and output are always ready: all events have happened.
    let polls = "(local $i i32) (loop (i32.store8 (i32.add (i32.mul (local.get $i) (i32.const 48)) (i32.const 8)) (i32.const 1))
            (local.set $i (i32.add (local.get $i) (i32.const 1))) (br_if 0 (i32.lt_u (local.get $i) (i32.const 1024))))
        (loop (drop (call $poll_oneoff (i32.const 0) (i32.const 65536) (i32.const 1024) (i32.const 131072))) (br 0))";
    let reads =
        "(loop (drop (call $fd_read (i32.const 0) (i32.const 4096) (i32.const 1024) (i32.const 8))) (br 0))";
    for (name, body) in
        [("fd_write", writes), ("fd_write", fails.as_str()), ("poll_oneoff", polls), ("fd_read", reads)]
    {
        let text = wasi(&[name], "", body).replace("\"memory\") 1)", "\"memory\") 4)");
        let mut guest = guest(&text);
        guest.close_input();
        let before = processor_time();
        assert_eq!(guest.run(100_000_000), Pause::Spent, "{body}");
        let taken = processor_time().saturating_sub(before);
        // Ten times the time that it was charged is too much on a slow machine as well.
        assert!(taken < Duration::from_secs(1), "{taken:?} {body}");
    }
}

/// What a write leaves that ends outside the memory, which is not charged by the byte.
#[test]
fn a_write_that_fails_keeps_nothing() {
    // 60,000 bytes of the memory, then a piece outside of it.
    let data = "(data (i32.const 0) \"\\00\\00\\00\\00\\60\\ea\\00\\00\\00\\00\\00\\00\\ff\\ff\\ff\\ff\")";
    let body =
        "(loop (drop (call $fd_write (i32.const 1) (i32.const 0) (i32.const 2) (i32.const 16))) (br 0))";
    let mut guest = guest(&wasi(&["fd_write"], data, body));
    assert_eq!(guest.run(5_000_000), Pause::Spent);
    assert_eq!(output(&mut guest), "");
}

#[test]
fn a_trap_and_an_exit_are_told_apart() {
    let trap = "(module (memory (export \"memory\") 1) (func (export \"_start\") BODY))";
    let ended = |body: &str| end(&trap.replace("BODY", body)).to_string();
    assert_eq!(ended("unreachable"), "a trap: wasm `unreachable` instruction executed");
    assert_eq!(ended("(drop (i32.div_u (i32.const 1) (i32.const 0)))"), "a trap: integer divide by zero");
    assert_eq!(ended("(drop (i32.load (i32.const -4)))"), "a trap: out of bounds memory access");
    assert_eq!(end(&wasi(&["proc_exit"], "", "(call $proc_exit (i32.const 3))")), End::Exit(3));
    // As a process would.
    assert_eq!(end(&wasi(&["proc_exit"], "", "(call $proc_exit (i32.const 256))")), End::Exit(0));
}

/// Writes `text` to a stream for ever.
fn writes_for_ever(fd: u8, text: &str) -> String {
    let data = format!(
        "(data (i32.const 0) \"\\10\\00\\00\\00\\{:02x}\\00\\00\\00\") (data (i32.const 16) \"{text}\")",
        text.len()
    );
    let body = format!(
        "(loop (drop (call $fd_write (i32.const {fd}) (i32.const 0) (i32.const 1) (i32.const 8))) (br 0))"
    );
    wasi(&["fd_write"], &data, &body)
}

#[test]
fn output_comes_line_by_line() {
    let mut guest = guest(&wasi(
        &["fd_write"],
        "(data (i32.const 0) \"\\20\\00\\00\\00\\02\\00\\00\\00\\22\\00\\00\\00\\05\\00\\00\\00\") (data (i32.const 32) \"ab\\n cd\\n\")",
        "(drop (call $fd_write (i32.const 1) (i32.const 0) (i32.const 2) (i32.const 16)))
         (drop (call $fd_write (i32.const 1) (i32.const 0) (i32.const 1) (i32.const 16)))",
    ));
    assert_eq!(guest.run(SECOND), Pause::Wrote);
    assert_eq!(output(&mut guest), "ab\n cd\n");
    // Without the end of a line there is nothing to look at.
    assert_eq!(guest.run(SECOND), Pause::Ended(End::Exit(0)));
    assert_eq!(output(&mut guest), "ab");
}

#[test]
fn a_flood_is_handed_over_in_parts_or_cut_in_the_log() {
    let mut loud = guest(&writes_for_ever(1, "0123456789"));
    assert_eq!(loud.run(SECOND), Pause::Wrote);
    assert_eq!(output(&mut loud).len(), 110);
    let mut chatty = guest(&writes_for_ever(2, "0123456789"));
    assert_eq!(chatty.run(10_000_000), Pause::Spent);
    let log = chatty.log();
    assert_eq!(log.kept.len(), 64);
    assert!(log.dropped > 100_000, "{}", log.dropped);
}

#[test]
fn input_is_read_as_it_comes_and_ends_when_it_is_closed() {
    // Reads ten bytes at a time and writes as many, until the end.
    let mut echo = guest(&wasi(
        &["fd_read", "fd_write"],
        "(data (i32.const 0) \"\\20\\00\\00\\00\\0a\\00\\00\\00\")",
        "(loop
            (drop (call $fd_read (i32.const 0) (i32.const 0) (i32.const 1) (i32.const 4)))
            (if (i32.load (i32.const 4)) (then
                (drop (call $fd_write (i32.const 1) (i32.const 0) (i32.const 1) (i32.const 8)))
                (i32.store (i32.const 4) (i32.const 10))
                (br 1))))",
    ));
    assert_eq!(echo.run(SECOND), Pause::Reads);
    assert_eq!(echo.run(SECOND), Pause::Reads);
    echo.send(b"one\n");
    assert_eq!(echo.run(SECOND), Pause::Wrote);
    assert_eq!(output(&mut echo), "one\n");
    assert_eq!(echo.run(SECOND), Pause::Reads);
    echo.close_input();
    assert_eq!(echo.run(SECOND), Pause::Ended(End::Exit(0)));
}

#[test]
fn addresses_outside_the_memory_are_an_error_of_the_call() {
    let body = "(if (i32.ne (i32.const 21) (call $fd_write (i32.const 1) (i32.const ADDRESS) (i32.const 1) (i32.const 8)))
        (then unreachable))
        (if (i32.ne (i32.const 21) (call $random_get (i32.const ADDRESS) (i32.const 8))) (then unreachable))
        (if (i32.ne (i32.const 21) (call $clock_time_get (i32.const 0) (i64.const 0) (i32.const ADDRESS))) (then unreachable))
        (if (i32.ne (i32.const 21) (call $poll_oneoff (i32.const ADDRESS) (i32.const 0) (i32.const 1) (i32.const 8)))
            (then unreachable))";
    for address in ["65535", "65536", "-1", "-2147483648"] {
        let body = body.replace("ADDRESS", address);
        let text = wasi(&["fd_write", "random_get", "clock_time_get", "poll_oneoff"], "", &body);
        assert_eq!(end(&text), End::Exit(0), "{address}");
    }
}

#[test]
fn output_that_is_closed_is_seen() {
    let mut guest = guest(&wasi(&["fd_close"], "", "(drop (call $fd_close (i32.const 1)))"));
    assert_eq!(guest.run(SECOND), Pause::Wrote);
    assert!(guest.take_output(&mut Vec::new()));
}

/// Writes the time, and bytes that are said to be random, to its log.
const CLOCK_AND_CHANCE: [&str; 3] = ["clock_time_get", "random_get", "fd_write"];
const TELLS: &str = "
    (drop (call $clock_time_get (i32.const 0) (i64.const 0) (i32.const 16)))
    (drop (call $clock_time_get (i32.const 1) (i64.const 0) (i32.const 24)))
    (drop (call $random_get (i32.const 32) (i32.const 8)))
    (drop (call $fd_write (i32.const 2) (i32.const 0) (i32.const 1) (i32.const 8)))";
const TELLS_DATA: &str = "(data (i32.const 0) \"\\10\\00\\00\\00\\18\\00\\00\\00\")";

#[test]
fn clock_chance_and_fuel_are_the_same_in_every_run() {
    let program = program(&wasi(&CLOCK_AND_CHANCE, TELLS_DATA, TELLS));
    let run = || {
        let mut guest = Guest::start(&program, NoHost, settings());
        assert_eq!(guest.run(SECOND), Pause::Ended(End::Exit(0)));
        (guest.time(), guest.log())
    };
    let (time, log) = run();
    let number = |at: usize| u64::from_le_bytes(log.kept[at..at + 8].try_into().unwrap());
    assert!((946_684_800 * SECOND..946_684_801 * SECOND).contains(&number(0)), "{}", number(0));
    assert!((1..100).contains(&number(8)), "{}", number(8));
    assert_eq!(log.kept[16..24], [7, 14, 21, 28, 35, 42, 49, 56]);
    for _ in 0..100 {
        assert_eq!(run(), (time, log.clone()));
    }
}

#[test]
fn sleep_takes_no_time_of_ours_and_is_charged_in_full() {
    // One clock, relative, an hour: userdata 5.
    let data = "(data (i32.const 0) \"\\05\") (data (i32.const 16) \"\\01\") (data (i32.const 24) \"\\00\\a0\\b8\\30\\46\\03\\00\\00\")";
    let body = "(drop (call $poll_oneoff (i32.const 0) (i32.const 64) (i32.const 1) (i32.const 128)))
        (if (i32.ne (i32.load (i32.const 64)) (i32.const 5)) (then unreachable))
        (if (i32.ne (i32.load (i32.const 128)) (i32.const 1)) (then unreachable))";
    let text = wasi(&["poll_oneoff"], data, body);
    let mut sleeper = guest(&text);
    let started = std::time::Instant::now();
    assert_eq!(sleeper.run(SECOND), Pause::Spent);
    assert!(started.elapsed().as_secs() < 60);
    assert!((3_600 * SECOND..3_601 * SECOND).contains(&sleeper.time()), "{}", sleeper.time());
    assert_eq!(sleeper.run(SECOND), Pause::Ended(End::Exit(0)));
}

#[test]
fn each_instance_begins_with_its_own_memory() {
    // Counts in a global and in the memory; ends with the sum.
    let counter = program(
        "(module (import \"wasi_snapshot_preview1\" \"proc_exit\" (func $exit (param i32)))
            (memory (export \"memory\") 1) (data (i32.const 8) \"\\28\") (global $g (mut i32) (i32.const 0))
            (func (export \"_start\")
                (global.set $g (i32.add (global.get $g) (i32.const 1)))
                (i32.store (i32.const 8) (i32.add (i32.load (i32.const 8)) (i32.const 1)))
                (call $exit (i32.add (global.get $g) (i32.load (i32.const 8))))))",
    );
    for _ in 0..3 {
        let mut guest = Guest::start(&counter, NoHost, settings());
        assert_eq!(guest.run(SECOND), Pause::Ended(End::Exit(42)));
    }
}

/// Doubles small numbers at once, and asks its owner for the others.
struct Doubles {
    asked: i32,
    answer: i32,
}

impl Host for Doubles {
    const OFFERS_CALLS: bool = true;

    fn call(&mut self, number: i32, argument: i32) -> Reply {
        match number {
            0 if argument < 10 => Reply::Value(2 * argument),
            0 => {
                self.asked = argument;
                Reply::Wait
            }
            _ => Reply::Leave,
        }
    }

    fn resume(&mut self) -> Reply {
        Reply::Value(self.answer)
    }
}

/// A guest that calls its host.
fn caller(body: &str) -> Guest<Doubles> {
    let text = format!(
        "(module (import \"croupier\" \"call\" (func $call (param i32 i32) (result i32)))
            (import \"croupier\" \"wait\" (func $wait (result i32)))
            (import \"wasi_snapshot_preview1\" \"proc_exit\" (func $exit (param i32)))
            (memory (export \"memory\") 1) (func (export \"_start\") {body}))"
    );
    let program = Program::compile(&module(&text), None, TIME, in_an_hour()).unwrap();
    Guest::start(&program, Doubles { asked: 0, answer: 0 }, settings())
}

#[test]
fn a_host_answers_at_once_or_lets_the_guest_wait() {
    let mut at_once = caller("(call $exit (call $call (i32.const 0) (i32.const 4)))");
    assert_eq!(at_once.run(SECOND), Pause::Ended(End::Exit(8)));
    let mut waits = caller("(drop (call $call (i32.const 0) (i32.const 40))) (call $exit (call $wait))");
    assert_eq!(waits.run(SECOND), Pause::Asks);
    assert_eq!(waits.host().asked, 40);
    waits.host().answer = 80;
    assert_eq!(waits.run(SECOND), Pause::Ended(End::Exit(80)));
    // The host is left when the guest has ended.
    assert_eq!(waits.host().answer, 80);
}

#[test]
fn a_guest_that_waits_for_nothing_or_goes_on_after_its_dismissal_is_ended() {
    assert_eq!(caller("(drop (call $wait))").run(SECOND), Pause::Ended(End::Dismissed));
    let goes_on = "(loop (drop (call $call (i32.const 9) (i32.const 0))) (br 0))";
    assert_eq!(caller(goes_on).run(SECOND), Pause::Ended(End::Dismissed));
    let hurries =
        "(drop (call $call (i32.const 0) (i32.const 40))) (drop (call $call (i32.const 0) (i32.const 4)))";
    assert_eq!(caller(hurries).run(SECOND), Pause::Ended(End::Dismissed));
    let leaves = "(if (i32.eq (i32.const -2) (call $call (i32.const 9) (i32.const 0))) (then (call $exit (i32.const 7))))";
    assert_eq!(caller(leaves).run(SECOND), Pause::Ended(End::Exit(7)));
}

#[test]
fn a_guest_that_is_dropped_in_the_middle_leaves_nothing() {
    for _ in 0..50 {
        let mut waits = caller("(drop (call $call (i32.const 0) (i32.const 40))) (drop (call $wait))");
        assert_eq!(waits.run(SECOND), Pause::Asks);
    }
}

#[test]
fn compiled_code_is_kept_and_only_our_own_is_loaded() {
    let folder = tempfile::tempdir().unwrap();
    let text = wasi(&["proc_exit"], "", "(call $proc_exit (i32.const 5))");
    let bytes = module(&text);
    let run = || {
        let artefacts = Artefacts::open(folder.path()).unwrap();
        let program = Program::compile(&bytes, Some(&artefacts), TIME, in_an_hour()).unwrap();
        Guest::start(&program, NoHost, settings()).run(SECOND)
    };
    let kept = || {
        let files = fs::read_dir(folder.path()).unwrap().map(|entry| entry.unwrap().path());
        files.filter(|path| path.extension().is_some_and(|end| end == "code")).collect::<Vec<_>>()
    };
    assert_eq!(run(), Pause::Ended(End::Exit(5)));
    let [file] = &kept()[..] else { panic!("{:?}", kept()) };
    let whole = fs::read(file).unwrap();
    assert_eq!(run(), Pause::Ended(End::Exit(5)));
    assert_eq!(fs::read(file).unwrap(), whole, "it was loaded, not made again");

    // Damaged, cut, empty, or with the seal of another: made again.
    let mut flipped = whole.clone();
    *flipped.last_mut().unwrap() ^= 1;
    let mut sealed = whole.clone();
    sealed[0] ^= 1;
    for other in [flipped, sealed, whole[..whole.len() / 2].to_vec(), whole[..10].to_vec(), Vec::new()] {
        fs::write(file, other).unwrap();
        assert_eq!(run(), Pause::Ended(End::Exit(5)));
        assert_eq!(fs::read(file).unwrap().len(), whole.len());
    }

    // Code of another module under this name, sealed in a folder with another key.
    let elsewhere = tempfile::tempdir().unwrap();
    let artefacts = Artefacts::open(elsewhere.path()).unwrap();
    Program::<NoHost>::compile(&bytes, Some(&artefacts), TIME, in_an_hour()).unwrap();
    fs::copy(elsewhere.path().join(file.file_name().unwrap()), file).unwrap();
    let foreign = fs::read(file).unwrap();
    assert_eq!(run(), Pause::Ended(End::Exit(5)));
    assert_ne!(fs::read(file).unwrap()[..32], foreign[..32]);
}
