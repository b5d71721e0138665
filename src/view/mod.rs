//! VIEW: all that one side may know, and the packet that carries it to the player.
//!
//! Each system builds its views from nothing in its own `view.rs`. Reports, forms, checks and error messages see packets
//! only; none of them can reach a position.

pub mod packet;

pub use packet::{Packet, Verify, VoidNote};
