//! Reading lines from a file or standard input, with the place of each for error messages.
//!
//! A byte order mark at the start, CR LF, empty lines and a missing last newline are fine. Memory stays constant:
//! one buffer, as large as the longest line so far.

use std::fmt;
use std::fs::File;
use std::io::{self, Read};
use std::os::unix::fs::FileTypeExt;
use std::path::{Path, PathBuf};
use std::sync::mpsc;
use std::thread;
use std::time::Duration;

use crate::failure::Failure;
use crate::output;

/// How much is asked for at once.
const CHUNK_BYTES: usize = 1 << 18;

/// A longer line is refused, so that no input can fill the memory.
const LINE_BYTES_MAX: usize = 1 << 24;

/// A line that has not ended after so many bytes more never will.
const ENDLESS_BYTES: usize = 1 << 28;

/// How long a pipe with a name may have no writer before that is said.
const PIPE_PATIENCE: Duration = Duration::from_millis(500);

/// Lines of a source, one at a time.
pub(crate) struct Lines {
    name: SourceName,
    source: Box<dyn Read>,
    buffer: Vec<u8>,
    /// What is unread in the buffer is `buffer[start..end]`.
    start: usize,
    end: usize,
    at_end: bool,
    line: u64,
}

/// How messages call a source.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum SourceName {
    /// A file, by its path.
    File(PathBuf),
    /// Standard input.
    StandardInput,
}

/// One line, without its end.
#[derive(Debug)]
pub(crate) struct Line<'a> {
    /// Its number, from 1; empty lines count.
    pub(crate) number: u64,
    /// Its text, or why it has none.
    pub(crate) text: Result<&'a str, LineFault>,
}

/// Why a line is no text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum LineFault {
    /// The byte at this place, from 1, does not belong to UTF-8.
    NotUtf8 { place: usize, byte: u8 },
    /// The line is longer than [`LINE_BYTES_MAX`].
    TooLong,
}

impl Lines {
    /// Opens a file, or standard input where the path is `-`.
    pub(crate) fn open(path: &Path) -> Result<Self, Failure> {
        if path == Path::new("-") {
            return Self::standard_input();
        }
        let name = SourceName::File(path.to_owned());
        let file = open(path).map_err(|error| cannot_read(&name, &error))?;
        Self::new(name, Box::new(file))
    }

    /// Opens standard input.
    pub(crate) fn standard_input() -> Result<Self, Failure> {
        Self::new(SourceName::StandardInput, Box::new(io::stdin().lock()))
    }

    fn new(name: SourceName, source: Box<dyn Read>) -> Result<Self, Failure> {
        let buffer = vec![0; CHUNK_BYTES];
        let mut lines = Self { name, source, buffer, start: 0, end: 0, at_end: false, line: 0 };
        // A first line shorter than a mark must not wait for a second one.
        while lines.end < LONGEST_MARK && lines.must_read() {
            lines.fill()?;
        }
        lines.skip_mark()?;
        Ok(lines)
    }

    /// Returns how messages call the source.
    pub(crate) const fn name(&self) -> &SourceName {
        &self.name
    }

    /// Says whether the next line needs a read, which may wait: what is answered so far should be passed on first.
    pub(crate) fn must_read(&self) -> bool {
        !self.at_end && memchr::memchr(b'\n', self.unread()).is_none()
    }

    /// Returns what is read and not yet taken.
    pub(crate) fn unread(&self) -> &[u8] {
        &self.buffer[self.start..self.end]
    }

    /// Takes so many bytes of what is unread: so many whole lines with their ends.
    pub(crate) fn skip(&mut self, bytes: usize, lines: u64) {
        debug_assert!(bytes <= self.end - self.start, "{bytes} bytes of fewer");
        self.start += bytes;
        self.line += lines;
    }

