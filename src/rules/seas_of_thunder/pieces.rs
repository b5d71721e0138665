//! The counters: nations, classes and the printed line of a ship or air unit (SOT-14-30). Nothing here knows
//! where a unit is or who commands it.

use std::fmt;

use serde::{Deserialize, Serialize};

use engine::rulebook::roster::{Named, Roster};

pub use engine::rulebook::roster::UnitId;

use engine::tags::words;

words! {
    /// A nation whose units take part; the United Kingdom stands for the whole Commonwealth.
    #[derive(PartialOrd, Ord, Hash, Serialize, Deserialize)]
    pub enum Nation: name {
        /// The United Kingdom with its Commonwealth.
        #[serde(rename = "UK")]
        Uk = "UK",
        /// France.
        France = "France",
        /// Germany.
        Germany = "Germany",
        /// Italy.
        Italy = "Italy",
        /// The Netherlands.
        Netherlands = "Netherlands",
        /// Norway.
        Norway = "Norway",
        /// Greece.
        Greece = "Greece",
        /// Yugoslavia.
        Yugoslavia = "Yugoslavia",
        /// The Soviet Union.
        #[serde(rename = "USSR")]
        Ussr = "USSR",
        /// Finland.
        Finland = "Finland",
        /// Romania.
        Romania = "Romania",
        /// The United States.
        #[serde(rename = "USA")]
        Usa = "USA",
        /// Japan.
        Japan = "Japan",
        /// Cuba.
        Cuba = "Cuba",
        /// Brazil.
        Brazil = "Brazil",
        /// Chile.
        Chile = "Chile",
        /// Peru.
        Peru = "Peru",
        /// Turkey.
        Turkey = "Turkey",
        /// Sweden.
        Sweden = "Sweden",
        /// Spain.
        Spain = "Spain",
        /// Argentina.
        Argentina = "Argentina",
    }
}

/// Two-letter code and adjective of every nation, in the order of the variants.
const NATIONS: [(&str, &str); Nation::ALL.len()] = [
    ("gb", "British"),
    ("fr", "French"),
    ("de", "German"),
    ("it", "Italian"),
    ("nl", "Dutch"),
    ("no", "Norwegian"),
    ("gr", "Greek"),
    ("yu", "Yugoslav"),
    ("su", "Soviet"),
    ("fi", "Finnish"),
    ("ro", "Romanian"),
    ("us", "American"),
    ("jp", "Japanese"),
    ("cu", "Cuban"),
    ("br", "Brazilian"),
    ("cl", "Chilean"),
    ("pe", "Peruvian"),
    ("tr", "Turkish"),
    ("se", "Swedish"),
    ("es", "Spanish"),
    ("ar", "Argentine"),
];

impl Nation {
    /// Two letters in lower case, such as `gb`.
    pub fn code(self) -> &'static str {
        NATIONS[self as usize].0
    }

    /// The adjective, such as `British`.
    pub fn adjective(self) -> &'static str {
        NATIONS[self as usize].1
    }
}

impl fmt::Display for Nation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

words! {
    /// The class code of a counter, as printed.
    #[derive(PartialOrd, Ord, Hash, Serialize, Deserialize)]
    #[serde(rename_all = "UPPERCASE")]
    pub enum Class: code {
        /// Battleship.
        Bb = "BB",
        /// Battlecruiser.
        Bc = "BC",
        /// Aircraft carrier.
        Cv = "CV",
        /// Cruiser.
        Ca = "CA",
        /// Armoured cruiser or coast-defence ship.
        Ac = "AC",
        /// Auxiliary cruiser.
        Cx = "CX",
        /// Seaplane tender.
        Av = "AV",
        /// Destroyers or escorts.
        Dd = "DD",
        /// Minelayer.
        Ml = "ML",
        /// Minesweepers.
        Ms = "MS",
        /// Submarines.
        Ss = "SS",
        /// Submarines that carry aircraft.
        Ssav = "SSAV",
        /// Land-based air unit.
        Lba = "LBA",
    }
}

impl Class {
    /// Whether the code begins with SS (SOT-0-4).
    #[inline]
    pub fn is_submarine(self) -> bool {
        matches!(self, Class::Ss | Class::Ssav)
    }

    /// Whether it is a ship: any unit but an air unit, submarines included (SOT-0-1).
    #[inline]
    pub fn is_ship(self) -> bool {
        self != Class::Lba
    }
}

impl fmt::Display for Class {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.code())
    }
}

/// What a unit can do beside gunnery: at most one thing, and how well.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Special {
    /// Nothing.
    None,
    /// Flies aircraft.
    Air(u8),
    /// Hunts submarines.
    Asw(u8),
    /// Attacks submerged.
    Sub(u8),
    /// Lays mines.
    Mine(u8),
    /// Sweeps mines; printed as a dash.
    Sweep,
}

