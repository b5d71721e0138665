//! Set-up: who takes part, in which group, and where it stands before turn 1 (battle plans 4.2, 5.0;
//! WST-map).

use std::cell::RefCell;
use std::cmp::Reverse;

use super::ability::{self, Moment};
use super::dossier::{Dossier, Force};
use super::field::{self, AIRCRAFT_HULL, Being, Field, Home, Unit};
use super::log::{Entry, Id, Phase};
use super::map::{End, Sector, Sectors};
use super::plan::{Count, Plan, strangers};
use super::roster::Roster;
use super::{Battle, Dice};
use crate::cards::{Cards, Kind, Weapon};
use engine::table::Step;

/// Ships in a sector of the edge column before a second or third comes to any (WST-map-7).
const ABREAST: usize = 2;

impl Dossier {
    /// What a side's roll for deployment gets: the best Flagship bonus and what abilities add (WST-map-4,
    /// WST-init-3). Ships that come to a convoy's relief are not there yet.
    pub fn initiative(&self, cards: &Cards, end: End) -> i8 {
        let Force { ships, submarines, .. } = self.force(end);
        let there = |unit: &str| self.relief.as_ref().is_none_or(|it| it.units.iter().all(|id| id != unit));
        let hulls = ships.iter().chain(submarines).filter(|hull| there(&hull.unit));
        let found = hulls.filter_map(|hull| cards.by_id(&hull.card)).map(|id| &cards[id]);
        let units: Vec<_> = found.map(|card| (card.kind, card.abilities, card.flagship)).collect();
        cards.effects.initiative(&units)
    }

    /// Says what is wrong with it: cards that there are not, a unit twice, damage that no unit can have, more
    /// aircraft than a deck bases.
    ///
    /// # Errors
    /// A sentence for each fault.
    pub fn check(&self, cards: &Cards) -> Result<(), Vec<String>> {
        let mut faults = Vec::new();
        let mut seen = std::collections::BTreeSet::new();
        for force in &self.forces {
            let hulls =
                force.ships.iter().chain(&force.submarines).chain(&force.ashore).chain(&force.in_port);
            for hull in hulls {
                check_unit(cards, &mut seen, &mut faults, &hull.unit, &hull.card);
                if let Some(card) = cards.by_id(&hull.card)
                    && hull.damage >= cards[card].hull
                {
                    faults.push(format!("{} has lost all its hull points", hull.unit));
                }
            }
            for plane in &force.aircraft {
                check_unit(cards, &mut seen, &mut faults, &plane.unit, &plane.card);
            }
        }
        if faults.is_empty() { Ok(()) } else { Err(faults) }
    }
}

fn check_unit<'d>(
    cards: &Cards,
    seen: &mut std::collections::BTreeSet<&'d str>,
    faults: &mut Vec<String>,
    unit: &'d str,
    card: &str,
) {
    if cards.by_id(card).is_none() {
        faults.push(format!("{unit}: there is no card `{card}`"));
    }
    if !seen.insert(unit) {
        faults.push(format!("{unit} is there twice"));
    }
}

/// The units of a battle before it begins: what follows from dossier and plans, whatever the dice say.
#[derive(Clone, Debug)]
pub struct Units {
    units: Vec<Unit>,
    roster: [Roster; 2],
}

impl Units {
    /// Makes rosters of the units of a dossier, and deals them out to decks and groups. Units whose card
    /// there is not are left out; [`Dossier::check`] names them.
    pub fn muster(cards: &Cards, dossier: &Dossier, plans: [&Plan; 2]) -> Units {
        let mut units = Vec::new();
        let mut roster: [Roster; 2] = Default::default();
        for end in End::BOTH {
            let mut side = enlist(cards, dossier, end);
            side.sort_by(|one, other| rank(cards, one).cmp(&rank(cards, other)));
            for (place, unit) in side.iter().enumerate() {
                roster[end as usize].insert(place, Id((units.len() + place) as u16), unit.kind);
            }
            units.append(&mut side);
        }
        house(&mut units, dossier);
        for end in End::BOTH {
            group(cards, &mut units, roster[end as usize].all(), plans[end as usize]);
        }
        Units { units, roster }
    }
}

