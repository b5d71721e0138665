//! Where an office is: its settings and mailboxes on this machine, its own things, and its matches.

use std::path::{Path, PathBuf};
use std::rc::Rc;

use super::yard::{Yard, YardDir};
use crate::matches::MatchFault;
use crate::post::office::settings::{Settings, Written};
use crate::post::shelf::{Shelf, ShelfDir};

/// Where an office is.
pub struct Premises {
    /// The folder of this machine with `office.yaml`, from which paths of mailboxes, passwords and
    /// certificates are taken; and of its league, if it has one.
    pub(crate) folder: PathBuf,
    pub(crate) shelf: Box<dyn Shelf>,
    pub(crate) yard: Box<dyn Yard>,
    /// Its settings, if somebody has read them already.
    written: Option<Rc<Written>>,
    /// Whether its own things and matches lie in the folder of its settings, too.
    is_folder: bool,
}

impl Premises {
    /// An office whose settings lie in a folder of this machine, and whose own things and matches elsewhere.
    pub fn new(settings: impl Into<PathBuf>, shelf: Box<dyn Shelf>, yard: Box<dyn Yard>) -> Premises {
        Premises { folder: settings.into(), shelf, yard, written: None, is_folder: false }
    }

    /// The same for somebody who may have read the settings already: whoever opens the office takes them as
    /// they are here.
    pub fn reading(self, written: Option<Rc<Written>>) -> Premises {
        Premises { written, ..self }
    }

    /// The settings.
    ///
    /// # Errors
    /// As [`Written::read`], unless somebody has read them already.
    pub(crate) fn written(&self) -> Result<Rc<Written>, MatchFault> {
        match &self.written {
            Some(written) => Ok(Rc::clone(written)),
            None => Written::read(&self.folder).map(Rc::new),
        }
    }

    /// Refuses an office in a folder whose settings say that it is in a database.
    ///
    /// # Errors
    /// If they do.
    pub(crate) fn fit(&self, settings: &Settings) -> Result<(), MatchFault> {
        if !self.is_folder || settings.store.is_none() {
            return Ok(());
        }
        let what =
            "office.yaml says by `store` that this office is in a database, which this program cannot reach";
        Err(MatchFault::no(
            what,
            "take a program that was built with `--features postgres`; docs/store.md says more",
        ))
    }
}

/// All of it in one folder.
impl From<&Path> for Premises {
    fn from(folder: &Path) -> Premises {
        let premises = Premises::new(folder, Box::new(ShelfDir::new(folder)), Box::new(YardDir::new(folder)));
        Premises { is_folder: true, ..premises }
    }
}

impl From<&PathBuf> for Premises {
    fn from(folder: &PathBuf) -> Premises {
        Premises::from(folder.as_path())
    }
}
