//! Kinds of question that a match has decided by hand: they are put to a party even where its doctrine would
//! answer.

use crate::problem::{quote, suggest};
use crate::question::QuestionKind;

/// The word that stands for every kind of combat.
pub const COMBAT: &str = "combat";

/// The kinds that these words name, in the system's order, each once.
///
/// # Errors
/// The word that is no kind, and how to mend it.
pub fn kinds(words: &[String], known: &[QuestionKind]) -> Result<Vec<String>, String> {
    for word in words.iter().filter(|word| *word != COMBAT) {
        if !known.iter().any(|it| it.kind == word) {
            let all = || known.iter().map(|it| it.kind).chain([COMBAT]);
            let near = suggest(word, all()).map_or_else(
                || format!("write any of {}", all().collect::<Vec<_>>().join(", ")),
                |near| format!("did you mean {near}?"),
            );
            return Err(format!("{} is not a kind of question: {near}", quote(word)));
        }
    }
    let named =
        |kind: &QuestionKind| words.iter().any(|word| word == kind.kind || word == COMBAT && kind.in_combat);
    Ok(known.iter().filter(|kind| named(kind)).map(|kind| kind.kind.to_owned()).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    const KNOWN: &[QuestionKind] = &[
        QuestionKind { kind: "move", about: "where", in_combat: false },
        QuestionKind { kind: "mat", about: "which box", in_combat: true },
        QuestionKind { kind: "fire", about: "at whom", in_combat: true },
    ];

    fn named(words: &[&str]) -> Result<Vec<String>, String> {
        kinds(&words.iter().map(|&word| word.to_owned()).collect::<Vec<_>>(), KNOWN)
    }

    #[test]
    fn kinds_are_named_in_the_systems_order() {
        assert_eq!(named(&["fire", "move", "fire"]).unwrap(), ["move", "fire"]);
        assert_eq!(named(&["combat"]).unwrap(), ["mat", "fire"]);
        assert!(named(&[]).unwrap().is_empty());
    }

    #[test]
    fn a_slip_is_told() {
        assert_eq!(named(&["fier"]).unwrap_err(), "`fier` is not a kind of question: did you mean fire?");
        let all = "`xyzzy` is not a kind of question: write any of move, mat, fire, combat";
        assert_eq!(named(&["xyzzy"]).unwrap_err(), all);
    }
}
