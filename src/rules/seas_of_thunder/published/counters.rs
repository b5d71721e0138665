//! Counters: the lines that are printed in the rulebook, and when minor nations enter.

use super::*;
use crate::pieces::{Counter, Special};
use crate::print::special_of;

/// SOT-14-31 and SOT-14-32: every printed line is that of some counter.
pub(super) fn lines(values: &Value, data: &Data) -> Judged {
    #[derive(Deserialize)]
    struct Lines {
        units: Vec<String>,
    }
    let Lines { units: published } = super::values(values)?;
    let ships = data.units.units.iter().filter_map(|unit| Some((&unit.name, whole_line(unit)?)));
    let air = data.lba.lba.iter().map(|unit| {
        let line = Counter::write_line(Class::Lba, (0, Special::Air(unit.air), 0, 0));
        (&unit.name, format!("{} {} {} {line}", unit.name, unit.turn_of_entry, Class::Lba))
    });
    let own: Vec<(&String, String)> = ships.chain(air).collect();
    let known: BTreeSet<&str> = own.iter().map(|(_, line)| line.as_str()).collect();
    let missed = published.iter().filter(|line| !known.contains(line.as_str()));
    let broken = missed.map(|line| {
        let alike = |(name, _): &&(&String, String)| {
            line.strip_prefix(name.as_str()).is_some_and(|it| it.starts_with(' '))
        };
        let near: Vec<&str> = own.iter().filter(alike).map(|(_, own)| own.as_str()).collect();
        format!(
            "published {line}, here {}",
            if near.is_empty() { "no such counter".to_owned() } else { near.join(", ") }
        )
    });
    Ok(broken.collect())
}

/// Name, turn of entry, class and values of a ship, as the rulebook writes them.
fn whole_line(unit: &UnitRow) -> Option<String> {
    let values = (unit.gunnery, special_of(unit).ok()?, unit.survivability, unit.range);
    let line = Counter::write_line(unit.class, values);
    Some(format!("{} {} {} {line}", unit.name, unit.turn_of_entry, unit.class))
}

/// SOT-12.0-9: the first turn of nations that no scenario lists in time.
pub(super) fn entries(values: &Value, data: &Data) -> Judged {
    #[derive(Deserialize)]
    struct Entries {
        peru_entry_turn: u8,
        chile_entry_turn: u8,
    }
    let published: Entries = super::values(values)?;
    let first = |nation: Nation| {
        let ships = data.units.units.iter().map(|unit| (unit.nation, unit.turn_of_entry));
        let air = data.lba.lba.iter().map(|unit| (unit.nation, unit.turn_of_entry));
        ships.chain(air).filter(|(whose, _)| *whose == nation).map(|(_, turn)| turn).min().unwrap_or_default()
    };
    let broken = [(Nation::Peru, published.peru_entry_turn), (Nation::Chile, published.chile_entry_turn)];
    Ok(broken
        .into_iter()
        .filter_map(|(nation, turn)| differs(nation.name(), &first(nation), &turn))
        .collect())
}
