//! How a board was decided, and whether that counts for ratings.

use serde::{Deserialize, Serialize};

/// How a board was decided.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Ending {
    /// To its end.
    #[default]
    Played,
    /// A side gave up.
    Conceded,
    /// Both sides agreed.
    Agreed,
    /// A panel found.
    Adjudicated,
    /// A side ran out of time.
    Clock,
    /// A side did not turn up.
    Forfeit,
    /// Neither turned up.
    DoubleForfeit,
    /// There was no opponent.
    Bye,
    /// It counts for nothing.
    Annulled,
}

impl Ending {
    /// Every way.
    pub const ALL: [Ending; 9] = [
        Ending::Played,
        Ending::Conceded,
        Ending::Agreed,
        Ending::Adjudicated,
        Ending::Clock,
        Ending::Forfeit,
        Ending::DoubleForfeit,
        Ending::Bye,
        Ending::Annulled,
    ];

    /// The word for it in results and tables.
    pub fn word(self) -> &'static str {
        match self {
            Ending::Played => "played",
            Ending::Conceded => "conceded",
            Ending::Agreed => "agreed",
            Ending::Adjudicated => "adjudicated",
            Ending::Clock => "clock",
            Ending::Forfeit => "forfeit",
            Ending::DoubleForfeit => "double-forfeit",
            Ending::Bye => "bye",
            Ending::Annulled => "annulled",
        }
    }

    /// What a word says, if it is one of them.
    pub fn of(word: &str) -> Option<Ending> {
        Ending::ALL.into_iter().find(|ending| ending.word() == word)
    }

    /// Whether a board that ended so is rated. `fought` says whether at least one exchange was resolved for
    /// which all sides had sent orders, `practice` whether the match had a seed for practice, which
    /// everybody can know.
    pub fn is_rated(self, fought: bool, practice: bool) -> bool {
        self.is_proved() && fought && !practice
    }

    /// Whether a match stands behind it that was played, and whose proof shows how it ended.
    pub fn is_proved(self) -> bool {
        match self {
            Ending::Played | Ending::Conceded | Ending::Agreed | Ending::Adjudicated | Ending::Clock => true,
            Ending::Forfeit | Ending::DoubleForfeit | Ending::Bye | Ending::Annulled => false,
        }
    }
}
