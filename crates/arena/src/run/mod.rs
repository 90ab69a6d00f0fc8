//! Playing a whole contest.

mod pool;
