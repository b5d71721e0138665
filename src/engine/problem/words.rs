//! English for messages: numbers with nouns, lists, and text from strangers made safe to show. No message
//! spells its own plural.

/// A number with its noun: `1 ship`, `3 ships`, `0 ships`.
pub fn count(number: usize, noun: &str) -> String {
    if number == 1 { format!("1 {noun}") } else { format!("{number} {}", plural(noun)) }
}

/// The plural of a regular noun: `ships`, `boxes`, `enemies`.
pub fn plural(noun: &str) -> String {
    if ["s", "x", "ch", "sh"].iter().any(|end| noun.ends_with(end)) {
        return format!("{noun}es");
    }
    match noun.strip_suffix('y') {
        Some(stem) if !stem.ends_with(['a', 'e', 'i', 'o', 'u']) => format!("{stem}ies"),
        _ => format!("{noun}s"),
    }
}

/// A text with its first letter as a capital.
pub fn upper_first(text: &str) -> String {
    let mut rest = text.chars();
    rest.next().map_or(String::new(), |first| first.to_uppercase().chain(rest).collect())
}

/// Joins with commas and a last `and`: `a, b and c`.
pub fn list_and<S: AsRef<str>>(items: &[S]) -> String {
    join(items, "and")
}

/// Joins with commas and a last `or`: `a, b or c`.
pub fn list_or<S: AsRef<str>>(items: &[S]) -> String {
    join(items, "or")
}

fn join<S: AsRef<str>>(items: &[S], last: &str) -> String {
    let items: Vec<&str> = items.iter().map(AsRef::as_ref).collect();
    match items.as_slice() {
        [] => String::new(),
        [only] => (*only).to_owned(),
        [first @ .., end] => format!("{} {last} {end}", first.join(", ")),
    }
}

/// Longest text from a stranger that a message repeats, in characters.
const QUOTED: usize = 40;

/// A stranger's text in backticks, shortened, with everything hidden made visible.
pub fn quote(text: &str) -> String {
    let mut short: String = text.chars().take(QUOTED).collect();
    if short.len() < text.len() {
        short.push_str("...");
    }
    format!("`{}`", visible(&short))
}

/// The text with control characters, bidi controls and invisible characters spelled out, as in `<U+202E>`.
pub fn visible(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for character in text.chars() {
        push_visible(&mut out, character);
    }
    out
}

/// The text line by line with everything hidden spelled out; the ends of lines stay.
pub fn visible_lines(text: &str) -> String {
    if !text.chars().any(|character| character != '\n' && is_hidden(character)) {
        return text.to_owned();
    }
    text.split('\n').map(visible).collect::<Vec<_>>().join("\n")
}

/// JSON with everything hidden in its strings escaped: it means the same and can be shown.
pub fn escaped(json: &str) -> String {
    let mut out = String::with_capacity(json.len());
    for character in json.chars() {
        if character == '\n' || !is_hidden(character) {
            out.push(character);
            continue;
        }
        for unit in character.encode_utf16(&mut [0; 2]) {
            out.push_str(&format!("\\u{unit:04x}"));
        }
    }
    out
}

/// Appends one character, spelled out if it could not be seen.
pub(super) fn push_visible(out: &mut String, character: char) {
    use std::fmt::Write;
    match character {
        '\t' => out.push_str("<tab>"),
        _ if is_hidden(character) => {
            write!(out, "<U+{:04X}>", character as u32).expect("a String takes all");
        }
        _ => out.push(character),
    }
}

/// Whether a character controls the terminal or the direction of writing, or shows nothing at all.
pub fn is_hidden(character: char) -> bool {
    character.is_control()
        || matches!(character,
            '\u{ad}' | '\u{34f}' | '\u{61c}' | '\u{115f}' | '\u{1160}' | '\u{17b4}' | '\u{17b5}'
            | '\u{180b}'..='\u{180f}' | '\u{200b}'..='\u{200f}' | '\u{2028}'..='\u{202e}'
            | '\u{2060}'..='\u{206f}' | '\u{3164}' | '\u{feff}' | '\u{ffa0}' | '\u{fff0}'..='\u{fffb}'
            | '\u{e0000}'..='\u{e0fff}')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_agree_with_their_nouns() {
        assert_eq!(count(0, "ship"), "0 ships");
        assert_eq!(count(1, "ship"), "1 ship");
        assert_eq!(count(3, "ship"), "3 ships");
        assert_eq!(count(2, "box"), "2 boxes");
        assert_eq!(count(2, "enemy"), "2 enemies");
        assert_eq!(count(2, "convoy"), "2 convoys");
    }

    #[test]
    fn lists_read_as_english() {
        assert_eq!(list_and::<&str>(&[]), "");
        assert_eq!(list_and(&["a"]), "a");
        assert_eq!(list_and(&["a", "b"]), "a and b");
        assert_eq!(list_or(&["a", "b", "c"]), "a, b or c");
    }

    #[test]
    fn json_means_the_same_when_hidden_characters_are_escaped() {
        let value = serde_json::json!({ "a\u{9b}": ["\u{202e}b\n", "\u{e0001}\t"] });
        let text = escaped(&format!("{value:#}"));
        assert!(!text.chars().any(|character| character != '\n' && is_hidden(character)), "{text}");
        assert_eq!(serde_json::from_str::<serde_json::Value>(&text).unwrap(), value);
    }

    #[test]
    fn lines_stay_and_what_is_hidden_in_them_is_shown() {
        assert_eq!(visible_lines("a\u{1b}[2J\nb\u{202e}\n"), "a<U+001B>[2J\nb<U+202E>\n");
    }

    #[test]
    fn quoted_text_cannot_move_the_cursor_or_grow() {
        assert_eq!(quote("a\u{1b}[2J\u{202e}b"), "`a<U+001B>[2J<U+202E>b`");
        assert_eq!(quote(&"x".repeat(50)), format!("`{}...`", "x".repeat(40)));
    }
}
