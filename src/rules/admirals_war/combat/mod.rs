//! 7.0 Combat: area by area, each fought to a finish before the next is selected.

/// 7.22 The type of action.
mod action;
/// 7.3 to 7.5 Targets and fire.
mod fire;
/// 8.0 Retreat and pursuit.
mod retreat;

pub(super) use fire::{Shot, in_order_of, take_effect};
pub(super) use retreat::{after_first_round, must_retreat};

use super::board::{AreaId, Theatre};
use super::event::{Action, Event, Scene, Why};
use super::item::Item;
use super::key::{After, Count, Group, Key, Round, RoundNumber, When, Whence};
use super::pieces::{Kind, Seat, UnitId};
use super::state::{Ocean, Place};
use super::text::forces_about;
use super::{AdmiralsWar, SIDES, Table, amphibious, basing, movement, raids, submarines, surprise};
use crate::rules::two_sided::Camp;
use crate::table::key::Turn;
use crate::table::{Ask, Step};

/// Who meets whom: all that are at sea in an area, or a retreating group and its pursuers.
#[derive(Clone, Copy, Debug)]
pub(super) struct Battle {
    /// The area.
    pub area: AreaId,
    /// The retreating side and its group, in a pursuit.
    pub group: Option<(Camp, u8)>,
}

impl Battle {
    /// The units of a side in the battle, in their fixed order.
    pub fn force(self, system: &AdmiralsWar, ocean: &Ocean, side: Camp) -> Vec<UnitId> {
        let mut units = system.fighters(ocean, self.area, side);
        if let Some((retreating, group)) = self.group {
            let state = |unit: &UnitId| ocean.unit(*unit);
            units.retain(|unit| match side == retreating {
                true => state(unit).group == Some(group),
                false => state(unit).chases == Some(group),
            });
        }
        units
    }

    /// One of its rounds, as keys and labels begin.
    pub fn round<'t>(self, table: &Table<'t>, number: u8) -> Round<'t> {
        let (turn, area) = (Turn(table.state().turn), table.system().board.area(self.area).id.as_str());
        let number = RoundNumber(number);
        match self.group {
            None => Round::Open { turn, area, number },
            Some((_, group)) => Round::OfGroup { turn, area, group: Group(group), number },
        }
    }
}

/// The order in which sides state their intentions and land in a theatre (AW-5.1-a, AW-8.11), and the order in which they
/// fire (AW-7.3).
pub(super) fn order(theatre: Theatre) -> [Camp; 2] {
    match theatre {
        Theatre::Pacific => [Camp::AXIS, Camp::ALLIES],
        Theatre::Atlantic => [Camp::ALLIES, Camp::AXIS],
    }
}

/// 7.1 Selects the next area and fights it out. False if no area is left with units in it (AW-7.12).
pub(super) fn next_area(table: &mut Table) -> Step<bool> {
    if surprise::next(table)? {
        return Ok(true);
    }
    let (system, ocean) = (table.system(), table.state());
    let open = |area: &AreaId| !ocean.resolved[area.0 as usize] && !ocean.at(Place::Sea(*area)).is_empty();
    let areas: Vec<AreaId> = system.board.areas().filter(open).collect();
    if areas.is_empty() {
        return Ok(false);
    }
    let seats = std::iter::successors(Some(ocean.selects), |seat| Some(seat.next()));
    // A nation without an area left in its theatre is passed over (AW-7.1-b).
    let picks = seats.take(Seat::ALL.len()).find_map(|seat| {
        let own: Vec<AreaId> =
            areas.iter().copied().filter(|&area| system.board.area(area).theatre == seat.track()).collect();
        (!own.is_empty()).then_some((seat, own))
    });
    let Some((seat, own)) = picks else { return table.fault("no nation can select an area".to_owned()) };
    let done = ocean.resolved.iter().filter(|done| **done).count();
    let key = Key::SelectArea { turn: Turn(ocean.turn), done: Count(done), by: seat };
    let mut ask =
        Ask::new("select-area", key.text(), "AW-5.41", "Select the next area for combat".to_owned());
    ask.about = own.iter().flat_map(|&area| forces_about(table, area)).collect();
    let first = own.first().copied();
    ask.offer([Item::Next], own, first);
    let answer = table.ask(seat.side(), &ask)?;
    let Some(&(_, area)) = answer.first() else {
        return table.fault("no area was selected".to_owned());
    };
    table.tell(Event::AreaSelected { seat, area })?;
    fight_out(table, area)?;
    table.tell(Event::AreaResolved { area })?;
    Ok(true)
}

/// The steps of combat in one area, in the order of 5.42 to 5.62.
pub(super) fn fight_out(table: &mut Table, area: AreaId) -> Step<()> {
    submarines::hunt(table, area)?;
    raids::strikes(table, area)?;
    rounds(table, area)?;
    raids::air_raids(table, area)?;
    amphibious::land(table, area, When::FoughtOut)
}

/// 5.6 Rounds, until only one side has forces in the area.
fn rounds(table: &mut Table, area: AreaId) -> Step<()> {
    let battle = Battle { area, group: None };
    let (mut number, mut idle) = (0_u8, Idle::default());
    loop {
        let (system, ocean) = (table.system(), table.state());
        let alone = SIDES.iter().any(|side| battle.force(system, ocean, *side).is_empty());
        if alone && (number > 0 || !submarines::lies_in_wait(table, battle)) {
            return Ok(());
        }
        number = number.saturating_add(1);
        // A submarine alone gets one round in which nobody else fires (AW-14.31).
        if !alone {
            let passed = round(table, battle, number)?;
            idle.note(table, passed);
        }
        let after = After::Round(RoundNumber(number));
        submarines::attack(table, &[battle], after)?;
        if alone {
            return amphibious::land(table, area, When::After(after));
        }
        if retreat::after_round(table, area, number)? {
            return Ok(());
        }
        amphibious::land(table, area, When::After(after))?;
        if idle.is_over(table, battle) {
            return Ok(());
        }
    }
}

