//! Which template is being filled. The library that fills it has no fault for too much memory, so whoever
//! ends a run that takes too much looks here for what to name.

use std::cell::RefCell;

thread_local! {
    static FILLING: RefCell<String> = const { RefCell::new(String::new()) };
}

/// Fills a template: its file, or the name of a built-in one.
pub(crate) fn filling<T>(file: String, fill: impl FnOnce() -> T) -> T {
    let before = FILLING.replace(file);
    let filled = fill();
    _ = FILLING.replace(before);
    filled
}

/// The template that this thread fills; nothing if it fills none.
pub fn filled_now() -> Option<String> {
    let now = FILLING.try_with(|now| now.try_borrow().map(|it| it.clone()).unwrap_or_default());
    now.ok().filter(|file| !file.is_empty())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_template_that_is_filled_is_known_while_it_is() {
        let within =
            filling("a".to_owned(), || (filled_now(), filling("b".to_owned(), filled_now), filled_now()));
        assert_eq!(within, (Some("a".to_owned()), Some("b".to_owned()), Some("a".to_owned())));
        assert_eq!(filled_now(), None);
    }
}
