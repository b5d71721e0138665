//! Groups of a file: whether their names and members can be meant, and what is said of them.

use std::collections::BTreeSet;

use engine::adjudicator::Adjudicator;
use engine::draft::group::MOST;
use engine::draft::spelling::{Names, Place, Spelled, fold, several};
use engine::draft::{AnswerBody, AnswerDraft, EntryValue, Groups, GroupsDraft, Word};
use engine::problem::{Candidates, Collector, quote, visible};
use engine::question::OpenQuestion;
use engine::table::judge::groups::members;
use engine::table::judge::problem;
use engine::view::{Packet, Sea};

/// How wide the line of a group in a form is.
const WIDE: usize = 100;

/// Reads the groups of a file as they are meant: their members get their ids. Notes what cannot be, with the
/// file's name left empty, and gives what was read for what.
pub fn as_meant(
    rules: &dyn Adjudicator,
    packet: &Packet,
    draft: &mut GroupsDraft,
    problems: &mut Collector,
) -> Vec<Spelled> {
    let mut check = Check { rules, packet, problems, own: own(packet), spelled: Vec::new() };
    let mut groups = packet.groups.clone();
    for group in &mut draft.groups {
        check.name(&group.name, &groups);
        for member in &mut group.members {
            check.member(member, &groups);
        }
        groups.take(group);
    }
    if let Some(last) = draft.groups.last().filter(|_| groups.standing().iter().count() > MOST) {
        let what = format!("a side has at most {MOST} groups");
        let mend = Some("take others back, as in `kido-butai: none`".to_owned());
        check.problems.push(problem(&last.name, "too-many-groups", what, mend, None));
    }
    check.spelled
}

/// The reader's own units, by id and name.
pub fn own(packet: &Packet) -> Vec<(String, String)> {
    let Ok(sea) = Sea::of(&packet.view) else { return Vec::new() };
    let zones = sea.zones.iter().flat_map(|zone| &zone.own);
    let units = zones.chain(sea.ports.iter().flat_map(|port| &port.own));
    units.map(|unit| (unit.id.to_owned(), unit.name.to_owned())).collect()
}

struct Check<'c> {
    rules: &'c dyn Adjudicator,
    packet: &'c Packet,
    problems: &'c mut Collector,
    own: Vec<(String, String)>,
    spelled: Vec<Spelled>,
}

impl Check<'_> {
    fn refuse(&mut self, at: &Word, code: &str, what: String, mend: String) {
        self.problems.push(problem(at, code, what, Some(mend), None));
    }

    /// Whether a group may be called so: nothing else in the match is.
    fn name(&mut self, name: &Word, groups: &Groups) {
        if groups.get(&name.text).is_some() {
            return;
        }
        let folded = fold(&name.text);
        let alike = |(id, name): &(String, String)| fold(id) == folded || fold(name) == folded;
        let questions = self.packet.questions.iter().chain(&self.packet.ahead);
        let mut questions = questions.chain(self.packet.later.iter().map(|it| &it.question));
        let is_asked = |question: &OpenQuestion| {
            let subjects = question.subjects.iter().flat_map(|it| [&it.id, &it.name]);
            let options = question.options.iter().flat_map(|it| [&it.id, &it.name]);
            subjects.chain(options).any(|it| fold(it) == folded)
        };
        let is_taken = self.own.iter().any(alike)
            || self.rules.is_taken(&name.text)
            || questions.any(is_asked)
            || groups.names().any(|it| fold(it) == folded);
        if is_taken {
            let what =
                format!("{} means something else already, so no group can be called so", quote(&name.text));
            let mend = format!("write another name, as in `{}-group`", name.text);
            self.refuse(name, "taken-group-name", what, mend);
        }
    }

    /// Puts the id of a unit in place of what a member is called.
    fn member(&mut self, word: &mut Word, groups: &Groups) {
        if groups.get(&word.text).is_some() {
            return;
        }
        match self.unit(&word.text, groups) {
            Ok(Some(id)) if id == word.text => {}
            Ok(Some(id)) => {
                let (spot, said) = (word.spot, std::mem::replace(&mut word.text, id.clone()));
                self.spelled.push(Spelled { spot, said, ids: vec![id], place: Place::Entry });
            }
            Ok(None) => self.unknown(word, groups),
            Err((what, mend)) => self.refuse(word, "ambiguous-name", what, mend),
        }
    }

    /// The id of the unit that a word is, or may mean; first among the reader's own.
    fn unit(&self, word: &str, groups: &Groups) -> Result<Option<String>, (String, String)> {
        let is_known = |id: &&(String, String)| id.0 == word;
        let stands = groups.iter().any(|group| group.members.iter().any(|it| it == word));
        if stands || self.own.iter().any(|it| is_known(&it)) {
            return Ok(Some(word.to_owned()));
        }
        if let Some(id) = self.rules.unit(word) {
            return Ok(Some(id));
        }
        let names = Names::new(self.own.iter().map(|(id, name)| (&**id, &**name, "")));
        let all: Vec<usize> = (0..self.own.len()).collect();
        let found = names.find(word, &all, false).map_or_else(Vec::new, |(_, found)| found);
        match found[..] {
            [] => self.rules.unit_meant(word),
            [only] => Ok(Some(self.own[only].0.clone())),
            _ => Err(several(word, &found.iter().map(|&at| &*self.own[at].0).collect::<Vec<_>>())),
        }
    }

    fn unknown(&mut self, word: &Word, groups: &Groups) {
        let others = self.rules.unit_names();
        let own = self.own.iter().flat_map(|(id, name)| [id.as_str(), name]);
        let names = own.chain(groups.names()).chain(others.iter().map(String::as_str));
        let mend = match Candidates::new(names).nearest(&word.text) {
            Some(near) => format!("did you mean `{near}`?"),
            None => "write a unit as reports and forms have it, or another of your groups".to_owned(),
        };
        self.refuse(word, "unknown-member", format!("{} is no unit of this match", quote(&word.text)), mend);
    }
}

