//! Gives YAML that has been parsed the shape of a type. Unlike the way over JSON this takes a number that
//! stands unquoted for the text that it is in the file where a text is wanted, as in `section: 14.10`.

use std::fmt::Display;

use serde::de::value::StrDeserializer;
use serde::de::{
    self, DeserializeSeed, Deserializer, EnumAccess, IntoDeserializer, MapAccess, SeqAccess, Unexpected,
    VariantAccess, Visitor,
};
use serde::forward_to_deserialize_any;
use serde_json::Value;
use serde_yaml::{Location, Spanned};

use super::yaml::{Node, YamlFault, plain};

/// A part of a file, with the text of the whole file.
#[derive(Clone, Copy)]
pub(super) struct Part<'a> {
    pub(super) node: &'a Spanned<Node>,
    pub(super) text: &'a str,
}

/// What does not fit, and where once that is known.
#[derive(Debug)]
pub(super) struct Misfit {
    what: String,
    at: Option<Location>,
}

impl Misfit {
    /// The innermost place counts.
    fn at(mut self, place: Location) -> Misfit {
        self.at.get_or_insert(place);
        self
    }

    pub(super) fn fault(self) -> YamlFault {
        let (line, column) = self.at.map_or((0, 0), |it| (it.line(), it.column()));
        YamlFault { line, column, what: plain(&self.what) }
    }
}

impl Display for Misfit {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&self.what)
    }
}

impl std::error::Error for Misfit {}

impl de::Error for Misfit {
    fn custom<T: Display>(what: T) -> Misfit {
        Misfit { what: what.to_string(), at: None }
    }

    fn unknown_field(field: &str, expected: &'static [&'static str]) -> Misfit {
        Misfit::custom(format_args!("unknown field `{field}`, expected one of {}", expected.join(", ")))
    }

    fn unknown_variant(variant: &str, expected: &'static [&'static str]) -> Misfit {
        Misfit::custom(format_args!("unknown variant `{variant}`, expected one of {}", expected.join(", ")))
    }
}

impl<'a> Part<'a> {
    fn of(self, node: &'a Spanned<Node>) -> Part<'a> {
        Part { node, text: self.text }
    }

    fn place(self) -> Location {
        self.node.referenced
    }

    /// A number or truth value as it stands in the file.
    fn as_written(self) -> &'a str {
        let (line, column) = (self.place().line() as usize, self.place().column() as usize);
        let line = self.text.lines().nth(line.saturating_sub(1)).unwrap_or_default();
        let from = line.char_indices().nth(column.saturating_sub(1)).map_or("", |(at, _)| &line[at..]);
        let end = from.find(|it: char| it.is_whitespace() || matches!(it, ',' | ']' | '}' | ':'));
        &from[..end.unwrap_or(from.len())]
    }

    /// What stands here, for an error.
    fn unexpected(self) -> Unexpected<'a> {
        match &self.node.value {
            Node::List(_) => Unexpected::Seq,
            Node::Map(_) => Unexpected::Map,
            Node::Scalar(Value::Bool(it)) => Unexpected::Bool(*it),
            Node::Scalar(Value::String(it)) => Unexpected::Str(it),
            Node::Scalar(Value::Number(it)) => match (it.as_u64(), it.as_i64(), it.as_f64()) {
                (Some(it), ..) => Unexpected::Unsigned(it),
                (None, Some(it), _) => Unexpected::Signed(it),
                (None, None, it) => Unexpected::Float(it.unwrap_or_default()),
            },
            Node::Scalar(_) => Unexpected::Unit,
        }
    }

    fn misfit(self, expected: &dyn de::Expected) -> Misfit {
        <Misfit as de::Error>::invalid_type(self.unexpected(), expected).at(self.place())
    }

    fn is_null(self) -> bool {
        matches!(self.node.value, Node::Scalar(Value::Null))
    }
}

/// Deserialisers that take a number.
macro_rules! numbers {
    ($($name:ident)+) => {
        $(fn $name<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Misfit> {
            let Node::Scalar(Value::Number(number)) = &self.node.value else {
                return Err(self.misfit(&visitor));
            };
            let visited = match (number.as_u64(), number.as_i64(), number.as_f64()) {
                (Some(it), ..) => visitor.visit_u64(it),
                (None, Some(it), _) => visitor.visit_i64(it),
                (None, None, it) => visitor.visit_f64(it.unwrap_or_default()),
            };
            visited.map_err(|misfit: Misfit| misfit.at(self.place()))
        })+
    };
}

