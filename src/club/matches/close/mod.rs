//! What the umpire does to a match: closes an exchange, rules, declares, takes back, ends.

mod agreement;
mod amend;
mod exchange;
mod trial;

pub use agreement::EarlyEnd;
pub use trial::{Next, Trial};
