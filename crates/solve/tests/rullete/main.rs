//! Rullete: the closed form, the census, the hands of a value and lines of text against the plain rules.

#![expect(clippy::unwrap_used, reason = "a test says what failed by its line")]

mod census;
mod closed_form;
mod find;
mod lines;
mod sample;
