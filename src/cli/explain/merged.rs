//! What several parties were told, as one story.

use super::Explained;

/// The lines of one chapter of a story.
type Chapter = Vec<Explained>;

/// One story of several: each line stands once, with all parties that were told it in the same words, and
/// every story keeps its order.
pub(super) fn merged(stories: Vec<Vec<Explained>>) -> Vec<Explained> {
    let mut whole: Vec<Chapter> = Vec::new();
    for story in stories {
        let same = |one: &Chapter, other: &Chapter| one[0].chapter == other[0].chapter;
        merge(&mut whole, chapters(story), same, |into, from| {
            let same = |one: &Explained, other: &Explained| {
                (&one.sentence, &one.rule) == (&other.sentence, &other.rule)
            };
            merge(into, from, same, |into, from| into.told_to.extend(from.told_to));
        });
    }
    whole.into_iter().flatten().collect()
}

/// The lines by the titles of their chapters; none is empty.
fn chapters(story: Vec<Explained>) -> Vec<Chapter> {
    let mut chapters: Vec<Chapter> = Vec::new();
    for line in story {
        match chapters.last_mut() {
            Some(chapter) if chapter[0].chapter == line.chapter => chapter.push(line),
            _ => chapters.push(vec![line]),
        }
    }
    chapters
}

/// Puts one list into another: what is in both is joined, what is new follows what it followed before.
fn merge<T>(into: &mut Vec<T>, from: Vec<T>, same: impl Fn(&T, &T) -> bool, join: impl Fn(&mut T, T)) {
    let mut at = 0;
    for item in from {
        if let Some(found) = into[at..].iter().position(|it| same(it, &item)) {
            at += found;
            join(&mut into[at], item);
        } else {
            into.insert(at, item);
        }
        at += 1;
    }
}
