//! Tests of Schiffskrieg that no case could be.

mod contests;
mod placements;
mod soak;
mod task_forces;
