mod headers;
mod injection;
mod letters;
mod outbox;
mod parse_back;
mod support;
