//! One attack: whether it may be made, how strong it is, what it is worth, and what comes of it (battle plans
//! 4.3; WST-atk, WST-dmg, WST-crip, WST-torp, WST-con, WST-night).

use super::ability::{self, May, Penalty, may};
use super::chance::{self, Counting, MILLION, MOST_DICE};
use super::fortune::Purpose;
use super::log::{Effect, Entry, Id, Shot, Task};
use super::{Battle, field::Field, ground};
use crate::cards::{Ability, Kind, Weapon};
use engine::table::Step;

/// Hull points that a torpedo hit takes (WST-torp-2).
const TORPEDO_DAMAGE: i16 = 2;
/// What a declared strafing run takes off armor and vital armor (WST-air-4).
const STRAFING: i16 = 2;
/// What each die of a battleship's main guns loses at small ships (WST-surf-7).
const TOO_SMALL: i16 = 2;
/// The range from which guns do not hit small ships, and from which nothing is seen at night (WST-surf-6,
/// WST-night-5).
const FAR: u8 = 4;

/// An attack that may be made.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Attack {
    /// Who attacks.
    pub by: Id,
    /// With what.
    pub weapon: Weapon,
    /// Whom.
    pub at: Id,
    /// At which range.
    pub range: u8,
    /// The ability by which it is made, if it is not the plain one of its weapon; its name stands in the
    /// label then.
    pub through: Option<Ability>,
    /// Its dice before anything is added, if they are not those of the weapon's line.
    pub dice: Option<u8>,
}

/// Cover of the target.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Cover {
    /// Whether it rolls for concealment.
    pub there: bool,
    /// What is added to its die.
    pub bonus: i16,
    /// Whether it needs a 6 from another sector, too (WST-sa-162); what is added to the die counts.
    pub only_six: bool,
    /// Whether the attacker sees through it.
    pub seen_through: bool,
}

impl Cover {
    /// How many faces conceal the target, from its own sector or another: 5 and 6, or only 6 (WST-con-1).
    pub fn faces(self, range: u8) -> u8 {
        if !self.there || self.seen_through {
            return 0;
        }
        let needed = if range == 0 || self.only_six { 6 } else { 5 } - self.bonus;
        (7 - needed).clamp(0, 6) as u8
    }
}

/// How strong an attack is, with everything that is certain before the dice.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Strength {
    /// Dice.
    pub dice: i16,
    /// What is added to each die.
    pub pips: i16,
    /// Whether only a 6 counts.
    pub only_six: bool,
    /// Whether only 5 and 6 count, whatever is added to the dice (WST-sa-137, WST-sa-152).
    pub only_five: bool,
    /// How many successes a 6 counts.
    pub six: u8,
    /// The target's armor.
    pub armor: i16,
    /// The target's vital armor.
    pub vital: i16,
    /// Hull points a torpedo hit takes.
    pub hit: i16,
    /// The target's cover.
    pub cover: Cover,
}

impl Strength {
    /// How its dice count.
    pub fn counting(&self) -> Counting {
        let plain = Counting::plain(self.pips);
        Counting { singles: if self.only_six { 0 } else { plain.singles }, six: self.six }
    }

    /// How many faces of a torpedo die hit: 6, and one more for each pip (WST-torp-1, torp-4).
    pub fn torpedo_faces(&self) -> u8 {
        if self.only_six { 1 } else { (1 + self.pips).clamp(1, 6) as u8 }
    }

    /// How many dice are rolled.
    pub fn count(&self) -> usize {
        (self.dice.max(0) as usize).min(MOST_DICE)
    }
}

/// What an attack did.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Hit {
    /// Successes, or torpedo hits.
    pub successes: u8,
    /// What came of it.
    pub effect: Effect,
    /// Hull points that it takes.
    pub damage: u8,
    /// The dice.
    pub faces: Vec<u8>,
}

impl Hit {
    /// Whether it takes hull points or destroys.
    pub const fn hurts(&self) -> bool {
        matches!(self.effect, Effect::Damage | Effect::Vital)
    }
}

