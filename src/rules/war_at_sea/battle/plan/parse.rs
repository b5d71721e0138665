//! Reads battle plans from YAML, and says everything that is wrong with them at once, with line and column.

use super::draft::{Bearing, Draft, GroupDraft, ROWS, ThenDraft};
use super::words::{ability, clause, member, posture, serves, share, target, unit, unit_words, usage};
use super::{
    Air, Asw, Hunters, Load, MOST_GROUPS, MOST_TRIGGERS, Multirole, NightAir, Order, Plan, Station, Strafe,
    Targeting, UnitWord, When,
};
use crate::games::{Games, GamesFault};
use crate::orders::checks::Reader;
use crate::orders::node::{Node, Scalar};
use crate::orders::{self, Word};
use crate::problem::{Collector, Problems, list_or, quote, suggest};
use crate::rules::war_at_sea::SYSTEM;
use crate::rules::war_at_sea::battle::map::End;
use crate::rules::war_at_sea::cards::{Ability, Cards};
use crate::tags::Tagged;

/// The keys of a plan.
const KEYS: [&str; 13] = [
    "like",
    "battle",
    "edge",
    "groups",
    "targets",
    "worth_floor",
    "air",
    "night",
    "cripples",
    "break_off",
    "rearguard",
    "triggers",
    "abilities",
];
/// The keys of a group.
const GROUP_KEYS: [&str; 8] = ["name", "members", "posture", "station", "seek", "rows", "depth", "asw"];
/// The keys of `air`.
const AIR_KEYS: [&str; 10] =
    ["cap", "escort", "strike", "mass", "weapon", "asw", "strafe", "multirole", "from_turn", "waves"];
/// The plan that is fought by where a side has none.
pub const BUILT_IN: &str = "built-in";
/// The plan by which the owner of a convoy fights where he has none.
pub const CONVOY_GUARD: &str = "convoy-guard";
const POSTURES: &str = "`close 0` to `close 3`, `stand-off 1` to `stand-off 6`, `screen GROUP`, `stay`, `withdraw`, `run`, \
                        `land`, `hunt`, `ambush` or `lurk`";
const CLAUSES: &str = "`turn N`, `night`, `day`, `own-lost P`, `enemy-lost P`, `own-crippled N`, `own-carriers-gone`, \
                       `enemy-carriers-gone`, `range N` or `outgunned P`";

/// The plans that have a name.
#[derive(Clone, Debug)]
pub struct Library {
    drafts: Vec<(String, Draft)>,
    plans: Vec<(String, Plan)>,
}

impl Library {
    /// Reads `plans.yaml`.
    ///
    /// # Errors
    /// If it does not hold plans, or not those without which no battle can be fought.
    pub fn load(games: &Games, cards: &Cards) -> Result<Library, GamesFault> {
        let fault = |what: String| GamesFault::Unsound { file: format!("{SYSTEM}/plans"), what };
        let file: serde_json::Map<String, serde_json::Value> = games.read(SYSTEM, "plans")?;
        let mut library = Library { drafts: Vec::new(), plans: Vec::new() };
        let (first, rest): (Vec<_>, Vec<_>) = file.iter().partition(|(name, _)| *name == BUILT_IN);
        for (name, value) in first.into_iter().chain(rest) {
            let mut problems = Collector::new();
            let text = value.to_string();
            let read = orders::read("plans.yaml", text.as_bytes(), &mut problems, |reader, root| {
                Writer { reader, cards, library: &library }.plan(root)
            });
            let (Some((mut draft, mut plan)), true) = (read, problems.is_empty()) else {
                let words = problems.finish().iter().map(|it| it.what.clone()).collect::<Vec<_>>().join(" ");
                return Err(fault(format!("{name}: {words}")));
            };
            (draft.unchanged, plan.unchanged) = (true, true);
            (draft.like, plan.like) = (name.clone(), name.clone());
            library.drafts.push((name.clone(), draft));
            library.plans.push((name.clone(), plan));
        }
        match [BUILT_IN, CONVOY_GUARD].iter().find(|name| library.named(name).is_none()) {
            None => Ok(library),
            Some(name) => Err(fault(format!("there is no plan {name}"))),
        }
    }

    /// The plan of a name.
    pub fn named(&self, name: &str) -> Option<&Plan> {
        self.plans.iter().find(|(it, _)| it == name).map(|(_, plan)| plan)
    }

    /// The names of all plans.
    pub fn names(&self) -> impl Iterator<Item = &str> {
        self.plans.iter().map(|(name, _)| name.as_str())
    }

    /// The plan that is fought by where a side has none.
    pub(super) fn built_in(&self) -> &Plan {
        &self.plans[0].1
    }

