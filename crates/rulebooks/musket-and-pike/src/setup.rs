//! From a battle file to a battle that can be played.
