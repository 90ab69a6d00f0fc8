//! The rules of a game with their numbers, as `docs/rules` has them.

use std::collections::BTreeMap;
use std::sync::Arc;

use askama::Template;
use axum::extract::rejection::PathRejection;
use axum::extract::{Path, State};
use axum::response::{Html, Response};

use super::{Refusal, Site, answered, rendered};

const PAGES: [(&str, &str); 4] = [
    ("blackjack", include_str!("../../../../../docs/rules/blackjack.md")),
    ("camicia", include_str!("../../../../../docs/rules/camicia.md")),
    ("poker", include_str!("../../../../../docs/rules/poker.md")),
    ("rullete", include_str!("../../../../../docs/rules/rullete.md")),
];

#[derive(Template)]
#[template(path = "rules.html")]
struct Page<'a> {
    title: &'a str,
    blocks: Vec<Block>,
}

/// A block of the text, with its lines.
#[derive(Debug, PartialEq, Eq)]
enum Block {
    Title(String),
    /// A rule: its number, and its heading.
    Rule(String, String),
    Section(String),
    Text(Vec<Piece>),
    Points(Vec<Vec<Piece>>),
    Plain(String),
}

/// A piece of a line.
#[derive(Debug, PartialEq, Eq)]
enum Piece {
    Words(String),
    Code(String),
}

pub(super) async fn page(
    State(site): State<Arc<Site>>,
    game: Result<Path<String>, PathRejection>,
) -> Response {
    answered(site, move |_| made(&game?.0)).await
}

fn made(game: &str) -> Result<Html<String>, Refusal> {
    let Some((_, text)) = PAGES.iter().find(|(name, _)| *name == game) else {
        return Err(Refusal::missing("There are rules of blackjack, camicia, poker and rullete."));
    };
    rendered(&Page { title: game, blocks: blocks(text) })
}

/// The headings of a game's rules by their numbers.
pub(super) fn titles(game: &str) -> BTreeMap<String, String> {
    let text = PAGES.iter().find(|(name, _)| *name == game).map_or("", |(_, text)| text);
    let rules = text.lines().filter_map(|line| line.strip_prefix("### ")?.split_once(". "));
    rules.map(|(number, title)| (number.to_owned(), title.to_owned())).collect()
}

/// The few forms of Markdown that pages of rules use.
fn blocks(text: &str) -> Vec<Block> {
    let mut blocks = Vec::new();
    let mut lines = text.lines().peekable();
    while let Some(line) = lines.next() {
        if line.starts_with("```") {
            let code: Vec<&str> = lines.by_ref().take_while(|line| !line.starts_with("```")).collect();
            blocks.push(Block::Plain(code.join("\n")));
        } else if line.starts_with('|') {
            let mut rows = vec![line];
            while let Some(row) = lines.next_if(|line| line.starts_with('|')) {
                rows.push(row);
            }
            blocks.push(Block::Plain(rows.join("\n")));
        } else if let Some(heading) = line.strip_prefix("### ") {
            blocks.push(match heading.split_once(". ") {
                Some((number, title)) => Block::Rule(number.to_owned(), title.to_owned()),
                None => Block::Section(heading.to_owned()),
            });
        } else if let Some(heading) = line.strip_prefix("## ") {
            blocks.push(Block::Section(heading.to_owned()));
        } else if let Some(heading) = line.strip_prefix("# ") {
            blocks.push(Block::Title(heading.to_owned()));
        } else if let Some(point) = line.strip_prefix("- ") {
            let mut point = point.to_owned();
            while let Some(more) = lines.next_if(|line| line.starts_with("  ")) {
                point = format!("{point} {}", more.trim());
            }
            match blocks.last_mut() {
                Some(Block::Points(points)) => points.push(pieces(&point)),
                _ => blocks.push(Block::Points(vec![pieces(&point)])),
            }
        } else if !line.is_empty() {
            let mut words = line.to_owned();
            let goes_on = |line: &&str| !line.is_empty() && !line.starts_with(['#', '-', '|', '`']);
            while let Some(more) = lines.next_if(goes_on) {
                words = format!("{words} {more}");
            }
            blocks.push(Block::Text(pieces(&words)));
        }
    }
    blocks
}

fn pieces(line: &str) -> Vec<Piece> {
    let parts = line.split('`').enumerate().filter(|(_, part)| !part.is_empty());
    parts
        .map(
            |(at, part)| {
                if at % 2 == 0 { Piece::Words(part.to_owned()) } else { Piece::Code(part.to_owned()) }
            },
        )
        .collect()
}

#[cfg(test)]
mod tests {
    use super::{Block, PAGES, Piece, blocks, titles};

    #[test]
    fn a_page_of_rules_is_read_block_by_block() {
        let words = |text: &str| Piece::Words(text.to_owned());
        let text =
            "# Rules\n\n### P1. Stacks\n\nEach seat\nhas `300`.\n\n- source: 003\n  again\n- test: x\n";
        assert_eq!(
            blocks(text),
            [
                Block::Title("Rules".into()),
                Block::Rule("P1".into(), "Stacks".into()),
                Block::Text(vec![words("Each seat has "), Piece::Code("300".into()), words(".")]),
                Block::Points(vec![vec![words("source: 003 again")], vec![words("test: x")]]),
            ]
        );
    }

    #[test]
    fn every_rule_that_a_film_names_is_on_its_page() {
        let named = [
            ("poker", ["P1", "P2", "P3", "P4", "P5", "P6", "P7", "P8"]),
            ("blackjack", ["B1", "B2", "B3", "B4", "B5", "B6", "B8", "B12"]),
        ];
        for (game, rules) in named {
            let titles = titles(game);
            for rule in rules {
                assert!(titles.contains_key(rule), "{game} {rule}");
            }
        }
        for (game, text) in PAGES {
            assert!(blocks(text).len() > 10, "{game}");
        }
    }
}
