//! The tactical game of War at Sea: ships, boats, aircraft and troops on a map of sectors, fought from two
//! sealed battle plans (WST; battle plans 3 to 7). A campaign brings the forces and takes the result; a table
//! with two fleets will do.
//!
//! A battle is a pure function of its [dossier](Dossier), two [plans](Plan) and the faces of its dice:
//! [`fight`]. It asks nobody anything, so whatever a player decides stands in his plan.
//!
//! Invariant of absence: nothing here knows a campaign, its map, its turns or its sides, a match or a
//! question. Nothing reads a clock, a file or a hash map's order.
//!
//! Start reading in [`battle`]: one function for each phase, in the order of the book. From there `combat` is
//! the four phases of attacks, [`attack`] one attack, and [`ability`] what special abilities change in it;
//! each that has code has a file of its own in `abilities`.
//! [`cards`] and [`effects`] are the data; [`dossier`] is what a battle begins with and [`report`] what came
//! of it.

#![cfg_attr(
    test,
    allow(
        clippy::disallowed_macros,
        clippy::disallowed_methods,
        clippy::disallowed_types,
        reason = "tests may see the machine"
    )
)]

/// The unit cards.
pub mod cards;
/// What special abilities change.
pub mod effects;

/// What a battle begins with.
pub mod dossier;
/// The dossier in sentences.
mod briefing;
/// Battle plans.
pub mod plan;
/// Two fleets on their own.
pub mod muster;
/// Dice by label.
pub mod dice;
/// Chances of dice.
pub mod chance;
/// How dice fell.
mod fortune;
/// Rolls before the battle.
pub mod water;

/// A battle while it is fought.
pub mod battle;
/// The battle map.
pub mod map;
/// The units of a side.
pub mod roster;
/// The position.
pub mod field;
/// Set-up.
mod setup;
/// The start of a turn.
mod start;
/// Sea Movement.
mod movement;
/// Where ships get to.
mod ways;
/// Air Mission.
mod mission;
/// The four phases of attacks.
mod combat;
/// One attack.
pub mod attack;
/// Whom a unit attacks.
pub mod target;
/// Land bases and ground units.
mod ground;
/// Air Return.
mod homecoming;
/// End of turn and result.
mod finish;
/// Special abilities: where they are asked.
pub mod ability;
/// Special abilities with code.
mod abilities;

/// What happens.
pub mod log;
/// What came of it.
pub mod report;
/// A battle as a short story.
pub mod tale;
/// Pictures of the battle map.
pub mod picture;
/// The dossier as a page.
pub mod page;

/// Parts of battles, as cases write them.
#[cfg(any(test, feature = "fixture"))]
pub mod fixture;
#[cfg(test)]
mod test_data;
#[cfg(test)]
mod tests;

pub use battle::{Battle, Name, Outcome, fight};
pub use dice::{Dice, Label};
pub use dossier::Dossier;
pub use log::{Entry, Id, Phase};
pub use map::{End, Sector};
pub use plan::Plan;
pub use report::Report;
pub use setup::Units;

/// The folder of `games/` that holds the cards, the abilities and the named plans.
const DATA: &str = "war-at-sea";
