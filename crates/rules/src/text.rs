//! The text of a record's lines: a reader's place in one, and numbers written without the heap.

/// What is left of a line, token by token.
///
/// ```
/// use croupier_rules::text::Cursor;
/// let mut line = Cursor::new("20,-x");
/// assert_eq!(line.number(), Some(20));
/// assert!(line.take(b','));
/// assert_eq!(line.next(), Some(b'-'));
/// assert_eq!(line.column(), 5);
/// ```
#[derive(Clone, Debug)]
pub struct Cursor<'a> {
    line: &'a [u8],
    at: usize,
}

impl<'a> Cursor<'a> {
    /// A cursor at the start of the line.
    pub fn new(line: &'a str) -> Self {
        Self { line: line.as_bytes(), at: 0 }
    }

    /// The next byte, without moving on.
    pub fn peek(&self) -> Option<u8> {
        self.line.get(self.at).copied()
    }

    /// The next byte, moving on.
    #[expect(clippy::should_implement_trait, reason = "a cursor is peeked and wound, not iterated")]
    pub fn next(&mut self) -> Option<u8> {
        let byte = self.peek()?;
        self.at += 1;
        Some(byte)
    }

    /// Moves over the byte if it is next.
    pub fn take(&mut self, byte: u8) -> bool {
        let found = self.peek() == Some(byte);
        self.at += usize::from(found);
        found
    }

    /// Moves over blanks.
    pub fn skip_blanks(&mut self) {
        while self.take(b' ') {}
    }

    /// A whole number without a sign, moving on; none if the next byte is no digit, or the number
    /// is beyond 18 digits.
    pub fn number(&mut self) -> Option<u64> {
        let digits = self.line[self.at..].iter().take_while(|byte| byte.is_ascii_digit()).count();
        if digits == 0 || digits > 18 {
            return None;
        }
        let number = self.line[self.at..self.at + digits]
            .iter()
            .fold(0, |number, digit| number * 10 + u64::from(digit - b'0'));
        self.at += digits;
        Some(number)
    }

    /// Whether nothing is left.
    pub fn at_end(&self) -> bool {
        self.at == self.line.len()
    }

    /// What is left, without moving on.
    pub fn rest(&self) -> &'a str {
        std::str::from_utf8(&self.line[self.at..]).expect("a cursor moves over whole characters")
    }

    /// The column of the next byte, counted from 1.
    pub fn column(&self) -> usize {
        self.at + 1
    }
}

/// Appends a whole number in decimal digits.
///
/// ```
/// let mut line = b"bid ".to_vec();
/// croupier_rules::text::push_number(&mut line, 300);
/// assert_eq!(line, b"bid 300");
/// ```
pub fn push_number(out: &mut Vec<u8>, mut number: u64) {
    let mut digits = [0_u8; 20];
    let mut first = digits.len();
    loop {
        first -= 1;
        digits[first] = b'0' + u8::try_from(number % 10).expect("a digit is below ten");
        number /= 10;
        if number == 0 {
            break;
        }
    }
    out.extend_from_slice(&digits[first..]);
}
