//! The three factions, which are the sides of a match, and values by faction.

use std::ops::{Index, IndexMut};

use serde::{Deserialize, Serialize};

use engine::party::Party;
use engine::rulebook::two_sided::AXIS;
use engine::side::{Flag, Side};
use engine::tags::words;

words! {
    /// A faction, in the order in which they take their turns.
    #[derive(PartialOrd, Ord, Hash, Serialize, Deserialize)]
    #[serde(rename_all = "lowercase")]
    pub enum Faction: id {
        /// The Axis.
        Axis = "axis",
        /// The Western faction.
        Western = "western",
        /// The Soviet faction.
        Soviet = "soviet",
    }
}

static WESTERN_FLAG: Flag =
    Flag { id: "western", name: "Western faction", adjective: "Western", colour: "#1d5fa8", order: 2 };
static SOVIET_FLAG: Flag =
    Flag { id: "soviet", name: "Soviet faction", adjective: "Soviet", colour: "#9f1239", order: 3 };

/// The Western faction as a side.
pub const WESTERN: Side = Side::of(&WESTERN_FLAG);
/// The Soviet faction as a side.
pub const SOVIET: Side = Side::of(&SOVIET_FLAG);
/// The sides in the order in which they take their turns.
pub const SIDES: &[Side] = &[AXIS, WESTERN, SOVIET];
/// Each side is one party.
pub const PARTIES: &[Party] = &[Party::of(AXIS), Party::of(WESTERN), Party::of(SOVIET)];

/// The sides and parties of a match in which one faction has no part, in the order of the factions.
const WITHOUT: [(&[Side], &[Party]); 3] = [
    (&[WESTERN, SOVIET], &[Party::of(WESTERN), Party::of(SOVIET)]),
    (&[AXIS, SOVIET], &[Party::of(AXIS), Party::of(SOVIET)]),
    (&[AXIS, WESTERN], &[Party::of(AXIS), Party::of(WESTERN)]),
];

/// The sides and parties of a match in which these factions have a part: two of them, or all.
pub(super) fn present(factions: impl Iterator<Item = Faction>) -> (&'static [Side], &'static [Party]) {
    let factions: Vec<Faction> = factions.collect();
    let absent = Faction::ALL.into_iter().find(|faction| !factions.contains(faction));
    absent.map_or((SIDES, PARTIES), |faction| WITHOUT[faction as usize])
}

impl Faction {
    /// The faction as a side.
    #[inline]
    pub const fn side(self) -> Side {
        match self {
            Faction::Axis => AXIS,
            Faction::Western => WESTERN,
            Faction::Soviet => SOVIET,
        }
    }

    /// The faction of a side, if it is one of the three.
    pub fn of(side: Side) -> Option<Faction> {
        Faction::ALL.into_iter().find(|faction| faction.side() == side)
    }

    /// The other two, in order.
    pub fn others(self) -> impl Iterator<Item = Faction> {
        Faction::ALL.into_iter().filter(move |it| *it != self)
    }
}

/// One value for each faction.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct ByFaction<T> {
    /// Of the Axis.
    pub axis: T,
    /// Of the Western faction.
    pub western: T,
    /// Of the Soviet faction.
    pub soviet: T,
}

impl<T> ByFaction<T> {
    /// A value worked out for each.
    pub fn from_fn(mut of: impl FnMut(Faction) -> T) -> ByFaction<T> {
        ByFaction { axis: of(Faction::Axis), western: of(Faction::Western), soviet: of(Faction::Soviet) }
    }

    /// The values in the order of turns.
    pub fn iter(&self) -> impl Iterator<Item = (Faction, &T)> {
        Faction::ALL.into_iter().map(|faction| (faction, &self[faction]))
    }
}

impl<T> Index<Faction> for ByFaction<T> {
    type Output = T;
    fn index(&self, faction: Faction) -> &T {
        match faction {
            Faction::Axis => &self.axis,
            Faction::Western => &self.western,
            Faction::Soviet => &self.soviet,
        }
    }
}

impl<T> IndexMut<Faction> for ByFaction<T> {
    fn index_mut(&mut self, faction: Faction) -> &mut T {
        match faction {
            Faction::Axis => &mut self.axis,
            Faction::Western => &mut self.western,
            Faction::Soviet => &mut self.soviet,
        }
    }
}
