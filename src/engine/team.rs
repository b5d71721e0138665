//! Teams: who shares a party, who leads it, and to whom which units are given.
//!
//! Nothing here knows what a word stands for: a system says which words there are.

use std::collections::BTreeMap;
use std::fmt;

use serde::{Deserialize, Serialize};

use crate::party::Party;
use crate::problem::{list_and, list_or, quote, suggest};

/// The place of the leader in a [`Team`].
pub const LEADER: usize = 0;
/// Longest name of a player, in letters.
const LONGEST: usize = 32;
/// How a player is named on the command line.
const SHAPE: &str = "write SIDE:NAME=WORD,WORD, as in axis:bert=Italy";

/// Somebody who orders a part of a party.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Player {
    /// The name: letters, digits and hyphens.
    pub name: String,
    /// What is given to the player, in words of the system's doctrine; a leader may have none.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub words: Vec<String>,
}

/// The players of one party, the leader first; empty where nobody shares the party.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Team(Vec<Player>);

/// The teams of a match; a party that nobody shares has none.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Teams(BTreeMap<Party, Team>);

/// Why players cannot share a party.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TeamFault {
    /// What is wrong.
    pub what: String,
    /// How to mend it.
    pub mend: String,
}

impl fmt::Display for TeamFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}\n  help: {}", self.what, self.mend)
    }
}

fn fault(what: impl Into<String>, mend: impl Into<String>) -> TeamFault {
    TeamFault { what: what.into(), mend: mend.into() }
}

impl Teams {
    /// Reads players as they are named on the command line, `axis:bert=Italy,Romania`; the first of a party
    /// leads it. `parties` take part, and `known` are the system's words.
    ///
    /// # Errors
    /// What cannot be read, and what [`Teams::check`] finds.
    pub fn parse(named: &[String], parties: &[Party], known: &[&str]) -> Result<Teams, TeamFault> {
        let mut teams = Teams::default();
        for text in named {
            let (party, player) = read(text)?;
            teams.0.entry(party).or_default().0.push(player);
        }
        teams.check(parties, known)?;
        Ok(teams)
    }

    /// Whether the teams can be those of a match between these parties, with these words.
    ///
    /// # Errors
    /// The first thing that is wrong.
    pub fn check(&self, parties: &[Party], known: &[&str]) -> Result<(), TeamFault> {
        for (party, team) in &self.0 {
            if !parties.contains(party) {
                let ids: Vec<&str> = parties.iter().map(|party| party.id()).collect();
                return Err(fault(
                    format!("this match has no side called {party}"),
                    format!("write {}", list_or(&ids)),
                ));
            }
            if team.is_empty() {
                return Err(fault(
                    format!("no player is named for the {party}"),
                    "name the players, or leave the side out",
                ));
            }
            team.check(*party, known)?;
        }
        Ok(())
    }

    /// The team of a party; an empty one where nobody shares it.
    pub fn of(&self, party: Party) -> Team {
        self.0.get(&party).cloned().unwrap_or_default()
    }

    /// The parties that are shared, with their teams.
    pub fn iter(&self) -> impl Iterator<Item = (Party, &Team)> {
        self.0.iter().map(|(party, team)| (*party, team))
    }

    /// Whether nobody shares a party.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }
}

/// Reads one player as named on the command line.
fn read(text: &str) -> Result<(Party, Player), TeamFault> {
    let Some((party, rest)) = text.split_once(':') else {
        return Err(fault(format!("the player {} has no side", quote(text)), SHAPE));
    };
    let Some(party) = Party::named(party.trim()) else {
        return Err(fault(format!("{} is not a side, in {}", quote(party), quote(text)), SHAPE));
    };
    let (name, words) = match rest.split_once('=') {
        Some((name, words)) => (name, words.split(',').map(|word| word.trim().to_owned()).collect()),
        None => (rest, Vec::new()),
    };
    Ok((party, Player { name: name.trim().to_owned(), words }))
}

impl Team {
    /// The players, the leader first.
    pub fn players(&self) -> &[Player] {
        &self.0
    }

