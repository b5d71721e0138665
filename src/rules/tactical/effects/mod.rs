//! What special abilities change, as `abilities.yaml` lists it: compiled so that a battle asks only what can
//! speak.

/// Conditions.
pub mod condition;
mod compile;
mod rows;
/// The shapes of `abilities.yaml`.
pub(crate) mod file;
/// Which aircraft decks take.
pub mod decks;
/// Sets of kinds and weapons.
pub mod sets;

use crate::cards::{Abilities, Ability, Kind, Weapon};
use crate::effects::file::{At, Exact, SpeedRow, To, Whose};

pub use compile::compile;
use condition::Condition;
pub use rows::Rows;
use sets::{Kinds, Weapons};

/// The smallest and the largest of some numbers.
pub type Span = (u8, u8);

/// How an ability is used unless a plan says otherwise (battle plans 6).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Class {
    /// It is on all the time.
    #[default]
    Always,
    /// Whenever it is legal.
    Free,
    /// Once, the first time that it is worth it.
    Once,
    /// Once, after a roll without effect that had a fair chance.
    Reroll,
    /// Only when ordered.
    Price,
    /// Only when ordered, before the first turn.
    Deploy,
    /// By the plan's choice of role.
    Role,
}

/// What changes in an attack before its dice.
#[derive(Clone, Debug)]
pub struct Change {
    /// The ability.
    pub ability: Ability,
    /// Whose it is.
    pub whose: Whose,
    /// How far its owner is from the attacker, or from the target if it is the target's friend.
    pub near: Span,
    /// By which kinds of unit.
    pub by: Kinds,
    /// At which kinds of unit.
    pub at: Kinds,
    /// At which ranges.
    pub range: Span,
    /// What must hold.
    pub conditions: Vec<Condition>,
    /// Dice more or fewer.
    pub dice: i16,
    /// What is added to each die.
    pub pips: i16,
    /// What is added to the target's armor.
    pub armor: i16,
    /// What is added to its vital armor.
    pub vital: i16,
    /// What is added to the hull points of a torpedo hit.
    pub hit: i16,
    /// What is added to the successes of a 6.
    pub six: u8,
    /// Whether only a 6 counts.
    pub only_six: bool,
    /// Whether the target is concealed.
    pub cover: bool,
    /// What is added to its die for concealment.
    pub conceal: i16,
    /// Whether only a 6 conceals it.
    pub six_conceals: bool,
    /// Whether cover does not hide it.
    pub through: bool,
}

/// The changes of one weapon.
#[derive(Clone, Debug, Default)]
pub struct Changes {
    /// Of attackers.
    pub own: Rows<Change>,
    /// Of targets.
    pub target: Rows<Change>,
    /// Of others.
    pub others: Rows<Change>,
}

/// A die that may foil an attack.
#[derive(Clone, Debug)]
pub struct Foil {
    /// The ability.
    pub ability: Ability,
    /// Whether it is the target's.
    pub of_target: bool,
    /// Of attacks with these weapons.
    pub weapons: Weapons,
    /// By these kinds.
    pub by: Kinds,
    /// The faces that foil it.
    pub faces: Span,
    /// Whether the unit cannot move on the next turn.
    pub holds: bool,
}

/// A die after an attack that may turn it.
#[derive(Clone, Debug)]
pub struct Save {
    /// The ability of the target.
    pub ability: Ability,
    /// What the attack does.
    pub at: At,
    /// With which weapons.
    pub weapons: Weapons,
    /// By which kinds.
    pub by: Kinds,
    /// What must hold.
    pub conditions: Vec<Condition>,
    /// Successes that it must have exactly.
    pub exact: Option<Exact>,
    /// The face from which on it works; nothing if no die is rolled.
    pub from: Option<u8>,
    /// What it comes to then.
    pub to: To,
}

/// An ability that lifts a penalty.
#[derive(Clone, Debug)]
pub struct Lift {
    /// The ability.
    pub ability: Ability,
    /// With which weapons.
    pub weapons: Weapons,
    /// At which ranges.
    pub range: Span,
    /// What must hold.
    pub conditions: Vec<Condition>,
}

