//! A report that somebody kept, compared with the one that the journal gives: it quotes the newest entry of
//! its day, from which the packet is made again and rendered once more.

use std::collections::BTreeSet;

use super::{Past, proof};
use crate::matches::MatchFault;
use crate::report::{Format, Templates, render};
use engine::digest::Digest;
use engine::party::Party;
use engine::problem::quote;

/// What a report turned out to be.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Rendered {
    /// The newest entry of its day.
    pub entry: u64,
    /// Whose it is.
    pub party: Party,
    /// Its format.
    pub format: Format,
}

/// A report that the journal gives, and how many lines of a kept one begin alike.
struct Candidate {
    rendered: Rendered,
    text: String,
    alike: usize,
}

/// What to do about a report that cannot be made again.
const HELP: &str = "a club with templates of its own, or another version of sealord, makes other reports of the same \
                    packets: give --templates the umpire's folder, or audit the packet that came with the report";

/// Checks that a report is, line by line, one that a party was sent: the packet is made again as of the entry
/// whose hash the report quotes, and rendered with these templates. `name` is how a failure calls the report.
///
/// # Errors
/// If the journal has no entry that the report quotes, or the first line that differs; [`MatchFault::No`]
/// without the seed, since nobody can know then what was asked.
pub fn report(
    past: &Past<'_>,
    templates: &Templates,
    text: &str,
    name: &str,
) -> Result<Rendered, MatchFault> {
    if !past.has_seed() {
        let what = format!("the dice seed is not disclosed yet, so the report {name} cannot be made again");
        return Err(MatchFault::no(what, "audit it when the match is over"));
    }
    let text = text.replace("\r\n", "\n");
    let mut nearest: Option<Candidate> = None;
    for entry in quoted_entries(past, &text) {
        for candidate in rendered(past, templates, entry, &text)? {
            if candidate.text == text {
                return Ok(candidate.rendered);
            }
            if nearest.as_ref().is_none_or(|other| other.alike < candidate.alike) {
                nearest = Some(candidate);
            }
        }
    }
    Err(match nearest {
        Some(candidate) => proof(candidate.rendered.entry, differing(&candidate, &text, name)),
        None => {
            let what = format!("the journal has no entry whose hash the report {name} quotes as its head");
            MatchFault::Proof { entry: None, what }
        }
    })
}

/// The numbers of the entries whose hashes stand in a text. Every report names the genesis, and none is of
/// its day.
fn quoted_entries(past: &Past<'_>, text: &str) -> Vec<u64> {
    let words: BTreeSet<Digest> = hashes(text).into_iter().collect();
    let entries = past.entries().iter().skip(1).rev();
    entries.filter(|entry| words.contains(&entry.hash())).map(|entry| entry.header().number).collect()
}

/// Every 64 hexadecimal digits of a text that stand by themselves, in their order.
pub(super) fn hashes(text: &str) -> Vec<Digest> {
    let words = text.split(|letter: char| !letter.is_ascii_alphanumeric());
    words.filter(|word| word.len() == 64).filter_map(|word| Digest::parse(word).ok()).collect()
}

/// What each party was sent as of an entry, in the formats that the text may be in.
fn rendered(
    past: &Past<'_>,
    templates: &Templates,
    entry: u64,
    text: &str,
) -> Result<Vec<Candidate>, MatchFault> {
    let is_page = text.trim_start().starts_with('<');
    let mut found = Vec::new();
    for &party in past.parties()? {
        let packet = past.packet(entry, party)?;
        // The first versions of sealord numbered entries as the journal does.
        let mut earlier = packet.clone();
        earlier.verify.entry = entry;
        let packets = if earlier == packet { vec![packet] } else { vec![packet, earlier] };
        let ways = packets.iter().flat_map(|packet| Format::ALL.map(|format| (packet, format)));
        for (packet, format) in ways.filter(|(_, format)| (*format == Format::Html) == is_page) {
            let due = render(templates, packet, format)?;
            let alike = due.lines().zip(text.lines()).take_while(|(due, held)| due == held).count();
            found.push(Candidate { rendered: Rendered { entry, party, format }, text: due, alike });
        }
    }
    Ok(found)
}

/// Where a report begins to differ from the nearest one that the journal gives.
fn differing(due: &Candidate, text: &str, name: &str) -> String {
    let line = |text: &str| match text.lines().nth(due.alike) {
        Some(line) => quote(line.trim()),
        None => "nothing".to_owned(),
    };
    let (at, party) = (due.alike + 1, due.rendered.party);
    let (has, was) = (line(text), line(&due.text));
    if has == was {
        return format!(
            "the report {name} is not the one of the {party}: line {at} is spaced or ended otherwise\n  help: {HELP}"
        );
    }
    format!(
        "the report {name} is not the one of the {party}: line {at} is {has}, but it was {was}\n  help: {HELP}"
    )
}
