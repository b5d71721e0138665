//! 19.6 to 19.8 The turn on which Japan attacks: Pearl Harbor, then Indonesia, before any other combat.

use super::basing;
use super::board::{AreaId, BaseId};
use super::combat::{self, Battle, Terms};
use super::event::{Event, Scene, Why};
use super::item::Word;
use super::key::{After, Key, Raid, RoundNumber, When, Whence};
use super::off_hawaii::{self, Aims};
use super::options::Optional;
use super::pacific::{HAWAII, PEARL_HARBOR};
use super::pieces::{Kind, Nation, UnitId};
use super::seats::{self, By};
use super::state::{Ocean, Pacific, Place};
use super::{AdmiralsWar, Table, amphibious, raids, submarines, uncertain, warning};
use crate::questions;
use engine::question::Ask;
use engine::question::key::Turn;
use engine::rulebook::two_sided::Camp;
use engine::table::Step;

/// Rounds of surprise at Pearl Harbor and in Indonesia (19.7, 19.8).
pub(super) const SURPRISE: u8 = 2;
/// A round before the first of a normal combat.
const BEFORE: After = After::Round(RoundNumber(0));

/// 19.62 The next of the combats with which the war begins; false if there is none.
pub(super) fn next(table: &mut Table) -> Step<bool> {
    let (system, ocean) = (table.system(), table.state());
    let area = |id: &str| system.board.area_by_id(id);
    let (Some(hawaii), Some(indonesia)) = (area(HAWAII), area("indonesia")) else { return Ok(false) };
    match ocean.pacific {
        Pacific::War | Pacific::Peace => Ok(false),
        Pacific::Attack if !ocean.resolved[usize::from(hawaii.0)] => {
            pearl_harbor(table, hawaii)?;
            table.record(Event::AreaResolved { area: hawaii })?;
            Ok(true)
        }
        Pacific::Attack | Pacific::Declared => {
            // Without a raid force the groups are diced for before the first combat (AW-19.72).
            uncertain::place(table)?;
            if !table.state().attack_barred {
                over_indonesia(table, indonesia)?;
            }
            table.record(Event::WarBegan { turn: table.state().turn })?;
            combat::fight_out(table, indonesia)?;
            table.record(Event::AreaResolved { area: indonesia })?;
            Ok(true)
        }
    }
}

/// 19.7 Two rounds against the port, the American answer, and up to two rounds more.
fn pearl_harbor(table: &mut Table, area: AreaId) -> Step<()> {
    let Some(port) = table.system().board.base_by_id(PEARL_HARBOR) else { return Ok(()) };
    uncertain::roll_in_secret(table, area, port)?;
    for round in 1..=SURPRISE {
        raid_port(table, area, port, round, &[])?;
    }
    // A fleet that is out leaves Japan no choice (AW-24.4), and the fire of air units may leave it no ship.
    let there = !table.system().fighters(table.state(), area, Camp::AXIS).is_empty();
    let stays = there && (table.state().is_fleet_out() || asks_to_stay(table, area)?);
    let aims = if stays { Aims::named_blindly(table, area, port)? } else { None };
    if !stays {
        leave(table, area, Camp::AXIS)?;
    }
    let uncertain = uncertain::units(table);
    uncertain::place(table)?;
    let units = table.system().sortie(table.state(), port);
    if !units.is_empty() {
        table.record(Event::Sortied { area, units })?;
    }
    submarines::hunt(table, area)?;
    combat::ambush(table, &[Battle { area, group: None }], BEFORE, Vec::new())?;
    if stays && asks_to_leave(table, area)? {
        leave(table, area, Camp::ALLIES)?;
    }
    if stays {
        off_hawaii::rounds(table, area, port, aims, &uncertain)?;
        leave(table, area, Camp::AXIS)?;
    }
    raids::air_raids_of(table, area, Camp::ALLIES)?;
    amphibious::land(table, area, When::FoughtOut)
}

