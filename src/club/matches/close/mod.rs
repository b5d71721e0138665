//! What the umpire does to a match: closes an exchange, rules, declares, takes back, ends.

mod agreement;
mod amend;
mod exchange;
mod trial;
mod under;

pub use agreement::EarlyEnd;
pub use trial::{Next, Trial};
pub use under::{CameTo, Under, under};
