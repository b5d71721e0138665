//! Letters of players: orders, promises, commands, words; and the proof that they are theirs.

mod handle;
mod orders;
mod own_words;
mod proof;
mod protests;
mod refuse;
mod repair;
mod request;
mod requests;
mod vote;

pub(crate) use orders::plain;
pub(crate) use own_words::{LEFT_OUT, own_words};
