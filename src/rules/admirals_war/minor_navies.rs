//! 18.0 Minor navies: the French fleet and its ports, the Soviet ships, and 16.4 what becomes of Italy.

use super::basing;
use super::board::{BaseId, Theatre, TurnOver};
use super::dilemma::seizure;
use super::event::{Event, Fate, Why};
use super::key::Whence;
use super::options::Optional;
use super::pieces::{Kind, Nation, Seat, UnitId};
use super::state::{Ocean, Place};
use super::{AdmiralsWar, Table, amphibious};
use engine::question::key::Turn;
use engine::rulebook::two_sided::Camp;
use engine::table::Step;

/// The turn in which the fate of the French ships is diced for, unless the match begins with turn 0.
const FALL_OF_FRANCE: u8 = 2;
/// Up to which sum a ship is Germany's, and from which sum it is free (Table 4).
pub(super) const TABLE_4: (i32, i32) = (3, 10);
/// The same of an Italian unit and one die (Table 3).
pub(super) const ITALIANS: (i32, i32) = (2, 6);
/// The ship that is harder to keep than the others (Table 4).
const JEAN_BART: &str = "fr-jean-bart";
/// What a unit needs on its die to move (18.22, 16.44).
pub(super) const READY: u8 = 5;

/// Before reinforcements the calendar gives some places to others, and Italians of a beaten Italy roll for
/// whom they fight (AW-2.312, AW-18.37-a, AW-16.41-b, AW-16.43).
pub(super) fn before_arrivals(table: &mut Table) -> Step<()> {
    if table.state().turn != table.system().fall_of_france() {
        turn_over(table)?;
    }
    italians_choose(table)
}

/// After the reinforcements of turn 2 the fate of each French ship is diced for, then its country's places
/// change hands (AW-18.33-a, AW-18.34, AW-18.36-a, AW-16.32-b).
pub(super) fn after_arrivals(table: &mut Table) -> Step<()> {
    if table.state().turn != table.system().fall_of_france() {
        return Ok(());
    }
    french_choose(table)?;
    turn_over(table)
}

/// Places change hands by the calendar, unless they have done so already; who may not stay leaves (AW-16.21).
fn turn_over(table: &mut Table) -> Step<()> {
    let turn = table.state().turn;
    for base in table.system().board.bases() {
        let (system, ocean) = (table.system(), table.state());
        let of = system.board.base(base);
        let due = of.turns_over.iter().find(|it| it.turn == turn && ocean.owner(base) == of.owner);
        let Some(&TurnOver { to, .. }) = due else { continue };
        let from = Whence::Captured { turn: Turn(turn), base: &of.id };
        let beaten = ocean.owner(base);
        table.record(Event::TurnedOver { base, to })?;
        if let Some(beaten) = beaten.filter(|side| to.map(Nation::side) != Some(*side)) {
            amphibious::drive_out(table, from, base, beaten.enemy())?;
        }
    }
    Ok(())
}

/// 18.33 Two dice for each French ship that is left; under the French fleet dilemma the armistice is made
/// instead (AW-22.3).
fn french_choose(table: &mut Table) -> Step<()> {
    let (system, ocean) = (table.system(), table.state());
    if system.plays_by(Optional::FrenchFleetDilemma) {
        return seizure::armistice(table);
    }
    let lead = i32::from(ocean.leads.atlantic);
    for unit in system.french_in_play(ocean) {
        let id = &table.system().counter(unit).id;
        let label = format!("t{}/fate/{id}", table.state().turn);
        let modifier = lead.min(1) + if id == JEAN_BART { -2 } else { 0 };
        roll_fate(table, label, unit, modifier, TABLE_4)?;
    }
    let free = in_play(table.system(), table.state(), Nation::Fr).collect();
    send_to_america(table, free)
}

