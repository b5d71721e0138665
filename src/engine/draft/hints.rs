//! Lines that are no YAML, as they were probably meant: examples for those who mend them. Nothing here
//! decides what a line means; where it is not plain what was meant, a general example stands.

use crate::problem::quote;

/// What people write for a colon.
const FOR_COLON: [&str; 7] = ["->", "=>", "→", "=", ";", " – ", " - "];

/// `, as in ...` with the colon that a line lacks; nothing where it is not plain which word it follows.
pub(super) fn with_colon(line: &str) -> String {
    let line = code(line);
    let sign = FOR_COLON.iter().find_map(|sign| line.split_once(sign));
    let number = || line.rsplit_once(' ').filter(|(_, last)| last.bytes().all(|it| it.is_ascii_digit()));
    let two = || line.split_once(' ').filter(|(_, last)| !last.contains(' '));
    let parts = sign.or_else(number).or_else(two);
    let parts = parts.map(|(key, value)| (key.trim(), value.trim()));
    let fits = parts.filter(|(key, value)| !key.is_empty() && !value.is_empty() && !line.contains(','));
    fits.map_or_else(String::new, |(key, value)| format!(", as in {}", quote(&format!("{key}: {value}"))))
}

/// How to write a line whose colon has no space behind it.
pub(super) fn spaced(line: &str) -> String {
    let parts = code(line).trim_start_matches("- ").split_once(':');
    let parts = parts.map(|(key, value)| (key.trim(), value.trim()));
    match parts.filter(|(key, value)| !key.is_empty() && !value.is_empty() && !value.contains(':')) {
        Some((key, value)) => {
            format!("Write {}, with a space after the colon.", quote(&format!("{key}: {value}")))
        }
        None => "Write `key: value`, with a space after the colon.".to_owned(),
    }
}

/// `, as in ...` with a name in quotes that are closed; nothing if no colon follows.
pub(super) fn closed_quote(text: &str) -> String {
    let sign = text.get(..1).filter(|it| ["\"", "'"].contains(it));
    let name = sign.zip(text.get(1..).and_then(|it| it.split_once(": ")));
    let fits = name.filter(|(sign, (key, _))| !key.is_empty() && !key.contains(sign));
    fits.map_or_else(String::new, |(sign, (key, value))| {
        format!(", as in {}", quote(&format!("{sign}{key}{sign}: {}", code(value))))
    })
}

/// `, as in ...` with a bracket that is closed at the end of its line.
pub(super) fn closed_bracket(text: &str, close: char) -> String {
    let inside = code(text).trim_end_matches(',');
    let plain = inside.len() > 1 && !inside[1..].contains(['[', ']', '{', '}', '"', '\'']);
    if plain { format!(", as in {}", quote(&format!("{inside}{close}"))) } else { String::new() }
}

/// `as ...`: a list in brackets, for one whose first entry stands behind its key.
pub(super) fn list_behind(line: &str) -> String {
    let entry = line.split_once(": - ").map(|(key, entry)| (key.trim(), code(entry)));
    let fits = entry.filter(|(key, entry)| !key.is_empty() && !entry.is_empty() && !entry.contains(':'));
    match fits {
        Some((key, entry)) => {
            format!("in brackets, as in {}", quote(&format!("{key}: [{}]", entry.replace(" - ", ", "))))
        }
        None => "as `[a, b]`".to_owned(),
    }
}

/// A line without the remark at its end.
fn code(line: &str) -> &str {
    line.split(" #").next().unwrap_or(line).trim()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_colon_is_put_where_a_number_or_a_sign_says_so() {
        for (line, meant) in [
            ("Emden 10", ", as in `Emden: 10`"),
            ("Admiral Hipper 10 # north", ", as in `Admiral Hipper: 10`"),
            ("Kongo; raid", ", as in `Kongo: raid`"),
            ("Kongo -> raid", ", as in `Kongo: raid`"),
            ("Kongo Central Pacific", ""),
            ("Kongo", ""),
        ] {
            assert_eq!(with_colon(line), meant);
        }
    }

    #[test]
    fn examples_are_made_of_the_line() {
        assert_eq!(spaced("    Emden:9"), "Write `Emden: 9`, with a space after the colon.");
        assert_eq!(spaced("  a:1:2"), "Write `key: value`, with a space after the colon.");
        assert_eq!(closed_quote("\"Admiral Hipper: 9"), ", as in `\"Admiral Hipper\": 9`");
        assert_eq!(closed_quote("'Ark"), "");
        assert_eq!(closed_bracket("[Kongo, Hiei", ']'), ", as in `[Kongo, Hiei]`");
        assert_eq!(list_behind("  Plymouth: - Hood"), "in brackets, as in `Plymouth: [Hood]`");
    }
}
