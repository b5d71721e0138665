//! A folder of `.eml` files: the way out that needs no server. The umpire sends them by hand, or a script
//! does.

use std::io::{self, Read, Write};
use std::path::{Path, PathBuf};

use fs_err as fs;

use super::{Carrier, Envelope, SendFault, Sent};
use crate::fence::plant;

/// A folder as a carrier. Each message becomes the file `KEY.eml`, with its bytes as they are.
#[derive(Clone, Debug)]
pub struct EmlFolder {
    path: PathBuf,
}

impl EmlFolder {
    /// Takes a folder; it is made with the first message.
    pub fn new(path: &Path) -> EmlFolder {
        EmlFolder { path: path.to_owned() }
    }

    /// Writes the file, if there is none of that name; says whether it did. It is written beside its place
    /// first, so that no half of it is ever seen under its name.
    fn write(&self, to: &Path, bytes: &[u8]) -> io::Result<bool> {
        fs::create_dir_all(&self.path)?;
        let mut file = tempfile::Builder::new().prefix(".sealord-").suffix(".tmp").tempfile_in(&self.path)?;
        file.write_all(bytes)?;
        file.as_file().sync_all()?;
        let fresh = match file.persist_noclobber(to) {
            Ok(_) => true,
            Err(error) if error.error.kind() == io::ErrorKind::AlreadyExists => false,
            Err(error) => return Err(error.error),
        };
        // The name is kept only once the folder is; an earlier try may have died before this.
        fs::File::open(&self.path)?.sync_all()?;
        Ok(fresh)
    }
}

impl Carrier for EmlFolder {
    fn send(&mut self, envelope: &Envelope, bytes: &[u8]) -> Result<Sent, SendFault> {
        envelope.check()?;
        plant("road-out", &envelope.key);
        let path = self.path.join(format!("{}.eml", envelope.key));
        let name = path.display();
        match self.write(&path, bytes) {
            Ok(true) => Ok(Sent { answer: format!("written to `{name}`") }),
            Ok(false) => match holds(&path, bytes) {
                Ok(true) => Ok(Sent { answer: format!("was already in `{name}`") }),
                Ok(false) => Err(SendFault::unfit(format!("`{name}` is another message and was left alone"))),
                Err(error) => Err(SendFault::later(error.to_string())),
            },
            Err(error) => Err(fault(&self.path, &error)),
        }
    }
}

fn holds(path: &Path, bytes: &[u8]) -> io::Result<bool> {
    let mut found = Vec::with_capacity(bytes.len() + 1);
    fs::File::open(path)?.take(bytes.len() as u64 + 1).read_to_end(&mut found)?;
    Ok(found == bytes)
}

fn fault(path: &Path, error: &io::Error) -> SendFault {
    use io::ErrorKind::*;
    match error.kind() {
        PermissionDenied | NotADirectory | ReadOnlyFilesystem | AlreadyExists => SendFault::Misconfigured {
            what: format!("no message can be written to `{}` ({error})", path.display()),
            mend: "Give a folder in which the program may write.".into(),
        },
        _ => SendFault::later(error.to_string()),
    }
}
