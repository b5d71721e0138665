//! The file with ids in place of what was read for them. Everything else in it stays as it was, letter by
//! letter.

use super::{Place, Spelled};
use crate::draft::write::quoted;

/// A file in which ids take the place of the words that were read for them. `spelled` are stretches of this
/// file.
pub fn written_out(file: &str, spelled: &[Spelled]) -> String {
    let mut spelled: Vec<&Spelled> = spelled.iter().collect();
    spelled.sort_by_key(|it| it.spot.start);
    let (mut text, mut end) = (String::with_capacity(file.len()), 0);
    for it in spelled {
        let Some(before) = file.get(end..it.spot.start) else { continue };
        text.push_str(before);
        let line = &text[text.rfind(['\n', '\r']).map_or(0, |at| at + 1)..];
        let between = match dash(line) {
            // An entry of a list on lines of its own becomes several.
            Some(dash) => format!("\n{dash}"),
            None => ", ".to_owned(),
        };
        let each: Vec<_> = it.ids.iter().map(|id| quoted(id)).collect();
        let written = match it.place {
            Place::Key if each.iter().zip(&it.ids).all(|(quoted, id)| quoted == id) => each.join(", "),
            Place::Key => quoted(&it.ids.join(", ")).into_owned(),
            Place::Value if each.len() > 1 => format!("[{}]", each.join(", ")),
            Place::Value => each.concat(),
            Place::Entry => each.join(&between),
            Place::Within => it.ids.join(" "),
        };
        text.push_str(&written);
        end = it.spot.end;
    }
    text.push_str(&file[end..]);
    text
}

/// The beginning of a line up to a dash and the blanks behind it, if nothing else stands there.
fn dash(line: &str) -> Option<&str> {
    let blank = line.trim_start_matches(['>', ' ']);
    (blank.starts_with('-') && blank[1..].chars().all(|it| it == ' ')).then_some(line)
}
