//! Which line of a club's own templates wrote what: templates are filled once more by a twin that keeps,
//! beside the same bytes, what each line gave to them. Slow; for checks.

use std::sync::{Arc, Mutex, PoisonError};

use minijinja::{Environment, State, Value};

use super::ReportFault;
use super::env::Templates;
use super::files::File;
use super::source::{self, Part};

/// A line of a file of the club: which of the [own files](Templates::own_files), and the line, from 1.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Place {
    /// The number of the file in the list.
    pub file: usize,
    /// The line.
    pub line: usize,
}

/// Something that was written, or that stands in a file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Written {
    /// What.
    pub text: String,
    /// From where; nothing for what a built-in template wrote.
    pub place: Option<Place>,
    /// Whether it stands so in the file, and comes from no value.
    pub fixed: bool,
}

/// A file of the club's own.
#[derive(Clone, Debug)]
pub struct OwnFile {
    /// Where it lies.
    pub path: String,
    /// What stands in it.
    pub text: String,
    /// Whether it is a template, and no data.
    pub fills: bool,
}

impl OwnFile {
    /// All that the file may write, line by line: its text and the words of its values and tags, but no
    /// comment. `file` is its number in the list.
    pub fn written(&self, file: usize) -> Vec<Written> {
        let piece = |line, text: &str| Written {
            text: text.to_owned(),
            place: Some(Place { file, line }),
            fixed: true,
        };
        if !self.fills {
            return self.text.split_inclusive('\n').enumerate().map(|(at, it)| piece(at + 1, it)).collect();
        }
        let parts = source::parts(&self.text);
        let said = parts.into_iter().filter(|(_, part)| !matches!(part, Part::Comment(_)));
        let lines = said.flat_map(|(line, part)| {
            part.source().split_inclusive('\n').enumerate().map(move |(below, it)| (line + below, it))
        });
        lines.map(|(line, text)| piece(line, text)).collect()
    }
}

/// What a twin keeps while it is filled.
#[derive(Default)]
pub(super) struct Log {
    /// The line of each call, and its text if that is fixed.
    marks: Vec<(Place, Option<String>)>,
    /// The names of the club's templates, by the number of their file.
    names: Vec<String>,
    /// The line that each of them reached last.
    reached: Vec<usize>,
    /// The call whose value is written next.
    next: Option<usize>,
    /// True if what is written next is what a call before text gives: nothing.
    idle: bool,
    written: Vec<Written>,
}

impl Log {
    fn place(&mut self, mark: usize) -> Option<Place> {
        let place = self.marks.get(mark)?.0;
        self.reached[place.file] = place.line;
        Some(place)
    }

    /// Text of a line is written now.
    fn text(&mut self, mark: usize) {
        let place = self.place(mark);
        let text = self.marks.get(mark).and_then(|(_, text)| text.clone()).unwrap_or_default();
        self.written.push(Written { text, place, fixed: true });
        (self.idle, self.next) = (true, None);
    }

    /// A template of this name writes a value.
    fn value(&mut self, name: &str, value: &Value) {
        let next = self.next.take();
        if std::mem::take(&mut self.idle) {
            return;
        }
        let text = value.as_str().map_or_else(|| value.to_string(), str::to_owned);
        let file = || self.names.iter().position(|own| own == name);
        let place = match next {
            Some(mark) => self.place(mark),
            None => file().map(|file| Place { file, line: self.reached[file].max(1) }),
        };
        self.written.push(Written { text, place, fixed: false });
    }
}

/// A log that a twin's engines share.
#[derive(Clone, Default)]
pub(super) struct Watch(Arc<Mutex<Log>>);

impl Watch {
    fn log<T>(&self, act: impl FnOnce(&mut Log) -> T) -> T {
        act(&mut self.0.lock().unwrap_or_else(PoisonError::into_inner))
    }

    /// A template of this state wrote a value.
    pub(super) fn wrote(&self, state: &State<'_, '_>, value: &Value) {
        self.log(|log| log.value(state.name(), value));
    }

    /// Adds what marked templates call.
    pub(super) fn add(&self, env: &mut Environment<'static>) {
        let watch = self.clone();
        env.add_function(source::TEXT, move |mark: usize| {
            watch.log(|log| log.text(mark));
            Value::from_safe_string(String::new())
        });
        let watch = self.clone();
        env.add_function(source::VALUE, move |mark: usize, value: Value| {
            watch.log(|log| (log.next, log.idle) = (Some(mark), false));
            value
        });
    }
}

/// A twin of templates that says which line wrote what.
pub struct Origins {
    templates: Templates,
    watch: Watch,
}

impl Origins {
    /// The twin of these templates.
    ///
    /// # Errors
    /// As [`Templates::with_dir`].
    pub fn of(templates: &Templates) -> Result<Origins, ReportFault> {
        let watch = Watch::default();
        let mut files = templates.files().to_vec();
        let mut log = Log::default();
        for (number, file) in files.iter_mut().filter(|file| file.path.is_some()).enumerate() {
            log.names.push(file.name.to_string());
            log.reached.push(0);
            if !file.is_data() {
                mark(file, number, &mut log.marks);
            }
        }
        watch.log(|empty| *empty = log);
        Ok(Origins { templates: Templates::watched(files, watch.clone())?, watch })
    }

    /// What was written while something was filled, in the order in which it was; a text that one template
    /// gave to another comes first from the line that wrote it. What `fill` itself gives is dropped.
    pub fn of_filling<T>(&self, fill: impl FnOnce(&Templates) -> T) -> Vec<Written> {
        self.watch.log(|log| log.written.clear());
        drop(fill(&self.templates));
        self.watch.log(|log| std::mem::take(&mut log.written))
    }
}

/// Marks the text of a file.
fn mark(file: &mut File, number: usize, marks: &mut Vec<(Place, Option<String>)>) {
    let marked = source::marked(&file.text, |line, fixed| {
        marks.push((Place { file: number, line }, fixed.map(str::to_owned)));
        marks.len() - 1
    });
    file.text = marked.into();
}
