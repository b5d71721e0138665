//! Protests, rulings on them, and appeals: notes with a member that says so. What follows from a ruling on
//! the position is a ruling or an undo of its own.

use serde::{Deserialize, Serialize};

use super::note::{Kept, Note, Voice};
use super::record;
use engine::entry::{Entry, Kind};
use engine::party::Party;

/// Characters of the id of a rule; the ledgers' are shorter.
const LONGEST_RULE: usize = 60;

/// A player says that a rule was not kept.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Protest {
    /// Its number in the match, from 1.
    pub number: u32,
    /// The id of the rule in the ledger of the match's system.
    pub rule: String,
    /// The exchange of which the outcome is disputed; 0 for what happened before the first.
    pub exchange: u32,
}

/// The umpire's answer to a protest.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ProtestRuling {
    /// The number of the protest.
    pub protest: u32,
    /// Whether the player is right.
    pub upheld: bool,
}

impl ProtestRuling {
    /// `upheld` or `denied`.
    pub fn word(self) -> &'static str {
        if self.upheld { "upheld" } else { "denied" }
    }
}

impl Note {
    /// What is wrong with the shape of a protest, a ruling or an appeal, if something is.
    pub(super) fn protest_amiss(&self) -> Option<&'static str> {
        let members = [self.protest.is_some(), self.ruling.is_some(), self.appeal.is_some()];
        match members.into_iter().filter(|is_there| *is_there).count() {
            0 => return None,
            1 => {}
            _ => return Some("it is a protest, a ruling or an appeal, and not two of them"),
        }
        if self.ballot.is_some() || self.stops.is_some() {
            return Some("a vote is no part of a protest");
        }
        if self.words.is_empty() {
            return Some("it gives no reasons");
        }
        if self.ruling.is_some() {
            let to_all = self.from == Some(Voice::Umpire) && self.act.is_some() && self.to.is_empty();
            return (!to_all).then_some("a ruling on a protest is the umpire's, and for all");
        }
        let to_umpire = matches!(self.from, Some(Voice::Party(_))) && self.to == [Voice::Umpire];
        if !to_umpire {
            return Some("a protest is a side's, and for the umpire alone");
        }
        let rule = self.protest.as_ref().map(|protest| protest.rule.as_str());
        let is_id = |rule: &str| {
            (1..=LONGEST_RULE).contains(&rule.len()) && rule.bytes().all(|byte| byte.is_ascii_graphic())
        };
        (!rule.is_none_or(is_id)).then_some("it names no rule")
    }
}

/// A protest with what came of it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct FiledProtest {
    /// What it says.
    #[serde(flatten)]
    pub protest: Protest,
    /// Whose it is.
    #[serde(rename = "side")]
    pub by: Party,
    /// The number of its entry.
    pub entry: u64,
    /// The reasons.
    pub reasons: String,
    /// The umpire's answer.
    pub ruled: Option<Ruled>,
    /// Who appealed.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub appeals: Vec<FiledAppeal>,
}

/// An answer to a protest.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Ruled {
    /// Whether the player was right.
    pub upheld: bool,
    /// The number of its entry.
    pub entry: u64,
    /// When it was made, as the entry says.
    pub time: String,
    /// The umpire's reasons.
    pub reasons: String,
}

/// An appeal against a ruling.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct FiledAppeal {
    /// Whose it is.
    #[serde(rename = "side")]
    pub by: Party,
    /// The number of its entry.
    pub entry: u64,
}

impl FiledProtest {
    /// Its number, whose it is, and the rule: `protest 1 of the Axis (SOT-5.5.4.2-5, exchange 4)`.
    pub fn in_words(&self) -> String {
        let Protest { number, rule, exchange } = &self.protest;
        let of = match exchange {
            0 => "before exchange 1".to_owned(),
            exchange => format!("exchange {exchange}"),
        };
        format!("protest {number} of the {} ({rule}, {of})", self.by.name())
    }

