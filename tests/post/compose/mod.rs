mod headers;
mod injection;
mod desk;
mod dispatches;
mod outbox;
mod parse_back;
mod put_by;
mod support;
