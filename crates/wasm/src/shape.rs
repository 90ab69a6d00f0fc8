//! The shape of a module's code, looked at before it is compiled.
//!
//! A compiler takes the cube of the depth of loops in loops, and more than twice as long for a function that is
//! twice as long. A module that is made to hold a compiler for hours is refused here; one that holds it for
//! minutes is given up by the clock.

use wasmparser::{Operator, Parser, Payload};

use crate::program::Refused;

/// The longest body of a function, in bytes. The library of C++ stays below 32 KiB.
const BODY_BYTES_MAX: usize = 128 << 10;

/// The code of all functions, in bytes.
const CODE_BYTES_MAX: usize = 4 << 20;

/// Loops in loops.
const LOOPS_MAX: usize = 50;

/// Blocks in blocks: a `switch` of a thousand cases has as many.
const BLOCKS_MAX: usize = 2_000;

/// Refuses code that is not worth compiling. What is no module passes: the compiler says what is wrong.
pub(crate) fn check(bytes: &[u8]) -> Result<(), Refused> {
    let mut code_bytes = 0;
    for payload in Parser::new(0).parse_all(bytes) {
        let Ok(payload) = payload else { return Ok(()) };
        let Payload::CodeSectionEntry(body) = payload else { continue };
        let length = body.range().len();
        code_bytes += length;
        if length > BODY_BYTES_MAX {
            return Err(too("a function", length, "bytes", BODY_BYTES_MAX));
        }
        if code_bytes > CODE_BYTES_MAX {
            return Err(too("the code", code_bytes, "bytes", CODE_BYTES_MAX));
        }
        let Ok(operators) = body.get_operators_reader() else { return Ok(()) };
        check_depth(operators.into_iter().map_while(Result::ok))?;
    }
    Ok(())
}

/// Counts what is open at each operator.
fn check_depth<'a>(operators: impl Iterator<Item = Operator<'a>>) -> Result<(), Refused> {
    let mut open = Vec::new();
    let mut loops = 0;
    for operator in operators {
        let is_loop = matches!(operator, Operator::Loop { .. });
        if is_loop || matches!(operator, Operator::Block { .. } | Operator::If { .. }) {
            open.push(is_loop);
            loops += usize::from(is_loop);
            if loops > LOOPS_MAX {
                return Err(too("a function", loops, "loops in loops", LOOPS_MAX));
            }
            if open.len() > BLOCKS_MAX {
                return Err(too("a function", open.len(), "blocks in blocks", BLOCKS_MAX));
            }
        } else if matches!(operator, Operator::End) {
            loops -= usize::from(open.pop() == Some(true));
        }
    }
    Ok(())
}

fn too(what: &str, found: usize, of: &str, most: usize) -> Refused {
    Refused::Shape(format!("{what} has {found} {of}, at most {most} are taken"))
}
