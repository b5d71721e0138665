//! The story, gathered so that it reads well: a part for each phase, in it a scene for each place, theatre by
//! theatre, one entry for several lines that say the same of different things. Which kinds of lines are
//! gathered by which fields stands in the system's `story.yaml`. Nothing is left out but what is said there
//! to be worth no line of its own.

use serde::ser::{Serialize, SerializeMap, Serializer};
use serde_json::Value;

use super::abridge;
use super::card::{self, Drawn};
use super::chart::ChartRoom;
use super::outcome::Outcome;
use super::shown::{Detail, Line, Shown};
use super::sides::Sides;
use super::story_style::{Gather, Kind, StoryStyle};
use super::tables::Tables;
use super::tally::{Counted, Tally};
use engine::side::Side;
use engine::view::{Parts, ReadChapter, Sea, ZoneRef};

/// A phase.
#[derive(serde::Serialize)]
pub(super) struct Part<'a> {
    title: &'a str,
    pub(super) theatres: Vec<Group<'a>>,
    /// Whether the scenes with an outcome are few enough to be told at once.
    unfolded: bool,
}

impl<'a> Part<'a> {
    fn scenes(&self) -> impl Iterator<Item = &Scene<'a>> {
        self.theatres.iter().flat_map(|group| &group.scenes)
    }
}

/// Scenes of a phase that belong to one theatre, or to none.
#[derive(serde::Serialize)]
pub(super) struct Group<'a> {
    title: Option<&'a str>,
    /// What its combats come to; nothing without any.
    digest: Option<Digest<'a>>,
    pub(super) scenes: Vec<Scene<'a>>,
}

/// What the combats of a theatre come to.
#[derive(serde::Serialize)]
struct Digest<'a> {
    combats: usize,
    counted: Counted<'a>,
}

impl<'a> Group<'a> {
    fn new(title: Option<&'a str>, scenes: Vec<Scene<'a>>) -> Group<'a> {
        Group { title, digest: None, scenes }
    }

    /// Puts what changed before what did not, and sums it up.
    fn lead(&mut self, sides: &Sides<'_>) {
        let weight = |scene: &Scene<'_>| scene.outcome.as_ref().map_or(0, |outcome| outcome.weight().0);
        if self.scenes.iter().all(|scene| scene.place.is_some()) {
            self.scenes.sort_by_key(|scene| std::cmp::Reverse(weight(scene)));
        }
        let outcomes = self.scenes.iter().filter_map(|scene| scene.outcome.as_ref());
        let mut tally = Tally::default();
        outcomes.for_each(|outcome| tally.join(outcome.tally().clone()));
        tally.sort(sides);
        let combats = self.scenes.iter().filter(|scene| scene.is_combat()).count();
        self.digest = (combats > 0).then_some(Digest { combats, counted: Counted(tally) });
    }
}

/// What happened at one place, or everywhere.
#[derive(serde::Serialize)]
pub(super) struct Scene<'a> {
    pub(super) place: Option<&'a str>,
    /// What it came to, if it is a combat.
    outcome: Option<Outcome<'a>>,
    /// What its combats look like; none in a packet of a program that did not say so.
    pub(super) cards: Vec<Drawn<'a>>,
    /// All that happened.
    entries: Vec<Entry<'a>>,
    /// What happened there outside of its combats; all of it without cards.
    pub(super) plain: Vec<Entry<'a>>,
    /// What of it no card shows, matters of course among it.
    routine: Vec<Entry<'a>>,
    /// The rules that made it so, each once.
    rules: Vec<&'a str>,
    #[serde(skip)]
    at: Spot,
    #[serde(skip)]
    tally: Tally<'a>,
}

impl Scene<'_> {
    /// Whether it is a combat, also one of which nothing is counted.
    fn is_combat(&self) -> bool {
        self.outcome.is_some() || !self.cards.is_empty()
    }
}

