//! One event, one declaration: the enum, its JSON, what its fields may hold, how a conformance case writes
//! it, the rule that made it so, and who hears what of it. A system lists its events once, by `events!`; all
//! follows from the list.
//!
//! JSON has an event as one object whose member `event` is the event's word. What serde derives for that is a
//! reader and a writer for every event in full, one line in twenty of all that was to compile; here it is a
//! few calls a field.

use serde::de::{self, DeserializeOwned};
use serde::ser::{self, SerializeMap};
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use serde_json::{Map, Value};

use crate::fields::{Count, Face, Flag, Is, Kind, Many, Maybe, Named, Rule, Text};

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
pub(crate) fn says_nothing(value: &Value) -> bool {
    value.as_array().is_some_and(Vec::is_empty)
        || value.as_str().is_some_and(str::is_empty)
        || value.as_u64() == Some(0)
        || *value == Value::Bool(false)
}

/// What is told of a value: the value itself, as JSON.
///
/// # Panics
/// Never for plain data, which is all that lines hold.
pub fn said<T: Serialize + ?Sized>(value: &T) -> Value {
    serde_json::to_value(value).expect("a line holds plain data")
}

/// How a reader sees what a field holds, where the event is told as it stands. `S` is the system, `E` who
/// reads.
pub trait Told<S: 'static, E>: Kind<S> {
    /// What is said; nothing if a line leaves such fields out.
    fn said(observer: &E, value: &Self::Value) -> Option<Value>;
}

impl<S: 'static, E, T: Named> Told<S, E> for Is<T> {
    fn said(_: &E, value: &T) -> Option<Value> {
        Some(value.said())
    }
}

impl<S: 'static, E, T: Serialize> Told<S, E> for Count<T> {
    fn said(_: &E, value: &T) -> Option<Value> {
        Some(said(value))
    }
}

impl<S: 'static, E> Told<S, E> for Flag {
    fn said(_: &E, value: &bool) -> Option<Value> {
        Some(Value::Bool(*value))
    }
}

impl<S: 'static, E> Told<S, E> for Text {
    fn said(_: &E, value: &String) -> Option<Value> {
        Some(Value::String(value.clone()))
    }
}

/// Every line names its rule apart.
impl<S: 'static, E> Told<S, E> for Rule {
    fn said(_: &E, _: &String) -> Option<Value> {
        None
    }
}

impl<S: 'static, E> Told<S, E> for Face {
    fn said(_: &E, value: &u8) -> Option<Value> {
        Some(said(value))
    }
}

impl<S: 'static, E, K: Told<S, E>> Told<S, E> for Many<K> {
    fn said(observer: &E, values: &Vec<K::Value>) -> Option<Value> {
        Some(values.iter().filter_map(|value| K::said(observer, value)).collect())
    }
}

impl<S: 'static, E, K: Told<S, E>> Told<S, E> for Maybe<K> {
    fn said(observer: &E, value: &Option<K::Value>) -> Option<Value> {
        value.as_ref().map_or(Some(Value::Null), |value| K::said(observer, value))
    }
}

