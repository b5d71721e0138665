//! What several lines are made of: units at a place, damage, flags, dice.

use serde::Serialize;

use super::event::Intent;
use engine::rulebook::two_sided::Camp;

/// Units at a place.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Group {
    /// The place, or the retreating group, in words.
    pub place: String,
    /// The names of the units, in one text.
    pub units: String,
}

/// A ship and how many damage points it is rid of.
#[derive(Serialize)]
pub struct Repair {
    /// The ship's name.
    pub unit: String,
    /// The damage points removed.
    pub points: u8,
}

/// A unit and its damage points.
#[derive(Serialize)]
pub struct Damage {
    /// The unit's name.
    pub unit: String,
    /// The damage points that it has now.
    pub damage: u8,
}

/// An area and whose flag lies on it.
#[derive(Serialize)]
pub struct Flag {
    /// The area.
    pub zone: String,
    /// Whose flag it is.
    pub control: Camp,
}

/// What some task forces will do.
#[derive(Serialize)]
pub struct Stated {
    /// `landing`, `searching` or `hiding`.
    pub intent: &'static str,
    /// Their numbers.
    pub forces: Vec<u8>,
}

impl Stated {
    /// Task forces with what they will do, those together that do the same.
    pub(super) fn gathered(intents: &[(u8, Intent)]) -> Vec<Stated> {
        let of = |intent: Intent| {
            let forces = intents.iter().filter(|(_, stated)| *stated == intent).map(|(force, _)| *force);
            Stated { intent: intent.id(), forces: forces.collect() }
        };
        Intent::ALL.map(of).into_iter().filter(|it| !it.forces.is_empty()).collect()
    }
}

/// A die for an enemy task force.
#[derive(Serialize)]
pub struct Look {
    /// The number of the force.
    pub force: u8,
    /// The die.
    pub die: u8,
}

/// An area and the faces of a die that bring a group of uncertain location there.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Chance {
    /// The area.
    pub place: String,
    /// The faces.
    pub faces: Vec<usize>,
}

/// A group of uncertain location and its two dice.
#[derive(Serialize)]
pub struct Rolled {
    /// The group.
    pub group: String,
    /// The dice: where it is, and whether it lies in port.
    pub dice: [u8; 2],
}
