//! `office.yaml` as it was read. With ten thousand matches it takes a while to understand, so a run does that
//! once and hands on what it says, and whoever runs an office again and again does it only after a change.

use std::cell::RefCell;
use std::path::{Path, PathBuf};
use std::rc::Rc;

use fs_err as fs;

use super::{FILE, Settings};
use crate::matches::MatchFault;
use crate::own_file::LARGEST_SETTINGS;
use engine::games::yaml;

/// `office.yaml` as it was read: what stands there, and what that says.
#[derive(Debug)]
pub struct Written {
    path: PathBuf,
    text: String,
    settings: Settings,
}

impl Written {
    /// Reads the file of an office.
    ///
    /// # Errors
    /// If it cannot be read, or does not say what it must; every flaw with its place or field, and how to
    /// mend it.
    pub fn read(folder: &Path) -> Result<Written, MatchFault> {
        let path = folder.join(FILE);
        let text = text(&path)?;
        Written::of(path, text)
    }

    fn of(path: PathBuf, text: String) -> Result<Written, MatchFault> {
        let settings: Settings = yaml::read(&text).map_err(|fault| {
            let place = format!("{}:{}:{}", path.display(), fault.line, fault.column);
            let mend = fault.meant().map(|near| format!("did you mean `{near}`?"));
            let mend = mend.unwrap_or_else(|| "docs/by-mail.md shows a whole file".to_owned());
            MatchFault::no(format!("{place}: {}", fault.what), mend)
        })?;
        check(&path, &settings.flaws(&path))?;
        Ok(Written { path, text, settings })
    }

    /// What the file says.
    pub fn settings(&self) -> &Settings {
        &self.settings
    }

    /// The same, for whoever needs nothing else.
    pub(super) fn into_settings(self) -> Settings {
        self.settings
    }

    /// What stands in the file.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// Whether the file is still as it was read.
    ///
    /// # Errors
    /// If it cannot be read.
    pub(crate) fn stands(&self) -> Result<bool, MatchFault> {
        Ok(fs::read(&self.path)? == self.text.as_bytes())
    }
}

/// The settings that were read last. Clones of it are handles of the same.
#[derive(Clone, Debug, Default)]
pub struct LastRead(Rc<RefCell<Option<Rc<Written>>>>);

impl LastRead {
    /// Reads the file of an office; understands it anew only if it is another than the last one, or not the
    /// same byte by byte.
    ///
    /// # Errors
    /// As [`Written::read`].
    pub fn read(&self, folder: &Path) -> Result<Rc<Written>, MatchFault> {
        let path = folder.join(FILE);
        let text = text(&path)?;
        // What is let go here need not stay beside what comes in its place.
        let last = self.0.take().filter(|last| last.path == path && last.text == text);
        let written = match last {
            Some(last) => {
                check(&path, &last.settings.flaws_of_file(&path))?;
                last
            }
            None => Rc::new(Written::of(path, text)?),
        };
        Ok(Rc::clone(self.0.borrow_mut().insert(written)))
    }
}

fn text(path: &Path) -> Result<String, MatchFault> {
    if let Some(size) = fs::metadata(path).ok().map(|it| it.len()).filter(|size| *size > LARGEST_SETTINGS) {
        let what = format!(
            "{}: {size} bytes are more than such a file may have ({LARGEST_SETTINGS})",
            path.display()
        );
        return Err(MatchFault::no(what, "share the matches out among several offices"));
    }
    fs::read_to_string(path)
        .map_err(|error| MatchFault::no(error.to_string(), "docs/by-mail.md shows how to set up an office"))
}

/// Refuses settings with flaws, all of them at once.
fn check(path: &Path, flaws: &[(String, String)]) -> Result<(), MatchFault> {
    let Some(((first, mend), others)) = flaws.split_first() else { return Ok(()) };
    let others = others.iter().map(|(what, mend)| format!("{what} ({mend})"));
    let all: Vec<String> = std::iter::once(first.clone()).chain(others).collect();
    Err(MatchFault::no(format!("{}: {}", path.display(), all.join("; ")), mend.clone()))
}

#[cfg(test)]
mod tests {
    use super::*;

    const TEXT: &str = "name: Referee\naddress: office@club.example\numpire: {name: Uma, address: u@club.example}\n\
                        mail: {in: {maildir: {path: in}}, out: {folder: {path: out}}}\n";

    #[test]
    fn settings_are_understood_anew_when_a_byte_has_changed_and_only_then() {
        let folder = tempfile::tempdir().expect("a folder");
        let file = folder.path().join(FILE);
        let (last, kept) = (LastRead::default(), |last: &LastRead| last.read(folder.path()));
        fs::write(&file, TEXT).expect("written");
        let first = kept(&last).expect("settings");
        assert!(Rc::ptr_eq(&first, &kept(&last.clone()).expect("settings")));
        assert!(first.stands().expect("looked at"));
        // Whoever copies a file over another may give it the time of the one before.
        let time = fs::metadata(&file).and_then(|it| it.modified()).expect("a time");
        fs::write(&file, TEXT.replace("Referee", "Umpires")).expect("written");
        fs::File::options().append(true).open(&file).and_then(|it| it.set_modified(time)).expect("set back");
        assert!(!first.stands().expect("looked at"));
        assert_eq!(kept(&last).expect("settings").settings().name, "Umpires");
        fs::write(&file, format!("{TEXT}nonsense: 1\n")).expect("written");
        let fault = kept(&last).expect_err("it is wrong").to_string();
        assert!(fault.contains("office.yaml:5:1: unknown field `nonsense`"), "{fault}");
        fs::write(&file, TEXT).expect("written");
        assert_eq!(kept(&last).expect("settings").settings().name, "Referee");
        let other = tempfile::tempdir().expect("a folder");
        fs::write(other.path().join(FILE), TEXT).expect("written");
        assert!(!Rc::ptr_eq(&kept(&last).expect("settings"), &last.read(other.path()).expect("settings")));
    }

    #[test]
    #[cfg(unix)]
    fn whoever_may_read_the_file_counts_each_time() {
        use std::os::unix::fs::PermissionsExt;
        let folder = tempfile::tempdir().expect("a folder");
        let (file, last) = (folder.path().join(FILE), LastRead::default());
        let smtp = "out: {smtp: {host: mail.club.example, user: u, password: {plain: hush}}}";
        fs::write(&file, TEXT.replace("out: {folder: {path: out}}", smtp)).expect("written");
        let mode = |mode| fs::set_permissions(&file, std::fs::Permissions::from_mode(mode)).expect("set");
        mode(0o600);
        last.read(folder.path()).expect("settings");
        mode(0o644);
        let fault = last.read(folder.path()).expect_err("others may read it").to_string();
        assert!(fault.contains("mail.out.smtp.password"), "{fault}");
        mode(0o600);
        last.read(folder.path()).expect("settings");
    }

    #[test]
    fn a_file_that_is_too_large_is_not_read() {
        let folder = tempfile::tempdir().expect("a folder");
        fs::File::create(folder.path().join(FILE))
            .and_then(|it| it.set_len(LARGEST_SETTINGS + 1))
            .expect("made");
        let fault = Written::read(folder.path()).expect_err("too large").to_string();
        assert!(fault.contains("16777217 bytes are more than such a file may have"), "{fault}");
    }
}
