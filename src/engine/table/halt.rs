//! Why a rule stopped: it waits for an answer, or something is broken.
//!
//! Rules pass a [`Halt`] on with `?`; they can neither build one nor look inside, so no rule can go on in a
//! world where a question was left unanswered.

use std::any::Any;
use std::fmt;

/// What a rule gives back: its result, or the reason it stopped.
pub type Step<T> = Result<T, Halt>;

/// Why a rule stopped.
#[derive(Debug)]
pub struct Halt(pub(super) Why);

#[derive(Debug)]
pub(super) enum Why {
    Pause,
    /// Something is not known that no party is asked for.
    Lack(Box<dyn Any>),
    Fault(Fault),
}

/// A defect of the program or of the record; never the player's doing.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fault(pub String);

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for Fault {}

impl Halt {
    pub(super) fn pause() -> Halt {
        Halt(Why::Pause)
    }

    /// What a rule lacked, if it stopped for that.
    ///
    /// # Errors
    /// The halt as it was, if it stopped for something else.
    pub fn lacked<L: 'static>(self) -> Result<L, Halt> {
        match self.0 {
            Why::Lack(lack) => lack.downcast().map(|lack| *lack).map_err(|lack| Halt(Why::Lack(lack))),
            why => Err(Halt(why)),
        }
    }

    pub(super) fn lack(what: impl Any) -> Halt {
        Halt(Why::Lack(Box::new(what)))
    }

    pub(super) fn fault(what: String) -> Halt {
        Halt(Why::Fault(Fault(what)))
    }

    /// What is broken, if something is; none where the rules only wait.
    pub fn into_fault(self) -> Option<Fault> {
        match self.0 {
            Why::Pause => None,
            Why::Lack(_) => Some(Fault("a rule lacks something that nobody can give".to_owned())),
            Why::Fault(fault) => Some(fault),
        }
    }
}
