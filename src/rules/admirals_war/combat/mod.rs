//! 7.0 Combat: area by area, each fought to a finish before the next is selected.

mod action;
mod fire;
mod joint;
mod kamikaze;
mod retreat;
pub(super) mod task_forces;

pub(super) use fire::{Shot, Terms, at_a_unit, in_order_of, take_effect};
pub(super) use kamikaze::{name_in_raid as name_kamikazes, spend as spend_kamikazes};
pub(super) use retreat::{after_round_with_fuel, must_retreat};
pub(super) use task_forces::Met;

use super::board::{AreaId, Theatre};
use super::dilemma::torch;
use super::event::{Action, Event, Scene, Why};
use super::item::Item;
use super::key::{After, Count, Group, Key, Round, RoundNumber, When, Whence};
use super::options::Optional;
use super::pieces::{Kind, Seat, UnitId};
use super::side_by_side::{self, Resolution};
use super::state::{Ocean, Place};
use super::text::forces_about;
use super::{
    AdmiralsWar, SIDES, Table, ambushes, amphibious, basing, movement, off_hawaii, raids, submarines,
    surprise, victory,
};
use crate::questions;
use engine::question::Ask;
use engine::question::key::Turn;
use engine::rulebook::two_sided::{BySide, Camp};
use engine::table::Step;

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
        self.members(system, ocean, side).collect()
    }

    fn members(self, system: &AdmiralsWar, ocean: &Ocean, side: Camp) -> impl Iterator<Item = UnitId> {
        system.fighting(ocean, self.area, side).filter(move |unit| match self.group {
            Some((retreating, group)) if side == retreating => ocean.unit(*unit).group == Some(group),
            Some((_, group)) => ocean.unit(*unit).chases == Some(group),
            None => true,
        })
    }

    /// Whether only one side is left in it.
    fn is_decided(self, table: &Table) -> bool {
        SIDES.iter().any(|side| self.members(table.system(), table.state(), *side).next().is_none())
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

/// The order in which sides state their intentions and land in a theatre (AW-5.1-a, AW-8.11), and the order
/// in which they fire (AW-7.3).
pub(super) fn order(theatre: Theatre) -> [Camp; 2] {
    match theatre {
        Theatre::Pacific => [Camp::AXIS, Camp::ALLIES],
        Theatre::Atlantic => [Camp::ALLIES, Camp::AXIS],
    }
}

/// 5.4 Fights out the areas that come next: one by the book (AW-5.41), all of them where they are fought out
/// side by side. False if none is left (AW-7.12).
pub(super) fn go_on(table: &mut Table) -> Step<bool> {
    let goes_on = surprise::next(table)? || next_areas(table)?;
    victory::count_shipping(table)?;
    Ok(goes_on)
}

fn next_areas(table: &mut Table) -> Step<bool> {
    let all_at_once = match table.system().scenario.resolution {
        Resolution::Book => false,
        Resolution::Theatres => side_by_side::both_theatres(table)?,
        Resolution::SideBySide => {
            side_by_side::by_lists(table)?;
            true
        }
    };
    let goes_on = !all_at_once && next_area(table)?;
    if !goes_on {
        submarines::attack_unselected(table)?;
    }
    Ok(goes_on)
}

/// The areas that can be selected (AW-7.12).
pub(super) fn open_areas(table: &Table) -> Vec<AreaId> {
    let (system, ocean) = (table.system(), table.state());
    let sailed = system.known_to_be_sailed(ocean);
    let open = |area: &AreaId| {
        let over = system.is_over_in(ocean, system.board.area(*area).theatre);
        !over && !ocean.resolved[area.0 as usize] && sailed[usize::from(area.0)]
    };
    system.board.areas().filter(open).collect()
}

/// How many areas are fought out.
pub(super) fn areas_done(ocean: &Ocean) -> usize {
    ocean.resolved.iter().filter(|done| **done).count()
}

/// 7.1 Selects the next area in nationality order and fights it out. False if none is left.
fn next_area(table: &mut Table) -> Step<bool> {
    let (system, ocean, areas) = (table.system(), table.state(), open_areas(table));
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
    let done = areas_done(ocean);
    let area = select(table, seat, &areas, own, done)?;
    resolve(table, seat, area)?;
    Ok(true)
}

/// The area among some of its theatre that a nation selects, when so many are done; its first one where the
/// order of those that are `open` makes no difference any more.
pub(super) fn select(
    table: &mut Table,
    seat: Seat,
    open: &[AreaId],
    own: Vec<AreaId>,
    done: usize,
) -> Step<AreaId> {
    let (system, turn) = (table.system(), Turn(table.state().turn));
    if let Some(&first) = own.first().filter(|_| !system.order_counts(table.state(), open)) {
        return Ok(first);
    }
    let key = Key::SelectArea { turn, done: Count(done), by: seat };
    let mut ask =
        Ask::new(questions::SELECT_AREA, key.text(), "AW-5.41", "Select the next area for combat".to_owned());
    ask.about = own.iter().flat_map(|&area| forces_about(table, area, system.player(seat))).collect();
    let first = own.first().copied();
    ask.offer([Item::Next], own, first);
    match table.ask(system.party(seat), &ask)?.first() {
        Some(&(_, area)) => Ok(area),
        None => table.fault("no area was selected".to_owned()),
    }
}

/// Fights out an area that a nation has selected.
pub(super) fn resolve(table: &mut Table, seat: Seat, area: AreaId) -> Step<()> {
    table.record(Event::AreaSelected { seat, area })?;
    fight_out(table, area)?;
    table.record(Event::AreaResolved { area })
}

/// The steps of combat in one area, in the order of 5.42 to 5.62.
pub(super) fn fight_out(table: &mut Table, area: AreaId) -> Step<()> {
    submarines::hunt(table, area)?;
    raids::strikes(table, area)?;
    rounds(table, area, 0)?;
    torch::fight_on_in(table, area)?;
    raids::air_raids(table, area)?;
    amphibious::land(table, area, When::FoughtOut)?;
    torch::fight_on_in(table, area)
}

/// The rounds of a second fight in an area, its pursuits and its groups are counted from here, so that all of
/// them have keys of their own.
const AGAIN: u8 = 100;

/// From where a fight counts that has come to a round.
fn counted_from(round: u8) -> u8 {
    round / AGAIN * AGAIN
}

/// How many rounds a fight has had that has come to a round.
pub(super) fn count_of(round: u8) -> u8 {
    round % AGAIN
}

/// 22.51 A fight in an area that has been fought out before.
pub(super) fn fight_again(table: &mut Table, area: AreaId) -> Step<()> {
    rounds(table, area, AGAIN)
}

/// 5.6 Rounds, until only one side has forces in the area.
fn rounds(table: &mut Table, area: AreaId, first: u8) -> Step<()> {
    let battle = Battle { area, group: None };
    let (mut number, mut idle, mut chased) = (first, Idle::default(), first);
    loop {
        let alone = battle.is_decided(table);
        if alone && (number > first || !ambushes::lies_in_wait(table, battle)) {
            return Ok(());
        }
        number = number.saturating_add(1);
        if !alone && retreat::loses_heart(table, area, number, &mut chased)? {
            return Ok(());
        }
        let alone = battle.is_decided(table);
        // A submarine alone gets one round in which nobody else fires (AW-14.31).
        let mut hurt = Vec::new();
        if !alone {
            let fought = round(table, battle, number)?;
            idle.note(table, fought.passed);
            hurt.extend(fought.hurt);
        }
        let after = After::Round(RoundNumber(number));
        let attacked = ambush(table, &[battle], after, hurt)?;
        if alone {
            // A round in which a hidden submarine waited must not show (AW-26.0).
            let shows = attacked || !table.system().plays_by(Optional::HiddenSubmarines);
            return if shows { amphibious::land(table, area, When::After(after)) } else { Ok(()) };
        }
        if retreat::after_round(table, area, number, &mut chased)? {
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
    /// Nobody fired: the dice chose an action in which nobody can, or hid the task forces.
    Diced,
    /// Nobody can attack in any action.
    Helpless,
}

/// Units that were disabled in the last exchange of fire of a round and wait for what submarines do
/// (AW-27.1).
pub(super) struct Hurt<'t> {
    /// Where they are.
    from: Whence<'t>,
    /// The units.
    units: Vec<UnitId>,
}

/// A round that was fought.
struct Fought<'t> {
    passed: Passed,
    hurt: Option<Hurt<'t>>,
}

/// 7.71 Raiding submarines attack after a round; then those that were disabled in it go home, as far as they
/// have not yet. True if a submarine attacked.
pub(super) fn ambush(table: &mut Table, battles: &[Battle], after: After, hurt: Vec<Hurt<'_>>) -> Step<bool> {
    let disabled: Vec<UnitId> = hurt.iter().flat_map(|it| it.units.iter().copied()).collect();
    let attacked = ambushes::attack(table, battles, after, &disabled)?;
    if let Some(battle) = battles.first() {
        hurt.into_iter().try_for_each(|it| leave_hurt(table, battle.area, it))?;
    }
    Ok(attacked)
}

/// Units that were disabled in a round go home, those that are still there.
fn leave_hurt(table: &mut Table, area: AreaId, hurt: Hurt<'_>) -> Step<()> {
    let ocean = table.state();
    let at_sea = |unit: &UnitId| ocean.unit(*unit).place == Place::Sea(area);
    let units = hurt.units.into_iter().filter(at_sea).collect();
    disabled_go_home(table, hurt.from, area, units)
}

/// Rounds in a row that passed without a shot.
#[derive(Clone, Copy, Default)]
struct Idle(u8);

/// How many rounds without a shot two sides may agree on, one after the other, before they part.
///
/// *Ruling:* a fight goes on as long as either side can hurt the other (AW-5.61, AW-17.22). Two that could,
/// and agree all the same on the other type of action this often, mean to part; a match must end.
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
    let able = |side: &Camp| battle.members(system, ocean, *side).any(|unit| system.can_attack(ocean, unit));
    SIDES.iter().any(able)
}