impl<'de> Deserializer<'de> for Part<'de> {
    type Error = Misfit;

    fn deserialize_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Misfit> {
        let visited = match &self.node.value {
            Node::Scalar(Value::Null) => visitor.visit_unit(),
            Node::Scalar(Value::Bool(it)) => visitor.visit_bool(*it),
            Node::Scalar(Value::Number(_)) => return self.deserialize_f64(visitor),
            Node::Scalar(Value::String(it)) => visitor.visit_str(it),
            Node::Scalar(_) => return Err(self.misfit(&visitor)),
            Node::List(_) => return self.deserialize_seq(visitor),
            Node::Map(_) => return self.deserialize_map(visitor),
        };
        visited.map_err(|misfit: Misfit| misfit.at(self.place()))
    }

    fn deserialize_bool<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Misfit> {
        match &self.node.value {
            Node::Scalar(Value::Bool(it)) => visitor.visit_bool(*it),
            _ => Err(self.misfit(&visitor)),
        }
    }

    numbers! {
        deserialize_i8 deserialize_i16 deserialize_i32 deserialize_i64
        deserialize_u8 deserialize_u16 deserialize_u32 deserialize_u64
        deserialize_f32 deserialize_f64
    }

    fn deserialize_str<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Misfit> {
        let visited = match &self.node.value {
            Node::Scalar(Value::String(it)) => visitor.visit_str(it),
            Node::Scalar(Value::Number(_) | Value::Bool(_)) => visitor.visit_str(self.as_written()),
            _ => return Err(self.misfit(&visitor)),
        };
        visited.map_err(|misfit: Misfit| misfit.at(self.place()))
    }

    fn deserialize_string<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Misfit> {
        self.deserialize_str(visitor)
    }

    fn deserialize_identifier<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Misfit> {
        self.deserialize_str(visitor)
    }

    fn deserialize_option<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Misfit> {
        if self.is_null() { visitor.visit_none() } else { visitor.visit_some(self) }
    }

    fn deserialize_newtype_struct<V: Visitor<'de>>(
        self,
        _name: &'static str,
        visitor: V,
    ) -> Result<V::Value, Misfit> {
        visitor.visit_newtype_struct(self)
    }

    fn deserialize_seq<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Misfit> {
        let Node::List(items) = &self.node.value else { return Err(self.misfit(&visitor)) };
        let mut rest = Items { whole: self, items: items.iter() };
        let value = visitor.visit_seq(&mut rest).map_err(|misfit| misfit.at(self.place()))?;
        match rest.items.len() {
            0 => Ok(value),
            _ => {
                let what = "a list with fewer elements";
                Err(<Misfit as de::Error>::invalid_length(items.len(), &what).at(self.place()))
            }
        }
    }

    fn deserialize_tuple<V: Visitor<'de>>(self, _len: usize, visitor: V) -> Result<V::Value, Misfit> {
        self.deserialize_seq(visitor)
    }

    fn deserialize_map<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Misfit> {
        let Node::Map(entries) = &self.node.value else { return Err(self.misfit(&visitor)) };
        let entries = Entries { whole: self, entries: entries.iter(), value: None };
        visitor.visit_map(entries).map_err(|misfit| misfit.at(self.place()))
    }

    fn deserialize_struct<V: Visitor<'de>>(
        self,
        _name: &'static str,
        _fields: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, Misfit> {
        self.deserialize_map(visitor)
    }

    fn deserialize_enum<V: Visitor<'de>>(
        self,
        _name: &'static str,
        _variants: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, Misfit> {
        let choice = match &self.node.value {
            Node::Scalar(Value::String(word)) => Choice { word, value: None, at: self.place() },
            Node::Map(entries) if entries.len() == 1 => {
                let (word, value) = &entries[0];
                Choice { word: &word.value, value: Some(self.of(value)), at: word.referenced }
            }
            _ => return Err(self.misfit(&visitor)),
        };
        visitor.visit_enum(choice).map_err(|misfit| misfit.at(self.place()))
    }

    fn deserialize_ignored_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Misfit> {
        visitor.visit_unit()
    }

    forward_to_deserialize_any! {
        i128 u128 char bytes byte_buf unit unit_struct tuple_struct
    }
}

/// The elements of a list.
struct Items<'a> {
    whole: Part<'a>,
    items: std::slice::Iter<'a, Spanned<Node>>,
}

