//! Tags: the words by which doctrine and teams call many things at once, such as a class, a navy or a box.
//!
//! A system has lists of words, one behind the other. The place of a word among all of them is its place in a
//! set; it is worked out from the lists when the program is compiled, and lists that are too long, or that
//! have a word twice, do not compile.

use std::marker::PhantomData;
use std::ops::BitOr;

/// How many tags a system can have.
pub const MOST: usize = u128::BITS as usize;

/// A set of tags of one system.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Tags(u128);

impl Tags {
    /// No tag.
    pub const NONE: Tags = Tags(0);

    /// The tag in this place among the words of a system.
    ///
    /// # Panics
    /// If no system can have so many.
    #[inline]
    pub const fn one(place: usize) -> Tags {
        assert!(place < MOST, "no set holds so many tags");
        Tags(1 << place)
    }

    /// The tag of a word of a system; `None` if it is not among `words`.
    pub fn named(words: &[&str], word: &str) -> Option<Tags> {
        words.iter().position(|tag| *tag == word).map(Tags::one)
    }

    /// Whether a tag is in both sets.
    #[inline]
    pub const fn meets(self, other: Tags) -> bool {
        self.0 & other.0 != 0
    }
}

impl BitOr for Tags {
    type Output = Tags;
    fn bitor(self, other: Tags) -> Tags {
        Tags(self.0 | other.0)
    }
}

/// Things of one kind, each of which has a word of its own. See `words!`.
pub trait Tagged: Copy {
    /// Their words.
    const WORDS: &'static [&'static str];
    /// The place of this one's word.
    fn place(self) -> usize;
}

/// Where the words of one kind of things stand among all tags of a system.
pub struct List<T> {
    first: usize,
    of: PhantomData<T>,
}

impl<T: Tagged> List<T> {
    /// Finds the list in the words of a system, which [`joined`] made.
    ///
    /// # Panics
    /// If it is not there.
    pub const fn among(words: &[&str]) -> List<T> {
        let mut first = 0;
        while first < words.len() && !same(words[first], T::WORDS[0]) {
            first += 1;
        }
        let mut at = 0;
        while at < T::WORDS.len() {
            let there = first + at < words.len() && same(words[first + at], T::WORDS[at]);
            assert!(there, "a list of tags is not among the words");
            at += 1;
        }
        List { first, of: PhantomData }
    }

    /// The tag of a thing.
    #[inline]
    pub fn of(&self, thing: T) -> Tags {
        Tags::one(self.first + thing.place())
    }
}

/// How many words these lists have, for [`joined`].
pub const fn count(lists: &[&[&str]]) -> usize {
    let (mut all, mut list) = (0, 0);
    while list < lists.len() {
        all += lists[list].len();
        list += 1;
    }
    all
}

