//! The fields of events: what each may hold, so that no forged journal breaks a position, how JSON has it, and how a
//! conformance case writes it. A system lists its events once, by `events!`; all follows from the list.
//!
//! JSON has an event as one object whose member `event` is the event's word. What serde derives for that is a reader and
//! a writer for every event in full, one line in twenty of all that was to compile; here it is a few calls a field.

use std::marker::PhantomData;

use serde::de::{self, DeserializeOwned};
use serde::ser::{self, SerializeMap};
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use serde_json::{Map, Value};

/// What does not fit, as a sentence without its full stop.
pub type Fits = Result<(), String>;

/// Every event of a system with its fields, as a case writes them.
pub type Listed<S> = &'static [(&'static str, &'static [(&'static str, Field<S>)])];

/// How a case writes a field of an event.
pub enum Field<S: 'static> {
    /// A whole number.
    Number,
    /// A face of a die.
    Face,
    /// True or false.
    Flag,
    /// A rule of the ledger.
    Rule,
    /// A value that a case writes as the event has it: what it is, and whether a value can be one. See [`is`].
    Word(&'static str, fn(&S, &Value) -> bool),
    /// A thing that has a number in events and an id in cases: the id of a number, and what is wrong with an id.
    Id(fn(&S, usize) -> Option<String>, fn(&S, &str) -> Result<(), String>),
    /// A value that the system turns into the words of a case itself, and of which it says what is wrong.
    Own(fn(&S, &mut Value), fn(&S, &Value) -> Result<(), String>),
    /// This, or nothing.
    Maybe(&'static Field<S>),
    /// A list of these.
    Many(&'static Field<S>),
    /// A list of rows of these.
    Rows(&'static [Field<S>]),
}

impl<S> Field<S> {
    /// Turns the value of a field into the words of a case.
    pub fn translate(&self, system: &S, value: &mut Value) {
        match (self, &mut *value) {
            (Field::Id(id, _), number) => {
                let number = number.as_u64().and_then(|number| usize::try_from(number).ok());
                if let Some(id) = number.and_then(|number| id(system, number)) {
                    *value = Value::String(id);
                }
            }
            (Field::Own(translate, _), value) => translate(system, value),
            (Field::Maybe(field), value) => field.translate(system, value),
            (Field::Many(field), Value::Array(list)) => {
                list.iter_mut().for_each(|item| field.translate(system, item));
            }
            (Field::Rows(row), Value::Array(list)) => {
                for item in list.iter_mut().filter_map(Value::as_array_mut) {
                    item.iter_mut().zip(*row).for_each(|(item, field)| field.translate(system, item));
                }
            }
            (Field::Number | Field::Face | Field::Flag | Field::Rule | Field::Word(..), _)
            | (Field::Many(_) | Field::Rows(_), _) => {}
        }
    }
}

/// What a field of an event holds.
pub trait Kind<S: 'static> {
    /// Its type in the event.
    type Value;
    /// How a case writes it.
    const FIELD: Field<S>;

    /// Whether an event of the match can hold this value.
    ///
    /// # Errors
    /// A sentence, if it cannot.
    fn fits(_system: &S, _value: &Self::Value) -> Fits {
        Ok(())
    }
}

/// Something that is written in one word, or as the program writes it.
pub trait Named: DeserializeOwned + Serialize {
    /// What it is, as in "no such side".
    const NOUN: &'static str;
}

/// Says what [`Named`] things are.
#[doc(hidden)]
#[macro_export]
macro_rules! named {
    ($($kind:ty: $noun:literal),+ $(,)?) => {
        $(impl $crate::fields::Named for $kind {
            const NOUN: &'static str = $noun;
        })+
    };
}
pub use named;

/// True if a value is written as the program writes such a thing; for [`Field::Word`].
pub fn is<S, T: DeserializeOwned + Serialize>(_system: &S, value: &Value) -> bool {
    let read = T::deserialize(value);
    read.is_ok_and(|it| serde_json::to_value(it).is_ok_and(|written| written == *value))
}

/// A [`Named`] thing; any fits.
pub struct Is<T>(PhantomData<T>);

impl<S: 'static, T: Named> Kind<S> for Is<T> {
    type Value = T;
    const FIELD: Field<S> = Field::Word(T::NOUN, is::<S, T>);
}

/// A number of which any fits.
pub struct Count<T>(PhantomData<T>);

impl<S: 'static, T> Kind<S> for Count<T> {
    type Value = T;
    const FIELD: Field<S> = Field::Number;
}

/// True or false.
pub struct Flag;

impl<S: 'static> Kind<S> for Flag {
    type Value = bool;
    const FIELD: Field<S> = Field::Flag;
}

/// A rule of the ledger.
pub struct Rule;

