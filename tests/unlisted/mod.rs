//! Tests of Schiffskrieg that no case could be.

mod soak;
mod task_forces;