    /// Whether nobody shares the party.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// The place of the player of this name, in any case of letters.
    ///
    /// # Errors
    /// If there is none, with the names that there are.
    pub fn find(&self, party: Party, name: &str) -> Result<usize, TeamFault> {
        if self.is_empty() {
            let what = format!(
                "one player has the whole {party} in this match, so there is no part for {}",
                quote(name)
            );
            return Err(fault(what, "leave the player out; send one file for the whole side"));
        }
        self.0.iter().position(|player| player.name.eq_ignore_ascii_case(name)).ok_or_else(|| {
            let names: Vec<&str> = self.0.iter().map(|player| player.name.as_str()).collect();
            let near = suggest(name, names.iter().copied()).map(|near| format!("did you mean {near}?"));
            let mend = near.unwrap_or_else(|| format!("write {}", list_or(&names)));
            fault(format!("no player of the {party} is called {}", quote(name)), mend)
        })
    }

    /// Who leads and who orders what, in one line: `anna leads; bert orders Italy`.
    pub fn words(&self) -> String {
        let told = |(at, player): (usize, &Player)| match at {
            LEADER => format!("{} leads", player.name),
            _ => format!("{} orders {}", player.name, list_and(&player.words)),
        };
        self.0.iter().enumerate().map(told).collect::<Vec<_>>().join("; ")
    }

    /// Whether these can be the players of a party in a system of these words. An empty team can.
    ///
    /// # Errors
    /// The first thing that is wrong.
    pub fn check(&self, party: Party, known: &[&str]) -> Result<(), TeamFault> {
        if let [only] = self.0.as_slice() {
            return Err(fault(
                format!("{} is the only player of the side {}", quote(&only.name), party.id()),
                format!("name the other players too, as in {}:bert=Italy, or leave --player out", party.id()),
            ));
        }
        for (at, player) in self.0.iter().enumerate() {
            let before = &self.0[..at];
            named_well(player, before, party)?;
            if player.words.is_empty() && at != LEADER {
                return Err(fault(
                    format!("nothing is given to {}", player.name),
                    format!("say what {} orders, as in {}:{}=Italy", player.name, party.id(), player.name),
                ));
            }
            for (place, word) in player.words.iter().enumerate() {
                known_word(player, word, known)?;
                let given = before.iter().find(|other| other.words.contains(word)).map(|other| &other.name);
                let again = player.words[..place].contains(word).then_some(&player.name);
                if let Some(other) = given.or(again) {
                    return Err(fault(
                        format!("{} is given to {other} and to {}", quote(word), player.name),
                        "give each word once on a side",
                    ));
                }
            }
        }
        Ok(())
    }
}

/// Whether a player has a name, and one that nobody before has.
fn named_well(player: &Player, before: &[Player], party: Party) -> Result<(), TeamFault> {
    let name = &player.name;
    let letters = |it: char| it.is_ascii_alphanumeric() || it == '-';
    if name.is_empty() || name.len() > LONGEST || !name.chars().all(letters) || name.starts_with('-') {
        let mend = format!("write a name of letters, digits and hyphens, {LONGEST} at most");
        return Err(fault(format!("{} cannot be the name of a player", quote(name)), mend));
    }
    if before.iter().any(|other| other.name.eq_ignore_ascii_case(name)) {
        let mend =
            format!("name {name} once, with all the words after the name: {}:{name}=WORD,WORD", party.id());
        return Err(fault(format!("{name} is named twice on the side {}", party.id()), mend));
    }
    Ok(())
}