engine::tags::words! {
    /// A penalty that the rules put on an attack, and an ability may lift.
    pub enum Penalty: word {
        /// Of a crippled attacker (WST-crip-3).
        Cripple = "cripple",
        /// Of the night, by weapon (WST-night-3 to night-5).
        Night = "night",
        /// At night no guns fire at range 4 and beyond (WST-night-5).
        NightReach = "night-reach",
        /// The lower armor of an aircraft that strafes (WST-air-4); asked of attacks on it.
        Strafing = "strafing",
        /// Dice that escorts take from submarine torpedoes (WST-sub-3).
        Escorts = "escorts",
    }
}

/// Attacks that an ability forbids its owner.
#[derive(Clone, Debug)]
pub struct Forbid {
    /// With which weapons.
    pub weapons: Weapons,
    /// At which kinds.
    pub at: Kinds,
}

/// Weapons that reach farther.
#[derive(Clone, Debug)]
pub struct Reach {
    /// The ability.
    pub ability: Ability,
    /// Which weapons.
    pub weapons: Weapons,
    /// To which range.
    pub to: u8,
    /// What must hold.
    pub conditions: Vec<Condition>,
    /// Whether only a 6 counts beyond the card's own range.
    pub only_six: bool,
}

/// More dice, declared before they are rolled.
#[derive(Clone, Debug)]
pub struct Declare {
    /// The ability.
    pub ability: Ability,
    /// With which weapons.
    pub weapons: Weapons,
    /// How many more.
    pub dice: i16,
    /// Whether it costs armor until the end of the next turn.
    pub risky: bool,
}

/// A second roll.
#[derive(Clone, Debug)]
pub struct Reroll {
    /// The ability.
    pub ability: Ability,
    /// With which weapons.
    pub weapons: Weapons,
    /// What must hold.
    pub conditions: Vec<Condition>,
}

/// What is added to initiative.
#[derive(Clone, Copy, Debug)]
pub enum Lead {
    /// One for each own ship of a kind, up to a number.
    Each(Kind, i8),
    /// One, if there is another ship of a kind.
    Other(Kind),
}

/// A ship that is named for others to attack.
#[derive(Clone, Debug)]
pub struct Spotting {
    /// The ability.
    pub ability: Ability,
    /// How near it must be.
    pub within: u8,
    /// Who gets a die more.
    pub by: Kinds,
    /// With what.
    pub weapons: Weapons,
}

/// What one aircraft a turn gets from a carrier.
#[derive(Clone, Copy, Debug)]
pub struct Expert {
    /// The ability.
    pub ability: Ability,
    /// In which role.
    pub role: Kind,
    /// With what.
    pub weapon: Weapon,
    /// How many dice.
    pub dice: i16,
}

/// All that the table says.
#[derive(Clone, Debug, Default)]
pub struct Effects {
    /// Changes by weapon.
    pub changes: [Changes; Weapon::ALL.len()],
    /// Dice that foil attacks.
    pub foils: Vec<Foil>,
    /// Dice that turn attacks.
    pub saves: Vec<Save>,
    /// Penalties that are lifted, by penalty.
    pub lifts: [Rows<Lift>; Penalty::ALL.len()],
    /// Attacks that are forbidden.
    pub forbids: Rows<Forbid>,
    /// Weapons that reach farther.
    pub reaches: Rows<Reach>,
    /// Dice that are declared.
    pub declares: Vec<Declare>,
    /// Second rolls.
    pub rerolls: Vec<Reroll>,
    /// Initiative.
    pub leads: Vec<(Ability, Lead)>,
    /// Speed.
    pub speeds: Vec<(Ability, SpeedRow)>,
    /// What is added to search dice.
    pub searches: Vec<(Ability, i8)>,
    /// Ships that are named.
    pub spots: Vec<Spotting>,
    /// What aircraft get from carriers.
    pub experts: Vec<Expert>,
    /// Aircraft that an ability lets aboard.
    pub aboard: Vec<(Ability, Vec<String>)>,
    /// Whether battles are fought as edition 1 fought them. There Run Silent and Press the Attack took a
    /// point from each die or took none, a squall's point was lost on Sharpshooter, Determination was rolled
    /// for at each hit, the second side's patrols went by bombers that strike, a unit that stays gave way,
    /// and a withdrawal was measured in roster order.
    pub first_edition: bool,
    /// How each ability is used.
    classes: Vec<Class>,
    /// Abilities that change nothing in a battle.
    silent: Abilities,
    /// The rule of each ability, by its id in the ledger.
    rules: Vec<Option<String>>,
}

