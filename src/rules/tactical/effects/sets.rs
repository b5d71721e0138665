//! Sets of kinds and of weapons.

use crate::cards::{Kind, Weapon};

/// A set of kinds of unit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Kinds(u32);

/// A set of weapons.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Weapons(u8);

impl Kinds {
    /// Every kind.
    pub const ALL: Kinds = Kinds(u32::MAX);

    /// Whether a kind is in it.
    #[inline]
    pub const fn has(self, kind: Kind) -> bool {
        self.0 >> kind as u32 & 1 == 1
    }

    /// The kinds of some words: `cruiser`, or `ship`, `aircraft`, `bomber`, `land-base`, `ground`; every kind
    /// if there are none.
    ///
    /// # Errors
    /// If a word is none of them.
    pub fn read(words: &[String]) -> Result<Kinds, String> {
        if words.is_empty() {
            return Ok(Kinds::ALL);
        }
        words.iter().try_fold(Kinds(0), |set, word| Ok(Kinds(set.0 | of(word)?)))
    }
}

fn of(word: &str) -> Result<u32, String> {
    let is: fn(Kind) -> bool = match word {
        "ship" => Kind::is_ship,
        "aircraft" => Kind::is_aircraft,
        "bomber" => Kind::is_bomber,
        "land-base" => Kind::is_land_base,
        "ground" => Kind::is_ground,
        other => {
            let kind = Kind::named(other).ok_or_else(|| format!("there is no kind `{other}`"))?;
            return Ok(1 << kind as u32);
        }
    };
    Ok(Kind::ALL.into_iter().filter(|kind| is(*kind)).fold(0, |set, kind| set | 1 << kind as u32))
}

impl Weapons {
    /// Every weapon.
    pub const ALL: Weapons = Weapons(u8::MAX);

    /// Whether a weapon is in it.
    #[inline]
    pub const fn has(self, weapon: Weapon) -> bool {
        self.0 >> weapon as u8 & 1 == 1
    }

    /// The weapons of some words; `guns` stands for those of `guns`; every weapon if there are none.
    ///
    /// # Errors
    /// If a word is none of them.
    pub fn read(words: &[String], guns: &[String]) -> Result<Weapons, String> {
        if words.is_empty() {
            return Ok(Weapons::ALL);
        }
        let mut set = Weapons(0);
        for word in words {
            set.0 |= match word.as_str() {
                "guns" => Weapons::read(guns, &[])?.0,
                other => {
                    let found = Weapon::named(other);
                    1 << found.ok_or_else(|| format!("there is no weapon `{other}`"))? as u8
                }
            };
        }
        Ok(set)
    }
}
