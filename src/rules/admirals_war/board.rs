//! The map: sea areas of both theatres, the ports and bases on them, and the passages between. Nothing here
//! knows which unit is where, or who holds a place now.

use serde::{Deserialize, Serialize};

use super::files::{AreaRow, AreasFile, PassageRow, PortRow, PortsFile};
use super::pieces::Nation;
use super::sound;
use super::state::Ocean;
use engine::games::GamesFault;
use engine::rulebook::roster::Named;
use engine::rulebook::two_sided::{BySide, Camp};

/// A sea area, by its place in the list of areas.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct AreaId(pub u8);

/// A port or base ("place" in the rules' words), by its place in the list of both.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct BaseId(pub u8);

/// A holding box, by its place in the list of boxes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct HoldId(pub u8);

/// A theatre of operations; also the track on which its points are counted (2.22, 2.6).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub enum Theatre {
    /// The Atlantic and the Mediterranean.
    #[serde(rename = "ATO")]
    Atlantic,
    /// The Pacific and the Indian Ocean.
    #[serde(rename = "PTO")]
    Pacific,
}

/// A sea area.
#[derive(Clone, Debug, PartialEq)]
pub struct Area {
    /// The id used in files, such as `home-islands`.
    pub id: String,
    /// The name.
    pub name: String,
    /// Other spellings of the name.
    pub aliases: Vec<String>,
    /// The theatre it lies in.
    pub theatre: Theatre,
    /// Points for control.
    pub points: BySide<u8>,
    /// The nation whose flag stands beside the points.
    pub flag: BySide<Nation>,
    /// The track that counts the points (2.22).
    pub track: BySide<Theatre>,
    /// Who controls it at the start of the standard game.
    pub control: Option<Camp>,
    /// The areas it touches, those behind a passage included.
    pub adjacent: Vec<AreaId>,
    /// The ports and bases that touch it.
    pub bases: Vec<BaseId>,
    /// Where it stands on a chart, growing to the east.
    pub x: f32,
    /// Where it stands on a chart, growing to the north.
    pub lat: f32,
}

/// What kind of place it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum BaseKind {
    /// A red circle: units return from anywhere in the theatre (2.32).
    Port,
    /// A green circle: units return from a neighbouring area only (2.33).
    Base,
    /// The neutral port, open to ships of both sides (2.34).
    Neutral,
}

/// How the repair points of a port grow from 0, turn by turn (11.12).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Schedule {
    /// How many more there are each turn.
    pub step: u8,
    /// The most there are.
    pub most: u8,
}

/// A change of hands that a rule asks for at the beginning of a turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TurnOver {
    /// The turn.
    pub turn: u8,
    /// Who holds the place from then on.
    pub to: Option<Nation>,
}

/// A port or base.
#[derive(Clone, Debug, PartialEq)]
pub struct Base {
    /// The id used in files, such as `pearl-harbor`.
    pub id: String,
    /// The name.
    pub name: String,
    /// Other spellings of the name.
    pub aliases: Vec<String>,
    /// The theatre it belongs to.
    pub theatre: Theatre,
    /// Port, base or the neutral port.
    pub kind: BaseKind,
    /// The areas it touches.
    pub areas: Vec<AreaId>,
    /// The side of its first controller.
    pub owner: Option<Camp>,
    /// Its first controller in the standard game.
    pub nation: Option<Nation>,
    /// Repair points a turn at the start.
    pub repair: u8,
    /// Whether it can repair at all, with points of its own, now or later, or with those of another port.
    pub repairs: bool,
    /// The only side whose ships it repairs, if not that of its first controller (11.14).
    pub repairs_only: Option<Camp>,
    /// How its repair points grow after the Japanese attack.
    pub schedule: Option<Schedule>,
    /// The port whose repair points count here: always (2.42), or once that port is lost (11.12).
    pub shared_with: Option<BaseId>,
    /// Whether it can be captured.
    pub capturable: bool,
    /// Whether air units may use it.
    pub lba: bool,
    /// The first turn in which it may be used: 0 from the beginning, 255 not before what [`Base::opened_by`]
    /// tells.
    pub active_from: u8,
    /// The event that opens it.
    pub opened_by: Option<String>,
    /// Changes of hands by rule, for games of several turns.
    pub turns_over: Vec<TurnOver>,
    /// The place that is one port with it (2.42).
    pub joined_with: Option<BaseId>,
    /// Where it stands on a chart, growing to the east.
    pub x: f32,
    /// Where it stands on a chart, growing to the north.
    pub lat: f32,
}

/// What a passage does to a mover.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Effect {
    /// It counts as one more area while the enemy holds a place on it (2.51, 2.52).
    ExtraArea,
    /// It is closed while the enemy holds the place (2.55).
    Closed,
    /// The place leads straight into far areas, each counting as the second one of a move (2.53).
    SecondAreaExit,
}

