//! Air Mission: where aircraft are placed, and whether they find it at night (battle plans 5.3; WST-air,
//! WST-night-2).

use std::cmp::Reverse;

use super::Battle;
use super::ability::{self, Moment};
use super::field::{AIRCRAFT, Field, Home, Unit};
use super::fortune::Purpose;
use super::log::{Entry, Id, Phase, Task};
use super::map::{End, MOST_SECTORS, Sector};
use super::plan::{Air, Hunters, NightAir, Strafe, Targeting};
use super::target::preference;
use crate::cards::{Kind, Weapon};
use engine::table::Step;

/// What a patrol bomber needs to find its target at night, and what others need (WST-night-2).
const FINDS: (u8, u8) = (3, 5);
/// Hunters to one submarine.
const HUNTERS: usize = 2;

/// A side while its aircraft are placed.
struct Placing {
    end: End,
    /// Own aircraft by sector.
    crowd: [u8; MOST_SECTORS],
    /// Strike aircraft by sector.
    strikers: [u8; MOST_SECTORS],
    /// Struck sectors, in the order in which they were opened.
    struck: Vec<Sector>,
    /// What was decided.
    placed: Vec<(Id, Sector, Task)>,
}

impl Placing {
    fn new(end: End) -> Placing {
        Placing {
            end,
            crowd: [0; MOST_SECTORS],
            strikers: [0; MOST_SECTORS],
            struck: Vec::new(),
            placed: Vec::new(),
        }
    }

    fn has_room(&self, at: Sector) -> bool {
        usize::from(self.crowd[at.place()]) < AIRCRAFT
    }

    fn put(&mut self, id: Id, at: Sector, task: Task) {
        self.crowd[at.place()] += 1;
        if task == Task::Strike {
            self.strikers[at.place()] += 1;
            if !self.struck.contains(&at) {
                self.struck.push(at);
            }
        }
        self.placed.push((id, at, task));
    }

    fn is_placed(&self, id: Id) -> bool {
        self.placed.iter().any(|(other, ..)| *other == id)
    }
}

impl Battle<'_> {
    /// Places the aircraft of both sides, the first before the second.
    ///
    /// # Halts
    /// As the dice.
    pub(super) fn air_mission(&mut self) -> Step<()> {
        self.begin(Phase::Mission);
        for end in self.field.in_turn() {
            self.choose_roles(end);
            let placing = place_all(&self.field, end);
            for (id, at, task) in placing.placed {
                self.place_aircraft(id, at, task);
            }
            if self.field.night {
                self.search(end)?;
            }
        }
        for end in self.field.in_turn() {
            ability::at(self, Moment::Placed, end)?;
        }
        Ok(())
    }

    fn choose_roles(&mut self, end: End) {
        let planes: Vec<Id> =
            self.field.side(end).filter(|(_, unit)| unit.wings.is_some()).map(|(id, _)| id).collect();
        for id in planes {
            let role = ability::role(&self.field, id);
            if let Some(wings) = &mut self.field.unit_mut(id).wings {
                wings.role = role;
            }
        }
    }

    /// Puts an aircraft on a mission.
    pub fn place_aircraft(&mut self, id: Id, at: Sector, task: Task) {
        let unit = self.field.unit_mut(id);
        unit.at = Some(at);
        if let Some(wings) = &mut unit.wings {
            (wings.task, wings.last) = (Some(task), Some((at, task)));
            wings.missions = wings.missions.saturating_add(1);
        }
        self.note(|| Entry::Placed { unit: id, at, task });
    }

    /// Each aircraft placed at night rolls to find its target; one that fails is aborted (WST-night-2).
    fn search(&mut self, end: End) -> Step<()> {
        let flying: Vec<Id> = self.field.flying(end).map(|(id, _)| id).collect();
        for id in flying {
            let bonus = ability::search(&self.field, id);
            let die = self.die(id, "search", None)?;
            let needed = if self.field.unit(id).kind == Kind::PatrolBomber { FINDS.0 } else { FINDS.1 };
            let finds = |face: u8| i16::from(face) + i16::from(bonus) >= i16::from(needed);
            let found = finds(die);
            self.count(end, Purpose::Search, &[die], finds);
            if let Some(wings) = &mut self.field.unit_mut(id).wings {
                wings.lost_its_way = !found;
            }
            self.note(|| Entry::Search { unit: id, die, found });
        }
        Ok(())
    }
}

