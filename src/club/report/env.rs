//! The templates: built in, or replaced one by one from a club's folder; strict, with limits on work and
//! depth. A template sees a packet and nothing else: no file, no clock, no environment. Each format has an
//! engine of its own, which knows its own templates and the shared words: no template can be filled with the
//! escaping of another format.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::sync::OnceLock;

use minijinja::value::Serde;
use minijinja::{Environment, State, Value};

use super::chart::ChartRoom;
use super::files::{self, File};
use super::origin::{OwnFile, Watch};
use super::part::Asks;
use super::sides::{self, Style};
use super::story::Entry;
use super::story_style::StoryStyle;
use super::tables::Tables;
use super::{Format, ReportFault, filters};
use crate::filling::filling;
use engine::digest::Digest;
use engine::nearest::Nearest;
use engine::problem::list_and;

/// Steps that one report may take; a large one takes some tens of thousands.
const FUEL: u64 = 5_000_000;
/// How many times as many a twin may take that says which line wrote what.
const WATCHED: u64 = 4;
/// How deep templates and macros may call each other.
const DEPTH: usize = 80;

/// The templates of all systems.
pub struct Templates {
    /// In the order of [`Format::ALL`].
    engines: [Environment<'static>; 3],
    overrides: BTreeMap<String, PathBuf>,
    files: Vec<File>,
    /// Made when first asked for: one command speaks of one system, and its charts are large.
    kits: BTreeMap<String, OnceLock<Kit>>,
}

/// What a system brings besides templates.
pub(super) struct Kit {
    /// How its story is gathered.
    pub(super) style: StoryStyle,
    /// How its tables are made.
    pub(super) tables: Tables,
    /// How the sides are named, in the order in which that is done.
    pub(super) sides: Vec<Style>,
    /// What its chart is drawn with.
    pub(super) charts: ChartRoom,
    /// The parts of a view that its templates name: those of texts, and those of web pages.
    asks: [Asks; 2],
}

impl Kit {
    /// The kit of a system; nothing if its files are not there.
    fn of(system: &str, files: &[File]) -> Result<Option<Kit>, ReportFault> {
        let own = || files.iter().filter(|file| file.system() == system);
        let data = |name: &str| own().find(|file| file.name.rsplit('/').next() == Some(name));
        let (Some(story), Some(chart)) = (data("story.yaml"), data("chart.yaml")) else { return Ok(None) };
        let charts = ChartRoom::of(chart, files)?;
        let tables = match data("tables.yaml") {
            Some(file) => {
                file.data().and_then(|it: Tables| it.sound().map_err(|what| file.fault(0, what)))?
            }
            None => Tables::default(),
        };
        let asks = [&[Format::Text, Format::Markdown][..], &[Format::Html]].map(|formats| {
            let named = files.iter().filter(|file| [system, files::COMMON].contains(&file.system()));
            let fills = |file: &&File| formats.iter().any(|format| belongs(&file.name, *format));
            Asks::of(named.filter(|file| !file.is_data()).filter(fills).map(|file| &*file.text))
        });
        let sides = styles(files)?;
        Ok(Some(Kit { style: story.data()?, tables, sides, charts, asks }))
    }

    /// The parts of a view that the templates of a format name.
    pub(super) fn asks(&self, format: Format) -> &Asks {
        &self.asks[usize::from(format == Format::Html)]
    }
}

impl Templates {
    /// The templates that are part of the program.
    pub fn builtin() -> Templates {
        Templates::compile(files::built_in()).expect("the built-in data have their shapes")
    }

    /// The built-in templates, with every file of a folder (`DIR/SYSTEM/FORMAT/NAME`) in place of the
    /// built-in one of that name. All files are read now, so a later change on disk changes nothing.
    ///
    /// # Errors
    /// [`ReportFault`] when a file cannot be read, is no template or has not the shape of the data it
    /// replaces, or has a name that no report uses.
    pub fn with_dir(dir: &Path) -> Result<Templates, ReportFault> {
        Templates::compile(files::with_dir(dir)?)
    }

    /// The built-in templates with those of one more system, whose word is the name of the folder
    /// (`DIR/FORMAT/NAME`). For systems that are not on the program's list, such as those of tests.
    ///
    /// # Errors
    /// As [`Templates::with_dir`].
    pub fn with_system(dir: &Path) -> Result<Templates, ReportFault> {
        Templates::compile(files::with_system(dir)?)
    }

    /// Compiles templates and reads the data beside them.
    pub(super) fn compile(files: Vec<File>) -> Result<Templates, ReportFault> {
        Templates::compile_with(files, None)
    }

    /// The same with marked files, which tell a watch what they write.
    pub(super) fn watched(files: Vec<File>, watch: Watch) -> Result<Templates, ReportFault> {
        Templates::compile_with(files, Some(&watch))
    }

