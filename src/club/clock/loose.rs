//! A schedule as it is written, before anything in it is checked. Reading in two steps lets one look at the
//! file tell everything that is wrong with it, by the names of the fields.

use std::fmt;

use serde::de::{Deserializer, Error, MapAccess, SeqAccess, Visitor};
use serde::{Deserialize, Serialize};

use crate::clock::fault::Bad;
use crate::clock::holiday::{Holiday, parse_date};

/// A text or a number, as text.
#[derive(Clone, Debug, Default)]
pub(crate) struct Scalar(pub String);

/// One text, or a list of texts.
#[derive(Clone, Debug)]
pub(crate) struct OneOrMany(pub Vec<String>, pub bool);

struct ScalarVisitor;

impl Visitor<'_> for ScalarVisitor {
    type Value = Scalar;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a text or a number")
    }

    fn visit_str<E: Error>(self, text: &str) -> Result<Scalar, E> {
        Ok(Scalar(text.to_owned()))
    }

    fn visit_u64<E: Error>(self, number: u64) -> Result<Scalar, E> {
        Ok(Scalar(number.to_string()))
    }

    fn visit_i64<E: Error>(self, number: i64) -> Result<Scalar, E> {
        Ok(Scalar(number.to_string()))
    }

    fn visit_f64<E: Error>(self, number: f64) -> Result<Scalar, E> {
        Ok(Scalar(number.to_string()))
    }

    fn visit_bool<E: Error>(self, word: bool) -> Result<Scalar, E> {
        Ok(Scalar(word.to_string()))
    }

    fn visit_unit<E: Error>(self) -> Result<Scalar, E> {
        Ok(Scalar::default())
    }
}

impl<'de> Deserialize<'de> for Scalar {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Scalar, D::Error> {
        deserializer.deserialize_any(ScalarVisitor)
    }
}

struct ListVisitor;

impl<'de> Visitor<'de> for ListVisitor {
    type Value = OneOrMany;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a text or a list of texts")
    }

    fn visit_str<E: Error>(self, text: &str) -> Result<OneOrMany, E> {
        Ok(OneOrMany(vec![text.to_owned()], true))
    }

    fn visit_u64<E: Error>(self, number: u64) -> Result<OneOrMany, E> {
        self.visit_str(&number.to_string())
    }

    fn visit_i64<E: Error>(self, number: i64) -> Result<OneOrMany, E> {
        self.visit_str(&number.to_string())
    }

    fn visit_f64<E: Error>(self, number: f64) -> Result<OneOrMany, E> {
        self.visit_str(&number.to_string())
    }

    fn visit_unit<E: Error>(self) -> Result<OneOrMany, E> {
        Ok(OneOrMany(Vec::new(), false))
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut list: A) -> Result<OneOrMany, A::Error> {
        let mut found = Vec::new();
        while let Some(Scalar(text)) = list.next_element()? {
            found.push(text);
        }
        Ok(OneOrMany(found, false))
    }
}

impl<'de> Deserialize<'de> for OneOrMany {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<OneOrMany, D::Error> {
        deserializer.deserialize_any(ListVisitor)
    }
}

/// A holiday as it is written: a text, or a map with `date`, or with `from` and `to`.
#[derive(Clone, Debug)]
pub(crate) enum LooseHoliday {
    Text(String),
    Map(HolidayMap),
}

/// A holiday written as a map.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct HolidayMap {
    date: Option<String>,
    from: Option<String>,
    to: Option<String>,
    name: Option<String>,
}

struct HolidayVisitor;

impl<'de> Visitor<'de> for HolidayVisitor {
    type Value = LooseHoliday;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a date, or a map with from, to and name")
    }

    fn visit_str<E: Error>(self, text: &str) -> Result<LooseHoliday, E> {
        Ok(LooseHoliday::Text(text.to_owned()))
    }

    fn visit_u64<E: Error>(self, number: u64) -> Result<LooseHoliday, E> {
        Ok(LooseHoliday::Text(number.to_string()))
    }

    fn visit_unit<E: Error>(self) -> Result<LooseHoliday, E> {
        Ok(LooseHoliday::Text(String::new()))
    }

    fn visit_map<A: MapAccess<'de>>(self, map: A) -> Result<LooseHoliday, A::Error> {
        HolidayMap::deserialize(serde::de::value::MapAccessDeserializer::new(map)).map(LooseHoliday::Map)
    }
}

impl<'de> Deserialize<'de> for LooseHoliday {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<LooseHoliday, D::Error> {
        deserializer.deserialize_any(HolidayVisitor)
    }
}

impl TryFrom<LooseHoliday> for Holiday {
    type Error = Bad;

    fn try_from(loose: LooseHoliday) -> Result<Holiday, Bad> {
        match loose {
            LooseHoliday::Text(text) => Holiday::parse(&text),
            LooseHoliday::Map(HolidayMap { date: Some(date), from: None, to: None, name }) => {
                let date = parse_date(&date)?;
                Holiday::new(date, date, name)
            }
            LooseHoliday::Map(HolidayMap { date: None, from: Some(from), to: Some(to), name }) => {
                Holiday::new(parse_date(&from)?, parse_date(&to)?, name)
            }
            LooseHoliday::Map(_) => Err(Bad::Holiday),
        }
    }
}

/// The `extensions` of a schedule as they are written.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct LooseExtensions {
    pub count: Option<Scalar>,
    pub hours: Option<Scalar>,
}

/// The `early` of a schedule as it is written.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct LooseEarly {
    pub after: Option<Scalar>,
}

/// A schedule as it is written. Read this, then [`check`](LooseSchedule::check) it: so every fault is told,
/// each with its field. (Reading a [`Schedule`](crate::clock::Schedule) does both at once, with all faults on
/// one line.)
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct LooseSchedule {
    pub(crate) zone: Option<String>,
    pub(crate) every: Option<OneOrMany>,
    pub(crate) daily: Option<String>,
    pub(crate) days: Option<OneOrMany>,
    pub(crate) hours: Option<Scalar>,
    pub(crate) none: Option<bool>,
    pub(crate) not_before: Option<String>,
    pub(crate) at: Option<String>,
    pub(crate) at_least: Option<Scalar>,
    pub(crate) holidays: Option<Vec<LooseHoliday>>,
    pub(crate) grace: Option<Scalar>,
    pub(crate) extensions: Option<LooseExtensions>,
    pub(crate) early: Option<LooseEarly>,
    pub(crate) keep_schedule: Option<bool>,
    pub(crate) reminders: Option<OneOrMany>,
    pub(crate) outage: Option<Scalar>,
    pub(crate) first: Option<String>,
}

/// A schedule as it is written into the journal: every value in one form only.
#[derive(Serialize)]
pub(crate) struct Plain {
    pub zone: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub every: Option<Vec<String>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub daily: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub hours: Option<u32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub none: Option<bool>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub days: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub not_before: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub at: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub at_least: Option<String>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub holidays: Vec<Holiday>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub grace: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub extensions: Option<crate::clock::schedule::Extensions>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub early: Option<PlainEarly>,
    pub keep_schedule: bool,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub reminders: Vec<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub outage: Option<u32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub first: Option<String>,
}

/// The `early` of a schedule in the journal.
#[derive(Serialize)]
pub(crate) struct PlainEarly {
    pub after: String,
}
