//! A section of `league.yaml` while it is read: its keys are taken one by one, and everything that is wrong
//! with them is noted with its place and its path, as `events.autumn.rounds`.

use engine::draft::checks::Reader;
use engine::draft::node::{Node, Scalar};
use engine::draft::{Spot, Word};
use engine::problem::{list_or, quote, suggest};
use tournament::{Halves, HalvesFault};

/// The longest text of one value, in characters: a key of `ssh-keygen` with its comment fits.
const LONGEST: usize = 1000;

/// The keys of a section that are left.
pub(super) struct Fields {
    /// Where the section stands, as `events.autumn`; empty for the whole file.
    pub path: String,
    /// Where it begins in the file.
    pub spot: Spot,
    left: Vec<(Scalar, Node)>,
}

/// Notes what is wrong, under its path.
pub(super) fn refuse(
    reader: &mut Reader<'_, '_>,
    code: &str,
    path: &str,
    what: &str,
    spot: Spot,
    mend: impl Into<String>,
) {
    let what = if path.is_empty() { what.to_owned() } else { format!("{path}: {what}") };
    reader.refuse(code, what, spot, mend);
}

impl Fields {
    /// A section with such keys; unknown ones are noted at once. Nothing if it is no section.
    pub fn open(reader: &mut Reader<'_, '_>, path: &str, node: Node, known: &[&str]) -> Option<Fields> {
        let mut fields = Fields::any(reader, path, node)?;
        let (good, unknown) = fields.left.into_iter().partition(|(key, _)| known.contains(&&*key.word.text));
        fields.left = good;
        let unknown: Vec<(Scalar, Node)> = unknown;
        let all: Vec<String> = known.iter().map(|key| format!("`{key}`")).collect();
        for (key, _) in unknown {
            let text = &key.word.text;
            let mend = match suggest(text, known.iter().copied()) {
                Some(near) => format!("did you mean `{near}`?"),
                None => format!("write {}", list_or(&all)),
            };
            let what = format!("{} is no key here", quote(text));
            refuse(reader, "unknown-key", path, &what, key.word.spot, mend);
        }
        Some(fields)
    }

    /// A section whose keys are words of the writer's own.
    pub fn any(reader: &mut Reader<'_, '_>, path: &str, node: Node) -> Option<Fields> {
        let spot = node.spot();
        match node {
            Node::Map(_, pairs) => {
                Some(Fields { path: path.to_owned(), spot, left: reader.keys_once(pairs) })
            }
            Node::Scalar(scalar) if scalar.null => {
                Some(Fields { path: path.to_owned(), spot, left: Vec::new() })
            }
            Node::Broken(_) => None,
            _ => {
                refuse(
                    reader,
                    "wrong-type",
                    path,
                    "`key: value` lines should stand here",
                    spot,
                    "docs/league.md shows a whole file",
                );
                None
            }
        }
    }

    /// All keys that are left.
    pub fn rest(&mut self) -> Vec<(Scalar, Node)> {
        std::mem::take(&mut self.left)
    }

    /// The path of a key.
    pub fn at(&self, key: &str) -> String {
        if self.path.is_empty() { key.to_owned() } else { format!("{}.{key}", self.path) }
    }

    /// What stands under a key, if the key is there.
    pub fn take(&mut self, key: &str) -> Option<Node> {
        let at = self.left.iter().position(|(it, _)| it.word.text == key)?;
        Some(self.left.remove(at).1)
    }

    /// The same; that it is missing is noted.
    pub fn needed(&mut self, reader: &mut Reader<'_, '_>, key: &str, example: &str) -> Option<Node> {
        let found = self.take(key);
        if found.is_none() {
            let what = format!("`{key}` is missing");
            refuse(reader, "missing-key", &self.path, &what, self.spot, format!("add `{key}: {example}`"));
        }
        found
    }

    /// A text under a key.
    pub fn text(&mut self, reader: &mut Reader<'_, '_>, key: &str) -> Option<Word> {
        let node = self.take(key)?;
        text(reader, &self.at(key), node)
    }

    /// The same; that it is missing is noted.
    pub fn needed_text(&mut self, reader: &mut Reader<'_, '_>, key: &str, example: &str) -> Option<Word> {
        let node = self.needed(reader, key, example)?;
        text(reader, &self.at(key), node)
    }

    /// What a text under a key says, by a reader that gives what may be written instead.
    pub fn read<T>(
        &mut self,
        reader: &mut Reader<'_, '_>,
        key: &str,
        read: impl FnOnce(&str) -> Result<T, String>,
    ) -> Option<T> {
        let word = self.text(reader, key)?;
        parsed(reader, &self.at(key), &word, read)
    }

