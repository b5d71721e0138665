//! A deadline as a calendar entry (RFC 5545), to be attached to a letter.

use jiff::Timestamp;
use jiff::tz::TimeZone;

use crate::clock::span::Span;

/// What a calendar entry says.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CalendarEntry<'a> {
    /// The deadline.
    pub deadline: Timestamp,
    /// The identity of the exchange; the same for every state of its deadline. See [`uid`].
    pub uid: &'a str,
    /// The title, one line.
    pub summary: &'a str,
    /// The text; may have several lines.
    pub description: &'a str,
    /// Name and address of whoever runs the match.
    pub organiser: Option<(&'a str, &'a str)>,
    /// When this state was made (DTSTAMP).
    pub stamp: Timestamp,
    /// How long before the deadline the calendar gives alarm.
    pub alarms: &'a [Span],
    /// The number of this state, rising (`Fixed::sequence`).
    pub sequence: u32,
    /// True if the deadline does not hold any more: the match is paused, or the exchange is closed.
    pub cancelled: bool,
}

/// The identity of an exchange's calendar entry: `exchange-7.north-sea-7@club.example`.
pub fn uid(match_word: &str, exchange: u32, domain: &str) -> String {
    format!("exchange-{exchange}.{match_word}@{domain}")
}

/// Writes an iCalendar file with one event without length at the deadline, METHOD:PUBLISH (RFC 5546 section
/// 3.2.1).
///
/// Texts may hold anything: line breaks become spaces or `\n`, other control characters and marks that turn
/// the direction of writing are left out.
pub fn ics(entry: &CalendarEntry<'_>) -> String {
    let mut out = String::new();
    let mut line = |text: &str| fold(&mut out, text);
    line("BEGIN:VCALENDAR");
    line("VERSION:2.0");
    line("PRODID:-//sealord//deadlines//EN");
    line("METHOD:PUBLISH");
    line("BEGIN:VEVENT");
    line(&format!("UID:{}", text(entry.uid, false)));
    line(&format!("DTSTAMP:{}", instant(entry.stamp)));
    line(&format!("DTSTART:{}", instant(entry.deadline)));
    line(&format!("SEQUENCE:{}", entry.sequence));
    line(&format!("STATUS:{}", if entry.cancelled { "CANCELLED" } else { "CONFIRMED" }));
    line("TRANSP:TRANSPARENT");
    line(&format!("SUMMARY:{}", text(entry.summary, false)));
    line(&format!("DESCRIPTION:{}", text(entry.description, true)));
    if let Some((name, address)) = entry.organiser {
        // A parameter cannot hold a double quote (section 3.2), an address no character that is not visible
        // ASCII.
        let name: String = plain(name, false).replace('"', "'");
        let address: String = address.chars().filter(char::is_ascii_graphic).collect();
        line(&format!("ORGANIZER;CN=\"{name}\":mailto:{address}"));
    }
    let alarms = if entry.cancelled { &[] } else { entry.alarms };
    for alarm in alarms {
        line("BEGIN:VALARM");
        line("ACTION:DISPLAY");
        line(&format!("TRIGGER:-PT{}M", alarm.minutes()));
        line(&format!("DESCRIPTION:{}", text(entry.summary, false)));
        line("END:VALARM");
    }
    line("END:VEVENT");
    line("END:VCALENDAR");
    out
}

/// An instant in UTC (section 3.3.5, form 2).
fn instant(at: Timestamp) -> String {
    at.to_zoned(TimeZone::UTC).strftime("%Y%m%dT%H%M%SZ").to_string()
}

/// The text without characters that could end a line or disguise it. `lines` keeps line breaks, as `\n`.
fn plain(text: &str, lines: bool) -> String {
    let text = text.replace("\r\n", "\n");
    let kept = text.chars().filter_map(|c| match c {
        '\n' | '\r' | '\u{85}' | '\u{2028}' | '\u{2029}' => Some(if lines { '\n' } else { ' ' }),
        '\t' => Some(' '),
        '\u{200e}' | '\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}' | '\u{feff}' => None,
        c if c.is_control() => None,
        c => Some(c),
    });
    kept.collect()
}

/// Escapes a TEXT value (section 3.3.11).
fn text(value: &str, lines: bool) -> String {
    let mut out = String::new();
    for c in plain(value, lines).chars() {
        match c {
            '\\' | ';' | ',' => out.extend(['\\', c]),
            '\n' => out.push_str("\\n"),
            c => out.push(c),
        }
    }
    out
}

/// Adds a content line, folded so that none has more than 75 octets without its line break, and no character
/// is split (section 3.1).
fn fold(out: &mut String, line: &str) {
    let mut octets = 0;
    for c in line.chars() {
        if octets + c.len_utf8() > 75 {
            out.push_str("\r\n ");
            octets = 1;
        }
        out.push(c);
        octets += c.len_utf8();
    }
    out.push_str("\r\n");
}
