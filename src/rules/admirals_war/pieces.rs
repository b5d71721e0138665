//! The counters: nations, seats, kinds, and the factors printed on each side (3.1 to 3.5). Nothing here knows
//! where a unit is.

use std::fmt;

use serde::{Deserialize, Serialize};

use super::board::{AreaId, BaseId, HoldId, Theatre};
use engine::rulebook::roster::{Named, Roster};
use engine::rulebook::two_sided::Camp;
use engine::tags::words;

pub use engine::rulebook::roster::UnitId;

words! {
    /// A nation that has counters.
    #[derive(PartialOrd, Ord, Hash, Serialize, Deserialize)]
    #[serde(rename_all = "UPPERCASE")]
    pub enum Nation: code {
        /// Britain.
        Gb = "GB",
        /// Australia and New Zealand.
        Au = "AU",
        /// The Netherlands.
        Nl = "NL",
        /// Greece.
        Gr = "GR",
        /// The Soviet Union.
        Su = "SU",
        /// France.
        Fr = "FR",
        /// The United States.
        Us = "US",
        /// Germany.
        De = "DE",
        /// Italy.
        It = "IT",
        /// Japan.
        Jp = "JP",
    }
}

/// Name, adjective and seat of every nation, in the order of the variants.
const NATIONS: [(&str, &str, Seat); Nation::ALL.len()] = [
    ("Britain", "British", Seat::Britain),
    ("Australia", "Australian", Seat::Britain),
    ("the Netherlands", "Dutch", Seat::Britain),
    ("Greece", "Greek", Seat::Britain),
    ("the Soviet Union", "Soviet", Seat::Britain),
    ("France", "French", Seat::UnitedStates),
    ("the United States", "American", Seat::UnitedStates),
    ("Germany", "German", Seat::Germany),
    ("Italy", "Italian", Seat::Germany),
    ("Japan", "Japanese", Seat::Japan),
];

impl Nation {
    /// The name used in sentences, such as `the United States`.
    pub fn name(self) -> &'static str {
        NATIONS[self as usize].0
    }

    /// The adjective, such as `British`.
    pub fn adjective(self) -> &'static str {
        NATIONS[self as usize].1
    }

    /// The seat that commands its units (1.1).
    #[inline]
    pub fn seat(self) -> Seat {
        NATIONS[self as usize].2
    }

    /// Its side.
    #[inline]
    pub fn side(self) -> Camp {
        self.seat().side()
    }
}

impl fmt::Display for Nation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

words! {
    /// Who commands, in the order in which nationalities act (5.1).
    #[derive(PartialOrd, Ord, Hash, Serialize, Deserialize)]
    #[serde(rename_all = "kebab-case")]
    pub enum Seat: id {
        /// Britain and the minor navies of the Allies.
        Britain = "britain",
        /// Japan.
        Japan = "japan",
        /// The United States and France.
        #[serde(rename = "us")]
        UnitedStates = "us",
        /// Germany and Italy.
        Germany = "germany",
    }
}

impl Seat {
    /// Its side.
    #[inline]
    pub fn side(self) -> Camp {
        match self {
            Seat::Britain | Seat::UnitedStates => Camp::ALLIES,
            Seat::Japan | Seat::Germany => Camp::AXIS,
        }
    }

    /// Who acts after it; the first after the last (5.1, 5.41).
    pub fn next(self) -> Seat {
        Seat::ALL[(self as usize + 1) % Seat::ALL.len()]
    }
}

/// The class of the late U-boats (14.242).
pub const TYPE_XXI: &str = "XXI";

/// What kind of unit it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Kind {
    /// A ship without an airstrike factor.
    Ship,
    /// A ship with an airstrike factor: CV or CVL.
    Carrier,
    /// A German armed merchant raider (15.0).
    Hilfskreuzer,
    /// A German fleet oiler (10.3).
    Oiler,
    /// Submarines (14.0).
    Submarine,
    /// A British escort group against submarines (14.22).
    HunterKiller,
    /// A land-based air unit (12.0).
    LandAir,
    /// An amphibious unit (13.0).
    Amphibious,
}

/// Units, or other things, with something each, such as a place, gathered by it; what comes first stays
/// first.
pub fn gathered<U, P: PartialEq>(things: impl Iterator<Item = (U, P)>) -> Vec<(P, Vec<U>)> {
    let mut groups: Vec<(P, Vec<U>)> = Vec::new();
    for (thing, of) in things {
        match groups.iter_mut().find(|(known, _)| *known == of) {
            Some((_, things)) => things.push(thing),
            None => groups.push((of, vec![thing])),
        }
    }
    groups
}

