//! TOML files of people: every problem at once, each with line, key, what was expected and found.
//!
//! A reader asks a [`Section`] for its keys and a [`Value`] for its meaning. Whatever is wrong is
//! written down and reading goes on; keys that nobody asked for are unknown, and the nearest key that
//! was asked for is suggested.

mod file;
mod quantity;
mod section;
mod value;

pub(crate) use file::{decode, read};
pub(crate) use section::Section;
pub(crate) use value::Value;
