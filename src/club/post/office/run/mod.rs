//! One run of the office.

mod batch;
mod office;
mod place;
mod rest;

pub use rest::Rest;
