//! What a side sees of the position. Every counter lies openly on the board (3.1), so both see the same, each
//! from its own seat; but for submarines where an optional rule hides them (26.0), and what the Allies know
//! of the groups of uncertain location (23.2). Unrevealed orders are in no position.
//!
//! Every part of a position is taken apart without `..`, so that a new part does not compile until somebody
//! decides who sees it.

mod order;

use serde::Serialize;

use order::{areas_in_order, arriving, back, bases_in_order};

use super::AdmiralsWar;
use super::board::{AreaId, BaseId, BaseKind, HoldId, Theatre};
use super::event::Event;
use super::hidden::Shown;
use super::pieces::{Seat, UnitId, gathered};
use super::seats::By;
use super::state::{Columns, Leads, Ocean, Place, Tracks, Uncertain, UnitState};
use super::telling::{Chance, Group};
use super::{story, text};
use engine::party::Party;
use engine::problem::count;
use engine::rulebook::two_sided::Camp;
use engine::side::SideMap;
use engine::system::{Chapter, News, Rules, Views};
use engine::view;
pub use engine::view::{
    Chapter as ChapterView, InBox, OnTrack as AwayView, Port as BaseView, Unit as UnitView, Zone as AreaView,
};
use engine::view::{Control, Holder, ZoneRef};

/// All that one side sees.
pub type View = view::View<Own, Columns>;

/// What only this game shows.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Own {
    /// Who leads on each track, in the standard game.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub tracks: Option<Vec<Lead>>,
    /// Where the Pacific stands, in the standard game: `war`, `peace`, `declared` or `attack`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub pacific: Option<&'static str>,
    /// What the Allies alone know of the groups of uncertain location.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub uncertain: Option<Whereabouts>,
    /// Enemy submarines, in port or at sea, of which the side does not know where they are.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub unseen: Vec<Unseen>,
    /// The same of a teammate's, where the council is closed.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub unseen_friends: Vec<Unseen>,
}

/// Submarines of one navy and class that are hidden.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Unseen {
    /// The adjective of the nation.
    pub navy: String,
    /// The class code.
    pub class: String,
    /// How many they are.
    pub count: usize,
}

/// Who leads on a track.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Lead {
    /// The track: `Atlantic` or `Pacific`.
    pub track: &'static str,
    /// The side that leads, if one does.
    pub side: Option<Camp>,
    /// By how many points.
    pub points: u8,
}

/// What is known of the groups of uncertain location before they turn up.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Whereabouts {
    /// The faces of the die that bring a group to an area.
    pub chances: Vec<Chance>,
    /// Where groups are that were diced for: places, each with a group.
    pub groups: Vec<Group>,
}

/// The score of both sides; a track that the scenario does not use is left out.
pub type Score = view::Score<Columns>;

/// The score of a turn on one track.
pub type TurnScore = view::TurnScore<Columns>;

impl Views for AdmiralsWar {
    type View = View;

    /// Builds the view of a player.
    fn view(&self, ocean: &Ocean, party: Party, news: News<'_, Self>) -> View {
        let reader = self.reader(party);
        // Which areas are fought out, who selects the next one, who was raided and what shipping has lost
        // this turn stand in the story and in the questions.
        let Ocean {
            turn,
            phase,
            units: _,
            flags: _,
            owners: _,
            owners_before: _,
            pacific,
            provoked: _,
            german_flags: _,
            attack_barred: _,
            manila_open: _,
            attacked: _,
            taranto_fell: _,
            xxi_earlier: _,
            italy_declared: _,
            dilemma: _,
            uncertain: _,
            warned: _,
            leads: marks,
            resolved: _,
            selects: _,
            raided: _,
            shipping: _,
            score: _,
        } = ocean;
        let (observer, side) = (Observer::new(self, ocean, reader), reader.side());
        let fought = fought(news.chapters);
        let order = observer.theatres();
        let (areas, bases) = (areas_in_order(self, order), bases_in_order(self, ocean, order));
        View {
            // Two parties of a side read each as its side.
            reader: view::Reader::of(side.side().into(), self.sides()),
            scenario: self.scenario.name.clone(),
            turn: *turn,
            last_turn: self.scenario.last_turn,
            phase: text::phase(*phase).to_owned(),
            score: observer.score(),
            sea: view::Sea {
                zones: areas.into_iter().map(|area| observer.area(area, fought.contains(&area))).collect(),
                ports: bases.into_iter().map(|base| observer.base(base)).collect(),
                links: observer.links(),
            },
            beside: observer.beside(news),
            story: story::chapters(&observer, news),
            own: Own {
                tracks: self.scenario.campaign.then(|| leads(*marks, order)),
                pacific: self.scenario.campaign.then(|| pacific.id()),
                uncertain: observer.whereabouts(),
                unseen: observer.unseen(side.enemy()),
                unseen_friends: observer.unseen(side),
            },
        }
    }
}

