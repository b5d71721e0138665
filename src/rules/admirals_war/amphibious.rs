//! 13.0 Amphibious units: landings and invasions, and 16.2 what becomes of those they drive out.

use super::basing::{self, Homeward};
use super::board::{AreaId, BaseId, BaseKind};
use super::combat;
use super::event::{Event, Why};
use super::item::{Item, Word};
use super::key::{Key, Landing, When, Whence};
use super::pieces::{Kind, Nation, Seat, UnitId};
use super::state::{Ocean, Place};
use super::{AdmiralsWar, Table};
use crate::rules::two_sided::Camp;
use crate::table::key::Turn;
use crate::table::{Ask, Step};

/// 5.53 after a round, also one of a pursuit, and 5.62 when the area is fought out: units that have not retreated may
/// land, side by side in nationality order.
pub(super) fn land(table: &mut Table, area: AreaId, when: When) -> Step<()> {
    let theatre = table.system().board.area(area).theatre;
    for side in combat::order(theatre) {
        let (system, ocean) = (table.system(), table.state());
        let units: Vec<UnitId> =
            system.afloat(ocean, area, side).into_iter().filter(|&unit| system.lands(ocean, unit)).collect();
        let of = system.board.area(area);
        let landing = Landing::InArea { turn: Turn(ocean.turn), area: &of.id, when, by: side };
        let title = format!("{}: land amphibious units, or let them stay at sea", of.name);
        ask_and_land(table, side, landing, "AW-13.3", title, &units)?;
    }
    Ok(())
}

/// 5.71 At the end of the turn every amphibious unit at sea lands or goes home (AW-13.33); those that stay go home with
/// the ships (5.74).
pub(super) fn land_at_the_end(table: &mut Table) -> Step<()> {
    for seat in Seat::ALL {
        let (system, ocean) = (table.system(), table.state());
        let at_sea = ocean.ids().filter(|&unit| {
            system.seat_of(ocean, unit) == seat
                && system.lands(ocean, unit)
                && ocean.unit(unit).place.area().is_some()
        });
        let units: Vec<UnitId> = at_sea.collect();
        let landing = Landing::AtTheEnd { turn: Turn(ocean.turn), by: seat };
        let title = "Land amphibious units, or let them go home".to_owned();
        ask_and_land(table, seat.side(), landing, "AW-13.33", title, &units)?;
    }
    Ok(())
}

fn ask_and_land(
    table: &mut Table,
    side: Camp,
    landing: Landing<'_>,
    rule: &'static str,
    title: String,
    units: &[UnitId],
) -> Step<()> {
    let (system, ocean) = (table.system(), table.state());
    let mut ask = Ask::new("land", Key::Land { landing }.text(), rule, title);
    let stay = Item::Word(Word::Stay);
    for &unit in units.iter().filter(|&&unit| !ocean.unit(unit).retreated) {
        let Some(area) = ocean.unit(unit).place.area() else { continue };
        let mut places = system.landing_places(ocean, area, side);
        if system.counter(unit).kind != Kind::Amphibious {
            places.retain(|&base| system.may_claim(ocean, unit, base));
        }
        if places.is_empty() && system.counter(unit).kind != Kind::Amphibious {
            continue;
        }
        let places = places.into_iter().map(Item::Base);
        ask.offer([unit], std::iter::once(stay).chain(places), Some(stay));
    }
    let answer = table.ask(side, &ask)?;
    // Several invaders go in one by one (AW-13.44), in the order in which the file names them.
    for (unit, item) in answer {
        if let Item::Base(base) = item {
            go_ashore(table, landing, unit, base)?;
        }
    }
    Ok(())
}

/// 13.4 A landing on a base that is not friendly is an invasion; a French ship takes a base that nobody holds (AW-18.36-b).
pub(super) fn go_ashore(table: &mut Table, landing: Landing<'_>, unit: UnitId, base: BaseId) -> Step<()> {
    let (system, ocean) = (table.system(), table.state());
    let side = system.side_of(ocean, unit);
    if system.counter(unit).kind != Kind::Amphibious {
        // Another ship may have been quicker.
        return if system.may_claim(ocean, unit, base) {
            table.tell(Event::Claimed { unit, base })
        } else {
            Ok(())
        };
    }
    if ocean.owner(base) == Some(side) {
        return table.tell(Event::Landed { unit, base });
    }
    let here = ocean.at(Place::Base(base)).into_iter();
    let defenders: Vec<UnitId> = here
        .filter(|&other| {
            system.counter(other).kind == Kind::Amphibious && system.side_of(ocean, other) != side
        })
        .collect();
    let defender = match defenders[..] {
        [] => None,
        _ => Some(choose_defender(table, landing, unit, base, &defenders)?),
    };
    let ocean = table.state();
    let open = system.is_manila_open(ocean, base) && system.nation_of(ocean, unit) == Nation::Jp;
    if open && defender.is_none() {
        table.tell(Event::Occupied { unit, base })?;
    } else {
        table.tell(Event::Invaded { unit, base, defender })?;
    }
    if defender.is_some() {
        Ok(())
    } else {
        let id = &table.system().counter(unit).id;
        drive_out(table, Whence::Invaded { landing, by: id }, base, side)
    }
}