/// Where a scene stands: in what theatre and zone, and behind which chapter of the story.
#[derive(Clone, Copy, PartialEq)]
struct Spot {
    theatre: usize,
    zone: usize,
    chapter: usize,
}

/// A story, and what it comes to.
pub(super) struct Story<'a> {
    pub(super) parts: Vec<Part<'a>>,
    /// What is counted in the whole of it.
    pub(super) tally: Tally<'a>,
    /// Whether it tells who holds the places.
    pub(super) judged: bool,
}

impl<'a> Story<'a> {
    /// What its parts are called.
    pub(super) fn titles(&self) -> Vec<&'a str> {
        self.parts.iter().map(|part| part.title).collect()
    }

    /// Leaves out what is said of a reader's own units and of an enemy's.
    pub(super) fn without_reader(&mut self) {
        let groups = self.parts.iter_mut().flat_map(|part| &mut part.theatres);
        groups
            .flat_map(|group| &mut group.scenes)
            .filter_map(|scene| scene.outcome.as_mut())
            .for_each(Outcome::forget_left);
    }
}

/// Lines of one kind that are told together, and what to list below them.
#[derive(serde::Serialize)]
pub(super) struct Entry<'a> {
    pub(super) kind: &'a str,
    rule: &'a str,
    pub(super) lines: Vec<Line<'a>>,
    pub(super) details: Vec<DetailItem<'a>>,
    tabled: bool,
    /// Whether the rest of the report has what is missing in the list.
    pub(super) spared: bool,
    #[serde(skip)]
    pub(super) style: Option<&'a Kind>,
}

impl<'a> Entry<'a> {
    /// An entry for one line alone.
    pub(super) fn of(style: &'a StoryStyle, line: &'a Value) -> Entry<'a> {
        let kind = line["kind"].as_str().unwrap_or_default();
        let mut entry = Entry::begin(style.of(kind), line, Detail::Full);
        entry.details = details(style, &entry);
        entry
    }

    fn begin(style: Option<&'a Kind>, line: &'a Value, detail: Detail) -> Entry<'a> {
        let word = |name: &str| line[name].as_str().unwrap_or_default();
        let kind = word("kind");
        Entry {
            kind,
            rule: word("rule"),
            lines: vec![Line(line, detail)],
            details: Vec::new(),
            tabled: false,
            spared: false,
            style,
        }
    }

    /// Whether another line says the same of a different thing.
    fn takes(&self, line: &Value) -> bool {
        let first = self.lines[0].0;
        let Some(fields) = self.style.and_then(|style| style.together.as_ref()) else { return false };
        line["kind"] == self.kind && fields.iter().all(|field| field.of(first) == field.of(line))
    }
}

/// One thing of a list.
#[derive(serde::Serialize)]
#[serde(untagged)]
pub(super) enum DetailItem<'a> {
    Thing(Shown<'a>),
    Line(Line<'a>),
    Gathered(Gathered<'a>),
}

/// Items that agree in a field: `{BY: VALUE, LIST: [..]}`.
pub(super) struct Gathered<'a> {
    gather: &'a Gather,
    value: &'a str,
    items: Vec<&'a str>,
}

impl Serialize for Gathered<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(Some(2))?;
        map.serialize_entry(&self.gather.by, self.value)?;
        map.serialize_entry(&self.gather.list, &self.items)?;
        map.end()
    }
}

/// How many combats of a phase are told at once; of more the blow-by-blow is folded away where a format can
/// do that.
const UNFOLDED: usize = 4;

