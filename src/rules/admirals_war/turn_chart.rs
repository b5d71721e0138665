//! 2.7 The turn chart: units are set up, reinforcements and lost units come on, and some leave the game.

use super::board::{BaseId, BaseKind, HoldId, Theatre};
use super::event::Event;
use super::key::Key;
use super::options::Optional;
use super::pacific::PEARL_HARBOR;
use super::pieces::{Gate, Kind, Nation, Seat, UnitId};
use super::state::{Leads, Ocean, Place, UnitState};
use super::{AdmiralsWar, Table, minor_navies, optional, pacific, uncertain};
use crate::questions;
use engine::question::Ask;
use engine::question::key::Turn;
use engine::rulebook::two_sided::Camp;
use engine::table::Step;

const PANAMA_CANAL: &str = "panama-canal";
/// Where British units start (2.724).
const BRITISH: [&str; 5] = ["england", "gibraltar", "suez", "trincomalee", "singapore"];

/// 4.5 Nation by nation, units of the first turn that may start in several places are put there; then Japan
/// fills the box of its raid force (AW-4.6), and the Americans may set chances in secret (AW-23.21).
pub(super) fn set_up(table: &mut Table) -> Step<()> {
    for seat in Seat::ALL {
        bring_on(table, seat, Coming::SetUp)?;
    }
    pacific::fill_raid_force(table)?;
    uncertain::set_chances(table)
}

/// 5.2 Units arrive in nationality order, then others leave (AW-2.73). What the calendar and the fate of
/// France and Italy ask stands before or after it (AW-18.37-a, AW-16.41-b, AW-18.33-a).
pub(super) fn arrivals(table: &mut Table) -> Step<()> {
    optional::before_arrivals(table)?;
    minor_navies::before_arrivals(table)?;
    for seat in Seat::ALL {
        bring_on(table, seat, Coming::Reinforcement)?;
    }
    for seat in Seat::ALL {
        withdraw(table, seat)?;
    }
    minor_navies::after_arrivals(table)
}

/// Units of a nation that are due: those that go into a box, and the others.
pub(super) fn due_now(system: &AdmiralsWar, ocean: &Ocean, seat: Seat) -> (Vec<UnitId>, Vec<UnitId>) {
    let due = ocean.at(Place::Track(ocean.turn)).into_iter();
    let due = due.filter(|&unit| system.seat_of(ocean, unit) == seat);
    due.partition(|&unit| system.box_of(ocean, unit).is_some())
}

/// The question where units that are due come on, and those of them that cannot.
pub(super) fn coming_on(
    system: &AdmiralsWar,
    ocean: &Ocean,
    seat: Seat,
    coming: Coming,
    due: Vec<UnitId>,
) -> (Ask<UnitId, BaseId>, Vec<UnitId>) {
    let turn = Turn(ocean.turn);
    let (key, kind, rule, title) = match coming {
        Coming::SetUp => (Key::SetUp { turn, by: seat }, questions::SET_UP, "AW-4.5", "Set up your units"),
        Coming::Reinforcement => (
            Key::Reinforce { turn, by: seat },
            questions::REINFORCE,
            "AW-2.73",
            "Bring on your reinforcements",
        ),
    };
    let mut ask: Ask<UnitId, BaseId> = Ask::new(kind, key.text(), rule, title.to_owned());
    let mut shut_out = Vec::new();
    for unit in due {
        let places = system.entry_places(ocean, unit);
        match places.first().copied() {
            Some(first) => ask.offer([unit], places, Some(first)),
            None => shut_out.push(unit),
        }
    }
    (ask, shut_out)
}

/// As what units come on.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Coming {
    /// At the start of the match.
    SetUp,
    /// At the start of a later turn.
    Reinforcement,
}

