//! The tracks: what each side scored in a turn, and who leads (2.8).

use serde::{Deserialize, Serialize};

use super::super::board::Theatre;
use engine::rulebook::two_sided::{BySide, Camp};

/// What a side was given points for on one track.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Columns {
    /// Sea areas controlled (17.14).
    pub areas: u16,
    /// Enemy shipping sunk by submarines and Hilfskreuzer (14.26, 15.2).
    pub shipping: u16,
    /// Ports and bases held, where the scenario rewards it.
    pub bases: u16,
    /// Enemy ports raided by carriers, where the scenario rewards it.
    pub raids: u16,
    /// Points given or taken by the umpire's rulings.
    pub rulings: i32,
    /// Points that the side lost for ships that did not leave the neutral port (2.343).
    #[serde(default, skip_serializing_if = "is_zero")]
    pub fines: u16,
}

fn is_zero(it: &u16) -> bool {
    *it == 0
}

impl Columns {
    /// The sum of the columns.
    pub fn total(&self) -> i32 {
        let scored = [self.areas, self.shipping, self.bases, self.raids];
        scored.into_iter().map(i32::from).sum::<i32>() + self.rulings - i32::from(self.fines)
    }
}

/// What both sides scored in a turn, on each track (2.8).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Tracks {
    /// The Atlantic track.
    pub atlantic: BySide<Columns>,
    /// The Pacific track.
    pub pacific: BySide<Columns>,
}

impl Tracks {
    /// The track of a theatre.
    pub fn of(&self, theatre: Theatre) -> &BySide<Columns> {
        match theatre {
            Theatre::Atlantic => &self.atlantic,
            Theatre::Pacific => &self.pacific,
        }
    }

    /// The track of a theatre, to be changed.
    pub fn of_mut(&mut self, theatre: Theatre) -> &mut BySide<Columns> {
        match theatre {
            Theatre::Atlantic => &mut self.atlantic,
            Theatre::Pacific => &mut self.pacific,
        }
    }
}

/// How far the Allies lead on each track of the standard game; below zero the Axis leads (2.8).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Leads {
    /// The Atlantic track.
    pub atlantic: i8,
    /// The Pacific track.
    pub pacific: i8,
}

/// No side can lead by more (2.8).
pub const MOST_LEAD: i8 = 29;

impl Leads {
    pub(super) fn is_level(&self) -> bool {
        *self == Leads::default()
    }

    /// The lead on a track.
    pub fn of(&self, track: Theatre) -> i8 {
        match track {
            Theatre::Atlantic => self.atlantic,
            Theatre::Pacific => self.pacific,
        }
    }

    /// Who leads on a track, if anybody does, and by how much.
    pub fn by(&self, track: Theatre) -> (Option<Camp>, u8) {
        let lead = self.of(track);
        let side = match lead {
            0 => None,
            1.. => Some(Camp::ALLIES),
            _ => Some(Camp::AXIS),
        };
        (side, lead.unsigned_abs())
    }

    /// A side gains points on a track, as far as the track goes (2.8).
    pub fn gain(&mut self, track: Theatre, side: Camp, points: i32) {
        let sign = if side == Camp::ALLIES { 1 } else { -1 };
        self.set(track, i32::from(self.of(track)) + sign * points);
    }

    /// Sets the lead on a track, as far as the track goes.
    pub fn set(&mut self, track: Theatre, lead: i32) {
        let most = i32::from(MOST_LEAD);
        let lead = lead.clamp(-most, most) as i8;
        match track {
            Theatre::Atlantic => self.atlantic = lead,
            Theatre::Pacific => self.pacific = lead,
        }
    }
}
