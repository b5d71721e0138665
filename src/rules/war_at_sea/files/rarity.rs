//! `rarity.yaml`.

use serde::Deserialize;

use engine::rulebook::shape::shape;

shape! {
    /// `rarity.yaml`.
    #[derive(Deserialize)]
    pub struct RarityFile {
        unread meta, rules;
        pub cards: Vec<RarityRow>,
    }
}

shape! {
    /// The rarity of a card.
    #[derive(Deserialize)]
    pub struct RarityRow {
        pub id: String,
        pub rarity: Factor,
        pub group: String,
        pub size: Option<u16>,
        pub ship: Option<String>,
        #[serde(default)]
        pub exempt: bool,
        unread why, year, subtype;
        may lead, commissioned, built;
    }
}

/// How often a type may be built (2.3).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Deserialize)]
pub enum Factor {
    /// Half of its subtype, and one more.
    Common,
    /// Half of its class, and one more.
    Half,
    /// A quarter of its class, and one more.
    Quarter,
    /// One at a time.
    Unique,
}

impl Factor {
    /// Its word.
    pub const fn word(self) -> &'static str {
        match self {
            Factor::Common => "Common",
            Factor::Half => "Half",
            Factor::Quarter => "Quarter",
            Factor::Unique => "Unique",
        }
    }
}