/// Units of a nation that are due come on; those whose ports are the enemy's are lost (AW-2.74-a).
fn bring_on(table: &mut Table, seat: Seat, coming: Coming) -> Step<()> {
    let (system, ocean) = (table.system(), table.state());
    let (held, due) = due_now(system, ocean, seat);
    for unit in held {
        if let Some(hold) = table.system().box_of(table.state(), unit) {
            table.record(Event::Held { hold, units: vec![unit] })?;
        }
    }
    let (ask, shut_out) = coming_on(table.system(), table.state(), seat, coming, due);
    let mut units = table.ask(table.system().party(seat), &ask)?;
    units.sort_unstable();
    if !units.is_empty() {
        table.record(Event::Arrived { seat, units })?;
    }
    if shut_out.is_empty() { Ok(()) } else { table.record(Event::ShutOut { units: shut_out }) }
}

/// 2.75 Units that are to leave this turn, or others of their kind for those that are lost.
fn withdraw(table: &mut Table, seat: Seat) -> Step<()> {
    let (system, ocean) = (table.system(), table.state());
    let listed = ocean.ids().filter(|&unit| {
        system.seat_of(ocean, unit) == seat && system.counter(unit).withdraw == Some(ocean.turn)
    });
    for unit in listed.collect::<Vec<_>>() {
        if let Some(leaving) = leaving(table, seat, unit)? {
            table.record(Event::Withdrawn { units: vec![leaving] })?;
        }
    }
    Ok(())
}

/// Which unit leaves where one is listed: that one; if it is lost, another of its type on the board, the
/// owner's choice; else the next of them to return; or none (AW-2.75-a, AW-2.75-b).
fn leaving(table: &mut Table, seat: Seat, listed: UnitId) -> Step<Option<UnitId>> {
    let (system, ocean) = (table.system(), table.state());
    let is_there =
        |unit: UnitId| matches!(ocean.unit(unit).place, Place::Base(_) | Place::Sea(_) | Place::Hold(_));
    if is_there(listed) || ocean.unit(listed).place == Place::Removed {
        return Ok(is_there(listed).then_some(listed));
    }
    let alike = |unit: &UnitId| {
        let type_of = |unit: UnitId| (system.counter(unit).kind, &system.counter(unit).class);
        type_of(*unit) == type_of(listed) && system.nation_of(ocean, *unit) == system.nation_of(ocean, listed)
    };
    let mut there: Vec<UnitId> = ocean.ids().filter(alike).filter(|&unit| is_there(unit)).collect();
    if there.is_empty() {
        let due = ocean.ids().filter(alike).filter_map(|unit| match ocean.unit(unit).place {
            Place::Track(turn) if system.counter(unit).entry.is_some_and(|entry| entry <= ocean.turn) => {
                Some((turn, unit))
            }
            _ => None,
        });
        return Ok(due.min().map(|(_, unit)| unit));
    }
    there.sort_by_key(|&unit| (std::cmp::Reverse(ocean.unit(unit).damage), unit));
    let key = Key::Withdraw { turn: Turn(ocean.turn), unit: &system.counter(listed).id, by: seat };
    let title =
        format!("{} is lost: name the unit that leaves the game instead", system.counter(listed).name);
    let mut ask: Ask<UnitId, UnitId> = Ask::new(questions::WITHDRAW, key.text(), "AW-2.75-a", title);
    let first = there.first().copied();
    ask.offer([listed], there, first);
    Ok(table.ask(table.system().party(seat), &ask)?.first().map(|(_, leaves)| *leaves))
}

