//! What templates of reports and letters may do, and which one is being filled. The library that fills it has
//! no fault for too much memory, so the code that ends a run that takes too much looks here for what to name.

use std::cell::RefCell;

use minijinja::syntax::SyntaxConfig;
use minijinja::{Environment, UndefinedBehavior};

thread_local! {
    static FILLING: RefCell<String> = const { RefCell::new(String::new()) };
}

/// An engine without templates, for those that clubs may write: strict, with a limit on steps (`fuel`) and on
/// how deep templates and macros may call each other. How text is escaped is the caller's to say.
pub(crate) fn engine(fuel: u64, depth: usize) -> Environment<'static> {
    let mut env = Environment::new();
    // A club that writes its own templates needs the name of what is not there.
    env.set_debug(true);
    let syntax = SyntaxConfig::builder().trim_blocks(true).lstrip_blocks(true).build();
    env.set_syntax(syntax.expect("the usual delimiters"));
    env.set_undefined_behavior(UndefinedBehavior::Strict);
    env.set_fuel(Some(fuel));
    env.set_recursion_limit(depth);
    // The first four can be made to fill the memory; the others would let text through as it came or show
    // more than was meant.
    for filter in ["format", "batch", "slice", "zip", "safe", "escape", "e", "tojson", "pprint", "urlencode"]
    {
        env.remove_filter(filter);
    }
    env.remove_global("debug");
    env
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