impl Attack {
    /// The plain attack of a weapon.
    pub fn plain(by: Id, weapon: Weapon, at: Id, range: u8) -> Attack {
        Attack { by, weapon, at, range, through: None, dice: None }
    }

    /// Whether it is a torpedo attack.
    pub const fn is_torpedo(&self) -> bool {
        matches!(self.weapon, Weapon::Torpedo)
    }
}

/// The dice that a weapon has at a range before anything is added: those of the card, or where the card has
/// none those of an ability that reaches there (WST-atk-4).
pub fn base_dice(field: &Field, attack: &Attack) -> u8 {
    if let Some(dice) = attack.dice {
        return dice;
    }
    let line = field.card(attack.by).line(attack.weapon);
    match line.get(usize::from(attack.range)) {
        Some(0) | None => ability::reach(field, attack),
        Some(dice) => *dice,
    }
}

/// The farthest range at which a weapon may have dice: the last of its card, or any if an ability reaches
/// beyond.
pub fn farthest(field: &Field, by: Id, weapon: Weapon) -> u8 {
    if ability::reaches_beyond(field, by, weapon) {
        return u8::MAX;
    }
    field.card(by).line(weapon).iter().rposition(|dice| *dice > 0).unwrap_or(0) as u8
}

/// Whether a weapon can be used on that kind of target at all (WST-torp-3, surf-5, aat-2).
fn suits(field: &Field, attack: &Attack) -> bool {
    let (by, at) = (field.unit(attack.by), field.unit(attack.at));
    let land = at.kind.is_land_base() || at.kind.is_ground();
    match attack.weapon {
        Weapon::Main | Weapon::Secondary | Weapon::Tertiary => {
            if by.kind.is_ground() {
                land && attack.range == 0
            } else {
                at.kind.is_ship() || land
            }
        }
        Weapon::Torpedo => {
            let boat = at.kind == Kind::Submarine && attack.range == 0;
            at.kind.is_ship() || boat && may(field, attack.by, May::TorpedoBoats)
        }
        Weapon::Bomb | Weapon::Gunnery => at.kind.is_ship() || land,
        Weapon::Aa => at.kind.is_aircraft(),
        Weapon::Asw => at.kind == Kind::Submarine,
    }
}

/// Whether the attacker sees the target: lines are cut by islands, squalls and smoke, and no shot goes out of
/// or into an island sector, except at what stands on the island, or from a battery that stands there
/// (WST-isl-2, WSC-17-16).
fn sees(field: &Field, attack: &Attack) -> bool {
    if attack.range == 0 {
        return true;
    }
    let spaces = |id: Id| {
        let unit = field.unit(id);
        let on_land = unit.kind.is_land_base() || unit.kind.is_ground();
        unit.spaces().filter(move |at| on_land || !field.islands.has(*at))
    };
    let blocks = if may(field, attack.by, May::SeeThroughCover) { &field.islands } else { &field.blocks };
    spaces(attack.by).any(|from| {
        spaces(attack.at).any(|to| from.range(to) == attack.range && !field.grid.is_cut(from, to, blocks))
    })
}

/// Whether a target may be attacked by the rules, whatever dice there are.
fn is_legal(field: &Field, attack: &Attack) -> bool {
    let (by, at) = (field.unit(attack.by), field.unit(attack.at));
    if !at.is_there() || at.at.is_none() || by.end == at.end || !suits(field, attack) {
        return false;
    }
    // What an aircraft bears this turn (WST-aad-3; WSC-11.11-2).
    if at.kind.is_aircraft() && (at.doomed || at.is_aborted() && !field.dossier.rules.aircraft_damage) {
        return false;
    }
    let gun = attack.weapon.is_gun();
    if gun && attack.range >= FAR {
        let seen = !field.night || ability::waives(field, attack, Penalty::NightReach);
        if at.kind.is_small() || !seen {
            return false;
        }
    }
    sees(field, attack) && !ability::forbids(field, attack)
}