/// 19.7 One round of Japanese carriers against what lies in the port, but for those that have no attack left;
/// nobody fires back, except that air units which survived the first round do in the second (AW-23.32).
pub(super) fn raid_port(
    table: &mut Table,
    area: AreaId,
    port: BaseId,
    round: u8,
    spent: &[UnitId],
) -> Step<()> {
    let (system, ocean) = (table.system(), table.state());
    let tension = system.plays_by(Optional::PearlHarborTension);
    if round > 1 && round <= ocean.rounds_lost() {
        return Ok(());
    }
    let mut attackers = system.fighters(ocean, area, Camp::AXIS);
    attackers.retain(|unit| raids::may_raid(system, ocean, *unit) && !spent.contains(unit));
    surprise(
        table,
        Surprise {
            area,
            round,
            attackers,
            scenes: vec![Scene::Base(port)],
            terms: if tension && round == 1 { Terms::FirstBlow } else { Terms::Surprise },
            warned: round == 1 && system.plays_by(Optional::ToraTora),
            answered: (tension && round == SURPRISE).then_some(port),
        },
    )
}

/// 19.8 Two rounds of Japanese carriers and air units against Allied units in the area and in the ports and
/// bases around it.
fn over_indonesia(table: &mut Table, area: AreaId) -> Step<()> {
    for round in 1..=SURPRISE {
        let (system, ocean) = (table.system(), table.state());
        let strikes = |unit: &UnitId| {
            system.nation_of(ocean, *unit) == Nation::Jp && system.airstrike(ocean, *unit).dice > 0
        };
        let attackers: Vec<UnitId> =
            system.fighters(ocean, area, Camp::AXIS).into_iter().filter(strikes).collect();
        let around = system.held_around(ocean, area, Camp::ALLIES).into_iter().map(Scene::Base);
        let scenes: Vec<Scene> = std::iter::once(Scene::Sea(area)).chain(around).collect();
        let terms = Terms::Surprise;
        surprise(table, Surprise { area, round, attackers, scenes, terms, warned: false, answered: None })?;
    }
    Ok(())
}

/// One round of surprise.
struct Surprise {
    area: AreaId,
    round: u8,
    attackers: Vec<UnitId>,
    /// Where the targets are.
    scenes: Vec<Scene>,
    /// The rules of the attacks.
    terms: Terms,
    /// Whether a warning may come once the targets are named (24.1).
    warned: bool,
    /// The port from which air units answer (23.32).
    answered: Option<BaseId>,
}

/// Nobody fires back but for those air units, and of those attacked nobody is disabled (AW-19.82).
fn surprise(table: &mut Table, of: Surprise) -> Step<()> {
    let Surprise { area, round, attackers, mut scenes, terms, warned, answered } = of;
    let sea = table.system().board.area(area);
    let raid = Raid::Surprise { turn: Turn(table.state().turn), area: &sea.id, round: RoundNumber(round) };
    let title = format!("{}, surprise attack {round}: choose the target of each attacker", sea.name);
    let volley = raids::Volley { raid, area, by: Camp::AXIS, rule: "AW-19.7", title, terms };
    if attackers.is_empty() || volley.targets(table, &scenes).is_empty() {
        return Ok(());
    }
    let begins = Event::Surprised { area, round, units: attackers.clone() };
    let named = if warned {
        let named = volley.name_targets(table, &attackers, &scenes)?;
        warning::roll(table)?;
        if table.state().rounds_lost() > 0 {
            return Ok(());
        }
        table.record(begins)?;
        let fly: Vec<UnitId> = named.iter().map(|it| it.0).collect();
        combat::name_kamikazes(table, raid, area, &fly)?;
        named
    } else {
        table.record(begins)?;
        combat::name_kamikazes(table, raid, area, &attackers)?;
        volley.name_targets(table, &attackers, &scenes)?
    };
    volley.fire(table, &named)?;
    if let Some(port) = answered
        && answer(table, area, port, raid)?
    {
        scenes.push(Scene::Sea(area));
    }
    volley.take_effect(table, &scenes)
}

