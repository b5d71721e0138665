//! The dossier of a battle in sentences, for players who fight it at a table (battle plans 1.3).

use super::dossier::{Dossier, Force, Handicap, Hull, Plane};
use super::map::{End, Sector};
use engine::problem::{count, list_and};

impl Dossier {
    /// What players at a table must know before they set up: map, edges, night, terrain, where land bases and
    /// troops stand, how aircraft from off the map rearm, and what the campaign changes. A sentence each.
    pub fn briefing(&self) -> Vec<String> {
        let mut lines = self.setting();
        let of_units = self.forces.iter().zip(self.sides).flat_map(|(force, side)| {
            let bad = force.handicaps.contains(&Handicap::DefectiveTorpedoes);
            force.briefing().chain(bad.then(|| format!("Torpedoes of the {} are defective.", side.name())))
        });
        // What is remembered stands last.
        let remember = lines.len() - usize::from(!self.reminders.is_empty());
        lines.splice(remember..remember, of_units);
        lines
    }

    /// The same without what it says of single units.
    pub fn setting(&self) -> Vec<String> {
        let columns = self.grid().columns;
        let last = Sector::new(columns - 1, 0).to_string().remove(0);
        let [a, k] = End::BOTH.map(|end| self.side(end).name());
        let first = self.side(self.deploys_first).name();
        let mut lines = vec![
            format!("The map has {columns} columns and 8 rows."),
            format!(
                "Column A is the edge of the {a}, column {last} that of the {k}; first to deploy: the {first}."
            ),
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
        let standing =
            self.ashore.iter().filter_map(|hull| Some(format!("{} {}.", hull.unit, hull.standing()?)));
        let port = self.in_port.iter().map(|hull| format!("{} stays in port, out of the battle.", hull.unit));
        let based = self.aircraft.iter().map(|plane| format!("{} {}.", plane.unit, plane.basing()));
        standing.chain(based).chain(port)
    }
}

impl Hull {
    /// Where it is, as the rest of a sentence about it: `stands at C5`.
    pub(super) fn standing(&self) -> Option<String> {
        match &self.aboard {
            Some(ship) => Some(format!("is aboard {ship}")),
            None if self.at.is_empty() => None,
            None => Some(format!("stands at {}", sectors(&self.at))),
        }
    }
}

impl Plane {
    /// Where it is based and how it rearms, as the rest of a sentence about it.
    pub(super) fn basing(&self) -> String {
        let Plane { base, markers, one_mission, .. } = self;
        match markers {
            _ if *one_mission => format!("from {base} flies one mission and leaves"),
            Some(markers) => {
                let markers = count(usize::from(*markers), "rearm marker");
                format!("from {base} gets {markers} after each mission")
            }
            None => format!("is based at {base}"),
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