/// How strong an attack is; nothing if it may not be made.
pub fn strength(field: &Field, attack: &Attack) -> Option<Strength> {
    let dice = base_dice(field, attack);
    if dice == 0 || !is_legal(field, attack) {
        return None;
    }
    let (card, at) = (field.card(attack.at), field.unit(attack.at));
    let mut strength = Strength {
        dice: i16::from(dice),
        pips: 0,
        only_six: false,
        only_five: false,
        six: 2,
        armor: i16::from(card.armor),
        vital: i16::from(card.vital),
        hit: TORPEDO_DAMAGE,
        cover: Cover { there: field.is_in_cover(attack.at), ..Cover::default() },
    };
    if field.is_crippled(attack.at) {
        strength.armor = (strength.armor - 1).max(1);
        strength.vital = (strength.vital - 1).max(1);
    }
    if at.task() == Some(Task::Strafe) && !ability::waives(field, attack, Penalty::Strafing) {
        strength.armor = (strength.armor - STRAFING).max(1);
        strength.vital = (strength.vital - STRAFING).max(1);
    }
    // The target adds 1 if both are in different sectors that conceal (WSC-11.6-3).
    if strength.cover.there && attack.range > 0 && field.is_in_cover(attack.by) {
        strength.cover.bonus += 1;
    }
    penalties(field, attack, &mut strength);
    ability::modify(field, attack, &mut strength);
    if attack.is_torpedo() {
        // Torpedo dice never vanish (WST-crip-4).
        strength.dice = strength.dice.max(1);
    }
    (strength.dice > 0).then_some(strength)
}

/// What the attacker's state, the night and the size of the target take off.
fn penalties(field: &Field, attack: &Attack, strength: &mut Strength) {
    let (by, at) = (field.unit(attack.by), field.unit(attack.at));
    let flies = by.kind.is_aircraft();
    let last_point = flies && field.dossier.rules.aircraft_damage && by.left() == 1;
    if (field.is_crippled(attack.by) || last_point) && !ability::waives(field, attack, Penalty::Cripple) {
        weaken(attack, strength);
    }
    if field.night && !ability::waives(field, attack, Penalty::Night) {
        match attack.weapon {
            Weapon::Aa => strength.pips -= 1,
            _ if flies => weaken(attack, strength),
            Weapon::Main | Weapon::Secondary | Weapon::Tertiary => {
                let near = attack.range == 0 || field.is_crippled(attack.at);
                if !near && !may(field, attack.by, May::FireByRadar) {
                    strength.pips -= 1;
                }
            }
            _ => {}
        }
    }
    if by.kind == Kind::Battleship && attack.weapon == Weapon::Main && at.kind.is_small() {
        strength.pips -= TOO_SMALL;
    }
    // Aircraft Damage: an aborted aircraft is a hard target for ships (WSC-11.11-2), also one that failed its
    // search (WST-night-2); edition 1 forgot these.
    let aborted = match field.cards.effects.first_edition {
        true => at.wings.as_ref().is_some_and(|it| it.aborts > 0),
        false => at.is_aborted(),
    };
    if attack.weapon == Weapon::Aa && by.kind.is_ship() && aborted {
        strength.pips -= 1;
    }
    if by.kind == Kind::Submarine && attack.is_torpedo() {
        strength.dice -= threat(field, attack);
    }
}

/// A penalty of one on each die, of torpedoes one die fewer.
fn weaken(attack: &Attack, strength: &mut Strength) {
    if attack.is_torpedo() {
        strength.dice -= 1;
    } else {
        strength.pips -= 1;
    }
}

