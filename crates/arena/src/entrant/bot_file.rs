//! `bot.toml`: what a folder says about its bot.

use std::path::Path;

use super::Runtime;
use crate::compat::Compat;
use crate::config::{self, Section, Value};
use crate::problem::Problems;
use crate::tools::is_pythons_name;

/// The name of the file.
pub(super) const FILE_NAME: &str = "bot.toml";

/// The most commands of a build.
const STEPS_MAX: usize = 32;

/// What a `bot.toml` says.
#[derive(Debug, Default, PartialEq, Eq)]
pub(super) struct BotFile {
    pub(super) kind: Option<KindWord>,
    pub(super) main: Option<String>,
    pub(super) module: Option<String>,
    pub(super) interpreter: Option<String>,
    pub(super) command: Option<Vec<String>>,
    pub(super) build: Vec<Vec<String>>,
    pub(super) compat: Option<Compat>,
    pub(super) runtime: Option<Runtime>,
}

/// A kind, stated outright.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum KindWord {
    Function,
    Player,
    Program,
}

const KINDS: [(&str, KindWord); 3] =
    [("function", KindWord::Function), ("player", KindWord::Player), ("program", KindWord::Program)];

/// Reads the bytes of a `bot.toml`; `file` is its path, for messages.
pub(super) fn read(file: &Path, bytes: &[u8]) -> Result<BotFile, Problems> {
    config::read(file, bytes, |top| {
        let bot = BotFile {
            kind: top.get("kind").and_then(|value| value.choice(&KINDS)),
            main: text(top, "main"),
            module: text(top, "module"),
            interpreter: interpreter(top),
            command: top.get("command").and_then(|value| words(&value)),
            build: top.get("build").and_then(|value| commands(&value)).unwrap_or_default(),
            compat: top.get("compat").and_then(|value| value.choice(&Compat::NAMES)),
            runtime: top.get("runtime").and_then(|value| value.choice(&Runtime::NAMES)),
        };
        for (one, other) in bot.contradictions() {
            top.report(&format!("`{one}` and {other} do not go together: leave one out"));
        }
        Some(bot)
    })
}

impl BotFile {
    /// Settings that do not go together.
    fn contradictions(&self) -> Vec<(&'static str, &'static str)> {
        let is = |word| self.kind == Some(word);
        let (main, module) = (self.main.is_some(), self.module.is_some());
        let (interpreter, command) = (self.interpreter.is_some(), self.command.is_some());
        let all = [
            (main && module, "main", "`module`"),
            (main && command, "main", "`command`"),
            (module && command, "module", "`command`"),
            (interpreter && command, "interpreter", "`command`"),
            (self.runtime.is_some() && command, "runtime", "`command`"),
            (command && is(KindWord::Function), "command", "kind = \"function\""),
            (command && is(KindWord::Player), "command", "kind = \"player\""),
            (module && is(KindWord::Function), "module", "kind = \"function\""),
            (module && is(KindWord::Program), "module", "kind = \"program\""),
        ];
        all.into_iter().filter(|&(both, ..)| both).map(|(_, one, other)| (one, other)).collect()
    }
}

fn text(top: &Section<'_>, key: &'static str) -> Option<String> {
    let value = top.get(key)?;
    let text = value.string()?.trim();
    if text.is_empty() {
        value.expected("a word");
        return None;
    }
    Some(text.to_owned())
}

/// A name on the search path, or an absolute path: an entrant's own folder is not where interpreters are.
fn interpreter(top: &Section<'_>) -> Option<String> {
    let name = text(top, "interpreter")?;
    if name.contains('/') && !Path::new(&name).is_absolute() {
        top.get("interpreter")?.expected("a name on the search path, or an absolute path");
        return None;
    }
    // It is started to say what it is.
    let file = Path::new(&name).file_name().unwrap_or_default().to_string_lossy();
    if !is_pythons_name(&file) {
        top.get("interpreter")?.expected("a Python: its name begins with python or pypy");
        return None;
    }
    Some(name)
}

/// A command: a list of words, or a string that is split at blanks.
fn words(value: &Value<'_>) -> Option<Vec<String>> {
    let words: Vec<String> = if value.is_list() {
        let items = value.items("a list of words")?;
        let words: Vec<_> = items.iter().map(|item| item.string().map(str::to_owned)).collect();
        words.into_iter().collect::<Option<_>>()?
    } else {
        let line = value.string()?;
        if line.contains(['"', '\'', '\\', '|', '>', '<', '&', ';', '$', '`', '*']) {
            value.expected(
                "plain words (no shell reads them; write a list where a word has blanks or quotes)",
            );
            return None;
        }
        line.split_whitespace().map(str::to_owned).collect()
    };
    if words.first().is_none_or(String::is_empty) || words.iter().any(|word| word.contains('\0')) {
        value.expected("a command with at least one word");
        return None;
    }
    Some(words)
}

/// One command as a string, or a list of commands, each a string or a list of words.
fn commands(value: &Value<'_>) -> Option<Vec<Vec<String>>> {
    if !value.is_list() {
        return words(value).map(|command| vec![command]);
    }
    let items = value.items("a list of commands")?;
    if items.len() > STEPS_MAX {
        value.report(&format!(
            "expected at most {STEPS_MAX} commands, found {}: put them into a script and name that",
            items.len()
        ));
        return None;
    }
    if items.iter().skip(1).filter_map(Value::as_string).any(is_argument) {
        value.report(
            "a list holds commands, and these look like the words of one: put them into a list of their own, \
             such as [[\"sh\", \"build.sh\"]]; two commands are [\"make clean\", \"make\"]",
        );
        return None;
    }
    let commands: Vec<_> = items.iter().map(words).collect();
    commands.into_iter().collect()
}

/// Whether a word that stands for a command is rather an argument of one: an option, or a file that is named as
/// no program is.
fn is_argument(word: &str) -> bool {
    let is_file = word.contains('.') && !word.contains(['/', ' ', '\t']) && !is_pythons_name(word);
    word.starts_with('-') || is_file
}
