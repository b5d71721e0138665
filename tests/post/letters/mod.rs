mod common;
mod corpus;
mod hostile;
mod property;
mod reading;