/// One side of a counter. A bonus is a factor printed in red (3.14).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Face {
    /// Dice in gunnery combat.
    pub gunnery: u8,
    /// Whether each gunnery die gains 1.
    pub gunnery_bonus: bool,
    /// Damage it bears; of an air or amphibious unit its defense.
    pub armor: u8,
    /// Whether each die of damage against it loses 1.
    pub armor_bonus: bool,
    /// Speed; 0 if none is printed.
    pub speed: u8,
    /// Dice in air combat; of an air unit its attack.
    pub airstrike: u8,
    /// Whether each airstrike die gains 1.
    pub airstrike_bonus: bool,
}

/// Where a unit enters (2.72, 2.73, 3.15).
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Gate {
    /// In one of these ports and bases.
    Bases(Vec<BaseId>),
    /// At sea.
    Sea(AreaId),
    /// In a box beside the map.
    Hold(HoldId),
    /// In any port from which it may fly (12.6).
    AnyPort,
}

/// What is printed on one counter.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Counter {
    /// The id used in files, such as `gb-hood`.
    pub id: String,
    /// A name that no other counter has.
    pub name: String,
    /// Other spellings of the name.
    pub aliases: Vec<String>,
    /// The nation it belongs to.
    pub nation: Nation,
    /// Its kind.
    pub kind: Kind,
    /// The class code, such as `BB`, `CV` or `LBA`.
    pub class: String,
    /// The patrolling side, or the only one.
    pub front: Face,
    /// The raiding side; none on a one-sided counter.
    pub back: Option<Face>,
    /// The side of an amphibious unit that returns after its loss, from [`Counter::second_from`] on (13.52).
    pub second: Option<Face>,
    /// The first turn of the second side.
    pub second_from: Option<u8>,
    /// The turn of entry; none if only an event brings it.
    pub entry: Option<u8>,
    /// The letter that says where it enters (3.15).
    pub code: Option<char>,
    /// Where it enters.
    pub gate: Gate,
    /// Whether it is placed among the air units though it is none (13.6).
    pub flies: bool,
    /// The section of the optional rule that brings it in.
    pub optional: Option<u8>,
    /// The theatre it may not leave.
    pub theatre: Option<Theatre>,
    /// The only areas it may enter; empty if the theatre alone binds it.
    pub areas: Vec<AreaId>,
    /// The turn in which it leaves the game.
    pub withdraw: Option<u8>,
    /// True if it is not in the game before an optional rule brings it in.
    pub by_event: bool,
    /// The counter whose place it takes when it turns into this one (32.1, 33.1, 35.1).
    pub instead_of: Option<String>,
    /// The pair of counters for one ship to which it belongs (34.0).
    pub pair: Option<Pair>,
    /// Overhaul points with which it starts under the rule of the aging fleet (36.2).
    pub overhaul: u8,
}

/// What a counter is among those for one ship (34.0).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Pair {
    /// The word for the ship.
    pub id: String,
    /// What the counter is.
    pub role: Role,
    /// The older ship after which it is named, or is not.
    pub unit: String,
    /// What must be true of that one.
    pub state: Namesake,
}

/// Which of the counters for one ship it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Role {
    /// The one with the name that the ship had.
    Historical,
    /// The one with the name that it would have had.
    Alternate,
    /// One that may replace any ship of its class.
    Substitute,
}

/// What must be true of an older ship, so that a counter is used.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Namesake {
    /// It is not sunk when the new ship arrives.
    Afloat,
    /// It is.
    Lost,
    /// It came into the game.
    InPlay,
    /// It did not.
    NotInPlay,
    /// It is not sunk on turn 8.
    #[serde(rename = "afloat-on-turn-8")]
    AfloatOnTurn8,
    /// It is.
    #[serde(rename = "lost-before-turn-8")]
    LostBeforeTurn8,
    /// It is not sunk when turn 6 is over.
    #[serde(rename = "afloat-after-turn-6")]
    AfloatAfterTurn6,
    /// It is.
    #[serde(rename = "lost-by-turn-6")]
    LostByTurn6,
}

impl Named for Counter {
    fn names(&self) -> (&str, &str, &[String]) {
        (&self.id, &self.name, &self.aliases)
    }
}

