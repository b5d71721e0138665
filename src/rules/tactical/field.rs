//! The position of a battle: every unit with what has befallen it, and the water between them.

use super::ability;
use super::dossier::{Dossier, Hull, Plane};
use super::log::{Id, Task};
use super::map::{End, Grid, Sector, Sectors};
use super::plan::{Plan, Posture};
use super::roster::Roster;
use crate::cards::{Abilities, Ability, Card, CardId, Cards, Kind};

/// Submarines of a side that a sector may hold (WST-stack-1).
pub const BOATS: usize = 1;
/// Hull points of an aircraft with Aircraft Damage (WSC-11.11-1).
pub const AIRCRAFT_HULL: u8 = 4;
/// Aircraft of a side that a sector may hold (WST-stack-1).
pub const AIRCRAFT: usize = 4;

/// Whether a unit takes part.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Being {
    /// Not yet: it enters on a later turn, or is aboard a ship.
    Coming,
    /// On the map; of an aircraft also at its base or rearming.
    There,
    /// It left over an edge on a turn.
    Left(u8),
    /// Destroyed.
    Destroyed,
    /// An aircraft that is alive and out of the battle.
    Stranded,
}

/// Where an aircraft is at home.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Home {
    /// A carrier or seaplane tender of the battle.
    Deck(Id),
    /// An airbase on the map.
    Land(Id),
    /// A place off the map, with the markers after a mission from there.
    Off(u8),
}

/// What only aircraft have.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Wings {
    /// Where it is at home.
    pub home: Home,
    /// Where it was at home when the battle began.
    pub first_home: Home,
    /// Rearm markers.
    pub markers: u8,
    /// What it was placed for this turn; nothing while it is at home.
    pub task: Option<Task>,
    /// The role it is placed in: that of its card, or the one chosen for it.
    pub role: Kind,
    /// How often it was aborted this turn.
    pub aborts: u8,
    /// Whether it did not find its target this turn (WST-night-2).
    pub lost_its_way: bool,
    /// Whether it rolled attack dice this turn.
    pub fired: bool,
    /// How many missions it has flown, this turn's included.
    pub missions: u8,
    /// Where it went on its last mission, and what for.
    pub last: Option<(Sector, Task)>,
    /// Whether it flies one mission and leaves (WSC-8.4-2).
    pub one_mission: bool,
    /// Its carrier has left the map: it leaves at the next Air Return (WST-end-2).
    pub leaves: bool,
}

/// A unit of the battle.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Unit {
    /// Its id in the match.
    pub id: String,
    /// Its card.
    pub card: CardId,
    /// What it is.
    pub kind: Kind,
    /// Whose it is.
    pub end: End,
    /// What it is worth: the printed cost.
    pub cost: u16,
    /// Hull points when whole.
    pub hull: u8,
    /// Hull points lost.
    pub damage: u8,
    /// Hull points that it had lost when the battle began.
    pub brought: u8,
    /// Hull points that attacks of this phase take at its end (WST-seq-3).
    pub marked: u8,
    /// Whether it is destroyed at the end of this phase.
    pub doomed: bool,
    /// Whether it takes part.
    pub being: Being,
    /// Where it is; of an aircraft, where it was placed this turn.
    pub at: Option<Sector>,
    /// The second space of a large land base (WSC-17-7).
    pub also_at: Option<Sector>,
    /// The ship that carries it.
    pub aboard: Option<Id>,
    /// The place of its group in the plan.
    pub group: usize,
    /// Whether it is crippled by something other than damage, and until the end of which turn (WST-sa-35).
    pub shaken_until: u8,
    /// It cannot move until the end of this turn.
    pub held_until: u8,
    /// Whether it moved this turn.
    pub moved: bool,
    /// Speed gained or lost this turn by what was rolled or declared at the start of its movement.
    pub haste: i8,
    /// Its special abilities that still work.
    pub abilities: Abilities,
    /// Abilities it has used that are there once a battle.
    pub used: Abilities,
    /// What only aircraft have.
    pub wings: Option<Wings>,
    /// Whether it woke from its ambush.
    pub awake: bool,
    /// Whether it has mended.
    pub mended: bool,
    /// Aircraft that attacked it with antisubmarine dice this turn.
    pub hunters: u8,
    /// The turn on which aircraft last attacked it, of a ground unit.
    pub bombed_on: u8,
    /// The turn on which a ship last attacked it, of a ground unit.
    pub shelled_on: u8,
}

