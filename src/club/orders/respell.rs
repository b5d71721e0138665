//! An answer with ids in place of what was written: single names, numbers, parts of names, and groups such as
//! `2x SBD Dauntless`, `all CA` or `Brest`.

use std::collections::{BTreeMap, BTreeSet};

use serde_json::Value;

use engine::draft::spelling::{Found, Names, Place, Spelled, counted, fold};
use engine::draft::{AnswerBody, AnswerDraft, Entry, EntryValue, Groups, GroupsDraft, Word};
use engine::question::OpenQuestion;
use engine::table::judge::groups::members;
use engine::view::{Packet, Sea, Unit};

/// What a view says of where units stand and what they are.
#[derive(Clone, Debug, Default)]
pub struct Ground {
    /// Every place: its word in files, and its name.
    places: Vec<(String, String)>,
    /// The place of each own unit, by its id.
    stands: BTreeMap<String, usize>,
    /// The class of each own unit, by its id.
    classes: BTreeMap<String, String>,
    /// The groups that stand.
    groups: Groups,
}

impl Ground {
    /// What the view of a packet says; nothing if it is damaged.
    pub fn of(packet: &Packet) -> Ground {
        Ground { groups: packet.groups.clone(), ..Ground::seen(&packet.view) }
    }

    /// The same with the groups of a file.
    pub fn with(self, draft: Option<&GroupsDraft>) -> Ground {
        Ground { groups: self.groups.and(draft), ..self }
    }

    /// The groups that stand.
    pub fn groups(&self) -> &Groups {
        &self.groups
    }

    fn seen(view: &Value) -> Ground {
        let mut ground = Ground::default();
        let Ok(sea) = Sea::of(view) else { return ground };
        for zone in &sea.zones {
            let word = zone.word().unwrap_or_default();
            ground.note(word, zone.name, &zone.own);
        }
        for port in &sea.ports {
            ground.note(port.id.to_owned(), port.name, &port.own);
        }
        ground
    }

    fn note(&mut self, word: String, name: &str, units: &[Unit<&str>]) {
        let at = self.places.len();
        self.places.push((word, name.to_owned()));
        for unit in units {
            self.stands.insert(unit.id.to_owned(), at);
            self.classes.insert(unit.id.to_owned(), unit.class.to_owned());
        }
    }
}

/// An answer as it counts, and what was read for what.
pub struct Respelled {
    /// The answer, in which every word that is understood is an id, or as it was.
    pub draft: AnswerDraft,
    /// What was read for what.
    pub spelled: Vec<Spelled>,
}

/// Which subjects a word means.
enum Who {
    /// It is an id or a name already.
    Exact(Vec<usize>),
    /// It means this one; how surely.
    One(usize, usize),
    /// It means several.
    Group(Vec<usize>),
}

impl Who {
    fn all(&self) -> Vec<usize> {
        match self {
            Who::Exact(all) | Who::Group(all) => all.clone(),
            Who::One(_, only) => vec![*only],
        }
    }

    /// How unsure it is, for a choice between two ways to read a line.
    fn doubt(&self) -> usize {
        match self {
            Who::Exact(_) => 0,
            Who::One(level, _) => 1 + level,
            Who::Group(_) => 3,
        }
    }
}

/// Writes ids for all that is understood in an answer to a question. `is_anothers` says which words are names
/// of things that somebody else orders.
pub(super) fn respelled(
    question: &OpenQuestion,
    ground: &Ground,
    draft: &AnswerDraft,
    is_anothers: &dyn Fn(&str) -> bool,
) -> Respelled {
    let subjects = question.subjects.iter().map(|it| (&*it.id, &*it.name, &*it.note));
    let options = question.options.iter().map(|it| (&*it.id, &*it.name, &*it.note));
    let mut speller = Speller {
        question,
        ground,
        subjects: Names::new(subjects),
        options: Names::new(options),
        places: Names::new(ground.places.iter().map(|(word, name)| (&**word, &**name, ""))),
        exact_subjects: exact(question.subjects.iter().map(|it| [&it.id, &it.name])),
        exact_options: exact(question.options.iter().map(|it| [&it.id, &it.name])),
        is_anothers,
        taken: BTreeSet::new(),
        spelled: Vec::new(),
    };
    speller.note_groups();
    let body = speller.body(&draft.body);
    Respelled { draft: AnswerDraft { key: draft.key.clone(), body }, spelled: speller.spelled }
}