/// 7.2 One round. Those disabled in its last exchange of fire are still there where submarines may attack
/// them (AW-27.1); of a pursuit only those of the side that retreats, since no others can be attacked
/// (AW-14.35).
fn round<'t>(table: &mut Table<'t>, battle: Battle, number: u8) -> Step<Fought<'t>> {
    if !can_fight(table, battle) {
        return Ok(Fought { passed: Passed::Helpless, hurt: None });
    }
    task_forces::muster(table, battle, number)?;
    let (action, agreed) = action::choose(table, battle, number)?;
    if action == Action::Surface && battle.group.is_none() {
        air_goes_home(table, battle, number)?;
    }
    if !task_forces::sight(table, battle, number)? {
        return Ok(Fought { passed: Passed::Diced, hurt: None });
    }
    off_hawaii::raid_by_forces(table, battle, number, &[])?;
    let round = battle.round(table, number);
    let (mut fired, mut hurt) = (false, None);
    for part in [Action::Air, Action::Surface] {
        if action != part && action != Action::Combined {
            continue;
        }
        if part == Action::Surface {
            task_forces::join(table, battle, number)?;
        }
        let (shots, disabled) = exchange_fire(table, battle, number, part)?;
        fired |= shots;
        let last = action == part || part == Action::Surface;
        hurt = hurt_in(table, battle, Whence::Fire { round, action: part }, disabled, last)?;
    }
    let passed = match (fired, agreed) {
        (true, _) => Passed::Fired,
        (false, true) if !task_forces::kept_apart(table, battle, action) => Passed::Agreed,
        (false, _) => Passed::Diced,
    };
    Ok(Fought { passed, hurt })
}