/// Whether an aircraft can be placed this turn (WST-air-1): no markers, and its deck is on the map or has
/// just left.
fn is_ready(field: &Field<'_>, id: Id) -> bool {
    let unit = field.unit(id);
    let Some(wings) = &unit.wings else { return false };
    let home = match wings.home {
        Home::Deck(deck) => wings.leaves || field.unit(deck).is_there() && field.unit(deck).at.is_some(),
        Home::Land(base) => field.unit(base).is_there(),
        Home::Off(_) => true,
    };
    unit.is_there() && wings.markers == 0 && unit.at.is_none() && home && !ability::grounded(field, id)
}

/// The sector of an aircraft's deck.
fn deck(field: &Field<'_>, id: Id) -> Option<Sector> {
    match field.unit(id).wings.as_ref()?.home {
        Home::Deck(deck) => field.unit(deck).at,
        _ => None,
    }
}

fn flies_from_deck(field: &Field<'_>, id: Id) -> bool {
    field.unit(id).wings.as_ref().is_some_and(|wings| matches!(wings.home, Home::Deck(_)))
}

fn role(field: &Field<'_>, id: Id) -> Kind {
    let unit = field.unit(id);
    unit.wings.as_ref().map_or(unit.kind, |wings| wings.role)
}

/// Decides on a side's aircraft.
fn place_all(field: &Field<'_>, end: End) -> Placing {
    let plan = field.plan(end);
    let mut placing = Placing::new(end);
    let ready: Vec<Id> = field.side(end).map(|(id, _)| id).filter(|id| is_ready(field, *id)).collect();
    for id in &ready {
        if let Some((at, task)) = ability::fixed_mission(field, *id)
            && placing.has_room(at)
        {
            placing.put(*id, at, task);
        }
    }
    let from = |id: Id, air: &Air| flies_from_deck(field, id) || field.turn >= air.from_turn;
    let mission = |id: Id| field.unit(id).wings.as_ref().map_or(1, |wings| wings.missions.saturating_add(1));
    let night = if field.night { plan.night.air } else { NightAir::Fly };
    if night == NightAir::Cap {
        let fighters = ready
            .iter()
            .filter(|id| from(**id, plan.air(mission(**id))) && role(field, **id) == Kind::Fighter);
        let fighters: Vec<Id> = fighters.copied().filter(|id| !placing.is_placed(*id)).collect();
        patrol(field, &mut placing, &fighters);
    }
    if night == NightAir::Fly {
        for (wave, air) in &plan.air {
            let on_wave = |id: &&Id| {
                std::ptr::eq(plan.air(mission(**id)), air) && from(**id, air) && !placing.is_placed(**id)
            };
            debug_assert!(*wave > 0, "missions are counted from 1");
            let planes: Vec<Id> = ready.iter().filter(on_wave).copied().collect();
            send(field, &mut placing, air, &planes);
        }
    }
    // Deck aircraft do not stay aboard (WST-air-3).
    let kept = field.night && field.dossier.rules.decks_keep_at_night;
    for id in ready {
        if flies_from_deck(field, id) && !placing.is_placed(id) && !kept {
            over_deck(field, &mut placing, id);
        }
    }
    placing
}

