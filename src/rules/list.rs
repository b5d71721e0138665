//! The list of systems, and how a word becomes a type: code that is generic over [`super::Rulebook`] is called for the
//! system of a match, or for each.

/// `systems!(with [word, S => result])` gives the result for the system that the word names, `S` being its type, or the
/// fault that there is none; `systems!(each [S => value])` gives an array with the value of each.
macro_rules! systems {
    (@with [$word:expr, $S:ident => $result:expr] $($system:ty,)+) => {{
        let word: &str = $word;
        $(if word == <$system as $crate::rules::Rulebook>::ID {
            type $S = $system;
            $result
        } else)+ {
            Err($crate::rules::no_system(word))
        }
    }};
    (@each [$S:ident => $value:expr] $($system:ty,)+) => {
        [$({
            type $S = $system;
            $value
        },)+]
    };
    // The list. The first is played where none is named.
    ($what:ident $given:tt) => {
        $crate::rules::systems!(@$what $given
            $crate::rules::seas_of_thunder::SeasOfThunder,
            $crate::rules::admirals_war::AdmiralsWar,
        )
    };
}
pub(crate) use systems;

/// A file for `sealord odds`, for its help.
pub(crate) const ODDS_EXAMPLE: &str = "A file:
  system: admirals-war
  at: central-pacific
  flag: allies            # whose flag lies there, if any
  axis:
    units: [jp-akagi, {id: jp-kaga, damage: 1, raiding: true}]
    doctrine: {action: air, retreat: stay}
  allies:
    units: [us-enterprise, us-yorktown]";
