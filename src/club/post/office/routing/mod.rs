//! To whom a letter belongs, and answers to those who belong to no match.

mod joining;
mod route;
mod seats;
mod unmatched;

pub(crate) use route::{Route, field, named, route};