impl<S: 'static> Kind<S> for Rule {
    type Value = String;
    const FIELD: Field<S> = Field::Rule;
}

/// Words of the umpire.
pub struct Text;

impl<S: 'static> Kind<S> for Text {
    type Value = String;
    const FIELD: Field<S> = Field::Word("text", |_, value| value.is_string());
}

/// A face of a die.
pub struct Face;

impl<S: 'static> Kind<S> for Face {
    type Value = u8;
    const FIELD: Field<S> = Field::Face;
    fn fits(_: &S, die: &u8) -> Fits {
        if (1..=6).contains(die) { Ok(()) } else { Err(format!("no die shows {die}")) }
    }
}

/// Some of these.
pub struct Many<K>(PhantomData<K>);

impl<S: 'static, K: Kind<S>> Kind<S> for Many<K> {
    type Value = Vec<K::Value>;
    const FIELD: Field<S> = Field::Many(&K::FIELD);
    fn fits(system: &S, values: &Vec<K::Value>) -> Fits {
        values.iter().try_for_each(|value| K::fits(system, value))
    }
}

/// One of these, or none.
pub struct Maybe<K>(PhantomData<K>);

impl<S: 'static, K: Kind<S>> Kind<S> for Maybe<K> {
    type Value = Option<K::Value>;
    const FIELD: Field<S> = Field::Maybe(&K::FIELD);
    fn fits(system: &S, value: &Option<K::Value>) -> Fits {
        value.as_ref().map_or(Ok(()), |value| K::fits(system, value))
    }
}

/// Rows with one of each.
pub struct Rows<R>(PhantomData<R>);

impl<S: 'static, A: Kind<S>, B: Kind<S>> Kind<S> for Rows<(A, B)> {
    type Value = Vec<(A::Value, B::Value)>;
    const FIELD: Field<S> = Field::Rows(&[A::FIELD, B::FIELD]);
    fn fits(system: &S, rows: &Self::Value) -> Fits {
        rows.iter().try_for_each(|(a, b)| A::fits(system, a).and_then(|()| B::fits(system, b)))
    }
}

impl<S: 'static, A: Kind<S>, B: Kind<S>, C: Kind<S>> Kind<S> for Rows<(A, B, C)> {
    type Value = Vec<(A::Value, B::Value, C::Value)>;
    const FIELD: Field<S> = Field::Rows(&[A::FIELD, B::FIELD, C::FIELD]);
    fn fits(system: &S, rows: &Self::Value) -> Fits {
        rows.iter().try_for_each(|(a, b, c)| {
            A::fits(system, a).and_then(|()| B::fits(system, b)).and_then(|()| C::fits(system, c))
        })
    }
}

/// Whether a number is one of those from 0 up to an end.
///
/// # Errors
/// A sentence, if it is not.
pub fn below(number: usize, end: usize, what: &str) -> Fits {
    if number < end { Ok(()) } else { Err(format!("there is no {what} {number}")) }
}