/// Whether a word is one of the system's.
fn known_word(player: &Player, word: &str, known: &[&str]) -> Result<(), TeamFault> {
    if known.contains(&word) {
        return Ok(());
    }
    if word.is_empty() {
        let mend =
            format!("write the words of {} after the = with commas between them; {SHAPE}", player.name);
        return Err(fault(format!("{} is given an empty word", player.name), mend));
    }
    let near = suggest(word, known.iter().copied()).map(|near| format!("did you mean {near}?"));
    let mend = near.unwrap_or_else(|| format!("write one of {}", known.join(", ")));
    Err(fault(format!("{} stands for no units, so {} cannot order it", quote(word), player.name), mend))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rulebook::two_sided::party::{ALLIES, AXIS};

    const KNOWN: &[&str] = &["Germany", "Italy", "Romania", "submarines"];
    const PARTIES: &[Party] = &[AXIS, ALLIES];

    fn parse(named: &[&str]) -> Result<Teams, TeamFault> {
        let named: Vec<String> = named.iter().map(|it| (*it).to_owned()).collect();
        Teams::parse(&named, PARTIES, KNOWN)
    }

    #[track_caller]
    fn refused(named: &[&str], what: &str, mend: &str) {
        let found = parse(named).expect_err("should be refused");
        assert!(found.what.contains(what), "{found}");
        assert!(found.mend.contains(mend), "{found}");
    }

    #[test]
    fn the_first_of_a_party_leads() {
        let teams =
            parse(&["axis:anna=Germany, Romania", "allies:carl", "axis:bert=Italy", "Allied:d-2=submarines"]);
        let teams = teams.unwrap();
        assert_eq!(teams.of(AXIS).words(), "anna leads; bert orders Italy");
        assert_eq!(teams.of(ALLIES).words(), "carl leads; d-2 orders submarines");
        assert_eq!(teams.of(AXIS).players()[0].words, ["Germany", "Romania"]);
        assert_eq!(teams.of(AXIS).find(AXIS, "Bert"), Ok(1));
        let text = serde_json::to_string(&teams).unwrap();
        assert_eq!(
            text,
            r#"{"axis":[{"name":"anna","words":["Germany","Romania"]},{"name":"bert","words":["Italy"]}],"allies":[{"name":"carl"},{"name":"d-2","words":["submarines"]}]}"#
        );
        assert_eq!(serde_json::from_str::<Teams>(&text).unwrap(), teams);
        assert!(parse(&[]).unwrap().is_empty());
    }

    #[test]
    fn what_a_tired_umpire_writes_is_refused_with_a_remedy() {
        refused(&["anna=Germany"], "has no side", "axis:bert=Italy");
        refused(&["axes:anna=Germany"], "`axes` is not a side", "axis:bert=Italy");
        refused(&["axis:anna=Germany"], "`anna` is the only player of the side axis", "leave --player out");
        refused(&["axis:anna", "axis:bert"], "nothing is given to bert", "axis:bert=Italy");
        refused(&["axis:anna", "axis:bert="], "bert is given an empty word", "after the =");
        refused(&["axis:anna", "axis:bert=Italy,"], "bert is given an empty word", "commas");
        refused(&["axis:anna", "axis:bert=Itly"], "`Itly` stands for no units", "did you mean Italy?");
        refused(&["axis:anna", "axis:bert=italy"], "`italy` stands for no units", "did you mean Italy?");
        refused(&["axis:anna", "axis:bert=Atlantis"], "`Atlantis`", "write one of Germany, Italy");
        refused(&["axis:anna=Italy", "axis:bert=Italy"], "given to anna and to bert", "once");
        refused(&["axis:anna", "axis:bert=Italy,Italy"], "given to bert and to bert", "once");
        refused(&["axis:anna", "axis:Anna=Italy"], "Anna is named twice", "axis:Anna=WORD,WORD");
        refused(
            &["axis:an na", "axis:bert=Italy"],
            "`an na` cannot be the name",
            "letters, digits and hyphens",
        );
        refused(&["axis:", "axis:bert=Italy"], "`` cannot be the name", "letters");
        refused(&["axis:a\u{202e}b", "axis:bert=Italy"], "`a<U+202E>b` cannot be the name", "letters");
    }

    #[test]
    fn a_forged_team_is_told() {
        let empty: Teams = serde_json::from_str(r#"{"axis":[]}"#).unwrap();
        assert!(empty.check(PARTIES, KNOWN).is_err());
        let other: Teams =
            serde_json::from_str(r#"{"allies":[{"name":"a"},{"name":"b","words":["Italy"]}]}"#).unwrap();
        let fault = other.check(&[AXIS], KNOWN).unwrap_err();
        assert!(fault.what.contains("no side called Allies"));
        assert_eq!(Team::default().check(AXIS, KNOWN), Ok(()));
    }

    #[test]
    fn players_are_found_by_name() {
        let team = parse(&["axis:anna", "axis:bert=Italy"]).unwrap().of(AXIS);
        assert_eq!(team.find(AXIS, "brt").unwrap_err().mend, "did you mean bert?");
        assert_eq!(team.find(AXIS, "zoe").unwrap_err().mend, "write anna or bert");
        assert!(
            Team::default().find(AXIS, "bert").unwrap_err().what.contains("one player has the whole Axis")
        );
    }
}
