//! The files of which reports are made: those that are part of the program, each replaced by a club's own if
//! there is one. Templates and styles are text; data are typed, as JSON where they are built in and as YAML
//! where a club wrote them.

use std::borrow::Cow;
use std::path::{Path, PathBuf};

use serde::de::DeserializeOwned;

use super::ReportFault;
use crate::own_file;
use engine::games::yaml;

/// Every built-in file, its name below `templates/` and its text.
mod built_in {
    pub(super) fn all() -> &'static [(&'static str, &'static str)] {
        BUILT_IN
    }
    include!(concat!(env!("OUT_DIR"), "/templates.rs"));
}

/// No template comes near this size; a larger one is a mistake.
const MOST_BYTES: u64 = 1 << 20;

/// What stands here is for every system.
pub(super) const COMMON: &str = "common";

/// What every system must bring; its templates may include others, of its own or common ones.
#[cfg(test)]
pub(super) const NEEDED: [&str; 6] =
    ["words.txt", "story.yaml", "chart.yaml", "text/report.txt", "markdown/report.md", "html/report.html"];

/// A template, a style, or data.
#[derive(Clone)]
pub(super) struct File {
    /// `SYSTEM/NAME` or `SYSTEM/FORMAT/NAME`.
    pub(super) name: Cow<'static, str>,
    pub(super) text: Cow<'static, str>,
    /// Where a club's own file lies.
    pub(super) path: Option<PathBuf>,
}

impl File {
    /// The word of the system to which the file belongs, or [`COMMON`].
    pub(super) fn system(&self) -> &str {
        self.name.split('/').next().unwrap_or_default()
    }

    /// Whether it holds data and is no template.
    pub(super) fn is_data(&self) -> bool {
        is_data(&self.name)
    }

    /// The data of the file.
    ///
    /// # Errors
    /// [`ReportFault::Template`] when they have not this shape.
    pub(super) fn data<T: DeserializeOwned>(&self) -> Result<T, ReportFault> {
        if self.path.is_none() {
            return serde_json::from_str(&self.text).map_err(|error| self.fault(0, error.to_string()));
        }
        yaml::read(&self.text).map_err(|fault| self.fault(fault.line as usize, fault.what))
    }

    /// Something wrong with the file; `line` is 0 when unknown.
    pub(super) fn fault(&self, line: usize, what: String) -> ReportFault {
        let file = self.path.as_ref().map_or(self.name.to_string(), |path| path.display().to_string());
        ReportFault::Template { file, line, what }
    }
}

/// Whether a file of this name holds data and is no template.
pub(super) fn is_data(name: &str) -> bool {
    name.ends_with(".yaml") || name.ends_with(".json")
}

/// The text of a file that is part of the program.
pub(super) fn built_in_text(name: &str) -> Option<&'static str> {
    built_in::all().iter().find(|(known, _)| *known == name).map(|(_, text)| *text)
}

/// The texts of all templates and data that are part of the program, apart from charts.
pub fn built_in_texts() -> impl Iterator<Item = &'static str> {
    built_in::all().iter().filter(|(name, _)| !name.starts_with("charts/")).map(|(_, text)| *text)
}

/// The files that are part of the program.
pub(super) fn built_in() -> Vec<File> {
    let file = |(name, text): &(&'static str, &'static str)| File {
        name: Cow::Borrowed(name),
        text: Cow::Borrowed(text),
        path: None,
    };
    built_in::all().iter().map(file).collect()
}

/// The built-in files, with every file of a folder in place of the built-in one of that name.
///
/// # Errors
/// [`ReportFault`] when a file cannot be read, or has a name that no report uses.
pub(super) fn with_dir(dir: &Path) -> Result<Vec<File>, ReportFault> {
    let mut files = built_in();
    replace(&mut files, dir, "")?;
    Ok(files)
}

/// The built-in files and those of one more system, whose word is the name of the folder.
///
/// # Errors
/// [`ReportFault`] when a file cannot be read.
pub(super) fn with_system(dir: &Path) -> Result<Vec<File>, ReportFault> {
    let mut files = built_in();
    let system = dir.file_name().and_then(|it| it.to_str()).unwrap_or_default();
    take(&mut files, dir, system, &|files, name| {
        files.push(File { name: Cow::Owned(name.to_owned()), text: Cow::Borrowed(""), path: None });
        Some(files.len() - 1)
    })?;
    Ok(files)
}

/// Takes every file below a folder in place of the one of that name.
fn replace(files: &mut Vec<File>, dir: &Path, prefix: &str) -> Result<(), ReportFault> {
    take(files, dir, prefix, &|files, name| files.iter().position(|file| file.name == name))
}

/// Finds the place in a list for the file of a name.
type Place<'p> = &'p dyn Fn(&mut Vec<File>, &str) -> Option<usize>;

/// Takes every file below a folder, each to the place that is found for it.
fn take(files: &mut Vec<File>, dir: &Path, prefix: &str, place: Place<'_>) -> Result<(), ReportFault> {
    let unreadable = |error: std::io::Error| ReportFault::Unreadable { what: error.to_string() };
    let mut entries: Vec<PathBuf> = Vec::new();
    for entry in fs_err::read_dir(dir).map_err(unreadable)? {
        entries.push(entry.map_err(unreadable)?.path());
    }
    entries.sort_unstable();
    for path in entries {
        let Some(word) = path.file_name().and_then(|it| it.to_str()).filter(|it| !it.starts_with('.')) else {
            continue;
        };
        let name = if prefix.is_empty() { word.to_owned() } else { format!("{prefix}/{word}") };
        // The letters of the post office are no reports; what the charts are made with, and what a page for
        // orders adds to its report, is no template.
        if ["mail", "compose", "charts/make", "charts/README.md"].contains(&name.as_str()) {
            continue;
        }
        // Nothing lies deeper than SYSTEM/FORMAT/NAME.
        if own_file::is_folder(&path) && name.matches('/').count() < 2 {
            take(files, &path, &name, place)?;
            continue;
        }
        let Some(at) = place(files, &name) else {
            let known = files.iter().map(|file| file.name.to_string()).collect();
            return Err(ReportFault::Stray { file: path.display().to_string(), known });
        };
        files[at].text = Cow::Owned(own_file::text(&path, MOST_BYTES).map_err(unreadable)?);
        files[at].path = Some(path);
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_template_is_built_in() {
        let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../templates");
        let files = with_dir(&root).unwrap();
        assert!(!files.is_empty() && files.iter().all(|file| file.path.is_some()));
    }

    #[test]
    fn every_system_brings_what_it_must() {
        let files = built_in();
        let folders = files.iter().filter_map(|file| file.name.split_once('/')).map(|(folder, _)| folder);
        let systems: std::collections::BTreeSet<&str> =
            folders.filter(|folder| ![COMMON, "charts", "league"].contains(folder)).collect();
        assert!(systems.len() >= 4);
        for system in systems {
            for needed in NEEDED {
                let name = format!("{system}/{needed}");
                assert!(files.iter().any(|file| file.name == name), "templates/{name} is missing");
            }
        }
    }
}
