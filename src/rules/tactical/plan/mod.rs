//! Battle plans (battle plans 3): what a side's plan fixes before a staff battle (WST-plan-1).

mod choose;
mod draft;
mod groups;
mod library;
mod parse;
mod phrase;
mod spelling;
mod tables;
mod vocabulary;
mod words;

use crate::cards::{Ability, CardId, Cards, Kind};
use engine::side::Side;
use engine::tags::words;

use super::map::{End, Sector};

pub use choose::{Occasion, choose, default_for, strangers};
pub use library::{BUILT_IN, CONVOY_GUARD, Library};
pub use parse::{Known, parse, parse_as_meant, parse_draft};
pub use spelling::{CampaignSector, Speller};
pub use vocabulary::{PlanWords, vocabulary};
pub use words::{CLAUSES, CRIPPLES, EDGES, POSTURES, bounds};

/// Most groups of a plan.
pub const MOST_GROUPS: usize = 8;
/// Most triggers of a plan.
pub const MOST_TRIGGERS: usize = 12;

/// Which battles a plan serves; the most specific wins, in the order in which they stand here.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Serves {
    /// Those of a sector, against one side or any.
    Sector(u8, Option<Side>),
    /// Those of a convoy.
    Convoy,
    /// Those in which its side does not control the sector, and the other does.
    Attacker,
    /// Those in which its side controls the sector.
    Defender,
    /// Any.
    Any,
}

impl std::fmt::Display for Serves {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Serves::Sector(number, None) => write!(f, "sector {number}"),
            Serves::Sector(number, Some(side)) => write!(f, "sector {number} against {}", side.id()),
            Serves::Convoy => f.write_str("battles of a convoy"),
            Serves::Attacker => f.write_str("attacks"),
            Serves::Defender => f.write_str("defences"),
            Serves::Any => f.write_str("any battle"),
        }
    }
}

/// A word for units.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum UnitWord {
    /// All of a kind.
    Kind(Kind),
    /// Shore batteries.
    Battery,
    /// Land bases.
    Base,
    /// Ground units.
    Infantry,
    /// Any unit.
    Any,
    /// All of a card.
    Card(CardId),
    /// One unit, by its id.
    Unit(String),
}

impl UnitWord {
    /// Whether a unit with this card and id is meant.
    pub fn fits(&self, cards: &Cards, card: CardId, id: &str) -> bool {
        let kind = cards[card].kind;
        match self {
            UnitWord::Kind(of) => kind == *of,
            UnitWord::Battery => kind == Kind::ShoreBattery,
            UnitWord::Base => kind.is_land_base(),
            UnitWord::Infantry => kind.is_ground(),
            UnitWord::Any => true,
            UnitWord::Card(of) => card == *of,
            UnitWord::Unit(of) => id == of,
        }
    }
}

/// A word for targets: a word for units behind a filter or two.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TargetWord {
    /// Only crippled ones.
    pub crippled: bool,
    /// Only damaged ones.
    pub damaged: bool,
    /// Which.
    pub word: UnitWord,
}

/// How many units a word takes into its group.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Count {
    /// All.
    All,
    /// At most so many.
    Most(u8),
    /// At most so many for each own unit of another word.
    Per(u8, UnitWord),
}

/// A word that takes units into a group.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Member {
    /// The place of the group in the plan's list.
    pub group: usize,
    /// Which units.
    pub word: UnitWord,
    /// How many.
    pub count: Count,
}

words! {
    /// Where a screen keeps station.
    pub enum Station: word {
        /// In the charge's sector or next to it.
        Close = "close",
        /// Next to it, toward the nearest enemy ship.
        Ahead = "ahead",
        /// Next to it, toward the nearest enemy submarine within 4.
        Asw = "asw",
    }
}