/// Declares the [`Kind`]s of a system: the type of each, how a case writes it, and whether a value fits; without that, any
/// does.
#[doc(hidden)]
#[macro_export]
macro_rules! kinds {
    ($system:ty: $(
        $(#[$about:meta])*
        $kind:ident($of:ty) = $field:expr $(, |$rules:pat_param, $value:ident| $fits:block)?;
    )+) => {
        $(
            $(#[$about])*
            struct $kind;

            impl $crate::fields::Kind<$system> for $kind {
                type Value = $of;
                const FIELD: $crate::fields::Field<$system> = $field;
                $(fn fits($rules: &$system, $value: &$of) -> $crate::fields::Fits $fits)?
            }
        )+
    };
}

/// The members of an event in JSON.
pub struct Members(Map<String, Value>);

/// The member that holds the event's word.
const WORD: &str = "event";

impl Members {
    /// Reads an event with its members.
    ///
    /// # Errors
    /// If what stands there is not an object, or no event of `read`, which finds an event by its word.
    pub fn read<'de, D, E>(
        deserializer: D,
        read: impl FnOnce(&str, &mut Members) -> Result<E, serde_json::Error>,
    ) -> Result<E, D::Error>
    where
        D: Deserializer<'de>,
    {
        let mut members = Members(Map::deserialize(deserializer)?);
        let Some(Value::String(word)) = members.0.remove(WORD) else {
            return Err(de::Error::missing_field(WORD));
        };
        read(&word, &mut members).map_err(de::Error::custom)
    }

    /// Takes a member out.
    ///
    /// # Errors
    /// If it is not there, and not something that may be missing, or cannot be read.
    pub fn take<T: DeserializeOwned>(&mut self, key: &'static str) -> serde_json::Result<T> {
        match self.0.remove(key) {
            Some(value) => T::deserialize(&value),
            None => T::deserialize(&Value::Null).map_err(|_| de::Error::missing_field(key)),
        }
    }

    /// Takes a member out that is left out where it says nothing.
    ///
    /// # Errors
    /// If it cannot be read.
    pub fn take_if_any<T: DeserializeOwned + Default>(&mut self, key: &'static str) -> serde_json::Result<T> {
        self.0.remove(key).map_or_else(|| Ok(T::default()), |value| T::deserialize(&value))
    }
}

/// Something that an event holds, to be written.
pub trait Member {
    /// As a value.
    ///
    /// # Errors
    /// None that a field of an event could cause.
    fn value(&self) -> serde_json::Result<Value>;
}

impl<T: Serialize> Member for T {
    fn value(&self) -> serde_json::Result<Value> {
        serde_json::to_value(self)
    }
}

/// A member to be written: its name, whether it is left out where it says nothing, and what it holds.
pub type Written<'e> = (&'static str, bool, &'e dyn Member);

/// Writes an event by its word and its members.
///
/// # Errors
/// What `serializer` cannot do.
pub fn write<S: Serializer>(word: &str, members: &[Written<'_>], serializer: S) -> Result<S::Ok, S::Error> {
    let mut map = serializer.serialize_map(None)?;
    map.serialize_entry(WORD, word)?;
    for (key, is_left_out, member) in members {
        let value = member.value().map_err(ser::Error::custom)?;
        if !(*is_left_out && says_nothing(&value)) {
            map.serialize_entry(key, &value)?;
        }
    }
    map.end()
}

/// Whether a value is an empty list, an empty text, zero or false.
fn says_nothing(value: &Value) -> bool {
    value.as_array().is_some_and(Vec::is_empty)
        || value.as_str().is_some_and(str::is_empty)
        || value.as_u64() == Some(0)
        || *value == Value::Bool(false)
}

/// Lists the events of a system, each with its word and the [`Kind`] of every field; where a field has another name in
/// JSON, that stands behind it, and `or nothing` behind a list, text, number or flag that is left out when it is empty, zero
/// or false. Gives the events' JSON, `EVENTS`, and `fields`, which says whether all fields of an event fit. An event or a field
/// that the list forgets does not compile.
#[doc(hidden)]
#[macro_export]
macro_rules! events {
    ($system:ty: $event:ident {
        $($variant:ident = $word:literal {
            $($field:ident $(as $key:literal)? $(or $nothing:ident)?: $kind:ty),* $(,)?
        })+
    }) => {
        /// Every event with its fields.
        pub const EVENTS: $crate::fields::Listed<$system> = &[
            $(($word, &[
                $(($crate::fields::name!($field $($key)?), <$kind as $crate::fields::Kind<$system>>::FIELD)),*
            ])),+
        ];

        fn fields(system: &$system, event: &$event) -> $crate::fields::Fits {
            match event {
                $($event::$variant { $($field),* } => {
                    $(<$kind as $crate::fields::Kind<$system>>::fits(system, $field)?;)*
                })+
            }
            Ok(())
        }

        impl serde::Serialize for $event {
            fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                match self {
                    $($event::$variant { $($field),* } => $crate::fields::write(
                        $word,
                        &[$((
                            $crate::fields::name!($field $($key)?),
                            $crate::fields::is_left_out!($($nothing)?),
                            $field,
                        )),*],
                        serializer,
                    ),)+
                }
            }
        }

        impl<'de> serde::Deserialize<'de> for $event {
            fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<$event, D::Error> {
                $crate::fields::Members::read(deserializer, |word, members| {
                    Ok(match word {
                        $($word => $event::$variant {
                            $($field: $crate::fields::take!(
                                members, $crate::fields::name!($field $($key)?) $(, $nothing)?
                            )?),*
                        },)+
                        other => return Err(serde::de::Error::unknown_variant(other, &[$($word),+])),
                    })
                })
            }
        }
    };
}

/// Whether a field is left out where it says nothing.
#[doc(hidden)]
#[macro_export]
macro_rules! is_left_out {
    () => {
        false
    };
    (nothing) => {
        true
    };
}

/// Takes a field out of the members of an event.
#[doc(hidden)]
#[macro_export]
macro_rules! take {
    ($members:ident, $key:expr) => {
        $members.take($key)
    };
    ($members:ident, $key:expr, nothing) => {
        $members.take_if_any($key)
    };
}

/// The name of a field in JSON.
#[doc(hidden)]
#[macro_export]
macro_rules! name {
    ($field:ident) => {
        stringify!($field)
    };
    ($field:ident $key:literal) => {
        $key
    };
}
pub use {events, is_left_out, kinds, name, take};
