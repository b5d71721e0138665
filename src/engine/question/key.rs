//! Keys of questions, such as `t4/zone-9/mat/axis`: typed parts with a stroke between them.
//!
//! A system says with `keys!` which forms its keys have. The text of a key and the way back from a text to
//! its parts both follow from that. What several keys begin with alike, such as a round of a battle, may be
//! declared once, in the same way, and is then a part of each that takes several of its words.

/// Why a text is no key of a question.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum NoKey {
    /// No key has this form.
    Form,
    /// The form is right, but a part cannot be; says why.
    Part(String),
}

impl NoKey {
    /// Why a text has neither of two forms: what says more than that it has not.
    pub fn or(self, other: NoKey) -> NoKey {
        if self == NoKey::Form { other } else { self }
    }

    /// The same in a sentence without its full stop.
    pub fn why(self) -> String {
        match self {
            NoKey::Form => "no key has this form".to_owned(),
            NoKey::Part(what) => what,
        }
    }
}

/// A part of a key: what stands between two strokes.
pub trait Part<'k>: Sized {
    /// Writes it at the end of a key.
    fn write(&self, key: &mut String);

    /// Reads it from its text.
    ///
    /// # Errors
    /// Why the text is no such part.
    fn read(part: &'k str) -> Result<Self, NoKey>;

    /// Its text.
    fn text(&self) -> String {
        let mut text = String::with_capacity(LENGTH);
        self.write(&mut text);
        text
    }
}

/// As long as most keys are, so that few texts grow as they are written.
pub const LENGTH: usize = 64;

/// A part that is a word, or that only the system can tell.
impl<'k> Part<'k> for &'k str {
    fn write(&self, key: &mut String) {
        key.push_str(self);
    }

    fn read(part: &'k str) -> Result<&'k str, NoKey> {
        Ok(part)
    }
}

/// One part of a key, or several that belong together.
pub trait Path<'k>: Sized {
    /// Writes them at the end of a key, with a stroke between them.
    fn write(&self, key: &mut String);

    /// Reads them from their texts.
    ///
    /// # Errors
    /// Why the texts are no such parts.
    fn read(parts: &[&'k str]) -> Result<Self, NoKey>;
}

impl<'k, P: Part<'k>> Path<'k> for P {
    fn write(&self, key: &mut String) {
        Part::write(self, key);
    }

    fn read(parts: &[&'k str]) -> Result<P, NoKey> {
        if let [part] = parts { Part::read(part) } else { Err(NoKey::Form) }
    }
}

/// What a pattern of `keys!` finds for a field: the text of one part, or those of several.
pub trait Found<'k> {
    /// All of them.
    fn all(&self) -> &[&'k str];
}

impl<'k> Found<'k> for &'k str {
    fn all(&self) -> &[&'k str] {
        std::slice::from_ref(self)
    }
}

impl<'k> Found<'k> for [&'k str] {
    fn all(&self) -> &[&'k str] {
        self
    }
}

/// A turn, as `t4`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Turn(pub u8);

impl Part<'_> for Turn {
    fn write(&self, key: &mut String) {
        numbered(key, "t", self.0);
    }

    fn read(part: &str) -> Result<Turn, NoKey> {
        number(part, "t").map(Turn)
    }
}

/// Writes a number behind the letters that say what it counts.
pub fn numbered(key: &mut String, letters: &str, number: u8) {
    key.push_str(letters);
    // Keys are written so often that a formatter would be felt.
    let digits = [(number / 100, number >= 100), (number / 10 % 10, number >= 10), (number % 10, true)];
    digits.iter().filter(|(_, stands)| *stands).for_each(|(digit, _)| key.push(char::from(b'0' + digit)));
}

/// Reads a number behind such letters.
///
/// # Errors
/// [`NoKey::Form`] if they are not there, or no number follows.
pub fn number(part: &str, letters: &str) -> Result<u8, NoKey> {
    part.strip_prefix(letters).and_then(|number| number.parse().ok()).ok_or(NoKey::Form)
}

