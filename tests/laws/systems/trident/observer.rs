//! What a side sees: its own ships, what it has found, and what it was part of.

use serde::Serialize;

use sealord::party::Party;
use sealord::problem::list_and;
use sealord::rules::roster::UnitId;
use sealord::side::{Side, SideMap};
use sealord::system::{Chapter, News, Views};
use sealord::table::{Note, Section};
use sealord::view::{self, Control, Known, OnTrack, Port, Sighting, StoryLine, Unit, Zone, ZoneRef};

use super::event::Event;
use super::sea::{Phase, Sea, ZoneId};
use super::{LAST_TURN, SIDES, Trident};

/// All that a party may know: what its side does.
#[derive(Serialize)]
pub struct View {
    side: Party,
    side_name: String,
    enemy_name: String,
    sides: &'static [Side],
    scenario: &'static str,
    turn: u8,
    last_turn: u8,
    phase: &'static str,
    score: view::Score<Columns>,
    zones: Vec<Zone>,
    ports: Vec<Port>,
    links: Vec<(ZoneRef, ZoneRef)>,
    sunk: Vec<OnTrack>,
    sightings: Vec<Sighting>,
    story: Vec<view::Chapter<Vec<StoryLine>>>,
}

/// What a side scored on a turn.
#[derive(Clone, Serialize)]
struct Columns {
    sunk: i64,
    rulings: i64,
}

impl Trident {
    /// Whether a side knows that a ship is lost.
    pub fn is_lost_to(&self, side: Side, sea: &Sea, ship: UnitId) -> bool {
        let sunk = sea.ship(ship).sunk.as_ref();
        sunk.is_some_and(|it| self.ships[ship].side() == side || it.before.contains(&side))
    }
}

impl Views for Trident {
    type View = View;

    fn view(&self, sea: &Sea, party: Party, news: News<'_, Trident>) -> View {
        let Sea { turn, phase, ships: _, rulings: _ } = sea;
        let side = party.side();
        let observer = Observer { trident: self, sea, side };
        let enemies: Vec<&str> = side.others(SIDES).map(Side::name).collect();
        let story = observer.story(news.chapters);
        let fought = |zone: ZoneId| {
            let here = story.iter().filter(|it| it.zone == Some(observer.zone_ref(zone)));
            here.flat_map(|it| &it.lines).any(|line| line.kind() == "fired")
        };
        View {
            side: party,
            side_name: side.name().to_owned(),
            enemy_name: list_and(&enemies),
            sides: SIDES,
            scenario: "The Ring",
            turn: *turn,
            last_turn: LAST_TURN,
            phase: phase.word(),
            score: observer.score(),
            zones: self.zone_ids().map(|zone| observer.zone(zone, fought(zone))).collect(),
            ports: Vec::new(),
            links: observer.links(),
            sunk: news.part("sunk", || observer.sunk()),
            sightings: news.part("sightings", || observer.sightings()),
            story,
        }
    }
}

/// A side, looking at a position.
pub struct Observer<'e> {
    trident: &'e Trident,
    sea: &'e Sea,
    pub side: Side,
}

