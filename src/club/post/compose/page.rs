//! The same letter as a web page: headings, tables, the deadline first. It needs nothing but itself: no
//! script, no picture, nothing from elsewhere. What mail programs take away (styles, colours) leaves a page
//! that still reads well.

use std::fmt::Write;

use pulldown_cmark::html::push_html;
use pulldown_cmark::{Event, HeadingLevel, Options, Parser, Tag, TagEnd};

/// How pages look. Mail programs that know no style sheets show plain headings and tables.
const STYLE: &str = include_str!(concat!(env!("CARGO_MANIFEST_DIR"), "/templates/mail/style.css"));

/// What a page is made of.
#[derive(Clone, Copy, Debug, Default)]
pub struct Page<'a> {
    /// The heading.
    pub title: &'a str,
    /// The deadline in words, if the letter is about one.
    pub deadline: Option<&'a str>,
    /// The letter as text.
    pub letter: &'a str,
    /// The report that goes with it, in Markdown.
    pub report: Option<&'a str>,
}

/// The page of a letter.
pub fn page(page: &Page<'_>) -> String {
    let mut body = format!("<h1>{}</h1>\n", escaped(page.title));
    if let Some(deadline) = page.deadline {
        _ = writeln!(body, "<p class=\"due\"><b>Deadline</b> {}</p>", escaped(deadline));
    }
    body += &blocks(page.letter);
    if let Some(report) = page.report {
        body += &markdown(report);
    }
    frame(page.title, &body)
}

/// A whole page around a body that is HTML.
fn frame(title: &str, body: &str) -> String {
    let title = escaped(title);
    format!(
        "<!DOCTYPE html>\n<html lang=\"en\"><head><meta charset=\"utf-8\"><meta name=\"viewport\" \
         content=\"width=device-width, initial-scale=1\"><meta name=\"color-scheme\" content=\"light dark\">\
         <title>{title}</title>\n<style>\n{STYLE}</style></head>\n<body><div class=\"sheet\">\n{body}</div></body></html>\n"
    )
}

/// Text that means nothing to a page.
fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}

/// A text letter: paragraphs, lists, facts in tables, and whatever is indented as it stands.
fn blocks(text: &str) -> String {
    let mut html = String::new();
    let lines: Vec<&str> = text.lines().collect();
    for block in lines.split(|line| line.trim().is_empty()).filter(|block| !block.is_empty()) {
        html += &self::block(block);
    }
    html
}

fn block(lines: &[&str]) -> String {
    let first = lines[0];
    if lines.iter().all(|line| line.starts_with("  ")) {
        return format!("<pre>{}</pre>\n", escaped(&unindented(lines)));
    }
    // A line that introduces what is below it stands alone.
    if first.ends_with(':') && lines.len() > 1 && !first.starts_with(' ') {
        let below = &lines[1..];
        if below[0].starts_with("- ") || below.iter().all(|line| line.starts_with("  ")) {
            return format!("<p>{}</p>\n{}", escaped(first), block(below));
        }
    }
    if first.starts_with("- ") {
        let mut html = String::from("<ul>\n");
        let mut items: Vec<String> = Vec::new();
        for line in lines {
            match (line.strip_prefix("- "), items.last_mut()) {
                (Some(item), _) => items.push(item.to_owned()),
                (None, Some(item)) => _ = write!(item, " {}", line.trim()),
                (None, None) => {}
            }
        }
        items.iter().for_each(|item| _ = writeln!(html, "<li>{}</li>", escaped(item)));
        return html + "</ul>\n";
    }
    if let Some(table) = facts(lines) {
        return table;
    }
    // Lines are broken at 72 columns; a short one ends where its writer meant it to end.
    let mut html = String::from("<p>");
    for (at, line) in lines.iter().enumerate() {
        html += &escaped(line.trim());
        let next = lines.get(at + 1).and_then(|next| next.split_whitespace().next());
        let meant = next.is_some_and(|next| line.chars().count() + 1 + next.chars().count() <= 70);
        html += if at + 1 == lines.len() {
            ""
        } else if meant {
            "<br>\n"
        } else {
            "\n"
        };
    }
    html + "</p>\n"
}

/// `Has orders: yes` and the like, as a table; nothing if a line is something else.
fn facts(lines: &[&str]) -> Option<String> {
    let fact = |line: &&str| {
        let (name, value) = line.split_once(':')?;
        let short = name.len() <= 24 && name.starts_with(|c: char| c.is_uppercase());
        (short && value.starts_with(' ')).then(|| (name.trim().to_owned(), value.trim().to_owned()))
    };
    let (head, rest) = match fact(&lines[0]) {
        Some(_) => (None, lines),
        None if lines.len() > 1 && lines[1].starts_with("  ") => (Some(lines[0]), &lines[1..]),
        None => return None,
    };
    let facts: Vec<(String, String)> =
        rest.iter().map(|line| fact(&line.trim_start())).collect::<Option<_>>()?;
    let mut html = head.map(|head| format!("<h3>{}</h3>\n", escaped(head))).unwrap_or_default();
    html += "<table>\n";
    for (name, value) in facts {
        _ = writeln!(html, "<tr><th>{}</th><td>{}</td></tr>", escaped(&name), escaped(&value));
    }
    Some(html + "</table>\n")
}

fn unindented(lines: &[&str]) -> String {
    let blank = |line: &&str| line.len() - line.trim_start().len();
    let least = lines.iter().filter(|line| !line.trim().is_empty()).map(blank).min().unwrap_or(0);
    lines.iter().map(|line| line.get(least..).unwrap_or_default()).collect::<Vec<_>>().join("\n")
}

/// The Markdown of reports as HTML, of which nothing leads or reaches outside: tags, links and pictures are
/// words.
pub fn markdown(text: &str) -> String {
    let scroll = |tag: &'static str| Event::Html(tag.into());
    let events = Parser::new_ext(text, Options::ENABLE_TABLES).flat_map(|event| match event {
        Event::Html(words) | Event::InlineHtml(words) => vec![Event::Text(words)],
        Event::Start(Tag::Link { .. } | Tag::Image { .. }) | Event::End(TagEnd::Link | TagEnd::Image) => {
            Vec::new()
        }
        // The page has its heading already.
        Event::Start(Tag::Heading { level: HeadingLevel::H1, id, classes, attrs }) => {
            vec![Event::Start(Tag::Heading { level: HeadingLevel::H2, id, classes, attrs })]
        }
        Event::End(TagEnd::Heading(HeadingLevel::H1)) => vec![Event::End(TagEnd::Heading(HeadingLevel::H2))],
        Event::Start(Tag::Table(_)) => vec![scroll("<div class=\"scroll\">"), event],
        Event::End(TagEnd::Table) => vec![event, scroll("</div>\n")],
        event => vec![event],
    });
    let mut html = String::new();
    push_html(&mut html, events);
    html
}