impl<'a> Battle<'a> {
    /// A battle before anybody has deployed. The units are [mustered](Units::muster) from these plans and a
    /// dossier with these forces: once for all, if the battle is fought many times.
    pub fn lay_out(
        units: Units,
        cards: &'a Cards,
        dossier: &'a Dossier,
        plans: [&'a Plan; 2],
        dice: &'a mut dyn Dice,
        log: bool,
    ) -> Battle<'a> {
        let Units { units, roster } = units;
        let mut islands: Sectors = dossier.islands.iter().copied().collect();
        dossier.territory.iter().flat_map(|it| &it.spaces).for_each(|space| islands.insert(*space));
        let afloat = |unit: &&Unit, end: End| unit.end == end && unit.kind.is_afloat();
        let brought =
            End::BOTH.map(|end| units.iter().filter(|it| afloat(it, end)).map(|it| u32::from(it.cost)).sum());
        let carriers = End::BOTH
            .map(|end| units.iter().filter(|it| it.end == end && it.kind == Kind::Carrier).count() as u8);
        let mut field = Field {
            cards,
            dossier,
            plans,
            units,
            roster,
            grid: dossier.grid(),
            islands,
            squalls: dossier.squalls.clone(),
            smoke: Vec::new(),
            mines: Vec::new(),
            cover: Sectors::default(),
            blocks: Sectors::default(),
            turn: 0,
            night: false,
            first: dossier.deploys_first,
            initiative: [0; 2],
            gave_way: None,
            postures: plans.map(|plan| plan.groups.iter().map(|group| group.posture).collect()),
            fired: plans.map(|plan| vec![false; plan.triggers.len()]),
            turned: plans.map(|plan| vec![None; plan.groups.len()]),
            broken: [false; 2],
            brought,
            sunk: [0; 2],
            points: [0; 2],
            carriers,
            marks: ability::Marks::default(),
        };
        field.renew_cover();
        Battle {
            field,
            phase: Phase::Setup,
            dice,
            rolled: Vec::new(),
            log: Vec::new(),
            quiet: !log,
            reaches: RefCell::default(),
        }
    }

    /// Deploys both sides: who lost the roll for it first, neither reacting to the other (WST-map-4).
    ///
    /// # Halts
    /// As the dice.
    pub(super) fn set_up(&mut self) -> Step<()> {
        self.begin(Phase::Setup);
        for end in End::BOTH {
            let plan = self.field.plan(end);
            if plan.unchanged {
                self.note(|| Entry::Default { end, plan: plan.like.clone() });
            }
            for what in strangers(plan, self.field.dossier) {
                self.note(|| Entry::Void { end, what });
            }
        }
        for end in self.field.in_turn() {
            self.deploy(end);
        }
        for end in self.field.in_turn() {
            ability::at(self, Moment::Deployed, end)?;
        }
        Ok(())
    }

    /// Puts a side's ships and submarines on the map.
    fn deploy(&mut self, end: End) {
        let comes = |unit: &Unit| unit.is_there() && unit.at.is_none() && unit.kind.is_afloat();
        let ids = self.field.side(end).filter(|(_, unit)| comes(unit));
        let mut ids: Vec<(usize, Id)> = ids.map(|(id, unit)| (unit.group, id)).collect();
        ids.sort_by_key(|(group, _)| *group);
        for (_, id) in ids {
            match self.field.unit(id).kind {
                Kind::Submarine => self.deploy_boat(id),
                _ => self.deploy_ship(id),
            }
        }
    }

    /// The first row of the group's with fewer than two own ships; if all have two, the first with the fewest
    /// (WST-map-5, map-7).
    pub(super) fn deploy_ship(&mut self, id: Id) {
        let (end, rows) = self.rows_of(id);
        let column = self.field.grid.edge(end);
        let sea = |field: &Field<'_>, at: Sector| {
            !field.islands.has(at) || ability::may(field, id, ability::May::EnterIslands)
        };
        let ships = |field: &Field<'_>, at: Sector| {
            field.in_sector(end, at).filter(|(_, unit)| unit.kind.is_ship()).count()
        };
        let sectors = rows.map(|row| Sector::new(column, row));
        let open = sectors.into_iter().filter(|at| sea(&self.field, *at));
        let counted: Vec<(Sector, usize)> = open.map(|at| (at, ships(&self.field, at))).collect();
        let free = counted.iter().find(|(_, ships)| *ships < ABREAST);
        let least = counted.iter().min_by_key(|(_, ships)| *ships);
        if let Some((at, _)) = free.or(least) {
            self.place(id, *at);
        }
    }

    /// The group's column, in its order of rows; if that is full, the next nearer the own edge (WST-map-6).
    fn deploy_boat(&mut self, id: Id) {
        let (end, rows) = self.rows_of(id);
        let depth = self.field.plan(end).groups[self.field.unit(id).group].depth;
        for behind in (0..depth).rev() {
            let column = match end {
                End::A => behind,
                End::K => self.field.grid.columns - 1 - behind,
            };
            let free =
                rows.map(|row| Sector::new(column, row)).into_iter().find(|at| self.field.room_for(id, *at));
            if let Some(at) = free {
                return self.place(id, at);
            }
        }
        // Every column is full: the first sector in own order that is not.
        let free = self.field.grid.in_order(end).find(|at| self.field.room_for(id, *at));
        if let Some(at) = free {
            self.place(id, at);
        }
    }

    fn rows_of(&self, id: Id) -> (End, [u8; 8]) {
        let unit = self.field.unit(id);
        (unit.end, self.field.plan(unit.end).groups[unit.group].rows)
    }

    fn place(&mut self, id: Id, at: Sector) {
        let unit = self.field.unit_mut(id);
        (unit.at, unit.being) = (Some(at), Being::There);
        self.note(|| Entry::Deployed { unit: id, at });
    }

    /// The ships that come to a convoy's relief on this turn (WSC-11.13-10).
    pub(super) fn relieve(&mut self) {
        let Some(relief) = &self.field.dossier.relief else { return };
        if relief.turn != self.field.turn {
            return;
        }
        let coming: Vec<Id> = self.ids().filter(|id| self.is_relief(*id)).collect();
        for id in coming {
            match self.field.unit(id).kind {
                Kind::Submarine => self.deploy_boat(id),
                _ => self.deploy_ship(id),
            }
        }
    }

    /// Whether a unit has yet to come to a convoy's relief.
    fn is_relief(&self, id: Id) -> bool {
        let unit = self.field.unit(id);
        unit.being == Being::Coming && unit.aboard.is_none() && unit.kind.is_afloat()
    }
}

