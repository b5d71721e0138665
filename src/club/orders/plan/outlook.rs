//! What the check says of plans.

use engine::draft::Groups;
use engine::draft::plan::{Hold, Otherwise, PlanDraft};
use engine::problem::count;
use engine::table::judge::groups::in_answer;
use engine::table::judge::plan::{rows, whole};
use engine::view::Packet;

/// What a plan will do, in one sentence; `number` is its place in the file. Rows are judged as things stand,
/// if the packet says what its question would ask.
pub fn outlook(packet: &Packet, number: usize, plan: &PlanDraft, groups: &Groups) -> String {
    let hold = match plan.hold {
        Hold::Firm => "firm, counts whatever becomes known",
        Hold::Fresh => "fresh, void once a die falls or another side is heard",
    };
    let otherwise = match plan.otherwise {
        Otherwise::Ask => "you are asked",
        Otherwise::Doctrine => "your doctrine answers",
        Otherwise::Silence => "the default stands",
    };
    let key = &plan.answer.key.text;
    let rows = standing(packet, plan, groups);
    format!("plan {number}, {key}: {hold}; {rows}; what is void: {otherwise}")
}

/// How many rows of a plan would count as things stand, and why others would not.
fn standing(packet: &Packet, plan: &PlanDraft, groups: &Groups) -> String {
    let Some(later) = packet.later(&plan.answer.key.text) else {
        return "its rows are judged when it is reached".to_owned();
    };
    let judged = rows(&later.question, &in_answer(&later.question, groups, &plan.answer));
    let all = judged.order.len() + judged.voids.len();
    let broken = if judged.are_all_void() { None } else { whole(&later.question, &judged).err() };
    let counting = if broken.is_some() { 0 } else { judged.order.len() };
    let voids: Vec<String> = judged.voids.into_iter().chain(broken).collect();
    if all == 0 && voids.is_empty() {
        return "all is left to the default".to_owned();
    }
    let told = format!("as things stand {counting} of {} would count", count(all, "row"));
    if voids.is_empty() { told } else { format!("{told} ({})", voids.join("; ")) }
}
