//! The templates: built in, or replaced one by one from a club's folder; strict, with limits on work and depth. A
//! template sees a packet and nothing else: no file, no clock, no environment. Each format has an engine of its own,
//! which knows its own templates and the shared words: no template can be filled with the escaping of another format.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use minijinja::syntax::SyntaxConfig;
use minijinja::value::Serde;
use minijinja::{Environment, State, UndefinedBehavior, Value};

use super::chart::Kept;
use super::story::Entry;
use super::{Format, ReportFault, filters};

macro_rules! built_in {
    ($($name:literal),* $(,)?) => {
        [$(($name, include_str!(concat!(env!("CARGO_MANIFEST_DIR"), "/templates/", $name)))),*]
    };
}

/// Every built-in template: its name below `templates/`, and its text.
const BUILT_IN: &[(&str, &str)] = &built_in![
    "seas-of-thunder/words.txt",
    "seas-of-thunder/text/report.txt",
    "seas-of-thunder/text/story.txt",
    "seas-of-thunder/text/situation.txt",
    "seas-of-thunder/markdown/report.md",
    "seas-of-thunder/markdown/story.md",
    "seas-of-thunder/markdown/situation.md",
    "seas-of-thunder/html/report.html",
    "seas-of-thunder/html/story.html",
    "seas-of-thunder/html/situation.html",
    "seas-of-thunder/html/chart.html",
    "seas-of-thunder/html/style.css",
];

/// Steps that one report may take; a large one takes some tens of thousands.
const FUEL: u64 = 5_000_000;
/// How deep templates and macros may call each other.
const DEPTH: usize = 60;
/// No template comes near this size; a larger one is a mistake.
const MOST_BYTES: u64 = 1 << 20;

/// The templates of all systems, compiled.
pub struct Templates {
    /// In the order of [`Format::ALL`].
    engines: [Environment<'static>; 3],
    overrides: BTreeMap<String, PathBuf>,
    /// What is the same on every chart of a match, once one is drawn.
    pub(super) ground: Kept,
}

impl Templates {
    /// The templates that are part of the program.
    pub fn builtin() -> Templates {
        Templates::compile(BTreeMap::new()).expect("the built-in templates compile")
    }

    /// The built-in templates, with every file of a folder (`DIR/SYSTEM/FORMAT/NAME`) in place of the built-in one of
    /// that name. All files are read now, so a later change on disk changes nothing.
    ///
    /// # Errors
    /// [`ReportFault`] when a file cannot be read, is no template, or has a name that no report uses.
    pub fn with_dir(dir: &Path) -> Result<Templates, ReportFault> {
        let mut found = BTreeMap::new();
        gather(dir, "", &mut found)?;
        Templates::compile(found)
    }

    fn compile(overrides: BTreeMap<String, (PathBuf, String)>) -> Result<Templates, ReportFault> {
        let paths = overrides.iter().map(|(name, (path, _))| (name.clone(), path.clone())).collect();
        let mut templates =
            Templates { engines: Format::ALL.map(engine), overrides: paths, ground: Kept::default() };
        for (name, text) in BUILT_IN {
            let own = overrides.get(*name).map(|(_, text)| text.clone());
            let text = own.map_or(std::borrow::Cow::Borrowed(*text), std::borrow::Cow::Owned);
            for (at, format) in Format::ALL.into_iter().enumerate() {
                if !belongs(name, format) {
                    continue;
                }
                let added = templates.engines[at].add_template_owned(*name, text.clone());
                added.map_err(|error| templates.fault(&error))?;
            }
        }
        Ok(templates)
    }

    fn engine(&self, format: Format) -> &Environment<'static> {
        let at = Format::ALL.iter().position(|it| *it == format);
        &self.engines[at.expect("every format is in the list")]
    }

    /// Fills the report template of a system and format; the report ends with a line end.
    pub(super) fn fill(&self, system: &str, format: Format, page: Value) -> Result<String, ReportFault> {
        let name = format!("{system}/{}/report.{}", format.folder(), format.extension());
        let Ok(template) = self.engine(format).get_template(&name) else {
            return Err(ReportFault::NoTemplates { system: filters::clean(system).into_owned() });
        };
        let mut report = template.render(page).map_err(|error| self.fault(&error))?;
        if !report.ends_with('\n') {
            report.push('\n');
        }
        Ok(report)
    }

    /// The sentences for lines of a story, one each, with the things that a sentence lists.
    pub(super) fn sentences(
        &self,
        system: &str,
        lines: &[&serde_json::Value],
    ) -> Result<Vec<String>, ReportFault> {
        let Ok(template) = self.engine(Format::Text).get_template(&format!("{system}/words.txt")) else {
            return Err(ReportFault::NoTemplates { system: filters::clean(system).into_owned() });
        };
        let fault = |error: minijinja::Error| self.fault(&error);
        let mut words = template.render_captured(()).map_err(fault)?;
        let told: Result<Vec<String>, minijinja::Error> =
            words.with_state_mut(|state| lines.iter().map(|line| sentence(state, line)).collect());
        told.map_err(fault)
    }