/// The dice that a submarine loses to those who hunt it: one for each aircraft that attacked it this turn,
/// and one for each enemy ship with antisubmarine dice in its sector or next to it (WST-sub-2, sub-3).
pub fn threat(field: &Field, attack: &Attack) -> i16 {
    if ability::waives(field, attack, Penalty::Escorts) {
        return 0;
    }
    let boat = field.unit(attack.by);
    let Some(at) = boat.at else { return 0 };
    let ships = field.ships(boat.end.other()).filter(|(id, ship)| {
        let range = ship.at.map_or(u8::MAX, |it| it.range(at));
        range <= u8::from(!may(field, *id, May::ThreatenNoFarther))
            && field.card(*id).line(Weapon::Asw)[0] >= 1
    });
    i16::from(boat.hunters) + ships.count() as i16
}

/// What an attack is worth, in millionths of a point (battle plans 4.3).
pub fn worth(field: &Field, attack: &Attack) -> u64 {
    strength(field, attack).map_or(0, |strength| worth_of(field, attack, &strength))
}

/// What an attack of known strength is worth.
pub fn worth_of(field: &Field, attack: &Attack, strength: &Strength) -> u64 {
    let at = field.unit(attack.at);
    let (left, cost) = (u64::from(at.left_now()), u64::from(at.cost));
    if left == 0 {
        return 0;
    }
    let chance = |needed: i16| {
        u64::from(strength.counting().at_least(strength.count(), needed.clamp(0, i16::from(u8::MAX)) as u8))
    };
    let worth = match attack.weapon {
        Weapon::Torpedo => {
            let (faces, hit) = (strength.torpedo_faces(), strength.hit.max(0) as u8);
            cost * chance::torpedoes(strength.count(), faces, hit, left as u8) / left
        }
        Weapon::Aa => cost * (chance(strength.armor) + chance(strength.vital)) / 2,
        _ => {
            let vital = chance(strength.vital);
            cost * (vital * left + chance(strength.armor).saturating_sub(vital)) / left
        }
    };
    debug_assert!(worth <= cost * MILLION, "nothing is worth more than all of the target");
    worth * u64::from(6 - strength.cover.faces(attack.range)) / 6
}