    /// Returns the next line, or none at the end.
    pub(crate) fn next(&mut self) -> Result<Option<Line<'_>>, Failure> {
        let mut searched = 0;
        let length = loop {
            let unread = &self.buffer[self.start..self.end];
            if let Some(place) = memchr::memchr(b'\n', &unread[searched..]) {
                break searched + place;
            }
            searched = unread.len();
            if self.at_end || searched > LINE_BYTES_MAX {
                break searched;
            }
            self.fill()?;
        };
        if length == 0 && self.at_end && self.start == self.end {
            return Ok(None);
        }
        self.line += 1;
        let number = self.line;
        if length > LINE_BYTES_MAX {
            self.skip_line()?;
            return Ok(Some(Line { number, text: Err(LineFault::TooLong) }));
        }
        let bytes = &self.buffer[self.start..self.start + length];
        self.start = (self.start + length + 1).min(self.end);
        let bytes = bytes.strip_suffix(b"\r").unwrap_or(bytes);
        Ok(Some(Line { number, text: std::str::from_utf8(bytes).map_err(|error| not_utf8(bytes, &error)) }))
    }

    /// Reads more behind what is unread.
    fn fill(&mut self) -> Result<(), Failure> {
        self.buffer.copy_within(self.start..self.end, 0);
        self.end -= self.start;
        self.start = 0;
        if self.end + CHUNK_BYTES / 2 > self.buffer.len() {
            self.buffer.resize(self.buffer.len() * 2, 0);
        }
        let read = loop {
            match self.source.read(&mut self.buffer[self.end..]) {
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                read => break read.map_err(|error| cannot_read(&self.name, &error))?,
            }
        };
        self.end += read;
        self.at_end = read == 0;
        Ok(())
    }

    /// Drops what is left of a line that is too long.
    fn skip_line(&mut self) -> Result<(), Failure> {
        let mut skipped = 0;
        loop {
            if let Some(place) = memchr::memchr(b'\n', &self.buffer[self.start..self.end]) {
                self.start += place + 1;
                return Ok(());
            }
            skipped += self.end - self.start;
            self.start = self.end;
            if self.at_end {
                return Ok(());
            }
            if skipped > ENDLESS_BYTES {
                let (name, line, mebibytes) = (&self.name, self.line, skipped >> 20);
                return Err(Failure::bad_input(format!(
                    "{name}, line {line} has no end after {mebibytes} MiB: is this a text?"
                )));
            }
            self.fill()?;
        }
    }

    /// Skips the mark of UTF-8, and refuses the encodings that cannot be read.
    fn skip_mark(&mut self) -> Result<(), Failure> {
        let encoding = match &self.buffer[..self.end.min(LONGEST_MARK)] {
            [0xff, 0xfe, 0, 0] | [0, 0, 0xfe, 0xff] => "UTF-32",
            [0xff, 0xfe, ..] => "UTF-16 (little endian)",
            [0xfe, 0xff, ..] => "UTF-16 (big endian)",
            [first, 0, ..] if *first != 0 => "UTF-16 (little endian, without a mark)",
            [0, second, ..] if *second != 0 => "UTF-16 (big endian, without a mark)",
            [0xef, 0xbb, 0xbf, ..] => {
                self.start = 3;
                return Ok(());
            }
            _ => return Ok(()),
        };
        Err(Failure::bad_input(format!("{} is {encoding}; expected UTF-8", self.name))
            .hint("save it as UTF-8, or pass it through `iconv -t UTF-8`"))
    }
}

/// The marks that tell encodings apart have at most four bytes.
const LONGEST_MARK: usize = 4;

/// Opens a file for reading. What makes a person wait is said.
fn open(path: &Path) -> io::Result<File> {
    let kind = path.metadata()?.file_type();
    if kind.is_char_device() {
        output::say(format_args!("note: {} is a device: it may have no end", path.display()));
    }
    if !kind.is_fifo() {
        return File::open(path);
    }
    let (opened, waits) = mpsc::channel::<()>();
    let name = path.display().to_string();
    thread::spawn(move || {
        if waits.recv_timeout(PIPE_PATIENCE) == Err(mpsc::RecvTimeoutError::Timeout) {
            output::say(format_args!("note: {name} is a pipe that nobody writes to yet: waiting"));
        }
    });
    let file = File::open(path);
    drop(opened);
    file
}

fn not_utf8(bytes: &[u8], error: &std::str::Utf8Error) -> LineFault {
    let place = error.valid_up_to();
    LineFault::NotUtf8 { place: place + 1, byte: bytes[place] }
}

fn cannot_read(name: &SourceName, error: &io::Error) -> Failure {
    Failure::bad_input(format!("cannot read {name}: {error}"))
}

impl fmt::Display for SourceName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::File(path) => path.display().fmt(f),
            Self::StandardInput => f.write_str("standard input"),
        }
    }
}

