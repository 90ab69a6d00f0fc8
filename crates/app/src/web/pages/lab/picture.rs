//! The pictures of the verbs, as parts of a page.

/// A picture without the style that it brings along as a document of its own: on a page the page's colours hold.
pub(super) fn part_of_page(document: &str) -> String {
    let Some((before, rest)) = document.split_once("<style>") else { return document.to_owned() };
    let after = rest.split_once("</style>").map_or("", |(_, after)| after);
    format!("{before}{after}")
}

#[cfg(test)]
mod tests {
    use super::part_of_page;

    #[test]
    fn a_part_of_a_page_has_no_style_of_its_own() {
        assert_eq!(part_of_page("<svg><style>text { fill: red }</style><g/></svg>"), "<svg><g/></svg>");
        assert_eq!(part_of_page("<svg/>"), "<svg/>");
    }
}