/// Waters that a shore holds: Gibraltar, the English Channel, and the two canals.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Passage {
    /// The id used in files, such as `suez-canal`.
    pub id: String,
    /// The name.
    pub name: String,
    /// The places whose holder decides.
    pub bases: Vec<BaseId>,
    /// The neighbouring areas between which it lies; none for Panama.
    pub link: Option<(AreaId, AreaId)>,
    /// What it does.
    pub effect: Effect,
    /// The areas into which the place leads; empty but for Panama.
    pub exits: Vec<AreaId>,
}

impl Passage {
    /// Whether a side holds a place on it.
    pub(super) fn is_held(&self, ocean: &Ocean, by: Camp) -> bool {
        self.bases.iter().any(|&base| ocean.owner(base) == Some(by))
    }
}

/// An area that a side may not enter.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Barred {
    /// The area.
    pub area: AreaId,
    /// The side that may not.
    pub side: Camp,
    /// The nations of that side that may.
    pub except: Vec<Nation>,
}

/// A box beside the map for units that are at no place.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct HoldingBox {
    /// The id used in files, such as `lu-w`.
    pub id: String,
    /// The name.
    pub name: String,
}

/// The map.
#[derive(Clone, Debug, PartialEq)]
pub struct Board {
    /// The sea areas.
    pub areas: Vec<Area>,
    /// The ports and bases.
    pub bases: Vec<Base>,
    /// The passages.
    pub passages: Vec<Passage>,
    /// The areas that are barred to a side.
    pub barred: Vec<Barred>,
    /// The holding boxes.
    pub boxes: Vec<HoldingBox>,
}

/// The half of the Mediterranean at Gibraltar.
pub(super) const WESTERN_MEDITERRANEAN: &str = "western-mediterranean";
/// Both halves.
const MEDITERRANEAN: [&str; 2] = [WESTERN_MEDITERRANEAN, "eastern-mediterranean"];

impl Theatre {
    /// Both.
    pub const ALL: [Theatre; 2] = [Theatre::Atlantic, Theatre::Pacific];
}

impl Base {
    /// A base that opens by an event is taken by control of its waters only (16.45).
    pub fn falls_by_control_alone(&self) -> bool {
        self.opened_by.is_some()
    }
}

impl Named for Area {
    fn names(&self) -> (&str, &str, &[String]) {
        (&self.id, &self.name, &self.aliases)
    }
}

impl Named for Base {
    fn names(&self) -> (&str, &str, &[String]) {
        (&self.id, &self.name, &self.aliases)
    }
}

impl Board {
    /// A sea area by its id.
    ///
    /// # Panics
    /// When the id is not one of this board's.
    #[inline]
    pub fn area(&self, id: AreaId) -> &Area {
        &self.areas[usize::from(id.0)]
    }

    /// Whether an area is a half of the Mediterranean.
    pub(super) fn is_mediterranean(&self, area: AreaId) -> bool {
        MEDITERRANEAN.contains(&self.area(area).id.as_str())
    }

    /// A holding box by its id.
    ///
    /// # Panics
    /// When the id is not one of this board's.
    pub fn hold(&self, id: HoldId) -> &HoldingBox {
        &self.boxes[usize::from(id.0)]
    }

    /// The holding box of a word.
    pub fn hold_named(&self, word: &str) -> Option<HoldId> {
        self.boxes.iter().position(|it| it.id == word).map(|at| HoldId(at as u8))
    }

    /// The holding box of a name, as views have it.
    pub(super) fn hold_called(&self, name: &str) -> Option<HoldId> {
        self.boxes.iter().position(|it| it.name == name).map(|at| HoldId(at as u8))
    }

    /// A port or base by its id.
    ///
    /// # Panics
    /// When the id is not one of this board's.
    #[inline]
    pub fn base(&self, id: BaseId) -> &Base {
        &self.bases[usize::from(id.0)]
    }

    /// Finds an area by its id, its name or another spelling of it.
    pub fn area_named(&self, word: &str) -> Option<AreaId> {
        self.areas().find(|id| self.area(*id).is_called(word))
    }

    /// Finds an area by its id alone.
    pub fn area_by_id(&self, id: &str) -> Option<AreaId> {
        self.areas().find(|area| self.area(*area).has_id(id))
    }

    /// Finds a port or base by its id alone.
    pub fn base_by_id(&self, id: &str) -> Option<BaseId> {
        self.bases().find(|base| self.base(*base).has_id(id))
    }

    /// Finds a port or base by its id, its name or another spelling of it.
    pub fn base_named(&self, word: &str) -> Option<BaseId> {
        self.bases().find(|id| self.base(*id).is_called(word))
    }

