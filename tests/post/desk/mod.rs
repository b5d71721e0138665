//! The umpire's desk by mail, and what people say to each other.

mod acts;
pub mod club;