impl Battle<'_> {
    /// Makes an attack, if it may be made: rolls its dice, marks what it does, and notes it.
    ///
    /// # Halts
    /// As the dice.
    pub fn attack(&mut self, attack: &Attack) -> Step<Option<Hit>> {
        let Some(mut strength) = strength(&self.field, attack) else { return Ok(None) };
        ground::remember(&mut self.field, attack);
        if attack.weapon == Weapon::Asw && self.field.unit(attack.by).kind.is_aircraft() {
            self.field.unit_mut(attack.at).hunters += 1;
        }
        if let Some(effect) = ability::before(self, attack, &mut strength)? {
            let hit = Hit { successes: 0, effect, damage: 0, faces: Vec::new() };
            self.note_shot(attack, &strength, None, &hit);
            ability::after(self, attack, &hit)?;
            return Ok(Some(hit));
        }
        let what = attack.through.map_or(attack.weapon.word(), Ability::name);
        let concealment = match strength.cover.faces(attack.range) {
            0 => None,
            faces => Some((self.die(attack.by, "conceal", Some(attack.at))?, faces)),
        };
        if let Some((die, hides)) = concealment {
            let end = self.field.unit(attack.by).end;
            self.count(end, Purpose::Search, &[die], |face| face + hides <= 6);
        }
        if let Some((die, faces)) = concealment
            && die + faces > 6
        {
            let hit = Hit { successes: 0, effect: Effect::Hidden, damage: 0, faces: Vec::new() };
            self.note_shot(attack, &strength, Some(die), &hit);
            ability::after(self, attack, &hit)?;
            return Ok(Some(hit));
        }
        let mut faces = self.dice_of(attack.by, what, Some(attack.at), strength.count())?;
        self.count_attack(attack, &strength, &faces);
        if let Some(wings) = &mut self.field.unit_mut(attack.by).wings {
            wings.fired = true;
        }
        ability::after_dice(self, attack, &strength, &mut faces)?;
        let mut hit = reckon(&strength, attack, faces);
        ability::on_effect(self, attack, &strength, &mut hit)?;
        self.mark(attack, &hit);
        self.note_shot(attack, &strength, concealment.map(|(die, _)| die), &hit);
        ability::after(self, attack, &hit)?;
        Ok(Some(hit))
    }

    /// Marks what an attack does; damage counts at the end of the phase, an abort at once (WST-seq-3, aad-3).
    fn mark(&mut self, attack: &Attack, hit: &Hit) {
        let hulls = self.field.dossier.rules.aircraft_damage;
        let at = self.field.unit_mut(attack.at);
        match hit.effect {
            Effect::Vital => at.doomed = true,
            Effect::Damage => at.marked = at.marked.saturating_add(hit.damage),
            Effect::Abort => {
                if let Some(wings) = &mut at.wings {
                    wings.aborts = wings.aborts.saturating_add(1);
                }
                if hulls {
                    at.marked = at.marked.saturating_add(1);
                }
            }
            Effect::Miss | Effect::Hidden | Effect::Foiled => {}
        }
    }

    fn note_shot(&mut self, attack: &Attack, strength: &Strength, concealment: Option<u8>, hit: &Hit) {
        self.note(|| {
            Entry::Shot(Shot {
                by: attack.by,
                weapon: attack.weapon,
                at: attack.at,
                range: attack.range,
                pips: strength.pips as i8,
                concealment,
                dice: hit.faces.clone(),
                successes: hit.successes,
                effect: hit.effect,
                damage: hit.damage,
            })
        });
    }

    /// Settles what attacks of this phase have done (WST-seq-3, dmg-4), and what follows from it.
    ///
    /// # Halts
    /// As the dice.
    pub fn settle(&mut self) -> Step<()> {
        let hit: Vec<Id> = self
            .ids()
            .filter(|id| {
                let unit = self.field.unit(*id);
                unit.is_there() && (unit.doomed || unit.marked > 0)
            })
            .collect();
        for id in &hit {
            ability::last_chance(self, *id)?;
            let unit = self.field.unit_mut(*id);
            let (marked, doomed) = (std::mem::take(&mut unit.marked), std::mem::take(&mut unit.doomed));
            unit.damage = unit.damage.saturating_add(marked).min(unit.hull);
            if !doomed && unit.left() > 0 && marked == 0 {
                // An ability has kept it from what was marked.
            } else if !doomed && unit.left() > 0 {
                let damage = unit.damage;
                let crippled = self.field.is_crippled(*id);
                self.note(|| Entry::Damaged { unit: *id, damage, crippled });
            } else {
                self.field.unit_mut(*id).doomed = true;
            }
        }
        for id in hit {
            if std::mem::take(&mut self.field.unit_mut(id).doomed) {
                self.destroy(id, super::log::Cause::Attack)?;
            } else if self.field.unit(id).kind == Kind::Airbase {
                ground::crowd_out(self, id)?;
            }
        }
        Ok(())
    }
}

/// What dice come to.
fn reckon(strength: &Strength, attack: &Attack, faces: Vec<u8>) -> Hit {
    if attack.is_torpedo() {
        let least = 7 - strength.torpedo_faces();
        let successes = faces.iter().filter(|face| **face >= least).count() as u8;
        let damage = successes.saturating_mul(strength.hit.max(0) as u8);
        let effect = if damage > 0 { Effect::Damage } else { Effect::Miss };
        return Hit { successes, effect, damage, faces };
    }
    let successes = strength.counting().successes(&faces);
    let reached = i16::from(successes);
    let (effect, damage) = match attack.weapon {
        Weapon::Aa if reached >= strength.vital => (Effect::Vital, 0),
        Weapon::Aa if reached >= strength.armor => (Effect::Abort, 0),
        Weapon::Aa => (Effect::Miss, 0),
        _ if reached >= strength.vital => (Effect::Vital, 0),
        _ if reached >= strength.armor => (Effect::Damage, 1),
        _ => (Effect::Miss, 0),
    };
    Hit { successes, effect, damage, faces }
}
