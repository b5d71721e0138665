//! What players at a real map declare, since the core game decides it: which facts there are, what their
//! values may be, and the values that stand. A fact stays as declared until it is changed; a rule that needs
//! one which nobody declared is refused by its name (SK-DATA-NEEDS).

use std::fmt;

use serde::{Deserialize, Serialize};

use super::board::{BaseId, BoxId, CountryId, Hex, SeaMap, ZoneId};
use super::calendar::Turn;
use super::faction::Faction;
use super::files::{FactRow, FactsFile, OnlyIn};
use super::pieces::{Nation, UnitId};
use super::scenario::Support;
use engine::tags::words;

mod book;
mod known;
mod reading;
mod asked;
mod wording;

pub use super::files::Who;
pub use book::{Facts, Missing, Standing};
pub use reading::{Reader, Refusal};

words! {
    /// A fact.
    #[derive(PartialOrd, Ord, Serialize, Deserialize)]
    #[serde(rename_all = "kebab-case")]
    pub enum Fact: id {
        /// The game turn.
        Turn = "turn",
        /// The segment that is open.
        Segment = "segment",
        /// Whose turn it is.
        PhasingFaction = "phasing-faction",
        /// The War State of a map.
        WarState = "war-state",
        /// The War State of the map that is not played.
        OtherMapWarState = "other-map-war-state",
        /// The posture of Britain or the United States.
        Posture = "posture",
        /// Whether a country is Policy Affected.
        PolicyAffected = "policy-affected",
        /// Whether a country is Truce Affected.
        TruceAffected = "truce-affected",
        /// Whether two factions are at war with each other.
        Hostile = "hostile",
        /// Whose a country is.
        CountryStatus = "country-status",
        /// Whose Dependent a region is.
        DependentOf = "dependent-of",
        /// Whether a minor country is active.
        ActiveMinorsLeader = "active-minors-leader",
        /// Who controls a port or city.
        HexControl = "hex-control",
        /// Whose ground unit stands in a hex.
        GroundUnitInHex = "ground-unit-in-hex",
        /// Whose Detachment or Logistics marker stands in a hex.
        DetachmentOrLogistics = "detachment-or-logistics",
        /// An enemy ground unit enters a hex.
        EnemyEntry = "enemy-entry",
        /// Whether an Axis ground unit stands in a country.
        AxisGroundUnitInCountry = "axis-ground-unit-in-country",
        /// Whether a country has lost all its home ports.
        AllHomePortsLost = "all-home-ports-lost",
        /// The naval zone of an All-Sea hex.
        SeaHexZone = "sea-hex-zone",
        /// The countries that an All-Sea hex touches.
        Coast = "coast",
        /// Whether flights may not cross a hex.
        TerrainClosed = "terrain-closed",
        /// Where air units in an Off-Map Box enter the map.
        BoxEntryHexes = "box-entry-hexes",
        /// Whether an Air Unit Path joins two hexes.
        AirUnitPath = "air-unit-path",
        /// Whether a Fleet Unit Path joins two zones.
        FleetUnitPath = "fleet-unit-path",
        /// Whether a hex is an Air Base.
        AirBase = "air-base",
        /// Whether a hex is a Naval Base.
        NavalBase = "naval-base",
        /// Whether Ice hexes are closed.
        WeatherSnow = "weather-snow",
        /// Whether there is mud.
        WeatherMud = "weather-mud",
        /// How many support units are in a Force Pool.
        ForcePool = "force-pool",
        /// A support unit arrives, leaves or is delayed.
        SupportUnitEvent = "support-unit-event",
        /// Whether the program rolls delay for support units.
        SupportDelay = "support-delay",
        /// How many standard Convoys there are.
        Convoys = "convoys",
        /// A support unit is placed.
        Placement = "placement",
        /// Whether the core game lets a unit contest.
        MayContest = "may-contest",
        /// The US Commitment Level.
        Uscl = "uscl",
        /// The Tide of a faction.
        Tide = "tide",
        /// Modifiers of the core game to delay rolls.
        DelayDrm = "delay-drm",
        /// The markers in a Strategic Warfare Box.
        StrategicWarfareBox = "strategic-warfare-box",
        /// Whether the Navy leads the Japanese government.
        NavyLeadsGovernment = "navy-leads-government",
        /// The Current Option Card.
        OptionCard = "option-card",
        /// The pieces of a Conditional Event box arrive.
        ReinforcementRelease = "reinforcement-release",
        /// A political event happens.
        PoliticalEvent = "political-event",
        /// A conditional event happens.
        ConditionalEvent = "conditional-event",
        /// What brings an LBA in.
        CardLbaNames = "card-lba-names",
        /// Fortunes of War cards in hand.
        FowCards = "fow-cards",
        /// A row of a table of the player aid.
        TableOverride = "table-override",
        /// Markers of the module DoD in a minor country.
        CountryMarkers = "country-markers",
    }
}

