//! What is watched of an office in the text format of Prometheus, version 0.0.4
//! (<https://prometheus.io/docs/instrumenting/exposition_formats/>).

use std::fmt::Write;

use super::metrics::Metrics;

/// A page of metrics. All are of one office, which each of them names.
struct Page {
    text: String,
    office: String,
}

impl Metrics {
    /// The metrics as Prometheus reads them. Each has the name of the office as a label, so that one machine
    /// can show several.
    pub fn exposition(&self, office: &str) -> String {
        let mut page = Page { text: String::new(), office: label("office", office) };
        let matches = &self.matches;
        page.family("sealord_matches", "Matches of the office, by where they stand.");
        for (state, count) in [
            ("under-way", matches.under_way),
            ("over", matches.over),
            ("gathering", matches.gathering),
            ("unreadable", matches.unreadable),
        ] {
            page.sample("sealord_matches", Some(("state", state)), count);
        }
        page.gauge("sealord_matches_due", "Matches that the next run is to look at.", matches.due);
        let due = age(matches.due, matches.due_oldest_seconds);
        page.age("sealord_matches_due_oldest_seconds", "For how long the first of them has been due.", due);
        page.gauge("sealord_matches_held", "Matches that a process goes on with just now.", matches.held);
        if self.letters.is_some() || self.mailbox_fault.is_some() {
            let up = usize::from(self.letters.is_some());
            page.gauge("sealord_mailbox_up", "Whether the mailbox can be looked at.", up);
        }
        if let Some(letters) = &self.letters {
            let help = "Letters in the mailbox that no run has dealt with.";
            page.gauge("sealord_letters_waiting", help, letters.waiting);
            let age = age(letters.waiting, letters.oldest_seconds);
            page.age("sealord_letters_oldest_seconds", "For how long the first of them has waited.", age);
        }
        page.gauge("sealord_letters_aside", "Letters that were put aside.", self.aside);
        let outbox = &self.outbox;
        page.gauge("sealord_mails_waiting", "Mails that are to be sent.", outbox.waiting);
        let age = age(outbox.waiting, outbox.oldest_seconds);
        page.age("sealord_mails_oldest_seconds", "For how long the first of them has waited.", age);
        self.run(&mut page);
        page.text
    }

    /// Who runs the office.
    fn run(&self, page: &mut Page) {
        let runs = usize::from(self.run.is_some());
        page.gauge("sealord_office_held", "Whether somebody runs the office just now.", runs);
        let Some(run) = &self.run else { return };
        if let Some(worker) = &run.worker {
            // A process of the command line is another each time: its number would make a series for each.
            let worker = worker.split(", process ").next().unwrap_or(worker);
            page.family("sealord_office_worker", "Who runs the office just now.");
            page.sample("sealord_office_worker", Some(("worker", worker)), 1);
        }
        if let Some(until) = run.until {
            let name = "sealord_office_lease_until_timestamp_seconds";
            page.family(name, "When the lease on the office ends if it is not renewed.");
            page.sample(name, None, until.as_second());
        }
    }
}

/// An age in seconds: 0 if nothing waits, nothing if nobody knows it.
fn age(waiting: usize, oldest: Option<i64>) -> Option<i64> {
    if waiting == 0 { Some(0) } else { oldest }
}

/// A label with its value, in which three signs stand for themselves only behind a backslash.
fn label(name: &str, value: &str) -> String {
    let value = value.replace('\\', "\\\\").replace('"', "\\\"").replace('\n', "\\n");
    format!("{name}=\"{value}\"")
}

impl Page {
    /// Begins a family of gauges.
    fn family(&mut self, name: &str, help: &str) {
        _ = writeln!(self.text, "# HELP {name} {help}\n# TYPE {name} gauge");
    }

    /// A line of the family that was begun last.
    fn sample(&mut self, name: &str, more: Option<(&str, &str)>, value: impl std::fmt::Display) {
        let more = more.map(|(name, value)| format!(",{}", label(name, value))).unwrap_or_default();
        _ = writeln!(self.text, "{name}{{{}{more}}} {value}", self.office);
    }

    /// A family of one line.
    fn gauge(&mut self, name: &str, help: &str, value: impl std::fmt::Display) {
        self.family(name, help);
        self.sample(name, None, value);
    }

    /// The age of the oldest of those that wait, if it is known.
    fn age(&mut self, name: &str, help: &str, value: Option<i64>) {
        if let Some(value) = value {
            self.gauge(name, help, value);
        }
    }
}

#[cfg(test)]
mod tests {
    use jiff::Timestamp;

    use super::super::metrics::{Matches, Queue, Run};
    use super::*;

    fn metrics() -> Metrics {
        let matches = Matches {
            under_way: 4,
            over: 1,
            gathering: 2,
            unreadable: 0,
            due: 1,
            due_oldest_seconds: Some(90),
            held: 0,
        };
        let queue = |waiting, oldest_seconds| Queue { waiting, oldest_seconds };
        let run = Run {
            worker: Some("the command line, process 7".to_owned()),
            until: Some(Timestamp::UNIX_EPOCH),
        };
        Metrics {
            matches,
            letters: Some(queue(3, None)),
            mailbox_fault: None,
            aside: 0,
            outbox: queue(0, None),
            run: Some(run),
        }
    }

    #[test]
    fn labels_are_escaped_and_what_nobody_knows_is_left_out() {
        let page = metrics().exposition("A \"club\"\nof C:\\");
        let office = "office=\"A \\\"club\\\"\\nof C:\\\\\"";
        for line in [
            format!("sealord_matches{{{office},state=\"under-way\"}} 4"),
            format!("sealord_matches_due_oldest_seconds{{{office}}} 90"),
            format!("sealord_letters_waiting{{{office}}} 3"),
            format!("sealord_mails_oldest_seconds{{{office}}} 0"),
            format!("sealord_office_worker{{{office},worker=\"the command line\"}} 1"),
            format!("sealord_office_lease_until_timestamp_seconds{{{office}}} 0"),
        ] {
            assert!(page.lines().any(|it| it == line), "{line}\n{page}");
        }
        assert!(!page.contains("sealord_letters_oldest_seconds"), "{page}");
    }

    #[test]
    fn a_mailbox_out_of_reach_is_no_empty_one() {
        let fault = Some("the server at mail.club.example says no".to_owned());
        let page = Metrics { letters: None, mailbox_fault: fault, run: None, ..metrics() }.exposition("Club");
        assert!(page.contains("sealord_mailbox_up{office=\"Club\"} 0\n"), "{page}");
        assert!(!page.contains("sealord_letters_waiting") && !page.contains("mail.club.example"), "{page}");
        assert!(page.contains("sealord_office_held{office=\"Club\"} 0\n"), "{page}");
    }
}
