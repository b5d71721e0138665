//! FIGURES: what a book comes to. Here facts are put into the words of the member `tournament`, which works
//! everything out; nothing is worked out twice.

mod field;
mod given_up;
mod knockout;
mod lines;
mod panel;
mod near;
mod ratings;
mod table;

pub use field::{NoField, draw_key, field};
pub use given_up::{GivenUp, given_up};
pub use lines::{entries, leavers, lines};
pub use near::{margin, near};
pub use panel::{Bar, Judges, case};
pub use ratings::{book_lines, list, rating_settings, systems};
pub use table::{Table, ladder, ladder_before, standings, table};