words! {
    /// What narrows a fact.
    #[derive(Deserialize)]
    #[serde(rename_all = "lowercase")]
    pub enum Narrow: id {
        /// A map.
        Map = "map",
        /// A faction.
        Faction = "faction",
        /// A country.
        Country = "country",
        /// A port or city.
        Base = "base",
        /// A hex.
        Hex = "hex",
        /// A naval zone.
        Zone = "zone",
        /// An Off-Map Box.
        Box = "box",
        /// A kind of support unit of a nation.
        Unit = "unit",
        /// Ships, air units or boats.
        Piece = "piece",
        /// A counter.
        Counter = "counter",
        /// A table of the player aid.
        Table = "table",
        /// A modified die.
        Roll = "roll",
    }
}

words! {
    /// What a value is.
    #[derive(Deserialize)]
    #[serde(rename_all = "lowercase")]
    pub enum ValueKind: id {
        /// A turn of the calendar.
        Turn = "turn",
        /// One of the words that the fact lists.
        Word = "word",
        /// A faction.
        Faction = "faction",
        /// True or false.
        Flag = "flag",
        /// A number between two.
        Number = "number",
        /// A country.
        Country = "country",
        /// A naval zone.
        Zone = "zone",
        /// A hex.
        Hex = "hex",
        /// Where a support unit is placed.
        Place = "place",
        /// A number or letter on a counter.
        Code = "code",
        /// A letter.
        Letter = "letter",
        /// A result of the table.
        Result = "result",
    }
}

words! {
    /// How far a fact is hidden from the other factions.
    #[derive(Deserialize)]
    #[serde(rename_all = "kebab-case")]
    pub enum Veil: id {
        /// All of it, until it is shown.
        UntilShown = "until-shown",
        /// All but how many there are; the Western and the Soviet faction share theirs (SK-12.1-1).
        Count = "count",
    }
}

words! {
    /// A class of pieces that delay rolls tell apart (SK-7.1-3).
    #[derive(PartialOrd, Ord, Hash, Serialize, Deserialize)]
    #[serde(rename_all = "lowercase")]
    pub enum PieceClass: id {
        /// Ships.
        Ship = "ship",
        /// Air units.
        Air = "air",
        /// X-boats.
        Boat = "boat",
    }
}

words! {
    /// A table of the player aid.
    #[derive(PartialOrd, Ord, Hash, Serialize, Deserialize)]
    #[serde(rename_all = "kebab-case")]
    pub enum AidTable: id {
        /// 5.1.1
        Interception = "interception",
        /// 5.2
        BaseAttack = "base-attack",
        /// 5.3
        SubPatrol = "sub-patrol",
    }
}

/// Whose support units are meant.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Owner {
    /// Those of a nation.
    Nation(Nation),
    /// Those of a faction, which is the Scratch Defense Fleet.
    Faction(Faction),
}

/// A thing that narrows a fact.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Subject {
    /// A map.
    Map(SeaMap),
    /// A faction.
    Faction(Faction),
    /// A country.
    Country(CountryId),
    /// A port or city.
    Base(BaseId),
    /// A hex.
    Hex(Hex),
    /// A naval zone.
    Zone(ZoneId),
    /// An Off-Map Box.
    Box(BoxId),
    /// Support units of a kind.
    Unit(Owner, Support),
    /// A class of pieces.
    Piece(PieceClass),
    /// A counter.
    Counter(UnitId),
    /// A table.
    Table(AidTable),
    /// A modified die.
    Roll(i8),
}

