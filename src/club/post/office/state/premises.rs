//! Where an office is: its settings and mailboxes on this machine, its own things, and its matches.

use std::path::{Path, PathBuf};

use super::yard::{Yard, YardDir};
use crate::post::shelf::{Shelf, ShelfDir};

/// Where an office is.
pub struct Premises {
    /// The folder of this machine with `office.yaml`, from which paths of mailboxes, passwords and
    /// certificates are taken; and of its league, if it has one.
    pub(crate) folder: PathBuf,
    pub(crate) shelf: Box<dyn Shelf>,
    pub(crate) yard: Box<dyn Yard>,
}

impl Premises {
    /// An office whose settings lie in a folder of this machine, and whose own things and matches elsewhere.
    pub fn new(settings: impl Into<PathBuf>, shelf: Box<dyn Shelf>, yard: Box<dyn Yard>) -> Premises {
        Premises { folder: settings.into(), shelf, yard }
    }
}

/// All of it in one folder.
impl From<&Path> for Premises {
    fn from(folder: &Path) -> Premises {
        Premises::new(folder, Box::new(ShelfDir::new(folder)), Box::new(YardDir::new(folder)))
    }
}

impl From<&PathBuf> for Premises {
    fn from(folder: &PathBuf) -> Premises {
        Premises::from(folder.as_path())
    }
}
