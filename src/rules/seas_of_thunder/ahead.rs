//! What will be asked later in a turn: keys, and where ships sail and land-based air flies, as it would be
//! put today. What comes after combat has begun nobody can foresee.

use super::key::{Key, navies};
use super::state::{Phase, Sea};
use super::{SeasOfThunder, cases, land_based_air, movement};
use engine::party::Party;
use engine::question::key::NoKey;
use engine::question::{AheadQuestion, Ask};
use engine::rulebook::two_sided::Camp;
use engine::system::{Addressed, Plans, open};

impl Plans for SeasOfThunder {
    /// What the key of a question says of it.
    ///
    /// # Errors
    /// Why no question of the match has it.
    fn asked(&self, text: &str) -> Result<Addressed, String> {
        let key = cases::keys::known(self, text).map_err(NoKey::why)?;
        Ok(Addressed { party: self.asked_in(key).map(Into::into), turn: key.turn() })
    }

    fn ahead(&self, state: &Sea, party: Party, open: &[&str]) -> Vec<AheadQuestion> {
        questions(self, state, Camp::in_match(party.side()), open)
    }
}

impl SeasOfThunder {
    /// The side to which a question is put, unless that depends on what happens.
    fn asked_in(&self, key: Key<'_>) -> Option<Camp> {
        match key {
            Key::Overstack { .. } => None,
            Key::Move { navies, .. } => self.moves_for(navies),
            Key::Declare { .. } => Some(Camp::ALLIES),
            Key::Adjust {} | Key::Request { .. } | Key::Answer { .. } => Some(Camp::AXIS),
            Key::Convoys { by, .. }
            | Key::Deploy { by }
            | Key::Reinforce { by, .. }
            | Key::Air { by, .. }
            | Key::Bid { by, .. }
            | Key::Return { by, .. }
            | Key::Battle { by, .. } => Some(by),
        }
    }

    /// The side whose navies move together under this name, if it is always the same.
    fn moves_for(&self, together: &str) -> Option<Camp> {
        let orders = self.stages.iter().flat_map(|stage| &stage.scenario.movement);
        let groups = orders.flat_map(|(_, order)| order);
        let mut sides = groups.filter(|(_, of)| navies(of) == together).map(|(side, _)| *side);
        let first = sides.next();
        first.filter(|first| sides.all(|side| side == *first))
    }
}

/// The questions of later steps of the turn that will be put to a side, in their order. `asked` are the keys
/// of those that wait.
pub(super) fn questions(system: &SeasOfThunder, sea: &Sea, side: Camp, asked: &[&str]) -> Vec<AheadQuestion> {
    let mut later = Vec::new();
    let mut add = |ask: &Ask<_, _>| {
        if ask.forced().is_none() {
            let mut question = open(system, sea, ask);
            question.about.clear();
            later.push(AheadQuestion { question, more: Vec::new() });
        }
    };
    if (Phase::Reinforcements..=Phase::Movement).contains(&sea.phase) {
        let order = system.movement_order(sea);
        let moving = asked.iter().filter_map(|key| match Key::parse(key) {
            Ok(Key::Move { navies: together, .. }) => order.iter().position(|(_, of)| navies(of) == together),
            _ => None,
        });
        let first = moving.max().map_or(0, |at| at + 1);
        for (_, nations) in order.iter().skip(first).filter(|(of, _)| *of == side) {
            add(&movement::departures(system, sea, side, nations));
        }
    }
    let last = if side == Camp::ALLIES { Phase::Movement } else { Phase::AlliedAir };
    if (Phase::Reinforcements..=last).contains(&sea.phase) {
        add(&land_based_air::flights(system, sea, side));
    }
    later
}
