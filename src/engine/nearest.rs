//! How near a result of dice came to another one: what fell, what was needed, and what would have been then.

use serde::{Serialize, Serializer};
use serde_json::Value;

use crate::tags::words;

words! {
    /// Which rolls bring the result that a number is needed for.
    pub enum Reach: id {
        /// Those of this number and above.
        AtLeast = "at-least",
        /// Those of this number and below.
        AtMost = "at-most",
    }
}

/// The other result that was nearest, by the fewest points on one die or on a sum of dice.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Nearest {
    /// What fell: a die or a sum, with what the rules add to it.
    pub rolled: i32,
    /// The number that the roll needed.
    pub needed: i32,
    /// Whether it needed that much, or that little.
    pub reach: Reach,
    /// What would have been instead, by a word of the system's templates.
    pub other: &'static str,
    /// The ledger's id of the rule that has the number.
    pub rule: &'static str,
}

impl Nearest {
    /// Whether the roll was what it needed to be.
    pub fn made(&self) -> bool {
        match self.reach {
            Reach::AtLeast => self.rolled >= self.needed,
            Reach::AtMost => self.rolled <= self.needed,
        }
    }

    /// By how many points another roll would have changed it.
    pub fn by(&self) -> u32 {
        self.rolled.abs_diff(self.needed) + u32::from(self.made())
    }
}

/// As one object, with what follows from the numbers.
impl Serialize for Nearest {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let Nearest { rolled, needed, reach, other, rule } = self;
        let (made, by) = (self.made(), self.by());
        Said { rolled, needed, reach: reach.id(), made, by, other, rule }.serialize(serializer)
    }
}

#[derive(Serialize)]
struct Said<'n> {
    rolled: &'n i32,
    needed: &'n i32,
    reach: &'n str,
    made: bool,
    by: u32,
    other: &'n str,
    rule: &'n str,
}

/// The other face of a die that would have given another result.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Tip<T> {
    /// What the die showed.
    pub rolled: u8,
    /// The nearest face that changes the result.
    pub face: u8,
    /// The result with that face.
    pub result: T,
}

impl<T> Tip<T> {
    /// In numbers, for dice of which high ones or low ones are needed, each with what is added to it.
    pub fn nearest(&self, reach: Reach, added: i32, other: &'static str, rule: &'static str) -> Nearest {
        let face = i32::from(self.face);
        let needed = match reach {
            Reach::AtLeast if self.face < self.rolled => face + 1,
            Reach::AtMost if self.face > self.rolled => face - 1,
            Reach::AtLeast | Reach::AtMost => face,
        };
        Nearest { rolled: i32::from(self.rolled) + added, needed: needed + added, reach, other, rule }
    }
}

/// The one die of several that would have given another result by the fewest points, the first of those that
/// are as near; a higher face before a lower one. Nothing if no single die would have changed it.
pub fn tip<T: PartialEq>(faces: &[u8], result: impl Fn(&[u8]) -> T) -> Option<Tip<T>> {
    let found = result(faces);
    let mut tried = faces.to_vec();
    for by in 1..=5 {
        for (at, &rolled) in faces.iter().enumerate() {
            let near = [rolled.saturating_add(by), rolled.saturating_sub(by)];
            for face in near.into_iter().filter(|face| (1..=6).contains(face)) {
                tried[at] = face;
                let result = result(&tried);
                if result != found {
                    return Some(Tip { rolled, face, result });
                }
            }
            tried[at] = rolled;
        }
    }
    None
}

/// More dice than any line has; what comes from a file is not searched beyond.
const MOST_DICE: usize = 100;

/// No number beside dice comes near this one.
const MOST: i32 = 1000;

/// A line of a view's story as it is read again. What is missing, or is no such thing, is nothing: a packet
/// may come from anywhere.
#[derive(Clone, Copy)]
pub struct ReadLine<'l>(pub &'l Value);

impl<'l> ReadLine<'l> {
    /// What it was.
    pub fn kind(self) -> &'l str {
        self.text("kind").unwrap_or_default()
    }

    /// The ledger's id of the rule that it names.
    pub fn rule(self) -> &'l str {
        self.text("rule").unwrap_or_default()
    }

    /// A word or a name.
    pub fn text(self, name: &str) -> Option<&'l str> {
        self.0.get(name)?.as_str()
    }

    /// Whether something is so.
    pub fn flag(self, name: &str) -> Option<bool> {
        self.0.get(name)?.as_bool()
    }

    /// A number such as rules add to dice, or hold them against.
    pub fn number(self, name: &str) -> Option<i32> {
        let number: i32 = self.0.get(name)?.as_i64()?.try_into().ok()?;
        (-MOST..=MOST).contains(&number).then_some(number)
    }

    /// What one die showed.
    pub fn face(self, name: &str) -> Option<u8> {
        face(self.0.get(name)?)
    }

    /// What several dice showed, in their order.
    pub fn faces(self, name: &str) -> Option<Vec<u8>> {
        let dice = self.0.get(name)?.as_array()?;
        if dice.len() > MOST_DICE { None } else { dice.iter().map(face).collect() }
    }

    /// How many things a list has.
    pub fn count(self, name: &str) -> Option<usize> {
        Some(self.0.get(name)?.as_array()?.len())
    }

    /// What a list has, each read as a line of its own.
    pub fn items(self, name: &str) -> impl Iterator<Item = ReadLine<'l>> {
        self.0.get(name).and_then(Value::as_array).into_iter().flatten().map(ReadLine)
    }

    /// Something that is described by members of its own, such as a unit.
    pub fn part(self, name: &str) -> Option<ReadLine<'l>> {
        self.0.get(name).filter(|part| part.is_object()).map(ReadLine)
    }
}

