//! The colours of navies: the file `navies.yaml`. Which navies a packet has is its own affair; one that the
//! file does not name takes the colour of its side.

use serde::Deserialize;

use super::pen::{Put, Words, draw};
use engine::side::Side;

/// The colours of a navy's counters.
#[derive(Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub(in crate::report) struct Navy {
    /// The adjective, as views write it.
    navy: String,
    /// The colour of the counter, and of what stands on it.
    fill: Colour,
    ink: Colour,
}

/// A colour as `#rrggbb`.
#[derive(Clone, Deserialize)]
#[serde(try_from = "String")]
pub(in crate::report) struct Colour(String);

impl TryFrom<String> for Colour {
    type Error = String;

    fn try_from(word: String) -> Result<Colour, String> {
        let digits = word.strip_prefix('#').filter(|it| it.len() == 6);
        match digits.filter(|it| it.bytes().all(|byte| byte.is_ascii_hexdigit())) {
            Some(_) => Ok(Colour(word)),
            None => Err(format!("`{word}` is no colour, such as #1f4e8c")),
        }
    }
}

/// The colours of all navies and of the sides of a packet.
pub(super) struct Colours<'c> {
    navies: &'c [Navy],
    sides: Vec<Side>,
}

/// The class of a counter, by its navy or by its side.
pub(super) enum Class<'c> {
    Navy(usize),
    Side(&'c str),
}

impl<'c> Colours<'c> {
    /// The colours of these navies and sides.
    pub(super) fn new(navies: &'c [Navy], sides: impl Iterator<Item = Side>) -> Colours<'c> {
        Colours { navies, sides: sides.collect() }
    }

    /// The class that gives a navy's counters their colours.
    pub(super) fn class<'s>(&self, navy: &str, side: &'s str) -> Class<'s> {
        self.navies.iter().position(|it| it.navy == navy).map_or(Class::Side(side), Class::Navy)
    }

    /// The rules of all classes.
    pub(super) fn style(&self, svg: &mut String) {
        let mut rule = |class: Class<'_>, fill: &str, ink: &str| {
            draw!(*svg, ".", class, "{--fill:", fill, ";--on:", ink, "}");
        };
        let navies = self.navies.iter().enumerate();
        navies.for_each(|(at, it)| rule(Class::Navy(at), &it.fill.0, &it.ink.0));
        let sides = self.sides.iter().copied();
        sides.for_each(|it| rule(Class::Side(it.id()), it.colour(), ink_on(it.colour())));
    }
}

/// Black or white, whichever can be read on a colour that is written as `#rrggbb`.
pub fn ink_on(fill: &str) -> &'static str {
    let part = |at: usize| fill.get(at..at + 2).and_then(|it| u32::from_str_radix(it, 16).ok()).unwrap_or(0);
    // Green weighs most; the limit was found by trying all colours in steps of 17.
    if 299 * part(1) + 587 * part(3) + 114 * part(5) > 128_000 { "#000" } else { "#fff" }
}

impl Put for Class<'_> {
    fn put(self, svg: &mut String) {
        match self {
            Class::Navy(at) => draw!(*svg, "n", at),
            Class::Side(side) => draw!(*svg, "s-", Words(side)),
        }
    }
}
