//! Contests, and the Task Forces of both sides.

use super::super::board::ZoneId;
use super::super::faction::Faction;
use super::super::item::{Item, Word};
use super::super::key::Key;
use super::super::pieces::UnitId;
use super::super::scenario::Support;
use super::super::state::{Goal, Part, Sea, SupportId};
use super::reckon::{Force, Piece};
use super::sight::Sight;
use engine::question::Picks;

/// What a support unit is missed while it is delayed.
pub(super) fn missed(kind: Support) -> f32 {
    match kind {
        Support::SurfaceFleet | Support::CvFleet => 2.0,
        Support::AirForce | Support::Bomber | Support::Interceptor => 0.7,
        Support::SubFleet => 0.7,
        Support::ScratchDefenseFleet => 0.2,
    }
}

/// The Intelligence die with which forces are reckoned that are not made yet.
pub(super) const DIE: u8 = 3;
/// What a contest must gain.
const MARGIN: f32 = 0.25;
/// The chance that an enemy contests who would gain by it, and who would not: it cannot be everywhere.
const CONTESTED: (f32, f32) = (0.4, 0.15);

/// What a placement is worth in a position to those who place it, if it stands.
pub(super) fn at_stake(sight: &Sight<'_>, sea: &Sea, faction: Faction, goal: Goal, force: &Force) -> f32 {
    match goal {
        Goal::Station(zone) => station(sight, sea, faction, zone, force),
        Goal::Landing(base) => landing(sight, base),
        Goal::Strike(base) => strike(sight, sea, faction, base, force),
        Goal::Hex(_) => 1.0,
        Goal::StrategicWarfare => 1.3,
    }
}

/// What a force makes of a zone: its value if its side holds it then and did not before, and if an enemy held
/// it and does not any more (NW-13, NW-14).
fn station(sight: &Sight<'_>, sea: &Sea, faction: Faction, zone: ZoneId, force: &Force) -> f32 {
    let system = sight.system;
    let of = system.board.zone(zone);
    let strength = system.strength_in(sea, zone);
    let foes = system.enemies(sea, faction, of.map);
    let enemies: u16 = foes.iter().map(|it| strength[*it]).sum();
    let own = f32::from(strength[faction]) + force.strength();
    let holder = system.holder_of_zone(sea, zone);
    let theirs = holder.is_some_and(|holder| foes.contains(&holder));
    let ours = holder.is_some() && !theirs;
    let holds = !ours && own >= 2.0 * f32::from(enemies) && system.is_disputed(sea, zone, faction);
    let denies = theirs && f32::from(enemies) < 2.0 * own;
    f32::from(u8::from(holds) + u8::from(denies)) * f32::from(of.value)
}

/// What a landing off a port scores (NW-15).
pub(super) fn landing(sight: &Sight<'_>, base: super::super::board::BaseId) -> f32 {
    use super::super::board::Room;
    let turn = sight.system.turn(sight.sea);
    let fresh = sight.sea.landed.iter().find(|(of, _)| *of == base).is_none_or(|(_, at)| turn.0 >= at.0 + 4);
    let points = match sight.system.board.base(base).room {
        Room::Any | Room::Major => 2.0,
        Room::Limited | Room::NoShips => 1.0,
    };
    if fresh { points } else { 0.0 }
}

/// What a Base Attack with a force is worth: about two thirds of a round (5.2).
pub(super) fn strike(
    sight: &Sight<'_>,
    sea: &Sea,
    faction: Faction,
    base: super::super::board::BaseId,
    force: &Force,
) -> f32 {
    let flyers = Force(force.0.iter().copied().filter(|it| it.lba || it.carrier).collect());
    let targets = sight.system.base_targets(sea, faction, base).unwrap_or_default();
    let targets = Force::of(sight.system, sea, &targets);
    flyers.fire(&targets, super::super::state::Action::Day) * 0.67
}

/// Whether to contest, and with what: what is denied, and what the battle brings.
pub(super) fn answer(sight: &Sight<'_>) -> Option<Vec<u16>> {
    let (system, sea) = (sight.system, sight.sea);
    let placed = sea.placed.as_ref()?;
    let unit = &sea.support[usize::from(placed.support.0)];
    let site = system.site_of(sea, placed.goal, unit.map)?;
    let phasing = system.faction_of_support(sea, placed.support)?;
    let line: Vec<UnitId> = sea.line(Part::Phasing).collect();
    let there = if line.is_empty() { &placed.force } else { &line };
    let enemy = Force::of(system, sea, there);
    let stake = at_stake(sight, sea, phasing, placed.goal, &enemy) + 0.5 * missed(unit.kind);
    let mut best: Option<(u16, f32)> = None;
    for (option, item) in sight.open_to(0) {
        let Some((support, nation)) = system.contesting(sea, item) else { continue };
        let units = system.force_at(sea, sight.faction, support, nation, site, DIE);
        let own = Force::of(system, sea, &units);
        let (gain, loss) = if unit.kind == Support::SubFleet { (0.0, 0.0) } else { own.battle(&enemy) };
        let kind = sea.support[usize::from(support.0)].kind;
        // What cannot hurt anybody drives nobody off.
        let score = stake + gain - 1.1 * loss - missed(kind);
        if best.is_none_or(|(_, most)| score > most) {
            best = Some((option, score));
        }
    }
    match best {
        Some((option, score)) if score > MARGIN => Some(vec![option]),
        _ => sight.only(Word::No),
    }
}

