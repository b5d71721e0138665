//! Text from strangers made fit for headers and bodies: nothing that controls a screen, turns the direction
//! of writing or cannot be seen gets through.

use crate::machine::names::unix_lines;
use engine::draft::{BEGIN, END};
use engine::problem::is_hidden;

/// Longest name of a person or an office in a header, in characters.
pub const NAME: usize = 64;
/// Longest title of a match in a subject, in characters.
pub const TITLE: usize = 120;
/// Longest name of an attachment, in characters.
pub const FILE_NAME: usize = 100;
/// One line of text: white space of any kind, line ends included, becomes single spaces, hidden characters
/// go, and nothing stands at either end.
pub fn line(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for character in text.chars() {
        if character.is_whitespace() {
            if !out.is_empty() && !out.ends_with(' ') {
                out.push(' ');
            }
        } else if !is_hidden(character) {
            out.push(character);
        }
    }
    out.truncate(out.trim_end().len());
    out
}

/// One line for a header, of so many characters at most. Text that a mail program would take for an encoded
/// word (RFC 2047, section 2: `=?...?=`) is broken up, so that no name can say one thing in the source and
/// another on screen.
pub fn header(text: &str, most: usize) -> String {
    let text = line(&line(text).replace("=?", "= ?"));
    match text.char_indices().nth(most) {
        None => text,
        Some((at, _)) => text[..at].trim_end().to_owned(),
    }
}

/// Several lines: line feeds alone end them, no line ends in white space, hidden characters except tabs go.
/// A line `-- ` would make mail programs drop all that follows it from a reply; without its space it does
/// not.
pub fn block(text: &str) -> String {
    let text = unix_lines(text);
    let mut out = String::with_capacity(text.len());
    for line in text.split('\n') {
        out.extend(line.chars().filter(|it| *it == '\t' || !is_hidden(*it)));
        out.truncate(out.trim_end_matches([' ', '\t']).len());
        out.push('\n');
    }
    out.truncate(out.trim_end_matches('\n').len());
    out
}

/// The text with the lines that mark orders spoilt, so that a quoted reason cannot pass for orders. What
/// stands in their place has no `=`, or more of them around it would make a mark again.
pub fn unmarked(text: &str) -> String {
    text.replace(BEGIN, "(begin orders)").replace(END, "(end orders)")
}

/// A name under which a file may be saved anywhere: no folder, no sign that a shell, Windows or a header
/// minds, no dot in front. The ending is kept when the name must be cut.
pub fn file_name(text: &str) -> String {
    let spoilt = |it: char| if "/\\:*?\"<>|;%'`$".contains(it) { '-' } else { it };
    let name: String = line(text).chars().map(spoilt).collect();
    let name = name.trim_start_matches(['.', ' ', '-']).trim_end_matches(['.', ' ']);
    if name.is_empty() {
        return "attachment.bin".to_owned();
    }
    if name.chars().count() <= FILE_NAME {
        return name.to_owned();
    }
    let ending = name.rfind('.').map_or("", |at| &name[at..]);
    let ending = if ending.chars().count() > 10 { "" } else { ending };
    let stem: String = name.chars().take(FILE_NAME - ending.chars().count()).collect();
    format!("{}{ending}", stem.trim_end_matches(['.', ' ']))
}
