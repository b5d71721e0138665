//! How events change a position. Nothing else does.

use super::board::SectorId;
use super::event::{Change, End, Event, Fate, Next};
use super::options::Rule;
use super::state::{
    Aim, AtTable, Counts, Fought, Level, Phase, Place, Ruling, Seat, UnitId, UnitState, War, Work,
};
use super::{WarAtSea, nearest};
use engine::nearest::Nearest;
use engine::side::Side;
use engine::system::{Events, Rules};
use serde_json::Value;
use tactical::cards::CardId;

impl Events for WarAtSea {
    /// Changes a position by an event. What an event says of a unit that is not there changes nothing.
    fn apply(&self, war: &mut War, event: &Event) {
        let turn = war.turn;
        match event {
            Event::PhaseBegan { turn, phase } => self.begin(war, *turn, *phase),
            Event::Mustered { side, cards } => {
                for card in cards {
                    let place = self.first_place(*side, *card);
                    self.add(war, *side, *card, place, None);
                }
            }
            Event::Placed { side, card, at, makes } => {
                self.add(war, *side, *card, Place::Sector(*at), None);
                if let Some(unit) = war.units.last_mut() {
                    unit.makes = *makes;
                }
            }
            Event::Begun { side, card, at, yard, price, paid, turns, makes } => {
                let work = Work { price: *price, paid: *paid, turns: *turns, paid_at: turn, yard: *yard };
                self.add(war, *side, *card, Place::Stocks(*at), Some(work));
                if let Some(unit) = war.units.last_mut() {
                    unit.makes = makes.first().copied();
                }
            }
            Event::Paid { unit, points } => with(war, *unit, |unit| {
                if let Some(work) = &mut unit.work {
                    work.paid = work.paid.saturating_add(*points);
                    work.turns = work.turns.saturating_add(1);
                    work.paid_at = turn;
                }
            }),
            Event::Spent { side, kept, at, .. } => match at.first() {
                Some(at) => set_store(war, *side, *at, *kept),
                None => seat(war, *side, |seat| seat.bank = *kept),
            },
            Event::Loaded { side, cargo } => {
                for (unit, at, points) in cargo {
                    store(war, *side, *at, -points);
                    with(war, *unit, |unit| {
                        unit.cargo = unit.cargo.saturating_add(u8::try_from(*points).unwrap_or(u8::MAX))
                    });
                }
            }
            Event::Unloaded { side, cargo } => {
                for (unit, at, points) in cargo {
                    store(war, *side, *at, *points);
                    with(war, *unit, |unit| unit.cargo = 0);
                }
            }
            Event::Produced { side, points } => {
                points.iter().for_each(|(at, points)| store(war, *side, *at, *points));
            }
            Event::Formed { side, convoy } => {
                war.units.iter_mut().filter(|unit| unit.side == *side).for_each(|unit| unit.convoy = false);
                convoy.iter().for_each(|unit| with(war, *unit, |unit| unit.convoy = true));
            }
            Event::Hunted { side, hunts } => seat(war, *side, |seat| seat.hunts.clone_from(hunts)),
            Event::Based { units, .. } | Event::Embarked { units, .. } => {
                for (unit, place) in units {
                    with(war, *unit, |unit| unit.place = *place);
                }
            }
            Event::Sailed { unit, to } => with(war, *unit, |unit| {
                unit.moved = unit.place != Place::Sector(*to);
                unit.place = Place::Sector(*to);
            }),
            Event::Slowed { .. }
            | Event::Refused { .. }
            | Event::Rolled { .. }
            | Event::Led { .. }
            | Event::Survival { .. }
            | Event::Intercepted { .. } => {
                if let Event::Rolled { waters } = event {
                    war.waters.push(waters.clone());
                }
            }
            Event::Scouted { side, units, picks, convoy } => {
                for (unit, at) in units {
                    with(war, *unit, |unit| unit.scouts = Some(*at));
                }
                convoy.iter().for_each(|unit| with(war, *unit, |unit| unit.aim = Aim::Convoy));
                if !picks.is_empty() {
                    seat(war, *side, |seat| seat.picks.clone_from(picks));
                }
            }
            Event::Committed { units, convoy, escort, .. } => {
                for (unit, at) in units {
                    with(war, *unit, |unit| (unit.sent, unit.aim) = (Some(*at), Aim::Fleet));
                }
                convoy.iter().for_each(|unit| with(war, *unit, |unit| unit.aim = Aim::Convoy));
                escort.iter().for_each(|unit| with(war, *unit, |unit| unit.aim = Aim::Escort));
            }
            Event::Told { intel } => war.intel.push(intel.clone()),
            Event::Stood { side, flees, convoys, port, away } => {
                self.flee(war, *side, flees, convoys);
                port.iter()
                    .for_each(|ship| with(war, *ship, |unit| (unit.in_port, unit.fled) = (true, false)));
                away.iter().for_each(|ship| with(war, *ship, |unit| unit.fled = true));
            }
            Event::Planned { side, plans, own } => seat(war, *side, |seat| {
                seat.plans.clone_from(plans);
                seat.own_plan.clone_from(own);
            }),
            Event::Tabled { side, sectors } => seat(war, *side, |seat| seat.tables.clone_from(sectors)),
            Event::Met { at, number, sides, dossier } => war.tables.push(AtTable {
                battle: self.battle_name(war, *at, *number),
                at: *at,
                sides: sides.clone(),
                dossier: dossier.clone(),
                waits: false,
            }),
            Event::Compared { at, number, next, .. } => {
                let battle = self.battle_name(war, *at, *number);
                let table = war.tables.iter_mut().find(|table| table.battle == battle);
                table.into_iter().for_each(|table| table.waits = *next == Next::Umpire);
            }
            Event::Fought { at, number, sides, winner, fates, points, convoy, raid, .. } => {
                let battle = self.battle_name(war, *at, *number);
                war.tables.retain(|table| table.battle != battle);
                for (side, points) in points {
                    if let Some(victim) = sides.iter().copied().find(|of| of != side) {
                        credit(war, *side, victim, *points);
                    }
                }
                // A convoy escapes without a penalty (WSC-11.13-11).
                let fleeing = self.has(Rule::LargeBattleMap) && convoy.is_empty();
                fates.iter().for_each(|fate| befall(war, *fate, *at, sides, fleeing));
                if !raid {
                    let is_deck = |unit: &UnitId| war.units.iter().any(|it| it.place == Place::Deck(*unit));
                    let sunk = fates.iter().filter(|fate| fate.end == End::Destroyed).map(|fate| fate.unit);
                    let sunk = sunk.filter(is_deck).collect();
                    war.fought.push(Fought { at: *at, sides: sides.clone(), winner: *winner, sunk });
                }
            }
            Event::Lost { unit, by, .. } => {
                let victim = war.units.get(usize::from(unit.0)).map(|it| it.side);
                // Troops go down with their ship, and count as it does (WST-gnd-3).
                let goes = |(at, it): &(usize, &mut UnitState)| {
                    *at == usize::from(unit.0) || it.place == Place::Aboard(*unit)
                };
                let mut cost = 0;
                for (_, gone) in war.units.iter_mut().enumerate().filter(goes) {
                    cost += i32::from(self.cards[gone.card].cost);
                    lose(gone, turn, by.as_slice());
                }
                if let (Some(by), Some(victim)) = (by, victim) {
                    credit(war, *by, victim, cost);
                }
            }
            Event::Retired { unit, to, transit, barred, free: _ } => with(war, *unit, |unit| {
                unit.place = if *transit > 0 { Place::Transit(*to, *transit) } else { Place::Sector(*to) };
                unit.barred = *barred;
                unit.moved = true;
            }),
            Event::Home { unit, at } => with(war, *unit, |unit| unit.place = Place::Base(*at)),
            Event::Taken { at, from, by } => {
                // Points that lie in a sector are lost with it (WSC-14.3-2).
                if let Some(from) = from {
                    set_store(war, *from, *at, 0);
                }
                if let Some(owner) = war.owners.get_mut(usize::from(at.0)) {
                    *owner = Some(*by);
                }
            }
            Event::Mended { unit, points, .. } => with(war, *unit, |unit| {
                unit.damage = unit.damage.saturating_sub(*points);
                unit.mended = 0;
            }),
            Event::Mending { unit, months } => with(war, *unit, |unit| unit.mended = *months),
            Event::Finished { unit } => self.finish(war, *unit),
            Event::Earned { side, points } => {
                seat(war, *side, |seat| seat.bank = seat.bank.saturating_add(*points));
            }
            Event::Out { side } => seat(war, *side, |seat| seat.out = true),
            Event::TurnEnded { .. } => {
                self.count_triumphs(war);
                for unit in &mut war.units {
                    if let Place::Transit(at, until) = unit.place
                        && until <= turn
                    {
                        unit.place = Place::Sector(at);
                    }
                }
            }
            Event::MatchEnded { .. } => war.phase = Phase::Over,
            Event::Ruled { what, reason } => match what {
                Change::Points(side, points) => {
                    seat(war, *side, |seat| seat.ruled = seat.ruled.saturating_add(*points));
                }
                Change::Bank(side, points) if self.has(Rule::Economy) => {
                    let at = self.board.capital(*side).unwrap_or(SectorId(0));
                    store(war, *side, at, *points);
                }
                Change::Bank(side, points) => {
                    seat(war, *side, |seat| seat.bank = seat.bank.saturating_add(*points).max(0));
                }
                Change::Control(at, side) => {
                    if let Some(owner) = war.owners.get_mut(usize::from(at.0)) {
                        *owner = *side;
                    }
                }
                Change::Battle(battle, verdict) => {
                    war.rulings.retain(|ruling| ruling.battle != *battle);
                    let (battle, verdict, reason) = (battle.clone(), verdict.clone(), reason.clone());
                    war.rulings.push(Ruling { battle, verdict, reason });
                }
            },
        }
    }

