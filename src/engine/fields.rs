//! The fields of events: what each may hold, so that no forged journal breaks a position, how JSON has it,
//! and how a conformance case writes it. A system lists its events once, by `events!`; all follows from the
//! list.
//!
//! JSON has an event as one object whose member `event` is the event's word. What serde derives for that is a
//! reader and a writer for every event in full, one line in twenty of all that was to compile; here it is a
//! few calls a field.

use std::marker::PhantomData;

use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::Value;

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
    /// A value that a case writes as the event has it: what it is, and whether a value can be one. See
    /// [`is`].
    Word(&'static str, fn(&S, &Value) -> bool),
    /// A thing that has a number in events and an id in cases: the id of a number, and what is wrong with an
    /// id.
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

    /// What a line of a story says of it: the word itself, unless [`named!`](crate::named!) has another.
    fn said(&self) -> Value {
        crate::events::said(self)
    }
}

/// Says what [`Named`] things are, and behind `told`, how a line of a story has them.
#[doc(hidden)]
#[macro_export]
macro_rules! named {
    ($($kind:ty: $noun:literal $(told |$it:ident| $said:expr)?),+ $(,)?) => {
        $(impl $crate::fields::Named for $kind {
            const NOUN: &'static str = $noun;
            $(fn said(&self) -> serde_json::Value {
                let $it = self;
                $crate::events::said(&$said)
            })?
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

/// Declares the [`Kind`]s of a system: the type of each, how a case writes it, whether a value fits (without
/// that, any does), and behind `told`, how a reader sees it.
#[doc(hidden)]
#[macro_export]
macro_rules! kinds {
    ($system:ty, told to $observer:ty: $(
        $(#[$about:meta])*
        $kind:ident($of:ty) = $field:expr
            $(, |$rules:pat_param, $value:ident| $fits:block)?
            $(, told |$reader:pat_param, $it:ident| $said:expr)?;
    )+) => {
        $crate::fields::kinds! {
            $system: $($(#[$about])* $kind($of) = $field $(, |$rules, $value| $fits)?;)+
        }
        $($(
            impl $crate::events::Told<$system, $observer> for $kind {
                fn said($reader: &$observer, $it: &$of) -> Option<serde_json::Value> {
                    Some($crate::events::said(&$said))
                }
            }
        )?)+
    };
    ($system:ty: $(
        $(#[$about:meta])*
        $kind:ident($of:ty) = $field:expr $(, |$rules:pat_param, $value:ident| $fits:block)?;
    )+) => {
        $(
            $(#[$about])*
            pub struct $kind;

            impl $crate::fields::Kind<$system> for $kind {
                type Value = $of;
                const FIELD: $crate::fields::Field<$system> = $field;
                $(fn fits($rules: &$system, $value: &$of) -> $crate::fields::Fits $fits)?
            }
        )+
    };
}
pub use kinds;