impl Unit {
    /// Where it stands: of a large land base both spaces.
    #[inline]
    pub fn spaces(&self) -> impl Iterator<Item = Sector> + use<> {
        self.at.into_iter().chain(self.also_at)
    }

    /// Whether it takes part and is not destroyed.
    #[inline]
    pub fn is_there(&self) -> bool {
        self.being == Being::There
    }

    /// Hull points left.
    #[inline]
    pub const fn left(&self) -> u8 {
        self.hull.saturating_sub(self.damage)
    }

    /// Hull points left when those marked in this phase are gone; none if it is marked destroyed.
    #[inline]
    pub const fn left_now(&self) -> u8 {
        if self.doomed { 0 } else { self.left().saturating_sub(self.marked) }
    }

    /// Whether it has an ability.
    #[inline]
    pub const fn has(&self, ability: Ability) -> bool {
        self.abilities.has(ability)
    }

    /// Whether it was aborted or did not find its target: it makes no more attacks this turn.
    pub fn is_aborted(&self) -> bool {
        self.wings.as_ref().is_some_and(|it| it.aborts > 0 || it.lost_its_way)
    }

    /// What it was placed for.
    #[inline]
    pub fn task(&self) -> Option<Task> {
        self.wings.as_ref().and_then(|it| it.task)
    }
}

/// Smoke in a sector.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Smoke {
    /// Where.
    pub at: Sector,
    /// The turn at whose end it is gone.
    pub until: u8,
}

/// Mines in a sector.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Mine {
    /// Where.
    pub at: Sector,
    /// Who laid them.
    pub by: Id,
}

/// The position.
#[derive(Clone, Debug)]
pub struct Field<'a> {
    /// All cards.
    pub cards: &'a Cards,
    /// What the battle began with.
    pub dossier: &'a Dossier,
    /// The plans, by end.
    pub plans: [&'a Plan; 2],
    /// Every unit. Those of column A first, each side in roster order (battle plans 4.2); units that
    /// abilities bring come last.
    pub units: Vec<Unit>,
    /// Each side's units in roster order.
    pub roster: [Roster; 2],
    /// The map.
    pub grid: Grid,
    /// Islands and the spaces of Territory.
    pub islands: Sectors,
    /// Squalls.
    pub squalls: Vec<Sector>,
    /// Smoke.
    pub smoke: Vec<Smoke>,
    /// Mines.
    pub mines: Vec<Mine>,
    /// Squalls and smoke: they give concealment.
    pub cover: Sectors,
    /// Islands, squalls and smoke: they cut lines.
    pub blocks: Sectors,
    /// The turn; 0 before the first.
    pub turn: u8,
    /// Whether it is night.
    pub night: bool,
    /// Who acts first this turn.
    pub first: End,
    /// The dice of initiative this turn, without bonuses.
    pub initiative: [u8; 2],
    /// A side that has given up the initiative of this turn, by an ability.
    pub gave_way: Option<End>,
    /// Postures of groups now, by end.
    pub postures: [Vec<Posture>; 2],
    /// Triggers that have fired, by end.
    pub fired: [Vec<bool>; 2],
    /// Postures that triggers set, by end.
    pub turned: [Vec<Option<Posture>>; 2],
    /// Sides that have broken off.
    pub broken: [bool; 2],
    /// The cost of ships and submarines that a side brought.
    pub brought: [u32; 2],
    /// The cost of ships and submarines that a side has lost.
    pub sunk: [u32; 2],
    /// The cost of what each side has destroyed (WST-end-3).
    pub points: [u32; 2],
    /// Carriers that a side brought.
    pub carriers: [u8; 2],
    /// What abilities remember.
    pub marks: ability::Marks,
}