/// Two dice decide whom a French ship follows: it is Germany's up to the first sum, free from the second on,
/// and otherwise scuttled. More French ships widen both ranges by one (AW-18.39, AW-22.7).
pub(super) fn roll_fate(
    table: &mut Table,
    label: String,
    unit: UnitId,
    modifier: i32,
    (german, free): (i32, i32),
) -> Step<()> {
    let wider = i32::from(table.system().plays_by(Optional::MoreFrench));
    let dice = table.roll(label, 2)?;
    let fate = match dice.iter().map(|&die| i32::from(die)).sum::<i32>() + modifier {
        sum if sum <= german + wider => Fate::German,
        sum if sum >= free - wider => Fate::Allied,
        _ => Fate::Scuttled,
    };
    table.record(Event::AllegianceRolled { unit, dice, modifier, fate })
}

/// 18.34, 22.43 Free French ships go to the USA.
pub(super) fn send_to_america(table: &mut Table, free: Vec<UnitId>) -> Step<()> {
    let Some(usa) = table.system().board.base_by_id("usa") else { return Ok(()) };
    let units: Vec<(UnitId, BaseId)> = free.into_iter().map(|unit| (unit, usa)).collect();
    if units.is_empty() { Ok(()) } else { table.record(Event::Returned { units, why: Why::Recalled }) }
}

/// 18.32 At the end of turn 1 every French ship goes to Brest or Toulon.
pub(super) fn recall_the_french(table: &mut Table) -> Step<()> {
    if table.system().is_last_of_france(table.state()) { bring_french_home(table) } else { Ok(()) }
}

/// 18.32 French ships go to Brest or Toulon, whichever is nearer.
pub(super) fn bring_french_home(table: &mut Table) -> Step<()> {
    let (system, ocean) = (table.system(), table.state());

    // Toulon first: it takes those that are equally far.
    let ports: Vec<BaseId> =
        ["toulon", "brest"].iter().filter_map(|id| system.board.base_by_id(id)).collect();
    let nearest = |unit: UnitId| {
        let place = ocean.unit(unit).place;
        let areas = match place {
            Place::Base(base) if ports.contains(&base) || system.is_on_bottom(ocean, unit) => return None,
            Place::Base(base) => system.board.base(base).areas.clone(),
            Place::Sea(area) => vec![area],
            _ => return None,
        };
        let port = ports.iter().copied().min_by_key(|&port| system.steps_between(&areas, port))?;
        Some((unit, port))
    };
    let units: Vec<(UnitId, BaseId)> = system.french_in_play(ocean).into_iter().filter_map(nearest).collect();
    if units.is_empty() { Ok(()) } else { table.record(Event::Returned { units, why: Why::Recalled }) }
}

/// 16.41 When Taranto falls all Italian units go to Spezia: what lies in other ports does so now, if no
/// strait of the enemy's is in the way; what is at sea follows as it comes home.
pub(super) fn recall_the_italians(table: &mut Table) -> Step<()> {
    let (system, ocean) = (table.system(), table.state());
    let Some(spezia) = system.board.base_by_id("spezia") else { return Ok(()) };
    if ocean.taranto_fell != Some(ocean.turn) {
        return Ok(());
    }
    let elsewhere = |&unit: &UnitId| {
        let base = ocean.unit(unit).place.base().filter(|&base| base != spezia);
        base.is_some_and(|base| system.leads_to(ocean, unit, base, spezia))
            && !system.is_on_bottom(ocean, unit)
            && system.may_use(ocean, unit, spezia)
    };
    let units: Vec<(UnitId, BaseId)> =
        in_play(system, ocean, Nation::It).filter(elsewhere).map(|unit| (unit, spezia)).collect();
    if units.is_empty() { Ok(()) } else { table.record(Event::Returned { units, why: Why::Recalled }) }
}

