//! Chapter 6.1 and 6.2: facing, wheels, counter marches.
