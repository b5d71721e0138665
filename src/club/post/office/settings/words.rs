//! The words by which settings of a match choose.

use serde::Deserialize;

/// How much observers are shown.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum View {
    /// Where the match stands, and no more.
    #[default]
    Ledger,
    /// The reports of every side.
    Reports,
}

/// What players may say to each other.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Press {
    /// Nothing.
    None,
    /// Words under the name of their side.
    #[default]
    Signed,
    /// Words with or without the name of their side.
    Anonymous,
}

/// When words are delivered.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Deliver {
    /// By the run that reads them.
    #[default]
    AtOnce,
    /// With the report of the next exchange.
    WithReport,
}

/// Who hears of something.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Audience {
    /// The side that it is about.
    #[default]
    Side,
    /// All sides of the match.
    All,
}

/// What shows that a mail is from a player. The address is looked at in any case, and can be forged.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Proof {
    /// Nothing more.
    Address,
    /// The party's code word, or a signature.
    #[default]
    Code,
    /// A signature by the player's key.
    Signature,
}