/// The words of a system: those of its lists, one list behind the other.
///
/// # Panics
/// If there are too many, or one comes twice; for a constant, this means that it does not compile.
pub const fn joined<const N: usize>(lists: &[&[&'static str]]) -> [&'static str; N] {
    assert!(N <= MOST, "there are more tags than a set holds");
    let mut words = [""; N];
    let (mut end, mut list) = (0, 0);
    while list < lists.len() {
        let mut at = 0;
        while at < lists[list].len() {
            let mut before = 0;
            while before < end {
                assert!(!same(words[before], lists[list][at]), "a tag stands in two lists");
                before += 1;
            }
            words[end] = lists[list][at];
            end += 1;
            at += 1;
        }
        list += 1;
    }
    assert!(end == N, "some words are missing");
    words
}

const fn same(a: &str, b: &str) -> bool {
    let (a, b) = (a.as_bytes(), b.as_bytes());
    let mut at = 0;
    while at < a.len() && at < b.len() && a[at] == b[at] {
        at += 1;
    }
    at == a.len() && at == b.len()
}

/// Declares an enum whose variants each have a word, `Stay = "stay"`; the name behind the enum's is that of
/// the function that gives the word. All variants are in `ALL`, and `named` finds one by its word.
#[doc(hidden)]
#[macro_export]
macro_rules! words {
    ($(#[$about:meta])* $vis:vis enum $name:ident: $word:ident {
        $($(#[$of:meta])* $variant:ident = $text:literal,)+
    }) => {
        $(#[$about])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        $vis enum $name {
            $($(#[$of])* $variant,)+
        }

        impl $name {
            /// Each of them, in order.
            $vis const ALL: [$name; [$($text),+].len()] = [$($name::$variant),+];

            /// The word used in files.
            $vis const fn $word(self) -> &'static str {
                // Behind a reference the words stand in the program once; a list by value is made at each
                // call.
                const WORDS: &[&str] = &[$($text),+];
                WORDS[self as usize]
            }

            /// Finds one by its word.
            $vis fn named(word: &str) -> Option<$name> {
                match word {
                    $($text => Some($name::$variant),)+
                    _ => None,
                }
            }
        }

        impl $crate::tags::Tagged for $name {
            const WORDS: &'static [&'static str] = &[$($text),+];
            fn place(self) -> usize {
                self as usize
            }
        }
    };
}
pub use words;

/// Says which types stand for an item, each in a variant of its own.
#[doc(hidden)]
#[macro_export]
macro_rules! items {
    ($item:ident: $($variant:ident($of:ty)),+ $(,)?) => {
        $(impl From<$of> for $item {
            fn from(of: $of) -> $item {
                $item::$variant(of)
            }
        })+
    };
}
pub use items;

#[cfg(test)]
mod tests {
    use super::*;

    words! {
        /// Colours.
        enum Colour: id {
            Red = "red",
            Blue = "blue",
        }
    }

    words! {
        /// Shapes.
        enum Shape: id {
            Round = "round",
            Square = "square",
            Flat = "flat",
        }
    }

    const LISTS: &[&[&str]] = &[Colour::WORDS, Shape::WORDS];
    const ALL: &[&str] = &joined::<{ count(LISTS) }>(LISTS);
    const COLOURS: List<Colour> = List::among(ALL);
    const SHAPES: List<Shape> = List::among(ALL);

    #[test]
    fn a_list_stands_behind_those_before_it() {
        assert_eq!(ALL, ["red", "blue", "round", "square", "flat"]);
        let colours = Colour::ALL.map(|it| (it.id(), COLOURS.of(it)));
        let shapes = Shape::ALL.map(|it| (it.id(), SHAPES.of(it)));
        let things = colours.into_iter().chain(shapes);
        for (word, tags) in things {
            for other in ALL {
                let tag = Tags::named(ALL, other).unwrap();
                assert_eq!(tag.meets(tags), *other == word, "{other} and {word}");
            }
        }
        assert_eq!(Tags::named(ALL, "reddish"), None);
        assert!(!(COLOURS.of(Colour::Red) | SHAPES.of(Shape::Flat)).meets(SHAPES.of(Shape::Round)));
        assert_eq!((Colour::named("blue"), Shape::named("blue")), (Some(Colour::Blue), None));
    }

    const LONG: [&str; MOST + 1] = numbers();

    /// So many different words: slices of one text, none as long as another.
    const fn numbers() -> [&'static str; MOST + 1] {
        const TEXT: &str = match std::str::from_utf8(&[b'x'; MOST + 1]) {
            Ok(text) => text,
            Err(_) => "",
        };
        let mut words = [""; MOST + 1];
        let mut at = 0;
        while at < words.len() {
            words[at] = TEXT.split_at(at + 1).0;
            at += 1;
        }
        words
    }

    #[test]
    fn a_set_holds_as_many_as_it_says() {
        let words = joined::<MOST>(&[LONG.split_at(MOST).0]);
        let sets: Vec<Tags> = words.iter().filter_map(|word| Tags::named(&words, word)).collect();
        for (at, set) in sets.iter().enumerate() {
            assert_eq!(sets.iter().position(|other| other.meets(*set)), Some(at));
        }
    }

    #[test]
    #[should_panic(expected = "more tags than a set holds")]
    fn one_more_is_refused() {
        joined::<{ MOST + 1 }>(&[&LONG]);
    }

    #[test]
    #[should_panic(expected = "no set holds so many tags")]
    fn no_set_has_a_tag_beyond_its_end() {
        Tags::one(MOST);
    }

    #[test]
    #[should_panic(expected = "a tag stands in two lists")]
    fn a_word_that_comes_twice_is_refused() {
        joined::<4>(&[Colour::WORDS, Colour::WORDS]);
    }

    #[test]
    #[should_panic(expected = "a list of tags is not among the words")]
    fn a_list_that_was_left_out_is_refused() {
        List::<Shape>::among(Colour::WORDS);
    }

    #[test]
    #[should_panic(expected = "a list of tags is not among the words")]
    fn a_list_that_is_there_in_part_is_refused() {
        List::<Shape>::among(&["red", "round", "square"]);
    }
}