/// 13.43 The owner of several defenders chooses which is lost.
fn choose_defender(
    table: &mut Table,
    landing: Landing<'_>,
    unit: UnitId,
    base: BaseId,
    defenders: &[UnitId],
) -> Step<UnitId> {
    let (system, ocean) = (table.system(), table.state());
    let owner = system.side_of(ocean, defenders[0]);
    let key = Key::Defender { landing, unit: &system.counter(unit).id, by: owner };
    let title = format!("{}: choose the defender that is lost", system.board.base(base).name);
    let mut ask = Ask::new("defender", key.text(), "AW-13.43", title);
    ask.offer([base], defenders.iter().copied(), defenders.first().copied());
    match table.ask(owner, &ask)?.first() {
        Some((_, unit)) => Ok(*unit),
        None => table.fault("no defender was chosen".to_owned()),
    }
}

/// 16.2 What lay in a captured port or base goes elsewhere, ships on its bottom are lost (AW-9.352); air units that have
/// lost the last base around their area go to the nearest port (AW-12.7).
pub(super) fn drive_out(table: &mut Table, from: Whence<'_>, base: BaseId, by: Camp) -> Step<()> {
    let (system, ocean) = (table.system(), table.state());
    let beaten = |unit: &UnitId| system.side_of(ocean, *unit) != by;
    let here: Vec<UnitId> = ocean.at(Place::Base(base)).into_iter().filter(beaten).collect();
    let (sunk, afloat): (Vec<UnitId>, Vec<UnitId>) =
        here.into_iter().partition(|&unit| system.is_on_bottom(ocean, unit));
    if !sunk.is_empty() {
        table.tell(Event::Scuttled { base, ships: sunk })?;
    }
    let (system, ocean) = (table.system(), table.state());
    let areas = &system.board.base(base).areas;
    let mut homeward: Vec<Homeward> =
        afloat.into_iter().map(|unit| Homeward { unit, homes: system.refuges(ocean, unit, areas) }).collect();
    let lost_its_base = |unit: &UnitId| {
        let Some(area) = ocean.unit(*unit).place.area() else { return false };
        let mut left = system.held_around(ocean, area, by.enemy()).into_iter();
        areas.contains(&area)
            && system.counter(*unit).kind == Kind::LandAir
            && system.side_of(ocean, *unit) != by
            && !left.any(|base| system.may_use(ocean, *unit, base))
    };
    for unit in ocean.ids().filter(lost_its_base) {
        let area = ocean.unit(unit).place.area();
        let homes = area.map_or(Vec::new(), |area| system.nearest_ports(ocean, unit, &[area]));
        homeward.push(Homeward { unit, homes });
    }
    basing::send_home(table, from, Why::Evicted, homeward)
}

impl AdmiralsWar {
    /// Whether a unit may land anywhere at a time for landings: an amphibious one that does not come by air, and a French
    /// ship where a French base is nobody's (AW-13.6-a, AW-18.36-b).
    fn lands(&self, ocean: &Ocean, unit: UnitId) -> bool {
        let counter = self.counter(unit);
        let abandoned = || self.board.bases().any(|base| self.may_claim(ocean, unit, base));
        counter.kind == Kind::Amphibious && !counter.flies || counter.nation == Nation::Fr && abandoned()
    }

    /// Where an amphibious unit in an area may land: friendly ports and bases, and bases of the enemy or of nobody that
    /// may be captured (AW-13.3).
    pub fn landing_places(&self, ocean: &Ocean, area: AreaId, side: Camp) -> Vec<BaseId> {
        let fits = |base: &BaseId| {
            let of = self.board.base(*base);
            let own = ocean.owner(*base) == Some(side) && of.kind != BaseKind::Neutral;
            let prize = of.kind == BaseKind::Base
                && of.capturable
                && ocean.owner(*base) != Some(side)
                && !of.falls_by_control_alone()
                && self.may_attack(ocean, *base, side);
            self.is_in_use(ocean, *base) && (own || prize)
        };
        self.board.area(area).bases.iter().copied().filter(fits).collect()
    }

    /// Where a unit goes whose port or base is captured: another base around one of the same areas, or the nearest port
    /// (AW-16.21).
    fn refuges(&self, ocean: &Ocean, unit: UnitId, areas: &[AreaId]) -> Vec<BaseId> {
        // Italians leave Taranto for Spezia (AW-16.41-a).
        let italian = ocean.taranto_fell == Some(ocean.turn) && self.nation_of(ocean, unit) == Nation::It;
        let spezia =
            self.board.base_by_id("spezia").filter(|&base| italian && self.may_use(ocean, unit, base));
        if let Some(spezia) = spezia {
            return vec![spezia];
        }
        let mut refuges = self.nearest_ports(ocean, unit, areas);
        for base in areas.iter().flat_map(|&area| self.held_around(ocean, area, self.side_of(ocean, unit))) {
            let base_kind = self.board.base(base).kind == BaseKind::Base;
            if base_kind && self.may_use(ocean, unit, base) && !refuges.contains(&base) {
                refuges.push(base);
            }
        }
        refuges
    }
}