    /// The same; that it is missing is noted.
    pub fn needed_read<T>(
        &mut self,
        reader: &mut Reader<'_, '_>,
        key: &str,
        example: &str,
        read: impl FnOnce(&str) -> Result<T, String>,
    ) -> Option<T> {
        let word = self.needed_text(reader, key, example)?;
        parsed(reader, &self.at(key), &word, read)
    }

    /// One of a few words under a key.
    pub fn choice<T: Copy>(
        &mut self,
        reader: &mut Reader<'_, '_>,
        key: &str,
        words: &[(&str, T)],
    ) -> Option<T> {
        self.read(reader, key, |text| among(text, words))
    }

    /// A list under a key; one value counts as a list of one.
    pub fn list(&mut self, key: &str) -> Option<Vec<Node>> {
        Some(match self.take(key)? {
            Node::List(_, items) => items,
            one => vec![one],
        })
    }
}

/// One text, whatever stands in it.
pub(super) fn text(reader: &mut Reader<'_, '_>, path: &str, node: Node) -> Option<Word> {
    let spot = node.spot();
    match node {
        Node::Scalar(scalar) if !scalar.null && scalar.word.text.chars().count() <= LONGEST => {
            Some(scalar.word)
        }
        Node::Scalar(scalar) if scalar.null => {
            refuse(reader, "no-value", path, "no value stands here", spot, "write one, or delete the line");
            None
        }
        Node::Scalar(_) => {
            let what = format!("more than {LONGEST} characters stand here");
            refuse(reader, "too-long", path, &what, spot, "write less");
            None
        }
        Node::Broken(_) => None,
        _ => {
            refuse(
                reader,
                "wrong-type",
                path,
                "one word or text should stand here",
                spot,
                "write it without brackets",
            );
            None
        }
    }
}

/// What a text says, by a reader that gives what may be written instead.
pub(super) fn parsed<T>(
    reader: &mut Reader<'_, '_>,
    path: &str,
    word: &Word,
    read: impl FnOnce(&str) -> Result<T, String>,
) -> Option<T> {
    match read(&word.text) {
        Ok(value) => Some(value),
        Err(mend) => {
            refuse(
                reader,
                "not-understood",
                path,
                &format!("{} does not fit", quote(&word.text)),
                word.spot,
                mend,
            );
            None
        }
    }
}

/// One of a few words.
pub(super) fn among<T: Copy>(text: &str, words: &[(&str, T)]) -> Result<T, String> {
    let found = words.iter().find(|(word, _)| *word == text).map(|(_, value)| *value);
    found.ok_or_else(|| {
        let all: Vec<String> = words.iter().map(|(word, _)| format!("`{word}`")).collect();
        match suggest(text, words.iter().map(|(word, _)| *word)) {
            Some(near) => format!("did you mean `{near}`?"),
            None => format!("write {}", list_or(&all)),
        }
    })
}

/// A whole number within bounds.
pub(super) fn number(from: u32, to: u32) -> impl Fn(&str) -> Result<u32, String> {
    move |text| match text.parse() {
        Ok(number) if (from..=to).contains(&number) => Ok(number),
        _ => Err(format!("write a whole number from {from} to {to}")),
    }
}

/// Half points, none of them negative.
pub(super) fn half_points(text: &str) -> Result<Halves, String> {
    match text.parse::<Halves>() {
        Ok(halves) if halves >= Halves::ZERO => Ok(halves),
        Ok(_) => Err("write 0 or more".to_owned()),
        Err(HalvesFault::Between(below, above)) => {
            Err(format!("write `{below}` or `{above}`: half points are the smallest"))
        }
        Err(HalvesFault::NoNumber) => Err("write a number of points, as `2` or `1.5`".to_owned()),
        Err(HalvesFault::TooLarge) => Err("write at most `999999`".to_owned()),
    }
}

/// True or false.
pub(super) fn truth(text: &str) -> Result<bool, String> {
    match text {
        "true" | "yes" => Ok(true),
        "false" | "no" => Ok(false),
        _ => Err("write `true` or `false`".to_owned()),
    }
}

/// A fraction, in millionths.
pub(super) fn millionths(text: &str) -> Result<i64, String> {
    let mend = || {
        "write a plain number such as `1500` or `0.06`, with at most six digits behind the point".to_owned()
    };
    let (whole, rest) = text.split_once('.').unwrap_or((text, "0"));
    let digits = |text: &str, most: usize| {
        let is_number = (1..=most).contains(&text.len()) && text.bytes().all(|byte| byte.is_ascii_digit());
        is_number.then(|| format!("{text:0<most$}").parse::<i64>().ok()).flatten()
    };
    let whole = (whole.len() <= 6).then(|| whole.parse::<u32>().ok()).flatten().ok_or_else(mend)?;
    Ok(i64::from(whole) * 1_000_000 + digits(rest, 6).ok_or_else(mend)?)
}
