//! Reads the groups of a battle plan.

use super::draft::{Bearing, Draft, GroupDraft, ROWS};
use super::parse::{Writer, set};
use super::spelling::Speller;
use super::words::{POSTURES, member, posture, unit};
use super::{Asw, Station, UnitWord};
use engine::draft::Word;
use engine::draft::node::{Node, Scalar};
use engine::draft::spelling::Place;
use engine::problem::quote;

/// The keys of a group.
pub(super) const GROUP_KEYS: [&str; 8] =
    ["name", "members", "posture", "station", "seek", "rows", "depth", "asw"];
impl Writer<'_, '_, '_, '_> {
    /// A posture, and the group or place that it is about.
    pub fn bearing(&mut self, key: &Scalar, value: Node) -> Option<Bearing> {
        let word = self.reader.value(key, value, "posture: close 1")?;
        let Some((posture, screens)) = posture(&word.text) else {
            let what = format!("{} is no posture.", quote(&word.text));
            self.reader.refuse("unknown-posture", what, word.spot, format!("Write {POSTURES}."));
            return None;
        };
        let screens = screens.map(|name| Word { text: name.to_owned(), spot: word.spot });
        Some(Bearing { posture, screens })
    }

    /// `groups`: which ships sail together, and how.
    pub fn groups(&mut self, draft: &mut Draft, value: Node) {
        let Node::List(_, items) = value else {
            let mend = "Write each as `- {name: battle, members: [battleship], posture: close 1}`.";
            self.reader.wrong_type(&value, "`groups`", "a list", mend);
            return;
        };
        let inherited = draft.groups.len();
        let mut new = Vec::new();
        let mut named: Vec<String> = Vec::new();
        for item in items {
            let Some(group) = self.group(&draft.groups, item) else { continue };
            if named.contains(&group.name.text) {
                let what = format!("There are two groups {}.", quote(&group.name.text));
                self.reader.refuse("duplicate-name", what, group.name.spot, "Give one of them another name.");
                continue;
            }
            named.push(group.name.text.clone());
            match draft.groups[..inherited].iter_mut().find(|it| it.name.text == group.name.text) {
                Some(old) => *old = group,
                None => new.push(group),
            }
        }
        // Groups of its own stand before those of the plan that it is like, so that they get their members.
        new.append(&mut draft.groups);
        draft.groups = new;
    }

    fn group(&mut self, old: &[GroupDraft], item: Node) -> Option<GroupDraft> {
        let spot = item.spot();
        let Node::Map(_, pairs) = item else {
            let mend = "Write it as `{name: battle, members: [battleship], posture: close 1}`.";
            self.reader.wrong_type(&item, "A group", "`key: value` pairs", mend);
            return None;
        };
        let mut entries = self.reader.entries(pairs);
        let Some(at) = entries.iter().position(|(key, _)| key.word.text == "name") else {
            self.reader.refuse("incomplete-group", "This group has no `name`.", spot, "Add `name: ...`.");
            return None;
        };
        let (key, value) = entries.remove(at);
        let name = self.reader.value(&key, value, "name: battle")?;
        let known = old.iter().find(|it| it.name.text == name.text).cloned();
        let is_new = known.is_none();
        let mut group = known.unwrap_or_else(|| GroupDraft::new(name.clone()));
        group.name = name;
        let mut seen = Vec::new();
        for (key, value) in entries {
            seen.push(key.word.text.clone());
            match key.word.text.as_str() {
                "members" => group.members = self.members(&key, value),
                "posture" => set(&mut group.bearing, self.bearing(&key, value)),
                "station" => set(&mut group.station, self.one_of(&key, value, Station::named)),
                "seek" => group.seek = self.words(&key, value, unit, Speller::unit),
                "rows" => set(&mut group.rows, self.rows(&key, value)),
                "depth" => set(&mut group.depth, self.number(&key, value)),
                "asw" => set(&mut group.asw, self.one_of(&key, value, Asw::named)),
                _ => self.reader.unknown(&key, &GROUP_KEYS, "a group"),
            }
        }
        for needed in ["members", "posture"] {
            if is_new && !seen.iter().any(|key| key == needed) {
                let what = format!("The group {} has no `{needed}`.", quote(&group.name.text));
                self.reader.refuse("incomplete-group", what, spot, format!("Add `{needed}: ...`."));
            }
        }
        Some(group)
    }

    fn members(&mut self, key: &Scalar, value: Node) -> Vec<(UnitWord, super::Count)> {
        let list = self.reader.list(key, value);
        let mut found = Vec::with_capacity(list.len());
        for word in list {
            let known = member(&word.text, self.cards).is_some();
            let word = if known { Some(word) } else { self.meant(&word, Place::Entry, Speller::member) };
            let Some(word) = word else { continue };
            match member(&word.text, self.cards) {
                Some(it) => found.push(it),
                None if word.text.contains(char::is_whitespace) => {
                    let what = format!("{} does not say who joins the group.", quote(&word.text));
                    let mend = "Write it as `destroyer`, `destroyer x3` or `destroyer x2 per carrier`.";
                    self.reader.refuse("unknown-unit", what, word.spot, mend);
                }
                None => self.unknown_unit(&word),
            }
        }
        found
    }

    /// An order of rows: those named first, then the others in the usual order.
    fn rows(&mut self, key: &Scalar, value: Node) -> Option<[u8; 8]> {
        let list: Vec<Word> = match value {
            Node::List(_, items) => self.reader.words(items),
            one => {
                let word = self.reader.value(key, one, "rows: 4 5 3 6")?;
                word.text
                    .split_whitespace()
                    .map(|text| Word { text: text.to_owned(), spot: word.spot })
                    .collect()
            }
        };
        let mut rows: Vec<u8> = Vec::with_capacity(8);
        for word in list {
            match word.text.parse::<u8>() {
                Ok(row @ 1..=8) if !rows.contains(&(row - 1)) => rows.push(row - 1),
                _ => {
                    let what = format!("{} is no row, or comes twice.", quote(&word.text));
                    self.reader.refuse("unknown-row", what, word.spot, "Write rows from 1 to 8, each once.");
                    return None;
                }
            }
        }
        for row in ROWS {
            if !rows.contains(&row) {
                rows.push(row);
            }
        }
        rows.try_into().ok()
    }
}