fn face(die: &Value) -> Option<u8> {
    die.as_u64().filter(|face| (1..=6).contains(face)).map(|face| face as u8)
}

/// The nearest of several, the first of those that are as near.
pub fn nearest_of(found: impl IntoIterator<Item = Option<Nearest>>) -> Option<Nearest> {
    found.into_iter().flatten().min_by_key(Nearest::by)
}

/// A result on which several readings of a line agree that are all possible; nothing if they differ.
pub fn agreed<T: PartialEq>(readings: impl IntoIterator<Item = Option<T>>) -> Option<T> {
    let mut readings = readings.into_iter();
    let first = readings.next()??;
    readings.all(|other| other.as_ref() == Some(&first)).then_some(first)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(rolled: i32, needed: i32, reach: Reach) -> (bool, u32) {
        let nearest = Nearest { rolled, needed, reach, other: "other", rule: "X-1" };
        (nearest.made(), nearest.by())
    }

    #[test]
    fn the_distance_is_counted_to_the_first_roll_that_changes_the_result() {
        assert_eq!(of(4, 5, Reach::AtLeast), (false, 1));
        assert_eq!(of(5, 5, Reach::AtLeast), (true, 1));
        assert_eq!(of(6, 5, Reach::AtLeast), (true, 2));
        assert_eq!(of(5, 3, Reach::AtMost), (false, 2));
        assert_eq!(of(3, 3, Reach::AtMost), (true, 1));
    }

    #[test]
    fn the_die_that_is_nearest_to_tipping_is_found() {
        let sixes = |faces: &[u8]| faces.iter().filter(|face| **face == 6).count();
        assert_eq!(tip(&[2, 5, 4], sixes), Some(Tip { rolled: 5, face: 6, result: 1 }));
        assert_eq!(tip(&[6], sixes), Some(Tip { rolled: 6, face: 5, result: 0 }));
        let any = |faces: &[u8]| faces.iter().any(|face| *face <= 3);
        assert_eq!(tip(&[6, 3, 5], any), Some(Tip { rolled: 3, face: 4, result: false }));
        // With two good dice no single one changes it, and without dice nothing does.
        assert_eq!(tip(&[1, 3], any), None);
        assert_eq!(tip(&[], any), None);
    }

    #[test]
    fn a_line_from_anywhere_is_read_without_trust() {
        let line = serde_json::json!({ "kind": "x", "dice": [1, 7], "die": 0, "many": vec![1; 101], "units": 3, "huge": 1001 });
        let line = ReadLine(&line);
        assert_eq!((line.kind(), line.rule()), ("x", ""));
        assert_eq!((line.faces("dice"), line.face("die"), line.faces("many")), (None, None, None));
        assert_eq!((line.count("units"), line.items("units").count()), (None, 0));
        assert!(line.part("units").is_none() && line.number("huge").is_none() && line.flag("die").is_none());
    }

    #[test]
    fn readings_that_differ_say_nothing() {
        assert_eq!(agreed([Some(1), Some(1)]), Some(1));
        assert_eq!(agreed([Some(1), Some(2)]), None);
        assert_eq!(agreed([Some(1), None]), None);
        assert_eq!(agreed::<u8>([]), None);
    }

    #[test]
    fn a_tip_gives_the_number_that_was_needed() {
        let numbers = |rolled: u8, face: u8, reach: Reach, added: i32| {
            let nearest = Tip { rolled, face, result: () }.nearest(reach, added, "other", "X-1");
            (nearest.rolled, nearest.needed, nearest.made())
        };
        assert_eq!(numbers(4, 6, Reach::AtLeast, 0), (4, 6, false));
        assert_eq!(numbers(5, 4, Reach::AtLeast, 1), (6, 6, true));
        assert_eq!(numbers(5, 3, Reach::AtMost, 0), (5, 3, false));
        assert_eq!(numbers(2, 4, Reach::AtMost, 0), (2, 3, true));
    }
}