/// Declares the events of a system. Each stands with all that belongs to it:
///
/// ```text
/// /// A mine is laid (5.3).
/// Laid = "laid" { zone: Zone, layer => ship: Unit, rule: Rule }
///     rule "SOT-5.3-1";
///     told open;
/// ```
///
/// A field has a [`Kind`], which gives its type, its form in cases and what fits. Behind its name may stand
/// `as "key"`, its name in JSON, `or nothing`, if it is left out when it is an empty list or text, zero or
/// false, and `=> name`, its name in the line that is told, `_` for a field of which the line says nothing.
/// `rule` is an expression over the fields: the ledger's id of the rule that made it so. Then it **must** be
/// written who hears of it:
///
/// - `told open`: both sides hear of it, each field as its kind has it for readers ([`Told`]);
/// - `told nobody`: it is in no story;
/// - `told |observer| { name, other: expression }`: what this reader hears, field by field, a
///   bare name being the value itself; `name or nothing: expression` leaves it out where it says nothing;
/// - `told |observer| = (expression)`: the lines that the expression gives, each made by
///   [`line!`](crate::line!), for events of which several lines are told, or lines of several kinds;
/// - `told |observer| if (condition) { … }`, `if (condition) = (…)` or `if (condition) => open`: the same,
///   but nothing where the condition over reader and fields fails.
///
/// Gives the enum, its JSON, `EVENTS`, and the methods `validate`, which says whether all fields of an event
/// fit, `rule` and `told`.
#[doc(hidden)]
#[macro_export]
macro_rules! events {
    (
        $(#[$about:meta])*
        pub enum $event:ident of $system:ty, told to $observer:ty {
            $(
                $(#[$variant_about:meta])*
                $variant:ident = $word:literal {
                    $(
                        $(#[$field_about:meta])*
                        $field:ident $(as $key:literal)? $(or $nothing:ident)? $(=> $told:tt)?: $kind:ty
                    ),* $(,)?
                }
                rule $rule:expr;
                told $($who:ident)? $(
                    |$reader:pat_param| $(if ($heard:expr))? $(= ($line:expr))? $(=> $hears:ident)? $({
                        $($said:ident $(or $silent:ident)? $(: $saying:expr)?),* $(,)?
                    })?
                )?;
            )+
        }
    ) => {
        $(#[$about])*
        pub enum $event {
            $(
                $(#[$variant_about])*
                $variant { $(
                    #[doc = concat!("A field of kind `", stringify!($kind), "`.")]
                    $(#[$field_about])*
                    $field: <$kind as $crate::fields::Kind<$system>>::Value
                ),* },
            )+
        }

        /// Every event with its fields.
        pub const EVENTS: $crate::fields::Listed<$system> = &[
            $(($word, &[
                $(($crate::events::name!($field $($key)?), <$kind as $crate::fields::Kind<$system>>::FIELD)),*
            ])),+
        ];

        impl serde::Serialize for $event {
            fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                match self {
                    $($event::$variant { $($field),* } => $crate::events::write(
                        $word,
                        &[$((
                            $crate::events::name!($field $($key)?),
                            $crate::events::is_left_out!($($nothing)?),
                            $field,
                        )),*],
                        serializer,
                    ),)+
                }
            }
        }

        impl<'de> serde::Deserialize<'de> for $event {
            fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<$event, D::Error> {
                $crate::events::Members::read(deserializer, |word, members| {
                    Ok(match word {
                        $($word => $event::$variant {
                            $($field: $crate::events::take!(
                                members, $crate::events::name!($field $($key)?) $(, $nothing)?
                            )?),*
                        },)+
                        other => return Err(serde::de::Error::unknown_variant(other, &[$($word),+])),
                    })
                })
            }
        }

        impl $event {
            /// Whether every field holds what it can hold in this match.
            ///
            /// # Errors
            /// A sentence about the first that does not.
            pub fn validate(&self, system: &$system) -> $crate::fields::Fits {
                match self {
                    $($event::$variant { $($field),* } => {
                        $(<$kind as $crate::fields::Kind<$system>>::fits(system, $field)?;)*
                    })+
                }
                Ok(())
            }

            /// The ledger's id of the rule that made it so; empty for what no rule made.
            #[allow(unused_variables)]
            pub fn rule(&self) -> &str {
                match self {
                    $($event::$variant { $($field),* } => $rule,)+
                }
            }

            /// The lines that a reader hears of it, without its rule; none if it is not for him.
            #[allow(unused_variables)]
            pub fn told(&self, observer: &$observer) -> Vec<$crate::view::StoryLine> {
                match self {
                    $($event::$variant { $($field),* } => {
                        $crate::events::told!(
                            [$($who)?]
                            [$(
                                ($reader)
                                [$(if $heard)?]
                                [$($hears)? $(= $line)?]
                                {$($($said ($($silent)?) ($($saying)?)),*)?}
                            )?]
                            observer, $word, $system, $observer { $($field ($($told)?): $kind),* }
                        )
                    })+
                }
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

/// What is told of one event; for [`events!`](crate::events!).
#[doc(hidden)]
#[macro_export]
macro_rules! told {
    ([nobody] [] $($rest:tt)*) => {
        Vec::new()
    };
    ([open] [] $observer:ident, $word:literal, $system:ty, $reader:ty { $($field:ident ($($told:tt)?): $kind:ty),* }) => {{
        let line = $crate::view::StoryLine::new($word);
        $(let line = $crate::events::particular!(
            line, $field ($($told)?), <$kind as $crate::events::Told<$system, $reader>>::said($observer, $field)
        );)*
        vec![line]
    }};
    ([] [($reader:pat) [if $heard:expr] $($what:tt)*] $observer:ident, $($rest:tt)*) => {{
        let $reader = $observer;
        if $heard { $crate::events::told!([] [(_) [] $($what)*] $observer, $($rest)*) } else { Vec::new() }
    }};
    ([] [($reader:pat) [] [$hears:ident] {}] $($rest:tt)*) => {
        $crate::events::told!([$hears] [] $($rest)*)
    };
    ([] [($reader:pat) [] [= $line:expr] {}] $observer:ident, $($rest:tt)*) => {{
        let $reader = $observer;
        ($line).into_iter().collect()
    }};
    (
        [] [($reader:pat) [] [] { $($said:ident ($($silent:ident)?) ($($saying:expr)?)),* }]
        $observer:ident, $word:literal, $($rest:tt)*
    ) => {{
        let $reader = $observer;
        vec![$crate::events::line!($word { $($said $(or $silent)? $(: $saying)?),* })]
    }};
}

/// A line of a story by its kind and particulars, as [`events!`](crate::events!) has them: `line!("sunk" {
/// unit: name })`.
#[doc(hidden)]
#[macro_export]
macro_rules! line {
    ($word:literal { $($said:ident $(or $silent:ident)? $(: $saying:expr)?),* $(,)? }) => {{
        let line = $crate::view::StoryLine::new($word);
        $(let line = line.says(
            stringify!($said),
            $crate::events::is_left_out!($($silent)?),
            $crate::events::saying!($said $(, $saying)?),
        );)*
        line
    }};
}

/// Adds a field to a line, as its kind has it for readers.
#[doc(hidden)]
#[macro_export]
macro_rules! particular {
    ($line:ident, $field:ident (_), $said:expr) => {
        $line
    };
    ($line:ident, $field:ident ($told:ident), $said:expr) => {
        $line.may_say(stringify!($told), $said)
    };
    ($line:ident, $field:ident (), $said:expr) => {
        $line.may_say(stringify!($field), $said)
    };
}

/// What a line says of one particular.
#[doc(hidden)]
#[macro_export]
macro_rules! saying {
    ($said:ident) => {
        $crate::events::said(&$said)
    };
    ($said:ident, $saying:expr) => {
        $crate::events::said(&$saying)
    };
}
pub use {events, is_left_out, line, name, particular, saying, take, told};