    /// The innermost error that knows its template: an error in a macro or an included file is told there.
    fn fault(&self, error: &minijinja::Error) -> ReportFault {
        let mut inner = error;
        let mut next: Option<&(dyn std::error::Error + 'static)> = std::error::Error::source(error);
        while let Some(source) = next {
            if let Some(found) = source.downcast_ref::<minijinja::Error>().filter(|it| it.name().is_some()) {
                inner = found;
            }
            next = source.source();
        }
        let name = inner.name().unwrap_or("a template");
        let file = self.overrides.get(name).map_or(name.to_owned(), |path| path.display().to_string());
        let what = match inner.detail() {
            Some(detail) => format!("{}: {detail}", inner.kind()),
            None => inner.kind().to_string(),
        };
        ReportFault::Template { file, line: inner.line().unwrap_or(0), what }
    }
}

/// One line of a story in words, by the templates' `sentences` and `detail`.
fn sentence(state: &mut State<'_, '_>, line: &serde_json::Value) -> Result<String, minijinja::Error> {
    let missing = |what: &str| {
        let what = format!("words.txt has no `{what}`");
        minijinja::Error::new(minijinja::ErrorKind::UndefinedError, what)
    };
    let entry = Entry::of(line);
    let sentences = state.lookup("sentences").ok_or_else(|| missing("sentences"))?;
    let told = sentences.get_attr(entry.kind)?;
    if told.is_undefined() {
        return Err(missing(&format!("sentences[\"{}\"]", filters::clean(entry.kind))));
    }
    let lines = Value::from(Serde(&entry.lines));
    let first = lines.get_item(&Value::from(0))?;
    let mut text = told.call(state, &[first, lines])?.to_string();
    for (at, thing) in entry.details.iter().enumerate() {
        let detail = state.call_macro("detail", &[Value::from(entry.kind), Value::from(Serde(thing))])?;
        text.push_str(if at == 0 { ": " } else { "; " });
        text.push_str(detail.trim());
    }
    Ok(text.trim().to_owned())
}

/// Whether a template is one of a format, or of those that all formats share.
fn belongs(name: &str, format: Format) -> bool {
    let folder = name.split('/').nth(1).unwrap_or_default();
    folder == format.folder() || !Format::ALL.iter().any(|other| other.folder() == folder)
}

/// An engine without templates, which escapes for one format whatever the template's name.
fn engine(format: Format) -> Environment<'static> {
    let mut env = Environment::new();
    let syntax = SyntaxConfig::builder().trim_blocks(true).lstrip_blocks(true).build();
    env.set_syntax(syntax.expect("the usual delimiters"));
    env.set_undefined_behavior(UndefinedBehavior::Strict);
    env.set_fuel(Some(FUEL));
    env.set_recursion_limit(DEPTH);
    env.set_auto_escape_callback(move |_| filters::escaping(format));
    env.set_formatter(move |out, state, value| filters::write_escaped(format, out, state, value));
    // `format` can be made to fill the memory; the others would let text through unescaped or show more than was meant.
    for filter in ["format", "safe", "escape", "e", "tojson", "pprint", "urlencode"] {
        env.remove_filter(filter);
    }
    env.remove_global("debug");
    filters::add(&mut env, format);
    env
}

/// Reads every file below a folder.
fn gather(
    dir: &Path,
    prefix: &str,
    found: &mut BTreeMap<String, (PathBuf, String)>,
) -> Result<(), ReportFault> {
    let unreadable = |error: std::io::Error| ReportFault::Unreadable { what: error.to_string() };
    let mut entries: Vec<PathBuf> = Vec::new();
    for entry in fs_err::read_dir(dir).map_err(unreadable)? {
        entries.push(entry.map_err(unreadable)?.path());
    }
    entries.sort();
    for path in entries {
        let Some(word) = path.file_name().and_then(|it| it.to_str()).filter(|it| !it.starts_with('.')) else {
            continue;
        };
        let name = if prefix.is_empty() { word.to_owned() } else { format!("{prefix}/{word}") };
        // Nothing lies deeper than SYSTEM/FORMAT/NAME.
        if path.is_dir() && name.matches('/').count() < 2 {
            gather(&path, &name, found)?;
            continue;
        }
        if !BUILT_IN.iter().any(|(known, _)| *known == name) {
            let known = BUILT_IN.iter().map(|(known, _)| (*known).to_owned()).collect();
            return Err(ReportFault::Stray { file: path.display().to_string(), known });
        }
        if fs_err::metadata(&path).map_err(unreadable)?.len() > MOST_BYTES {
            let what = format!("{}: more than {MOST_BYTES} bytes", path.display());
            return Err(ReportFault::Unreadable { what });
        }
        let text = fs_err::read_to_string(&path).map_err(unreadable)?;
        found.insert(name, (path, text));
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    #[test]
    fn every_template_is_built_in() {
        let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("templates");
        let mut found = std::collections::BTreeMap::new();
        super::gather(&root, "", &mut found).unwrap();
        assert_eq!(found.len(), super::BUILT_IN.len());
    }
}