/// Those that were disabled in an exchange of fire go home, but for those that wait for what submarines do to
/// them: after the last exchange of the round, where submarines aim (AW-27.1).
fn hurt_in<'t>(
    table: &mut Table<'t>,
    battle: Battle,
    from: Whence<'t>,
    mut disabled: Vec<UnitId>,
    last: bool,
) -> Step<Option<Hurt<'t>>> {
    let (system, ocean) = (table.system(), table.state());
    let stays = |unit: &UnitId| {
        last && system.plays_by(Optional::SubmarineTargeting)
            && battle.group.is_none_or(|(retreating, _)| system.side_of(ocean, *unit) == retreating)
    };
    let units: Vec<UnitId> = disabled.extract_if(.., |unit| stays(unit)).collect();
    disabled_go_home(table, from, battle.area, disabled)?;
    Ok((!units.is_empty()).then_some(Hurt { from, units }))
}

/// 7.2 One round on its own (19.761), with those that were disabled in it and are still there.
pub(super) fn one_round<'t>(table: &mut Table<'t>, battle: Battle, number: u8) -> Step<Option<Hurt<'t>>> {
    Ok(round(table, battle, number)?.hurt)
}

/// 23.4, 24.4 A round begins that is an air action whatever the sides want.
pub(super) fn begin_automatic_round(table: &mut Table, battle: Battle, number: u8) -> Step<()> {
    task_forces::muster(table, battle, number)?;
    table.record(Event::RoundBegan {
        area: battle.area,
        group: None,
        round: number,
        choices: BySide::from_fn(|_| Action::Air),
        dice: None,
        modifiers: BySide::default(),
        action: Action::Air,
        automatic: true,
    })?;
    task_forces::sight(table, battle, number).map(drop)
}