impl AdmiralsWar {
    /// Where a unit of the standard game is before its units are set up: at its only place of entry, or on
    /// the turn chart (AW-2.72, AW-2.723).
    pub(super) fn first_place(&self, unit: UnitId) -> UnitState {
        let counter = self.counter(unit);
        let first = self.scenario.first_turn;
        let state = match (counter.entry.filter(|_| !counter.by_event), &counter.gate) {
            (None, _) => UnitState::at(Place::Removed),
            (Some(turn), _) if turn > first => UnitState::at(Place::Track(turn)),
            // Ships that begin at sea lie there as in a port.
            (_, Gate::Sea(area)) => UnitState { based: true, ..UnitState::at(Place::Sea(*area)) },
            (_, Gate::Hold(hold)) => UnitState::at(Place::Hold(*hold)),
            (_, Gate::Bases(bases)) if bases.len() == 1 => UnitState::at(Place::Base(bases[0])),
            _ => UnitState::at(Place::Track(first)),
        };
        let overhaul = if self.plays_by(Optional::AgingBritishFleet) { counter.overhaul } else { 0 };
        UnitState { overhaul, ..state }
    }

    /// The leads with which the standard game begins (AW-19.13).
    pub(super) fn first_leads(&self) -> Leads {
        let mut leads = Leads::default();
        for start in self.scenario.start_points.iter().filter(|_| self.scenario.campaign) {
            leads.gain(start.theatre, start.side, start.points.into());
        }
        leads
    }

    /// The box into which a unit that is due goes while the Pacific is at peace (AW-19.43).
    fn box_of(&self, ocean: &Ocean, unit: UnitId) -> Option<HoldId> {
        match self.counter(unit).gate {
            Gate::Hold(hold) if !self.is_back(ocean, unit) && ocean.is_peace() => Some(hold),
            _ => None,
        }
    }

    /// Whether a unit that is due was in the game before.
    fn is_back(&self, ocean: &Ocean, unit: UnitId) -> bool {
        self.counter(unit).entry.is_some_and(|entry| entry < ocean.turn)
    }

    /// Where a unit that is due may come on, the likeliest place first; none if all are the enemy's. Units
    /// that were lost return to any port of their side, air units of the Axis in their own theatre (AW-2.721
    /// to AW-2.74-b, AW-12.6, AW-12.61, AW-12.62, AW-13.51, AW-14.4).
    pub fn entry_places(&self, ocean: &Ocean, unit: UnitId) -> Vec<BaseId> {
        let (counter, back) = (self.counter(unit), self.is_back(ocean, unit));
        let first = self.first_fields(ocean, unit);
        if !back && !first.is_empty() {
            return first;
        }
        let free =
            matches!(counter.kind, Kind::LandAir | Kind::Amphibious) && back || counter.gate == Gate::AnyPort;
        if free {
            let theatre = self.entry_theatre(ocean, unit);
            let fits = |base: &BaseId| {
                let of = self.board.base(*base);
                let near = theatre.is_none_or(|own| own == of.theatre);
                self.kind_now(ocean, *base) == BaseKind::Port && near && self.may_use(ocean, unit, *base)
            };
            let mut ports: Vec<BaseId> = self.board.bases().filter(fits).collect();
            ports.sort_by_key(|&base| (!self.board.base(base).repairs, base));
            if self.is_at_home() {
                ports.sort_by_key(|&base| self.distance_from_home(ocean, unit, base));
            }
            return ports;
        }
        let usable = |base: &BaseId| self.may_use(ocean, unit, *base);
        match &counter.gate {
            Gate::Bases(bases) if counter.nation != Nation::Us => {
                // British units that come later than the first do so in England (AW-2.724).
                let late = counter.nation == Nation::Gb && counter.entry > Some(self.scenario.first_turn);
                let most = if late { 1 } else { bases.len() };
                bases.iter().copied().take(most).filter(usable).collect()
            }
            _ => self.american_ports(ocean, unit),
        }
    }

    /// How far from home a port is to a unit that may come on in any: the smaller, the likelier. First its
    /// own ocean, there its nation's home ports, then others that are its nation's.
    fn distance_from_home(&self, ocean: &Ocean, unit: UnitId, base: BaseId) -> (bool, usize, bool) {
        let nation = self.nation_of(ocean, unit);
        let of = self.board.base(base);
        let homes = nation.home_ports();
        let rank = homes.iter().position(|home| *home == of.id).unwrap_or(homes.len());
        (of.theatre != self.home_theatre(ocean, unit), rank, self.holder(ocean, base) != Some(nation))
    }