    /// What waits for the umpire or, once the match is over, for a panel.
    fn waits(&self, over: bool) -> Vec<String> {
        let filed = self.in_words();
        if self.ruled.is_none() {
            return vec![match over {
                true => format!("{filed} was not ruled on before the end: it waits for a panel"),
                false => format!("{filed} waits for a ruling"),
            }];
        }
        let appeal = |by: &FiledAppeal| {
            format!("the {} appeal against the ruling on {filed}: it waits for a panel", by.by.name())
        };
        self.appeals.iter().map(appeal).collect()
    }
}

/// All protests of a match, in their order.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Docket(Vec<FiledProtest>);

impl Docket {
    /// The protests among notes; those that cannot stand where they stand are for the audit to name.
    pub fn of(notes: &[Kept]) -> Docket {
        let mut docket = Docket::default();
        for kept in notes {
            _ = docket.take((kept.entry, &kept.time), &kept.note);
        }
        docket
    }

    /// The protests in a journal.
    pub fn of_entries(entries: &[Entry]) -> Docket {
        let mut docket = Docket::default();
        for entry in entries.iter().filter(|entry| entry.header().kind == Kind::Note) {
            let header = entry.header();
            if let Ok(note) = record::body::<Note>(entry) {
                _ = docket.take((header.number, &header.time), &note);
            }
        }
        docket
    }

    /// What waits for the umpire or for a panel, a sentence each.
    pub fn waiting(&self, over: bool) -> Vec<String> {
        self.0.iter().flat_map(|filed| filed.waits(over)).collect()
    }

    /// Takes a note, of the entry with this number and time.
    ///
    /// # Errors
    /// Why it cannot stand here.
    pub fn take(&mut self, (entry, time): (u64, &str), note: &Note) -> Result<(), String> {
        let reasons = note.words.clone();
        if let (Some(protest), Some(Voice::Party(by))) = (&note.protest, note.from) {
            if protest.number != self.next() {
                return Err(format!("it is protest {}, and {} comes next", protest.number, self.next()));
            }
            let protest = protest.clone();
            self.0.push(FiledProtest { protest, by, entry, reasons, ruled: None, appeals: Vec::new() });
        } else if let Some(ruling) = note.ruling {
            let filed = self.find_mut(ruling.protest)?;
            if let Some(before) = &filed.ruled {
                return Err(format!("protest {} was ruled on in entry {}", ruling.protest, before.entry));
            }
            filed.ruled = Some(Ruled { upheld: ruling.upheld, entry, time: time.to_owned(), reasons });
        } else if let (Some(number), Some(Voice::Party(by))) = (note.appeal, note.from) {
            let filed = self.find_mut(number)?;
            if filed.ruled.is_none() {
                return Err(format!("protest {number} was not ruled on, so nobody can appeal"));
            }
            if let Some(before) = filed.appeals.iter().find(|appeal| appeal.by == by) {
                let (by, entry) = (by.name(), before.entry);
                return Err(format!(
                    "the {by} appealed against the ruling on protest {number} in entry {entry}"
                ));
            }
            filed.appeals.push(FiledAppeal { by, entry });
        }
        Ok(())
    }

    /// The number of the protest that comes next.
    pub fn next(&self) -> u32 {
        self.0.len() as u32 + 1
    }

    /// All protests.
    pub fn all(&self) -> &[FiledProtest] {
        &self.0
    }

    /// A protest by its number.
    ///
    /// # Errors
    /// If there is none, with those that there are.
    pub fn find(&self, number: u32) -> Result<&FiledProtest, String> {
        let at = usize::try_from(number).ok().and_then(|number| number.checked_sub(1));
        at.and_then(|at| self.0.get(at)).ok_or_else(|| self.none(number))
    }