impl<'a> Field<'a> {
    /// A unit.
    #[inline]
    pub fn unit(&self, id: Id) -> &Unit {
        &self.units[usize::from(id.0)]
    }

    /// A unit, to be changed.
    #[inline]
    pub fn unit_mut(&mut self, id: Id) -> &mut Unit {
        &mut self.units[usize::from(id.0)]
    }

    /// The card of a unit.
    #[inline]
    pub fn card(&self, id: Id) -> &'a Card {
        &self.cards[self.unit(id).card]
    }

    /// Who acts second this turn.
    pub const fn second(&self) -> End {
        self.first.other()
    }

    /// Both sides in the order in which they act.
    pub const fn in_turn(&self) -> [End; 2] {
        [self.first, self.first.other()]
    }

    /// The plan of a side.
    pub const fn plan(&self, end: End) -> &'a Plan {
        self.plans[end as usize]
    }

    /// A side's units in roster order.
    pub fn side(&self, end: End) -> impl Iterator<Item = (Id, &Unit)> {
        self.roster[end as usize].all().iter().map(|id| (*id, self.unit(*id)))
    }

    /// Those of some units that stand on the map.
    #[inline]
    pub fn standing<'f>(&'f self, ids: &'f [Id]) -> impl Iterator<Item = (Id, &'f Unit)> {
        let units = ids.iter().map(|id| (*id, self.unit(*id)));
        units.filter(|(_, unit)| unit.is_there() && unit.at.is_some())
    }

    /// A side's units that stand on the map, in roster order.
    pub fn on_map(&self, end: End) -> impl Iterator<Item = (Id, &Unit)> {
        self.standing(self.roster[end as usize].all())
    }

    /// A side's ships on the map, in roster order.
    pub fn ships(&self, end: End) -> impl Iterator<Item = (Id, &Unit)> {
        self.standing(self.roster[end as usize].ships())
    }

    /// A side's submarines on the map, in roster order.
    pub fn boats(&self, end: End) -> impl Iterator<Item = (Id, &Unit)> {
        self.standing(self.roster[end as usize].boats())
    }

    /// A side's aircraft on a mission, in roster order.
    pub fn flying(&self, end: End) -> impl Iterator<Item = (Id, &Unit)> {
        self.standing(self.roster[end as usize].planes())
    }

    /// A side's units in a sector, in roster order.
    pub fn in_sector(&self, end: End, at: Sector) -> impl Iterator<Item = (Id, &Unit)> {
        self.on_map(end).filter(move |(_, unit)| unit.at == Some(at) || unit.also_at == Some(at))
    }

    /// Whether a unit is crippled: a ship or submarine that has lost hull and has one point left
    /// (WST-crip-1), or one that counts as such for a while.
    #[inline]
    pub fn is_crippled(&self, id: Id) -> bool {
        let unit = self.unit(id);
        unit.kind.is_afloat()
            && (unit.hull > 1 && unit.left() == 1 || unit.shaken_until >= self.turn && unit.shaken_until > 0)
    }

    /// Whether a unit is damaged.
    pub fn is_damaged(&self, id: Id) -> bool {
        self.unit(id).damage > 0
    }

    /// The speed of a unit this turn: a cripple has one less, never below 1, before what is rolled
    /// (WST-crip-2).
    pub fn speed(&self, id: Id) -> u8 {
        let unit = self.unit(id);
        if unit.held_until >= self.turn && unit.held_until > 0 {
            return 0;
        }
        let speed = self.card(id).speed;
        let speed = if self.is_crippled(id) { speed.saturating_sub(1).max(1) } else { speed };
        speed.saturating_add_signed(unit.haste)
    }

    /// Whether a unit was there from the beginning; those that abilities bring come after them.
    pub fn is_listed(&self, id: Id) -> bool {
        usize::from(id.0) < self.dossier.units()
    }

    /// The range from one unit to another: the least, where one stands in two spaces.
    pub fn range(&self, from: Id, to: Id) -> Option<u8> {
        let (from, to) = (self.unit(from), self.unit(to));
        if from.also_at.is_none() && to.also_at.is_none() {
            return Some(from.at?.range(to.at?));
        }
        from.spaces().flat_map(|a| to.spaces().map(move |b| a.range(b))).min()
    }

    /// Whether a unit stands before another in a roster: by kind, higher cost, card and serial number (battle
    /// plans 4.2).
    pub fn ranks_before(&self, one: Id, other: Id) -> bool {
        let key = |id: Id| {
            let unit = self.unit(id);
            let card = self.card(id).id.as_str();
            let serial = unit.id.strip_prefix(card).and_then(|rest| rest.strip_prefix('-'));
            let serial: u32 = serial.and_then(|number| number.parse().ok()).unwrap_or(u32::MAX);
            (unit.kind, std::cmp::Reverse(unit.cost), card, serial, unit.id.as_str())
        };
        key(one) < key(other)
    }

    /// Whether a ship or submarine may end a move in a sector: by islands and stacking (WST-map-3, stack-1).
    pub fn room_for(&self, id: Id, at: Sector) -> bool {
        let unit = self.unit(id);
        if !self.grid.holds(at) || self.islands.has(at) && !ability::may(self, id, ability::May::EnterIslands)
        {
            return false;
        }
        let boat = unit.kind == Kind::Submarine;
        let alike = |(other, its): &(Id, &Unit)| {
            *other != id && its.kind.is_afloat() && (its.kind == Kind::Submarine) == boat
        };
        let mut there: Vec<Id> = self.in_sector(unit.end, at).filter(alike).map(|(other, _)| other).collect();
        there.push(id);
        if boat {
            there.len() <= BOATS
        } else {
            there.len() <= ability::ship_room(self, there.iter().copied())
        }
    }

    /// Whether a unit is somewhere that gives concealment to everybody (WST-con-1).
    pub fn is_in_cover(&self, id: Id) -> bool {
        self.unit(id).at.is_some_and(|at| self.cover.has(at))
    }

    /// Reckons anew which sectors conceal and which cut lines.
    pub fn renew_cover(&mut self) {
        self.cover = self.squalls.iter().copied().chain(self.smoke.iter().map(|it| it.at)).collect();
        self.blocks = self.islands.iter().chain(self.cover.iter()).collect();
    }
}