impl Counter {
    /// Whether it is a late U-boat (14.242).
    pub fn is_type_xxi(&self) -> bool {
        self.class == TYPE_XXI
    }

    /// The printed factors of one of its sides, a bonus marked by a star: `5-5-3`, `4*-6*-6`, a carrier
    /// `0-2-7-3*`, an air unit `2-4` (attack, defense), a submarine `1*-0`.
    pub fn line(&self, face: &Face) -> String {
        let shown = |value: u8, bonus: bool| format!("{value}{}", if bonus { "*" } else { "" });
        let gunnery = shown(face.gunnery, face.gunnery_bonus);
        let armor = shown(face.armor, face.armor_bonus);
        let airstrike = shown(face.airstrike, face.airstrike_bonus);
        let speed = face.speed;
        match self.kind {
            Kind::Carrier => format!("{gunnery}-{armor}-{speed}-{airstrike}"),
            Kind::LandAir => format!("{airstrike}-{armor}"),
            Kind::HunterKiller => HUNTER_KILLER.to_owned(),
            Kind::Submarine | Kind::Amphibious if speed == 0 => format!("{gunnery}-{armor}"),
            _ => format!("{gunnery}-{armor}-{speed}"),
        }
    }

    /// Reads the printed factors back: the inverse of [`Counter::line`].
    ///
    /// # Errors
    /// A sentence that says what is wrong with the line.
    pub fn parse_line(kind: Kind, line: &str) -> Result<Face, String> {
        if kind == Kind::HunterKiller {
            let wrong = || format!("a hunter-killer group has the line `{HUNTER_KILLER}`, not `{line}`");
            return (line == HUNTER_KILLER).then(Face::default).ok_or_else(wrong);
        }
        let factors = line.split('-').map(|text| factor(text, line)).collect::<Result<Vec<_>, _>>()?;
        let ((gunnery, gunnery_bonus), (armor, armor_bonus), speed, (airstrike, airstrike_bonus)) =
            match (kind, factors.as_slice()) {
                (Kind::Carrier, &[gunnery, armor, speed, air]) => (gunnery, armor, speed, air),
                (Kind::LandAir, &[air, armor]) => (NOTHING, armor, NOTHING, air),
                (Kind::Submarine | Kind::Amphibious, &[gunnery, armor]) => (gunnery, armor, NOTHING, NOTHING),
                (
                    Kind::Ship | Kind::Amphibious | Kind::Hilfskreuzer | Kind::Oiler,
                    &[gunnery, armor, speed],
                ) => (gunnery, armor, speed, NOTHING),
                _ => return Err(format!("`{line}` is not of the form {}", form(kind))),
            };
        let (speed, false) = speed else {
            return Err(format!("the speed in `{line}` cannot have a bonus"));
        };
        Ok(Face { gunnery, gunnery_bonus, armor, armor_bonus, speed, airstrike, airstrike_bonus })
    }
}

/// All that is printed on a hunter-killer group: what it adds to the dice against submarines (14.22).
const HUNTER_KILLER: &str = "+1";

/// A factor that is not printed.
const NOTHING: (u8, bool) = (0, false);

/// One factor of a line, and whether it has a bonus.
fn factor(text: &str, line: &str) -> Result<(u8, bool), String> {
    let (digits, bonus) = text.strip_suffix('*').map_or((text, false), |digits| (digits, true));
    let number = digits.parse::<u8>().ok().filter(|_| digits.bytes().all(|byte| byte.is_ascii_digit()));
    number
        .map(|value| (value, bonus))
        .ok_or_else(|| format!("`{text}` in `{line}` is not a small number, with `*` for a bonus"))
}

/// What a line of a kind looks like.
fn form(kind: Kind) -> &'static str {
    match kind {
        Kind::Carrier => "gunnery-armor-speed-airstrike",
        Kind::LandAir => "attack-defense",
        Kind::Submarine => "gunnery-armor",
        Kind::Amphibious => "gunnery-armor-speed, or gunnery-armor without a speed",
        Kind::HunterKiller => HUNTER_KILLER,
        Kind::Ship | Kind::Hilfskreuzer | Kind::Oiler => "gunnery-armor-speed",
    }
}

/// The counters of a scenario: ships and carriers, Hilfskreuzer, oilers, submarines, hunter-killer groups,
/// air units, amphibious units, each group in the order of the file.
pub type Counters = Roster<Counter>;
