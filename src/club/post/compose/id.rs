//! Message ids: which are taken from others, and how References grow.

/// How many message ids References hold beside the first of the match.
pub const MOST_REFERENCES: usize = 20;
/// Longest message id that is repeated in a header, in bytes; it cannot be folded.
const LONGEST: usize = 250;

/// A message id as it may stand in a header: in angle brackets, printable ASCII with one `@`, of bounded
/// length (RFC 5322, section 3.6.4). Nothing for any other text, such as one that a stranger made up to
/// smuggle in a header.
pub fn sound(text: &str) -> Option<String> {
    let text = text.trim();
    let inner = text.strip_prefix('<').unwrap_or(text);
    let inner = inner.strip_suffix('>').unwrap_or(inner);
    let printable = |byte: u8| byte.is_ascii_graphic() && !b"<>\"\\,;".contains(&byte);
    let (left, right) = inner.split_once('@')?;
    let sound = !left.is_empty() && !right.is_empty() && !right.contains('@');
    (sound && inner.len() <= LONGEST && inner.bytes().all(printable)).then(|| format!("<{inner}>"))
}

/// The ids for References: the root of the conversation, then the newest of the others, oldest first, none
/// twice. What is no message id is left out.
pub fn references(root: Option<&str>, earlier: &[String], in_reply_to: Option<&str>) -> Vec<String> {
    let root = root.and_then(sound);
    let mut newest: Vec<String> = Vec::new();
    let others = earlier.iter().map(String::as_str).chain(in_reply_to);
    for id in others.rev().filter_map(sound) {
        if newest.len() == MOST_REFERENCES {
            break;
        }
        if Some(&id) != root.as_ref() && !newest.contains(&id) {
            newest.push(id);
        }
    }
    root.into_iter().chain(newest.into_iter().rev()).collect()
}
