//! What a side sees of the position. Every counter lies openly on the board (3.1), so both see the same, each from its own
//! seat; what is secret, unrevealed orders, is in no position.

use serde::Serialize;
use serde_json::Value;

use super::AdmiralsWar;
use super::board::{AreaId, BaseId, BaseKind, Theatre};
use super::event::{Event, Scene};
use super::pieces::UnitId;
use super::state::{Columns, Ocean, Place, Tracks, UnitState};
use super::{story, text};
use crate::problem::count;
use crate::rules::two_sided::{BySide, Camp};
use crate::system::Chapter;
use crate::table::Note;

/// All that one side sees.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct View {
    /// Who looks.
    pub side: Camp,
    /// The side's name in sentences.
    pub side_name: String,
    /// The enemy's name in sentences.
    pub enemy_name: String,
    /// The scenario's name.
    pub scenario: String,
    /// The turn.
    pub turn: u8,
    /// The last turn of the scenario.
    pub last_turn: u8,
    /// The phase in words.
    pub phase: String,
    /// The score.
    pub score: Score,
    /// Every sea area that is played.
    pub zones: Vec<AreaView>,
    /// Every port and base around them.
    pub ports: Vec<BaseView>,
    /// Units that wait to arrive, own first.
    pub arriving: Vec<AwayView>,
    /// Units on the turn chart.
    pub away: Vec<AwayView>,
    /// Units lost for good.
    pub sunk: Vec<AwayView>,
    /// The pairs of neighbouring areas.
    pub links: Vec<(String, String)>,
    /// What is new, part by part.
    pub story: Vec<ChapterView>,
}

/// The score of both sides.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Score {
    /// The totals so far.
    pub total: BySide<i32>,
    /// Turn by turn and track by track; a track that the scenario does not use is left out.
    pub turns: Vec<TurnScore>,
}

/// The score of a turn on one track.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct TurnScore {
    /// The turn.
    pub turn: u8,
    /// The track: `Atlantic` or `Pacific`.
    pub track: &'static str,
    /// The columns.
    pub columns: BySide<Columns>,
    /// Their sums.
    pub total: BySide<i32>,
}

/// A unit.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct UnitView {
    /// The word used in files.
    pub id: String,
    /// The name.
    pub name: String,
    /// The navy's adjective.
    pub navy: String,
    /// The class code.
    pub class: String,
    /// The factors of the side that is up.
    pub line: String,
    /// What has befallen it: raiding, damage, and the like.
    pub marks: Vec<String>,
    /// Damage points.
    pub damage: u8,
    /// True while its raiding side is up.
    pub raiding: bool,
    /// True of the enemy's: all counters lie openly.
    pub known: bool,
}

/// A sea area.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct AreaView {
    /// The word used in keys and orders.
    pub key: String,
    /// The name.
    pub name: String,
    /// Where it lies on the chart, growing to the east.
    pub x: f32,
    /// Where it lies on the chart, growing to the north.
    pub lat: f32,
    /// What its control is worth.
    pub value: BySide<u8>,
    /// Whose flag lies on it.
    pub control: Option<Camp>,
    /// Own units.
    pub own: Vec<UnitView>,
    /// Enemy units., all of them: where counters lie openly none are counted besides.
    pub enemy_known: Vec<UnitView>,
    /// True if units fired there in what is told now.
    pub fought: bool,
}

/// A port or base.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct BaseView {
    /// The word used in files.
    pub id: String,
    /// The name.
    pub name: String,
    /// `port` or `base`; the neutral port is a port.
    pub kind: &'static str,
    /// `axis`, `allies`, `neutral` or `nobody`.
    pub holder: &'static str,
    /// What it can do, in words.
    pub capacity: String,
    /// The areas it touches, by key.
    pub zones: Vec<String>,
    /// Where it lies on the chart, growing to the east.
    pub x: f32,
    /// Where it lies on the chart, growing to the north.
    pub lat: f32,
    /// Own units.
    pub own: Vec<UnitView>,
    /// Enemy units., all of them: where counters lie openly none are counted besides.
    pub enemy_known: Vec<UnitView>,
}

