//! 19.76 The rounds for which Japan stays off Hawaii after its raids, and what 23.4 and 24.4 make of the
//! first of them.

use super::board::{AreaId, BaseId};
use super::combat::{self, Battle, Hurt};
use super::event::Action;
use super::item::{Item, Word};
use super::key::{After, Key, RoundNumber, When};
use super::options::Optional;
use super::pacific::PEARL_HARBOR;
use super::pieces::{Kind, Seat, UnitId};
use super::state::Place;
use super::surprise::{SURPRISE, raid_port};
use super::text::forces_about;
use super::{Table, amphibious, raids, uncertain};
use crate::questions;
use engine::question::{Ask, Choice};
use engine::rulebook::two_sided::Camp;
use engine::table::Step;

/// For how many rounds Japan may stay.
const EXTRA: u8 = 2;

/// 19.76 Rounds for which Japan stays: of normal combat against Allied ships or air units, else against the
/// port (AW-19.761). After the last of them it must leave, and may be pursued (AW-19.763). Each round of
/// surprise that a warning took from it is one more (AW-24.62). `aims` are Japan's targets of the first
/// round, if they were named before, and `groups` the units of the groups that have turned up since.
pub(super) fn rounds(
    table: &mut Table,
    area: AreaId,
    port: BaseId,
    mut aims: Option<Aims>,
    groups: &[UnitId],
) -> Step<()> {
    let battle = Battle { area, group: None };
    let last = EXTRA + table.state().rounds_lost();
    for number in 1..=last {
        let (system, ocean) = (table.system(), table.state());
        if battle.force(system, ocean, Camp::AXIS).is_empty() {
            return Ok(());
        }
        let aims = aims.take();
        let counts = |unit: &UnitId| system.counter(*unit).kind != Kind::Amphibious;
        let after = After::Round(RoundNumber(number));
        if !battle.force(system, ocean, Camp::ALLIES).iter().any(counts) {
            let spent = spent(table, area, number, aims.as_ref());
            raid_port(table, area, port, SURPRISE + number, &spent)?;
            amphibious::land(table, area, When::After(after))?;
            continue;
        }
        let hurt = if number == 1 && is_automatic(table) {
            automatic_round(table, battle, aims, groups)?
        } else {
            combat::one_round(table, battle, number)?
        };
        combat::ambush(table, &[battle], after, hurt.into_iter().collect())?;
        let over = if number == last {
            combat::must_retreat(table, area, number, Camp::AXIS)?;
            true
        } else {
            combat::after_round_with_fuel(table, area, number, last - number)?
        };
        if over {
            return raids_left(table, area, port, number, last);
        }
        amphibious::land(table, area, When::After(after))?;
    }
    Ok(())
}

/// 19.762 The rounds that are left are still Japan's: carriers that do not pursue raid in them.
fn raids_left(table: &mut Table, area: AreaId, port: BaseId, number: u8, last: u8) -> Step<()> {
    if number < last {
        raids::air_raids_of(table, area, Camp::AXIS)?;
    }
    for round in number + 2..=last {
        raid_port(table, area, port, SURPRISE + round, &[])?;
    }
    Ok(())
}

/// Whether the first round is an air action whatever the sides want (AW-23.4, AW-24.4).
fn is_automatic(table: &Table) -> bool {
    table.system().plays_by(Optional::PearlHarborTension) || table.state().is_fleet_out()
}

/// The carriers that cannot attack in a round: those that wait for a group which has not come or has gone
/// (AW-23.41), in the first round all of them if their aircraft are over an empty harbour (AW-24.4).
fn spent(table: &Table, area: AreaId, number: u8, aims: Option<&Aims>) -> Vec<UnitId> {
    let (system, ocean) = (table.system(), table.state());
    if number == 1 && ocean.is_fleet_out() {
        return system.fighters_of(ocean, area, Camp::AXIS, Kind::Carrier);
    }
    aims.map(|aims| aims.blind().collect()).unwrap_or_default()
}

/// 23.4, 24.4 The first round, as an air action. With task forces only what is sighted can be attacked
/// (AW-29.51).
fn automatic_round<'t>(
    table: &mut Table<'t>,
    battle: Battle,
    aims: Option<Aims>,
    groups: &[UnitId],
) -> Step<Option<Hurt<'t>>> {
    const FIRST: u8 = 1;
    combat::begin_automatic_round(table, battle, FIRST)?;
    let (system, area) = (table.system(), battle.area);
    let aims = match aims {
        Some(aims) => aims,
        None => {
            let mut targets = battle.force(system, table.state(), Camp::ALLIES);
            targets.retain(|&unit| table.state().unit(unit).is_sighted());
            Aims::ask(table, area, &targets, false)?
        }
    };
    let spent = spent(table, area, FIRST, Some(&aims));
    raid_by_forces(table, battle, FIRST, &spent)?;
    let located = aims.at_groups(table, battle, FIRST, groups)?;
    let ocean = table.state();
    let mut named: Vec<(UnitId, UnitId)> =
        aims.0.into_iter().filter_map(combat::at_a_unit).chain(located).collect();
    named.retain(|&(attacker, target)| {
        let is_there = |unit: UnitId| ocean.unit(unit).place == Place::Sea(area);
        let meets = ocean.unit(attacker).attacks_by_air() && ocean.unit(target).is_sighted();
        is_there(attacker) && is_there(target) && meets
    });
    named.sort_unstable();
    combat::fight_automatic_round(table, battle, FIRST, &named)
}

