//! One run of the office.

mod batch;
mod office;
mod place;