impl Effects {
    /// How an ability is used unless a plan says otherwise.
    pub fn class(&self, ability: Ability) -> Class {
        self.classes.get(ability as usize).copied().unwrap_or_default()
    }

    /// What an initiative roll of some units gets: the best Flagship bonus, and what abilities add, each of
    /// them once (WST-init-1, WST-init-3, WST-sa-25, WST-sa-38, WST-sa-49, WST-sa-86). Each unit comes with
    /// its Flagship bonus.
    pub fn initiative(&self, units: &[(Kind, Abilities, u8)]) -> i8 {
        let flagship = units.iter().map(|(_, _, flagship)| *flagship).max().unwrap_or(0);
        i8::try_from(flagship).unwrap_or(i8::MAX).saturating_add(self.leading(units))
    }

    /// The part of it that abilities add.
    pub fn leading(&self, units: &[(Kind, Abilities, u8)]) -> i8 {
        let of = |(ability, lead): &(Ability, Lead)| -> i8 {
            let Some(owner) = units.iter().position(|(_, own, _)| own.has(*ability)) else { return 0 };
            match lead {
                Lead::Each(kind, most) => {
                    let count = units.iter().filter(|(its, ..)| its == kind).count();
                    i8::try_from(count).unwrap_or(*most).min(*most)
                }
                Lead::Other(kind) => {
                    let other = |(at, (its, ..)): (usize, &(Kind, Abilities, u8))| at != owner && its == kind;
                    i8::from(units.iter().enumerate().any(other))
                }
            }
        };
        self.leads.iter().map(of).sum()
    }

    /// The abilities that help others in their attacks.
    pub fn helping(&self) -> Abilities {
        self.changes.iter().fold(Abilities::default(), |all, of| all.with(of.others.abilities()))
    }

    /// Whether an ability changes nothing in a battle of the campaign.
    pub fn is_silent(&self, ability: Ability) -> bool {
        self.silent.has(ability)
    }

    /// The rule of an ability, by its id in the ledger; nothing if it is none of the tactical game.
    pub fn rule(&self, ability: Ability) -> Option<&str> {
        self.rules.get(ability as usize)?.as_deref()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cards::Cards;

    #[test]
    fn the_docs_say_how_every_ability_combines_that_changes_a_roll() {
        let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../../docs/war-at-sea-abilities.md");
        let page = std::fs::read_to_string(path).unwrap();
        let cards = Cards::load(&crate::test_data::games()).unwrap();
        let Effects { changes, foils, saves, lifts, declares, rerolls, leads, speeds, searches, .. } =
            &cards.effects;
        let mut all = Abilities::default();
        for it in changes {
            let rows = [&it.own, &it.target, &it.others].into_iter().flat_map(Rows::iter);
            rows.for_each(|it| all.insert(it.ability));
        }
        lifts.iter().flat_map(Rows::iter).for_each(|it| all.insert(it.ability));
        foils.iter().map(|it| it.ability).for_each(|it| all.insert(it));
        saves.iter().map(|it| it.ability).for_each(|it| all.insert(it));
        declares.iter().map(|it| it.ability).for_each(|it| all.insert(it));
        rerolls.iter().map(|it| it.ability).for_each(|it| all.insert(it));
        leads.iter().map(|it| it.0).for_each(|it| all.insert(it));
        speeds.iter().map(|it| it.0).for_each(|it| all.insert(it));
        searches.iter().map(|it| it.0).for_each(|it| all.insert(it));
        cards.effects.spots.iter().map(|it| it.ability).for_each(|it| all.insert(it));
        cards.effects.experts.iter().map(|it| it.ability).for_each(|it| all.insert(it));
        // A name is followed by a comma, a stop, a space or the end of its cell, so that `Ace` is not found
        // in `Aces`.
        let named = |ability: &Ability| {
            let name = ability.name();
            page.match_indices(name).any(|(at, _)| {
                let [before, after] = [page[..at].chars().last(), page[at + name.len()..].chars().next()];
                [before, after].iter().all(|it| it.is_none_or(|it| !it.is_alphanumeric()))
            })
        };
        let missing: Vec<&str> = all.iter().filter(|it| !named(it)).map(Ability::name).collect();
        assert!(all.iter().count() > 100 && missing.is_empty(), "{missing:?}");
    }
}
