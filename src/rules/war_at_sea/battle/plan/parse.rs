//! Reads battle plans.
