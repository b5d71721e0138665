//! What a side may know of the position (7.0), built up from nothing: what is not added here is not known.
//!
//! Every part of a position is taken apart without `..`, so that a new part does not compile until somebody
//! decides who sees it. *Ruling:* the backs of counters show the navy, so counts by navy are open; the tracks
//! and boxes on the map board are open, LBA boxes by number only; a ship once shown stays known by name, with
//! the place where it was last seen.

use std::cell::OnceCell;

use super::SeasOfThunder;
use super::board::{Holder, PortId, ZoneId};
use super::pieces::{Nation, UnitId};
use super::state::{Columns, Control, Phase, Place, Sea, UnitState};
use super::text;
use engine::party::Party;
use engine::question::key::{Part, Turn};
use engine::rulebook::two_sided::{BySide, Camp};
use engine::side::SideMap;
use engine::system::{News, Rules, Views};
use engine::view;
use engine::view::{Known, ZoneRef};

mod shapes;
pub use shapes::{
    AirView, ChapterView, PortView, ScenarioScore, Score, SightingView, Stack, TrackView, TurnScore,
    UnitView, ZoneView,
};

/// All that one side may know: what the frame holds.
pub type View = view::View<(), Columns>;

impl Views for SeasOfThunder {
    type View = View;

    /// Builds the view of a side.
    fn view(&self, sea: &Sea, party: Party, news: News<'_, Self>) -> View {
        let side = Camp::in_match(party.side());
        // Who stands with whom shows in whose units are whose; bids that were settled are told.
        let Sea {
            turn,
            phase,
            units: _,
            convoys: _,
            control: _,
            control_before: _,
            score: _,
            sides: _,
            stance: _,
            settled: _,
            fight: _,
        } = sea;
        let observer = Observer::new(self, sea, side);
        let story = observer.story(news);
        let first = self.game.first_turn;
        View {
            reader: view::Reader::of(party, self.sides()),
            scenario: self.game.name.clone(),
            turn: *turn,
            last_turn: self.game.last_turn,
            phase: text::phase(*phase).to_owned(),
            score: observer.score(),
            sea: view::Sea {
                zones: self.board().zones().map(|zone| observer.zone(zone, &story, news)).collect(),
                ports: self.board().ports().filter_map(|port| observer.port(port, news)).collect(),
                links: observer.links(),
            },
            beside: view::Beside {
                quarter: Some(text::quarter(*turn)),
                judged: Some(judged(*turn, *phase, first)),
                repair: news.shown("repair", || {
                    observer.track(
                        |place| if let Place::Repair(boxes) = place { Some(turn + boxes) } else { None },
                    )
                }),
                track: news.shown("track", || {
                    observer.track(|place| if let Place::Track(turn) = place { Some(turn) } else { None })
                }),
                sunk: news.shown("sunk", || observer.sunk()),
                air: news.shown("air", || observer.air()),
                undeployed: news.shown("undeployed", || observer.own_at(Place::Setup)),
                sightings: news.shown("sightings", || observer.sightings()),
                moves: Some(observer.moves(news)),
                ..view::Beside::default()
            },
            story,
            own: (),
        }
    }
}

/// One side, looking at a position.
pub(super) struct Observer<'e> {
    pub(super) system: &'e SeasOfThunder,
    pub(super) sea: &'e Sea,
    pub(super) side: Camp,
    /// The units that are on no track, by their places, once that is asked for.
    there: OnceCell<Vec<(Place, UnitId)>>,
}

/// A zone as links, ports and chapters name it.
pub(super) fn zone_ref(zone: ZoneId) -> ZoneRef {
    ZoneRef::Number(zone.0.into())
}

/// Control is judged in the scoring phase, in which nothing is asked (SOT-6.0-1).
fn judged(turn: u8, phase: Phase, first: u8) -> Option<u8> {
    if phase > Phase::Scoring { Some(turn) } else { (turn > first).then(|| turn - 1) }
}

