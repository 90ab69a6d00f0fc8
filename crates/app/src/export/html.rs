//! Standings as one HTML page that needs nothing else.

use std::fmt::Write as _;
use std::fs;
use std::io;
use std::path::Path;

use croupier_arena::standings::Row;

use super::{COLUMNS, cells};

const STYLE: &str = "body{font:16px/1.5 system-ui,sans-serif;margin:2rem;color-scheme:light dark}\
table{border-collapse:collapse;font-variant-numeric:tabular-nums}\
th,td{padding:.3rem .8rem;text-align:right;border-bottom:1px solid #8885}\
th:nth-child(2),td:nth-child(2),th:nth-last-child(-n+2),td:nth-last-child(-n+2){text-align:left}";

/// Writes the page to a file, in place of any other of that name.
pub(crate) fn write(path: &Path, title: &str, rows: &[Row]) -> io::Result<()> {
    fs::write(path, page(title, rows))
}

fn page(title: &str, rows: &[Row]) -> String {
    let title = escaped(title);
    let mut page = format!(
        "<!doctype html>\n<html lang=\"en\"><head><meta charset=\"utf-8\">\
         <meta name=\"viewport\" content=\"width=device-width\"><title>{title}</title>\
         <style>{STYLE}</style></head>\n<body><h1>{title}</h1>\n<table>\n<tr>"
    );
    for column in COLUMNS {
        let _infallible = write!(page, "<th>{}</th>", column.replace('_', " "));
    }
    page.push_str("</tr>\n");
    for row in rows {
        page.push_str("<tr>");
        for cell in cells(row) {
            let _infallible = write!(page, "<td>{}</td>", escaped(&cell));
        }
        page.push_str("</tr>\n");
    }
    page.push_str("</table></body></html>\n");
    page
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
        let page = page("<script>alert(1)</script> & \"friends\"", &[]);
        assert!(page.contains("&lt;script&gt;alert(1)&lt;/script&gt; &amp; &quot;friends&quot;"));
        assert!(!page.contains("<script>"));
    }
}