impl<'de> SeqAccess<'de> for Items<'de> {
    type Error = Misfit;

    fn next_element_seed<T: DeserializeSeed<'de>>(&mut self, seed: T) -> Result<Option<T::Value>, Misfit> {
        self.items.next().map(|item| seed.deserialize(self.whole.of(item))).transpose()
    }

    fn size_hint(&self) -> Option<usize> {
        Some(self.items.len())
    }
}

/// The entries of a map.
struct Entries<'a> {
    whole: Part<'a>,
    entries: std::slice::Iter<'a, (Spanned<String>, Spanned<Node>)>,
    value: Option<Part<'a>>,
}

impl<'de> MapAccess<'de> for Entries<'de> {
    type Error = Misfit;

    fn next_key_seed<K: DeserializeSeed<'de>>(&mut self, seed: K) -> Result<Option<K::Value>, Misfit> {
        let Some((key, value)) = self.entries.next() else { return Ok(None) };
        self.value = Some(self.whole.of(value));
        seed.deserialize(Key(&key.value)).map(Some).map_err(|misfit| misfit.at(key.referenced))
    }

    fn next_value_seed<T: DeserializeSeed<'de>>(&mut self, seed: T) -> Result<T::Value, Misfit> {
        let Some(value) = self.value.take() else { return Err(de::Error::custom("a value without a key")) };
        seed.deserialize(value).map_err(|misfit| misfit.at(value.place()))
    }
}

/// A key: a text, or a number that is read out of it.
struct Key<'a>(&'a str);

impl<'de> Deserializer<'de> for Key<'de> {
    type Error = Misfit;

    fn deserialize_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Misfit> {
        visitor.visit_str(self.0)
    }

    fn deserialize_u8<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Misfit> {
        match self.0.parse() {
            Ok(number) => visitor.visit_u64(number),
            Err(_) => visitor.visit_str(self.0),
        }
    }

    fn deserialize_u16<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Misfit> {
        self.deserialize_u8(visitor)
    }

    fn deserialize_u32<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Misfit> {
        self.deserialize_u8(visitor)
    }

    fn deserialize_u64<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Misfit> {
        self.deserialize_u8(visitor)
    }

    fn deserialize_newtype_struct<V: Visitor<'de>>(
        self,
        _name: &'static str,
        visitor: V,
    ) -> Result<V::Value, Misfit> {
        visitor.visit_newtype_struct(self)
    }

    fn deserialize_enum<V: Visitor<'de>>(
        self,
        _name: &'static str,
        _variants: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, Misfit> {
        let word: StrDeserializer<'_, Misfit> = self.0.into_deserializer();
        visitor.visit_enum(word)
    }

    forward_to_deserialize_any! {
        bool i8 i16 i32 i64 i128 u128 f32 f64 char str string bytes byte_buf option unit unit_struct seq tuple
        tuple_struct map struct identifier ignored_any
    }
}

/// One of several: a word, with a value where it stands as `word: value`.
struct Choice<'a> {
    word: &'a str,
    value: Option<Part<'a>>,
    at: Location,
}

impl<'de> EnumAccess<'de> for Choice<'de> {
    type Error = Misfit;
    type Variant = Choice<'de>;

    fn variant_seed<T: DeserializeSeed<'de>>(self, seed: T) -> Result<(T::Value, Choice<'de>), Misfit> {
        let word: StrDeserializer<'_, Misfit> = self.word.into_deserializer();
        let variant = seed.deserialize(word).map_err(|misfit| misfit.at(self.at))?;
        Ok((variant, self))
    }
}

impl<'de> Choice<'de> {
    fn given(&self) -> Result<Part<'de>, Misfit> {
        self.value.ok_or_else(|| {
            <Misfit as de::Error>::invalid_type(Unexpected::UnitVariant, &"a value after a colon").at(self.at)
        })
    }
}

impl<'de> VariantAccess<'de> for Choice<'de> {
    type Error = Misfit;

    fn unit_variant(self) -> Result<(), Misfit> {
        self.value.map_or(Ok(()), serde::Deserialize::deserialize)
    }

    fn newtype_variant_seed<T: DeserializeSeed<'de>>(self, seed: T) -> Result<T::Value, Misfit> {
        let value = self.given()?;
        seed.deserialize(value).map_err(|misfit| misfit.at(value.place()))
    }

    fn tuple_variant<V: Visitor<'de>>(self, _len: usize, visitor: V) -> Result<V::Value, Misfit> {
        self.given()?.deserialize_seq(visitor)
    }

    fn struct_variant<V: Visitor<'de>>(
        self,
        _fields: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, Misfit> {
        self.given()?.deserialize_map(visitor)
    }
}
