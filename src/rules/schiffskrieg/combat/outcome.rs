//! 4.4 to 4.6 What takes effect when both sides have fired, who retires, and who wins.

use super::super::board::{SeaMap, ZoneId};
use super::super::event::{End, Event, Victory};
use super::super::faction::Faction;
use super::super::facts::Owner;
use super::super::item::Word;
use super::super::pieces::{Nation, UnitId};
use super::super::state::{Battle, Cause, Harm, Part, Place, Post, Sea, Site};
use super::super::{Schiffskrieg, Table, homecoming, rebasing, scoring};
use super::{Name, battle};
use crate::questions;
use engine::question::Ask;
use engine::table::Step;

/// The marker of the Ten-Go Plan, and the factors from which a fleet counts for it (SK-9.12-2).
const TEN_GO: &str = "ten-go-plan";
const TEN_GO_FACTORS: u8 = 5;

/// The rule of a Major Victory.
const MAJOR: &str = "SK-4.6-4";

/// How a contest ends, how its winner won, and the rule.
type Decision = (End, Option<Victory>, &'static str);

/// 4.4 Results take effect when both sides have fired (SK-4.1-2).
pub(super) fn take_effect(table: &mut Table) -> Step<()> {
    let (system, sea) = (table.system(), table.state());
    let fought = battle(table, sea)?;
    let (mut disabled, mut hurt, mut sunk, mut destroyed) = (Vec::new(), Vec::new(), Vec::new(), Vec::new());
    for unit in fought.present.iter().copied().filter(|unit| sea.unit(*unit).line.is_some()) {
        let wounds = sea.unit(unit).wounds;
        let ship = system.counters[unit].is_ship();
        match wounds.harm {
            Harm::Lost if ship => sunk.push(unit),
            Harm::Lost => destroyed.push(unit),
            _ if wounds.is_none() => (),
            // SK-4.4-6 What has no way home is lost.
            _ if ship && is_cut_off(system, fought, unit) => sunk.push(unit),
            harm => {
                hurt.extend((harm == Harm::Hurt).then_some(unit));
                disabled.extend(wounds.disabled.then_some(unit));
            }
        }
    }
    if disabled.is_empty() && hurt.is_empty() && sunk.is_empty() && destroyed.is_empty() {
        return Ok(());
    }
    let lost: Vec<(UnitId, Faction)> = sunk
        .iter()
        .chain(&destroyed)
        .filter_map(|unit| Some((*unit, fought.side(sea.unit(*unit).line?.enemy()))))
        .collect();
    table.record(Event::TookEffect { disabled, hurt, sunk, destroyed })?;
    lost.into_iter().try_for_each(|(unit, by)| scoring::loss(table, unit, by))
}

/// Battles other than contests have no support unit whose place the rule could mean; a match may read it
/// otherwise.
fn is_cut_off(system: &Schiffskrieg, battle: &Battle, unit: UnitId) -> bool {
    let read = battle.cause == Cause::Contest || system.options.cut_off_everywhere;
    read && battle.cut_off.contains(&system.counters[unit].nation)
}

/// SK-4.5-3 No second round is fought where a side has no ship and no LBA left.
pub(super) fn is_decided(table: &Table) -> Step<bool> {
    let (system, sea) = (table.system(), table.state());
    Ok(Part::ALL.into_iter().any(|part| system.targets_of(sea, part).is_empty()))
}

/// 4.5 After round one either side may retire, the phasing side first; once it does, the other is not asked.
pub(super) fn retires(table: &mut Table, round: u8) -> Step<bool> {
    for part in Part::ALL {
        let side = battle(table, table.state())?.side(part);
        let key = Name::of(table, round)?.retire(side);
        let mut ask =
            Ask::new(questions::RETIRE, key, "SK-4.5-1", "Retire, or fight a second round".to_owned());
        ask.offer([Word::Retire], [Word::Stay, Word::Retire], Some(Word::Stay));
        let answer = table.ask(side.side(), &ask)?;
        let retires = answer.first().is_some_and(|(_, word)| *word == Word::Retire);
        table.record(Event::Retirement { part, retires })?;
        if retires {
            return Ok(true);
        }
    }
    Ok(false)
}

/// 4.6 Decides the contest and clears the battle line. A Banzai battle and one with discovered raiders are
/// always a Stalemate (SK-10.1-6, SK-10.10-4); a commerce raid and a Counterstrike decide nothing but losses
/// (SK-5.1.1-13, SK-10.7-8).
pub(super) fn resolve(table: &mut Table) -> Step<Option<End>> {
    let (system, sea) = (table.system(), table.state());
    let fought = battle(table, sea)?.clone();
    match fought.cause {
        Cause::Contest => (),
        Cause::Interceptors | Cause::Banzai => {
            let rule = if fought.cause == Cause::Banzai { "SK-10.1-6" } else { "SK-10.10-4" };
            resolved(table, End::Stalemate, None, rule)?;
            return end(table).map(|_| Some(End::Stalemate));
        }
        Cause::CommerceRaid | Cause::Counterstrike | Cause::BaseAttack | Cause::SubPatrol => {
            return end(table).map(|_| None);
        }
    }
    let (ends, victory, rule) = decide(system, sea, &fought);
    resolved(table, ends, victory, rule)?;
    if let Some(victory) = victory {
        scoring::victory(table, &fought, ends, victory)?;
    }
    settle(table, &fought, ends, victory)?;
    if ends != End::Success {
        table.record(Event::BattleEnded { faction: fought.side(Part::Phasing) })?;
    }
    Ok(Some(ends))
}

/// A contest is decided by a rule, which matches of the first edition do not name.
pub(in super::super) fn resolved(
    table: &mut Table,
    end: End,
    victory: Option<Victory>,
    rule: &str,
) -> Step<()> {
    let rule = if table.system().is_first_edition() { "" } else { rule };
    table.record(Event::Resolved { end, victory, rule: rule.to_owned() })
}

/// Clears what is left of the battle line, and ends the battle.
pub(in super::super) fn end(table: &mut Table) -> Step<Battle> {
    let fought = battle(table, table.state())?.clone();
    for part in Part::ALL {
        send_off(table, &fought, part)?;
    }
    table.record(Event::BattleEnded { faction: fought.side(Part::Phasing) })?;
    Ok(fought)
}

/// SK-4.6.2-8 After a Success the placement stands, and the Task Force goes by the Stalemate procedure. Gives
/// the ships that are left of it undamaged.
pub(in super::super) fn conclude(table: &mut Table) -> Step<Vec<UnitId>> {
    let (system, sea) = (table.system(), table.state());
    let fought = battle(table, sea)?.clone();
    let fit = |unit: &UnitId| system.counters[*unit].is_ship() && !sea.unit(*unit).hurt;
    let force = sea.line(Part::Phasing).filter(fit).collect();
    send_off(table, &fought, Part::Phasing)?;
    post(table, &fought, Part::Phasing, Some(site_post(fought.site)))?;
    table.record(Event::BattleEnded { faction: fought.side(Part::Phasing) })?;
    Ok(force)
}

/// Pieces that leave a Task Force by the Stalemate procedure, by the rule that sends them there (SK-4.6.2-4,
/// SK-4.6.2-8).
pub(in super::super) fn send_pieces(
    table: &mut Table,
    faction: Faction,
    site: Site,
    map: SeaMap,
    (rule, units): (&str, &[UnitId]),
) -> Step<()> {
    let (system, sea) = (table.system(), table.state());
    let zone = system.zone_of(site);
    let place = |unit: &UnitId| (*unit, after_battle(system, sea, *unit, zone, map));
    let units: Vec<(UnitId, Place)> = units.iter().map(place).collect();
    if units.is_empty() {
        return Ok(());
    }
    table.record(Event::Moved { faction, rule: rule.to_owned(), units })
}

/// Where the Stalemate procedure sends a piece (4.6.1).
fn after_battle(system: &Schiffskrieg, sea: &Sea, unit: UnitId, zone: Option<ZoneId>, map: SeaMap) -> Place {
    let of = &system.counters[unit];
    if of.is_lba() {
        Place::UsedAsset(map)
    } else if of.is_boat() || sea.unit(unit).hurt {
        Place::NavalDelay(map)
    } else {
        zone.map_or(Place::UsedAsset(map), Place::Used)
    }
}

/// SK-4.6-1 to SK-4.6-7: a Major Victory over a side of which no ship and no LBA is left, a Limited Victory
/// over one that retired without having inflicted what counts, else a Stalemate; with the rule.
pub(in super::super) fn decide(system: &Schiffskrieg, sea: &Sea, battle: &Battle) -> Decision {
    let gone = |part: Part| *battle.began.of(part) && system.targets_of(sea, part).is_empty();
    let wins = |part: Part| if part == Part::Phasing { End::Success } else { End::Repulsion };
    match (gone(Part::Phasing), gone(Part::Answering)) {
        (true, true) => (End::Stalemate, None, "SK-4.6-6"),
        (true, false) => (wins(Part::Answering), Some(Victory::Major), MAJOR),
        (false, true) => held_by_ten_go(system, sea, battle, wins(Part::Phasing), Victory::Major),
        (false, false) => match battle.retired {
            Some(part) if !battle.inflicted.of(part) => {
                held_by_ten_go(system, sea, battle, wins(part.enemy()), Victory::Limited)
            }
            _ => (End::Stalemate, None, "SK-4.6-7"),
        },
    }
}

/// 9.12 Under the Ten-Go Plan, an Allied Success after combat is a Stalemate if it is against a Japanese Air
/// unit, a CV Strike among them, or against a Japanese or Axis Fleet unit that brought enough factors into
/// the battle (SK-9.12-2 to SK-9.12-4).
fn held_by_ten_go(system: &Schiffskrieg, sea: &Sea, battle: &Battle, end: End, victory: Victory) -> Decision {
    let unit = battle.support.answering.and_then(|support| sea.support.get(usize::from(support.0)));
    let barred = unit.is_some_and(|unit| {
        let japanese = unit.owner == Owner::Nation(Nation::Japanese);
        let fleet = japanese || unit.owner == Owner::Faction(Faction::Axis);
        let strong = battle.tally.factors.answering >= TEN_GO_FACTORS;
        if unit.is_air() { japanese } else { fleet && strong }
    });
    let allied = battle.side(Part::Phasing) != Faction::Axis;
    let holds = end == End::Success && allied && barred && battle.map == SeaMap::Ds;
    if holds && system.is_marked(sea, SeaMap::Ds, TEN_GO) {
        (End::Stalemate, None, "SK-9.12-2")
    } else {
        (end, Some(victory), if victory == Victory::Major { MAJOR } else { "SK-4.6-2" })
    }
}

/// 4.6.1 to 4.6.3 Where everything goes.
fn settle(table: &mut Table, battle: &Battle, end: End, victory: Option<Victory>) -> Step<()> {
    match end {
        End::Stalemate => {
            for part in Part::ALL {
                send_off(table, battle, part)?;
                post(table, battle, part, None)?;
            }
        }
        End::Success => {
            send_off(table, battle, Part::Answering)?;
            post(table, battle, Part::Answering, lost_post(victory))?;
        }
        End::Repulsion => {
            send_off(table, battle, Part::Phasing)?;
            post(table, battle, Part::Phasing, lost_post(victory))?;
            go_home(table, battle)?;
            post(table, battle, Part::Answering, Some(Post::ForcePool))?;
        }
    }
    Ok(())
}

/// A beaten support unit is used after a Limited Victory, delayed after a Major one (SK-4.6.2-2, SK-4.6.3-1).
fn lost_post(victory: Option<Victory>) -> Option<Post> {
    (victory == Some(Victory::Limited)).then_some(Post::UsedAsset)
}

fn site_post(site: Site) -> Post {
    match site {
        Site::Station(zone) => Post::Station(zone),
        Site::SeaHex(hex, _) | Site::LandHex(hex, _) => Post::Hex(hex),
        Site::StrategicWarfare(_) => Post::StrategicWarfare,
    }
}

/// Puts a part's support unit somewhere; without a place, into the delay box of its kind (SK-4.6.1-4).
fn post(table: &mut Table, battle: &Battle, part: Part, post: Option<Post>) -> Step<()> {
    let Some(support) = *battle.support.of(part) else { return Ok(()) };
    let unit = &table.state().support[usize::from(support.0)];
    let post = post.unwrap_or_else(|| unit.delay_box());
    table.record(Event::Posted { support, post })
}

/// The Stalemate procedure (4.6.1): X-boats and damaged ships are delayed, undamaged ships go to the Used Box
/// of the zone, or the Used Asset Box where there is none, LBAs to the Used Asset Box. Undamaged commerce
/// raiders are delayed (SK-5.1.1-15). What fought in a Banzai battle, or raided by Operation Z, goes to the
/// Used Asset Box (SK-10.1-6), and a Counterstrike back to its bases (SK-10.7-8).
pub(in super::super) fn send_off(table: &mut Table, battle: &Battle, part: Part) -> Step<()> {
    let (system, sea) = (table.system(), table.state());
    let raiders = battle.cause == Cause::CommerceRaid && part == Part::Phasing;
    let afar =
        battle.cause == Cause::Banzai || (battle.cause == Cause::Counterstrike && part == Part::Phasing);
    let home = battle.cause == Cause::Counterstrike && part == Part::Answering;
    let place = |unit: UnitId| {
        let (of, state) = (&system.counters[unit], sea.unit(unit));
        if home && (!state.hurt || (of.is_lba() && system.options.reduced_goes_home)) {
            return state.place;
        }
        let place = after_battle(system, sea, unit, battle.zone(), battle.map);
        match place {
            Place::Used(_) | Place::UsedAsset(_) if raiders && !of.is_lba() => Place::NavalDelay(battle.map),
            Place::Used(_) if afar => Place::UsedAsset(battle.map),
            place => place,
        }
    };
    leave(table, sea.line(part).map(|unit| (unit, place(unit))).collect())
}

/// SK-4.6.3-3 After a Repulsion the winner's undamaged ships and all its LBAs return to base at once, as at
/// the end of a turn (SK-4.6.3-4); X-boats and damaged ships are delayed.
fn go_home(table: &mut Table, battle: &Battle) -> Step<()> {
    let (system, sea) = (table.system(), table.state());
    let faction = battle.side(Part::Answering);
    let stays = |unit: &UnitId| {
        let of = &system.counters[*unit];
        of.is_boat() || (of.is_ship() && sea.unit(*unit).hurt)
    };
    let (delayed, home): (Vec<UnitId>, Vec<UnitId>) = sea.line(Part::Answering).partition(stays);
    let wishes = homecoming::after_battle(system, sea, faction, battle, &home);
    let key = Name::of(table, battle.round)?.home(faction);
    let mut ask = Ask::new(questions::RETURN, key, "SK-4.6.3-3", "Send pieces home".to_owned());
    let found = rebasing::house_by_answer(table, faction, &mut ask, wishes)?;
    let lost = |unit: UnitId| {
        if system.counters[unit].is_lba() { Place::Delay(battle.map) } else { Place::Sunk }
    };
    let mut units: Vec<(UnitId, Place)> =
        found.into_iter().map(|(unit, place)| (unit, place.unwrap_or_else(|| lost(unit)))).collect();
    units.extend(delayed.into_iter().map(|unit| (unit, Place::NavalDelay(battle.map))));
    units.sort_unstable();
    leave(table, units)
}

fn leave(table: &mut Table, units: Vec<(UnitId, Place)>) -> Step<()> {
    if units.is_empty() { Ok(()) } else { table.record(Event::Left { units }) }
}