/// What is printed on one counter.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Counter {
    /// The id used in files, such as `de-ca-admiral-graf-spee`.
    pub id: String,
    /// A name that no other counter has.
    pub name: String,
    /// The nation whose ports it uses.
    pub nation: Nation,
    /// Its class.
    pub class: Class,
    /// Dice in a gunnery battle.
    pub gunnery: u8,
    /// What else it can do.
    pub special: Special,
    /// Damage that sinks it; 0 for an air unit, which takes none.
    pub survivability: u8,
    /// Sea zones it may enter in one movement; 0 for an air unit.
    pub range: u8,
    /// The turn in which it enters play.
    pub entry: u8,
    /// Dice against an air strike on it (SOT-5.5.4.2-6).
    pub aa: u8,
    /// The turn on which it comes into play in this match; nothing for one that waits until its nation is
    /// brought into the war.
    pub arrives: Option<u8>,
    /// Whether it is French without a grey square, and never serves Vichy (SOT-13.S2-10).
    pub free_french: bool,
    /// The colour of the stripe of its historic loss (SOT-2.0-5).
    pub stripe: Option<String>,
    /// The turn from which it is out of the game, whatever happened (SOT-13.S8-9).
    pub removed: Option<u8>,
}

impl Named for Counter {
    fn names(&self) -> (&str, &str, &[String]) {
        (&self.id, &self.name, &[])
    }
}

impl Counter {
    /// The Air value, 0 without one.
    #[inline]
    pub fn air(&self) -> u8 {
        if let Special::Air(value) = self.special { value } else { 0 }
    }

    /// The ASW value, 0 without one.
    #[inline]
    pub fn asw(&self) -> u8 {
        if let Special::Asw(value) = self.special { value } else { 0 }
    }

    /// The Sub value, 0 without one.
    #[inline]
    pub fn sub(&self) -> u8 {
        if let Special::Sub(value) = self.special { value } else { 0 }
    }

    /// The Mine value, 0 without one and for a sweeper.
    #[inline]
    pub fn mine(&self) -> u8 {
        if let Special::Mine(value) = self.special { value } else { 0 }
    }

    /// Whether it sweeps mines (SOT-0-5).
    #[inline]
    pub fn sweeps(&self) -> bool {
        self.special == Special::Sweep
    }

    /// The printed values, such as `Mine 2(1)-3-3`, `4-4-5` or `Air 4` (SOT-14-30).
    pub fn line(&self) -> String {
        Counter::write_line(self.class, (self.gunnery, self.special, self.survivability, self.range))
    }

    /// The printed values of a class: gunnery, special, survivability and range, as [`Counter::parse_line`]
    /// reads them.
    pub fn write_line(class: Class, values: (u8, Special, u8, u8)) -> String {
        let (gunnery, kind, survivability, range) = values;
        let (word, special) = match kind {
            Special::Air(value) if class == Class::Lba => return format!("Air {value}"),
            Special::None => ("", None),
            Special::Air(value) => ("Air ", Some(Some(value))),
            Special::Asw(value) => ("ASW ", Some(Some(value))),
            Special::Sub(value) => ("Sub ", Some(Some(value))),
            Special::Mine(value) => ("Mine ", Some(Some(value))),
            Special::Sweep => ("Mine ", Some(None)),
        };
        // Every unit of every view has its line: digit by digit that takes a tenth of the time of `format!`.
        let mut line = String::with_capacity(24);
        line.push_str(word);
        push_number(&mut line, gunnery);
        if let Some(value) = special {
            line.push('(');
            match value {
                Some(value) => push_number(&mut line, value),
                None => line.push('-'),
            }
            line.push(')');
        }
        for value in [survivability, range] {
            line.push('-');
            push_number(&mut line, value);
        }
        line
    }

    /// Reads the printed values back: gunnery, special, survivability and range. `Air 4` alone, as on an air
    /// unit, gives 0 for the other three.
    ///
    /// # Errors
    /// A sentence that says what is wrong with the line.
    pub fn parse_line(line: &str) -> Result<(u8, Special, u8, u8), String> {
        let (word, values) = line.split_once(' ').unwrap_or(("", line));
        let number = |text: &str| {
            text.parse::<u8>().map_err(|_| format!("`{text}` in `{line}` is not a small number"))
        };
        if word == "Air" && !values.contains('-') {
            return Ok((0, Special::Air(number(values)?), 0, 0));
        }
        let (gunnery, special, rest) = match values.split_once('(') {
            None => {
                let (gunnery, rest) = values.split_once('-').ok_or_else(|| three(line))?;
                (gunnery, "", rest)
            }
            Some((gunnery, rest)) => {
                let (special, rest) = rest.split_once(")-").ok_or_else(|| three(line))?;
                (gunnery, special, rest)
            }
        };
        let special = match (word, special) {
            ("", "") => Special::None,
            ("Mine", "-") => Special::Sweep,
            ("Air", value) => Special::Air(number(value)?),
            ("ASW", value) => Special::Asw(number(value)?),
            ("Sub", value) => Special::Sub(number(value)?),
            ("Mine", value) => Special::Mine(number(value)?),
            _ => {
                return Err(format!(
                    "`{line}` needs one of ASW, Air, Sub and Mine before a value in parentheses"
                ));
            }
        };
        let (survivability, range) = rest.split_once('-').ok_or_else(|| three(line))?;
        Ok((number(gunnery)?, special, number(survivability)?, number(range)?))
    }
}

/// Writes a small number down.
fn push_number(line: &mut String, number: u8) {
    match char::from_digit(number.into(), 10) {
        Some(digit) => line.push(digit),
        None => line.push_str(&number.to_string()),
    }
}

/// The complaint about a line without its three numbers.
fn three(line: &str) -> String {
    format!("`{line}` is not of the form gunnery(special)-survivability-range")
}

/// The counters of a scenario, ships before air units, each group in the order of the counter lists.
pub type Counters = Roster<Counter>;