/// Puts a deck aircraft that has nothing else to do over its deck, or as near to it as there is room.
fn over_deck(field: &Field<'_>, placing: &mut Placing, id: Id) {
    let task = if role(field, id) == Kind::Fighter { Task::Patrol } else { Task::Cover };
    let deck = deck(field, id).or_else(|| field.ships(placing.end).find_map(|(_, ship)| ship.at));
    let deck = deck.unwrap_or(Sector::new(field.grid.edge(placing.end), 0));
    let key = |at: &Sector| (at.range(deck), field.grid.own_order(placing.end, *at));
    let nearest = || field.grid.sectors().filter(|at| placing.has_room(*at)).min_by_key(key);
    let at = if placing.has_room(deck) { Some(deck) } else { nearest() };
    if let Some(at) = at {
        placing.put(id, at, task);
    }
}

/// Steps 1 to 5 for the aircraft of one wave.
fn send(field: &Field<'_>, placing: &mut Placing, air: &Air, planes: &[Id]) {
    let (fighters, bombers): (Vec<Id>, Vec<Id>) =
        planes.iter().partition(|id| role(field, **id) == Kind::Fighter);
    let (patrols, others) = fighters.split_at(air.cap.of(fighters.len()));
    let mut bombers = bombers;
    bombers.sort_by_key(|id| match role(field, *id) {
        Kind::TorpedoBomber => 0,
        Kind::DiveBomber => 1,
        _ => 2,
    });
    let boats = boats(field, placing.end);
    let mut hunters = Vec::new();
    if let Hunters::Number(number) = air.asw
        && !boats.is_empty()
    {
        let hunts = |id: &&Id| field.card(**id).carries(Weapon::Asw);
        hunters = bombers.iter().filter(hunts).take(usize::from(number)).copied().collect();
        bombers.retain(|id| !hunters.contains(id));
    }
    let ships = ranking(field, placing.end);
    strike(field, placing, air, &bombers, &ships);
    let rest = escort(placing, air, others);
    let rest = strafe(field, placing, air, &rest, &ships);
    if air.asw == Hunters::Spare {
        let spare = |id: &Id| !placing.is_placed(*id) && field.card(*id).carries(Weapon::Asw);
        hunters = bombers.iter().copied().filter(spare).collect();
    }
    hunt(placing, &boats, &hunters);
    let patrols: Vec<Id> = patrols.iter().copied().chain(rest).collect();
    patrol(field, placing, &patrols);
}

/// Enemy ships, and land bases behind them, as the `air` list ranks them: by word, damaged first, dearer,
/// roster order.
fn ranking(field: &Field<'_>, end: End) -> Vec<Id> {
    let list = field.plan(end).targets(Targeting::Air);
    let legal = |unit: &Unit| unit.kind.is_ship() || unit.kind.is_land_base() || unit.kind.is_ground();
    let mut ships: Vec<Id> =
        field.on_map(end.other()).filter(|(_, unit)| legal(unit)).map(|(id, _)| id).collect();
    ships.sort_by_cached_key(|id| {
        let unit = field.unit(*id);
        (preference(field, list, *id), unit.damage == 0, Reverse(unit.cost))
    });
    ships
}

/// Step 2: each bomber goes to the first ship of the ranking whose sector has room for it.
fn strike(field: &Field<'_>, placing: &mut Placing, air: &Air, bombers: &[Id], ships: &[Id]) {
    let armed =
        |id: &&Id| field.card(**id).carries(Weapon::Torpedo) || field.card(**id).carries(Weapon::Bomb);
    let number = air.strike.of(bombers.len());
    for id in bombers.iter().filter(armed).take(number) {
        let open = |at: &Sector| placing.strikers[at.place()] < air.mass && placing.has_room(*at);
        let at = ships.iter().filter_map(|ship| field.unit(*ship).at).find(open);
        if let Some(at) = at {
            placing.put(*id, at, Task::Strike);
        }
    }
}

/// Step 3: fighters go with struck sectors, one round after the other; gives those left over.
fn escort(placing: &mut Placing, air: &Air, fighters: &[Id]) -> Vec<Id> {
    let mut fighters = fighters.iter().copied().peekable();
    for _ in 0..air.escort {
        for at in placing.struck.clone() {
            if fighters.peek().is_some()
                && placing.has_room(at)
                && let Some(id) = fighters.next()
            {
                placing.put(id, at, Task::Escort);
            }
        }
    }
    fighters.collect()
}

