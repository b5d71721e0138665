//! Trident, a game of the tests alone: three sides, each the enemy of the others, in seven zones. Ships sail in secret, find
//! others by dice and fire at what they have found; what happens between two the third does not see.

/// What a question can name.
mod item;
/// The rules.
mod play;
/// The position, and what happens in it.
mod sea;
/// What a side sees.
mod eyes;
/// What the laws must know of it.
mod lawful;
/// What a side cannot know.
mod mask;
/// What holds of this game only.
mod own;

use std::path::PathBuf;

use serde::Deserialize;

use sealord::condition::{Asked, Clause, ConditionWord, Match};
use sealord::games::{Games, GamesFault};
use sealord::party::Party;
use sealord::question::AheadQuestion;
use sealord::question::QuestionKind;
use sealord::rules::roster::{Named, Roster, UnitId};
use sealord::rules::{Choices, MatchOption, Rulebook, Scenario, ruling};
use sealord::side::{Flag, Side, SideMap};
use sealord::system::{Addressed, Flow, News, System, Words};
use sealord::table::{Step, Table};
use sealord::tags::Tags;

use eyes::View;
use item::Item;
use sea::{Event, Phase, Sea, ShipState, ZoneId};

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
    zones: Vec<Zone>,
    ships: Roster<Ship>,
}

#[derive(Clone, Debug)]
struct Zone {
    id: String,
    name: String,
    x: f32,
    lat: f32,
    next: Vec<ZoneId>,
    home: Option<Side>,
}

#[derive(Clone, Debug)]
struct Ship {
    id: String,
    name: String,
    class: String,
    side: Side,
    party: Party,
    guns: u8,
    hull: u8,
    at: ZoneId,
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
    /// Its dice and the hits that sink it.
    fn line(&self) -> String {
        format!("{}-{}", self.guns, self.hull)
    }
}

/// A zone of the file.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct ZoneRow {
    id: String,
    name: String,
    x: f32,
    lat: f32,
    next: Vec<String>,
    home: Option<Side>,
}

/// A ship of the file.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct ShipRow {
    id: String,
    name: String,
    class: String,
    party: Party,
    guns: u8,
    hull: u8,
    at: String,
}

/// A folder beside this file.
fn folder(name: &str) -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("tests/laws/systems/trident").join(name).join(Trident::ID)
}

impl Trident {
    fn zone(&self, zone: ZoneId) -> &Zone {
        &self.zones[usize::from(zone.0)]
    }

    fn zone_ids(&self) -> impl Iterator<Item = ZoneId> + use<> {
        (0..self.zones.len() as u8).map(ZoneId)
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

impl System for Trident {
    type State = Sea;
    type Event = Event;
    type View = View;
    type Item = Item;

    fn id(&self) -> &'static str {
        Trident::ID
    }
    fn edition(&self) -> u32 {
        Trident::EDITION
    }
    fn sides(&self) -> &'static [Side] {
        SIDES
    }
    fn parties(&self) -> &'static [Party] {
        PARTIES
    }
    fn opening(&self) -> Sea {
        let ship = |ship: &Ship| ShipState { at: ship.at, hits: 0, sunk: None, seen: Vec::new() };
        let ships = self.ships.0.iter().map(ship).collect();
        Sea { turn: 1, phase: Phase::Sailing, ships, rulings: Vec::new() }
    }
    fn step(&self, table: &mut Table<'_, Trident>) -> Step<Flow> {
        play::step(table)
    }
    fn apply(&self, sea: &mut Sea, event: &Event) {
        self.change(sea, event);
    }
    fn fits(&self, event: &Event) -> Option<String> {
        self.misfit(event)
    }
    fn standing(&self, sea: &Sea) -> Words {
        let phase = sea.phase.word();
        Words::plain(format!("t{}/{phase}", sea.turn), format!("turn {}, {phase}", sea.turn))
    }
    fn impossible(&self, sea: &Sea) -> Option<String> {
        self.impossible_sea(sea)
    }
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
    fn view(&self, sea: &Sea, party: Party, news: News<'_, Trident>) -> View {
        View::of(self, sea, party, news)
    }
    fn words(&self, _: &Sea, item: Item) -> Words {
        self.item_words(item)
    }
    fn tags(&self, item: Item) -> Tags {
        self.item_tags(item)
    }
    fn tag_words(&self) -> &'static [&'static str] {
        item::TAGS
    }
    fn find(&self, word: &str) -> Option<Item> {
        self.item_of(word)
    }
    fn asked(&self, key: &str) -> Result<Addressed, String> {
        self.asked_by(key)
    }
    fn knows(&self, word: &str) -> bool {
        ["aircraft", "hold"].contains(&word) || self.item_of(word).is_some()
    }
    fn ahead(&self, sea: &Sea, party: Party, _: &[&str]) -> Vec<AheadQuestion> {
        self.later(sea, party)
    }
    fn kinds(&self) -> &'static [QuestionKind] {
        item::KINDS
    }
    fn conditions(&self) -> &'static [ConditionWord] {
        item::CONDITIONS
    }
    fn is_of_a_fight(&self, kind: &str) -> bool {
        item::KINDS.iter().any(|it| it.kind == kind && it.in_combat)
    }
    fn is_seen(&self, what: Match<Item>) -> bool {
        self.fits_ships(what)
    }
    fn is_place(&self, _: &ConditionWord, at: Item) -> bool {
        at.zone().is_some()
    }
    fn holds(&self, sea: &Sea, asked: &Asked<'_, Item>, clause: &Clause<Item>) -> bool {
        self.clause_holds(sea, asked, clause)
    }
}

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
        let zones: Vec<ZoneRow> = games.read(Trident::ID, "zones")?;
        let ids: Vec<String> = zones.iter().map(|zone| zone.id.clone()).collect();
        let find = |word: &String| {
            let at = ids.iter().position(|id| id == word).map(|at| ZoneId(at as u8));
            let what = || format!("there is no zone {word}");
            at.ok_or_else(|| GamesFault::Unsound { file: Trident::ID.to_owned(), what: what() })
        };
        let zone = |row: ZoneRow| {
            let ZoneRow { id, name, x, lat, next, home } = row;
            Ok(Zone { id, name, x, lat, next: next.iter().map(&find).collect::<Result<_, _>>()?, home })
        };
        let ship = |row: ShipRow| {
            let ShipRow { id, name, class, party, guns, hull, at } = row;
            Ok(Ship { id, name, class, side: party.side(), party, guns, hull, at: find(&at)? })
        };
        let ships: Vec<ShipRow> = games.read(Trident::ID, "ships")?;
        Ok(Trident {
            zones: zones.into_iter().map(zone).collect::<Result<_, _>>()?,
            ships: Roster(ships.into_iter().map(ship).collect::<Result<_, _>>()?),
        })
    }

    fn scenario(&self) -> &'static str {
        "ring"
    }

    fn points(&self, sea: &Sea, side: Side) -> i32 {
        self.points_of(sea, side)
    }

    fn winner(&self, sea: &Sea) -> Option<Side> {
        let points = SideMap::from_fn(SIDES, |side| self.points_of(sea, side));
        let best = SIDES.iter().map(|side| points.of(*side)).max()?;
        let mut first = SIDES.iter().copied().filter(|side| points.of(*side) == best);
        first.next().filter(|_| first.next().is_none())
    }
}
