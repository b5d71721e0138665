//! From a schedule as it is written to one that is valid, or to everything that is wrong with it.

use jiff::civil::{DateTime, Weekday};

use crate::clock::fault::{Bad, ScheduleFault, ScheduleFaults};
use crate::clock::holiday::{Holiday, parse_datetime};
use crate::clock::raw_schedule::{OneOrMany, RawExtensions, RawSchedule, Scalar};
use crate::clock::schedule::{Extensions, Pattern, Round, Schedule, is_free};
use crate::clock::span::Span;
use crate::clock::week::{Days, Moment, parse_day, parse_time};
use crate::clock::zone::Zone;

/// The most entries of a list.
const MOST_ENTRIES: usize = 100;
/// The longest minimum time: eight weeks.
const LONGEST_MINIMUM: u32 = 8 * 7 * 24;

/// Collects what is wrong.
#[derive(Default)]
struct Faults(Vec<ScheduleFault>);

impl Faults {
    fn add(&mut self, field: impl Into<String>, bad: Bad) {
        self.0.push(ScheduleFault { field: field.into(), bad });
    }

    /// The value, or nothing and a fault.
    fn keep<T>(&mut self, field: impl Into<String>, found: Result<T, Bad>) -> Option<T> {
        found.map_err(|bad| self.add(field, bad)).ok()
    }

    /// The values of a list, without those that are faults. Entries are counted from 1.
    fn each<I, T>(&mut self, field: &str, list: Vec<I>, read: impl Fn(I) -> Result<T, Bad>) -> Vec<T> {
        if list.len() > MOST_ENTRIES {
            let most = format!("{MOST_ENTRIES} entries");
            self.add(field, Bad::Range(format!("{} entries", list.len()), "1".to_owned(), most));
            return Vec::new();
        }
        let single = list.len() == 1;
        let name = |index: usize| if single { field.to_owned() } else { format!("{field}[{}]", index + 1) };
        list.into_iter().enumerate().filter_map(|(index, it)| self.keep(name(index), read(it))).collect()
    }
}

impl RawSchedule {
    /// Checks what was written.
    ///
    /// # Errors
    /// Everything that is wrong, each with its field and how to mend it.
    pub fn check(self) -> Result<Schedule, ScheduleFaults> {
        let mut faults = Faults::default();
        let zone = self.zone.as_deref().map_or(Err(Bad::Empty), Zone::parse);
        let zone = faults.keep("zone", zone);
        let pattern = self.pattern(&mut faults);
        let at_least = length(&mut faults, "at_least", self.at_least, Span::hours(LONGEST_MINIMUM));
        let holidays = faults.each("holidays", self.holidays.unwrap_or_default(), Holiday::try_from);
        let grace = length(&mut faults, "grace", self.grace, Span::hours(14 * 24));
        let extensions = self.extensions.map(|it| extensions(&mut faults, it));
        let early = self.early.map(|it| it.after.unwrap_or_default());
        let early = early.and_then(|after| faults.keep("early.after", Span::parse(&after.0)));
        let reminders = reminders(&mut faults, self.reminders);
        let outage = self.outage.and_then(|it| faults.keep("outage", number(&it, 1, 1_000)));
        let first = self.first.and_then(|it| faults.keep("first", parse_datetime(&it)));
        if let Some(first) = first {
            check_first(&mut faults, first, zone.as_ref(), &holidays);
        }
        if let (Some(Pattern::Hours { hours, .. }), Some(at_least)) = (&pattern, at_least)
            && Span::hours(*hours) < at_least
        {
            let what = format!("it is more than hours: {hours}");
            faults.add("at_least", Bad::Contradiction(what, "leave it out, or raise hours".to_owned()));
        }
        match (zone, pattern, at_least, grace) {
            (Some(zone), Some(pattern), Some(at_least), Some(grace)) if faults.0.is_empty() => Ok(Schedule {
                zone,
                pattern,
                at_least,
                holidays,
                grace,
                extensions: extensions.flatten(),
                early,
                keep_schedule: self.keep_schedule.unwrap_or(true),
                reminders,
                outage,
                first,
            }),
            _ => Err(ScheduleFaults(faults.0)),
        }
    }

    fn pattern(&self, faults: &mut Faults) -> Option<Pattern> {
        let none = self.none == Some(true);
        let given = [
            ("every", self.every.is_some()),
            ("daily", self.daily.is_some()),
            ("hours", self.hours.is_some()),
            ("none", none),
        ];
        let given: Vec<&'static str> = given.iter().filter(|(_, is)| *is).map(|(name, _)| *name).collect();
        if given.len() > 1 {
            faults.add("schedule", Bad::Patterns(given));
            return None;
        }
        self.misplaced(faults, given.first().copied().unwrap_or_default());
        let days = self.days.as_ref().map_or(Some(Days::ALL), |days| faults.keep("days", read_days(days)));
        if let Some(every) = &self.every {
            return weekly(faults, every);
        }
        if let Some(daily) = &self.daily {
            let time = faults.keep("daily", parse_time(daily));
            return Some(Pattern::Daily { time: time?, days: days? });
        }
        if let Some(hours) = &self.hours {
            let hours = faults.keep("hours", number(hours, 1, 366 * 24));
            let round = self.round(faults);
            return Some(Pattern::Hours { hours: hours?, days: days?, round: round? });
        }
        if none {
            return Some(Pattern::None);
        }
        faults.add("schedule", Bad::NoPattern);
        None
    }