impl<'e> Observer<'e> {
    pub(super) fn new(system: &'e SeasOfThunder, sea: &'e Sea, side: Camp) -> Observer<'e> {
        Observer { system, sea, side, there: OnceCell::new() }
    }

    /// The units at a place that is not on a track.
    fn here(&self, place: Place) -> impl Iterator<Item = UnitId> + '_ {
        let all = self.there.get_or_init(|| self.sea.by_place());
        let begins = all.partition_point(|(at, _)| *at < place);
        all[begins..].iter().take_while(move |(at, _)| *at == place).map(|(_, unit)| *unit)
    }

    /// A unit in words. The caller has decided that the side may know which one it is.
    pub(super) fn unit(&self, unit: UnitId) -> UnitView {
        let counter = self.system.counter(unit);
        let UnitState { place: _, face_up, mat, aside, slot: _, damage: _, cut: _, home: _, sighting: _ } =
            self.sea.unit(unit);
        let of = mat.map(|of| if *aside { "stands aside".to_owned() } else { of.name().to_owned() });
        UnitView {
            id: counter.id.clone(),
            name: counter.name.clone(),
            navy: counter.nation.adjective().to_owned(),
            class: counter.class.code().to_owned(),
            line: counter.line(),
            of: Some(of),
            known: (*face_up).into(),
            ..UnitView::default()
        }
    }

    fn own(&self, unit: UnitId) -> bool {
        self.system.side_of(self.sea, unit) == self.side
    }

    /// Whether the side knows which unit it is (SOT-7.0-1).
    pub(super) fn knows(&self, unit: UnitId) -> bool {
        self.own(unit) || self.sea.unit(unit).face_up
    }

    /// The units at a place: own ones, and which are the enemy's.
    fn at(&self, place: Place) -> (Vec<UnitView>, Vec<UnitId>) {
        let (own, enemies): (Vec<UnitId>, Vec<UnitId>) = self.here(place).partition(|&unit| self.own(unit));
        (own.into_iter().map(|unit| self.unit(unit)).collect(), enemies)
    }

    /// Those of these enemy units that are face up.
    fn known(&self, enemies: &[UnitId]) -> Vec<UnitView> {
        let known = enemies.iter().filter(|&&unit| self.knows(unit));
        known.map(|&unit| self.unit(unit)).collect()
    }

    /// Counts units by navy.
    pub(super) fn stacks(&self, units: &[UnitId]) -> Vec<Stack> {
        let mut navies: Vec<Nation> = units.iter().map(|&unit| self.system.counter(unit).nation).collect();
        navies.sort_unstable();
        navies.dedup();
        let stack = |navy: Nation| {
            let own = units.iter().filter(|&&unit| self.system.counter(unit).nation == navy);
            let ships = own.clone().filter(|&&unit| self.system.counter(unit).class.is_ship()).count();
            Stack { navy: navy.adjective().to_owned(), ships, lba: own.count() - ships, at_least: false }
        };
        navies.into_iter().map(stack).collect()
    }

    /// The rows of the score sheet (SOT-15-4).
    fn score(&self) -> Score {
        let stages = self.system.stages.iter().map(|stage| &stage.scenario);
        let first = self.system.game.first_turn;
        let turn = |(at, columns): (usize, &BySide<Columns>)| {
            let turn = first + at as u8;
            let of = stages.clone().rfind(|scenario| scenario.first_turn <= turn);
            TurnScore {
                turn,
                scenario: Some(of.map_or_else(String::new, |scenario| scenario.name.clone())),
                track: None,
                columns: SideMap::of_camps(|side| columns[side]),
                total: SideMap::of_camps(|side| columns[side].total().into()),
            }
        };
        let turns: Vec<TurnScore> = self.sea.score.iter().enumerate().map(turn).collect();
        let begun = stages.clone().filter(|scenario| scenario.first_turn <= self.sea.turn);
        let scenarios = begun.map(|scenario| {
            let within = |turn: &&TurnScore| (scenario.first_turn..=scenario.last_turn).contains(&turn.turn);
            let sum = |camp: Camp| turns.iter().filter(within).map(|turn| turn.total.of(camp.side())).sum();
            ScenarioScore {
                name: scenario.name.clone(),
                first_turn: scenario.first_turn,
                last_turn: scenario.last_turn,
                total: SideMap::of_camps(sum),
            }
        });
        let scenarios = Some(scenarios.collect());
        Score { total: SideMap::of_camps(|side| self.sea.points(side).into()), turns, scenarios }
    }

    fn zone(&self, zone: ZoneId, story: &[ChapterView], news: News<'_, SeasOfThunder>) -> ZoneView {
        let of = self.system.board().zone(zone);
        let (own, enemies) = self.at(Place::Sea(zone));
        let value = self.system.value(self.sea, zone);
        let control = |judged: &[Control]| match judged[zone.0 as usize - 1] {
            Control::Uncontested => None,
            Control::Contested => Some(view::Control::Contested),
            Control::Controlled(camp) => Some(view::Control::Held(camp.side())),
        };
        ZoneView {
            number: Some(zone.0.into()),
            key: None,
            name: of.name.clone(),
            area: Some(of.area.clone()),
            x: of.x,
            lat: of.lat,
            value: SideMap::of_camps(|side| value[side].into()),
            control: control(&self.sea.control),
            control_before: Some(control(&self.sea.control_before)),
            own,
            enemy: Some(news.part("enemy", || self.stacks(&enemies))),
            enemy_known: news.part("enemy_known", || self.known(&enemies)),
            convoys: Some(SideMap::of_camps(|side| self.sea.convoy_in(self.system, zone, side).is_some())),
            fought: story.iter().any(|chapter| chapter.zone == Some(zone_ref(zone))),
        }
    }

    fn port(&self, port: PortId, news: News<'_, SeasOfThunder>) -> Option<PortView> {
        let of = self.system.board().port(port);
        let mat = self.system.mat(self.sea, port);
        let holder = match mat.holder {
            Holder::Nobody => view::Holder::Nobody("closed".to_owned()),
            Holder::Neutral => view::Holder::Nobody("neutral".to_owned()),
            Holder::Camp(camp) => view::Holder::Side(camp.side()),
        };
        let in_play = |nation: &Nation| self.sea.sides[*nation as usize].is_some();
        let (own, enemies) = self.at(Place::Port(port));
        // Ships may still lie in a port that the new mats close to all (SOT-9.0-9).
        let open = mat.holder != Holder::Nobody && mat.ships.iter().any(in_play);
        if !open && own.is_empty() && enemies.is_empty() {
            return None;
        }
        let duty = self.system.duty(self.sea, port);
        Some(PortView {
            id: of.id.clone(),
            name: of.name.clone(),
            kind: None,
            holder,
            zones: of.zones.iter().map(|&zone| zone_ref(zone)).collect(),
            capacity: Some(text::capacity(&mat)),
            x: of.x,
            lat: of.lat,
            own,
            enemy: Some(news.part("enemy", || self.stacks(&enemies))),
            enemy_known: news.part("enemy_known", || self.known(&enemies)),
            duty: Some(duty.map_or(0, |duty| duty.minimum)),
        })
    }

    /// Units on an open track of the map board, own first; `turn` gives the turn of those whose place is on
    /// it.
    fn track(&self, turn: impl Fn(Place) -> Option<u8>) -> Vec<TrackView> {
        self.off_map(|unit| turn(unit.place).map(Some))
    }

    /// Units that were lost, own first: whoever is lost is shown as it goes down.
    fn sunk(&self) -> Vec<TrackView> {
        self.off_map(|unit| (unit.place == Place::Sunk).then(|| unit.sighting.map(|it| it.turn)))
    }

    fn off_map(&self, pick: impl Fn(&UnitState) -> Option<Option<u8>>) -> Vec<TrackView> {
        let on = |unit: UnitId| pick(self.sea.unit(unit)).map(|turn| (unit, turn));
        let view = |(unit, turn): (UnitId, Option<u8>)| TrackView {
            side: self.system.side_of(self.sea, unit).side(),
            unit: self.unit(unit),
            turn,
        };
        let mut units: Vec<(UnitId, Option<u8>)> = self.sea.ids().filter_map(on).collect();
        units.sort_by_key(|&(unit, turn)| (!self.own(unit), turn));
        units.into_iter().map(view).collect()
    }

    fn own_at(&self, place: Place) -> Vec<UnitView> {
        let here = self.here(place).filter(|&unit| self.own(unit));
        here.map(|unit| self.unit(unit)).collect()
    }

    fn air(&self) -> AirView {
        let enemy = |place: Place| self.here(place).filter(|&unit| !self.own(unit)).count();
        AirView {
            available: self.own_at(Place::Available),
            used: self.own_at(Place::Used),
            enemy_available: enemy(Place::Available),
            enemy_used: enemy(Place::Used),
        }
    }

    fn sightings(&self) -> Vec<SightingView> {
        let seen = |unit: UnitId| {
            let state = self.sea.unit(unit);
            let ship = self.system.counter(unit).class.is_ship();
            // Tracks and boxes name whoever is on them, and zones whoever lies there face up.
            let named = state.place.is_open() || state.face_up && state.place.zone().is_some();
            let sighting = state.sighting.filter(|_| ship && !named)?;
            let place = match sighting.place {
                Place::Track(turn) if turn <= sighting.turn => "came into play".to_owned(),
                place => self.system.place_words(place),
            };
            // What the enemy alone knows of it, its box above all, is not for a sighting to tell.
            let unit = UnitView { of: Some(None), known: Known::All, ..self.unit(unit) };
            Some(SightingView { unit, turn: sighting.turn, place, sure: state.face_up })
        };
        let mut seen: Vec<SightingView> =
            self.sea.ids().filter(|&unit| !self.own(unit)).filter_map(seen).collect();
        seen.sort_by_key(|it| std::cmp::Reverse(it.turn));
        seen
    }

    /// A zone's name with its number.
    pub(super) fn zone_name(&self, zone: ZoneId) -> String {
        self.system.zone_words(zone)
    }

    fn links(&self) -> Vec<(ZoneRef, ZoneRef)> {
        let next = |zone: ZoneId| self.system.board().zone(zone).adjacent.iter().copied();
        view::links(self.system.board().zones(), next, zone_ref)
    }

    fn story(&self, news: News<'_, SeasOfThunder>) -> Vec<ChapterView> {
        let mut story = Vec::new();
        for chapter in news.chapters {
            // The chapter may be of an earlier turn than the position.
            let turn = Turn::read(chapter.at.id.split('/').next().unwrap_or_default());
            let turn = turn.map_or(self.sea.turn, |turn| turn.0);
            for section in chapter.sections {
                let heard = self.hear(section, turn);
                let zone = ZoneId::read(&section.name).ok();
                if !heard.is_empty() {
                    let name = zone.map(|zone| self.zone_name(zone));
                    let empty = ChapterView::new(&chapter.at.name, zone.map(zone_ref).zip(name.as_deref()));
                    let card = zone.and_then(|zone| self.card(news.since, zone, &heard));
                    let lines = heard.into_iter().map(|heard| heard.line).collect();
                    story.push(ChapterView { lines, card, ..empty });
                }
            }
        }
        story
    }

    /// Whose convoy a token is; its front shows it.
    pub(super) fn convoy_side(&self, token: super::state::TokenId) -> Camp {
        self.system.token_side(token)
    }
}
