//! A log for machines: what `fetch` and `serve-mail` do, one JSON object a line on stderr, as it happens.
//! docs/by-mail.md says what the lines hold.

use std::cell::RefCell;
use std::path::{Path, PathBuf};
use std::rc::Rc;
use std::time::Instant;

use serde_json::{Value, json};

use crate::cli::shared::{Shared, plain, warn};
use crate::matches::MatchFault;
use crate::post::office::settings::Settings;
use crate::post::office::{Helped, Listener, RunSummary};
use crate::problem::escaped;

/// How a command tells on stderr what it does.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
pub enum Form {
    /// One JSON object a line
    Json,
}

/// The log of an office.
pub struct Log<'s> {
    shared: &'s Shared,
    /// Where the office is; nothing if nobody wants a log.
    folder: Option<PathBuf>,
    /// The office's name, once its settings were read.
    name: RefCell<Option<String>>,
}

impl<'s> Log<'s> {
    /// The log of an office, if one is wanted.
    pub fn new(shared: &'s Shared, form: Option<Form>, office: &Path) -> Log<'s> {
        Log { shared, folder: form.map(|Form::Json| office.to_owned()), name: RefCell::default() }
    }

    /// Whether somebody wants a log: then nothing else is said on stderr.
    pub fn is_kept(&self) -> bool {
        self.folder.is_some()
    }

    /// What every line begins with: when, the office's name, or its folder before that is known, and the
    /// worker.
    fn head(&self, folder: &Path) -> Value {
        let name = self.name.borrow().clone().unwrap_or_else(|| folder.display().to_string());
        json!({"time": self.shared.kit.now(), "office": name, "worker": self.shared.places.worker(folder)})
    }

    /// Writes a line.
    pub fn line(&self, event: &str, more: Value) {
        let Some(folder) = &self.folder else { return };
        let mut line = self.head(folder);
        line["event"] = event.into();
        join(&mut line, more);
        write(&line);
    }

    /// From now on lines name the office as its settings do.
    pub fn names(&self, settings: &Settings) {
        *self.name.borrow_mut() = Some(settings.name.clone());
    }

    /// A run has begun, perhaps under a lease. Gives who is told what happens in it.
    pub fn begun(&self, is_leased: bool) -> Option<Listener> {
        if is_leased {
            self.line("lease-taken", json!({}));
        }
        self.line("run-begun", json!({}));
        self.helping()
    }

    /// Who is told what happens while this worker tends matches for a run.
    pub fn helping(&self) -> Option<Listener> {
        let folder = self.folder.as_ref()?;
        let (head, now) = (self.head(folder), self.shared.kit.clock());
        Some(Rc::new(move |happening| {
            let mut line = head.clone();
            line["time"] = now().into();
            join(&mut line, serde_json::to_value(happening).unwrap_or_default());
            write(&line);
        }))
    }

    /// A run has ended.
    pub fn ended(&self, begun: Instant, account: &RunSummary) {
        account.notices.iter().for_each(|words| self.words("notice", words));
        account.troubles.iter().for_each(|words| self.words("trouble", words));
        let mut more = json!(account);
        more["troubles"] = account.troubles.len().into();
        more["notices"] = account.notices.len().into();
        more["milliseconds"] = u64::try_from(begun.elapsed().as_millis()).unwrap_or(u64::MAX).into();
        self.line("run-ended", more);
    }

    /// This worker has tended matches for a run.
    pub fn helped(&self, helped: &Helped) {
        if helped.tended > 0 {
            self.line("helped", json!({"matches": helped.tended}));
        }
    }

    /// A run could not be, or came to nothing.
    pub fn failed(&self, fault: &MatchFault) {
        let words = without_addresses(&plain(fault));
        self.line("run-failed", json!({"words": words, "exit": fault.code() as u8}));
    }

    /// If a run found that another worker has the office that it ran, says so.
    pub fn says_what_was_lost(&self) {
        if self.folder.as_ref().is_some_and(|folder| self.shared.places.has_lost(folder)) {
            self.line("lease-lost", json!({}));
        }
    }

    /// Something in words.
    pub fn words(&self, event: &str, words: &str) {
        self.line(event, json!({"words": without_addresses(words)}));
    }
}

/// Adds the fields of another object.
fn join(line: &mut Value, more: Value) {
    if let (Value::Object(line), Value::Object(more)) = (line, more) {
        line.extend(more);
    }
}

fn write(line: &Value) {
    warn(&escaped(&line.to_string()));
}

/// Words in which nobody's address stands: a log is read by more people than an office has umpires.
fn without_addresses(words: &str) -> String {
    let ends = |it: char| it.is_whitespace() || "<>(),;:\"'`".contains(it);
    let masked = |piece: &str| match piece.contains('@') {
        true => format!(
            "(address){}",
            piece.chars().next_back().filter(|last| ends(*last)).map_or(String::new(), String::from)
        ),
        false => piece.to_owned(),
    };
    words.split_inclusive(ends).map(masked).collect()
}

#[cfg(test)]
mod tests {
    use super::without_addresses;

    #[test]
    fn addresses_are_left_out_of_words() {
        let words = "spring/axis/1/report to anna@a.example, <bert@b.example>: no such box";
        assert_eq!(without_addresses(words), "spring/axis/1/report to (address), <(address)>: no such box");
        assert_eq!(without_addresses("carl@c.example"), "(address)");
        assert_eq!(without_addresses("nothing of that"), "nothing of that");
    }
}
