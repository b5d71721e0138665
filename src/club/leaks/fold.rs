//! Texts as words, so that the same words are found whatever a format puts between and around them.

use std::collections::BTreeSet;

/// Pieces of a text as words in small letters with one blank around each.
pub(super) struct Folded {
    words: String,
    /// Where each piece begins.
    starts: Vec<usize>,
}

impl Folded {
    /// Folds pieces of a text; a word may go on from one to the next.
    pub(super) fn of<'t>(pieces: impl IntoIterator<Item = &'t str>) -> Folded {
        let mut folded = Folded { words: " ".to_owned(), starts: Vec::new() };
        for piece in pieces {
            folded.starts.push(folded.words.len());
            folded.add(piece);
        }
        folded.blank();
        folded
    }

    fn add(&mut self, piece: &str) {
        let mut rest = piece;
        while let Some(letter) = rest.chars().next() {
            let mut taken = letter.len_utf8();
            if letter.is_alphanumeric() {
                self.words.extend(letter.to_lowercase());
            } else {
                taken = entity(rest).unwrap_or(taken);
                self.blank();
            }
            rest = &rest[taken..];
        }
    }

    fn blank(&mut self) {
        if !self.words.ends_with(' ') {
            self.words.push(' ');
        }
    }

    /// Every word of it.
    pub(super) fn words(&self) -> BTreeSet<&str> {
        self.words.split(' ').filter(|word| !word.is_empty()).collect()
    }

    /// Where some words begin, that stand in it one behind the other as [`phrase`] gives them.
    pub(super) fn all<'f>(&'f self, phrase: &'f str) -> impl Iterator<Item = usize> + 'f {
        self.words.match_indices(phrase).map(|(at, _)| at + 1)
    }

    /// Whether they stand in it.
    pub(super) fn has(&self, phrase: &str) -> bool {
        self.words.contains(phrase)
    }

    /// The number of the piece to which a place belongs.
    pub(super) fn piece(&self, at: usize) -> usize {
        self.starts.partition_point(|start| *start <= at).saturating_sub(1)
    }
}

/// Words as they are looked for; nothing if there are none.
pub(super) fn phrase(text: &str) -> Option<String> {
    Some(Folded::of([text]).words).filter(|words| words != " ")
}

/// How long what a page writes for a mark is, at the beginning of a text.
fn entity(text: &str) -> Option<usize> {
    let name = text.strip_prefix('&')?;
    let end = name.bytes().take(8).position(|byte| byte == b';')?;
    let is_name = name[..end].bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'#');
    (is_name && end > 0).then_some(end + 2)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_found_across_marks_and_pieces() {
        let folded = Folded::of(["<td>Prinz&nbsp;Eu", "gen</td>", "\n<td>(CA) \u{2011} K\u{f6}ln"]);
        let at: Vec<usize> = folded.all(&phrase("Prinz Eugen").unwrap()).collect();
        assert_eq!(at.iter().map(|at| folded.piece(*at)).collect::<Vec<_>>(), [0]);
        assert_eq!(folded.piece(folded.all(&phrase("k\u{d6}LN").unwrap()).next().unwrap()), 2);
        assert!(!folded.has(&phrase("rinz").unwrap()) && folded.words().contains("ca"));
        assert_eq!(phrase(" -- "), None);
    }
}
