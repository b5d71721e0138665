//! The sea of a view: zones, ports, and how zones are linked.

use std::fmt;
use std::marker::PhantomData;

use serde::de::value::BorrowedStrDeserializer;
use serde::de::{self, Deserializer, Unexpected, Visitor};
use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::parts::{ViewFault, list};
use super::sides::{Control, Holder};
use super::units::{Stack, Unit, given};
use crate::side::{Side, SideMap};

/// The places of a view.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Sea<T = String> {
    /// Every zone.
    pub zones: Vec<Zone<T>>,
    /// Every port.
    pub ports: Vec<Port<T>>,
    /// Pairs of neighbouring zones.
    pub links: Vec<(ZoneRef<T>, ZoneRef<T>)>,
}

/// Pairs of zones that are next to each other, each pair once: the first zone of each is the lesser one.
///
/// `next` gives the neighbours of a zone, and `name` what stands for it in a view.
pub fn links<Z: Copy + Ord, N: IntoIterator<Item = Z>>(
    zones: impl IntoIterator<Item = Z>,
    next: impl Fn(Z) -> N,
    name: impl Fn(Z) -> ZoneRef,
) -> Vec<(ZoneRef, ZoneRef)> {
    let pairs = zones.into_iter().flat_map(|zone| next(zone).into_iter().map(move |next| (zone, next)));
    pairs.filter(|(zone, next)| zone < next).map(|(zone, next)| (name(zone), name(next))).collect()
}

impl<'a> Sea<&'a str> {
    /// Reads the places of a view.
    ///
    /// # Errors
    /// If zones, ports or links are missing or damaged.
    pub fn of(view: &'a Value) -> Result<Sea<&'a str>, ViewFault> {
        Ok(Sea { zones: list(view, "zones")?, ports: list(view, "ports")?, links: list(view, "links")? })
    }

    /// The zone that is meant.
    pub fn zone(&self, zone: ZoneRef<&str>) -> Option<&Zone<&'a str>> {
        self.zones.iter().find(|it| it.is(zone))
    }

    /// The zone that a player calls so: by its key, its name, or its number with or without `zone-` before
    /// it.
    pub fn called(&self, word: &str) -> Option<&Zone<&'a str>> {
        let number = word.strip_prefix("zone-").unwrap_or(word);
        self.zones.iter().find(|zone| {
            zone.key == Some(word)
                || zone.name == word
                || zone.number.is_some_and(|known| known.to_string() == number)
        })
    }

    /// Whether any of the reader's own units in these places is known to another side.
    pub fn any_known(&self) -> bool {
        let zones = self.zones.iter().flat_map(|zone| &zone.own);
        zones.chain(self.ports.iter().flat_map(|port| &port.own)).any(|unit| unit.known.is_any())
    }
}

/// A sea zone as a side sees it.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Zone<T = String> {
    /// The printed number, if zones have numbers.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub number: Option<u16>,
    /// What stands for the zone in the keys of questions; of a zone with a number `zone-NUMBER` unless given.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub key: Option<T>,
    /// The name.
    pub name: T,
    /// The part of the sea to which it belongs, in a game that has such parts.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub area: Option<T>,
    /// Where it lies, growing to the east.
    pub x: f32,
    /// Where it lies, growing to the north.
    pub lat: f32,
    /// What its control is worth.
    #[serde(default)]
    pub value: SideMap<u16>,
    /// Who controls it, as it was judged last; nothing for nobody.
    pub control: Option<Control>,
    /// The same at the judgement before the last one, in a game that keeps it.
    #[serde(default, deserialize_with = "given", skip_serializing_if = "Option::is_none")]
    pub control_before: Option<Option<Control>>,
    /// The reader's own units.
    #[serde(default = "Vec::new")]
    pub own: Vec<Unit<T>>,
    /// The enemy's units by navy; missing in a game where all units lie openly.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub enemy: Option<Vec<Stack<T>>>,
    /// Those of them that the reader knows.
    #[serde(default = "Vec::new")]
    pub enemy_known: Vec<Unit<T>>,
    /// Whether each side has a convoy there, in a game with convoys on the map.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub convoys: Option<SideMap<bool>>,
    /// True if a combat is told of there.
    #[serde(default)]
    pub fought: bool,
}

