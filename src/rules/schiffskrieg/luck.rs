//! 13 Luck.
