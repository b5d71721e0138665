//! Questions as they may be shown: a packet may come from anybody, and its words must neither move a cursor
//! nor begin a line of their own.

use engine::problem::{is_hidden, visible};
use engine::question::{Limit, OpenQuestion};

/// The question with everything hidden in its words spelled out, ends of lines too.
pub(crate) fn sanitize(question: &OpenQuestion) -> OpenQuestion {
    let mut question = question.clone();
    for word in words(&mut question).into_iter().filter(|word| word.contains(is_hidden)) {
        *word = visible(word);
    }
    question
}

/// The words of a question that a form shows.
fn words(question: &mut OpenQuestion) -> Vec<&mut String> {
    let OpenQuestion { key, rule, title, about, subjects, options, limits, .. } = question;
    let mut words = vec![key, rule, title];
    words.extend(about);
    words.extend(subjects.iter_mut().flat_map(|it| [&mut it.id, &mut it.name, &mut it.note]));
    words.extend(options.iter_mut().flat_map(|it| [&mut it.id, &mut it.name, &mut it.note]));
    words.extend(limits.iter_mut().filter_map(|limit| match limit {
        Limit::Distinct { what, .. }
        | Limit::Room { what, .. }
        | Limit::Wanted { what, .. }
        | Limit::Vain { what, .. }
        | Limit::OnlyIf { what, .. }
        | Limit::Sum { what, .. }
        | Limit::Weighed { what, .. }
        | Limit::Alike { what, .. } => Some(what),
        _ => None,
    }));
    words
}
