//! Phrases of battle plans: a word and what may follow it. The page for orders is given these tables and
//! reads by them, too.

/// What may follow the word of a phrase, and what both then say.
pub(super) enum Takes<T> {
    /// Nothing.
    Nothing(T),
    /// A number from one to another.
    Number(u8, u8, fn(u8) -> T),
    /// Any number.
    Any(fn(u16) -> T),
    /// The name of a group.
    Group(T),
}

/// A word and what may follow it.
pub(super) type Phrase<T> = (&'static str, Takes<T>);

/// What a text says, with the name of a group if it takes one; nothing if it is no such phrase.
pub(super) fn read<'t, T: Copy>(phrases: &[Phrase<T>], text: &'t str) -> Option<(T, Option<&'t str>)> {
    let mut words = text.split_whitespace();
    let first = words.next()?;
    let (_, takes) = phrases.iter().find(|(word, _)| *word == first)?;
    let said = match takes {
        Takes::Nothing(said) => (*said, None),
        Takes::Number(least, most, says) => {
            (says(words.next()?.parse().ok().filter(|it| (least..=most).contains(&it))?), None)
        }
        Takes::Any(says) => (says(words.next()?.parse().ok()?), None),
        Takes::Group(said) => (*said, Some(words.next()?)),
    };
    words.next().is_none().then_some(said)
}

/// A phrase as the page is given it: its word, from which number to which, whether a group.
pub(super) type Shown = (&'static str, Option<(u16, u16)>, bool);

/// Phrases as the page is given them.
pub(super) fn shown<T>(phrases: &[Phrase<T>]) -> Vec<Shown> {
    let one = |(word, takes): &Phrase<T>| match takes {
        Takes::Nothing(_) => (*word, None, false),
        Takes::Number(least, most, _) => (*word, Some((u16::from(*least), u16::from(*most))), false),
        Takes::Any(_) => (*word, Some((0, u16::MAX)), false),
        Takes::Group(_) => (*word, None, true),
    };
    phrases.iter().map(one).collect()
}
