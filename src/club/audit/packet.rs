//! A packet that somebody kept, compared with the one that the journal gives for the same day: whatever was
//! changed in it since shows, and so does a packet that was never what the rules say.

use serde_json::Value;

use super::member::{self, Node};
use super::{Past, noted, proof};
use crate::matches::MatchFault;
use engine::view::Packet;

/// A packet as somebody holds it.
pub struct Held {
    /// What a failure calls it.
    pub name: String,
    /// The packet.
    pub packet: Packet,
    /// The text that it was read from.
    pub text: String,
}

/// How far a packet is what the journal gives.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Agreement {
    /// Every byte is.
    Whole,
    /// Every byte is, but a program of before made it, which did not say yet what moved, what combats look
    /// like, what may be planned for, or that there is a staff doctrine.
    Before,
    /// What it quotes is; without the dice seed no more can be checked.
    Quoted,
}

/// Checks that the journal holds what a packet quotes, and that the packet is, byte for byte, what the party
/// was shown when the entry that it quotes was the newest. It may be written on one line, as it is sent, or
/// on many, as `sealord view --json` writes it. Without the seed only what it quotes can be checked.
///
/// # Errors
/// The entry that is not what the packet says, or the first member of the packet that differs.
pub fn packet(past: &Past<'_>, held: &Held) -> Result<Agreement, MatchFault> {
    let entry = noted(past.entries(), &held.packet, &held.name)?;
    if !past.has_seed() {
        return Ok(Agreement::Quoted);
    }
    let fault = |what: String| proof(entry, format!("the packet {} was changed: {what}", held.name));
    let mut due = past.packet(entry, held.packet.party).map_err(|why| match why {
        MatchFault::Proof { what, .. } => fault(what),
        MatchFault::No { what, .. } => fault(what),
        other => other,
    })?;
    due.verify.entry = held.packet.verify.entry;
    let is_of_before = held.packet.view.get("moves").is_none() && held.packet.later.is_empty();
    if is_of_before {
        leave_out_rows(&mut due.view);
        due.later.clear();
    }
    let knows_no_staff = due.staff_doctrine && !held.packet.staff_doctrine;
    due.staff_doctrine &= held.packet.staff_doctrine;
    let bug = |error: serde_json::Error| MatchFault::Bug(error.to_string());
    let line = serde_json::to_string(&due).map_err(bug)?;
    let many = format!("{:#}", serde_json::to_value(&due).map_err(bug)?);
    let text = held.text.trim_end();
    if text == line || text == many {
        return Ok(if is_of_before || knows_no_staff { Agreement::Before } else { Agreement::Whole });
    }
    let read = |text: &str| serde_json::from_str::<Node>(text).map_err(bug);
    let is_line = text.lines().nth(1).is_none();
    let due = if is_line { &line } else { &many };
    Err(match member::first(&read(text)?, &read(due)?) {
        Some(difference) => fault(difference.to_string()),
        None => fault(format!("its byte {} is written otherwise", same(text, due) + 1)),
    })
}

/// Leaves out of a view what packets of programs before did not have: moves, and the cards of combats. Both
/// only say in rows what stands elsewhere in it.
fn leave_out_rows(view: &mut Value) {
    let Some(view) = view.as_object_mut() else { return };
    view.remove("moves");
    let chapters = view.get_mut("story").and_then(Value::as_array_mut);
    for chapter in chapters.into_iter().flatten().filter_map(Value::as_object_mut) {
        chapter.remove("card");
    }
}

/// How many bytes two texts begin with alike.
fn same(one: &str, other: &str) -> usize {
    one.bytes().zip(other.bytes()).take_while(|(one, other)| one == other).count()
}
