//! The clock of a match that is played by mail.
//!
//! A match goes exchange by exchange. An exchange is opened at an instant, the parties that are asked send
//! orders by its deadline, it is resolved, and the next one opens. Here is counted when deadlines are and
//! what is to be done at an instant. Nothing here reads the time of day: all follows from the
//! [`Schedule`] that was fixed with the match, the [events](crate::clock::Event) that
//! its journal records with their instants, the [`Opening`] of the exchange, and the
//! instant that the caller asks about. The rules of time zones are the one thing from outside, and they
//! change now and then: therefore the journal keeps what was counted ([`Fixed`]), and
//! verdicts are made from that alone.
//!
//! # What decides where a deadline is
//! 1. *The pattern.* The first moment of the pattern after the opening that leaves `at_least`. `hours` count
//!    elapsed hours from the opening and are rounded up to the full minute, and to the days and times that
//!    are allowed.
//! 2. *The changes of the clocks.* A time that is skipped in spring counts from before the change (02:30
//!    becomes 03:30); of a time that comes twice in autumn the first is meant. A moment that the gap would
//!    push to another date is passed over (30 December 2011 in Pacific/Apia; 23:30 on the last Saturday of
//!    March in America/Nuuk), so that a deadline is always on a weekday it should be on and never slips onto
//!    a holiday.
//! 3. *Holidays.* No deadline falls on one; it moves to the next allowed moment: of the pattern, or for
//!    `hours` to the same local time on the next day that is free.
//! 4. *Absences* of parties that are asked move a deadline that falls into them to the first allowed moment
//!    after them.
//! 5. *Extensions* add elapsed hours, and may lead to a time that is not of the pattern (but never to a
//!    holiday).
//! 6. *A pause* stops the clock. After it the time that was left is given again, and the deadline goes on
//!    from there to the next allowed moment; so a pause never shortens what was left, but with a weekly
//!    pattern even a short one costs up to a week. A pause within the grace lengthens the grace. Until the
//!    resume the deadline is not known: what is told meanwhile (absences, holidays) counts when it is.
//!
//! Events count from the instant at which they were recorded. Absences and holidays that are told when the
//! deadline has passed move nothing; of extensions only the umpire's do, counted from the grant. An exchange
//! that is closed is left alone. What is on the instant of a deadline is in time.
//!
//! # Closing early and keeping the schedule
//! With `early`, an exchange in which all orders are in and final closes so long after the last change. With
//! `keep_schedule` (the default) the next deadline is the first moment of the pattern after the *regular*
//! deadline of the exchange that closed early (for `hours`: so many hours after it), and after its own
//! opening. So nobody has a deadline earlier than if all had taken their time. Without it the next deadline
//! is the first moment after the opening that leaves `at_least`.

mod check;
mod state;
mod deadline_run;
mod decide;
mod due;
mod event;
mod fault;
mod holiday;
mod ics;
mod span;
mod raw_schedule;
mod schedule;
mod week;
mod zone;

pub use decide::{PartyState, Reminder, Verdict, decide};
pub use due::{Due, Fixed, Lead, Moved, Why};
pub use event::{Absence, By, Event, Extension, Local, Recorded, days_of};
pub use fault::{Bad, ClockFault, ScheduleFault, ScheduleFaults};
pub use holiday::Holiday;
pub use ics::{CalendarEntry, ics, uid};
pub use raw_schedule::RawSchedule;
pub use schedule::{Extensions, OneLine, Pattern, Round, Schedule};
pub use span::{Span, from_now, left};
pub use state::{Clock, Opening};
pub use week::{Days, Moment};
pub use zone::Zone;