    /// The ids of all areas, in order.
    pub fn areas(&self) -> impl Iterator<Item = AreaId> + use<> {
        (0..self.areas.len() as u8).map(AreaId)
    }

    /// The ids of all ports and bases, in order.
    pub fn bases(&self) -> impl Iterator<Item = BaseId> + use<> {
        (0..self.bases.len() as u8).map(BaseId)
    }

    /// The passage that lies between two areas, in either direction.
    pub fn passage(&self, from: AreaId, to: AreaId) -> Option<&Passage> {
        let pair = Some((from.min(to), from.max(to)));
        self.passages.iter().find(|passage| passage.link == pair)
    }
}

/// Builds the board from the files, once they are sound.
pub(super) fn build(areas: AreasFile, ports: PortsFile) -> Result<Board, GamesFault> {
    sound::map(&areas, &ports)?;
    let ids = Ids {
        areas: areas.areas.iter().map(|row| row.id.clone()).collect(),
        bases: ports.ports.iter().map(|row| row.id.clone()).collect(),
    };
    let passages = areas.passages.iter().map(|row| passage(row, &areas, &ids)).collect();
    let barred = areas.barred.into_iter().map(|row| Barred {
        area: ids.area(&row.area),
        side: row.side,
        except: row.except,
    });
    Ok(Board {
        passages,
        barred: barred.collect(),
        areas: areas.areas.into_iter().map(|row| area(row, &ids)).collect(),
        bases: ports.ports.into_iter().map(|row| base(row, &ids)).collect(),
        boxes: ports.boxes.into_iter().map(|row| HoldingBox { id: row.id, name: row.name }).collect(),
    })
}

/// The ids of a sound map, by their place.
struct Ids {
    areas: Vec<String>,
    bases: Vec<String>,
}

impl Ids {
    #[inline]
    fn area(&self, id: &str) -> AreaId {
        AreaId(Ids::at(&self.areas, id))
    }

    #[inline]
    fn base(&self, id: &str) -> BaseId {
        BaseId(Ids::at(&self.bases, id))
    }

    fn at(ids: &[String], id: &str) -> u8 {
        ids.iter().position(|it| it == id).expect("a sound map names only what is there") as u8
    }
}

/// One area.
#[inline]
fn area(row: AreaRow, ids: &Ids) -> Area {
    Area {
        id: row.id,
        name: row.name,
        aliases: row.aliases,
        theatre: row.theatre,
        points: BySide { axis: row.axis.vp, allies: row.allied.vp },
        flag: BySide { axis: row.axis.flag, allies: row.allied.flag },
        track: BySide { axis: row.axis.track, allies: row.allied.track },
        control: row.control.side.0,
        adjacent: row.adjacent.iter().map(|id| ids.area(id)).collect(),
        bases: row.bases.iter().map(|id| ids.base(id)).collect(),
        x: row.position.x,
        lat: row.position.lat,
    }
}

/// One port or base.
#[inline]
fn base(row: PortRow, ids: &Ids) -> Base {
    let nation = row.controller.value.0;
    let repair = row.repair;
    Base {
        id: row.id,
        name: row.name,
        aliases: row.aliases,
        theatre: row.theatre,
        kind: row.kind.value,
        areas: row.touches.iter().map(|touch| ids.area(&touch.area)).collect(),
        owner: nation.map(Nation::side),
        nation,
        repair: repair.points,
        repairs: repair.points > 0 || repair.schedule.is_some() || repair.shared_with.is_some(),
        repairs_only: repair.only_while,
        schedule: repair.schedule.map(|it| Schedule { step: it.step, most: it.most }),
        shared_with: repair.shared_with.map(|id| ids.base(&id)),
        capturable: row.capturable.value,
        lba: row.lba,
        active_from: row.active_from.unwrap_or(u8::MAX),
        opened_by: row.opened_by,
        turns_over: row.turns_over.iter().map(|it| TurnOver { turn: it.turn, to: it.to.0 }).collect(),
        joined_with: row.joined_with.map(|id| ids.base(&id)),
        x: row.position.x,
        lat: row.position.lat,
    }
}

/// One passage with the link that leads through it.
fn passage(row: &PassageRow, file: &AreasFile, ids: &Ids) -> Passage {
    let link = file.links.iter().find(|link| link.via.as_ref() == Some(&row.id));
    let pair = link.map(|link| (ids.area(&link.a), ids.area(&link.b)));
    Passage {
        id: row.id.clone(),
        name: row.name.clone(),
        bases: row.bases.iter().map(|id| ids.base(id)).collect(),
        link: pair.map(|(a, b)| (a.min(b), a.max(b))),
        effect: row.effect,
        exits: row.exits.iter().map(|id| ids.area(id)).collect(),
    }
}
