//! Ports: what the rulebook says of single boxes on the mats.

use super::map::SideWord;
use super::*;
use crate::board::Holder;

/// What is said of a port: in one scenario, or in any where none is named.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Said {
    scenario: Option<u8>,
    flag: Option<Nation>,
    zone: Option<u8>,
    side: Option<SideWord>,
    capacity: Option<Capacity>,
    ships: Option<BTreeSet<Nation>>,
    ships_include: Option<BTreeSet<Nation>>,
    lba: Option<BTreeSet<Nation>>,
}

/// SOT-2.0-11 and SOT-2.0-12.
pub(super) fn stated(values: &Value, data: &Data) -> Judged {
    let ports: BTreeMap<String, Said> = super::values(values)?;
    let broken = ports.into_iter().filter_map(|(name, said)| {
        let those =
            data.laid.iter().filter(|laid| said.scenario.is_none_or(|number| laid.row.number == number));
        let boards: Vec<&Board> = those.map(|laid| &laid.board).collect();
        let found = |board: &&Board| board.port_named(&name).is_some_and(|id| said.holds(board.port(id)));
        let at = said.scenario.map_or(String::new(), |number| format!(" in scenario {number}"));
        (!boards.iter().any(found)).then(|| format!("{name}{at}: not as the rulebook says"))
    });
    Ok(broken.collect())
}

impl Said {
    fn holds(&self, port: &Port) -> bool {
        let set = |list: &[Nation]| list.iter().copied().collect::<BTreeSet<_>>();
        let Port { mat: Mat { holder, ships, lba, capacity, .. }, .. } = port;
        self.flag.is_none_or(|flag| port.flag == Some(flag))
            && self.zone.is_none_or(|zone| port.zones.contains(&ZoneId(zone)))
            && self.side.is_none_or(|side| *holder == Holder::Camp(side.side()))
            && self.capacity.is_none_or(|it| it == *capacity)
            && self.ships.as_ref().is_none_or(|it| *it == set(ships))
            && self.ships_include.as_ref().is_none_or(|it| it.is_subset(&set(ships)))
            && self.lba.as_ref().is_none_or(|it| *it == set(lba))
    }
}