    fn find_mut(&mut self, number: u32) -> Result<&mut FiledProtest, String> {
        let none = self.none(number);
        let at = usize::try_from(number).ok().and_then(|number| number.checked_sub(1));
        at.and_then(|at| self.0.get_mut(at)).ok_or(none)
    }

    fn none(&self, number: u32) -> String {
        let there = match self.0.len() {
            0 => "the match has no protest".to_owned(),
            1 => "the match has protest 1 alone".to_owned(),
            many => format!("the match has protests 1 to {many}"),
        };
        format!("there is no protest {number}: {there}")
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use engine::rulebook::two_sided::party::{ALLIES, AXIS};

    fn protest(number: u32) -> Note {
        engine::rulebook::two_sided::declare();
        Note {
            from: Some(Voice::Party(AXIS)),
            to: vec![Voice::Umpire],
            words: "It was wrong.".to_owned(),
            protest: Some(Protest { number, rule: "SOT-5-1".to_owned(), exchange: 2 }),
            ..Note::default()
        }
    }

    fn ruling(protest: u32) -> Note {
        Note {
            from: Some(Voice::Umpire),
            act: Some("denied it".to_owned()),
            words: "It was right.".to_owned(),
            ruling: Some(ProtestRuling { protest, upheld: false }),
            ..Note::default()
        }
    }

    fn appeal(number: u32) -> Note {
        Note { protest: None, appeal: Some(number), ..protest(1) }
    }

    #[test]
    fn each_is_numbered_ruled_on_once_and_appealed_once_by_a_side() {
        let mut docket = Docket::default();
        let mut take = |note: &Note, wrong: &str| {
            let taken = docket.take((7, "2027-01-01T00:00:00Z"), note);
            assert_eq!(taken.err().unwrap_or_default(), wrong);
        };
        take(&protest(2), "it is protest 2, and 1 comes next");
        take(&ruling(1), "there is no protest 1: the match has no protest");
        take(&protest(1), "");
        take(&ruling(0), "there is no protest 0: the match has protest 1 alone");
        take(&appeal(1), "protest 1 was not ruled on, so nobody can appeal");
        take(&ruling(1), "");
        take(&ruling(1), "protest 1 was ruled on in entry 7");
        take(&appeal(1), "");
        take(&appeal(1), "the Axis appealed against the ruling on protest 1 in entry 7");
        take(&Note { from: Some(Voice::Party(ALLIES)), ..appeal(1) }, "");
        take(&protest(2), "");
        let waits = docket.waiting(false);
        assert_eq!(waits.len(), 3, "{waits:?}");
        assert!(docket.waiting(true).iter().all(|it| it.ends_with("waits for a panel")));
    }

    #[test]
    fn a_note_of_another_shape_is_amiss() {
        let amiss = |note: Note| note.amiss(&[AXIS, ALLIES]);
        assert_eq!(amiss(protest(1)), None);
        assert_eq!(amiss(ruling(1)), None);
        assert_eq!(amiss(appeal(1)), None);
        let no_rule = Protest { rule: String::new(), ..protest(1).protest.unwrap() };
        for note in [
            Note { to: Vec::new(), ..protest(1) },
            Note { to: vec![Voice::Umpire, Voice::Party(ALLIES)], ..protest(1) },
            Note { from: Some(Voice::Umpire), ..protest(1) },
            Note { from: None, ..protest(1) },
            Note { words: String::new(), ..protest(1) },
            Note { appeal: Some(1), ..protest(1) },
            Note { protest: Some(no_rule), ..protest(1) },
            Note { to: vec![Voice::Party(AXIS)], ..ruling(1) },
            Note { act: None, ..ruling(1) },
            Note { from: Some(Voice::Party(AXIS)), ..ruling(1) },
            Note { words: String::new(), ..ruling(1) },
            Note { to: Vec::new(), ..appeal(1) },
        ] {
            assert!(amiss(note.clone()).is_some(), "{note:?}");
        }
    }
}
