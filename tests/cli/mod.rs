//! Attacks on sealord from outside: whole processes, hostile files, crashes, tampered journals, odd
//! surroundings.
//!
//! Nothing here reaches into the program, except where a test says that it does so for speed.

mod absent;
mod again;
mod bodies;
mod bookmark;
mod clock;
mod codes;
mod compose;
mod crash;
mod data;
mod declared;
mod disk;
mod ended;
mod environment;
mod faults;
mod fleet;
mod groups;
mod habits;
mod forged;
mod forms;
mod explain;
mod nearest;
mod hostile;
mod kept;
mod leaks;
mod luck;
#[cfg(feature = "signatures")]
mod notes;
mod memory;
mod odds;
mod officers;
mod packets;
mod plans;
#[cfg(feature = "practice")]
mod practice;
mod pointing;
mod policies;
mod promises;
#[cfg(feature = "signatures")]
mod proof;
mod protested;
mod remarks;
mod replay;
mod sealing;
pub mod site;
#[cfg(feature = "signatures")]
pub mod signed;
mod slips;
mod staff_doctrine;
mod stumbles;
pub mod support;
mod table;
mod tamper;
mod team;
mod tired;
mod trial;
mod twice;
mod unasked;
mod umpire;
