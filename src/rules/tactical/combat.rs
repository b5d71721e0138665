//! The four phases in which attacks are made: Air Defense, Air Attack, Surface Attack, Submarine Attack
//! (battle plans 5.4 to 5.7; WST-aad, WST-aat, WST-surf, WST-sub).

use super::ability::{self, Moment};
use super::attack::{Attack, farthest, worth};
use super::field::{Field, Unit};
use super::log::{Id, Phase, Task};
use super::map::End;
use super::plan::{Asw, Load, Targeting};
use super::target::{choose, choose_valued};
use super::{Battle, ground};
use crate::cards::{Kind, Weapon};
use engine::table::Step;

/// The weapons of ships in Surface Attack, in the order in which they fire.
const GUNS: [(Weapon, Targeting); 4] = [
    (Weapon::Main, Targeting::Main),
    (Weapon::Secondary, Targeting::Secondary),
    (Weapon::Tertiary, Targeting::Tertiary),
    (Weapon::Torpedo, Targeting::Torpedo),
];

/// All attacks of a unit with a weapon on enemies within a range, by roster.
fn attacks<'f>(
    field: &'f Field<'_>,
    by: Id,
    weapon: Weapon,
    most: u8,
) -> impl Iterator<Item = Attack> + use<'f> {
    let foe = &field.roster[field.unit(by).end.other() as usize];
    let (targets, others) = match weapon {
        Weapon::Aa => (foe.planes(), &[][..]),
        Weapon::Asw => (foe.boats(), &[][..]),
        _ => (foe.afloat(), foe.ashore()),
    };
    field.standing(targets).chain(field.standing(others)).filter_map(move |(at, _)| {
        let range = field.range(by, at)?;
        (range <= most).then(|| Attack::plain(by, weapon, at, range))
    })
}

