//! What a Java source says of itself: the package, the public type, and the class that is run.

use super::source::without_comments;

/// What was told from a Java source.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Source {
    /// The package, if it names one.
    package: Option<String>,
    /// The public type: the file must be called by its name.
    pub(crate) public: Option<String>,
    /// Whether a type at the top has a `main`.
    pub(crate) has_main: bool,
    /// The type to run: the first that has a `main`, else the public one, else the first.
    main: Option<String>,
}

impl Source {
    /// Reads a source. Comments and literals are left out; types inside others are passed over.
    pub(crate) fn read(text: &[u8]) -> Self {
        let text = without_comments(text);
        let mut source = Self::default();
        let mut first = None;
        let mut depth = 0_usize;
        let mut is_public = false;
        let mut current: Option<&str> = None;
        let mut words = words(&text).peekable();
        while let Some(word) = words.next() {
            match word {
                "{" => depth += 1,
                "}" => depth = depth.saturating_sub(1),
                ";" if depth == 0 => is_public = false,
                "package" if depth == 0 => {
                    let name: String = std::iter::from_fn(|| words.next_if(|&word| word != ";")).collect();
                    source.package = Some(name);
                }
                "public" if depth == 0 => is_public = true,
                "class" | "interface" | "enum" | "record" if depth == 0 => {
                    let Some(&name) = words.peek() else { break };
                    current = Some(name);
                    first = first.or(current);
                    if is_public {
                        source.public.get_or_insert_with(|| name.to_owned());
                    }
                    is_public = false;
                }
                "main" if depth == 1 && words.peek() == Some(&"(") && !source.has_main => {
                    source.has_main = true;
                    source.main = current.map(str::to_owned);
                }
                _ => {}
            }
        }
        source.main = source.main.or_else(|| source.public.clone()).or_else(|| first.map(str::to_owned));
        source
    }

    /// The class to run, with its package: `Rullete`, `games.Rullete`.
    pub(crate) fn main_class(&self) -> Option<String> {
        let main = self.main.as_ref()?;
        Some(self.package.as_ref().map_or_else(|| main.clone(), |package| format!("{package}.{main}")))
    }
}

/// Words of Java that name no class.
const KEYWORDS: [&str; 58] = [
    "_",
    "abstract",
    "assert",
    "boolean",
    "break",
    "byte",
    "case",
    "catch",
    "char",
    "class",
    "const",
    "continue",
    "default",
    "do",
    "double",
    "else",
    "enum",
    "extends",
    "false",
    "final",
    "finally",
    "float",
    "for",
    "goto",
    "if",
    "implements",
    "import",
    "instanceof",
    "int",
    "interface",
    "long",
    "native",
    "new",
    "null",
    "package",
    "permits",
    "private",
    "protected",
    "public",
    "record",
    "return",
    "sealed",
    "short",
    "static",
    "strictfp",
    "super",
    "switch",
    "synchronized",
    "this",
    "throw",
    "throws",
    "transient",
    "true",
    "try",
    "var",
    "void",
    "volatile",
    "while",
];

/// Says why a class of Java cannot have this name.
///
/// ```
/// use croupier_arena::entrant::check_class_name;
/// assert_eq!(check_class_name("Übung2"), Ok(()));
/// assert_eq!(check_class_name("int").unwrap_err(), "`int` is a keyword of Java: give it another name");
/// ```
///
/// # Errors
/// What was expected, and what was found.
pub fn check_class_name(name: &str) -> Result<(), String> {
    if KEYWORDS.contains(&name) {
        return Err(format!("`{name}` is a keyword of Java: give it another name"));
    }
    let is_letter = |c: char| c.is_alphabetic() || c == '_' || c == '$';
    let mut letters = name.chars();
    if letters.next().is_some_and(is_letter) && letters.all(|c| is_letter(c) || c.is_ascii_digit()) {
        return Ok(());
    }
    Err(format!("expected a name of letters and digits, a letter first, found `{}`", name.escape_debug()))
}

/// Names, and each other sign by itself; blanks are left out.
fn words(text: &str) -> impl Iterator<Item = &str> {
    let is_of_a_name = |c: char| c.is_alphanumeric() || c == '_' || c == '$';
    let mut rest = text;
    std::iter::from_fn(move || {
        rest = rest.trim_start();
        let first = rest.chars().next()?;
        let end = if is_of_a_name(first) {
            rest.find(|c| !is_of_a_name(c)).unwrap_or(rest.len())
        } else {
            first.len_utf8()
        };
        let (word, after) = rest.split_at(end);
        rest = after;
        Some(word)
    })
}

#[cfg(test)]
mod tests {
    use super::Source;

    fn told(text: &str) -> (Option<String>, Option<String>, bool) {
        let source = Source::read(text.as_bytes());
        (source.main_class(), source.public.clone(), source.has_main)
    }

    #[test]
    fn the_class_to_run_is_found() {
        let main = "public static void main(String[] args) throws Exception { if (true) { } }";
        for (text, class, public) in [
            (format!("public class Rullete {{ {main} }}"), "Rullete", Some("Rullete")),
            (format!("class Hand {{ int main; }} class Run {{ {main} }}"), "Run", None),
            (format!("import java.util.*;\npublic final class A {{ class B {{ }} {main} }}"), "A", Some("A")),
            (
                format!("package a.b ;\n/* public class C */ public class D<T> {{ {main} }}"),
                "a.b.D",
                Some("D"),
            ),
            (format!("record R(int x) {{ }}\npublic enum E {{ X; {main} }}"), "E", Some("E")),
            (format!("@SuppressWarnings(\"}}\") public class Übung {{ {main} }}"), "Übung", Some("Übung")),
        ] {
            assert_eq!(told(&text), (Some(class.to_owned()), public.map(str::to_owned), true), "{text}");
        }
    }

    #[test]
    fn a_source_without_a_main_still_names_a_class() {
        let text = "class First {} public class Second { void run() { main(1); } }";
        assert_eq!(told(text), (Some("Second".into()), Some("Second".into()), false));
        assert_eq!(told("// nothing"), (None, None, false));
    }
}