/// The fire of such a round; the side that fires first has named its attacks. Gives those that were disabled
/// and are still there.
pub(super) fn fight_automatic_round<'t>(
    table: &mut Table<'t>,
    battle: Battle,
    number: u8,
    named: &[(UnitId, UnitId)],
) -> Step<Option<Hurt<'t>>> {
    let (round, action) = (battle.round(table, number), Action::Air);
    let [first, _] = order(table.system().board.area(battle.area).theatre);
    kamikaze::name_among(table, battle, round, named.iter().map(|it| it.0).collect())?;
    let fired = fire::let_fly(table, battle, round, first, action, named)?;
    let (_, disabled) = answer_fire(table, battle, round, action, (&[], &fired))?;
    hurt_in(table, battle, Whence::Fire { round, action }, disabled, true)
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

/// 7.3 to 7.5 Both sides name targets and fire, one after the other; then what they did takes effect. Gives
/// whether anybody fired, and who was disabled.
fn exchange_fire(table: &mut Table, battle: Battle, number: u8, action: Action) -> Step<(bool, Vec<UnitId>)> {
    let theatre = table.system().board.area(battle.area).theatre;
    let [first, second] = order(theatre);
    let round = battle.round(table, number);
    if action == Action::Air {
        kamikaze::name_at_sea(table, battle, round)?;
    }
    let named = match action {
        Action::Surface => fire::name_guns(table, battle, round, second)?,
        _ => Vec::new(),
    };
    let fired = fire::volley(table, battle, round, first, action, &fire::Guns::First { named: &named })?;
    answer_fire(table, battle, round, action, (&named, &fired))
}

/// The side that fires second does, then what both did takes effect. It has named carriers to fire their
/// guns, and the others have fired. Gives whether anybody fired, and who was disabled.
fn answer_fire(
    table: &mut Table,
    battle: Battle,
    round: Round<'_>,
    action: Action,
    (named, fired): (&[UnitId], &[UnitId]),
) -> Step<(bool, Vec<UnitId>)> {
    let [_, second] = order(table.system().board.area(battle.area).theatre);
    let guns = fire::Guns::Second { named, fired };
    let returned = fire::volley(table, battle, round, second, action, &guns)?;
    let hurt = fire::take_effect(table, Scene::Sea(battle.area))?;
    let hurt = spend_kamikazes(table, battle.area, hurt)?;
    Ok((!fired.is_empty() || !returned.is_empty(), hurt))
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
