//! The umpire's desk by mail, what people say to each other, and what players ask for beside orders.

mod acts;
mod asks;
mod clock;
pub mod club;
mod declare;
mod officers;
mod readers;
mod seats;
mod protests;
mod quoting;
mod slips;
mod unasked;
mod words;
