//! `croupier rullete score`: values of hands.

use std::cell::Cell;
use std::ffi::OsString;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use clap::Args;
use croupier_rules::card::Shown;
use croupier_rules::rullete::{Allowed, Explanation, Hand, Rule6, Step, Trace, explain, trace, value};
use croupier_rules::text::push_number;
use croupier_solve::rullete::score_lines;
use serde::Serialize;

use super::rule6;
use crate::exit::Exit;
use crate::failure::Failure;
use crate::output;
use crate::stream::{Bulk, Source, answer_in_bulk};

/// `croupier rullete score`
#[derive(Debug, Args)]
#[command(after_help = "Examples:
  croupier rullete score 2D 5D JD KC AC
  croupier rullete score --explain \"QC 8D JD 10S 9D\"
  croupier rullete score --json hands.txt

A card is a rank (2..10, J, Q, K, A; T is 10) and a suit (C D H S, or ♣ ♦ ♥ ♠): 10H. Order matters.")]
pub(crate) struct Score {
    /// Five cards; or hands in quotes; or a file with a hand a line. `-` or nothing: standard input
    #[arg(value_name = "HAND|FILE")]
    hands: Vec<OsString>,
    /// Tell what each of the fourteen rules did, and why
    #[arg(long)]
    explain: bool,
    /// One JSON object a line
    #[arg(long)]
    json: bool,
    /// What rule 6 takes off for four 7s: 121, or 112 as the statement prints it
    #[arg(long, value_name = "AMOUNT", default_value = "121", value_parser = rule6)]
    rule6: Rule6,
    /// Take 1 to 60 cards, repeats allowed, in place of five different ones
    #[arg(long)]
    any_hand: bool,
}

/// A hand with `--json`; the keys stand in the order of the contract.
#[derive(Serialize)]
struct Answer<'a> {
    hand: String,
    value: i64,
    after: &'a [i64],
    changed: &'a [usize],
    win: bool,
    #[serde(flatten)]
    explained: Option<Explained<'a>>,
}

/// What `--explain` adds to `--json`.
#[derive(Serialize)]
struct Explained<'a> {
    rule_12_repeats: Option<usize>,
    reasons: Vec<&'a str>,
}

impl<'a> Answer<'a> {
    fn new(hand: &Hand, trace: &'a Trace, steps: Option<&'a [Step]>) -> Self {
        Self {
            hand: hand.to_string(),
            value: trace.value(),
            after: &trace.after,
            changed: &trace.changed,
            win: trace.win,
            explained: steps.map(|steps| Explained {
                rule_12_repeats: trace.rule_12_repeats,
                reasons: steps.iter().map(|step| step.reason.as_str()).collect(),
            }),
        }
    }
}

impl Score {
    pub(super) fn run(&self) -> Result<Exit, Failure> {
        let source = source(&self.hands, self.allowed())?;
        let four_sevens = Cell::new(false);
        let (mut values, mut line) = (Vec::new(), Vec::new());
        let exit = answer_in_bulk(
            &source,
            self.json,
            |text, out| {
                if self.json || self.explain {
                    return Ok(Bulk::default());
                }
                values.clear();
                let taken = score_lines(text, self.rule6, &mut values);
                four_sevens.set(four_sevens.get() || taken.has_four_sevens);
                out.write_all(&values)?;
                Ok(Bulk { bytes: taken.bytes, lines: taken.lines })
            },
            |question| Hand::parse(question, self.allowed()),
            |hand, out| {
                four_sevens.set(four_sevens.get() || hand.has_four_sevens());
                line.clear();
                self.answer(&hand, &mut line)?;
                out.write_all(&line)
            },
        )?;
        if four_sevens.get() {
            output::say(self.note_on_rule_6());
        }
        Ok(exit)
    }

    const fn allowed(&self) -> Allowed {
        if self.any_hand { Allowed::Any } else { Allowed::FiveDifferent }
    }

    fn answer(&self, hand: &Hand, line: &mut Vec<u8>) -> io::Result<()> {
        match (self.json, self.explain) {
            (true, false) => {
                let trace = trace(hand, self.rule6);
                output::write_json(&Answer::new(hand, &trace, None), line)
            }
            (true, true) => {
                let explanation = explain(hand, self.rule6);
                output::write_json(&Answer::new(hand, &explanation.trace, Some(&explanation.steps)), line)
            }
            (false, true) => write_explanation(hand, &explain(hand, self.rule6), line),
            (false, false) => {
                let value = value(hand, self.rule6);
                push_number(line, u64::try_from(value).expect("rule 8 leaves no negative value"));
                line.push(b'\n');
                Ok(())
            }
        }
    }

    fn note_on_rule_6(&self) -> String {
        let other = match self.rule6 {
            Rule6::Takes121 => "112 is printed in the statement, its superscript lost: --rule6 112",
            Rule6::Takes112 => "the rule was set with 11 squared, 121, which is the default",
        };
        format!("note: four 7s: rule 6 took {} off; {other}", self.rule6.amount())
    }
}

fn write_explanation(
    hand: &Hand,
    Explanation { trace, steps }: &Explanation,
    out: &mut impl Write,
) -> io::Result<()> {
    let width = trace.after.iter().map(|value| value.to_string().len()).max().unwrap_or(0);
    writeln!(out, "{hand}")?;
    writeln!(out, "sum      {:>width$}", trace.after[0])?;
    for step in steps {
        let after =
            if step.before == step.after { String::new() } else { format!("-> {:>width$}", step.after) };
        let arrow = "-> ".len() + width;
        let (rule, before, reason) = (step.rule, step.before, &step.reason);
        writeln!(out, "rule {rule:2}  {before:>width$} {after:arrow$}  {reason}")?;
    }
    writeln!(out, "value {}{}", trace.value(), if trace.win { ": you win" } else { "" })
}

/// Tells hands from a file. Five words without blanks are one hand; words with blanks are a hand each.
fn source(words: &[OsString], allowed: Allowed) -> Result<Source, Failure> {
    match words {
        [] => return Ok(Source::standard_input()),
        [word] if word == "-" || Path::new(word).exists() => return Ok(Source::File(PathBuf::from(word))),
        _ => {}
    }
    let words = words.iter().map(|word| utf8(word)).collect::<Result<Vec<&str>, Failure>>()?;
    if let [word] = words[..]
        && !has_blank(word)
        && allowed == Allowed::FiveDifferent
    {
        return Err(Failure::bad_input(format!(
            "{} is neither a file nor a hand of five cards",
            Shown(word)
        ))
        .hint("a hand is five cards, such as: croupier rullete score 2D 5D JD KC AC"));
    }
    if words.iter().any(|word| has_blank(word)) {
        return Ok(Source::Arguments(words.into_iter().map(str::to_owned).collect()));
    }
    if let Some(file) =
        words.iter().find(|word| Path::new(word).is_file() && Hand::parse(word, Allowed::Any).is_err())
    {
        return Err(Failure::usage(format!("{} is a file among other arguments", Shown(file))).hint(
            "give one file; several go through standard input: cat FILE FILE | croupier rullete score",
        ));
    }
    Ok(Source::Arguments(vec![words.join(" ")]))
}

fn has_blank(word: &str) -> bool {
    word.contains([' ', '\t', ','])
}

fn utf8(word: &OsString) -> Result<&str, Failure> {
    word.to_str().ok_or_else(|| {
        Failure::bad_input(format!(
            "{} is not UTF-8, and there is no such file",
            Shown(&word.to_string_lossy())
        ))
    })
}