impl fmt::Display for LineFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NotUtf8 { place, byte } => write!(f, "byte {place} (0x{byte:02X}) is not UTF-8"),
            Self::TooLong => write!(f, "the line is longer than {} MiB", LINE_BYTES_MAX >> 20),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A source that gives a few bytes at a time.
    struct Drops(Vec<u8>, usize);

    impl Read for Drops {
        fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
            let bytes = self.0.len().min(self.1).min(buffer.len());
            buffer[..bytes].copy_from_slice(&self.0[..bytes]);
            self.0.drain(..bytes);
            Ok(bytes)
        }
    }

    type OwnedLine = (u64, Result<String, LineFault>);

    fn read(bytes: &[u8], at_once: usize) -> Result<Vec<OwnedLine>, Failure> {
        let source = Drops(bytes.to_vec(), at_once);
        let mut lines = Lines::new(SourceName::StandardInput, Box::new(source))?;
        let mut read = Vec::new();
        while let Some(line) = lines.next()? {
            read.push((line.number, line.text.map(str::to_owned)));
        }
        Ok(read)
    }

    fn texts(bytes: &[u8]) -> Vec<String> {
        let whole = read(bytes, usize::MAX).unwrap();
        for at_once in [1, 2, 3, 7] {
            assert_eq!(read(bytes, at_once).unwrap(), whole, "{at_once} bytes at a time");
        }
        assert!(whole.iter().map(|line| line.0).eq(1..=whole.len() as u64));
        whole.into_iter().map(|line| line.1.unwrap()).collect()
    }

    #[test]
    fn line_ends_of_all_kinds_are_cut_off() {
        assert_eq!(texts(b"one\ntwo\r\n\r\n\nfive"), ["one", "two", "", "", "five"]);
        assert_eq!(texts(b"one\n"), ["one"]);
        assert_eq!(texts(b"one\n\n\n"), ["one", "", ""]);
        assert_eq!(texts(b"one\r"), ["one"]);
        assert_eq!(texts(b"\n"), [""]);
        assert_eq!(texts(b""), Vec::<String>::new());
    }

    #[test]
    fn a_byte_order_mark_is_skipped_at_the_start_only() {
        assert_eq!(texts(b"\xef\xbb\xbf2D\n\xef\xbb\xbf3D\n"), ["2D", "\u{feff}3D"]);
        assert_eq!(texts(b"\xef\xbb\xbf"), Vec::<String>::new());
        assert_eq!(texts(b"\xef\xbb\xbf\n"), [""]);
    }

    #[test]
    fn utf_16_is_named() {
        for (bytes, name) in [
            (&b"\xff\xfe2\0D\0"[..], "UTF-16 (little endian)"),
            (b"\xfe\xff\x002\0D", "UTF-16 (big endian)"),
            (b"2\0D\0", "UTF-16 (little endian, without a mark)"),
            (b"\x002\0D", "UTF-16 (big endian, without a mark)"),
            (b"\xff\xfe\0\0", "UTF-32"),
            (b"\xff\xfe", "UTF-16 (little endian)"),
        ] {
            for at_once in [1, usize::MAX] {
                let message = read(bytes, at_once).unwrap_err().message;
                assert_eq!(message, format!("standard input is {name}; expected UTF-8"));
            }
        }
    }

    #[test]
    fn a_byte_that_is_not_utf_8_is_named_with_its_place_and_the_next_line_is_read() {
        let lines = read(b"2D\nab\xffc\n3D", 2).unwrap();
        assert_eq!(lines[1], (2, Err(LineFault::NotUtf8 { place: 3, byte: 0xff })));
        assert_eq!(lines[2], (3, Ok("3D".to_owned())));
    }

    #[test]
    fn a_line_longer_than_the_buffer_is_read_whole() {
        let long = "x".repeat(3 * CHUNK_BYTES + 1);
        assert_eq!(texts_at_once(&format!("a\n{long}\nb\n")), ["a", &long, "b"]);
    }

    fn texts_at_once(text: &str) -> Vec<String> {
        read(text.as_bytes(), 1000).unwrap().into_iter().map(|line| line.1.unwrap()).collect()
    }

    #[test]
    fn a_line_without_end_is_refused_and_does_not_fill_the_memory() {
        struct Endless(usize);
        impl Read for Endless {
            fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
                let bytes = self.0.min(buffer.len());
                buffer[..bytes].fill(b'x');
                self.0 -= bytes;
                Ok(bytes)
            }
        }
        let source = Endless(2 * LINE_BYTES_MAX).chain(&b"\n2D\n"[..]);
        let mut lines = Lines::new(SourceName::StandardInput, Box::new(source)).unwrap();
        assert_eq!(lines.next().unwrap().unwrap().text, Err(LineFault::TooLong));
        assert_eq!(lines.next().unwrap().unwrap().text, Ok("2D"));
        assert!(lines.buffer.len() <= 4 * LINE_BYTES_MAX);
        assert!(lines.next().unwrap().is_none());
    }
}
