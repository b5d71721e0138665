//! What is done in the Support Segment: the best thing first, as long as something is worth doing; then the
//! officer is asked again, since much may have changed.

use super::super::board::{SeaMap, ZoneId};
use super::super::item::{Item, Word};
use super::super::pieces::UnitId;
use super::super::scenario::Support;
use super::super::state::{Goal, Place, Post, Sea, Site, Stage, SupportId};
use super::super::tables::PatrolResult;
use super::contest::{DIE, at_stake, landing, missed, pieces, support_of, threat, use_up};
use super::reckon::Force;
use super::sight::Sight;
use super::{contest, raids};
use engine::question::Picks;

/// What a thing must be worth to be done.
const LEAST: f32 = 0.2;
/// What an Air unit that could contest later in the turn is kept for.
const KEPT: f32 = 0.9;
/// What of a zone is left if a later enemy can dispute it.
const DISPUTED: f32 = 0.6;
/// What a fleet loses that is driven off.
const DRIVEN_OFF: f32 = 0.4;

/// A support unit, with its place among the subjects.
#[derive(Clone, Copy)]
struct Free {
    at: usize,
    support: SupportId,
}

/// The best that a unit could do.
struct Plan {
    free: Free,
    goal: Goal,
    option: u16,
    score: f32,
    units: Vec<UnitId>,
}

/// Forces of enemies that were reckoned before.
type Known = Vec<((Site, SupportId), Force)>;

/// What is done, in its order.
pub(super) fn order(sight: &Sight<'_>) -> Option<Picks> {
    let mut choice = sight.default_answer()?;
    let mut order: Vec<u16> = Vec::new();
    let mut sea = sight.sea.clone();
    let mut put = |choice: &mut Vec<u16>, at: usize, option: u16| {
        choice[at] = option;
        order.push(at as u16);
    };
    for (at, option, units, map) in raids::base_raids(sight) {
        put(&mut choice, at, option);
        use_up(&mut sea, &units, map);
    }
    let mut free = Vec::new();
    for at in 0..sight.count() {
        let Some(support) = sight.subject(at).and_then(support_of) else { continue };
        let kind = sea.support[usize::from(support.0)].kind;
        let blockade = sight.open_to(at).find(|(_, item)| *item == Item::Goal(Goal::StrategicWarfare));
        match (kind, blockade) {
            (Support::SubFleet, Some((option, _))) => put(&mut choice, at, option),
            _ => free.push(Free { at, support }),
        }
    }
    let mut known = Known::new();
    let mut landed = zones_with_landings(sight, &sea);
    while let Some(plan) = best(sight, &sea, &free, &landed, &mut known) {
        put(&mut choice, plan.free.at, plan.option);
        free.retain(|it| it.at != plan.free.at);
        let map = sea.support[usize::from(plan.free.support.0)].map;
        use_up(&mut sea, &plan.units, map);
        let site = sight.system.site_of(&sea, plan.goal, map);
        if let Some(Site::SeaHex(_, zone)) = site {
            landed.push(zone);
        }
        let unit = &mut sea.support[usize::from(plan.free.support.0)];
        unit.post = site.map_or(unit.post, post_at);
        // What is placed in one list may stand in the way of nobody: ships of a zone count for it at once.
        unit.force.clone_from(&plan.units);
        if let Goal::Station(zone) = plan.goal {
            for ship in &plan.units {
                let state = &mut sea.units[usize::from(ship.0)];
                if sight.system.counters[*ship].is_ship() {
                    state.place = Place::Used(zone);
                }
            }
        }
    }
    for (at, option) in patrols(sight, &sea) {
        put(&mut choice, at, option);
    }
    let is_any = !order.is_empty();
    if let Some(then) = (0..sight.count()).find(|at| sight.subject(*at) == Some(Item::Word(Word::Then))) {
        let word = if is_any && !free.is_empty() { Word::Ask } else { Word::End };
        choice[then] = sight.word(then, word)?;
    }
    let rest = (0..choice.len() as u16).filter(|at| !order.contains(at)).collect::<Vec<_>>();
    order.extend(rest);
    Some(Picks { choice, order })
}

/// Where a unit stands that has gone to a site.
fn post_at(site: Site) -> Post {
    match site {
        Site::Station(zone) => Post::Station(zone),
        Site::SeaHex(hex, _) | Site::LandHex(hex, _) => Post::Hex(hex),
        Site::StrategicWarfare(_) => Post::StrategicWarfare,
    }
}

/// The zones in which own fleets stand off ports already: one of them scores.
fn zones_with_landings(sight: &Sight<'_>, sea: &Sea) -> Vec<ZoneId> {
    let own = sight.system.supports(sea, sight.faction).into_iter();
    own.filter_map(|support| match sea.support[usize::from(support.0)].post {
        Post::Hex(hex) => sight.system.board.zone_of_sea(hex),
        _ => None,
    })
    .collect()
}

/// Whether an enemy has its turn later in this one.
fn moves_later(sight: &Sight<'_>, map: SeaMap) -> bool {
    let (system, sea) = (sight.system, sight.sea);
    let Some(clock) = sea.clock else { return true };
    let enemies = system.enemies(sea, sight.faction, map);
    enemies.into_iter().any(|enemy| system.is_to_come(sea, clock, Stage::Support, enemy))
}