/// Gathers the chapters of a view.
pub(super) fn of<'a>(
    style: &'a StoryStyle,
    (tables, room): (&'a Tables, Option<&ChartRoom>),
    parts: &'a Parts<'a>,
    sides: &Sides<'a>,
) -> Story<'a> {
    let (sea, chapters) = (&parts.sea, &parts.story[..]);
    let mut phases: Vec<(&str, Vec<Scene<'a>>)> = Vec::new();
    let mut tally = Tally::read_by(sides.reader());
    for (at, chapter) in chapters.iter().enumerate() {
        let lines = chapter.lines;
        lines.iter().for_each(|line| tally.take(&style.counts, line));
        if let Some(card) = &chapter.card {
            tally.take_card(&style.counts, card, false);
        }
        if style.all(lines, |kind| kind.quiet) {
            continue;
        }
        let title = chapter.title;
        let (title, place) = match chapter.zone {
            None => (title, None),
            Some(_) => title.rsplit_once(": ").map_or((title, None), |(title, place)| (title, Some(place))),
        };
        if phases.last().is_none_or(|(last, _)| *last != title) {
            phases.push((title, Vec::new()));
        }
        let Some((_, scenes)) = phases.last_mut() else { continue };
        let of_all = style.all(lines, |kind| kind.head);
        let spot = Spot { chapter: at, ..spot(tables, sea, chapter.zone) };
        let scene = scene(scenes, place, of_all, spot, sides.reader());
        lines.iter().for_each(|line| scene.tally.take_here(&style.counts, line));
        gather(style, &mut scene.entries, lines);
        match &chapter.card {
            Some(card) => {
                scene.tally.take_card(&style.counts, card, true);
                let zone = sea.zones.get(spot.zone);
                scene.cards.push(card::drawn(style, room, (card, zone), lines));
                scene.add_rest(style, lines);
            }
            None => gather(style, &mut scene.plain, lines),
        }
    }
    let judged = style.judged.as_ref().map_or(Vec::new(), |judged| judged.lines(chapters));
    let mut told: Vec<Part<'a>> =
        phases.into_iter().map(|(title, scenes)| part(tables, title, scenes)).collect();
    for scene in told.iter_mut().flat_map(|part| &mut part.theatres).flat_map(|group| &mut group.scenes) {
        scene.tally.sort(sides);
        finish(style, sea, &judged, scene);
    }
    untable(style, chapters, &mut told);
    if room.is_none() {
        abridge::abridge(&mut told, sea);
    }
    tally.sort(sides);
    told.iter_mut().flat_map(|part| &mut part.theatres).for_each(|group| group.lead(sides));
    for part in &mut told {
        part.unfolded = part.scenes().filter(|scene| scene.is_combat()).count() <= UNFOLDED;
    }
    Story { parts: told, tally, judged: !judged.is_empty() }
}

