//! The dossier of a battle in sentences, for players who fight it at a table (battle plans 1.3).

use super::dossier::{Dossier, Force, Handicap, Hull, Plane};
use super::map::{End, Sector};
use crate::problem::{count, list_and};

impl Dossier {
    /// What players at a table must know before they set up: map, edges, night, terrain, where land bases and troops stand, how
    /// aircraft from off the map rearm, and what the campaign changes. A sentence each.
    pub fn briefing(&self) -> Vec<String> {
        let columns = self.grid().columns;
        let last = Sector::new(columns - 1, 0).to_string().remove(0);
        let [a, k] = End::BOTH.map(|end| self.side(end).name());
        let first = self.side(self.deploys_first).name();
        let mut lines = vec![
            format!("The map has {columns} columns and 8 rows."),
            format!("The {a} starts at column A, the {k} at column {last}; the {first} deploys first."),
            format!("It lasts {} turns: {} (N is night).", self.turns(), String::from(self.time)),
        ];
        lines.extend(listed("Islands", &self.islands));
        lines.extend(listed("Squalls", &self.squalls));
        if let Some(territory) = &self.territory {
            let spaces = sectors(&territory.spaces);
            lines.push(format!(
                "The island of the sector is centred on {}; its spaces: {spaces}.",
                territory.centre
            ));
        }
        for (force, side) in self.forces.iter().zip(self.sides) {
            lines.extend(force.briefing());
            if force.handicaps.contains(&Handicap::DefectiveTorpedoes) {
                lines.push(format!("Torpedoes of the {} are defective.", side.name()));
            }
        }
        if let Some(relief) = &self.relief {
            let units = list_and(&relief.units);
            lines.push(format!("In relief of the convoy, on turn {}: {units}.", relief.turn));
        }
        if !self.reminders.is_empty() {
            lines.push(format!("Remember: {}.", self.reminders.join("; ")));
        }
        lines
    }
}

impl Force {
    fn briefing(&self) -> impl Iterator<Item = String> {
        let standing = self.ashore.iter().filter_map(Hull::briefing);
        let port = self.in_port.iter().map(|hull| format!("{} stays in port, out of the battle.", hull.unit));
        standing.chain(self.aircraft.iter().map(Plane::briefing)).chain(port)
    }
}

impl Hull {
    fn briefing(&self) -> Option<String> {
        match &self.aboard {
            Some(ship) => Some(format!("{} is aboard {ship}.", self.unit)),
            None if self.at.is_empty() => None,
            None => Some(format!("{} stands at {}.", self.unit, sectors(&self.at))),
        }
    }
}

impl Plane {
    fn briefing(&self) -> String {
        let Plane { unit, base, markers, one_mission, .. } = self;
        match markers {
            _ if *one_mission => format!("{unit} from {base} flies one mission and leaves."),
            Some(markers) => {
                let markers = count(usize::from(*markers), "rearm marker");
                format!("{unit} from {base} gets {markers} after each mission.")
            }
            None => format!("{unit} is based at {base}."),
        }
    }
}

fn listed(what: &str, at: &[Sector]) -> Option<String> {
    (!at.is_empty()).then(|| format!("{what}: {}.", sectors(at)))
}

fn sectors(at: &[Sector]) -> String {
    let words: Vec<String> = at.iter().map(ToString::to_string).collect();
    list_and(&words)
}
