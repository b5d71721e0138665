//! Offices as each other's witnesses: the checkpoint of a match goes to the offices of `witness:` when an
//! exchange was closed; they cosign it if it continues the one before; and what comes back is kept in the
//! match. What proves a checkpoint is its signature, from wherever it came.

mod answer;
mod ask;
mod found;
mod keep;

pub(crate) use answer::Checkpointed;
