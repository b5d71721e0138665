//! What a side sees: its own ships, what it has found, and what it was part of.

use serde::Serialize;

use sealord::party::Party;
use sealord::rules::roster::UnitId;
use sealord::side::{Side, SideMap};
use sealord::system::{Chapter, News, Views};
use sealord::table::Section;
use sealord::view::{self, Control, Known, OnTrack, Sighting, StoryLine, Unit, Zone, ZoneRef};

use super::event::Event;
use super::sea::{Phase, Sea, ZoneId};
use super::{LAST_TURN, SIDES, Trident};

/// All that a party may know: what its side does.
pub type View = view::View<(), Columns>;

/// What a side scored on a turn.
#[derive(Clone, Default, Serialize)]
pub struct Columns {
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
        let story = observer.story(news.chapters);
        let fought = |zone: ZoneId| {
            let here = story.iter().filter(|it| it.zone == Some(observer.zone_ref(zone)));
            here.flat_map(|it| &it.lines).any(|line| line.kind() == "fired")
        };
        View {
            reader: view::Reader::of(party, SIDES),
            scenario: "The Ring".to_owned(),
            turn: *turn,
            last_turn: LAST_TURN,
            phase: phase.word().to_owned(),
            score: observer.score(),
            sea: view::Sea {
                zones: self.zone_ids().map(|zone| observer.zone(zone, fought(zone))).collect(),
                ports: Vec::new(),
                links: view::links(self.zone_ids(), |zone| self.next(zone), |zone| observer.zone_ref(zone)),
            },
            beside: view::Beside {
                sunk: news.shown("sunk", || observer.sunk()),
                sightings: news.shown("sightings", || observer.sightings()),
                ..view::Beside::default()
            },
            story,
            own: (),
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
            known: if own { Known::to(of.side().others(SIDES), knows) } else { Known::Nobody },
            marks: (own && state.hits > 0 && state.afloat()).then(|| vec!["damaged".to_owned()]),
            ..Unit::default()
        }
    }

    fn zone(&self, zone: ZoneId, fought: bool) -> Zone {
        let of = self.trident.zone(zone);
        let here = || self.trident.afloat(self.sea, zone);
        let seen = |ship: UnitId| self.sea.ship(ship).in_sight(self.side, self.sea.turn);
        let own = here().filter(|(_, ship)| ship.side() == self.side);
        let enemy = here().filter(|(id, ship)| ship.side() != self.side && seen(*id));
        Zone {
            key: Some(of.id.clone()),
            name: of.name.clone(),
            x: of.x,
            lat: of.lat,
            control: of.home.map(Control::Held),
            own: own.map(|(ship, _)| self.unit(ship)).collect(),
            enemy_known: enemy.map(|(ship, _)| self.unit(ship)).collect(),
            fought,
            ..Zone::default()
        }
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
            columns: SideMap::from_fn(SIDES, |side| columns(side, Some(turn))),
            total: total(Some(turn)),
            ..view::TurnScore::default()
        };
        view::Score { total: total(None), turns: (1..=self.sea.turn).map(turn).collect(), scenarios: None }
    }

    fn story(&self, chapters: &[Chapter<'_, Trident>]) -> Vec<view::Chapter> {
        let sections = chapters.iter().flat_map(|it| it.sections.iter().map(|section| (it.at, section)));
        let told = sections.map(|(at, section)| {
            let zone = self.trident.zone_called(&section.name);
            let zone = zone.map(|zone| (self.zone_ref(zone), &*self.trident.zone(zone).name));
            view::Chapter { lines: self.lines(section), ..view::Chapter::new(&at.name, zone) }
        });
        told.filter(|chapter| !chapter.lines.is_empty()).collect()
    }

    fn lines(&self, section: &Section<Event>) -> Vec<StoryLine> {
        let cited =
            section.events().flat_map(|event| event.told(self).into_iter().map(move |line| (event, line)));
        cited.map(|(event, line)| line.citing(event.rule().to_owned())).collect()
    }
}