impl Observer<'_> {
    fn zone_ref(&self, zone: ZoneId) -> ZoneRef {
        ZoneRef::Key(self.trident.zone(zone).id.clone())
    }

    pub fn side_of(&self, ship: UnitId) -> Side {
        self.trident.ships[ship].side()
    }

    pub fn owns(&self, ship: UnitId) -> bool {
        self.side_of(ship) == self.side
    }

    pub fn name(&self, zone: ZoneId) -> String {
        self.trident.zone(zone).name.clone()
    }

    pub fn unit(&self, ship: UnitId) -> Unit {
        let (of, state) = (&self.trident.ships[ship], self.sea.ship(ship));
        let own = of.side() == self.side;
        let knows = |side: &Side| state.sight(*side).is_some_and(|it| it.turn == self.sea.turn && it.open);
        Unit {
            id: of.id.clone(),
            name: of.name.clone(),
            side: (!own).then_some(of.side()),
            navy: of.side().adjective().to_owned(),
            class: of.class.clone(),
            line: of.line(),
            of: None,
            known: if own { Known::to(of.side().others(SIDES), knows) } else { Known::Nobody },
            marks: (own && state.hits > 0 && state.afloat()).then(|| vec!["damaged".to_owned()]),
            damage: None,
            raiding: None,
        }
    }

    fn zone(&self, zone: ZoneId, fought: bool) -> Zone {
        let of = self.trident.zone(zone);
        let here = || self.trident.afloat(self.sea, zone);
        let seen = |ship: UnitId| self.sea.ship(ship).in_sight(self.side, self.sea.turn);
        let own = here().filter(|(_, ship)| ship.side() == self.side);
        let enemy = here().filter(|(id, ship)| ship.side() != self.side && seen(*id));
        Zone {
            number: None,
            key: Some(of.id.clone()),
            name: of.name.clone(),
            area: None,
            x: of.x,
            lat: of.lat,
            value: SideMap::default(),
            control: of.home.map(Control::Held),
            control_before: None,
            own: own.map(|(ship, _)| self.unit(ship)).collect(),
            enemy: None,
            enemy_known: enemy.map(|(ship, _)| self.unit(ship)).collect(),
            convoys: None,
            fought,
        }
    }

    fn links(&self) -> Vec<(ZoneRef, ZoneRef)> {
        let zones = self.trident.zone_ids();
        let pairs = zones.flat_map(|zone| self.trident.next(zone).map(move |next| (zone, next)));
        pairs.filter(|(a, b)| a < b).map(|(a, b)| (self.zone_ref(a), self.zone_ref(b))).collect()
    }

    fn sunk(&self) -> Vec<OnTrack> {
        let known = self.trident.ships.ids().filter(|it| self.trident.is_lost_to(self.side, self.sea, *it));
        let lost = |ship: UnitId| OnTrack {
            side: self.trident.ships[ship].side(),
            unit: self.unit(ship),
            turn: self.sea.ship(ship).sunk.as_ref().map(|it| it.turn),
        };
        known.map(lost).collect()
    }

    fn sightings(&self) -> Vec<Sighting> {
        let Sea { turn, phase, .. } = self.sea;
        let last = |ship: UnitId| {
            let sight = self.sea.ship(ship).sight(self.side).filter(|it| it.turn < *turn)?;
            let lost = self.trident.is_lost_to(self.side, self.sea, ship);
            // Nothing moves between the fights of a turn and the sailing of the next.
            let sure = sight.turn + 1 == *turn && *phase == Phase::Sailing;
            let (unit, place) = (self.unit(ship), self.name(sight.zone));
            (!lost).then_some(Sighting { unit, turn: sight.turn, place, sure })
        };
        self.trident.ships.ids().filter_map(last).collect()
    }

    /// A side knows its own score, and how often another has sunk a ship of its own.
    fn score(&self) -> view::Score<Columns> {
        let columns = |of: Side, turn: Option<u8>| {
            let on = |at: u8| turn.is_none_or(|turn| turn == at);
            let open = |ship: &UnitId| {
                self.sea.phase == Phase::Over
                    || of == self.side
                    || self.trident.ships[*ship].side() == self.side
            };
            let sunk = self.trident.ships.ids().filter(open).filter_map(|it| self.sea.ship(it).sunk.as_ref());
            let rulings = self.sea.rulings.iter().filter(|it| it.side == of && on(it.turn));
            Columns {
                sunk: sunk.filter(|it| it.by.contains(&of) && on(it.turn)).count() as i64,
                rulings: rulings.map(|it| i64::from(it.points)).sum(),
            }
        };
        let total = |turn: Option<u8>| {
            SideMap::from_fn(SIDES, |side| columns(side, turn).sunk + columns(side, turn).rulings)
        };
        let turn = |turn: u8| view::TurnScore {
            turn,
            scenario: None,
            track: None,
            columns: SideMap::from_fn(SIDES, |side| columns(side, Some(turn))),
            total: total(Some(turn)),
        };
        view::Score { total: total(None), turns: (1..=self.sea.turn).map(turn).collect(), scenarios: None }
    }

    fn story(&self, chapters: &[Chapter<'_, Trident>]) -> Vec<view::Chapter<Vec<StoryLine>>> {
        let sections = chapters.iter().flat_map(|it| it.sections.iter().map(|section| (it.at, section)));
        let told = sections.map(|(at, section)| {
            let zone = self.trident.zone_ids().find(|zone| self.trident.zone(*zone).id == section.name);
            let title = zone.map_or(at.name.clone(), |zone| format!("{}: {}", at.name, self.name(zone)));
            view::Chapter {
                title,
                zone: zone.map(|zone| self.zone_ref(zone)),
                lines: self.lines(section),
                card: None,
            }
        });
        told.filter(|chapter| !chapter.lines.is_empty()).collect()
    }

    fn lines(&self, section: &Section<Event>) -> Vec<StoryLine> {
        let lines = |note: &Note<Event>| match note {
            Note::Event(event) => {
                event.told(self).into_iter().map(|line| line.citing(event.rule().to_owned())).collect()
            }
            Note::Roll(_) => Vec::new(),
        };
        section.notes.iter().flat_map(lines).collect()
    }
}
