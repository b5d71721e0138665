//! The key of an office: what it keeps from the server is encrypted to it (age, <https://c2sp.org/age>).

use std::fmt;
use std::io::Write;
use std::path::Path;

use age::secrecy::ExposeSecret;
use age::x25519::Identity;
use club::matches::MatchFault;
use club::matches::folder::for_owner;
use zeroize::Zeroizing;

use crate::settings::for_owner_alone;

/// A larger file holds no key.
const LIMIT: u64 = 64 << 10;

/// A key that only the workers of an office have. Debug output hides it.
pub struct OfficeKey(Identity);

impl fmt::Debug for OfficeKey {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("***")
    }
}

impl OfficeKey {
    /// Reads a key from its file, which `age-keygen` may have written.
    ///
    /// # Errors
    /// If there is none, or others than its owner can read it.
    pub fn read(path: &Path) -> Result<OfficeKey, MatchFault> {
        if !path.exists() {
            let what = format!("{} is missing: without it no seed can be read", path.display());
            let mend = "copy it from another worker; for a new office `sealord store init` makes one";
            return Err(MatchFault::Io(format!("{what}\n  help: {mend}")));
        }
        for_owner_alone(path)?;
        let text = Zeroizing::new(club::own_file::text(path, LIMIT)?);
        let mut lines = text.lines().map(str::trim).filter(|line| !line.is_empty() && !line.starts_with('#'));
        let key = lines.next().and_then(|line| line.parse().ok());
        match (key, lines.next()) {
            (Some(key), None) => Ok(OfficeKey(key)),
            _ => {
                let what = format!("{} should hold one secret key of age, and nothing else", path.display());
                Err(MatchFault::no(what, "copy the file from another worker, or from its backup"))
            }
        }
    }

    /// Makes a new key and its file.
    ///
    /// # Errors
    /// If there is a file already, or it cannot be written.
    pub fn make(path: &Path) -> Result<OfficeKey, MatchFault> {
        if path.exists() {
            return Err(MatchFault::Io(format!("{} is there already", path.display())));
        }
        let key = Identity::generate();
        let mut file = for_owner(path)?;
        writeln!(
            file,
            "# The key of the office: who has it can read the seeds in its database. Keep a copy apart."
        )?;
        writeln!(file, "# public key: {}", key.to_public())?;
        writeln!(file, "{}", key.to_string().expose_secret())?;
        file.sync_all()?;
        Ok(OfficeKey(key))
    }

    /// Encrypts bytes to the key.
    ///
    /// # Errors
    /// Only by a defect.
    pub fn seal(&self, bytes: &[u8]) -> Result<Vec<u8>, MatchFault> {
        age::encrypt(&self.0.to_public(), bytes).map_err(|fault| MatchFault::Bug(fault.to_string()))
    }

    /// Decrypts bytes that were encrypted to the key; `what` names them in a fault.
    ///
    /// # Errors
    /// If they were encrypted to another key, or changed.
    pub fn open(&self, what: &str, bytes: &[u8]) -> Result<Zeroizing<Vec<u8>>, MatchFault> {
        let opened = age::decrypt(&self.0, bytes).map(Zeroizing::new);
        opened.map_err(|fault| {
            let what = format!("{what} cannot be decrypted with the key of the office: {fault}");
            MatchFault::Io(format!("{what}\n  help: take the key with which `sealord store init` was run"))
        })
    }
}
