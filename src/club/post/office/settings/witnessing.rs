//! Which offices cosign each other's checkpoints.

use std::path::{Path, PathBuf};
use std::rc::Rc;

use serde::Deserialize;

use super::Person;
use crate::checkpoint::{CheckpointFault, NoteKey, Role, check_name};
use crate::matches::MatchFault;
use crate::post::wire::address;
use crate::signature::{PublicKey, Signer};

/// What an office does as a witness, and who are witnesses of its matches.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Witnessing {
    /// The name of this office in checkpoints, as in `club.example`.
    pub name: String,
    /// The file with the private key that signs them, from the office's folder.
    pub key: PathBuf,
    /// The other offices.
    pub offices: Vec<Partner>,
    /// That key, once it is read.
    #[serde(skip)]
    signer: Option<Rc<Signer>>,
}

/// Another office.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Partner {
    /// Its name in checkpoints.
    pub name: String,
    /// Its address.
    pub address: String,
    /// The key with which it signs them, as a line of `ssh-keygen`.
    pub key: PublicKey,
}

impl Partner {
    /// To whom mail goes.
    pub(crate) fn person(&self) -> Person {
        Person { name: self.name.clone(), ..Person::at(self.address.clone()) }
    }

    /// The key with which it signs the checkpoints of a log of its own.
    ///
    /// # Errors
    /// If it is no key that signs checkpoints.
    pub(crate) fn log_key(&self, origin: &str) -> Result<NoteKey, CheckpointFault> {
        NoteKey::new(origin, Role::Log, &self.key)
    }

    /// The key with which it cosigns those of others.
    ///
    /// # Errors
    /// As [`Partner::log_key`].
    pub(crate) fn cosigner_key(&self) -> Result<NoteKey, CheckpointFault> {
        NoteKey::new(&self.name, Role::Cosigner, &self.key)
    }

    /// Whether a log is one of this office.
    pub(crate) fn owns(&self, origin: &str) -> bool {
        origin.strip_prefix(&self.name).is_some_and(|rest| rest.starts_with('/'))
    }
}

impl Witnessing {
    /// The key that signs.
    ///
    /// # Errors
    /// Only by a defect: it is read with the settings.
    pub(crate) fn signer(&self) -> Result<Rc<Signer>, MatchFault> {
        self.signer.clone().ok_or_else(|| MatchFault::Bug("the key of the witness was not read".to_owned()))
    }

    /// Reads the key, whose file stands at this path.
    ///
    /// # Errors
    /// If it is no private key of type ssh-ed25519.
    pub(super) fn read_key(&mut self, path: &Path) -> Result<(), MatchFault> {
        let signer = Signer::read(path).map_err(|fault| {
            let mend = "make one with `ssh-keygen -t ed25519 -N \"\" -f FILE`, and name FILE";
            MatchFault::no(format!("witness.key, {}: {fault}", path.display()), mend)
        })?;
        self.signer = Some(Rc::new(signer));
        Ok(())
    }

    /// Everything that cannot be, each with its remedy.
    pub(super) fn flaws(&self) -> Vec<(String, String)> {
        let mut flaws = Vec::new();
        let mut fit = |field: String, judged: Result<(), CheckpointFault>| match judged {
            Ok(()) => {}
            Err(CheckpointFault::No { what, mend }) => flaws.push((format!("{field}: {what}"), mend)),
            Err(CheckpointFault::False(what)) => flaws.push((format!("{field}: {what}"), String::new())),
        };
        fit("witness.name".to_owned(), check_name(&self.name));
        for (at, office) in self.offices.iter().enumerate() {
            fit(format!("witness.offices[{at}]"), office.cosigner_key().map(drop));
        }
        for (at, office) in self.offices.iter().enumerate() {
            if let Err(fault) = address::check(&office.address) {
                let mend = "write it as name@club.example".to_owned();
                flaws.push((format!("witness.offices[{at}]: {fault}"), mend));
            }
        }
        let names: Vec<&str> = self.offices.iter().map(|office| office.name.as_str()).collect();
        for (at, name) in names.iter().enumerate() {
            if *name == self.name || names[..at].contains(name) {
                let mend = "give each office a name of its own".to_owned();
                flaws.push((format!("witness.offices[{at}]: two offices are called {name}"), mend));
            }
        }
        flaws
    }
}
