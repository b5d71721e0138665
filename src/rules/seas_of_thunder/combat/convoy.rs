//! 5.5.4.8 and 5.5.4.9: those in Surface Reserve, then those in Convoy Attacks, attack an enemy convoy.

use super::{SIDES, convoy_of, in_box, standing_aside};
use crate::Table;
use crate::board::ZoneId;
use crate::event::Event;
use crate::pieces::UnitId;
use crate::state::MatBox;
use engine::question::key::Part;
use engine::table::Step;

/// Up to this face a die sinks a convoy (SOT-5.5.4.8-2).
pub(crate) const CONVOY_HIT: u8 = 3;

/// Each unit rolls one die, each submarine two; any die of 1 to 3 sinks the convoy (SOT-5.5.4.8-2,
/// SOT-5.5.4.9-2). Enemy warships do not shield it (SOT-5.5.4.8-3).
///
/// *Ruling:* all that may attack do, and nobody is asked, since it costs nothing (SOT-5.5.4.8-2); any
/// submarine class counts as a Sub unit (SOT-5.5.4.8-4); a navy that stands aside rolls from Convoy Attacks
/// too (SOT-13.S1-11).
pub(super) fn attack(table: &mut Table, zone: ZoneId, from: MatBox) -> Step<()> {
    for by in SIDES {
        let Some(token) = convoy_of(table, zone, by.enemy()) else { continue };
        let mut units: Vec<UnitId> = in_box(table, zone, by, from);
        if from == MatBox::Convoy {
            units.extend(standing_aside(table, zone, by));
        }
        let submarine = |unit: &UnitId| table.system().counter(*unit).class.is_submarine();
        let count = units.len() + units.iter().filter(|unit| submarine(unit)).count();
        if count == 0 {
            continue;
        }
        let id = &table.system().pieces.tokens[token.0 as usize].id;
        let label =
            table.worded(|| format!("t{}/{}/convoy/{id}/{}", table.state().turn, zone.text(), from.id()));
        let dice = table.roll(label, count)?;
        let sunk = dice.iter().any(|&face| face <= CONVOY_HIT);
        table.record(Event::ConvoyAttacked { zone, token, by, from, units, dice, sunk })?;
    }
    Ok(())
}
