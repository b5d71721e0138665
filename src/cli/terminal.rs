//! What a user's terminal is shown beside answers: colours of verdicts, notes, and how far a long command is.
//!
//! A process has one terminal, so these habits stand in one place for the whole of it.

use std::io::IsTerminal;
use std::sync::mpsc::{RecvTimeoutError, Sender, channel};
use std::sync::{Mutex, OnceLock};
use std::thread;
use std::time::Duration;

use anstream::{AutoStream, ColorChoice};
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};

/// What takes less time shows no bar.
const PATIENCE: Duration = Duration::from_secs(1);

/// How often a bar that nothing moves on shows that the program lives.
const TICK: Duration = Duration::from_millis(120);

/// What is shown where nobody knows how long it will be.
const UNCOUNTED: &str = "{spinner} {elapsed} {msg}";

/// Whether verdicts are coloured.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Colour {
    /// On a terminal, unless `NO_COLOR` is set.
    #[default]
    Auto,
    /// Wherever they go.
    Always,
    /// Nowhere.
    Never,
}

/// How good a verdict is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// All is well.
    Good,
    /// Something is worth a look.
    Careful,
    /// Something fails.
    Bad,
}

impl Verdict {
    /// The sequence that begins the colour: green, yellow or red.
    fn begins(self) -> &'static str {
        match self {
            Verdict::Good => "\x1b[32m",
            Verdict::Careful => "\x1b[33m",
            Verdict::Bad => "\x1b[1;31m",
        }
    }
}

/// How this process speaks.
#[derive(Clone, Copy, Debug, Default)]
struct Habits {
    quiet: bool,
    colour: Colour,
}

static HABITS: OnceLock<Habits> = OnceLock::new();
/// The bar of the command that runs; none where it shows none.
static BAR: Mutex<Option<ProgressBar>> = Mutex::new(None);

fn habits() -> Habits {
    HABITS.get().copied().unwrap_or_default()
}

/// Says once how the process speaks; later calls change nothing.
pub fn speak(quiet: bool, colour: Colour) {
    _ = HABITS.set(Habits { quiet, colour });
}

/// True if only what is asked for, and what is wrong, is to be printed.
pub fn is_quiet() -> bool {
    habits().quiet
}

/// True if verdicts on stdout are coloured.
pub fn paints_stdout() -> bool {
    paints(AutoStream::choice(&std::io::stdout()))
}

/// True if faults on stderr are coloured.
pub fn paints_stderr() -> bool {
    paints(AutoStream::choice(&std::io::stderr()))
}

/// By the user's own word, else as the stream and the environment (`NO_COLOR`, `TERM`) have it.
fn paints(stream: ColorChoice) -> bool {
    match habits().colour {
        Colour::Auto => stream != ColorChoice::Never,
        Colour::Always => true,
        Colour::Never => false,
    }
}

/// A text in the colour of its verdict.
pub fn painted(verdict: Verdict, text: &str) -> String {
    format!("{}{text}\x1b[0m", verdict.begins())
}

/// A text of several lines with its first line in the colour of the verdict, and its notes in yellow. On a
/// stream that takes no colour it stays as it is.
pub fn with_verdict(verdict: Verdict, text: &str, paints: bool) -> String {
    if !paints {
        return text.to_owned();
    }
    let line = |(at, line): (usize, &str)| {
        let (words, end) = line.strip_suffix('\n').map_or((line, ""), |words| (words, "\n"));
        match at {
            0 => painted(verdict, words) + end,
            _ if words.trim_start().starts_with("note: ") => painted(Verdict::Careful, words) + end,
            _ => line.to_owned(),
        }
    };
    text.split_inclusive('\n').enumerate().map(line).collect()
}

/// Shows how far a command is, from the second second on; until it is dropped.
#[must_use]
pub struct Progress(Option<Sender<()>>);

impl Progress {
    /// Begins to wait. Nothing is ever shown with `--quiet` or where stderr is no terminal.
    pub fn begin(shown: bool) -> Progress {
        if !shown || is_quiet() || !std::io::stderr().is_terminal() {
            return Progress(None);
        }
        let bar = ProgressBar::with_draw_target(None, ProgressDrawTarget::hidden());
        let bar = styled(bar, UNCOUNTED);
        set_bar(Some(bar.clone()));
        let (sender, receiver) = channel::<()>();
        thread::spawn(move || {
            if receiver.recv_timeout(PATIENCE) == Err(RecvTimeoutError::Timeout) {
                bar.set_draw_target(ProgressDrawTarget::stderr());
                bar.enable_steady_tick(TICK);
            }
        });
        Progress(Some(sender))
    }
}

impl Drop for Progress {
    fn drop(&mut self) {
        self.0.take();
        end();
    }
}

fn set_bar(bar: Option<ProgressBar>) {
    *BAR.lock().unwrap_or_else(std::sync::PoisonError::into_inner) = bar;
}

fn bar() -> Option<ProgressBar> {
    BAR.lock().unwrap_or_else(std::sync::PoisonError::into_inner).clone()
}

fn styled(bar: ProgressBar, template: &str) -> ProgressBar {
    let style = ProgressStyle::with_template(template);
    if let Ok(style) = style { bar.with_style(style) } else { bar }
}

/// Takes the bar away for good, before a fault is printed.
pub fn end() {
    if let Some(bar) = bar() {
        bar.finish_and_clear();
    }
    set_bar(None);
}

/// Prints something where a bar may stand: it gives way, and comes back below.
pub fn beside<T>(print: impl FnOnce() -> T) -> T {
    match bar() {
        Some(bar) => bar.suspend(print),
        None => print(),
    }
}

/// Says in a few words what the command is at.
pub fn at(what: impl Into<String>) {
    if let Some(bar) = bar() {
        bar.set_message(what.into());
    }
}

/// So many things of one kind, on the bar of the command.
pub struct Counted(Option<ProgressBar>);

impl Counted {
    /// Begins to count `all` things, called `unit`.
    pub fn of(all: u64, unit: &str) -> Counted {
        let bar = bar().inspect(|bar| {
            let template = format!("{{bar:40}} {{pos}}/{{len}} {unit}, {{eta}} left");
            if let Ok(style) = ProgressStyle::with_template(&template) {
                bar.set_style(style);
            }
            bar.set_length(all);
        });
        Counted(bar)
    }

    /// So many more are done.
    pub fn add(&self, more: u64) {
        if let Some(bar) = &self.0 {
            bar.inc(more);
        }
    }
}

impl Drop for Counted {
    fn drop(&mut self) {
        if let Some(bar) = &self.0
            && let Ok(style) = ProgressStyle::with_template(UNCOUNTED)
        {
            bar.set_style(style);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_line_is_the_verdict_and_notes_stand_out() {
        let text = "m: every result checks out\n  2 entries\n  note: 1 × undo\n";
        assert_eq!(with_verdict(Verdict::Good, text, false), text);
        let painted = with_verdict(Verdict::Good, text, true);
        assert_eq!(
            painted,
            "\x1b[32mm: every result checks out\x1b[0m\n  2 entries\n\x1b[33m  note: 1 × undo\x1b[0m\n"
        );
    }
}
