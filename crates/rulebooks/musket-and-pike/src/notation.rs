//! Decisions as the journal writes them.
