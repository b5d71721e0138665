//! What a question can name, and its words.

use serde::Serialize;
use serde::de::DeserializeOwned;
use std::fmt::Debug;

use crate::question::QuestionKind;
use crate::tags::Tags;

/// A thing in words.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Words {
    /// The word used in files.
    pub id: String,
    /// The name used in sentences.
    pub name: String,
    /// Facts worth seeing beside the name.
    pub note: String,
}

impl Words {
    /// A thing beside which nothing need be seen.
    pub fn plain(id: impl Into<String>, name: impl Into<String>) -> Words {
        Words { id: id.into(), name: name.into(), note: String::new() }
    }
}

/// What a game is made of.
pub trait Types: Sized {
    /// Where everything is.
    type State: Clone + PartialEq + Debug + Serialize + DeserializeOwned;
    /// Something that happened.
    type Event: Clone + PartialEq + Debug + Serialize + DeserializeOwned;
    /// Anything that a question can name.
    type Item: Copy + PartialEq + Debug;
}

/// The things of a game in words, and what doctrine may call them.
pub trait Items: Types {
    /// A thing in words.
    fn words(&self, state: &Self::State, item: Self::Item) -> Words;
    /// What doctrine may call a thing.
    fn tags(&self, item: Self::Item) -> Tags;
    /// The words of the tags, by place.
    fn tag_words(&self) -> &'static [&'static str];
    /// The thing that a word of a doctrine names, if it is no tag.
    fn find(&self, word: &str) -> Option<Self::Item>;
    /// Every word that [`Items::find`] knows, for checks away from the program.
    fn dictionary(&self) -> Dictionary {
        Dictionary::default()
    }
    /// Whether a thing that doctrine names stands for another, as a sea zone does for every flight into it.
    fn covers(&self, named: Self::Item, item: Self::Item) -> bool {
        named == item
    }
    /// Whether a thing that a word names is one unit, which a group may have as a member.
    fn is_unit(&self, _item: Self::Item) -> bool {
        false
    }
    /// The places to which doctrine may narrow a kind of question, as they stand in the keys of its
    /// questions.
    fn places(&self, _kind: &str) -> Vec<String> {
        Vec::new()
    }
    /// The kinds of question that doctrine may answer.
    fn kinds(&self) -> &'static [QuestionKind];
    /// Whether a word names anything that a question may name.
    fn knows(&self, word: &str) -> bool {
        self.find(word).is_some()
    }
}

/// Every word that names a thing of a match ([`Items::find`]).
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Dictionary {
    /// Those that are what they are.
    pub names: Vec<String>,
    /// Those with a number in them.
    pub numbered: Vec<Numbered>,
    /// Words that name things, each with what people call the thing.
    pub called: Vec<(String, String)>,
}

/// Words with a number in them, such as `tf-2`.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Numbered {
    /// What stands before the number.
    pub before: String,
    /// What stands behind it.
    pub after: String,
    /// The least number.
    pub least: u16,
    /// The greatest.
    pub most: u16,
    /// So many digits it has; any number of them where this is 0.
    pub digits: u8,
}

impl Numbered {
    /// A word that ends with a number.
    pub fn behind(before: impl Into<String>, least: u16, most: u16) -> Numbered {
        Numbered { before: before.into(), after: String::new(), least, most, digits: 0 }
    }

    /// The word with the least number.
    pub fn first(&self) -> String {
        let Numbered { before, after, least, digits, .. } = self;
        format!("{before}{least:0width$}{after}", width = usize::from(*digits))
    }
}