/// 16.41, 16.43 After Taranto has fallen each Italian unit rolls once, and again on every turn that it begins
/// in Spezia.
fn italians_choose(table: &mut Table) -> Step<()> {
    let (system, ocean) = (table.system(), table.state());
    let Some(fell) = ocean.taranto_fell else { return Ok(()) };
    let spezia = system.board.base_by_id("spezia").map(Place::Base);
    let rolls = |unit: &UnitId| ocean.turn == fell + 1 || Some(ocean.unit(*unit).place) == spezia;
    let italian: Vec<UnitId> = in_play(system, ocean, Nation::It).filter(rolls).collect();
    for unit in italian {
        let label = format!("t{}/fate/{}", table.state().turn, table.system().counter(unit).id);
        let dice = table.roll(label, 1)?;
        let (german, free) = ITALIANS;
        let fate = match i32::from(dice[0]) {
            die if die <= german => Fate::German,
            die if die >= free => Fate::Allied,
            _ => Fate::Scuttled,
        };
        table.record(Event::AllegianceRolled { unit, dice, modifier: 0, fate })?;
    }
    let (system, ocean) = (table.system(), table.state());
    let joined =
        ocean.ids().filter(|&unit| system.is_italian_ally(ocean, unit) && !system.is_home(ocean, unit));
    let suez = system.board.base_by_id("suez");
    let homeward = joined.map(|unit| {
        let usable = suez.filter(|&base| system.may_use(ocean, unit, base));
        let areas = suez.map_or(Vec::new(), |base| system.board.base(base).areas.clone());
        let homes = usable.map_or_else(|| system.nearest_ports(ocean, unit, &areas), |base| vec![base]);
        basing::Homeward { unit, homes }
    });
    let homeward: Vec<basing::Homeward> = homeward.collect();
    let from = Whence::Recalled { turn: Turn(ocean.turn), of: Seat::Britain };
    basing::send_home(table, from, Why::Recalled, homeward)
}

/// Units of a nation, by its colours of now, that are on the board.
fn in_play<'a>(
    system: &'a AdmiralsWar,
    ocean: &'a Ocean,
    nation: Nation,
) -> impl Iterator<Item = UnitId> + 'a {
    ocean.ids().filter(move |&unit| {
        system.nation_of(ocean, unit) == nation
            && matches!(ocean.unit(unit).place, Place::Base(_) | Place::Sea(_))
    })
}

/// What a die must show so that a unit may move.
#[derive(Clone, Copy)]
enum Need {
    /// So much or more.
    AtLeast(u8),
    /// Less than this.
    Below(i32),
}

/// 18.22, 16.44, 19.42 Before a nation moves it dices for the units that may not simply do so; all dice lie
/// before it decides anything (AW-18.25).
pub(super) fn roll_to_move(table: &mut Table, seat: Seat) -> Step<()> {
    let (system, ocean) = (table.system(), table.state());
    let rolls: Vec<(UnitId, Need)> =
        ocean.ids().filter_map(|unit| Some((unit, system.die_to_move(ocean, unit, seat)?))).collect();
    for (unit, need) in rolls {
        let label = format!("t{}/may-move/{}", table.state().turn, table.system().counter(unit).id);
        let die = table.roll(label, 1)?[0];
        let passed = match need {
            Need::AtLeast(least) => die >= least,
            Need::Below(below) => i32::from(die) < below,
        };
        table.record(Event::MoveRolled { unit, die, passed })?;
    }
    Ok(())
}

/// 18.38 When the Allies hold Brest and Toulon, French ships that fight for Germany leave the game; not under
/// the French fleet dilemma, which gives them away for good (AW-22.31, AW-22.6).
pub(super) fn withdraw_the_french(table: &mut Table) -> Step<()> {
    let (system, ocean) = (table.system(), table.state());
    let allied = |id: &str| {
        let base = system.board.base_by_id(id);
        base.is_some_and(|base| ocean.owner(base) == Some(Camp::ALLIES))
    };
    let fallen = system.scenario.campaign && ocean.turn >= system.fall_of_france();
    let kept = system.plays_by(Optional::FrenchFleetDilemma);
    if !fallen || kept || !allied("brest") || !allied("toulon") {
        return Ok(());
    }
    let mut units = system.french_in_play(ocean);
    units.retain(|&unit| system.nation_of(ocean, unit) == Nation::De);
    if units.is_empty() { Ok(()) } else { table.record(Event::Withdrawn { units }) }
}