    /// Fields that mean nothing beside the pattern.
    fn misplaced(&self, faults: &mut Faults, pattern: &str) {
        if pattern.is_empty() {
            return;
        }
        if self.days.is_some() && !matches!(pattern, "daily" | "hours") {
            faults.add("days", Bad::Misplaced("daily or hours"));
        }
        let rounding = [("not_before", self.not_before.is_some()), ("at", self.at.is_some())];
        for (field, _) in rounding.into_iter().filter(|(_, is)| *is && pattern != "hours") {
            faults.add(field, Bad::Misplaced("hours"));
        }
    }

    fn round(&self, faults: &mut Faults) -> Option<Round> {
        match (&self.not_before, &self.at) {
            (None, None) => Some(Round::Minute),
            (Some(time), None) => faults.keep("not_before", parse_time(time)).map(Round::NotBefore),
            (None, Some(time)) => faults.keep("at", parse_time(time)).map(Round::At),
            (Some(_), Some(_)) => {
                let what = "at and not_before cannot both be kept".to_owned();
                faults.add("at", Bad::Contradiction(what, "keep one of them".to_owned()));
                None
            }
        }
    }
}

fn weekly(faults: &mut Faults, every: &OneOrMany) -> Option<Pattern> {
    if every.0.is_empty() {
        faults.add("every", Bad::EmptyList);
        return None;
    }
    let mut moments = faults.each("every", every.0.clone(), |word| Moment::parse(&word));
    moments.sort_by_key(|it| it.key());
    moments.dedup();
    (!moments.is_empty()).then_some(Pattern::Every(moments))
}

fn read_days(days: &OneOrMany) -> Result<Days, Bad> {
    let OneOrMany(words, single) = days;
    match &words[..] {
        [word] if *single && word.trim().chars().count() == 7 && parse_day(word).is_err() => Days::mask(word),
        [word] if *single => {
            parse_day(word).map_err(|_| Bad::Mask(word.clone())).and_then(|day| Days::list(&[day]))
        }
        words => {
            Days::list(&words.iter().map(|word| parse_day(word)).collect::<Result<Vec<Weekday>, Bad>>()?)
        }
    }
}

fn length(faults: &mut Faults, field: &str, found: Option<Scalar>, most: Span) -> Option<Span> {
    let Some(Scalar(word)) = found else {
        return Some(Span::ZERO);
    };
    let read = Span::parse(&word).and_then(|span| {
        if span > most { Err(Bad::Range(word.clone(), "0h".to_owned(), most.to_string())) } else { Ok(span) }
    });
    faults.keep(field, read)
}

fn extensions(faults: &mut Faults, found: RawExtensions) -> Option<Extensions> {
    let count = number(&found.count.unwrap_or_default(), 1, 100);
    let count = faults.keep("extensions.count", count);
    let hours = number(&found.hours.unwrap_or_default(), 1, 14 * 24);
    let hours = faults.keep("extensions.hours", hours);
    Some(Extensions { count: count?, hours: hours? })
}

fn reminders(faults: &mut Faults, found: Option<OneOrMany>) -> Vec<Span> {
    let words = found.map(|it| it.0).unwrap_or_default();
    let read = |word: String| match Span::parse(&word)? {
        Span::ZERO => Err(Bad::Range(word, "1m".to_owned(), "366d".to_owned())),
        span => Ok(span),
    };
    let mut reminders = faults.each("reminders", words, read);
    reminders.sort_by(|a, b| b.cmp(a));
    reminders.dedup();
    reminders
}

fn number(found: &Scalar, least: u32, most: u32) -> Result<u32, Bad> {
    let word = found.0.trim();
    if word.is_empty() {
        return Err(Bad::Empty);
    }
    if word.starts_with('-') {
        return Err(Bad::Negative(word.to_owned()));
    }
    if !word.bytes().all(|byte| byte.is_ascii_digit()) {
        return Err(Bad::Number(word.to_owned()));
    }
    let number = word.parse().ok().filter(|number| (least..=most).contains(number));
    number.ok_or_else(|| Bad::Range(word.to_owned(), least.to_string(), most.to_string()))
}

fn check_first(faults: &mut Faults, first: DateTime, zone: Option<&Zone>, holidays: &[Holiday]) {
    if !is_free(holidays, first.date()) {
        let what = "the first deadline falls on a holiday".to_owned();
        faults
            .add("first", Bad::Contradiction(what, "choose another date, or remove the holiday".to_owned()));
    }
    if zone.is_some_and(|zone| zone.on(first.date(), first.time()).is_none()) {
        let what = "this date does not exist in the zone".to_owned();
        faults.add("first", Bad::Contradiction(what, "choose another date".to_owned()));
    }
}
