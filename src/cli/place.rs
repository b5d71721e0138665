//! Where a match or an office is kept: in a folder, or in the database that the settings of its office name.

#[cfg(feature = "postgres")]
use std::cell::RefCell;
#[cfg(feature = "postgres")]
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
#[cfg(any(feature = "mail", feature = "postgres"))]
use std::rc::Rc;

#[cfg(feature = "postgres")]
use sealord_postgres::{Database, Match, Patience, Settings};

use crate::kit::Kit;
#[cfg(feature = "postgres")]
use crate::matches::Moved;
use crate::matches::folder::MatchDir;
#[cfg(feature = "postgres")]
use crate::matches::folder::is_begun;
use crate::matches::{MatchFault, Store};
#[cfg(feature = "mail")]
use crate::post::office::settings::{FILE, LastRead, Written};
#[cfg(feature = "mail")]
use crate::post::office::{Premises, Yard, YardDir};

/// The places of matches and offices, each database opened once.
#[derive(Clone, Default)]
pub struct Places {
    /// The settings of the office that was asked for last.
    #[cfg(feature = "mail")]
    settings: LastRead,
    /// By the folders of their offices.
    #[cfg(feature = "postgres")]
    open: Rc<RefCell<BTreeMap<PathBuf, Rc<Database>>>>,
    /// By which name this program works, if it was given one.
    #[cfg(feature = "postgres")]
    worker: Rc<RefCell<Option<String>>>,
}

#[cfg(not(feature = "postgres"))]
impl Places {
    /// The place of a match that is named by its folder.
    ///
    /// # Errors
    /// Never: only a database may be out of reach.
    pub fn store(&self, kit: &Kit, dir: &Path) -> Result<Box<dyn Store>, MatchFault> {
        Ok(Box::new(kit.dir(dir)))
    }

    /// The place of a match that is only read.
    ///
    /// # Errors
    /// Never: only a database may be out of reach.
    pub fn reading(&self, dir: &Path) -> Result<Box<dyn Store>, MatchFault> {
        Ok(Box::new(MatchDir::new(dir)))
    }

    /// The place of a match that is about to be begun.
    ///
    /// # Errors
    /// Never: only a database may be out of reach.
    pub fn fresh(&self, kit: &Kit, dir: &Path) -> Result<Box<dyn Store>, MatchFault> {
        self.store(kit, dir)
    }

    /// Whether this can only be a match that lies in no folder.
    pub fn is_elsewhere(&self, _: &Path) -> bool {
        false
    }

    /// The place of an office.
    ///
    /// # Errors
    /// Never: only a database may be out of reach. Settings that are wrong are for whoever opens it.
    #[cfg(feature = "mail")]
    pub fn office(&self, dir: &Path) -> Result<Premises, MatchFault> {
        Ok(Premises::from(dir).reading(self.settings(dir).ok()))
    }

    /// The name by which this program works in a database: it reaches none.
    #[cfg(feature = "mail")]
    pub fn worker(&self, _: &Path) -> Option<String> {
        None
    }

    /// Whether a run has lost the office: nobody else can have one in folders.
    #[cfg(feature = "mail")]
    pub fn has_lost(&self, _: &Path) -> bool {
        false
    }
}

#[cfg(feature = "postgres")]
impl Places {
    /// The place of a match that is named by its folder, or by the folder that it would have.
    ///
    /// # Errors
    /// If it is in a database that is out of reach.
    pub fn store(&self, kit: &Kit, dir: &Path) -> Result<Box<dyn Store>, MatchFault> {
        if is_at_home(dir)? {
            return Ok(Box::new(kit.dir(dir)));
        }
        self.fresh(kit, dir)
    }

    /// The place of a match that is only read.
    ///
    /// # Errors
    /// If it is in a database that is out of reach.
    pub fn reading(&self, dir: &Path) -> Result<Box<dyn Store>, MatchFault> {
        let found = if is_at_home(dir)? { None } else { self.row(dir)? };
        Ok(match found {
            Some(row) => Box::new(row),
            None => Box::new(MatchDir::new(dir)),
        })
    }

    /// The place of a match that is about to be begun: where its office keeps the others.
    ///
    /// # Errors
    /// If that is a database that is out of reach.
    pub fn fresh(&self, kit: &Kit, dir: &Path) -> Result<Box<dyn Store>, MatchFault> {
        Ok(match self.row(dir)? {
            Some(row) => Box::new(row.keeping(kit.given_keep().unwrap_or_default())),
            None => Box::new(kit.dir(dir)),
        })
    }

    /// The match of this folder in the database of its office; nothing if that is in folders.
    fn row(&self, dir: &Path) -> Result<Option<Match>, MatchFault> {
        let Some((office, word)) = office_of(dir)? else { return Ok(None) };
        Ok(self.database(&office)?.map(|database| Match::new(&database, &word)))
    }

    /// Whether this can only be a match that lies in no folder: nothing is there, and an office is above.
    pub fn is_elsewhere(&self, path: &Path) -> bool {
        !path.exists()
            && path.extension().is_none()
            && office_of(path).is_ok_and(|found| {
                found.is_some_and(|(office, _)| Settings::read(&office).is_ok_and(|it| it.is_some()))
            })
    }