/// How a group moves (battle plans 5.2).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Posture {
    /// To a range from the mark.
    Close(u8),
    /// No enemy ship nearer than this, and at this range from the mark.
    StandOff(u8),
    /// On station at another group, by its place in the list.
    Screen(usize),
    /// Not at all.
    Stay,
    /// To the own edge, and off it when allowed.
    Withdraw,
    /// To the exit edge, and off it at once.
    Run,
    /// Next to the island, to put troops ashore.
    Land,
    /// Submarines: to the best torpedo range.
    Hunt,
    /// Submarines: still until an enemy ship is within 3, then as hunt.
    Ambush,
    /// Submarines: as hunt, but away from escorts.
    Lurk,
}

words! {
    /// Whether a group's ships attack submarines rather than ships.
    pub enum Asw: word {
        /// Where it is worth more.
        Auto = "auto",
        /// Whenever they can.
        First = "first",
        /// Never.
        Never = "never",
    }
}

/// Units that follow the same orders.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Group {
    /// Its name.
    pub name: String,
    /// How it moves.
    pub posture: Posture,
    /// Where it keeps station, if it screens.
    pub station: Station,
    /// Whom it goes for; the nearest enemy ship if nothing is said.
    pub seek: Vec<UnitWord>,
    /// The order of rows for deployment, counted from 0.
    pub rows: [u8; 8],
    /// The column in which its submarines deploy, from 1 at the own edge.
    pub depth: u8,
    /// Its way with submarines.
    pub asw: Asw,
}

words! {
    /// The lists of targets.
    pub enum Targeting: word {
        /// Main guns.
        Main = "main",
        /// Secondary guns.
        Secondary = "secondary",
        /// Tertiary guns.
        Tertiary = "tertiary",
        /// Torpedoes of ships.
        Torpedo = "torpedo",
        /// Attacks on submarines.
        Asw = "asw",
        /// Aircraft against ships.
        Air = "air",
        /// Torpedoes of submarines.
        Submarine = "submarine",
        /// Antiair.
        Aa = "aa",
        /// Antiair of fighters on escort.
        AaEscort = "aa_escort",
    }
}

/// A share of some aircraft, rounded up.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Share {
    /// So many parts of so many.
    Part(u16, u16),
    /// At most so many.
    Number(u8),
}

impl Share {
    /// How many of a number.
    pub fn of(self, all: usize) -> usize {
        match self {
            Share::Part(parts, whole) => {
                (all * usize::from(parts)).div_ceil(usize::from(whole.max(1))).min(all)
            }
            Share::Number(number) => usize::from(number).min(all),
        }
    }
}

words! {
    /// What strike aircraft use.
    pub enum Load: word {
        /// What is worth more.
        Best = "best",
        /// Torpedoes, where carried.
        Torpedo = "torpedo",
        /// Bombs, where carried.
        Bomb = "bomb",
    }
}

/// Which bombers hunt submarines.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Hunters {
    /// None.
    None,
    /// Those without a ship to attack.
    Spare,
    /// So many, before ships are thought of.
    Number(u8),
}

words! {
    /// Whom fighters without another task strafe.
    pub enum Strafe: word {
        /// Nobody.
        Never = "never",
        /// Crippled ships.
        Cripples = "cripples",
        /// Destroyers, torpedo boats and auxiliaries.
        Small = "small",
    }
}

words! {
    /// What aircraft with a choice of roles fly as.
    pub enum Multirole: word {
        /// As bombers.
        Bomber = "bomber",
        /// As fighters.
        Fighter = "fighter",
    }
}

/// What aircraft do.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Air {
    /// The share of ready fighters over own ships.
    pub cap: Share,
    /// Fighters with each struck sector.
    pub escort: u8,
    /// The share of ready bombers that attack ships.
    pub strike: Share,
    /// Strike aircraft to one sector before the next target is taken.
    pub mass: u8,
    /// What they use.
    pub weapon: Load,
    /// Who hunts submarines.
    pub asw: Hunters,
    /// Whom fighters strafe.
    pub strafe: Strafe,
    /// What aircraft with a choice fly as.
    pub multirole: Multirole,
    /// The first turn for land-based and off-map aircraft.
    pub from_turn: u8,
}

