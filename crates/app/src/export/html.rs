//! Standings as one HTML page that needs nothing else.

use std::fmt::Write as _;
use std::fs;
use std::io;
use std::path::Path;

use croupier_arena::feeds::{self, Feed, cycles};
use croupier_arena::run::Outcome;
use croupier_arena::standings::Row;

use super::{cells, columns, ranks};
use crate::league::ring;

const STYLE: &str = "body{font:16px/1.5 system-ui,sans-serif;margin:2rem;color-scheme:light dark}\
table{border-collapse:collapse;font-variant-numeric:tabular-nums}\
th,td{padding:.3rem .8rem;text-align:right;border-bottom:1px solid #8885}\
th:nth-child(2),td:nth-child(2),th:nth-last-child(-n+2),td:nth-last-child(-n+2){text-align:left}";

/// A page of more players than this has no table of who feeds whom.
const PLAYERS_MAX: usize = 60;

/// Writes the page to a file, in place of any other of that name.
pub(crate) fn write(path: &Path, title: &str, outcome: &Outcome) -> io::Result<()> {
    fs::write(path, page(title, &outcome.rows, &outcome.feeds))
}

fn page(title: &str, rows: &[Row], feeds: &[Feed]) -> String {
    let title = escaped(title);
    let mut page = format!(
        "<!doctype html>\n<html lang=\"en\"><head><meta charset=\"utf-8\">\
         <meta name=\"viewport\" content=\"width=device-width\"><title>{title}</title>\
         <style>{STYLE}</style></head>\n<body><h1>{title}</h1>\n<table>\n<tr>"
    );
    for column in columns(rows) {
        let _infallible = write!(page, "<th>{}</th>", column.replace('_', " "));
    }
    page.push_str("</tr>\n");
    let ranks = ranks(rows);
    for row in rows {
        page.push_str("<tr>");
        for cell in cells(row, ranks) {
            let _infallible = write!(page, "<td>{}</td>", escaped(&cell));
        }
        page.push_str("</tr>\n");
    }
    page.push_str("</table>\n");
    push_feeds(&mut page, rows, feeds);
    page.push_str("</body></html>\n");
    page
}

/// Who feeds whom: chips a deal that each has won from each other one; pale where it is within noise.
fn push_feeds(page: &mut String, rows: &[Row], feeds: &[Feed]) {
    if feeds.is_empty() || rows.len() > PLAYERS_MAX {
        return;
    }
    page.push_str("<h2>Who feeds whom</h2>\n<p>Chips a deal that the row has won from the column, with 95 % intervals; pale: within noise.</p>\n<table>\n<tr><th></th><th></th>");
    for row in rows {
        let _infallible = write!(page, "<th>{}</th>", escaped(&row.name));
    }
    page.push_str("</tr>\n");
    for (to, rank) in rows.iter().zip(1..) {
        let _infallible = write!(page, "<tr><td>{rank}</td><td>{}</td>", escaped(&to.name));
        for from in rows {
            let cell = feeds::of(feeds, &to.name, &from.name);
            match cell.and_then(|feed| Some((feed, feed.mean?))) {
                None => page.push_str("<td></td>"),
                Some((feed, mean)) => {
                    let back = feeds::of(feeds, &from.name, &to.name);
                    let is_sure = feed.beyond_noise || back.is_some_and(|back| back.beyond_noise);
                    let pale = if is_sure { "" } else { " style=\"opacity:.5\"" };
                    let margin = (mean.high - mean.low) / 2.0;
                    let _infallible = write!(page, "<td{pale}>{:+.2} ± {margin:.2}</td>", mean.mean);
                }
            }
        }
        page.push_str("</tr>\n");
    }
    page.push_str("</table>\n");
    for cycle in cycles(feeds) {
        let _infallible = writeln!(page, "<p>{}</p>", escaped(&ring(cycle)));
    }
}

/// Text for a page: bots choose their names and their answers.
fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}

#[cfg(test)]
mod tests {
    use super::page;

    #[test]
    fn names_cannot_write_into_the_page() {
        let page = page("<script>alert(1)</script> & \"friends\"", &[], &[]);
        assert!(page.contains("&lt;script&gt;alert(1)&lt;/script&gt; &amp; &quot;friends&quot;"));
        assert!(!page.contains("<script>"));
    }
}