    /// The place of an office.
    ///
    /// # Errors
    /// If it is in a database that is out of reach, or its own things have not moved there.
    #[cfg(feature = "mail")]
    pub fn office(&self, dir: &Path) -> Result<Premises, MatchFault> {
        // What is wrong with the settings is said in the same words everywhere.
        let said = |fault| self.settings(dir).err().unwrap_or(fault);
        let premises = match self.database(dir).map_err(said)? {
            Some(database) => sealord_postgres::premises(dir, &database)?,
            None => Premises::from(dir),
        };
        Ok(premises.reading(self.settings(dir).ok()))
    }

    /// The name by which this program works in the database of an office; nothing if that is in folders, or
    /// was never reached.
    #[cfg(feature = "mail")]
    pub fn worker(&self, office: &Path) -> Option<String> {
        let key = std::path::absolute(office).ok()?;
        self.open.borrow().get(&key).map(|database| database.worker().to_owned())
    }

    /// Whether a run found that another worker has the office it ran, since this was asked last.
    #[cfg(feature = "mail")]
    pub fn has_lost(&self, office: &Path) -> bool {
        let key = std::path::absolute(office).ok();
        let open = self.open.borrow();
        key.and_then(|key| open.get(&key)).is_some_and(|database| database.has_lost_office())
    }

    /// From now on this program works under a name.
    #[cfg(feature = "mail")]
    pub fn works_as(&self, worker: &str) {
        *self.worker.borrow_mut() = Some(worker.to_owned());
    }

    /// The database of an office; nothing if it is in folders.
    ///
    /// # Errors
    /// If its settings cannot be read, or the database is out of reach.
    pub fn database(&self, office: &Path) -> Result<Option<Rc<Database>>, MatchFault> {
        #[cfg(feature = "mail")]
        let settings = match self.settings(office) {
            Ok(written) => Settings::of(office, &written),
            // A match need not wait until all is right that the settings say of others.
            Err(_) => Settings::read(office),
        };
        #[cfg(not(feature = "mail"))]
        let settings = Settings::read(office);
        let Some(settings) = settings? else { return Ok(None) };
        let key = std::path::absolute(office)?;
        if let Some(open) = self.open.borrow().get(&key).filter(|open| open.is_of(&settings)) {
            return Ok(Some(Rc::clone(open)));
        }
        let worker = self.worker.borrow().clone();
        let worker = worker.unwrap_or_else(|| format!("the command line, process {}", std::process::id()));
        let open = Database::open(settings, &worker, Database::heads_of(office)?, Patience::default())?;
        self.open.borrow_mut().insert(key, Rc::clone(&open));
        Ok(Some(open))
    }
}

/// Whether a match lies in its folder, and has not moved from there.
#[cfg(feature = "postgres")]
fn is_at_home(dir: &Path) -> Result<bool, MatchFault> {
    Ok(is_begun(dir) && Moved::read(dir)?.is_none())
}

/// The folder of the office in which a match is, and the word of the match there; nothing if it is in none.
///
/// # Errors
/// If the path cannot be made whole.
#[cfg(feature = "postgres")]
fn office_of(dir: &Path) -> Result<Option<(PathBuf, String)>, MatchFault> {
    let dir = std::path::absolute(dir)?;
    let office = dir.ancestors().skip(1).find(|above| above.join("office.yaml").is_file());
    let word = office.and_then(|office| dir.strip_prefix(office).ok());
    let word = word.map(|word| word.to_string_lossy().into_owned());
    Ok(office.map(Path::to_owned).zip(word))
}

/// Journals that were named, with those of an office in place of its folder.
pub struct Named {
    /// The folders that the matches have, or would have; and proofs.
    pub dirs: Vec<PathBuf>,
    /// Whether they are a list, however long.
    pub is_list: bool,
}

impl Places {
    /// The settings of an office, understood anew only if they have changed since.
    ///
    /// # Errors
    /// If they cannot be read, or are wrong.
    #[cfg(feature = "mail")]
    pub fn settings(&self, office: &Path) -> Result<Rc<Written>, MatchFault> {
        self.settings.read(office)
    }

    /// What these paths name: folders of matches, proofs, and offices for all their matches.
    ///
    /// # Errors
    /// If an office has no match, or its place is out of reach.
    pub fn named(&self, paths: &[PathBuf]) -> Result<Named, MatchFault> {
        let mut named = Named { dirs: Vec::new(), is_list: paths.len() > 1 };
        for path in paths {
            let Some(words) = self.words(path)? else {
                named.dirs.push(path.clone());
                continue;
            };
            if words.is_empty() {
                let what = format!("the office in {} has no match yet", path.display());
                return Err(MatchFault::no(what, "begin one there with `sealord new`"));
            }
            named.is_list = true;
            named.dirs.extend(words.iter().map(|word| path.join(word)));
        }
        Ok(named)
    }

    /// The words of all matches of an office; nothing if a path leads to none.
    #[cfg(feature = "mail")]
    fn words(&self, path: &Path) -> Result<Option<Vec<String>>, MatchFault> {
        if !path.join(FILE).is_file() {
            return Ok(None);
        }
        #[cfg(feature = "postgres")]
        if let Some(database) = self.database(path)? {
            return database.words().map(Some);
        }
        YardDir::new(path).words().map(Some)
    }

    /// Without mail there is no office.
    #[cfg(not(feature = "mail"))]
    fn words(&self, _: &Path) -> Result<Option<Vec<String>>, MatchFault> {
        Ok(None)
    }
}