/// 23.53 Carriers of task forces that were sent against Pearl Harbor attack it, those that have an attack
/// left.
///
/// *Ruling:* they do so once the lookouts have rolled, whatever the type of action. Where no forces are
/// formed, since no Allied fleet is at sea, every carrier may (AW-19.761).
pub(super) fn raid_by_forces(table: &mut Table, battle: Battle, number: u8, spent: &[UnitId]) -> Step<()> {
    let (system, ocean, area) = (table.system(), table.state(), battle.area);
    let sent = |unit: &UnitId| ocean.unit(*unit).is_sent_against_port();
    let (sent, mut others): (Vec<UnitId>, Vec<UnitId>) =
        system.fighters(ocean, area, Camp::AXIS).into_iter().partition(sent);
    let Some(port) = system.board.base_by_id(PEARL_HARBOR).filter(|_| !sent.is_empty()) else {
        return Ok(());
    };
    others.extend(spent);
    raid_port(table, area, port, SURPRISE + number, &others)
}

/// What Japan's attackers aim at in the first round: a unit, nothing, or whatever turns up.
pub(super) struct Aims(Vec<(UnitId, Item)>);

impl Aims {
    /// 23.41 Japan names its targets before the groups of uncertain location turn up: among all that is at
    /// sea off Hawaii or about to put to sea, or it leaves carriers to wait for those groups. Nothing without
    /// the option.
    ///
    /// *Ruling:* if no Allied fleet is there in the end, the round is a raid on the port (AW-19.761), for
    /// which carriers name targets anew, but for those that waited. A target that is gone is not attacked.
    pub fn named_blindly(table: &mut Table, area: AreaId, port: BaseId) -> Step<Option<Aims>> {
        let (system, ocean) = (table.system(), table.state());
        if !system.plays_by(Optional::PearlHarborTension) {
            return Ok(None);
        }
        let mut targets = system.fighters(ocean, area, Camp::ALLIES);
        targets.extend(system.sortie(ocean, port));
        targets.sort_unstable();
        let unsure = !uncertain::units(table).is_empty();
        Aims::ask(table, area, &targets, unsure).map(Some)
    }

    /// Asks for the targets; `unsure` if carriers may wait for groups. Carriers whose aircraft are over an
    /// empty harbour have none to send (AW-24.4).
    fn ask(table: &mut Table, area: AreaId, targets: &[UnitId], unsure: bool) -> Step<Aims> {
        let (system, ocean) = (table.system(), table.state());
        let round = Battle { area, group: None }.round(table, 1);
        let by = system.player(Seat::Japan);
        let key = Key::Targets { round, action: Action::Air, by };
        let title = format!("{}: choose the target of each airstrike", system.board.area(area).name);
        let rule = if unsure { "AW-23.41" } else { "AW-7.31" };
        let mut ask = Ask::new(questions::AIR_TARGETS, key.text(), rule, title);
        ask.about = forces_about(table, area, by);
        let able = |unit: &UnitId| {
            let carrier = system.counter(*unit).kind == Kind::Carrier;
            system.airstrike(ocean, *unit).dice > 0 && !(carrier && ocean.is_fleet_out())
        };
        let attackers: Vec<UnitId> =
            system.fighters(ocean, area, Camp::AXIS).into_iter().filter(able).collect();
        let mut silent = targets.iter().copied().map(Item::Unit).cycle();
        for unit in attackers {
            let hold = Item::Word(Word::Hold);
            let waits = unsure && system.counter(unit).kind == Kind::Carrier;
            let waits = waits.then_some(Item::Word(Word::LocationUncertain).into());
            let choices = targets.iter().map(|&target| worth_of(table, target));
            let options = choices.chain(waits).chain([Choice::from(hold)]);
            ask.offer([unit], options, silent.next().or(Some(hold)));
        }
        Ok(Aims(combat::in_order_of(&ask, table.ask(by.party(), &ask)?)))
    }

    /// The carriers that wait for groups.
    fn blind(&self) -> impl Iterator<Item = UnitId> {
        let waits = |it: &&(UnitId, Item)| it.1 == Item::Word(Word::LocationUncertain);
        self.0.iter().filter(waits).map(|it| it.0)
    }

    /// 23.41 Carriers that waited attack ships of the groups that have turned up off Hawaii, if one has and
    /// stays.
    fn at_groups(
        &self,
        table: &mut Table,
        battle: Battle,
        number: u8,
        groups: &[UnitId],
    ) -> Step<Vec<(UnitId, UnitId)>> {
        let (system, ocean, area) = (table.system(), table.state(), battle.area);
        let round = battle.round(table, number);
        let is_there = |unit: UnitId| ocean.unit(unit).place == Place::Sea(area);
        let mut targets: Vec<UnitId> = groups.to_vec();
        targets.retain(|&unit| {
            is_there(unit) && system.counter(unit).is_ship() && ocean.unit(unit).is_sighted()
        });
        let able = |unit: &UnitId| is_there(*unit) && ocean.unit(*unit).attacks_by_air();
        let title =
            format!("{}: choose targets in the groups that have turned up", system.board.area(area).name);
        let by = system.player(Seat::Japan);
        let key = Key::Located { round, by };
        let mut ask = Ask::new(questions::AIR_TARGETS, key.text(), "AW-23.41", title);
        ask.about = forces_about(table, area, by);
        for (unit, silent) in self.blind().filter(able).zip(targets.iter().cycle()) {
            let choices = targets.iter().map(|&target| worth_of(table, target));
            ask.offer([unit], choices.chain([Item::Word(Word::Hold).into()]), Some(Item::Unit(*silent)));
        }
        let answer = combat::in_order_of(&ask, table.ask(by.party(), &ask)?);
        Ok(answer.into_iter().filter_map(combat::at_a_unit).collect())
    }
}

/// A unit as a target.
fn worth_of(table: &Table, target: UnitId) -> Choice<Item> {
    Choice { item: Item::Unit(target), mark: 0, worth: table.system().worth(table.state(), target) }
}