/// A Task Force: all that is sure to come and does something, best first; what may well be late only if it is
/// needed.
pub(super) fn compose(sight: &Sight<'_>) -> Option<Picks> {
    let raid = matches!(sight.key, Key::Compose { unit, .. } if unit.starts_with("base-raid"));
    let mut choice = sight.default_answer()?;
    if raid {
        return super::raids::base_raid(sight).map(Picks::in_order);
    }
    let contested = matches!(sight.key, Key::Answer { .. });
    let mut boat = false;
    for (at, chosen) in choice.iter_mut().enumerate() {
        let Some(unit) = sight.unit(at) else { continue };
        let of = &sight.system.counters[unit];
        if of.is_boat()
            && contested
            && !boat
            && spare_boats(sight, unit)
            && let Some(option) = sight.word(at, Word::BoatIn)
        {
            (*chosen, boat) = (option, true);
        }
    }
    Some(Picks::in_order(choice))
}

/// Whether there are more X-boats of a nation than its Sub Fleets need.
fn spare_boats(sight: &Sight<'_>, boat: UnitId) -> bool {
    let (system, sea) = (sight.system, sight.sea);
    let nation = system.counters[boat].nation;
    let place = sea.unit(boat).place;
    let boats = sea.ids().filter(|unit| {
        let of = &system.counters[*unit];
        of.is_boat() && of.nation == nation && sea.unit(*unit).place == place
    });
    let fleets = sea
        .support
        .iter()
        .filter(|unit| unit.kind == Support::SubFleet && system.nation_of(unit) == Some(nation));
    boats.count() > fleets.count()
}

/// What an enemy may do to a force that is placed: the best that any of its units could, in points for it,
/// with what that costs it.
pub(super) struct Threat {
    /// Chance that it contests.
    pub chance: f32,
    /// What it gains in the battle, less what it loses.
    pub balance: f32,
}

/// What contests a force must reckon with at a goal.
pub(super) fn threat(
    sight: &Sight<'_>,
    sea: &Sea,
    placed: (SupportId, Goal),
    force: &Force,
    stake: f32,
    cache: &mut Vec<((super::super::state::Site, SupportId), Force)>,
) -> Threat {
    let system = sight.system;
    let unit = &sea.support[usize::from(placed.0.0)];
    let Some(site) = system.site_of(sea, placed.1, unit.map) else {
        return Threat { chance: 0.0, balance: 0.0 };
    };
    let mut best: Option<(f32, f32)> = None;
    for enemy in system.enemies(sea, sight.faction, unit.map) {
        for (support, nation) in system.contesters(sea, sight.faction, enemy, placed.1, site) {
            let known = cache.iter().find(|(key, _)| *key == (site, support)).map(|(_, force)| force.clone());
            let theirs = known.unwrap_or_else(|| {
                let units = system.force_at(sea, enemy, support, nation, site, DIE);
                let force = Force::of(system, sea, &units);
                cache.push(((site, support), force.clone()));
                force
            });
            let (gain, loss) = theirs.battle(force);
            let kind = sea.support[usize::from(support.0)].kind;
            let score = stake + 0.5 * missed(unit.kind) + gain - 1.1 * loss - missed(kind);
            if best.is_none_or(|(most, _)| score > most) {
                best = Some((score, gain - loss));
            }
        }
    }
    match best {
        None => Threat { chance: 0.0, balance: 0.0 },
        Some((score, balance)) if score > MARGIN => Threat { chance: CONTESTED.0, balance },
        Some((_, balance)) => Threat { chance: CONTESTED.1, balance },
    }
}

/// Pieces that a force would use up.
pub(super) fn use_up(sea: &mut Sea, units: &[UnitId], map: super::super::board::SeaMap) {
    for unit in units {
        let state = &mut sea.units[usize::from(unit.0)];
        state.home = Some(state.place);
        state.place = super::super::state::Place::UsedAsset(map);
    }
}

/// A force as one of the reckoning.
pub(super) fn pieces(sight: &Sight<'_>, sea: &Sea, units: &[UnitId]) -> Force {
    Force(units.iter().map(|unit| Piece::of(sight.system, sea, *unit)).collect())
}

/// Whether an item is a support unit.
pub(super) const fn support_of(item: Item) -> Option<SupportId> {
    if let Item::Support(support) = item { Some(support) } else { None }
}

/// Whether an X-boat may patrol: its nation's Sub Fleets are served without it. `gone` are those that go
/// already.
pub(super) fn may_patrol(sight: &Sight<'_>, boat: UnitId, gone: &[(usize, u16)]) -> bool {
    let (system, sea) = (sight.system, sight.sea);
    let (nation, place) = (system.counters[boat].nation, sea.unit(boat).place);
    let like = |unit: UnitId| system.counters[unit].nation == nation && sea.unit(unit).place == place;
    let boats = sea.ids().filter(|unit| system.counters[*unit].is_boat() && like(*unit)).count();
    let gone = gone.iter().filter(|(at, _)| sight.unit(*at).is_some_and(like)).count();
    let map = system.map_of_place(place);
    let fleets = sea.support.iter().filter(|unit| {
        unit.kind == Support::SubFleet
            && system.nation_of(unit) == Some(nation)
            && unit.post == super::super::state::Post::ForcePool
            && Some(unit.map) == map
    });
    boats - gone > fleets.count()
}
