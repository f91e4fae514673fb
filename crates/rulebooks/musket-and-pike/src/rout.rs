//! Chapter 13.4: rout movement.
