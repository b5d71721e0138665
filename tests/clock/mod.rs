mod common;
mod events;
mod faults;
mod ics;
mod laws;
mod schedule;
mod verdicts;
