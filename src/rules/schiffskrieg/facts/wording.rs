//! Declarations as they are written.

use super::reading::results;
use super::{Declared, Reader, Value};

impl Reader<'_> {
    /// What a fact says, as it is written.
    pub fn value_words(&self, declared: &Declared) -> String {
        self.written(declared, &declared.value)
    }

    fn written(&self, declared: &Declared, value: &Value) -> String {
        let board = self.board;
        match value {
            Value::None => "none".to_owned(),
            Value::Turn(turn) => turn.id(),
            Value::Word(at) => {
                let words = &self.catalogue.of(declared.fact).one_of;
                words.get(usize::from(*at)).cloned().unwrap_or_default()
            }
            Value::Faction(faction) => faction.id().to_owned(),
            Value::Flag(is) => is.to_string(),
            Value::Number(number) => number.to_string(),
            Value::Country(country) => board.country(*country).id.clone(),
            Value::Zone(zone) => board.zone(*zone).id.clone(),
            Value::Hex(hex) => board.grid.code(*hex),
            Value::StrategicWarfare => "strategic-warfare".to_owned(),
            Value::Code(code) => code.clone(),
            Value::Result(at) => {
                let words = results(&declared.of);
                words.get(usize::from(*at)).map_or_else(String::new, |word| (*word).to_owned())
            }
            Value::List(list) if list.is_empty() => "none".to_owned(),
            Value::List(list) => {
                list.iter().map(|value| self.written(declared, value)).collect::<Vec<_>>().join(", ")
            }
        }
    }
}
