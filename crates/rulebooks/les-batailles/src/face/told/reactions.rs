//! What is told of `reactions`.

phrases! {}
