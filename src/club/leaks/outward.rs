//! What of a page another machine would hear of: addresses that a browser or a mail program asks by itself,
//! and links.

use crate::report::Format;

/// An address on another machine.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Outward {
    /// The address.
    pub(super) url: String,
    /// Whether it is asked without anybody following a link.
    pub(super) asks: bool,
}

impl Outward {
    /// The part that names the machine.
    pub(super) fn host(&self) -> &str {
        let from = self.url.find("//").map_or(0, |at| at + 2);
        let end = self.url[from..].find(['/', '?', '#']).map_or(self.url.len(), |at| from + at);
        &self.url[..end]
    }
}

/// The schemes of addresses; of these a machine is asked.
const SCHEMES: [&str; 6] = ["https:", "http:", "wss:", "ws:", "ftp:", ""];

/// The addresses in a text of a format, in their order.
pub(super) fn outward(text: &str, format: Format) -> Vec<Outward> {
    let mut found = Vec::new();
    for (slashes, _) in text.match_indices("//") {
        let before = &text[..slashes];
        let is_scheme = |scheme: &&&str| {
            let from = before.len().checked_sub(scheme.len());
            from.and_then(|from| before.get(from..)).is_some_and(|it| it.eq_ignore_ascii_case(scheme))
        };
        let scheme = SCHEMES.iter().find(is_scheme).map_or(0, |it| it.len());
        let start = slashes - scheme;
        let before = &text[..start];
        // Without a scheme two slashes are an address only where one must stand.
        if scheme == 0 && !before.ends_with(['"', '\'', '=', '(']) || before.ends_with(is_letter) {
            continue;
        }
        let url = &text[start..];
        let url = &url[..url.find(ends).unwrap_or(url.len())];
        if url.len() == scheme + 2 {
            continue;
        }
        if let Some(asks) = asks(before, format) {
            found.push(Outward { url: url.to_owned(), asks });
        }
    }
    found
}

fn is_letter(letter: char) -> bool {
    letter.is_alphanumeric() || letter == ':' || letter == '/'
}

fn ends(letter: char) -> bool {
    letter.is_whitespace() || matches!(letter, '"' | '\'' | '<' | '>' | ')' | '(' | '\\' | '`')
}

/// Whether an address that stands behind this is asked by itself, or is a link; nothing if it is neither.
fn asks(before: &str, format: Format) -> Option<bool> {
    match format {
        Format::Text => Some(false),
        Format::Markdown if before.ends_with("](") => {
            let open = before.rfind('[').unwrap_or_default();
            Some(before[..open].ends_with('!'))
        }
        Format::Markdown => Some(in_page(before).unwrap_or(false)),
        Format::Html => in_page(before),
    }
}

fn in_page(before: &str) -> Option<bool> {
    let (open, close) = (before.rfind('<'), before.rfind('>'));
    let Some(open) = open.filter(|open| close.is_none_or(|close| close < *open)) else {
        // Between tags it is words, unless in a style or a script.
        let lower = |word: &str| before.to_ascii_lowercase().rfind(word);
        let within = |word: &str| {
            lower(&format!("<{word}"))
                .is_some_and(|at| lower(&format!("</{word}")).is_none_or(|end| end < at))
        };
        return (within("style") || within("script")).then_some(true);
    };
    let tag = before[open..].to_ascii_lowercase();
    let name: String = tag[1..].chars().take_while(char::is_ascii_alphanumeric).collect();
    let attribute = tag.rfind('=').map(|at| tag[..at].rsplit(char::is_whitespace).next().unwrap_or_default());
    match (name.as_str(), attribute.unwrap_or_default()) {
        (_, attribute) if attribute.starts_with("xmlns") => None,
        ("a" | "area", "href" | "xlink:href") => Some(false),
        ("meta", _) => tag.contains("refresh").then_some(true),
        ("", _) => None,
        _ => Some(true),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn found(text: &str, format: Format) -> Vec<(String, bool)> {
        outward(text, format).into_iter().map(|it| (it.url, it.asks)).collect()
    }

    #[test]
    fn what_a_page_asks_is_told_from_links_and_words() {
        let page = "<svg xmlns=\"http://www.w3.org/2000/svg\"><p>See https://a.example/x</p>\
                    <a href='https://b.example/y'>y</a><img src=\"//c.example/z?q=1&amp;r=2\">\
                    <style>@import url(HTTP://d.example/s.css); /* // */</style>\
                    <script>// no\nfetch(\"https://e.example/\" + x)</script>\
                    <meta http-equiv=refresh content=\"0; url=https://f.example/\"><i style=\"background:url(//g.example)\">";
        let addresses = found(page, Format::Html);
        let hosts: Vec<(&str, bool)> = addresses.iter().map(|(url, asks)| (url.as_str(), *asks)).collect();
        assert_eq!(
            hosts,
            [
                ("https://b.example/y", false),
                ("//c.example/z?q=1&amp;r=2", true),
                ("HTTP://d.example/s.css", true),
                ("https://e.example/", true),
                ("https://f.example/", true),
                ("//g.example", true),
            ]
        );
    }

    #[test]
    fn pictures_of_markdown_are_asked() {
        let text = "![a](https://a.example/i.png) [b](https://b.example) 1//2 https://c.example";
        let addresses = found(text, Format::Markdown);
        let asked: Vec<bool> = addresses.iter().map(|(_, asks)| *asks).collect();
        assert_eq!(asked, [true, false, false]);
        assert_eq!(addresses.len(), found(text, Format::Text).len());
    }

    #[test]
    fn the_machine_is_named_by_the_beginning() {
        let host = |url: &str| Outward { url: url.to_owned(), asks: true }.host().to_owned();
        assert_eq!(host("https://a.example/x?y"), "https://a.example");
        assert_eq!(host("//a.example?y"), "//a.example");
    }
}
