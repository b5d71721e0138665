//! 13.0 Amphibious units: landings and invasions, and 16.2 what becomes of those they drive out.

use super::basing::{self, Homeward};
use super::board::{AreaId, BaseId, BaseKind};
use super::combat;
use super::dilemma::torch;
use super::event::{Event, Why};
use super::item::{Item, Word};
use super::key::{After, Key, Landing, When, Whence};
use super::pieces::{Kind, Nation, Seat, UnitId};
use super::seats::{self, By};
use super::state::{Ocean, Place};
use super::{AdmiralsWar, Table};
use crate::questions;
use engine::question::Ask;
use engine::question::key::Turn;
use engine::rulebook::two_sided::Camp;
use engine::table::Step;

/// 5.53 after a round, also one of a pursuit, and 5.62 when the area is fought out: units that have not
/// retreated may land, side by side in nationality order.
pub(super) fn land(table: &mut Table, area: AreaId, when: When) -> Step<()> {
    let theatre = table.system().board.area(area).theatre;
    for side in combat::order(theatre) {
        let (system, ocean) = (table.system(), table.state());
        let bound = |unit: UnitId| match when {
            When::After(After::Round(round)) if system.counter(unit).kind == Kind::Amphibious => {
                !ocean.unit(unit).may_land_after(round.0)
            }
            _ => false,
        };
        let afloat = system.afloat(ocean, area, side).into_iter();
        let units: Vec<UnitId> = afloat.filter(|&unit| system.lands(ocean, unit) && !bound(unit)).collect();
        if units.is_empty() {
            continue;
        }
        let of = system.board.area(area);
        let landings = system.players(side).into_iter().map(|by| {
            let own = units.iter().copied().filter(|&unit| by.commands(system, ocean, unit)).collect();
            (by, Landing::InArea { turn: Turn(ocean.turn), area: &of.id, when, by }, own)
        });
        let title = format!("{}: land amphibious units, or let them stay at sea", of.name);
        ask_and_land(table, landings.collect(), "AW-13.3", &title)?;
    }
    Ok(())
}

/// 5.71 At the end of the turn every amphibious unit at sea lands or goes home (AW-13.33); those that stay go
/// home with the ships (5.74).
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
        let title = "Land amphibious units, or let them go home";
        ask_and_land(table, vec![(system.player(seat), landing, units)], "AW-13.33", title)?;
        torch::fight_on(table)?;
    }
    Ok(())
}