/// Declares the keys of a system's questions: an enum with a variant for each form. Behind the `=` stand the
/// parts of the key: words, and fields of the variant, which are [`Part`]s. One field of a form may stand in
/// parentheses: it is declared by `keys!` itself, and takes as many parts as the others leave.
///
/// A text has the first form all of whose parts can be read from it.
#[doc(hidden)]
#[macro_export]
macro_rules! keys {
    ($(#[$about:meta])* $vis:vis enum $name:ident<$life:lifetime> {
        $($(#[$of:meta])* $form:ident { $($(#[$what:meta])* $field:ident: $kind:ty),* } = $($part:tt)/+;)+
    }) => {
        $(#[$about])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        $vis enum $name<$life> {
            $($(#[$of])* $form { $($(#[$what])* $field: $kind),* },)+
        }

        #[allow(dead_code, reason = "what is but a part of keys may be neither written nor read alone")]
        impl<$life> $name<$life> {
            /// The text of the key.
            $vis fn text(&self) -> String {
                let mut key = String::with_capacity($crate::question::key::LENGTH);
                $crate::question::key::Path::write(self, &mut key);
                key
            }

            /// The parts of a key, from its text.
            ///
            /// # Errors
            /// Why no question has such a key.
            $vis fn parse(key: &$life str) -> Result<$name<$life>, $crate::question::key::NoKey> {
                $crate::question::key::Path::read(&key.split('/').collect::<Vec<&$life str>>())
            }
        }

        impl<$life> $crate::question::key::Path<$life> for $name<$life> {
            fn write(&self, key: &mut String) {
                match self {
                    $($name::$form { $($field),* } => {
                        $($crate::question::key::Path::write($crate::question::key::part!(written $part), key); key.push('/');)+
                    })+
                }
                key.pop();
            }

            #[allow(
                irrefutable_let_patterns,
                clippy::redundant_at_rest_pattern,
                reason = "a form may be nothing but one field in parentheses"
            )]
            fn read(parts: &[&$life str]) -> Result<$name<$life>, $crate::question::key::NoKey> {
                use $crate::question::key::{Found, NoKey, Path};
                let mut fault = NoKey::Form;
                $(if let [$($crate::question::key::part!(found $part)),+] = parts {
                    let read = || Ok($name::$form { $($field: Path::read(Found::all($field))?),* });
                    match read() {
                        Ok(key) => return Ok(key),
                        Err(no_key) => fault = fault.or(no_key),
                    }
                })+
                Err(fault)
            }
        }
    };
}
pub use keys;

/// A part behind the `=` of [`keys`]: what is written of it, and the pattern that finds it.
#[doc(hidden)]
#[macro_export]
macro_rules! part {
    (written $word:literal) => {
        &$word
    };
    (written $field:ident) => {
        $field
    };
    (written ($path:ident)) => {
        $path
    };
    (found $word:literal) => {
        $word
    };
    (found $field:ident) => {
        $field
    };
    (found ($path:ident)) => {
        $path @ ..
    };
}
pub use part;

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rulebook::two_sided::Camp;

    keys! {
        /// Keys of a game with a few questions.
        enum Key<'k> {
            /// Before the first turn.
            SetUp { by: Camp } = "setup"/by;
            /// On a turn.
            Fire { turn: Turn, at: &'k str, by: Camp } = turn/"fire"/at/by;
            /// In a battle.
            Aim { battle: Battle<'k>, by: Camp } = (battle)/"aim"/by;
            /// After a battle.
            Home { from: Battle<'k> } = "home"/(from);
        }
    }

    keys! {
        /// A battle.
        enum Battle<'k> {
            /// Of everybody in a place.
            Open { turn: Turn, at: &'k str } = turn/at;
            /// Of two ships.
            Duel { turn: Turn, number: Duel, at: &'k str } = turn/number/at;
            /// The ship that fired alone on a turn.
            Alone { ship: &'k str, turn: Turn } = ship/turn;
        }
    }

    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    struct Duel(u8);

    impl Part<'_> for Duel {
        fn write(&self, key: &mut String) {
            numbered(key, "d", self.0);
        }

        fn read(part: &str) -> Result<Duel, NoKey> {
            match number(part, "d")? {
                0 => Err(NoKey::Part("duels are counted from 1".to_owned())),
                number => Ok(Duel(number)),
            }
        }
    }

    #[test]
    fn a_key_leads_to_its_parts_and_back() {
        for (text, key) in [
            ("setup/allies", Key::SetUp { by: Camp::ALLIES }),
            ("t0/fire/hood/axis", Key::Fire { turn: Turn(0), at: "hood", by: Camp::AXIS }),
            ("t40/fire/hood/axis", Key::Fire { turn: Turn(40), at: "hood", by: Camp::AXIS }),
            ("t205/fire/hood/axis", Key::Fire { turn: Turn(205), at: "hood", by: Camp::AXIS }),
        ] {
            assert_eq!(key.text(), text);
            assert_eq!(Key::parse(text), Ok(key));
        }
    }

    #[test]
    fn a_part_may_be_declared_with_parts_of_its_own() {
        let open = Battle::Open { turn: Turn(4), at: "sound" };
        let duel = Battle::Duel { turn: Turn(4), number: Duel(2), at: "sound" };
        let alone = Battle::Alone { ship: "hood", turn: Turn(4) };
        assert_eq!(duel.text(), "t4/d2/sound");
        assert_eq!(Battle::parse("t4/d2/sound"), Ok(duel));
        for (text, key) in [
            ("t4/sound/aim/axis", Key::Aim { battle: open, by: Camp::AXIS }),
            ("t4/d2/sound/aim/allies", Key::Aim { battle: duel, by: Camp::ALLIES }),
            ("hood/t4/aim/axis", Key::Aim { battle: alone, by: Camp::AXIS }),
            ("home/t4/sound", Key::Home { from: open }),
            ("home/t4/d2/sound", Key::Home { from: duel }),
        ] {
            assert_eq!(key.text(), text);
            assert_eq!(Key::parse(text), Ok(key));
        }
    }

    #[test]
    fn the_first_form_that_can_be_read_is_the_keys_own() {
        // It has the form of fire at `aim` as well as of an aim in `fire`.
        let fire = Key::Fire { turn: Turn(4), at: "aim", by: Camp::AXIS };
        assert_eq!(Key::parse("t4/fire/aim/axis"), Ok(fire));
        // What the first form cannot read another may.
        let alone = Key::Aim { battle: Battle::Alone { ship: "x", turn: Turn(4) }, by: Camp::AXIS };
        assert_eq!(Key::parse("x/t4/aim/axis"), Ok(alone));
    }

    #[test]
    fn what_is_no_key_is_told_apart_from_a_part_that_cannot_be() {
        for text in
            ["", "setup", "setup/axis/axis", "t1/hold/hood/axis", "t/fire/hood/axis", "t999/fire/hood/axis"]
        {
            assert_eq!(Key::parse(text), Err(NoKey::Form), "{text}");
        }
        for text in ["t4/aim/axis", "t4/d2/sound/x/aim/axis", "t4/x2/sound/aim/axis", "home", "home/t4"] {
            assert_eq!(Key::parse(text), Err(NoKey::Form), "{text}");
        }
        for (text, what) in [
            ("setup/allied", "`allied` is not a side"),
            ("t4/sound/aim/allied", "`allied` is not a side"),
            ("t4/d0/sound/aim/axis", "duels are counted from 1"),
            ("home/t4/d0/sound", "duels are counted from 1"),
        ] {
            assert_eq!(Key::parse(text), Err(NoKey::Part(what.to_owned())), "{text}");
        }
    }
}