fn exact<'n>(names: impl Iterator<Item = [&'n String; 2]>) -> BTreeMap<String, Vec<usize>> {
    let mut known: BTreeMap<String, Vec<usize>> = BTreeMap::new();
    for (at, [id, name]) in names.enumerate() {
        let lower = [id.to_lowercase(), name.to_lowercase()];
        known.entry(lower[0].clone()).or_default().push(at);
        if lower[0] != lower[1] {
            known.entry(lower[1].clone()).or_default().push(at);
        }
    }
    known
}

struct Speller<'q> {
    question: &'q OpenQuestion,
    ground: &'q Ground,
    subjects: Names,
    options: Names,
    places: Names,
    exact_subjects: BTreeMap<String, Vec<usize>>,
    exact_options: BTreeMap<String, Vec<usize>>,
    is_anothers: &'q dyn Fn(&str) -> bool,
    /// Subjects that are named one by one, which no group takes.
    taken: BTreeSet<usize>,
    spelled: Vec<Spelled>,
}

impl Speller<'_> {
    /// Notes groups as names of those of their members that the question asks about; their names stay.
    fn note_groups(&mut self) {
        for group in self.ground.groups.iter() {
            let name = group.name.to_lowercase();
            let (here, _) = members(self.question, group);
            if !here.is_empty() && !self.exact_options.contains_key(&name) {
                self.exact_subjects.entry(name).or_insert(here);
            }
        }
    }

    fn body(&mut self, body: &AnswerBody) -> AnswerBody {
        match body {
            AnswerBody::Single(word) => AnswerBody::Single(self.single(word)),
            AnswerBody::Entries(entries) => {
                // Where every line is exact, no group is read that would leave others out.
                if !entries.iter().all(|entry| self.is_exact(entry)) {
                    self.note_taken(entries);
                }
                AnswerBody::Entries(entries.iter().map(|entry| self.entry(entry)).collect())
            }
        }
    }

    /// The choice for the only subject.
    fn single(&mut self, word: &Word) -> Word {
        match self.question.subjects.len() {
            1 => self
                .option(word, &[0])
                .map_or_else(|| word.clone(), |(_, at)| self.spell_option(word, at, Place::Value)),
            _ => word.clone(),
        }
    }

    /// Notes whom lines name one by one.
    fn note_taken(&mut self, entries: &[Entry]) {
        let named = entries.iter().flat_map(|entry| match &entry.value {
            EntryValue::One(word) => entry.keys.iter().chain(std::slice::from_ref(word)),
            EntryValue::Many(words) => words.iter().chain(&[]),
        });
        for word in named {
            match self.one(word, false) {
                Some(Who::Exact(all)) => self.taken.extend(all),
                Some(Who::One(_, only)) => _ = self.taken.insert(only),
                _ => {}
            }
        }
    }

    fn is_option(&self, word: &Word) -> bool {
        self.exact_options.contains_key(&word.text.to_lowercase())
    }

    fn is_subject(&self, word: &Word) -> bool {
        self.exact_subjects.contains_key(&word.text.to_lowercase())
    }

    /// Whether a line counts as it is: ids or names of subjects and an option, or the other way round.
    fn is_exact(&self, entry: &Entry) -> bool {
        let EntryValue::One(choice) = &entry.value else { return false };
        let is_readable = |key: &Word| {
            (self.is_subject(key) && self.is_option(choice))
                || (self.is_option(key) && self.is_subject(choice))
        };
        entry.keys.iter().all(is_readable)
    }

    fn entry(&mut self, entry: &Entry) -> Entry {
        match &entry.value {
            EntryValue::One(choice) => self.line(entry, choice),
            EntryValue::Many(names) => self.list(entry, names),
        }
    }

    /// A name and a choice, or an option and its subject.
    fn line(&mut self, entry: &Entry, choice: &Word) -> Entry {
        let only = if let [only] = entry.keys.as_slice() { Some(only) } else { None };
        if self.is_exact(entry) {
            return entry.clone();
        }
        let who: Vec<Option<Who>> = entry.keys.iter().map(|key| self.who(key)).collect();
        let those: Vec<usize> = who.iter().flatten().flat_map(Who::all).collect();
        let what = self.option(choice, &those);
        let forward = who.iter().all(Option::is_some).then_some(()).and(what);
        let reversed = only.and_then(|key| {
            let who = self.who(choice)?;
            let (doubt, option) = self.option(key, &who.all())?;
            Some((doubt + who.doubt(), who, option))
        });
        let doubt = |what: usize| what + who.iter().flatten().map(Who::doubt).sum::<usize>();
        match (forward, reversed) {
            (Some((what, _)), Some((other, ..))) if doubt(what) == other => entry.clone(),
            (forward, Some((other, who, option))) if forward.is_none_or(|(what, _)| other < doubt(what)) => {
                let key = self.spell_option(&entry.key, option, Place::Key);
                let names = self.spell_who(choice, &who, Place::Value);
                let keys = vec![key.clone()];
                match <[Word; 1]>::try_from(names) {
                    Ok([name]) => Entry { key, keys, value: EntryValue::One(name) },
                    Err(names) => Entry { key, keys, value: EntryValue::Many(names) },
                }
            }
            _ => {
                let value = match what {
                    Some((_, at)) => self.spell_option(choice, at, Place::Value),
                    None => choice.clone(),
                };
                self.keys(entry, &who, EntryValue::One(value))
            }
        }
    }

    /// The entry with ids for the names in its key.
    fn keys(&mut self, entry: &Entry, who: &[Option<Who>], value: EntryValue) -> Entry {
        let before = self.spelled.len();
        let mut keys = Vec::new();
        for (key, who) in entry.keys.iter().zip(who) {
            match who {
                Some(who) => keys.extend(self.spell_who(key, who, Place::Key)),
                None => keys.push(key.clone()),
            }
        }
        if self.spelled.len() == before {
            return Entry { key: entry.key.clone(), keys: entry.keys.clone(), value };
        }
        // The key is one word of the file, so it is written anew as a whole.
        self.spelled.truncate(before);
        let ids: Vec<String> = keys.iter().map(|key| key.text.clone()).collect();
        let (spot, text) = (entry.key.spot, ids.join(", "));
        self.spelled.push(Spelled { spot, said: entry.key.text.clone(), ids, place: Place::Key });
        Entry { key: Word { text, spot }, keys, value }
    }

    /// An option and the list of those who take it.
    fn list(&mut self, entry: &Entry, names: &[Word]) -> Entry {
        let who: Vec<Option<Who>> = names.iter().map(|name| self.who(name)).collect();
        let those: Vec<usize> = who.iter().flatten().flat_map(Who::all).collect();
        let key = match self.option(&entry.key, &those) {
            Some((_, at)) => self.spell_option(&entry.key, at, Place::Key),
            None => entry.key.clone(),
        };
        let mut spelled = Vec::new();
        for (name, who) in names.iter().zip(&who) {
            match who {
                Some(who) => spelled.extend(self.spell_who(name, who, Place::Entry)),
                None => spelled.push(name.clone()),
            }
        }
        Entry { keys: vec![key.clone()], key, value: EntryValue::Many(spelled) }
    }

    /// The subject that a word means by itself.
    fn one(&self, word: &Word, sure: bool) -> Option<Who> {
        if let Some(all) = self.exact_subjects.get(&word.text.to_lowercase()) {
            return Some(Who::Exact(all.clone()));
        }
        if (self.is_anothers)(&word.text) || self.ground.groups.get(&word.text).is_some() {
            return None;
        }
        let all: Vec<usize> = (0..self.question.subjects.len()).collect();
        match self.subjects.find(&word.text, &all, sure)? {
            (level, found) if found.len() == 1 => Some(Who::One(level, found[0])),
            _ => None,
        }
    }

    /// The subjects that a word means: one, those of a group, or those that stand in a place.
    fn who(&mut self, word: &Word) -> Option<Who> {
        if !self.is_subject(word) && self.ground.groups.get(&word.text).is_some() {
            return None;
        }
        let found = self.one(word, true).or_else(|| self.group(&word.text));
        let found = found.or_else(|| self.at_place(&word.text, true)).or_else(|| self.one(word, false));
        let found = found.or_else(|| self.at_place(&word.text, false))?;
        if let Who::Group(all) = &found {
            self.taken.extend(all);
        }
        Some(found)
    }

    /// The subjects of a group such as `2x SBD Dauntless` or `all CA`.
    fn group(&self, word: &str) -> Option<Who> {
        let (most, rest) = counted(word)?;
        let free =
            |all: Vec<usize>| all.into_iter().filter(|at| !self.taken.contains(at)).collect::<Vec<_>>();
        let mut found = free(self.of_class(&rest));
        if found.is_empty() && !rest.is_empty() {
            let all: Vec<usize> = (0..self.question.subjects.len()).collect();
            let named = self.subjects.find(&rest, &all, false);
            let named = named.or_else(|| self.subjects.find(rest.strip_suffix('s')?, &all, false));
            found = named.map_or_else(Vec::new, |(_, found)| free(found));
            if found.is_empty() && most.is_none() {
                found = self.there(&rest, false).map_or_else(Vec::new, free);
            }
        }
        match most {
            Some(most) if most == 0 || found.len() < most => None,
            Some(most) => Some(Who::Group(found.into_iter().take(most).collect())),
            None => (!found.is_empty()).then_some(Who::Group(found)),
        }
    }

    /// The subjects of a class, in the singular or the plural; all of them for no word.
    fn of_class(&self, class: &str) -> Vec<usize> {
        let all = 0..self.question.subjects.len();
        let is_it = |word: &str| {
            let word = fold(word);
            !word.is_empty() && (word == class || class.strip_suffix('s') == Some(&*word))
        };
        let fits = |at: &usize| {
            let subject = &self.question.subjects[*at];
            let note = subject.note.split(',').next().unwrap_or_default();
            let known = self.ground.classes.get(&subject.id).is_some_and(|class| is_it(class));
            class.is_empty() || known || is_it(note) || is_it(note.split(' ').next().unwrap_or_default())
        };
        all.filter(fits).collect()
    }

    /// Those that stand in a place, except those that are named one by one.
    fn at_place(&self, word: &str, sure: bool) -> Option<Who> {
        let there: Vec<usize> =
            self.there(word, sure)?.into_iter().filter(|at| !self.taken.contains(at)).collect();
        (!there.is_empty()).then_some(Who::Group(there))
    }

    fn there(&self, word: &str, sure: bool) -> Option<Vec<usize>> {
        let all: Vec<usize> = (0..self.ground.places.len()).collect();
        let (_, found) = self.places.find(word, &all, sure).filter(|(_, found)| found.len() == 1)?;
        let stands = |at: &usize| self.ground.stands.get(&self.question.subjects[*at].id) == Some(&found[0]);
        let there: Vec<usize> = (0..self.question.subjects.len()).filter(stands).collect();
        (!there.is_empty()).then_some(there)
    }

    /// The option that a word means for some subjects: an id or name as it is, or else one that is open to
    /// them.
    fn option(&self, word: &Word, subjects: &[usize]) -> Option<(usize, Option<usize>)> {
        if self.is_option(word) {
            return Some((0, None));
        }
        let sets: BTreeSet<u16> = subjects.iter().map(|&at| self.question.subjects[at].set).collect();
        let open: BTreeSet<usize> = sets
            .iter()
            .flat_map(|&set| &self.question.sets[usize::from(set)])
            .map(|&at| usize::from(at))
            .collect();
        let open: Vec<usize> = open.into_iter().collect();
        let all: Vec<usize> = (0..self.question.options.len()).collect();
        let only = |found: Found| (found.1.len() == 1).then_some((1 + found.0, Some(found.1[0])));
        match self.options.find(&word.text, &open, false) {
            Some(found) => only(found),
            None => self.options.find(&word.text, &all, false).and_then(only),
        }
    }

    fn spell_option(&mut self, word: &Word, at: Option<usize>, place: Place) -> Word {
        let Some(at) = at else { return word.clone() };
        let id = self.question.options[at].id.clone();
        self.note(word, vec![id.clone()], place);
        Word { text: id, spot: word.spot }
    }

    fn spell_who(&mut self, word: &Word, who: &Who, place: Place) -> Vec<Word> {
        if let Who::Exact(_) = who {
            return vec![word.clone()];
        }
        let ids: Vec<String> = who.all().iter().map(|&at| self.question.subjects[at].id.clone()).collect();
        self.note(word, ids.clone(), place);
        ids.into_iter().map(|text| Word { text, spot: word.spot }).collect()
    }

    fn note(&mut self, word: &Word, ids: Vec<String>, place: Place) {
        self.spelled.push(Spelled { spot: word.spot, said: word.text.clone(), ids, place });
    }
}
