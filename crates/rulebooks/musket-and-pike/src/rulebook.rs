//! Musket & Pike as the kernel sees it: the contract, handed on to the chapters.
