//! Where the database of an office is: the part `store` of its `office.yaml`.

use std::path::{Path, PathBuf};

use club::machine::mode_of;
use club::matches::MatchFault;
use club::own_file::{LARGEST_SETTINGS, text};
#[cfg(feature = "mail")]
use club::post::office::settings::Written;
use engine::digest::Digest;
use engine::games::yaml;
use engine::problem::quote;
use fs_err as fs;
use serde::Deserialize;

/// The file of an office's settings.
const FILE: &str = "office.yaml";
/// A larger file with the address of the server is not read: it is a line.
const LARGEST_ADDRESS: u64 = 64 << 10;

/// Where the matches of an office are kept, if not in folders.
#[derive(Clone, Debug)]
pub struct Settings {
    /// How the server is reached, as libpq and its kin write it.
    pub url: String,
    /// The schema in which the tables are.
    pub schema: String,
    /// The office, of which several may share a schema: its address.
    pub office: String,
    /// The file with the key of the office.
    pub key: PathBuf,
    /// Certificates of authorities to trust in place of the public ones, if there are any.
    pub ca: Option<PathBuf>,
    /// What the workers of an office must have alike: the hash of `office.yaml`.
    pub sha256: Digest,
}

/// Where the address of the server is found, which may hold a password.
#[derive(Clone, Debug, Deserialize)]
#[serde(rename_all = "lowercase", deny_unknown_fields)]
pub enum Url {
    /// In a variable of the environment.
    Env(String),
    /// In the first line of a file, from the office's folder.
    File(PathBuf),
}

/// What is read of `office.yaml` here; the office reads the rest.
#[derive(Deserialize)]
struct Office {
    address: String,
    #[serde(default)]
    store: Option<Stores>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Stores {
    postgres: Postgres,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Postgres {
    url: Url,
    #[serde(default = "schema")]
    schema: String,
    #[serde(default = "key")]
    key: PathBuf,
    #[serde(default)]
    ca: Option<PathBuf>,
}

fn schema() -> String {
    "sealord".to_owned()
}

fn key() -> PathBuf {
    PathBuf::from("office.key")
}

impl Settings {
    /// Reads where the matches of an office are kept; nothing if that is in folders.
    ///
    /// # Errors
    /// If `office.yaml` cannot be read, with line and column; or if the address of the server is not where it
    /// should be.
    pub fn read(office: &Path) -> Result<Option<Settings>, MatchFault> {
        let path = office.join(FILE);
        let text = text(&path, LARGEST_SETTINGS)?;
        Settings::of_text(office, &path, &text)
    }

    /// The same for somebody who has read `office.yaml` already: as long as it stands so, that is not done
    /// a second time.
    ///
    /// # Errors
    /// As [`Settings::read`].
    #[cfg(feature = "mail")]
    pub fn of(office: &Path, written: &Written) -> Result<Option<Settings>, MatchFault> {
        let path = office.join(FILE);
        let text = text(&path, LARGEST_SETTINGS)?;
        let said = written.settings();
        match said.store.clone().map(serde_json::from_value).transpose() {
            Ok(store) if text == written.text() => {
                Settings::of_parts(office, &path, &text, Office { address: said.address.clone(), store })
            }
            // What is wrong there is said with its place.
            _ => Settings::of_text(office, &path, &text),
        }
    }

    fn of_text(office: &Path, path: &Path, text: &str) -> Result<Option<Settings>, MatchFault> {
        let read: Office = yaml::read(text).map_err(|fault| {
            let what = format!("{}:{}:{}: {}", path.display(), fault.line, fault.column, fault.what);
            MatchFault::no(what, "docs/store.md shows how it is written")
        })?;
        Settings::of_parts(office, path, text, read)
    }

    fn of_parts(
        office: &Path,
        path: &Path,
        text: &str,
        read: Office,
    ) -> Result<Option<Settings>, MatchFault> {
        let Some(Stores { postgres: Postgres { url, schema, key, ca } }) = read.store else {
            return Ok(None);
        };
        if !is_plain(&schema) {
            let what = format!("{}: the schema {} cannot be used", path.display(), quote(&schema));
            return Err(MatchFault::no(what, "write small letters, digits and `_`, a letter first"));
        }
        let url = url.read(office)?;
        let (key, ca) = (office.join(key), ca.map(|file| office.join(file)));
        let sha256 = Digest::of(text.as_bytes());
        Ok(Some(Settings { url, schema, office: read.address, key, ca, sha256 }))
    }

    /// The same, for a command that works on the database.
    ///
    /// # Errors
    /// As [`Settings::read`], and if the office keeps its matches in folders.
    pub fn needed(office: &Path) -> Result<Settings, MatchFault> {
        let path = office.join(FILE);
        Settings::read(office)?.ok_or_else(|| {
            let what = format!("{} has no `store`: this office keeps its matches in folders", path.display());
            MatchFault::no(what, "add `store: {postgres: {url: {env: SEALORD_DB}}}`; docs/store.md shows it")
        })
    }
}

impl Url {
    fn read(&self, office: &Path) -> Result<String, MatchFault> {
        match self {
            Url::Env(name) => std::env::var(name).map_err(|_| {
                let what = format!("the environment has no {name}, which should say where the database is");
                MatchFault::no(what, format!("set it, as in {name}=postgres://office@db.example/club"))
            }),
            Url::File(path) => {
                let path = office.join(path);
                for_owner_alone(&path)?;
                let text = text(&path, LARGEST_ADDRESS)?;
                Ok(text.lines().next().unwrap_or_default().trim().to_owned())
            }
        }
    }
}

/// Refuses a file with a secret that others than its owner can read.
///
/// # Errors
/// If it cannot be looked at, or others can read it.
pub(crate) fn for_owner_alone(path: &Path) -> Result<(), MatchFault> {
    let found = fs::metadata(path)?;
    if mode_of(&found).is_some_and(|mode| mode & 0o077 != 0) {
        let what = format!("{}: others than its owner can read this file", path.display());
        return Err(MatchFault::no(what, format!("chmod 600 {}", path.display())));
    }
    Ok(())
}

/// A name that needs no quotation marks in SQL.
fn is_plain(name: &str) -> bool {
    let first = name.chars().next().is_some_and(|it| it.is_ascii_lowercase());
    let rest = name.chars().all(|it| it.is_ascii_lowercase() || it.is_ascii_digit() || it == '_');
    first && rest && name.len() < 60 && !name.starts_with("pg_")
}