/// A unit that is not on the map.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct AwayView {
    /// Whose.
    pub side: Camp,
    /// Which.
    pub unit: UnitView,
    /// The turn on which it comes back; nothing for the lost and for those that wait to arrive.
    pub turn: Option<u8>,
}

/// A part of the story.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct ChapterView {
    /// Where in the sequence, in words.
    pub title: String,
    /// The area, if the part belongs to one.
    pub zone: Option<String>,
    /// What happened.
    pub lines: Vec<Value>,
}

impl View {
    /// Builds the view of a side.
    pub(super) fn of(
        system: &AdmiralsWar,
        ocean: &Ocean,
        side: Camp,
        chapters: &[Chapter<'_, AdmiralsWar>],
    ) -> View {
        let eyes = Eyes { system, ocean, side };
        let fought = fought(chapters);
        let played = || system.board.areas().filter(|&area| system.is_played(area));
        View {
            side,
            side_name: side.name().to_owned(),
            enemy_name: side.enemy().name().to_owned(),
            scenario: system.scenario.name.clone(),
            turn: ocean.turn,
            last_turn: system.scenario.last_turn,
            phase: text::phase(ocean.phase).to_owned(),
            score: eyes.score(),
            zones: played().map(|area| eyes.area(area, fought.contains(&area))).collect(),
            ports: system
                .board
                .bases()
                .filter(|&base| system.is_open(base, ocean.turn))
                .map(|base| eyes.base(base))
                .collect(),
            arriving: eyes.away(|place| matches!(place, Place::Arrival(_)).then_some(None)),
            away: eyes.away(|place| if let Place::Track(turn) = place { Some(Some(turn)) } else { None }),
            sunk: eyes.away(|place| (place == Place::Sunk).then_some(None)),
            links: eyes.links(),
            story: story::chapters(&eyes, chapters),
        }
    }
}

/// Areas in which units fired in what is told.
fn fought(chapters: &[Chapter<'_, AdmiralsWar>]) -> Vec<AreaId> {
    let notes = chapters.iter().flat_map(|chapter| chapter.sections).flat_map(|section| &section.notes);
    let area = |note: &Note<Event>| match note {
        Note::Event(Event::Fired { scene: Scene::Sea(area), .. }) => Some(*area),
        _ => None,
    };
    notes.filter_map(area).collect()
}

/// The eyes of one side on a position.
pub(super) struct Eyes<'e> {
    pub(super) system: &'e AdmiralsWar,
    pub(super) ocean: &'e Ocean,
    pub(super) side: Camp,
}

impl Eyes<'_> {
    /// A unit as it stands now.
    pub(super) fn unit(&self, unit: UnitId) -> UnitView {
        let counter = self.system.counter(unit);
        // All of a unit's part is open: nothing of it is left out of its marks by secrecy.
        let UnitState {
            place: _,
            raiding,
            damage,
            hurt: _,
            disabled: _,
            done: _,
            retreated: _,
            group: _,
            chases: _,
            pursued: _,
            raids: _,
        } = self.ocean.unit(unit);
        UnitView {
            id: counter.id.clone(),
            name: counter.name.clone(),
            navy: counter.nation.adjective().to_owned(),
            class: counter.class.clone(),
            line: self.system.line_now(self.ocean, unit),
            marks: self.system.marks(self.ocean, unit),
            damage: *damage,
            raiding: *raiding,
            known: self.system.side_of(unit) != self.side,
        }
    }

