//! What an umpire may rule.

use super::WarAtSea;
use super::event::{Change, Event, Verdict};
use engine::problem::{list_or, quote};
use engine::rulebook::ruling::{not_understood, points};
use engine::side::Side;
use engine::system::{Rules, Rulings};

/// What a ruling may change.
pub(super) const CHANGES: &str = "  points SIDE NUMBER          adds to a side's score\n  \
    bank SIDE NUMBER            adds to a side's bank\n  \
    control SECTOR SIDE|nobody  says who controls a sector\n  \
    battle BATTLE SIDE          takes what a side said of a battle at the table\n  \
    battle BATTLE staff         leaves it to the program\n  \
    battle BATTLE WORD=RESULT.. says what came of it, as in ended=last-turn akagi-1001=sunk";

/// The word for a battle that the program fights.
const STAFF: &str = "staff";

impl Rulings for WarAtSea {
    fn changes(&self) -> &'static str {
        CHANGES
    }

    /// The event of a ruling.
    fn ruling(&self, reason: &str, change: &str) -> Result<Event, String> {
        let words: Vec<&str> = change.split_whitespace().collect();
        let what = match words[..] {
            ["points", side, number] => Change::Points(self.side_called(side)?, points(number)?),
            ["bank", side, number] => Change::Bank(self.side_called(side)?, points(number)?),
            ["control", sector, side] => {
                let at =
                    self.board.find(sector).ok_or_else(|| format!("there is no sector {}", quote(sector)))?;
                let side = (side != "nobody").then(|| self.side_called(side)).transpose()?;
                Change::Control(at, side)
            }
            ["battle", battle, ref words @ ..] if !words.is_empty() => {
                Change::Battle(self.battle_called(battle)?, self.verdict_of(words)?)
            }
            _ => return Err(not_understood(change)),
        };
        Ok(Event::Ruled { reason: reason.to_owned(), what })
    }
}

impl WarAtSea {
    /// What a ruling changes, as an umpire writes it.
    pub(super) fn ruling_words(&self, change: &Change) -> String {
        match change {
            Change::Points(side, number) => format!("points {} {number}", side.id()),
            Change::Bank(side, number) => format!("bank {} {number}", side.id()),
            Change::Control(at, side) => {
                let sector = &self.board.sector(*at).id;
                format!("control {sector} {}", side.map_or("nobody", |side| side.id()))
            }
            Change::Battle(battle, verdict) => {
                let words = match verdict {
                    Verdict::As(side) => side.id().to_owned(),
                    Verdict::Staff => STAFF.to_owned(),
                    Verdict::Result(words) => {
                        let pairs: Vec<String> =
                            words.iter().map(|(who, what)| format!("{who}={what}")).collect();
                        pairs.join(" ")
                    }
                };
                format!("battle {battle} {words}")
            }
        }
    }

    /// A battle by its name, as its dossier has it.
    fn battle_called(&self, word: &str) -> Result<String, String> {
        let parts: Vec<&str> = word.split('/').collect();
        let numbered = |part: &str| part.parse::<u8>().is_ok_and(|number| number > 0);
        match parts[..] {
            [turn, sector, number]
                if turn.strip_prefix('t').is_some_and(numbered)
                    && self.board.sectors.iter().any(|of| of.id == sector)
                    && numbered(number) =>
            {
                Ok(word.to_owned())
            }
            _ => Err(format!("{} is not a battle; write it as in t3/sector-13/1", quote(word))),
        }
    }

    /// What is ruled of a battle.
    fn verdict_of(&self, words: &[&str]) -> Result<Verdict, String> {
        if let [only] = words
            && !only.contains('=')
        {
            return if *only == STAFF { Ok(Verdict::Staff) } else { self.side_called(only).map(Verdict::As) };
        }
        let pair = |word: &&str| {
            let (who, what) = word.split_once('=')?;
            Some((who.to_owned(), what.to_owned()))
        };
        let bad = |word: &&str| format!("{} says nothing; write it as in akagi-1001=sunk", quote(word));
        let pairs = words.iter().map(|word| pair(word).ok_or_else(|| bad(word)));
        pairs.collect::<Result<_, _>>().map(Verdict::Result)
    }

    fn side_called(&self, word: &str) -> Result<Side, String> {
        let found = self.sides().iter().copied().find(|side| side.id() == word);
        found.ok_or_else(|| {
            let known: Vec<&str> = self.sides().iter().map(|side| side.id()).collect();
            format!("{} is not a side; write {}", quote(word), list_or(&known))
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use engine::rulebook::{Choices, Rulebook, load};

    #[test]
    fn a_ruling_is_told_in_the_words_that_make_it() {
        let system: WarAtSea = load(&WarAtSea::built_in(), None, &Choices::default()).unwrap();
        let [first, second] = [system.sides()[0], system.sides()[1]].map(|side| side.id());
        for change in [
            format!("points {first} 2"),
            format!("bank {second} -3"),
            format!("control sector-1 {first}"),
            "control sector-1 nobody".to_owned(),
            format!("battle t3/sector-13/1 {second}"),
            "battle t3/sector-13/2 staff".to_owned(),
            "battle t3/sector-13/1 ended=agreed turns-played=4 akagi-1001=sunk".to_owned(),
        ] {
            let Ok(Event::Ruled { what, .. }) = system.ruling("a torn map", &change) else {
                panic!("{change} is a ruling");
            };
            assert_eq!(system.ruling_words(&what), change);
        }
        for (change, why) in [
            ("battle t3/sector-99/1 staff", "is not a battle"),
            ("battle sector-13 staff", "is not a battle"),
            ("battle t3/sector-13/1 nobody", "is not a side"),
            ("battle t3/sector-13/1 akagi-1001 sunk", "says nothing"),
        ] {
            let refused = system.ruling("a torn map", change).unwrap_err();
            assert!(refused.contains(why), "{change}: {refused}");
        }
    }
}