impl AdmiralsWar {
    /// An Italian unit that has joined the Allies (AW-16.44).
    pub(super) fn is_italian_ally(&self, ocean: &Ocean, unit: UnitId) -> bool {
        self.counter(unit).nation == Nation::It && self.nation_of(ocean, unit) == Nation::Gb
    }

    /// Whether a unit lies in a place of its own side, or off the board.
    fn is_home(&self, ocean: &Ocean, unit: UnitId) -> bool {
        match ocean.unit(unit).place {
            Place::Base(base) => self.may_use(ocean, unit, base),
            Place::Sea(_) => false,
            _ => true,
        }
    }

    /// The turn in which the fate of the French ships is diced for; the end of the one before brings them
    /// home. All that happens to France happens a turn earlier with turn 0 (AW-18.32, AW-18.33-a, AW-20.3).
    pub(super) fn fall_of_france(&self) -> u8 {
        FALL_OF_FRANCE - u8::from(self.plays_by(Optional::Turn0))
    }

    /// Whether it is the last turn before the fall of France (AW-18.32, AW-22.1).
    pub(super) fn is_last_of_france(&self, ocean: &Ocean) -> bool {
        self.scenario.campaign && ocean.turn + 1 == self.fall_of_france()
    }

    /// French ships on the board, whomever they follow.
    pub(super) fn french_in_play(&self, ocean: &Ocean) -> Vec<UnitId> {
        let french = |unit: &UnitId| self.counter(*unit).nation == Nation::Fr;
        let there = |unit: &UnitId| matches!(ocean.unit(*unit).place, Place::Base(_) | Place::Sea(_));
        ocean.ids().filter(french).filter(there).collect()
    }

    /// French ships stay in port in the turn in which France falls (AW-18.35).
    pub(super) fn is_idle_french(&self, ocean: &Ocean, unit: UnitId) -> bool {
        self.scenario.campaign
            && ocean.turn == self.fall_of_france()
            && self.counter(unit).nation == Nation::Fr
    }

    /// What a unit of a nation must roll to move this turn; nothing if it moves without a roll
    /// (AW-18.22, AW-16.44, AW-19.42-a).
    fn die_to_move(&self, ocean: &Ocean, unit: UnitId, seat: Seat) -> Option<Need> {
        if ocean.unit(unit).place.base().is_none()
            || self.seat_of(ocean, unit) != seat
            || !self.scenario.campaign
            || self.is_out_of_the_war(ocean, unit)
        {
            return None;
        }
        let soviet = self.nation_of(ocean, unit) == Nation::Su && self.counter(unit).is_ship();
        let american = ocean.is_peace()
            && self.nation_of(ocean, unit) == Nation::Us
            && self.counter(unit).kind != Kind::LandAir
            && self.theatre_of(ocean, unit) == Some(Theatre::Atlantic);
        if soviet || self.is_italian_ally(ocean, unit) {
            Some(Need::AtLeast(READY))
        } else {
            american.then(|| Need::Below(i32::from(ocean.turn) + i32::from(ocean.provoked.last)))
        }
    }

    /// Whether a French ship may take a base for its side without being lost: one that nobody has held since
    /// the fall of France, from a neighbouring area that it patrols (AW-18.36-b).
    pub(super) fn may_claim(&self, ocean: &Ocean, unit: UnitId, base: BaseId) -> bool {
        let of = self.board.base(base);
        let abandoned = of.nation == Some(Nation::Fr) && ocean.owner(base).is_none();
        let (counter, state) = (self.counter(unit), ocean.unit(unit));
        abandoned
            && counter.nation == Nation::Fr
            && matches!(counter.kind, Kind::Ship | Kind::Carrier)
            && !state.raiding
            && state.place.area().is_some_and(|area| of.areas.contains(&area))
    }
}
