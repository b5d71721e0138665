//! A defect that shows in one thing, a letter, a match, a template, a library, ends with that thing. Whoever
//! does the same for many puts a fence around each. What was begun inside is dropped, and begun anew from
//! what is on disk, as after a power cut; so nothing that a panic left half done is ever used.

use std::any::Any;
use std::panic::{AssertUnwindSafe, catch_unwind};

/// Does something; if it panics, gives the words of the panic. The program's log has them already, with the
/// place.
///
/// # Errors
/// The words of a panic.
pub fn fenced<T>(doing: impl FnOnce() -> T) -> Result<T, String> {
    catch_unwind(AssertUnwindSafe(doing)).map_err(|panic| words(&*panic))
}

fn words(panic: &(dyn Any + Send)) -> String {
    let text = panic.downcast_ref::<String>().map(String::as_str);
    let text = text.or_else(|| panic.downcast_ref::<&str>().copied()).unwrap_or("no words");
    let line = text.lines().next().unwrap_or_default();
    line.chars().take(300).filter(|character| !character.is_control()).collect()
}

/// Panics if a test asks for it: `SEALORD_PANIC_IN=PLACE:BEGINNING`. There is none of this in a program
/// without debug assertions, as people use it.
#[cfg(debug_assertions)]
pub fn plant(place: &str, which: &str) {
    let asked = std::env::var("SEALORD_PANIC_IN").unwrap_or_default();
    if let Some((asked, beginning)) = asked.split_once(':') {
        assert!(asked != place || !which.starts_with(beginning), "planted in {place}");
    }
}

/// Nothing.
#[cfg(not(debug_assertions))]
#[inline]
pub(crate) fn plant(_: &str, _: &str) {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_panic_becomes_words() {
        assert_eq!(fenced(|| 3), Ok(3));
        let number = 7;
        assert_eq!(
            fenced(|| -> u8 { panic!("no more than {number}\nof these") }),
            Err("no more than 7".into())
        );
    }
}