/// 23.32 Air units in the port attack the raid force while it raids; nothing they do takes effect before both
/// have fired. False if there are none.
///
/// *Ruling:* what the book says of the 7th Air Force holds for every air unit in Pearl Harbor, also if the
/// warning cost Japan the first round; the ships that they disable go home.
fn answer(table: &mut Table, area: AreaId, port: BaseId, raid: Raid<'_>) -> Step<bool> {
    let (system, ocean) = (table.system(), table.state());
    let flies = |unit: &UnitId| {
        let own = system.side_of(ocean, *unit) == Camp::ALLIES;
        own && system.counter(*unit).kind == Kind::LandAir && system.airstrike(ocean, *unit).dice > 0
    };
    let units: Vec<UnitId> = ocean.at(Place::Base(port)).into_iter().filter(flies).collect();
    if units.is_empty() {
        return Ok(false);
    }
    let title = format!("{}: choose what your air units attack", system.board.base(port).name);
    let (by, rule) = (Camp::ALLIES, "AW-23.32");
    let volley = raids::Volley { raid, area, by, rule, title, terms: Terms::Combat };
    let named = volley.name_targets(table, &units, &[Scene::Sea(area)])?;
    volley.fire(table, &named)?;
    Ok(true)
}

/// 19.71 After the raids Japan stays or leaves; nobody pursues it then.
fn asks_to_stay(table: &mut Table, area: AreaId) -> Step<bool> {
    let turn = Turn(table.state().turn);
    let question = |by: By| {
        let title = "After the raids on Pearl Harbor: stay for more combat, or retreat".to_owned();
        Ask::new(questions::PEARL_STAY, Key::PearlStay { turn, by }.text(), "AW-19.71", title)
    };
    retreats(table, area, Camp::AXIS, question, Word::Retreat).map(|retreats| !retreats)
}

/// 19.75 The Allies may leave with all that is at sea; nobody pursues them then.
fn asks_to_leave(table: &mut Table, area: AreaId) -> Step<bool> {
    if table.system().fighters(table.state(), area, Camp::ALLIES).is_empty() {
        return Ok(false);
    }
    let turn = Turn(table.state().turn);
    let question = |by: By| {
        let title = "The Japanese stay off Hawaii: retreat with all that is at sea, or fight".to_owned();
        Ask::new(questions::PEARL_RETREAT, Key::PearlRetreat { turn, by }.text(), "AW-19.75", title)
    };
    retreats(table, area, Camp::ALLIES, question, Word::Stay)
}

/// Asks whether a side retreats, and says so; of teammates one takes both away (AW-8.12).
fn retreats(
    table: &mut Table,
    area: AreaId,
    side: Camp,
    question: impl Fn(By) -> Ask<AreaId, Word>,
    silent: Word,
) -> Step<bool> {
    let (system, ocean) = (table.system(), table.state());
    let players = system.players_among(ocean, side, &system.fighters(ocean, area, side)).into_iter();
    let asks = players.map(|by| {
        let mut ask = question(by);
        ask.about = super::text::forces_about(table, area, by);
        ask.offer([area], [Word::Stay, Word::Retreat], Some(silent));
        (by, ask)
    });
    let answers = seats::ask_players(table, asks.collect())?;
    let retreats = answers.iter().flat_map(|it| &it.1).any(|(_, word)| *word == Word::Retreat);
    table.record(Event::RetreatDeclared { area, side, retreats })?;
    Ok(retreats)
}

/// All units of a side that fight leave an area without pursuit.
fn leave(table: &mut Table, area: AreaId, side: Camp) -> Step<()> {
    let (system, ocean) = (table.system(), table.state());
    let units = system.fighters(ocean, area, side);
    let homeward = system.homeward(ocean, area, units, Why::Escaped);
    let from = Whence::Surprise { turn: Turn(ocean.turn), area: &system.board.area(area).id, side };
    basing::send_home(table, from, Why::Escaped, homeward)
}

impl AdmiralsWar {
    /// 19.73 What puts to sea from a port: what is left afloat there, and its air unit.
    pub(super) fn sortie(&self, ocean: &Ocean, port: BaseId) -> Vec<UnitId> {
        let sails = |unit: &UnitId| {
            let counter = self.counter(*unit);
            let goes = counter.is_ship() || counter.kind == Kind::LandAir;
            goes && self.side_of(ocean, *unit) == Camp::ALLIES && !self.is_on_bottom(ocean, *unit)
        };
        ocean.at(Place::Base(port)).into_iter().filter(sails).collect()
    }
}
