//! Admirals' War: the naval war of 1939 to 1945 in two theatres. Here are its data and their loader.

pub mod board;
mod files;
pub mod pieces;
pub mod scenario;
mod sound;