words! {
    /// What aircraft do at night.
    pub enum NightAir: word {
        /// Nobody flies who need not.
        Home = "home",
        /// Fighters patrol, bombers stay.
        Cap = "cap",
        /// As by day.
        Fly = "fly",
    }
}

/// What is otherwise on turns of night.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Night {
    /// Postures of groups, by their places in the list.
    pub groups: Vec<(usize, Posture)>,
    /// Aircraft.
    pub air: NightAir,
}

/// What a trigger waits for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Clause {
    /// This turn or a later one.
    Turn(u8),
    /// A turn of night.
    Night,
    /// A turn of day.
    Day,
    /// Percent of the own cost sunk.
    OwnLost(u8),
    /// Percent of the enemy's cost sunk.
    EnemyLost(u8),
    /// Own ships crippled.
    OwnCrippled(u8),
    /// No own carrier is left; there were some.
    OwnCarriersGone,
    /// No enemy carrier is left; there were some.
    EnemyCarriersGone,
    /// An enemy ship within so many sectors of the guide of the first group under `then`.
    Range(u8),
    /// The cost of enemy ships on the map, cripples left out, is at least this percentage of the own.
    Outgunned(u16),
}

/// A condition.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct When {
    /// Whether one clause is enough.
    pub any: bool,
    /// What must hold.
    pub clauses: Vec<Clause>,
}

/// What a trigger does.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Then {
    /// New postures, by the places of groups in the list.
    Postures(Vec<(usize, Posture)>),
    /// The whole side withdraws.
    Withdraw,
}

/// Something that changes the plan once.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Trigger {
    /// When.
    pub when: When,
    /// What.
    pub then: Then,
}

/// When an ability is used.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Use {
    /// The first time it is worth it.
    First,
    /// Never.
    Never,
    /// At the first legal moment on or after a turn.
    Turn(u8),
    /// Deployment to a sector.
    At(Sector),
}

/// What a plan says of an ability.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Order {
    /// Whose; anybody's if nothing is said.
    pub unit: Option<UnitWord>,
    /// Which.
    pub ability: Ability,
    /// When.
    pub when: Use,
}

/// A battle plan with every field filled in.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Plan {
    /// The name of the plan that it is or is like, such as `built-in`.
    pub like: String,
    /// Whether it is that plan as it stands.
    pub unchanged: bool,
    /// Which battles it serves.
    pub serves: Serves,
    /// The end that it takes in nobody's sector.
    pub edge: End,
    /// The groups: its own, then those of the built-in plan whose names are free.
    pub groups: Vec<Group>,
    /// Who joins which group: the first row that fits and has room.
    pub members: Vec<Member>,
    /// The lists of targets, by [`Targeting`].
    pub targets: [Vec<TargetWord>; Targeting::ALL.len()],
    /// Percent of the best worth that a word's best target needs.
    pub worth_floor: u8,
    /// Aircraft by the number of their mission: from this one on, and how.
    pub air: Vec<(u8, Air)>,
    /// Nights.
    pub night: Night,
    /// Whether cripples withdraw.
    pub cripples_withdraw: bool,
    /// Percent of the own cost sunk at which all withdraw.
    pub break_off: Option<u8>,
    /// Groups that cover a withdrawal, by their places in the list.
    pub rearguard: Vec<usize>,
    /// Triggers.
    pub triggers: Vec<Trigger>,
    /// Abilities.
    pub abilities: Vec<Order>,
}

impl Plan {
    /// The targets of a list, best first.
    pub fn targets(&self, of: Targeting) -> &[TargetWord] {
        &self.targets[of as usize]
    }

    /// How an aircraft on its `mission`th mission of the battle flies.
    pub fn air(&self, mission: u8) -> &Air {
        let wave = self.air.iter().rev().find(|(from, _)| *from <= mission);
        wave.map_or(&self.air[0].1, |(_, air)| air)
    }
}
