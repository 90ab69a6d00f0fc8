//! C and C++ for the blackjack contest: the unit that is linked with an entrant's source.
//!
//! The entrant defines the statement's three functions and calls the six of the grader, declared by
//! hand or by [`HEADER`]. [`GLUE`] is compiled as C11, linked with the entrant's object, and speaks
//! JSON Lines with the referee. `rules::blackjack::Calls` is its twin: the same order of calls, in
//! the same words.

/// The glue's source for a process, one C file. It includes [`HEADER`] from its own folder.
pub const GLUE: &str = include_str!("croupier_glue.c");

/// The name of the glue's file in a workshop.
pub const GLUE_FILE: &str = "croupier_glue.c";

/// The header that authors of bots may include, from C and from C++.
pub const HEADER: &str = include_str!("croupier.h");

/// The name of the header.
pub const HEADER_FILE: &str = "croupier.h";

/// The glue's source for WebAssembly, one C file: it calls the module `croupier` instead.
pub const WASM_GLUE: &str = include_str!("croupier_wasm.c");

/// The name of that file in a workshop.
pub const WASM_GLUE_FILE: &str = "croupier_wasm.c";

/// What C++ is linked with where exceptions are not supported, one C file.
pub const EXCEPTIONS: &str = include_str!("exceptions.c");

/// The name of that file in a workshop.
pub const EXCEPTIONS_FILE: &str = "exceptions.c";

/// `bits/stdc++.h`, which only one library brings and many sources include.
pub const WHOLE_LIBRARY: &str = include_str!("stdcpp.h");