/// How a round passed.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Passed {
    /// Units fired.
    Fired,
    /// Nobody fired: both sides had agreed on an action in which nobody can.
    Agreed,
    /// Nobody fired: the dice chose an action in which nobody can.
    Diced,
    /// Nobody can attack in any action.
    Helpless,
}

/// Rounds in a row that passed without a shot.
#[derive(Clone, Copy, Default)]
struct Idle(u8);

/// How many rounds without a shot two sides may agree on, one after the other, before they part.
///
/// *Ruling:* a fight goes on as long as either side can hurt the other (AW-5.61, AW-17.22). Two that could, and agree all
/// the same on the other type of action this often, mean to part; a match must end.
const AGREED: u8 = 20;
/// The same in edition 1, where rounds that the dice decided counted too.
const ANY: u8 = 3;

impl Idle {
    fn note(&mut self, table: &Table, passed: Passed) {
        let counts = match passed {
            Passed::Fired => false,
            Passed::Diced => !table.system().is_to_the_finish(),
            Passed::Agreed | Passed::Helpless => true,
        };
        self.0 = if counts { self.0 + 1 } else { 0 };
    }

    /// Whether the fight is over, since neither side can hurt the other or both have let it rest for long.
    fn is_over(self, table: &Table, battle: Battle) -> bool {
        let most = if table.system().is_to_the_finish() { AGREED } else { ANY };
        self.0 >= most || self.0 > 0 && !can_fight(table, battle)
    }
}

/// Whether any unit of either side could attack in any type of action (AW-17.22).
fn can_fight(table: &Table, battle: Battle) -> bool {
    let (system, ocean) = (table.system(), table.state());
    let able = |side: &Camp| {
        let force = battle.force(system, ocean, *side);
        force.into_iter().any(|unit| system.can_attack(ocean, unit))
    };
    SIDES.iter().any(able)
}

/// 7.2 One round.
fn round(table: &mut Table, battle: Battle, number: u8) -> Step<Passed> {
    if !can_fight(table, battle) {
        return Ok(Passed::Helpless);
    }
    let (action, agreed) = action::choose(table, battle, number)?;
    if action == Action::Surface && battle.group.is_none() {
        air_goes_home(table, battle, number)?;
    }
    let mut fired = false;
    if action != Action::Surface {
        fired |= exchange_fire(table, battle, number, Action::Air)?;
    }
    if action != Action::Air {
        fired |= exchange_fire(table, battle, number, Action::Surface)?;
    }
    Ok(match (fired, agreed) {
        (true, _) => Passed::Fired,
        (false, true) => Passed::Agreed,
        (false, false) => Passed::Diced,
    })
}

/// 7.2 One round on its own (19.761).
pub(super) fn one_round(table: &mut Table, battle: Battle, number: u8) -> Step<()> {
    round(table, battle, number).map(drop)
}

/// 7.24 A round that is a surface action alone sends the air units of both sides home (AW-7.24-a).
fn air_goes_home(table: &mut Table, battle: Battle, number: u8) -> Step<()> {
    let homeward = SIDES.iter().flat_map(|&side| land_air(table, battle.area, side)).collect();
    let from = Whence::Round { round: battle.round(table, number) };
    basing::send_home(table, from, Why::SurfaceAction, homeward)
}

/// The air units of a side in an area, with where each may go.
fn land_air(table: &Table, area: AreaId, side: Camp) -> Vec<basing::Homeward> {
    let (system, ocean) = (table.system(), table.state());
    system.homeward(ocean, area, system.fighters_of(ocean, area, side, Kind::LandAir), Why::SurfaceAction)
}

/// 7.3 to 7.5 Both sides name targets and fire, one after the other; then what they did takes effect.
/// False if nobody fired.
fn exchange_fire(table: &mut Table, battle: Battle, number: u8, action: Action) -> Step<bool> {
    let theatre = table.system().board.area(battle.area).theatre;
    let [first, second] = order(theatre);
    let round = battle.round(table, number);
    let named = match action {
        Action::Surface => fire::name_guns(table, battle, round, second)?,
        _ => Vec::new(),
    };
    let fired = fire::volley(table, battle, round, first, action, &fire::Guns::First { named: &named })?;
    let guns = fire::Guns::Second { named: &named, fired: &fired };
    let returned = fire::volley(table, battle, round, second, action, &guns)?;
    let hurt = fire::take_effect(table, Scene::Sea(battle.area))?;
    disabled_go_home(table, Whence::Fire { round, action }, battle.area, hurt)?;
    Ok(!fired.is_empty() || !returned.is_empty())
}

/// 7.52 Disabled units go home and stay there this turn.
pub(super) fn disabled_go_home(
    table: &mut Table,
    from: Whence<'_>,
    area: AreaId,
    units: Vec<UnitId>,
) -> Step<()> {
    let homeward = table.system().homeward(table.state(), area, units, Why::Disabled);
    basing::send_home(table, from, Why::Disabled, homeward)
}

/// Ships of a side in a battle that fire guns in a surface action: every ship but carriers (AW-7.32).
fn gunships(system: &AdmiralsWar, ocean: &Ocean, force: &[UnitId]) -> Vec<UnitId> {
    let fires = |unit: &UnitId| {
        let counter = system.counter(*unit);
        counter.kind == Kind::Ship && system.gunnery(ocean, *unit).dice > 0
    };
    movement::sorted(force.iter().copied().filter(fires))
}