/// A ship, submarine, land base or ground unit as it comes to the battle.
pub(super) fn hull(cards: &Cards, card: CardId, of: &Hull, end: End) -> Unit {
    let its = &cards[card];
    let being = if of.aboard.is_some() { Being::Coming } else { Being::There };
    Unit {
        damage: of.damage,
        brought: of.damage,
        cost: if its.cost == 0 { of.cost.unwrap_or(0) } else { its.cost },
        being,
        at: of.at.first().copied(),
        also_at: of.at.get(1).copied(),
        ..blank(its, card, of.unit.clone(), end)
    }
}

/// An aircraft as it comes to the battle.
pub(super) fn plane(cards: &Cards, card: CardId, of: &Plane, end: End, home: Home, hull: u8) -> Unit {
    let its = &cards[card];
    let wings = Wings {
        home,
        first_home: home,
        markers: 0,
        task: None,
        role: its.kind,
        aborts: 0,
        lost_its_way: false,
        fired: false,
        missions: 0,
        last: None,
        one_mission: of.one_mission,
        leaves: false,
    };
    Unit { hull, wings: Some(wings), ..blank(its, card, of.unit.clone(), end) }
}

fn blank(its: &Card, card: CardId, id: String, end: End) -> Unit {
    Unit {
        id,
        card,
        kind: its.kind,
        end,
        cost: its.cost,
        hull: its.hull,
        damage: 0,
        brought: 0,
        marked: 0,
        doomed: false,
        being: Being::There,
        at: None,
        also_at: None,
        aboard: None,
        group: 0,
        shaken_until: 0,
        held_until: 0,
        moved: false,
        haste: 0,
        abilities: its.abilities,
        used: Abilities::default(),
        wings: None,
        awake: false,
        mended: false,
        hunters: 0,
        bombed_on: 0,
        shelled_on: 0,
    }
}