/// The best thing that any of the units could do, if it is worth doing.
fn best(sight: &Sight<'_>, sea: &Sea, free: &[Free], landed: &[ZoneId], known: &mut Known) -> Option<Plan> {
    let mut best: Option<Plan> = None;
    let mut seen: Vec<(super::super::facts::Owner, Support, SeaMap, Post)> = Vec::new();
    for unit in free {
        let of = &sea.support[usize::from(unit.support.0)];
        // Equal units can do the same.
        let like = (of.owner, of.kind, of.map, of.post);
        if seen.contains(&like) {
            continue;
        }
        seen.push(like);
        for plan in plans(sight, sea, *unit, landed, known) {
            if plan.score > LEAST && best.as_ref().is_none_or(|best| plan.score > best.score) {
                best = Some(plan);
            }
        }
    }
    best
}

/// What a unit could do.
fn plans(sight: &Sight<'_>, sea: &Sea, free: Free, landed: &[ZoneId], known: &mut Known) -> Vec<Plan> {
    let system = sight.system;
    let unit = &sea.support[usize::from(free.support.0)];
    let Some(nation) = system.nation_of(unit) else { return Vec::new() };
    let strikes = matches!(unit.kind, Support::CvFleet) && matches!(unit.post, Post::Hex(_));
    let kept = matches!(unit.kind, Support::AirForce | Support::Bomber) && moves_later(sight, unit.map);
    let mut forces: Vec<(Option<ZoneId>, Vec<UnitId>)> = Vec::new();
    let mut found = Vec::new();
    for (option, item) in sight.open_to(free.at) {
        let Item::Goal(goal) = item else { continue };
        let Some(site) = system.site_of(sea, goal, unit.map) else { continue };
        let zone = system.zone_of(site);
        if matches!(goal, Goal::Landing(base) if landing(sight, base) <= 0.0)
            || matches!(site, Site::SeaHex(_, zone) if landed.contains(&zone))
        {
            continue;
        }
        let units = match forces.iter().find(|(of, _)| zone.is_some() && *of == zone) {
            _ if strikes => {
                let there = |ship: &UnitId| matches!(sea.unit(*ship).place, Place::Used(_));
                unit.force.iter().copied().filter(there).collect()
            }
            Some((_, units)) => units.clone(),
            None => {
                let units = system.force_at(sea, sight.faction, free.support, nation, site, DIE);
                forces.push((zone, units.clone()));
                units
            }
        };
        if units.is_empty() {
            continue;
        }
        let force = pieces(sight, sea, &units);
        let score = worth(sight, sea, free, goal, &force, (strikes, kept), known);
        found.push(Plan { free, goal, option, score, units });
    }
    found
}

/// What it is worth to place a unit.
fn worth(
    sight: &Sight<'_>,
    sea: &Sea,
    free: Free,
    goal: Goal,
    force: &Force,
    (strikes, kept): (bool, bool),
    known: &mut Known,
) -> f32 {
    let stake = at_stake(sight, sea, sight.faction, goal, force);
    if stake <= 0.0 {
        return 0.0;
    }
    let threat = threat(sight, sea, (free.support, goal), force, stake, known);
    let unit = &sea.support[usize::from(free.support.0)];
    let mut left = stake;
    if let (Goal::Station(zone), true) = (goal, moves_later(sight, unit.map)) {
        let most = known.iter().filter(|((site, _), _)| *site == Site::Station(zone));
        let most = most.map(|(_, force)| force.strength()).fold(0.0, f32::max);
        if most * 2.0 > force.strength() {
            left *= DISPUTED;
        }
    }
    let mut score = (1.0 - threat.chance) * left
        - threat.chance * (threat.balance + DRIVEN_OFF * missed(unit.kind).min(1.0));
    if strikes {
        // The hex scores nothing any more.
        score -= 1.0;
    }
    if kept { score - KEPT } else { score }
}

/// Where X-boats that no Sub Fleet needs patrol: where they may find most.
fn patrols(sight: &Sight<'_>, sea: &Sea) -> Vec<(usize, u16)> {
    let (system, mut found) = (sight.system, Vec::new());
    for at in 0..sight.count() {
        let Some(Item::Unit(boat)) = sight.subject(at) else { continue };
        if !contest::may_patrol(sight, boat, &found) {
            continue;
        }
        let torpedoes = f32::from(system.counters[boat].front.torpedo);
        let mut best: Option<(u16, f32)> = None;
        for (option, item) in sight.open_to(at) {
            let Item::Goal(Goal::Station(zone)) = item else { continue };
            let most = |result: PatrolResult| {
                let targets = system.patrol_targets(sea, sight.faction, zone, result).unwrap_or_default();
                let gain = |unit: &UnitId| {
                    let piece = super::reckon::Piece::of(system, sea, *unit);
                    piece.gained(piece.marked(Default::default(), torpedoes, false))
                };
                targets.iter().map(gain).fold(0.0, f32::max)
            };
            let score = most(PatrolResult::AnyShip) + most(PatrolResult::AtSea);
            if score > 0.0 && best.is_none_or(|(_, most)| score > most) {
                best = Some((option, score));
            }
        }
        found.extend(best.map(|(option, _)| (at, option)));
    }
    found
}
