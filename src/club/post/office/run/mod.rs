//! One run of the office.

mod batch;
mod help;
mod office;
mod place;
mod rest;
mod share;
mod tend;

pub use help::Helped;
pub use rest::Rest;
