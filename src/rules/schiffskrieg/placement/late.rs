//! 3.3.2.2 Task Forces of which every ship is late.

use super::super::Table;
use super::super::board::SeaMap;
use super::super::event::{End, Event};
use super::super::faction::Faction;
use super::super::pieces::UnitId;
use super::super::state::{Place, Post, SupportId};
use super::{Placement, came_out};
use engine::table::Step;

/// Whoever contests, as far as it is in time.
pub(super) struct Late<'a> {
    /// Whose it is.
    pub enemy: Faction,
    /// The pieces that are in time.
    pub there: &'a [UnitId],
    /// The support unit.
    pub support: SupportId,
}

/// SK-3.3.2.2-4 Whether every ship of a Task Force was late, and it had one.
pub(super) fn all_late(table: &Table, left: &[UnitId], late: &[UnitId]) -> bool {
    let ship = |unit: &UnitId| table.system().counters[*unit].is_ship();
    !late.is_empty() && !left.iter().any(ship)
}

/// 3.3.2.2 One side or both were late altogether. Whether the placement may be contested again.
pub(super) fn missed(
    table: &mut Table,
    placed: &mut Placement,
    (gone, enemy_gone): (bool, bool),
    contester: Late<'_>,
) -> Step<bool> {
    let Late { enemy, there, support } = contester;
    let first_edition = table.system().is_first_edition();
    let (end, rule) = match (gone, enemy_gone) {
        (true, true) => (End::Stalemate, "SK-3.3.2.2-6"),
        (true, false) => (End::Repulsion, "SK-3.3.2.2-3"),
        _ => (End::Success, "SK-3.3.2.2-2"),
    };
    came_out(table, end, rule)?;
    // The first edition wrote down the enemy's pieces as those of whoever places.
    let enemy = if first_edition { placed.faction } else { enemy };
    let delay = |unit: SupportId| table.state().support[usize::from(unit.0)].delay_box();
    let again = match end {
        End::Stalemate => {
            let posts = [(placed.support, delay(placed.support)), (support, delay(support))];
            let force = placed.force.clone();
            attachments(table, placed.map, placed.faction, &force, Place::NavalDelay(placed.map))?;
            attachments(table, placed.map, enemy, there, Place::NavalDelay(placed.map))?;
            for (support, post) in posts {
                table.record(Event::Posted { support, post })?;
            }
            false
        }
        // SK-3.3.2.2-3 The unit that contested and all that came with it are where they were.
        End::Repulsion => {
            let force = placed.force.clone();
            attachments(table, placed.map, placed.faction, &force, Place::NavalDelay(placed.map))?;
            table.record(Event::Posted { support: placed.support, post: Post::UsedAsset })?;
            false
        }
        // SK-3.3.2.2-2 As after a Limited Victory.
        End::Success => {
            attachments(table, placed.map, enemy, there, Place::NavalDelay(placed.map))?;
            table.record(Event::Posted { support, post: Post::UsedAsset })?;
            true
        }
    };
    // Where the placement is lost, the battle of the contest before is over as well.
    if !again && !first_edition && table.state().battle.is_some() {
        table.record(Event::BattleEnded { faction: placed.faction })?;
    }
    Ok(again)
}

/// LBAs go to the Used Asset Box, X-boats where it is said; what is a ship stays with its force.
pub(super) fn attachments(
    table: &mut Table,
    map: SeaMap,
    faction: Faction,
    force: &[UnitId],
    boats: Place,
) -> Step<()> {
    let system = table.system();
    let place = |unit: &UnitId| {
        let of = &system.counters[*unit];
        let place = if of.is_lba() { Some(Place::UsedAsset(map)) } else { of.is_boat().then_some(boats) };
        place.map(|place| (*unit, place))
    };
    let units: Vec<(UnitId, Place)> = force.iter().filter_map(place).collect();
    if units.is_empty() {
        return Ok(());
    }
    table.record(Event::Moved { faction, rule: "SK-3.3.2.2-4".to_owned(), units })
}
