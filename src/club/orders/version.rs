//! Which writing of the orders a file is. What is newer does not follow from when it comes: mail is late, and
//! anybody can send again what he has seen. So every form has a number, and whoever changes his mind raises
//! it.

use engine::draft::BEGIN;

/// How the line begins.
const KEY: &str = "version:";

/// The line as a form has it.
pub(super) fn line(version: u32) -> String {
    format!("{KEY} {version}      # raise it if you send other orders for this exchange\n")
}

/// The number that a file has, going by its lines alone; 1 if it has none.
pub fn version_of(orders: &[u8]) -> u32 {
    let text = String::from_utf8_lossy(orders);
    let value = text.lines().find_map(|line| line.strip_prefix(KEY));
    let number = value.and_then(|value| value.split('#').next()?.trim().parse().ok());
    number.unwrap_or(1)
}

/// A text with a form in it, whose number is at least this one.
pub fn numbered(text: &str, version: u32) -> String {
    let (mut inside, mut done) = (false, false);
    let lines = text.split_inclusive('\n').map(|it| {
        inside |= it.contains(BEGIN);
        if !inside || done || !it.starts_with(KEY) {
            return it.to_owned();
        }
        done = true;
        line(version.max(version_of(it.as_bytes())))
    });
    lines.collect()
}
