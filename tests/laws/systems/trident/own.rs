//! What holds of Trident only: its questions, and what becomes of its secrets.