    fn fits(&self, event: &Event) -> Option<String> {
        self.misfit(event)
    }

    fn nearest(&self, line: &Value) -> Option<Nearest> {
        nearest::nearest_to(line)
    }

    /// Of a battle an event keeps what became of it.
    fn counts_at_table(&self) -> bool {
        true
    }
}

impl WarAtSea {
    /// A part of a turn begins; with a new turn, what only held in the last one is over.
    fn begin(&self, war: &mut War, turn: u8, phase: Phase) {
        if turn != war.turn {
            war.waters.clear();
            war.fought.clear();
            war.tables.clear();
            war.rulings.clear();
            let own = |seat: &mut Seat| {
                seat.hunts.clear();
                seat.tables.clear();
            };
            self.sides().iter().for_each(|side| seat(war, *side, own));
            for unit in &mut war.units {
                (unit.sent, unit.scouts, unit.aim) = (None, None, Aim::Fleet);
                (unit.moved, unit.fought, unit.in_port, unit.fled) = (false, false, false, false);
            }
        }
        // What was told holds until something newer is.
        if phase == Phase::Intelligence {
            war.intel.clear();
        }
        (war.turn, war.phase) = (turn, phase);
    }

    /// Where a unit that was bought before the first turn waits: aircraft at the capital, all else for its
    /// first move.
    fn first_place(&self, side: Side, card: CardId) -> Place {
        let capital = self.board.capital(side).unwrap_or(SectorId(0));
        if self.cards[card].kind.is_aircraft() { Place::Base(capital) } else { Place::Pool }
    }