/// A side's units, in no order.
fn enlist(cards: &Cards, dossier: &Dossier, end: End) -> Vec<Unit> {
    let Force { ships, submarines, aircraft, ashore, .. } = dossier.force(end);
    let hulls = ships.iter().chain(submarines).chain(ashore);
    let hulls = hulls.filter_map(|hull| Some(field::hull(cards, cards.by_id(&hull.card)?, hull, end)));
    let hull = dossier.rules.aircraft_damage.then_some(AIRCRAFT_HULL);
    let planes = aircraft.iter().filter_map(|plane| {
        let card = cards.by_id(&plane.card)?;
        let home = Home::Off(plane.markers.unwrap_or(1).max(1));
        Some(field::plane(cards, card, plane, end, home, hull.unwrap_or(cards[card].hull)))
    });
    let mut units: Vec<Unit> = hulls.chain(planes).collect();
    let relief = dossier.relief.iter().flat_map(|it| &it.units);
    for id in relief {
        if let Some(unit) = units.iter_mut().find(|unit| unit.id == *id && unit.kind.is_afloat()) {
            unit.being = Being::Coming;
        }
    }
    units
}

/// What a roster is sorted by: kind, higher cost, card, serial number (battle plans 4.2).
fn rank<'u>(cards: &'u Cards, unit: &'u Unit) -> (Kind, Reverse<u16>, &'u str, u32, &'u str) {
    let card = cards[unit.card].id.as_str();
    let serial = unit.id.strip_prefix(card).and_then(|rest| rest.strip_prefix('-'));
    let serial = serial.and_then(|number| number.parse().ok()).unwrap_or(u32::MAX);
    (unit.kind, Reverse(unit.cost), card, serial, unit.id.as_str())
}

/// Finds the decks and fields of aircraft, and the ships of ground units, among the units of the battle.
fn house(units: &mut [Unit], dossier: &Dossier) {
    let find = |units: &[Unit], id: &str| units.iter().position(|unit| unit.id == id).map(|at| Id(at as u16));
    for at in 0..units.len() {
        let force = dossier.force(units[at].end);
        let id = units[at].id.as_str();
        if units[at].kind.is_afloat() {
            continue;
        }
        if let Some(plane) = force.aircraft.iter().find(|plane| plane.unit == id) {
            let base =
                find(units, &plane.base).filter(|base| units[usize::from(base.0)].end == units[at].end);
            let home = base.and_then(|base| match units[usize::from(base.0)].kind {
                kind if kind.is_ship() => Some(Home::Deck(base)),
                Kind::Airbase => Some(Home::Land(base)),
                _ => None,
            });
            if let (Some(home), Some(wings)) = (home, &mut units[at].wings) {
                (wings.home, wings.first_home) = (home, home);
            }
        } else if let Some(hull) = force.ashore.iter().find(|hull| hull.unit == id) {
            let ship = hull.aboard.as_deref().and_then(|ship| find(units, ship));
            units[at].aboard = ship;
        }
    }
}

/// Deals a side's units out to the groups of its plan: each joins the first that fits and has room.
fn group(cards: &Cards, units: &mut [Unit], roster: &[Id], plan: &Plan) {
    let rooms: Vec<usize> = plan
        .members
        .iter()
        .map(|member| match &member.count {
            Count::All => usize::MAX,
            Count::Most(number) => usize::from(*number),
            Count::Per(number, of) => {
                let own = roster.iter().map(|id| &units[usize::from(id.0)]);
                usize::from(*number) * own.filter(|unit| of.fits(cards, unit.card, &unit.id)).count()
            }
        })
        .collect();
    let mut taken = vec![0; rooms.len()];
    for id in roster {
        let unit = &mut units[usize::from(id.0)];
        if !unit.kind.is_afloat() {
            continue;
        }
        let fits = |row: &usize| {
            plan.members[*row].word.fits(cards, unit.card, &unit.id) && taken[*row] < rooms[*row]
        };
        let row = (0..rooms.len()).find(fits);
        if let Some(row) = row {
            taken[row] += 1;
            unit.group = plan.members[row].group;
        }
    }
}

/// The longest range at which a unit has its highest torpedo value (battle plans 5.2).
pub(super) fn torpedo_range(field: &Field<'_>, id: Id) -> u8 {
    let line = field.card(id).line(Weapon::Torpedo);
    let most = line.iter().max().copied().unwrap_or(0);
    line.iter().rposition(|dice| *dice == most && most > 0).unwrap_or(0) as u8
}
