//! 11.13 Convoy battles: who meets whom where convoys are, and interception.

use super::battle;
use super::forces::Part;
use crate::board::SectorId;
use crate::event::Event;
use crate::state::{Hunt, War};
use crate::{Table, WarAtSea};
use engine::side::Side;
use engine::table::Step;

/// The turn to which the difference of the rolls is added (WSC-11.13-10).
const RELIEF: u8 = 3;

/// How the task force of a side comes at an enemy's convoy.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Chase {
    /// Not at all.
    No,
    /// Nobody defends the convoy.
    Free,
    /// Both roll.
    Rolled,
}

impl WarAtSea {
    /// Whether a side has a task force in a sector.
    fn has_fleet(&self, war: &War, (side, enemy): (Side, Side), at: SectorId) -> bool {
        !self.part(war, (side, enemy), at, Part::Fleet).ships.is_empty()
    }

    /// How a hunter's task force comes at a convoy (WSC-11.13-3, WSC-11.13-4, WSC-11.13-7). A convoy without
    /// a task force is at the mercy of an enemy's.
    fn chase(&self, war: &War, [owner, hunter]: [Side; 2], at: SectorId) -> Chase {
        if !self.has_fleet(war, (hunter, owner), at) {
            return Chase::No;
        }
        if !self.has_fleet(war, (owner, hunter), at) {
            return Chase::Free;
        }
        match () {
            () if self.has_convoy(war, hunter, at) => Chase::No,
            () if !war.hunts(hunter, at, Hunt::Intercept) => Chase::No,
            () if war.hunts(owner, at, Hunt::Leave) => Chase::Free,
            () => Chase::Rolled,
        }
    }
}

/// The battles of two sides in a sector (WSC-11.13-1): one for each convoy that is attacked, and that of the
/// task forces unless they have met over a convoy.
pub(super) fn engage(table: &mut Table<'_>, at: SectorId, sides: [Side; 2], number: &mut u8) -> Step<()> {
    let mut met = false;
    for [owner, hunter] in [sides, [sides[1], sides[0]]] {
        let (system, war) = (table.system(), table.state());
        if !system.has_convoy(war, owner, at) {
            continue;
        }
        let (mut attack, mut guard, mut relief) = (Part::Raiders, Part::Convoy, None);
        match system.chase(war, [owner, hunter], at) {
            Chase::No => {}
            Chase::Free => attack = Part::Hunters,
            Chase::Rolled => {
                if let Some(turn) = intercept(table, at, [owner, hunter])? {
                    (attack, guard, relief) = (Part::Hunters, Part::Relieved, Some(turn));
                }
            }
        }
        let (system, war) = (table.system(), table.state());
        let convoy = system.part(war, (owner, hunter), at, Part::Convoy);
        let hunters = system.part(war, (hunter, owner), at, attack);
        if convoy.ships.is_empty() || hunters.is_empty() {
            continue;
        }
        met |= attack == Part::Hunters && system.has_fleet(war, (owner, hunter), at);
        *number += 1;
        battle(table, at, *number, [owner, hunter], [guard, attack], relief)?;
    }
    let (system, war) = (table.system(), table.state());
    let forces = [0, 1].map(|of| system.part(war, (sides[of], sides[1 - of]), at, Part::Fleet));
    if !met && system.meet(&forces[0], &forces[1]) {
        *number += 1;
        battle(table, at, *number, sides, [Part::Fleet; 2], None)?;
    }
    Ok(())
}

/// Both task forces roll; the turn on which the convoy is relieved if the hunter is ahead, nothing if not
/// (WSC-11.13-4 to WSC-11.13-6, WSC-11.13-10).
fn intercept(table: &mut Table<'_>, at: SectorId, [owner, hunter]: [Side; 2]) -> Step<Option<u8>> {
    let mut totals = [0; 2];
    for (total, pair) in totals.iter_mut().zip([(owner, hunter), (hunter, owner)]) {
        let (system, war) = (table.system(), table.state());
        let prefix = system.waters_prefix(war.turn, at);
        let dice = table.roll(format!("{prefix}/intercept/{}/{}", owner.id(), pair.0.id()), 2)?;
        let bonus = table.system().initiative(table.state(), pair, at, Part::Fleet);
        *total = dice.iter().sum::<u8>().saturating_add_signed(bonus);
    }
    let [guard, chase] = totals;
    table.record(Event::Intercepted { at, owner, hunter, guard, chase })?;
    Ok((chase > guard).then(|| RELIEF + chase - guard))
}