    /// Adds a unit behind all others.
    pub(super) fn add(&self, war: &mut War, side: Side, card: CardId, place: Place, work: Option<Work>) {
        let before = war.units.iter().filter(|unit| unit.side == side).count();
        let first = 1000 * (side.place(self.sides()) + 1) + 1;
        let unit = UnitState {
            card,
            side,
            serial: u16::try_from(first + before).unwrap_or(u16::MAX),
            place,
            damage: 0,
            work,
            makes: None,
            sent: None,
            scouts: None,
            aim: Aim::Fleet,
            moved: false,
            fought: false,
            in_port: false,
            fled: false,
            barred: 0,
            convoy: false,
            cargo: 0,
            mended: 0,
            lost: None,
        };
        war.units.push(unit);
    }

    /// The task forces and convoys of a side flee, each from its sectors (WSC-9.6-1).
    fn flee(&self, war: &mut War, side: Side, fleets: &[SectorId], convoys: &[SectorId]) {
        for unit in &mut war.units {
            let from = if unit.convoy { convoys } else { fleets };
            let afloat = self.cards[unit.card].kind.is_afloat();
            if let Place::Sector(at) = unit.place
                && afloat
                && unit.side == side
                && from.contains(&at)
            {
                unit.fled = true;
            }
        }
    }