    fn draft(&self, name: &str) -> Option<&Draft> {
        self.drafts.iter().find(|(it, _)| it == name).map(|(_, draft)| draft)
    }

    fn groups(&self) -> &[GroupDraft] {
        self.drafts.first().map_or(&[], |(_, draft)| &draft.groups)
    }
}

/// Reads one plan, or a list of plans.
///
/// # Errors
/// Everything that is wrong, with line and column; all of it malformed.
pub fn parse(file: &str, bytes: &[u8], cards: &Cards, library: &Library) -> Result<Vec<Plan>, Problems> {
    let mut problems = Collector::new();
    let plans =
        orders::read(file, bytes, &mut problems, |reader, root| Some(read(reader, root, cards, library)));
    match plans {
        Some(plans) if problems.is_empty() => Ok(plans),
        _ => Err(problems.finish()),
    }
}

/// Reads one plan, or a list of plans.
fn read(reader: &mut Reader<'_, '_>, root: Node, cards: &Cards, library: &Library) -> Vec<Plan> {
    let mut writer = Writer { reader, cards, library };
    match root {
        Node::List(_, items) => {
            items.into_iter().filter_map(|item| writer.plan(item)).map(|(_, plan)| plan).collect()
        }
        one => writer.plan(one).map(|(_, plan)| plan).into_iter().collect(),
    }
}

/// Writes what a file says over the plan that it is like.
struct Writer<'r, 's, 'p, 'l> {
    reader: &'r mut Reader<'s, 'p>,
    cards: &'l Cards,
    library: &'l Library,
}

impl Writer<'_, '_, '_, '_> {
    fn plan(&mut self, root: Node) -> Option<(Draft, Plan)> {
        let spot = root.spot();
        let Node::Map(_, pairs) = root else {
            let mend = "Write it as `battle: any`, `like: bold` and so on, a line for each.";
            self.reader.wrong_type(&root, "A battle plan", "`key: value` lines", mend);
            return None;
        };
        let entries = self.reader.entries(pairs);
        let mut draft = self.beginning(&entries)?;
        for (key, value) in entries {
            self.field(&mut draft, &key, value);
        }
        if draft.groups.len() > MOST_GROUPS {
            let what =
                format!("This plan has {} groups; a plan has at most {MOST_GROUPS}.", draft.groups.len());
            self.reader.refuse("too-many-groups", what, spot, "Put groups together.");
        }
        let mut missing = Vec::new();
        let built_in =
            if draft.like.is_empty() { draft.groups.clone() } else { self.library.groups().to_vec() };
        let plan = draft.finish(&built_in, &mut missing);
        let names: Vec<String> = plan.groups.iter().map(|group| format!("`{}`", group.name)).collect();
        for word in missing {
            let what = format!("This plan has no group {}.", quote(&word.text));
            self.reader.refuse("unknown-group", what, word.spot, format!("Write {}.", list_or(&names)));
        }
        Some((draft, plan))
    }

    /// The plan that this one is like, with no groups if it does not say that it is like one.
    fn beginning(&mut self, entries: &[(Scalar, Node)]) -> Option<Draft> {
        let like = entries.iter().find(|(key, _)| key.word.text == "like");
        let Some((key, value)) = like else {
            let Some(built_in) = self.library.draft(BUILT_IN) else { return Some(Draft::blank()) };
            let groups = entries.iter().any(|(key, _)| key.word.text == "groups");
            let groups = if groups { Vec::new() } else { built_in.groups.clone() };
            return Some(Draft { groups, unchanged: entries.is_empty(), ..built_in.clone() });
        };
        let named = match value {
            Node::Scalar(scalar) => self.library.draft(&scalar.word.text),
            _ => None,
        };
        if let Some(draft) = named {
            return Some(Draft { unchanged: entries.len() == 1, ..draft.clone() });
        }
        let names: Vec<String> = self.library.names().map(|name| format!("`{name}`")).collect();
        let mend = format!("Write {}.", list_or(&names));
        self.reader.refuse("unknown-plan", "There is no plan of this name.", value.spot(), mend);
        let _ = key;
        None
    }