/// Who leads on both tracks, in this order.
pub(super) fn leads(marks: Leads, order: [Theatre; 2]) -> Vec<Lead> {
    let lead = |track: Theatre| {
        let (side, points) = marks.by(track);
        Lead { track: track_name(track), side, points }
    };
    order.map(lead).into()
}

/// Areas in which units fired in what is told.
fn fought(chapters: &[Chapter<'_, AdmiralsWar>]) -> Vec<AreaId> {
    chapters.iter().flat_map(Chapter::events).filter_map(Event::fired_at_sea).collect()
}

/// One player, looking at a position.
pub(super) struct Observer<'e> {
    pub(super) system: &'e AdmiralsWar,
    pub(super) ocean: &'e Ocean,
    pub(super) reader: By,
    /// The side of the reader.
    pub(super) side: Camp,
}

impl<'e> Observer<'e> {
    pub(super) fn new(system: &'e AdmiralsWar, ocean: &'e Ocean, reader: By) -> Observer<'e> {
        Observer { system, ocean, reader, side: reader.side() }
    }
}

impl Observer<'_> {
    /// What stands beside the map, and what went where.
    fn beside(&self, news: News<'_, AdmiralsWar>) -> view::Beside {
        view::Beside {
            arriving: news.shown("arriving", || self.away(arriving)),
            boxed: news.shown("boxed", || self.boxed()).filter(|boxed| !boxed.is_empty()),
            away: news.shown("away", || self.away(back)),
            sunk: news.shown("sunk", || self.away(|place| (place == Place::Sunk).then_some(None))),
            moves: Some(self.moves(news)),
            ..view::Beside::default()
        }
    }

    /// A unit as it stands now.
    pub(super) fn unit(&self, unit: UnitId) -> UnitView {
        let counter = self.system.counter(unit);
        // All of the part of a unit that is seen is open: nothing of it is left out of its marks by secrecy.
        let UnitState {
            place: _,
            nation: _,
            based: _,
            pinned: _,
            claims: _,
            scored: _,
            theatre: _,
            second: _,
            raiding,
            damage,
            overhaul: _,
            lost_on: _,
            hurt: _,
            disabled: _,
            kamikaze: _,
            done: _,
            retreated: _,
            group: _,
            chases: _,
            pursued: _,
            raids: _,
            shown: _,
            task_force: _,
        } = self.ocean.unit(unit);
        UnitView {
            id: counter.id.clone(),
            name: counter.name.clone(),
            navy: counter.nation.adjective().to_owned(),
            class: counter.class.clone(),
            line: self.system.line_now(self.ocean, unit),
            known: (self.system.side_of(self.ocean, unit) != self.side).into(),
            marks: Some(self.system.marks(self.ocean, unit)),
            damage: Some(*damage),
            raiding: Some(*raiding),
            ..UnitView::default()
        }
    }

    /// Both theatres, the reader's own first: of a seat the one of its track (AW-1.1); else in their order.
    pub(super) fn theatres(&self) -> [Theatre; 2] {
        let [first, second] = Theatre::ALL;
        match self.reader {
            By::Seat(seat) if seat.track() == second => [second, first],
            _ => [first, second],
        }
    }

    /// Whether the reader knows what the Americans keep to themselves (AW-23.21, AW-23.22).
    pub(super) fn knows_chances(&self) -> bool {
        match self.system.observer_of(self.reader) {
            By::Side(side) => side == Camp::ALLIES,
            By::Seat(seat) => seat == Seat::UnitedStates,
        }
    }

    /// The areas in which groups of uncertain location may turn up, each with its faces of the die.
    pub(super) fn chances(&self, chances: &[AreaId]) -> Vec<Chance> {
        let faces = gathered(chances.iter().enumerate().map(|(at, &area)| (at + 1, area)));
        let chance =
            |(area, faces): (AreaId, _)| Chance { place: self.system.board.area(area).name.clone(), faces };
        faces.into_iter().map(chance).collect()
    }

    /// What the Allies know of the groups of uncertain location; the Axis knows nothing of it (AW-23.21,
    /// AW-23.22).
    fn whereabouts(&self) -> Option<Whereabouts> {
        let Uncertain { chances, rolled } = &self.ocean.uncertain;
        if !self.knows_chances() || chances.is_empty() {
            return None;
        }
        let group = |&(hold, first, _): &(HoldId, u8, u8)| {
            let area = self.system.whereabouts(chances, first)?;
            let (place, units) = (&self.system.board.area(area).name, &self.system.board.hold(hold).name);
            Some(Group { place: place.clone(), units: units.clone() })
        };
        Some(Whereabouts {
            chances: self.chances(chances),
            groups: rolled.iter().filter_map(group).collect(),
        })
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
            TurnScore {
                turn: first + at as u8,
                scenario: None,
                track: Some(track_name(theatre).to_owned()),
                columns: SideMap::of_camps(|side| columns[side]),
                total: SideMap::of_camps(|side| columns[side].total().into()),
            }
        };
        let tracks = self.theatres().into_iter().filter(|&theatre| used(theatre));
        let tracks: Vec<Theatre> = tracks.collect();
        let turns = self.ocean.score.iter().enumerate();
        let turns =
            turns.flat_map(|(at, scored)| tracks.iter().map(move |&theatre| row(at, theatre, scored)));
        let total = SideMap::of_camps(|side| self.ocean.points(side).into());
        Score { total, turns: turns.collect(), scenarios: None }
    }

    /// An area as links, bases and chapters name it.
    pub(super) fn area_ref(&self, area: AreaId) -> ZoneRef {
        ZoneRef::Key(self.system.board.area(area).id.clone())
    }

    /// Whether the reader knows what a unit does. `shown` are the submarines that have been shown.
    pub(super) fn follows(&self, unit: UnitId, shown: &Shown) -> bool {
        let own = || self.system.observer_of(self.reader).commands(self.system, self.ocean, unit);
        !self.system.hides(unit) || shown.has(unit) || own()
    }

    /// How many submarines of a side are hidden from the reader, navy by navy.
    fn unseen(&self, side: Camp) -> Vec<Unseen> {
        let theirs = self.ocean.ids().filter(|&unit| self.system.side_of(self.ocean, unit) == side);
        let hidden = theirs.filter(|&unit| !self.system.sees(self.ocean, unit, self.reader));
        let kinds = gathered(hidden.map(|unit| {
            let counter = self.system.counter(unit);
            (unit, (counter.nation.adjective(), counter.class.as_str()))
        }));
        let unseen = |((navy, class), units): ((&str, &str), Vec<UnitId>)| Unseen {
            navy: navy.to_owned(),
            class: class.to_owned(),
            count: units.len(),
        };
        kinds.into_iter().map(unseen).collect()
    }

    /// Own units at a place, and those of the enemy's of which the side knows.
    pub(super) fn seen_at(&self, place: Place) -> (Vec<UnitId>, Vec<UnitId>) {
        let here = self.ocean.at(place).into_iter();
        here.filter(|&unit| self.system.sees(self.ocean, unit, self.reader))
            .partition(|&unit| self.system.side_of(self.ocean, unit) == self.side)
    }

    /// The same in words.
    fn at(&self, place: Place) -> (Vec<UnitView>, Vec<UnitView>) {
        let (own, enemy) = self.seen_at(place);
        let words = |units: Vec<UnitId>| units.into_iter().map(|unit| self.unit(unit)).collect();
        (words(own), words(enemy))
    }

    fn area(&self, area: AreaId, fought: bool) -> AreaView {
        let of = self.system.board.area(area);
        let (own, enemy_known) = self.at(Place::Sea(area));
        let value = self.system.area_points(self.ocean, area);
        AreaView {
            key: Some(of.id.clone()),
            name: of.name.clone(),
            x: of.x,
            lat: of.lat,
            value: SideMap::of_camps(|side| value[side].into()),
            control: self.ocean.flag(area).map(|camp| Control::Held(camp.side())),
            own,
            enemy_known,
            fought,
            ..AreaView::default()
        }
    }

    fn base(&self, base: BaseId) -> BaseView {
        let of = self.system.board.base(base);
        let (own, enemy_known) = self.at(Place::Base(base));
        let areas = of.areas.iter().filter(|&&area| self.system.is_played(area));
        let is_base = self.system.kind_now(self.ocean, base) == BaseKind::Base;
        let holder = match (of.kind, self.ocean.owner(base)) {
            (BaseKind::Neutral, _) => Holder::Nobody("neutral".to_owned()),
            (_, Some(camp)) => Holder::Side(camp.side()),
            (_, None) => Holder::Nobody("nobody".to_owned()),
        };
        BaseView {
            id: of.id.clone(),
            name: of.name.clone(),
            // The neutral port is a port.
            kind: Some(if is_base { "base" } else { "port" }.to_owned()),
            holder,
            capacity: Some(match self.system.yard_now(self.ocean, base) {
                0 if of.repairs => "no repair points now".to_owned(),
                0 => "no repairs".to_owned(),
                points => count(points.into(), "repair point"),
            }),
            zones: areas.map(|&area| self.area_ref(area)).collect(),
            x: of.x,
            lat: of.lat,
            own,
            enemy: None,
            enemy_known,
            duty: None,
        }
    }

    /// Units at places that a function picks, own first, by turn.
    fn away(&self, turn_of: impl Fn(Place) -> Option<Option<u8>>) -> Vec<AwayView> {
        let units = self.ocean.ids().filter_map(|unit| {
            let turn = turn_of(self.ocean.unit(unit).place)?;
            Some(AwayView { side: self.system.side_of(self.ocean, unit).side(), unit: self.unit(unit), turn })
        });
        let mut units: Vec<AwayView> = units.collect();
        units.sort_by_key(|it| (self.side != it.side, it.turn));
        units
    }

    /// Units in boxes, own first, box by box.
    fn boxed(&self) -> Vec<InBox> {
        let units = self.ocean.ids().filter_map(|unit| {
            let Place::Hold(hold) = self.ocean.unit(unit).place else { return None };
            Some((self.system.side_of(self.ocean, unit), hold, unit))
        });
        let mut units: Vec<(Camp, HoldId, UnitId)> = units.collect();
        units.sort_by_key(|&(side, hold, _)| (side != self.side, hold));
        let place = |hold: HoldId| self.system.board.hold(hold).name.clone();
        let boxed = units.into_iter();
        boxed
            .map(|(side, hold, unit)| InBox { side: side.side(), unit: self.unit(unit), place: place(hold) })
            .collect()
    }

    fn links(&self) -> Vec<(ZoneRef, ZoneRef)> {
        let played = |area: &AreaId| self.system.is_played(*area);
        let board = &self.system.board;
        let next = |area: AreaId| board.area(area).adjacent.iter().copied().filter(played);
        view::links(board.areas().filter(played), next, |area| self.area_ref(area))
    }
}

/// The name of a track.
pub(super) fn track_name(theatre: Theatre) -> &'static str {
    match theatre {
        Theatre::Atlantic => "Atlantic",
        Theatre::Pacific => "Pacific",
    }
}
