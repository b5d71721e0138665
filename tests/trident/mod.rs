//! Trident, a game of the tests alone: three sides, each the enemy of the others, in seven zones. Ships sail
//! in secret, find others by dice and fire at what they have found; what happens between two the third does
//! not see.

/// What a question can name.
pub mod item;
/// The rules.
mod play;
/// What happens.
pub mod event;
/// The position.
pub mod sea;
/// What a side sees.
mod observer;

use sealord::items::Types;
use sealord::system::{Advice, BattlePlanning, Declarations, Rulings, StandingOrders};
use std::path::PathBuf;

use serde::Deserialize;

use sealord::games::{Games, GamesFault};
use sealord::party::Party;
use sealord::rules::roster::{Named, Roster, UnitId};
use sealord::rules::{Choices, MatchOption, Rulebook, Scenario, ruling};
use sealord::side::{Flag, Side, SideMap};

use event::Event;
use item::Item;
use sea::{Sea, ZoneId};

static CORAL_FLAG: Flag =
    Flag { id: "coral", name: "Coral Fleet", adjective: "Coral", colour: "#ff7f50", order: 20 };
static JADE_FLAG: Flag =
    Flag { id: "jade", name: "Jade Fleet", adjective: "Jade", colour: "#00a86b", order: 21 };
static AMBER_FLAG: Flag =
    Flag { id: "amber", name: "Amber Fleet", adjective: "Amber", colour: "#ffbf00", order: 22 };

static VAN_FLAG: Flag =
    Flag { id: "amber-van", name: "Amber Van", adjective: "Amber Van", colour: "#ffbf00", order: 23 };
static REAR_FLAG: Flag =
    Flag { id: "amber-rear", name: "Amber Rear", adjective: "Amber Rear", colour: "#ffbf00", order: 24 };

pub const CORAL: Side = Side::of(&CORAL_FLAG);
pub const JADE: Side = Side::of(&JADE_FLAG);
pub const AMBER: Side = Side::of(&AMBER_FLAG);
pub const SIDES: &[Side] = &[CORAL, JADE, AMBER];

/// The Amber Fleet is two parties, each with ships of its own.
pub const PARTIES: &[Party] =
    &[Party::of(CORAL), Party::of(JADE), Party::seat(&VAN_FLAG, AMBER), Party::seat(&REAR_FLAG, AMBER)];

pub const LAST_TURN: u8 = 4;

/// The map and the ships.
#[derive(Clone, Debug)]
pub struct Trident {
    pub zones: Vec<Zone>,
    pub ships: Roster<Ship>,
}

/// A zone, as its file has it.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Zone {
    pub id: String,
    name: String,
    x: f32,
    lat: f32,
    next: Vec<String>,
    home: Option<Side>,
}

/// A ship, as its file has it.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Ship {
    pub id: String,
    name: String,
    pub class: String,
    pub party: Party,
    guns: u8,
    pub hull: u8,
    at: String,
}

impl Named for Zone {
    fn names(&self) -> (&str, &str, &[String]) {
        (&self.id, &self.name, &[])
    }
}

impl Named for Ship {
    fn names(&self) -> (&str, &str, &[String]) {
        (&self.id, &self.name, &[])
    }
}

impl Ship {
    pub fn side(&self) -> Side {
        self.party.side()
    }

    /// Its dice and the hits that sink it.
    fn line(&self) -> String {
        format!("{}-{}", self.guns, self.hull)
    }
}

/// A folder beside this file.
pub fn folder(name: &str) -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("tests/trident").join(name).join(Trident::ID)
}

impl Trident {
    pub fn zone(&self, zone: ZoneId) -> &Zone {
        &self.zones[usize::from(zone.0)]
    }

    fn zone_ids(&self) -> impl Iterator<Item = ZoneId> + use<> {
        (0..self.zones.len() as u8).map(ZoneId)
    }

    /// The zone of a word.
    fn zone_called(&self, word: &str) -> Option<ZoneId> {
        self.zone_ids().find(|zone| self.zone(*zone).has_id(word))
    }