    /// The ocean in which a unit is at home: an air unit's own theatre, else that of its nation.
    pub(super) fn home_theatre(&self, ocean: &Ocean, unit: UnitId) -> Theatre {
        let flies = self.counter(unit).kind == Kind::LandAir;
        let own = if flies { self.air_theatre(ocean, unit) } else { None };
        own.unwrap_or_else(|| self.nation_of(ocean, unit).home_theatre())
    }

    /// American units choose between both coasts; Panama stands in for Pearl Harbor once this is lost
    /// (AW-2.74-b).
    fn american_ports(&self, ocean: &Ocean, unit: UnitId) -> Vec<BaseId> {
        let usable = |id: &str| self.board.base_by_id(id).filter(|&base| self.may_use(ocean, unit, base));
        let west = usable(PEARL_HARBOR).or_else(|| usable(PANAMA_CANAL));
        usable("usa").into_iter().chain(west).collect()
    }

    /// Where an air unit without a place of its own comes on first: where its nation's other units do, as far
    /// as its theatre allows (AW-2.721, AW-2.724, AW-2.74-b); nothing for other units, and where the theatre
    /// leaves nothing.
    fn first_fields(&self, ocean: &Ocean, unit: UnitId) -> Vec<BaseId> {
        let counter = self.counter(unit);
        if counter.kind != Kind::LandAir || counter.gate != Gate::AnyPort {
            return Vec::new();
        }
        let ids: &[&str] = match counter.nation {
            Nation::Gb if counter.entry == Some(self.scenario.first_turn) => &BRITISH,
            Nation::De | Nation::It | Nation::Jp | Nation::Gb => counter.nation.home_ports(),
            _ => &[],
        };
        let named = ids.iter().filter_map(|id| self.board.base_by_id(id));
        let mut bases: Vec<BaseId> = match counter.nation {
            Nation::Us => self.american_ports(ocean, unit),
            _ => named.filter(|&base| self.may_use(ocean, unit, base)).collect(),
        };
        bases.retain(|&base| counter.theatre.is_none_or(|own| own == self.board.base(base).theatre));
        bases
    }

    /// The theatre in which an air or amphibious unit comes on; none if either will do.
    fn entry_theatre(&self, ocean: &Ocean, unit: UnitId) -> Option<Theatre> {
        let counter = self.counter(unit);
        match (counter.kind, self.side_of(ocean, unit)) {
            (Kind::LandAir, Camp::Axis) => self.air_theatre(ocean, unit),
            (Kind::LandAir, Camp::Allies) if !self.is_back(ocean, unit) => counter.theatre,
            _ => None,
        }
    }
}

impl Nation {
    /// The ports from which a nation's units come (AW-2.721, AW-2.722, AW-2.724, AW-2.74-b), the likeliest
    /// first.
    fn home_ports(self) -> &'static [&'static str] {
        match self {
            Nation::De => &["germany"],
            Nation::It => &["taranto"],
            Nation::Jp => &["yokosuka"],
            Nation::Gb => &["england"],
            Nation::Us => &[PEARL_HARBOR, "usa"],
            Nation::Au => &["australia"],
            Nation::Nl => &["singapore"],
            Nation::Fr => &["brest", "toulon"],
            Nation::Gr => &["suez"],
            Nation::Su => &["leningrad"],
        }
    }

    /// The ocean of its war.
    fn home_theatre(self) -> Theatre {
        match self {
            Nation::Jp | Nation::Us | Nation::Au | Nation::Nl => Theatre::Pacific,
            Nation::De | Nation::It | Nation::Gb | Nation::Fr | Nation::Gr | Nation::Su => Theatre::Atlantic,
        }
    }
}