    fn field(&mut self, draft: &mut Draft, key: &Scalar, value: Node) {
        match key.word.text.as_str() {
            "like" => {}
            "battle" => {
                let example =
                    "`any`, `attacker`, `defender`, `convoy`, `sector 12` or `sector 12 against SIDE`";
                set(&mut draft.serves, self.read(key, value, example, |text, _| serves(text)));
            }
            "edge" => {
                let edge = |text: &str, _: &Cards| match text {
                    "A" => Some(End::A),
                    "K" => Some(End::K),
                    _ => None,
                };
                set(&mut draft.edge, self.read(key, value, "`A` or `K`", edge));
            }
            "groups" => self.groups(draft, value),
            "targets" => self.targets(draft, value),
            "worth_floor" => set(&mut draft.worth_floor, self.number(key, value, 0, 100)),
            "air" => self.air_and_waves(draft, value),
            "night" => self.night(draft, value),
            "cripples" => {
                let named = |text: &str, _: &Cards| match text {
                    "withdraw" => Some(true),
                    "fight" => Some(false),
                    _ => None,
                };
                set(&mut draft.cripples_withdraw, self.read(key, value, "`withdraw` or `fight`", named));
            }
            "break_off" => {
                let named = |text: &str, _: &Cards| match text {
                    "never" => Some(None),
                    number => number.parse().ok().filter(|percent| *percent <= 100).map(Some),
                };
                set(&mut draft.break_off, self.read(key, value, "a number from 0 to 100, or `never`", named));
            }
            "rearguard" => draft.rearguard = self.reader.list(key, value),
            "triggers" => self.triggers(draft, value),
            "abilities" => self.abilities(draft, value),
            _ => self.reader.unknown(key, &KEYS, "a battle plan"),
        }
    }

    /// A value that is one word or a few, read by a reader of words.
    fn read<T>(
        &mut self,
        key: &Scalar,
        value: Node,
        wanted: &str,
        of: impl Fn(&str, &Cards) -> Option<T>,
    ) -> Option<T> {
        let word = self.reader.value(key, value, &format!("{}: ...", key.word.text))?;
        let found = of(&word.text, self.cards);
        if found.is_none() {
            let what = format!("{} says nothing after `{}:`.", quote(&word.text), key.word.text);
            self.reader.refuse("unknown-word", what, word.spot, format!("Write {wanted}."));
        }
        found
    }

    /// A value that is one of some words.
    fn one_of<T: Tagged>(
        &mut self,
        key: &Scalar,
        value: Node,
        named: impl Fn(&str) -> Option<T>,
    ) -> Option<T> {
        let known: Vec<String> = T::WORDS.iter().map(|word| format!("`{word}`")).collect();
        self.read(key, value, &list_or(&known), |text, _| named(text))
    }

    fn number(&mut self, key: &Scalar, value: Node, least: u8, most: u8) -> Option<u8> {
        let wanted = format!("a number from {least} to {most}");
        self.read(key, value, &wanted, |text, _| text.parse().ok().filter(|it| (least..=most).contains(it)))
    }

    /// A list of words for units or targets.
    fn words<T>(&mut self, key: &Scalar, value: Node, of: impl Fn(&str, &Cards) -> Option<T>) -> Vec<T> {
        let list = self.reader.list(key, value);
        let mut found = Vec::with_capacity(list.len());
        for word in list {
            match of(&word.text, self.cards) {
                Some(it) => found.push(it),
                None => self.unknown_unit(&word),
            }
        }
        found
    }

    fn unknown_unit(&mut self, word: &Word) {
        let last = word.text.split_whitespace().next_back().unwrap_or_default();
        let mut words: Vec<&str> = unit_words().collect();
        words.extend(self.cards.iter().map(|(_, card)| card.id.as_str()));
        let mend = match suggest(last, words) {
            Some(near) => format!("Did you mean `{near}`?"),
            None => {
                let known: Vec<String> = unit_words().map(|word| format!("`{word}`")).collect();
                format!("Write {}, a card or the id of a unit.", known.join(", "))
            }
        };
        let what = format!("{} is no word for units.", quote(&word.text));
        self.reader.refuse("unknown-unit", what, word.spot, mend);
    }

    fn bearing(&mut self, key: &Scalar, value: Node) -> Option<Bearing> {
        let word = self.reader.value(key, value, "posture: close 1")?;
        let Some((posture, screens)) = posture(&word.text) else {
            let what = format!("{} is no posture.", quote(&word.text));
            self.reader.refuse("unknown-posture", what, word.spot, format!("Write {POSTURES}."));
            return None;
        };
        let screens = screens.map(|name| Word { text: name.to_owned(), spot: word.spot });
        Some(Bearing { posture, screens })
    }