impl Battle<'_> {
    /// Makes the best attack of a weapon, and then what abilities add to it.
    ///
    /// # Halts
    /// As the dice.
    fn fire(&mut self, by: Id, weapon: Weapon, list: Targeting, most: u8) -> Step<()> {
        let mut made = Vec::new();
        if let Some(attack) = choose(&self.field, list, attacks(&self.field, by, weapon, most)) {
            self.attack(&attack)?;
            made.push(attack);
        }
        self.fire_on(by, weapon, list, made)
    }

    /// Further attacks of a weapon by abilities, one after the other, each on the best of the targets that
    /// its ability allows.
    fn fire_on(&mut self, by: Id, weapon: Weapon, list: Targeting, made: Vec<Attack>) -> Step<()> {
        let mut made = made;
        while let Some(attack) = self.further(by, weapon, list, &made) {
            self.attack(&attack)?;
            made.push(attack);
        }
        Ok(())
    }

    /// The next attack that an ability adds, if any.
    fn further(&self, by: Id, weapon: Weapon, list: Targeting, made: &[Attack]) -> Option<Attack> {
        let more = ability::more(&self.field, by, weapon, made);
        let through = more.first()?.through;
        choose(&self.field, list, more.into_iter().filter(|attack| attack.through == through))
    }

    /// Air Defense: ships, aircraft, land bases and ground units in roster order (WST-aad-1).
    ///
    /// # Halts
    /// As the dice.
    pub(super) fn air_defense(&mut self) -> Step<()> {
        self.begin(Phase::Defense);
        for end in self.field.in_turn() {
            ability::at(self, Moment::DefenseBegins, end)?;
            for id in self.acting(end, |unit| unit.kind != Kind::Submarine) {
                let unit = self.field.unit(id);
                // What is aborted in this phase still shoots (WST-seq-4); what did not find its target does
                // not.
                let lost = unit.wings.as_ref().is_some_and(|wings| wings.lost_its_way);
                if lost || unit.task() == Some(Task::Strafe) || !self.field.card(id).carries(Weapon::Aa) {
                    continue;
                }
                let escorts = unit.task() == Some(Task::Escort);
                let list = if escorts { Targeting::AaEscort } else { Targeting::Aa };
                let most = ability::range(&self.field, id, Weapon::Aa);
                self.fire(id, Weapon::Aa, list, most)?;
            }
        }
        for end in self.field.in_turn() {
            ability::at(self, Moment::DefenseEnds, end)?;
        }
        self.settle()
    }

    /// Air Attack: aircraft in roster order (WST-aat-1).
    ///
    /// # Halts
    /// As the dice.
    pub(super) fn air_attack(&mut self) -> Step<()> {
        self.begin(Phase::Attack);
        for end in self.field.in_turn() {
            ability::at(self, Moment::AirAttackBegins, end)?;
            for id in self.acting(end, |unit| unit.kind.is_aircraft() && !unit.is_aborted()) {
                self.bomb(id)?;
            }
        }
        for end in self.field.in_turn() {
            ability::at(self, Moment::AirAttackEnds, end)?;
        }
        self.settle()
    }

    /// The attack of one aircraft: strike aircraft choose weapon and target together, torpedo before bomb
    /// where both are worth the same.
    fn bomb(&mut self, id: Id) -> Step<()> {
        let field = &self.field;
        let unit = field.unit(id);
        if ability::rests(field, id) {
            return Ok(());
        }
        let card = field.card(id);
        let (weapons, list): (Vec<Weapon>, Targeting) = match unit.task() {
            Some(Task::Strike | Task::Cover) => {
                let load = field.plan(unit.end).air(unit.wings.as_ref().map_or(1, |it| it.missions)).weapon;
                let carried =
                    [Weapon::Torpedo, Weapon::Bomb].into_iter().filter(|weapon| card.carries(*weapon));
                let mut carried: Vec<Weapon> = carried.collect();
                let only = match load {
                    Load::Best => None,
                    Load::Torpedo => Some(Weapon::Torpedo),
                    Load::Bomb => Some(Weapon::Bomb),
                };
                if only.is_some_and(|only| carried.contains(&only)) {
                    carried.retain(|weapon| Some(*weapon) == only);
                }
                (carried, Targeting::Air)
            }
            Some(Task::Strafe) => (vec![Weapon::Gunnery], Targeting::Air),
            Some(Task::Hunt) => (vec![Weapon::Asw], Targeting::Asw),
            Some(Task::Patrol | Task::Escort) | None => return Ok(()),
        };
        // What an ability puts in place of the plain attack.
        let instead = [Weapon::Torpedo, Weapon::Bomb, Weapon::Gunnery];
        if list == Targeting::Air
            && let Some(attack) = instead.into_iter().find_map(|weapon| self.further(id, weapon, list, &[]))
        {
            self.attack(&attack)?;
            return Ok(());
        }
        let mut valued = Vec::new();
        for weapon in weapons {
            for attack in attacks(field, id, weapon, ability::range(field, id, weapon)) {
                let worth = worth(field, &attack);
                if worth > 0 {
                    valued.push((attack, worth));
                }
            }
        }
        let Some((attack, _)) = choose_valued(field, list, &valued) else { return Ok(()) };
        self.attack(&attack)?;
        self.fire_on(id, attack.weapon, list, vec![attack])
    }

    /// Surface Attack: ships in roster order, then batteries and ground units (WST-surf).
    ///
    /// # Halts
    /// As the dice.
    pub(super) fn surface_attack(&mut self) -> Step<()> {
        self.begin(Phase::Surface);
        for end in self.field.in_turn() {
            ability::at(self, Moment::SurfaceBegins, end)?;
            for id in self.acting(end, |unit| unit.kind.is_ship()) {
                if !ability::rests(&self.field, id) {
                    self.fire_ship(id)?;
                }
            }
            for id in self.acting(end, |unit| unit.kind.is_land_base() || unit.kind.is_ground()) {
                self.fire(id, Weapon::Main, Targeting::Main, u8::MAX)?;
                self.fire(id, Weapon::Secondary, Targeting::Secondary, u8::MAX)?;
            }
        }
        self.settle()?;
        ground::land(self);
        for end in self.field.in_turn() {
            ability::at(self, Moment::SurfaceEnds, end)?;
        }
        Ok(())
    }

    /// A ship's guns and torpedoes, or one attack on a submarine (WST-surf-1).
    fn fire_ship(&mut self, id: Id) -> Step<()> {
        let field = &self.field;
        let unit = field.unit(id);
        let hunts = field.plan(unit.end).groups[unit.group].asw;
        if hunts != Asw::Never && field.card(id).carries(Weapon::Asw) {
            let boats = attacks(field, id, Weapon::Asw, 0).map(|attack| (attack, worth(field, &attack)));
            let boats: Vec<(Attack, u64)> = boats.filter(|(_, worth)| *worth > 0).collect();
            if let Some((attack, worth)) = choose_valued(field, Targeting::Asw, &boats)
                && (hunts == Asw::First || worth > self.best_shot(id))
            {
                self.attack(&attack)?;
                return self.fire_on(id, Weapon::Asw, Targeting::Asw, vec![attack]);
            }
        }
        for (weapon, list) in GUNS {
            if self.field.card(id).carries(weapon) {
                self.fire(id, weapon, list, farthest(&self.field, id, weapon))?;
            }
        }
        Ok(())
    }

    /// What the best single gun or torpedo attack of a ship is worth.
    fn best_shot(&self, id: Id) -> u64 {
        let field = &self.field;
        let all = GUNS.into_iter().filter(|(weapon, _)| field.card(id).carries(*weapon));
        let all = all.flat_map(|(weapon, _)| attacks(field, id, weapon, farthest(field, id, weapon)));
        all.map(|attack| worth(field, &attack)).max().unwrap_or(0)
    }

    /// Submarine Attack (WST-sub-1).
    ///
    /// # Halts
    /// As the dice.
    pub(super) fn submarine_attack(&mut self) -> Step<()> {
        self.begin(Phase::Submarine);
        for end in self.field.in_turn() {
            for id in self.acting(end, |unit| unit.kind == Kind::Submarine) {
                if !ability::rests(&self.field, id) {
                    let most = farthest(&self.field, id, Weapon::Torpedo);
                    self.fire(id, Weapon::Torpedo, Targeting::Submarine, most)?;
                }
            }
        }
        ground::raid(self)?;
        self.settle()
    }

    /// A side's units on the map that fit, in roster order, marked destroyed or not (WST-seq-3).
    pub(super) fn acting(&self, end: End, fits: impl Fn(&Unit) -> bool) -> Vec<Id> {
        let mut acting = Vec::with_capacity(self.field.roster[end as usize].all().len());
        acting.extend(self.field.on_map(end).filter(|(_, unit)| fits(unit)).map(|(id, _)| id));
        acting
    }
}
