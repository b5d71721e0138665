//! How Japan keeps the peace and ends it, and how Britain holds Indonesia until then.

use super::super::board::AreaId;
use super::super::item::Word;
use super::super::pacific::LIMITED;
use super::super::pieces::{Kind, Nation, Seat, UnitId};
use super::super::state::{Pacific, Place};
use super::force::{Force, prevails};
use super::sight::{Choice, Sight};
use engine::question::Limit;
use engine::rulebook::two_sided::Camp;

pub(super) const INDONESIA: &str = "indonesia";
/// Japan attacks on this turn if it is ready for it, and on the next one anyhow.
const READY: u8 = 3;
/// Carriers that make it ready.
const CARRIERS: usize = 6;
/// Amphibious units that do.
const TROOPS: usize = 2;
/// British battleships that hold Indonesia, and the guns they need (AW-19.44).
const GUARDS: (usize, u8) = (2, 3);
/// How much stronger Japan must be to stay off Hawaii.
const STAYS: f32 = 0.7;

/// Whether Japan begins the war this turn.
pub(super) fn attacks(sight: &Sight) -> bool {
    let (system, ocean) = (sight.system, &sight.ocean);
    let port = system.raid_port().map(Place::Base);
    let counts = |kind: Kind, place: &dyn Fn(UnitId) -> bool| {
        let own = ocean.ids().filter(|&unit| system.nation_of(ocean, unit) == Nation::Jp);
        own.filter(|&unit| system.counter(unit).kind == kind && place(unit)).count()
    };
    let lies_ready =
        |unit: UnitId| system.is_in_raid_force(ocean, unit) || Some(ocean.unit(unit).place) == port;
    let carriers = counts(Kind::Carrier, &lies_ready);
    let troops = counts(Kind::Amphibious, &|unit| ocean.unit(unit).place.base().is_some());
    let ready = ocean.turn == READY && carriers >= CARRIERS && troops >= TROOPS;
    ocean.pacific == Pacific::Peace && (ready || ocean.turn > READY)
}

/// Whether an own unit keeps out of an area so as not to begin the war early.
pub(super) fn is_shut(sight: &Sight, unit: UnitId, area: AreaId) -> bool {
    let japanese = sight.system.nation_of(&sight.ocean, unit) == Nation::Jp;
    let provokes = sight.system.counter(unit).kind != Kind::Submarine;
    let peace = sight.ocean.pacific == Pacific::Peace;
    peace && japanese && provokes && sight.ocean.flag(area) == Some(Camp::ALLIES) && !attacks(sight)
}

/// Carriers lie in the box of the raid force, and those that can join it do.
pub(super) fn fill_raid_force(sight: &Sight) -> Option<Vec<u16>> {
    let units = sight.subjects()?;
    let mut room = room_in_raid_force(sight, &units);
    let joins = |(at, &unit): (usize, &UnitId)| {
        order(sight, at, unit, &mut room).or_else(|| sight.word(at, Word::Stay))
    };
    units.iter().enumerate().map(joins).collect()
}

/// How many ships may join the raid force, if those that are in it stay (AW-23.1).
pub(super) fn room_in_raid_force(sight: &Sight, units: &[UnitId]) -> usize {
    let there = units.iter().filter(|&&unit| sight.system.is_in_raid_force(&sight.ocean, unit)).count();
    let most = sight.question.limits.iter().find_map(|limit| match limit {
        Limit::AtMost { count, rule, .. } if rule == LIMITED => Some(usize::from(*count)),
        _ => None,
    });
    most.map_or(usize::MAX, |most| most.saturating_sub(there))
}

/// What a Japanese carrier does as ships go on patrol while the peace lasts: it joins the raid force, as long
/// as there is room, and stays in it.
pub(super) fn order(sight: &Sight, at: usize, unit: UnitId, room: &mut usize) -> Option<u16> {
    if sight.system.is_in_raid_force(&sight.ocean, unit) {
        return sight.word(at, sight.system.stays_in_raid_force());
    }
    let carrier = sight.system.counter(unit).kind == Kind::Carrier;
    let joins = sight.word(at, Word::RaidForce).filter(|_| carrier && *room > 0);
    *room -= usize::from(joins.is_some());
    joins
}

/// The raid force sails on the day.
pub(super) fn sail_against_pearl(sight: &Sight, at: usize) -> Option<u16> {
    let hawaii = sight.open_to(at).find(|(_, choice)| matches!(choice, Choice::Area(_)));
    hawaii.filter(|_| attacks(sight)).map(|it| it.0)
}

/// The subjects that hold Indonesia for Britain while the Pacific is at peace: the weakest that can.
pub(super) fn guards(sight: &Sight, units: &[UnitId]) -> Vec<usize> {
    let (system, ocean) = (sight.system, &sight.ocean);
    let Some(area) = sight.area_called(INDONESIA) else { return Vec::new() };
    if ocean.pacific != Pacific::Peace || sight.seat() != Some(Seat::Britain) {
        return Vec::new();
    }
    let can = |&at: &usize| {
        let far = system.beyond(ocean, units[at], super::super::movement::PATROLS.reach);
        is_guard(sight, units[at])
            && sight.open_to(at).any(|(_, choice)| choice == Choice::Area(area))
            && far.iter().all(|way| way.area != area)
    };
    let mut guards: Vec<usize> = (0..units.len()).filter(can).collect();
    guards.sort_by_key(|&at| (system.worth(ocean, units[at]), at));
    guards.truncate(GUARDS.0);
    guards
}

/// Whether a ship counts among those that hold Indonesia (AW-19.44).
pub(super) fn is_guard(sight: &Sight, unit: UnitId) -> bool {
    let counter = sight.system.counter(unit);
    let guns = sight.system.face(&sight.ocean, unit).gunnery;
    counter.kind == Kind::Ship && sight.system.nation_of(&sight.ocean, unit) == Nation::Gb && guns >= GUARDS.1
}

/// How many ships Singapore should have for that.
pub(super) const GARRISON: usize = GUARDS.0;

/// Japan stays off Hawaii if it is much stronger than all that may sortie.
pub(super) fn stay_at_pearl(sight: &Sight) -> Option<Vec<u16>> {
    let stays = chance_at_pearl(sight)? >= STAYS;
    sight.only(if stays { Word::Stay } else { Word::Retreat })
}

/// The Allies leave Hawaii if they are the weaker by far.
pub(super) fn leave_pearl(sight: &Sight) -> Option<Vec<u16>> {
    let leaves = chance_at_pearl(sight)? < 1.0 - STAYS;
    sight.only(if leaves { Word::Retreat } else { Word::Stay })
}

/// The chance to prevail off Hawaii against what is there, at sea and in port.
fn chance_at_pearl(sight: &Sight) -> Option<f32> {
    let area = sight.area()?;
    let bases = &sight.system.board.area(area).bases;
    let mut forces = [Force::default(); 2];
    for unit in sight.ocean.ids() {
        let here = match sight.ocean.unit(unit).place {
            Place::Sea(at) => at == area,
            Place::Base(base) => bases.contains(&base) && !sight.system.is_on_bottom(&sight.ocean, unit),
            _ => false,
        };
        if here && sight.system.counter(unit).fights() {
            forces[usize::from(!sight.is_own(unit))] += Force::of(sight.system, &sight.ocean, unit);
        }
    }
    let theatre = sight.theatre(area);
    let [own, enemy] = forces.map(|force| force.strength(theatre));
    Some(prevails(own, enemy))
}
