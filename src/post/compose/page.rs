//! The same letter as a web page: headings, tables, the deadline first. It needs nothing but itself: no script, no picture,
//! nothing from elsewhere. What mail programs take away (styles, colours) leaves a page that still reads well.

use std::fmt::Write;

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
pub fn frame(title: &str, body: &str) -> String {
    let title = escaped(title);
    format!(
        "<!DOCTYPE html>\n<html lang=\"en\"><head><meta charset=\"utf-8\"><meta name=\"viewport\" \
         content=\"width=device-width, initial-scale=1\"><meta name=\"color-scheme\" content=\"light dark\">\
         <title>{title}</title>\n<style>\n{STYLE}</style></head>\n<body><div class=\"sheet\">\n{body}</div></body></html>\n"
    )
}

/// Text that means nothing to a page.
pub fn escaped(text: &str) -> String {
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
            return format!("<p>{}</p>\n{}", inline(first), block(below));
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
        items.iter().for_each(|item| _ = writeln!(html, "<li>{}</li>", inline(item)));
        return html + "</ul>\n";
    }
    if let Some(table) = facts(lines) {
        return table;
    }
    // Lines are broken at 72 columns; a short one ends where its writer meant it to end.
    let mut html = String::from("<p>");
    for (at, line) in lines.iter().enumerate() {
        html += &inline(line.trim());
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
    let mut html = head.map(|head| format!("<h3>{}</h3>\n", inline(head))).unwrap_or_default();
    html += "<table>\n";
    for (name, value) in facts {
        _ = writeln!(html, "<tr><th>{}</th><td>{}</td></tr>", inline(&name), inline(&value));
    }
    Some(html + "</table>\n")
}

fn unindented(lines: &[&str]) -> String {
    let blank = |line: &&str| line.len() - line.trim_start().len();
    let least = lines.iter().filter(|line| !line.trim().is_empty()).map(blank).min().unwrap_or(0);
    lines.iter().map(|line| line.get(least..).unwrap_or_default()).collect::<Vec<_>>().join("\n")
}

fn inline(text: &str) -> String {
    escaped(text)
}

/// The Markdown of reports: headings, lists in lists, tables, fences, bold and code. Whatever else stands there is text.
pub fn markdown(text: &str) -> String {
    let (mut html, mut lines) = (String::new(), text.lines().peekable());
    let mut open: Vec<usize> = Vec::new();
    while let Some(line) = lines.next() {
        let bare = line.trim_start();
        let depth = line.len() - bare.len();
        if let Some(item) = bare.strip_prefix("- ") {
            while open.last().is_some_and(|last| *last > depth) {
                html += "</li></ul>\n";
                open.pop();
            }
            match open.last() {
                Some(last) if *last == depth => html += "</li>\n",
                _ => {
                    html += "\n<ul>\n";
                    open.push(depth);
                }
            }
            _ = write!(html, "<li>{}", marked(item));
            continue;
        }
        // An empty line between two items ends no list.
        let goes_on = bare.is_empty() && lines.peek().is_some_and(|next| next.trim_start().starts_with("- "));
        if goes_on && !open.is_empty() {
            continue;
        }
        while open.pop().is_some() {
            html += "</li></ul>\n";
        }
        let fence = bare.chars().take_while(|c| *c == '`').count();
        if fence >= 3 {
            let end = "`".repeat(fence);
            html += "<pre>";
            for inside in lines.by_ref().take_while(|inside| inside.trim_end() != end) {
                _ = writeln!(html, "{}", escaped(inside));
            }
            html += "</pre>\n";
        } else if let Some((level, title)) = heading(bare) {
            // The page has its heading already.
            let level = level.max(2);
            _ = writeln!(html, "<h{level}>{}</h{level}>", marked(title));
        } else if bare.starts_with('|') {
            let mut rows = vec![bare];
            while let Some(row) = lines.next_if(|next| next.starts_with('|')) {
                rows.push(row);
            }
            html += &table(&rows);
        } else if !bare.is_empty() {
            _ = writeln!(html, "<p>{}</p>", marked(bare));
        }
    }
    while open.pop().is_some() {
        html += "</li></ul>\n";
    }
    html
}

fn heading(line: &str) -> Option<(usize, &str)> {
    let level = line.chars().take_while(|c| *c == '#').count();
    let title = line.get(level..)?.strip_prefix(' ')?;
    (1..=6).contains(&level).then_some((level, title))
}

fn table(rows: &[&str]) -> String {
    let cells = |row: &str| -> Vec<String> {
        let inner = row.trim().trim_start_matches('|');
        let inner = inner.strip_suffix('|').unwrap_or(inner);
        let mut cells = vec![String::new()];
        let mut chars = inner.chars();
        while let Some(c) = chars.next() {
            let cell = cells.last_mut().expect("one is there");
            match c {
                '\\' => {
                    cell.push('\\');
                    cell.extend(chars.next());
                }
                '|' => cells.push(String::new()),
                c => cell.push(c),
            }
        }
        cells.iter().map(|cell| cell.trim().to_owned()).collect()
    };
    let right: Vec<bool> =
        rows.get(1).map(|row| cells(row)).unwrap_or_default().iter().map(|it| it.ends_with(':')).collect();
    let row = |tag: &str, row: &str| {
        let mut html = String::from("<tr>");
        for (at, cell) in cells(row).iter().enumerate() {
            let class = if right.get(at) == Some(&true) { " class=\"n\" align=\"right\"" } else { "" };
            _ = write!(html, "<{tag}{class}>{}</{tag}>", marked(cell));
        }
        html + "</tr>\n"
    };
    let mut html = String::from("<div class=\"scroll\"><table>\n");
    html += &row("th", rows[0]);
    rows.iter().skip(2).for_each(|it| html += &row("td", it));
    html + "</table></div>\n"
}

/// Words with bold, code and escapes.
fn marked(text: &str) -> String {
    let mut html = String::new();
    let (mut bold, mut code) = (false, false);
    let mut chars = text.chars().peekable();
    while let Some(c) = chars.next() {
        match c {
            '\\' if !code && chars.peek().is_some_and(char::is_ascii_punctuation) => {
                html += &escaped(&chars.next().unwrap_or_default().to_string());
            }
            '`' => {
                html += if code { "</code>" } else { "<code>" };
                code = !code;
            }
            '*' if !code && chars.peek() == Some(&'*') => {
                chars.next();
                html += if bold { "</b>" } else { "<b>" };
                bold = !bold;
            }
            c => html += &escaped(&c.to_string()),
        }
    }
    if code {
        html += "</code>";
    }
    if bold {
        html += "</b>";
    }
    html
}
