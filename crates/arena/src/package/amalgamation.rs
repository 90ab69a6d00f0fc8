//! A C++ source with its own headers in one file, so that it compiles alone.

use std::collections::BTreeSet;
use std::fmt;

/// A source and the headers that it includes by name, directly or through each other, each once.
///
/// Displays as one source: its opening comment, the headers of the system, its own headers in an order in which each
/// finds what it needs, and the rest of it.
#[derive(Debug)]
pub(super) struct Amalgamation<'a> {
    title: &'a str,
    system: BTreeSet<&'a str>,
    /// Texts of headers, and at last of the source.
    parts: Vec<String>,
}

impl<'a> Amalgamation<'a> {
    /// Of a source that begins with a comment of whole lines. `header` knows the text of a header by its name; what it
    /// does not know stays included.
    pub(super) fn of(source: &'a str, header: &dyn Fn(&str) -> Option<&'a str>) -> Self {
        let is_comment = |line: &&str| line.starts_with("//");
        let length = source.split_inclusive('\n').take_while(is_comment).map(str::len).sum();
        let (title, rest) = source.split_at(length);
        let mut whole = Self { title, system: BTreeSet::new(), parts: Vec::new() };
        whole.add(rest, header, &mut BTreeSet::new());
        whole
    }

    /// Adds the headers of a text that are not there yet, and then the text.
    fn add(
        &mut self,
        text: &'a str,
        header: &dyn Fn(&str) -> Option<&'a str>,
        there: &mut BTreeSet<&'a str>,
    ) {
        let mut part = String::new();
        for line in text.split_inclusive('\n') {
            let included = line.trim_end().strip_prefix("#include ");
            let own = included.map(|name| (name, header(name.trim_matches('"'))));
            match own {
                Some((name, Some(text))) => {
                    if there.insert(name) {
                        self.add(text, header, there);
                    }
                }
                Some((name, None)) if name.starts_with('<') => drop(self.system.insert(name)),
                _ if line.trim_end() == "#pragma once" => {}
                _ => part.push_str(line),
            }
        }
        self.parts.push(part.trim().to_owned());
    }
}

impl fmt::Display for Amalgamation<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.title)?;
        for name in &self.system {
            writeln!(f, "#include {name}")?;
        }
        for part in &self.parts {
            // Where includes were, no more than one line is empty.
            let mut lines = part.lines().peekable();
            writeln!(f)?;
            while let Some(line) = lines.next() {
                if !(line.is_empty() && lines.peek().is_some_and(|next| next.is_empty())) {
                    writeln!(f, "{line}")?;
                }
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::Amalgamation;

    #[test]
    fn headers_stand_once_and_before_what_needs_them() {
        let header = |name: &str| {
            Some(match name {
                "low.h" => "// Low.\n#pragma once\n\n#include <string>\n\nint low();\n",
                "high.h" => {
                    "// High.\n#pragma once\n\n#include <array>\n\n#include \"low.h\"\n\nint high();\n"
                }
                _ => return None,
            })
        };
        let source = "// Title,\n// on two lines.\n#include <string>\n\n#include \"high.h\"\n#include \"low.h\"\n\
                      #include \"theirs.h\"\n\nint main() {}\n";
        let expected = "// Title,\n// on two lines.\n#include <array>\n#include <string>\n\n// Low.\n\nint low();\n\n\
                        // High.\n\nint high();\n\n#include \"theirs.h\"\n\nint main() {}\n";
        assert_eq!(Amalgamation::of(source, &header).to_string(), expected);
    }
}
