//! CASE LAW: a ruling on a protest as a conformance case, which anybody can run.
//!
//! The program writes down what a journal knows of the disputed step; a person adds the position and what
//! must happen. The club keeps the file, and its book the hash. A case binds no program: editions do.

mod skeleton;

use std::collections::BTreeMap;
use std::path::Path;

use club::matches::{Docket, MatchFault};
use club::proof;
use club::seal::is_match_id;
use engine::digest::Digest;
use engine::problem::quote;
use fs_err as fs;

pub use skeleton::skeleton;

use crate::state::{KnownCase, League};

/// The folder of a club's cases, in the office's.
pub const FOLDER: &str = "cases";
/// More bytes than a case has.
pub const LIMIT: u64 = 1 << 20;

/// Where a case comes from, as its `source` says: `match autumn-3-2, protest 1, entry 57`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CaseSource {
    /// The word of the match.
    pub match_id: String,
    /// The number of the protest in it.
    pub protest: u32,
}

impl CaseSource {
    /// Reads it. What stands behind the number of the protest is for people.
    pub fn parse(text: &str) -> Option<CaseSource> {
        let (word, rest) = text.trim().strip_prefix("match ")?.split_once(',')?;
        let rest = rest.trim().strip_prefix("protest ")?;
        let number = rest.split(|c: char| !c.is_ascii_digit()).next()?.parse().ok()?;
        let word = word.trim();
        (is_match_id(word) && number > 0).then(|| CaseSource { match_id: word.to_owned(), protest: number })
    }
}

/// The name that a case has in the club, by the name of its file.
///
/// # Errors
/// If the file's name is none that every system takes.
pub fn name_of(file: &Path) -> Result<String, MatchFault> {
    let name = file.file_name().and_then(|name| name.to_str()).unwrap_or_default();
    let stem = name.strip_suffix(".yaml").filter(|stem| is_match_id(stem));
    stem.map(str::to_owned).ok_or_else(|| {
        let what = format!("{} is no name of a case", quote(name));
        MatchFault::no(what, "call the file by small letters, digits and hyphens, with `.yaml` behind")
    })
}

/// The text of a case that the book knows, if its file is there and has the hash that the book names.
///
/// # Errors
/// If it is missing, cannot be read, or is another.
pub fn read(office: &Path, case: &KnownCase) -> Result<String, MatchFault> {
    let file = office.join(FOLDER).join(format!("{}.yaml", case.name));
    let wrong = |what: String| MatchFault::Proof { entry: Some(case.entry), what };
    let bytes = match fs::read(&file) {
        Ok(bytes) => bytes,
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => {
            return Err(wrong(format!("the file of the case {} is missing", case.name)));
        }
        Err(error) => return Err(error.into()),
    };
    if Digest::of(&bytes) != case.sha256 {
        return Err(wrong(format!("the file of the case {} is another than the book names", case.name)));
    }
    String::from_utf8(bytes).map_err(|_| wrong(format!("the case {} is not UTF-8", case.name)))
}

/// The protests of a match in its proof.
///
/// # Errors
/// If the archive cannot be read, or its chain does not hold.
pub fn docket_in(archive: &[u8]) -> Result<Docket, MatchFault> {
    let opened = proof::Archive::open(std::io::Cursor::new(archive));
    let opened = opened.map_err(|what| MatchFault::Proof { entry: None, what })?;
    Ok(Docket::of_entries(&proof::entries(&opened)?))
}

/// The protests of a match that counts, where its proof lies beside the book.
///
/// # Errors
/// If the proof cannot be read.
pub fn docket_of(office: &Path, league: &League, match_id: &str) -> Result<Option<Docket>, MatchFault> {
    let result = league.board_of(match_id).and_then(|(_, board)| board.result.as_ref());
    let Some(due) = result.and_then(|(_, result)| result.proof) else { return Ok(None) };
    let file = crate::book::folder(office).join("proofs").join(format!("{match_id}.zip"));
    if !fs::exists(&file)? {
        return Ok(None);
    }
    let archive = fs::read(file)?;
    if Digest::of(&archive) != due {
        let what = format!("the proof of {match_id} is another than the book names");
        return Err(MatchFault::Proof { entry: None, what });
    }
    docket_in(&archive).map(Some)
}

/// That the match of a case has such a protest, about such a rule.
///
/// # Errors
/// What differs.
pub fn fits(docket: &Docket, (match_id, protest, rule): (&str, u32, &str)) -> Result<(), String> {
    let filed = docket.find(protest).map_err(|what| format!("{match_id}: {what}"))?;
    if filed.protest.rule != rule {
        return Err(format!("the case is about {rule}, and {match_id} has {}", filed.in_words()));
    }
    Ok(())
}

/// The matches in which a rule was ruled on, by rule, each once and in the order of the book.
pub fn ruled_on(league: &League) -> BTreeMap<String, Vec<String>> {
    let mut all: BTreeMap<String, Vec<String>> = BTreeMap::new();
    for case in &league.cases {
        let matches = all.entry(case.rule.clone()).or_default();
        if !matches.contains(&case.match_id) {
            matches.push(case.match_id.clone());
        }
    }
    all
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_source_names_match_and_protest() {
        let found = CaseSource::parse("match autumn-3-2, protest 1, entry 57 (combat)").unwrap();
        assert_eq!((found.match_id.as_str(), found.protest), ("autumn-3-2", 1));
        for text in ["", "5.5.4.2(2)", "match ../x, protest 1", "match autumn-3-2", "match a-1-1, protest 0"]
        {
            assert_eq!(CaseSource::parse(text), None, "{text}");
        }
    }

    #[test]
    fn a_case_has_a_plain_name() {
        assert_eq!(name_of(Path::new("cases/air-strike.yaml")).unwrap(), "air-strike");
        for name in ["x.yml", "Air.yaml", ".yaml", "a b.yaml"] {
            assert!(name_of(Path::new(name)).is_err(), "{name}");
        }
    }
}
