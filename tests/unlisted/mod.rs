//! Tests of Schiffskrieg that no case could be.

mod contests;
mod soak;
mod task_forces;