    fn finish(&self, war: &mut War, unit: UnitId) {
        let aircraft = war.units.get(usize::from(unit.0)).map(|it| self.cards[it.card].kind.is_aircraft());
        with(war, unit, |unit| {
            if let Place::Stocks(at) = unit.place {
                unit.place = if aircraft == Some(true) { Place::Base(at) } else { Place::Sector(at) };
                unit.work = None;
            }
        });
    }
}

/// Does something to a unit that is there.
fn with(war: &mut War, unit: UnitId, change: impl FnOnce(&mut UnitState)) {
    if let Some(unit) = war.units.get_mut(usize::from(unit.0)) {
        change(unit);
    }
}

/// Does something to what is a side's own.
fn seat(war: &mut War, side: Side, change: impl FnOnce(&mut Seat)) {
    if let Some(seat) = war.seats.get_mut(side) {
        change(seat);
    }
}

/// Adds points to what a side has in a sector.
fn store(war: &mut War, side: Side, at: SectorId, points: i32) {
    let sum = war.store(side, at).saturating_add(points).max(0);
    set_store(war, side, at, sum);
}

/// Sets what a side has in a sector.
fn set_store(war: &mut War, side: Side, at: SectorId, points: i32) {
    seat(war, side, |seat| match seat.stores.binary_search_by_key(&at, |(of, _)| *of) {
        Ok(place) if points == 0 => {
            seat.stores.remove(place);
        }
        Ok(place) => seat.stores[place].1 = points,
        Err(_) if points == 0 => {}
        Err(place) => seat.stores.insert(place, (at, points)),
    });
}

/// Credits a side with what it has destroyed of another's.
fn credit(war: &mut War, side: Side, victim: Side, points: i32) {
    seat(war, side, |seat| {
        let sum = seat.sunk.of(victim).saturating_add(points);
        seat.sunk.insert(victim, sum);
    });
}

/// A unit is lost before the eyes of some sides.
fn lose(unit: &mut UnitState, turn: u8, before: &[Side]) {
    let others = before.iter().copied().filter(|side| *side != unit.side).collect();
    unit.place = Place::Lost;
    unit.lost = Some((turn, others));
    (unit.damage, unit.work, unit.sent, unit.scouts) = (0, None, None, None);
    (unit.cargo, unit.mended) = (0, 0);
}

/// What a battle does to a unit. What leaves a large map has fled (WSC-11.8-2).
fn befall(war: &mut War, fate: Fate, at: SectorId, sides: &[Side], fleeing: bool) {
    let turn = war.turn;
    with(war, fate.unit, |unit| {
        unit.fought = true;
        match fate.end {
            End::Left if fleeing => (unit.damage, unit.fled) = (fate.damage, true),
            End::Afloat | End::Stranded | End::Left => unit.damage = fate.damage,
            End::Destroyed => lose(unit, turn, sides),
            End::Ashore => (unit.damage, unit.place) = (fate.damage, Place::Sector(at)),
        }
    });
}

impl Level {
    /// Whether it says that there is nothing.
    pub fn is_empty(&self) -> bool {
        match self {
            Level::Size(_) => false,
            Level::Counts(Counts { torpedo_boats, submarines, .. }) => {
                let counts = Counts { torpedo_boats: None, submarines: None, ..*self.counts() };
                counts.is_empty() && torpedo_boats.unwrap_or_default() == 0 && *submarines != Some(true)
            }
        }
    }

    fn counts(&self) -> &Counts {
        const NONE: Counts = Counts {
            battleships: 0,
            carriers: 0,
            cruisers: 0,
            destroyers: 0,
            auxiliaries: 0,
            torpedo_boats: None,
            submarines: None,
        };
        if let Level::Counts(counts) = self { counts } else { &NONE }
    }
}