/// The combats of a story that came to anything, the heaviest first, and at how many places a combat is told
/// of.
pub(super) fn combats<'s, 'a>(parts: &'s [Part<'a>]) -> (Vec<(&'a str, &'s Outcome<'a>)>, usize) {
    let scenes = || parts.iter().flat_map(Part::scenes).filter(|scene| scene.place.is_some());
    let mut combats: Vec<(&'a str, &'s Outcome<'a>)> =
        scenes().filter_map(|scene| Some((scene.place?, scene.outcome.as_ref()?))).collect();
    combats.sort_by_key(|(_, outcome)| std::cmp::Reverse(outcome.weight()));
    (combats, scenes().filter(|scene| scene.is_combat()).count())
}

/// Where a chapter belongs.
fn spot(tables: &Tables, sea: &Sea<&str>, zone: Option<ZoneRef<&str>>) -> Spot {
    let at = zone.and_then(|zone| sea.zones.iter().position(|it| it.is(zone)));
    let theatre = at.map_or(tables.theatres.len(), |at| tables.of_zone(&sea.zones[at]));
    Spot { theatre, zone: at.unwrap_or(sea.zones.len()), chapter: 0 }
}

/// The scene into which lines of a place go: the last one, if it is that place's, or a new one. What is told
/// of all places goes to the head.
fn scene<'s, 'a>(
    scenes: &'s mut Vec<Scene<'a>>,
    place: Option<&'a str>,
    of_all: bool,
    spot: Spot,
    reader: Side,
) -> &'s mut Scene<'a> {
    let (place, at) = if of_all { (None, 0) } else { (place, scenes.len()) };
    let found = if of_all { scenes.first() } else { scenes.last() };
    if found.is_some_and(|scene| scene.place == place) {
        return &mut scenes[at.saturating_sub(1)];
    }
    let scene = Scene {
        place,
        outcome: None,
        cards: Vec::new(),
        entries: Vec::new(),
        plain: Vec::new(),
        routine: Vec::new(),
        rules: Vec::new(),
        at: spot,
        tally: Tally::read_by(reader),
    };
    scenes.insert(at, scene);
    &mut scenes[at]
}

/// Sorts the scenes of a phase by theatre and zone, if the sea has theatres. What belongs to no place keeps
/// to the beginning or the end.
fn part<'a>(tables: &'a Tables, title: &'a str, scenes: Vec<Scene<'a>>) -> Part<'a> {
    let mut theatres: Vec<Group<'a>> = Vec::new();
    if tables.theatres.is_empty() {
        theatres.push(Group::new(None, scenes));
        return Part { title, theatres, unfolded: false };
    }
    let first = scenes.iter().position(|scene| scene.place.is_some()).unwrap_or(scenes.len());
    let mut before = scenes;
    let (mut placed, after): (Vec<_>, Vec<_>) =
        before.split_off(first).into_iter().partition(|scene| scene.place.is_some());
    placed.sort_by_key(|scene| (scene.at.theatre, scene.at.zone, scene.at.chapter));
    for (at_sea, scenes) in [(false, before), (true, placed), (false, after)] {
        for scene in scenes {
            let title = if at_sea { tables.title(scene.at.theatre) } else { None };
            match theatres.last_mut().filter(|group| group.title == title) {
                Some(group) => match group.scenes.last_mut().filter(|last| last.place == scene.place) {
                    Some(last) => last.join(scene),
                    None => group.scenes.push(scene),
                },
                None => theatres.push(Group::new(title, vec![scene])),
            }
        }
    }
    Part { title, theatres, unfolded: false }
}

impl<'a> Scene<'a> {
    /// Adds what the card of these lines does not show, and the rules of all.
    fn add_rest(&mut self, style: &'a StoryStyle, lines: &'a [Value]) {
        let is_shown = |line: &&Value| {
            line["kind"].as_str().and_then(|kind| style.of(kind)).is_some_and(|kind| kind.on_card)
        };
        gather(style, &mut self.routine, lines.iter().filter(|line| !is_shown(line)));
        for rule in lines.iter().filter_map(|line| line["rule"].as_str()).filter(|rule| !rule.is_empty()) {
            if !self.rules.contains(&rule) {
                self.rules.push(rule);
            }
        }
    }

    /// Adds what happened later at the same place.
    fn join(&mut self, later: Scene<'a>) {
        self.entries.extend(later.entries);
        self.plain.extend(later.plain);
        self.routine.extend(later.routine);
        for rule in later.rules {
            if !self.rules.contains(&rule) {
                self.rules.push(rule);
            }
        }
        self.cards.extend(later.cards);
        self.tally.join(later.tally);
        self.at.chapter = later.at.chapter;
    }
}

/// Tells in the story what the table no longer holds.
fn untable<'a>(style: &'a StoryStyle, chapters: &[ReadChapter<'a>], told: &mut [Part<'a>]) {
    let is_told = |kind: &str| {
        let mut lines = chapters.iter().flat_map(|chapter| chapter.lines);
        lines.any(|line| line["kind"] == kind)
    };
    let groups = told.iter_mut().flat_map(|part| &mut part.theatres);
    let scenes = groups.flat_map(|group| &mut group.scenes);
    for entry in scenes.flat_map(|scene| scene.entries.iter_mut().chain(&mut scene.plain)) {
        let unless = entry.style.and_then(|kind| kind.unless.as_deref());
        if entry.tabled && unless.is_some_and(is_told) {
            entry.tabled = false;
            entry.details = details(style, entry);
        }
    }
}