impl<T> Zone<T> {
    /// The enemy's units that are counted.
    pub fn stacks(&self) -> &[Stack<T>] {
        self.enemy.as_deref().unwrap_or_default()
    }

    /// How many enemy units are there.
    pub fn enemies(&self) -> usize {
        enemies(self.stacks(), &self.enemy_known)
    }

    /// How many of them the reader can only count.
    pub fn unnamed(&self) -> usize {
        self.enemies().saturating_sub(self.enemy_known.len())
    }

    /// Who controlled it at the judgement before the last one.
    pub fn controlled_before(&self) -> Option<Control> {
        self.control_before.flatten()
    }

    /// Whether any side has a convoy there.
    pub fn has_convoy(&self, side: Side) -> bool {
        self.convoys.as_ref().is_some_and(|convoys| convoys.of(side))
    }
}

impl Zone<&str> {
    /// The word that stands for the zone in files: its key, or its number.
    pub fn word(&self) -> Option<String> {
        self.key.map(str::to_owned).or_else(|| self.number.map(|number| number.to_string()))
    }

    /// Whether this is the zone that is meant.
    pub fn is(&self, zone: ZoneRef<&str>) -> bool {
        match zone {
            ZoneRef::Number(number) => self.number == Some(number),
            ZoneRef::Key(key) => self.key == Some(key),
        }
    }
}

/// A port or a base as a side sees it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Port<T = String> {
    /// The word used in files.
    pub id: T,
    /// The name.
    pub name: T,
    /// `port` or `base`, in a game that tells them apart.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub kind: Option<T>,
    /// Who holds it.
    pub holder: Holder<T>,
    /// The sea zones it touches.
    #[serde(default = "Vec::new")]
    pub zones: Vec<ZoneRef<T>>,
    /// What it holds or can do, in words.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub capacity: Option<T>,
    /// Where it lies, growing to the east.
    pub x: f32,
    /// Where it lies, growing to the north.
    pub lat: f32,
    /// The reader's own units.
    #[serde(default = "Vec::new")]
    pub own: Vec<Unit<T>>,
    /// The enemy's units by navy; missing in a game where all units lie openly.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub enemy: Option<Vec<Stack<T>>>,
    /// Those of them that the reader knows.
    #[serde(default = "Vec::new")]
    pub enemy_known: Vec<Unit<T>>,
    /// The fewest ships that its holder must keep there, in a game with such duties; 0 for none.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub duty: Option<u8>,
}

impl<T> Port<T> {
    /// The enemy's units that are counted.
    pub fn stacks(&self) -> &[Stack<T>] {
        self.enemy.as_deref().unwrap_or_default()
    }

    /// How many enemy units are there.
    pub fn enemies(&self) -> usize {
        enemies(self.stacks(), &self.enemy_known)
    }
}

/// Where all units lie openly a view counts none: those that the reader knows are all there are.
fn enemies<T>(stacks: &[Stack<T>], known: &[Unit<T>]) -> usize {
    if stacks.is_empty() { known.len() } else { stacks.iter().map(|stack| stack.ships + stack.lba).sum() }
}

/// A zone as links, ports and chapters name it: by its number, or by its key if it has none.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(untagged)]
pub enum ZoneRef<T = String> {
    /// The printed number.
    Number(u16),
    /// What stands for the zone in the keys of questions.
    Key(T),
}

impl<'de, T: Deserialize<'de>> Deserialize<'de> for ZoneRef<T> {
    fn deserialize<D: Deserializer<'de>>(data: D) -> Result<ZoneRef<T>, D::Error> {
        data.deserialize_any(ZoneRefs(PhantomData))
    }
}

struct ZoneRefs<T>(PhantomData<T>);

impl<'de, T: Deserialize<'de>> Visitor<'de> for ZoneRefs<T> {
    type Value = ZoneRef<T>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("the number or the key of a zone")
    }

    fn visit_u64<E: de::Error>(self, number: u64) -> Result<ZoneRef<T>, E> {
        let small = u16::try_from(number);
        small.map(ZoneRef::Number).map_err(|_| E::invalid_value(Unexpected::Unsigned(number), &self))
    }

    fn visit_borrowed_str<E: de::Error>(self, key: &'de str) -> Result<ZoneRef<T>, E> {
        T::deserialize(BorrowedStrDeserializer::new(key)).map(ZoneRef::Key)
    }
}