    fn groups(&mut self, draft: &mut Draft, value: Node) {
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
                "seek" => group.seek = self.words(&key, value, unit),
                "rows" => set(&mut group.rows, self.rows(&key, value)),
                "depth" => set(&mut group.depth, self.number(&key, value, 1, 3)),
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

    fn targets(&mut self, draft: &mut Draft, value: Node) {
        let Some(entries) = self.map(value, "`targets`", "targets: {main: [battleship, any]}") else {
            return;
        };
        for (key, value) in entries {
            match Targeting::named(&key.word.text) {
                Some(of) => draft.targets[of as usize] = self.words(&key, value, target),
                None => self.reader.unknown(&key, Targeting::WORDS, "`targets`"),
            }
        }
    }

    /// The pairs of a mapping.
    fn map(&mut self, value: Node, owner: &str, example: &str) -> Option<Vec<(Scalar, Node)>> {
        match value {
            Node::Map(_, pairs) => Some(self.reader.entries(pairs)),
            other => {
                self.reader.wrong_type(
                    &other,
                    owner,
                    "`key: value` lines",
                    &format!("Write it as `{example}`."),
                );
                None
            }
        }
    }

    fn air_and_waves(&mut self, draft: &mut Draft, value: Node) {
        let Some(entries) = self.map(value, "`air`", "air: {cap: 1/2, mass: 3}") else { return };
        let mut air = draft.air[0].1;
        let mut waves = None;
        for (key, value) in entries {
            match key.word.text.as_str() {
                "waves" => waves = Some((key, value)),
                _ => self.air(&mut air, &key, value, &AIR_KEYS),
            }
        }
        let mut list = vec![(1, air)];
        let given = waves.is_some();
        let items = match waves {
            Some((_, Node::List(_, items))) => items,
            Some((_, other)) => {
                let mend = "Write each as `- {wave: 2, cap: all}`.";
                self.reader.wrong_type(&other, "`waves`", "a list", mend);
                Vec::new()
            }
            None => Vec::new(),
        };
        for item in items {
            if let Some(wave) = self.wave(air, item) {
                list.push(wave);
            }
        }
        if !given {
            // Waves of the plan that this one is like stay, over the new base.
            list.extend(draft.air.iter().skip(1).copied());
        }
        list.sort_by_key(|(wave, _)| *wave);
        draft.air = list;
    }

    fn wave(&mut self, mut air: Air, item: Node) -> Option<(u8, Air)> {
        let spot = item.spot();
        let mut number = None;
        for (key, value) in self.map(item, "A wave", "{wave: 2, cap: all}")? {
            match key.word.text.as_str() {
                "wave" => number = self.number(&key, value, 1, 12),
                _ => self.air(&mut air, &key, value, &AIR_KEYS[..9]),
            }
        }
        if number.is_none() {
            let mend = "Add `wave: 2`, the first mission of an aircraft that is flown so.";
            self.reader.refuse("incomplete-wave", "This wave has no number.", spot, mend);
        }
        Some((number?, air))
    }

    fn air(&mut self, air: &mut Air, key: &Scalar, value: Node, known: &[&str]) {
        const SHARE: &str = "a share such as `1/2`, `50%`, `all`, `none` or a number";
        match key.word.text.as_str() {
            "cap" => set(&mut air.cap, self.read(key, value, SHARE, |text, _| share(text))),
            "escort" => set(&mut air.escort, self.number(key, value, 0, 4)),
            "strike" => set(&mut air.strike, self.read(key, value, SHARE, |text, _| share(text))),
            "mass" => set(&mut air.mass, self.number(key, value, 1, 4)),
            "weapon" => set(&mut air.weapon, self.one_of(key, value, Load::named)),
            "asw" => {
                let named = |text: &str, _: &Cards| match text {
                    "none" => Some(Hunters::None),
                    "spare" => Some(Hunters::Spare),
                    number => number.parse().ok().map(Hunters::Number),
                };
                set(&mut air.asw, self.read(key, value, "`none`, `spare` or a number", named));
            }
            "strafe" => set(&mut air.strafe, self.one_of(key, value, Strafe::named)),
            "multirole" => set(&mut air.multirole, self.one_of(key, value, Multirole::named)),
            "from_turn" => set(&mut air.from_turn, self.number(key, value, 1, 12)),
            _ => self.reader.unknown(key, known, "`air`"),
        }
    }

    fn night(&mut self, draft: &mut Draft, value: Node) {
        let example = "night: {groups: {battle: close 1}, air: home}";
        let Some(entries) = self.map(value, "`night`", example) else { return };
        for (key, value) in entries {
            match key.word.text.as_str() {
                "groups" => draft.night_groups = self.bearings(value),
                "air" => set(&mut draft.night_air, self.one_of(&key, value, NightAir::named)),
                _ => self.reader.unknown(&key, &["groups", "air"], "`night`"),
            }
        }
    }

    fn bearings(&mut self, value: Node) -> Vec<(Word, Bearing)> {
        let Some(entries) = self.map(value, "Postures", "{battle: close 1}") else { return Vec::new() };
        let rows = entries.into_iter();
        rows.filter_map(|(key, value)| Some((key.word.clone(), self.bearing(&key, value)?))).collect()
    }

    fn triggers(&mut self, draft: &mut Draft, value: Node) {
        let spot = value.spot();
        let Node::List(_, items) = value else {
            let mend = "Write each as `- {when: turn 6, then: withdraw}`.";
            self.reader.wrong_type(&value, "`triggers`", "a list", mend);
            return;
        };
        if items.len() > MOST_TRIGGERS {
            let what = format!("This plan has {} triggers; a plan has at most {MOST_TRIGGERS}.", items.len());
            self.reader.refuse("too-many-triggers", what, spot, "Leave some out.");
        }
        draft.triggers = items.into_iter().filter_map(|item| self.trigger(item)).collect();
    }

    fn trigger(&mut self, item: Node) -> Option<(When, ThenDraft)> {
        let spot = item.spot();
        let (mut when, mut then) = (None, None);
        for (key, value) in self.map(item, "A trigger", "{when: turn 6, then: withdraw}")? {
            match key.word.text.as_str() {
                "when" => when = Some(self.when(&key, value)),
                "then" => then = Some(self.then(&key, value)),
                _ => self.reader.unknown(&key, &["when", "then"], "a trigger"),
            }
        }
        for (is_there, what) in [(when.is_some(), "when"), (then.is_some(), "then")] {
            if !is_there {
                let mend = "Write it as `{when: turn 6, then: withdraw}`.";
                self.reader.refuse(
                    "incomplete-trigger",
                    format!("This trigger has no `{what}`."),
                    spot,
                    mend,
                );
            }
        }
        Some((when??, then??))
    }

    fn when(&mut self, key: &Scalar, value: Node) -> Option<When> {
        let Node::Map(spot, pairs) = value else {
            let clause = self.read(key, value, CLAUSES, |text, _| clause(text))?;
            return Some(When { any: false, clauses: vec![clause] });
        };
        let mut found = None;
        for (key, value) in self.reader.entries(pairs) {
            let any = match key.word.text.as_str() {
                "all" => false,
                "any" => true,
                _ => {
                    self.reader.unknown(&key, &["all", "any"], "`when`");
                    continue;
                }
            };
            let mut clauses = Vec::new();
            for word in self.reader.list(&key, value) {
                match clause(&word.text) {
                    Some(it) => clauses.push(it),
                    None => {
                        let what = format!("{} is no condition.", quote(&word.text));
                        self.reader.refuse("unknown-word", what, word.spot, format!("Write {CLAUSES}."));
                    }
                }
            }
            found = Some(When { any, clauses });
        }
        if found.is_none() {
            let mend = "Write it as `when: {all: [day, turn 3]}`.";
            self.reader.refuse("incomplete-trigger", "This condition says nothing.", spot, mend);
        }
        found
    }

    fn then(&mut self, key: &Scalar, value: Node) -> Option<ThenDraft> {
        match value {
            map @ Node::Map(..) => Some(ThenDraft::Postures(self.bearings(map))),
            one => self.read(key, one, "`withdraw`, or postures as in `{battle: close 1}`", |text, _| {
                (text == "withdraw").then_some(ThenDraft::Withdraw)
            }),
        }
    }

    fn abilities(&mut self, draft: &mut Draft, value: Node) {
        let Some(entries) = self.map(value, "`abilities`", "abilities: {Rapid Fire: turn 3}") else { return };
        draft.abilities.clear();
        for (key, value) in entries {
            let Some((unit, ability)) = ability(&key.word.text, self.cards) else {
                let name = key.word.text.rsplit('/').next().unwrap_or_default().trim();
                let names = Ability::ALL.into_iter().map(Ability::name);
                let mend = match suggest(name, names) {
                    Some(near) => format!("Did you mean `{near}`?"),
                    None => {
                        "Write its name as it stands on the card, or a card or unit, a slash and the name."
                            .to_owned()
                    }
                };
                let what = format!("{} is no ability.", quote(&key.word.text));
                self.reader.refuse("unknown-ability", what, key.word.spot, mend);
                continue;
            };
            let wanted = "`first`, `never`, `turn N`, or for deployment a sector such as `H4`";
            if let Some(when) = self.read(&key, value, wanted, |text, _| usage(text)) {
                draft.abilities.push(Order { unit, ability, when });
            }
        }
    }
}

/// Takes what could be read.
fn set<T>(place: &mut T, value: Option<T>) {
    if let Some(value) = value {
        *place = value;
    }
}