    fn compile_with(files: Vec<File>, watch: Option<&Watch>) -> Result<Templates, ReportFault> {
        let systems: BTreeSet<&str> = files.iter().map(File::system).collect();
        let kits: BTreeMap<String, OnceLock<Kit>> =
            systems.into_iter().map(|system| (system.to_owned(), OnceLock::new())).collect();
        // A slip in a club's own files is said at once; the built-in ones have none.
        if files.iter().any(|file| file.path.is_some()) {
            for (system, cell) in &kits {
                if let Some(kit) = Kit::of(system, &files)? {
                    let _ = cell.set(kit);
                }
            }
        }
        let own = files.iter().filter_map(|file| Some((file.name.to_string(), file.path.clone()?)));
        let words = sides::words(&styles(&files)?);
        let engines = Format::ALL.map(|format| engine(format, words.clone(), watch));
        let mut templates = Templates { overrides: own.collect(), engines, files, kits };
        // So are a club's own templates.
        for file in templates.files.iter().filter(|file| !file.is_data() && file.path.is_some()) {
            for format in Format::ALL.into_iter().filter(|format| belongs(&file.name, *format)) {
                let engine = &mut templates.engines[index(format)];
                let added = engine.add_template_owned(file.name.clone(), file.text.clone());
                added.map_err(|error| templates.fault(&error))?;
            }
        }
        Ok(templates)
    }

    /// What a system brings besides templates.
    ///
    /// # Errors
    /// [`ReportFault::NoTemplates`] when there is no such system.
    pub(super) fn kit(&self, system: &str) -> Result<&Kit, ReportFault> {
        let none = || ReportFault::NoTemplates { system: filters::clean(system).into_owned() };
        let cell = self.kits.get(system).ok_or_else(none)?;
        if let Some(kit) = cell.get() {
            return Ok(kit);
        }
        let kit = Kit::of(system, &self.files)?.ok_or_else(none)?;
        Ok(cell.get_or_init(|| kit))
    }

    /// The data of a file, if there is one of that name.
    ///
    /// # Errors
    /// [`ReportFault::Template`] when they have not this shape.
    pub(super) fn data<T: serde::de::DeserializeOwned>(&self, name: &str) -> Result<Option<T>, ReportFault> {
        self.files.iter().find(|file| file.name == name).map(File::data).transpose()
    }

    fn engine(&self, format: Format) -> &Environment<'static> {
        &self.engines[index(format)]
    }

    /// A template that every system must have.
    fn template(
        &self,
        system: &str,
        format: Format,
        name: &str,
    ) -> Result<minijinja::Template<'_, '_>, ReportFault> {
        self.engine(format).get_template(name).map_err(|error| match error.kind() {
            minijinja::ErrorKind::TemplateNotFound => {
                ReportFault::NoTemplates { system: filters::clean(system).into_owned() }
            }
            _ => self.fault(&error),
        })
    }

    /// Fills a template of a system and format, such as its `report`; what comes out ends with a line end.
    pub(super) fn fill(
        &self,
        system: &str,
        what: &str,
        format: Format,
        page: Value,
    ) -> Result<String, ReportFault> {
        let name = format!("{system}/{}/{what}.{}", format.folder(), format.extension());
        let template = self.template(system, format, &name)?;
        let mut report = self.filling(&name, || template.render(page)).map_err(|error| self.fault(&error))?;
        if !report.ends_with('\n') {
            report.push('\n');
        }
        Ok(report)
    }

    /// Fills a template of web pages that is no whole report.
    ///
    /// # Errors
    /// [`ReportFault::Template`] when it is wrong.
    pub(super) fn fill_part(&self, name: &str, page: Value) -> Result<String, ReportFault> {
        let template = self.engine(Format::Html).get_template(name);
        let fill = || template.and_then(|template| template.render(page));
        self.filling(name, fill).map_err(|error| self.fault(&error))
    }

    /// What tells these templates from others of the same program: the hash of a club's own files.
    pub fn own(&self) -> Digest {
        let own = self.files.iter().filter(|file| file.path.is_some());
        let parts: Vec<&[u8]> =
            own.flat_map(|file| [file.name.as_bytes(), b"\0", file.text.as_bytes(), b"\0"]).collect();
        Digest::of_parts(&parts)
    }

    /// All files.
    pub(super) fn files(&self) -> &[File] {
        &self.files
    }

    /// The files of the club's own, in the order in which they are numbered for a [`Place`](super::Place).
    pub fn own_files(&self) -> Vec<OwnFile> {
        let own = self.files.iter().filter_map(|file| Some((file, file.path.as_ref()?)));
        let own = own.map(|(file, path)| OwnFile {
            path: path.display().to_string(),
            text: file.text.to_string(),
            fills: !file.is_data(),
        });
        own.collect()
    }

    /// Fills a template of web pages that is no report with what it can name.
    ///
    /// # Errors
    /// [`ReportFault::Template`] when it is wrong.
    pub fn page(&self, name: &str, page: &impl serde::Serialize) -> Result<String, ReportFault> {
        self.fill_part(name, Value::from(Serde(page)))
    }

    /// The sentences for lines of a story, one each, with the things that a sentence lists.
    pub(super) fn sentences(
        &self,
        system: &str,
        lines: &[&serde_json::Value],
    ) -> Result<Vec<String>, ReportFault> {
        let style = &self.kit(system)?.style;
        self.in_words(system, "words.txt", |state| {
            lines.iter().map(|line| sentence(state, style, line)).collect()
        })
    }