/// Asks players at once which of their units land; then those do, one player's after the other's.
fn ask_and_land(
    table: &mut Table,
    landings: Vec<(By, Landing<'_>, Vec<UnitId>)>,
    rule: &'static str,
    title: &str,
) -> Step<()> {
    let ask = |(by, landing, units): &(By, Landing<'_>, Vec<UnitId>)| {
        let ask = Ask::new(questions::LAND, Key::Land { landing: *landing }.text(), rule, title.to_owned());
        (*by, going_ashore(table, ask, by.side(), units))
    };
    let asks = landings.iter().map(ask).collect();
    let answers = seats::ask_players(table, asks)?;
    // Several invaders go in one by one (AW-13.44), in the order in which the file names them.
    for ((_, answer), (_, landing, _)) in answers.into_iter().zip(&landings) {
        for (unit, item) in answer {
            if let Item::Base(base) = item {
                go_ashore(table, *landing, unit, base)?;
            }
        }
    }
    Ok(())
}

/// Offers to some units of a side the places where they may land.
fn going_ashore(
    table: &Table,
    mut ask: Ask<UnitId, Item>,
    side: Camp,
    units: &[UnitId],
) -> Ask<UnitId, Item> {
    let (system, ocean) = (table.system(), table.state());
    let stay = Item::Word(Word::Stay);
    for &unit in units.iter().filter(|&&unit| !ocean.unit(unit).retreated) {
        let Some(area) = ocean.unit(unit).place.area() else { continue };
        let mut places = system.landing_places(ocean, area, side);
        if system.counter(unit).kind != Kind::Amphibious {
            places.retain(|&base| system.may_claim(ocean, unit, base));
        }
        if side == Camp::ALLIES {
            places.retain(|&base| !system.must_wait(ocean, base));
        }
        if places.is_empty() && system.counter(unit).kind != Kind::Amphibious {
            continue;
        }
        if system.goes_by_list() {
            places.sort_by_key(|&base| ocean.owner(base) == Some(side));
        }
        let places = places.into_iter().map(Item::Base);
        ask.offer([unit], std::iter::once(stay).chain(places), Some(stay));
    }
    ask
}

/// 13.4 A landing on a base that is not friendly is an invasion; a French ship takes a base that nobody holds
/// (AW-18.36-b).
pub(super) fn go_ashore(table: &mut Table, landing: Landing<'_>, unit: UnitId, base: BaseId) -> Step<()> {
    let (system, ocean) = (table.system(), table.state());
    let side = system.side_of(ocean, unit);
    if system.counter(unit).kind != Kind::Amphibious {
        // Another ship may have been quicker.
        return if system.may_claim(ocean, unit, base) {
            table.record(Event::Claimed { unit, base })
        } else {
            Ok(())
        };
    }
    if ocean.owner(base) == Some(side) {
        return table.record(Event::Landed { unit, base });
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
    if defender.is_none() && torch::holds_up(table, unit, base)? {
        return Ok(());
    }
    let ocean = table.state();
    let open = system.is_manila_open(ocean, base) && system.nation_of(ocean, unit) == Nation::Jp;
    if open && defender.is_none() {
        table.record(Event::Occupied { unit, base })?;
    } else {
        table.record(Event::Invaded { unit, base, defender })?;
    }
    if defender.is_some() {
        Ok(())
    } else {
        let id = &table.system().counter(unit).id;
        drive_out(table, Whence::Invaded { landing, by: id }, base, side)
    }
}

/// 13.43 The owner of several defenders chooses which is lost; of several owners the one who holds the base.
fn choose_defender(
    table: &mut Table,
    landing: Landing<'_>,
    unit: UnitId,
    base: BaseId,
    defenders: &[UnitId],
) -> Step<UnitId> {
    let (system, ocean) = (table.system(), table.state());
    let of_one = |by: By| defenders.iter().all(|&unit| by.commands(system, ocean, unit));
    let first = system.player_of(ocean, defenders[0]);
    let holder = system.holder(ocean, base).map(|nation| system.player(nation.seat()));
    let owner = if of_one(first) { first } else { holder.unwrap_or(first) };
    let key = Key::Defender { landing, unit: &system.counter(unit).id, by: owner };
    let title = format!("{}: choose the defender that is lost", system.board.base(base).name);
    let mut ask = Ask::new(questions::DEFENDER, key.text(), "AW-13.43", title);
    ask.offer([base], defenders.iter().copied(), defenders.first().copied());
    match table.ask(owner.party(), &ask)?.first() {
        Some((_, unit)) => Ok(*unit),
        None => table.fault("no defender was chosen".to_owned()),
    }
}

/// 16.2 What lay in a captured port or base goes elsewhere, ships on its bottom are lost (AW-9.352); air
/// units that have lost the last base around their area go to the nearest port (AW-12.7).
pub(super) fn drive_out(table: &mut Table, from: Whence<'_>, base: BaseId, by: Camp) -> Step<()> {
    let (system, ocean) = (table.system(), table.state());
    let beaten = |unit: &UnitId| system.side_of(ocean, *unit) != by;
    let here: Vec<UnitId> = ocean.at(Place::Base(base)).into_iter().filter(beaten).collect();
    let (sunk, afloat): (Vec<UnitId>, Vec<UnitId>) =
        here.into_iter().partition(|&unit| system.is_on_bottom(ocean, unit));
    if !sunk.is_empty() {
        table.record(Event::Scuttled { base, ships: sunk })?;
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
    /// Whether a unit may land anywhere at a time for landings: an amphibious one that does not come by air,
    /// and a French ship where a French base is nobody's (AW-13.6-a, AW-18.36-b).
    fn lands(&self, ocean: &Ocean, unit: UnitId) -> bool {
        let counter = self.counter(unit);
        let abandoned = || self.board.bases().any(|base| self.may_claim(ocean, unit, base));
        counter.kind == Kind::Amphibious && !counter.flies || counter.nation == Nation::Fr && abandoned()
    }

    /// Where an amphibious unit in an area may land: friendly ports and bases, and bases of the enemy or of
    /// nobody that may be captured (AW-13.3).
    pub fn landing_places(&self, ocean: &Ocean, area: AreaId, side: Camp) -> Vec<BaseId> {
        let fits = |base: &BaseId| {
            let of = self.board.base(*base);
            let own = ocean.owner(*base) == Some(side) && of.kind != BaseKind::Neutral;
            let prize = self.kind_now(ocean, *base) == BaseKind::Base
                && self.is_capturable(ocean, *base)
                && ocean.owner(*base) != Some(side)
                && !of.falls_by_control_alone()
                && self.may_attack(ocean, *base, side);
            self.is_in_use(ocean, *base) && (own || prize)
        };
        self.board.area(area).bases.iter().copied().filter(fits).collect()
    }

    /// Where a unit goes whose port or base is captured: another base around one of the same areas, or the
    /// nearest port (AW-16.21).
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
            let base_kind = self.kind_now(ocean, base) == BaseKind::Base;
            if base_kind && self.may_use(ocean, unit, base) && !refuges.contains(&base) {
                refuges.push(base);
            }
        }
        refuges
    }
}