    fn score(&self) -> Score {
        let first = self.system.scenario.first_turn;
        let used = |theatre: Theatre| {
            let areas = self.system.board.areas().filter(|&area| self.system.is_played(area));
            areas.into_iter().any(|area| {
                let track = &self.system.board.area(area).track;
                track.axis == theatre || track.allies == theatre
            })
        };
        let row = |at: usize, theatre: Theatre, tracks: &Tracks| {
            let columns = *tracks.of(theatre);
            let total = BySide::from_fn(|side| columns[side].total());
            TurnScore { turn: first + at as u8, track: track_name(theatre), columns, total }
        };
        let tracks = [Theatre::Atlantic, Theatre::Pacific].into_iter().filter(|&theatre| used(theatre));
        let tracks: Vec<Theatre> = tracks.collect();
        let turns = self.ocean.score.iter().enumerate();
        let turns =
            turns.flat_map(|(at, scored)| tracks.iter().map(move |&theatre| row(at, theatre, scored)));
        Score { total: BySide::from_fn(|side| self.ocean.points(side)), turns: turns.collect() }
    }

    /// Own units at a place, and the enemy's.
    fn at(&self, place: Place) -> (Vec<UnitView>, Vec<UnitView>) {
        let (own, enemy): (Vec<UnitId>, Vec<UnitId>) =
            self.ocean.at(place).into_iter().partition(|&unit| self.system.side_of(unit) == self.side);
        let words = |units: Vec<UnitId>| units.into_iter().map(|unit| self.unit(unit)).collect();
        (words(own), words(enemy))
    }

    fn area(&self, area: AreaId, fought: bool) -> AreaView {
        let of = self.system.board.area(area);
        let (own, enemy_known) = self.at(Place::Sea(area));
        AreaView {
            key: of.id.clone(),
            name: of.name.clone(),
            x: of.x,
            lat: of.lat,
            value: self.system.area_points(area),
            control: self.ocean.flag(area),
            own,
            enemy_known,
            fought,
        }
    }

    fn base(&self, base: BaseId) -> BaseView {
        let of = self.system.board.base(base);
        let (own, enemy_known) = self.at(Place::Base(base));
        let areas = of.areas.iter().filter(|&&area| self.system.is_played(area));
        let holder = match (of.kind, self.ocean.owner(base)) {
            (BaseKind::Neutral, _) => "neutral",
            (_, Some(side)) => side.id(),
            (_, None) => "nobody",
        };
        BaseView {
            id: of.id.clone(),
            name: of.name.clone(),
            kind: if of.kind == BaseKind::Base { "base" } else { "port" },
            holder,
            capacity: match of.repair {
                0 if of.repairs => "no repair points now".to_owned(),
                0 => "no repairs".to_owned(),
                points => count(points.into(), "repair point"),
            },
            zones: areas.map(|&area| self.system.board.area(area).id.clone()).collect(),
            x: of.x,
            lat: of.lat,
            own,
            enemy_known,
        }
    }

    /// Units at places that a function picks, own first, by turn.
    fn away(&self, turn_of: impl Fn(Place) -> Option<Option<u8>>) -> Vec<AwayView> {
        let units = self.ocean.ids().filter_map(|unit| {
            let turn = turn_of(self.ocean.unit(unit).place)?;
            Some(AwayView { side: self.system.side_of(unit), unit: self.unit(unit), turn })
        });
        let mut units: Vec<AwayView> = units.collect();
        units.sort_by_key(|it| (it.side != self.side, it.turn));
        units
    }

    fn links(&self) -> Vec<(String, String)> {
        let board = &self.system.board;
        let played = |area: &AreaId| self.system.is_played(*area);
        let mut links = Vec::new();
        for area in board.areas().filter(played) {
            let next = board.area(area).adjacent.iter().copied().filter(|next| *next > area && played(next));
            links.extend(next.map(|next| (board.area(area).id.clone(), board.area(next).id.clone())));
        }
        links
    }
}

/// The name of a track.
pub(super) fn track_name(theatre: Theatre) -> &'static str {
    match theatre {
        Theatre::Atlantic => "Atlantic",
        Theatre::Pacific => "Pacific",
    }
}
