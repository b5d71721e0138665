//! What abilities remember in a battle.

use super::super::attack::{Attack, Hit};
use super::super::log::{Effect, Id, Phase};
use super::super::map::{End, Sector};
use super::brought::Brought;
use crate::cards::{Ability, Weapon};

/// An attack that was made this turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Shot {
    /// Who.
    pub by: Id,
    /// With what.
    pub weapon: Weapon,
    /// At whom.
    pub at: Id,
    /// In which phase.
    pub phase: Phase,
    /// What it did.
    pub effect: Effect,
}

/// What a unit has done in the battle, for abilities that ask whether it is the first time.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Record {
    /// It has fired its main guns.
    pub main: bool,
    /// It has fired any guns.
    pub guns: bool,
    /// It has fired torpedoes.
    pub torpedo: bool,
    /// A torpedo attack of it has damaged a ship.
    pub torpedo_blood: bool,
    /// An antisubmarine attack of it has done damage.
    pub asw_blood: bool,
    /// It has attacked, or lain with another ship at the end of a movement.
    pub revealed: bool,
    /// It has been attacked.
    pub attacked: bool,
}

/// What lasts for a while.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Lasting {
    /// Its main guns are jammed.
    Jammed,
    /// It took a risk.
    Risk,
    /// It can neither move nor attack.
    Stunned,
    /// It fires worse at all but one.
    CoveredBy(Id),
    /// It deployed on the enemy's half and cannot attack.
    Infiltrated,
    /// It lies in wait until it is attacked.
    OnGuard,
}

/// A ship that is named for others to attack this turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Named {
    /// By which ability.
    pub ability: Ability,
    /// For which side.
    pub end: End,
    /// Which ship.
    pub at: Id,
}

/// Dice that an aircraft has from a carrier this turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Boost {
    /// With what.
    pub weapon: Weapon,
    /// How many.
    pub dice: i16,
    /// Which aircraft.
    pub plane: Id,
}

/// A ship that is being repaired at sea.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Mending {
    /// Who repairs.
    pub by: Id,
    /// What.
    pub ship: Id,
}

/// A ship with a companion that comes from off the map.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Breakout {
    /// Who.
    pub units: Vec<Id>,
    /// On the turn at whose end.
    pub turn: u8,
    /// To where.
    pub to: Sector,
}

/// All that abilities remember.
#[derive(Clone, Debug, Default)]
pub struct Marks {
    /// The abilities that the sides have brought.
    pub brought: Brought,
    /// Attacks of this turn.
    pub shots: Vec<Shot>,
    /// By the place of a unit.
    records: Vec<Record>,
    /// Main-gun attacks that did no damage: by whom, at whom.
    pub straddled: Vec<(Id, Id)>,
    /// What lasts, from a turn on and until the end of another.
    lasting: Vec<(Id, Lasting, [u8; 2])>,
    /// Ships that are named this turn.
    pub named: Vec<Named>,
    /// Dice from carriers this turn.
    pub boosts: Vec<Boost>,
    /// Abilities that inspire a side on a turn, and whose they are.
    pub inspired: Vec<(Ability, Id, u8)>,
    /// Ships whose antiair is one die weaker this turn.
    pub raided: Vec<Id>,
    /// Bombers that attack though they were aborted, and by which ability.
    pub pressed: Vec<(Id, Ability)>,
    /// Bombers that draw the fighters of their sector.
    pub decoys: Vec<Id>,
    /// Bombers that have divided the defense of their sector this turn.
    pub dividing: Vec<Id>,
    /// Ships that one battleship cannot attack this phase: the battleship, the ship.
    pub shadowed: Vec<(Id, Id)>,
    /// Aircraft that were placed this turn.
    pub flew: Vec<Id>,
    /// Aircraft that fly the same mission again.
    pub same_mission: Vec<Id>,
    /// Aircraft whose first rearm marker comes off only by a die.
    pub late: Vec<Id>,
    /// Repairs at sea this turn.
    pub mending: Vec<Mending>,
    /// Units that did something else this turn than attack.
    pub busy: Vec<Id>,
    /// Units that come from off the map.
    pub breakouts: Vec<Breakout>,
    /// Who has used an ability this turn that is there once a turn.
    pub once_a_turn: Vec<(Id, Ability)>,
    /// Aircraft that are destroyed at the end of Air Attack.
    pub spent: Vec<Id>,
    /// Enemy ships that Pursuit Ships follow: the pursuer, the ship, where it was.
    pub pursuits: Vec<(Id, Id, Sector)>,
    /// The aircraft that a deck brings with it.
    pub detachments: Vec<(Id, Id)>,
}

impl Marks {
    /// What a unit has done.
    pub fn record(&self, id: Id) -> Record {
        self.records.get(usize::from(id.0)).copied().unwrap_or_default()
    }

    /// The same, to be changed.
    pub fn record_mut(&mut self, id: Id) -> &mut Record {
        let at = usize::from(id.0);
        if self.records.len() <= at {
            self.records.resize(at + 1, Record::default());
        }
        &mut self.records[at]
    }

    /// Makes something last from a turn on until the end of another.
    pub fn set(&mut self, id: Id, what: Lasting, from: u8, until: u8) {
        self.lasting.push((id, what, [from, until]));
    }

    /// What lasts for a unit on a turn.
    pub fn lasting(&self, id: Id, turn: u8) -> impl Iterator<Item = Lasting> + '_ {
        let still = move |(unit, _, [from, until]): &&(Id, Lasting, [u8; 2])| {
            *unit == id && (*from..=*until).contains(&turn)
        };
        self.lasting.iter().filter(still).map(|(_, what, _)| *what)
    }

    /// Whether something lasts for a unit on a turn.
    pub fn has(&self, id: Id, what: Lasting, turn: u8) -> bool {
        self.lasting(id, turn).any(|it| it == what)
    }

    /// Ends something.
    pub fn end(&mut self, id: Id, what: Lasting) {
        self.lasting.retain(|(unit, it, _)| *unit != id || *it != what);
    }

    /// Forgets what was of one turn only.
    pub fn begin_turn(&mut self, turn: u8) {
        self.shots.clear();
        self.named.clear();
        self.boosts.clear();
        self.raided.clear();
        self.pressed.clear();
        self.decoys.clear();
        self.dividing.clear();
        self.mending.clear();
        self.busy.clear();
        self.once_a_turn.clear();
        self.pursuits.clear();
        self.flew.clear();
        self.shadowed.clear();
        self.lasting.retain(|(_, _, [_, until])| *until >= turn);
    }

    /// Notes an attack.
    pub fn note(&mut self, attack: &Attack, hit: &Hit, phase: Phase) {
        let Attack { by, weapon, at, .. } = *attack;
        self.shots.push(Shot { by, weapon, at, phase, effect: hit.effect });
        let hurts = hit.hurts();
        let record = self.record_mut(by);
        record.revealed = true;
        record.main |= weapon == Weapon::Main;
        record.guns |= weapon.is_gun();
        record.torpedo |= weapon == Weapon::Torpedo;
        record.torpedo_blood |= weapon == Weapon::Torpedo && hurts;
        record.asw_blood |= weapon == Weapon::Asw && hurts;
        self.record_mut(at).attacked = true;
        if weapon == Weapon::Main {
            self.straddled.retain(|it| *it != (by, at));
            if !hurts {
                self.straddled.push((by, at));
            }
        }
    }

    /// Whether a unit has used an ability this turn that is there once a turn.
    pub fn has_used(&self, id: Id, ability: Ability) -> bool {
        self.once_a_turn.contains(&(id, ability))
    }
}
