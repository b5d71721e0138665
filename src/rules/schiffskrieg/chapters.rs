//! Single chapters, as a case plays them or an event brings them.

use super::state::{Due, Goal, Post, SupportId};
use super::{
    Table, base_attack, building, cards, companion, conditional, fortunes, homecoming, luck, minors,
    naval_war, patrol, placement, political, raids, rebasing, scoring, set_up, special, theatres,
};
use engine::table::Step;

/// Plays what is due.
pub(super) fn play(table: &mut Table, due: Due) -> Step<()> {
    match due {
        Due::CommerceRaid(map) => raids::commerce_raid(table, map),
        Due::BaseRaid(faction, base) => base_attack::raid(table, faction, base, 1),
        Due::Strike(faction, base) => base_attack::strike_of_line(table, faction, base),
        Due::Patrol(faction, boat, zone) => patrol::sub_patrol(table, faction, boat, zone, 1),
        Due::Build(faction) => building::build(table, faction),
        Due::Reorganize(faction) => building::reorganize(table, faction),
        Due::Recall => theatres::emergency_recall(table),
        Due::Servron => special::servrons(table),
        Due::Reserves => special::reserves(table),
        Due::Markers => special::turn_markers(table),
        Due::Activate(country, faction) => minors::activate(table, country, faction),
        Due::Political(faction, map, event) => political::play(table, faction, map, event),
        Due::Conditional(country, event) => conditional::play(table, country, event),
        Due::WarState(front, state) => theatres::war_state(table, front, state),
        Due::Card(faction, map, number) => cards::revealed(table, faction, map, number),
        Due::EnemyEnters(base) => special::enemy_enters(table, base),
        Due::HoldReserves => special::hold_reserves(table),
        Due::TurnOver => luck::turn_over(table),
        Due::Fortunes(faction, map) => fortunes::play(table, faction, map),
        Due::Checks => conditional::final_checks(table),
        Due::Place(support, goal) => placed_by_case(table, support, goal),
        Due::Rebase(faction) => rebasing::rebase(table, faction),
        Due::Return => homecoming::homecoming(table),
        Due::Score => scoring::score(table),
        Due::SetUp => {
            companion::before_set_up(table)?;
            set_up::set_up(table)
        }
        Due::Leaves(country) => minors::conquer(table, country),
        Due::Release(map, event) => naval_war::release(table, map, usize::from(event)),
        Due::Battle | Due::Delay(_) | Due::Shipyard => Ok(()),
    }
}

/// Only cases place a unit besides its Support Segment. One that cannot go there would form nothing, and the
/// case would seem to have been played.
fn placed_by_case(table: &mut Table, support: SupportId, goal: Goal) -> Step<()> {
    let (system, sea) = (table.system(), table.state());
    let word = system.support_word(support);
    let Some(faction) = system.faction_of_support(sea, support) else {
        return table.fault(format!("{word} serves no faction, so it cannot be placed"));
    };
    // A case may place where the house rules of the naval war do not; what the book asks is a legal Task
    // Force.
    let is_pooled = sea.support[usize::from(support.0)].post == Post::ForcePool;
    if is_pooled && !system.can_form_at(sea, faction, support, goal) {
        let to = system.goal_word(goal);
        return table.fault(format!("{word} cannot be placed at {to} now (SK-3.1-1)"));
    }
    placement::place(table, faction, support, goal, 1)
}