/// Writes the groups that stand as remarks of a form, one line each.
pub(super) fn write_remarks(text: &mut String, groups: &Groups) {
    if groups.is_empty() {
        return;
    }
    text.push_str("# your groups, each of which may stand for its units:\n");
    for group in groups.iter() {
        let mut line = format!("#   {}: ", visible(&group.name));
        for (at, member) in group.members.iter().enumerate() {
            let left = group.members.len() - at;
            if line.len() + member.len() > WIDE {
                line += &format!("… ({left} more)");
                break;
            }
            line += &visible(member);
            line += if left > 1 { ", " } else { "" };
        }
        text.push_str(line.trim_end());
        text.push('\n');
    }
}

/// What a receipt says of the groups that a file brings.
pub(super) fn brought(draft: &GroupsDraft, groups: &Groups) -> Vec<String> {
    let names: BTreeSet<&str> = draft.groups.iter().map(|group| group.name.text.as_str()).collect();
    let line = |name: &str| match groups.get(name).map(|group| group.members.as_slice()) {
        None | Some([]) => format!("group {name}: none from now on"),
        Some(members) => format!("group {name}: {}", members.join(", ")),
    };
    names.into_iter().map(line).collect()
}

/// What a receipt says of a group that stands in an answer and does not mean all of its members there.
pub(super) fn passed_over(
    packet: &Packet,
    question: &OpenQuestion,
    groups: &Groups,
    draft: &AnswerDraft,
) -> Vec<String> {
    let AnswerBody::Entries(entries) = &draft.body else { return Vec::new() };
    let words = entries.iter().flat_map(|entry| {
        let behind = match &entry.value {
            EntryValue::One(word) => std::slice::from_ref(word),
            EntryValue::Many(words) => words,
        };
        entry.keys.iter().chain(behind)
    });
    let mut seen = BTreeSet::new();
    let named = words.filter_map(|word| groups.get(&word.text)).filter(|it| seen.insert(it.name.clone()));
    let named: Vec<_> = named.collect();
    // Hardly any answer names a group, and the map takes a while to read.
    if named.is_empty() {
        return Vec::new();
    }
    let own = own(packet);
    let mut lines = Vec::new();
    for group in named {
        let (_, others) = members(question, group);
        let (there, gone): (Vec<&str>, Vec<&str>) =
            others.into_iter().partition(|id| own.iter().any(|(it, _)| it == id));
        let mut say = |who: &[&str], why: &str| {
            if !who.is_empty() {
                lines.push(format!("{}: {} without {}: {why}", question.key, group.name, who.join(", ")));
            }
        };
        say(&there, "not asked about here");
        say(&gone, "not on your map now");
    }
    lines
}