    /// How near results of dice came to others, a sentence each.
    pub(super) fn nearest(&self, system: &str, found: &[Nearest]) -> Result<Vec<String>, ReportFault> {
        if found.is_empty() {
            return Ok(Vec::new());
        }
        self.in_words(system, "nearest.txt", |state| {
            found.iter().map(|it| state.call_macro("nearest", &[Value::from(Serde(it))])).collect()
        })
    }

    /// Sentences by the macros in a file of a system.
    fn in_words(
        &self,
        system: &str,
        file: &str,
        say: impl FnOnce(&mut State<'_, '_>) -> Result<Vec<String>, minijinja::Error>,
    ) -> Result<Vec<String>, ReportFault> {
        let name = format!("{system}/{file}");
        let template = self.template(system, Format::Text, &name)?;
        let said = self.filling(&name, || template.render_captured(())?.with_state_mut(say));
        said.map_err(|error| self.fault(&error))
    }

    /// The club's file of a template, or its name if it is built in.
    fn file(&self, name: &str) -> String {
        self.overrides.get(name).map_or(name.to_owned(), |path| path.display().to_string())
    }

    /// Fills the template of a name. One that is built in may include templates of a club's own, which are
    /// named with it.
    fn filling<T>(&self, name: &str, fill: impl FnOnce() -> T) -> T {
        let file = self.file(name);
        if self.overrides.is_empty() || self.overrides.contains_key(name) {
            return filling(file, fill);
        }
        let system = name.split('/').next().unwrap_or_default();
        let near = |own: &str| [system, files::COMMON].contains(&own.split('/').next().unwrap_or_default());
        let own = self.overrides.iter().filter(|(own, _)| near(own) && !files::is_data(own));
        let own: Vec<String> = own.map(|(_, path)| path.display().to_string()).collect();
        filling(if own.is_empty() { file } else { format!("{file}, with {}", list_and(&own)) }, fill)
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
        let file = self.file(inner.name().unwrap_or("a template"));
        let what = match inner.detail() {
            Some(detail) => format!("{}: {detail}", inner.kind()),
            None => inner.kind().to_string(),
        };
        ReportFault::Template { file, line: inner.line().unwrap_or(0), what }
    }
}

/// One line of a story in words, by the templates' `sentences` and `detail`.
fn sentence(
    state: &mut State<'_, '_>,
    style: &StoryStyle,
    line: &serde_json::Value,
) -> Result<String, minijinja::Error> {
    let missing = |what: &str| {
        let what = format!("words.txt has no `{what}`");
        minijinja::Error::new(minijinja::ErrorKind::UndefinedError, what)
    };
    let entry = Entry::of(style, line);
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

/// The marks and words of sides: those of all games, and those of sides that only one game has.
fn styles(files: &[File]) -> Result<Vec<Style>, ReportFault> {
    let ours = |file: &&File| file.name.split_once('/').is_some_and(|(_, name)| name == sides::NAME);
    let lists = files.iter().filter(ours).map(File::data).collect::<Result<Vec<Vec<Style>>, _>>()?;
    Ok(lists.into_iter().flatten().collect())
}

/// Where a format stands in [`Format::ALL`].
fn index(format: Format) -> usize {
    match format {
        Format::Text => 0,
        Format::Markdown => 1,
        Format::Html => 2,
    }
}

/// Whether a template is one of a format, or of those that all formats share.
fn belongs(name: &str, format: Format) -> bool {
    let folder = name.split('/').nth(1).unwrap_or_default();
    folder == format.folder() || !Format::ALL.iter().any(|other| other.folder() == folder)
}

/// An engine without templates, which escapes for one format whatever the template's name.
fn engine(format: Format, by_side: Value, watch: Option<&Watch>) -> Environment<'static> {
    let mut env = crate::filling::engine(if watch.is_some() { WATCHED * FUEL } else { FUEL }, DEPTH);
    env.set_auto_escape_callback(move |_| filters::escaping(format));
    match watch.cloned() {
        None => env.set_formatter(move |out, state, value| filters::write_escaped(format, out, state, value)),
        Some(watch) => {
            watch.add(&mut env);
            env.set_formatter(move |out, state, value| {
                watch.wrote(state, value);
                filters::write_escaped(format, out, state, value)
            });
        }
    }
    env.add_global("by_side", by_side);
    filters::add(&mut env, format);
    // A command uses few of the built-in templates: each is compiled when it is first asked for.
    env.set_loader(move |name| {
        let text = files::built_in_text(name).filter(|_| !files::is_data(name) && belongs(name, format));
        Ok(text.map(str::to_owned))
    });
    env
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_built_in_template_compiles() {
        let templates = Templates::builtin();
        for file in files::built_in().iter().filter(|file| !file.is_data()) {
            for format in Format::ALL.into_iter().filter(|format| belongs(&file.name, *format)) {
                let found = templates.engine(format).get_template(&file.name);
                assert!(found.is_ok(), "{}: {:?}", file.name, found.err());
            }
        }
    }
}