/// Fighters that strafe, if the plan says so; gives those left over.
fn strafe(field: &Field<'_>, placing: &mut Placing, air: &Air, fighters: &[Id], ships: &[Id]) -> Vec<Id> {
    let wanted = |id: Id| {
        let kind = field.unit(id).kind;
        match air.strafe {
            Strafe::Never => false,
            Strafe::Cripples => field.is_crippled(id),
            Strafe::Small => kind.is_small() || kind == Kind::Auxiliary,
        }
    };
    let mut rest = Vec::new();
    for id in fighters {
        let targets = ships.iter().filter(|ship| wanted(**ship)).filter_map(|ship| field.unit(*ship).at);
        let at = targets.into_iter().find(|at| placing.has_room(*at));
        match at.filter(|_| field.card(*id).carries(Weapon::Gunnery)) {
            Some(at) => placing.put(*id, at, Task::Strafe),
            None => rest.push(*id),
        }
    }
    rest
}

/// Enemy submarines by their distance to the nearest own carrier or battleship.
fn boats(field: &Field<'_>, end: End) -> Vec<Sector> {
    let dear = |unit: &Unit| matches!(unit.kind, Kind::Carrier | Kind::Battleship);
    let own: Vec<Sector> =
        field.ships(end).filter(|(_, ship)| dear(ship)).filter_map(|(_, ship)| ship.at).collect();
    let mut boats: Vec<Sector> = field.boats(end.other()).filter_map(|(_, boat)| boat.at).collect();
    boats.sort_by_key(|boat| own.iter().map(|ship| ship.range(*boat)).min());
    boats
}

/// Step 4: one hunter to each submarine, then a second to each.
fn hunt(placing: &mut Placing, boats: &[Sector], hunters: &[Id]) {
    let mut hunters = hunters.iter();
    for _ in 0..HUNTERS {
        for at in boats {
            if placing.has_room(*at)
                && let Some(id) = hunters.next()
            {
                placing.put(*id, *at, Task::Hunt);
            }
        }
    }
}

/// Step 5: fighters over own sectors with ships, one to each in turn. The second side looks first where most
/// enemy bombers are placed, whatever for.
fn patrol(field: &Field<'_>, placing: &mut Placing, fighters: &[Id]) {
    let end = placing.end;
    let list = field.plan(end).targets(Targeting::Air);
    let bombers = |at: Sector| {
        let counts = |unit: &Unit| match field.cards.effects.first_edition {
            true => unit.task() == Some(Task::Strike),
            false => unit.wings.as_ref().is_some_and(|wings| wings.role.is_bomber()),
        };
        field.in_sector(end.other(), at).filter(|(_, unit)| counts(unit)).count()
    };
    let guarded = |unit: &Unit| unit.kind.is_ship() || unit.kind.is_land_base();
    let mut own: Vec<Id> = field.on_map(end).filter(|(_, unit)| guarded(unit)).map(|(id, _)| id).collect();
    own.sort_by_cached_key(|id| {
        let unit = field.unit(*id);
        let bombers = if end == field.second() { unit.at.map_or(0, bombers) } else { 0 };
        (Reverse(bombers), preference(field, list, *id), Reverse(unit.cost))
    });
    let mut sectors: Vec<Sector> = Vec::new();
    for at in own.iter().filter_map(|id| field.unit(*id).at) {
        if !sectors.contains(&at) {
            sectors.push(at);
        }
    }
    let mut fighters = fighters.iter();
    while sectors.iter().any(|at| placing.has_room(*at)) {
        for at in &sectors {
            if placing.has_room(*at) {
                let Some(id) = fighters.next() else { return };
                placing.put(*id, *at, Task::Patrol);
            }
        }
    }
}