    /// The zones next to a zone.
    fn next(&self, zone: ZoneId) -> impl Iterator<Item = ZoneId> {
        self.zone(zone).next.iter().filter_map(|word| self.zone_called(word))
    }

    /// The ships afloat in a zone.
    fn afloat<'a>(&'a self, sea: &'a Sea, zone: ZoneId) -> impl Iterator<Item = (UnitId, &'a Ship)> {
        let here = self.ships.ids().filter(move |id| sea.ship(*id).afloat() && sea.ship(*id).at == zone);
        here.map(|id| (id, &self.ships[id]))
    }

    /// Whether a ship sails and fires as a party says.
    fn commands(&self, party: Party, ship: UnitId) -> bool {
        self.ships[ship].party == party
    }
}

impl Types for Trident {
    type State = Sea;
    type Event = Event;
    type Item = Item;
}

impl Rulings for Trident {
    fn ruling(&self, reason: &str, change: &str) -> Result<Event, String> {
        let [word, side, points] = change.split(' ').collect::<Vec<_>>()[..] else {
            return Err(ruling::not_understood(change));
        };
        let side = SIDES.iter().copied().find(|it| it.id() == side).filter(|_| word == "points");
        let side = side.ok_or_else(|| ruling::not_understood(change))?;
        let points = ruling::points(points)?;
        Ok(Event::Ruled { reason: reason.to_owned(), change: change.to_owned(), side, points })
    }

    fn changes(&self) -> &'static str {
        Trident::CHANGES
    }
}

impl Declarations for Trident {}

impl StandingOrders for Trident {}

impl BattlePlanning for Trident {}

impl Advice for Trident {}

impl Rulebook for Trident {
    const SIDES: &'static [Side] = SIDES;
    const PARTIES: &'static [Party] = PARTIES;
    const OPTIONS: &'static [MatchOption] = &[];
    const ID: &'static str = "trident";
    const NAME: &'static str = "Trident";
    const EDITION: u32 = 1;
    const PREFIX: &'static str = "TRI-";
    const CHANGES: &'static str = "points SIDE NUMBER";

    fn scenarios(_: &Games) -> Result<Vec<Scenario>, GamesFault> {
        let scenario = |id: &str, name: &str, playable| Scenario {
            id: id.to_owned(),
            name: name.to_owned(),
            aliases: vec![id[..1].to_owned()],
            playable,
            listed: playable,
        };
        Ok(vec![scenario("ring", "The Ring", true), scenario("storm", "The Storm", false)])
    }

    fn load(games: &Games, _: &str, _: &Choices) -> Result<Trident, GamesFault> {
        let (zones, ships) = (games.read(Trident::ID, "zones")?, games.read(Trident::ID, "ships")?);
        let trident = Trident { zones, ships: Roster(ships) };
        let next = trident.zones.iter().flat_map(|zone| &zone.next);
        let mut words = next.chain(trident.ships.0.iter().map(|ship| &ship.at));
        match words.find(|word| trident.zone_called(word).is_none()) {
            None => Ok(trident.clone()),
            Some(word) => {
                let what = format!("there is no zone {word}");
                Err(GamesFault::Unsound { file: Trident::ID.to_owned(), what })
            }
        }
    }

    fn scenario(&self) -> &'static str {
        "ring"
    }

    /// TRI-6.
    fn points(&self, sea: &Sea, side: Side) -> i32 {
        let sunk = sea.ships.iter().filter_map(|ship| ship.sunk.as_ref()).filter(|it| it.by.contains(&side));
        sunk.count() as i32 + sea.ruled(side)
    }

    fn winner(&self, sea: &Sea) -> Option<Side> {
        let points = SideMap::from_fn(SIDES, |side| self.points(sea, side));
        let best = SIDES.iter().map(|side| points.of(*side)).max()?;
        let mut first = SIDES.iter().copied().filter(|side| points.of(*side) == best);
        first.next().filter(|_| first.next().is_none())
    }
}