/// What a fact says.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Value {
    /// Nobody, nothing.
    None,
    /// A turn.
    Turn(Turn),
    /// A word, by its place among those that the fact lists.
    Word(u8),
    /// A faction.
    Faction(Faction),
    /// True or false.
    Flag(bool),
    /// A number.
    Number(i16),
    /// A country.
    Country(CountryId),
    /// A zone, or the On Station Box of one.
    Zone(ZoneId),
    /// A hex.
    Hex(Hex),
    /// The Strategic Warfare Box.
    StrategicWarfare,
    /// A number or letter on a counter, or a card.
    Code(String),
    /// A result, by its place among those of the table.
    Result(u8),
    /// Several.
    List(Vec<Value>),
}

/// A fact as the file describes it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FactKind {
    /// Which one.
    pub fact: Fact,
    /// The word of SK-DATA-NEEDS.
    pub need: String,
    /// What narrows it, in order.
    pub by: Vec<Narrow>,
    /// What its value is.
    pub kind: ValueKind,
    /// The words of a value that is one.
    pub one_of: Vec<String>,
    /// The bounds of a number.
    pub bounds: Option<(i16, i16)>,
    /// Whether the value is several.
    pub list: bool,
    /// Whether it may be `none`.
    pub none: bool,
    /// Who declares it.
    pub who: Who,
    /// What the others may not see.
    pub secret: Option<Veil>,
    /// Whether it may not go back.
    pub steady: bool,
    /// Whether it happens at a moment and keeps no value.
    pub once: bool,
    /// The only countries it is about, if not all.
    pub countries: Vec<String>,
    /// Whether it is asked for in games of one map alone.
    pub standalone: bool,
    /// What it says, in a few words.
    pub about: String,
}

/// All facts that can be declared, in the order of [`Fact`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Catalogue(Vec<FactKind>);

impl Catalogue {
    /// How a fact is described.
    pub fn of(&self, fact: Fact) -> &FactKind {
        &self.0[fact as usize]
    }

    /// Every fact, in order.
    pub fn all(&self) -> &[FactKind] {
        &self.0
    }
}

/// A declaration that was read and found sound: what will stand when it is taken up.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Declared {
    /// The fact.
    pub fact: Fact,
    /// What it is about.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub of: Vec<Subject>,
    /// What it says.
    pub value: Value,
}

/// The facts of the file; a sentence if it does not describe exactly those that the program knows.
pub(super) fn build(file: FactsFile) -> Result<Catalogue, String> {
    if file.facts.len() != Fact::ALL.len() {
        return Err(format!("{} facts are described, not {}", file.facts.len(), Fact::ALL.len()));
    }
    let mut kinds = Vec::new();
    for row in file.facts {
        kinds.push(kind(row)?);
    }
    kinds.sort_by_key(|kind: &FactKind| kind.fact);
    for (fact, kind) in Fact::ALL.into_iter().zip(&kinds) {
        if kind.fact != fact {
            return Err(format!("{} is not described, or twice", fact.id()));
        }
    }
    Ok(Catalogue(kinds))
}

fn kind(row: FactRow) -> Result<FactKind, String> {
    let fact = Fact::named(&row.id).ok_or_else(|| format!("there is no fact {}", row.id))?;
    let bounds = row.least.zip(row.most);
    let fits = match row.is {
        ValueKind::Word => !row.one_of.is_empty() && bounds.is_none(),
        ValueKind::Number => row.one_of.is_empty() && bounds.is_some_and(|(least, most)| least <= most),
        _ => row.one_of.is_empty() && bounds.is_none(),
    };
    if !fits || row.least.is_some() != row.most.is_some() {
        return Err(format!("{} has words or bounds that do not go with its values", row.id));
    }
    Ok(FactKind {
        fact,
        need: row.need,
        by: row.by,
        kind: row.is,
        one_of: row.one_of,
        bounds,
        list: row.list,
        none: row.none,
        who: row.who,
        secret: row.secret,
        steady: row.steady,
        once: row.once,
        countries: row.countries,
        standalone: row.only_in == Some(OnlyIn::Standalone),
        about: row.about,
    })
}

impl fmt::Display for Fact {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.id())
    }
}
