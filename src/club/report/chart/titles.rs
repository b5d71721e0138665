//! What pointing at a place of the chart says.

use super::pen::{Words, draw};
use super::{Names, is_worth, worth};
use engine::problem::list_and;
use engine::view::{Control, Stack, Unit, Zone};

/// What pointing at a zone says.
pub(super) fn title(svg: &mut String, zone: &Zone<&str>, names: &Names<'_>) {
    if let Some(number) = zone.number {
        draw!(*svg, number, " ");
    }
    draw!(*svg, Words(zone.name));
    if is_worth(zone, names) {
        svg.push_str(", worth ");
        worth(svg, zone, names);
    }
    match zone.control {
        Some(Control::Held(side)) => draw!(*svg, "; held by the ", names.of(side)),
        Some(Control::Contested) => svg.push_str("; contested"),
        None => {}
    }
    forces(svg, names, &zone.own, (zone.stacks(), &zone.enemy_known));
    let convoys: Vec<&str> = names.with_convoys(zone).map(|(_, it)| it.style.article.as_str()).collect();
    if !convoys.is_empty() {
        draw!(*svg, "; ", Words(&list_and(&convoys)), " convoy");
    }
    if zone.fought {
        svg.push_str("; combat");
    }
}

/// The reader's units, and the enemy's by navy with those of them that are known; all by name where none are
/// counted.
pub(super) fn forces(
    svg: &mut String,
    names: &Names<'_>,
    own: &[Unit<&str>],
    (stacks, known): (&[Stack<&str>], &[Unit<&str>]),
) {
    let (ours, theirs) = names.marks();
    units(svg, &ours, own);
    if stacks.is_empty() {
        return units(svg, &theirs, known);
    }
    svg.push_str(&theirs);
    counted(svg, stacks);
    units(svg, "; known: ", known);
}

/// Names of units with commas, behind what tells which they are.
fn units(svg: &mut String, first: &str, units: &[Unit<&str>]) {
    for (at, unit) in units.iter().enumerate() {
        draw!(*svg, if at == 0 { first } else { ", " }, Words(unit.name));
        if let Some(side) = unit.side {
            draw!(*svg, " (", Words(side.adjective()), ")");
        }
    }
}

/// Counts of units by navy, with commas.
fn counted(svg: &mut String, stacks: &[Stack<&str>]) {
    for (at, stack) in stacks.iter().enumerate() {
        draw!(*svg, if at == 0 { "" } else { ", " }, Words(stack.navy));
        if stack.ships > 0 {
            draw!(*svg, " ", stack.ships, if stack.ships == 1 { " ship" } else { " ships" });
            if stack.at_least {
                draw!(*svg, " or more");
            }
        }
        if stack.lba > 0 {
            draw!(*svg, " ", stack.lba, " LBA");
        }
    }
}
