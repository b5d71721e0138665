//! Keys of questions, such as `t4/zone-9/mat/axis`: typed parts with a stroke between them.
//!
//! A system says with `keys!` which forms its keys have. The text of a key and the way back from a text to its parts
//! both follow from that.

use std::fmt::Write;

/// Why a text is no key of a question.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum NoKey {
    /// No key has this form.
    Form,
    /// The form is right, but a part cannot be; says why.
    Part(String),
}

/// A part of a key.
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
        let mut text = String::new();
        self.write(&mut text);
        text
    }
}

/// A part that is a word, or that only the system can tell.
impl<'k> Part<'k> for &'k str {
    fn write(&self, key: &mut String) {
        key.push_str(self);
    }

    fn read(part: &'k str) -> Result<&'k str, NoKey> {
        Ok(part)
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
    // Writing to a text never fails.
    _ = write!(key, "{letters}{number}");
}

/// Reads a number behind such letters.
///
/// # Errors
/// [`NoKey::Form`] if they are not there, or no number follows.
pub fn number(part: &str, letters: &str) -> Result<u8, NoKey> {
    part.strip_prefix(letters).and_then(|number| number.parse().ok()).ok_or(NoKey::Form)
}

/// Declares the keys of a system's questions: an enum with a variant for each form. Behind the `=` stand the parts of
/// the key: words, and fields of the variant, which are [`Part`]s. The first form that fits a text is its own.
macro_rules! keys {
    ($(#[$about:meta])* $vis:vis enum $name:ident<$life:lifetime> {
        $($(#[$of:meta])* $form:ident { $($(#[$what:meta])* $field:ident: $kind:ty),* } = $($part:tt)/+;)+
    }) => {
        $(#[$about])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        $vis enum $name<$life> {
            $($(#[$of])* $form { $($(#[$what])* $field: $kind),* },)+
        }

        impl<$life> $name<$life> {
            /// The text of the key.
            $vis fn text(&self) -> String {
                use $crate::table::key::Part;
                let mut key = String::with_capacity(32);
                match self {
                    $($name::$form { $($field),* } => {
                        $($part.write(&mut key); key.push('/');)+
                    })+
                }
                key.pop();
                key
            }

            /// The parts of a key, from its text.
            ///
            /// # Errors
            /// Why no question has such a key.
            $vis fn parse(key: &$life str) -> Result<$name<$life>, $crate::table::key::NoKey> {
                use $crate::table::key::Part;
                match key.split('/').collect::<Vec<&$life str>>()[..] {
                    $([$($part),+] => Ok($name::$form { $($field: Part::read($field)?),* }),)+
                    _ => Err($crate::table::key::NoKey::Form),
                }
            }
        }
    };
}
pub(crate) use keys;

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::two_sided::Camp;

    keys! {
        /// Keys of a game with two questions.
        enum Key<'k> {
            /// Before the first turn.
            SetUp { by: Camp } = "setup"/by;
            /// On a turn.
            Fire { turn: Turn, at: &'k str, by: Camp } = turn/"fire"/at/by;
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
    fn what_is_no_key_is_told_apart_from_a_part_that_cannot_be() {
        for text in
            ["", "setup", "setup/axis/axis", "t1/hold/hood/axis", "t/fire/hood/axis", "t999/fire/hood/axis"]
        {
            assert_eq!(Key::parse(text), Err(NoKey::Form), "{text}");
        }
        assert_eq!(Key::parse("setup/allied"), Err(NoKey::Part("`allied` is not a side".to_owned())));
    }
}