/// Leaves out what is not to be told beside anything else, and says what a combat came to.
fn finish<'a>(style: &StoryStyle, sea: &Sea<&'a str>, judged: &[(usize, &'a Value)], scene: &mut Scene<'a>) {
    if scene.entries.len() > 1 {
        let is_told = |entry: &Entry<'_>| !entry.style.is_some_and(|kind| kind.alone);
        scene.entries.retain(is_told);
        scene.plain.retain(is_told);
    }
    let Some(place) = scene.place.filter(|_| !scene.tally.is_empty()) else { return };
    let tally = std::mem::take(&mut scene.tally);
    let verdict = judged.iter().find(|(chapter, _)| *chapter > scene.at.chapter).map(|(_, line)| *line);
    let held = verdict.zip(style.judged.as_ref()).map(|(line, judged)| judged.of(line, place));
    let zone = sea.zones.get(scene.at.zone);
    scene.outcome = Some(Outcome::new(tally, held, zone.map(|zone| (zone.own.len(), zone.enemies()))));
}

/// Adds lines to the entries of a scene.
fn gather<'a>(
    style: &'a StoryStyle,
    entries: &mut Vec<Entry<'a>>,
    lines: impl IntoIterator<Item = &'a Value>,
) {
    let mut shown = entries.iter().any(|entry| entry.style.is_some_and(|kind| kind.shows));
    for line in lines {
        // What alternates between two things is still told once of each.
        let same = entries.iter_mut().rev().take_while(|entry| line["kind"] == entry.kind);
        match { same }.find(|entry| entry.takes(line)) {
            Some(entry) => {
                entry.lines.push(Line(line, entry.lines[0].1));
                entry.details.clear();
            }
            None => {
                let kind = style.of(line["kind"].as_str().unwrap_or_default());
                shown |= kind.is_some_and(|kind| kind.shows);
                let brief = kind.is_some_and(|kind| kind.names || shown && kind.brief);
                entries.push(Entry::begin(kind, line, if brief { Detail::Name } else { Detail::Full }));
            }
        }
    }
    for entry in entries.iter_mut().filter(|entry| entry.details.is_empty()) {
        entry.tabled = entry.style.is_some_and(|kind| kind.tabled);
        if !entry.tabled {
            entry.details = details(style, entry);
        }
    }
}

/// What is to be said of an act of a card beside its shots.
pub(super) fn gather_on_card<'a>(style: &'a StoryStyle, lines: &'a [Value]) -> Vec<Entry<'a>> {
    let mut entries = Vec::new();
    let is_said = |line: &&Value| {
        let kind = line["kind"].as_str().and_then(|kind| style.of(kind));
        !kind.is_some_and(|kind| kind.on_card || kind.is_routine(line))
    };
    gather(style, &mut entries, lines.iter().filter(is_said));
    entries
}

/// What is listed below the sentence of an entry.
fn details<'a>(style: &'a StoryStyle, entry: &Entry<'a>) -> Vec<DetailItem<'a>> {
    let first = entry.lines[0].0;
    let field = |name: &str| first[name].as_array().map_or(&[][..], Vec::as_slice);
    match entry.style {
        Some(Kind { gather: Some(gather), .. }) => gathered(gather, field(&gather.list)),
        Some(Kind { list_lines: true, .. }) if entry.lines.len() > 1 => {
            entry.lines.iter().copied().map(DetailItem::Line).collect()
        }
        _ => field(&style.below)
            .iter()
            .map(|group| DetailItem::Thing(Shown(group, entry.lines[0].1)))
            .collect(),
    }
}

fn gathered<'a>(gather: &'a Gather, items: &'a [Value]) -> Vec<DetailItem<'a>> {
    let of = |value: &'a String| {
        let those = items.iter().filter(|item| item[gather.by.as_str()] == value.as_str());
        let items: Vec<&str> = those.filter_map(|item| item[gather.keep.as_str()].as_str()).collect();
        (!items.is_empty()).then_some(DetailItem::Gathered(Gathered { gather, value, items }))
    };
    gather.order.iter().filter_map(of).collect()
}
