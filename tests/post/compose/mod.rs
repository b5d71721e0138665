mod headers;
mod injection;
mod dispatches;
mod outbox;
mod parse_back;
mod support;
